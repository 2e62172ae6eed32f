"""18EU, paragraph by paragraph of the rulebook, and the traps of reading it."""

from __future__ import annotations

import pytest

from game import market, routes, shares, stations, trains
from game.actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    SellShares,
)
from game.events import Passed
from game.rules import Permit
from game.state import Laid
from game.steps.course import Course
from game.steps.dividend import Dividend
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.table import new, operate, own, play, refused, settle, spans, start, stock, verbs
from titles.eu import capital, depot, mergers, pullman, ruin
from titles.eu.final import FinalExchange
from titles.eu.income import MinorIncome
from titles.eu.mergers import Exchange
from titles.eu.treasury import IssueOrRedeem, Redeem


def game(*options, players=3):
    """At the start, p0 first; nobody owns a minor yet."""
    return new("18EU", players, *options)


def give(g, player, minor, cash=0, *more):
    """A minor in a player's hands, its token at home, with further trains."""
    home = g.rules.data.companies[minor].home[0]
    city = home if "." in home else f"{home}.a"
    g.state.place[f"{minor}.0"] = player
    state = g.company(minor)
    state.president, state.floated, state.tokens = player, True, []
    g.state.cash[minor] = cash
    g.state.tokens[f"{city}.{sum(s.startswith(f'{city}.') for s in g.state.tokens)}"] = minor
    for train in more:
        g.state.place[train] = minor
    g.changed()


def corporation(g, name, player, held, par=100, cash=0, *trains_, tokens=(), cell="", floated=True, operated=True):
    """A started corporation: its president's shares, trains and tokens ("B17.a.0")."""
    own(g, player, name, held, president=True)
    start(g, name, par, cell, floated=floated, cash=cash)
    g.company(name).operated = operated
    for slot in tokens:
        g.state.tokens[slot] = name
    g.company(name).tokens = [0] * (5 - len(tokens))
    for train in trains_:
        g.state.place[train] = name
    g.changed()


def pool(g, company, count):
    """Shares of a corporation's treasury into the pool."""
    for card in [c for c in g.state.place if c.startswith(f"{company}.") and g.state.place[c] == "treasury"][-count:]:
        g.state.place[card] = "pool"
    g.changed()


def rail(g, **tiles):
    """Tiles by hex: "57/2"."""
    for hex_id, said in tiles.items():
        tile, _, turned = said.partition("/")
        g.state.tiles[hex_id] = Laid(tile, int(turned or 0))
    g.changed()


def cash(g, **purses):
    """Money of players and companies; what changes comes from or goes to the bank."""
    for who, dollars in purses.items():
        g.state.cash["bank"] += g.state.cash[who] - dollars
        g.state.cash[who] = dollars


def percent(g, place, company):
    return shares.percent(g, place, company)


def phase(g, name):
    g.state.phase = name
    g.changed()


def kinds(g, company):
    return [t.partition("-")[0] for t in trains.owned(g, company)]


def run_of(g, company):
    return routes.best(g, company, keep=1)[0]


# ---------------------------------------------------------------------- 4.2 the sale of the minors


def test_at_the_start_each_minor_has_a_train_and_corporations_their_shares():
    g = game(players=4)
    assert g.state.cash["p0"] == 350
    assert g.state.cash["bank"] == 10600
    assert all(kinds(g, str(n)) == ["2"] for n in range(1, 16))
    assert percent(g, "treasury", "BNR") == 100
    assert [t for t in g.state.place if g.state.place[t] == "pool"] == [f"P-{n}" for n in range(1, 6)]
    assert g.state.round == "Auction"


def test_4_2_1_the_auctioneer_puts_up_a_minor_with_a_bid_or_without():
    g = game(players=4)
    assert g.deciders() == ["p0"]
    assert spans(g, "p0", "1") == (100, 350)
    refused(g, Bid("14", 95, by="p0"), "at least 100", "18EU 4.2.1")
    refused(g, Bid("14", 102, by="p0"), "multiples of 5")
    refused(g, Bid("14", 355, by="p0"), "at most")
    refused(g, Pass(by="p0"), "put up a minor")
    play(g, Bid("14", 100, by="p0"))
    assert g.deciders() == ["p1"]
    refused(g, Bid("14", 100, by="p1"), "at least 105")
    refused(g, Bid("13", 105, by="p1"), "not for sale now")
    play(g, Bid("14", 105, by="p1"), Pass(by="p2"), Pass(by="p3"), Bid("14", 110, by="p0"), Pass(by="p1"))
    assert g.company("14").president == "p0"
    assert g.state.cash["p0"] == 240
    assert g.state.tokens["D13.a.0"] == "14"
    assert g.deciders() == ["p1"]


def test_4_2_1_declining_is_not_passing():
    """Trap 23: who did not open may raise."""
    g = game()
    play(g, Bid("1", 0, by="p0"), Pass(by="p1"), Bid("1", 100, by="p2"))
    assert g.deciders() == ["p0"]
    play(g, Bid("1", 105, by="p0"))
    assert g.deciders() == ["p1"]
    play(g, Pass(by="p1"), Pass(by="p2"))
    assert g.company("1").president == "p0"
    assert g.state.cash["p0"] == 345
    assert g.state.tokens["A10.a.0"] == "1"


