"""The replay of recorded games: its frames, size, words and time."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL.GifImagePlugin import GifImageFile
from typer.testing import CliRunner

from bot.__main__ import app
from bot.core import worker_process
from bot.core.errors import NotPossible
from bot.files import replay
from bot.files.replay import (
    Film,
    choose_episodes,
    film_of_file,
    paint_at_low_priority,
    paint_film,
    replace_ids,
    write_caption,
)
from bot.model.episodes import Episode, join_idle
from game.events import CardMoved, PhaseBegan, Ran, TrainBought
from game.play import Game
from render.data import queries
from tests.support.machine_speed import measure_effort
from tests.support.recorded_tables import recorded_game
from titles import TITLES

# The work of a frame, as many times the standard work of 12 ms: some 200 frames of a game of 1,000 moves take less than 20 s.
FRAME = 6


@pytest.fixture(scope="module")
def recorded(shared):
    """The material of a recorded game of that title, played once."""
    made = {}

    def film(name) -> Film:
        if name not in made:
            made[name] = film_of_file(recorded_game(shared, name))
        return made[name]

    return film


def words(film: Film) -> list[str]:
    rules = TITLES[film.title].rules(film.options, len(film.shown))
    return [write_caption(m.episode, Game.load(rules, m.state).view(None), rules) for m in film.moments]


def test_every_turn_of_a_company_has_a_frame(recorded):
    film = recorded("18GA/18GA_game_end_bank")
    turns = [m.episode for m in film.moments if m.episode.company]
    assert len(film.moments) == 88
    assert len(turns) == 77
    assert all(any(isinstance(e, Ran) for e in t.events) for t in turns[-5:])
    said = words(film)
    assert "ACL lays a tile in Brunswick, runs for $160 and withholds it, $60 → $55" in said
    bought = next(s for s in said if "8-trains" in s or "an 8-train" in s)
    assert bought.endswith("$45 → $40, buys an 8-train. Phase 8 begins. 4-trains rust (3 lost)")


def test_sums_of_a_round_that_is_over_are_those_at_its_end_not_with_what_privates_paid_since(recorded):
    """The frame of a stock round said $825 where the picture of that round had $815."""
    film = recorded("18GA/18GA_game_end_bank")
    rules = TITLES[film.title].rules(film.options, len(film.shown))
    ended = [m for m in film.moments if m.worth is not None]
    assert len({m.episode.round for m in ended}) == len(ended) > 10
    first = next(m for m in ended if m.episode.round.startswith("SR"))
    view = Game.load(rules, first.state).view(None)
    assert first.worth is not None
    assert all(queries.worth(view, rules, p) >= n for p, n in first.worth.items())
    assert any(queries.worth(view, rules, p) > n for p, n in first.worth.items())


def test_a_turn_without_a_deed_has_no_frame_and_its_news_come_with_the_next():
    idle = Episode("OR 1.1", "GA", (PhaseBegan("3"),), 4)
    deed = Episode("OR 1.1", "ACL", (TrainBought("ACL", "3-1", "depot", 180),), 6)
    players = Episode("SR 2", "", (), 9)
    after = Episode("OR 2.1", "GA", (Ran("GA", (), 0),), 11)
    joined = replace(deed, events=(*idle.events, *deed.events))
    assert join_idle([idle, deed, players]) == [joined, players]
    assert join_idle([deed, after]) == [replace(deed, events=(*deed.events, *after.events), last=11)]
    assert join_idle([idle]) == [idle], "nothing else has happened yet"


def test_18eu_tells_minors_and_mergers(recorded):
    said = words(recorded("18EU/74045"))
    assert said[0].startswith("Player_1 gets minor 14 (Ligne Strasbourg-Bâle) for £115. Player_3 gets minor 1 ")
    assert said[1] == "Minor 1 lays 2 tiles, one in Lille, runs for £90 and pays half"
    assert any("Player_1 starts FS at £100" in s and "merges minor 11 (Südbahn) into FS" in s for s in said)


def test_the_file_is_an_animation_that_discord_takes(recorded):
    film = recorded("18GA/18GA_game_end_bankrupt")
    reports = []
    data = paint_film(film, lambda done, of: reports.append((done, of)))
    assert len(data) <= replay.MAX_REPLAY_BYTES
    picture = GifImageFile(BytesIO(data))
    count = len(film.moments)
    assert picture.n_frames == count + 1, "the last one says who wins"
    assert picture.size[0] == 900
    assert reports == [(n, count) for n in range(1, count + 1)]
    picture.seek(picture.n_frames - 1)
    assert picture.info["duration"] == replay.LAST
    late = replace(film, moments=film.moments[-9:])
    assert paint_film(late) == paint_film(late), "the same bytes each time"


def test_a_replay_that_is_too_large_is_drawn_smaller(recorded, monkeypatch):
    film = recorded("18VA/hotseat001")
    whole = paint_film(film)
    monkeypatch.setattr(replay, "MAX_REPLAY_BYTES", len(whole) - 1)
    smaller = paint_film(film)
    assert GifImageFile(BytesIO(smaller)).size[0] == 720
    monkeypatch.setattr(replay, "MAX_REPLAY_BYTES", 100)
    with pytest.raises(NotPossible, match="too large"):
        paint_film(film)
    with pytest.raises(NotPossible, match="Nothing has happened"):
        paint_film(replace(film, moments=()))


def test_a_long_game_leaves_frames_out(monkeypatch):
    monkeypatch.setattr(replay, "MAX_FRAMES", 10)
    turns = [Episode("OR", "GA", (), n) for n in range(25)]
    assert [e.last for e in choose_episodes(turns)] == [0, 3, 6, 9, 12, 15, 18, 21, 24]
    players = [Episode("SR", "", (), n) for n in range(8)]
    assert choose_episodes(turns[:10] + players) == turns[:10]
    assert choose_episodes(turns[:4] + players[:2]) == turns[:4] + players[:2]


def test_players_are_called_by_their_names():
    assert replace_ids("p1 starts GA. p10 +10% p1x", {"p1": "Ann", "p10": "Bob"}) == "Ann starts GA. Bob +10% p1x"


def test_nothing_secret_is_in_a_frame(recorded):
    """18 India's hands: events for one player only are not told, and the picture is of what everybody knows."""
    film = recorded("18India/18India_game_end_bank")
    assert not [e for m in film.moments for e in m.episode.events if e.to]
    assert any(isinstance(e, CardMoved) for m in film.moments for e in m.episode.events)


