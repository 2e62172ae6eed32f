"""18EU, read from its rulebook: each answer stands above the position that asks for it."""

from __future__ import annotations

from game import ending, shares, trains
from game.actions import (
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
from game.events import PriceMoved
from game.market import operating_order, where
from game.play import Game
from game.steps.dividend import Dividend
from game.steps.operate import LastChance
from game.steps.round_sequence import RoundSequence
from game.steps.token import PlaceToken as Station
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.support.eu_positions import (
    bought,
    cash,
    corporation,
    final,
    game,
    give,
    joined,
    no_minors,
    phase,
    pool,
    rail,
)
from tests.support.title_positions import operate, own, play, stock, trades, verbs
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
    why,
)
from titles.eu import bankruptcy
from titles.eu.income import MinorIncome
from titles.eu.mergers import Exchange
from titles.eu.treasury import IssueOrRedeem, Redeem

EU = Readings()


def runs(name: str, *fleet: str, at: str = "2", token: tuple[str, ...] = (), **tiles: str) -> int:
    """Dollars of the best runs of a corporation with these trains, tokens and tiles."""
    g = game()
    phase(g, at)
    corporation(g, name, "p0", 5, 100, 0, *fleet, tokens=token)
    rail(g, **tiles)
    return best(g, name)


def legal_lays(g: Game) -> list[str]:
    by = g.deciders()[0]
    return [f"{a.hex} {a.tile}/{a.rotation}" for c in g.choices(by) for a in c if isinstance(a, LayTile)]


def lay_for(g: Game, hex_id: str) -> LayTile:
    by = g.deciders()[0]
    return next(a for c in g.choices(by) for a in c if isinstance(a, LayTile) and a.hex == hex_id)


# ---------------------------------------------------------------------- 1.2, 3.1 limits


@EU.says("3.1", "money and certificates of two to six players", [(750, 28), (450, 20), (350, 16), (300, 13), (250, 11)])
def _() -> object:
    games = [game(players=n) for n in (2, 3, 4, 5, 6)]
    return [(g.state.cash["p0"], g.rules.shares.limit(g)) for g in games]


@EU.says("3.1", "a minor is a certificate", 2)
def _() -> object:
    g = game()
    give(g, "p0", "12")
    give(g, "p0", "8")
    return shares.count_for_limit(g, "p0")


@EU.says("3.1", "nobody buys more than 60%", [FINE, "18EU 3.1"])
def _() -> object:
    found = []
    for held in (5, 6):
        g = game()
        corporation(g, "BNR", "p0", held)
        cash(g, p0=500)
        stock(g)
        found.append(why(g, BuyShare("BNR", "treasury", by="p0")))
    return found


@EU.says("3.1", "an exchange may lead above 60%; before the corporation has operated nothing need be sold", [70, FINE])
def _() -> object:
    g = joined()
    own(g, "p0", "BNR", 6)
    stock(g)
    play(g, Exchange("12", "BNR", by="p0"))
    while g.deciders() != ["p0"]:
        play(g, Pass(by=g.deciders()[0]))
    return [shares.percent(g, "p0", "BNR"), why(g, Pass(by="p0"))]


@EU.says("3.1", "once it has operated he must correct it at his next opportunity", "18EU 3.1")
def _() -> object:
    g = game()
    corporation(g, "BNR", "p0", 7)
    stock(g)
    return why(g, Pass(by="p0"))


@EU.says("3.1", "the pool holds half of a corporation at most", [FINE, "18EU 3.1"])
def _() -> object:
    g = game()
    corporation(g, "BNR", "p1", 2)
    own(g, "p0", "BNR", 3)
    pool(g, "BNR", 3)
    stock(g)
    return [why(g, SellShares("BNR", n, by="p0")) for n in (2, 3)]


# ---------------------------------------------------------------------- 3.2 prices


@EU.says(
    "3.2", "no share in pool or treasury: up a row; one in the treasury, or in the top row: no move", [("BNR", "2,4")]
)
def _() -> object:
    g = game()
    for name, held, cell in (("BNR", 10, "3,4"), ("DR", 9, "3,4"), ("FS", 10, "0,3")):
        corporation(g, name, "p0", 5, cell=cell)
        own(g, "p1", name, held - 5)
    stock(g)
    rises: list[PriceMoved] = []
    while g.state.round.startswith("SR"):
        events = g.play(Pass(by=g.deciders()[0]))
        rises += [e for e in events if isinstance(e, PriceMoved) and e.why == "sold out"]
    return [(e.company, e.new) for e in rises]


