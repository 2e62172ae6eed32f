"""Golden games say what a change of the code changes in play; every title, way to end and option has one."""

from __future__ import annotations

import pytest

from game.transcript import perform
from tests.golden import GAMES, Golden
from tests.support import golden_positions, shared_results
from titles import TITLES


@pytest.mark.parametrize("golden", GAMES, ids=lambda g: g.name)
def test_the_game_goes_as_it_went(golden: Golden) -> None:
    kept = golden.path.read_text("utf-8")
    assert golden.retold().splitlines() == kept.splitlines()
    assert kept.endswith(f"# end: {golden.end}\n")


@pytest.mark.parametrize("title", TITLES)
def test_every_end_and_option_has_a_game(title: str) -> None:
    mine = [g for g in GAMES if g.title == title]
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    assert {g.end for g in mine} >= set(rules.ends)
    played = {o.partition("=")[0] for g in mine for o in TITLES[title].options(g.options)}
    assert played >= set(TITLES[title].file.option)


def test_a_position_is_played_on_from_the_last_one_that_another_process_has_kept(tmp_path, monkeypatch) -> None:
    """Each of four processes played the same games from the start. The last action is played anew: its events are there."""
    entries_played = []

    def play(g, entries):
        entries_played.append(len(entries))
        return perform(g, entries)

    monkeypatch.setattr(golden_positions, "_folder", None)
    golden_positions.share_positions(tmp_path)
    monkeypatch.setattr(golden_positions, "perform", play)
    found = []
    for _ in range(2):  # processes
        monkeypatch.setattr(golden_positions, "_kept", {})
        found += [golden_positions.golden_position("18TN-price", 80) for _ in (1, 2)]
    assert entries_played == [80, 1, 2, 1]
    assert len({g.snapshot() for g in found}) == 1
    assert all(g.events == found[0].events for g in found)
    assert found[0].events


def test_what_one_process_has_worked_out_the_others_read(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(shared_results, "_folder", None)
    shared_results.share_results(tmp_path)
    times: list[int] = []

    def work_out() -> list[bytes]:
        times.append(1)
        return [b"x"]

    for _ in range(2):  # processes
        monkeypatch.setattr(shared_results, "_known", {})
        found = [shared_results.worked_out("a result", work_out) for _ in (1, 2)]
        assert found == [[b"x"], [b"x"]]
    assert times == [1]
