"""The tiles of a title with how many are left of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image, ImageDraw

from game.rules import Rules
from render.data import queries
from render.data.queries import View
from render.data.tile_pages import ACROSS, FEWER, TilePage, count_tiles, is_crowded, rows_of, tile_pages
from render.drawing import fonts, phone, style
from render.drawing.hex_appearance import Look
from render.drawing.map_print import MapPrint
from render.drawing.sprites import hex_sprite

WIDE = phone.CARD_WIDTH
EDGE = 20
HEADING, COLOUR = 70, 48  # pixels of the line above all tiles, and above those of a colour
APOTHEM = {"pointy": 74, "flat": 76}  # pixels, by the layout of the map
CAPTION = 44  # pixels below each tile for its number and how many are left
OUT = 0.35  # of a tile's strength, where none is left
# Of values and labels on tiles: eleven pixels on a phone, less where a tile has no room.
PRINT = MapPrint(22, 22, 22, 22, 22, 18, 18, 14)


def draw_tiles(view: View, rules: Rules) -> list[Image.Image]:
    """Every tile of the title with how many are left of how many there were, in several pictures; what is out is pale."""
    pages = tile_pages(rules)
    return [_draw_page(view, rules, page, (number, len(pages))) for number, page in enumerate(pages, 1)]


def _draw_page(view: View, rules: Rules, page: TilePage, place: tuple[int, int]) -> Image.Image:
    """One of the pictures: its tiles under the names of their colours. `place`: its number, of how many."""
    rows = [rows_of(names, rules) for _, names in page]
    high = sum(_row_height(row, rules) for each in rows for row in each)
    image = style.canvas((WIDE, HEADING + COLOUR * len(page) + high), rules.data)
    draw, middle, title = ImageDraw.Draw(image), HEADING // 2 + 1, f"{queries.title_name(rules.data)} · tiles left"
    fonts.write(draw, (EDGE, middle), title, style.HEAD, bold=True, anchor="lm")
    if place[1] > 1:
        part = f"{place[0]} of {place[1]}"
        fonts.write(draw, (WIDE - EDGE, middle + 3), part, style.SMALL, ink=style.SOFT, anchor="rm")
    y = HEADING
    for (colour, _), group in zip(page, rows, strict=True):
        fonts.write(draw, (EDGE, y + COLOUR // 2 - 6), colour, style.BODY, ink=style.SOFT, anchor="lm")
        y += COLOUR
        for row in group:
            cell = WIDE // (FEWER if is_crowded(row[0], rules) else ACROSS)
            for i, name in enumerate(row):
                _draw_tile(image, view, rules, name, (i * cell + cell // 2, y))
            y += _row_height(row, rules)
    return image


def _apothem(name: str, rules: Rules) -> int:
    """Pixels of the apothem of a tile, as large as its row leaves room for."""
    return APOTHEM[rules.data.layout] * ACROSS // FEWER if is_crowded(name, rules) else APOTHEM[rules.data.layout]


def _row_height(row: Sequence[str], rules: Rules) -> int:
    """Pixels of a row of tiles with what is said below them."""
    return round(_apothem(row[0], rules) * (2.31 if rules.data.layout == "pointy" else 2)) + CAPTION


def _draw_tile(image: Image.Image, view: View, rules: Rules, name: str, top: tuple[int, int]) -> None:
    """A tile below that point, its number, and how many are left."""
    left, count = (count_tiles(counts, name, rules) for counts in (view.supply, rules.data.map.tiles))
    drawn = hex_sprite(_plain(name, rules)).image
    if not left:
        drawn = Image.blend(Image.new("RGBA", drawn.size, (255, 255, 255, 0)), drawn, OUT)
    image.paste(drawn, (top[0] - drawn.width // 2, top[1]), drawn)
    words, at = f"{rules.data.tile_number(name)}  ×{left}/{count}", (top[0], top[1] + drawn.height + 12)
    size = fonts.fitting(words, WIDE // ACROSS - 6, style.SMALL, bold=True)
    ink = style.INK if left else style.SOFT
    fonts.write(ImageDraw.Draw(image), at, words, size, bold=True, ink=ink, anchor="mm")


def _plain(name: str, rules: Rules) -> Look:
    tile = rules.data.tiles[name]
    layout = rules.data.layout
    look = Look(
        tile,
        0,
        layout,
        _apothem(name, rules),
        laid=True,
        label=rules.data.printed_label(tile.label),
        money=rules.data.currency,
    )
    return replace(look, sizes=PRINT)
