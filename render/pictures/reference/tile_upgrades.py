"""Which tile becomes which, with how many are left: one tile as a picture, all of them in words."""

from __future__ import annotations

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Hex
from render.data import queries
from render.data.names import listed
from render.data.queries import View
from render.data.tile_upgrades import Successor, predecessors, successors, tiles_to_come
from render.drawing import fonts, phone, style
from render.drawing.hex_appearance import Look
from render.drawing.sprites import hex_sprite

WIDE = phone.CARD_WIDTH
EDGE = 24
COLUMNS = 4
APOTHEM = 72  # pixels
CAPTION = 40  # pixels below each tile for its number and how many are left
HEAD = 52  # pixels of a heading
ABOVE = 8  # of them are free above its letters
MAX_NAMED_PLACES = 3  # places that are named; of more only the label


def draw_upgrades(view: View, rules: Rules, name: str) -> Image.Image:
    """A tile, below it what it comes from and what it becomes, each with how many are left."""
    rows = [
        ("", [Successor(name)]),
        ("comes from", [Successor(t) for t in predecessors(rules, name)]),
        ("becomes", list(successors(rules, name))),
    ]
    kept = [(head, tiles) for head, tiles in rows if tiles]
    down = round(APOTHEM * (2.31 if rules.data.layout == "pointy" else 2)) + 2 * CAPTION
    high = sum(HEAD + down * -(-len(tiles) // COLUMNS) for _, tiles in kept) + 2 * EDGE - ABOVE
    image = style.canvas((WIDE, high), rules.data)
    y = EDGE - ABOVE
    for head, tiles in kept:
        words = head or f"{queries.title_name(rules.data)} · tile {rules.data.tile_number(name)}"
        size = style.BODY if head else style.HEAD
        ink = style.SOFT if head else style.INK
        fonts.write(ImageDraw.Draw(image), (EDGE, y + HEAD / 2 + 4), words, size, bold=not head, ink=ink, anchor="lm")
        for i, tile in enumerate(tiles):
            x = EDGE + (WIDE - 2 * EDGE) * (2 * (i % COLUMNS) + 1) // (2 * COLUMNS)
            _draw_tile(image, view, rules, tile, (x, y + HEAD + down * (i // COLUMNS)))
        y += HEAD + down * -(-len(tiles) // COLUMNS)
    return image


def _draw_tile(image: Image.Image, view: View, rules: Rules, shown: Successor, at: tuple[int, int]) -> None:
    """A tile whose picture has its top middle there, with its number, what is left, and where alone it may lie."""
    tile = rules.data.tiles[shown.tile]
    look = Look(
        tile,
        0,
        rules.data.layout,
        APOTHEM,
        laid=True,
        label=rules.data.printed_label(tile.label),
        money=rules.data.currency,
    )
    sprite = hex_sprite(look)
    image.paste(sprite.image, (at[0] - sprite.centre[0], at[1]), sprite.image)
    room, y = (WIDE - 2 * EDGE) // COLUMNS - 8, at[1] + sprite.image.height + CAPTION // 2
    text = f"{rules.data.tile_number(shown.tile)}  {_count(view, rules, shown.tile)}"
    ink = style.INK if view.supply.get(shown.tile, 0) else style.SOFT
    draw = ImageDraw.Draw(image)
    size = fonts.fitting(text, room, style.BODY, bold=True)
    fonts.write(draw, (at[0], y), text, size, bold=True, ink=ink, anchor="mm")
    if shown.hexes:
        where = fonts.shortened(_places(shown.hexes, rules, shown.tile), room, style.SMALL)
        fonts.write(draw, (at[0], y + CAPTION - 8), where, style.SMALL, ink=style.SOFT, anchor="mm")


def _count(view: View, rules: Rules, tile: str) -> str:
    """`×2/4`: how many are left of how many there were."""
    return f"×{view.supply.get(tile, 0)}/{rules.data.map.tiles[tile]}"


def _left_words(view: View, rules: Rules, tile: str) -> str:
    """`57 ×2/4`: the published number of a tile, and how many are left."""
    return f"{rules.data.tile_number(tile)} {_count(view, rules, tile)}"


def _places(hexes: tuple[Hex, ...], rules: Rules, tile: str) -> str:
    """`Macon`, `Berlin and Vienna`, or of more places what their hexes bear: `places marked Y`."""
    known = rules.data.hexes
    label = rules.data.tiles[tile].label
    if len(hexes) > MAX_NAMED_PLACES and label:
        return f"places marked {rules.data.printed_label(label)}"
    return listed([known[h].name or h for h in hexes])


def _successor_words(view: View, rules: Rules, shown: Successor) -> str:
    where = f" in {_places(shown.hexes, rules, shown.tile)}" if shown.hexes else ""
    return f"{_left_words(view, rules, shown.tile)}{where}"


def tile_words(view: View, rules: Rules, name: str) -> str:
    """`57, yellow, ×2/4. Comes from nothing. Becomes 14 ×3/4, 15 ×2/2, 453a ×1/1 in Augusta.`"""
    before = ", ".join(_left_words(view, rules, t) for t in predecessors(rules, name))
    after = ", ".join(_successor_words(view, rules, s) for s in successors(rules, name))
    parts = [f"Tile {rules.data.tile_number(name)}, {rules.data.tiles[name].colour}, {_count(view, rules, name)}."]
    parts += [f"Comes from {before}."] if before else []
    parts.append(f"Becomes {after}." if after else "Becomes nothing.")
    return " ".join(parts)


def upgrade_words(view: View, rules: Rules) -> list[str]:
    """A line for each tile that becomes another: `57 ×2/4 → 14 ×3/4, 15 ×2/2, 453a ×1/1 in Augusta`."""
    lines = []
    for name in rules.data.tiles:
        after = successors(rules, name) if rules.data.map.tiles[name] else ()
        if after:
            known = ", ".join(_successor_words(view, rules, s) for s in after)
            lines.append(f"{_left_words(view, rules, name)} → {known}")
    return lines


def to_come_words(view: View, rules: Rules, hex_id: Hex) -> list[str]:
    """What may come to lie on a hex, a line for each colour: `Green: 14 ×3/4, 15 ×2/2`."""
    laid = view.tiles.get(hex_id)
    return [
        f"{colour.capitalize()}: {', '.join(_left_words(view, rules, t) for t in tiles)}"
        for colour, tiles in tiles_to_come(rules, hex_id, laid.tile if laid else "").items()
    ]
