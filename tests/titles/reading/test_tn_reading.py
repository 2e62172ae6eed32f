"""18TN, read from its rulebook (version 2.3): each answer stands above the position that asks for it."""

from __future__ import annotations

from typing import Any

from game import shares
from game.actions import (
    Bankrupt,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    Route,
    RunTrains,
    SellPrivate,
    SellShares,
    TakePrivate,
)
from game.checks import Purchase
from game.market import where
from game.play import Game
from game.state import Laid, Run, TrainState
from game.steps.dividend import Dividend
from game.steps.operate import CompanyTurn, LastChance, OperatingRound
from game.steps.round_sequence import RoundSequence
from game.steps.run import RunRoutes
from game.steps.trains import BuyTrains
from tests.support import board_notation, track_turns
from tests.support.title_positions import new, operate, own, play, settle, stock
from tests.support.track_turns import lay, legal, place
from tests.titles.reading.readings import (
    FINE,
    NO,
    YES,
    Reading,
    Readings,
    best,
    cards_in,
    check,
    corp,
    lies,
    passes,
    purse,
    why,
)

TN = Readings()


def fresh(*options: str, players: int = 3) -> Game:
    return new("18TN", players, *options)


def board(line: str = "", *steps: Any, **more: Any) -> Game:
    return board_notation.board(line, *steps, title="18TN", **more)


def track(line: str, company: str = "TC", **more: Any) -> Game:
    return track_turns.track(line, company, title="18TN", **more)


def some_lay(g: Game, hex_id: str) -> LayTile:
    """Any tile that may be laid there."""
    tile, _, turned = legal(g, hex_id)[0].split()[1].partition("/")
    return lay(hex_id, tile, int(turned))


def phase(g: Game, name: str) -> None:
    g.state.phase = name
    lies(g, "gone", *[c for c in cards_in(g, "depot") if c.split("-")[0] < name[0]])


def earns(g: Game, company: str, revenue: int) -> None:
    g.company(company).ran = (Run("2-1", ("F11.a", "F17.a"), (), revenue),)
    g.company(company).earned = revenue


# ---------------------------------------------------------------------- 3 stock rounds


@TN.says(
    "3.2(c)(1)",
    "par is 65, 70, 75, 80 or 90; the Illinois Central's certificate costs three times that",
    [FINE] * 5 + ["18TN 3.2(c)(1)", 600 - 195],
)
def _() -> object:
    g = stock(fresh())
    found: list[object] = [why(g, Par("SR", n, by="p0")) for n in (65, 70, 75, 80, 90, 100)]
    play(g, Par("IC", 65, by="p0"))
    return [*found, g.state.cash["p0"]]


@TN.says("3.4", "the Illinois Central floats with 60% sold: its president's 30% and three more", [NO, YES, 650])
def _() -> object:
    g = fresh()
    corp(g, "IC", 65, floated=False, p0=5)
    stock(g)
    before = g.company("IC").floated
    play(g, BuyShare("IC", "ipo", by="p0"))
    return [before, g.company("IC").floated, g.state.cash["IC"]]


@TN.says(
    "3.2(a)(3)",
    "the Illinois Central's president needs somebody with 30%, others somebody with 20%",
    ["18TN 3.2(a)(3)", FINE],
)
def _() -> object:
    g = fresh()
    corp(g, "IC", 65, p0=3, p1=2)
    corp(g, "SR", 65, p0=2, p1=2)
    stock(g)
    return [why(g, SellShares("IC", 2, by="p0")), why(g, SellShares("SR", 1, by="p0"))]


@TN.says("3.2(a)(4)", "of the 30% alone 10% or 20% may be sold where another holds 30%", [("p1", 2, 1), ("p1", 1, 2)])
def _() -> object:
    found = []
    for count in (1, 2):
        g = fresh()
        corp(g, "IC", 65, p0=3, p1=3)
        stock(g)
        play(g, SellShares("IC", count, by="p0"))
        found.append((g.president("IC"), shares.held(g, "p0", "IC"), shares.held(g, "pool", "IC")))
    return found


@TN.says("3.5(b)", "the new president of the Illinois Central gives three single certificates", ["p1", 3])
def _() -> object:
    g = fresh()
    corp(g, "IC", 65, p0=3, p1=3)
    stock(g, "p1")
    play(g, BuyShare("IC", "ipo", by="p1"))
    single = [c for c, p in g.state.place.items() if p == "p0" and c.startswith("IC.") and c != "IC.0"]
    return [g.state.place["IC.0"], len(single)]


