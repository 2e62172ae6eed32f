"""18GA, read from its rulebook (version 3.26): each answer stands above the position that asks for it."""

from __future__ import annotations

from game import ending, share_trading, shares
from game.actions import (
    Bankrupt,
    Bid,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Par,
    Pass,
    PayDividend,
    SellShares,
    TakePrivate,
)
from game.market import operating_order, price, where
from game.play import Game
from game.state import Laid, Run
from game.steps import token
from game.steps.dividend import Dividend
from game.steps.operate import CompanyTurn, LastChance, OperatingRound
from game.steps.round_sequence import RoundSequence
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.support.board_notation import board
from tests.support.title_positions import new, operate, own, play, settle, spans, stock, verbs
from tests.support.track_turns import lay, legal, place, station, track
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

GA = Readings()


def fresh(*options: str, players: int = 3) -> Game:
    return new("18GA", players, *options)


def phase(g: Game, name: str) -> None:
    g.state.phase = name
    lies(g, "gone", *[c for c in cards_in(g, "depot") if c.split("-")[0] < name])


def earns(g: Game, company: str, revenue: int) -> None:
    g.company(company).ran = (Run("2-1", ("F6.a", "D4.a"), (), revenue),)
    g.company(company).earned = revenue


# ---------------------------------------------------------------------- 3.1 privates


@GA.says(
    "3.1(a)", "a purchase may trigger auctions one after the other until one without a bid", ["p0", "p1", "p2", "bank"]
)
def _() -> object:
    g = fresh()
    play(g, Bid("MRC", 45, by="p0"), Bid("MRC", 50, by="p1"), Bid("W&SR", 75, by="p2"))
    play(g, Bid("LTR", 20, by="p0"))
    play(g, Pass(by="p0"))  # the Midland's auction: p0 after the highest bidder p1
    return [g.state.place[p] for p in ("LTR", "MRC", "W&SR", "OSR")]


@GA.says("3.1(b)", "a bid stays in force when all have passed: its money is still set aside", [(160, 600), (45, 445)])
def _() -> object:
    g = fresh()
    play(g, Bid("M&BR", 155, by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0"))
    first = spans(g, "p1", "M&BR")
    play(g, Pass(by="p1"), Pass(by="p2"))
    return [first, spans(g, "p0", "MRC")]


@GA.says("3.1(a)", "the cheapest is bought for its value, not bid on", [FINE, "18GA 3.1(b)"])
def _() -> object:
    return [why(fresh(), Bid("LTR", amount, by="p0")) for amount in (20, 30)]


@GA.says("3.1.2", "who must accept the Lexington for nothing has used his turn", ["p0", 600, "p1"])
def _() -> object:
    g = fresh()
    for i in range(12):
        play(g, Pass(by=f"p{i % 3}"))
    return [g.state.place["LTR"], g.state.cash["p0"], g.deciders()[0]]


@GA.says("3.1.2", "the discount is five dollars a round: 20, 15, 10, 5", [20, 15, 10, 5])
def _() -> object:
    g = fresh()
    seen = []
    for i in range(12):
        if i % 3 == 0:
            seen += [a.amount for c in g.choices("p0") for a in c if isinstance(a, Bid) and a.item == "LTR"]
        play(g, Pass(by=f"p{i % 3}"))
    return seen


@GA.says("Table II", "cash and certificates of three, four and five players", [(600, 15), (450, 12), (360, 10)])
def _() -> object:
    games = [fresh(players=n) for n in (3, 4, 5)]
    return [(g.state.cash["p0"], g.rules.shares.limit(g)) for g in games]


# ---------------------------------------------------------------------- 3.2 stock turns


@GA.says("3.2(a)(3)", "the president's card goes only to somebody with two shares", [FINE, "18GA 3.2(a)(3)"])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, p0=4, p1=1)
    stock(g)
    return [why(g, SellShares("GA", n, by="p0")) for n in (2, 3)]


@GA.says("3.2(a)(4)", "of the president's card alone one share is sold and one kept", ["p1", 1, 2, 1])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, p0=2, p1=2)
    stock(g)
    play(g, SellShares("GA", 1, by="p0"))
    return [g.president("GA"), *[shares.held(g, p, "GA") for p in ("p0", "p1", "pool")]]


@GA.says("3.5(a)", "a tie goes to the first clockwise from the old president, not to the first seat", "p2")
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, p1=4, p0=3, p2=3)
    stock(g, "p1")
    play(g, SellShares("GA", 2, by="p1"))
    return g.president("GA")