def test_4_2_1_without_a_bid_the_price_falls_and_the_auctioneer_is_asked_first():
    g = game()
    play(g, Bid("3", 0, by="p0"), Pass(by="p1"), Pass(by="p2"))
    assert g.deciders() == ["p0"]
    refused(g, Bid("3", 100, by="p0"), "offered for 90, no more and no less")
    play(g, Pass(by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0"), Bid("3", 80, by="p1"))
    assert g.company("3").president == "p1"
    assert g.state.cash["p1"] == 370
    assert g.state.tokens["A10.b.0"] == "3"


def test_4_2_1_the_next_auctioneer_follows_the_last_one_whoever_bought():
    """Trap 24."""
    for buyer in ("p1", "p2"):
        g = game()
        play(g, Bid("3", 0, by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0"))
        if buyer == "p2":
            play(g, Pass(by="p1"))
        play(g, Bid("3", 90, by=buyer))
        assert g.deciders() == ["p1"]


def test_4_2_1_at_nothing_the_auctioneer_must_take_it():
    g = game()
    play(g, Bid("8", 0, by="p0"), Pass(by="p1"), Pass(by="p2"))
    for _ in range(9):
        play(g, Pass(by="p0"), Pass(by="p1"), Pass(by="p2"))
    assert g.company("8").president == "p0"
    assert g.state.cash["p0"] == 450


def test_4_2_1_who_cannot_pay_is_skipped():
    g = game()
    cash(g, p1=60, p2=105)
    play(g, Bid("8", 0, by="p0"))
    assert g.deciders() == ["p2"]
    play(g, Bid("8", 105, by="p2"))
    assert g.deciders() == ["p0"]
    play(g, Pass(by="p0"))
    assert g.company("8").president == "p2"
    cash(g, p0=0, p2=0)  # p1 is the next auctioneer; nobody but he can pay anything, and he only from 60 down
    play(g, Bid("9", 0, by="p1"))
    assert g.deciders() == ["p1"]
    play(g, Bid("9", 60, by="p1"))
    assert g.company("9").president == "p1"


def test_4_2_1_a_bid_that_nobody_can_top_wins_at_once():
    g = game()
    cash(g, p1=100, p2=90)
    play(g, Bid("8", 100, by="p0"))
    assert g.company("8").president == "p0"


def sold_out(*options, players=3):
    """All minors sold: each auctioneer opens with 100 while he can, then takes what is left for nothing."""
    g = game(*options, players=players)
    while g.state.round == "Auction":
        by = g.deciders()[0]
        found = [a for c in g.choices(by) for a in c]
        step = g.asked()
        play(g, Bid(step.unsold(g)[0], 0, by=by) if step.mode == "select" else found[-1])
    return g


@pytest.mark.parametrize(("players", "first"), [(2, "p1"), (3, "p0"), (4, "p3"), (5, "p0"), (6, "p3")])
def test_4_2_1_the_sale_does_not_move_the_priority(players, first):
    """The option does as 18xx.games: the player after the last auctioneer."""
    assert sold_out(players=players).state.priority == "p0"
    assert sold_out("priority_after_auctioneer", players=players).state.priority == first


def test_4_after_the_sale_come_two_operating_rounds_and_then_the_first_stock_round():
    g = sold_out()
    assert g.state.round == "OR 1.1"
    assert next(s.company for s in g.state.agenda if hasattr(s, "company")) == "1"
    assert [c.president for c in g.state.companies.values()].count("") == 8
    rounds = []
    while not g.state.round.startswith("SR"):
        play(g, next(Pass(by=c.by) if c.kind is Pass else c.actions[0] for c in reversed(g.choices())))
        if g.state.round not in rounds:
            rounds.append(g.state.round)
    assert rounds == ["OR 1.1", "OR 1.2", "SR 2"]
    assert g.deciders() == ["p0"]


# ---------------------------------------------------------------------- 4.3 starting and capital


def test_4_3_incremental_capital_before_phase_5():
    """Trap 1."""
    g = game()
    cash(g, p0=660)
    give(g, "p0", "15", 134, "2-1")
    stock(g)
    play(g, Par("BNR", 100, by="p0"))
    assert g.state.cash["p0"] == 460
    assert g.state.cash["BNR"] == 234
    assert kinds(g, "BNR") == ["2", "2"]
    assert percent(g, "p0", "BNR") == 30
    assert percent(g, "treasury", "BNR") == 70
    assert g.company("BNR").tokens == [0, 0, 0, 0]
    assert g.state.tokens["B17.a.0"] == "BNR"
    assert g.company("15").closed
    assert not g.company("BNR").floated
    for player in ("p1", "p2"):
        cash(g, **{player: 500})
        play(g, BuyShare("BNR", "treasury", by=player))
    assert g.company("BNR").floated
    assert g.state.cash["BNR"] == 434
    assert percent(g, "treasury", "BNR") == 50
    assert percent(g, "pool", "BNR") == 0


def test_4_1_3_with_several_minors_the_player_says_which_one():
    g = game()
    give(g, "p0", "15")
    give(g, "p0", "14", 20)
    give(g, "p1", "13")
    stock(g)
    play(g, Par("BNR", 90, by="p0"))
    assert g.deciders() == ["p0"]
    refused(g, PlaceToken("G12", by="p0"), "B17", "18EU 4.3")
    play(g, PlaceToken("D13", by="p0"))
    assert g.company("14").closed
    assert not g.company("15").closed
    assert g.state.tokens["D13.a.0"] == "BNR"
    assert g.state.cash["BNR"] == 180 - 100 + 20


def test_4_3_before_phase_5_a_minor_is_needed():
    g = game()
    cash(g, p0=700)
    corporation(g, "FS", "p1", 3)
    stock(g)
    refused(g, Par("BNR", 100, by="p0"), "need a minor", "18EU 4.1.3")


def test_4_3_underwriting_from_phase_5():
    """Trap 2."""
    g = game()
    cash(g, p0=900, p1=900, p2=900)
    phase(g, "5")
    stock(g)
    play(g, Par("SNCF", 100, by="p0"))
    homes = [a.city for c in g.choices("p0") for a in c]
    assert {"A10.a", "C8", "D7", "B17"} <= set(homes)
    assert not {"G2", "A6", "D1"} & set(homes)
    play(g, PlaceToken("D7", by="p0"))
    assert g.state.cash["SNCF"] == 100
    play(g, BuyShare("SNCF", "treasury", by="p1"), BuyShare("SNCF", "treasury", by="p2"))
    assert g.state.cash["SNCF"] == 300
    assert not g.company("SNCF").floated
    play(g, BuyShare("SNCF", "treasury", by="p0"))
    assert g.company("SNCF").floated
    assert g.state.cash["SNCF"] == 900
    assert percent(g, "treasury", "SNCF") == 0
    assert percent(g, "pool", "SNCF") == 50
    assert market.price(g, "SNCF") == 100


def test_4_3_without_a_free_circle_no_corporation_starts():
    g = game()
    cash(g, p0=900)
    phase(g, "5")
    corporation(g, "DR", "p1", 3)
    for h, data in g.rules.data.hexes.items():
        g.state.tokens |= {f"{h}.{c.name}.0": "FS" for c in data.print.cities}
    stock(g)
    refused(g, Par("SNCF", 100, by="p0"), "no city has a free circle", "18EU 4.3")


def test_4_3_underwriting_also_meets_corporations_started_before():
    """Trap 3."""
    g = game()
    corporation(g, "FS", "p0", 4, 82, 64, tokens=("E18.a.0",), floated=False, operated=False)
    phase(g, "5")
    give(g, "p0", "10", 1)
    g.state.tokens["E18.a.0"] = "10"
    g.state.tokens["E18.b.0"] = "FS"  # in the same hex
    final(g, "p0")
    play(g, Pass(by="p0"))
    assert g.company("FS").floated
    assert g.state.cash["FS"] == 64 + 1 + 5 * 82
    assert percent(g, "pool", "FS") == 50


def final(g, player):
    """The final exchange round, that player first."""
    g.state.round = "FER 4"
    g.state.marks[depot.FINAL] = [player, "done"]
    g.state.agenda = [Course("FER", stock=3, set=3), FinalExchange(player)]
    return settle(g)


# ---------------------------------------------------------------------- 4.4.4, 4.4.5 dividends


@pytest.mark.parametrize(
    ("price", "cell", "revenue", "kind", "each", "kept", "new"),
    [
        (82, "3,3", 130, "full", 13, 0, 90),  # trap 4: the total counts, not each share
        (100, "2,4", 60, "full", 6, 0, 100),
        (180, "0,8", 370, "half", 19, 180, 200),  # trap 5
        (100, "2,4", 190, "half", 10, 90, 110),
        (100, "2,4", 190, "none", 0, 190, 90),
    ],
)
def test_4_4_5_dividends_and_prices(price, cell, revenue, kind, each, kept, new):
    g = game()
    corporation(g, "BNR", "p0", 6, price if price in g.rules.data.pars else 100, cell=cell)
    pool(g, "BNR", 4)
    g.company("BNR").earned = revenue
    assert market.price(g, "BNR") == price
    operate(g, "BNR", Dividend("BNR"))
    before = g.state.cash["p0"]
    g.play(PayDividend(kind, by="p0"))
    assert g.state.cash["p0"] - before == 6 * each
    assert g.state.cash["BNR"] == kept
    assert market.price(g, "BNR") == new


def test_4_4_5_treasury_shares_earn_for_the_corporation():
    """Trap 6."""
    g = game()
    corporation(g, "BNR", "p0", 5)
    g.company("BNR").earned = 160
    operate(g, "BNR", Dividend("BNR"))
    play(g, PayDividend("full", by="p0"))
    assert g.state.cash["BNR"] == 80
    assert g.state.cash["p0"] == 450 + 80


def test_4_4_4_a_minor_always_pays_half():
    g = game()
    give(g, "p1", "7", 10)
    g.company("7").earned = 70
    operate(g, "7", MinorIncome("7"))
    assert g.state.cash["7"] == 45
    assert g.state.cash["p1"] == 485


def test_3_2_right_at_the_end_of_a_row_goes_up():
    """Trap 8."""
    g = game()
    corporation(g, "FS", "p0", 5, 90, cell="4,5")
    g.company("FS").earned = 110
    operate(g, "FS", Dividend("FS"))
    play(g, PayDividend("full", by="p0"))
    assert market.where(g, "FS") == "3,5"
    assert market.price(g, "FS") == 100


def test_4_4_of_equal_prices_the_cell_further_right_operates_first():
    """Trap 9."""
    g = game()
    corporation(g, "FS", "p0", 5, cell="2,5")
    corporation(g, "AIRS", "p1", 5, cell="3,6")
    assert market.price(g, "FS") == market.price(g, "AIRS") == 110
    give(g, "p2", "9")
    give(g, "p2", "2")
    assert g.rules.order(g) == ["2", "9", "AIRS", "FS"]


# ---------------------------------------------------------------------- 4.4.8 the treasury


def test_4_4_8_issuing_pays_the_old_price_and_the_drop_stops_at_the_bottom_of_the_column():
    """Trap 7."""
    g = game()
    corporation(g, "RPR", "p0", 5, cell="2,6")
    assert market.price(g, "RPR") == 122
    operate(g, "RPR", IssueOrRedeem("RPR"))
    play(g, SellShares("RPR", 4, by="p0"))
    assert g.state.cash["RPR"] == 488
    assert market.where(g, "RPR") == "3,6"
    assert percent(g, "pool", "RPR") == 40
    operate(g, "RPR", IssueOrRedeem("RPR"))
    refused(g, SellShares("RPR", 2, by="p0"), "1 shares at most", "18EU 4.4.8")
    play(g, SellShares("RPR", 1, by="p0"))
    assert market.where(g, "RPR") == "3,6"


def test_4_4_8_in_its_first_operation_a_corporation_redeems_but_does_not_issue():
    """Trap 27; on 18xx.games it does neither."""
    g = game()
    corporation(g, "SNCF", "p0", 5, 90, 400, operated=False)
    pool(g, "SNCF", 5)
    operate(g, "SNCF", IssueOrRedeem("SNCF"))
    refused(g, SellShares("SNCF", 1, by="p0"), "first operation")
    refused(g, Redeem(5, by="p0"), "4 shares at most")
    play(g, Redeem(4, by="p0"))
    assert g.state.cash["SNCF"] == 40
    assert market.price(g, "SNCF") == 90
    assert percent(g, "treasury", "SNCF") == 40

    g = game()
    corporation(g, "BNR", "p0", 5, operated=False)
    operate(g, "BNR", IssueOrRedeem("BNR"))
    assert not g.choices("p0") or "Redeem" not in verbs(g, "p0")

    g = game("no_first_redemption")
    corporation(g, "SNCF", "p0", 5, 90, 400, operated=False)
    pool(g, "SNCF", 5)
    operate(g, "SNCF", IssueOrRedeem("SNCF"))
    assert "Redeem" not in verbs(g, "p0")


# ---------------------------------------------------------------------- 4.4.6, 4.4.9 trains and Pullman cars


def no_minors(g):
    """The minors are gone; their trains as well."""
    for n in range(1, 16):
        g.state.place[f"{n}.0"] = "gone"
        g.company(str(n)).closed = True
        g.state.place[f"2-{n}"] = "gone"
    g.changed()


def bought(g, kind):
    """All trains of a kind are out of the depot."""
    for card in g.rules.data.train_cards:
        if card.partition("-")[0] == kind and g.state.place[card] == "depot":
            g.state.place[card] = "gone"
    g.changed()


def test_4_4_9_rust_leaves_no_lone_pullman():
    """Trap 10."""
    g = game()
    no_minors(g)
    bought(g, "3")
    corporation(g, "DR", "p0", 5, 100, 0, "2-1", "2-2", "P-1", tokens=("D3.a.0",))
    corporation(g, "BNR", "p1", 5, 100, 400, tokens=("C8.a.0",))
    phase(g, "3")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("4-1", 300, by="p1"))
    assert g.state.phase == "4"
    assert trains.owned(g, "DR") == []
    assert g.state.place["P-1"] == "pool"


def test_4_4_9_selling_the_last_ordinary_train_loses_the_pullman():
    """Trap 11."""
    g = game()
    no_minors(g)
    corporation(g, "BNR", "p1", 5, 100, 0, "3-1", "P-1", tokens=("C8.a.0",))
    corporation(g, "DR", "p0", 5, 100, 200, tokens=("D3.a.0",))
    phase(g, "3")
    operate(g, "DR", BuyTrains("DR"))
    refused(g, BuyTrain("P-1", 10, "BNR", by="p0"), "do not change hands", "18EU 4.4.9")
    play(g, BuyTrain("3-1", 70, "BNR", by="p0"))
    assert g.deciders() == ["p1"]
    play(g, Answer(True, by="p1"))
    assert kinds(g, "DR") == ["3"]
    assert g.state.place["P-1"] == "pool"
    assert g.state.cash["BNR"] == 70


def test_4_4_9_a_pullman_is_bought_from_phase_3_on_by_a_company_with_a_train_once_a_turn():
    g = game()
    corporation(g, "BNR", "p0", 5, 100, 900, "2-1", tokens=("C8.a.0",))
    operate(g, "BNR", BuyTrains("BNR"))
    refused(g, BuyTrain("P-1", 100, by="p0"), "from phase 3 on", "18EU 4.4.9")
    phase(g, "3")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("P-1", 100, by="p0"))
    refused(g, BuyTrain("P-2", 100, by="p0"), "has a Pullman already")
    g.state.place["2-1"] = g.state.place["P-1"] = "pool"
    settle(g)
    refused(g, BuyTrain("P-1", 100, by="p0"), "no train")
    g.state.place["2-1"] = "BNR"
    settle(g)
    refused(g, BuyTrain("P-1", 100, by="p0"), "bought a Pullman in this turn")


def test_4_4_9_at_the_limit_a_pullman_goes_for_a_train():
    """It must have been there when the turn began; with free_pullman_discard it is given up beforehand."""
    g = game()
    no_minors(g)
    bought(g, "3")
    bought(g, "4")
    corporation(g, "BNR", "p0", 5, 100, 900, "5-1", "P-1", tokens=("C8.a.0",))
    phase(g, "5")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("5-2", 500, by="p0"))
    assert kinds(g, "BNR") == ["5", "5"]
    assert g.state.place["P-1"] == "pool"

    g = game()
    no_minors(g)
    bought(g, "3")
    bought(g, "4")
    corporation(g, "BNR", "p0", 5, 100, 900, "5-1", tokens=("C8.a.0",))
    phase(g, "5")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("P-1", 100, by="p0"))
    assert kinds(g, "BNR") == ["5", "P"]
    assert g.asked().key == "stock"

    g = game("free_pullman_discard")
    no_minors(g)
    corporation(g, "BNR", "p0", 5, 100, 900, "5-1", "P-1", tokens=("C8.a.0",))
    phase(g, "5")
    operate(g, "BNR", pullman.OfferPullman("BNR"), BuyTrains("BNR"))
    play(g, DiscardTrain("P-1", by="p0"))
    assert kinds(g, "BNR") == ["5"]
    assert Pass(by="p0") in [a for c in g.choices("p0") for a in c]