@TN.says(
    "3.3(a)", "at 40 in the green zone any number may be owned, at 45 in the yellow zone 60%", [FINE, "18TN 3.3(a)"]
)
def _() -> object:
    found = []
    for cell in ("5,1", "5,2"):
        g = fresh()
        corp(g, "SR", 65, cell=cell, p0=6)
        stock(g)
        found.append(why(g, BuyShare("SR", "ipo", by="p0")))
    return found


@TN.says("3.3(b)", "certificates in the yellow and green zones do not count, not even the president's", [0, 0, 4])
def _() -> object:
    found = []
    for cell in ("5,1", "5,2", "2,3"):
        g = fresh()
        corp(g, "SR", 65, cell=cell, p0=5)
        found.append(shares.count_for_limit(g, "p0"))
    return found


@TN.says(
    "3.3(b)",
    "who holds the limit still buys 10% of a company in the yellow zone, and nothing else",
    [FINE, "18TN 3.3(b)"],
)
def _() -> object:
    g = fresh()
    for name in ("TC", "NC&StL", "GMO"):
        corp(g, name, 70, cell="2,5", p0=6)
    lies(g, "p0", "TCC")
    corp(g, "SR", 65, cell="5,3", p1=3)
    corp(g, "IC", 65, cell="2,5", p1=4)
    assert shares.count_for_limit(g, "p0") == 16
    stock(g)
    return [why(g, BuyShare("SR", "ipo", by="p0")), why(g, BuyShare("IC", "ipo", by="p0"))]


@TN.says(
    "3.2(a)(1)",
    "nothing is sold to the bank in the first stock round, not even what was bought in it",
    "18TN 3.2(a)(1)",
)
def _() -> object:
    g = fresh()
    corp(g, "SR", 65, p1=2, p0=1)
    stock(g, round_="SR 1")
    return why(g, SellShares("SR", 1, by="p0"))


@TN.says("3.2(a)(2)", "half may lie in the market, six tenths may not", [FINE, "18TN 3.2(a)(2)"])
def _() -> object:
    g = fresh()
    corp(g, "SR", 65, p1=3, p0=3, pool=3)
    stock(g)
    return [why(g, SellShares("SR", n, by="p0")) for n in (2, 3)]


@TN.says("3.2(a)", "six shares from the second row stop in the lowest row of that column", "6,4")
def _() -> object:
    g = fresh()
    corp(g, "SR", 90, p1=5, p0=5)
    stock(g)
    play(g, SellShares("SR", 5, by="p0"))
    return where(g, "SR")


@TN.says("3.6", "sold out moves up one row; with one share in the market it does not", ["1,3", "2,3"])
def _() -> object:
    g = fresh()
    corp(g, "SR", 70, floated=False, p0=5, p1=5)
    corp(g, "TC", 70, floated=False, p0=5, p1=4, pool=1)
    stock(g)
    passes(g, "SR 3")
    return [where(g, "SR"), where(g, "TC")]


@TN.says("Table II", "cash and certificates of three, four and five players", [(600, 16), (450, 12), (360, 10)])
def _() -> object:
    games = [fresh(players=n) for n in (3, 4, 5)]
    return [(g.state.cash["p0"], g.rules.shares.limit(g)) for g in games]


# ---------------------------------------------------------------------- 4.2.1 track


@TN.says("4.2(b)", "two yellow tiles in a turn, and no third", [YES, []])
def _() -> object:
    g = track("F11=57/1[TC]")
    play(g, lay("F9", "9", 1))
    second = bool(legal(g, "F13"))
    play(g, lay("F13", "58", 1))
    return [second, legal(g)]


@TN.says("4.2(b)", "after a yellow tile nothing is upgraded, after an upgrade nothing is laid", [{"yellow"}, []])
def _() -> object:
    g = track("F11=57/1[TC] F9=9/1", phase="3")
    play(g, lay("F13", "58", 1))
    colours = {g.rules.data.tiles[t.split()[1].split("/")[0]].colour for t in legal(g)}
    h = track("F11=57/1[TC] F9=9/1", phase="3")
    play(h, some_lay(h, "F9"))
    return [colours, legal(h)]


