"""Colours and widths of every picture, in one place. Lengths are in apothems (centre of a hex to its side).

`style.PAPER` and the other names of `colours` are the colours of the theme in which this thread draws (`drawn_in`): a picture is
drawn in its theme from the first line on, so that smooth edges are right in both. Look them up where they are used, never before.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from operator import sub
from typing import TYPE_CHECKING, Any

from PIL import Image

from game.title_data import TitleData
from render.drawing.colours import (
    LEGIBLE,
    RGB,
    SEEN,
    TABLES,
    Theme,
    colours_now,
    contrast,
    drawn_in,
    legible,
    luminance,
    mix,
    rgb,
    theme_now,
)

if TYPE_CHECKING:
    from render.drawing.colours import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """A colour of the theme in which this thread draws."""
        return getattr(colours_now(), name)


__all__ = [
    "LEGIBLE",
    "RGB",
    "SEEN",
    "Theme",
    "contrast",
    "drawn_in",
    "legible",
    "luminance",
    "mix",
    "rgb",
    "theme_now",
]  # of `colours`, beside its names


# Sizes of print in pixels of a picture, each about 1.25 times the one before. A picture uses five of them at most, in two
# weights. On a phone, which shows 1200 pixels with 390, print of 22 can be read.
LADDER = (7, 9, 11, 14, 18, 22, 28, 35, 44, 56, 70, 88, 112)
# Those of a picture of words that is 1200 pixels wide: what is said beside words, the words, headings, titles.
SMALL, BODY, HEAD, TITLE = 22, 28, 35, 56
LARGE = (44, 35, 28, 22, 18)  # of a picture with few words: its name, words, what is said beside them, signs on discs
PALER = 0.62  # how far a token is paled where a home is still reserved for it
FADED = 0.62  # how far ground that a picture is not about goes towards `FADE`
STEP = 8  # pixels: spaces are a whole number of these
# Of the lines of runs, by trains: a dash and a gap in turn, in apothems.
DASHES: tuple[tuple[float, ...], ...] = (
    (0.52, 0.1),
    (0.26, 0.12),
    (0.10, 0.10),
    (0.34, 0.1, 0.08, 0.1),
    (0.18, 0.2),
    (0.3, 0.08, 0.08, 0.08, 0.08, 0.08),
)


@lru_cache(maxsize=512)
def step(pixels: float) -> int:
    """The size of the ladder that is closest to so many pixels."""
    return min(LADDER, key=lambda size: abs(math.log(size / pixels)))


def steps(most: float, least: float = 0) -> tuple[int, ...]:
    """The sizes of the ladder between these two, the largest first; the one closest to `most` where none is."""
    return tuple(size for size in LADDER[::-1] if least <= size <= most) or (step(most),)


TRACK_WIDTH = 0.24  # about a seventh from side to side
CASING_WIDTH = 0.035  # on each side of the track
BORDER_WIDTH = 0.022


def on(colour: RGB) -> RGB:
    """Black or white, whichever reads better on that colour."""
    now = colours_now()
    black: RGB = now.BLACK
    white: RGB = now.WHITE
    return black if contrast(black, colour) >= contrast(white, colour) else white


def apart_from(ground: RGB) -> RGB:
    """A darker or lighter tone of that ground, of a mark that stands out from it."""
    now = colours_now()
    return legible(ground, now.INK, ground, least=SEEN)


def beside_the_map() -> RGB:
    """The rim of coordinates along the edges, where land and coast go on below them: paper by day, the sea at night."""
    now = colours_now()
    rim: RGB = max((now.WHITE, now.SEA), key=lambda colour: contrast(colour, now.SOFT))
    return rim


def halo() -> RGB:
    """What lies round the letters of names: white by day, at night pale, since white would be brighter than all stations."""
    now = colours_now()
    quiet: RGB = mix(now.BLACK, now.WHITE, 14 / 17) if now.PAPER < now.INK else now.WHITE
    return quiet


def seat(order: Sequence[str], player: str) -> RGB:
    """The colour of a player, the same however the order of seats changes; of a place that is none, a pale one."""
    now = colours_now()
    colour: RGB = now.PLAYERS[sorted(order).index(player) % len(now.PLAYERS)] if player in order else now.PALE
    return colour


def seat_ink(order: Sequence[str], player: str) -> RGB:
    """The colour of words in the colour of a player, on paper and in the row of who is to act."""
    return _words_in(seat(order, player), theme_now())


@lru_cache(maxsize=64)
def _words_in(colour: RGB, theme: Theme) -> RGB:
    """A colour, nearer to the ink of a page until words in it can be read there."""
    c = TABLES[theme]
    return legible(colour, c.INK, c.PAPER, c.TURN)


@lru_cache(maxsize=256)
def reserved(colour: RGB, theme: Theme) -> tuple[RGB, RGB]:
    """The ground and the ink of the token of a company of that colour, where a home is still reserved for it."""
    ground = mix(colour, TABLES[theme].WHITE, PALER)
    return ground, legible(mix(colour, TABLES[theme].BLACK, 0.45), TABLES[theme].BLACK, ground)


def _ramp(a: RGB, b: RGB, steps: int) -> Iterable[RGB]:
    return (mix(a, b, i / (steps + 1)) for i in range(1, steps + 1))


COLOURS = 256  # in a palette
ALIKE = 6  # of 255: a step between colours that is nearer to one that means something would be taken for it


def own_colours(companies: Sequence[RGB], theme: Theme) -> list[RGB]:
    """The colours of a title's pictures in a theme that mean something."""
    c = TABLES[theme]
    colours = [c.PAPER, c.INK, c.WHITE, c.BLACK, (0, 0, 0)]
    colours += [c.SOFT, c.PALE, c.SHADE, c.RULE, c.WATER, c.GAUGE, c.BARRIER, c.HILL, c.REACH, c.MARK, c.CHANGED]
    colours += [c.TURN, c.FADE, c.SEA, c.SHADOW, c.SHORE, c.COAST, c.BEYOND, c.BESIDE, c.BORDER]
    return [*colours, *c.HEX.values(), *c.ZONE.values(), *c.RUNS, *c.PLAYERS, *companies]