def test_4_4_3_after_a_change_of_phase_the_buyer_discards_first_then_the_others_in_operating_order():
    """FS is worth most, then the buyer BNR, then DR, whose Pullman goes unasked."""
    g = game("extra_three")
    no_minors(g)
    corporation(g, "DR", "p0", 5, 100, 0, "3-1", "4-3", "P-1", tokens=("D3.a.0",), cell="3,4")
    corporation(g, "BNR", "p1", 5, 100, 600, "3-5", "4-1", tokens=("C8.a.0",))
    corporation(g, "FS", "p2", 5, 100, 0, "3-3", "3-4", "4-2", tokens=("E18.a.0",), cell="2,5")
    bought(g, "3")
    bought(g, "4")
    phase(g, "4")
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("5-1", 500, by="p1"))
    assert (g.deciders(), g.asked().company) == (["p1"], "BNR")
    refused(g, Pass(by="p1"), "must discard first")
    play(g, DiscardTrain("3-5", by="p1"))
    assert kinds(g, "DR") == ["3", "4"]
    assert g.state.place["P-1"] == "pool"
    assert (g.deciders(), g.asked().company) == (["p2"], "FS")
    play(g, DiscardTrain("4-2", by="p2"))
    assert (g.deciders(), g.asked().key) != (["p1"], "discard")
    assert kinds(g, "FS") == ["3", "3"]
    assert g.state.marks[depot.FINAL][0] == "p1"


