"""18 India, read from its rulebook: each answer stands above the position that asks for it."""

from __future__ import annotations

from game import market, shares, station_checks, stations
from game.actions import (
    BuyShare,
    BuyTrain,
    ClosePrivate,
    LayTile,
    Pass,
    PayDividend,
    PlaceToken,
    SellShares,
)
from game.checks import StationPermit
from game.events import BankBroke
from game.play import Game
from game.state import Laid, TrainState
from game.steps.dividend import Dividend
from game.steps.operate import OperatingRound
from game.steps.round_sequence import RoundSequence
from game.steps.token import PlaceToken as Station
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.support.india_positions import bare, buying, give, operate, price, running, selling
from tests.support.title_positions import play, settle, verbs
from tests.titles.reading.readings import (
    FINE,
    NO,
    YES,
    Reading,
    Readings,
    best,
    check,
    lies,
    purse,
    why,
)
from titles.india import closing, control, holdings, round_sequence
from titles.india.actions import (
    BuyBond,
    BuyCard,
    BuyHand,
    BuyHandPrivates,
    BuyRow,
    ConvertBond,
    RemoveGauge,
    SellCard,
    SellTrain,
)
from titles.india.holdings import BuyHolding, SellHoldings, TurnCheck
from titles.india.marks import ORDER
from titles.india.stock import Trading

INDIA = Readings()


def directed(
    company: str = "EIR", cash: int = 500, at: int = 0, options: tuple[str, ...] = (), players: int = 4
) -> Game:
    """A floated company that p0 directs."""
    g = bare(players, *options)
    give(g, "p0", company, 0, director=True)
    running(g, company, "p0", price=at, cash=cash)
    return g


def hand(g: Game, player: str, company: str, count: int, *, director: bool = False) -> None:
    give(g, f"hand:{player}", company, count, director=director)


def row(g: Game, *cards: str) -> None:
    g.state.marks["row:1"] = list(cards)
    lies(g, "row:1", *cards)


def late(g: Game) -> Game:
    """Phase IV, with the four kinds of train on sale."""
    lies(g, "gone", *[c for c in g.rules.data.train_cards if c[0] in "234" and "x" not in c])
    g.state.phase = "IV"
    g.changed()
    return g


def lays(g: Game) -> list[LayTile]:
    return [a for c in g.choices("p0") for a in c if isinstance(a, LayTile)]


# ---------------------------------------------------------------------- 2 companies


@INDIA.says(
    "2.1.1",
    "a directed company floats with its director's certificate alone, at the printed price",
    [YES, 100, 200, "EIR"],
)
def _() -> object:
    g = bare()
    hand(g, "p0", "EIR", 0, director=True)
    buying(g)
    play(g, BuyHand("EIR", 0, True, by="p0"))
    return [
        g.company("EIR").floated,
        price(g, "EIR"),
        g.state.cash["EIR"],
        g.state.tokens.get("P17.+.0") or g.state.tokens.get("P17.a.0"),
    ]


@INDIA.says("2.2.1", "three single shares float a managed company, also if one lies in the market", [NO, YES, "p0"])
def _() -> object:
    g = bare()
    give(g, "pool", "MR", 1)
    hand(g, "p0", "MR", 2)
    buying(g)
    before = g.company("MR").floated
    play(g, BuyHand("MR", 2, by="p0"))
    return [before, g.company("MR").floated, g.president("MR")]


@INDIA.says("2.2.1", "shares that companies own count as well; it operates first in the following round", [YES, NO])
def _() -> object:
    g = directed()
    give(g, "p1", "MR", 1)
    give(g, "EIR", "MR", 1)
    g.company("MR").president = "p1"
    row(g, "MR.8")
    operate(g, "EIR", BuyHolding("EIR"), BuyTrains("EIR"))
    ORDER.set(g.state, ["EIR"])
    play(g, BuyRow(1, 1, by="p0"))
    return [g.company("MR").floated, "MR" in round_sequence.order(g)]


@INDIA.says("2.2", "when the director's certificate comes into play the greatest holder directs", ["p1", "p1"])
def _() -> object:
    g = bare()
    give(g, "p1", "MR", 3)
    running(g, "MR", "p1")
    hand(g, "p0", "MR", 0, director=True)
    buying(g)
    play(g, BuyHand("MR", 0, True, by="p0"))
    return [g.president("MR"), g.state.place["MR.0"]]


