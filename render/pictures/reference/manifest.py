"""Contact sheets of everything a title can show, to be looked at by those who change pictures."""

from __future__ import annotations

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import CompanyState, State
from game.title_data import MarketCell
from render.data.queries import View
from render.drawing import fonts, style
from render.drawing.hex_appearance import Lettering, Look, look
from render.drawing.sprites import hex_sprite
from render.pictures.market import draw_market


def contact_sheet(rules: Rules) -> list[Image.Image]:
    """Every tile in all its different rotations, every print of the map, and the market with piles of every height."""
    return [*tile_sheets(rules), print_sheet(rules), *market_sheets(rules)]


def tile_sheets(rules: Rules, size: int = 63, rows: int = 12) -> list[Image.Image]:
    """One row for each tile: its rotations, with its number; with a long name to see what becomes of it."""
    data = rules.data
    pages = []
    names = list(data.tiles)
    cell = (
        (size * 2 + 10, round(size * 2.31) + 10)
        if data.layout == "pointy"
        else (round(size * 2.31) + 10, size * 2 + 10)
    )
    per_page = rows * 2
    for start in range(0, len(names), per_page):
        used = min(rows, len(names) - start)
        image = style.canvas((90 + cell[0] * 6 + 100 + cell[0] * 6, cell[1] * used), data)
        draw = ImageDraw.Draw(image)
        for i, name in enumerate(names[start : start + per_page]):
            left = (90 + cell[0] * 6 + 10) * (i // rows)
            top = (i % rows) * cell[1]
            points = fonts.fitting(data.tile_number(name), 72, style.SMALL, bold=True)
            fonts.write(draw, (left + 10, top + cell[1] / 2), data.tile_number(name), points, bold=True, anchor="lm")
            tile = data.tiles[name]
            for k, rotation in enumerate(tile.rotations):
                words = (
                    next((h.name for h in data.hexes.values() if h.name and h.print.cities), "") if tile.cities else ""
                )
                seen = Look(
                    tile,
                    rotation,
                    data.layout,
                    size,
                    laid=True,
                    name=words,
                    label=data.printed_label(tile.label),
                    number=data.tile_number(name),
                )
                sprite = hex_sprite(seen).image
                image.paste(sprite, (left + 90 + k * cell[0], top), sprite)
        pages.append(image)
    return pages


def print_sheet(rules: Rules, size: int = 63) -> Image.Image:
    """Every hex of the map as printed, in the first phase and in the last."""
    data = rules.data
    cell = (
        (size * 2 + 10, round(size * 2.31) + 10)
        if data.layout == "pointy"
        else (round(size * 2.31) + 10, size * 2 + 10)
    )
    phases = list(data.phases)
    looks: dict[Look, None] = {}
    for phase in (phases[0], phases[-1]):
        view: View = State(title=data.name, phase=phase)
        for h in data.hexes.values():
            looks.setdefault(look(view, rules, h, size, Lettering(coordinates=h.buildable)))
    columns = 12
    image = style.canvas((columns * cell[0], -(-len(looks) // columns) * cell[1]), data)
    for i, seen in enumerate(looks):
        sprite = hex_sprite(seen).image
        image.paste(sprite, ((i % columns) * cell[0], (i // columns) * cell[1]), sprite)
    return image


def market_states(rules: Rules) -> list[View]:
    """Positions that together show piles of every height, with every company on top once, in every cell."""
    companies = list(rules.data.companies)
    cells = [
        f"{r},{c}" for r, row in enumerate(rules.data.market) for c, x in enumerate(row) if isinstance(x, MarketCell)
    ]
    states: list[View] = []
    for height in range(1, min(len(companies), 9) + 1):
        market = {
            cell: [companies[(i + k + height) % len(companies)] for k in range(height)] for i, cell in enumerate(cells)
        }
        state: View = State(title=rules.data.name, market=market, phase=next(iter(rules.data.phases)))
        state.companies = {c: CompanyState(president="ann") for c in companies}
        states.append(state)
    return states


def market_sheets(rules: Rules) -> list[Image.Image]:
    """The market with piles of one, two, three ... in every cell."""
    return [draw_market(state, rules) for state in market_states(rules)]
