"""Colours and widths of every picture, in one place. Lengths are in apothems (centre of a hex to its side)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Literal
from zlib import crc32

from PIL import Image

from game.title_data import TitleData

RGB = tuple[int, int, int]

# Two families of black and white, a little apart in hue so that a drawing tells them from each other: a theme turns the
# warm ones of a page round (dark paper, pale words), and leaves the cool ones of a printed board and its tokens as they are.
PAPER: RGB = (253, 250, 242)
INK: RGB = (40, 34, 28)
WHITE: RGB = (255, 255, 255)
BLACK: RGB = (24, 30, 44)
SOFT: RGB = (108, 103, 97)  # words of second rank
PALE: RGB = (183, 179, 172)
SHADE: RGB = (244, 239, 228)  # boxes, what does not matter now
RULE: RGB = (227, 220, 206)
TURN: RGB = (253, 239, 193)  # the row of who is to act
SEA: RGB = (217, 229, 235)  # what is not on the map
SHADOW: RGB = (176, 191, 199)  # that land throws on it
SHORE: RGB = (236, 243, 244)  # shallow water along the land
COAST: RGB = (116, 134, 142)  # the line between land and sea
TRACK: RGB = BLACK
CASING: RGB = WHITE
RIM: RGB = BLACK
WATER: RGB = (74, 150, 208)
GAUGE: RGB = (194, 48, 58)
BARRIER: RGB = (34, 84, 164)
HILL: RGB = (128, 98, 66)
REACH: RGB = (0, 220, 255)  # track that a company reaches, on black
MARK: RGB = (214, 24, 116)  # what changed: a colour that no tile and no map has

HEX: dict[str, RGB] = {
    "white": (222, 236, 212),
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
    "c": (214, 206, 190),
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
    return BLACK if contrast(BLACK, colour) >= contrast(WHITE, colour) else WHITE


def seat(order: Sequence[str], player: str) -> RGB:
    """The colour of a player, the same however the order of seats changes; of a place that is none, a pale one."""
    return PLAYERS[sorted(order).index(player) % len(PLAYERS)] if player in order else PALE


def _ramp(a: RGB, b: RGB, steps: int) -> Iterable[RGB]:
    return (mix(a, b, i / (steps + 1)) for i in range(1, steps + 1))


# What a colour becomes at night. A colour that is not named stays: companies have theirs in every light.
_NIGHT: dict[RGB, RGB] = {
    PAPER: (27, 28, 31),
    INK: (238, 235, 228),
    SOFT: (174, 171, 165),
    PALE: (106, 106, 108),
    SHADE: (40, 41, 46),
    RULE: (62, 63, 68),
    TURN: (80, 66, 26),
    SEA: (36, 46, 54),
    SHADOW: (23, 30, 36),
    SHORE: (50, 63, 72),
    COAST: (18, 24, 29),
    WHITE: (238, 240, 242),
    BLACK: (14, 18, 26),
    WATER: (56, 130, 190),
    GAUGE: (240, 96, 100),
    BARRIER: (40, 92, 176),
    HILL: (88, 64, 40),
    MARK: (255, 74, 152),
    HEX["white"]: (154, 159, 143),
    HEX["yellow"]: (214, 180, 62),
    HEX["green"]: (94, 162, 106),
    HEX["brown"]: (164, 116, 70),
    HEX["gray"]: (124, 128, 140),
    HEX["red"]: (202, 104, 94),
    HEX["blue"]: (98, 140, 164),
    ZONE["y"]: (82, 72, 28),
    ZONE["g"]: (46, 72, 36),
    ZONE["o"]: (94, 62, 26),
    ZONE["b"]: (78, 56, 38),
    ZONE["c"]: (64, 64, 68),
    ZONE["e"]: (34, 60, 92),
} | {c: mix(c, WHITE, 0.16) for c in (*PLAYERS, *RUNS)}
Theme = Literal["light", "dark"]
COLOURS = 256  # in a palette
_TURNED = 30  # between the channels of a grey at most: such a colour without a name belongs to a page


def themed(colour: RGB, theme: Theme) -> RGB:
    """What a colour of this table becomes in a theme."""
    return _NIGHT.get(colour, colour) if theme == "dark" else colour


def _colours(companies: Sequence[RGB], theme: Theme) -> list[RGB]:
    """All colours of a title's pictures in a theme, in one order for all, and the steps between that smooth edges need."""

    def shown(*colours: RGB) -> list[RGB]:
        return [themed(c, theme) for c in colours]

    (paper, ink, white, black) = shown(PAPER, INK, WHITE, BLACK)
    grounds, runs, players = shown(*HEX.values()), shown(*RUNS), shown(*PLAYERS)
    colours = [paper, ink, white, black, (0, 0, 0)]
    colours += shown(SOFT, PALE, SHADE, RULE, WATER, GAUGE, BARRIER, HILL, REACH, MARK, TURN, SEA, SHADOW, SHORE, COAST)
    colours += [*grounds, *shown(*ZONE.values()), *runs, *players, *companies]
    colours += _ramp(ink, paper, 12)
    colours += _ramp(black, white, 16)
    colours += [mix(c, white, 0.62) for c in companies]  # reserved homes
    colours += [mix(c, paper, 0.62) for c in players]  # what players had before
    for first, second, steps in (
        (SHADOW, SEA, 5),
        (COAST, SHORE, 2),
        (COAST, HEX["white"], 2),
        (INK, TURN, 4),
        (SOFT, SEA, 2),
        (HEX["green"], HEX["yellow"], 1),
    ):
        colours += _ramp(themed(first, theme), themed(second, theme), steps)
    for ground in grounds:
        plain = ground == grounds[0]
        colours += _ramp(black, ground, 9 if plain else 4)
        colours += _ramp(ground, white, 3 if plain else 2)
        colours += _ramp(mix(ground, black, 0.1), ground, 1) if plain else []
    for c in players:
        colours += _ramp(c, paper, 1)
    for c in (*runs, *shown(MARK, WATER)):
        colours += [*_ramp(c, white, 1), *_ramp(c, black, 1)]
    left = (COLOURS - len(colours)) // max(1, len(companies))
    for c in companies:  # as many steps as find room
        colours += _ramp(c, white if luminance(c) < 0.5 else black, min(max(left, 1), 4))
    return colours


