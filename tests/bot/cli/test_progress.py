"""Long work on the terminal shows how far it is, and writes nothing of that into files and pipes."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from rich.console import Console

from bot.cli import export, play, progress, render
from bot.cli.game_setup import CommandLine
from bot.cli.picture_kinds import Gallery
from bot.interchange import comparison
from bot.sandbox.demo_game import SEED, play_demo
from game.play import Game
from render import map_parts
from render.drawing import phone
from render.results.replay import draw_frame
from tests.golden import FOLDER
from titles import TITLES, Title


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What is written onto a terminal that is ours."""
    screen = io.StringIO()
    monkeypatch.setattr(progress, "Console", lambda **_: Console(file=screen, force_terminal=True, width=80))
    return screen


def test_a_bar_says_what_is_done_of_how_much(terminal: io.StringIO) -> None:
    with progress.progress_bar("Measuring") as report:
        report(2, 5)
    assert "Measuring" in terminal.getvalue()
    assert "2/5" in terminal.getvalue()


def test_a_random_game_shows_a_bar_where_its_lines_go_into_a_file(terminal: io.StringIO) -> None:
    lines = io.StringIO()
    play.main(CommandLine("18GA", ("ann", "bob", "cid"), seed="1", random=12), io.StringIO(), lines)
    assert "12/12" in terminal.getvalue()
    assert "12/12" not in lines.getvalue()