@EU.says(
    "3.2",
    "full or half, what is declared is compared with the price: 80 of 160 at 82 stays, 90 of 180 moves",
    ["3,3", "3,4"],
)
def _() -> object:
    found = []
    for revenue in (160, 180):
        g = game()
        corporation(g, "BNR", "p0", 5, cell="3,3")
        g.company("BNR").earned = revenue
        operate(g, "BNR", Dividend("BNR"))
        play(g, PayDividend("half", by="p0"))
        found.append(where(g, "BNR"))
    return found


@EU.says("3.2", "withheld: left; at the left edge down; at the bottom it stays", ["3,2", "4,0", "6,0"])
def _() -> object:
    found = []
    for cell in ("3,3", "3,0", "6,0"):
        g = game()
        corporation(g, "BNR", "p0", 5, cell=cell)
        g.company("BNR").earned = 300
        operate(g, "BNR", Dividend("BNR"))
        play(g, PayDividend("none", by="p0"))
        found.append(where(g, "BNR"))
    return found


# ---------------------------------------------------------------------- 4.1 stock rounds


@EU.says("4.1.1", "one block of a corporation in a turn", "18EU 4.1.1")
def _() -> object:
    g = game()
    corporation(g, "BNR", "p1", 3)
    own(g, "p0", "BNR", 3)
    corporation(g, "DR", "p1", 3)  # that he could still buy
    stock(g)
    play(g, SellShares("BNR", 1, by="p0"))
    return why(g, SellShares("BNR", 1, by="p0"))


@EU.says("4.1.1", "stock of a corporation that has not operated is not sold", "18EU 4.1.1")
def _() -> object:
    g = game()
    corporation(g, "BNR", "p1", 3, operated=False)
    own(g, "p0", "BNR", 3)
    stock(g)
    return why(g, SellShares("BNR", 1, by="p0"))


@EU.says(
    "4.1.2",
    "the market price goes to the corporation for treasury shares, to the bank for the pool's",
    [(100, 0), (0, 100)],
)
def _() -> object:
    found = []
    for source in ("treasury", "pool"):
        g = game()
        corporation(g, "BNR", "p1", 3)
        pool(g, "BNR", 1)
        cash(g, p0=500)
        stock(g)
        before = g.state.cash["bank"]
        play(g, BuyShare("BNR", source, by="p0"))
        found.append((g.state.cash["BNR"], g.state.cash["bank"] - before))
    return found


@EU.says("4.1.2", "after a purchase nothing is sold in that turn", NO)
def _() -> object:
    g = game()
    corporation(g, "BNR", "p1", 3)
    corporation(g, "DR", "p1", 3)
    own(g, "p0", "DR", 2)
    cash(g, p0=500)
    stock(g)
    play(g, BuyShare("BNR", "treasury", by="p0"))
    return g.legal(SellShares("DR", 1, by="p0"))


@EU.says(
    "4.1.3",
    "to start: twice the price and a minor's money, less 100 for four tokens; its train, its city",
    [150 + 30 - 100, 4, ["2-12"], "BNR", 30],
)
def _() -> object:
    g = game()
    give(g, "p0", "12", 30)
    cash(g, p0=500)
    stock(g)
    play(g, Par("BNR", 75, by="p0"))
    return [
        g.state.cash["BNR"],
        len(g.company("BNR").tokens),
        trains.owned(g, "BNR"),
        g.state.tokens["D3.a.0"],
        shares.percent(g, "p0", "BNR"),
    ]


@EU.says("4.1.3", "before phase 5 nobody starts a corporation without a minor", "18EU 4.1.3, 4.3")
def _() -> object:
    g = game()
    cash(g, p0=500)
    corporation(g, "FS", "p1", 3)
    stock(g)
    return why(g, Par("BNR", 75, by="p0"))


@EU.says("4.3", "it floats with the fifth share in players' hands; the pool's do not help", [NO, YES])
def _() -> object:
    g = game()
    corporation(g, "BNR", "p1", 4, floated=False, operated=False)
    cash(g, p0=500)
    stock(g)
    before = g.company("BNR").floated
    play(g, BuyShare("BNR", "treasury", by="p0"))
    return [before, g.company("BNR").floated]