@GA.says("3.5(b)", "the new president pays with two ordinary cards", [["GA.0"], 2])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, p1=2, p0=2)
    stock(g)
    play(g, BuyShare("GA", "ipo", by="p0"))
    ordinary = [c for c, p in g.state.place.items() if p == "p1" and c.startswith("GA.")]
    return [[c for c in ("GA.0",) if g.state.place[c] == "p0"], len(ordinary)]


@GA.says("3.2(a)(2)", "shares in the initial offering do not count for the half in the market", FINE)
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, p1=2, p0=2, pool=3)
    stock(g)
    return why(g, SellShares("GA", 2, by="p0"))


@GA.says(
    "3.2(a)", "down one row for each share, but not off the chart; below those who are there", ["6,1", ["SAL", "GA"]]
)
def _() -> object:
    g = fresh()
    corp(g, "SAL", 55, cell="6,1", p2=2)
    corp(g, "GA", 55, cell="5,1", p1=3, p0=3)
    stock(g)
    play(g, SellShares("GA", 3, by="p0"))
    return [where(g, "GA"), g.state.market["6,1"]]


@GA.says("3.2", "stock sold in this round is not bought again in it, not even in a later turn", "18GA 3.2")
def _() -> object:
    g = fresh()
    corp(g, "GA", 55, p1=3, p0=2)
    corp(g, "SAL", 55, p1=3)
    stock(g)
    play(g, SellShares("GA", 1, by="p0"), Pass(by="p0"), BuyShare("SAL", "ipo", by="p1"), Pass(by="p1"), Pass(by="p2"))
    return why(g, BuyShare("GA", "pool", by="p0"))


@GA.says("3.2", "next round it may be bought again", FINE)
def _() -> object:
    g = fresh()
    corp(g, "GA", 55, floated=False, p1=3, p0=2)
    stock(g)
    play(g, SellShares("GA", 1, by="p0"))
    passes(g, "SR 3")
    while g.deciders() != ["p0"]:
        play(g, Pass(by=g.deciders()[0]))
    return why(g, BuyShare("GA", "pool", by="p0"))


@GA.says("3.2", "a share may be bought and sold in one turn, if nothing was sold before", [FINE, "18GA 3.2"])
def _() -> object:
    g = fresh()
    corp(g, "GA", 55, p1=3, p0=1)
    corp(g, "SAL", 55, p1=3, p0=1)
    stock(g)
    play(g, BuyShare("GA", "ipo", by="p0"))
    first = why(g, SellShares("GA", 1, by="p0"))
    play(g, SellShares("GA", 1, by="p0"))
    return [first, why(g, BuyShare("SAL", "ipo", by="p0"))]


@GA.says("3.2(c)(3)", "a share from the market costs the market value and is paid to the bank", [480, 0, 120])
def _() -> object:
    g = fresh()
    corp(g, "GA", 55, cell="0,6", p1=3, pool=2)
    stock(g)
    bank = g.state.cash["bank"]
    play(g, BuyShare("GA", "pool", by="p0"))
    return [g.state.cash["p0"], g.state.cash["GA"], g.state.cash["bank"] - bank]


@GA.says("3.2(c)(1)", "par is 55, 70, 90 or 110", [FINE, FINE, FINE, FINE, "18GA 3.2(c)(1)"])
def _() -> object:
    g = stock(fresh())
    return [why(g, Par("GA", n, by="p0")) for n in (55, 70, 90, 110, 100)]


@GA.says("3.3(b)", "who holds the limit may not buy even what would make him hold less", "18GA 3.3(b)")
def _() -> object:
    g = fresh()
    corp(g, "ACL", 70, cell="0,4", p0=6)
    corp(g, "CoG", 70, cell="0,4", p0=6)
    corp(g, "SAL", 70, cell="0,4", p1=5, p0=3)
    corp(g, "GA", 70, cell="0,4", p1=2, p0=2)
    assert shares.count_for_limit(g, "p0") == 15
    stock(g)
    return why(g, BuyShare("GA", "ipo", by="p0"))


@GA.says("3.3(b)", "a player over the limit may not pass in his next turn", "18GA 3.3(b)")
def _() -> object:
    g = fresh()
    for name in ("ACL", "CoG", "GA"):
        corp(g, name, 70, p0=6)
    lies(g, "p0", "LTR")
    assert shares.count_for_limit(g, "p0") == 16
    stock(g)
    return why(g, Pass(by="p0"))


@GA.says("3.4", "60% gone from the initial offering is enough, also with shares in the market", [YES, 900])
def _() -> object:
    g = fresh()
    corp(g, "GA", 90, floated=False, p0=2, p1=1, pool=2)
    stock(g)
    play(g, BuyShare("GA", "ipo", by="p0"))
    return [g.company("GA").floated, g.state.cash["GA"]]


