"""Checks of a lay: functions of the game and a proposed lay that return nothing or the reason for a refusal.

The list of legal lays and the explanation of an illegal one come from the same checks. Those in `FIXED`, and those that a title
gives as such, depend on nothing but the hex, what lies there and what shall lie there: what they let through is remembered, so
that in play only the others are asked. Those in `WHATEVER_TURN` say the same of all rotations of a tile.
"""

from __future__ import annotations

from functools import lru_cache
from string import ascii_lowercase
from typing import TYPE_CHECKING

from game import hexes as geometry
from game.checks import LayCheck
from game.routing import company_reach
from game.state import Hex
from game.tile_lays import Lay
from game.tiles import COLOURS
from game.upgrades import added, same_stops, upgrade

if TYPE_CHECKING:
    from game.play import Game
    from game.title_data import TitleData


def within_allowance(g: Game, lay: Lay) -> str | None:
    """What kinds of lay the turn still allows."""
    return None if lay.permit.using else _why_not_allowed(lay, "You may still lay")


def within_power(g: Game, lay: Lay) -> str | None:
    """What kinds of lay the power of a private allows."""
    return _why_not_allowed(lay, f"{lay.permit.using} allows") if lay.permit.using else None


def _why_not_allowed(lay: Lay, whose: str) -> str | None:
    """Why a lay is not of the kind that is allowed, "" if it is. `whose`: how the sentence begins."""
    permit = lay.permit
    if permit.hexes and lay.hex not in permit.hexes:
        return f"{whose} a tile only in {' or '.join(permit.hexes)}"
    if permit.tiles and lay.tile not in permit.tiles:
        return f"{whose} only {', '.join(permit.tiles)}"
    if permit.colours and lay.new.tile.colour not in permit.colours:
        return f"{whose} only {' or '.join(permit.colours)} tiles"
    return None


def buildable(g: Game, lay: Lay) -> str | None:
    """Printed red, gray and blue hexes are never built on."""
    if not lay.place.buildable:
        return f"Nothing can be built in {lay.place.spot}"
    return None


def colour_open(g: Game, lay: Lay) -> str | None:
    """The phase must have brought the colour."""
    colour = lay.new.tile.colour
    if colour not in g.rules.data.phases[g.state.phase].tiles:
        since = next((name for name, phase in g.rules.data.phases.items() if colour in phase.tiles), "")
        return f"There are no {colour} tiles {f'before phase {since}' if since else 'in this game'}"
    return None


def one_step(g: Game, lay: Lay) -> str | None:
    """Yellow onto unbuilt hexes, green onto yellow, brown onto green, gray onto brown."""
    old, new = lay.old.tile.colour, lay.new.tile.colour
    if COLOURS.index(new) == COLOURS.index(old) + 1:
        return None
    has = "is unbuilt" if old == "white" else f"has a {old} tile"
    return f"{lay.place.spot} {has}: a {new} tile cannot go there"


def tile_left(g: Game, lay: Lay) -> str | None:
    """A tile of that number must be left."""
    if g.state.supply[lay.tile] <= 0:
        return f"No tile {lay.number} is left"
    return None


def made_for(g: Game, lay: Lay) -> str | None:
    """Tiles that are made for a hex go there only, and no others go there."""
    known = tiles_allowed(g.rules.data, lay.hex, lay.new.tile.colour)
    if known is None and lay.new.tile.label:
        return f"{lay.number} cannot go in {lay.place.spot}: it is made for another hex"
    if known is not None and lay.tile not in known:
        listed = ", ".join(g.rules.data.tile_number(t) for t in known)
        return f"{lay.place.spot} takes only these {lay.new.tile.colour} tiles: {listed or 'none'}"
    return None


@lru_cache(maxsize=4096)
def tiles_allowed(data: TitleData, hex_id: Hex, colour: str) -> tuple[str, ...] | None:
    """The only tiles of a colour that a hex takes, None: all that have no label.

    These are the tiles that the title lists for the hex, else those in the game that bear the hex's label. A tile without label
    that is listed somewhere may still go anywhere else.
    """
    listed = data.map.upgrades.get(hex_id, {}).get(colour)
    if listed is not None:
        return tuple(listed.split())
    label = data.hexes[hex_id].label
    own = tuple(
        t.name for t in data.tiles.values() if t.colour == colour and t.label == label and data.map.tiles[t.name]
    )
    return own if label and own else None


