"""One hex, one token: drawn two or three times as large, reduced once, kept by its whole appearance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from game.hexes import Layout
from game.title_data import TitleData
from render.drawing import colours, fonts, style
from render.drawing.canvas import SCALE, Pen, hull, reach
from render.drawing.free_space import Box, Room
from render.drawing.geometry import Line, distance, part, polar
from render.drawing.geometry import length as line_length
from render.drawing.hex_appearance import Look, without_words
from render.drawing.hex_page import MARKER, RIM, HexPage, obstacles
from render.drawing.image_cache import ONE, OVERHEAD, keep_drawn, keep_packed, memory_of
from render.drawing.lettering import write_words
from render.drawing.tile_geometry import BASE, Anatomy, StopPlace, anatomy, corners

ANY = [0] + [255] * 255  # for `Image.point`: white wherever there is something
OFF_MAP = ("red", "blue")  # colours of hexes into which track only points
COVERED = 10  # of 255: how much of a pixel on its edge a hex has to cover to have it, so that neighbours leave no gap
EDGE = 1.0  # apothems from the centre of a hex to what is beyond its side


@dataclass(frozen=True)
class Sprite:
    """A hex's picture with its centre, and the boxes of what is written on it (pixels of the picture).

    `flat`: the picture in the palette of maps, its corners outside the hex with it; `ground`: its look unwritten; `beyond`: boxes
    of values that stand over its corners.
    """

    flat: Image.Image
    centre: tuple[int, int]
    ground: Look
    boxes: tuple[tuple[str, Box], ...] = ()
    beyond: tuple[Box, ...] = ()

    @property
    def image(self) -> Image.Image:
        """The hex alone, with a smooth edge."""
        image = self.flat.convert("RGB")
        image.putalpha(hex_stencil(self.ground.layout, self.ground.size, self.centre))
        return image

    def paste_onto(self, image: Image.Image, corner: tuple[int, int]) -> None:
        """Show it on a map: its edge is sharp there, for it lies in the line between two hexes."""
        paste_hex(image, self.flat, self.ground, corner)

    @property
    def taken(self) -> Image.Image:
        """A mask of track and stops, where no words may stand."""
        return taken_by(self.ground)


def paste_hex(image: Image.Image, flat: Image.Image, seen: Look, corner: tuple[int, int]) -> None:
    """Show such a picture of a hex on a map."""
    image.paste(flat, corner, hex_shape(seen.layout, seen.size, half_size(seen)))


def half_of_hex(size: int, layout: Layout) -> tuple[int, int]:
    """Half the width and height of a hex's picture in pixels. `size`: its apothem."""
    long, short = math.ceil(size * 2 / math.sqrt(3)) + 2, size + 2
    return (short, long) if layout == "pointy" else (long, short)


def half_size(look: Look) -> tuple[int, int]:
    """Half the width and height of a hex's picture in pixels, by its look."""
    return half_of_hex(look.size, look.layout)


@keep_drawn(4, lambda sprite: memory_of(sprite.flat))  # of which a whole map takes some two
@keep_packed(16, lambda sprite: ((sprite.flat,), (sprite.centre, sprite.ground, sprite.boxes, sprite.beyond)), Sprite)
def hex_sprite(look: Look) -> Sprite:
    """The picture of a hex: ground, track, stops, and the words that find room on it."""
    half = half_size(look)
    form = anatomy(look.tile, look.rotation, look.layout, look.circles)
    ground = ground_of(look)
    page = write_words(lambda: HexPage(unwritten(look).convert("RGB"), _room(ground).copy(), look, form, half))
    boxes = tuple(page.room.boxes)
    beyond = tuple(box for what, box in boxes if what == "value" and _is_beyond(box, ground))
    return Sprite(style.flattened(page.image), half, ground, boxes, beyond)


def with_rim(what: str, box: Box) -> Box:
    """All that is drawn of a word: the rim of a value stands round its box."""
    return (box[0] - RIM, box[1] - RIM, box[2] + RIM, box[3] + RIM) if what == "value" else box


def _is_beyond(box: Box, look: Look) -> bool:
    """Whether a field (a disc does not) stands beyond a side of a hex with its rim."""
    (x, y), far = half_size(look), EDGE * look.size
    sides = [polar(BASE[look.layout] + 60 * side, 1.0) for side in range(6)]
    whole = with_rim("value", box)
    ends = [(a - x, b - y) for a in whole[::2] for b in whole[1::2]]
    return box[2] - box[0] != box[3] - box[1] and any(a * dx + b * dy > far for a, b in ends for dx, dy in sides)