def test_4_4_9_over_the_limit_the_pullman_goes_first():
    """Trap 12: BNR has a Pullman and a 3; minors with a 3 and a 4 merge in the final exchange."""
    g = game()
    corporation(g, "BNR", "p0", 5, 100, 0, "3-1", "P-1", tokens=("C8.a.0", "D3.a.0"))
    phase(g, "5")
    for n in range(1, 16):
        g.state.place[f"2-{n}"] = "gone"
    give(g, "p0", "2", 0, "3-2")
    give(g, "p0", "12", 0, "4-1")
    final(g, "p0")
    while "DiscardTrain" not in verbs(g, "p0"):
        play(g, next(a for c in g.choices("p0") for a in c if isinstance(a, Exchange)))
    assert g.state.round == "FER 4"
    assert g.state.place["P-1"] == "pool"
    assert kinds(g, "BNR") == ["3", "3", "4"]
    play(g, DiscardTrain("4-1", by="p0"))
    assert kinds(g, "BNR") == ["3", "3"]


# ---------------------------------------------------------------------- 4.1.2, 4.2.2 exchange of minors


def test_4_1_2_which_minors_may_not_be_exchanged():
    g = game()
    corporation(g, "BNR", "p1", 3, 100, 100, "2-14", tokens=("C8.a.0",), floated=False, operated=False)
    give(g, "p0", "12", 30)
    give(g, "p0", "8")
    cash(g, p0=500)
    stock(g)
    refused(g, Exchange("8", "BNR", by="p0"), "not connected", "18EU 4.1.2")
    refused(g, Exchange("14", "BNR", by="p0"), "no minor")
    refused(g, Exchange("12", "FS", by="p0"), "not been started")


def joined(*options):
    """Minor 12 (p0, Amsterdam) and BNR (p1, Brussels) on one line."""
    g = game(*options)
    corporation(g, "BNR", "p1", 3, 100, 100, tokens=("C8.a.0",), floated=False, operated=False)
    give(g, "p0", "12", 30)
    rail(g, C8="202/3", C6="4/0", C4="58/4", D3="202/1")
    return g


def test_4_3_minors_are_joined_by_track():
    g = joined()
    assert mergers.connected(g, "12") == ["BNR"]
    g.state.tiles["C6"] = Laid("4", 1)
    g.changed()
    assert mergers.connected(g, "12") == []


