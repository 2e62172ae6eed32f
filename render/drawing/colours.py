"""The colours of every picture by day and at night, and how far they stand apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any, Literal

RGB = tuple[int, int, int]
Theme = Literal["light", "dark", "print"]
SEEN = 3.0  # contrast of a mark with its ground at least, and below of words (WCAG AA)
LEGIBLE = 4.5  # contrast of words with their ground at least

# Two families of black and white, a little apart in hue so that a drawing tells them from each other: a theme turns the
# warm ones of a page round (dark paper, pale words), and leaves the cool ones of a printed board and its tokens as they are.
PAPER: RGB = (253, 250, 242)
INK: RGB = (40, 34, 28)
WHITE: RGB = (255, 255, 255)
BLACK: RGB = (24, 30, 44)
SOFT: RGB = (90, 85, 79)  # words of second rank
PALE: RGB = (146, 142, 135)  # marks and lines
SHADE: RGB = (244, 239, 228)  # boxes, what does not matter now
RULE: RGB = (227, 220, 206)
TURN: RGB = (253, 239, 193)  # the row of who is to act
SEA: RGB = (217, 229, 235)  # what is not on the map
SHADOW: RGB = (176, 191, 199)  # that land throws on it
SHORE: RGB = (236, 243, 244)  # shallow water along the land
COAST: RGB = (116, 134, 142)  # the line between land and sea
BEYOND: RGB = (238, 232, 219)  # land without hexes beside the map
BESIDE: RGB = (212, 205, 190)  # the shadow of the map on it
BORDER: RGB = (140, 133, 118)  # the line between the two
TRACK: RGB = BLACK
CASING: RGB = WHITE
RIM: RGB = BLACK
WATER: RGB = (74, 150, 208)
GAUGE: RGB = (194, 48, 58)
BARRIER: RGB = (34, 84, 164)
HILL: RGB = (128, 98, 66)
REACH: RGB = (0, 220, 255)  # track that a company reaches, on black
FADE: RGB = (255, 255, 254)  # towards which ground goes that a picture is not about
MARK: RGB = (214, 24, 116)  # what can be chosen: a colour that no tile and no map has
CHANGED: RGB = (84, 0, 240)  # what is new, or would be: one that no company, player or run has either

HEX: dict[str, RGB] = {
    "white": (222, 236, 212),
    "yellow": (247, 215, 94),
    "green": (134, 199, 142),
    "brown": (199, 150, 98),
    "gray": (194, 197, 206),
    "red": (236, 132, 122),
    "blue": (128, 178, 216),
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
    (43, 130, 78),
    (196, 128, 20),
    (160, 74, 143),
    (190, 70, 52),
    (23, 130, 138),
    (98, 88, 76),
)
# Okabe and Ito's set without yellow, dark enough beside pale track: for trains' runs, each with a dash of its own.
RUNS: tuple[RGB, ...] = ((0, 114, 178), (218, 99, 4), (202, 60, 148), (0, 130, 96), (125, 77, 204), (96, 60, 20))


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


# What a colour becomes at night. A colour that is not named stays: companies have theirs in every light.
_NIGHT: dict[RGB, RGB] = {
    PAPER: (27, 28, 31),
    INK: (238, 235, 228),
    SOFT: (186, 183, 177),
    PALE: (106, 106, 108),
    SHADE: (40, 41, 46),
    RULE: (62, 63, 68),
    TURN: (80, 66, 26),
    SEA: (36, 46, 54),
    SHADOW: (23, 30, 36),
    SHORE: (50, 63, 72),
    COAST: (18, 24, 29),
    BEYOND: (44, 43, 41),
    BESIDE: (30, 29, 28),
    BORDER: (20, 20, 20),
    WHITE: (238, 240, 242),
    BLACK: (14, 18, 26),
    WATER: (56, 130, 190),
    GAUGE: (240, 96, 100),
    BARRIER: (40, 92, 176),
    HILL: (88, 64, 40),
    FADE: (30, 34, 38),
    MARK: (206, 20, 112),  # its outline is told from land as light by the white beside it
    CHANGED: (104, 64, 255),
    HEX["white"]: (146, 170, 132),
    HEX["yellow"]: (198, 166, 56),
    HEX["green"]: (100, 168, 112),
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
} | {c: mix(c, WHITE, 0.16) for c in RUNS}


def legible(colour: RGB, ink: RGB, *grounds: RGB, least: float = LEGIBLE) -> RGB:
    """That colour, as much nearer to the ink as it takes to read words in it on all of these grounds. `least`: contrast."""
    while min(contrast(colour, ground) for ground in grounds) < least and colour != ink:
        nearer = mix(colour, ink, 0.04)
        colour = ink if nearer == colour else nearer
    return colour


# What a colour becomes on a printer's paper: that is white, and no ground takes much ink. Track, stations and players stay.
_ON_PAPER: dict[RGB, RGB] = {
    PAPER: (255, 255, 255),
    INK: (20, 20, 20),
    SOFT: (80, 80, 80),
    PALE: (138, 138, 138),
    SHADE: (244, 244, 244),
    FADE: (255, 255, 255),
    RULE: (208, 208, 208),
    TURN: (255, 248, 222),
    SEA: (230, 239, 244),
    SHADOW: (205, 216, 223),
    SHORE: (238, 244, 247),
    BEYOND: (255, 255, 255),
    BESIDE: (226, 226, 226),
    BORDER: (128, 128, 128),
    HEX["white"]: (255, 255, 255),
    HEX["yellow"]: (255, 241, 180),
    HEX["green"]: (206, 234, 208),
    HEX["brown"]: (228, 202, 172),
    HEX["gray"]: (226, 228, 232),
    HEX["red"]: (248, 206, 200),
    HEX["blue"]: (200, 224, 242),
    ZONE["y"]: (255, 250, 222),
    ZONE["g"]: (236, 247, 224),
    ZONE["o"]: (255, 241, 220),
    ZONE["b"]: (244, 231, 217),
    ZONE["c"]: (240, 238, 232),
    ZONE["e"]: (226, 238, 252),
}


def _turned(value: Any, becomes: dict[RGB, RGB]) -> Any:
    """A colour, or colours by name or in order, as `becomes` has them; one that is not named there stays."""
    if isinstance(value, dict):
        return {name: _turned(colour, becomes) for name, colour in value.items()}
    if isinstance(value[0], tuple):
        return tuple(_turned(colour, becomes) for colour in value)
    return becomes.get(value, value)


_BY_DAY = {
    name: value
    for name, value in vars().items()
    if name.isupper() and isinstance(value, tuple | dict) and not name.startswith("_")
}
# A player's is light enough for words on dark paper, still deep enough for words in black on it.
_NIGHT |= {colour: legible(colour, WHITE, _NIGHT[PAPER]) for colour in PLAYERS}
TABLES: dict[Theme, SimpleNamespace] = {
    "light": SimpleNamespace(**_BY_DAY),
    "dark": SimpleNamespace(**{name: _turned(value, _NIGHT) for name, value in _BY_DAY.items()}),
    "print": SimpleNamespace(**{name: _turned(value, _ON_PAPER) for name, value in _BY_DAY.items()}),
}
_theme: ContextVar[Theme] = ContextVar("theme", default="light")


def theme_now() -> Theme:
    """The theme in which this thread draws."""
    return _theme.get()


def colours_now() -> SimpleNamespace:
    """The colours of the theme in which this thread draws, each by its name."""
    return TABLES[_theme.get()]


@contextmanager
def drawn_in(theme: Theme) -> Iterator[None]:
    """All that is drawn in here has the colours of that theme."""
    token = _theme.set(theme)
    try:
        yield
    finally:
        _theme.reset(token)