@GA.says("3.4", "a share from the market does not float a corporation", NO)
def _() -> object:
    g = fresh()
    corp(g, "GA", 90, floated=False, p0=2, p1=1, pool=2)
    stock(g)
    play(g, BuyShare("GA", "pool", by="p0"))
    return g.company("GA").floated


@GA.says("3.6", "only what players own counts for selling out; the top row does not move", ["2,3", "1,3", "0,5"])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, floated=False, p0=5, p1=4, pool=1)
    corp(g, "SAL", 70, floated=False, p0=5, p1=5)
    corp(g, "CoG", 110, floated=False, p0=5, p1=5)
    stock(g)
    passes(g, "SR 3")
    return [where(g, c) for c in ("GA", "SAL", "CoG")]


@GA.says("3.6", "if all only pass the priority deal stays", "p1")
def _() -> object:
    g = fresh()
    g.state.priority = "p1"
    stock(g, "p1")
    passes(g, "SR 3")
    return g.state.priority


@GA.says("3.6", "two that sell out from one cell keep their order", [["SAL", "GA"]])
def _() -> object:
    g = fresh()
    corp(g, "SAL", 70, floated=False, p0=5, p1=5)
    corp(g, "GA", 70, floated=False, p0=5, p1=5)
    stock(g)
    passes(g, "SR 3")
    return [g.state.market["1,3"]]


# ---------------------------------------------------------------------- 4 order and prices


@GA.says("4(b)", "equal prices: farthest right first, then top of the pile", ["SAL", "CoG", "GA", "ACL"])
def _() -> object:
    g = fresh()
    for name, cell in (("GA", "0,4"), ("ACL", "0,4"), ("CoG", "1,5"), ("SAL", "2,6")):
        corp(g, name, 90, cell=cell, p0=3)
    return operating_order(g)


@GA.says("4(b)", "who is next is decided when the turn ends: shares sold for a train change it", "SAL")
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, cell="0,7", p0=6)
    corp(g, "CoG", 70, cell="0,5", p1=5, p0=3)
    corp(g, "SAL", 70, cell="0,4", p2=5)
    g.state.round = "OR 2.1"
    lies(g, "gone", *g.rules.data.privates)
    sequence = RoundSequence("OR", stock=2, set=2, done=1, planned=1)
    g.state.agenda = [sequence, OperatingRound(["GA"], paid=True), CompanyTurn("GA", 99)]
    share_trading.sell(g, "p0", "CoG", 2)
    settle(g)
    return next(s.company for s in g.state.agenda if isinstance(s, CompanyTurn))


@GA.says(
    "4.2.4",
    "right; at the end of a row up; left; at the left edge down; the corner stays",
    ["2,4", "0,14", "2,2", "3,0", "6,0"],
)
def _() -> object:
    found = []
    for cell, kind in (("2,3", "full"), ("1,14", "full"), ("2,3", "none"), ("2,0", "none"), ("6,0", "none")):
        g = fresh()
        corp(g, "GA", 70, cell=cell, p0=5)
        earns(g, "GA", 100)
        operate(g, "GA", Dividend("GA"))
        play(g, PayDividend(kind, by="p0"))
        found.append(where(g, "GA"))
    return found


@GA.says("4.2.4", "without trains the marker goes left, and nobody is asked", ["2,2", 0])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, p0=5)
    operate(g, "GA", Dividend("GA"), LastChance("GA"))
    return [where(g, "GA"), g.state.cash["GA"]]


@GA.says("4.2.4", "the market's shares pay the treasury, those never sold pay nobody", [50, 10, 20, -80])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, p0=5, p1=1, pool=2)
    earns(g, "GA", 100)
    before = dict(g.state.cash)
    operate(g, "GA", Dividend("GA"))
    play(g, PayDividend("full", by="p0"))
    return [g.state.cash[who] - before[who] for who in ("p0", "p1", "GA", "bank")]


# ---------------------------------------------------------------------- 4.2.1 track, 4.2.2 stations


@GA.says("4.2.1(i)", "no track off the map: Augusta's right sides lead nowhere", [FINE, "18GA 4.2.1(i)"])
def _() -> object:
    g = track("D10[GA]", "GA")
    return [why(g, lay("D10", "57", 2)), why(g, lay("D10", "57", 1))]