def test_4_3_the_president_of_the_corporation_decides_about_the_token_in_the_other_players_turn():
    """Trap 15."""
    g = joined()
    stock(g)
    assert "Exchange" in verbs(g, "p0")
    play(g, Exchange("12", "BNR", by="p0"))
    assert percent(g, "p0", "BNR") == 10
    assert g.state.cash["BNR"] == 130
    assert kinds(g, "BNR") == ["2"]
    assert g.deciders() == ["p1"]
    refused(g, Pass(by="p0"), "not your turn")
    play(g, PlaceToken("D3", by="p1"))
    assert g.state.tokens["D3.a.0"] == "BNR"
    assert g.company("BNR").tokens == [0, 0, 0]
    assert g.company("12").closed
    assert g.deciders() == ["p1"]
    assert g.asked().key == "stock"


def test_4_3_the_token_may_be_dropped_and_is_without_a_spare_one():
    g = joined()
    stock(g)
    play(g, Exchange("12", "BNR", by="p0"), Pass(by="p1"))
    assert "D3.a.0" not in g.state.tokens
    g = joined()
    g.company("BNR").tokens = []
    stock(g)
    play(g, Exchange("12", "BNR", by="p0"))
    assert g.asked().key == "stock"
    assert "D3.a.0" not in g.state.tokens


def test_4_1_2_only_before_the_corporation_has_operated():
    g = joined()
    g.company("BNR").operated = True
    stock(g)
    assert "Exchange" not in verbs(g, "p0")
    refused(g, Exchange("12", "BNR", by="p0"), "has operated", "18EU 4.1.2")


def test_4_3_in_the_same_hex_no_track_is_needed():
    g = game()
    corporation(g, "BNR", "p1", 3, tokens=("A10.b.0",), floated=False, operated=False)
    give(g, "p0", "1")
    assert mergers.connected(g, "1") == ["BNR"]


@pytest.mark.parametrize(("options", "found"), [((), []), (("connect_through_hex",), ["BNR"])])
def test_4_3_no_way_leads_through_two_cities_of_one_hex(options, found):
    """Trap 19: Brussels, Lille, the north of Paris, round to its south, Dijon, Lyon."""
    g = game(*options)
    corporation(g, "BNR", "p1", 3, tokens=("B17.a.0",), floated=False, operated=False)
    give(g, "p0", "2")
    rail(g, C8="201/1", B7="58/5", A8="8/4", A10="580/3", B9="7/0", B11="7/2", A12="8/3", B13="58/0", B15="9/0")
    rail(g, B17="201/3")
    assert mergers.connected(g, "2") == found
    g.state.tokens["A10.a.0"] = "FS"  # a filled city is the end of every way
    g.changed()
    assert mergers.connected(g, "2") == []


def test_3_1_an_exchange_needs_no_certificate_and_may_exceed_sixty_percent():
    """Traps 25 and 26."""
    g = joined()
    for card in [c for c in g.state.place if c.startswith("BNR.") and g.state.place[c] == "treasury"][:6]:
        g.state.place[card] = "p0"
    g.changed()
    assert percent(g, "p0", "BNR") == 60
    stock(g)
    play(g, Exchange("12", "BNR", by="p0"))
    assert percent(g, "p0", "BNR") == 70
    assert g.company("BNR").president == "p0"
    # he cannot sell until it has operated, and that is no obstacle to anything else
    if g.asked().key == "replace":
        play(g, Pass(by="p0"))
    g.company("BNR").operated, g.company("BNR").floated = False, True
    give(g, "p0", "13")
    stock(g)
    assert "Par" in verbs(g, "p0")
    g.company("BNR").operated = True
    stock(g)
    assert verbs(g, "p0") == {"SellShares"}
    refused(g, Pass(by="p0"), "more of BNR than 60%", "18EU 3.1")
    refused(g, Par("FS", 70, by="p0"), "more of BNR")
    play(g, SellShares("BNR", 1, by="p0"))
    assert "Par" in verbs(g, "p0")


def test_3_1_minors_count_as_certificates():
    """Trap 25: starting with a minor is net one certificate, so it is legal at the limit less one."""
    for options, players in (((), 4), (("minors_not_counted",), 4)):
        g = game(*options, players=players)
        names = iter(["FS", "DR", "RPR", "AIRS"])
        for name in names:
            corporation(g, name, "p1", 2)
            own(g, "p0", name, 4 if name != "AIRS" else 1)
        give(g, "p0", "15")
        give(g, "p0", "14")
        assert shares.counted(g, "p0") == (15 if not options else 13)
        cash(g, p0=500)
        stock(g)
        play(g, Par("BNR", 100, by="p0"), PlaceToken("B17", by="p0"))
        assert shares.counted(g, "p0") == (16 if not options else 15)
    g = game(players=4)
    for name in ("FS", "DR", "RPR", "AIRS"):
        corporation(g, name, "p1", 2)
        own(g, "p0", name, 4 if name != "AIRS" else 2)
    give(g, "p0", "15")
    give(g, "p0", "14")
    corporation(g, "BNR", "p2", 2, tokens=("C16.a.0",), operated=False)
    g.state.tokens["D13.a.1"] = "BNR"
    cash(g, p0=500)
    stock(g)
    refused(g, BuyShare("BNR", "treasury", by="p0"), "limit is 16", "18EU 3.1")
    assert Exchange("14", "BNR", by="p0") in [a for c in g.choices("p0") for a in c]


def test_4_2_2_in_the_final_exchange_connections_are_tested_anew_each_turn():
    """Trap 13: Lyon - Strasbourg - Zürich - Munich. Minor 14 bars the way until BNR's token takes the place of its own."""
    g = game()
    corporation(g, "BNR", "p1", 5, tokens=("B17.a.0",))
    own(g, "p2", "BNR", 1)
    give(g, "p0", "14")
    give(g, "p0", "13")
    rail(g, B17="201/3", B15="8/4", C14="9/1", D13="202/5", E14="58/2", F13="9/1", G12="201/1")
    phase(g, "5")
    final(g, "p0")
    assert mergers.connected(g, "13") == []
    refused(g, Exchange("13", "BNR", by="p0"), "not connected")
    play(g, Exchange("14", "BNR", by="p0"), PlaceToken("D13", by="p1"))
    assert g.asked().key == "replace"  # minor 13 had one way only; its token is asked about
    assert g.asked().minor == "13"
    assert percent(g, "p0", "BNR") == 20


