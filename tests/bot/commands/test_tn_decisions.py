"""Every decision of 18TN in the console and by its command; numbers are those of the digest's list of decisions (section 9).

No. 17 decides nothing: less than the best runs is refused while another shareholder could insist.
"""

from __future__ import annotations

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
from game.steps.token import PlaceToken as Station
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.support.decisions import Decision, decide_all, listed, numbers, table_at
from tests.support.discord_world import answer, labels
from tests.support.title_positions import new, operate, own, play, stock
from tests.support.title_positions import start as started
from tests.titles.test_tn import L_AND_N, START, at_war, board, first_lay, green, needy, operate_first, phase, train


def duel() -> Game:
    """p0 and p1 have bid on the L&N's private, and all others are sold."""
    g = new("18TN", 3)
    play(g, Bid("LNR", 180, by="p0"), Bid("LNR", 185, by="p1"), Bid("TCC", 20, by="p2"), Bid("ETWCR", 40, by="p0"))
    play(g, Bid("MCR", 70, by="p1"), Bid("OWR", 100, by="p2"))
    return g


def won() -> Game:
    g = duel()
    play(g, Bid("LNR", 190, by="p0"), Pass(by="p1"))
    return g


def market() -> Game:
    """A stock round with the IC's large certificate in p0's hand, and privates."""
    g = new("18TN", 3)
    started(g, "IC", 65, "3,2")
    own(g, "p0", "IC", 3, president=True)
    own(g, "p1", "IC", 3)
    g.state.place |= {"TCC": "p0", "OWR": "p1"}
    return stock(g, "p0")


def offered() -> Game:
    g = market()
    play(g, SellPrivate("TCC", "p1", 1, by="p0"))
    return g


def track(*laid: str) -> Game:
    """The tile step, after so many yellow tiles."""
    g = board(START, LayTrack("TC"), owners={"OWR": "TC"})
    for _ in laid:
        play(g, first_lay(g))
    return g


def stations() -> Game:
    """Corinth is joined to Jackson."""
    return board("G6[GMO] H7=6/0", Station("GMO"))


def yard(kinds: str = "2", *cards: str, cash: int = 1000) -> Game:
    """The L&N's train step in phase 3 with these trains, where SR, which bob leads, has one to sell."""
    g = board(L_AND_N)
    phase(g, "3", gone=kinds)
    train(g, "SR", "2-1")
    own(g, "bob", "SR", 3)
    g.state.place["SR.0"], g.company("SR").president = "bob", "bob"
    g.state.cash["L&N"] = cash
    train(g, "L&N", *cards)
    return operate(g, "L&N", BuyTrains("L&N"), LastChance("L&N"))


def asked() -> Game:
    g = yard()
    play(g, BuyTrain("2-1", 50, "SR", by="ann"))
    return g


def running() -> Game:
    g = board(L_AND_N)
    train(g, "L&N", "2-1")
    return operate(g, "L&N", RunRoutes("L&N"), Dividend("L&N"), BuyTrains("L&N"))


def run() -> Game:
    g = running()
    play(g, listed(RunTrains)(g))
    return g


def poor(cash: int, purse: int) -> Game:
    g = new("18TN", 3)
    needy(g, "TC", cash, purse)
    return g


def ruined() -> Game:
    g = poor(10, 20)
    while (sale := next((c for c in g.choices("p0") if c.kind is SellShares), None)) is not None:
        play(g, sale.actions[0])
    return g


def rich() -> Game:
    """The president has shares to sell for the train."""
    g = new("18TN", 3)
    started(g, "SR", 90, "0,4")
    own(g, "p1", "SR", 3, president=True)
    own(g, "p0", "SR", 2)
    needy(g, "TC", 450, 100)
    return g


def crowded() -> Game:
    """The first 5-train leaves GMO with three trains."""
    g = board(L_AND_N)
    phase(g, "4", gone="234")
    train(g, "GMO", "3-3", "3-4", "4-2")
    operate(g, "SR", BuyTrains("SR"))
    play(g, BuyTrain("5-1", 450, by="ann"))
    return g


