"""Every decision of 18VA in the console and by its command; numbers are those of the digest's list of decisions (section 9).

No. 26, to undo and to end a game, is the table's and not the title's.
"""

from __future__ import annotations

from bot.model.action_form import Draft
from bot.views.formatting import train_words
from bot.views.options.arrangement import put_visited_first
from bot.views.options.labels import option_labels
from bot.views.options.screen import make_screen
from game.actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    Choose,
    DiscardTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    RunTrains,
    SellShares,
    TakePrivate,
    Use,
)
from game.play import Game
from game.state import Run
from game.steps.dividend import Dividend
from game.steps.run import RunRoutes
from game.steps.token import PlaceToken as Station
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains, DiscardTrains
from tests.support.decisions import Decision, decide_all, listed, numbers
from tests.support.title_positions import new, operate, play, stock
from tests.titles.test_va_operate import another_sells, board, company, give, needy, phase
from titles.va.sizes import Conversion


def bidding(*lots: str) -> Game:
    """The opening with a bid of 150 on these lots."""
    g = new("18VA", 3)
    for lot in lots:
        play(g, Bid(lot, 150, by=g.deciders()[0]))
    return g


def free_lot() -> Game:
    """Nobody wants the presidency, which has become free."""
    g = bidding("P1", "P2", "P3")
    for _ in range(42):
        play(g, Pass(by=g.deciders()[0]))
    return g


def presidency() -> Game:
    g = bidding("P1", "P2", "P3", "P4")
    for _ in range(3):
        play(g, Pass(by=g.deciders()[0]))
    return g


def market() -> Game:
    """A stock round; p0 holds much of the B&O, of which some lies in the pool."""
    g = new("18VA", 3)
    company(g, "B&O", 0, 10, "2,6", p0=4)
    company(g, "VR", 0, 5, "4,3", p1=2, pool=1)
    return stock(g, "p0")


def growing() -> Game:
    g = phase(new("18VA", 3), "3")
    company(g, "VR", 0, 5, "4,3", p0=2)
    return operate(g, "VR", Conversion("VR"))


def private() -> Game:
    return board("C12=57/0[VR]", LayTrack("VR"), owners={"P1": "bob"}, phase="3")


def offered() -> Game:
    g = private()
    play(g, TakePrivate("P1", 40, by="ann"))
    return g


def stations() -> Game:
    """The step of stations with both privates' marks still to place."""
    return board("A12 B13=58/2 C12=5/1[VR]", Station("VR"), owners={"P1": "VR", "P3": "VR"})


def running() -> Game:
    g = board("A12 B13=58/2 C12=5/1[VR]")
    give(g, "VR", "1G")
    return operate(g, "VR", RunRoutes("VR"), Dividend("VR"), BuyTrains("VR"))


def run() -> Game:
    g = running()
    play(g, listed(RunTrains)(g))
    return g


def yard(cash: int = 400) -> Game:
    """VR's train step in phase 3; p1's SR has a train, one lies in the pool, and VR owns privates."""
    g = phase(new("18VA", 3), "3", gone=["2"])
    company(g, "VR", cash, p0=2)
    g.state.place |= {"P2": "VR", "P3": "VR", "3-5": "pool"}
    another_sells(g, "3")
    return operate(g, "VR", BuyTrains("VR"))


def asked() -> Game:
    g = yard()
    play(g, listed(BuyTrain, seller="SR")(g))
    return g


def owning() -> Game:
    g = yard()
    play(g, listed(BuyTrain, side="2G", using="")(g))
    return g


def crowded() -> Game:
    g = phase(new("18VA", 3), "4", gone=["2"])
    company(g, "VR", 0, p0=2)
    give(g, "VR", "3", "2G")
    return operate(g, "VR", DiscardTrains("VR"))


def poor(purse: int) -> Game:
    """N&W must have a 5-train and p0 some of the B&O to sell."""
    g = phase(new("18VA", 3), "5", gone=["2", "3", "4"])
    company(g, "B&O", 0, 10, "1,7", p1=4, p0=1)
    return needy(g, "N&W", 496, purse, p0=2)


