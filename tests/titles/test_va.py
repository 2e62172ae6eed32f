"""18VA, paragraph by paragraph: opening, stock rounds, sizes of companies, dividends, the end. Trap numbers are the digest's."""

from __future__ import annotations

import pytest

from game import market, shares
from game.actions import Bid, BuyShare, Choose, Par, Pass, PayDividend, SellShares
from game.events import CardMoved, Floated, Paid
from game.market import price, where
from game.play import Game
from game.state import TrainState
from game.steps.dividend import Dividend
from game.steps.round_sequence import RoundSequence, rounds_after_stock
from game.steps.track import LayTrack
from render.data.bank_card import bank_card
from render.data.company_card import company_card
from render.text.labels import label
from render.text.questions import ask
from render.text.text import words
from tests.support.title_positions import new, operate, own, play, refused, settle, spans, stock, verbs
from tests.support.title_positions import start as started
from titles import find
from titles.va import sizes
from titles.va.opening import OpenBidding, Reseated
from titles.va.sizes import Conversion


def pass_all(g: Game) -> None:
    for _ in g.state.order:
        play(g, Pass(by=g.deciders()[0]))


def lots(g: Game, *bids: tuple[str, str, int]) -> Game:
    """These high bids, made before anybody has passed."""
    for player, lot, amount in bids:
        g.state.bids[lot] = {player: amount}
    return settle(g)


# ---------------------------------------------------------------------- 4.1 opening


def test_1_2_money_of_the_table() -> None:
    found = {
        n: (new("18VA", n).state.cash["p0"], new("18VA", n).rules.shares.limit(new("18VA", n))) for n in range(2, 6)
    }
    assert found == {2: (600, 27), 3: (400, 18), 4: (300, 13), 5: (240, 10)}
    site = new("18VA", 4, "18xx.games")
    assert site.rules.shares.limit(site) == 15


def test_4_1_any_lot_may_be_bid_on_and_nothing_is_bought_outright() -> None:
    g = new("18VA", 3)
    play(g, Bid("P3", 100, by="p0"), Bid("P1", 40, by="p1"), Bid("P3", 105, by="p2"), Bid("P4", 140, by="p0"))
    assert all(g.state.place[lot] == "bank" for lot in ("P1", "P2", "P3", "P4"))
    assert g.state.bids == {"P1": {"p1": 40}, "P3": {"p2": 105}, "P4": {"p0": 140}}
    refused(g, Bid("P3", 105, by="p1"), "at least $110", "18VA 4.1")
    refused(g, Bid("P2", 55, by="p1"), "at least $60")
    refused(g, Bid("P2", 62, by="p1"), "a multiple of $5")
    refused(g, Bid("P9", 100, by="p1"), "P9 is not for sale", "18VA 4.1")


def test_4_1_money_of_lost_bids_is_free_again() -> None:
    """Trap 22."""
    g = new("18VA", 3)
    play(g, Bid("P4", 300, by="p0"), Bid("P4", 305, by="p1"), Pass(by="p2"))
    assert spans(g, "p0", "P4") == (310, 400)
    play(g, Bid("P3", 80, by="p0"), Pass(by="p1"), Pass(by="p2"))
    assert spans(g, "p0", "P4") == (310, 320)
    assert spans(g, "p0", "P3") == (85, 400)  # one may raise one's own bid
    refused(g, Bid("P4", 325, by="p0"), "at most $320", "18VA 4.1")


