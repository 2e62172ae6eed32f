"""Where nothing but a pass is left its button stands once, and says what is given up; no two buttons of any console are alike."""

from __future__ import annotations

from typing import Any

import pytest

from bot.model.action_form import Draft, find_by_digest
from bot.model.models import NewGame, Seat
from bot.model.replayed_game import Replayed
from bot.storage.repositories.new_games import write_game
from bot.storage.store import Store
from bot.tables.game_setup import make_move
from bot.tables.service import Table, Tables
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.custom_ids import parse_id
from bot.views.messages import PLAYS, Button
from bot.views.turn_panel import compose_panel
from game.actions import Pass
from game.play import Game
from tests.golden import GAMES
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, labels, said
from tests.support.golden_positions import golden_position, golden_positions
from titles import TITLES

STEP = 47  # of so many positions of a recorded game one is looked at
LAST = 700
KNOWN = {"18EU-preset": [837, 841, 842], "18India-options": [267], "18TN-bank": [677], "18EU-bank": [197]}


async def test_what_is_given_up_for_nothing_is_said_on_the_only_button_and_shown_first(w):
    """Two buttons side by side were both "Pass", and one of them gave a minor with £154 away at once."""
    thread = await table_at(w, golden_position("18EU-preset", 837))
    table = await w.game(thread)
    ann, before = w.actor_at(table), table.position.move
    shown = await ann.slash(thread, "turn")
    assert labels(answer(shown)) == ["Give up minor 2 for nothing"]
    typed = await ann.slash(thread, "do", action="pass")
    assert "gives up minor 2 (État Belge) for nothing, with £154" in said(typed)
    assert table.position.move == before
    done = await ann.click(answer(typed), label="Give up minor 2 for nothing")
    assert table.position.move != before
    assert "exchanges no minor" not in said(done)


async def test_a_turn_that_can_only_be_passed_has_one_button_for_it(full):
    """“Pass” and “Pass this turn” stood side by side."""
    thread = await table_at(full, golden_position("18India-options", 267))
    shown = await full.actor_at(await full.game(thread)).slash(thread, "turn")
    assert [text for text in labels(answer(shown)) if "Pass" in text] == ["Pass this turn"]


async def table_without_posts(store: Store, g: Game) -> Any:
    """A table in that position, of which nobody in Discord knows: a console is composed without."""
    people = [(seat, n, NAMES[n]) for n, seat in enumerate(g.state.order)]
    new = NewGame(guild=1, channel=g.state.seq, host=0, title=g.rules.name, shown=NAMES[0], options=g.rules.options)
    now = Replayed((make_move(g),), tuple(g.state.order), tuple(g.deciders()), "")
    return await Tables(store, TITLES).get(await write_game(store, new, people, now, 0))


@pytest.mark.parametrize("name", [g.name for g in GAMES])
async def test_no_two_buttons_of_a_console_are_alike(name: str, pictures_off: None, store: Store) -> None:
    """Of recorded games under all options: the whole console, with the buttons that pass; that one is no other's beginning."""
    numbers = sorted({*range(5, LAST, STEP), *KNOWN.get(name, ())})
    for g in golden_positions(name, numbers):
        if g.state.over:
            break
        table = await table_without_posts(store, g)
        seat = table.row.seat(g.deciders()[0])
        state = ConsoleState(Draft(), 0, table.action_version(seat.name))
        shown = await compose_console(table, seat, state, pictured=False)
        said_on = [b.label for row in shown.rows for b in row if isinstance(b, Button)]
        assert len(set(said_on)) == len(said_on), f"{name}: {said_on}"
        passes = [a for c in g.choices(seat.name) if issubclass(c.kind, Pass) for a in c.actions]
        assert said_on
        assert sum(text.split()[0] == "Pass" and "for me" not in text for text in said_on) <= len(passes), said_on
        if len(g.deciders()) == 1:
            await _check_green_buttons(table, seat)


async def _check_green_buttons(table: Table, seat: Seat) -> None:
    """“Green does it at once” was said of *Pay out $160*, which ended the game, and of *Station in Paris*: both asked first."""
    panel = await compose_panel(table, ())
    green = [b for row in panel.rows for b in row if isinstance(b, Button) and b.style == PLAYS]
    played = {b.label: find_by_digest(table.choices(seat.name), id.arg) for b in green if (id := parse_id(b.id))}
    asked = await table.find_doubtful(seat, [a for a in played.values() if a is not None])
    assert not asked, [label for label, action in played.items() if action in asked]
