"""18VA, read from its rulebook (version 0.99): each answer stands above the position that asks for it."""

from __future__ import annotations

from typing import Any

from game import ending, shares
from game.actions import (
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    Choose,
    DiscardTrain,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    SellShares,
    TakePrivate,
    Use,
)
from game.market import where
from game.play import Game
from game.routing import routes
from game.steps.dividend import Dividend
from game.steps.operate import LastChance
from game.steps.round_sequence import RoundSequence
from game.steps.token import PlaceToken as Station
from game.steps.trains import BuyTrains
from tests.support import board_notation, track_turns
from tests.support.title_positions import new, operate, play, settle, stock, trades, verbs
from tests.support.track_turns import legal, place
from tests.titles.reading.readings import (
    FINE,
    NO,
    YES,
    Reading,
    Readings,
    best,
    cards_in,
    check,
    lies,
    passes,
    purse,
    why,
)
from tests.titles.test_va_operate import company, give
from titles.va import bankruptcy
from titles.va.sizes import Conversion

VA = Readings()


def fresh(*options: str, players: int = 3) -> Game:
    return new("18VA", players, *options)


def board(line: str = "", *steps: Any, **more: Any) -> Game:
    return board_notation.board(line, *steps, title="18VA", **more)


def phase(g: Game, name: str, *gone: str) -> Game:
    g.state.phase = name
    lies(g, "gone", *[c for c in cards_in(g, "depot") if c.split("-")[0] in gone])
    return g


def in_phase(name: str, *gone: str, options: tuple[str, ...] = ()) -> Game:
    return phase(fresh(*options), name, *gone)


def runs(line: str, name: str, *faces: str, phase: str = "2", marks: dict[str, list[str]] | None = None) -> int:
    """Dollars of the best runs of a company with these trains."""
    g = board(line, phase=phase)
    g.state.marks |= marks or {}
    give(g, name, *faces)
    return best(g, name)


# ---------------------------------------------------------------------- 4.1 the opening, 4.3 stock rounds


@VA.says(
    "4.1",
    "bids are multiples of five, five above the last, and never more than is left",
    ["18VA 4.1", "18VA 4.1", FINE],
)
def _() -> object:
    g = fresh()
    play(g, Bid("P3", 300, by="p0"), Bid("P3", 305, by="p1"), Bid("P1", 40, by="p2"))
    return [why(g, Bid("P2", 63, by="p0")), why(g, Bid("P2", 405, by="p0")), why(g, Bid("P3", 400, by="p0"))]