@EU.says(
    "4.3",
    "started before and floated in phase 5: five shares to the pool, five times the starting value",
    [100 + 500, 50],
)
def _() -> object:
    g = game()
    corporation(g, "BNR", "p1", 4, 100, floated=False, operated=False)
    no_minors(g)
    phase(g, "5")
    cash(g, p0=500)
    stock(g)
    play(g, BuyShare("BNR", "treasury", by="p0"))
    return [g.state.cash["BNR"], shares.percent(g, "pool", "BNR")]


@EU.says("4.3.1", "of equals the first after the old president", "p2")
def _() -> object:
    g = game()
    corporation(g, "BNR", "p1", 4)
    own(g, "p0", "BNR", 3)
    own(g, "p2", "BNR", 3)
    stock(g, "p1")
    play(g, SellShares("BNR", 2, by="p1"))
    return g.president("BNR")


@EU.says("4.1", "the priority goes to who began the last lap of passes", "p2")
def _() -> object:
    g = game()
    corporation(g, "BNR", "p0", 3)
    cash(g, p1=500)
    stock(g, "p1")
    play(g, BuyShare("BNR", "treasury", by="p1"))
    passes(g, "OR 2.1", 3)
    return g.state.priority


# ---------------------------------------------------------------------- 4.2 minors


@EU.says(
    "4.2.1",
    "100 or more in fives; who has passed is out; who only declined to open is not",
    ["18EU 4.2.1", "18EU 4.2.1", FINE],
)
def _() -> object:
    g = game()
    found = [why(g, Bid("3", 95, by="p0")), why(g, Bid("3", 103, by="p0"))]
    play(g, Bid("3", 0, by="p0"), Pass(by="p1"), Bid("3", 100, by="p2"), Pass(by="p0"))
    return [*found, why(g, Bid("3", 105, by="p1"))]


@EU.says("4.2.1", "at ten dollars nobody wants it: the auctioneer takes it for nothing", ["p0", 450])
def _() -> object:
    g = game()
    play(g, Bid("8", 0, by="p0"))
    while g.state.place["8.0"] not in g.state.order:
        play(g, Pass(by=g.deciders()[0]))
    return [g.state.place["8.0"], g.state.cash["p0"]]


@EU.says("4.2", "a minor pays half to its owner and keeps half", [25, 25])
def _() -> object:
    g = game()
    give(g, "p0", "12")
    g.company("12").earned = 50
    before = g.state.cash["p0"]
    operate(g, "12", MinorIncome("12"))
    return [g.state.cash["p0"] - before, g.state.cash["12"]]


@EU.says("4.4.1", "a minor lays two yellow tiles in the first round, one later, and upgrades none", [YES, NO, []])
def _() -> object:
    found: list[object] = []
    for operated in (False, True):
        g = game()
        give(g, "p0", "12", 500)
        g.company("12").operated = operated
        rail(g, D3="202/5")
        operate(g, "12", LayTrack("12"))
        g.state.round = "OR 2.1" if operated else "OR 1.1"
        play(g, lay_for(g, "E4"))
        found.append(isinstance(g.top_step(), LayTrack))
    g = game()
    give(g, "p0", "12", 500)
    phase(g, "3")
    rail(g, D3="202/5", E4="8/2")
    operate(g, "12", LayTrack("12"))
    return [*found, [a for a in legal_lays(g) if a.startswith(("D3", "E4"))]]


@EU.says("4.5.3", "a minor without a train need not buy one, and its owner adds nothing", [FINE, NO])
def _() -> object:
    g = game()
    give(g, "p0", "12", 200)
    phase(g, "3")
    lies(g, "gone", "2-12")
    cash(g, p0=1000)
    operate(g, "12", BuyTrains("12"))
    free = why(g, Pass(by="p0"))
    cash(g, **{"12": 50})
    operate(g, "12", BuyTrains("12"), LastChance("12"))
    return [free, g.legal(BuyTrain("3-1", 200, by="p0"))]


@EU.says("2", "minors hold two trains, from phase 4 on one", [2, 2, 1, 1])
def _() -> object:
    found = []
    for name in ("2", "3", "4", "5"):
        g = game()
        give(g, "p0", "12")
        phase(g, name)
        found.append(g.rules.trains.limit(g, "12"))
    return found


