"""Positions of 18EU: minors and corporations given by hand, track, and turns with some steps still to come."""

from __future__ import annotations

from game import shares, trains
from game.routing import routes
from game.state import Laid
from game.steps.round_sequence import RoundSequence
from game.steps.trains import BuyTrains
from tests.support.title_positions import new, operate, own, settle, start
from titles.eu import depot
from titles.eu.final import FinalExchange
from titles.eu.marks import FINAL_EXCHANGE, ExchangeMark
from titles.eu.treasury import IssueOrRedeem


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


def final(g, player):
    """The final exchange round, that player first."""
    g.state.round = "FER 4"
    FINAL_EXCHANGE.set(g.state, ExchangeMark(player, "done"))
    g.state.agenda = [RoundSequence("FER", stock=3, set=3), FinalExchange(player)]
    return settle(g)


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


def joined(*options):
    """Minor 12 (p0, Amsterdam) and BNR (p1, Brussels) on one line."""
    g = game(*options)
    corporation(g, "BNR", "p1", 3, 100, 100, tokens=("C8.a.0",), floated=False, operated=False)
    give(g, "p0", "12", 30)
    rail(g, C8="202/3", C6="4/0", C4="58/4", D3="202/1")
    return g


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


def crowding(*options):
    """BNR (p1) is about to buy the first 5-train; DR (p0) will be over the limit then."""
    g = game(*options)
    no_minors(g)
    corporation(g, "DR", "p0", 5, 100, 0, "3-1", "4-2", "4-3", tokens=("D3.a.0",), cell="3,4")
    corporation(g, "BNR", "p1", 5, 100, 600, "4-1", tokens=("C8.a.0",))
    bought(g, "3")
    bought(g, "4")
    phase(g, "4")
    late = [depot.LateDiscards("BNR")] if options else []
    return operate(g, "BNR", BuyTrains("BNR"), IssueOrRedeem("BNR"), *late)
