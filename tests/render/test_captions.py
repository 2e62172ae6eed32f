"""What is written beside what is drawn: places by their names, and letters that are no figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageDraw

from game.actions import LayTile
from game.play import Game
from game.state import Laid, Run
from render import Marks, draw_lays, draw_map
from render.drawing import fonts, phone, style
from render.drawing.free_space import Box, crosses, moved, overlap
from render.drawing.hex_appearance import Lettering, Look, look
from render.drawing.landscape.sea import coastline, is_coastal
from render.drawing.map_print import crop_print, phone_print
from render.drawing.sprites import hex_sprite
from render.drawing.tile_geometry import corners
from render.pictures.choices import close_looks
from render.pictures.choices.captions import captioned_picture, captions_print
from render.pictures.choices.lays import caption_of
from render.pictures.lots import WIDE
from render.pictures.preview import draw_crop, layout_of_crop
from tests.support.board_notation import board
from tests.support.golden_positions import golden_position
from tests.support.written_words import check_sizes, note_sizes
from titles import TITLES

ON_PHONE = 400  # pixels of a picture's height that leave room for words and a row of buttons


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is written."""
    texts: list[str] = []
    write = fonts.write

    def note(draw: Any, at: Any, text: str, *more: Any, **others: Any) -> None:
        texts.append(text)
        write(draw, at, text, *more, **others)

    monkeypatch.setattr(fonts, "write", note)
    return texts


def test_the_letters_of_a_double_city_are_circles_and_no_noughts(written):
    g = Game.new(TITLES["18India"].rules((), 3), ["ann", "bob", "cid"], "1")
    seen = look(g.view(None), g.rules, g.rules.data.hexes["G8"], 81, Lettering(coordinates=True))
    assert seen.label == "OO"
    sprite = hex_sprite(seen)
    assert "OO" not in written
    (box,) = [box for what, box in sprite.boxes if what == "label"]
    high, wide = box[3] - box[1], box[2] - box[0]
    assert 1.9 < wide / high < 2.4  # each as wide as it is high


def test_ten_ways_to_lay_a_tile_leave_room_for_a_button_on_a_phone():
    """With three to a row none of their buttons was on the screen."""
    g = board("C3=57/1[W&A]", title="18GA")
    lays = [LayTile("B4", tile, rotation) for tile in ("8", "9") for rotation in range(5)]
    image = draw_lays(g.view(None), g.rules, lays)
    assert not any(" to " in caption_of(g.view(None), g.rules, lay, lays) for lay in lays), (
        "they have room in two lines"
    )
    assert image.height / phone.SCALE <= ON_PHONE


def test_captions_beside_each_other_have_one_print_that_is_read_on_a_phone():
    """“6: to Washington, Philadelphia” had four pixels beside the eleven of “57: to G2, I4”."""
    long, short, wide = "6: to Washington, Philadelphia", "57: to G2, I4", 265
    assert captions_print(["to G2, I4"], wide).points == style.HEAD
    how = captions_print([long, short], wide)
    assert how.points * phone.WIDTH / WIDE >= 9
    assert how.lines > captions_print([short], wide).lines


def test_long_captions_leave_the_height_as_it_is(written):
    g = Game.new(TITLES["18VA"].rules((), 3), ["ann", "bob", "cid"], "1")
    lays = [LayTile("H3", tile, rotation) for tile in ("5", "6", "57") for rotation in range(4)][:10]
    assert draw_lays(g.view(None), g.rules, lays).height / phone.SCALE <= ON_PHONE
    assert {"Philadelphia", "Annapolis,"} & {*written}