@EU.says(
    "4.2.2",
    "a share of the treasury brings the corporation money, trains and the choice of the token",
    [10, 30, ["2-12"], "p1"],
)
def _() -> object:
    g = joined()
    g.company("BNR").floated = g.company("BNR").operated = True
    phase(g, "5")
    final(g, "p0")
    return [shares.percent(g, "p0", "BNR"), g.state.cash["BNR"] - 100, trains.owned(g, "BNR"), g.deciders()[0]]


@EU.says(
    "4.2.2", "a minor that is connected to nobody closes: money to the bank, train to the pool", ["gone", "pool", 0]
)
def _() -> object:
    g = game()
    corporation(g, "BNR", "p1", 5, tokens=("C8.a.0",))
    give(g, "p0", "8", 70)
    phase(g, "5")
    final(g, "p0")
    return [g.state.place["8.0"], g.state.place["2-8"], g.state.cash["8"]]


@EU.says(
    "4.2.2", "no treasury share: one from the pool; the money goes to the bank, the train to the pool", [10, 0, "pool"]
)
def _() -> object:
    g = joined()
    own(g, "p2", "BNR", 5)
    pool(g, "BNR", 2)
    g.company("BNR").floated = g.company("BNR").operated = True
    phase(g, "5")
    final(g, "p0")
    return [shares.percent(g, "p0", "BNR"), g.state.cash["BNR"] - 100, g.state.place["2-12"]]


# ---------------------------------------------------------------------- 4.4.1, 4.6 track, 4.4.2 tokens


@EU.says("4.6", "a mountain costs 120, its green tile 60, and without the money it is not laid", [880, 940, NO])
def _() -> object:
    def builder(money: int, **tiles: str) -> Game:
        g = game()
        phase(g, "3")
        corporation(g, "FS", "p0", 5, 100, money, tokens=("E18.a.0",))
        rail(g, **tiles)
        return operate(g, "FS", LayTrack("FS"))

    g = builder(1000, E18="202/2")
    play(g, lay_for(g, "D17"))
    h = builder(1000, E18="202/2", D17="8/5")
    play(h, lay_for(h, "D17"))
    poor = builder(119, E18="202/2")
    return [g.state.cash["FS"], h.state.cash["FS"], any(t.startswith("D17") for t in legal_lays(poor))]


@EU.says("4.6", "Y hexes take 201 and 202 only, other cities 57 only", [{"201", "202"}, {"57"}])
def _() -> object:
    found = []
    for name, slot, hex_id in (("BNR", "C8.a.0", "C8"), ("DR", "D7.a.0", "D7")):
        g = game()
        corporation(g, name, "p0", 5, 100, 1000, tokens=(slot,))
        operate(g, name, LayTrack(name))
        found.append({t.split()[1].split("/")[0] for t in legal_lays(g) if t.startswith(hex_id)})
    return found


@EU.says("4.4.2", "a further token is free; none off the map, none in a hex where one stands", [0, NO, NO])
def _() -> object:
    g = game()
    phase(g, "3")
    corporation(g, "BNR", "p0", 5, 100, 0, tokens=("C8.a.0",))
    rail(g, C8="578/2", B7="141/2", D7="14/0")
    operate(g, "BNR", Station("BNR"))
    found: list[object] = [g.rules.tokens.cost(g, "BNR")]
    return [*found, g.legal(PlaceToken("A6", by="p0")), g.legal(PlaceToken("C8", by="p0"))]


# ---------------------------------------------------------------------- 4.4.3 runs


@EU.says("4.4.3", "a port counts ten and no length; a city and a port are a run", 40)
def _() -> object:
    return runs("DR", "2-1", token=("D3.a.0",), D3="202/3")


LONDON_TO_HAMBURG = {
    "B7": "58/2",  # Lille
    "C6": "58/1",  # Antwerp
    "C4": "58/4",  # Rotterdam
    "D3": "202/5",  # Amsterdam
    "E4": "8/2",
    "F3": "4/1",  # Bremen
}


@EU.says(
    "4.4.3",
    "off the map to off the map: 140, ten more in green; in brown 190 and twenty, in gray thirty",
    [140, 150, 210, 220],
)
def _() -> object:
    return [runs("DR", "3-1", at=name, token=("D3.a.0",), **LONDON_TO_HAMBURG) for name in ("2", "3", "5", "8")]


