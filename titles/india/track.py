"""18 India 8.4.1: four yellow tiles in one line or one upgrade; rivers, gauge markers, towns that become cities."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from game import station_checks, stations, tile_checks, tile_lays, trains
from game.checks import LayPermit
from game.hexes import opposite
from game.lazy_list import LazyList
from game.routing import company_reach, network
from game.rules import TokenRules, TrackRules
from game.step_keys import StepKey
from titles.india import powers
from titles.india.events import GaugeChanged
from titles.india.gipr import CITIES
from titles.india.marks import CROSSED, GAUGE

if TYPE_CHECKING:
    from game.events import TileLaid, TokenRemoved
    from game.play import Game
    from game.rules import Rules
    from game.state import State
    from game.stations import Site
    from game.tile_lays import Built, Lay
    from game.tiles import Face

YELLOWS = 4
WAYS = 8  # to one place that are followed in search of a line
CEYLON = "K38"  # where the ferry lands
FERRY = "FERRY"  # label of its tiles
GROWS = {"3": {"12", "205", "206"}, "4": {"205", "206"}, "58": {"12", "13", "205", "206"}}


def four_yellows(g: Game, company: str, laid: Sequence[Built]) -> Iterator[LayPermit]:
    """18 India 8.4.1: up to four yellow tiles in one line, or one upgrade, or (as no tile) the removal of a gauge marker.

    Tiles of privates come on top.
    """
    normal = [b for b in laid if not b.using]
    tiles = [g.rules.data.tiles.get(b.tile) for b in normal]
    if not normal:
        yield LayPermit()
    elif len(normal) < YELLOWS and all(tile and tile.colour == "yellow" for tile in tiles):
        yield LayPermit(("yellow",), after=tuple(b.hex for b in normal))


def tell_lays(_company: str, view: State[Any], rules: Rules) -> str:
    """The tiles of a turn, in a sentence; the gauge marker while there are any."""
    removes = "gauge" not in rules.data.phases[view.phase].flags
    either = f"Up to {YELLOWS} yellow tiles a turn along one route, or one upgrade"
    return f"{either}, or one gauge marker removed." if removes else f"{either}."


def tell_laid(laid: Sequence[Built], rules: Rules) -> str:
    """How many of a turn's yellow tiles are laid, `2 of 4 tiles laid in this turn.`; "" once there was an upgrade, or none but by
    privates.
    """
    normal = [b for b in laid if not b.using]
    yellow = all(rules.data.tiles[b.tile].colour == "yellow" for b in normal if b.tile)
    return (
        f"{len(normal)} of {YELLOWS} tiles laid in this turn."
        if normal and yellow and all(b.tile for b in normal)
        else ""
    )


def tell_end(view: State[Any], after: State[Any], rules: Rules) -> str:
    """Why no further yellow tile of the turn can follow one that is laid: `Tile 2 of 4: no tile further along the line can be
    laid or paid for.`; "" where one can, and where the rule allows no more.
    """
    laid = [b for b in getattr(view.agenda[-1], "laid", ()) if not b.using]
    new = [tile.tile for h, tile in after.tiles.items() if view.tiles.get(h) != tile]
    yellow = all(rules.data.tiles[t].colour == "yellow" for t in (*new, *(b.tile for b in laid)) if t)
    if view.step_key != StepKey.TRACK or after.step_key in (StepKey.TRACK, StepKey.CITY) or not yellow:
        return ""
    n = len(laid) + 1
    return f"Tile {n} of {YELLOWS}: none further along the line can be laid or paid for." if n < YELLOWS else ""


def in_line(g: Game, lay: Lay) -> str | None:
    """18 India 8.4.1.1: one single route runs over all tiles of the turn in the order in which they were laid.

    Red, gray and older track may lie between them.
    """
    if not lay.permit.after:
        return None
    if g.rules.has("line_by_last_tile") and lay.hex not in leads_to(g, lay.permit.after[-1], lay.hex):
        return f"{lay} would not lie where the last tile leads"
    entries: LazyList[tuple[str, int]] = g.memo(
        ("line", lay.company, lay.permit.after),
        lambda: LazyList(line(g, lay.company, lay.permit.after)),
        "tiles",
        "tokens",
    )
    if any(hex_id == lay.hex and side in lay.new.exits for hex_id, side in entries):
        return None
    if any(hex_id == lay.hex for hex_id, _ in entries):
        return f"{lay} would not join the line of the tiles already laid in this turn"
    return (
        f"{lay} would not continue the line of this turn: one route from a station must run over all its tiles in order"
    )


def leads_to(g: Game, last: str, wanted: str) -> set[str]:
    """18xx.games: the unbuilt hexes to which the last tile leads as it lies now, if any; a double city and three towns (one exit
    and six) lead anywhere.
    """
    data = g.rules.data
    exits = data.face(last, g.state.tiles[last]).exits
    beyond = {data.hexes[last].sides[side] for side in exits} if 1 < len(exits) < 6 else set()
    unbuilt = {h for h in beyond if h and h not in g.state.tiles and data.hexes[h].print.colour == "white"}
    return unbuilt or {wanted}


def line(g: Game, company: str, laid: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Hexes and sides that a route can come to from a station after passing these hexes one after the other, the nearest first.

    18 India 8.4.1.1: it goes in one direction and so passes no hexside, no stop and no junction twice, its own station included;
    in files that 18xx.games loads a stop or a junction may be passed again. Of the ways to one place the first few are followed
    that do not contain each other.
    """
    net, passable = network.of(g), company_reach.passable(g, company)
    into, side = net.borders.into, net.borders.side
    own, _ = company_reach.stations_of(g, company)
    once = not g.rules.has("line_passes_again")
    sides = len(net.borders.names)
    stops = {stop: once << (sides + n) for n, stop in enumerate(sorted(net.stops))}
    joints: dict[network.Joint, int] = {
        joint: once << (sides + len(stops) + n) for n, joint in enumerate(junctions(net) if once else ())
    }
    todo: deque[tuple[int, int, int]] = deque()  # crossing, hexes passed so far, hexsides and stops passed
    known: dict[tuple[int, int], list[int]] = {}

    def passed(hex_id: str, count: int) -> int:
        return count + 1 if count < len(laid) and laid[count] == hex_id else count

    def go(crossing: int, count: int, used: int, joint: network.Joint) -> None:
        bit = 1 << (crossing >> 1) | joints.get(joint, 0)
        if used & bit:
            return
        now = passed(into[crossing], count)
        ways = known.setdefault((crossing, now), [])
        if len(ways) < WAYS and not any(way & ~used == 0 for way in ways):
            ways.append(used)
            todo.append((crossing, now, used | bit))

    for stop in sorted(own & net.stops.keys()):
        for crossing, _, joint in net.leave.get(stop, ()):
            go(crossing, passed(stop.partition(".")[0], 0), stops[stop], joint)
    reached: set[tuple[str, int]] = set()
    while todo:
        crossing, count, used = todo.popleft()
        entry = (into[crossing], side[crossing])
        if count == len(laid) and entry not in reached:
            reached.add(entry)
            yield entry
        for after, joint in net.cross.get(crossing, ()):
            go(after, count, used, joint)
        for stop, end, joint in net.enter.get(crossing, ()):
            place = stops[stop] | joints.get(joint, 0)
            if not end and stop in passable and not used & place:
                for after, last, other in net.leave[stop]:
                    if not last:
                        go(after, count, used | place, other)


