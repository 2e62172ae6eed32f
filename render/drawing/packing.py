"""PNG files of pictures, in the fixed palette of a title and a theme, small enough to be loaded on a phone."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from itertools import combinations

from PIL import Image
from zlib_ng import zlib_ng

from render.drawing.colours import RGB, TABLES, Theme
from render.drawing.style import COLOURS, own_colours, palette

# Pixels up to which a picture is packed at a level: a higher one takes longer and leaves a smaller file.
LEVELS = ((2_000_000, 2),)
HIGH = 5  # above these, and of what is packed again
TIGHTEST = 9  # takes four times as long as 5, and leaves 5 % less
BLOCK = 6  # zlib's memory level: codes are made anew four times as often as by 8, which leaves 0.4 % less of pictures
MOST_BYTES = 196_000  # of a file; a larger one is packed again in fewer colours
SIGNATURE = b"\x89PNG\r\n\x1a\n"
INDEXED = bytes((8, 3, 0, 0, 0))  # a byte for each pixel, which counts in the palette; not interlaced
# How many colours, by how many times too large a file is: smooth edges have fewer steps, which is hardly seen.
FEWER = ((1.05, 80), (1.08, 64), (1.12, 56), (math.inf, 50))
LIMIT = 200_000  # bytes of a file: of what is larger even so, colours that look alike become one, until it is not
FEWEST = 40


def file_palette(image: Image.Image) -> Image.Image:
    """The palette in which a picture is stored."""
    return palette(image.info.get("colours", ()), image.info.get("theme", "light"))


def png(image: Image.Image) -> bytes:
    """PNG in the fixed palette of the picture's title and theme, without dither: the same bytes for the same picture.

    One that has colours of its own already keeps them.

    By zlib-ng in one piece, in half the time that Pillow takes for it row by row. Level 2 of it takes half of the time of 5 and
    leaves 18 % more: all but the largest maps are below what a file may have even so. A file above that is packed once more, in
    as many colours as then find room by its size; seldom a third time, as tightly as can be in the fewest, and what is above
    the limit even so with colours that look alike as one. WebP without loss takes nine times as long as level 2.
    """
    pixels = image.width * image.height
    plain = image.copy() if image.mode == "P" else image.quantize(palette=file_palette(image), dither=Image.Dither.NONE)
    plain.info.clear()
    level = next((n for most, n in LEVELS if pixels <= most), HIGH)
    data = _packed(plain, level)
    if len(data) > MOST_BYTES and level < HIGH:
        data = _packed(plain, HIGH)
    if len(data) > MOST_BYTES:
        colours = next(n for times, n in FEWER if len(data) <= MOST_BYTES * times)
        fewer = _in_fewer_colours(image, plain, colours)
        data = _packed(fewer, HIGH)
        if len(data) > MOST_BYTES:
            fewest = FEWER[-1][1]
            data = _packed(fewer if colours == fewest else _in_fewer_colours(image, plain, fewest), TIGHTEST)
        for colours in range(FEWER[-1][1] - 2, FEWEST - 1, -2):
            if len(data) > LIMIT:
                data = _packed(_in_fewer_colours(image, plain, colours), TIGHTEST)
    return data


def _in_fewer_colours(image: Image.Image, plain: Image.Image, colours: int) -> Image.Image:
    """The picture in so many colours: those that mean something, and of the steps between them those that it has most of.

    `plain`: the picture in its whole palette.
    """
    theme = image.info.get("theme", "light")
    zones = TABLES[theme].ZONE.values()  # of the market: on a map such a colour would take steps of its sea
    own = {*own_colours(image.info.get("colours", ()), theme)} - {*zones}
    flat = plain.getpalette() or []
    known = [(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3)]
    counts = [(number, index) for number, index in plain.getcolors(COLOURS) or [] if isinstance(index, int)]
    counts.sort(key=lambda c: (known[c[1]] not in own, known[c[1]] in zones, -c[0], c[1]))
    often = {known[index]: number for number, index in counts[: max(colours, FEWER[-1][1])]}
    used = _leave_out_alike(often, colours, _meaning_colours(theme) | {*image.info.get("colours", ())})
    fewer = Image.new("P", (1, 1))
    fewer.putpalette([n for colour in [*used, *[used[0]] * (COLOURS - len(used))] for n in colour])
    each = Image.frombytes("RGB", (COLOURS, 1), bytes(flat).ljust(3 * COLOURS, b"\0"))  # all colours of the palette
    reduced = plain.point(each.quantize(palette=fewer, dither=Image.Dither.NONE).tobytes())
    reduced.putpalette([n for colour in used for n in colour])
    reduced.info.clear()
    return reduced


def _meaning_colours(theme: Theme) -> set[RGB]:
    """Colours of hexes, players and runs, which mean something on a map."""
    table = TABLES[theme]
    return {*table.HEX.values(), *table.PLAYERS, *table.RUNS}


def _leave_out_alike(often: Mapping[RGB, int], colours: int, kept: Collection[RGB]) -> list[RGB]:
    """So many of these colours, or all that are kept: of the two that are most alike goes the one that means less or is seldom,
    again and again.

    `often`: in how many pixels each stands; `kept`: which mean something.
    """
    used = list(often)
    while len(used) > colours:
        pairs = (pair for pair in combinations(used, 2) if pair[0] not in kept or pair[1] not in kept)
        alike = min(pairs, key=lambda pair: (math.dist(*pair), pair), default=None)
        if alike is None:
            break
        used.remove(min(alike, key=lambda colour: (colour in kept, often[colour])))
    return used


def _packed(image: Image.Image, level: int) -> bytes:
    """A picture in a palette as a file of PNG, packed so tightly."""
    wide, high = image.size
    rows = Image.new("P", (wide + 1, high))  # each begins with its filter; 0: none
    rows.paste(image, (1, 0))
    colours = bytes(image.getpalette() or [])
    header = wide.to_bytes(4, "big") + high.to_bytes(4, "big") + INDEXED
    packer = zlib_ng.compressobj(level, memLevel=BLOCK)
    pixels = packer.compress(rows.tobytes()) + packer.flush()
    parts = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", pixels), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a file of PNG."""
    return len(data).to_bytes(4, "big") + kind + data + zlib_ng.crc32(kind + data).to_bytes(4, "big")
