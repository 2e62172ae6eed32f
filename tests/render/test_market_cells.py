"""Prices in the cells of the market, and what the ends of its lines say."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw

from game.play import Game
from render.data import queries
from render.drawing import fonts
from render.drawing.discs import piles
from render.drawing.free_space import Box
from render.pictures import market
from render.pictures.market_legend import WIDEST
from titles import TITLES


@pytest.mark.parametrize("title", list(TITLES))
def test_prices_stand_in_their_cells_and_what_closes_a_company_is_no_price(title):
    """18 India's first cell was worth 0."""
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    draw, cells = ImageDraw.Draw(Image.new("RGB", (market.WIDE, 900))), dict(market.cells_of(rules))
    grid, said = market._grid(view, rules, market.WIDE, market.PRINT), set[str]()
    real = fonts.write_within

    def note(draw, at, text, *rest, **more):
        said.add(text)
        return real(draw, at, text, *rest, **more)

    for (cell, data), held in ((each, held) for each in cells.items() for held in (False, True)):
        box = grid.box(cell)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(fonts, "write_within", note)
            end, _ = market.write_price(draw, box, data, held, market.PRINT)
        assert box[2] - end >= market.BETWEEN // 2, data.price
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


@pytest.mark.parametrize("title", ["18TN", "18EU", "18India"])
def test_a_pile_tears_no_grid_and_hides_no_letters(title, monkeypatch):
    """A pile of four stood in a cell of three times the height, and beside it was bare paper, as between two markets."""
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    cells = [cell for cell, _ in market.cells_of(rules)]
    drawn: list[Box] = []
    monkeypatch.setattr(market, "draw_cell", lambda draw, box, *more, **_: drawn.append(box))
    market.draw_market(view, rules)
    assert len({low - top for _, top, _, low in drawn}) == 1
    drawn.clear()
    view.market = {cells[4]: [*rules.data.companies][:4]}
    market.draw_market(view, rules)
    box, high = drawn[4], dict[int, set[int]]()
    for _, top, _, low in drawn:
        high.setdefault(top, set()).add(low - top)
    assert all(len(each) == 1 for each in high.values())
    own = high.pop(box[1])
    assert own == {piles.cell_height(4, box[2] - box[0], market.PRINT)}
    assert all(each == {round(market.LOWEST * market.PRINT)} for each in high.values()), "most cells were empty space"
    spots, r = piles.pile_spots(box, 4, market.PRINT), piles.radius(box[2] - box[0], market.PRINT)
    tops = [y - piles.EDGE * market.PRINT / 2 for _, y in spots[1:]]
    lows = [spots[0][1] + r, *(y + piles.EDGE * market.PRINT / 2 for _, y in spots[1:])]
    assert all(top >= low - 1 for top, low in zip(tops, lows, strict=False)), "the first to act lies on top, whole"
    assert lows[-1] <= box[3]


def test_letters_of_a_marker_below_another_one_stand_on_what_is_seen_of_it():
    shown, seen = TITLES["18EU"].rules((), 3).data.companies["RBSR"], round(piles.EDGE * market.PRINT)
    sprite = piles.edge_sprite("RBSR", shown.colour, shown.ink, 29, seen, piles.marks_print(market.PRINT))
    bare = piles.edge_sprite("", shown.colour, shown.ink, 29, seen, piles.marks_print(market.PRINT))
    inked = ImageChops.difference(sprite.convert("RGB"), bare.convert("RGB")).getbbox()
    assert inked is not None
    assert sprite.height - seen <= inked[1] < inked[3] < sprite.height
    assert inked[3] - inked[1] >= 14, "five pixels on a phone"
    assert min(inked[0], sprite.width - inked[2]) >= 6, "they touched both rims"
    assert sprite.height - inked[3] >= 6, "they stood on the rim"


def test_rows_with_markers_are_as_high_as_each_other_where_the_list_leaves_room(monkeypatch):
    """They were of three heights, beside a list that was higher than all of them."""
    rules = TITLES["18VA"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    companies = [*view.companies]
    view.market = {"5,3": companies[:1], "6,1": companies[1:3], "6,2": companies[3:]}
    drawn: list[Box] = []
    monkeypatch.setattr(market, "draw_cell", lambda draw, box, *more, **_: drawn.append(box))
    monkeypatch.setattr(queries, "operating_order", lambda *_: companies)
    for company in view.companies.values():
        company.president = "ann"
    market.draw_market(view, rules)
    assert len({low - top for _, top, _, low in drawn}) == 2


@pytest.mark.parametrize(("title", "shorter"), [("18VA", 100), ("18India", 100), ("18GA", 0)])
def test_what_signs_mean_stands_beside_the_list_where_the_picture_is_lower_then(title, shorter, monkeypatch):
    """It stood below the list, and beside that was a hole of 250 pixels."""
    rules = TITLES[title].rules((), 4)
    view = Game.new(rules, ("ann", "bob", "cid", "dee"), "1").view(None)
    companies = [*view.companies][:7]
    line = rules.data.market[0]
    view.market = {f"0,{len(line) - 1 - n}": [company] for n, company in enumerate(companies)}
    monkeypatch.setattr(queries, "operating_order", lambda *_: companies)
    for company in view.companies.values():
        company.president, company.floated = "ann", True
    low = market.draw_market(view, rules).height
    monkeypatch.setattr(market, "NARROW", WIDEST)
    assert market.draw_market(view, rules).height - low >= shorter


@pytest.mark.parametrize("title", ["18TN", "18EU"])
def test_a_price_keeps_off_the_frame_of_its_cell(title, monkeypatch):
    """“300” touched both sides of it."""
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    wide = market._grid(view, rules, market.WIDE, market.PRINT).wide
    canvas = ImageDraw.Draw(Image.new("RGB", (wide, 200)))
    for _, cell in market.cells_of(rules):
        if {"p", "e"} & {*cell.codes}:
            end, _ = market.write_price(canvas, (0, 0, wide, 200), cell, True, market.PRINT)
            assert end <= wide - 7