def test_ways_to_lay_a_tile_name_the_places_that_they_lead_to(written):
    """`to C3 and A3` hid Rome."""
    g = board("C3=57/1[W&A]", title="18GA")
    lays = [LayTile("B4", "9", rotation) for rotation in range(3)]
    draw_lays(g.view(None), g.rules, lays[:2])
    assert "Rome" in written
    assert "tile 9" not in written
    draw_lays(g.view(None), g.rules, [lays[0], LayTile("B4", "8", 0)], turned=False)
    assert {"tile 9", "tile 8"} <= set(written), (
        "which way round is asked next: one of six was named as if it were the only one"
    )


def test_the_legend_of_runs_names_their_stops(written):
    g = board("D10=57/1[GA] F6=57/0", title="18GA")
    run = Run("2-1", ("D10.a", "F6.a"), (), 40)
    draw_map(g.view(None), g.rules, Marks(runner="GA", runs=(run,)))
    assert "Augusta–Macon" in written


@pytest.mark.parametrize(("size", "least"), [(32, 13), (48, 13)])
def test_values_on_a_phones_map_are_as_large_as_there_is_room(size, least, monkeypatch):
    """On 18 India's map, whose hexes are small, they were written in discs, four pixels high on a phone."""
    sizes: dict[str, int] = {}
    write = fonts.write

    def note(draw: Any, at: Any, text: str, points: int, **others: Any) -> None:
        sizes[text] = points
        write(draw, at, text, points, **others)

    monkeypatch.setattr(fonts, "write", note)
    g = Game.new(TITLES["18India"].rules((), 3), ["ann", "bob", "cid"], "1")
    seen = look(
        g.view(None),
        g.rules,
        g.rules.data.hexes["F1"],
        size,
        Lettering(phone=True, names=False, sizes=phone_print(size)),
    )
    (box,) = [box for what, box in hex_sprite(seen).boxes if what == "value"]
    assert sizes["10"] >= least
    assert (box[2] - box[0] > box[3] - box[1]) is (size < 40), "a field, or a disc"


def test_names_of_sides_stand_each_by_its_own_side_and_apart(monkeypatch):
    """On green Nashville G10 and G12 stood one upon the other, between their sides."""
    at: dict[str, tuple[float, float]] = {}
    write = fonts.write

    def note(draw: Any, spot: tuple[float, float], text: str, *more: Any, **others: Any) -> None:
        at[text] = spot
        write(draw, spot, text, *more, **others)

    monkeypatch.setattr(fonts, "write", note)
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "1")
    data = g.rules.data
    home = data.hexes["F11"]
    for rotation in range(6):
        at.clear()
        lay = LayTile("F11", "TN2", rotation)
        draw_lays(g.view(None), g.rules, [lay, lay])
        near = {h for h in home.sides if h in at}
        assert len(near) >= 3, rotation  # one may have no room between the sides of hexes
        middle = WIDE / 4, WIDE / 4  # of the first picture, a little to the left of it
        spots = {h: (at[h][0] - middle[0], at[h][1] - middle[1]) for h in near}
        ways = {h: (data.hexes[h].x - home.x, (data.hexes[h].y - home.y) * 3**0.5) for h in near}
        for h, (x, y) in spots.items():
            assert max(near, key=lambda n: x * ways[n][0] + y * ways[n][1]) == h, rotation
        apart = [(at[a], at[b]) for a in near for b in near if a < b]
        assert all(abs(a[0] - b[0]) > 60 or abs(a[1] - b[1]) > 24 for a, b in apart), rotation


def test_a_side_with_a_place_is_named_as_in_the_words_below(written):
    """The picture said "H5" where the words said "Annapolis"."""
    g = Game.new(TITLES["18VA"].rules((), 3), ["ann", "bob", "cid"], "1")
    draw_lays(g.view(None), g.rules, [LayTile("H3", tile, rotation) for tile in ("5", "6") for rotation in range(5)])
    assert "H5" not in written
    assert "G2" in written