@GA.says(
    "4.2.1(k)",
    "a player's private shuts its hex, a corporation's does not, Waycross never",
    ["18GA 4.2.1(k)", FINE, FINE],
)
def _() -> object:
    text = "F6=57/1[CoG] F4=8/4 F8=9/1 F10=9/1"
    shut = track(text, owners={"MRC": "bob"})
    open_ = track(text, owners={"MRC": "SAL"})
    waycross = track("H10=8/0 I9[CoG] I11=57/2", owners={"W&SR": "bob"})
    return [
        why(shut, lay("F12", "8", 5)),
        "allowed" if legal(open_, "F12") else "",
        "allowed" if legal(waycross, "I9") else "",
    ]


@GA.says("4.2.1(f)", "ground is paid with the first tile only", [980, 1000])
def _() -> object:
    g = track("F6=57/1[CoG]")
    play(g, lay("F8", "9", 1))
    first = g.state.cash["CoG"]
    g = track("F6=57/1[CoG] F8=9/1", phase="3")
    play(g, lay("F8", "23", 1))
    return [first, g.state.cash["CoG"]]


@GA.says("4.2.1(c)", "yellow is not replaced by green before phase 3, and never by brown", [[], YES, []])
def _() -> object:
    text = "F6=57/1[CoG] F8=9/1"
    green = [c.split()[1].split("/")[0] for c in legal(track(text, phase="3"), "F6")]
    brown = [c for c in legal(track(text, phase="5"), "F6") if c.split()[1].split("/")[0] in ("63", "458a")]
    return [legal(track(text, phase="2"), "F6"), bool(green), brown]


@GA.says("4.2.1(g)", "Macon turns brown with its own tile only", {"458a"})
def _() -> object:
    return {c.split()[1].split("/")[0] for c in legal(track("F6=14/1[CoG] F8=9/1", phase="5"), "F6")}


@GA.says("4.2.1(j)", "a connection does not pass through Jacksonville, not even with a station there", [NO, YES])
def _() -> object:
    through = track("J12[SAL] J10=9/1 J8=7/3 I9=57/0[ACL]", "ACL")
    from_it = track("J12[ACL]", "ACL")
    return ["I11 57/2" in legal(through), "I11 57/2" in legal(from_it)]


@GA.says(
    "4.2.2(c)",
    "a home of a corporation that has not placed its station keeps a circle, also one not floated",
    ["18GA 4.2.2(c)", FINE],
)
def _() -> object:
    text = "F6=57/1[CoG] F4=8/4 G3=57/0 F8=8/5 G9=8/2 G11=4/1 G13=57/1"  # Columbus, and Savannah
    found = []
    for home in ("", "[SAL]"):
        g = station(text.replace("G13=57/1", f"G13=454a/0{home}" if home else "G13=57/1"))
        g.company("SAL").floated = bool(home)
        g.changed()
        found.append(why(g, place("G13")))
    return found


@GA.says("4.2.2", "the first station after the home costs 40, all others 100", [40, 100, 100])
def _() -> object:
    g = station("F6=57/1[CoG]")
    found = []
    for _step in range(3):
        found.append(g.rules.tokens.cost(g, "CoG"))
        g.company("CoG").tokens = g.company("CoG").tokens[1:]
        g.changed()
    return found


@GA.says("4.2.2(b)", "no second station in Atlanta, though its cities are apart", "18GA 4.2.2(b)")
def _() -> object:
    g = station("D4=451a/0[CoG.a] D6=8/5 E7=58/0 F6=57/0[CoG] G5=8/1 G3=57/1")  # and Columbus
    return why(g, place("D4.c"))


@GA.says(
    "Table III", "the Waycross station is free, needs no track and no tile, but a token and room", [[0], FINE, NO, NO]
)
def _() -> object:
    def at_waycross(text: str, tokens: int) -> Game:
        g = board(text, owners={"W&SR": "CoG"})
        g.company("CoG").tokens = [40, 100, 100][:tokens]
        g.push(CompanyTurn("CoG", 99), token.PlaceToken("CoG"))
        return settle(g)

    g = at_waycross("F6=57/1[CoG]", 3)
    answer = why(g, place("I9", "W&SR"))
    play(g, place("I9", "W&SR"))
    paid = 1000 - g.state.cash["CoG"]
    return [
        [paid],
        answer,
        at_waycross("F6=57/1[CoG]", 0).legal(place("I9", "W&SR")),
        at_waycross("F6=57/1[CoG] I9=57/0[SAL]", 3).legal(place("I9", "W&SR")),
    ]


