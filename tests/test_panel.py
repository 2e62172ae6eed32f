"""The panel beside the map: every part stays within the height that it claims, and the map of every title finds room."""

from __future__ import annotations

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageDraw

from game.play import Game
from game.state import Run
from render import TALL
from render.data import queries
from render.data.marks import NONE, Marks
from render.drawing import fonts, style
from render.drawing.tile_geometry import corners
from render.pictures.map import CANVAS, _arrange, _closed_up
from render.pictures.panel import BRIEF, SLIM, WIDE, blocks
from titles import TITLES

NAMES = list(TITLES)


@pytest.fixture(scope="module", params=NAMES)
def crowded(request):
    """A view in which every company that can be in operation together is: all minors, else all corporations."""
    rules = TITLES[request.param].rules((), TITLES[request.param].file.players[1])
    players = ["ann", "bob", "cid", "dee", "eve", "fay", "gus"][: rules.players]
    view = Game.new(rules, players, "1").view(None)
    minors = [c for c, d in rules.data.companies.items() if d.kind == "minor"]
    for company in minors or rules.data.companies:
        view.companies[company].president = players[0]
        view.companies[company].floated = True
    if not minors:
        view.market = {"0,0": list(rules.data.companies)}
    return view, rules


@pytest.mark.parametrize("wide", [WIDE, SLIM, BRIEF])
def test_parts_paint_no_farther_down_than_they_say(crowded, wide):
    """What stands below a part moves up to there."""
    view, rules = crowded
    for number, block in enumerate(blocks(view, rules, NONE, ["ann"], 1.0, wide)):
        image = style.canvas((block.size[0] + 40, block.size[1] + 400), rules.data)
        block.paint(image, ImageDraw.Draw(image), (20, 20, 20 + block.size[0], 20 + block.size[1]))
        painted = ImageChops.difference(image, Image.new("RGB", image.size, style.PAPER)).getbbox()
        if painted is not None:
            assert painted[3] - 20 <= (block.used or block.size[1]) <= block.size[1], number


def test_all_that_operates_is_listed(crowded):
    view, rules = crowded
    count = len(queries.in_order(view, rules))
    few, many = (blocks(v, rules, NONE, [], 1.0, BRIEF)[2] for v in (fewer(view), view))
    assert count in (6, 7, 15, 18)
    assert few.size == many.size  # the map stands still
    assert few.used < many.used


def fewer(view):
    """The same position with nothing in operation."""
    return structs.replace(view, market={}, companies={})


def test_a_tall_canvas_shows_larger_hexes_on_a_phone(crowded):
    view, rules = crowded
    shown = tuple(rules.data.hexes.values())

    def apothem(canvas):
        """Pixels where the picture is 390 wide."""
        found = _arrange(shown, rules, canvas, 1.0, lambda g, wide: blocks(view, rules, NONE, [], g, wide))
        return found.where.size * 390 / canvas[0]

    assert apothem(TALL) > 1.15 * apothem(CANVAS)
    assert apothem(TALL) > 11


def test_parts_paint_on_no_hex_and_on_no_other_part(crowded):
    """In the boxes where they stand in the end, moved up or not."""
    view, rules = crowded
    for canvas in (TALL, CANVAS):
        shown = tuple(rules.data.hexes.values())

        def parts(grown, wide):
            return blocks(view, rules, NONE, ["ann"], grown, wide)

        found = _arrange(shown, rules, canvas, 1.0, parts)
        taken = Image.new("L", canvas)
        draw = ImageDraw.Draw(taken)
        for h in shown:
            draw.polygon([found.where.point(h, c) for c in corners(rules.data.layout)], fill=1)
        for block, box in _closed_up(parts(found.grown, found.wide), found.boxes):
            image = style.canvas(canvas, rules.data)
            block.paint(image, ImageDraw.Draw(image), box)
            ink = (
                ImageChops.difference(image, Image.new("RGB", canvas, style.PAPER)).convert("L").point(lambda n: n > 0)
            )
            assert ImageChops.multiply(taken, ink.point(lambda n: n * 255)).getbbox() is None
            taken = ImageChops.lighter(taken, ink)


@pytest.mark.parametrize("wide", [WIDE, BRIEF])
def test_the_legend_lists_every_run_in_its_place(crowded, wide):
    view, rules = crowded
    train, hexes = next(iter(rules.data.train_cards)), list(rules.data.hexes)[:7]
    runs = tuple(Run(train, tuple(f"{h}.a" for h in hexes), (), 120) for _ in range(5))
    block = blocks(view, rules, Marks(runner=next(iter(view.companies)), runs=runs), [], 1.0, wide)[3]
    image = style.canvas((block.size[0] + 40, block.size[1] + 40), rules.data)
    block.paint(image, ImageDraw.Draw(image), (20, 20, 20 + block.size[0], 20 + block.size[1]))
    assert {c for _, c in image.getcolors(1 << 16) or ()} >= set(style.RUNS[:5])
    painted = ImageChops.difference(image, Image.new("RGB", image.size, style.PAPER)).getbbox()
    assert painted is not None
    assert painted[2] <= 20 + block.size[0]
    assert painted[3] <= 20 + block.size[1]


def test_a_bank_without_trains_is_said_to_have_none(monkeypatch):
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    said: list[str] = []
    monkeypatch.setattr(fonts, "write", lambda draw, at, text, *a, **k: said.append(text))
    for sold in (False, True):
        if sold:
            view.place |= dict.fromkeys(rules.data.train_cards, "gone")
        said.clear()
        for block in blocks(view, rules, NONE, ["ann"], 1.0, WIDE):
            block.paint(Image.new("P", (900, 900)), ImageDraw.Draw(Image.new("P", (9, 9))), (0, 0, 900, 900))
        assert ("left" in said, "The bank has no train left" in said) == (not sold, sold)
