"""18 India 8.4.1: four yellow tiles in one line or one upgrade; rivers, gauge markers, towns that become cities."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game import board, network, stations, trains
from game.hexes import opposite
from game.rules import Allow, TokenRules, TrackRules
from titles.india import powers
from titles.india.events import GaugeChanged
from titles.india.gipr import CITIES

if TYPE_CHECKING:
    from game.board import Built, Lay
    from game.events import TileLaid, TokenRemoved
    from game.play import Game
    from game.stations import Site
    from game.tiles import Face

YELLOWS = 4
GAUGE, CROSSED = "gauge", "crossed"  # in State.marks: hexsides with a marker; rivers and gauges that track crosses
GROWS = {"3": {"12", "205", "206"}, "4": {"205", "206"}, "58": {"12", "13", "205", "206"}}


def four_yellows(g: Game, company: str, laid: Sequence[Built]) -> Iterator[Allow]:
    """18 India 8.4.1: up to four yellow tiles in one line, or one upgrade; tiles of privates come on top."""
    normal = [b for b in laid if not b.using]
    if not normal:
        yield Allow()
    elif len(normal) < YELLOWS and all(g.rules.data.tiles[b.tile].colour == "yellow" for b in normal):
        yield Allow(("yellow",), after=tuple(b.hex for b in normal))


# ---------------------------------------------------------------------- checks


def in_line(g: Game, lay: Lay) -> str | None:
    """18 India 8.4.1.1: one single route runs over all tiles of the turn in the order in which they were laid."""
    if not lay.allow.after:
        return None
    entries = g.memo(("line", lay.company, lay.allow.after), lambda: line(g, lay.company, lay.allow.after))
    if any((lay.hex, side) in entries for side in lay.new.exits):
        return None
    return f"{lay} would not go on from the tiles already laid in this turn"


def line(g: Game, company: str, laid: Sequence[str]) -> frozenset[tuple[str, int]]:
    """Hexes and sides that a train can come to from a station after passing these hexes one after the other."""
    net, passable = network.of(g), network.passable(g, company)
    into, side = net.borders.into, net.borders.side
    own, _ = network.stations(g.state.tokens, company)
    todo: deque[tuple[int, int, int]] = deque()  # crossing, hexes passed so far, hexsides used

    def passed(hex_id: str, count: int) -> int:
        return count + 1 if count < len(laid) and laid[count] == hex_id else count

    def go(crossing: int, count: int, used: int) -> None:
        bit = 1 << (crossing >> 1)
        if not used & bit:
            todo.append((crossing, passed(into[crossing], count), used | bit))

    for stop in sorted(own):
        for crossing, _, _ in net.leave.get(stop, ()):
            go(crossing, passed(stop.partition(".")[0], 0), 0)
    seen: set[tuple[int, int]] = set()
    found = set()
    while todo:
        crossing, count, used = todo.popleft()
        if (crossing, count) in seen:
            continue
        seen.add((crossing, count))
        if count == len(laid):
            found.add((into[crossing], side[crossing]))
        for after in net.plain[crossing]:
            go(after, count, used)
        for stop, end, _ in net.enter.get(crossing, ()):
            if not end and stop in passable:
                for after, last, _ in net.leave[stop]:
                    if not last:
                        go(after, count, used)
    return frozenset(found)


def towns_grow(g: Game, lay: Lay) -> str | None:
    """18 India 8.4.1.2, 11: only yellow single towns become cities, and only on four green tiles made of nothing else."""
    old, new = lay.old.tile, lay.new.tile
    if new.name in CITIES and new.name not in GROWS.get(old.name, ()):
        return f"{new.name} is laid on certain yellow towns only"
    if old.towns and new.cities and new.name not in CITIES:
        return f"a town does not become a city by {new.name}"
    return None


def ferries_stay(g: Game, lay: Lay) -> str | None:
    """18 India 8.4.1.5: the ferry is never upgraded."""
    return "the ferry is never upgraded" if lay.old.tile.label == "FERRY" and lay.old.tile.tracks else None


CHECKS = (*board.CHECKS[:-2], towns_grow, ferries_stay, board.touches, in_line, board.CHECKS[-1])


# ---------------------------------------------------------------------- crossings


def crossings(g: Game, hex_id: str, face: Face, kind: str) -> Iterator[str]:
    """Hexsides of a kind over which that face would join track in the next hex."""
    place = g.rules.data.hexes[hex_id]
    for side, word in place.borders.items():
        other = place.sides[side]
        if kind in word.split() and other and side in face.exits:
            beyond = g.rules.data.face(other, g.state.tiles.get(other))
            if opposite(side) in beyond.exits:
                yield name(hex_id, side, other)


def name(hex_id: str, side: int, other: str) -> str:
    """A hexside by the lesser of its hexes."""
    return f"{hex_id}/{side}" if hex_id < other else f"{other}/{opposite(side)}"


def new_crossings(g: Game, hex_id: str, face: Face, kind: str) -> list[str]:
    """Those that were not complete before."""
    known = g.state.marks.get(CROSSED, [])
    return [c for c in crossings(g, hex_id, face, kind) if c not in known]


def full_cost(g: Game, lay: Lay) -> int:
    """18 India 8.4.1.4: hill, mountain or ferry below a yellow tile, and 30 for each river crossing that is completed."""
    if not lay.place.borders:
        return board.terrain(g, lay)
    rivers = len(new_crossings(g, lay.hex, lay.new, "river")) * g.rules.data.file.numbers["river"]
    return board.terrain(g, lay) + rivers


def cost(g: Game, lay: Lay) -> int:
    """What is left to pay after the French company's help."""
    return max(0, full_cost(g, lay) - powers.help_left(g, lay.company))