@INDIA.says(
    "2.3.1", "a guaranty pays a twentieth of the price for each share, rounded down, and the price stays", [3 * 3, 71]
)
def _() -> object:
    g = bare()
    give(g, "p0", "TR", 3)
    running(g, "TR", "p0", price=71)
    g.state.marks["guaranty"] = ["TR"]
    before = g.state.cash["p0"]
    operate(g, "TR", Dividend("TR"), SellHoldings("TR"))
    return [g.state.cash["p0"] - before, price(g, "TR")]


@INDIA.says("2.3.2", "without a train a guaranteed company falls all the same", 67)
def _() -> object:
    g = bare()
    give(g, "p0", "TR", 3)
    running(g, "TR", "p0", price=71)
    g.state.marks["guaranty"] = ["TR"]
    operate(g, "TR", Dividend("TR"), TurnCheck("TR"))
    return price(g, "TR")


@INDIA.says("2.4.1", "the GIPR waits for phase II, and then for the next operating round", [NO, NO, YES])
def _() -> object:
    g = bare()
    give(g, "p0", "GIPR", 3)
    g.company("GIPR").president, g.company("GIPR").floated = "p0", True
    market.put(g, "GIPR", "0,11", "test")
    first = "GIPR" in round_sequence.planned(g)
    ORDER.set(g.state, round_sequence.planned(g))
    g.state.phase = "II"
    g.changed()
    return [first, "GIPR" in round_sequence.order(g), "GIPR" in round_sequence.planned(g)]


@INDIA.says(
    "2.4.3",
    "its home: no reserved place, but any open one, or a town without tile or with a yellow one",
    [NO, YES, YES],
)
def _() -> object:
    g = bare()
    give(g, "p0", "GIPR", 3)
    g.company("GIPR").president = "p0"
    buying(g)
    control.float_now(g, "GIPR")
    settle(g)
    return [
        g.legal(PlaceToken("E24", by="p0")),
        g.legal(PlaceToken("A16", by="p0")),
        any(a.hex == "J17" for a in lays(g)),
    ]


@INDIA.says("2.5", "the used private pays its face value and leaves the game", [115, "gone", 0])
def _() -> object:
    g = directed("PNS")
    lies(g, "p0", "P5")
    operate(g, "PNS", Station("PNS"))
    before, treasury = g.state.cash["p0"], g.state.cash["PNS"]
    play(g, PlaceToken("A16", "P5", by="p0"))
    return [g.state.cash["p0"] - before, g.state.place["P5"], treasury - g.state.cash["PNS"]]


# ---------------------------------------------------------------------- 7 stock rounds


@INDIA.says(
    "7.1", "certificates are sold at the market price, which stays; without a price at the printed one", [126 + 90, 126]
)
def _() -> object:
    g = bare()
    give(g, "p0", "EIR", 3, director=True)
    running(g, "EIR", "p0", price=126)
    give(g, "p0", "MR", 1)
    selling(g)
    before = g.state.cash["p0"]
    play(g, SellShares("EIR", 1, by="p0"), SellShares("MR", 1, by="p0"))
    return [g.state.cash["p0"] - before, price(g, "EIR")]


@INDIA.says("7.1", "any number may lie in the market", 8)
def _() -> object:
    g = bare()
    give(g, "p0", "MR", 8)
    running(g, "MR", "p0")
    selling(g)
    play(g, SellShares("MR", 8, by="p0"))
    return shares.held(g, "pool", "MR")


@INDIA.says("7.1", "the director's certificate goes only to somebody with two shares", [NO, YES])
def _() -> object:
    found = []
    for held in (1, 2):
        g = bare()
        give(g, "p0", "EIR", 0, director=True)
        running(g, "EIR", "p0")
        give(g, "p1", "EIR", held)
        selling(g)
        found.append(any(g.legal(SellShares("EIR", n, by="p0")) for n in (1, 2)))
    return found


@INDIA.says("7.7", "who sells the last share of a managed company stays its manager", "p0")
def _() -> object:
    g = bare()
    give(g, "p0", "MR", 3)
    running(g, "MR", "p0")
    selling(g)
    play(g, SellShares("MR", 3, by="p0"))
    return g.president("MR")


