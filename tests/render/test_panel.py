"""The sheet of a map: it follows the map's shape, its words lie beside the hexes, and nobody is left out."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from msgspec import structs
from PIL import Image, ImageChops, ImageDraw

from game import cards
from game.marks import BANKRUPT
from game.play import Game
from game.state import Run
from game.steps.operate import CompanyTurn, OperatingRound
from render import TALL, alt_map, draw_map, draw_market
from render.data import queries, train_effects
from render.data.marks import NONE, Marks, PriceChange
from render.data.names import END_REASONS, type_in_table
from render.drawing import fonts, phone, style
from render.drawing.free_space import overlap
from render.drawing.map_print import phone_print, wide_print
from render.drawing.names.placing import PlaceNames
from render.drawing.table import Cell, Column, Rows
from render.drawing.tile_geometry import ALONE, BOARD, corners
from render.pictures.bands import Change, ChangeLines, TrainCards
from render.pictures.map import CANVAS
from render.pictures.panel import Panel
from render.pictures.sheet import arrange
from tests.support.board_notation import board
from tests.support.golden_positions import golden_position
from tests.support.written_words import note_words
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


def sheet_of(view, rules, canvas, marks=NONE):
    return arrange(list(rules.data.hexes.values()), rules.data, canvas, Panel(view, rules, marks, ["ann"], 1.0))


def written(monkeypatch, make):
    """Every line of words that is written while that is drawn."""
    said = note_words(monkeypatch)
    make()
    return said


@pytest.mark.parametrize("draw", [draw_market, partial(draw_map, canvas=TALL), partial(draw_map, canvas=CANVAS)])
def test_before_anybody_has_a_company_no_heading_stands_over_nothing(draw, monkeypatch):
    rules = TITLES["18EU"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    said = written(monkeypatch, lambda: draw(view, rules))
    assert said
    assert not {"company", "operate in order", "treasury", "president"} & set(said)


@pytest.mark.parametrize("canvas", [TALL, CANVAS])
def test_hexes_lie_on_the_canvas_and_no_list_lies_on_a_hex_or_on_another(crowded, canvas):
    view, rules = crowded
    sheet = sheet_of(view, rules, canvas)
    taken = Image.new("L", sheet.size)
    draw = ImageDraw.Draw(taken)
    for h in rules.data.hexes.values():
        points = [sheet.where.point(h, c) for c in corners(rules.data.layout)]
        assert all(0 < x < sheet.size[0] and 0 < y < sheet.size[1] for x, y in points), h.id
        draw.polygon(points, fill=255)
    for ground in sheet.grounds:
        assert taken.crop(ground).getbbox() is None
    for box in (b for _, b in sheet.lists):
        assert any(g[0] <= box[0] and box[2] <= g[2] and g[1] <= box[1] and box[3] <= g[3] for g in sheet.grounds)
    for (_, one), (_, other) in itertools.combinations(sheet.lists, 2):
        assert not overlap(one, other) or canvas == TALL
    image = style.canvas(sheet.size, rules.data)
    sheet.paint(image)
    ink = ImageChops.difference(image, style.canvas(sheet.size, rules.data)).convert("L").point(lambda n: 255 * (n > 0))
    assert ImageChops.multiply(taken, ink).getbbox() is None
    inked = ink.getbbox()
    assert inked is not None
    assert inked[0] > 0
    assert inked[2] < sheet.size[0]
    assert inked[3] < sheet.size[1]


def test_the_map_fills_its_sheet(crowded):
    """On a phone from side to side, on a wide canvas from side to side or from top to bottom of its part."""
    view, rules = crowded
    for canvas in (TALL, CANVAS):
        sheet = sheet_of(view, rules, canvas)
        points = [sheet.where.point(h, c) for h in rules.data.hexes.values() for c in corners(rules.data.layout)]
        across = max(x for x, _ in points) - min(x for x, _ in points)
        down = max(y for _, y in points) - min(y for _, y in points)
        beside = sheet.ground[0] > 0
        free = (sheet.ground[0], sheet.size[1]) if beside else (sheet.size[0], sheet.ground[1])
        assert across > 0.84 * free[0] or down > 0.84 * free[1]
        if canvas == TALL:
            assert across > 0.84 * TALL[0]


def test_a_wide_land_has_a_low_sheet_and_larger_hexes():
    """18TN's land took a quarter of its sheet: empty sea above and below it, and a panel of two fifths of the width."""
    rules = TITLES["18TN"].rules((), 3)
    sheet = sheet_of(Game.new(rules, ["ann", "bob", "cid"], "1").view(None), rules, CANVAS)
    assert sheet.size[1] < 0.85 * CANVAS[1]
    assert sheet.ground[0] > 0.67 * sheet.size[0]
    assert sheet.where.size > 40