def test_4_1_unwanted_lots_get_cheaper_together_and_only_they() -> None:
    g = new("18VA", 3)
    play(g, Bid("P1", 45, by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0"))
    assert (g.state.priority, g.deciders()) == ("p1", ["p1"])
    assert {lot: spans(g, "p1", lot)[0] for lot in ("P1", "P2", "P3", "P4")} == {
        "P1": 50,
        "P2": 50,
        "P3": 70,
        "P4": 130,
    }


def test_4_1_a_lot_that_is_free_must_be_bid_on() -> None:
    """Trap 23."""
    g = new("18VA", 3)
    for lot, player in (("P1", "p0"), ("P2", "p1"), ("P3", "p2")):
        play(g, Bid(lot, 80, by=player))
    for _ in range(14):
        pass_all(g)
    assert (g.deciders(), verbs(g, "p0")) == (["p0"], {"Bid"})
    refused(g, Pass(by="p0"), "nobody has bid on P4", "18VA 4.1")
    refused(g, Bid("P3", 85, by="p0"), "nobody has bid on P4", "18VA 4.1")
    assert spans(g, "p0", "P4") == (0, 320)
    play(g, Bid("P4", 0, by="p0"))
    assert spans(g, "p1", "P4")[0] == 5


def test_11_3_on_18xx_games_the_free_lot_is_bid_on_by_itself() -> None:
    g = new("18VA", 3, "forced_zero_bid_auto")
    for lot, player in (("P1", "p0"), ("P2", "p1"), ("P3", "p2")):
        play(g, Bid(lot, 80, by=player))
    for _ in range(14):
        pass_all(g)
    assert (g.deciders(), g.state.bids["P4"]) == (["p1"], {"p0": 0})


def test_4_1_who_can_bid_nothing_passes_by_himself() -> None:
    g = lots(new("18VA", 3), ("p0", "P1", 380), ("p1", "P2", 395), ("p1", "P3", 5), ("p2", "P4", 400))
    assert [a.item for c in g.choices("p0") for a in c if isinstance(a, Bid)] == ["P1", "P3"]
    play(g, Bid("P1", 400, by="p0"))
    assert not g.state.bids  # the others and then he himself could bid nothing: all is sold
    assert [g.state.place[lot] for lot in ("P1", "P2", "P3", "P4")] == ["p0", "p1", "p1", "p2"]


@pytest.mark.parametrize("bid", [160, 10])
def test_4_3_3_the_bank_pays_twice_the_par_price_whatever_was_bid(bid: int) -> None:
    """Trap 25."""
    g = lots(new("18VA", 3), ("p0", "P1", 40), ("p1", "P2", 60), ("p1", "P3", 80), ("p2", "P4", bid))
    pass_all(g)
    assert g.deciders() == ["p2"]
    assert sorted(a.price for c in g.choices("p2") for a in c if isinstance(a, Par)) == [70, 75, 82, 90, 100]
    bank = g.state.cash["bank"]
    play(g, Par("B&O", 100, by="p2"))
    assert (g.state.cash["B&O"], g.state.cash["bank"], g.state.cash["p2"]) == (200, bank - 200, 400 - bid)
    assert (shares.percent(g, "p2", "B&O"), g.president("B&O"), g.state.place["P4"]) == (20, "p2", "gone")
    assert g.state.tokens == {"H3.a.0": "B&O"}
    assert Floated("B&O") in g.events
    assert g.state.round == "SR 1"


@pytest.mark.parametrize(
    ("bids", "order"),
    [((160, 55, 200), ["p1", "p0", "p2"]), ((200, 55, 200), ["p1", "p0", "p2"]), ((100, 145, 100), ["p0", "p2", "p1"])],
)
def test_4_1_the_players_are_seated_by_their_cash_once(bids: tuple[int, int, int], order: list[str]) -> None:
    """Trap 24."""
    g = lots(new("18VA", 3), ("p0", "P1", bids[0]), ("p1", "P2", bids[1]), ("p2", "P3", bids[2] - 5), ("p2", "P4", 5))
    pass_all(g)
    play(g, Par("B&O", 70, by="p2"))
    assert (g.state.order, g.state.priority, g.deciders()) == (order, order[0], [order[0]])
    said = next(e for e in g.events if isinstance(e, Reseated))
    assert words(said, g.view(None), g.rules) == f"The players are seated by their cash: {', '.join(order)}."


# ---------------------------------------------------------------------- 4.3 stock rounds


def five(g: Game, company: str = "VR", at: str = "4,3", **held: int) -> None:
    """A started five-share company that has operated; shares by player, the first is president."""
    started(g, company, 75, at)
    g.company(company).operated = True
    for n, (player, count) in enumerate(held.items()):
        own(g, player, company, count, president=not n)


def ten(g: Game, company: str = "B&O", at: str = "2,6", **held: int) -> None:
    """The same of ten shares."""
    if g.company(company).size == 5:
        sizes.grow_to_ten_shares(g, company)
    five(g, company, at, **held)


def test_4_4_a_company_starts_with_five_shares_two_stations_and_its_money() -> None:
    g = new("18VA", 3)
    ten(g, p2=2)
    stock(g, "p0", "SR 1")
    play(g, Par("VR", 90, by="p0"))
    assert (g.state.cash["p0"], g.state.cash["VR"], price(g, "VR")) == (220, 180, 90)
    assert (g.company("VR").size, shares.percent(g, "p0", "VR"), shares.held(g, "treasury", "VR")) == (5, 40, 3)
    assert (g.company("VR").floated, g.company("VR").tokens, g.state.tokens) == (True, [40], {"C12.a.0": "VR"})
    play(g, BuyShare("VR", "treasury", by="p1"))
    assert (g.state.cash["p1"], g.state.cash["VR"], shares.percent(g, "p1", "VR")) == (310, 270, 20)
    refused(g, BuyShare("SR", "treasury", by="p2"), "SR has not been started")


def test_4_3_3_par_needs_twice_the_price() -> None:
    g = new("18VA", 3)
    g.state.cash["p0"] = 150
    stock(g, "p0", "SR 1")
    play(g, Par("VR", 75, by="p0"))
    g = new("18VA", 3)
    g.state.cash["p0"] = 149
    stock(g, "p0", "SR 1")
    refused(g, Par("VR", 75, by="p0"), "VR costs $150", "18VA 4.3.2")


def test_4_3_1_stock_of_a_company_that_has_not_operated_is_not_sold() -> None:
    g = new("18VA", 3)
    ten(g, p0=4)
    g.company("B&O").operated = False
    stock(g)
    refused(g, SellShares("B&O", 1, by="p0"), "has not finished its first operating turn", "18VA 4.3.1")


def test_4_3_1_one_block_of_each_company_then_one_purchase() -> None:
    g = new("18VA", 3)
    ten(g, p0=5)
    five(g, p1=2, p0=1)
    stock(g)
    play(g, SellShares("B&O", 1, by="p0"))
    assert (g.state.cash["p0"], where(g, "B&O")) == (522, "3,6")
    refused(g, SellShares("B&O", 1, by="p0"), "you can sell each company only once", "18VA 4.3.1")
    play(g, SellShares("VR", 1, by="p0"))
    refused(g, BuyShare("VR", "pool", by="p0"), "has sold VR in this stock round", "18VA 4.3.1")
    play(g, Par("SR", 70, by="p0"))
    assert g.deciders() == ["p1"]


def test_4_3_2_no_sale_after_the_purchase() -> None:
    g = new("18VA", 3)
    ten(g, p0=5)
    five(g, p1=2)
    stock(g)
    play(g, BuyShare("VR", "treasury", by="p0"))
    assert g.deciders() == ["p1"]


def test_3_1_sixty_percent_and_two_players_seventy_as_an_option() -> None:
    for options, players, most in (((), 2, (3, 6)), (("two_player_70",), 2, (3, 7)), (("two_player_70",), 3, (3, 6))):
        g = new("18VA", players, *options)
        assert (g.rules.shares.most(g, "VR"), g.rules.shares.most(g, "B&O")) == most
    g = new("18VA", 2)
    ten(g, p0=6)
    stock(g)
    refused(g, BuyShare("B&O", "treasury", by="p0"), "at most 60%", "18VA 4.3.2")


def test_3_1_the_limit_is_met_before_a_presidency_could_cure_it() -> None:
    """Privates count; who holds too much need not sell."""
    g = new("18VA", 5)
    ten(g, p0=4)
    ten(g, "C&O", "4,3", p1=6, p0=4)
    g.state.place |= {"P1": "p0", "P2": "p0", "P3": "p0"}
    assert shares.count_for_limit(g, "p0") == 10
    stock(g)
    refused(g, BuyShare("B&O", "treasury", by="p0"), "limit is 10", "18VA 4.3.2")
    own(g, "p0", "B&O", 1)
    stock(g)
    play(g, Pass(by="p0"))


def test_3_1_two_shares_of_a_five_share_company_in_the_pool() -> None:
    """Trap 15."""
    g = new("18VA", 3)
    five(g, p1=2, p0=2, pool=1)
    stock(g)
    refused(g, SellShares("VR", 2, by="p0"), "at most 40%", "18VA 3.1")
    play(g, SellShares("VR", 1, by="p0"))
    assert (g.state.cash["p0"], where(g, "VR")) == (475, "5,3")


def test_4_4_2_a_president_who_sells_keeps_singles() -> None:
    """Trap 14."""
    g = new("18VA", 3)
    ten(g, "N&W", "4,4", p2=5, p0=3, p1=1, pool=1)
    stock(g, "p2")
    assert {a.shares for c in g.choices("p2") for a in c if isinstance(a, SellShares)} == {1, 2, 3, 4}
    play(g, SellShares("N&W", 4, by="p2"))
    assert (g.state.cash["p2"], where(g, "N&W"), price(g, "N&W")) == (728, "5,4", 75)
    assert (g.president("N&W"), shares.held(g, "p0", "N&W"), shares.held(g, "pool", "N&W")) == ("p0", 3, 5)
    assert next(c for c, p in g.state.place.items() if p == "p0" and c[:3] == "N&W") == "N&W.0"
    assert shares.held(g, "p2", "N&W") == 1


def test_4_4_the_bank_underwrites_the_last_four_shares() -> None:
    """Trap 1."""
    g = new("18VA", 3)
    ten(g, p0=4, p1=1)
    stock(g, "p2")
    bank = g.state.cash["bank"]
    play(g, BuyShare("B&O", "treasury", by="p2"))
    assert (g.state.cash["p2"], g.state.cash["B&O"], g.state.cash["bank"]) == (278, 610, bank - 488)
    assert (shares.held(g, "treasury", "B&O"), shares.percent(g, "pool", "B&O"), price(g, "B&O")) == (0, 40, 122)


def test_4_4_the_count_decides_not_who_holds_them() -> None:
    """Trap 2."""
    g = new("18VA", 3)
    five(g, at="4,3", p0=2, p1=1)
    sizes.convert(g, "VR")
    assert shares.held(g, "treasury", "VR") == 7
    found = []
    for player in ("p1", "p2", "p0"):
        before = g.state.cash["VR"]
        g.state.cash[player] = 400
        stock(g, player)
        play(g, BuyShare("VR", "treasury", by=player))
        found.append(g.state.cash["VR"] - before)
    assert found == [75, 75, 375]
    assert (shares.held(g, "treasury", "VR"), shares.held(g, "pool", "VR")) == (0, 4)


def test_4_4_a_full_pool_takes_no_more() -> None:
    g = new("18VA", 3)
    ten(g, p0=4, p1=2, pool=4)
    stock(g, "p1")
    play(g, SellShares("B&O", 1, by="p1"))
    g = new("18VA", 3)
    ten(g, p0=3, p1=2, pool=5)
    stock(g, "p1")
    refused(g, SellShares("B&O", 1, by="p1"), "at most 50%", "18VA 3.1")


def test_3_2_sold_out_companies_of_ten_shares_rise_and_of_five_do_not() -> None:
    """Trap 16."""
    g = new("18VA", 3)
    ten(g, p0=6, p1=4)
    ten(g, "C&O", "0,4", p1=6, p0=4)
    five(g, p2=3, p1=2)
    sizes.sold_out(g)
    assert [where(g, c) for c in ("B&O", "C&O", "VR")] == ["1,6", "0,4", "4,3"]


@pytest.mark.parametrize(
    ("at", "way", "steps", "to"),
    [
        ("1,7", "down", 3, "3,7"),
        ("2,8", "down", 1, "2,8"),
        ("3,7", "right", 1, "2,7"),
        ("2,0", "left", 1, "3,0"),
        ("6,0", "left", 1, "6,0"),
        ("0,16", "right", 1, "0,16"),
        ("0,16", "down", 1, "0,16"),
    ],
)
def test_3_2_edges_of_the_market(at: str, way: market.Direction, steps: int, to: str) -> None:
    """Trap 13: a column ends where no cell is left below."""
    g = new("18VA", 3)
    started(g, "B&O", 75, at)
    market.move(g, "B&O", way, "", steps)
    assert where(g, "B&O") == to


# ---------------------------------------------------------------------- 4.5.1 sizes


def in_phase(g: Game, name: str) -> Game:
    g.state.phase = name
    g.changed()
    return g


def test_4_5_1_a_company_may_convert_at_the_start_of_its_turn() -> None:
    """Trap 3, first part."""
    g = in_phase(new("18VA", 3), "3")
    five(g, at="4,5", p1=3, p0=1, pool=1)
    operate(g, "VR", Conversion("VR"))
    play(g, Choose("convert", by="p1"))
    assert [shares.percent(g, p, "VR") for p in ("p1", "p0", "pool", "treasury")] == [30, 10, 10, 50]
    assert (g.company("VR").size, g.company("VR").tokens) == (10, [0, 40, 100, 100])
    assert g.rules.trains.limit(g, "VR") == 4
    told = [words(e, g.view(None), g.rules) for e in g.events]
    assert any(w.startswith("VR becomes a ten-share company for good: ") and "5 more to sell" in w for w in told)


def test_4_5_1_it_need_not_and_not_in_phase_2() -> None:
    g = in_phase(new("18VA", 3), "4")
    five(g, p1=3)
    operate(g, "VR", Conversion("VR"))
    play(g, Pass(by="p1"))
    assert (g.company("VR").size, g.rules.trains.limit(g, "VR")) == (5, 1)
    g = new("18VA", 3)
    five(g, p1=3)
    operate(g, "VR", Conversion("VR"))
    assert not verbs(g, "p1")


def test_11_4_on_18xx_games_only_who_has_operated_may_convert() -> None:
    for options, asked in (((), {"Choose", "Pass"}), (("convert_needs_prior_or",), set())):
        g = in_phase(new("18VA", 3, *options), "3")
        five(g, p1=3)
        g.company("VR").operated = False
        operate(g, "VR", Conversion("VR"))
        assert verbs(g, "p1") == asked


def test_4_4_1_from_phase_5_on_companies_start_with_ten_shares() -> None:
    g = in_phase(new("18VA", 3), "5")
    for company in g.state.companies:
        sizes.start_anew(g, company)
    stock(g, "p0")
    play(g, Par("VR", 100, by="p0"))
    assert (shares.percent(g, "p0", "VR"), shares.held(g, "treasury", "VR"), g.company("VR").tokens) == (
        20,
        8,
        [40, 100, 100],
    )


# ---------------------------------------------------------------------- 4.5.6, 4.5.7 dividends


def pays(g: Game, company: str, revenue: int, kind: str = "full") -> dict[str, int]:
    """Who got how much when the company used that revenue so; the bank's own share is left out."""
    g.company(company).earned = revenue
    before = dict(g.state.cash)
    operate(g, company, Dividend(company))
    play(g, PayDividend(kind, by=g.president(company)))
    return {p: n - before[p] for p, n in g.state.cash.items() if n != before[p] and p != "bank"}


def test_4_5_6_the_pools_shares_pay_the_company_the_treasurys_nobody() -> None:
    """Trap 3, second part, and trap 4."""
    g = new("18VA", 3)
    five(g, at="4,5", p1=3, p0=1, pool=1)
    sizes.convert(g, "VR")
    assert pays(g, "VR", 140) == {"p1": 42, "p0": 14, "VR": 14}
    assert (where(g, "VR"), price(g, "VR")) == ("3,5", 100)
    g = new("18VA", 3)
    five(g, p2=3, pool=2)
    assert pays(g, "VR", 100) == {"p2": 60, "VR": 40}
    g = new("18VA", 3)
    five(g, p2=3)
    assert pays(g, "VR", 100) == {"p2": 60}


@pytest.mark.parametrize(
    ("size", "at", "revenue", "kind", "to"),
    [
        (10, "4,4", 80, "full", "4,4"),
        (10, "4,4", 90, "full", "4,5"),
        (5, "4,3", 50, "full", "4,3"),
        (5, "4,3", 100, "full", "4,4"),
        (5, "4,3", 75, "full", "4,4"),
        (5, "4,3", 100, "none", "4,2"),
    ],
)
def test_4_5_7_all_of_the_dividend_is_compared_with_the_price(
    size: int, at: str, revenue: int, kind: str, to: str
) -> None:
    """Trap 5."""
    g = new("18VA", 3)
    (five if size == 5 else ten)(g, "VR", at, p0=2)
    pays(g, "VR", revenue, kind)
    assert where(g, "VR") == to


def test_4_5_7_no_revenue_is_one_to_the_left() -> None:
    g = new("18VA", 3)
    five(g, p0=2)
    operate(g, "VR", Dividend("VR"))
    assert where(g, "VR") == "4,2"


# ---------------------------------------------------------------------- 5 the end


def test_5_the_set_in_which_the_bank_breaks_is_finished() -> None:
    """Trap 29; broken in a stock round: the set that follows."""
    g = in_phase(new("18VA", 3), "5")
    sequence = RoundSequence("OR", stock=10, set=10, done=2, planned=3)
    g.state.ending = "bank"
    assert type(rounds_after_stock(g, sequence)).__name__ == "OperatingRound"
    assert g.state.round == "OR 10.3"
    assert rounds_after_stock(g, sequence) is None
    sequence = RoundSequence("SR", stock=10, set=9)
    assert type(rounds_after_stock(g, sequence)).__name__ == "OperatingRound"
    assert (sequence.planned, g.state.round) == (3, "OR 10.1")


def test_12_4_the_bank_is_broken_when_it_cannot_pay_in_full() -> None:
    g = new("18VA", 3)
    five(g, p0=3)
    g.state.cash["bank"] = 60
    pays(g, "VR", 100)
    assert not g.state.ending
    g = new("18VA", 3)
    five(g, p0=3)
    g.state.cash["bank"] = 59
    pays(g, "VR", 100)
    assert (g.state.ending, g.state.cash["bank"]) == ("bank", -1)


def test_5_worth_is_cash_shares_and_privates_of_the_player() -> None:
    g = new("18VA", 3)
    five(g, p0=3)
    g.state.place |= {"P3": "p0", "P1": "VR"}
    assert g.rules.worth(g, "p0") == {"cash": 400, "shares": 225, "privates": 80}


def test_4_5_the_steps_of_a_turn() -> None:
    names = [type(make("VR")).__name__ for make in find("18VA").rules((), 3).turn(new("18VA"), "VR")]
    assert names[:4] == ["Conversion", "HomeToken", "LayTrack", "PlaceToken"]
    assert names[4:] == ["RunRoutes", "Dividend", "BuyTrains", "LastChance"]


def test_shares_that_a_company_does_not_have_yet_belong_to_nobody() -> None:
    g = new("18VA", 3)
    assert [shares.held(g, place, "VR") for place in ("treasury", "aside")] == [5, 5]
    assert shares.held(g, "treasury", "B&O") == 10
    assert isinstance(g.top_step(), OpenBidding)
    five(g, p0=2)
    sizes.convert(g, "VR")
    moved = [e.card for e in g.events if isinstance(e, CardMoved)]
    assert moved == [f"VR.{n}" for n in range(4, 9)]
    assert not any(isinstance(e, Paid) for e in g.events)


# ---------------------------------------------------------------------- what cards and panels say


def test_cards_tell_the_size_of_a_company_and_its_markers() -> None:
    g = new("18VA", 3)
    five(g, p0=3)
    g.state.marks = {"express": ["VR", "F5"], "train limit": ["VR"]}
    g.state.trains["4-1"] = TrainState(side="3G")
    g.state.place["4-1"] = "VR"
    settle(g)
    facts = dict(company_card(g.view(None), g.rules, "VR").facts)
    assert (facts["Shares"], facts["Markers"], facts["Trains"]) == (
        "5 of 20%",
        "F5 +10, train limit +1",
        "3G (rusts with 4D)",
    )
    assert dict(company_card(g.view(None), g.rules, "B&O").facts)["Shares"] == "10 of 10%"
    assert g.rules.signs(g.state)["F5"] == ("VR +10",)


def test_the_banks_card_tells_both_sides_of_a_train_and_limits_by_size() -> None:
    card = bank_card(new("18VA", 3).view(None), new("18VA", 3).rules)
    assert dict(card.facts)["Train limit"] == "2 (with 5 shares), 4 (with 10 shares)"
    assert [row[0] for row in card.tables[0].rows] == ["2T/1G", "3T/2G", "4T/3G", "5T/4G", "6T/5G", "4D"]
    brings = (
        "3T/2G rust, brown tiles, train limit 2 (with 10 shares), 3 ORs in a row,"
        " companies of five shares convert to ten"
    )
    assert card.tables[0].rows[3][4] == brings


def test_passing_on_conversion_is_to_keep_five_shares() -> None:
    g = in_phase(new("18VA", 3), "3")
    five(g, p1=3)
    operate(g, "VR", Conversion("VR"))
    view = g.view("p1")
    assert ask(g.choices("p1"), view, g.rules) == "VR: convert to ten shares, or keep five"
    assert label(Pass(by="p1"), view, g.rules) == "keep five shares"
    play(g, Pass(by="p1"))
    operate(g, "VR", LayTrack("VR"))
    assert "keep" not in label(Pass(by="p1"), g.view("p1"), g.rules)