@INDIA.says("7.7", "until another player buys one", "p1")
def _() -> object:
    g = bare()
    give(g, "pool", "MR", 3)
    running(g, "MR", "p0")
    buying(g, "p1")
    play(g, BuyShare("MR", "pool", by="p1"))
    return g.president("MR")


@INDIA.says(
    "7.1", "bonds sold go back beside the market, privates into it, both for their face value", [125, "bank", "pool"]
)
def _() -> object:
    g = bare()
    lies(g, "p0", "RB0", "P1")
    selling(g)
    before = g.state.cash["p0"]
    play(g, SellCard("RB0", by="p0"), SellCard("P1", by="p0"))
    return [g.state.cash["p0"] - before, g.state.place["RB0"], g.state.place["P1"]]


@INDIA.says("7.1", "what was sold may be bought back in the same round", FINE)
def _() -> object:
    g = bare()
    give(g, "p0", "MR", 3)
    running(g, "MR", "p0")
    selling(g)
    play(g, SellShares("MR", 1, by="p0"))
    buying(g)
    return why(g, BuyShare("MR", "pool", by="p0"))


@INDIA.says(
    "7.2.1", "any number of one company from the hand, into its treasury, though it does not operate", [180, NO]
)
def _() -> object:
    g = bare()
    hand(g, "p0", "MR", 2)
    buying(g)
    play(g, BuyHand("MR", 2, by="p0"))
    return [g.state.cash["MR"], g.company("MR").floated]


@INDIA.says("7.2.1", "or any number of privates, paid to the bank", [60, {"p0"}])
def _() -> object:
    g = bare()
    lies(g, "hand:p0", "P1", "P2")
    buying(g)
    before = g.state.cash["p0"]
    play(g, BuyHandPrivates(("P1", "P2"), by="p0"))
    return [before - g.state.cash["p0"], {g.state.place[p] for p in ("P1", "P2")}]


@INDIA.says(
    "7.2.2",
    "the first one or two of a row, each to its own treasury at the printed price",
    [90, 100, FINE, "18 India 7.2.2"],
)
def _() -> object:
    g = bare()
    row(g, "MR.1", "NWR.1", "NWR.2")
    buying(g)
    found = [why(g, BuyRow(1, 1, by="p0")), why(g, BuyRow(1, 3, by="p0"))]
    play(g, BuyRow(1, 2, by="p0"))
    return [g.state.cash["MR"], g.state.cash["NWR"], *found]


@INDIA.says("7.2.3", "one from the market at its price, to the bank", [142, 0])
def _() -> object:
    g = bare()
    give(g, "pool", "MR", 2)
    give(g, "p1", "MR", 3)
    running(g, "MR", "p1", price=142)
    buying(g)
    before = g.state.cash["p0"]
    play(g, BuyShare("MR", "pool", by="p0"))
    return [before - g.state.cash["p0"], g.state.cash["MR"]]


@INDIA.says("7.2.4", "a royal bond costs 100, for the bank", [100, 1])
def _() -> object:
    g = buying(bare())
    before = g.state.cash["p0"]
    play(g, BuyBond(by="p0"))
    return [before - g.state.cash["p0"], sum(g.state.place[b] == "p0" for b in (f"RB{n}" for n in range(10)))]


@INDIA.says(
    "7.2.5",
    "conversion: 12 where the GIPR has not started, nothing below 100; the GIPR gets 100 each time",
    [(12, 100), (42, 100), (0, 100)],
)
def _() -> object:
    found = []
    for at in (0, 142, 90):
        g = late(bare())
        lies(g, "p0", "RB0")
        if at:
            give(g, "p1", "GIPR", 3)
            running(g, "GIPR", "p1", price=at)
            g.state.tokens["A16.a.0"] = "GIPR"
        buying(g)
        before = g.state.cash["p0"]
        play(g, ConvertBond(by="p0"))
        found.append((before - g.state.cash["p0"], g.state.cash["GIPR"]))
    return found


@INDIA.says("7.2.5", "not before phase IV", NO)
def _() -> object:
    g = bare()
    lies(g, "p0", "RB0")
    return buying(g).legal(ConvertBond(by="p0"))