@GA.says(
    "Table III",
    "the Midland's tile needs no track, costs nothing and is no normal lay; once only",
    [1000, YES, YES, NO],
)
def _() -> object:
    g = track("F6=57/1[CoG]", owners={"MRC": "CoG"})
    before = g.legal(lay("F12", "8", 5, "MRC"))
    play(g, lay("F12", "8", 5, "MRC"))
    cash = g.state.cash["CoG"]
    normal = bool(legal(g, "F8"))
    return [cash, before, normal, g.legal(lay("F12", "16", 5, "MRC"))]


# ---------------------------------------------------------------------- 4.2.3 runs

MONTGOMERY = "F6=57/1[CoG] F4=9/1 F2=8/2"


@GA.says("4.2.3(i)", "Montgomery is a city worth 30, and 40 from the first 5-train on", [50, 60])
def _() -> object:
    found = []
    for name in ("3", "5"):
        g = board(MONTGOMERY, phase=name)
        lies(g, "CoG", "2-1")
        found.append(best(g, "CoG"))
    return found


@GA.says("4.2.3(h)", "no run passes Jacksonville: one train 50, two trains 50 each", [50, 100])
def _() -> object:
    found = []
    for fleet in (("3-1",), ("3-1", "2-1")):
        g = board("J12[ACL] J10=9/1 J8=7/3 I9=57/0 I11=57/2")
        lies(g, "ACL", *fleet)
        found.append(best(g, "ACL"))
    return found


@GA.says("4.2.3(i)", "towns count no length: a 2-train takes Milledgeville along", 50)
def _() -> object:
    g = board("F6=57/0[CoG] E7=4/0 D8=8/4 D10=6/1")
    lies(g, "CoG", "2-1")
    return best(g, "CoG")


@GA.says("4.2.3(e)", "a run ends in a full city of others and does not pass it", [60, 40])
def _() -> object:
    found = []
    for owner in ("", "[SAL]"):
        g = board(f"F6=57/0[CoG] G5=9/0 H4=57/0{owner} I3=8/3")  # Macon, Albany, Tallahassee
        lies(g, "CoG", "3-1")
        found.append(best(g, "CoG"))
    return found


# ---------------------------------------------------------------------- 4.2.5 trains


@GA.says("4.2.5(b)", "a 3 is not sold while a 2 is left; one in the market is, at face value", ["18GA 4.2.5(b)", FINE])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, cash=1000, p0=5)
    lies(g, "pool", "5-1")
    operate(g, "GA", BuyTrains("GA"))
    return [why(g, BuyTrain("3-1", 180, by="p0")), why(g, BuyTrain("5-1", 450, by="p0"))]


@GA.says(
    "4.2.5(f)",
    "another corporation's train is not the one of the bank; the first 4 lifts the limit at once",
    [YES, NO, YES],
)
def _() -> object:
    g = fresh("no_consent")
    corp(g, "GA", 70, cash=1000, p0=5)
    corp(g, "SAL", 70, p0=5)
    phase(g, "3")
    lies(g, "SAL", "2-1")
    operate(g, "GA", BuyTrains("GA"))
    play(g, BuyTrain("2-1", 1, "SAL", by="p0"))
    bank = g.legal(BuyTrain("3-1", 180, by="p0"))
    play(g, BuyTrain("3-1", 180, by="p0"))
    second = g.legal(BuyTrain("3-2", 180, by="p0"))
    h = fresh()
    corp(h, "GA", 70, cash=1000, p0=5)
    phase(h, "4")
    h.state.phase = "3"
    operate(h, "GA", BuyTrains("GA"))
    play(h, BuyTrain("4-1", 300, by="p0"))
    return [bank, second, h.legal(BuyTrain("4-2", 300, by="p0"))]


@GA.says("4.2.5(g)", "2-trains go before the limit of three bites: nobody discards", [["3-1", "3-2"], ["4-1"], []])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, cash=300, p0=5)
    corp(g, "SAL", 70, p1=5)
    phase(g, "4")
    g.state.phase = "3"
    lies(g, "SAL", "2-1", "2-2", "3-1", "3-2")
    operate(g, "GA", BuyTrains("GA"), LastChance("GA"))
    play(g, BuyTrain("4-1", 300, by="p0"))
    return [cards_in(g, "SAL"), cards_in(g, "GA"), cards_in(g, "pool")]


@GA.says(
    "4.2.5(g)",
    "the first 5: the buyer over two discards what he likes, into the market",
    ["4-1", "pool", ["3-1", "5-1"]],
)
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, cash=1000, p0=5)
    phase(g, "5")
    g.state.phase = "4"
    lies(g, "GA", "3-1", "4-1")
    operate(g, "GA", BuyTrains("GA"))
    play(g, BuyTrain("5-1", 450, by="p0"), DiscardTrain("4-1", by="p0"))
    return ["4-1", g.state.place["4-1"], cards_in(g, "GA")]