def _colours(companies: Sequence[RGB], theme: Theme) -> list[RGB]:
    """All colours of a title's pictures in a theme, and the steps between that smooth edges need."""
    c = TABLES[theme]
    grounds = list(c.HEX.values())
    colours = own_colours(companies, theme)
    colours += _ramp(c.INK, c.PAPER, 12)
    colours += _ramp(c.BLACK, c.WHITE, 16)
    colours += [mix(own, c.WHITE, PALER) for own in companies]  # reserved homes
    colours += [mix(own, c.FADE, FADED) for own in (*grounds, c.BLACK)]
    colours += [mix(own, c.PAPER, 0.62) for own in c.PLAYERS]  # what players had before
    colours += [_words_in(own, theme) for own in c.PLAYERS]
    for first, second, steps in (
        (c.SHADOW, c.SEA, 5),
        (c.BESIDE, c.BEYOND, 3),
        (c.COAST, c.SHORE, 2),
        (c.COAST, c.HEX["white"], 2),
        (c.INK, c.TURN, 4),
        (c.SOFT, c.SEA, 2),
        (c.HEX["green"], c.HEX["yellow"], 1),
    ):
        colours += _ramp(first, second, steps)
    for ground in grounds:
        plain = ground == grounds[0]
        colours += _ramp(c.BLACK, ground, 9 if plain else 4)
        colours += _ramp(ground, c.WHITE, 3 if plain else 2)
        colours += _ramp(mix(ground, c.BLACK, 0.1), ground, 1) if plain else []
    for own in c.PLAYERS:
        colours += _ramp(own, c.PAPER, 1)
    for own in (*c.RUNS, c.MARK, c.CHANGED, c.WATER):
        colours += [*_ramp(own, c.WHITE, 1), *_ramp(own, c.BLACK, 1)]
    left = (COLOURS - len(colours)) // max(1, len(companies))
    for own in companies:  # as many steps as find room
        colours += _ramp(own, c.WHITE if luminance(own) < 0.5 else c.BLACK, min(max(left, 1), 4))
    return colours


@lru_cache(maxsize=32)
def palette(companies: tuple[RGB, ...], theme: Theme = "light") -> Image.Image:
    """The fixed palette of a title's pictures in a theme. `companies`: their colours."""
    meant = own_colours(companies, theme)
    between = [c for c in _colours(companies, theme) if all(max(map(abs, map(sub, c, own))) >= ALIKE for own in meant)]
    return _as_palette([*meant, *between])


def _as_palette(colours: Sequence[RGB]) -> Image.Image:
    """These colours, and others evenly spread where there is room."""
    steps = (0, 64, 128, 192, 255)
    others = [(r, g, b) for r in steps for g in steps for b in (0, 96, 176, 255)]
    chosen = list(dict.fromkeys([*colours, *others]))[:COLOURS]
    image = Image.new("P", (1, 1))
    image.putpalette([n for c in [*chosen, *[chosen[0]] * (COLOURS - len(chosen))] for n in c])
    return image