def test_a_tall_land_has_a_square_sheet_its_stations_are_read_and_its_words_stand_where_the_land_leaves_room():
    """18 India's hexes had three quarters of that size, its names 9 to 11 pixels, and half of its sheet was a column of words."""
    rules = TITLES["18India"].rules((), 5)
    view = Game.new(rules, ["ann", "bob", "cid", "dee", "eve"], "1").view(None)
    view.market = {"0,0": list(rules.data.companies)[:9]}
    for company in view.market["0,0"]:
        view.companies[company].president, view.companies[company].floated = "ann", True
    first = Game.new(rules, ["ann", "bob", "cid", "dee", "eve"], "1").view(None)
    for seen, marks in ((first, NONE), (view, Marks(hexes=("F11",), order=("F11",)))):
        sheet = sheet_of(seen, rules, CANVAS, marks)
        assert max(sheet.size) <= CANVAS[0]
        assert 2 * ALONE[BOARD][2] * sheet.where.size >= 24
        assert min(sheet.panel.print.name, sheet.panel.print.small) >= 12
        points = [sheet.where.point(h, c) for h in rules.data.hexes.values() for c in corners(rules.data.layout)]
        assert max(y for _, y in points) - min(y for _, y in points) > 0.93 * sheet.size[1]
        above, below = sheet.where.bays
        assert above[0] < sheet.ground[0] > below[0]


@pytest.mark.parametrize("canvas", [TALL, CANVAS])
def test_every_company_in_operation_and_every_player_is_listed(crowded, canvas, monkeypatch):
    view, rules = crowded
    said = written(monkeypatch, lambda: draw_map(view, rules, canvas=canvas))
    shown = " ".join(said)
    for company in queries.in_order(view, rules):
        assert company in said
    for player in view.order:
        assert player in shown
        assert rules.data.money(queries.worth(view, rules, player)) in said


def test_a_tall_canvas_shows_larger_hexes_on_a_phone(crowded):
    view, rules = crowded
    tall, wide = (sheet_of(view, rules, c) for c in (TALL, CANVAS))
    assert (
        tall.where.size * phone.SCREEN_WIDTH / tall.size[0] > 1.15 * wide.where.size * phone.SCREEN_WIDTH / wide.size[0]
    )
    assert tall.where.size * phone.SCREEN_WIDTH / tall.size[0] > 11


@pytest.mark.parametrize("canvas", [TALL, CANVAS])
def test_the_legend_lists_every_run_in_its_place(crowded, canvas):
    view, rules = crowded
    train, hexes = next(iter(rules.data.train_cards)), list(rules.data.hexes)[:7]
    runs = tuple(Run(train, tuple(f"{h}.a" for h in hexes), (), 120) for _ in range(5))
    sheet = sheet_of(view, rules, canvas, Marks(runner=next(iter(view.companies)), runs=runs))
    box = dict(sheet.lists)["legend"]
    image = style.canvas(sheet.size, rules.data)
    sheet.panel.legend(image, box)
    assert {c for _, c in image.getcolors(1 << 16) or ()} >= set(style.RUNS[:5])
    painted = ImageChops.difference(image, style.canvas(sheet.size, rules.data)).getbbox()
    assert painted is not None
    assert painted[2] <= box[2]
    assert painted[3] <= box[3]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("companies", [2, 5, 12])