@GA.says("Table I", "the first 6 takes the 3-trains, the first 8 the 4-trains, from the market as well", [[], []])
def _() -> object:
    found = []
    for old, name, buys, cost in (("3", "5", "6-1", 630), ("4", "6", "8-1", 800)):
        g = fresh()
        corp(g, "GA", 70, cash=1000, p0=5)
        phase(g, buys[0])
        g.state.phase = name
        lies(g, "GA", f"{old}-1")
        lies(g, "pool", f"{old}-2")
        operate(g, "GA", BuyTrains("GA"))
        play(g, BuyTrain(buys, cost, by="p0"))
        found.append([c for p in ("GA", "pool") for c in cards_in(g, p) if c[0] == old])
    return found


@GA.says("Table I", "the first 5 ends every private company, a corporation's too, and its shut hex", [{"gone"}, YES])
def _() -> object:
    g = board(
        "F6=57/1[CoG] F8=9/1 F10=9/1", BuyTrains("CoG"), phase="4", owners={"MRC": "bob", "LTR": "SAL", "OSR": "CoG"}
    )
    lies(g, "gone", *[c for c in cards_in(g, "depot") if c[0] in "234"])
    play(g, BuyTrain("5-1", 450, by="ann"))
    return [{g.state.place[p] for p in g.rules.data.privates}, all(g.state.place[p] == "gone" for p in ("MRC", "OSR"))]


# ---------------------------------------------------------------------- 4.2.5.1 forced purchases

ROUTE = {"F6": Laid("5", 3), "E7": Laid("4", 0), "F8": Laid("9", 1)}


def forced(cash: int, president: int, options: tuple[str, ...] = ()) -> Game:
    """CoG has a route from Macon to Milledgeville and no train; 6-trains for 630 are on sale."""
    g = fresh(*options)
    corp(g, "CoG", 110, cash=cash, p0=5)
    g.state.tokens["F6.a.0"] = "CoG"
    g.state.tiles |= ROUTE
    phase(g, "6")
    lies(g, "gone", "6-1")
    purse(g, p0=president)
    return g


@GA.says("4.2.5.1", "who has a route and no train must buy one", "18GA 4.2.5.1")
def _() -> object:
    g = operate(forced(700, 0), "CoG", BuyTrains("CoG"))
    return why(g, Pass(by="p0"))


@GA.says("4.2.5.1", "without a route nobody must buy", NO)
def _() -> object:
    g = forced(10, 0)
    g.state.tiles = {}
    g.changed()
    operate(g, "CoG", BuyTrains("CoG"), LastChance("CoG"))
    return g.state.round.startswith("OR") and bool({"Bankrupt", "SellShares"} & verbs(g, "p0"))


@GA.says("4.2.5.1", "with no train left in the bank the duty ends", NO)
def _() -> object:
    g = forced(10, 0)
    lies(g, "gone", *cards_in(g, "depot"))
    operate(g, "CoG", BuyTrains("CoG"), LastChance("CoG"))
    return g.state.round.startswith("OR") and bool({"Bankrupt", "SellShares"} & verbs(g, "p0"))


@GA.says("4.2.5.1(a)", "a 3 in the market is cheaper than the 6: with help only the 3", [FINE, "18GA 4.2.5.1(a)"])
def _() -> object:
    g = forced(100, 1000)
    g.state.phase = "5"
    lies(g, "pool", "3-1")
    operate(g, "CoG", BuyTrains("CoG"))
    return [why(g, BuyTrain("3-1", 180, by="p0")), why(g, BuyTrain("6-2", 630, by="p0"))]


@GA.says("4.2.5.1(a)", "a treasury that can pay a dearer train may take it", [FINE, FINE])
def _() -> object:
    g = forced(700, 1000)
    g.state.phase = "5"
    lies(g, "pool", "3-1")
    operate(g, "CoG", BuyTrains("CoG"))
    return [why(g, BuyTrain("3-1", 180, by="p0")), why(g, BuyTrain("6-2", 630, by="p0"))]


@GA.says("4.2.5.1(b)", "with the president's money one train only", [0, 370, NO])
def _() -> object:
    g = operate(forced(0, 1000), "CoG", BuyTrains("CoG"), LastChance("CoG"))
    play(g, BuyTrain("6-2", 630, by="p0"))
    return [g.state.cash["CoG"], g.state.cash["p0"], "BuyTrain" in verbs(g, "p0")]