@INDIA.says(
    "7.3",
    "limits of two to five players, with no, one and more companies closed",
    [(37, 33, 29), (23, 22, 19), (18, 17, 15), (15, 13, 12)],
)
def _() -> object:
    found = []
    for players in (2, 3, 4, 5):
        g = bare(players)
        limits = [holdings.certificate_limit(g)]
        for name in ("MR", "EIR"):
            g.company(name).closed = True
            limits.append(holdings.certificate_limit(g))
        found.append(tuple(limits))
    return found


@INDIA.says("7.3", "a director's certificate and a private count one, a bond and a card of the hand nothing", 2)
def _() -> object:
    g = bare()
    give(g, "p0", "EIR", 0, director=True)
    lies(g, "p0", "P1", "RB0")
    hand(g, "p0", "MR", 2)
    return shares.count_for_limit(g, "p0")


@INDIA.says("7.4", "a player may own all of a company", FINE)
def _() -> object:
    g = bare()
    give(g, "p0", "MR", 7)
    running(g, "MR", "p0")
    hand(g, "p0", "MR", 1)
    buying(g)
    return why(g, BuyHand("MR", 1, by="p0"))


@INDIA.says(
    "7.5",
    "who passes first is first in the next round; who buys after it goes to the end of the list",
    ["p1", "p2", "p3", "p0"],
)
def _() -> object:
    g = bare()
    g.state.round = "SR 2"
    g.state.agenda = [RoundSequence("SR", stock=2), Trading(selling=False)]
    settle(g)
    play(g, Pass(by="p0"), Pass(by="p1"), Pass(by="p2"), BuyBond(by="p3"), BuyBond(by="p0"))
    play(g, *[Pass(by=p) for p in ("p1", "p2", "p3", "p0")])
    return g.state.order


# ---------------------------------------------------------------------- 8.4.1 track


def builder(company: str, cash: int = 300, **tiles: str) -> Game:
    g = directed(company, cash)
    for hex_id, said in tiles.items():
        tile, _, turned = said.partition("/")
        g.state.tiles[hex_id] = Laid(tile, int(turned))
    g.changed()
    return operate(g, company, LayTrack(company))


@INDIA.says("8.4.1", "one upgrade, to any colour in turn, in phase I already; then nothing more", [YES, NO])
def _() -> object:
    g = builder("PNS", D5="9/0", D7="57/0")
    green = next(a for a in lays(g) if a.hex == "D5" and a.tile not in ("7", "8", "9"))
    play(g, green)
    return [YES, bool(lays(g))]


@INDIA.says("8.4.1.1", "after a yellow tile only more of that line: nothing is upgraded", [YES, NO])
def _() -> object:
    g = builder("PNS", D5="9/0")
    play(g, next(a for a in lays(g) if a.hex == "D7"))
    colours = {g.rules.data.tiles[a.tile].colour for a in lays(g)}
    return ["yellow" in colours, bool(colours - {"yellow"})]


@INDIA.says("8.4.1.4", "hills 15, mountains 30; without the money the tile is not laid", [285, NO])
def _() -> object:
    g = builder("PNS", 300, D5="9/0", D7="9/0", D9="9/0")
    hill = [a for a in lays(g) if a.hex == "D11"]
    play(g, hill[0])
    poor = builder("PNS", 14, D5="9/0", D7="9/0", D9="9/0")
    return [g.state.cash["PNS"], any(a.hex == "D11" for a in lays(poor))]


@INDIA.says("8.4.1.5", "from phase IV a marker that a route reaches may be removed in place of all track", [NO, YES])
def _() -> object:
    found = []
    for name in ("III", "IV"):
        g = directed("EIR")
        g.state.phase = name
        g.state.tokens = {"Q10.a.0": "EIR"}
        g.state.tiles |= {"Q12": Laid("9", 0), "Q14": Laid("9", 0)}
        g.state.marks["gauge"] = ["Q12/0"]
        g.changed()
        operate(g, "EIR", LayTrack("EIR"))
        found.append(any(isinstance(a, RemoveGauge) for c in g.choices("p0") for a in c))
    return found


# ---------------------------------------------------------------------- 8.4.2 stations


@INDIA.says("8.4.2.1", "the first further station 40, then 100", [40, 100])
def _() -> object:
    g = directed("PNS")
    found = [g.rules.tokens.cost(g, "PNS")]
    g.company("PNS").tokens = g.company("PNS").tokens[1:]
    g.changed()
    return [*found, g.rules.tokens.cost(g, "PNS")]