@EU.says("4.4.3", "the two cities of Paris are one place: no run visits both", 60 + 30)
def _() -> object:
    ring = {"A10": "580/3", "B11": "8/2", "C10": "8/1", "C8": "201/0", "B9": "9/1"}
    return runs("BNR", "3-1", at="3", token=("C8.a.0",), **ring)


@EU.says("4.4.3", "two trains share no track", 40)
def _() -> object:
    return runs("DR", "2-1", "2-2", token=("D3.a.0",), D3="202/3")


@EU.says("4.4.9", "a Pullman doubles one city or off-map place, never a town", [30 + 10 + 40 + 40, 30 + 10 + 30])
def _() -> object:
    london = runs("BNR", "2-1", "P-1", at="3", token=("C8.a.0",), C8="201/2", B7="4/2")
    port = runs("DR", "2-1", "P-1", at="3", token=("D3.a.0",), D3="202/3")
    return [london, port]


# ---------------------------------------------------------------------- 4.4.4 dividends


@EU.says(
    "4.4.4",
    "half of 150: 80 is paid, 70 kept; the treasury's shares pay the corporation, the pool's nobody",
    [40, 70 + 16],
)
def _() -> object:
    g = game()
    corporation(g, "BNR", "p0", 5)
    own(g, "p1", "BNR", 1)
    pool(g, "BNR", 2)
    g.company("BNR").earned = 150
    before = g.state.cash["p0"]
    operate(g, "BNR", Dividend("BNR"))
    play(g, PayDividend("half", by="p0"))
    return [g.state.cash["p0"] - before, g.state.cash["BNR"]]


# ---------------------------------------------------------------------- 4.4.6 trains, 4.4.9 Pullman cars


def buyer(name: str, money: int, *fleet: str, at: str = "3", gone: str = "") -> Game:
    g: Game = game()
    no_minors(g)
    phase(g, at)
    for kind in gone:
        bought(g, kind)
    corporation(g, name, "p0", 5, 100, money, *fleet, tokens=("C8.a.0",))
    return g


@EU.says("4.4.6", "as many as the limit allows in one turn", [3, NO])
def _() -> object:
    g = buyer("BNR", 2000, "2-1")
    lies(g, "BNR", "2-1")
    operate(g, "BNR", BuyTrains("BNR"), LastChance("BNR"))
    for number in (1, 2, 3):
        play(g, BuyTrain(f"3-{number}", 200, by="p0"))
    return [len([t for t in trains.owned(g, "BNR") if t[0] == "3"]), g.legal(BuyTrain("3-4", 200, by="p0"))]


@EU.says("4.4.6", "the stack from the top: no 4 while a 3 is left", "18EU 4.4.6")
def _() -> object:
    g = operate(buyer("BNR", 2000), "BNR", BuyTrains("BNR"))
    return why(g, BuyTrain("4-1", 300, by="p0"))


@EU.says("2", "the first 4 rusts the 2-trains, of minors too; the first 6 the 3s, the first 8 the 4s", [[], [], []])
def _() -> object:
    found = []
    for at, gone, buys, price, old in (
        ("3", "3", "4-1", 300, "2"),
        ("5", "345", "6-1", 600, "3"),
        ("6", "3456", "8-1", 800, "4"),
    ):
        g = buyer("BNR", 2000, at=at, gone=gone)
        lies(g, "BNR", f"{old}-1")
        lies(g, "pool", f"{old}-2")
        operate(g, "BNR", BuyTrains("BNR"), LastChance("BNR"))
        play(g, BuyTrain(buys, price, by="p0"))
        found.append([c for p in ("BNR", "pool") for c in cards_in(g, p) if c.startswith(f"{old}-")])
    return found


@EU.says("4.4.6", "8-trains never run out", YES)
def _() -> object:
    g = buyer("BNR", 2000, at="8", gone="3456")
    lies(g, "gone", *[f"8-{n}" for n in range(1, 9)])
    operate(g, "BNR", BuyTrains("BNR"))
    return "BuyTrain" in verbs(g, "p0")


@EU.says(
    "4.4.3",
    "the first 5: the buyer discards first, then the others in operating order; a Pullman before all",
    ["p0", "pool", "pool"],
)
def _() -> object:
    g = buyer("BNR", 2000, "3-1", "4-1", at="4", gone="34")
    corporation(g, "DR", "p1", 5, 100, 0, "3-2", "4-2", "P-1", tokens=("D3.a.0",))
    operate(g, "BNR", BuyTrains("BNR"), LastChance("BNR"))
    play(g, BuyTrain("5-1", 500, by="p0"))
    first = g.deciders()[0]
    play(g, DiscardTrain("3-1", by="p0"))
    return [first, g.state.place["3-1"], g.state.place["P-1"]]