def junctions(net: network.Network) -> list[tuple[str, int]]:
    """All junctions on the board, in a fixed order."""
    joints = {joint for ways in net.cross.values() for _, joint in ways}
    joints.update(joint for ways in net.enter.values() for _, _, joint in ways)
    joints.update(joint for ways in net.leave.values() for _, _, joint in ways)
    return sorted(joint for joint in joints if joint)


def towns_grow(g: Game, lay: Lay) -> str | None:
    """18 India 8.4.1.2, 11: only yellow single towns become cities, and only on four green tiles made of nothing else."""
    old, new = lay.old.tile, lay.new.tile
    if new.name in CITIES and new.name not in GROWS.get(old.name, ()):
        return f"{new.name} can only be laid on certain yellow towns"
    if old.towns and new.cities and new.name not in CITIES:
        return f"a town does not become a city by {new.name}"
    return None


def ferries_stay(g: Game, lay: Lay) -> str | None:
    """18 India 8.4.1.1: the ferry cannot be upgraded."""
    return "the ferry cannot be upgraded" if lay.old.tile.label == FERRY and lay.old.tile.tracks else None


def ferries_land(g: Game, lay: Lay) -> str | None:
    """18 India 8.4.1.4: a ferry goes over the sea. How it may be turned the rulebook does not say; 18xx.games asks the same."""
    if lay.new.tile.label != FERRY or any(lay.place.sides[side] == CEYLON for side in lay.new.exits):
        return None
    return f"a ferry goes to {g.rules.data.hexes[CEYLON].spot}"