def test_on_a_terminal_its_lines_stand_above_the_bar(terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = io.StringIO()
    monkeypatch.setattr(lines, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", lines)
    play.main(CommandLine("18GA", ("ann", "bob", "cid"), seed="1", random=12), io.StringIO())
    assert "12/12" in terminal.getvalue()
    assert "ann bid" in terminal.getvalue()


def test_pictures_of_everything_show_a_bar(
    terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def draw_two(title: Title, folder: Path) -> Iterator[Path]:
        for n in range(2):
            path = folder / f"{title.folder}-{n}.png"
            Image.new("RGB", (20, 20)).save(path)
            yield path

    monkeypatch.setattr(render, "_draw_middle", draw_two)
    monkeypatch.setattr(render, "_draw_end", lambda title, folder: iter(()))
    monkeypatch.setattr(render, "USUAL_COUNT", 4)
    drawn = [*render.draw_everything(tmp_path)]
    assert [path.parent.name for path in drawn] == ["light"] * 15 + ["dark"] * 15
    assert "30/30" in terminal.getvalue()
    drawn = [*render.draw_everything(tmp_path, "18VA")]
    assert [path.name.partition("-")[0] for path in drawn] == ["18va"] * 6, "it drew all titles, whichever was named"


def test_copies_for_a_phone_are_packed(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    picture = Image.merge("RGB", [Image.radial_gradient("L").resize((1200, 1200))] * 3)
    picture.paste((60, 160, 90), (100, 100, 130, 130))  # as little as a tile's colour in a heading
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(n for grey in range(255) for n in (grey, grey, grey)), 60, 160, 90])
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(path)  # as all pictures of maps and tables
    with Image.open(render._shrink(path)) as small:
        assert (small.mode, small.width) == ("P", phone.SCREEN_WIDTH)
        left: Any = small.convert("RGB").getpixel((37, 37))
        assert left == (60, 160, 90), "it became grey"
        ground: Any = small.convert("RGB").getpixel((200, 200))
        assert len({*ground}) == 1


@pytest.mark.parametrize("title", TITLES)
def test_the_parts_of_a_map_are_among_all_pictures(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone is sent them, but nobody who judged all pictures saw one."""
    monkeypatch.setattr("render.draw_crop", lambda *_given, canvas, **_more: Image.new("RGB", canvas))
    rules = TITLES[title].rules((), 3)
    parts = dict(render._draw_parts(Game.new(rules, render.FOUR[:3], "1")))
    assert [*parts] == [f"part-{part.word}" for part in map_parts(rules.data)]


def test_a_company_s_card_has_its_history(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told: dict[str, object] = {}

    def note(_view: object, _rules: object, company: str, history: object = ()) -> Image.Image:
        told[company] = history
        return Image.new("RGB", (20, 20))

    monkeypatch.setattr("render.draw_company", note)
    rules, players = TITLES["18GA"].rules((), 3), ("ann", "bob", "cid")
    g = Game.new(rules, players, SEED)
    gallery = Gallery(g, play_demo(rules, players)[1])
    [*render.draw_cards(g, tmp_path, "18ga", {c: gallery.history(c) for c in g.state.companies})]
    ran = [c for c, s in g.state.companies.items() if s.ran]
    assert ran
    assert all(told[c] for c in ran)
    told.clear()
    [*render.main("18GA", FOLDER / "18GA-price.txt", False, tmp_path)]
    assert told
    assert told["ACL"], "the cards of `trunkline render TITLE` had none"


def test_a_game_brings_pictures_of_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kinds that a game of 18GA meets on its way, and those of its story."""
    frames: list[dict[str, Any]] = []

    def note_frame(*about: Any, **more: Any) -> Image.Image:
        frames.append(more)
        return draw_frame(*about, **more)

    monkeypatch.setattr("bot.cli.picture_kinds.draw_frame", note_frame)
    rules, players = TITLES["18GA"].rules((), 3), ("ann", "bob", "cid")
    actions = play_demo(rules, players)[1]
    gallery = Gallery(Game.new(rules, players, SEED), actions)
    drawn = dict(gallery.pictures())
    asked = {"bids", "par", "places", "lays", "runs", "trains"}
    assert (
        asked | {"last-runs-1", "network", "holdings", "upgrades", "round", "timeline", "final", "frame"}
        <= drawn.keys()
    )
    assert all(image.width >= 390 for image in drawn.values())
    assert frames[0]["names"], "places had no names, which they have in a replay"


def test_what_companies_become_is_drawn_of_a_whole_game_too() -> None:
    """A conversion of 18VA came after the middle of the game, and no picture showed it."""
    rules, players = TITLES["18VA"].rules((), 4), ("ann", "bob", "cid", "dora")
    gallery = Gallery(Game.new(rules, players, SEED), play_demo(rules, players, plays=100_000)[1])
    assert {"change", "last-runs-1"} <= dict(gallery.story()).keys()


def test_a_replay_says_how_far_reading_its_file_is(
    terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch, shared: Path, tmp_path: Path
) -> None:
    """It stood at 0/? for seconds."""
    monkeypatch.setattr(render, "paint_film", lambda *_: b"")
    file = min((shared / "recorded").glob("18GA/*.json"), key=lambda f: f.stat().st_size)
    render.draw_replay(file, tmp_path)
    assert re.search(r"Reading.*[1-9]\d*/\d", terminal.getvalue())


def test_sheets_and_one_title_show_a_bar(terminal: io.StringIO, tmp_path: Path) -> None:
    drawn = [*render.main("18GA", None, True, tmp_path)]
    assert f"{len(drawn)}/{len(drawn)}" in terminal.getvalue()
    terminal.truncate(0)
    cards = [*render.main("18GA", None, False, tmp_path)]
    assert f"{len(cards)}/" in terminal.getvalue()


def test_an_export_shows_a_bar(terminal: io.StringIO, shared: Path, tmp_path: Path) -> None:
    file = min((shared / "recorded").glob("18GA/*.json"), key=lambda f: f.stat().st_size)
    export.main(str(file), "transcript", tmp_path / "game.txt", None)
    assert "Reading" in terminal.getvalue()
    assert "Writing" in terminal.getvalue()


def test_a_replay_tells_how_many_actions_are_played(shared: Path) -> None:
    file = min((shared / "recorded").glob("18GA/*.json"), key=lambda f: f.stat().st_size)
    told: list[tuple[int, int]] = []
    comparison.main(file, None, io.StringIO(), lambda done, of: told.append((done, of)))
    assert len(told) > 100
    assert told[0] == (1, told[0][1])
    assert told[-1][0] == told[-1][1]