def note_crossings(g: Game, event: TileLaid) -> None:
    """18 India 8.4.1.3: a marker where gauges meet, until phase IV; the French help is used up by what it has paid."""
    laid = g.state.tiles[event.hex]
    face = g.rules.data.face(event.hex, laid)
    rivers, gauges = (new_crossings(g, event.hex, face, kind) for kind in ("river", "gauge"))
    ground = g.rules.data.hexes[event.hex].cost if not event.old else 0
    powers.use_help(g, event.company, ground + len(rivers) * g.rules.data.file.numbers["river"] - event.cost)
    if rivers or gauges:
        known = g.state.marks.setdefault(CROSSED, [])
        known += list(dict.fromkeys([*rivers, *gauges]))
    if "gauge" in trains.phase(g).flags:
        for side in gauges:
            g.state.marks.setdefault(GAUGE, []).append(side)
            g.emit(GaugeChanged(side, marker=True))


def markers(g: Game) -> list[str]:
    """Hexsides with a gauge marker."""
    return g.state.marks.get(GAUGE, [])


# ---------------------------------------------------------------------- stations


def beside_when_full(g: Game, site: Site) -> str | None:
    """18 India 8.2: a station stands beside the circles only where none is free for it."""
    if site.permit.beside != "always":
        return None
    if stations.unsettled(g, site.hex):
        return f"nobody can say yet beside which circle of {site.place.spot} it would stand"
    plain = site._replace(permit=site.permit._replace(beside=""))
    full = g.rules.refusal((stations.circle_free, stations.home_kept), g, plain)
    return None if full and site.stop.slots else f"{site.place.spot} has a free circle"


def drop_in(g: Game, event: TileLaid | TokenRemoved) -> None:
    """18 India 8.2: a station beside the circles takes a circle as soon as one is free and kept for nobody."""
    for slot, company in sorted(g.state.tokens.items()):
        city, _, circle = slot.rpartition(".")
        stop = city.partition(".")[2]
        if circle != "+" or stop == "+":
            continue
        free = stations.circle(g, city)
        site = powers.site(g, company, city)
        if free and stations.home_kept(g, site) is None:
            del g.state.tokens[slot]
            g.state.tokens[free] = company
            g.changed()


TRACK = TrackRules(
    allows=four_yellows,
    checks=CHECKS,
    cost=cost,
    powers=powers.lays,
    grows=frozenset({("town", "city")}),
    fixed=frozenset({towns_grow, ferries_stay}),
)
TOKENS = TokenRules(
    cost=stations.charter_price,
    checks=(*stations.CHECKS, beside_when_full),
    homes=stations.home_slots,
    powers=powers.free_stations,
)
