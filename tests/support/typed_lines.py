"""Lines that somebody types as `/do` at a table, and what is answered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.play import Game
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, World, answer, said, words, world
from tests.support.golden_positions import golden_position


def plain_words(message: Any) -> str:
    """What can be read in a message, without the signs that keep it from being markup."""
    return words(message).replace("\\", "")


@dataclass(frozen=True)
class Typist:
    """Who must act first at a table, and types there. `table`: as the bot has it; `actor`: the person."""

    thread: Any
    table: Any
    actor: Any

    async def type_line(self, typed: str) -> Any:
        """What Discord has of a line once it is answered; the line `turn` opens the console."""
        if typed == "turn":
            return await self.actor.slash(self.thread, "turn")
        return await self.actor.slash(self.thread, "do", action=typed)

    async def show(self, typed: str) -> Any:
        """The private answer to a line with which nothing may be played."""
        before = self.table.position.move
        done = await self.type_line(typed)
        assert self.table.position.move == before, f"{typed}: {said(done)}"
        return answer(done)

    async def ask(self, *lines: str) -> list[str]:
        """What is answered to each line in plain words; nothing may be played."""
        return [plain_words(await self.show(typed)) for typed in lines]

    async def play(self, typed: str) -> Any:
        """The action that a line plays."""
        before = self.table.position.move
        done = await self.type_line(typed)
        assert self.table.position.move != before, f"{typed}: {said(done)}"
        moves = await self.table.history()
        return moves[before].action

    async def suggest(self, typed: str) -> list[str]:
        """What is listed while somebody types."""
        return [str(c["name"]) for c in await self.actor.autocomplete(self.thread, "do", "action", typed)]


async def typist_at(w: World, g: Game) -> Typist:
    """Who must act first at a table in that position."""
    return await typist_in(w, await table_at(w, g))


async def typist_in(w: World, thread: Any) -> Typist:
    """Who must act first at the table of a thread."""
    table = await w.game(thread)
    return Typist(thread, table, w.actor_at(table))


@asynccontextmanager
async def typing_at(folder: Path, name: str, number: int) -> AsyncIterator[Typist]:
    """Who must act first at a table in a golden position of up to five people."""
    async with world(folder, NAMES) as w:
        yield await typist_at(w, golden_position(name, number))