@INDIA.says(
    "8.4.2.2",
    "homes of companies of this game are kept, also unstarted ones; others' and closed ones' are free",
    [NO, YES, YES],
)
def _() -> object:
    g = directed("PNS")
    lies(g, "p0", "P5")
    operate(g, "PNS", Station("PNS"))
    checks = (station_checks.home_kept,)
    sites = {s.hex: s for s in stations.sites(g, "PNS", StationPermit(0, connected=False))}
    kept, unused = (g.rules.refusal(checks, g, sites[h]) for h in ("E24", "K40"))  # Pune; Colombo: not in this game
    g.company("WIP").closed = True
    g.changed()
    return [kept is None, unused is None, g.rules.refusal(checks, g, sites["E24"]) is None]


@INDIA.says("8.4.2.2", "no second station in a city", NO)
def _() -> object:
    g = directed("PNS")
    lies(g, "p0", "P5")
    operate(g, "PNS", Station("PNS"))
    return g.legal(PlaceToken("D3", "P5", by="p0"))


# ---------------------------------------------------------------------- 8.4.3 runs


def runs(tokens: dict[str, str], tiles: dict[str, Laid], *fleet: str, gauge: tuple[str, ...] = ()) -> int:
    g = directed("EIR")
    g.state.tokens, g.state.tiles = tokens, tiles
    g.state.marks["gauge"] = list(gauge)
    for card in fleet:
        kind, _, number = card.rpartition("-")
        base = {"4E": "4", "4Ex2": "4x2"}.get(kind, kind)
        lies(g, "EIR", f"{base}-{number}")
        if base[0] == "4":
            g.state.trains[f"{base}-{number}"] = TrainState(side=kind)
    g.changed()
    return best(g, "EIR")


KOLKATA = {"P17": Laid("235", 0), "Q18": Laid("9", 1)}  # by Haldia to Dhaka
CHINA = {"P11": Laid("9", 1), "O12": Laid("8", 2), "N11": Laid("9", 2)}  # China to Nepal


@INDIA.says(
    "8.4.3.3",
    "Kolkata 30, Haldia 10, Dhaka ten more than the best city: 80; between variable cities each counts 20",
    [80, 70],
)
def _() -> object:
    return [runs({"P17.a.0": "EIR"}, KOLKATA, "2-1"), runs({"Q10.a.0": "EIR"}, CHINA, "2-1")]


@INDIA.says(
    "8.4.3.5",
    "a gauge marker is a stop: a 2-train no longer reaches Dhaka, a 3-train does, an express counts no town",
    [0, 80, 70],
)
def _() -> object:
    return [runs({"P17.a.0": "EIR"}, KOLKATA, train, gauge=("P19/4",)) for train in ("2-1", "3-1", "4E-1")]


@INDIA.says("8.4.3.4", "a 3x2 counts twice, a 4Ex2 twice without towns", [160, 140])
def _() -> object:
    return [runs({"P17.a.0": "EIR"}, KOLKATA, train) for train in ("3x2-1", "4Ex2-1")]


@INDIA.says("8.4.3.1", "two trains share no track", 80)
def _() -> object:
    return runs({"P17.a.0": "EIR"}, KOLKATA, "2-1", "3-1")


@INDIA.says("8.4.3.1", "a city and a town are no route", 0)
def _() -> object:
    return runs({"P17.a.0": "EIR"}, {"P17": Laid("235", 0)}, "3-1")


# ---------------------------------------------------------------------- 8.4.4 revenue


@INDIA.says(
    "8.4.4.3",
    "under half: stays; half: one; double, triple, quadruple: two, three, four",
    [100, 112, 112, 126, 142, 160, 160],
)
def _() -> object:
    found = []
    for paid in (40, 50, 190, 200, 300, 400, 900):
        g = directed(at=100)
        lies(g, "EIR", "2-1")
        g.company("EIR").earned = paid
        operate(g, "EIR", Dividend("EIR"))
        play(g, PayDividend("full", by="p0"))
        found.append(price(g, "EIR"))
    return found


@INDIA.says(
    "8.4.4.2",
    "a tenth for each share of players and companies, its own as well; the market's get nothing",
    [20, 10, 10, -40],
)
def _() -> object:
    g = directed(cash=0)
    give(g, "p1", "EIR", 1)
    give(g, "EIR", "EIR", 1)
    give(g, "pool", "EIR", 3)
    lies(g, "EIR", "2-1")
    g.company("EIR").earned = 100
    before = dict(g.state.cash)
    operate(g, "EIR", Dividend("EIR"))
    play(g, PayDividend("full", by="p0"))
    return [g.state.cash[who] - before[who] for who in ("p0", "p1", "EIR", "bank")]