def first_privates() -> Game:
    g = board(L_AND_N, owners={"TCC": "bob"})
    operate_first(g, "L&N")
    return g


def later_privates() -> Game:
    return board(L_AND_N, LastChance("L&N"), owners={"TCC": "bob"}, phase="3")


DECISIONS = [
    Decision("1 bid", lambda: new("18TN", 3), Bid("ETWCR", 45, by="p0")),
    Decision("1 buy", lambda: new("18TN", 3), Bid("TCC", 20, by="p0")),
    Decision("1 pass", lambda: new("18TN", 3), Pass(by="p0")),
    Decision("2 raise", duel, Bid("LNR", 190, by="p0")),
    Decision("2 give up", duel, Pass(by="p0")),
    Decision("3", won, Par("L&N", 80, by="p0")),
    Decision("4", market, Par("TC", 70, by="p0")),
    Decision("5 initial", market, BuyShare("IC", "ipo", by="p0")),
    Decision("5 green", lambda: green("4,0", 6), BuyShare("GMO", "pool", by="p0")),
    Decision("6 half", market, SellShares("IC", 1, by="p0")),
    Decision("7 sale", market, SellPrivate("TCC", "p1", 1, by="p0")),
    Decision("7 purchase", market, BuyPrivate("OWR", 1, by="p0")),
    Decision("8", market, Pass(by="p0")),
    Decision("9", offered, Answer(True, by="p1")),
    Decision("10", lambda: green("4,1", 7), SellShares("GMO", 1, by="p0")),
    Decision("11", track, listed(LayTile, hex="F11", tile="57")),
    Decision("12 second", lambda: track("one"), listed(LayTile, using="")),
    Decision("12 done", lambda: track("one"), Pass(by="ann")),
    Decision("13", track, listed(LayTile, using="OWR")),
    Decision("14", stations, PlaceToken("H7", by="ann")),
    Decision("14 skip", stations, Pass(by="ann")),
    Decision("15", running, listed(RunTrains)),
    Decision("16", lambda: at_war(L_AND_N, "L&N", "2-1", "2-2"), listed(RunTrains)),
    Decision("18 pay", run, PayDividend("full", by="ann")),
    Decision("18 withhold", run, PayDividend("none", by="ann")),
    Decision("19", yard, BuyTrain("3-1", 180, by="ann")),
    Decision("20", yard, BuyTrain("2-1", 1, "SR", by="ann")),
    Decision("20 consent", asked, Answer(False, by="bob")),
    Decision("21", lambda: yard("2", "3-1"), Pass(by="ann")),
    Decision("22 purchase", lambda: poor(450, 200), BuyTrain("6-2", 600, by="p0")),
    Decision("22 sale", rich, SellShares("SR", 1, by="p0")),
    Decision("22 bankruptcy", ruined, Bankrupt(by="p0")),
    Decision("23", crowded, listed(DiscardTrain)),
    Decision("24", first_privates, TakePrivate("TCC", 20, by="ann")),
    Decision("25", later_privates, TakePrivate("TCC", 10, by="ann")),
]


async def test_every_decision_is_made_in_the_console_and_by_a_command(w) -> None:
    await decide_all(w, DECISIONS)


def test_no_number_of_the_list_is_left_out() -> None:
    assert numbers(DECISIONS) == {*range(1, 26)} - {17}


async def test_bankruptcy_is_declared_by_a_button_that_says_so(w) -> None:
    """Its buttons were “Go on without” and “Go on, never ask again”, and the second one too ended the game."""
    thread = await table_at(w, ruined())
    table = await w.game(thread)
    shown = answer(await w.actor_at(table, "p0").slash(thread, "play bankrupt"))
    assert "Declare bankruptcy" in labels(shown)
    assert not any(label.startswith("Go on") for label in labels(shown))