@GA.says("4.2.5.1(d)", "no sale that would cost the presidency of the corporation that buys", [NO, YES])
def _() -> object:
    g = forced(0, 0)
    own(g, "p1", "CoG", 4)
    corp(g, "GA", 110, p0=4, p1=4)
    operate(g, "CoG", BuyTrains("CoG"))
    return [g.legal(SellShares("CoG", 2, by="p0")), g.legal(SellShares("GA", 1, by="p0"))]


@GA.says("4.2.5.1(d)", "of two shares at 90 only one is sold where 80 are missing", [YES, NO])
def _() -> object:
    g = forced(550, 0)
    corp(g, "GA", 90, p1=4, p0=2)
    operate(g, "CoG", BuyTrains("CoG"))
    return [g.legal(SellShares("GA", 1, by="p0")), g.legal(SellShares("GA", 2, by="p0"))]


@GA.says("5(c), 5.1", "who is bankrupt forfeits his cash; his shares count", ["bankruptcy", 0, YES])
def _() -> object:
    g = operate(forced(0, 30), "CoG", BuyTrains("CoG"))
    while not g.legal(Bankrupt(by="p0")):
        play(g, next(a for c in g.choices("p0") if c.kind is SellShares for a in c))
    play(g, Bankrupt(by="p0"))
    held = shares.held(g, "p0", "CoG") * price(g, "CoG")
    return [g.state.over, g.rules.worth(g, "p0")["cash"], ending.total(g, "p0") == held]


# ---------------------------------------------------------------------- 4.2.6 privates


@GA.says("4.2.6", "half to one and a half of the value", [(10, 30), (20, 60), (35, 105), (50, 150), (75, 225)])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, cash=1000, p0=5)
    phase(g, "3")
    lies(g, "p0", *g.rules.data.privates)
    return [tuple(g.rules.private_price_range(g, "GA", p)) for p in ("LTR", "MRC", "W&SR", "OSR", "M&BR")]


@GA.says("4.2.6", "who buys the first 3 may buy a private in the same turn", [NO, YES])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, cash=1000, p0=5)
    lies(g, "p0", "LTR")
    phase(g, "3")
    g.state.phase = "2"
    operate(g, "GA", BuyTrains("GA"), LastChance("GA"))
    before = g.legal(TakePrivate("LTR", 30, by="p0"))
    play(g, BuyTrain("3-1", 180, by="p0"))
    return [before, g.legal(TakePrivate("LTR", 30, by="p0"))]


@GA.says("Table III", "the free 2-train is gone once a 4 was bought, and is never sold", ["gone", "18GA Table III"])
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, cash=1000, p0=5)
    corp(g, "SAL", 70, cash=1000, p0=5)
    lies(g, "p0", "OSR")
    phase(g, "4")
    g.state.phase = "3"
    operate(g, "GA", BuyTrains("GA"))
    play(g, BuyTrain("4-1", 300, by="p0"), TakePrivate("OSR", 50, by="p0"))
    h = fresh()
    corp(h, "GA", 70, cash=1000, p0=5)
    corp(h, "SAL", 70, cash=1000, p0=5)
    lies(h, "p0", "OSR")
    phase(h, "3")
    operate(h, "GA", LastChance("GA"))
    play(h, TakePrivate("OSR", 50, by="p0"))
    operate(h, "SAL", BuyTrains("SAL"))
    return [g.state.place["2-6"], why(h, BuyTrain("2-6", 1, "GA", by="p0"))]


# ---------------------------------------------------------------------- 5 the end


def broke(round_: str, planned: int = 3) -> Game:
    """The bank has a dollar; GA earns and pays out in the first of three rounds."""
    g = fresh()
    corp(g, "GA", 70, p0=5, p1=5)
    purse(g, p2=g.state.cash["bank"] + g.state.cash["p2"] - 1)
    earns(g, "GA", 100)
    operate(g, "GA", Dividend("GA"), LastChance("GA"))
    sequence = g.state.agenda[0]
    assert isinstance(sequence, RoundSequence)
    sequence.planned = planned
    return g


@GA.says(
    "5(a)",
    "a bank that breaks in an operating round ends the game after that round, not after the set",
    ["bank", "OR 2.1"],
)
def _() -> object:
    g = broke("OR")
    play(g, PayDividend("full", by="p0"))
    passes(g, "never")
    return [g.state.over, g.state.round]


