"""Recorded games, and a table that stands in the middle of one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.files.transcripts import read_incoming
from bot.model.imported_game import IncomingGame
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.tables.service import Table, Tables
from game.play import Game
from game.transcript import Transcript, perform, read
from tests.golden import GAMES
from tests.support.shared_results import worked_out
from tests.support.toy_tables import opened
from titles import TITLES


def recorded_game(shared: Path, name: str) -> IncomingGame:
    """What a recorded game holds, such as `18EU/74045`: read once in a run."""
    file = shared / "recorded" / f"{name}.json"
    return worked_out(f"recorded {name.replace('/', ' ')}", lambda: read_incoming(file.read_bytes(), TITLES))


def reordered_game() -> tuple[Transcript, PlayedActions, Game]:
    """18VA up to the end of its auction, which puts players in order of their money: its transcript, its actions, the game."""
    golden = next(g for g in GAMES if g.name == "18VA-bankruptcy")
    written = read(golden.path.read_text("utf-8"))
    begun = golden.start(written.seed)
    actions = list(perform(begun, written.entries[:12]))
    return written, PlayedActions(actions, seated=written.seated), begun


@asynccontextmanager
async def recorded_table(shared: Path, moves: int) -> AsyncIterator[Table]:
    """A table of a recorded game of 18GA after so many moves; 130 are those up to operating round 4.1."""
    found = recorded_game(shared, "18GA/18GA_game_end_bank")
    store = await opened()
    new = NewGame(guild=1, channel=11, host=101, shown="Ann", title="18GA", options=found.options)
    people = [(p, 101 + n, p) for n, p in enumerate(found.players)]
    yield await Tables(store, TITLES).import_game(new, people, PlayedActions(found.actions[:moves]))
    await store.close()