def test_4_2_2_a_share_from_the_pool_brings_the_corporation_nothing():
    """Trap 14."""
    g = game()
    corporation(g, "RPR", "p1", 5, 100, 55, tokens=("J7.a.0",))
    pool(g, "RPR", 4)
    own(g, "p2", "RPR", 1)
    assert percent(g, "treasury", "RPR") == 0
    give(g, "p0", "7", 175)
    give(g, "p2", "9")
    g.state.tokens["J5.a.1"] = "RPR"
    g.changed()
    phase(g, "5")
    bank = g.state.cash["bank"]
    final(g, "p0")
    assert percent(g, "p0", "RPR") == 10
    assert percent(g, "p2", "RPR") == 20
    assert percent(g, "pool", "RPR") == 20
    assert g.state.cash["RPR"] == 55
    assert g.state.cash["bank"] == bank + 175
    assert g.state.place["2-7"] == "pool"
    assert "7" not in g.state.tokens.values()


def test_4_2_2_the_round_comes_before_the_next_stock_round_and_begins_with_the_buyers_owner():
    g = game(players=4)
    give(g, "p1", "8")
    give(g, "p2", "12")
    give(g, "p2", "14")
    corporation(g, "RPR", "p3", 5, 100, 55, tokens=("J7.a.0",))
    g.state.tokens["M16.a.1"] = "RPR"
    g.state.marks[depot.FINAL] = ["p2"]
    phase(g, "5")
    g.state.round = "OR 3.2"
    g.state.agenda = [Course("OR", stock=3, set=3, done=2, planned=2)]
    settle(g)
    assert g.state.round == "FER 4"
    assert g.deciders() == ["p2"]
    assert verbs(g, "p2") == {"Exchange"}
    refused(g, Pass(by="p2"), "nothing else", "18EU 4.2.2")
    refused(g, Exchange("12", "RPR", by="p2"), "not connected")
    play(g, Exchange("14", "", by="p2"))  # p1 has one minor and one way, so p2 is asked no more
    assert g.state.round == "SR 4"
    assert g.deciders() == ["p0"]
    assert not [c for c in g.rules.order(g) if c.isdigit()]
    assert g.state.place["2-14"] == "pool"
    assert percent(g, "p1", "RPR") == 10


def test_4_2_2_18xx_games_asks_even_where_there_is_one_way():
    g = game("forced_exchange_asked")
    give(g, "p1", "8")
    final(g, "p0")
    assert g.deciders() == ["p1"]
    play(g, Exchange("8", "", by="p1"))
    assert g.company("8").closed


def test_4_2_2_passing_closes_all_minors_as_an_option():
    g = game("exchange_ends_round", "forced_exchange_asked")
    give(g, "p1", "8")
    give(g, "p1", "14")
    final(g, "p1")
    play(g, Pass(by="p1"))
    assert g.company("8").closed
    assert g.company("14").closed


# ---------------------------------------------------------------------- 4.4.1, 4.6 track and tokens


def test_4_6_a_mountain_costs_twice_and_the_cost_belongs_to_the_hex():
    """Trap 21."""
    g = game()
    corporation(g, "FS", "p0", 5, 100, 500, tokens=("H19.a.0",))
    rail(g, H19="202/1")
    phase(g, "5")
    operate(g, "FS", LayTrack("FS"))
    costs = []
    for tile in ("9", "82", "544"):
        found = [a for c in g.choices("p0") for a in c if isinstance(a, LayTile) and (a.hex, a.tile) == ("H17", tile)]
        assert found, tile
        before = g.state.cash["FS"]
        play(g, found[0])
        costs.append(before - g.state.cash["FS"])
        operate(g, "FS", LayTrack("FS"))
    assert costs == [120, 60, 0]


def test_4_6_semmering_costs_when_it_turns_green_and_rough_ground_only_at_first():
    g = game()
    corporation(g, "AIRS", "p0", 5, 100, 500, tokens=("K14.a.0",))
    phase(g, "3")
    operate(g, "AIRS", LayTrack("AIRS"))
    found = [a for c in g.choices("p0") for a in c if isinstance(a, LayTile) and a.hex == "K16"]
    assert found
    play(g, found[0])
    assert g.state.cash["AIRS"] == 440
    data = g.rules.data.hexes
    assert {h for h, d in data.items() if d.cost == 120} == {"C18", "D17", "E16", "F17", "G18", "H17", "I16", "J15"}
    assert sum(d.cost == 60 and d.terrain == ("rough",) for d in data.values()) == 19


def test_4_4_1_a_minor_lays_two_yellow_tiles_in_its_first_operation_and_never_upgrades():
    """Trap 22."""
    g = game()
    give(g, "p0", "12", 200)
    phase(g, "3")
    operate(g, "12", LayTrack("12"))
    play(g, LayTile("D3", "201", 0, by="p0"))
    assert g.asked().key == "track"
    assert {a.tile for c in g.choices("p0") for a in c if isinstance(a, LayTile)} <= {
        "3",
        "4",
        "58",
        "7",
        "8",
        "9",
        "57",
    }
    refused(g, LayTile("D3", "576", 0, by="p0"), "yellow tiles only", "18EU 4.4.1")
    play(g, next(a for c in g.choices("p0") for a in c if isinstance(a, LayTile)))
    assert g.asked() is None or g.asked().key != "track"
    g.company("12").operated = True
    operate(g, "12", LayTrack("12"))
    play(g, next(a for c in g.choices("p0") for a in c if isinstance(a, LayTile)))
    assert g.asked() is None or g.asked().key != "track"


def test_4_4_1_letters_of_tile_and_hex_agree():
    g = game()
    corporation(g, "BNR", "p0", 5, 100, 500, tokens=("C8.a.0", "D7.a.0"))
    rail(g, C8="582/0", D7="611/0")
    phase(g, "8")
    operate(g, "BNR", LayTrack("BNR"))
    refused(g, LayTile("C8", "513", 0, by="p0"), "marked Y only", "18EU 4.4.1")
    assert LayTile("D7", "513", 0, by="p0") in g.choices("p0")[0]


def test_4_6_the_first_tile_in_some_hexes_needs_the_word_of_a_minors_owner():
    def position(*options):
        g = game(*options)
        give(g, "p0", "1", 200)
        give(g, "p1", "2")
        rail(g, B9="9/1")
        operate(g, "1", LayTrack("1"))
        return g

    g = position()
    lay = next(a for c in g.choices("p0") for a in c if isinstance(a, LayTile) and a.hex == "C8")
    play(g, lay)
    assert g.deciders() == ["p1"]
    assert "C8" not in g.state.tiles
    play(g, Answer(False, by="p1"))
    assert "C8" not in g.state.tiles
    assert g.deciders() == ["p0"]
    play(g, lay, Answer(True, by="p1"))
    assert g.state.tiles["C8"].tile == lay.tile

    g = position("no_protected_hexes")
    play(g, lay)
    assert g.state.tiles["C8"].tile == lay.tile

    g = position()
    g.company("2").president = ""  # closed
    g.changed()
    settle(g)
    play(g, lay)
    assert g.state.tiles["C8"].tile == lay.tile


