"""The comparison with another program, by a program that stands for it: it says of each action that nothing changed."""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path

import pytest

from tests import second_engine
from tests.second_engine import Setup, Verdict, judge, told

PROGRAM = """
import json, sys
game = json.load(open(sys.argv[-1]))
print("chatter that is no line of a trace")
seats = [{"seat": n, "id": p["id"]} for n, p in enumerate(game["players"], 1)]
print(json.dumps({"title": game["title"], "seats": seats, "state": {}}))
for action in game["actions"]:
    print(json.dumps({"id": action["id"], "change": {}}))
    if "--refuse" in sys.argv:
        print(json.dumps({"refused": "not this", "id": action["id"], "action": action, "loads": "--loads" in sys.argv}))
        break
else:
    tail = {"final": True, "finished": False, "result": None}
    print(json.dumps(tail | ({"cpu": 2.5} if "--cpu" in sys.argv else {})))
"""
GAME = Setup("18GA", 3, 201, "even")


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    path = tmp_path / "a program.py"
    path.write_text(PROGRAM, "utf-8")
    monkeypatch.setattr(second_engine, "LONGEST", 12)
    monkeypatch.setattr(second_engine.played, "__defaults__", (12,))
    command: list[str] = second_engine.arguments(["--engine", shlex.join([sys.executable, str(path)])]).engine
    return command


def printed(verdicts: list[Verdict]) -> str:
    out = io.StringIO()
    told("18GA", verdicts, out, speed=True)
    return out.getvalue()


def test_both_times_stand_side_by_side(engine: list[str]) -> None:
    verdict = judge(engine, GAME, speed=True)
    assert verdict.accepted, verdict.short
    assert verdict.ours > 0
    assert verdict.theirs > 0
    assert "CPU time for the same 1 files: ours " in printed([verdict])


def test_a_program_may_say_itself_how_long_it_played(engine: list[str]) -> None:
    verdict = judge([*engine, "--cpu"], GAME, speed=True)
    assert verdict.theirs == 2.5
    assert f"ours {verdict.ours:.2f} s, theirs 2.50 s, theirs is " in printed([verdict])


def test_a_game_that_is_refused_counts_for_no_time(engine: list[str]) -> None:
    verdict = judge([*engine, "--refuse"], GAME)
    assert not verdict.accepted
    assert "CPU time for the same 0 files: ours 0.00 s, theirs 0.00 s\n" in printed([verdict])


def test_what_is_refused_in_play_only_is_told_so(engine: list[str]) -> None:
    verdict = Verdict(GAME, data=b'{"title": "18GA", "players": [{"id": 1}], "actions": [{"id": 1, "type": "bid"}]}')
    _, refused = second_engine._told(verdict, [*engine, "--refuse", "--loads"])
    assert refused == "refused at action 1 (bid): not this, though it loads the file"