@INDIA.says("8.4.4.1", "withheld: one to the left", [90, 100])
def _() -> object:
    g = directed(cash=0, at=100)
    lies(g, "EIR", "2-1")
    g.company("EIR").earned = 100
    operate(g, "EIR", Dividend("EIR"))
    play(g, PayDividend("none", by="p0"))
    return [price(g, "EIR"), g.state.cash["EIR"]]


@INDIA.says(
    "8.4.4.4",
    "closed: cash and bonds to the bank, trains and certificates to the market, its shares out of the game",
    [0, "bank", "pool", "pool", "gone", ""],
)
def _() -> object:
    g = directed(cash=70, at=56)
    lies(g, "EIR", "RB0", "3-1")
    give(g, "EIR", "MR", 1)
    owned = next(c for c, p in g.state.place.items() if p == "EIR" and c.startswith("MR."))
    operate(g, "EIR", LayTrack("EIR"))
    market.move(g, "EIR", "left", "test")
    settle(g)
    return [g.state.cash["EIR"], *[g.state.place[c] for c in ("RB0", "3-1", owned, "EIR.0")], market.where(g, "EIR")]


@INDIA.says("2.4.4", "the GIPR must take the home over, with one of three exchange tokens", ["GIPR", 2])
def _() -> object:
    g = directed("WR", at=56)
    give(g, "p1", "GIPR", 3)
    g.company("GIPR").president, g.company("GIPR").floated = "p1", True
    operate(g, "WR", LayTrack("WR"))
    market.move(g, "WR", "left", "test")
    settle(g)
    return [g.state.tokens["D17.a.0"], closing.exchange_left(g)]


@INDIA.says("2.4.4", "a GIPR that does not exist yet takes nothing", {})
def _() -> object:
    g = directed("WR", at=56)
    operate(g, "WR", LayTrack("WR"))
    market.move(g, "WR", "left", "test")
    settle(g)
    return {s: c for s, c in g.state.tokens.items() if s.startswith("D17")}


# ---------------------------------------------------------------------- 8.4.5 trains


@INDIA.says("8.4.5.1", "two trains at most: one must be sold first", [NO, YES])
def _() -> object:
    g = directed(cash=1000)
    lies(g, "EIR", "2-1", "2-2")
    operate(g, "EIR", BuyTrains("EIR"))
    before = g.legal(BuyTrain("2-3", 180, by="p0"))
    play(g, SellTrain("2-1", by="p0"))
    return [before, g.legal(BuyTrain("2-3", 180, by="p0"))]


@INDIA.says("8.4.5.3", "the next type only when all of one type are gone", ["18 India 8.4.5.3", FINE])
def _() -> object:
    g = directed(cash=1000)
    operate(g, "EIR", BuyTrains("EIR"))
    early = why(g, BuyTrain("3-1", 300, by="p0"))
    lies(g, "gone", *[f"2-{n}" for n in range(1, 7)])
    operate(g, "EIR", BuyTrains("EIR"))
    return [early, why(g, BuyTrain("3-1", 300, by="p0"))]


@INDIA.says(
    "8.4.5.5",
    "the bank pays 180, 300, 300, 500, 700 and 650, and nothing for a 4x3: it does not buy it",
    [180, 300, 300, 500, 700, 650, NO],
)
def _() -> object:
    found: list[object] = []
    for card in ("2-1", "3-1", "4-1", "3x2-1", "3x3-1", "4x2-1", "4x3-1"):
        g = directed(cash=0)
        lies(g, "EIR", card)
        if card[0] == "4":
            g.state.trains[card] = TrainState(side=card.partition("-")[0])
        operate(g, "EIR", BuyTrains("EIR"))
        if not g.legal(SellTrain(card, by="p0")):
            found.append(NO)
            continue
        play(g, SellTrain(card, by="p0"))
        found.append(g.state.cash["EIR"])
    return found


