"""Which tile becomes which: what may be laid over a tile in the next colour, anywhere or only where it is made for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from game.rules import Rules
from game.state import Hex
from game.tile_checks import tiles_allowed
from game.tiles import COLOURS, Face, Tile
from game.upgrades import Grows, upgrade


@dataclass(frozen=True)
class Successor:
    """A tile that may replace another. `hexes`: the only ones where it may; empty: anywhere."""

    tile: str
    hexes: tuple[Hex, ...] = ()


def successors(rules: Rules, name: str) -> tuple[Successor, ...]:
    """The tiles of the next colour that keep the track and the stops of a tile in some turn, in the title's order."""
    data, old = rules.data, rules.data.tiles[name]
    upgrades = []
    for new in data.tiles.values():
        if not data.map.tiles[new.name] or not _comes_next(old, new) or not _keeps(old, new, rules.track.grows):
            continue
        homes = tuple(
            h
            for h in data.hexes
            if new.name in (tiles_allowed(data, h, new.colour) or ())
            and _may_lie(old, tiles_allowed(data, h, old.colour))
        )
        plain = not new.label and not old.label
        if plain or homes:
            upgrades.append(Successor(new.name, () if plain else homes))
    return tuple(upgrades)


def tiles_to_come(rules: Rules, hex_id: Hex, laid: str = "") -> dict[str, tuple[str, ...]]:
    """The tiles that fit a hex from the next colour on, by colour. `laid`: the tile that lies there, "" for none."""
    data = rules.data
    h, by_colour = data.hexes[hex_id], dict[str, tuple[str, ...]]()
    now = [data.tiles[laid] if laid else h.print] if h.buildable else []
    while now:
        fitting = [new for new in data.tiles.values() if any(_fits(rules, h.id, old, new) for old in now)]
        if fitting:
            by_colour[fitting[0].colour] = tuple(t.name for t in fitting)
        now = fitting
    return by_colour


def _fits(rules: Rules, hex_id: Hex, old: Tile, new: Tile) -> bool:
    """Whether a tile may replace another on that hex when its colour may be laid: one with a label only one made for the hex."""
    data = rules.data
    known = tiles_allowed(data, hex_id, new.colour)
    return (
        bool(data.map.tiles[new.name])
        and _comes_next(old, new)
        and _may_lie(new, known)
        and (not old.label or new.name in (known or ()))
        and _keeps(old, new, rules.track.grows)
    )


def predecessors(rules: Rules, name: str) -> tuple[str, ...]:
    """The tiles that may become this one, in the title's order."""
    data = rules.data
    return tuple(t for t in data.tiles if data.map.tiles[t] and name in {s.tile for s in successors(rules, t)})


def _may_lie(tile: Tile, known: Collection[str] | None) -> bool:
    """Whether a tile may lie on a hex that takes these of its colour only; None: all without label."""
    return not tile.label if known is None else tile.name in known


def _comes_next(old: Tile, new: Tile) -> bool:
    """Whether the second is of the colour that follows the first's."""
    return (
        old.colour in COLOURS and new.colour in COLOURS and COLOURS.index(new.colour) == COLOURS.index(old.colour) + 1
    )


@lru_cache(maxsize=4096)
def _keeps(old: Tile, new: Tile, grows: Grows) -> bool:
    """Whether the new tile keeps track and stops of the old one in one of its turns."""
    return any(upgrade(Face(old, 0), Face(new, turn), grows) is not None for turn in new.rotations)