@TN.says("4.2.1(c)", "green on the printed yellow of Jackson is an upgrade, of phase 3", [[], YES])
def _() -> object:
    early, late = (track("G6[GMO]", "GMO", phase=name) for name in ("2", "3"))
    return [legal(early, "G6"), bool(legal(late, "G6"))]


@TN.says("4.2.1(g)", "Chattanooga turns green with its own tile only", {"TN1"})
def _() -> object:
    return {t.split()[1].split("/")[0] for t in legal(track("H15[NC&StL]", "NC&StL", phase="3"), "H15")}


@TN.says("4.2.1(i)", "no track off the map: east of F21 there is nothing", [FINE, "18TN 4.2.1(i)"])
def _() -> object:
    g = track("F17=57/1[SR] F19=9/1", "SR", phase="3")
    return [why(g, lay("F21", "8", 1)), why(g, lay("F21", "9", 1))]


@TN.says("4.2.1(f)", "mountains cost 60 with the first tile, nothing when it turns green", [940, 1000])
def _() -> object:
    g = track("F17=57/1[SR]", "SR")
    play(g, lay("F15", "9", 1))
    h = track("F17=57/1[SR] F15=9/1", "SR", phase="3")
    play(h, some_lay(h, "F15"))
    return [g.state.cash["SR"], h.state.cash["SR"]]


@TN.says("4.2.1", "a private of a player does not shut its hex", YES)
def _() -> object:
    return bool(legal(track("F17=57/1[SR]", "SR", owners={"ETWCR": "bob"}), "F19"))


@TN.says(
    "Table III",
    "the private's own tile: yellow, free of the 120, without connection, beside two others",
    [1000, 960, []],
)
def _() -> object:
    g = track("F11=57/1[TC]", owners={"TCC": "TC"})
    play(g, lay("H17", "8", 1, "TCC"))
    found: list[object] = [g.state.cash["TC"]]
    play(g, lay("F9", "9", 1), lay("F13", "4", 1))
    return [*found, g.state.cash["TC"], legal(g)]


@TN.says("Table III", "another tile in the hex ends the power", NO)
def _() -> object:
    g = track("F11=57/1[TC] H17=8/1", owners={"TCC": "TC"})
    return any(g.legal(lay("H17", t, r, "TCC")) for t in ("7", "8", "9") for r in range(6))


@TN.says("Table III", "a company that does not own the private has no such tile", NO)
def _() -> object:
    g = track("F11=57/1[TC]", owners={"TCC": "ann"})
    return g.legal(lay("H17", "8", 1, "TCC"))


@TN.says("4.2.1(c)", "gray comes with the first 8, and on brown only", [[], ["TN3"], []])
def _() -> object:
    found = []
    for text, name in (("F11=170/0[TC]", "6"), ("F11=170/0[TC]", "8"), ("F11=TN2/0[TC]", "8")):
        tiles = {t.split()[1].split("/")[0] for t in legal(track(f"{text} F9=9/1 F13=58/1", phase=name), "F11")}
        found.append(sorted(t for t in tiles if g_colour(t) == "gray"))
    return found


def g_colour(tile: str) -> str:
    return fresh().rules.data.tiles[tile].colour


# ---------------------------------------------------------------------- 4.2.2 stations, 4.2.3 runs


@TN.says(
    "4.2.2(c)",
    "Louisville's circle is the Louisville & Nashville's until its station lies there",
    ["18TN 4.2.2(c)", FINE],
)
def _() -> object:
    g = track_turns.station("E10=58/3 F11=57/2[TC] G12=57/2", "TC", title="18TN")
    return [why(g, place("B13")), why(g, place("G12"))]


@TN.says("4.2.3(i)", "towns count: a 2-train runs from Louisville to Bowling Green, no further", 40)
def _() -> object:
    g = board("B13[L&N] E10=4/0 F11=57/2")
    lies(g, "L&N", "2-1")
    return best(g, "L&N")


@TN.says("4.2.3.1", "Bristol is worth 60, and 40 from the first 5 on", [80, 60])
def _() -> object:
    found = []
    for name in ("3", "5"):
        g = board("F17=57/1[SR] F19=9/1 F21=8/1", phase=name)
        lies(g, "SR", "2-1")
        found.append(best(g, "SR"))
    return found