@INDIA.says("8.4.5.5", "a train that the bank sold in this round is not sold back in it", "18 India 8.4.5.5")
def _() -> object:
    g = directed(cash=1000)
    operate(g, "EIR", BuyTrains("EIR"))
    play(g, BuyTrain("2-1", 180, by="p0"))
    return why(g, SellTrain("2-1", by="p0"))


@INDIA.says("8.4.5.6", "one train of phase IV", "18 India 8.4.5.6")
def _() -> object:
    g = late(directed(cash=3000))
    lies(g, "EIR", "3x2-1")
    operate(g, "EIR", BuyTrains("EIR"))
    return why(g, BuyTrain("3x3-1", 900, by="p0"))


@INDIA.says("8.4.5.7", "no train and no dividend: two steps to the left, and it may close by that", [82, YES])
def _() -> object:
    g = directed(cash=0, at=100)
    operate(g, "EIR", Dividend("EIR"), TurnCheck("EIR"))
    h = directed(cash=0, at=58)
    operate(h, "EIR", Dividend("EIR"), TurnCheck("EIR"))
    return [price(g, "EIR"), h.company("EIR").closed]


@INDIA.says(
    "8.4.5.8",
    "nobody adds money: a train that the treasury cannot pay is not bought, and none is a duty",
    ["18 India 8.4.5.8", NO],
)
def _() -> object:
    g = directed(cash=100)
    lies(g, "EIR", "P3")
    lies(g, "pool", "3-1")
    give(g, "p0", "PNS", 0, director=True)
    running(g, "PNS", "p0", cash=0)
    lies(g, "PNS", "2-2")
    purse(g, p0=2000)
    operate(g, "EIR", BuyTrains("EIR"))
    return [why(g, BuyTrain("2-1", 180, by="p0")), "SellShares" in verbs(g, "p0")]


# ---------------------------------------------------------------------- 8.4.6 certificates, 8.2 privates


@INDIA.says("8.4.6.3", "own shares are bought from the market, never from the rows", [YES, "18 India 8.4.6.2"])
def _() -> object:
    g = directed()
    give(g, "pool", "EIR", 1)
    row(g, "EIR.8")
    operate(g, "EIR", BuyHolding("EIR"))
    return [g.legal(BuyShare("EIR", "pool", by="p0")), why(g, BuyRow(1, 1, by="p0"))]


@INDIA.says("8.4.6.2", "a company buys the first card of a row, not two", [YES, NO])
def _() -> object:
    g = directed()
    row(g, "MR.8", "MR.7")
    operate(g, "EIR", BuyHolding("EIR"))
    return [g.legal(BuyRow(1, 1, by="p0")), g.legal(BuyRow(1, 2, by="p0"))]


@INDIA.says("8.4.6.6", "however much it owns, a company manages no other", "p1")
def _() -> object:
    g = directed()
    give(g, "p1", "MR", 1)
    give(g, "EIR", "MR", 2)
    g.company("MR").president = "p1"
    row(g, "MR.8")
    operate(g, "EIR", BuyHolding("EIR"))
    play(g, BuyRow(1, 1, by="p0"))
    return g.president("MR")


@INDIA.says("8.4.6.7", "three certificates; a bond is none", ["18 India 8.4.6.7", FINE])
def _() -> object:
    g = directed()
    give(g, "EIR", "MR", 3)
    give(g, "pool", "MR", 1)
    operate(g, "EIR", BuyHolding("EIR"))
    return [why(g, BuyShare("MR", "pool", by="p0")), why(g, BuyBond(by="p0"))]


@INDIA.says("8.4.6.3", "a private of the market may be bought by a company at face value", [YES, 440])
def _() -> object:
    g = directed(cash=500)
    lies(g, "pool", "P3")
    operate(g, "EIR", BuyHolding("EIR"))
    found = g.legal(BuyCard("P3", by="p0"))
    play(g, BuyCard("P3", by="p0"))
    return [found, g.state.cash["EIR"]]


@INDIA.says("8.2", "during an operating round a player may close his private for its face value", [60, "gone"])
def _() -> object:
    g = directed()
    lies(g, "p2", "P3")
    give(g, "pool", "MR", 1)
    operate(g, "EIR", BuyHolding("EIR"))
    before = g.state.cash["p2"]
    play(g, ClosePrivate("P3", by="p2"))
    return [g.state.cash["p2"] - before, g.state.place["P3"]]