@lru_cache(maxsize=2048)
def ground_of(look: Look) -> Look:
    """The look of a hex without its words, which many have in common, found once: it is asked for at each step of a drawing."""
    return Look(
        without_words(look.tile),
        look.rotation,
        look.layout,
        look.size,
        borders=look.borders,
        shaded=look.shaded,
        markers=look.markers,
        beside=look.beside,
        circles=look.circles,
    )


def unwritten(look: Look) -> Image.Image:
    """The picture of a hex without its words, as `Sprite.flat` is."""
    return _bare(ground_of(look))


def word_stencil(written: Image.Image, bare: Image.Image) -> Image.Image:
    """The shape of what is written in a part of a hex's picture: letters and discs, without the ground round them.

    `bare`: the same part without words.
    """
    changed = ImageChops.difference(written.convert("RGB"), bare.convert("RGB"))
    red, green, blue = changed.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).point(ANY)


@keep_packed(8, *ONE)
def _bare(look: Look) -> Image.Image:
    """A hex without its words, to be written on."""
    half = half_size(look)
    form = anatomy(look.tile, look.rotation, look.layout, look.circles)
    pen = Pen(look.size, half, _edge(look))
    pen.polygon(corners(look.layout), style.HEX[look.ground])
    _draw_borders(pen, look)
    _draw_track(pen, look, form)
    for place in form.places.values():
        draw_stop(pen, place)
    _draw_barriers(pen, look)
    return style.flattened(pen.reduced())