@TN.says("4.2.3(h)", "Cincinnati is only an end: 10, 30 and 50, without Lexington behind it", 90)
def _() -> object:
    g = board("B13[L&N] B15=8/1 B17=57/2")
    lies(g, "L&N", "4-1")
    return best(g, "L&N")


@TN.says("4.2.3(f)", "each run passes a station of its company", 0)
def _() -> object:
    g = board("F11=57/1 F13=58/1 H15[TC]")
    lies(g, "TC", "2-1")
    return best(g, "TC")


@TN.says("4.2.3.1", "a shareholder insists: less than the best is refused", "18TN 4.2.3.1")
def _() -> object:
    g = board("F11=57/1[TC] F13=4/1 F15=9/1 F17=57/1")
    lies(g, "TC", "3-1")
    own(g, "bob", "TC", 1)
    g.push(CompanyTurn("TC", 99), RunRoutes("TC"))
    settle(g)
    return why(g, RunTrains((Route("3-1", ("F11", "F13")),), by="ann"))


# ---------------------------------------------------------------------- 4.2.4 dividends


@TN.says(
    "4.2.4", "right; row end: up; 300 stays; left edge: down; the corner stays", ["2,4", "1,11", "0,15", "3,0", "6,0"]
)
def _() -> object:
    found = []
    for cell, kind in (("2,3", "full"), ("2,11", "full"), ("0,15", "full"), ("2,0", "none"), ("6,0", "none")):
        g = fresh()
        corp(g, "SR", 70, cell=cell, p0=5)
        earns(g, "SR", 100)
        operate(g, "SR", Dividend("SR"))
        play(g, PayDividend(kind, by="p0"))
        found.append(where(g, "SR"))
    return found


@TN.says("4.2.4", "30% of the Illinois Central are paid three times a tenth", [60, 20])
def _() -> object:
    g = fresh()
    corp(g, "IC", 70, p0=3, pool=1)
    earns(g, "IC", 200)
    before = dict(g.state.cash)
    operate(g, "IC", Dividend("IC"))
    play(g, PayDividend("full", by="p0"))
    return [g.state.cash[who] - before[who] for who in ("p0", "IC")]


# ---------------------------------------------------------------------- 4.2.5 trains, 5.1 the war


@TN.says("4.2.5(b)", "in order of type", "18TN 4.2.5(b)")
def _() -> object:
    g = fresh()
    corp(g, "SR", 70, cash=1000, p0=5)
    operate(g, "SR", BuyTrains("SR"))
    return why(g, BuyTrain("3-1", 180, by="p0"))


@TN.says(
    "4.2.5(e)",
    "the fourth 3-train of the initial offering brings the war; one bought from another company does not",
    ["3", "3½"],
)
def _() -> object:
    g = fresh("no_consent")
    corp(g, "SR", 70, cash=1000, p0=5)
    corp(g, "TC", 70, cash=1000, p0=5)
    phase(g, "3")
    lies(g, "TC", "3-1", "3-2", "3-3")
    operate(g, "SR", BuyTrains("SR"), LastChance("SR"))
    play(g, BuyTrain("3-1", 1, "TC", by="p0"))
    first = g.state.phase
    play(g, BuyTrain("3-4", 180, by="p0"))
    return [first, g.state.phase]


def at_war(line: str, company: str, *fleet: str, cell: str = "") -> Game:
    g = board(line, phase="3½")
    lies(g, company, *fleet)
    g.state.marks["civil war"] = [company]
    g.state.marks["civil war round"] = ["OR 0"]
    if cell:
        g.state.market = {cell: [company]}
        g.changed()
    return g


@TN.says("5.1", "with a 2 and a 3 one runs for nothing: 60 by the 3 are left of 100", [60, 100])
def _() -> object:
    line = "F11=14/1[TC] F13=4/1 F15=9/1 F17=57/1 E10=58/3"  # Nashville 30, Lebanon 10, Knoxville 20; Clarksville 10
    found = []
    for g in (at_war(line, "TC", "2-1", "3-1"), board(line)):
        lies(g, "TC", "2-1", "3-1")
        found.append(best(g, "TC"))
    return found


@TN.says("5.1", "with one train only it earns nothing and the price stays", [0, "2,3"])
def _() -> object:
    g = at_war("F11=57/1[TC] F13=58/1", "TC", "2-1", cell="2,3")
    earning = best(g, "TC")
    g.push(CompanyTurn("TC", 99), Dividend("TC"), LastChance("TC"))
    settle(g)
    return [earning, where(g, "TC")]


