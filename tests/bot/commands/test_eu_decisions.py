"""Every decision of 18EU in the console and by its command; numbers are those of the digest's list of decisions (section 9).

No. 25, to undo, is the table's and not the title's.
"""

from __future__ import annotations

import pytest

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
)
from game.play import Game
from game.steps.dividend import Dividend
from game.steps.run import RunRoutes
from game.steps.token import PlaceToken as Station
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.support.decisions import Decision, both_ways, decide_all, listed, numbers
from tests.support.eu_positions import (
    bought,
    cash,
    corporation,
    crowding,
    final,
    game,
    give,
    joined,
    needy,
    no_minors,
    phase,
    pool,
    rail,
)
from tests.support.title_positions import operate, own, play, stock
from titles.eu import doubled_stop, pullman
from titles.eu.mergers import Exchange
from titles.eu.treasury import IssueOrRedeem, Redeem


def up(bid: int = 0) -> Game:
    """Minor 14 is put up, with a bid or without."""
    g: Game = game()
    play(g, Bid("14", bid, by="p0"))
    return g


def falling() -> Game:
    """Nobody has opened: it is offered for 90."""
    g = up()
    play(g, Pass(by="p1"), Pass(by="p2"))
    return g


def market() -> Game:
    """A stock round: p0 has minors and shares that may be sold, in treasuries and pool lie others, BNR has not operated."""
    g: Game = joined()
    give(g, "p0", "13")
    corporation(g, "FS", "p0", 3, tokens=("E18.a.0",), cell="3,4")
    pool(g, "FS", 2)
    cash(g, p0=500)
    return stock(g)


def home() -> Game:
    g = market()
    play(g, Par("SNCF", 82, by="p0"))
    return g


def late_home() -> Game:
    g: Game = game()
    no_minors(g)
    cash(g, p0=900)
    phase(g, "5")
    stock(g)
    play(g, Par("SNCF", 100, by="p0"))
    return g


def merging() -> Game:
    g = market()
    play(g, Exchange("12", "BNR", by="p0"))
    return g


def crowded() -> Game:
    """The first 5-train leaves DR with a train too many."""
    g: Game = crowding()
    play(g, BuyTrain("5-1", 500, by="p1"))
    return g


def last_minors() -> Game:
    """The final exchange: minor 12 is connected, minor 13 is not."""
    g: Game = joined()
    give(g, "p0", "13")
    phase(g, "5")
    final(g, "p0")
    return g


def building() -> Game:
    """Minor 1 stands beside minor 2's Brussels."""
    g: Game = game()
    give(g, "p0", "1", 200)
    give(g, "p1", "2")
    rail(g, B9="9/1")
    return operate(g, "1", LayTrack("1"))


def asked_for_tile() -> Game:
    g = building()
    play(g, listed(LayTile, hex="C8")(g))
    return g


def line(*options: str, trains: tuple[str, ...] = ("2-1", "P-1")) -> Game:
    """DR in Amsterdam has track to Brussels, in phase 3."""
    g: Game = game(*options)
    corporation(g, "DR", "p0", 5, 100, 0, *trains, tokens=("D3.a.0",))
    rail(g, C8="202/3", C6="4/0", C4="58/4", D3="202/1")
    phase(g, "3")
    return g


def stations() -> Game:
    return operate(line(), "DR", Station("DR"))


def running() -> Game:
    return operate(line(), "DR", RunRoutes("DR"), Dividend("DR"), BuyTrains("DR"))


def run() -> Game:
    g = running()
    play(g, listed(RunTrains)(g))
    return g


def doubling() -> Game:
    g: Game = line("free_runs")
    operate(g, "DR", RunRoutes("DR"), doubled_stop.ChooseDoubled("DR"))
    play(g, listed(RunTrains)(g))
    return g


def yard(*mine: str) -> Game:
    """BNR's train step in phase 4: a 3-train in the pool, and p1's FS has a 4-train."""
    g: Game = game()
    no_minors(g)
    corporation(g, "BNR", "p0", 5, 100, 900, *mine, tokens=("C8.a.0",))
    corporation(g, "FS", "p1", 5, 90, 0, "4-2", tokens=("E18.a.0",))
    bought(g, "3")
    g.state.place["3-1"] = "pool"
    phase(g, "4")
    return operate(g, "BNR", BuyTrains("BNR"))


def offered() -> Game:
    g = yard()
    play(g, BuyTrain("4-2", 70, "FS", by="p0"))
    return g


def giving_up(*options: str) -> Game:
    """At the limit of phase 5 with a Pullman."""
    g: Game = game(*options)
    no_minors(g)
    bought(g, "3")
    bought(g, "4")
    corporation(g, "BNR", "p0", 5, 100, 900, "5-1", "P-1", tokens=("C8.a.0",))
    phase(g, "5")
    offer = [pullman.OfferPullman("BNR")] if options else []
    return operate(g, "BNR", *offer, BuyTrains("BNR"))