def test_names_of_sides_hide_no_value(monkeypatch):
    """`A16 Cincinnati` lay upon 50 and 80."""
    written: list[tuple[tuple[float, float], str]] = []
    write = fonts.write
    data = TITLES["18TN"].rules((), 3).data
    near = {name for side in data.hexes["B15"].sides if side for name in (side, data.hexes[side].name)}

    def note(draw: Any, spot: tuple[float, float], text: str, *more: Any, **others: Any) -> None:
        if text in near:
            written.append((spot, text))
        write(draw, spot, text, *more, **others)

    monkeypatch.setattr(fonts, "write", note)
    shown: list[Any] = []

    def keep(*more: Any, frame: Any, **others: Any) -> Any:
        image = draw_crop(*more, frame=frame, **others)
        shown.append(
            [(b[0] - frame[0], b[1] - frame[1], b[2] - frame[0], b[3] - frame[1]) for b in image.info["values"]]
        )
        return image

    monkeypatch.setattr("render.pictures.choices.close_looks.draw_crop", keep)
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "1")
    lays = [LayTile("B15", "42", rotation) for rotation in range(3)]
    draw_lays(g.view(None), g.rules, lays)
    assert written
    assert shown[0]
    for (x, y), text in written:
        wide, high = fonts.width(text, 30, bold=True) / 2, 12
        for box in shown[0]:
            assert not overlap((round(x - wide), round(y - high), round(x + wide), round(y + high)), box), text


def test_stations_beside_a_tile_are_whole_in_low_pictures(monkeypatch):
    """The station above the hex that was asked about was cut."""
    halves: list[float] = []

    def keep(view: Any, rules: Any, near: Any, *more: Any, canvas: Any, frame: Any, **others: Any) -> Any:
        halves.append((frame[3] - frame[1]) / 2 / layout_of_crop(rules, near, canvas).size)
        return draw_crop(view, rules, near, *more, canvas=canvas, frame=frame, **others)

    monkeypatch.setattr("render.pictures.choices.close_looks.draw_crop", keep)
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "1")
    draw_lays(g.view(None), g.rules, [LayTile("H5", "7", rotation) for rotation in range(6)])
    assert min(halves) >= 3**0.5 + 0.45  # apothems to the middle of the hex above, and of its circle


def test_names_of_sides_hide_no_station(monkeypatch):
    """`J5 Berlin` lay upon the disc of a station there, although the track's way has room beside it."""
    written: list[tuple[tuple[float, float], str]] = []
    write = fonts.write

    def note(draw: Any, spot: tuple[float, float], text: str, *more: Any, **others: Any) -> None:
        if text in {"J5", "Berlin"}:
            written.append((spot, text))
        write(draw, spot, text, *more, **others)

    monkeypatch.setattr(fonts, "write", note)
    g = golden_position("18EU-bank", 180)
    there = [slot for slot in g.view(None).tokens if slot.startswith("J5.")]
    assert there
    shown: list[Any] = []

    def keep(*more: Any, frame: Any, **others: Any) -> Any:
        image = draw_crop(*more, frame=frame, **others)
        shown.append([moved(b, (-frame[0], -frame[1])) for b in image.info["read"][-len(g.view(None).tokens) :]])
        return image

    monkeypatch.setattr("render.pictures.choices.close_looks.draw_crop", keep)
    sizes = note_sizes(monkeypatch)
    draw_lays(g.view(None), g.rules, [LayTile("K4", "58", rotation) for rotation in range(2)])
    check_sizes(sizes)
    assert written
    for (x, y), text in written:
        wide, high = fonts.width(text, 30, bold=True) / 2, 10
        for box in shown[0]:
            assert not overlap((round(x - wide), round(y - high), round(x + wide), round(y + high)), box), text


