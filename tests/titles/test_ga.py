"""18GA, paragraph by paragraph. Trap numbers are those of the rules digest."""

from __future__ import annotations

from game import shares
from game.actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Par,
    Pass,
    PayDividend,
    SellPrivate,
    SellShares,
    TakePrivate,
)
from game.events import AuctionWon, PriceMoved
from game.market import operating_order, price, where
from game.play import Game
from game.state import Run
from game.steps.dividend import Dividend
from game.steps.operate import LastChance
from game.steps.round_sequence import RoundSequence
from game.steps.trains import BuyTrains
from tests.support.title_positions import new, operate, own, play, refused, settle, spans, start, stock, verbs


def train(g: Game, company: str, *cards: str) -> None:
    for card in cards:
        g.state.place[card] = company
    g.changed()


def phase(g: Game, name: str) -> None:
    """As if the first train of that phase had been bought."""
    g.state.phase = name
    for card in g.rules.data.train_cards:
        if g.state.place[card] == "depot" and card.split("-")[0] < name:
            g.state.place[card] = "gone"
    g.changed()


# ---------------------------------------------------------------------- 3.1 auction


def test_3_1_1_turn_after_a_purchase_with_duels() -> None:
    """Trap 1: the next turn is that of the player after the buyer, whatever the duel did."""
    g = new("18GA", 4, "duel_lowest_bid")
    play(g, Bid("MRC", 45, by="p0"), Bid("MRC", 50, by="p1"), Bid("MRC", 55, by="p2"), Bid("LTR", 20, by="p3"))
    assert g.deciders() == ["p0"]
    play(g, Bid("MRC", 80, by="p0"), Pass(by="p1"), Pass(by="p2"))
    assert g.state.place["MRC"] == "p0"
    assert g.state.cash["p0"] == 370
    assert g.deciders() == ["p0"]


def test_3_1_1_duel_goes_clockwise_from_the_high_bidder_and_who_passed_may_return() -> None:
    g = new("18GA", 4)
    play(g, Bid("MRC", 45, by="p0"), Bid("MRC", 50, by="p1"), Bid("MRC", 55, by="p2"), Bid("LTR", 20, by="p3"))
    assert g.deciders() == ["p0"]  # p3 has not bid on it
    assert bidders(g) == ("p0", "p1", "p2")
    play(g, Pass(by="p0"), Bid("MRC", 60, by="p1"))
    assert g.deciders() == ["p2"]
    assert bidders(g) == ("p2", "p0", "p1")
    play(g, Pass(by="p2"))
    assert g.deciders() == ["p0"]  # he passed before, and is asked again
    play(g, Pass(by="p0"))
    assert g.state.place["MRC"] == "p1"
    assert g.state.cash["p1"] == 390


def test_3_1_1_what_one_player_alone_has_bid_on_is_sold_unasked_and_says_so() -> None:
    g = new("18GA", 3)
    play(g, Bid("MRC", 45, by="p0"), Pass(by="p1"))
    events = g.play(Bid("LTR", 20, by="p2"))
    assert [e for e in events if isinstance(e, AuctionWon)] == [
        AuctionWon("p2", "LTR", 20),
        AuctionWon("p0", "MRC", 45, unopposed=True),
    ]


def bidders(g: Game) -> tuple[str, ...]:
    step = g.top_step()
    assert step is not None
    auction = step.auction(g)
    assert auction is not None
    return auction.bidders


def test_3_1_b_money_in_bids_is_set_aside() -> None:
    """Trap 2."""
    g = new("18GA", 4)
    play(g, Bid("M&BR", 300, by="p0"), *[Pass(by=f"p{i}") for i in (1, 2, 3)])
    play(g, Bid("OSR", 105, by="p0"), *[Pass(by=f"p{i}") for i in (1, 2, 3)])
    assert spans(g, "p0", "MRC") == (45, 45)
    assert spans(g, "p0", "OSR") == (110, 150)
    refused(g, Bid("MRC", 50, by="p0"), "at most $45", "18GA 3.1(b)")
    refused(g, Bid("MRC", 44, by="p0"), "at least $45", "18GA 3.1(b)")


