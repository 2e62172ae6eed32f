"""What many pictures have in common is drawn once: hexes that look alike, and the sea by places of hexes."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs
from PIL import Image, ImageChops

from game.play import Game
from game.state import Laid
from game.title_data import TitleData
from render.data.board_view import board_view
from render.data.marks import marks_of
from render.drawing import style
from render.drawing.hex_appearance import Additions, Lettering, ground_look, look
from render.drawing.landscape import sea
from render.drawing.layout import Layout
from render.drawing.map_print import crop_print, square_print
from render.drawing.sprites import ground_of, half_of_hex, hex_shape, hex_sprite
from render.drawing.tile_geometry import BOARD
from render.pictures.map import placed
from render.pictures.preview import draw_crop
from render.pictures.window import CROP, window
from tests.golden import played_until
from titles import TITLES

pytestmark = pytest.mark.unit
TITLE_NAMES = sorted(TITLES)


@pytest.mark.parametrize("title", TITLE_NAMES)
def test_empty_hexes_that_look_alike_are_one_picture(title: str) -> None:
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "alike").view(None)
    empty = [
        h
        for h in rules.data.hexes.values()
        if h.print.colour == "white" and not (h.print.stops or h.print.tracks or h.borders or h.cost or h.name)
    ]
    looks = {look(view, rules, h, 60, Lettering(coordinates=False)) for h in empty}
    assert len(empty) > 5 > len(looks)


def test_what_is_not_seen_on_a_hex_is_no_part_of_its_look() -> None:
    """No hex is drawn again for lists beside the map in another print, nor an empty one for coordinates too small to be read, nor
    one without a name for names in another print.
    """
    rules = TITLES["18India"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "unseen").view(None)
    empty = [h for h in rules.data.hexes.values() if h.print.colour == "white" and not (h.print.stops or h.name)]
    usual, smaller = (square_print(36).with_lists(title, words) for title, words in ((44, 28), (35, 22)))
    assert usual.on_hexes == smaller.on_hexes != usual
    told = square_print(36).with_lists(44, square_print(36).ground + 1)  # a hex to choose has its cost in that print
    assert told.on_hexes == told
    for sizes in (usual.on_hexes, crop_print(62, 1000)):
        looks = [look(view, rules, h, 36, Lettering(coordinates=True, sizes=sizes)) for h in empty]
        assert len({*looks}) == len({replace(seen, sizes=None) for seen in looks}) < len(looks) / 2
        assert not any(seen.caption for seen in looks)
    smaller_names = Lettering(coordinates=False, small=1, aside=True, coastal=True, sizes=crop_print(62, 1000))
    for h in (
        rules.data.hexes.values()
    ):  # the print of names is none of those without a name, or whose names stand elsewhere
        usual_look, other = (
            look(view, rules, h, 62, replace(smaller_names, small=small, aside=bool(small), names=h.buildable))
            for small in (0, 1)
        )
        assert (usual_look == other) == (not usual_look.name)


def test_words_are_no_part_of_the_ground_of_a_hex() -> None:
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "alike").view(None)
    first, second = (look(view, rules, rules.data.hexes[h], 60) for h in _plain_towns(rules.data))
    assert first != second
    assert ground_of(first) == ground_of(second)
    taken = [hex_sprite(seen).taken.tobytes() for seen in (first, second)]
    assert taken[0] == taken[1]
    assert any(taken[0])


@pytest.mark.parametrize("title", TITLE_NAMES)
def test_the_ground_round_a_part_of_the_map_is_that_of_the_hex_and_found_once(title: str) -> None:
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "ground").view(None)
    laid = structs.replace(view, tiles={next(iter(rules.data.hexes)): Laid(next(iter(rules.data.tiles)), 1)})
    for board in (view, laid):
        additions = Additions.of(board, rules)
        for h in rules.data.hexes.values():
            ground = ground_look(board, rules, h, 62, BOARD, additions)
            assert ground == ground_of(look(board, rules, h, 62, additions=additions))
            assert ground is ground_look(board, rules, h, 62, BOARD, additions)


@pytest.mark.parametrize("title", TITLE_NAMES)
def test_hexes_are_kept_in_a_byte_for_each_pixel_and_look_on_a_map_as_they_were_drawn(title: str) -> None:
    g = played_until(title, lambda g: len(g.state.tiles) > 9)
    rules, view = g.rules, g.view(None)
    for h in list(rules.data.hexes.values())[::7]:
        sprite = hex_sprite(look(view, rules, h, 92))
        assert sprite.flat.mode == "P"
        sharp, smooth = (Image.new("RGB", sprite.flat.size, style.HEX["white"]) for _ in range(2))
        sprite.paste_onto(sharp, (0, 0))
        smooth.paste(sprite.image, (0, 0), sprite.image)
        apart = ImageChops.difference(sharp, smooth).convert("L").histogram()
        assert sum(apart[40:]) < 0.008 * sharp.width * sharp.height, h.id  # on its rim


@pytest.mark.parametrize("size", [8, 26, 37, 43, 53, 62, 92, 164])
def test_hexes_with_sharp_edges_leave_no_gap(size: int) -> None:
    """A row of hexes is a whole number of pixels away from the next: up to half a pixel more than it is high."""
    for layout in ("pointy", "flat"):
        half = half_of_hex(size, layout)
        where = Layout(layout == "pointy", size, 300.3, 300.6, (600 + 12 * size, 600 + 12 * size))
        image = Image.new("1", where.canvas)
        for x in range(7):
            for y in range(x % 2, 7, 2):
                left, top = where.spot(x, y)
                image.paste(1, (left - half[0], top - half[1]), hex_shape(layout, size, half))
        first, last = where.spot(1, 1), where.spot(5, 5)
        assert image.crop((*first, *last)).convert("L").getextrema() == (255, 255), layout


def _plain_towns(data: TitleData) -> list[str]:
    """Two hexes with a town of another name each and nothing else."""
    hexes = data.hexes.items()
    towns = [i for i, h in hexes if len(h.print.towns) == 1 and h.name and not h.borders and not h.print.tracks]
    return towns[:2]


@pytest.mark.parametrize("title", TITLE_NAMES)
def test_the_sea_at_places_of_hexes_is_the_sea_of_the_whole_picture(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each place is drawn by itself: neither shadow nor coastline breaks where two of them meet."""
    data = TITLES[title].rules((), 3).data
    drawn, real = list[object](), sea._shore

    def note(*key: Any) -> Image.Image:
        drawn.append(key)
        return real(*key)

    monkeypatch.setattr(sea, "_shore", note)
    for middle in list(data.hexes)[:: max(1, len(data.hexes) // 4)]:
        where = placed([data.hexes[h] for h in window(data, [middle])], data, CROP, stepped=True)
        image, whole = (Image.new("RGB", CROP, style.SEA) for _ in range(2))
        half = half_of_hex(where.size, data.layout)
        sea.surround(image, where, data)
        places = sea._around(data, sea._in_sight(where, half))
        on_map = [where.centre(h) for h in data.hexes.values()]
        dry = [where.spot(*place) for place, wet, _ in places if not wet]
        assert [wet for _, wet, _ in places] == [False] * len(dry) + [True] * (len(places) - len(dry)), (
            "land hides a coast"
        )
        whole.paste(style.SHADOW, (0, 0), sea._shadow([*on_map, *dry], CROP, where.size, data.layout))
        for grow, colour in ((sea.SHALLOWS, style.SHORE), (sea.COASTLINE, style.COAST)):
            whole.paste(colour, (0, 0), sea._grown([*on_map, *dry], CROP, where.size, data.layout, grow))
        for x, y in (*on_map, *dry):  # where hexes and other land will lie
            for one in (image, whole):
                one.paste(style.COAST, (x - half[0], y - half[1]), hex_shape(data.layout, where.size, half))
        differs = ImageChops.difference(image, whole).convert("L").histogram()
        assert sum(differs[16:]) / sum(differs) < 0.002
    assert len(set(drawn)) < len(drawn), "no two places are alike"


@pytest.mark.parametrize("key", ["track", "run"])
@pytest.mark.parametrize("title", TITLE_NAMES)
def test_a_part_of_the_map_is_drawn_of_the_board_alone(title: str, key: str) -> None:
    """Money that has come since leaves its picture as it is."""
    game = played_until(title, lambda g: (asked := g.top_step()) is not None and asked.key == key)
    view = game.view(None)
    board = board_view(view, game.rules)
    hexes = window(game.rules.data, [slot.partition(".")[0] for slot in view.tokens][:3])
    whole, reduced = (draw_crop(v, game.rules, hexes, marks_of(game.events)) for v in (view, board))
    assert whole.tobytes() == reduced.tobytes()
    tokens = dict(board.tokens)
    view.cash["bank"] -= 10
    assert board_view(view, game.rules) == board
    view.tokens.popitem()
    assert board_view(view, game.rules).tokens != tokens