@pytest.mark.parametrize(
    ("name", "number", "hex_id", "tile"),
    [
        ("18TN-bank", 300, "F11", "TN2"),
        ("18GA-bank", 500, "D10", "453a"),
        ("18VA-bank", 389, "B13", "58"),
        ("18GA-bank", 500, "F6", "15"),
    ],
)
def test_names_of_sides_stand_on_no_track_and_not_on_the_tile(name, number, hex_id, tile, monkeypatch):
    """`G12 Murfreesboro` lay upon a station and the track of the tile, `F13 Lebanon` upon the rail."""
    written: list[tuple[Image.Image, Box]] = []
    grounds: list[Image.Image] = []
    write, real = fonts.write, close_looks._ground_round

    def note(draw: Any, spot: tuple[float, float], text: str, points: int, *more: Any, **others: Any) -> None:
        if grounds and not text.isdigit():
            wide, high = fonts.width(text, points, others["bold"]) / 2, points * 0.3
            written.append(
                (
                    grounds[-1],
                    (round(spot[0] - wide), round(spot[1] - high), round(spot[0] + wide), round(spot[1] + high)),
                )
            )
        write(draw, spot, text, points, *more, **others)

    def keep(*of: Any) -> Any:
        ground = real(*of)
        grounds.append(ground.taken.copy())
        return ground

    def forget(*of: Any) -> Any:
        grounds.clear()
        return captioned_picture(*of)

    monkeypatch.setattr(fonts, "write", note)
    monkeypatch.setattr(close_looks, "_ground_round", keep)
    monkeypatch.setattr("render.pictures.choices.lays.captioned_picture", forget)
    g, sizes = golden_position(name, number), note_sizes(monkeypatch)
    draw_lays(g.view(None), g.rules, [LayTile(hex_id, tile, rotation) for rotation in range(6)])
    check_sizes(sizes)
    assert len(written) >= 3
    for taken, box in written:
        assert taken.crop(box).getbbox() is None


@pytest.mark.parametrize(
    ("name", "number", "hex_id", "tiles", "least"),
    [
        ("18GA-bank", 40, "B4", ("57",), 3),
        ("18GA-bank", 500, "F6", ("15",), 12),
        ("18VA-bank", 389, "B13", ("58",), 5),
        ("18EU-bank", 180, "K4", ("7", "8", "9"), 12),
    ],
)
def test_names_of_sides_stand_across_no_side_of_a_hex_and_no_coast(name, number, hex_id, tiles, least, monkeypatch):
    """Greeneville, Bucharest and Savannah stood across borders: 427 of 1,920 names on 394 pictures."""
    lines: list[tuple[Any, Any]] = []
    written: list[tuple[str, Box, list[tuple[Any, Any]]]] = []
    write, real = fonts.write, close_looks._ground_round

    def note(draw: Any, spot: tuple[float, float], text: str, points: int, *more: Any, **others: Any) -> None:
        if lines and others.get("halo"):
            left, top, right, bottom = fonts.bounds(text, points, others["bold"], "mm")
            x, y = spot
            written.append((text, (round(x + left), round(y + top), round(x + right), round(y + bottom)), [*lines]))
        write(draw, spot, text, points, *more, **others)

    def keep(view: Any, rules: Any, at: str, where: Any, frame: Box, *more: Any) -> Any:
        ground, corner = real(view, rules, at, where, frame, *more), frame[:2]
        rims = [[where.point(h, c) for c in corners(rules.data.layout)] for h in rules.data.hexes.values()]
        sides = [*coastline(where, rules.data), *((rim[i - 1], rim[i]) for rim in rims for i in range(6))]
        lines[:] = [((a - corner[0], b - corner[1]), (c - corner[0], d - corner[1])) for (a, b), (c, d) in sides]
        return ground

    def forget(*of: Any) -> Any:
        lines.clear()
        return captioned_picture(*of)

    monkeypatch.setattr(fonts, "write", note)
    monkeypatch.setattr(close_looks, "_ground_round", keep)
    monkeypatch.setattr("render.pictures.choices.lays.captioned_picture", forget)
    g = golden_position(name, number)
    draw_lays(g.view(None), g.rules, [LayTile(hex_id, tile, rotation) for tile in tiles for rotation in range(4)])
    assert len(written) >= least
    assert [text for text, box, sides in written if any(crosses(side, box) for side in sides)] == []


