"""Typed lines of all titles, and what comes of each: the rows of `typed_lines.txt`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.views.console.state import ConsoleState, save_state
from game.notation import line
from tests.support.discord_world import NAMES, World, answer, labels, world
from tests.support.golden_positions import golden_position
from tests.support.typed_lines import plain_words, typist_at

TABLE = Path(__file__).with_name("typed_lines.txt")

pytestmark = pytest.mark.usefixtures("undrawn")


class Row(NamedTuple):
    """A line, and a part of its answer, or with `plays` the action that it plays first. `follows`: the console stays open."""

    typed: str
    wanted: str
    plays: bool
    follows: bool


def read_table() -> dict[str, dict[int, list[Row]]]:
    """The rows by golden game and number of actions."""
    table: dict[str, dict[int, list[Row]]] = {}
    rows = list[Row]()
    for text in TABLE.read_text("utf-8").splitlines():
        if not text or text.startswith("# "):
            continue
        name, _, number = text.partition(" ")
        if name.startswith("18") and number.isdecimal():
            rows = table.setdefault(name, {}).setdefault(int(number), [])
            continue
        plays = " => " in f"{text} "
        typed, _, wanted = f"{text} ".partition(" => " if plays else " | ")
        rows.append(Row(typed.strip(), wanted.strip(), plays, text.startswith("  ")))
    return table


ROWS = read_table()


@pytest.mark.parametrize("name", ROWS)
async def test_each_line_gets_its_answer(tmp_path, name):
    async with world(tmp_path, NAMES) as w:
        wrong = [f for number, rows in ROWS[name].items() for f in await list_failures(w, name, number, rows)]
    assert wrong == []


async def list_failures(w: World, name: str, number: int, rows: Sequence[Row]) -> list[str]:
    """The rows whose answer is another one, with that; also those that a line which nobody understands would fit as well."""
    typist, wrong = await typist_at(w, golden_position(name, number)), list[str]()
    asked = _read_answer(await typist.type_line("?"))
    for row in rows:
        table, before = typist.table, len(await typist.table.history())
        if not row.follows:
            seat = next(s for s in table.seats if s.name == table.position.deciders[0])
            await save_state(w.store, table, seat, ConsoleState(action_version=table.action_version(seat.name)))
        told = _read_answer(await typist.type_line(row.typed))
        made = [line(m.action) for m in (await table.history())[before:] if m.action is not None]
        fits = row.wanted in made[:1] if row.plays else row.wanted in told
        if row.wanted and row.wanted in asked and not (row.plays or row.follows):
            fits = told == asked
        if bool(made) != row.plays or not fits:
            wrong.append(f"{name} {number}: {row.typed}: {'; '.join(made) or told}")
        if made:
            typist = await typist_at(w, golden_position(name, number))
    return wrong


def _read_answer(done: Any) -> str:
    """The words and the buttons of an answer, a line each."""
    shown = answer(done)
    return "\n".join([plain_words(shown), *labels(shown)])
