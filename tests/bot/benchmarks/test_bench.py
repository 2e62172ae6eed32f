"""The measurements measure; whether they meet their targets is for a quiet machine to say."""

from __future__ import annotations

import contextlib
import gc
import io
import re
from pathlib import Path

import msgspec
import pytest

from bot.benchmarks import bench, busy_views, dense, engine_times, played_games
from bot.benchmarks.busy_views import ASKS, VIEWS
from bot.benchmarks.figures import Row, Times, timed_row
from bot.core.errors import UsageError
from bot.interchange.import_state import Imported
from game.play import Game
from titles import TITLES

TABLES = 6  # that draw: of a few the same is told as of many


def short_game() -> played_games.PlayedGame:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played_games, "PLAYS", 120)
        return next(iter(played_games.play_by_seed()))


@pytest.fixture(scope="module")
def printed():
    """The exit status of one whole run over a short game, what it printed as JSON, what it told meanwhile, and its steps."""
    steps = list[tuple[int, int]]()
    gc.freeze()  # what other tests have left is not looked through before each measurement
    game, out, told = short_game(), io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
        patch.setattr(played_games, "load_recorded", lambda _shared: iter(()))
        patch.setattr(played_games, "play_by_seed", lambda: iter((game,)))
        patch.setattr(played_games, "longest_random_game", lambda _shared: None)
        patch.setattr(busy_views, "TABLES", TABLES)
        status = bench.main(None, True, lambda done, of: steps.append((done, of)))
    return status, msgspec.json.decode(out.getvalue()), told.getvalue(), steps


@pytest.fixture(scope="module")
def measured_rows(printed):
    return msgspec.convert(printed[1]["rows"], list[Row])


def test_the_bar_goes_on_within_each_part_and_ends_full(printed):
    """It stood still for a minute while routes of 18EU were searched for on dense boards."""
    *_, steps = printed
    count = steps[0][1]
    assert steps == [(n, count) for n in range(count + 1)]
    assert count > 120 + dense.count_positions("18GA")


def test_every_part_is_measured(measured_rows):
    rows = {r.name: r for r in measured_rows}
    assert rows["replay, all checks"].figures["median"] > 100
    assert rows["best routes"].count > 3
    assert rows["legal lays of a company"].count > 5
    assert rows["snapshot: encode"].count == 120
    assert rows["undo"].count == 12
    assert 10 < rows["largest map"].figures["worst"] < 300
    assert 0.1 < rows["memory of a live game"].figures["worst"] < 20
    assert rows["animated replay"].count == 120
    assert rows["animated replay"].figures["drawing"] > rows["animated replay"].figures["frame"]
    assert "known best revenues" not in rows
    for ask in ASKS:
        answered, drawn = (rows[f"{TABLES} tables drawing: {ask}{which}"] for which in ("", ", with pictures"))
        assert answered.count == drawn.count == len(VIEWS)
        assert answered.figures["worst"] <= drawn.figures["worst"]
        assert all(f"{name} " in answered.note for name in VIEWS)
    title = short_game().rules.name
    for kind in ("map, as PNG", "map for a phone"):
        assert rows[f"{kind}, {title}"].count == 5 + (kind != "map, as PNG")  # the very first is told apart
        assert rows["map, drawn before"].figures["median"] < rows[f"{kind}, {title}"].figures["median"]
    assert rows[f"best routes, {title}"].count == rows["best routes"].count
    assert rows[f"legal lays, {title}"].count == rows["legal lays of a company"].count
    assert (
        rows[f"routes under stress, {title}"].count == 9
    )  # three companies have routes: 8 and 8, 8 and 6, 6 and 6 each


def test_the_report_as_json(printed, measured_rows):
    status, said, told, _ = printed
    parts = [line.partition(":")[0] for line in told.splitlines()]
    assert parts[:2] == ["games to measure with", "replay of all games"], "a minute passed without a word"
    assert parts[-5:] == ["pictures", "animated replay", "views at many tables", "memory", "growth"]
    assert all(re.fullmatch(r"[^:]+: \d+ s", line) for line in told.splitlines())
    assert said["loop_ms"] > 0
    assert status == int(not all(r.ok for r in measured_rows))
    assert all(r.ratio > 0 for r in measured_rows if r.unit == "ms")


def test_the_report_as_text(measured_rows, monkeypatch, capsys):
    monkeypatch.setattr(played_games, "load_recorded", lambda _shared: iter((short_game(),)))
    monkeypatch.setattr(bench, "measure_all", lambda _games, _shared, _report, _done: iter(measured_rows))
    status = bench.main(None, as_json=False)
    out = capsys.readouterr().out
    assert status == int(not all(r.ok for r in measured_rows))
    assert all(r.name in out for r in measured_rows)


def test_what_is_slower_than_its_target_is_not_ok():
    times = Times("x", {"median": 2, "worst": 5}, [0.001] * 98 + [0.004, 0.006])
    row = timed_row(times)
    assert row.figures == {"median": 1, "p99": 6, "worst": 6}
    assert not row.ok
    assert timed_row(Times("x", {"median": 2}, [0.001])).ok


def test_a_folder_without_games_is_refused(tmp_path: Path):
    with pytest.raises(UsageError, match="holds no recorded games"):
        played_games.find_recordings(tmp_path)


def test_recorded_games_meet_every_known_best_revenue(shared: Path, tmp_path: Path):
    (tmp_path / "recorded").mkdir()
    (tmp_path / "recorded" / "18GA").symlink_to(shared / "recorded" / "18GA")  # all of them take long to read
    engine = engine_times.EngineTimes(bench.known_optima(shared))
    for game in played_games.load_recorded(tmp_path):
        if game.name.startswith("18GA_game_end_bankrupt"):
            engine.measure_game(game)
    assert (engine.met, engine.unproven) == (engine.compared, 0)
    assert engine.compared > 20


def test_a_recorded_game_is_dealt_as_it_was():
    """18 India deals hands: another seed would make the recorded choices illegal."""
    players = ("ann", "bob", "cid")
    dealt = Game.new(TITLES["18India"].rules((), 3), players, "17 18xx.games", seated=True)
    again = played_games._convert_recording("x", Imported("18India", (), players, players, dealt)).start()
    assert again.snapshot() == dealt.snapshot()
