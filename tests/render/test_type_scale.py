"""The print of pictures: few sizes of one ladder, each with a meaning."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, pairwise
from typing import Any

import pytest
from PIL import ImageDraw

from game.play import Game
from render.data.marks import marks_of
from render.drawing import fonts, style
from render.drawing.map_print import crop_print, phone_print, wide_print
from render.pictures.holdings import draw_holdings
from render.pictures.manifest import draw_tiles
from render.pictures.map import LAYERS, MAP_ALONE, TALL, draw_map
from render.pictures.market import draw_market
from render.pictures.preview import draw_crop
from render.pictures.reference.key import draw_key
from render.pictures.table_images import draw_bank, draw_company, draw_player, draw_table
from render.pictures.window import latest, map_canvas, map_parts
from titles import TITLES

pytestmark = pytest.mark.unit
MOST = 5  # sizes of print in a picture
PHONE = 390  # pixels across
Draw = Callable[[], object]


def maps_of(g: Game) -> Iterator[tuple[str, Draw]]:
    """Each kind of map of a position that no other test looks through: whole ones are in `test_place_names`."""
    view, rules, data = g.view(None), g.rules, g.rules.data
    yield "alone", lambda: draw_map(view, rules, canvas=map_canvas(data), layers=MAP_ALONE)
    yield "crop", lambda: draw_crop(view, rules, latest(data, [*reversed(view.tiles), *data.hexes]))
    for part in map_parts(data)[:1]:
        yield "part", partial(draw_crop, view, rules, part.hexes, canvas=part.canvas, layers=LAYERS)


def others_of(g: Game) -> Iterator[tuple[str, Draw]]:
    """Each other kind of picture of a position."""
    view, rules = g.view(None), g.rules
    yield "market", lambda: draw_market(view, rules, marks_of(g.events))
    yield "company", lambda: draw_company(view, rules, next(iter(view.companies)))
    yield "player", lambda: draw_player(view, rules, view.order[0])
    yield "bank", lambda: draw_bank(view, rules)
    yield "table", lambda: draw_table(view, rules, dict.fromkeys(view.order, 1234))[0]
    yield "holdings", lambda: draw_holdings(view, rules, g.deciders(), headed=True)
    yield "tiles", lambda: draw_tiles(view, rules)
    yield "key", lambda: draw_key(rules)[0]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The sizes of all print that is written from now on."""
    sizes, write = set[int](), fonts.write

    def note(draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, **more: Any) -> None:
        sizes.add(size)
        write(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", note)
    return sizes


@pytest.mark.parametrize("title", list(TITLES))
def test_a_picture_has_five_sizes_of_print_of_the_ladder(title: str, printed: set[int]) -> None:
    """Whole maps had 13 to 17, maps for a phone up to 24: each word had the size that its room left it."""
    rules = TITLES[title].rules((), 3)
    g = Game.new(rules, ("ann", "bob", "cid"), "demo")
    for name, draw in chain(maps_of(g), others_of(g)):
        printed.clear()
        draw()
        assert len(printed) <= MOST, (name, sorted(printed))
        assert printed <= {*style.LADDER}, (name, sorted(printed))


def test_a_step_of_the_ladder_is_seen() -> None:
    assert all(1.2 <= high / low <= 1.3 for low, high in pairwise(style.LADDER))
    assert {style.SMALL, style.BODY, style.HEAD, style.TITLE} <= {*style.LADDER}
    assert style.SMALL * PHONE / 1200 >= 7


@pytest.mark.parametrize("size", [20, 33, 43, 62, 76, 92, 124, 164, 400])
def test_the_print_of_a_map_is_read_where_it_is_shown(size: int) -> None:
    """`size`: pixels of an apothem."""
    for wide in (594, 895, 990, 1000, 1098, 1106, 1200, 2000):
        crop = crop_print(size, wide)
        assert len(crop.sizes) <= MOST or wide > 1200
        assert min(crop.name, crop.edge, crop.value, crop.small) * PHONE / max(wide, 895) >= 7 - 0.2
    for whole in (wide_print(size), wide_print(size, 2), phone_print(size)):
        assert len(whole.sizes) <= MOST
        assert whole.title > whole.list > whole.edge >= whole.small >= whole.fine
    assert phone_print(size).edge * PHONE / TALL[0] >= 7


def test_words_that_find_no_room_take_the_next_step() -> None:
    wide = fonts.width("Charlottesville", 28)
    assert fonts.fitting("Charlottesville", wide, 28) == 28
    assert fonts.fitting("Charlottesville", wide - 1, 28) == 22
    assert fonts.fitting("Charlottesville", wide - 1, 28, sizes=(35, 28, 18)) == 18
    assert fonts.fitting("Charlottesville", 5, 28, sizes=(35, 28, 18)) == 18, "the smallest, where none fits"