@lru_cache(maxsize=32)
def palette(companies: tuple[RGB, ...], theme: Theme = "light") -> Image.Image:
    """The fixed palette of a title's pictures: a colour has the same number in all themes. `companies`: their colours."""
    pairs: dict[RGB, RGB] = {}
    for colour, shown in zip(_colours(companies, "light"), _colours(companies, theme), strict=True):
        pairs.setdefault(colour, shown)  # a company in the board's white is as white as the board
    steps = (0, 64, 128, 192, 255)
    for other in ((r, g, b) for r in steps for g in steps for b in (0, 96, 176, 255)):
        pairs.setdefault(other, _turned(other) if theme == "dark" else other)
    chosen = list(pairs.values())[:COLOURS]
    image = Image.new("P", (1, 1))
    image.putpalette([n for c in [*chosen, *[chosen[0]] * (COLOURS - len(chosen))] for n in c])
    return image


def _turned(colour: RGB) -> RGB:
    """A colour without a name at night: greys turn round, others stay."""
    if max(colour) - min(colour) > _TURNED:
        return colour
    return mix(themed(INK, "dark"), themed(PAPER, "dark"), sum(colour) / 765)


def recoloured(data: bytes, companies: tuple[RGB, ...], theme: Theme) -> bytes:
    """A file that `png` has made, in that theme: only its palette is another. `companies`: the colours of its title's."""
    start = data.index(b"PLTE")
    length = int.from_bytes(data[start - 4 : start])
    colours = bytes(palette(companies, theme).getpalette() or [])[:length]
    chunk = b"PLTE" + colours
    return data[:start] + chunk + crc32(chunk).to_bytes(4) + data[start + 8 + length :]


def company_colours(data: TitleData) -> tuple[RGB, ...]:
    """The colours that belong to a title: of its companies and their marks."""
    return tuple(dict.fromkeys(rgb(c.colour) for c in data.companies.values()))


def canvas(size: tuple[int, int], data: TitleData | None, fill: RGB = PAPER) -> Image.Image:
    """An empty picture that remembers the colours of its title for `png`; None: it is about no title."""
    image = Image.new("RGB", size, fill)
    image.info["colours"] = company_colours(data) if data is not None else ()
    return image


# Pixels up to which a picture is packed at a level: a higher one takes longer and leaves a smaller file.
LEVELS = ((1_200_000, 3), (2_200_000, 4), (3_300_000, 5))
TIGHTEST = 7  # above these


def png(image: Image.Image, theme: Theme = "light") -> bytes:
    """PNG in the fixed palette of the picture's title, without dither: the same bytes for the same picture.

    A theme is a second palette in which every colour has the number it has in the first, so all pictures are drawn once, by day.
    Level 4 packs in less than half the time of 7 and leaves 8 % more, level 3 in three quarters of the time of 4 and leaves 9 %
    more than that: panels and crops, most of what is drawn, are far below what a file may have.
    """
    companies = image.info.get("colours", ())
    out, pixels = BytesIO(), image.width * image.height
    plain = image.quantize(palette=palette(companies), dither=Image.Dither.NONE)
    plain.info.clear()
    plain.save(out, "PNG", compress_level=next((n for most, n in LEVELS if pixels <= most), TIGHTEST))
    return recoloured(out.getvalue(), companies, theme) if theme != "light" else out.getvalue()