@keep_drawn(4, lambda room: OVERHEAD + room.stride * room.height // 8)
def _room(look: Look) -> Room:
    """The room that is left on a hex without its words; to be copied."""
    return free_room(look, taken_by(look), half_size(look))


@keep_drawn(2, memory_of)
@keep_packed(1, *ONE)
def taken_by(look: Look) -> Image.Image:
    """A mask of track and stops on a hex without its words."""
    return obstacles(look, anatomy(look.tile, look.rotation, look.layout, look.circles), half_size(look))


def free_room(look: Look, taken: Image.Image, half: tuple[int, int]) -> Room:
    """The room of a hex where track, cities and everything outside are taken. `taken`: the mask of track and stops."""
    pen = Pen(look.size, half, None, 1)
    pen.image.paste(255, (0, 0, pen.image.width, pen.image.height))
    pen.polygon(corners(look.layout, 0.965), 0)
    pen.image.paste(255, (0, 0), taken)
    for side, kind in look.borders:
        rim = corners(look.layout)
        pen.band((rim[side - 1], rim[side]), 0.3 if kind else 0.0, 255)
    return Room(pen.image)


@keep_drawn(4, memory_of)
def hex_stencil(layout: Layout, size: int, half: tuple[int, int]) -> Image.Image:
    """The shape of a hex, a hair too large, so that neighbours leave no gap."""
    pen = Pen(size, half, None)
    pen.polygon(corners(layout, 1.006), 255)
    return pen.reduced()


@keep_drawn(1, memory_of)
def hex_shape(layout: Layout, size: int, half: tuple[int, int]) -> Image.Image:
    """The shape of a hex with a sharp edge: pasted in a fifth of the time of the stencil."""
    return hex_stencil(layout, size, half).point(lambda level: 255 if level > COVERED else 0).convert("1")


def _edge(look: Look) -> style.RGB:
    """The colour of the hex's outline."""
    return style.mix(style.HEX[look.tile.colour], style.BLACK, 0.2 if look.tile.colour == "white" else 0.4)


def _draw_track(pen: Pen, look: Look, form: Anatomy) -> None:
    tile, wide = look.tile, style.TRACK_WIDTH
    done: list[int] = []
    joined = [line for t, line in zip(tile.tracks, form.tracks, strict=True) if t.joint >= 0]
    for more, colour in (
        (2 * style.CASING_WIDTH, style.CASING),
        (0.0, style.TRACK),
    ):  # a junction cuts nothing of itself
        for first, middle, last in joined:
            pen.band(reach((first, middle)), wide + more, colour)
            pen.band(reach((last, middle)), wide + more, colour)
    for i, (t, line) in enumerate(zip(tile.tracks, form.tracks, strict=True)):
        if t.joint >= 0:
            continue
        if tile.colour in OFF_MAP and any(s.kind == "off" and s.name in (t.a, t.b) for s in tile.stops):
            _arrow(pen, line if isinstance(t.a, int) else line[::-1])
            continue
        pen.band(reach(line), wide + 2 * style.CASING_WIDTH, style.CASING)
        pen.band(reach(line), wide, style.TRACK)
        for j in done:  # the casing must cut what is crossed, not what it joins
            u = tile.tracks[j]
            for end in {t.a, t.b} & {u.a, u.b}:
                other = form.tracks[j] if u.a == end else form.tracks[j][::-1]
                own_line = line if t.a == end else line[::-1]
                pen.band(reach(_together(other, own_line)), wide, style.TRACK)
        done.append(i)
    if any(t.joint >= 0 for t in tile.tracks):
        pen.disc((0, 0), wide / 2, style.TRACK)


def _together(line: Line, other: Line) -> Line:
    """The beginning of a line, as far as the other one runs close to it."""
    close = 0.0
    total, steps = line_length(line), 20
    for k in range(1, steps + 1):
        spot = part(line, 0, total * k / steps)[-1]
        if min(distance(spot, p) for p in other) > style.TRACK_WIDTH + 2 * style.CASING_WIDTH + 0.03:
            break
        close = total * k / steps
    return part(line, 0, max(close, total * 0.1))


def _arrow(pen: Pen, line: Line) -> None:
    """Track into an off-map place: a short wedge from the side inwards."""
    start, aim = line[0], line[-1]
    n = distance(start, aim) or 1.0
    along = ((aim[0] - start[0]) / n, (aim[1] - start[1]) / n)
    across = (-along[1], along[0])
    out = (start[0] - along[0] * 0.06, start[1] - along[1] * 0.06)
    for grow, colour in ((style.CASING_WIDTH, style.CASING), (0.0, style.TRACK)):
        w = style.TRACK_WIDTH / 2 + grow
        tip = 0.42 + 2 * grow
        pen.polygon(
            [
                (out[0] + across[0] * w, out[1] + across[1] * w),
                (start[0] + along[0] * 0.14 + across[0] * w, start[1] + along[1] * 0.14 + across[1] * w),
                (start[0] + along[0] * tip, start[1] + along[1] * tip),
                (start[0] + along[0] * 0.14 - across[0] * w, start[1] + along[1] * 0.14 - across[1] * w),
                (out[0] - across[0] * w, out[1] - across[1] * w),
            ],
            colour,
        )


def draw_stop(pen: Pen, place: StopPlace) -> None:
    """A stop without its words."""
    at = (place.x, place.y)
    if place.stop.kind == "city" and place.slots:
        _draw_city(pen, place)
    elif place.stop.kind == "city":
        pen.disc(at, 0.21, style.CASING)
        pen.disc(at, 0.175, style.TRACK)
    elif place.stop.kind == "town" and place.bar:
        along, across = polar(place.axis, 0.3), polar(place.axis + 90, 0.001)
        line = (
            (at[0] - along[0], at[1] - along[1]),
            (at[0] + across[0], at[1] + across[1]),
            (at[0] + along[0], at[1] + along[1]),
        )
        pen.band(line, 0.2, style.CASING)
        short = tuple((at[0] + (x - at[0]) * 0.9, at[1] + (y - at[1]) * 0.9) for x, y in line)
        pen.band(short, 0.13, style.TRACK)
    elif place.stop.kind == "town":
        pen.disc(at, 0.2, style.CASING)
        pen.disc(at, 0.155, style.TRACK)


def _draw_city(pen: Pen, place: StopPlace) -> None:
    r = place.radius
    if len(place.slots) > 1:
        for grow, colour in ((0.07, style.CASING), (0.035, style.RIM), (0.0, style.WHITE)):
            outline = hull(place, r + grow)
            pen.polygon(outline, colour)
    else:
        pen.disc(place.slots[0], r + 0.06, style.CASING)
        pen.disc(place.slots[0], r + 0.03, style.RIM)
    for slot in place.slots:
        pen.disc(slot, r, style.WHITE, style.RIM, 0.028)


def _draw_borders(pen: Pen, look: Look) -> None:
    """The hex's outline, and the borders that track crosses: water, a change of gauge, or both."""
    rim = corners(look.layout)
    edge = _edge(look)
    for i in range(6):
        pen.band((rim[i - 1], rim[i]), 2 * style.BORDER_WIDTH, edge)
    for side, kind in look.borders:
        a, b = rim[side - 1], rim[side]
        words = kind.split()
        if "water" in words or "river" in words:
            pen.band((a, b), 0.2, style.WATER)
        if {*words} - {"water", "river", "impassable"}:
            total = distance(a, b)
            for k in range(4):
                pen.band(part((a, b), total * (k + 0.15) / 4, total * (k + 0.85) / 4), 0.16, style.GAUGE)


def _draw_barriers(pen: Pen, look: Look) -> None:
    """What lies over everything: borders that no track crosses, and markers on the track."""
    rim = corners(look.layout)
    for side, kind in look.borders:
        if "impassable" in kind.split():
            pen.band((rim[side - 1], rim[side]), 0.24, style.BARRIER)
    for side in look.markers:
        _draw_marker(pen, BASE[look.layout] + 60 * side)


def _draw_marker(pen: Pen, way: float) -> None:
    """Half of a marker that lies on the side in that direction: the neighbour's picture has the other half."""
    at, along = polar(way, 1.0), polar(way + 90, 0.1)
    for radius, colour in ((MARKER, style.BLACK), (MARKER - 0.025, style.WHITE), (MARKER - 0.055, style.GAUGE)):
        pen.disc(at, radius, colour)
    pen.band(((at[0] - along[0], at[1] - along[1]), (at[0] + along[0], at[1] + along[1])), 0.07, style.WHITE)


CLEARER = 1.1  # times the contrast of a company's own ink
AS_A_SLOT = 0.8  # luminance from which on a token looks like an empty slot, and has a thicker rim
SMALL_TOKEN, SMALLEST_TOKEN = 20, 16  # pixels of a radius below which the print of a token comes closer to its rim


@keep_drawn(4, memory_of)
def token_sprite(
    mark: str, colour: str, ink: str, radius: int, pale: bool = False, sizes: tuple[int, ...] = style.LADDER
) -> Image.Image:
    """A company's token: its mark on its colour with a contrasting rim; pale for a home that is still reserved. `sizes`: of print
    that the picture has.
    """
    fill, write = style.rgb(colour), letters_on(style.rgb(colour), style.rgb(ink))
    if pale:
        fill, write = style.reserved(fill, style.theme_now())
    side = radius * 2 + 1
    big = Image.new("RGBA", (side * SCALE, side * SCALE), (*fill, 0))
    draw = ImageDraw.Draw(big)
    end = side * SCALE - 1
    rim = style.WHITE if style.luminance(fill) < 0.5 else style.BLACK
    draw.ellipse((0, 0, end, end), fill=style.BLACK if not pale else style.PALE)
    step = max(2, round(radius * 0.05 * SCALE))
    draw.ellipse((step, step, end - step, end - step), fill=rim if not pale else style.WHITE)
    thicker = step if style.luminance(fill) > AS_A_SLOT and not pale else 0
    step = 3 * step + thicker
    draw.ellipse((step, step, end - step, end - step), fill=fill)
    image = big.reduce(SCALE)
    lines = _lines(mark)
    tall = (1.3 if radius < SMALL_TOKEN else 1.05) / len(lines) ** 0.4
    wide = side * (0.9 if radius < SMALLEST_TOKEN else 0.82 if radius < SMALL_TOKEN else 0.76) - 2 * thicker / SCALE
    cuts = dict[fonts.Cut, int]()  # the narrow cut only where it is larger
    for cut in (fonts.Cut.BOLD, fonts.NARROW):
        cuts[cut] = min(fonts.fitting(word, wide, round(radius * tall), cut, 6, sizes) for word in lines)
    best = max(cuts, key=cuts.__getitem__)
    size = cuts[best]
    closer = fonts.condensed_in_disc(mark, wide, radius - step / SCALE, sizes) if len(lines) == 1 else 0
    if size < closer <= round(radius * tall):
        best, size = fonts.CONDENSED, closer
    for number, word in enumerate(lines):
        y = side / 2 + (number - (len(lines) - 1) / 2) * size * 0.98
        fonts.write_within(ImageDraw.Draw(image), (side / 2, y), word, size, round(wide), bold=best, ink=write)
    return image


def letters_on(fill: style.RGB, ink: style.RGB) -> style.RGB:
    """The ink of a company's letters, the same by day and at night: black where the own one is faint and black clearly less."""
    own = style.contrast(ink, fill)
    black: style.RGB = style.BLACK
    return black if own < style.LEGIBLE and style.contrast(colours.BLACK, fill) > own * CLEARER else ink


def _lines(mark: str) -> tuple[str, ...]:
    """A mark of more than four letters in two lines, so that it can be read on a small token."""
    half = (len(mark) + 1) // 2
    return (mark,) if len(mark) <= 4 else (mark[:half], mark[half:])


def token(
    data: TitleData, company: str, radius: int, pale: bool = False, sizes: Sequence[int] = style.LADDER
) -> Image.Image:
    """The token of a company of that title."""
    shown = data.companies[company]
    return token_sprite(company, shown.colour, shown.ink, radius, pale, tuple(sizes))
