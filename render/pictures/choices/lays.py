"""Ways to lay tiles, side by side, numbered as the buttons below are."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from game.actions import LayTile
from game.rules import Rules
from render.data.marks import Marks
from render.data.queries import View, find_undecided, leave_out_undecided
from render.data.run_paths import face_of, has_track
from render.drawing import fonts, style
from render.pictures.choices.captions import CLOSER, FEW, captioned_picture, captions_print
from render.pictures.choices.close_looks import draw_close
from render.pictures.grid import CAPTION, GAP, lay_out_grid
from render.pictures.lots import WIDE
from render.pictures.preview import with_lay
from render.text.directions import MANY_STOPS, names_alone, richest_way, shared_exits, toward

TILE = 430  # pixels of the height of a way to lay a tile
LOW = 300  # the same where there are more than six
FIVE = 368  # the same of five or six
CROWDED = 324  # the same of tiles with track to all six sides, two to a row
SIX = 6  # sides of a hex, and ways that have larger pictures than more of them
MANY = 9  # more ways than these stand four to a row: with three, buttons below them were off a phone's screen
OLD_LINE = 54  # pixels of the height of the line that explains grey track
EDGE = 20  # pixels at its left
OLD_SAMPLE = 60  # pixels of the width of its sample
OLD_PRINT = style.HEAD
LESS_CLOSE = 1.46  # how much larger a tile is drawn in pictures of three or four ways: stations beside it are whole
ROOMY = 1.9  # the same where three stops lie on a tile
BOUNDED = 1.58  # the same in low pictures
VERY_CLOSE = 2.65  # the same of tiles that are looked at alone


def draw_lays(view: View, rules: Rules, lays: Sequence[LayTile], *, turned: bool = True) -> Image.Image:
    """Ways to lay tiles, side by side, numbered; each with what lies round it, its tile's number, its place and its cost. Not
    `turned`: which way round each lies is asked next.

    Track that was there before is grey, new track black. Where it leaves the hex stands the name of the hex across that side,
    which the words of the same way have too.
    """
    plain = [with_lay(view, rules, lay) for lay in lays]
    laid = [leave_out_undecided(after, (lay.hex,)) for after, lay in zip(plain, lays, strict=True)]
    waiting = tuple({h for after in plain for h in find_undecided(after)})
    faces = [face_of(after, rules, lay.hex) for after, lay in zip(laid, lays, strict=True)]
    bare = FEW < len(lays) <= SIX and all(len(face.exits) == SIX for face in faces)
    roomy = not bare and len(lays) > 2 and any(len(face.tile.stops) >= MANY_STOPS for face in faces)
    columns = 2 if bare or roomy else 4 if len(lays) > MANY else 3 if len(lays) > FEW else min(2, len(lays))
    tall, larger = _look_at(len(lays), bare=bare, roomy=roomy)
    captions = [
        caption_of(view, rules, lay, lays) if turned else f"tile {rules.data.tile_number(lay.tile)}" for lay in lays
    ]
    wide = (WIDE - GAP * (columns - 1)) // columns
    how = captions_print(captions, wide)
    taller = how.height - CAPTION if len(lays) > FEW else 0  # many leave room for buttons on a phone's screen
    size = wide, tall - taller
    parts = []
    kept = False
    for after, lay, words in zip(laid, lays, captions, strict=True):
        old = frozenset(face_of(view, rules, lay.hex).exits)
        kept = kept or bool(old)
        marks = Marks(hexes=(lay.hex,), old=old, undecided=waiting)
        picture = draw_close(after, rules, lay.hex, size, marks, larger=larger, named=not bare)
        parts.append(captioned_picture(picture, words, rules, how))
    image = lay_out_grid(parts, columns, rules, captioned=how.height)
    return _explain_old(image, rules) if kept else image


def _look_at(count: int, *, bare: bool, roomy: bool) -> tuple[int, float]:
    """How high the picture of each of so many ways is, and how much larger its hex than one with all its neighbours.

    `bare`: all have track to all six sides, so that they differ in nothing but the track on the tile; `roomy`: three stops lie on
    one.
    """
    if bare or roomy:
        return (CROWDED, VERY_CLOSE) if bare else (TILE, ROOMY)
    if count > FEW:
        return (LOW, BOUNDED) if count > SIX else (FIVE, BOUNDED)
    return (TILE, LESS_CLOSE) if count > 2 else (WIDE // 2, CLOSER)


def _explain_old(image: Image.Image, rules: Rules) -> Image.Image:
    """The picture with a line below it that says what grey track is."""
    out = style.canvas((image.width, image.height + OLD_LINE), rules.data)
    out.paste(image, (0, 0))
    middle, right = image.height + OLD_LINE // 2, EDGE + OLD_SAMPLE
    draw = ImageDraw.Draw(out)
    draw.rectangle((EDGE, middle - 8, right, middle + 8), fill=style.PALE, outline=style.SOFT)
    words = "track that was there before"
    fonts.write(draw, (right + 14, middle), words, OLD_PRINT, ink=style.SOFT, anchor="lm")
    return out


def caption_of(view: View, rules: Rules, lay: LayTile, lays: Sequence[LayTile]) -> str:
    """What tells a way from the others beside it: `to Pune, F23` of one tile's turns, `57: to Pune, F23` of several tiles; of
    tiles of several hexes the tile and its place.
    """
    alone, tiles = len({other.hex for other in lays}) == 1 and len(lays) > 1, {other.tile for other in lays}
    if not alone:
        return lay_words(view, rules, lay)
    face, number = rules.data.tiles[lay.tile].faces[lay.rotation], rules.data.tile_number(lay.tile)
    crowded = len(face.tile.stops) >= MANY_STOPS
    known, shared = face_of(view, rules, lay.hex).exits, shared_exits(view, rules, lays)
    way = toward(rules, lay.hex, face, named=True, known=known, shared=shared)
    way = names_alone(way).replace(" and ", ", ")
    if len(lays) > MANY:
        way = way.removeprefix("to ")  # narrow captions
    if len(tiles) == 1:
        return (richest_way(rules, lay.hex, face) if crowded else "") or way or number
    return f"{number}: {way}" if way and not crowded else number


def lay_words(view: View, rules: Rules, lay: LayTile) -> str:
    """`57 in Augusta for $20`: the tile, where it lies, and what the ground costs."""
    data = rules.data.hexes[lay.hex]
    place = data.name or lay.hex
    cost = (
        f" for {rules.data.money(data.cost)}"
        if data.cost and not has_track(view, rules, lay.hex) and not lay.using
        else ""
    )
    return f"{rules.data.tile_number(lay.tile)} in {place}{cost}"
