"""Colours and widths of every picture, in one place. Lengths are in apothems (centre of a hex to its side)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image

from game.load import TitleData

RGB = tuple[int, int, int]

PAPER: RGB = (255, 254, 250)
INK: RGB = (29, 32, 39)
SOFT: RGB = (100, 104, 110)  # words of second rank
PALE: RGB = (178, 180, 182)
SHADE: RGB = (245, 243, 235)  # boxes, what does not matter now
RULE: RGB = (226, 223, 212)
TURN: RGB = (253, 239, 193)  # the row of who is to act
SEA: RGB = (217, 229, 235)  # what is not on the map
SHADOW: RGB = (176, 191, 199)  # that land throws on it
SHORE: RGB = (236, 243, 244)  # shallow water along the land
COAST: RGB = (116, 134, 142)  # the line between land and sea
TRACK: RGB = (32, 35, 42)
CASING: RGB = (255, 254, 250)
RIM: RGB = (40, 43, 50)
WATER: RGB = (74, 150, 208)
GAUGE: RGB = (194, 48, 58)
BARRIER: RGB = (34, 84, 164)
HILL: RGB = (128, 98, 66)
REACH: RGB = (0, 220, 255)  # track that a company reaches, on black
MARK: RGB = (214, 24, 116)  # what changed: a colour that no tile and no map has

HEX: dict[str, RGB] = {
    "white": (237, 239, 224),
    "yellow": (247, 215, 94),
    "green": (134, 199, 142),
    "brown": (199, 150, 98),
    "gray": (194, 197, 206),
    "red": (236, 132, 122),
    "blue": (178, 213, 232),
}
ZONE: dict[str, RGB] = {  # of the market
    "y": (253, 242, 190),
    "g": (212, 233, 186),
    "o": (253, 219, 170),
    "b": (225, 198, 170),
    "c": (205, 206, 210),
    "e": (190, 215, 242),
}
# Seats in order: one colour for a player in every picture.
PLAYERS: tuple[RGB, ...] = (
    (47, 109, 179),
    (47, 138, 84),
    (196, 128, 20),
    (160, 74, 143),
    (190, 70, 52),
    (24, 132, 140),
    (98, 88, 76),
)
# Sizes of words on a picture 1200 pixels wide, in two weights.
CAPTION, SMALL, BODY, HEAD, TITLE = 20, 24, 28, 36, 54
STEP = 8  # pixels: spaces are a whole number of these
# Okabe and Ito's set without yellow, dark enough beside pale track: for trains' runs, each with a dash of its own.
RUNS: tuple[RGB, ...] = ((0, 114, 178), (213, 94, 0), (204, 62, 150), (0, 130, 96), (120, 70, 200), (96, 60, 20))
DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (0.26, 0.12),
    (0.10, 0.10),
    (0.34, 0.1, 0.08, 0.1),
    (0.18, 0.2),
    (0.5, 0.14),
)

TRACK_WIDTH = 0.24  # about a seventh from side to side
CASING_WIDTH = 0.035  # on each side of the track
BORDER_WIDTH = 0.022


def rgb(colour: str) -> RGB:
    """`#d62828` to numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(a: RGB, b: RGB, share: float) -> RGB:
    """A colour between two: `share` 0 gives `a`, 1 gives `b`."""
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


def luminance(colour: RGB) -> float:
    """Relative luminance, 0 to 1 (WCAG)."""
    parts = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: RGB, b: RGB) -> float:
    """Contrast of two colours, 1 to 21 (WCAG)."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def on(colour: RGB) -> RGB:
    """Black or white, whichever reads better on that colour."""
    return INK if contrast(INK, colour) >= contrast(PAPER, colour) else PAPER


def seat(order: Sequence[str], player: str) -> RGB:
    """The colour of a player; of a place that is none, a pale one."""
    return PLAYERS[list(order).index(player) % len(PLAYERS)] if player in order else PALE


def _ramp(a: RGB, b: RGB, steps: int) -> Iterable[RGB]:
    return (mix(a, b, i / (steps + 1)) for i in range(1, steps + 1))


@lru_cache(maxsize=16)
def palette(colours: tuple[RGB, ...]) -> Image.Image:
    """The fixed palette of a title: its companies' colours, the tiles', and the steps between them that smooth edges need."""
    wanted: list[RGB] = [
        PAPER,
        INK,
        (0, 0, 0),
        TRACK,
        SOFT,
        PALE,
        SHADE,
        RULE,
        CASING,
        RIM,
        WATER,
        GAUGE,
        BARRIER,
        HILL,
        REACH,
        MARK,
        TURN,
        SEA,
        SHADOW,
        SHORE,
        COAST,
    ]
    wanted += [*HEX.values(), *ZONE.values(), *RUNS, *PLAYERS, *colours]
    wanted += [mix(c, PAPER, 0.62) for c in (*colours, *PLAYERS)]  # reserved homes, what players had before
    wanted += _ramp(INK, PAPER, 12)
    wanted += _ramp(SHADOW, SEA, 5)
    wanted += _ramp(COAST, SHORE, 2)
    for fill in HEX.values():
        wanted += _ramp(TRACK, fill, 4)
        wanted += _ramp(fill, PAPER, 2)
    for c in (*colours, *RUNS, MARK, WATER):
        wanted += _ramp(c, PAPER, 2)
        wanted += _ramp(c, INK, 1)
    wanted += _ramp(HEX["green"], HEX["yellow"], 1)
    spread = [(r, g, b) for r in (0, 64, 128, 192, 255) for g in (0, 64, 128, 192, 255) for b in (0, 96, 176, 255)]
    found = list(dict.fromkeys(wanted))[:256]
    found += [c for c in spread if c not in found][: 256 - len(found)]
    found += [PAPER] * (256 - len(found))
    image = Image.new("P", (1, 1))
    image.putpalette([n for c in found for n in c])
    return image


def company_colours(data: TitleData) -> tuple[RGB, ...]:
    """The colours that belong to a title: of its companies and their marks."""
    return tuple(dict.fromkeys(rgb(c.colour) for c in data.companies.values()))


def canvas(size: tuple[int, int], data: TitleData, fill: RGB = PAPER) -> Image.Image:
    """An empty picture that remembers the colours of its title for `png`."""
    image = Image.new("RGB", size, fill)
    image.info["colours"] = company_colours(data)
    return image


LARGE = 2_200_000  # pixels


def png(image: Image.Image) -> bytes:
    """PNG in the fixed palette of the picture's title, without dither: the same bytes for the same picture.

    Level 4 packs twice as fast as 6 and leaves 6% more: that matters where a picture is large.
    """
    chosen = palette(image.info.get("colours", ()))
    out = BytesIO()
    plain = image.quantize(palette=chosen, dither=Image.Dither.NONE)
    plain.info.clear()
    plain.save(out, "PNG", compress_level=6 if image.width * image.height > LARGE else 4)
    return out.getvalue()