@TN.says("5.1", "who withholds at war what a second train earned goes left as always", "2,2")
def _() -> object:
    g = at_war("F11=57/1[TC] F13=58/1", "TC", "2-1", "2-2", cell="2,3")
    earns(g, "TC", 30)
    g.push(CompanyTurn("TC", 99), Dividend("TC"))
    settle(g)
    play(g, PayDividend("none", by="ann"))
    return where(g, "TC")


@TN.says("5.1", "who has no train or no route when the war comes gets no marker", ["TC"])
def _() -> object:
    g = board("F11=57/1[TC] F13=58/1 F17[SR] D7[IC]", BuyTrains("GMO"), phase="3")
    lies(g, "TC", "2-1")  # a train and a route
    lies(g, "SR", "2-2")  # a train, no route
    lies(g, "gone", "2-3", "2-4", "2-5", "3-1", "3-2", "3-3")
    play(g, BuyTrain("3-4", 180, by="ann"))
    return g.state.marks["civil war"]


@TN.says(
    "4.2.5.1", "the second 6: 4-trains in the market go at once, those of companies are obsolete", ["gone", "TC", YES]
)
def _() -> object:
    g = fresh()
    corp(g, "SR", 70, cash=1000, p0=5)
    corp(g, "TC", 70, cash=1000, p1=5)
    phase(g, "6")
    lies(g, "pool", "4-1")
    lies(g, "TC", "4-2")
    lies(g, "gone", "6-1")
    operate(g, "SR", BuyTrains("SR"))
    play(g, BuyTrain("6-2", 600, by="p0"))
    return [g.state.place["4-1"], g.state.place["4-2"], g.state.trains["4-2"].obsolete]


@TN.says("4.2.5.1", "an obsolete train is bought by nobody", "18TN 4.2.5.1")
def _() -> object:
    g = fresh()
    corp(g, "SR", 70, cash=1000, p0=5)
    corp(g, "TC", 70, cash=1000, p0=5)
    phase(g, "6")
    lies(g, "TC", "4-2")
    lies(g, "gone", "6-1", "6-2")
    g.state.phase = "6½"
    g.state.trains["4-2"] = TrainState(obsolete=True)
    operate(g, "SR", BuyTrains("SR"))
    return why(g, BuyTrain("4-2", 1, "TC", by="p0"))


@TN.says("4.2.5.1", "it goes after the dividend of its owner's next turn, before trains are bought", ["gone", YES])
def _() -> object:
    g = fresh()
    corp(g, "TC", 70, cash=1000, p0=5)
    g.state.tokens["F11.a.0"] = "TC"
    g.state.tiles |= {"F11": Laid("57", 1), "F13": Laid("58", 1)}
    phase(g, "6")
    lies(g, "gone", "6-1", "6-2")
    lies(g, "TC", "4-2")
    g.state.phase = "6½"
    g.state.trains["4-2"] = TrainState(obsolete=True)
    earns(g, "TC", 30)
    operate(g, "TC", Dividend("TC"), BuyTrains("TC"))
    play(g, PayDividend("full", by="p0"))
    return [g.state.place["4-2"], why(g, Pass(by="p0")) == "18TN 4.2.5.2"]


@TN.says("4.2.5(g)", "the first 5: everybody down to two, the president chooses; into the market", ["p1", "pool"])
def _() -> object:
    g = fresh()
    corp(g, "SR", 70, cash=1000, p0=5)
    corp(g, "TC", 70, cash=1000, p1=5)
    phase(g, "5")
    g.state.phase = "4"
    lies(g, "TC", "3-1", "3-2", "4-1")
    operate(g, "SR", BuyTrains("SR"), LastChance("SR"))
    play(g, BuyTrain("5-1", 450, by="p0"))
    who = g.deciders()[0]
    play(g, DiscardTrain("4-1", by=who))
    return [who, g.state.place["4-1"]]


def needy(treasury: int, president: int) -> Game:
    g = fresh()
    corp(g, "TC", 70, cash=treasury, p0=5)
    g.state.tokens["F11.a.0"] = "TC"
    g.state.tiles |= {"F11": Laid("57", 1), "F13": Laid("58", 1)}
    phase(g, "6")
    lies(g, "gone", "6-1")
    purse(g, p0=president)
    return g