def test_3_1_2_first_private_gets_cheaper_and_is_forced_on_somebody() -> None:
    """Trap 3."""
    g = new("18GA", 3)
    for i in range(12):
        assert g.state.place["LTR"] == "bank"
        play(g, Pass(by=f"p{i % 3}"))
    assert g.state.place["LTR"] == "p0"
    assert g.state.cash["p0"] == 600
    assert g.deciders() == ["p1"]


def test_3_1_2_the_discount_is_what_is_paid() -> None:
    g = new("18GA", 3)
    play(g, *[Pass(by=f"p{i}") for i in range(3)])
    refused(g, Bid("LTR", 20, by="p0"), "15")
    play(g, Bid("LTR", 15, by="p0"))
    assert g.state.cash["p0"] == 585


def test_3_1_a_lap_of_passes_pays_privates_once_one_is_sold() -> None:
    """Trap 4."""
    g = new("18GA", 3)
    play(g, Bid("LTR", 20, by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0"))
    assert g.state.cash["p0"] == 585
    assert g.deciders() == ["p1"]


def test_3_1_only_the_cheapest_is_bought() -> None:
    g = new("18GA", 3)
    refused(g, Bid("LTR", 25, by="p0"), "cheapest", "20")
    refused(g, Bid("LTR", 20, by="p1"), "not your turn", "p0")
    refused(g, SellShares("CoG", 1, by="p0"))


def auctioned(g: Game) -> Game:
    """All privates sold: p0 has LTR and MRC, p1 W&SR, OSR, p2 M&BR; p0 made the last purchase."""
    play(g, Bid("M&BR", 155, by="p0"), Bid("OSR", 105, by="p1"), Bid("W&SR", 75, by="p2"), Bid("LTR", 20, by="p0"))
    play(g, Bid("MRC", 40, by="p1"))
    return g


def test_3_1_stock_turns_follow_after_who_bought_last() -> None:
    g = auctioned(new("18GA", 3))
    assert g.state.round == "SR 1"
    assert g.deciders() == ["p2"]
    assert [g.state.place[p] for p in ("LTR", "MRC", "W&SR", "OSR", "M&BR")] == ["p0", "p1", "p2", "p1", "p0"]
    assert shares.held(g, "p0", "CoG") == 1


def test_2_1_share_with_the_macon_and_birmingham_counts_for_the_float() -> None:
    """Trap 5."""
    g = auctioned(new("18GA", 3))
    play(g, Par("CoG", 70, by="p2"))
    assert g.state.cash["p2"] == 600 - 75 - 140
    play(g, Pass(by="p2"), BuyShare("CoG", "ipo", by="p0"), Pass(by="p0"))
    play(g, BuyShare("CoG", "ipo", by="p1"), Pass(by="p1"))
    assert not g.company("CoG").floated
    play(g, Pass(by="p2"), BuyShare("CoG", "ipo", by="p0"))
    assert g.company("CoG").floated
    assert g.state.cash["CoG"] == 700


def test_2_1_resale_of_the_macon_and_birmingham_carries_no_share() -> None:
    """Trap 6."""
    g = auctioned(new("18GA", 3))
    play(g, Pass(by="p2"), SellPrivate("M&BR", "p1", 100, by="p0"))
    assert g.deciders() == ["p1"]
    play(g, Answer(True, by="p1"))
    assert g.state.place["M&BR"] == "p1"
    assert shares.held(g, "p0", "CoG") == 1
    assert g.deciders() == ["p0"]  # a sale: his turn goes on


def test_3_2_a_declined_offer_changes_nothing() -> None:
    g = auctioned(new("18GA", 3))
    play(g, Pass(by="p2"), SellPrivate("M&BR", "p1", 100, by="p0"), Answer(False, by="p1"))
    assert g.state.place["M&BR"] == "p0"
    assert g.deciders() == ["p0"]


def test_3_2_a_1_no_sale_in_the_first_round_unless_a_lap_was_needed() -> None:
    g = auctioned(new("18GA", 3))
    play(g, Par("CoG", 55, by="p2"))
    refused(g, SellShares("CoG", 1, by="p2"), "first stock round", "18GA 3.2(a)(1)")
    for options, allowed in (((), True), (("no_first_sale",), False)):
        g = new("18GA", 3, *options)
        play(g, *[Pass(by=f"p{i}") for i in range(3)])
        play(g, Bid("M&BR", 155, by="p0"), Bid("OSR", 105, by="p1"), Bid("W&SR", 75, by="p2"), Bid("LTR", 15, by="p0"))
        play(g, Bid("MRC", 40, by="p1"), Par("CoG", 55, by="p2"), Pass(by="p2"))
        play(g, BuyShare("CoG", "ipo", by="p0"))
        assert ("SellShares" in verbs(g, "p0")) is allowed


# ---------------------------------------------------------------------- 3.2 sales and purchases


def test_3_2_a_sale_is_paid_whole_at_the_old_price() -> None:
    """Trap 7: a block at once, then one by one."""
    for blocks, received in (((2,), 220), ((1, 1), 210)):
        g = new("18GA", 3)
        start(g, "GA", 110)
        own(g, "p1", "GA", 4, president=True)
        own(g, "p0", "GA", 2)
        stock(g)
        before = g.state.cash["p0"]
        play(g, *[SellShares("GA", n, by="p0") for n in blocks])
        assert g.state.cash["p0"] - before == received
        assert (where(g, "GA"), price(g, "GA")) == ("2,5", 90)


def test_3_2_a_ragged_bottom_stops_the_marker() -> None:
    """Trap 8."""
    g = new("18GA", 3)
    start(g, "GA", 110, "3,10")
    own(g, "p1", "GA", 4, president=True)
    own(g, "p0", "GA", 3)
    stock(g)
    play(g, SellShares("GA", 3, by="p0"))
    assert g.state.cash["p0"] == 600 + 405
    assert where(g, "GA") == "3,10"


def test_3_5_half_a_presidents_certificate() -> None:
    """Trap 10."""
    g = new("18GA", 3)
    start(g, "G&F", 55, "1,1")
    own(g, "p0", "G&F", 3, president=True)
    own(g, "p1", "G&F", 2)
    own(g, "p2", "G&F", 1)
    start(g, "CoG", 55)
    own(g, "p1", "CoG", 2, president=True)
    stock(g)
    play(g, SellShares("G&F", 2, by="p0"))
    assert g.state.cash["p0"] == 720
    assert shares.held(g, "pool", "G&F") == 2
    assert shares.held(g, "p0", "G&F") == 1
    assert g.president("G&F") == "p1"
    assert g.state.place["G&F.0"] == "p1"
    assert shares.held(g, "p1", "G&F") == 2
    assert (where(g, "G&F"), price(g, "G&F")) == ("3,1", 50)
    refused(g, BuyShare("G&F", "pool", by="p0"), "has sold", "18GA 3.2")
    play(g, BuyShare("CoG", "ipo", by="p0"))


def test_3_2_a_3_president_cannot_leave_without_successor() -> None:
    g = new("18GA", 3)
    start(g, "G&F", 55)
    own(g, "p0", "G&F", 3, president=True)
    own(g, "p1", "G&F", 1)
    stock(g)
    play(g, SellShares("G&F", 1, by="p0"))
    refused(g, SellShares("G&F", 1, by="p0"), "nobody else", "18GA 3.2(a)(3)")


def test_3_5_tie_after_a_sale_goes_clockwise() -> None:
    """Trap 11."""
    g = new("18GA", 3)
    start(g, "G&F", 70)
    own(g, "p0", "G&F", 4, president=True)
    own(g, "p1", "G&F", 3)
    own(g, "p2", "G&F", 3)
    stock(g)
    play(g, SellShares("G&F", 1, by="p0"))
    assert g.president("G&F") == "p0"  # nobody has strictly more
    play(g, SellShares("G&F", 1, by="p0"))
    assert g.president("G&F") == "p1"


def test_3_5_equal_by_buying_is_no_change() -> None:
    g = new("18GA", 3)
    start(g, "G&F", 70)
    own(g, "p1", "G&F", 3, president=True)
    own(g, "p0", "G&F", 2)
    stock(g)
    play(g, BuyShare("G&F", "ipo", by="p0"))
    assert g.president("G&F") == "p1"


def test_3_2_a_2_market_holds_at_most_half() -> None:
    """Trap 12."""
    g = new("18GA", 3)
    start(g, "GA", 70)
    own(g, "p1", "GA", 3, president=True)
    own(g, "p0", "GA", 3)
    own(g, "pool", "GA", 4)
    stock(g)
    refused(g, SellShares("GA", 2, by="p0"), "50%", "18GA 3.2(a)(2)")
    play(g, SellShares("GA", 1, by="p0"))


def test_3_3_a_sixty_percent() -> None:
    g = new("18GA", 3)
    start(g, "GA", 55)
    own(g, "p0", "GA", 6, president=True)
    stock(g)
    refused(g, BuyShare("GA", "ipo", by="p0"), "60%", "18GA 3.3(a)")


def test_3_2_one_purchase_before_or_after_all_sales() -> None:
    g = new("18GA", 3)
    for company in ("GA", "SAL"):
        start(g, company, 55)
        own(g, "p1", company, 3, president=True)
        own(g, "p0", company, 2)
    stock(g)
    play(g, SellShares("GA", 1, by="p0"), BuyShare("SAL", "ipo", by="p0"))
    assert g.deciders() == ["p1"]  # nothing is left to do: the turn ended by itself
    stock(g)
    play(g, BuyShare("SAL", "ipo", by="p0"), SellShares("SAL", 1, by="p0"))
    refused(g, BuyShare("GA", "ipo", by="p0"), "18GA 3.2")


def test_3_3_b_yellow_zone_and_the_way_out_of_being_over_the_limit() -> None:
    """Trap 25."""
    g = new("18GA", 3)
    for company, count in (("ACL", 6), ("CoG", 6), ("SAL", 4)):
        start(g, company, 70)
        own(g, "p0", company, count, president=company != "SAL")
    own(g, "p1", "SAL", 5, president=True)
    g.state.place["LTR"] = "p0"
    start(g, "G&F", 55, "3,0")
    own(g, "p1", "G&F", 4, president=True)
    g.state.cash["p0"] = 500
    stock(g)
    assert shares.count_for_limit(g, "p0") == 15
    refused(g, BuyShare("SAL", "ipo", by="p0"), "limit is 15", "18GA 3.3(b)")
    for i in range(3):
        stock(g)
        play(g, BuyShare("G&F", "ipo", by="p0"))
        assert shares.count_for_limit(g, "p0") == 15, i
    g.state.market = {c: p for c, p in g.state.market.items() if "G&F" not in p} | {"3,2": ["G&F"]}
    stock(g)
    assert shares.count_for_limit(g, "p0") == 18
    assert verbs(g, "p0") == {"SellShares", "SellPrivate"}
    refused(g, Pass(by="p0"), "sell first", "18GA 3.3(b)")
    play(g, SellShares("G&F", 1, by="p0"))
    assert shares.count_for_limit(g, "p0") == 15
    play(g, Pass(by="p0"))


def test_3_6_sold_out_companies_rise_and_the_priority_deal_moves() -> None:
    g = new("18GA", 3)
    start(g, "GA", 70)
    own(g, "p0", "GA", 5, president=True)
    own(g, "p1", "GA", 4)
    stock(g, "p2")
    play(g, BuyShare("GA", "ipo", by="p2"))
    for player in ("p2", "p0", "p1", "p2"):
        if g.deciders() == [player]:
            play(g, Pass(by=player))
    assert next((e.old, e.new, e.why) for e in g.events if isinstance(e, PriceMoved)) == ("2,3", "1,3", "sold out")
    assert g.state.priority == "p0"


# ---------------------------------------------------------------------- 4 operating rounds


def earned(g: Game, company: str, revenue: int) -> None:
    g.company(company).ran = (Run("2-1", ("F6.a", "D4.a"), (), revenue),)
    g.company(company).earned = revenue


def test_4_2_4_row_ends_lead_up_and_300_ends_the_game() -> None:
    """Trap 9."""
    g = new("18GA", 3)
    start(g, "GA", 110, "1,14")
    own(g, "p0", "GA", 5, president=True)
    earned(g, "GA", 100)
    operate(g, "GA", Dividend("GA"))
    play(g, PayDividend("full", by="p0"))
    assert (where(g, "GA"), price(g, "GA")) == ("0,14", 275)
    earned(g, "GA", 100)
    operate(g, "GA", Dividend("GA"))
    play(g, PayDividend("full", by="p0"))
    assert price(g, "GA") == 300
    assert g.state.over == "price"


def test_4_2_4_left_at_the_edge_goes_down_and_the_corner_stays() -> None:
    """Trap 23: from 70 to 60 in the first turn, in which it cannot run; and the edges of trap 9."""
    for before, after in (("2,0", "3,0"), ("6,0", "6,0"), ("2,3", "2,2")):
        g = new("18GA", 3)
        start(g, "GA", 70, before)
        own(g, "p0", "GA", 5, president=True)
        operate(g, "GA", Dividend("GA"), LastChance("GA"))
        assert where(g, "GA") == after


def test_4_2_4_dividends_by_share_and_the_markets_to_the_treasury() -> None:
    """Trap 17."""
    g = new("18GA", 3)
    start(g, "GA", 70)
    own(g, "p0", "GA", 5, president=True)
    own(g, "p1", "GA", 2)
    own(g, "pool", "GA", 1)
    earned(g, "GA", 190)
    before = dict(g.state.cash)
    operate(g, "GA", Dividend("GA"))
    play(g, PayDividend("full", by="p0"))
    paid = {k: v - before[k] for k, v in g.state.cash.items() if v != before[k]}
    assert paid == {"p0": 95, "p1": 38, "GA": 19, "bank": -152}
    assert where(g, "GA") == "2,4"


def test_4_2_4_withheld_goes_to_the_treasury() -> None:
    g = new("18GA", 3)
    start(g, "GA", 70)
    own(g, "p0", "GA", 5, president=True)
    earned(g, "GA", 190)
    operate(g, "GA", Dividend("GA"))
    refused(g, PayDividend("half", by="p0"), "pay out or withhold", "18GA 4.2.4")
    play(g, PayDividend("none", by="p0"))
    assert g.state.cash["GA"] == 190
    assert where(g, "GA") == "2,2"


def test_4_b_order_by_price_then_right_then_arrival() -> None:
    """Trap 24."""
    g = new("18GA", 3)
    for company in ("GA", "SAL"):
        start(g, company, 55, "1,3")
        own(g, "p0", company, 3, president=True)
        own(g, "p1", company, 2)
    assert operating_order(g) == ["GA", "SAL"]
    for kind, revenue in (("full", 100), ("none", 100)):
        earned(g, "GA", revenue)
        operate(g, "GA", Dividend("GA"))
        play(g, PayDividend(kind, by="p0"))
    assert where(g, "GA") == "1,3"
    assert operating_order(g) == ["SAL", "GA"]
    g.state.market = {"1,3": ["SAL"], "1,4": ["GA"]}
    stock(g, "p1")
    play(g, SellShares("GA", 1, by="p1"))
    assert (where(g, "GA"), price(g, "GA")) == ("2,4", 80)
    assert operating_order(g) == ["GA", "SAL"]


def test_4_2_5_f_one_bank_train_a_turn_before_the_first_four() -> None:
    g = new("18GA", 3)
    start(g, "GA", 110, cash=1000)
    own(g, "p0", "GA", 5, president=True)
    operate(g, "GA", BuyTrains("GA"))
    play(g, BuyTrain("2-1", 100, by="p0"))
    assert "BuyTrain" not in verbs(g, "p0")


def test_4_2_5_g_limit_before_rust() -> None:
    """Trap 15: a full company may not buy the first 4; one below the limit may, and then another at once."""
    g = new("18GA", 3)
    start(g, "GA", 110, cash=900)
    own(g, "p0", "GA", 5, president=True)
    phase(g, "3")
    train(g, "GA", "2-1", "2-2", "2-3", "3-1")
    train(g, "gone", "3-2", "3-3", "3-4")
    step = BuyTrains("GA")
    assert "limit is 4" in str(step.refuse(g, BuyTrain("4-1", 300, by="p0")))
    operate(g, "GA", BuyTrains("GA"))
    assert "BuyTrain" not in verbs(g, "p0")
    train(g, "gone", "2-3")
    operate(g, "GA", BuyTrains("GA"))
    play(g, BuyTrain("4-1", 300, by="p0"))
    assert [c for c, p in g.state.place.items() if p == "GA" and "-" in c] == ["3-1", "4-1"]
    play(g, BuyTrain("4-2", 300, by="p0"))
    assert g.state.cash["GA"] == 300


def test_4_2_5_g_discards_when_the_limit_falls() -> None:
    """Trap 16."""
    g = new("18GA", 3)
    for company in ("ACL", "CoG", "GA"):
        start(g, company, 110, cash=1000)
        own(g, "p0" if company == "ACL" else "p1", company, 5, president=True)
    phase(g, "4")
    train(g, "ACL", "3-1", "4-1")
    train(g, "CoG", "3-2", "3-3", "4-2")
    train(g, "gone", "3-4", "4-3")
    operate(g, "ACL", BuyTrains("ACL"))
    play(g, BuyTrain("5-1", 450, by="p0"))
    assert g.state.phase == "5"
    assert g.deciders() == ["p0"]
    refused(g, Pass(by="p0"), "over the train limit", "18GA 4.2.5(g)")
    play(g, DiscardTrain("3-1", by="p0"))
    assert g.deciders() == ["p1"]
    play(g, DiscardTrain("3-2", by="p1"))
    assert g.state.place["3-1"] == g.state.place["3-2"] == "pool"
    operate(g, "GA", BuyTrains("GA"))
    play(g, BuyTrain("3-1", 180, by="p1"))
    assert g.state.cash["GA"] == 820


def test_4_2_6_ocilla_southern_train() -> None:
    """Trap 14."""
    cases = (
        (("2-1", "2-2", "2-3", "2-4"), "gone", False),
        (("2-1", "3-1"), "GA", True),
        (("2-1", "2-2", "3-1"), "GA", False),
    )
    for cards, lies, may_buy in cases:
        g = new("18GA", 3)
        start(g, "GA", 110, cash=500)
        own(g, "p0", "GA", 5, president=True)
        g.state.place["OSR"] = "p0"
        phase(g, "3")
        train(g, "GA", *cards)
        operate(g, "GA", BuyTrains("GA"), LastChance("GA"))
        play(g, TakePrivate("OSR", 50, by="p0"))
        assert g.state.place["2-6"] == lies, cards
        assert ("BuyTrain" in verbs(g, "p0")) is may_buy, cards


def test_4_2_6_price_range_phase_and_consent() -> None:
    g = new("18GA", 3)
    start(g, "GA", 110, cash=500)
    own(g, "p0", "GA", 5, president=True)
    g.state.place["OSR"] = "p1"
    phase(g, "2")
    operate(g, "GA", BuyTrains("GA"), LastChance("GA"))
    refused(g, TakePrivate("OSR", 100, by="p0"), "in this phase", "18GA 4.2.6")
    phase(g, "3")
    operate(g, "GA", LastChance("GA"))
    refused(g, TakePrivate("OSR", 151, by="p0"), "from $50 to $150", "18GA 4.2.6")
    play(g, TakePrivate("OSR", 150, by="p0"))
    assert g.deciders() == ["p1"]
    play(g, Answer(True, by="p1"))
    assert g.state.place["OSR"] == "GA"
    assert g.state.cash["p1"] == 750


def test_course_number_of_operating_rounds_is_fixed_when_the_set_begins() -> None:
    """Trap 20."""
    g = new("18GA", 3)
    stock(g, "p0", "SR 1")
    play(g, Pass(by="p0"), Pass(by="p1"))
    phase(g, "3")
    g.state.agenda[0] = RoundSequence("OR", stock=1, set=1, done=1, planned=1)
    g.state.agenda[1:] = []
    settle(g)
    assert g.state.round == "SR 2"
    play(g, Pass(by="p0"), Pass(by="p1"), Pass(by="p2"))
    assert g.state.round == "SR 3"  # no company is floated: both rounds of the set have passed
    sequence = g.state.agenda[0]
    assert isinstance(sequence, RoundSequence)
    assert sequence.planned == 2


def test_course_a_train_bought_in_the_set_does_not_lengthen_it() -> None:
    """Trap 20, of the first 5-train: it comes in the first of two rounds, and there is no third."""
    g = new("18GA", 3)
    start(g, "GA", 110, cash=1000)
    own(g, "p0", "GA", 5, president=True)
    phase(g, "4")
    train(g, "gone", "4-1", "4-2", "4-3")
    operate(g, "GA", BuyTrains("GA"), LastChance("GA"))
    sequence = g.state.agenda[0]
    assert isinstance(sequence, RoundSequence)
    sequence.planned = 2
    settle(g)
    play(g, BuyTrain("5-1", 450, by="p0"))
    assert g.rules.data.phases[g.state.phase].rounds == 3
    rounds = []
    while not g.state.round.startswith("SR"):
        rounds += [g.state.round] if g.state.round not in rounds else []
        play(g, next(iter(next(c for c in g.choices(g.deciders()[0]) if c.kind is Pass))))
    assert rounds == ["OR 2.1", "OR 2.2"]


def forced(g: Game, cash: int, president: int) -> None:
    """CoG in Macon with a route, no train, so many dollars; p0 presides."""
    start(g, "CoG", 110, cash=cash)
    own(g, "p0", "CoG", 5, president=True)
    g.state.cash["p0"] = president
    g.state.tokens["F6.a.0"] = "CoG"
    from game.state import Laid

    g.state.tiles |= {
        "F6": Laid("57", 1),
        "F4": Laid("9", 1),
        "F2": Laid("9", 1),
        "F8": Laid("9", 1),
        "F10": Laid("9", 1),
    }
    g.state.tiles |= {"E7": Laid("58", 0), "F6": Laid("5", 3)}
    phase(g, "6")
    train(g, "gone", *[c for c in g.rules.data.train_cards if c[0] in "2345"], "6-1")
    g.changed()


def test_4_2_5_1_president_helps_with_the_cheapest_train_only() -> None:
    """Trap 21."""
    g = new("18GA", 3)
    forced(g, 487, 1000)
    operate(g, "CoG", BuyTrains("CoG"))
    refused(g, Pass(by="p0"), "must own a train", "18GA 4.2.5.1")
    refused(g, BuyTrain("8-1", 800, by="p0"))
    play(g, BuyTrain("6-2", 630, by="p0"))
    assert (g.state.cash["CoG"], g.state.cash["p0"]) == (0, 857)


def test_4_2_5_1_d_no_more_is_sold_than_needed() -> None:
    """Trap 22."""
    g = new("18GA", 3)
    forced(g, 487, 73)
    start(g, "GA", 55)
    own(g, "p1", "GA", 4, president=True)
    own(g, "p0", "GA", 3)
    operate(g, "CoG", BuyTrains("CoG"))
    refused(g, SellShares("GA", 3, by="p0"), "enough", "18GA 4.2.5.1(d)")
    refused(g, SellShares("CoG", 4, by="p0"))
    play(g, SellShares("GA", 2, by="p0"))
    assert g.state.cash["p0"] == 183
    refused(g, SellShares("GA", 1, by="p0"), "enough money", "18GA 4.2.5.1(d)")
    play(g, BuyTrain("6-2", 630, by="p0"))
    assert g.state.cash["p0"] == 40


def test_4_2_5_1_bankruptcy_ends_the_game_and_forfeits_cash() -> None:
    g = new("18GA", 3)
    forced(g, 10, 20)
    operate(g, "CoG", BuyTrains("CoG"))
    while "SellShares" in verbs(g, "p0"):
        g.play(next(iter(next(c for c in g.choices("p0") if c.kind is SellShares))))
    play(g, Bankrupt(by="p0"))
    assert g.state.over == "bankruptcy"
    assert g.rules.worth(g, "p0")["cash"] == 0


def test_5_a_bank_breaks_in_a_stock_round() -> None:
    """Trap 26: the float is paid, the round finishes, exactly one operating round follows."""
    g = new("18GA", 3)
    start(g, "GA", 90, floated=False)
    own(g, "p0", "GA", 5, president=True)
    g.state.cash["p1"] += g.state.cash["bank"] - 760
    g.state.cash["bank"] = 760
    phase(g, "5")
    stock(g)
    play(g, BuyShare("GA", "ipo", by="p0"))
    assert g.state.cash["bank"] == 760 + 90 - 900
    assert g.state.ending == "bank"
    for player in ("p0", "p1", "p2", "p0"):
        if g.state.round == "SR 2" and g.deciders() == [player]:
            play(g, Pass(by=player))
    while not g.state.over:
        assert g.state.round == "OR 1.1"
        g.play(Pass(by=g.deciders()[0]))
    assert g.state.over == "bank"
