"""18VA: what hardly any random game comes to (`tests/title_coverage.py` says where), by the rulebook's paragraphs."""

from __future__ import annotations

from game.actions import Bid, BuyShare, Par, Pass, PlaceToken, Use
from game.steps.trains import BuyTrains
from tests.support.title_positions import new as game
from tests.support.title_positions import operate, play, refused, settle
from tests.titles.test_va import pass_all
from tests.titles.test_va_operate import board, give
from titles.va.opening import OpenBidding


def test_4_1_in_the_opening_nothing_is_done_but_to_bid_and_to_pass() -> None:
    g = game("18VA", 3)
    refused(g, BuyShare("B&O", "treasury", by="p0"), "You can: bid, pass")
    refused(g, Par("B&O", 70, by="p0"), "You can: bid, pass")
    refused(g, Bid("P1", 40, by="p1"), "not your turn")


def test_4_1_all_lots_are_sold_together_and_each_has_one_who_leads() -> None:
    """Of several bids on a lot the last one stands; where all pass before, lots without a bid have no leader."""
    g = game("18VA", 3)
    play(g, Bid("P4", 140, by="p0"), Bid("P1", 40, by="p1"), Bid("P4", 145, by="p2"))
    step = g.top_step()
    assert isinstance(step, OpenBidding)
    now = step.auction(g)
    assert now is not None
    assert (now.items, now.now) == (("P1", "P2", "P3", "P4"),) * 2
    assert now.leads == {"P1": "p1", "P2": "", "P3": "", "P4": "p2"}
    assert not now.alone


def test_4_1_the_winner_of_the_presidency_names_a_price_and_does_nothing_else_before() -> None:
    """4.3.3: his bid buys the certificate, the par price is his choice; the next stock round has not begun."""
    g = game("18VA", 3)
    g.state.bids |= {"P1": {"p0": 40}, "P2": {"p0": 60}, "P3": {"p1": 80}, "P4": {"p0": 140}}
    settle(g)
    pass_all(g)
    assert g.deciders() == ["p0"]
    for other in (Pass(by="p0"), Bid("P1", 45, by="p0"), BuyShare("B&O", "treasury", by="p0")):
        refused(g, other, "choose the par price of B&O first")
    refused(g, Par("C&O", 70, by="p0"), "choose the par price of B&O first")
    refused(g, Bid("P1", 45, by="p1"), "not your turn")
    play(g, Par("B&O", 82, by="p0"))
    assert (g.state.cash["B&O"], g.state.cash["p0"], g.state.round) == (164, 160, "SR 1")


def test_4_2_3_where_the_company_stands_everywhere_the_marker_is_of_no_use_and_the_limit_still_is() -> None:
    """A further station needs a city with a circle in which the company has none. On 18xx.games it may come that late."""
    others = " ".join(f"{h}[VR]" for h in ("A6", "A12", "B15", "F17", "H1", "H5", "H13", "H15"))
    built = ["C4", "C8", "D9", "E2", "E8", "F3", "F5", "F7", "F11", "F13", "G4", "C12"]
    full = " ".join([others, *(f"{h}=14/0[VR]" for h in built)])
    site = ("private_powers_any_step",)
    for line, places in ((f"{full} H3=14/3[VR]", set()), (f"{full} H3=14/3", {"H3"})):
        g = board(line, BuyTrains("VR"), phase="3", owners={"P3": "VR"}, options=site)
        give(g, "VR", "2", "2")
        operate(g, "VR", BuyTrains("VR"))
        assert {a.city for c in g.choices("ann") for a in c if isinstance(a, PlaceToken)} == places
        before = g.rules.trains.limit(g, "VR")
        play(g, Use("P3", by="ann"))
        assert (g.rules.trains.limit(g, "VR"), g.state.place["P3"]) == (before + 1, "gone")
