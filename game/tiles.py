"""Tiles: the one-line notation, their stops and tracks, and their six rotations.

    tile   = colour {";" part}
    part   = ("city" | "town" | "off") NAME value ["x"SLOTS] {WORD}      a stop; WORD "end": no train runs through,
                                                                          any other word is a group of the title
           | END "-" END ["end"]                                          plain track, or edge to stop
           | END "+" END {"+" END}                                        a junction: every pair is connected
           | "=" LABEL
    value  = NUMBER {COLOUR ":" NUMBER}                                   30 brown:60
    END    = 0..5 | NAME

>>> parse("57", "yellow; city a 20; 0-a 3-a").stops[0].slots
1
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Literal

COLOURS = ("white", "yellow", "green", "brown", "gray")
FIXED = ("red", "blue", "gray")  # colours of hexes that are never built on
Kind = Literal["city", "town", "off"]
End = int | str  # a side of the hex, or the name of a stop


@dataclass(frozen=True)
class Stop:
    """A city, town or off-map place on a tile. `values`: dollars by colour of the phase, lowest first."""

    name: str
    kind: Kind
    values: tuple[tuple[str, int], ...]
    slots: int = 0
    end: bool = False
    groups: tuple[str, ...] = ()

    def value(self, colours: frozenset[str] | set[str]) -> int:
        """Dollars while tiles of these colours are available."""
        for colour, dollars in reversed(self.values):
            if colour in colours:
                return dollars
        return self.values[0][1]


@dataclass(frozen=True)
class Track:
    """Track between two ends. `end`: a train stops there. `joint`: number of the junction it belongs to, or -1."""

    a: End
    b: End
    end: bool = False
    joint: int = -1


@dataclass(frozen=True)
class Tile:
    """A tile as printed (rotation 0), or the print of a hex."""

    name: str
    colour: str
    stops: tuple[Stop, ...] = ()
    tracks: tuple[Track, ...] = ()
    label: str = ""

    def __hash__(self) -> int:
        """That of all its fields, found once: what is known of tiles is kept by them."""
        return self._hash

    def __getstate__(self) -> dict[str, object]:
        """What another process is told of it: no hash, which is of this process alone."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def _hash(self) -> int:
        """The hash of this process, as words have other ones in others."""
        return hash((self.name, self.colour, self.stops, self.tracks, self.label))

    @property
    def number(self) -> str:
        """The published number: `170` of `170ric`."""
        return self.name.removesuffix(self.label.lower()) if self.label else self.name

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The tile in its six rotations."""
        return tuple(Face(self, r) for r in range(6))

    @cached_property
    def cities(self) -> tuple[Stop, ...]:
        """The cities of the tile."""
        return tuple(s for s in self.stops if s.kind == "city")

    @cached_property
    def places(self) -> tuple[Stop, ...]:
        """The stops where stations could be: cities, and what else has circles."""
        return tuple(s for s in self.stops if s.kind == "city" or s.slots)

    @cached_property
    def towns(self) -> tuple[Stop, ...]:
        """The towns of the tile."""
        return tuple(s for s in self.stops if s.kind == "town")

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """How many cities, towns and off-map places there are."""
        return len(self.cities), len(self.towns), len(self.stops) - len(self.cities) - len(self.towns)

    @cached_property
    def rotations(self) -> tuple[int, ...]:
        """The rotations that look different, each shape once."""
        seen: dict[object, int] = {}
        for r in range(6):
            seen.setdefault(self.faces[r].shape, r)
        return tuple(seen.values())

    def listed(self, rotation: int) -> int:
        """Of the rotations that look like this one, that in `rotations`."""
        shape = self.faces[rotation].shape
        return next(r for r in self.rotations if self.faces[r].shape == shape)

    def stop(self, name: str) -> Stop:
        """The stop of that name; KeyError if there is none."""
        return self.stops_by_name[name]

    @cached_property
    def stops_by_name(self) -> dict[str, Stop]:
        """The stops by their names."""
        return {s.name: s for s in self.stops}


class Face:
    """A tile turned clockwise by `rotation` sides."""

    def __init__(self, tile: Tile, rotation: int) -> None:
        self.tile = tile
        self.rotation = rotation
        self.tracks = tuple(Track(self._turn(t.a), self._turn(t.b), t.end, t.joint) for t in tile.tracks)
        self.exits = frozenset(e for t in self.tracks for e in (t.a, t.b) if isinstance(e, int))

    def _turn(self, end: End) -> End:
        """An end of track after the turn: a side moves on, a stop stays."""
        return (end + self.rotation) % 6 if isinstance(end, int) else end

    @cached_property
    def sides(self) -> dict[str, frozenset[int]]:
        """The sides that each stop is joined to."""
        sides: dict[str, set[int]] = {s.name: set() for s in self.tile.stops}
        for t in self.tracks:
            for stop, side in ((t.a, t.b), (t.b, t.a)):
                if isinstance(stop, str) and isinstance(side, int):
                    sides[stop].add(side)
        return {name: frozenset(edges) for name, edges in sides.items()}

    @cached_property
    def plain(self) -> frozenset[tuple[int, int]]:
        """Tracks from side to side, as sorted pairs."""
        return frozenset(
            (min(t.a, t.b), max(t.a, t.b)) for t in self.tracks if isinstance(t.a, int) and isinstance(t.b, int)
        )

    @cached_property
    def shape(self) -> object:
        """Equal for two rotations that connect alike (cities that are alike may change places)."""
        cities = sorted((s.kind, s.slots, s.values, tuple(sorted(self.sides[s.name]))) for s in self.tile.stops)
        return tuple(cities), tuple(sorted(self.plain))


def _end(word: str) -> End:
    """A side by its number, or a stop by its name."""
    return int(word) if word.isdigit() else word


def _stop(words: list[str]) -> Stop:
    """A stop from the words of its notation."""
    kind, name, values, slots, groups = words[0], words[1], [], 1 if words[0] == "city" else 0, []
    for word in words[2:]:
        if word.isdigit():
            values.append(("", int(word)))
        elif ":" in word:
            colour, _, number = word.partition(":")
            values.append((colour, int(number)))
        elif word[0] == "x" and word[1:].isdigit():
            slots = int(word[1:])
        else:
            groups.append(word)
    if kind not in ("city", "town", "off") or not values:
        raise ValueError(f"not a stop: {' '.join(words)}")
    return Stop(name, kind, tuple(values), slots, "end" in groups, tuple(g for g in groups if g != "end"))  # type: ignore[arg-type]


def parse(name: str, line: str) -> Tile:
    """Read one line of notation; raises ValueError with the tile's name when it does not make sense."""
    colour, *parts = [p.strip() for p in line.split(";")]
    stops: list[Stop] = []
    tracks: list[Track] = []
    label = ""
    joints = 0
    for part in parts:
        words = part.split()
        try:
            if part.startswith("="):
                label = part[1:].strip()
            elif words[0] in ("city", "town", "off"):
                stops.append(_stop(words))
            else:
                for word in words:
                    if word == "end":
                        tracks[-1] = Track(tracks[-1].a, tracks[-1].b, end=True, joint=tracks[-1].joint)
                    elif "+" in word:
                        ends = [_end(e) for e in word.split("+")]
                        tracks += [Track(a, b, joint=joints) for i, a in enumerate(ends) for b in ends[i + 1 :]]
                        joints += 1
                    else:
                        a, b = word.split("-")
                        tracks.append(Track(_end(a), _end(b)))
        except (ValueError, IndexError) as error:
            raise ValueError(f"tile {name}: cannot read {part!r}") from error
    names = {s.name for s in stops}
    for t in tracks:
        for end in (t.a, t.b):
            if end not in names and end not in range(6):
                raise ValueError(f"tile {name}: no stop {end!r}")
    return Tile(name, colour, tuple(stops), tuple(tracks), label)