@lru_cache(maxsize=4096)
def numbered(data: TitleData, hex_id: Hex, tile: str) -> str:
    """The tile that a published number means in a hex: 170 in Richmond is the 170ric, which is made for it."""
    same = (t for t in data.tiles.values() if t.name.rstrip(ascii_lowercase) == tile)
    made = [t.name for t in same if hex_id in data.hexes and t.name in (tiles_allowed(data, hex_id, t.colour) or ())]
    return made[0] if len(made) == 1 else tile


def cities_stay(g: Game, lay: Lay) -> str | None:
    """Cities are laid where there are cities, and never lost."""
    if (lay.old.tile.cities or lay.new.tile.cities) and not same_stops(lay.old, lay.new, g.rules.track.grows):
        return _stops_differ(lay, "city", len(lay.old.tile.cities), len(lay.new.tile.cities))
    return None


def towns_stay(g: Game, lay: Lay) -> str | None:
    """Towns are laid where there are towns, and never lost."""
    if (lay.old.tile.towns or lay.new.tile.towns) and not same_stops(lay.old, lay.new, g.rules.track.grows):
        return _stops_differ(lay, "town", len(lay.old.tile.towns), len(lay.new.tile.towns))
    return None


def _stops_differ(lay: Lay, kind: str, old: int, new: int) -> str:
    """Why the stops of that kind (city, town) are not those that lay there before, "" if they are."""
    if old and not new:
        return f"{lay.number} has no {kind}, but {lay.place.spot} has one"
    if new and not old:
        return f"{lay.number} has a {kind}, but {lay.place.spot} has none"
    return f"{lay.number} does not have the cities and towns of {lay.place.spot}"


def on_the_map(g: Game, lay: Lay) -> str | None:
    """Track may not run off the map, over a closed border or into a side of printed track where there is none."""
    for side in sorted(lay.new.exits):
        if not lay.place.sides[side]:
            where = geometry.DIRECTIONS[g.rules.data.layout][side]
            return f"{lay} would run off the map or into a blank side in the {where}"
    return None


def track_stays(g: Game, lay: Lay) -> str | None:
    """All track and what it joins must survive."""
    if upgrade(lay.old, lay.new, g.rules.track.grows) is None:
        return f"{lay} would not keep the track that is there"
    return None


def touches(g: Game, lay: Lay) -> str | None:
    """Added track, or a city on the tile, must be connected to a station of the company; it may close a loop."""
    if not lay.permit.connected:
        return None
    reach = company_reach.reach(g, lay.company)
    here, grows = lay.place.id, g.rules.track.grows
    if here in reach.bare:
        return None
    moves = upgrade(lay.old, lay.new, grows)
    if moves is None:
        return None  # `track_stays` refuses it
    sides, starts = added(lay.old, lay.new, grows)
    if reach.enters(here, sides):
        return None
    met = {new for old, new in moves.items() if f"{here}.{old}" in reach.stops}
    if met & starts or any(c.name in met for c in lay.new.tile.cities):
        return None
    minor = "minor " if g.rules.data.companies[lay.company].kind == "minor" else ""
    return f"{lay} would add no track that a station of {minor}{lay.company} reaches"


def terrain_affordable(g: Game, lay: Lay) -> str | None:
    """The company must be able to pay for the terrain."""
    cost, cash = g.rules.track.cost(g, lay), g.state.cash[lay.company]
    if cost > cash:
        return f"Building there costs {g.rules.data.money(cost)}, and {lay.company} has {g.rules.data.money(cash)}"
    return None


FIXED = frozenset({buildable, one_step, made_for, cities_stay, towns_stay, on_the_map, track_stays})


WHATEVER_TURN = FIXED - {on_the_map, track_stays}


WHATEVER_HEX = frozenset({within_allowance, within_power, colour_open, tile_left})  # of those that the allowance names


CHECKS: tuple[LayCheck, ...] = (
    within_allowance,
    within_power,
    buildable,
    colour_open,
    one_step,
    made_for,
    tile_left,
    cities_stay,
    towns_stay,
    on_the_map,
    track_stays,
    touches,
    terrain_affordable,
)