def ruined() -> Game:
    return needy(new("18VA", 3), "VR", 0, 0, 5, operated=False, p0=3)


DECISIONS = [
    Decision("1 bid", lambda: new("18VA", 3), Bid("P3", 80, by="p0")),
    Decision("1 higher", lambda: bidding("P3"), Bid("P3", 155, by="p1")),
    Decision("1 pass", lambda: bidding("P3"), Pass(by="p1")),
    Decision("2", free_lot, Bid("P4", 0, by="p0")),
    Decision("3", presidency, Par("B&O", 82, by="p0")),
    Decision("4", market, SellShares("B&O", 2, by="p0")),
    Decision("5 treasury", market, BuyShare("B&O", "treasury", by="p0")),
    Decision("5 pool", market, BuyShare("VR", "pool", by="p0")),
    Decision("6", market, Par("N&W", 75, by="p0")),
    Decision("7", market, Pass(by="p0")),
    Decision("8 convert", growing, Choose("convert", by="p0")),
    Decision("8 keep", growing, Pass(by="p0")),
    Decision("9", private, TakePrivate("P1", 20, by="ann")),
    Decision("10", offered, Answer(True, by="bob")),
    Decision("11", lambda: board("C12[VR]", LayTrack("VR")), listed(LayTile, hex="C12", tile="5")),
    Decision("11 skip", lambda: board("C12[VR]", LayTrack("VR")), Pass(by="ann")),
    Decision("12", stations, PlaceToken("A12", by="ann")),
    Decision("12 skip", stations, Pass(by="ann")),
    Decision("13", stations, Use("P1", "F11", by="ann")),
    Decision("14", stations, PlaceToken("H1", "P3", by="ann")),
    Decision("15", running, listed(RunTrains)),
    Decision("16 pay", run, PayDividend("full", by="ann")),
    Decision("16 withhold", run, PayDividend("none", by="ann")),
    Decision("17 passenger", yard, listed(BuyTrain, side="3", using="", train="3-2")),
    Decision("17 freight", yard, listed(BuyTrain, side="2G", using="", train="3-2")),
    Decision("17 pool", yard, listed(BuyTrain, side="2G", using="", train="3-5")),
    Decision("18", yard, BuyTrain("3-1", 1, "SR", by="p0")),
    Decision("18 consent", asked, Answer(False, by="p1")),
    Decision("19", yard, listed(BuyTrain, side="3", using="P2")),
    Decision("20", yard, Use("P3", by="p0")),
    Decision("21", owning, Pass(by="p0")),
    Decision("22", crowded, listed(DiscardTrain)),
    Decision("23", lambda: poor(400), listed(BuyTrain, side="4G")),
    Decision("24", lambda: poor(1), SellShares("B&O", 1, by="p0")),
    Decision("25", ruined, Bankrupt(by="p0")),
]


async def test_every_decision_is_made_in_the_console_and_by_a_command(w) -> None:
    await decide_all(w, DECISIONS)


def test_no_number_of_the_list_is_left_out() -> None:
    assert numbers(DECISIONS) == {*range(1, 26)}


def test_trains_for_sale_are_told_apart_by_what_they_may_become_and_where_they_are() -> None:
    g = yard()
    give(g, "SR", "2G")  # 3-2
    said = [train_words(g.rules, g.state, card) for card in ("3-3", "3-5", "3-1", "3-2")]
    assert said == [
        "3/2G-train from the bank for $200",
        "3/2G-train from the pool for $200",
        "3-train from SR",
        "2G-train from SR",
    ]


def test_cities_where_a_power_pays_now_come_first_in_a_line_each() -> None:
    """Sixteen entries of two lines began with cities that the company does not reach."""
    g = stations()
    view = g.view("ann")
    view.companies["VR"].ran = (Run("1G", ("F11.a", "A12.a")),)
    choices = g.choices("ann")
    screen = put_visited_first(make_screen(choices, Draft(Use.__name__, {"private": "P1"})), view, g.rules)
    said = option_labels(screen, choices, view, g.rules)
    assert said[:2] == ["Richmond (F11) +10", "Lynchburg (C12) +10"], "where it has run, then where it has a station"
    assert len(said) == 16