@EU.says("4.4.9", "a Pullman from phase 3, for 100, beside a train, one of them and one a turn", [NO, YES, NO, NO])
def _() -> object:
    def may(g: Game) -> bool:
        operate(g, "BNR", BuyTrains("BNR"), LastChance("BNR"))
        return g.legal(BuyTrain("P-1", 100, by="p0"))

    early, owner, bare, second = (buyer("BNR", 500, at=at) for at in ("2", "3", "3", "3"))
    lies(early, "BNR", "2-1")
    lies(owner, "BNR", "2-1")
    lies(second, "BNR", "2-1", "P-2")
    return [may(early), may(owner), may(bare), may(second)]


@EU.says("4.4.9", "Pullmans are not sold between companies", NO)
def _() -> object:
    g = buyer("BNR", 500, "3-1")
    corporation(g, "DR", "p0", 5, 100, 0, "3-2", "P-1", tokens=("D3.a.0",))
    operate(g, "BNR", BuyTrains("BNR"))
    return g.legal(BuyTrain("P-1", 1, "DR", by="p0"))


@EU.says("4.4.9", "who sells his last train loses his Pullman, and may buy it back beside a new one", "pool")
def _() -> object:
    g = buyer("BNR", 500, "3-1")
    corporation(g, "DR", "p0", 5, 100, 0, "3-2", "P-1", tokens=("D3.a.0",))
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, BuyTrain("3-2", 1, "DR", by="p0"))
    return g.state.place["P-1"]


# ---------------------------------------------------------------------- 4.4.8 own shares


@EU.says("4.4.8", "in its first operation it sells nothing, but may buy back", [NO, YES])
def _() -> object:
    g = game()
    corporation(g, "BNR", "p0", 5, 100, 500, operated=False)
    pool(g, "BNR", 2)
    operate(g, "BNR", IssueOrRedeem("BNR"))
    return [g.legal(SellShares("BNR", 1, by="p0")), g.legal(Redeem(1, by="p0"))]


@EU.says(
    "4.4.8", "a sale pays the old price and lowers it a row a share; buying back does not move it", [200, "4,4", "3,4"]
)
def _() -> object:
    g = game()
    corporation(g, "BNR", "p0", 5, 100, 0, cell="2,4")
    operate(g, "BNR", IssueOrRedeem("BNR"))
    play(g, SellShares("BNR", 2, by="p0"))
    h = game()
    corporation(h, "BNR", "p0", 5, 100, 500, cell="3,4")
    pool(h, "BNR", 2)
    operate(h, "BNR", IssueOrRedeem("BNR"))
    play(h, Redeem(2, by="p0"))
    return [g.state.cash["BNR"], where(g, "BNR"), where(h, "BNR")]


@EU.says("4.4.8", "either or: who has sold does not buy back", NO)
def _() -> object:
    g = game()
    corporation(g, "BNR", "p0", 5, 100, 500)
    pool(g, "BNR", 1)
    operate(g, "BNR", IssueOrRedeem("BNR"), LastChance("BNR"))
    play(g, SellShares("BNR", 1, by="p0"))
    return g.legal(Redeem(1, by="p0"))


# ---------------------------------------------------------------------- 4.5 forced purchases


@EU.says("4.5", "a train is a duty without a route too; a Pullman alone is none", "18EU 4.5")
def _() -> object:
    g = buyer("BNR", 300, at="4", gone="3")
    operate(g, "BNR", BuyTrains("BNR"))
    return why(g, Pass(by="p0"))


@EU.says(
    "4.5",
    "if the treasury pays the pool's cheaper one, the president does not add for the dearer",
    [FINE, "18EU 4.5.1"],
)
def _() -> object:
    g = buyer("BNR", 250, at="4", gone="3")
    lies(g, "pool", "3-1")
    cash(g, p0=1000, BNR=250)
    operate(g, "BNR", BuyTrains("BNR"))
    return [why(g, BuyTrain("3-1", 200, by="p0")), why(g, BuyTrain("4-1", 300, by="p0"))]