def poor(purse: int) -> Game:
    return operate(needy(purse=purse), "BNR", BuyTrains("BNR"))


def ruined() -> Game:
    g: Game = game()
    no_minors(g)
    bought(g, "3")
    phase(g, "4")
    corporation(g, "BNR", "p0", 5, tokens=("C8.a.0",))
    own(g, "p2", "BNR", 2)
    pool(g, "BNR", 3)
    cash(g, p0=7, BNR=5)
    return operate(g, "BNR", BuyTrains("BNR"))


def treasury() -> Game:
    g: Game = game()
    corporation(g, "BNR", "p0", 5, 100, 400)
    pool(g, "BNR", 2)
    return operate(g, "BNR", IssueOrRedeem("BNR"))


DECISIONS = [
    Decision("1 without a bid", game, Bid("14", 0, by="p0")),
    Decision("2 bid", up, Bid("14", 105, by="p1")),
    Decision("3 raise", lambda: up(100), Bid("14", 115, by="p1")),
    Decision("4 take", falling, Bid("14", 90, by="p0")),
    Decision("5", market, SellShares("FS", 1, by="p0")),
    Decision("6 pool", market, BuyShare("FS", "pool", by="p0")),
    Decision("7", market, Par("SNCF", 82, by="p0")),
    Decision("7 circle", late_home, PlaceToken("D7", by="p0")),
    Decision("8", market, Exchange("12", "BNR", by="p0")),
    Decision("9", market, Pass(by="p0")),
    Decision("10 drop", merging, Pass(by="p1")),
    Decision("11", crowded, DiscardTrain("4-2", by="p0")),
    Decision("12 nothing", last_minors, Exchange("13", by="p0")),
    Decision("13", building, listed(LayTile, hex="C8")),
    Decision("14 grant", asked_for_tile, Answer(True, by="p1")),
    Decision("15", stations, PlaceToken("C8", by="p0")),
    Decision("16", running, listed(RunTrains)),
    Decision("17", doubling, Choose("C8.a", by="p0")),
    Decision("18 half", run, PayDividend("half", by="p0")),
    Decision("19", giving_up, BuyTrain("5-2", 500, by="p0")),
    Decision("20 Pullman", lambda: yard("4-3"), BuyTrain("P-1", 100, by="p0")),
    Decision("20 other", yard, BuyTrain("4-2", 70, "FS", by="p0")),
    Decision("21", offered, Answer(True, by="p1")),
    Decision("22", lambda: poor(20), SellShares("FS", 3, by="p0")),
    Decision("23", ruined, Bankrupt(by="p0")),
    Decision("24 redeem", treasury, Redeem(2, by="p0")),
]
BESIDE = [  # other answers to the same questions
    Decision("1 with a bid", game, Bid("14", 120, by="p0")),
    Decision("2 decline", up, Pass(by="p1")),
    Decision("3 pass", lambda: up(100), Pass(by="p1")),
    Decision("4 decline", falling, Pass(by="p0")),
    Decision("6 treasury", market, BuyShare("FS", "treasury", by="p0")),
    Decision("7 minor", home, PlaceToken("G12", by="p0")),
    Decision("10 replace", merging, PlaceToken("D3", by="p1")),
    Decision("12 share", last_minors, Exchange("12", "BNR", by="p0")),
    Decision("13 skip", building, Pass(by="p0")),
    Decision("14 refuse", asked_for_tile, Answer(False, by="p1")),
    Decision("15 skip", stations, Pass(by="p0")),
    Decision("18 full", run, PayDividend("full", by="p0")),
    Decision("18 withhold", run, PayDividend("none", by="p0")),
    Decision("19 beforehand", lambda: giving_up("free_pullman_discard"), DiscardTrain("P-1", by="p0")),
    Decision("20 bank", yard, BuyTrain("4-1", 300, by="p0")),
    Decision("20 pool", yard, BuyTrain("3-1", 200, by="p0")),
    Decision("20 stop", lambda: yard("4-3"), Pass(by="p0")),
    Decision("22 help", lambda: poor(1000), BuyTrain("4-1", 300, by="p0")),
    Decision("24 issue", treasury, SellShares("BNR", 2, by="p0")),
    Decision("24 skip", treasury, Pass(by="p0")),
]


async def test_every_decision_is_made_in_the_console_and_by_a_command(w) -> None:
    await decide_all(w, DECISIONS)


@pytest.mark.parametrize("decision", [*DECISIONS, *BESIDE], ids=lambda d: d.name)
def test_every_answer_is_reached_by_the_consoles_questions_and_by_the_commands_options(decision: Decision) -> None:
    g = decision.at()
    both_ways(g, decision.action(g))


def test_no_number_of_the_list_is_left_out() -> None:
    assert numbers(DECISIONS) == {*range(1, 25)}