@lru_cache(maxsize=4)
def _land_palette(theme: Theme) -> Image.Image:
    """The palette of parts of maps in a theme: no colour of a page is in it, and more steps between those of grounds."""
    c = TABLES[theme]
    colours = [c.WHITE, c.BLACK, c.SOFT, c.PALE, c.SEA, c.SHADOW, c.SHORE, c.COAST, c.BEYOND, c.BESIDE, c.BORDER]
    colours += [c.WATER, c.GAUGE, c.BARRIER, c.HILL, *c.HEX.values(), *_ramp(c.BLACK, c.WHITE, 16)]
    for first, second, steps in (
        (c.SHADOW, c.SEA, 8),
        (c.BESIDE, c.BEYOND, 4),
        (c.BORDER, c.BEYOND, 2),
        (c.SHADOW, c.SHORE, 2),
        (c.SHADOW, c.COAST, 2),
        (c.SHORE, c.SEA, 2),
        (c.COAST, c.SHORE, 3),
        *((c.BLACK, ground, 9) for ground in c.HEX.values()),
        *((ground, c.WHITE, 3) for ground in c.HEX.values()),
        *((c.WATER, end, 2) for end in (c.WHITE, c.BLACK, *list(c.HEX.values())[:2])),
    ):
        colours += _ramp(first, second, steps)
    return _as_palette(colours)


def flattened(image: Image.Image) -> Image.Image:
    """A part of a map in the palette of this thread's theme: a quarter of the bytes, and pasted soon."""
    palette = _land_palette(theme_now())
    flat = image.quantize(palette=palette, dither=Image.Dither.NONE)
    flat.palette = palette.palette  # a copy for each took 4 MB together
    return flat


def unpacked(size: tuple[int, int], pixels: bytes) -> Image.Image:
    """What `flattened` made, of its bytes, which the picture takes over."""
    image = Image.frombuffer("P", size, pixels, "raw", "P", 0, 1)
    image.putpalette(_land_bytes(theme_now()))
    image.load()
    image.palette = _land_palette(theme_now()).palette
    return image


@lru_cache(maxsize=4)
def _land_bytes(theme: Theme) -> bytes:
    """The colours of the palette of parts of maps."""
    return bytes(_land_palette(theme).getpalette() or [])


@lru_cache(maxsize=4)
def _paling(fade: RGB) -> tuple[Sequence[int], ...]:
    """For each channel what its 256 values become on pale ground, rounded as Pillow does where it lays a colour over another."""
    level = round(255 * FADED)
    sums = ([value * (255 - level) + part * level + 128 for value in range(256)] for part in fade)
    return tuple([(n + (n >> 8)) >> 8 for n in channel] for channel in sums)


def pale_of(colour: RGB) -> RGB:
    """A colour of the map on pale ground: each goes the same way towards the paper."""
    red, green, blue = (channel[value] for channel, value in zip(_paling(colours_now().FADE), colour, strict=True))
    return red, green, blue


def paled(image: Image.Image) -> Image.Image:
    """A part of a map, as `flattened` makes it, or a token, as it looks on pale ground."""
    channels = _paling(colours_now().FADE)
    if image.mode != "P":
        return image.point([*chain(*channels), *range(256)])
    pale = image.copy()
    pale.putpalette(_pale_bytes(theme_now()))
    return pale


@lru_cache(maxsize=4)
def _pale_bytes(theme: Theme) -> bytes:
    """The palette of parts of maps, pale."""
    flat, channels = _land_bytes(theme), _paling(TABLES[theme].FADE)
    return bytes(channels[place % 3][value] for place, value in enumerate(flat))


def company_colours(data: TitleData) -> tuple[RGB, ...]:
    """The colours that belong to a title: of its companies and their marks."""
    return tuple(dict.fromkeys(rgb(c.colour) for c in data.companies.values()))


def canvas(size: tuple[int, int], data: TitleData | None, fill: RGB | None = None) -> Image.Image:
    """An empty picture, of paper or of that colour, that remembers its theme and its title; None: it is about no title."""
    image = Image.new("RGB", size, fill or colours_now().PAPER)
    image.info["theme"], image.info["colours"] = theme_now(), company_colours(data) if data is not None else ()
    return image