def test_neither_half_below_the_map_is_left_empty(name, companies):
    """However few or many companies there are, words end about as low at the left as at the right."""
    rules = TITLES[name].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    view.market = {"0,0": list(rules.data.companies)[:companies]}
    for company in view.market["0,0"]:
        view.companies[company].president, view.companies[company].floated = "ann", True
    sheet = sheet_of(view, rules, TALL)
    image, bare = (style.canvas(sheet.size, rules.data) for _ in range(2))
    sheet.paint(image)
    _, top, right, bottom = sheet.ground
    ends = []
    for half in ((0, top, right // 2, bottom), (right // 2, top, right, bottom)):
        ink = ImageChops.difference(image.crop(half), bare.crop(half)).getbbox()
        assert ink is not None
        ends.append(ink[3])
    assert abs(ends[0] - ends[1]) < 0.3 * (bottom - top)


def test_the_last_run_stands_below_the_companies_where_that_leaves_no_hole(monkeypatch):
    """Below 18EU's minors there was nothing as far as the notes of the trains went, and the run stood below both."""
    rules = TITLES["18EU"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    view.market = {"0,0": list(rules.data.companies)[:8]}
    for company in view.market["0,0"]:
        view.companies[company].president, view.companies[company].floated = "ann", True
    run = Run(next(iter(rules.data.train_cards)), ("C4.a", "D3.a", "D5.a", "E6.a", "C8.a"), (), 60)
    marks = Marks(runner="8", runs=(run,))
    sheet = sheet_of(view, rules, TALL, marks)
    said = written(monkeypatch, lambda: draw_map(view, rules, marks, canvas=TALL))
    assert [t for t in said if "–" in t and len(t) > 9] == ["Rotterdam–Amsterdam–Utrecht–Dortmund–Brussels"], (
        "in a line of their own where they need it"
    )
    boxes = dict(sheet.lists)
    companies, legend = boxes["companies"], boxes["legend"]
    assert legend[2] <= companies[2], "in the same column"
    rows = sheet.panel.companies().height
    assert 0 < legend[1] - (companies[1] + rows) < 40
    assert max(b[3] for b in boxes.values()) <= sheet.size[1]


def test_trains_left_are_cards_with_price_number_and_what_they_bring(monkeypatch):
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    said = written(monkeypatch, lambda: draw_map(view, rules, canvas=TALL))
    assert {"$100", "× 5", "$800"} <= set(said)
    assert "2T rust, train limit 3" in " ".join(said)


def test_the_numbers_of_what_changed_are_explained(monkeypatch):
    g = board("F6=57/0[CoG] C9=8/0")
    marks = Marks(hexes=("C9",), order=("F6.a.0", "C9"), slots=("F6.a.0",), moves=(PriceChange("CoG", "2,3", "2,4"),))
    for canvas in (TALL, CANVAS):
        said = written(monkeypatch, lambda canvas=canvas: draw_map(g.view(None), g.rules, marks, canvas=canvas))
        assert {"what changed", "CoG: station in Macon (F6)", "tile 8 on C9", "CoG $70 → $80"} <= set(said)


@pytest.mark.parametrize("canvas", [TALL, CANVAS])
@pytest.mark.parametrize("sold", [False, True])
def test_a_bank_without_trains_is_said_to_have_none(monkeypatch, sold, canvas):
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    if sold:
        view.place |= dict.fromkeys(rules.data.train_cards, "gone")
    said = written(monkeypatch, lambda: draw_map(view, rules, canvas=canvas))
    assert ("trains left" in said, "The bank has no train left" in said) == (not sold, sold)


def test_a_column_says_who_holds_what_rather_than_in_larger_print_how_much_is_left():
    """In 18GA the lowest quarter of the column was empty as long as trains were left."""
    rules = TITLES["18GA"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    view.market = {"0,0": list(rules.data.companies)[:6]}
    for company in view.market["0,0"]:
        view.companies[company].president, view.companies[company].floated = "bob", True
    *sold, _, _ = queries.depot(view, rules)
    view.place |= {card: "gone" for card in rules.data.train_cards if cards.kind(card) in sold}
    boxes = dict(sheet_of(view, rules, CANVAS).lists)
    assert "shares" in boxes
    assert boxes["shares"][3] <= CANVAS[1]


def test_where_a_column_would_end_half_way_it_says_who_holds_what(monkeypatch):
    """Late in 18VA two fifths of the column beside its map were empty."""
    rules = TITLES["18VA"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    *sold, _ = queries.depot(view, rules)
    view.place |= {card: "gone" for card in rules.data.train_cards if cards.kind(card) in sold}
    view.market = {"0,0": list(rules.data.companies)[:4]}
    for company in view.market["0,0"]:
        view.companies[company].president, view.companies[company].floated = "bob", True
        certificate = next(c for c, _, _ in queries.certificates(view, rules, company))
        view.place[certificate] = "bob"
    sheet = sheet_of(view, rules, CANVAS)
    boxes = dict(sheet.lists)
    assert max(box[3] for box in boxes.values()) > 0.8 * sheet.size[1]
    said = written(monkeypatch, lambda: draw_map(view, rules, canvas=CANVAS))
    assert "shares" in said
    assert any(text.endswith("%") for text in said)


def test_a_tall_land_s_sheet_says_who_holds_what_where_closer_rows_leave_room_for_it():
    """18India's whole map did not, though a fifth of it was empty."""
    rules = TITLES["18India"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    view.market = {"0,0": list(rules.data.companies)[:8]}
    for company in view.market["0,0"]:
        view.companies[company].president, view.companies[company].floated = "bob", True
        view.place[f"{company}.0"] = "bob"
    sheet = sheet_of(view, rules, CANVAS)
    wide, tall = (next(b for name, b in sheet.lists if name == what) for what in ("companies", "shares"))
    assert not overlap(wide, tall)
    assert tall[3] < sheet.size[1]
    signs = [row[0].company for row in sheet.panel.shares().cells]
    assert signs == [""] * 8, "signs of rows so close would touch"
    usual = replace(sheet.panel, unit=1.0, found={}).shares().cells
    assert all(row[0].company for row in usual)


@pytest.mark.parametrize("kinds", [2, 3])
def test_cards_of_the_last_trains_take_the_whole_width(kinds):
    """Late in a game the right third below the map stood empty."""
    rules = TITLES["18TN"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    sold = list(queries.depot(view, rules))[:-kinds]
    view.place |= {card: "gone" for card in rules.data.train_cards if cards.kind(card) in sold}
    band = TrainCards(view, rules, 1, wide_print(60))
    assert len(band.left) == kinds
    image = style.canvas((1100, band.height(1100)), rules.data)
    band.paint(image, (0, 0, 1100, image.height))
    assert image.getpixel((1085, image.height - 6)) == style.SHADE


def test_the_head_names_who_runs_and_who_comes_after(monkeypatch):
    g = board("F6=57/0[CoG]")
    view = g.view(None)
    view.agenda = [OperatingRound(["ACL", "CoG"], paid=True), CompanyTurn("CoG")]
    said = written(monkeypatch, lambda: draw_map(view, g.rules, canvas=TALL, asked=("ann",)))
    assert "ann runs CoG" in said
    after = next(s for s in said if s.startswith("then "))
    assert "GA (ann)" in after
    assert "ACL (" not in after
    assert "CoG (" not in after


def test_a_table_too_wide_for_its_room_cuts_names_and_no_number():
    data = TITLES["18GA"].rules((), 3).data
    cells = ((Cell("a name that goes on and on"), Cell("$1,234"), Cell("$5,678")),)
    rows = Rows((Column("player"), Column("cash", right=True), Column("worth", right=True)), cells, 24, 40)
    image = style.canvas((420, 120), data)
    rows.paint(image, data, 10, 10, 300)
    ink = ImageChops.difference(image, style.canvas((420, 120), data)).getbbox()
    assert ink is not None
    assert ink[2] <= 311


def test_players_have_colours_of_their_own_that_differ():
    for a, b in itertools.combinations(style.PLAYERS, 2):
        assert sum(abs(x - y) for x, y in zip(a, b, strict=True)) > 60
    assert all(style.contrast(c, style.PAPER) >= 3 for c in style.PLAYERS)
    assert [style.seat(["ann", "bob"], p) for p in ("ann", "bob", "pool")] == [*style.PLAYERS[:2], style.PALE]


@pytest.mark.parametrize("canvas", [TALL, CANVAS])
def test_goods_that_hexes_of_18_india_have_no_room_for_are_listed(canvas):
    """On the wide map two hexes were empty, and “best +n” stood at Colombo alone."""
    rules = TITLES["18India"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    assert "signs" in dict(sheet_of(view, rules, canvas).lists)


def test_a_bank_that_pays_more_than_it_has_is_broken():
    """Its panel said "bank -₹12,576"."""
    rules = TITLES["18GA"].rules((), 3)
    state = Game.new(rules, ["ann", "bob", "cid"], "1").state
    state.cash["bank"] = -1
    assert queries.bank_words(state, rules) == "broken"
    state.cash["bank"] = 12
    assert queries.bank_words(state, rules) == "$12"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shown", ["ann", "Player_1", "Zoë van Dijk"])
def test_nothing_of_companies_and_players_is_cut_below_a_phone_s_map(name, shown):
    """Names of players were cut to "Pla…", and sums ran over the edge."""
    players = ("ann", "bob", "cid", "dora")[: TITLES[name].file.players[1]]
    rules = replace(TITLES[name].rules((), len(players)), called=dict.fromkeys(players, shown))
    view = Game.new(rules, players, "1").view(None)
    for company in list(rules.data.companies)[:8]:
        if company in view.companies:
            view.companies[company].president, view.companies[company].floated = players[0], True
            view.cash[company] = 1_234
    if not any(d.kind == "minor" for d in rules.data.companies.values()):
        view.market = {"0,0": list(rules.data.companies)[:8]}
    for player in players:
        view.cash[player] = 12_345
    sheet = sheet_of(view, rules, TALL)
    boxes = dict(sheet.lists)
    for what, rows in (("companies", sheet.panel.companies()), ("players", sheet.panel.players())):
        if rows.cells:
            assert boxes[what][2] - boxes[what][0] >= rows.tightest(), what


def test_a_finished_game_s_table_shortens_no_mark():
    """One company that never floated cut "GMO" and "NC&StL" to "G…" and "N…"."""
    rules = TITLES["18TN"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    view.over, view.market = "bank", {"0,0": list(rules.data.companies)}
    for company in view.companies.values():
        company.president = "ann"
    rows = Panel(view, rules, NONE, [], 1.0).companies()
    assert {row[3].text for row in rows.cells} == {"–"}
    assert all(row[0].soft and row[0].whole for row in rows.cells)
    assert rows._fitted(100)[0] == rows.least()[0]


def test_in_the_end_players_stand_by_place_and_nobody_goes_first():
    """They stood as they sat, one of them with the mark of the priority deal."""
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ["ann", "bob", "cid"], "1").view(None)
    view.order, view.cash = ["ann", "bob", "cid"], view.cash | {"ann": 300, "bob": 450, "cid": 500}
    view.companies["GA"].president, view.market = "bob", {"0,0": ["GA"]}
    view.place |= {"GA.0": "bob", "GA.1": "cid"}
    view.priority = "bob"
    for over, order in (("", ["ann", "bob ◂", "cid"]), ("bank", ["bob", "cid", "ann"])):
        panel = Panel(structs.replace(view, over=over), rules, NONE, [], 1.0)
        assert [row[0].text for row in panel.players().cells] == order
        assert [column.head for column in panel.shares().columns[1:]] == [name.removesuffix(" ◂") for name in order]
        assert {row[0].text: [cell.text for cell in row[1:]] for row in panel.shares().cells}["GA"] == [
            {"ann": "", "bob ◂": "20%", "bob": "20%", "cid": "10%"}[name] for name in order
        ]
    marked = structs.replace(view, over="bankruptcy")
    BANKRUPT.add(marked, "bob")
    assert [row[0].text for row in Panel(marked, rules, NONE, [], 1.0).players().cells] == ["cid", "ann", "bob"]


@pytest.mark.parametrize("name", ["18VA", "18EU", "18India"])
def test_a_phones_map_tells_what_every_train_brings(name, monkeypatch):
    """Where cards have no room for it, only the next train's effect was told."""
    rules = TITLES[name].rules((), 4)
    g = Game.new(rules, ["ann", "bob", "cid", "dee"], "1")
    said = " ".join(written(monkeypatch, lambda: draw_map(g.view(None), rules, canvas=TALL)))
    for train, text in train_effects.depot_effects(rules, queries.depot(g.state, rules)).items():
        shown = type_in_table(rules, train)
        assert "G-train" not in text, "a train had two names in a picture: 5T/4G and 5/4G-train"
        assert not text or text.startswith("as ") or f"The first {shown}:" in said or text.split(", ")[0] in said


def test_nobody_is_to_act_where_nobody_is_asked(monkeypatch):
    """`/view map title:18TN` said "player1 to act"."""
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ["player1", "player2", "player3"], "1").view(None)
    view.agenda = [CompanyTurn("GA")]
    view.companies["GA"].president = "player1"
    assert not any("player1 runs" in line for line in written(monkeypatch, lambda: draw_map(view, rules, asked=())))
    assert "to act" not in alt_map(view, rules, asked=())
    assert "player1 runs GA" in written(monkeypatch, lambda: draw_map(view, rules))


@pytest.mark.parametrize("name", ["18GA", "18TN", "18VA", "18EU"])
def test_names_of_players_are_whole_beside_a_wide_map(name, monkeypatch):
    """Six times "Player…" stood in 18TN."""
    players = ["Wolfgang", "Christine", "Player_1", "TheRailwa"][: TITLES[name].file.players[1]]
    rules = TITLES[name].rules((), len(players))
    view = Game.new(rules, players, "1").view(None)
    companies = [c for c, d in rules.data.companies.items() if d.kind != "minor"]
    for n, company in enumerate(companies):
        view.companies[company].president = players[n % len(players)]
        view.companies[company].floated = True
        view.cash[company] = 1122
    view.market = {"0,0": companies}
    said = written(monkeypatch, lambda: draw_map(view, rules, canvas=CANVAS))
    assert [text for text in said if text.endswith("…")] == []


@pytest.mark.parametrize("canvas", [CANVAS, TALL])
def test_what_a_player_is_worth_is_found_once_for_all_prints_that_are_tried(crowded, canvas, monkeypatch):
    """The column beside a map was tried in twenty sizes, each time with everybody's worth: a third of a map's time."""
    view, rules = crowded
    asked, worth = [], queries.worth

    def watch(view, rules, player):
        asked.append(player)
        return worth(view, rules, player)

    monkeypatch.setattr(queries, "worth", watch)
    draw_map(view, rules, canvas=canvas)
    assert sorted(asked) == sorted(view.order)


def test_a_sum_is_not_read_with_the_words_behind_it(monkeypatch):
    """`$50` of a treasury and a 2-train stood as close as `$50 2`."""
    at: dict[str, float] = {}
    write = fonts.write

    def note(draw: Any, spot: Any, text: str, *more: Any, **others: Any) -> None:
        at[text] = spot[0]
        write(draw, spot, text, *more, **others)

    monkeypatch.setattr(fonts, "write", note)
    heads = (
        Column("company"),
        Column("price", right=True),
        Column("treasury", right=True),
        Column("trains"),
        Column("who"),
    )
    cells = ((Cell("MR"), Cell("$126"), Cell("$50"), Cell("2 2"), Cell("dora")),)
    rows = Rows(heads, cells, 24, 40)
    image = Image.new("RGB", (rows.tightest() + 20, 100))
    rows.paint(image, None, 10, 10, rows.tightest())
    assert at["2 2"] - at["$50"] >= 17
    assert at["dora"] + fonts.width("dora", 24) <= rows.tightest() + 10


@pytest.mark.parametrize("why", ["price", "bank"])
def test_a_map_says_in_words_why_the_game_is_over(why):
    """It said "Game over: price"."""
    g = Game.new(TITLES["18GA"].rules((), 3), ["ann", "bob", "cid"], "1")
    view = structs.replace(g.view(None), over=why)
    assert Panel(view, g.rules, NONE, (), 1.0)._acting_line() == f"Game over: {END_REASONS[why][0]}"


def test_a_game_that_is_over_says_why_whole_beside_a_wide_map(monkeypatch):
    """`Game over: a share price reached the e…` cut the most important line of the picture."""
    g = board("D10=57/1[GA]", title="18GA")
    view = structs.replace(g.view(None), over="price")
    said = written(monkeypatch, lambda: draw_map(view, g.rules, canvas=CANVAS))
    head = next(n for n, line in enumerate(said) if line.startswith("Game over: "))
    assert " ".join(said[head : head + 2]).startswith(f"Game over: {END_REASONS['price'][0]}")


def test_no_name_stands_on_the_panel_beside_a_wide_map(monkeypatch):
    """Bristol Coalfields ran over the panel's edge and over the mark of a company there."""
    rules = TITLES["18TN"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    boxes: list[Any] = []
    write = PlaceNames._write

    def note(names, h, placed):
        boxes.append(placed.box)
        write(names, h, placed)

    monkeypatch.setattr(PlaceNames, "_write", note)
    draw_map(view, rules, canvas=CANVAS)
    left = sheet_of(view, rules, CANVAS).ground[0]
    assert boxes
    assert all(box[2] <= left for box in boxes)


def test_a_long_line_leaves_room_for_a_second_column():
    """The goods of a phone's map were 6 pixels high, in one column with half of the picture empty."""
    bonuses = "Lahore: best +30", "Mumbai: best +40", "Delhi 100", "A18: Chennai 80", "Nepal 70"
    said = ["Karachi, Kochi, Colombo, China: best +20", *bonuses]
    lines = ChangeLines([Change("", words) for words in said], 1.15, phone_print(33))
    wide = 1100
    assert lines._columns(wide) == 2
    assert lines.height(wide) < lines.height(500)
    starts = lines._starts(2, wide)
    assert starts[1] >= lines._widths(2)[0]


@pytest.mark.parametrize(("words", "goods", "high"), [(4, 9, 5), (4, 8, 4), (3, 9, 5), (2, 4, 2), (0, 9, 3), (1, 2, 1)])
def test_small_pictures_of_goods_stand_in_columns_of_their_own(words, goods, high):
    """Ore and oil stood below four bonuses, as if they were bonuses."""
    changes = [*(Change("", "Delhi 100") for _ in range(words)), *(Change("", "oil", "oil") for _ in range(goods))]
    columns = ChangeLines(changes, 1.15, phone_print(33))._shared_out(3)
    assert [c for column in columns for c in column] == changes
    assert max(map(len, columns)) == high
    assert len(columns) <= 3
    assert all(len({c.symbol for c in column}) == 1 for column in columns)


def test_a_company_without_a_president_is_not_among_those_that_come_next():
    g = golden_position("18India-bank", 460)
    view = g.view(None)
    assert view.companies["PNS"].floated
    assert view.companies["PNS"].president == ""
    assert queries.operate_next(view, g.rules) == ["MR"]