def test_4_6_redundant_tokens_come_back_in_brown_berlin():
    """Trap 16."""
    g = game()
    corporation(g, "RPR", "p0", 5, 100, 500, tokens=("J5.a.0", "J5.b.0", "J7.a.0", "G12.a.0"))
    rail(g, J5="581/4")
    phase(g, "5")
    assert g.company("RPR").tokens == [0]
    operate(g, "RPR", LayTrack("RPR"))
    play(g, LayTile("J5", "584", 0, by="p0"))
    here = [s for s, c in g.state.tokens.items() if s.startswith("J5.")]
    assert len(here) == 1
    assert g.company("RPR").tokens == [0, 0]
    assert stations.circle(g, "J5.a")
    sites = [s for s in stations.sites(g, "RPR", Permit(0)) if s.hex == "J5"]
    assert all(stations.refuse(g, s) for s in sites)


def test_4_6_green_paris_lies_one_way_only():
    g = game()
    corporation(g, "SNCF", "p0", 5, 100, 500, tokens=("A10.a.0",))
    phase(g, "3")
    operate(g, "SNCF", LayTrack("SNCF"))
    turned = [a.rotation for c in g.choices("p0") for a in c if isinstance(a, LayTile) and a.hex == "A10"]
    assert turned == [3]
    play(g, LayTile("A10", "580", 3, by="p0"))
    assert g.state.tokens["A10.a.0"] == "SNCF"


def test_4_4_2_no_token_in_hamburg_off_the_map_or_in_a_port():
    g = game()
    for h in ("G2", "A6", "D1", "E22"):
        assert not [s for s in stations.places(stations.tile_in(g, h)) if s.slots]


# ---------------------------------------------------------------------- 4.4.3 runs


def london_to_hamburg(phase_, train, *tokens):
    """London - Lille - Brussels - Cologne - Dortmund - Hamburg, all green, and from there to Berlin."""
    g = game()
    phase(g, phase_)
    corporation(g, "BNR", "p0", 5, 100, 0, train, tokens=tokens)
    rail(g, B7="141/2", C8="578/2", D7="14/0", E6="14/0", F5="9/1", G4="8/1", H3="9/2", I4="9/2", J5="581/0")
    return g


@pytest.mark.parametrize(
    ("phase_", "train", "tokens", "dollars"),
    [
        ("5", "5-1", 1, 230 + 20),
        ("8", "5-1", 3, 230 + 90),
        ("4", "5-1", 3, 180 + 10),  # green: ten at most
        ("5", "6-1", 1, 280),  # through Hamburg to Berlin: no bonus, but more
    ],
)
def test_4_4_3_from_london_to_hamburg_pays_a_bonus_for_each_own_token(phase_, train, tokens, dollars):
    """Trap 17."""
    g = london_to_hamburg(phase_, train, *("C8.a.0", "D7.a.0", "E6.a.0")[:tokens])
    best = run_of(g, "BNR")
    assert best.revenue == dollars
    assert {best.runs[0].stops[0], best.runs[0].stops[-1]} == {"A6.a", "J5.b" if train == "6-1" else "G2.a"}


def test_4_4_9_a_pullman_doubles_the_best_city_or_off_map_place():
    g = london_to_hamburg("5", "5-1", "C8.a.0")
    g.state.place["P-1"] = "BNR"
    g.changed()
    assert run_of(g, "BNR").revenue == 250 + 70
    g.state.tiles = {}
    rail(g, C8="578/2", B7="141/2")  # London and Brussels; the town of Lille could not be doubled
    assert run_of(g, "BNR").revenue == 70 + 10 + 40 + 70


def test_4_4_3_towns_are_free():
    """Trap 18: four cities and eight towns."""
    g = game()
    phase(g, "5")
    corporation(g, "BNR", "p0", 5, 100, 0, "4-1", tokens=("C8.a.0",))
    rail(g, C8="578/2", C6="58/4", D5="3/1", C4="3/4", D3="202/5", E4="8/2", F3="4/1", G4="9/0", G6="58/3", H7="58/2")
    rail(g, I6="9/1", J5="584/0", K4="58/5", L5="4/2")
    best = run_of(g, "BNR")
    assert best.revenue == 260
    assert len(best.runs[0].stops) == 12


def test_4_4_3_a_port_and_its_city_are_a_run():
    """Trap 18, the end of it."""
    g = game()
    corporation(g, "DR", "p0", 5, 100, 0, "2-1", tokens=("D3.a.0",))
    phase(g, "3")
    rail(g, D3="576/0")
    best = run_of(g, "DR")
    assert best.revenue == 50
    assert set(best.runs[0].stops) == {"D3.a", "D1.a"}


# ---------------------------------------------------------------------- 4.1.1 sales and presidencies


def test_4_1_1_the_president_sells_through_his_certificate():
    """Trap 20."""
    g = game()
    corporation(g, "FS", "p1", 4, cell="4,0")
    own(g, "p0", "FS", 4)
    pool(g, "FS", 2)
    assert market.price(g, "FS") == 60
    stock(g, "p1")
    play(g, SellShares("FS", 3, by="p1"))
    assert g.state.cash["p1"] == 450 + 180
    assert percent(g, "p1", "FS") == 10
    assert g.company("FS").president == "p0"
    assert g.state.place["FS.0"] == "p0"
    assert percent(g, "pool", "FS") == 50


def test_4_1_1_one_block_a_turn_of_corporations_that_have_operated():
    g = game()
    corporation(g, "FS", "p0", 5)
    corporation(g, "DR", "p0", 5, operated=False)
    stock(g)
    refused(g, SellShares("DR", 1, by="p0"), "has not operated", "18EU 4.1.1")
    play(g, SellShares("FS", 1, by="p0"))
    refused(g, SellShares("FS", 1, by="p0"), "one block", "18EU 4.1.1")
    refused(g, BuyShare("FS", "pool", by="p0"), "has sold FS")
    assert market.price(g, "FS") == 90


def test_3_2_sold_out_corporations_rise():
    g = game()
    corporation(g, "FS", "p0", 6)
    own(g, "p1", "FS", 4)
    corporation(g, "DR", "p0", 5)
    capital.sold_out(g)
    assert market.price(g, "FS") == 110
    assert market.price(g, "DR") == 100


