"""Marks of the state: each is declared once, in one place, and read as what it is. The contract tests hold that games store
no others."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

import pytest

from game.marks import ENGINE, HOMES, OPEN, Declaration, ListMark, Mark, RecordMark, ValueMark, list_mark
from game.state import State
from tests.support.random_games import begin, wrongs
from titles import TITLES

ROOT = Path(__file__).parent.parent.parent


def names(declarations: tuple[Declaration, ...]) -> list[str]:
    """Names of marks and beginnings of families."""
    return [d.name if isinstance(d, Mark) else d.prefix for d in declarations]


@pytest.mark.parametrize("title", TITLES)
def test_no_name_is_declared_twice(title: str) -> None:
    declared = names((*ENGINE, *TITLES[title].rules((), 4).marks))
    assert len(set(declared)) == len(declared)
    prefixes = [name for name in declared if name.endswith((":", "."))]
    assert not [(p, name) for p in prefixes for name in declared if name != p and name.startswith(p)]


@pytest.mark.parametrize("title", TITLES)
def test_a_title_lists_every_mark_of_its_module(title: str) -> None:
    module = ROOT / "titles" / TITLES[title].folder.removeprefix("18") / "marks.py"
    tree = ast.parse(module.read_text("utf-8") if module.is_file() else "")
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and n.args]
    made = [c.args[0].value for c in calls if isinstance(c.args[0], ast.Constant)]
    assert made == names(TITLES[title].rules((), 4).marks)


def test_only_marks_touch_the_stored_form() -> None:
    users = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for top in ("bot", "game", "render", "titles")
        for path in (ROOT / top).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "marks"
        if isinstance(node.value, ast.Name | ast.Attribute)
        and ast.unparse(node.value).split(".")[-1] in ("state", "view")
    ]
    assert [u for u in users if not u.startswith("game/marks.py:")] == []


def test_an_undeclared_mark_is_found_by_the_contract() -> None:
    walk = begin("18EU", 0)
    assert wrongs(walk.game, walk.money) == []
    ListMark("stray").add(walk.game.state, "x")
    assert wrongs(walk.game, walk.money) == ["the mark 'stray' is not declared"]


def test_a_list_is_stored_as_it_always_was() -> None:
    state: State[object] = State(title="")
    assert (OPEN.is_set(state), list(OPEN.entries(state))) == (False, [])
    OPEN.add(state, "a", "b")
    OPEN.remove(state, "a")
    OPEN.remove(state, "c")
    assert (state.marks, OPEN.contains(state, "b")) == ({"open": ["b"]}, True)
    OPEN.remove(state, "b")
    assert (state.marks, OPEN.is_set(state)) == ({"open": []}, True)
    OPEN.clear(state)
    OPEN.clear(state)
    assert state.marks == {}


class Help(NamedTuple):
    company: str
    dollars: int = 0
    note: str = ""


def test_records_values_and_families_are_stored_as_strings() -> None:
    state: State[object] = State(title="")
    aid, when = RecordMark("help", Help), ValueMark("when")
    assert (aid.record(state), when.value(state)) == (None, "")
    aid.set(state, Help("B&O", 25))
    when.set(state, "now")
    HOMES["B&O"].set(state, ["D4"])
    assert state.marks == {"help": ["B&O", "25"], "when": ["now"], "home.B&O": ["D4"]}
    assert aid.record(state) == Help("B&O", 25)
    assert list(HOMES.members(state)) == ["B&O"]


def test_lists_are_found_by_name() -> None:
    marks = TITLES["18India"].rules((), 4).marks
    assert list_mark(marks, "in game").name == "in game"
    with pytest.raises(KeyError):
        list_mark(marks, "terrain help")  # a record