@EU.says("4.5.1", "neither treasury stock nor what would cost this presidency is sold", [NO, NO, YES])
def _() -> object:
    g = buyer("BNR", 0, at="4", gone="3")
    own(g, "p1", "BNR", 5)
    corporation(g, "FS", "p1", 3)
    own(g, "p0", "FS", 2)
    cash(g, p0=150, BNR=0)
    operate(g, "BNR", BuyTrains("BNR"), IssueOrRedeem("BNR"))
    return ["treasury" in verbs(g, "p0"), g.legal(SellShares("BNR", 1, by="p0")), g.legal(SellShares("FS", 2, by="p0"))]


@EU.says(
    "4.5.2",
    "with an empty treasury the president pays up to the face value, else the treasury alone",
    [(1, 300), (1, 20)],
)
def _() -> object:
    found = []
    for treasury in (0, 20):
        g = buyer("BNR", treasury, at="4", gone="3")
        corporation(g, "DR", "p0", 5, 100, 0, "4-2", "4-3", tokens=("D3.a.0",))
        cash(g, p0=1000, BNR=treasury)
        operate(g, "BNR", BuyTrains("BNR"))
        (span,) = {(c.ranges["price"].low, c.ranges["price"].high) for c in trades(g, "p0")}
        found.append(span)
    return found


@EU.says("4.5.1", "bankrupt: the heir has what was raised; the rest fills the pool beyond the half", ["p1", 10, 0])
def _() -> object:
    g = buyer("BNR", 0, at="4", gone="3")
    own(g, "p1", "BNR", 5)
    cash(g, p0=10, BNR=0)
    operate(g, "BNR", BuyTrains("BNR"))
    play(g, Bankrupt(by="p0"))
    return [g.president("BNR"), g.state.cash["BNR"], shares.held(g, "p0", "BNR")]


@EU.says(
    "4.5.1",
    "without an heir it closes: its trains to the pool, its shares back, and it may start again",
    ["pool", 100, 0],
)
def _() -> object:
    g = buyer("BNR", 0, at="4", gone="3")
    corporation(g, "DR", "p0", 5, 100, 0, "4-2", tokens=("D3.a.0",))
    operate(g, "BNR", BuyTrains("BNR"))
    bankruptcy.bankrupt(g, "p0", "BNR")
    return [g.state.place["4-2"], shares.percent(g, "treasury", "DR"), g.company("DR").par]


# ---------------------------------------------------------------------- 4.4 order, 5 the end


@EU.says("4.4", "price, then the cell farther right, then top of the pile", ["FS", "DR", "BNR", "SNCF"])
def _() -> object:
    g = game()
    for name, cell in (("BNR", "2,4"), ("SNCF", "2,4"), ("DR", "3,5"), ("FS", "0,4")):
        corporation(g, name, "p0", 3, cell=cell)
    return operating_order(g)


@EU.says(
    "5",
    "the bank breaks in the first round of a set: the second is played, also if it was a stock round",
    [("bank", "OR 2.2"), ("bank", 2)],
)
def _() -> object:
    g = game()
    no_minors(g)
    corporation(g, "BNR", "p0", 5, 100, 500, "8-1")
    cash(g, p2=g.state.cash["bank"] + g.state.cash["p2"] - 1)
    g.company("BNR").earned = 300
    operate(g, "BNR", Dividend("BNR"), LastChance("BNR"))
    sequence = g.state.agenda[0]
    assert isinstance(sequence, RoundSequence)
    sequence.planned = 2
    play(g, PayDividend("full", by="p0"))
    passes(g, "never")
    first = (g.state.over, g.state.round)
    h = game()
    no_minors(h)
    phase(h, "5")
    corporation(h, "BNR", "p1", 4, floated=False, operated=False)
    lies(h, "BNR", "8-1")
    cash(h, p0=500)
    cash(h, p2=h.state.cash["bank"] + h.state.cash["p2"] - 1)
    stock(h)
    play(h, BuyShare("BNR", "treasury", by="p0"))
    seen = passes(h, "never")
    return [first, (h.state.over, len([r for r in seen if r.startswith("OR")]))]


@EU.says("5", "all but one bankrupt: the end at once", ["", "bankruptcy"])
def _() -> object:
    g = buyer("BNR", 0, at="4", gone="3")
    operate(g, "BNR", BuyTrains("BNR"))
    bankruptcy.bankrupt(g, "p0", "BNR")
    first = g.state.over
    bankruptcy.bankrupt(g, "p1", "BNR")
    return [first, g.state.over]


