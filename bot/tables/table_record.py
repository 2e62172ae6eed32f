"""The record of a table: what was played at it, as it stands in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from bot.model.kinds import TableStatus, Via
from bot.model.results import Move, Record
from bot.storage.repositories.moves import load_branch_ends, load_line, load_move
from bot.tables import snapshots
from bot.tables.session import TableSession
from game.chance import commitment
from game.events import Event
from game.play import Game
from game.state import State


class TableRecord(TableSession):
    """One running or finished game: its moves, its line and its other branches."""

    async def history(self, *, limit: int = 0, after: int = 0) -> list[Move]:
        """The present line, oldest first, the deal included: the last `limit`, or what came after move `after`."""
        return await self.decode_moves(
            await load_line(self.store, self.id, self.position.move, limit=limit, after=after)
        )

    async def events_of(self, move: int) -> tuple[Event, ...]:
        """What that move brought about; nothing of a move that there is not."""
        stored = await load_move(self.store, move)
        return (await self.decode_moves([stored]))[0].events if stored is not None else ()

    async def line_to(self, move: int) -> list[Move]:
        """The line that ends with that move, of this branch or another, from the deal on."""
        return await self.decode_moves(await load_line(self.store, self.id, move))

    async def follow_moves(
        self, moves: Sequence[Move], seat: str | None, wanted: Collection[int] = ()
    ) -> Iterator[tuple[Move, State[Any]]]:
        """Each of these moves, which follow each other, with the state after it as that seat may know it; of the `wanted` ones
        alone if any are named. To be read in a worker thread.
        """
        return await snapshots.follow_moves(self.store, self.rules, self.id, moves, seat, wanted)

    async def list_branches(self) -> list[Move]:
        """The ends of lines that were taken back, newest first."""
        return await self.decode_moves(
            [m for m in await load_branch_ends(self.store, self.id) if m.id != self.position.move]
        )

    async def record(self) -> Record:
        """The present line for an export."""
        row, position = self.row, self.position
        moves = await self.history()
        return Record(
            title=row.title,
            options=row.options,
            players=tuple(s.name for s in row.seats),
            shown={s.name: s.shown for s in row.seats},
            seed=row.seed if row.status == TableStatus.FINISHED else "",
            commitment=commitment(row.seed),
            name=row.name,
            moves=tuple(moves),
            fingerprint=await asyncio.to_thread(lambda: Game.load(self.rules, position.state).fingerprint()),
            over=position.over or row.ended,
            whole=moves[0].via != Via.COPY,
        )

    async def snapshot(self, move: int = 0) -> bytes:
        """The whole state after that move, secrets included; 0: now."""
        return await self.state_at(move) if move else self.position.state
