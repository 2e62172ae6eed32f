"""Prices in the cells of the market, and what the ends of its lines say."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from game.play import Game
from render.drawing import fonts
from render.pictures import market
from titles import TITLES


@pytest.mark.parametrize("title", list(TITLES))
def test_prices_stand_in_their_cells_and_what_closes_a_company_is_no_price(title):
    """18 India's first cell was worth 0."""
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    draw, cells = ImageDraw.Draw(Image.new("RGB", (market.WIDE, 900))), dict(market.cells_of(rules))
    grid, said = market._grid(view, rules, market.WIDE, market.PRINT), set[str]()
    real = fonts.write

    def note(draw, at, text, *rest, **more):
        said.add(text)
        return real(draw, at, text, *rest, **more)

    for (cell, data), held in ((each, held) for each in cells.items() for held in (False, True)):
        box = grid.box(cell)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fonts, "write", note)
            end, _ = market.write_price(draw, box, data, held, market.PRINT)
        assert box[2] - end >= 1, data.price
    assert "0" not in said
    assert ("closed" in said) == (title == "18India")


def test_the_lines_of_a_row_that_goes_on_below_end_in_an_arrow():
    """Nothing said that 90 goes on to 100 in 18 India."""
    rules = TITLES["18India"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    grid = market._grid(view, rules, market.WIDE, market.PRINT)
    with pytest.MonkeyPatch.context() as patch:
        picture = market.draw_market(view, rules).convert("RGB")
        patch.setattr(market, "_draw_turns", lambda *_: None)
        plain = market.draw_market(view, rules).convert("RGB")
    for line, (top, low) in enumerate(zip(grid.tops, grid.tops[1:], strict=False)):
        ends = (grid.left + grid.columns * grid.wide, top, market.WIDE, low)
        inked = picture.crop(ends).tobytes() != plain.crop(ends).tobytes()
        assert inked == (line < len(grid.tops) - 2)
