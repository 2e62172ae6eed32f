"""The print of a map: a size of the ladder for each meaning, by how large its hexes are and where it is shown."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from game.tiles import Tile
from render.drawing import style

SMALL_HEXES, SMALLEST_HEXES = 52, 36  # pixels of an apothem below which a whole map has smaller print
LARGE_HEXES = 58  # from which on names on a wide sheet are as large as values
SQUARE_HEXES = 33  # the same of a square one, whose print has room in them
READ = 22 / 1200  # of a picture's width: the least print that a phone shows with seven pixels
NARROW = 895  # pixels of a part of the map: a narrower one stands beside others in a picture
CROP_NAME = 33 / 1098  # of that width, a city's name: eleven pixels on a phone
CROP_EDGE = 28  # pixels of coordinates at the edges
# Apothems of names and coordinates there, at most: two columns of numbers lie an apothem apart.
NAME_ROOM, EDGE_ROOM = 0.8, 0.65
VALUE = 0.325  # apothems of what a stop pays, on parts of maps
# Pixels of an apothem from which on the marks of companies need no smaller print than anything else.
LARGE_STATIONS = 83
SMALLEST_MARK = 14
LAST = 2  # steps by which names of a part of the map are smaller where some have no place else
LEAST_NAME = 11  # of a name on a whole map that would stand very far off in larger print
FINE = 18  # on parts of maps, where what must be said finds no room in larger print


class MapPrint(NamedTuple):
    """Pixels of print on a map and beside it, by what it means: five sizes at most."""

    title: int
    list: int  # words beside the map
    edge: int  # letters and numbers along the edges; headings beside the map
    value: int  # what stops pay; labels of tiles
    name: int  # of cities
    small: int  # names of towns, and of cities in narrow room
    ground: int  # what the ground costs; notes
    fine: int  # numbers of tiles, coordinates within hexes, goods
    mark: int = 0  # marks of companies on their stations, at least; 0: as fine print
    crop: bool = False  # a part of the map: its print has all steps of the ladder between these

    @property
    def sizes(self) -> tuple[int, ...]:
        """All of them, the largest first."""
        meant = {*self[:8], self.mark or self.fine}
        return style.steps(max(meant), min(meant)) if self.crop else tuple(sorted(meant, reverse=True))

    def down(self, size: float, least: float = 0) -> tuple[int, ...]:
        """Those between these two, the largest first; the fine print where none is."""
        most, least = min(size, max(self[1:8])), max(least, self.fine)
        return tuple(points for points in self.sizes if least <= points <= most) or (self.fine,)

    @property
    def values(self) -> tuple[int, ...]:
        """Of what a stop pays: the usual one first, then the smaller ones, for full hexes."""
        return tuple(points for points in self.sizes if points <= self.value)

    @property
    def notes(self) -> tuple[int, ...]:
        """Of what is printed on a hex in words, the same way."""
        return tuple(points for points in self.sizes if points <= self.ground)

    @property
    def marks(self) -> tuple[int, ...]:
        """Of letters on stations and of numbers on discs."""
        return tuple(points for points in self.sizes if points <= self.list)

    def with_lists(self, title: int, words: int) -> MapPrint:
        """The print beside lists of these sizes, in pixels."""
        return self._replace(title=title, list=words)

    @property
    def on_hexes(self) -> MapPrint:
        """The print as far as hexes have it: lists in another print beside a map leave them as they are."""
        plain = self._replace(title=self.edge, list=self.edge)
        most = max(self.value, self.name, self.chosen)
        alike = plain.chosen == self.chosen and plain._up_to(most) == self._up_to(most)
        return plain if alike and not self.crop else self

    def _up_to(self, most: int) -> tuple[int, ...]:
        """Those that are no larger."""
        return tuple(points for points in self.sizes if points <= most)

    @property
    def chosen(self) -> int:
        """Of what it costs to build on a hex to choose: the next larger one than that of others."""
        return min((size for size in self.sizes if size > self.ground), default=self.ground)

    @property
    def fee(self) -> int:
        """Of what a river costs, and of the names of goods: in fine print a phone shows them with six pixels on a part."""
        return self.ground if self.crop else self.fine

    @property
    def even_names(self) -> bool:
        """Whether hexes are so large that all names have one size: towns too."""
        return not self.crop and self.name == self.value

    def names(self, tile: Tile, *, small: int = 0, aside: bool = False) -> tuple[int, ...]:
        """Of the name of a place, by what lies there, the usual one first: two at most on a picture, one a step below the other.

        `small`: by how many steps smaller, where not all names find room close to their places; `aside`: on a part of the map
        that is about other places, whose names are at least as large.
        """
        meant = (
            {size for size in self.sizes if (self.small if small < LAST else self.fine) <= size <= self.name}
            if self.crop
            else {self.name, self.small}
        )
        steps = sorted(meant if self.crop else {*meant, self.fine}, reverse=True)
        first = max(min(small, len(steps) - 2), 0)
        uneven = not self.crop and not small and self.small < self.name and not self.even_names
        town = uneven and all(s.kind == "town" for s in tile.stops)
        return tuple(steps[first + aside : first + aside + 2][town:] or steps[-1:])

    def names_far_off(self, tile: Tile, *, small: int = 0, aside: bool = False, frame: bool = False) -> tuple[int, ...]:
        """Of the name of a place that would stand very far from it in the usual ones: a step smaller, where the map has that.

        `frame`: of a replay, which is narrower than other pictures: a phone shows its print larger.
        """
        least = self.names(tile, small=small, aside=aside)[-1]
        floor = self.fine if self.crop else LEAST_NAME
        return tuple(size for size in (*self.sizes, *[LEAST_NAME] * frame) if floor <= size < least)[:1]


def wide_print(unit: int, times: float = 1) -> MapPrint:
    """The print of a whole map on a wide sheet. `unit`: the apothem; `times`: how large the sheet is against the usual one."""
    if unit >= LARGE_HEXES * times:
        sizes = 44, 22, 18, 18, 18, 14, 14, 11
    elif unit >= SMALL_HEXES * times:
        sizes = 44, 22, 18, 18, 14, 11, 14, 11
    elif unit >= SMALLEST_HEXES * times:
        sizes = 44, 22, 14, 14, 18, 14, 11, 11
    else:
        sizes = 35, 18, 14, 9, 14, 11, 9, 9
    title, words, edge, value, name, small, ground, fine = (style.step(size * times) for size in sizes)
    return MapPrint(title, words, edge, value, name, small, ground, fine)


def square_print(unit: int, times: float = 1) -> MapPrint:
    """The print of a map on a square sheet, which is shown smaller than a wide one: names are as large as on larger hexes."""
    if not SQUARE_HEXES * times <= unit < SMALL_HEXES * times:
        return wide_print(unit, times)
    title, words, edge, value, small, ground = (style.step(size * times) for size in (44, 22, 18, 14, 14, 11))
    return MapPrint(title, words, edge, value, edge, small, ground, ground)


def phone_print(unit: int) -> MapPrint:
    """The print of a whole map for a phone, 1200 pixels wide."""
    if unit >= SMALL_HEXES:
        return MapPrint(56, 28, 22, 22, 22, 18, 18, 14)
    return (
        MapPrint(56, 28, 22, 18, 22, 18, 18, 14) if unit >= SMALLEST_HEXES else MapPrint(56, 28, 22, 14, 18, 18, 14, 14)
    )


def crop_print(unit: int, wide: int) -> MapPrint:
    """The print of a part of the map. `wide`: pixels of the picture."""
    least = next(size for size in style.LADDER if size >= READ * max(wide, NARROW) - 0.5)
    name_room, edge_room = (max(style.step(unit * share), least) for share in (NAME_ROOM, EDGE_ROOM))
    name = min(max(style.step(CROP_NAME * wide), style.steps(CROP_EDGE)[1]), name_room)
    edge = min(max(CROP_EDGE, least), edge_room)
    value = min(max(least, style.step(unit * VALUE)), style.step(max(name, edge) * 1.25))
    mark = SMALLEST_MARK if unit < LARGE_STATIONS and least < edge else least
    most = max(name, value, edge)
    ground, fine = min(style.step(least * 1.25), edge), min(least, FINE)
    return MapPrint(most, most, edge, value, name, least, ground, fine, mark, crop=True)


@lru_cache(maxsize=32)
def tile_print(unit: int) -> MapPrint:
    """The print of a hex that is shown by itself."""
    value, name, fine = (style.step(unit * share) for share in (0.32, 0.25, 0.19))
    return MapPrint(value, value, value, value, name, name, name, fine)