@INDIA.says("8.1", "privates and bonds pay players and companies when an operating round begins", [25 + 10, 20])
def _() -> object:
    g = directed(cash=0)
    lies(g, "p1", "P6", "RB0")
    lies(g, "EIR", "P5")
    before = g.state.cash["p1"]
    g.state.round = "OR 2.1"
    g.state.agenda = [RoundSequence("OR", stock=2, set=2, done=1, planned=1), OperatingRound([])]
    settle(g)
    return [g.state.cash["p1"] - before, g.state.cash["EIR"]]


# ---------------------------------------------------------------------- 9 the end


@INDIA.says("9.1", "400 ends the game with its operating round; the bank in a stock round after two more", [0, 2])
def _() -> object:
    g = directed(at=380)
    g.state.round = "OR 5.1"
    market.move(g, "EIR", "right", "test")
    h = directed()
    h.state.round = "SR 5"
    h.state.cash["bank"] = -1
    h.emit(BankBroke())
    found = []
    for game, stage in (
        (g, RoundSequence("OR", stock=5, set=5, done=1, planned=2)),
        (h, RoundSequence("SR", stock=5, set=4)),
    ):
        rounds = 0
        while game.rules.sequence(game, stage) is not None:
            rounds += 1
        found.append(rounds)
    return found


@INDIA.says("9.2.1", "the rulebook's example: 205 and a tenth of 800, 112, 100 and 300, rounded down", 2 * 336)
def _() -> object:
    g = directed("NWR", cash=112, at=205)
    give(g, "p1", "MR", 0, director=True)
    running(g, "MR", "p1", price=300)
    give(g, "NWR", "MR", 1)
    lies(g, "NWR", "4x2-1", "RB0")
    worth = holdings.worth(g, "p0")
    return worth["shares"] + worth["assets"]


# ---------------------------------------------------------------------- seldom met


@INDIA.says("7.2.5", "no conversion at the certificate limit", NO)
def _() -> object:
    g = late(bare(5))
    lies(g, "p0", "RB0")
    for name in ("MR", "PNS"):
        give(g, "p0", name, 8)
    return buying(g).legal(ConvertBond(by="p0"))


@INDIA.says("7.3", "who is over the limit must sell in his selling turn", "18 India 7.3")
def _() -> object:
    g = bare(5)
    for name in ("MR", "PNS"):
        give(g, "p0", name, 8)
        running(g, name, "p0")
    return why(selling(g), Pass(by="p0"))


@INDIA.says("8.4.4.2", "of a GIPR with more than ten shares each is paid its tenth", 12 * 10)
def _() -> object:
    g = late(bare())
    give(g, "p0", "GIPR", 10)
    lies(g, "p0", "GIPR.10", "GIPR.11")
    running(g, "GIPR", "p0", price=112)
    g.state.tokens["A16.a.0"] = "GIPR"
    lies(g, "GIPR", "3x2-1")
    g.company("GIPR").earned = 100
    before = g.state.cash["p0"]
    operate(g, "GIPR", Dividend("GIPR"))
    play(g, PayDividend("full", by="p0"))
    return g.state.cash["p0"] - before


@INDIA.says("8.4.4.4", "the closing of a company lowers the certificate limit at once", [18, 17])
def _() -> object:
    g = directed(cash=0, at=56)
    before = holdings.certificate_limit(g)
    operate(g, "EIR", LayTrack("EIR"))
    market.move(g, "EIR", "left", "test")
    settle(g)
    return [before, holdings.certificate_limit(g)]


@INDIA.says("2.4.4", "a second station in a city that the GIPR has comes to its charter", ["GIPR", 4])
def _() -> object:
    g = directed("WR", at=56)
    give(g, "p1", "GIPR", 3)
    g.company("GIPR").president, g.company("GIPR").floated = "p1", True
    g.state.tokens["D17.a.+"] = "GIPR"
    g.company("GIPR").tokens = [40, 100, 100]
    operate(g, "WR", LayTrack("WR"))
    market.move(g, "WR", "left", "test")
    settle(g)
    stands = [c for s, c in g.state.tokens.items() if s.startswith("D17")]
    return [*stands, len(g.company("GIPR").tokens)]


@INDIA.each()
def test_18_india_does_as_its_rulebook_says(reading: Reading) -> None:
    check(reading)


def test_there_are_forty_readings_at_least() -> None:
    assert len(INDIA) >= 40