@GA.says(
    "5(b)", "300 ends the game after that round; before it ends a bankruptcy ends it at once", ["price", "bankruptcy"]
)
def _() -> object:
    found = []
    for bankrupt in (False, True):
        g = fresh()
        corp(g, "GA", 110, cell="0,14", p1=5)
        earns(g, "GA", 100)
        if bankrupt:
            corp(g, "CoG", 110, p0=2)
            g.state.tokens["F6.a.0"] = "CoG"
            g.state.tiles |= ROUTE
            phase(g, "6")
            purse(g, p0=0)
            operate(g, "GA", Dividend("GA"))
            g.state.agenda[1:] = [
                OperatingRound(["GA", "ACL", "G&F", "SAL", "W&A"], paid=True),
                CompanyTurn("GA", 99),
                Dividend("GA"),
            ]
            settle(g)
        else:
            operate(g, "GA", Dividend("GA"))
        play(g, PayDividend("full", by="p1"))
        for _step in range(12):
            if g.state.over:
                break
            who = g.deciders()[0]
            play(g, Bankrupt(by=who) if g.legal(Bankrupt(by=who)) else Pass(by=who))
        found.append(g.state.over)
    return found


@GA.says("5.1", "the Macon & Birmingham's share is worth nothing while nobody has started the corporation", 600 + 20)
def _() -> object:
    g = fresh()
    lies(g, "p0", "LTR", "CoG.1")
    return ending.total(g, "p0")


@GA.says("5.1", "privates count at their value, what corporations own counts for nobody", 600 + 150 + 5 * 70)
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, cash=777, p0=5)
    lies(g, "p0", "M&BR")
    lies(g, "GA", "OSR")
    return ending.total(g, "p0")


# ---------------------------------------------------------------------- seldom met


@GA.says("4.2.5.1", "instead of help: a train of another corporation for a dollar of the treasury", [FINE, ["3-1"], 0])
def _() -> object:
    g = forced(1, 1000, ("no_consent",))
    corp(g, "GA", 70, p0=5)
    lies(g, "GA", "3-1")
    operate(g, "CoG", BuyTrains("CoG"), LastChance("CoG"))
    answer = why(g, BuyTrain("3-1", 1, "GA", by="p0"))
    play(g, BuyTrain("3-1", 1, "GA", by="p0"))
    return [answer, cards_in(g, "CoG"), g.state.cash["CoG"]]


@GA.says(
    "4.2.5(g)",
    "the first 4 as a fourth train: then one too many, and the president chooses which goes",
    ["p0", FINE, FINE],
)
def _() -> object:
    g = fresh()
    corp(g, "GA", 70, cash=1000, p0=5)
    phase(g, "4")
    g.state.phase = "3"
    lies(g, "GA", "3-1", "3-2", "3-3")
    operate(g, "GA", BuyTrains("GA"))
    play(g, BuyTrain("4-1", 300, by="p0"))
    return [g.deciders()[0], why(g, DiscardTrain("4-1", by="p0")), why(g, DiscardTrain("3-1", by="p0"))]


@GA.says("4.2.5.1(d)", "a forced sale leaves priority and certificate limit alone", ["p2", YES])
def _() -> object:
    g = forced(550, 0)
    g.state.priority = "p2"
    for name in ("ACL", "SAL", "W&A"):
        corp(g, name, 90, p0=6)
    operate(g, "CoG", BuyTrains("CoG"), LastChance("CoG"))
    over = shares.count_for_limit(g, "p0") > 15
    play(g, SellShares("ACL", 1, by="p0"), BuyTrain("6-2", 630, by="p0"))
    return [g.state.priority, over]


@GA.says("4.2(d)", "a corporation in its first turn runs the Ocilla's train if it buys it before", [NO, 40])
def _() -> object:
    g = board("F6=57/1[CoG] F4=8/4 G3=57/0", token.PlaceToken("CoG"), phase="3", owners={"OSR": "ann"})
    before = bool(cards_in(g, "CoG"))
    play(g, TakePrivate("OSR", 50, by="ann"))
    return [before, best(g, "CoG")]


@GA.says("1.2", "a phase changes at once: green is laid in the same round by who comes next", [[], YES])
def _() -> object:
    g = track("F6=57/1[CoG]", phase="2")
    before = legal(g, "F6")
    h = board("F6=57/1[CoG]", BuyTrains("SAL"), phase="2")
    lies(h, "gone", *[c for c in cards_in(h, "depot") if c[0] == "2"])
    play(h, BuyTrain("3-1", 180, by="ann"))
    h.state.agenda[2:] = [CompanyTurn("CoG", 99), LayTrack("CoG")]
    settle(h)
    return [before, bool(legal(h, "F6"))]


@GA.each()
def test_18ga_does_as_its_rulebook_says(reading: Reading) -> None:
    check(reading)


def test_there_are_forty_readings_at_least() -> None:
    assert len(GA) >= 40
