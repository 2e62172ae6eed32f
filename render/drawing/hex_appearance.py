"""What one hex of the map looks like: everything its picture depends on, so that equal looks share one picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from game.hexes import Layout
from game.rules import Rules
from game.state import Hex, State
from game.tiles import Tile
from game.title_data import HexData, TitleData
from render.data import queries
from render.data.hexsides import hexside
from render.drawing.map_print import MapPrint, tile_print
from render.drawing.tile_geometry import BOARD

SPELT = 3  # letters of a label that is a part of a name, at least
FINE = 40  # pixels of an apothem below which numbers of tiles and coordinates could not be read
FINE_ON_CROP = 120  # the same of numbers of tiles on a crop: nobody asks for them there


@dataclass(frozen=True, slots=True)
class Look:
    """The whole appearance of one hex without what stands on it. `size`: apothem in pixels."""

    tile: Tile
    rotation: int
    layout: Layout
    size: int
    laid: bool = False
    name: str = ""
    cost: int = 0
    worth: str = ""  # what is printed for the value of its stop; "+": the value adds to another stop's
    terrain: tuple[str, ...] = ()
    label: str = ""
    symbols: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()  # words that came onto it in play
    borders: tuple[tuple[int, str], ...] = ()
    shaded: bool = False  # gray, since not everybody may build there
    markers: tuple[int, ...] = ()  # sides on which a marker lies
    beside: tuple[str, ...] = ()  # cities beside whose circles a station stands
    colours: frozenset[str] = frozenset()  # of the tiles that may be laid: decides which value of a stop is valid
    caption: str = ""  # coordinates inside the hex
    number: str = ""  # of the tile
    money: str = "$"
    chosen: bool = False  # one of the hexes to choose from: its cost stands out
    outlined: bool = False  # its numbers stand within the outline that is drawn over it
    coastal: bool = False  # beside the sea, where a name has room in the usual print
    phone: bool = False  # on a whole map for a phone: large print for what can be read there, the rest left out
    small: int = 0  # steps by which names have smaller print
    aside: bool = False  # on a part of the map that is about other hexes
    circles: int = BOARD  # how large those of its cities are
    sizes: MapPrint | None = None  # of the map that it is a part of
    _hash: int = field(default=0, init=False, repr=False, compare=False)  # 0: not yet asked for

    @property
    def print(self) -> MapPrint:
        """The sizes of what is written on it."""
        return self.sizes or tile_print(self.size)

    @property
    def ground(self) -> str:
        """The colour of its ground, by name."""
        return "gray" if self.shaded else self.tile.colour

    @property
    def crop(self) -> bool:
        """Whether it is on a part of a map."""
        return self.sizes is not None and self.sizes.crop

    def __hash__(self) -> int:
        """Of what tells most looks apart: all of a tile's track and stops would take as long as pasting the hex. Found once: a
        picture asks for it a thousand times.
        """
        if not self._hash:
            tile = self.tile
            printed = (
                tile.colour,
                tile.label,
                len(tile.stops),
                len(tile.tracks),
                self.rotation,
                self.size,
                self.borders,
                self.shaded,
            )
            told = (
                printed,
                self.name,
                self.cost,
                self.worth,
                self.label,
                self.caption,
                self.number,
                self.signs,
                self.beside,
            )
            object.__setattr__(self, "_hash", hash(told) or 1)
        return self._hash


@dataclass(frozen=True)
class Lettering:
    """What is written on hexes. `chosen`: on one to choose from, where a number will stand. `phone`: on a whole map there.
    `outlined`, `coastal`, `aside`: as of a `Look`.

    `small`: names; `sizes`: the print of the map.
    """

    coordinates: bool = False
    numbers: bool = True
    names: bool = True
    costs: bool = True
    chosen: bool = False
    outlined: bool = False
    coastal: bool = False
    phone: bool = False
    small: int = 0
    aside: bool = False
    circles: int = BOARD
    sizes: MapPrint | None = None


PRINTED = Lettering()


@dataclass(frozen=True)
class Additions:
    """What play has put onto the hexes of a map: read once, shown on many."""

    signs: Mapping[str, tuple[str, ...]]
    beside: Mapping[Hex, tuple[str, ...]]  # cities beside whose circles a station stands
    shaded: frozenset[Hex] = frozenset()  # where not everybody may build

    @classmethod
    def of(cls, view: State[Any], rules: Rules) -> Additions:
        """Those of a position."""
        return cls(rules.signs(view), queries.beside(view), frozenset(rules.shaded(view)))


def look(
    view: State[Any],
    rules: Rules,
    data: HexData,
    size: int,
    lettering: Lettering = PRINTED,
    additions: Additions | None = None,
) -> Look:
    """The look of a hex in that position. `additions`: where they are at hand for many hexes.

    What is not seen is left out, so that no hex is drawn again for it.
    """
    additions = additions or Additions.of(view, rules)
    laid, signs = view.tiles.get(data.id), additions.signs.get(data.id, ())
    tile = rules.data.tiles[laid.tile] if laid else data.print
    crop = lettering.sizes is not None and lettering.sizes.crop
    name = data.name if lettering.names else ""
    cost = data.cost if not laid and lettering.costs else 0
    numbered = laid and lettering.numbers and size >= (FINE_ON_CROP if crop else FINE)
    captioned = lettering.coordinates and size >= FINE and not (crop and name)
    label = rules.data.printed_label(tile.label or data.label)
    label = "" if laid and _begins_name(label, data.name) else label
    symbols = tuple(_printed(rules, data, s) for s in queries.symbols(view, rules, data))
    printed = any((name, cost, label, symbols, signs, tile.stops, numbered, captioned))
    return Look(
        tile=without_name(tile),
        rotation=laid.rotation if laid else 0,
        layout=rules.data.layout,
        size=size,
        laid=laid is not None,
        name=name,
        cost=cost,
        worth="" if laid else data.worth,
        terrain=data.terrain if cost else (),
        label=label,
        symbols=symbols,
        signs=signs,
        borders=tuple(sorted(data.borders.items())),
        shaded=data.id in additions.shaded,
        markers=tuple(side for side in data.borders if hexside(rules, data.id, side) in additions.signs),
        beside=additions.beside.get(data.id, ()),
        colours=_colours(view, rules, tile),
        caption=data.id if captioned else "",
        number=rules.data.tile_number(laid.tile) if laid and numbered else "",
        money=rules.data.currency if cost or signs else "$",
        chosen=lettering.chosen and bool(cost),
        outlined=lettering.outlined and bool(numbered or captioned or tile.stops),
        coastal=lettering.coastal and bool(name),
        phone=lettering.phone and printed,
        small=lettering.small if name or (lettering.phone and printed) else 0,
        aside=lettering.aside and bool(name),
        circles=lettering.circles,
        sizes=lettering.sizes if printed else None,
    )


def ground_look(view: State[Any], rules: Rules, h: HexData, size: int, circles: int, additions: Additions) -> Look:
    """The look of a hex in that position without any words."""
    laid = view.tiles.get(h.id)
    markers = tuple(side for side in h.borders if hexside(rules, h.id, side) in additions.signs)
    tile = (laid.tile, laid.rotation) if laid else ("", 0)
    return _ground_look(
        rules.data, h.id, tile, (size, circles), markers, additions.beside.get(h.id, ()), h.id in additions.shaded
    )


@lru_cache(maxsize=2048)
def _ground_look(
    data: TitleData,
    hex_id: Hex,
    laid: tuple[str, int],
    sizes: tuple[int, int],
    markers: tuple[int, ...],
    beside: tuple[str, ...],
    shaded: bool,
) -> Look:
    """What `ground_look` gives, kept: most hexes round a part of a map stay as they were, and one look equals itself at once."""
    h, (tile, rotation), (size, circles) = data.hexes[hex_id], laid, sizes
    return Look(
        tile=without_words(data.tiles[tile] if tile else h.print),
        rotation=rotation,
        layout=data.layout,
        size=size,
        borders=tuple(sorted(h.borders.items())),
        shaded=shaded,
        markers=markers,
        beside=beside,
        circles=circles,
    )


def printed_look(rules: Rules, data: HexData, size: int) -> Look:
    """The look of a hex as the map prints it, with everything that is over once a tile lies there."""
    return Look(
        tile=without_name(data.print),
        rotation=0,
        layout=rules.data.layout,
        size=size,
        name=data.name,
        cost=data.cost,
        worth=data.worth,
        terrain=data.terrain,
        label=rules.data.printed_label(data.print.label or data.label),
        symbols=tuple(_printed(rules, data, s) for s in data.symbols),
        borders=tuple(sorted(data.borders.items())),
        colours=frozenset(next(iter(rules.data.phases.values())).tiles),
        money=rules.data.currency,
    )


def _begins_name(label: str, name: str) -> bool:
    """Whether a tile's label, such as `Aug`, is the beginning of its place's name: beside that it looks like a name cut off."""
    return len(label) >= SPELT and name.startswith(label)


def _printed(rules: Rules, data: HexData, symbol: str) -> str:
    """A symbol as the map prints it: that of a private's power says whose, `free tile: TCRC`."""
    if symbol not in queries.OF_PRIVATES:
        return symbol
    privates = rules.data.privates.items()
    owner = next((p for p, d in privates if any(data.id in a.hexes and a.free for a in d.abilities)), "")
    return f"{symbol}: {owner}" if owner else symbol


@lru_cache(maxsize=4096)
def without_name(tile: Tile) -> Tile:
    """The tile as far as it is seen: most hexes differ in nothing else."""
    return replace(tile, name="")


@lru_cache(maxsize=4096)
def without_words(tile: Tile) -> Tile:
    """The ground, the track and the stops of a tile: what it looks like before anything is written on it."""
    stops = tuple(replace(s, values=(), end=False, groups=()) for s in tile.stops)
    return replace(tile, name="", stops=stops, label="")


def _colours(view: State[Any], rules: Rules, tile: Tile) -> frozenset[str]:
    """The colours of the tiles that may be laid on which a value depends: any other leaves the picture as it is."""
    phase = rules.data.phases.get(view.phase)
    told = {colour for stop in tile.stops if len(stop.values) > 1 for colour, _ in stop.values}
    return frozenset(told.intersection(phase.tiles)) if phase else frozenset()