@VA.says("4.1", "what nobody has bid on gets ten cheaper when all pass, the others do not", [(30, 50), (105, 5)])
def _() -> object:
    g = fresh()
    play(g, Bid("P3", 100, by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0"))
    who = g.deciders()[0]
    lows = {getattr(c.actions[0], "item", ""): c.ranges["amount"].low for c in g.choices(who) if "amount" in c.ranges}
    return [(lows["P1"], lows["P2"]), (lows["P3"], 5)]


@VA.says("4.3.3", "the B&O gets twice its par from the bank, whatever was bid", [200, 400 - 160])
def _() -> object:
    g = fresh()
    for lot, amount in (("P1", 40), ("P2", 60), ("P3", 80)):
        g.state.bids[lot] = {"p1": amount}
    settle(g)
    play(g, Bid("P4", 160, by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0"), Par("B&O", 100, by="p0"))
    return [g.state.cash["B&O"], g.state.cash["p0"]]


@VA.says("4.3.3", "the starting values are 70, 75, 82, 90 and 100", [FINE] * 5 + ["18VA 4.3.3"])
def _() -> object:
    g = stock(fresh())
    return [why(g, Par("VR", n, by="p0")) for n in (70, 75, 82, 90, 100, 110)]


@VA.says(
    "4.4",
    "a company of five: 40% for twice the price, into its treasury; two stations, started at once",
    [150, 2, 2, YES],
)
def _() -> object:
    g = stock(fresh())
    play(g, Par("VR", 75, by="p0"))
    state = g.company("VR")
    used = sum(owner == "VR" for owner in g.state.tokens.values())
    return [g.state.cash["VR"], shares.held(g, "p0", "VR"), len(state.tokens) + used, state.floated]


@VA.says("3.1", "60% of five shares: the president's certificate and one more", [FINE, "18VA 4.3.2"])
def _() -> object:
    found = []
    for held in (2, 3):
        g = fresh()
        company(g, "VR", 0, p0=held)
        stock(g)
        found.append(why(g, BuyShare("VR", "treasury", by="p0")))
    return found


@VA.says("3.1", "two players may own 70% as an option", [FINE, "18VA 4.3.2"])
def _() -> object:
    found = []
    for options in (("two_player_70",), ()):
        g = fresh(*options, players=2)
        company(g, "B&O", 0, 10, p0=6)
        stock(g)
        found.append(why(g, BuyShare("B&O", "treasury", by="p0")))
    return found


@VA.says("3.1", "of five shares two may lie in the pool, three never", [FINE, "18VA 3.1"])
def _() -> object:
    found = []
    for pool in (1, 2):
        g = fresh()
        company(g, "VR", 0, p1=2, p0=1, pool=pool)
        stock(g)
        found.append(why(g, SellShares("VR", 1, by="p0")))
    return found


@VA.says("3.1", "after four shares went to the pool a fifth may follow, a sixth may not", [FINE, "18VA 3.1"])
def _() -> object:
    g = fresh()
    company(g, "B&O", 0, 10, p1=4, p0=2, pool=4)
    stock(g)
    return [why(g, SellShares("B&O", n, by="p0")) for n in (1, 2)]


@VA.says("3.1", "the president's certificate is never sold; he may be left with one single share", ["p1", 1, "p1"])
def _() -> object:
    g = fresh()
    company(g, "B&O", 0, 10, p0=3, p1=2)
    stock(g)
    play(g, SellShares("B&O", 2, by="p0"))
    return [g.president("B&O"), shares.held(g, "p0", "B&O"), g.state.place["B&O.0"]]


@VA.says("4.4.2", "equal holders after a sale: who comes first after the old president", "p2")
def _() -> object:
    g = fresh()
    company(g, "B&O", 0, 10, p1=3, p0=2, p2=2)
    stock(g, "p1")
    play(g, SellShares("B&O", 2, by="p1"))
    return g.president("B&O")


@VA.says(
    "4.3.1",
    "of a company one block in a turn, at one price, and the marker falls a row for each",
    [2 * 75, "6,3", "18VA 4.3.1"],
)
def _() -> object:
    g = fresh()
    company(g, "B&O", 0, 10, p1=3, p0=3)
    stock(g)
    before = g.state.cash["p0"]
    play(g, SellShares("B&O", 2, by="p0"))
    return [g.state.cash["p0"] - before, where(g, "B&O"), why(g, SellShares("B&O", 1, by="p0"))]


@VA.says("4.3.2", "sell, then buy: after the purchase nothing is sold", [FINE, NO])
def _() -> object:
    g = fresh()
    company(g, "B&O", 0, 10, p1=3, p0=3)
    company(g, "SR", 0, 10, p1=3)
    stock(g)
    first = why(g, SellShares("B&O", 1, by="p0"))
    play(g, BuyShare("SR", "treasury", by="p0"))
    return [first, g.legal(SellShares("B&O", 1, by="p0"))]


@VA.says("4.3.1", "stock of a company that has not finished a turn is not sold", "18VA 4.3.1")
def _() -> object:
    g = fresh()
    company(g, "B&O", 0, 10, operated=False, p1=3, p0=1)
    stock(g)
    return why(g, SellShares("B&O", 1, by="p0"))


@VA.says(
    "4.3.2",
    "a share of the treasury pays the company, one of the pool the bank, both the market price",
    [(75, 0), (0, 75)],
)
def _() -> object:
    found = []
    for source in ("treasury", "pool"):
        g = fresh()
        company(g, "B&O", 0, 10, p1=3, pool=1)
        stock(g)
        bank = g.state.cash["bank"]
        play(g, BuyShare("B&O", source, by="p0"))
        found.append((g.state.cash["B&O"], g.state.cash["bank"] - bank))
    return found


@VA.says("4.4", "the sixth share brings five times the price, and four shares into the pool", [5 * 75, 4, "4,3"])
def _() -> object:
    g = fresh()
    company(g, "B&O", 0, 10, p1=4, p2=1)
    stock(g)
    play(g, BuyShare("B&O", "treasury", by="p0"))
    return [g.state.cash["B&O"], shares.held(g, "pool", "B&O"), where(g, "B&O")]


@VA.says("4.4", "a company of five is never underwritten", [75, 0])
def _() -> object:
    g = fresh()
    company(g, "VR", 0, 5, p1=3, p2=1)
    stock(g)
    play(g, BuyShare("VR", "treasury", by="p0"))
    return [g.state.cash["VR"], shares.held(g, "pool", "VR")]


@VA.says("3.2", "wholly owned by players: ten shares rise, five do not", ["3,3", "4,3"])
def _() -> object:
    g = fresh()
    company(g, "B&O", 0, 10, p0=6, p1=4)
    company(g, "VR", 0, 5, p0=3, p1=2)
    stock(g)
    passes(g, "OR 1.1")
    return [where(g, "B&O"), where(g, "VR")]


@VA.says("3.1", "over the certificate limit nobody must sell, but he buys nothing", [FINE, "18VA 4.3.2"])
def _() -> object:
    g = fresh(players=5)
    for name in ("B&O", "C&O", "SR"):
        company(g, name, 0, 10, p0=5)
    assert shares.count_for_limit(g, "p0") > g.rules.shares.limit(g)
    stock(g)
    return [why(g, Pass(by="p0")), why(g, BuyShare("B&O", "treasury", by="p0"))]


@VA.says("4.3", "the priority deal goes to the player after the last who bought or sold", "p2")
def _() -> object:
    g = fresh()
    company(g, "B&O", 0, 10, p2=3)
    stock(g)
    play(g, Pass(by="p0"), BuyShare("B&O", "treasury", by="p1"))
    for who in ("p2", "p0", "p1"):
        if g.state.round == "SR 2" and g.deciders() == [who]:
            play(g, Pass(by=who))
    return g.state.priority


# ---------------------------------------------------------------------- 4.5.1 conversion


@VA.says(
    "4.5.1", "from phase 3, at the beginning of the turn; two stations at 100 come with it", [NO, YES, [40, 100, 100]]
)
def _() -> object:
    found: list[object] = []
    for name in ("2", "3"):
        g = in_phase(name)
        company(g, "VR", 1000, p0=2)
        g.company("VR").tokens = [40]
        operate(g, "VR", Conversion("VR"), BuyTrains("VR"))
        found.append(g.legal(Choose("convert", by="p0")))
    play(g, Choose("convert", by="p0"))
    return [*found, g.company("VR").tokens]


@VA.says("4.5.1", "the first 5 converts all at once, who has operated and who has not even started", [10, 10, 10])
def _() -> object:
    g = in_phase("4", "2", "3", "4")
    company(g, "B&O", 1000, 10, p0=3)
    company(g, "VR", 0, p1=2)
    operate(g, "B&O", BuyTrains("B&O"))
    play(g, BuyTrain("5-1", 500, side="5", by="p0"))
    return [g.company(n).size for n in ("VR", "SR", "N&W")]


@VA.says("4.4.1", "from phase 5 on a company starts with ten shares and four stations", [150, 4])
def _() -> object:
    g = in_phase("4", "2", "3", "4")
    company(g, "B&O", 1000, 10, p1=3)
    operate(g, "B&O", BuyTrains("B&O"))
    play(g, BuyTrain("5-1", 500, side="5", by="p1"))
    stock(g)
    play(g, Par("VR", 75, by="p0"))
    used = sum(owner == "VR" for owner in g.state.tokens.values())
    return [g.state.cash["VR"], len(g.company("VR").tokens) + used]


# ---------------------------------------------------------------------- 4.5.2 track, 4.5.3 stations


@VA.says("4.5.2.1", "a company without a route begins with a yellow city tile at home", {"C12"})
def _() -> object:
    return {t.split()[0] for t in legal(track_turns.track("C12[VR]", "VR", title="18VA"))}


@VA.says("4.5.2.1", "mines take 4 or 58 only, cities with P turn brown as 170 only", [{"4", "58"}, {"170"}])
def _() -> object:
    mine = track_turns.track("A12[VR] B11=58/1", "VR", title="18VA")
    city = track_turns.track("H3=14/2[B&O]", "B&O", title="18VA", phase="5")
    return [{t.split()[1].split("/")[0] for t in legal(g, h)} for g, h in ((mine, "B9"), (city, "H3"))]


@VA.says(
    "4.5.3",
    "no station in the yellow home of a company that is not started, on green beside the kept circle",
    ["18VA 4.5.3", FINE],
)
def _() -> object:
    found = []
    for tile in ("57/0", "14/0"):
        g = track_turns.station(f"F11=57/0[SR] F13={tile} F15=9/0", "SR", title="18VA")
        g.company("N&W").floated = False
        g.company("N&W").par = 0
        g.changed()
        found.append(why(g, place("F13")))
    return found


@VA.says("4.2(3)", "the Potomac Yards' station takes no circle: also in a full city, without track", FINE)
def _() -> object:
    g = board("H3=57/0[B&O] C12=57/1[VR]", Station("VR"), owners={"P3": "VR"})
    return why(g, PlaceToken("H3", "P3", by="ann"))


@VA.says("4.2", "a power ends its company: after the station no higher train limit", "gone")
def _() -> object:
    g = board("H3=57/0[B&O] C12=57/1[VR]", Station("VR"), owners={"P3": "VR"})
    play(g, PlaceToken("H3", "P3", by="ann"))
    return g.state.place["P3"]


@VA.says("4.5.3", "the first further station costs 40, those after it 100", [40, 100])
def _() -> object:
    g = board("H3[B&O]")
    found = []
    for _step in range(2):
        found.append(g.rules.tokens.cost(g, "B&O"))
        g.company("B&O").tokens = g.company("B&O").tokens[1:]
        g.changed()
    return found


# ---------------------------------------------------------------------- 4.5.4, 4.5.5 runs


PHILADELPHIA = "H3=57/0[B&O]"  # above it Philadelphia, 40


@VA.says("4.5.4.1", "an off-map city with a station counts twice", [60, 100])
def _() -> object:
    return [runs(PHILADELPHIA + there, "B&O", "2") for there in ("", " H1[B&O]")]


@VA.says("4.5.4.2", "a port adds its bonus where the city has a station, and no city to the length", [90, 60])
def _() -> object:
    with_station = runs("H3=6/3[B&O]", "B&O", "2")
    without = runs("H1[B&O] H3=6/3", "B&O", "2") - 40  # Philadelphia twice
    return [with_station, without]


@VA.says("4.5.4.2", "a freight train counts the city and its port bonus twice", 40 + 2 * (20 + 30))
def _() -> object:
    return runs("H3=6/3[B&O]", "B&O", "2G", phase="3")


@VA.says("4.5.4.2", "a city and its own port are no route", 0)
def _() -> object:
    return runs("H3=57/2[B&O]", "B&O", "2")


COAL = "C12=57/1[VR] B13=58/2"  # Lynchburg, a mine, the district A12


@VA.says("4.5.5", "1G: city, mine and district 20; a passenger train finds no route there", [50, 0])
def _() -> object:
    return [runs(COAL, "VR", face) for face in ("1G", "2")]


@VA.says("4.5.4.3", "with a station in the district the same sum goes to the treasury, until phase 4D", [40, 60, 0])
def _() -> object:
    found = []
    for face, name in (("2G", "3"), ("3G", "4"), ("4G", "4D")):
        g = board(COAL + " A12[VR]", phase=name)
        give(g, "VR", face)
        found.append(routes.best(g, "VR", keep=1)[0].tie)
    return found


@VA.says("4.5.5", "no run from one district to another: the mines between them are what is left", 60 + 3 * 10)
def _() -> object:
    return runs("A12[VR] B11=58/1 B9=4/0 B7=58/0", "VR", "3G", phase="4")


@VA.says("4.5.5", "a 1G needs a mine or a district: between two cities it does not run", [0, 40])
def _() -> object:
    line = "F11=57/0[SR] F13=57/0"
    return [runs(line, "SR", "1G"), runs(line, "SR", "2")]


@VA.says("4.5.5", "a freight train counts one city fewer: 2G two cities, 1G one", [40, 60])
def _() -> object:
    line = "F9=9/0 F11=57/0[SR] F13=57/0 F7=57/0"
    return [runs(line, "SR", "2G", phase="3"), runs(line, "SR", "3")]


@VA.says("4.5.5", "a passenger train may have its only station in an off-map city", 40 * 2 + 20)
def _() -> object:
    return runs("H1[SR] H3=57/0", "SR", "2")


@VA.says("4.5.5", "no run passes a city full of others; it may end there", [40, 60])
def _() -> object:
    return [runs(f"F9=9/0 F11=57/0{owner} F13=57/0[N&W] F7=57/0", "N&W", "3") for owner in ("[SR]", "")]


@VA.says("4.5.5", "two trains share no track: one track leads to Philadelphia", 60)
def _() -> object:
    return runs(PHILADELPHIA, "B&O", "2", "2")


@VA.says("4.5.5", "a 4D counts everything twice after the station's doubling", (2 * 70 + 20) * 2)
def _() -> object:
    return runs(PHILADELPHIA + " H1[B&O]", "B&O", "4D", phase="4D")


@VA.says("4.2(1)", "the Express Agency's city is worth ten more to its company alone", [70, 60])
def _() -> object:
    return [runs(PHILADELPHIA, "B&O", "2", marks={"express": [name, "H3"]}) for name in ("B&O", "SR")]


# ---------------------------------------------------------------------- 4.5.6 dividends


@VA.says(
    "3.2", "less than the price: stays; as much: right; nothing: left; left edge: down", ["4,3", "4,4", "4,2", "5,0"]
)
def _() -> object:
    found = []
    for at, revenue, kind in (("4,3", 70, "full"), ("4,3", 75, "full"), ("4,3", 500, "none"), ("4,0", 500, "none")):
        g = fresh()
        company(g, "VR", 0, 5, at, p0=2)
        g.company("VR").earned = revenue
        operate(g, "VR", Dividend("VR"))
        play(g, PayDividend(kind, by="p0"))
        found.append(where(g, "VR"))
    return found


@VA.says("4.5.6", "a fifth for each share; the treasury's get nothing, the pool's pay the company", [40, 20])
def _() -> object:
    g = fresh()
    company(g, "VR", 0, 5, p0=2, pool=1)
    g.company("VR").earned = 100
    before = dict(g.state.cash)
    operate(g, "VR", Dividend("VR"))
    play(g, PayDividend("full", by="p0"))
    return [g.state.cash[who] - before[who] for who in ("p0", "VR")]


# ---------------------------------------------------------------------- 4.5.8 trains


@VA.says("4.5.8", "one new train of a type in a round; the first of the next type besides", [NO, YES])
def _() -> object:
    g = in_phase("2")
    company(g, "B&O", 1000, 10, p0=3)
    operate(g, "B&O", BuyTrains("B&O"))
    play(g, BuyTrain("2-1", 100, side="2", by="p0"))
    second = "BuyTrain" in verbs(g, "p0")
    h = in_phase("2")
    lies(h, "gone", "2-1", "2-2", "2-3", "2-4", "2-5")
    company(h, "B&O", 1000, 10, p0=3)
    operate(h, "B&O", BuyTrains("B&O"))
    play(h, BuyTrain("2-6", 100, side="1G", by="p0"))
    return [second, h.legal(BuyTrain("3-1", 200, side="3", by="p0"))]


@VA.says("4.5.8", "a used train from the pool is not a new one", YES)
def _() -> object:
    g = in_phase("3", "2")
    lies(g, "pool", "3-5")
    company(g, "B&O", 1000, 10, p0=3)
    operate(g, "B&O", BuyTrains("B&O"))
    play(g, BuyTrain("3-1", 200, side="3", by="p0"))
    return g.legal(BuyTrain("3-5", 200, side="2G", by="p0"))


@VA.says("4.5.8", "4D-trains are sold as soon as the first 6 is", [NO, YES])
def _() -> object:
    g = in_phase("5", "2", "3", "4", "5")
    company(g, "B&O", 2000, 10, p0=3)
    operate(g, "B&O", BuyTrains("B&O"))
    before = g.legal(BuyTrain("4D-1", 800, by="p0"))
    play(g, BuyTrain("6-1", 600, side="6", by="p0"))
    return [before, g.legal(BuyTrain("4D-1", 800, by="p0"))]


@VA.says("2", "the first 4: companies of five keep one train, of ten three; into the pool", [1, 1, 3])
def _() -> object:
    g = in_phase("3", "2", "3")
    company(g, "B&O", 1000, 10, p0=3)
    company(g, "VR", 0, p1=2)
    company(g, "SR", 0, 10, p2=3)
    lies(g, "VR", "3-1", "3-2")
    lies(g, "SR", "3-3", "3-4", "3-5")
    operate(g, "B&O", BuyTrains("B&O"), LastChance("B&O"))
    play(g, BuyTrain("4-1", 300, side="4", by="p0"))  # of two equal trains nobody is asked for one
    return [len(cards_in(g, place_)) for place_ in ("VR", "pool", "SR")]


@VA.says("2", "the first 4D scraps the 4-trains, not the 5s and 6s", [[], ["5-1", "6-1"]])
def _() -> object:
    g = in_phase("6", "2", "3", "4", "5", "6")
    company(g, "B&O", 1000, 10, p0=3)
    company(g, "SR", 0, 10, p2=3)
    lies(g, "SR", "5-1", "6-1")
    lies(g, "B&O", "4-1")
    operate(g, "B&O", BuyTrains("B&O"), LastChance("B&O"))
    play(g, BuyTrain("4D-1", 800, by="p0"))
    return [[c for c in cards_in(g, "B&O") if c[:2] == "4-"], cards_in(g, "SR")]


@VA.says("4.5.8", "a train that was given to the pool may be declared anew", {"3", "2G"})
def _() -> object:
    g = in_phase("3", "2", "3")
    lies(g, "pool", "3-1")
    company(g, "B&O", 1000, 10, p0=3)
    operate(g, "B&O", BuyTrains("B&O"))
    return {a.side for c in g.choices("p0") for a in c if isinstance(a, BuyTrain) and a.train == "3-1"}


@VA.says("4.2(4)", "the Potomac Yards raise the limit when trains are bought, for good", [NO, YES])
def _() -> object:
    g = in_phase("5", "2", "3", "4")
    company(g, "B&O", 2000, 10, p0=3)
    lies(g, "B&O", "4-1", "4-2", "P3")
    operate(g, "B&O", BuyTrains("B&O"))
    before = g.legal(BuyTrain("5-1", 500, side="5", by="p0"))
    play(g, Use("P3", by="p0"))
    return [before, g.legal(BuyTrain("5-1", 500, side="5", by="p0"))]


@VA.says("4.2(2)", "Tredegar takes 200 off a new train, not off one from the pool", [FINE, NO])
def _() -> object:
    g = in_phase("3", "2")
    lies(g, "pool", "3-5")
    company(g, "B&O", 0, 10, p0=3)
    lies(g, "B&O", "P2")
    operate(g, "B&O", BuyTrains("B&O"))
    return [
        why(g, BuyTrain("3-1", 0, side="3", using="P2", by="p0")),
        g.legal(BuyTrain("3-5", 0, side="3", using="P2", by="p0")),
    ]


@VA.says(
    "4.2",
    "privates: half to one and a half, from phase 3; they stay open in phase 5",
    [(20, 60), (30, 90), (40, 120), (0, 0), "p0"],
)
def _() -> object:
    g = in_phase("3")
    company(g, "B&O", 1000, 10, p0=3)
    lies(g, "p0", "P1", "P2", "P3")
    found: list[object] = [tuple(g.rules.private_price_range(g, "B&O", p)) for p in ("P1", "P2", "P3")]
    g.state.phase = "2"
    g.changed()
    found.append(tuple(g.rules.private_price_range(g, "B&O", "P1")))
    h = in_phase("4", "2", "3", "4")
    company(h, "B&O", 1000, 10, p0=3)
    lies(h, "p0", "P1")
    operate(h, "B&O", BuyTrains("B&O"))
    play(h, BuyTrain("5-1", 500, side="5", by="p0"))
    return [*found, h.state.place["P1"]]


@VA.says("4.2", "who buys the first 3 may buy a private in the same turn", YES)
def _() -> object:
    g = in_phase("2", "2")
    company(g, "B&O", 1000, 10, p0=3)
    lies(g, "p0", "P1")
    operate(g, "B&O", BuyTrains("B&O"), LastChance("B&O"))
    play(g, BuyTrain("3-1", 200, side="3", by="p0"))
    return g.legal(TakePrivate("P1", 60, by="p0"))


# ---------------------------------------------------------------------- 4.6 forced purchases, 5 the end


def bare(treasury: int, president: int, *, p0: int = 3, p1: int = 0, p2: int = 0) -> Game:
    """B&O has no train and no route; 5-trains for 500 are on sale."""
    g = in_phase("5", "2", "3", "4")
    company(g, "B&O", treasury, 10, p0=p0, p1=p1, p2=p2)
    purse(g, p0=president)
    return g


@VA.says("4.6", "a train is a duty with or without a route", "18VA 4.6")
def _() -> object:
    return why(operate(bare(500, 0), "B&O", BuyTrains("B&O")), Pass(by="p0"))


@VA.says(
    "4.6", "enough for the cheaper one from the pool: it must do without the president's money", [FINE, "18VA 4.6.2"]
)
def _() -> object:
    g = bare(300, 1000)
    lies(g, "pool", "4-1")
    operate(g, "B&O", BuyTrains("B&O"))
    return [why(g, BuyTrain("4-1", 300, side="4", by="p0")), why(g, BuyTrain("5-1", 500, side="5", by="p0"))]


@VA.says(
    "4.6.1",
    "with an empty treasury the president pays another company up to the face value, with one dollar nothing",
    [(1, 500), (1, 1)],
)
def _() -> object:
    found = []
    for treasury in (0, 1):
        g = bare(treasury, 900)
        company(g, "SR", 0, 10, p1=3)
        lies(g, "SR", "5-1")
        operate(g, "B&O", BuyTrains("B&O"))
        (span,) = {(c.ranges["price"].low, c.ranges["price"].high) for c in trades(g, "p0")}
        found.append(span)
    return found


@VA.says(
    "4.6.2",
    "stock of a company that has not operated does not help, nor what would cost this presidency",
    [NO, NO, YES],
)
def _() -> object:
    g = bare(0, 0, p0=4, p1=4)
    company(g, "SR", 0, 10, operated=False, p1=3, p0=2)
    company(g, "VR", 0, 10, p0=2, p1=2)
    operate(g, "B&O", BuyTrains("B&O"))
    return [
        g.legal(SellShares("SR", 1, by="p0")),
        g.legal(SellShares("B&O", 1, by="p0")),
        g.legal(SellShares("VR", 1, by="p0")),
    ]


@VA.says(
    "4.6.3",
    "the heir of the company goes on with what was raised; the rest of his shares fill the pool",
    ["p1", 10, 0, "p1"],
)
def _() -> object:
    g = bare(0, 10, p0=4, p1=4)
    operate(g, "B&O", BuyTrains("B&O"))
    while not g.legal(Bankrupt(by="p0")):
        play(g, next(a for c in g.choices("p0") if c.kind is SellShares for a in c))
    play(g, Bankrupt(by="p0"))
    return [g.president("B&O"), g.state.cash["B&O"], shares.held(g, "p0", "B&O"), g.deciders()[0]]


@VA.says(
    "4.6.3",
    "without an heir a company closes: stations off, trains to the pool, shares back, startable",
    [0, "pool", 10, 0],
)
def _() -> object:
    g = bare(0, 0, p0=2, p1=4)
    company(g, "SR", 50, 10, p0=3, p1=1)
    lies(g, "SR", "4-1")
    g.state.tokens["F11.a.0"] = "SR"
    g.changed()
    operate(g, "B&O", BuyTrains("B&O"))
    bankruptcy.bankrupt(g, "p0", "B&O")
    on_map = sum(owner == "SR" for owner in g.state.tokens.values())
    return [on_map, g.state.place["4-1"], shares.held(g, "treasury", "SR"), g.company("SR").par]


@VA.says("5", "when all but one are bankrupt the game ends at once", ["", "bankruptcy"])
def _() -> object:
    g = bare(0, 0, p0=2, p1=4, p2=2)
    operate(g, "B&O", BuyTrains("B&O"))
    bankruptcy.bankrupt(g, "p0", "B&O")
    first = g.state.over
    bankruptcy.bankrupt(g, "p1", "B&O")
    return [first, g.state.over]


@VA.says("5", "a bank that breaks in the first of three rounds: all three are played", ["bank", "OR 2.3"])
def _() -> object:
    g = in_phase("5", "2", "3", "4")
    company(g, "B&O", 0, 10, p0=5, p1=5)
    lies(g, "B&O", "5-1")
    purse(g, p2=g.state.cash["bank"] + g.state.cash["p2"] - 1)
    g.company("B&O").earned = 100
    operate(g, "B&O", Dividend("B&O"), LastChance("B&O"))
    sequence = g.state.agenda[0]
    assert isinstance(sequence, RoundSequence)
    sequence.planned = 3
    play(g, PayDividend("full", by="p0"))
    passes(g, "never")
    return [g.state.over, g.state.round]


@VA.says(
    "5",
    "worth: cash, shares at the price, privates at face value; what companies own counts for nobody",
    400 + 3 * 75 + 80,
)
def _() -> object:
    g = fresh()
    company(g, "B&O", 777, 10, p0=3)
    lies(g, "p0", "P3")
    lies(g, "B&O", "P1")
    return ending.total(g, "p0")


# ---------------------------------------------------------------------- seldom met


@VA.says("4.5.8", "a company of five with one train buys the first 4 and must give one of the two up", ["p0", 1])
def _() -> object:
    g = in_phase("3", "2", "3")
    company(g, "VR", 1000, p0=2)
    lies(g, "VR", "3-1")
    operate(g, "VR", BuyTrains("VR"), LastChance("VR"))
    play(g, BuyTrain("4-1", 300, side="4", by="p0"))
    who = g.deciders()[0]
    play(g, DiscardTrain("4-1", by="p0"))
    return [who, len(cards_in(g, "VR"))]


@VA.says("4.5.1", "a company of five that buys the first 5 has ten shares then and may buy another train", [10, YES])
def _() -> object:
    g = in_phase("4", "2", "3", "4")
    company(g, "VR", 2000, p0=2)
    lies(g, "pool", "4-1")
    operate(g, "VR", BuyTrains("VR"), LastChance("VR"))
    play(g, BuyTrain("5-1", 500, side="5", by="p0"))
    return [g.company("VR").size, g.legal(BuyTrain("4-1", 300, side="4", by="p0"))]


@VA.says("4.6.3", "the privates of a bankrupt are out of the game", "gone")
def _() -> object:
    g = bare(0, 0, p0=2, p1=4)
    lies(g, "p0", "P1")
    operate(g, "B&O", BuyTrains("B&O"))
    bankruptcy.bankrupt(g, "p0", "B&O")
    return g.state.place["P1"]


@VA.says("4.6.2", "Tredegar may help, and need not", [FINE, FINE])
def _() -> object:
    g = bare(400, 1000)
    lies(g, "B&O", "P2")
    operate(g, "B&O", BuyTrains("B&O"))
    return [
        why(g, BuyTrain("5-1", 300, side="5", using="P2", by="p0")),
        why(g, BuyTrain("5-1", 500, side="5", by="p0")),
    ]


@VA.says("4.5.2.1", "no more than one tile: after the yellow one nothing is upgraded", [])
def _() -> object:
    g = track_turns.track("C12=57/1[VR]", "VR", title="18VA", phase="3")
    tile, _, turned = legal(g, "B13")[0].split()[1].partition("/")
    play(g, track_turns.lay("B13", tile, int(turned)))
    return legal(g)


@VA.says(
    "4.5.3", "a station goes off the map and into a coal district as into any city, with whatever trains", [FINE, FINE]
)
def _() -> object:
    north = track_turns.station("H3=57/0[B&O]", "B&O", title="18VA")
    coal = track_turns.station("C12=57/1[VR] B13=58/2", "VR", title="18VA")
    return [why(north, place("H1")), why(coal, place("A12"))]


@VA.says("4.5.5", "one run has one off-map city at most: from Rocky Mount not on to another", 30 + 20 + 20)
def _() -> object:
    return runs("F17 F15=9/0 F13=57/0[N&W] F11=57/0", "N&W", "4", phase="4")


@VA.says(
    "3.1",
    "a converted company with half of its shares in the pool: none is sold until some are bought",
    ["18VA 3.1", FINE],
)
def _() -> object:
    found = []
    for pool in (5, 4):
        g = fresh()
        company(g, "B&O", 0, 10, p1=2, p0=2, pool=pool)
        stock(g)
        found.append(why(g, SellShares("B&O", 1, by="p0")))
    return found


@VA.each()
def test_18va_does_as_its_rulebook_says(reading: Reading) -> None:
    check(reading)


def test_there_are_forty_readings_at_least() -> None:
    assert len(VA) >= 40
