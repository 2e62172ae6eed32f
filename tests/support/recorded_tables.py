"""A table that stands in the middle of a recorded game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from bot.files.transcripts import read_incoming
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.tables.service import Table, Tables
from game.actions import Action
from tests.support.shared_results import worked_out
from tests.support.toy_tables import opened
from titles import TITLES


def _read(file: Path) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Action, ...]]:
    """The options, the players and the actions of a recorded game."""
    found = read_incoming(file.read_bytes(), TITLES)
    return tuple(found.options), tuple(found.players), tuple(found.actions)


@asynccontextmanager
async def recorded_table(shared: Path, moves: int) -> AsyncIterator[Table]:
    """A table of a recorded game of 18GA after so many moves; 130 are those up to operating round 4.1."""
    file = shared / "recorded" / "18GA" / "18GA_game_end_bank.json"
    options, players, actions = worked_out("a recorded game of 18GA", partial(_read, file))
    store = await opened()
    new = NewGame(guild=1, channel=11, host=101, shown="Ann", title="18GA", options=options)
    people = [(p, 101 + n, p) for n, p in enumerate(players)]
    yield await Tables(store, TITLES).import_game(new, people, PlayedActions(actions[:moves]))
    await store.close()