@TN.says("4.2.5.2(a)", "with the president's money the cheapest of the bank only", ["18TN 4.2.5.2(a)", FINE])
def _() -> object:
    g = needy(100, 1000)
    lies(g, "pool", "5-1")
    operate(g, "TC", BuyTrains("TC"))
    return [why(g, BuyTrain("6-2", 600, by="p0")), why(g, BuyTrain("5-1", 450, by="p0"))]


@TN.says("4.2.5.2(d)", "only stock is sold, by 3.2(a): no private to another player", NO)
def _() -> object:
    g = needy(100, 0)
    lies(g, "p0", "TCC")
    g.state.phase = "4"
    operate(g, "TC", BuyTrains("TC"))
    return g.legal(SellPrivate("TCC", "p1", 20, by="p0"))


@TN.says("6(c), 6.1", "a bankrupt keeps what he was not allowed to sell, without cash", ["bankruptcy", 0])
def _() -> object:
    g = operate(needy(0, 17), "TC", BuyTrains("TC"))
    while not g.legal(Bankrupt(by="p0")):
        play(g, next(a for c in g.choices("p0") if c.kind is SellShares for a in c))
    play(g, Bankrupt(by="p0"))
    return [g.state.over, g.rules.worth(g, "p0")["cash"]]


# ---------------------------------------------------------------------- 4.2.6 privates, 6 the end


def first_round(*done: str) -> Game:
    """The first operating round; TC is on turn."""
    g = fresh("no_consent")
    corp(g, "TC", 70, cash=1000, p0=5)
    corp(g, "SR", 70, cash=1000, p1=5)
    lies(g, "p0", "TCC", "MCR")
    lies(g, "p1", "OWR")
    g.state.round = "OR 1.1"
    sequence = RoundSequence("OR", stock=1, set=1, done=1, planned=1)
    g.state.agenda = [
        sequence,
        OperatingRound(list(g.state.companies), paid=True),
        CompanyTurn("TC", 99),
        BuyTrains("TC"),
    ]
    return settle(g)


@TN.says(
    "4.2.6", "in the first round one private at face value, neither more nor less", ["18TN 4.2.6", FINE, "18TN 4.2.6"]
)
def _() -> object:
    g = first_round()
    return [why(g, TakePrivate("TCC", n, by="p0")) for n in (19, 20, 21)]


@TN.says(
    "4.2.6",
    "no second one for the same company, and none from a player who has sold one",
    ["18TN 4.2.6", "18TN 4.2.6", FINE],
)
def _() -> object:
    g = first_round()
    play(g, TakePrivate("TCC", 20, by="p0"))
    same = why(g, TakePrivate("OWR", 100, by="p0"))
    h = first_round()
    play(h, TakePrivate("TCC", 20, by="p0"))
    h.state.agenda[2:] = [CompanyTurn("SR", 99), BuyTrains("SR")]
    settle(h)
    return [same, why(h, TakePrivate("MCR", 70, by="p1")), why(h, TakePrivate("OWR", 100, by="p1"))]


@TN.says("4.2.6", "from phase 3 half to one and a half", [(10, 30), (20, 60), (35, 105), (50, 150)])
def _() -> object:
    g = fresh()
    corp(g, "TC", 70, cash=1000, p0=5)
    phase(g, "3")
    lies(g, "p0", *g.rules.data.privates)
    return [tuple(g.rules.private_price_range(g, "TC", p)) for p in ("TCC", "ETWCR", "MCR", "OWR")]


@TN.says("4.2.6", "a company never sells its private", NO)
def _() -> object:
    g = fresh()
    corp(g, "TC", 70, cash=1000, p0=5)
    corp(g, "SR", 70, cash=1000, p0=5)
    phase(g, "3")
    lies(g, "SR", "TCC")
    operate(g, "TC", LastChance("TC"))
    return g.legal(TakePrivate("TCC", 20, by="p0"))


@TN.says("Table I", "the first 5 closes privates of players and companies", {"gone"})
def _() -> object:
    g = fresh()
    corp(g, "TC", 70, cash=1000, p0=5)
    phase(g, "5")
    g.state.phase = "4"
    lies(g, "TC", "TCC")
    lies(g, "p1", "MCR")
    operate(g, "TC", BuyTrains("TC"))
    play(g, BuyTrain("5-1", 450, by="p0"))
    return {g.state.place[p] for p in ("TCC", "MCR")}


