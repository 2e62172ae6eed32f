"""Every decision of 18GA in the console and by its command; numbers are those of the digest's list of decisions (section 9).

No. 16 decides nothing: less than the best runs is refused while another shareholder could insist. What no other title asks is
tried in Discord, the rest by what console and command make of it: in Discord the tests of other titles and whole games do it.
"""

from __future__ import annotations

import pytest

from game.actions import (
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    RunTrains,
    SellPrivate,
    SellShares,
    TakePrivate,
)
from game.play import Game
from game.steps.dividend import Dividend
from game.steps.operate import LastChance
from game.steps.run import RunRoutes
from game.steps.token import HomeToken
from game.steps.token import PlaceToken as Station
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.support.board_notation import board
from tests.support.decisions import Decision, both_ways, decide_all, listed, numbers
from tests.support.title_positions import new, operate, own, play, start, stock
from tests.support.track_turns import COLUMBUS
from tests.titles.test_ga import forced, phase, train

MACON = "F6=57/1[CoG] F4=9/1 F2=8/2 F8=9/1 F10=57/1"


def duel() -> Game:
    g = new("18GA", 3)
    play(g, Bid("MRC", 45, by="p0"), Bid("MRC", 50, by="p1"), Bid("LTR", 20, by="p2"))
    return g


def market() -> Game:
    """A stock round with shares in all places, and privates."""
    g = new("18GA", 3)
    start(g, "G&F", 90)
    own(g, "p0", "G&F", 3, president=True)
    own(g, "p1", "G&F", 2)
    start(g, "GA", 55)
    own(g, "p1", "GA", 2, president=True)
    own(g, "pool", "GA", 1)
    g.state.place |= {"LTR": "p0", "OSR": "p1"}
    return stock(g, "p0")


def offered() -> Game:
    g = market()
    play(g, SellPrivate("LTR", "p1", 1, by="p0"))
    return g


def running() -> Game:
    g = board(MACON)
    train(g, "CoG", "2-1")
    return operate(g, "CoG", RunRoutes("CoG"), Dividend("CoG"), BuyTrains("CoG"))


def run() -> Game:
    g = running()
    play(g, listed(RunTrains)(g))
    return g


def yard() -> Game:
    """CoG's train step in phase 3; ACL, which bob leads, has a train to sell, and bob has a private."""
    g = board(MACON, phase="3", owners={"LTR": "bob"})
    phase(g, "3")
    g.state.place["ACL.0"], g.company("ACL").president = "bob", "bob"
    train(g, "ACL", "2-1")
    train(g, "CoG", "2-2")
    return operate(g, "CoG", BuyTrains("CoG"), LastChance("CoG"))


def asked() -> Game:
    g = yard()
    play(g, BuyTrain("2-1", 50, "ACL", by="ann"))
    return g


def poor(cash: int, president: int) -> Game:
    """CoG must own a train that costs 630; GA's shares can be sold."""
    g = new("18GA", 3)
    start(g, "GA", 55)
    own(g, "p1", "GA", 4, president=True)
    own(g, "p0", "GA", 2)
    forced(g, cash, president)
    return operate(g, "CoG", BuyTrains("CoG"))


def ruined() -> Game:
    g = poor(10, 20)
    while (sale := next((c for c in g.choices("p0") if c.kind is SellShares), None)) is not None:
        play(g, sale.actions[0])
    return g


def crowded() -> Game:
    """The first 5-train leaves CoG with trains of two types, and one too many."""
    g = board(MACON, phase="4")
    phase(g, "4")
    train(g, "gone", "4-2", "4-3")
    train(g, "CoG", "3-1", "3-2", "4-1")
    operate(g, "SAL", BuyTrains("SAL"))
    play(g, BuyTrain("5-1", 450, by="ann"))
    return g


def laid_in_atlanta() -> Game:
    g = board("D4[W&A.+]", LayTrack("W&A"), Station("W&A"))
    play(g, LayTile("D4", "451a", 0, by="ann"))
    return g


DECISIONS = [
    Decision("1 bid", lambda: new("18GA"), Bid("MRC", 45, by="p0")),
    Decision("1 buy", lambda: new("18GA"), Bid("LTR", 20, by="p0")),
    Decision("1 pass", lambda: new("18GA"), Pass(by="p0")),
    Decision("2 raise", duel, Bid("MRC", 55, by="p0")),
    Decision("2 pass", duel, Pass(by="p0")),
    Decision("3", market, Par("CoG", 70, by="p0")),
    Decision("4 initial", market, BuyShare("GA", "ipo", by="p0")),
    Decision("4 market", market, BuyShare("GA", "pool", by="p0")),
    Decision("5 one", market, SellShares("G&F", 1, by="p0")),
    Decision("5 half", market, SellShares("G&F", 2, by="p0")),
    Decision("6", market, SellPrivate("LTR", "p1", 7, by="p0")),
    Decision("7", market, BuyPrivate("OSR", 1, by="p0")),
    Decision("8", market, Pass(by="p0")),
    Decision("9 yes", offered, Answer(True, by="p1")),
    Decision("9 no", asked, Answer(False, by="bob")),
    Decision("12", lambda: board(MACON, LayTrack("CoG")), listed(LayTile, using="")),
    Decision("12 skip", lambda: board(MACON, LayTrack("CoG")), Pass(by="ann")),
    Decision("14", lambda: board(COLUMBUS, Station("CoG")), PlaceToken("G3", by="ann")),
    Decision("14 skip", lambda: board(COLUMBUS, Station("CoG")), Pass(by="ann")),
    Decision("15", running, listed(RunTrains)),
    Decision("17 pay", run, PayDividend("full", by="ann")),
    Decision("17 withhold", run, PayDividend("none", by="ann")),
    Decision("18", yard, BuyTrain("3-1", 180, by="ann")),
    Decision("19", yard, BuyTrain("2-1", 1, "ACL", by="ann")),
    Decision("20", yard, Pass(by="ann")),
    Decision("21", lambda: poor(550, 0), SellShares("GA", 1, by="p0")),
    Decision("22", lambda: poor(487, 1000), BuyTrain("6-2", 630, by="p0")),
    Decision("23", ruined, Bankrupt(by="p0")),
    Decision("25", yard, TakePrivate("LTR", 10, by="ann")),
]
OWN = [
    Decision("10", lambda: board("D4=451a/0[CoG.b]", HomeToken("W&A")), PlaceToken("D4.c", by="ann")),
    Decision("11", laid_in_atlanta, PlaceToken("D4.b", by="ann")),
    Decision("13", lambda: board("F6=57/1[CoG]", LayTrack("CoG"), owners={"MRC": "CoG"}), listed(LayTile, using="MRC")),
    Decision(
        "14 Waycross",
        lambda: board("F6[CoG]", Station("CoG"), owners={"W&SR": "CoG"}),
        listed(PlaceToken, using="W&SR"),
    ),
    Decision("24", crowded, listed(DiscardTrain)),
]


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda d: d.name)
def test_every_decision_by_console_and_by_command(decision: Decision) -> None:
    g = decision.at()
    both_ways(g, decision.action(g))


async def test_what_only_this_title_asks_is_decided_in_discord(w) -> None:
    await decide_all(w, OWN)


def test_no_number_of_the_list_is_left_out() -> None:
    assert numbers([*DECISIONS, *OWN]) == {*range(1, 26)} - {16}