@pytest.mark.parametrize("name", ["18EU/74045", "18India/18India_game_end_bank"])
def test_a_frame_takes_little_time(recorded, name):
    film = recorded(name)
    late = replace(film, moments=film.moments[-24:])
    paint_film(late)
    assert measure_effort(lambda: paint_film(late), 1) / len(late.moments) < FRAME


async def test_a_process_of_its_own_reports_and_draws_the_same(recorded):
    film = recorded("18VA/hotseat001")
    data = await worker_process.run_in_process(
        paint_at_low_priority, film, timeout_message="too long", crash_message="crashed", on_progress=_ignored
    )
    assert data == paint_film(film)


async def _ignored(done: int, of: int) -> None:
    assert done <= of


def test_the_command_writes_a_file(shared, tmp_path):
    game = shared / "recorded" / "18VA" / "hotseat001.json"
    found = CliRunner().invoke(app, ["render", "--replay", str(game), "--out", str(tmp_path / "new")])
    assert found.exit_code == 0, found.output
    path = tmp_path / "new" / "hotseat001-replay.gif"
    assert found.stdout.strip() == str(path)
    assert GifImageFile(BytesIO(path.read_bytes())).n_frames == 2
    missing = CliRunner().invoke(app, ["render", "--replay", str(tmp_path / "no.json")])
    assert missing.exit_code == 2
    assert "no.json cannot be opened: No such file" in missing.output
