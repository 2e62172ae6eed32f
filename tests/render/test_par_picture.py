"""The cells at which a company may start, as the console shows them."""

from __future__ import annotations

import pytest

from game.play import Game
from render.drawing import style
from render.drawing.discs.piles import PRICE, cell_height, draw_pile
from render.drawing.free_space import Box
from render.pictures import market_part
from render.pictures.choices import par
from render.pictures.choices.par import StartLine, StartTable, draw_par, market_crop
from render.pictures.lots import WIDE, Fact, Lot, draw_lots
from tests.support.written_words import note_words
from titles import TITLES


@pytest.mark.parametrize("title", ["18GA", "18TN", "18VA", "18EU"])
def test_each_price_has_its_number_in_its_cell(title: str) -> None:
    """One more price is one more mark in the crop, at the place of its cell."""
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    prices = sorted({c.price for c in rules.data.cells.values() if "p" in c.codes})
    colours = market_crop(view, rules, prices).getcolors(1 << 20)
    without = market_crop(view, rules, prices[:1]).getcolors(1 << 20)
    assert colours
    assert without
    many, one = ({colour: n for n, colour in found}[style.MARK] for found in (colours, without))
    assert len(prices) >= 4
    assert many > one * (len(prices) - 1) * 0.8
    rows = [Lot(str(p), number=n) for n, p in enumerate(prices, 1)]
    whole = draw_par(view, rules, prices, rows)
    assert whole.width == WIDE
    assert whole.height > draw_lots(rows, rules.data).height + 300


def test_four_prices_leave_room_for_a_button_on_a_phone() -> None:
    """The picture was 490 pixels high there, and no button was on the screen."""
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    prices = sorted({c.price for c in rules.data.cells.values() if "p" in c.codes})
    assert market_crop(view, rules, prices).height / 3 <= 180


def test_prices_take_less_room_where_there_is_less() -> None:
    """The question for a price was higher than a phone's screen where four players had long names."""
    rules = TITLES["18EU"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    prices = sorted({c.price for c in rules.data.cells.values() if "p" in c.codes})[:5]
    rows = [Lot(f"£{price}", name="20%", facts=(Fact("You keep £20."),), number=n) for n, price in enumerate(prices, 1)]
    lines = StartTable("DR", "20%", tuple(StartLine(f"£{price}", "", "£20", "", "") for price in prices))
    heights = [draw_par(view, rules, prices, rows, ("ann",), lines, room=room).height for room in (2000, 0)]
    whole = [market_crop(view, rules, prices, above=above).height for above in (1, 0)]
    assert heights[0] - heights[1] > whole[0] - whole[1] > 150, "the cells around go last, after words and wide rows"


@pytest.mark.parametrize(("title", "count"), [("18TN", 1), ("18TN", 4), ("18EU", 3)])
def test_a_number_stands_within_its_cell_and_on_no_marker(title: str, count: int, monkeypatch) -> None:
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    cell = next(c for c, d in rules.data.cells.items() if "p" in d.codes)
    view.market[cell] = list(rules.data.companies)[-count:]
    boxes: list[Box] = []
    numbers: list[tuple[float, float]] = []
    orders: list[str] = []

    def note_pile(image, rules, box, pile, moved, unit):
        boxes.extend([box] if pile else [])
        draw_pile(image, rules, box, pile, moved, unit)

    monkeypatch.setattr("render.pictures.market_part.draw_pile", note_pile)
    monkeypatch.setattr("render.pictures.choices.par.paste_number", lambda image, x, y, *more: numbers.append((x, y)))
    monkeypatch.setattr("render.drawing.discs.piles.badge", lambda image, x, y, r, text, *more: orders.append(text))
    market_crop(view, rules, [rules.data.cells[cell].price])
    (box,) = boxes
    inside = [(x, y) for x, y in numbers if box[0] < x < box[2] and box[1] < y < box[3]]
    assert inside == [par.number_place(box)]
    ((x, y),) = inside
    assert x + par.NUMBER < box[2]
    assert box[1] < y - par.NUMBER
    assert y + par.NUMBER <= box[1] + PRICE * market_part.LARGE, "the markers begin below the price"
    assert orders == ([str(n) for n in range(1, count + 1)] if count > 1 else [])


def test_no_marker_is_cut_off_by_its_cell(monkeypatch) -> None:
    """Four companies at one price: all of them are within the cell, however many lines they take."""
    rules = TITLES["18TN"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    cell = next(c for c, d in rules.data.cells.items() if "p" in d.codes)
    view.market[cell] = list(rules.data.companies)[:4]
    boxes: list[tuple[tuple[int, ...], int]] = []

    def note_pile(image, rules, box, pile, moved, unit):
        boxes.append((box, len(pile)))
        draw_pile(image, rules, box, pile, moved, unit)

    monkeypatch.setattr("render.pictures.market_part.draw_pile", note_pile)
    market_crop(view, rules, [rules.data.cells[cell].price])
    (box,) = [b for b, count in boxes if count == 4]
    assert box[3] - box[1] >= cell_height(4, box[2] - box[0], market_part.LARGE)
    assert cell_height(4, box[2] - box[0], market_part.LARGE) > market_part.HIGH


def test_markers_beside_what_is_shown_take_no_room() -> None:
    """A row was as high as the markers of its dearest cell, which the crop does not show."""
    rules = TITLES["18EU"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    prices = sorted({d.price for d in rules.data.cells.values() if "p" in d.codes})
    low = market_crop(view, rules, prices).height
    row = next(c for c, d in rules.data.cells.items() if "p" in d.codes).partition(",")[0]
    far = max((c for c in rules.data.cells if c.startswith(f"{row},")), key=lambda c: int(c.partition(",")[2]))
    view.market[far] = list(rules.data.companies)[:4]
    assert market_crop(view, rules, prices).height == low


def test_a_price_that_cannot_be_chosen_is_not_called_par(monkeypatch) -> None:
    """18GA's 110 stood beside the numbered prices with the word, though its player could not pay it."""
    said, rules = note_words(monkeypatch), TITLES["18GA"].rules((), 3)
    market_crop(Game.new(rules, ["ann", "bob", "cid"], "1").view(None), rules, [55, 70, 90])
    assert "par" not in said