def test_4_3_after_a_merger_trains_over_the_limit_are_discarded_when_the_stock_round_ends():
    """18xx.games: at once."""
    for options in ((), ("discard_at_merger",)):
        g = joined(*options)
        for n in (2, 3, 4, 5):
            g.state.place[f"2-{n}"] = "BNR"
        g.changed()
        stock(g)
        play(g, Exchange("12", "BNR", by="p0"))
        if options:
            assert len(trains.owned(g, "BNR")) == 4
            continue
        play(g, Pass(by="p1"))
        assert len(trains.owned(g, "BNR")) == 5
        while g.state.round == "SR 2":
            play(g, Pass(by=g.deciders()[0]))
        assert len(trains.owned(g, "BNR")) == 4


# ---------------------------------------------------------------------- 4.5 duty to own a train


def needy(*options, treasury=50, purse=20):
    """BNR must buy a 4-train for 300."""
    g = game(*options)
    no_minors(g)
    bought(g, "3")
    phase(g, "4")
    corporation(g, "BNR", "p0", 5, 100, treasury, tokens=("C8.a.0",))
    corporation(g, "FS", "p0", 2, cell="3,4")
    own(g, "p0", "FS", 2)
    own(g, "p1", "FS", 3)
    own(g, "p2", "BNR", 2)
    cash(g, p0=purse, BNR=treasury)
    return g


def test_4_5_1_a_block_that_leaves_the_president_short_is_not_offered():
    """Trap 28: 230 are missing, FS stands at 90."""
    g = needy()
    operate(g, "BNR", BuyTrains("BNR"))
    blocks = [a for c in g.choices("p0") for a in c if isinstance(a, SellShares) and a.company == "FS"]
    assert SellShares("FS", 3, by="p0") in blocks
    refused(g, Pass(by="p0"), "must own a train", "18EU 4.5")
    play(g, SellShares("FS", 3, by="p0"))
    assert g.state.cash["p0"] == 290
    play(g, BuyTrain("4-1", 300, by="p0"))
    assert kinds(g, "BNR") == ["4"]
    assert g.state.cash["p0"] == 40


def test_4_5_1_one_block_of_each_corporation():
    g = needy()
    pool(g, "BNR", 3)
    g.company("BNR").operated = False
    operate(g, "BNR", BuyTrains("BNR"))
    said = refused(g, SellShares("FS", 1, by="p0"), "230 is missing", "18EU 4.5.1")
    assert "after this block you could raise 90 only" in said
    refused(g, SellShares("BNR", 1, by="p0"), "has not operated yet", "18EU 4.1.1")


def test_4_5_1_bankruptcy_passes_presidencies_on_and_leaves_the_rest_in_the_pool():
    """Two shares are sold at 100, the pool is full then; the new president goes on with the purchase."""
    g = game()
    no_minors(g)
    bought(g, "3")
    phase(g, "4")
    corporation(g, "BNR", "p0", 5, tokens=("C8.a.0",))
    own(g, "p2", "BNR", 2)
    pool(g, "BNR", 3)
    give(g, "p0", "13", 40)
    cash(g, p0=7, BNR=5)
    operate(g, "BNR", BuyTrains("BNR"))
    assert verbs(g, "p0") == {"Bankrupt"}
    refused(g, SellShares("BNR", 2, by="p0"), "all that you may sell does not raise", "18EU 4.5.1")
    play(g, Bankrupt(by="p0"))
    assert g.state.cash["p0"] == 0
    assert g.state.cash["BNR"] == 5 + 200 + 7
    assert percent(g, "pool", "BNR") == 80
    assert g.company("BNR").president == "p2"
    assert g.company("13").closed
    assert g.state.marks[ruin.OUT] == ["p0"]
    assert g.deciders() == ["p2"]
    play(g, BuyTrain("4-1", 300, by="p2"))
    assert g.state.cash["p2"] == 450 - 88


def test_4_5_1_without_a_successor_the_corporation_closes_and_may_start_again():
    g = game(players=3)
    no_minors(g)
    bought(g, "3")
    phase(g, "4")
    corporation(g, "BNR", "p0", 5, 100, 10, tokens=("C8.a.0",), operated=False)
    own(g, "p1", "BNR", 1)
    cash(g, p0=0, BNR=10)
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, Bankrupt(by="p0"))
    assert percent(g, "treasury", "BNR") == 100
    assert g.company("BNR").par == 0
    assert not market.where(g, "BNR")
    assert "BNR" not in g.state.tokens.values()
    assert g.company("BNR").tokens == [0] * 5
    assert g.state.priority != "p0" or g.state.over


def test_4_5_1_one_solvent_player_left_ends_the_game():
    g = game(players=2)
    no_minors(g)
    bought(g, "3")
    phase(g, "4")
    corporation(g, "BNR", "p0", 5, 100, 10, tokens=("C8.a.0",), operated=False)
    cash(g, p0=0, BNR=10)
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, Bankrupt(by="p0"))
    assert g.state.over == "bankruptcy"


def test_4_5_2_the_president_helps_with_another_companys_train_only_if_the_treasury_is_empty():
    for treasury, options, most in ((0, (), 300), (50, (), 50), (50, ("help_foreign_train",), 300)):
        g = needy(*options, treasury=treasury, purse=1000)
        corporation(g, "DR", "p1", 2, 100, 0, "4-2", "4-3", tokens=("D3.a.0",))
        operate(g, "BNR", BuyTrains("BNR"))
        found = [c.ranges["price"].high for c in g.choices("p0") if c.note == "trade"]
        assert found == [most]


def test_4_5_a_minor_need_not_buy_and_gets_no_help():
    g = game()
    give(g, "p0", "12", 150)
    g.state.place["2-12"] = "gone"
    g.changed()
    operate(g, "12", BuyTrains("12"))
    refused(g, BuyTrain("3-1", 200, by="p0"), "12 has 150")
    play(g, Pass(by="p0"))
    assert trains.owned(g, "12") == []


# ---------------------------------------------------------------------- 5 the end


def test_5_the_set_is_played_to_its_end_after_the_bank_breaks():
    g = game()
    g.state.ending = "bank"
    g.state.round = "OR 4.1"
    g.state.agenda = [Course("OR", stock=4, set=4, done=1, planned=2)]
    settle(g)
    assert g.state.over == "bank"
    assert g.state.round == "OR 4.2"


def test_5_shares_count_at_market_price_and_minors_nothing():
    g = game()
    corporation(g, "FS", "p0", 3, 82, floated=False)
    give(g, "p0", "1", 500)
    assert g.rules.worth(g, "p0") == {"cash": 450, "shares": 246, "privates": 0}


def test_a_pass_is_told():
    g = game()
    events = g.play(Bid("1", 0, by="p0")) + g.play(Pass(by="p1"))
    assert Passed("p1", "auction") in events