def test_a_place_without_room_between_the_sides_of_its_hex_is_named_further_off_with_a_line(written, monkeypatch):
    """Five pictures of ways to Paducah and four of ways to Augusta never showed these names."""
    ends: list[Any] = []
    monkeypatch.setattr(close_looks, "draw_pointer", lambda image, line, size: ends.append(line))
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "1")
    lays = [LayTile("E6", tile, rotation) for tile in ("8", "9") for rotation in range(6)]
    draw_lays(g.view(None), g.rules, lays[:6])
    assert "Paducah" in written
    assert ends


def test_tiles_to_all_six_sides_are_two_to_a_row_without_names_of_sides(written, monkeypatch):
    """Six labels lay upon a tile of 40 pixels, and none told two ways from each other."""
    g = Game.new(TITLES["18India"].rules((), 3), ["ann", "bob", "cid"], "1")
    sizes = note_sizes(monkeypatch)
    image = draw_lays(g.view(None), g.rules, [LayTile("K12", "IND2", rotation) for rotation in range(6)])
    check_sizes(sizes)
    assert image.height / phone.SCALE <= ON_PHONE
    assert not {"J11", "K10", "L11", "L13", "K14", "J13"} & set(written)


def test_what_is_printed_on_a_hex_is_read_on_a_crop(monkeypatch):
    """“free station: W&SR” at Waycross had four pixels on a phone."""
    sizes: dict[str, int] = {}
    real = fonts.write

    def note(draw: Any, at: Any, text: str, size: int, **more: Any) -> None:
        sizes[text] = size
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", note)
    g = Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "1")
    g.state.tiles["I9"] = Laid("57", 1)
    hex_sprite(
        look(
            g.view(None), g.rules, g.rules.data.hexes["I9"], 93, Lettering(coordinates=True, sizes=crop_print(93, WIDE))
        )
    )
    assert {text: size for text, size in sizes.items() if "W&SR" in text and size * phone.WIDTH / WIDE >= 6.5}, sizes
    sprite = hex_sprite(
        look(g.view(None), g.rules, g.rules.data.hexes["I9"], 83, Lettering(sizes=crop_print(83, 1000)))
    )
    assert "symbol" in dict(sprite.boxes), "the name of the place took its room"


def test_a_name_beside_the_sea_is_in_the_print_of_the_others():
    """Jacksonville stood small in its hex, though the sea beside it is free."""
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    for size, coastal, within in ((83, False, True), (83, True, False), (164, True, True)):
        sizes = crop_print(83, 1000)
        seen = look(view, rules, rules.data.hexes["J12"], size, Lettering(coastal=coastal, sizes=sizes))
        assert ("name" in dict(hex_sprite(seen).boxes)) == within
    assert is_coastal(rules.data, rules.data.hexes["J12"])
    assert not is_coastal(rules.data, rules.data.hexes["F6"])


def test_the_number_of_a_tile_stands_within_the_outline_of_its_hex():
    """That of a way to lay a tile lay under the outline and the end of track."""
    data = TITLES["18EU"].rules((), 3).data
    plain = Look(data.tiles["576"], 0, data.layout, 142, laid=True, number="576", sizes=crop_print(142, 545))
    for outlined in (False, True):
        sprite = hex_sprite(replace(plain, outlined=outlined))
        outline = Image.new("L", sprite.flat.size, 255)
        rim = [(sprite.centre[0] + x * 142, sprite.centre[1] + y * 142) for x, y in corners(data.layout, 0.865)]
        ImageDraw.Draw(outline).polygon(rim, fill=0)
        assert (outline.crop(dict(sprite.boxes)["number"]).getbbox() is None) == outlined
