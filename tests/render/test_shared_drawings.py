"""What many pictures have in common is drawn once: hexes that look alike, and the sea only where there is some."""

import pytest
from PIL import Image

from game.play import Game
from game.title_data import TitleData
from render.drawing import coast as sea
from render.drawing import style
from render.drawing.free_space import Box
from render.drawing.hex_appearance import Lettering, look
from render.drawing.sprites import ground_of, hex_sprite
from render.pictures.map import placed
from render.pictures.window import CROP, window
from titles import TITLES

pytestmark = pytest.mark.unit
TITLE_NAMES = sorted(TITLES)
WHOLE: Box = (0, 0, *CROP)


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


def test_words_are_no_part_of_the_ground_of_a_hex() -> None:
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "alike").view(None)
    first, second = (look(view, rules, rules.data.hexes[h], 60) for h in _plain_towns(rules.data))
    assert first != second
    assert ground_of(first) == ground_of(second)
    taken = [hex_sprite(seen).taken.tobytes() for seen in (first, second)]
    assert taken[0] == taken[1]
    assert any(taken[0])


def _plain_towns(data: TitleData) -> list[str]:
    """Two hexes with a town of another name each and nothing else."""
    hexes = data.hexes.items()
    towns = [i for i, h in hexes if len(h.print.towns) == 1 and h.name and not h.borders and not h.print.tracks]
    return towns[:2]


@pytest.mark.parametrize("title", TITLE_NAMES)
def test_the_sea_in_strips_is_the_sea_of_the_whole_picture(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = TITLES[title].rules((), 3).data
    middles = list(data.hexes)[:: max(1, len(data.hexes) // 4)]
    in_strips = [_draw_sea(data, middle) for middle in middles]
    monkeypatch.setattr(sea, "_find_sea", lambda _land: [WHOLE])
    monkeypatch.setattr(sea, "NEAR", 1_000.0)  # every hex of the map, which makes another entry of what is kept
    assert in_strips == [_draw_sea(data, middle) for middle in middles]


def _draw_sea(data: TitleData, middle: str) -> bytes:
    """The sea of a part of a map."""
    where = placed([data.hexes[h] for h in window(data, [middle])], data, CROP)
    image = Image.new("RGB", CROP, style.SEA)
    sea.coast(image, where, list(data.hexes.values()), data.layout)
    return image.tobytes()
