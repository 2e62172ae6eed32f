"""18EU: what hardly any random game comes to (`tests/title_coverage.py` says where), by the rulebook's paragraphs."""

from __future__ import annotations

from game.actions import Bankrupt, Bid, BuyShare, Pass, PlaceToken, SellShares
from game.steps.trains import BuyTrains
from tests.support.eu_positions import bought, cash, corporation, game, kinds, no_minors, percent, phase, pool
from tests.support.title_positions import operate, own, play, refused, spans
from titles.eu.minors import MinorSale
from titles.eu.treasury import IssueOrRedeem, Redeem

# ---------------------------------------------------------------------- 4.2.1: the sale of the minors


def test_4_2_1_in_the_sale_of_minors_nothing_is_done_but_to_bid_and_to_pass():
    g = game()
    refused(g, BuyShare("BNR", "treasury", by="p0"), "You can: bid")
    refused(g, PlaceToken("C8", by="p0"), "You can: bid")
    play(g, Bid("2", 0, by="p0"))
    refused(g, BuyShare("BNR", "treasury", by="p1"), "You can: bid, pass")


def test_4_2_1_who_cannot_open_puts_a_minor_up_all_the_same():
    """An auction opens at £100; with less he names the minor, and then it is for the others to open."""
    g = game()
    cash(g, p0=99)
    assert spans(g, "p0", "2") == (0, 0)
    assert [a.amount for c in g.choices("p0") for a in c] == [0] * 15
    refused(g, Bid("2", 100, by="p0"), "at most £95", "18EU 4.2.1")
    play(g, Bid("2", 0, by="p0"))
    assert g.deciders() == ["p1"]
    play(g, Pass(by="p1"), Pass(by="p2"))
    assert g.deciders() == ["p0"]  # offered for 90, the auctioneer first
    refused(g, Bid("2", 95, by="p0"), "for £90, no more and no less", "18EU 4.2.1")
    play(g, Bid("2", 90, by="p0"))
    assert (g.company("2").president, g.state.cash["p0"]) == ("p0", 9)


def test_4_2_1_one_minor_is_for_sale_at_a_time_and_the_others_follow():
    g = game()
    step = g.top_step()
    assert isinstance(step, MinorSale)
    first = step.auction(g)
    assert (len(first.items), first.now, first.alone) == (15, (), False)
    play(g, Bid("4", 100, by="p0"))
    now = g.top_step().auction(g)
    assert (now.items[0], len(now.items), now.now, now.alone) == ("4", 15, ("4",), True)
    play(g, Pass(by="p1"), Pass(by="p2"))
    assert "4" not in g.top_step().auction(g).items


# ---------------------------------------------------------------------- 4.4.8, 4.5.1


def test_4_4_8_a_corporation_sells_or_buys_back_but_not_both():
    for deal in (SellShares("BNR", 1, by="p0"), Redeem(1, by="p0")):
        g = game()
        corporation(g, "BNR", "p0", 5, 100, 500, tokens=("C8.a.0",))
        pool(g, "BNR", 2)
        operate(g, "BNR", IssueOrRedeem("BNR"))
        play(g, deal)
        assert not any(isinstance(step, IssueOrRedeem) for step in g.state.agenda)


def test_4_5_1_a_bankrupt_who_leads_several_corporations_leaves_each_to_its_own_fate():
    """BNR must buy a train for 300: FS passes on to p1, who holds two shares; DR, of which p2 has one only, closes."""

    g = game()
    no_minors(g)
    bought(g, "3")
    phase(g, "4")
    corporation(g, "BNR", "p0", 5, 100, 10, tokens=("C8.a.0",), operated=False)
    own(g, "p2", "BNR", 2)
    corporation(g, "FS", "p0", 3, 100, 70, "4-1", tokens=("E18.a.0",), operated=False)
    own(g, "p1", "FS", 2)
    corporation(g, "DR", "p0", 4, 100, 80, "4-2", tokens=("D3.a.0",), operated=False)
    own(g, "p2", "DR", 1)
    cash(g, p0=20, BNR=10)
    bank = g.state.cash["bank"]
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, Bankrupt(by="p0"))
    assert (g.president("BNR"), g.state.cash["BNR"]) == ("p2", 30)  # with what its president had
    assert (g.president("FS"), g.state.cash["FS"], kinds(g, "FS")) == ("p1", 70, ["4"])
    assert (percent(g, "p1", "FS"), percent(g, "pool", "FS")) == (20, 30)
    assert (g.company("DR").par, percent(g, "treasury", "DR"), percent(g, "p2", "DR")) == (0, 100, 0)
    assert (g.state.place["4-2"], g.state.cash["DR"], g.state.cash["bank"]) == ("pool", 0, bank + 80)
    assert not {"D3.a.0"} & {slot for slot, owner in g.state.tokens.items() if owner}
    assert g.deciders() == ["p2"]