# New track must be connected (8.4.1.1: a route to the hex; 8.4.1.2: a route to some of the new track; 4.1: a route is an
# unblocked path from a station), which `touches` asks. That a train could run over it is asked nowhere.
CHECKS = (
    *tile_checks.CHECKS[:-2],
    towns_grow,
    ferries_stay,
    ferries_land,
    tile_checks.touches,
    in_line,
    tile_checks.CHECKS[-1],
)


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
    known = CROSSED.entries(g.state)
    return [c for c in crossings(g, hex_id, face, kind) if c not in known]


def full_cost(g: Game, lay: Lay) -> int:
    """18 India 8.4.1.4: hill, mountain or ferry below a yellow tile, and 30 for each river crossing that is completed."""
    if not lay.place.borders:
        return tile_lays.terrain(g, lay)
    rivers = len(new_crossings(g, lay.hex, lay.new, "river")) * g.rules.data.file.numbers["river"]
    return tile_lays.terrain(g, lay) + rivers


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
        CROSSED.add(g.state, *dict.fromkeys([*rivers, *gauges]))
    if "gauge" in trains.phase(g).flags:
        for side in gauges:
            GAUGE.add(g.state, side)
            g.emit(GaugeChanged(side, marker=True))


def markers(g: Game) -> Sequence[str]:
    """Hexsides with a gauge marker."""
    return GAUGE.entries(g.state)


def beside_when_full(g: Game, site: Site) -> str | None:
    """18 India 2.5: a station stands beside the circles only where none is free for it."""
    if site.permit.outside_circle != "always":
        return None
    plain = site._replace(permit=site.permit._replace(outside_circle=""))
    full = g.rules.refusal((station_checks.circle_free, station_checks.home_kept), g, plain)
    return None if full and site.stop.slots else f"{site.place.spot} has a free circle"


def drop_in(g: Game, event: TileLaid | TokenRemoved) -> None:
    """18 India 2.5: a station beside the circles takes a circle as soon as one is free and kept for nobody."""
    for slot, company in sorted(g.state.tokens.items()):
        hex_id, stop, _ = slot.split(".")
        if not stations.beside(slot) or (stop == "+" and not stations.unsettled(g, hex_id)):
            continue
        cities = stations.tile_in(g, hex_id).cities
        site = powers.site(g, company, f"{hex_id}.{cities[0].name if stop == '+' else stop}")
        free = stations.free_slot(g, site)
        if free and station_checks.home_kept(g, site) is None:
            del g.state.tokens[slot]
            g.state.tokens[free] = company
            g.changed()


TRACK = TrackRules(
    permits=four_yellows,
    checks=CHECKS,
    cost=cost,
    powers=powers.lays,
    grows=frozenset({("town", "city")}),
    fixed=frozenset({towns_grow, ferries_stay, ferries_land}),
)
TOKENS = TokenRules(
    cost=stations.charter_price,
    checks=(*station_checks.CHECKS, beside_when_full),
    homes=stations.home_slots,
    powers=powers.free_stations,
)