@EU.says("5", "worth is cash and shares; minors and what corporations own count nothing", 450 + 300)
def _() -> object:
    g = game()
    corporation(g, "BNR", "p0", 3, 100, 777)
    give(g, "p0", "12", 60)
    return ending.total(g, "p0")


# ---------------------------------------------------------------------- seldom met


@EU.says("4.1.2", "an exchange is no purchase: the certificate limit does not stand in its way", [20, "18EU 3.1", FINE])
def _() -> object:
    g = joined()
    for name in ("DR", "FS", "RPR"):
        corporation(g, name, "p0", 6)
    own(g, "p0", "BNR", 1)
    for minor in ("8", "13", "14"):
        give(g, "p0", minor)
    cash(g, p0=500)
    stock(g)
    purchase, exchange = BuyShare("BNR", "treasury", by="p0"), Exchange("12", "BNR", by="p0")
    return [shares.count_for_limit(g, "p0"), why(g, purchase), why(g, exchange)]


@EU.says(
    "4.2.2",
    "a corporation that floats in the final exchange gets five times its starting value, five shares to the pool",
    [500, 50],
)
def _() -> object:
    g = joined()
    own(g, "p2", "BNR", 1)  # 30% and 10%: the exchange makes it 50%
    phase(g, "5")
    final(g, "p0")
    play(g, Pass(by="p1"))  # its president leaves the minor's token
    return [g.state.cash["BNR"] - (100 + 30), shares.percent(g, "pool", "BNR")]  # it had 100, the minor 30


@EU.says("4.4", "a corporation that is started and has not floated does not operate", ["DR"])
def _() -> object:
    g = game()
    corporation(g, "BNR", "p0", 4, floated=False, operated=False)
    corporation(g, "DR", "p0", 5)
    return [c for c in g.rules.order(g) if c in ("BNR", "DR")]


@EU.says("4.1.3", "at 70 a corporation begins with 40 and what its minor had", 140 - 100)
def _() -> object:
    g = game()
    give(g, "p0", "12")
    cash(g, p0=500)
    stock(g)
    play(g, Par("BNR", 70, by="p0"))
    return g.state.cash["BNR"]


@EU.says("4.4.6", "who buys the first 4 goes on buying in the new phase, up to its limit of three", [YES, YES, NO])
def _() -> object:
    g = buyer("BNR", 2000, gone="3")
    operate(g, "BNR", BuyTrains("BNR"), LastChance("BNR"))
    found = []
    for number in (1, 2, 3):
        play(g, BuyTrain(f"4-{number}", 300, by="p0"))
        found.append(g.legal(BuyTrain(f"4-{number + 1}", 300, by="p0")))
    return found


@EU.says("3.2, 4.4.4", "half of 150 is declared as 80, and that is compared with the price of 75", "3,3")
def _() -> object:
    g = game()
    corporation(g, "BNR", "p0", 5, cell="3,2")
    g.company("BNR").earned = 150
    operate(g, "BNR", Dividend("BNR"))
    play(g, PayDividend("half", by="p0"))
    return where(g, "BNR")


@EU.says(
    "4.4.9",
    "a company at its limit that gives up its Pullman must buy a train with it: the two are one action",
    ["pool", 2],
)
def _() -> object:
    g = buyer("BNR", 1000, "4-1", "P-1", at="5", gone="34")
    operate(g, "BNR", BuyTrains("BNR"), LastChance("BNR"))
    play(g, BuyTrain("5-1", 500, by="p0"))
    return [g.state.place["P-1"], len(trains.owned(g, "BNR"))]


@EU.says("4.5", "a route is not asked for: without tiles on the map a train is a duty", "18EU 4.5")
def _() -> object:
    g = buyer("BNR", 1000, at="5", gone="34")
    g.state.tiles, g.state.tokens = {}, {"C8.a.0": "BNR"}
    g.changed()
    operate(g, "BNR", BuyTrains("BNR"))
    return why(g, Pass(by="p0"))


@EU.each()
def test_18eu_does_as_its_rulebook_says(reading: Reading) -> None:
    check(reading)


def test_there_are_forty_readings_at_least() -> None:
    assert len(EU) >= 40