@TN.says(
    "6(a)", "a bank that breaks in a stock round: this round and one operating round, not three", [["SR", "OR"], "bank"]
)
def _() -> object:
    g = fresh()
    corp(g, "SR", 90, floated=False, p0=5)
    corp(g, "TC", 70, p1=5)
    phase(g, "5")
    purse(g, p1=g.state.cash["bank"] + g.state.cash["p1"] - 100)
    stock(g)
    play(g, BuyShare("SR", "ipo", by="p0"))
    return [[r.split()[0] for r in passes(g, "never")], g.state.over]


@TN.says("6(b)", "300 ends the game after the running operating round", "price")
def _() -> object:
    g = fresh()
    corp(g, "SR", 90, cell="0,14", p0=5)
    earns(g, "SR", 100)
    operate(g, "SR", Dividend("SR"))
    play(g, PayDividend("full", by="p0"))
    passes(g, "never")
    return g.state.over


# ---------------------------------------------------------------------- seldom met


@TN.says("4.2.5.1", "the 4 of who buys the second 6 is obsolete too, and leaves in his next turn only", ["TC", YES])
def _() -> object:
    g = fresh()
    corp(g, "TC", 70, cash=1000, p0=5)
    phase(g, "6")
    lies(g, "TC", "4-2")
    lies(g, "gone", "6-1")
    operate(g, "TC", BuyTrains("TC"), LastChance("TC"))
    play(g, BuyTrain("6-2", 600, by="p0"))
    return [g.state.place["4-2"], g.state.trains["4-2"].obsolete]


@TN.says("4.2.5(g)", "an obsolete train is owned, and so counts for the limit of two", "18TN 4.2.5(g)")
def _() -> object:
    g = fresh()
    corp(g, "TC", 70, cash=1000, p0=5)
    corp(g, "SR", 70, p0=5)
    phase(g, "8")
    g.state.phase = "6½"
    lies(g, "TC", "4-2", "5-1")
    lies(g, "SR", "5-2")
    g.state.trains["4-2"] = TrainState(obsolete=True)
    operate(g, "TC", BuyTrains("TC"), LastChance("TC"))
    return g.rules.refusal(g.rules.trains.checks, g, Purchase("TC", "8-1", "depot", 700)).paragraph  # type: ignore[union-attr]


@TN.says("5.1", "who brings the war feels it as well, if he had a train and a route", YES)
def _() -> object:
    g = board("F11=57/1[TC] F13=58/1", BuyTrains("TC"), phase="3")
    lies(g, "TC", "2-1")
    lies(g, "gone", "2-2", "2-3", "2-4", "2-5", "3-1", "3-2", "3-3")
    play(g, BuyTrain("3-4", 180, by="ann"))
    return "TC" in g.state.marks["civil war"]


@TN.says("3.3(b)", "who is over the limit because a company left the yellow zone sells in his next turn", "18TN 3.3")
def _() -> object:
    g = fresh()
    for name in ("TC", "NC&StL", "GMO"):
        corp(g, name, 70, cell="2,5", p0=6)
    corp(g, "SR", 65, cell="3,3", p1=3, p0=4)
    stock(g)
    return why(g, Pass(by="p0"))


@TN.says(
    "4.2.3(i)", "Birmingham is worth 30, and 40 from the first 5 on; towns and edges are stops like cities", [60, 70]
)
def _() -> object:
    found = []
    for name in ("3", "5"):
        g = board("G12=57/0[TC] H11=9/0 I10=58/3", phase=name)  # Murfreesboro 20, Huntsville 10
        lies(g, "TC", "3-1")
        found.append(best(g, "TC"))
    return found


@TN.says("4.2(d)", "trains are bought after the run: a corporation runs none in its first turn", ["3,2", 0])
def _() -> object:
    g = fresh()
    corp(g, "SR", 65, cell="3,3", p0=5)
    operate(g, "SR", Dividend("SR"), LastChance("SR"))
    return [where(g, "SR"), g.state.cash["SR"]]


@TN.each()
def test_18tn_does_as_its_rulebook_says(reading: Reading) -> None:
    check(reading)


def test_there_are_forty_readings_at_least() -> None:
    assert len(TN) >= 40
