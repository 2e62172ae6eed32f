"""The database: opening, migrating and locking it; games and their moves. One transaction per play.

Transactions that change the same table run one after the other, and readers do not wait for them; how, is the `Backend`'s
business. What belongs to the lobby is in `seats`, the outbox in `outbox`, people in `users`, due times in
`reminder_rows`: functions that take a `Store` or one of its connections.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.core.clock import Clock
from bot.core.cpu_time import Part, measured
from bot.model.kinds import LIVE, TableStatus, Visibility
from bot.model.models import GameRow, HeadMoved, NewMove, NewPost, PlayWrite, WrittenPlay
from bot.storage import engine, identity_file, play_statements, row_mapping, schema
from bot.storage.databases.backend import Changed, backend_of
from bot.storage.databases.sqlite_driver import do_together
from bot.storage.errors import ChannelTaken, DatabaseError, is_channel_conflict
from bot.storage.repositories import interactions, reminder_rows
from bot.storage.snapshot_packing import pack_snapshot
from bot.storage.work import AsyncConnection, T, Work

MEMORY = "sqlite+aiosqlite://"  # the address of a database that ends with the process
IDENTITY_NOTE = "identity"  # the note that tells this database from any other
IDENTITY = schema.notes.c.key == IDENTITY_NOTE
INTERACTION_TTL = timedelta(days=7)  # how long an interaction's id is remembered; Discord repeats within minutes
OTHERS = timedelta(seconds=10)  # between two looks at what other processes may have left
Transaction = AsyncConnection  # for functions that take part in a transaction of their caller's
# what else belongs to a transaction; gets the table's number
TransactionHook = Callable[[AsyncConnection, int], Awaitable[None]]


class Locked(Exception):
    """Another process works on this database."""


class Store:
    """One database. Open it before use; every method may raise sqlalchemy's errors when the disk fails."""

    def __init__(self, url: str, clock: Clock, shards: tuple[int, ...] | None = None) -> None:
        """`url`: sqlite+aiosqlite:///path/to/file.db, sqlite+aiosqlite:// for one in memory, or postgresql+asyncpg://...

        `shards`: those of Discord that this process serves; None: all; (): those that it claims once the database is open
        (`ShardLeases`). Raises engine.Unusable where a driver is missing.
        """
        self.url = url
        self.clock = clock
        self._backend = backend_of(url, shards)
        self.file = self._backend.file
        self.shared = self._backend.shared
        self.owner = uuid4().hex  # of what this process has taken on itself for a while
        self._heard: list[Callable[[], None]] = []
        self._changed: list[Changed] = []

    async def open(
        self, *, exclusive: bool = True, waiting: Callable[[], None] | None = None, new: bool = False
    ) -> None:
        """Take the lock (raises Locked, or calls `waiting` once and waits if that is given), back up, migrate.

        `exclusive`: to serve it; otherwise to look at it while others do.

        `new`: though another database was served here. Raises engine.Unusable, engine.NewerDatabase.
        """
        try:
            if exclusive and not await self._backend.take_lock():
                await self._wait_for_lock(waiting)
            await self._bring_up_to_date(new=new)
            await self._backend.listen(self._announce_change)
            if self.file and exclusive:
                identity_file.write_identity(self.file, await self.read_note(IDENTITY_NOTE))
        except (OSError, DatabaseError) as error:
            await self.close()
            raise engine.Unusable(engine.explain_error(self.file, error)) from error
        except BaseException:
            await self.close()
            raise

    async def _wait_for_lock(self, waiting: Callable[[], None] | None) -> None:
        """Wait until the other process has let the lock go; raises Locked where nobody wants to wait."""
        if waiting is None:
            raise Locked(f"Another process is using {self.file or 'the database'}")
        waiting()
        while True:  # the other is another process: no event of ours tells when it ends
            await asyncio.sleep(0.5)
            if await self._backend.take_lock():
                break

    async def take_shards(self, shards: Sequence[int]) -> bool:
        """Whether this process, which has claimed these shards, may serve them: no other has them by its settings. May raise
        OSError.
        """
        return await self._backend.take_shards(shards)

    def _announce_change(self, game: int) -> None:
        """Tell all who listen that another process has changed a table."""
        for changed in self._changed:
            changed(game)

    async def _bring_up_to_date(self, *, new: bool) -> None:
        """Check that it is the database that was served here, back it up if its schema is old, migrate it, and give a new one
        an identity.
        """
        if self.file:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if not new:
                identity_file.check_there(self.file)
            self.file.touch(engine.PRIVATE_FILE)
            with contextlib.suppress(PermissionError):  # somebody else's file, which this process may read and write
                self.file.chmod(engine.PRIVATE_FILE)
        async with self.reading() as conn:
            version = await conn.run_sync(engine.read_version)
        newest = engine.versions()[-1]
        known = await self.read_note(IDENTITY_NOTE) if version else ""
        if self.file and not new:
            identity_file.check_identity(self.file, known)
        if self.file and version and version != newest:
            await self.backup(self.file.with_name(f"{self.file.name}.{version}.backup"))
        async with self.writing() as conn:
            if await conn.run_sync(engine.read_version) != newest:  # another process may have been faster
                await conn.run_sync(engine.migrate)
            known = known or await conn.scalar(select(schema.notes.c.value).where(IDENTITY)) or ""
            old = self.clock.now() - INTERACTION_TTL
            await interactions.forget_interactions(conn, old)
            if not known:
                await conn.execute(insert(schema.notes).values(key=IDENTITY_NOTE, value=uuid4().hex))

    async def open_unkept(self) -> None:
        """Make the tables of a database in memory, which nobody opens again: no migrations, no lock, no identity."""
        async with self.writing() as conn:
            await conn.run_sync(schema.metadata.create_all)

    async def close(self) -> None:
        """Let the database and the lock go. A store may be closed twice."""
        await self._backend.close()

    async def backup(self, path: Path) -> None:
        """A consistent copy of the database while it is in use; raises ValueError where there is no file."""
        if self.file is None:
            raise ValueError("Only a database that is a file can be copied here")
        await asyncio.to_thread(engine.copy_file, self.file, path)

    def listen(self, heard: Callable[[], None]) -> None:
        """Call `heard` (in the event loop, at once) after each commit that is not quiet: there may be posts or due times."""
        self._heard.append(heard)

    def listen_to_others(self, changed: Changed) -> None:
        """Call `changed` (in the event loop) with the number of a table that another process has changed; 0: any may have."""
        self._changed.append(changed)

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction that only reads: it begins with the first statement and is thrown away."""
        return self._backend.reading()

    @asynccontextmanager
    async def writing(self, game: int = 0, *, quiet: bool = False) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes: everything or, after an error, nothing. Do not nest. Raises ChannelTaken.

        `game`: it concerns that table alone; 0: no other transaction that writes goes on meanwhile. `quiet`: neither posts nor
        due times come of it and the table stays as it is, so nobody needs to look.
        """
        try:
            async with self._backend.writing(game, announce=not quiet) as conn:
                yield conn
        except IntegrityError as error:
            if is_channel_conflict(error):
                raise ChannelTaken from error
            raise
        if not quiet:
            for heard in self._heard:
                heard()

    async def read(self, work: Work[T]) -> T:
        """What `work` reads in a transaction as of `reading`: its statements may go to the database together, so it awaits
        nothing but the connection that it is given.
        """
        async with self._backend.reading() as conn:
            return await do_together(conn, work)

    async def write(self, work: Work[T], game: int = 0, *, quiet: bool = False) -> T:
        """What `work` writes in a transaction as of `writing`: its statements may go to the database together, as in `read`."""
        async with self.writing(game, quiet=quiet) as conn:
            return await do_together(conn, work)

    def claiming(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction on rows that processes take from each other; it waits for no transaction on tables."""
        return self._backend.claiming()

    def choose_next_poll(self, due: datetime | None, *, soon: timedelta = OTHERS) -> datetime | None:
        """When to look again for work that falls due at `due`; None: only when this process has written something.

        Where other processes write too, `soon` at the latest: one may have died before it saw to what it had written.
        """
        if not self.shared:
            return due
        look = self.clock.now() + soon
        return look if due is None else min(due, look)

    async def recorded_result(self, interaction: int) -> dict[str, Any] | None:
        """What that interaction did, if it was carried out already."""
        if not interaction:
            return None
        async with self.reading() as conn:
            return await interactions.load_result(conn, interaction)

    async def record_result(self, interaction: int, game: int, result: dict[str, Any]) -> None:
        """Remember what an interaction did that changed nothing else, such as a refusal."""
        if not interaction:
            return

        async def record(conn: AsyncConnection) -> None:
            """Remember it, unless it is remembered already."""
            async with interactions.answered_once(conn, interaction, self.clock.now(), game) as answer:
                answer.result = answer.result if answer.repeated else result

        await self.write(record, game, quiet=True)

    async def read_note(self, key: str) -> str:
        """A small fact of the bot itself, such as the hash of the commands last synced; "" if unknown."""
        async with self.reading() as conn:
            value = await conn.scalar(select(schema.notes.c.value).where(schema.notes.c.key == key))
        return value or ""

    async def write_note(self, key: str, value: str) -> None:
        """Remember a text under a key, in place of the one before; an empty one says that there is nothing to
        remember.
        """
        async with self.writing(quiet=True) as conn:
            await conn.execute(delete(schema.notes).where(schema.notes.c.key == key))
            await conn.execute(insert(schema.notes).values(key=key, value=value))

    async def load_table(self, game: int) -> GameRow | None:
        """A table by its number; None if there is none."""
        return await self.read(lambda conn: row_mapping.load_game(conn, game))

    async def table_in_channel(self, guild: int, channel: int) -> GameRow | None:
        """The live table (open or running) of a channel, else the newest other one there."""
        g = schema.games.c
        async with self.reading() as conn:
            query = select(schema.games).where(g.guild == guild, g.channel == channel).order_by(g.id.desc()).limit(20)
            rows = await row_mapping.load_games(conn, query)
        live = [row for row in rows if row.status in LIVE]
        return next(iter(live or rows), None)

    async def find_tables(
        self,
        *,
        guild: int | None = None,
        user: int | None = None,
        statuses: Iterable[TableStatus] = LIVE,
        title: str = "",
        limit: int = 100,
        thinned: bool | None = None,
    ) -> list[GameRow]:
        """Tables, newest first; nobody's what-ifs.

        `user`: where that user has a seat or waits for one. `thinned`: see `thin_snapshots`.
        """
        g = schema.games.c
        query = select(schema.games).where(g.status.in_(list(statuses)), g.visibility != Visibility.PRIVATE)
        query = query.order_by(g.id.desc()).limit(limit)
        if guild is not None:
            query = query.where(g.guild == guild)
        if title:
            query = query.where(g.title == title)
        if thinned is not None:
            query = query.where(g.thinned.is_(thinned))
        if user is not None:
            seated = select(schema.seats.c.game).where(schema.seats.c.user == user)
            waiting = select(schema.waiting.c.game).where(schema.waiting.c.user == user)
            query = query.where(g.id.in_(seated.union(waiting)))
        async with self.reading() as conn:
            return await row_mapping.load_games(conn, query)

    async def set_game(self, game: int, hook: TransactionHook | None = None, **fields: Any) -> GameRow:
        """Change host, channel, parent_channel, name, pace, nudge_minutes, undo, post_level, status ... of a table."""
        async with self.writing(game) as conn:
            if hook is not None:
                await hook(conn, game)
            await conn.execute(update(schema.games).where(schema.games.c.id == game).values(**fields))
            if fields.get("status") in {TableStatus.FINISHED, TableStatus.CLOSED}:
                await reminder_rows.drop_reminders(conn, game)
            row = await row_mapping.load_game(conn, game)
        assert row is not None, f"no table {game}"
        return row

    @measured(Part.WRITE)
    async def append_play(self, advance: PlayWrite) -> WrittenPlay:
        """Write one play: interaction, move, head by compare-and-set, counters, reminders, outbox; drafts are cleared.

        A repeated interaction writes nothing and gets the first one's result. Raises HeadMoved if the head is another by now, or
        the table is not the one that the cards were dealt for.
        """
        return await self.write(lambda conn: self.append_play_within(conn, advance), advance.game)

    async def append_play_within(self, conn: AsyncConnection, advance: PlayWrite) -> WrittenPlay:
        """Write one play, as `append_play` does, within a transaction that does more."""
        now = self.clock.now()
        async with interactions.answered_once(conn, advance.interaction, now, advance.game) as answer:
            if answer.repeated:
                return WrittenPlay(answer.result.get("move", 0), answer.result, repeated=True)
            move, row = await self._write_play(conn, advance, now)
            answer.result = {**advance.result, "move": move}
            return WrittenPlay(move, answer.result, repeated=False, row=row)

    async def _write_play(self, conn: AsyncConnection, advance: PlayWrite, now: datetime) -> tuple[int, GameRow]:
        """Write the rows of one play; returns the move that is the head now, and the table afterwards. Raises HeadMoved."""
        game = advance.game
        if advance.dealt_for is not None and await row_mapping.load_game(conn, game) != advance.dealt_for:
            raise HeadMoved(game)
        move = advance.target
        if advance.move is not None:
            move = await self.insert_move(conn, game, advance.parent, advance.move)
        await self._move_head(conn, advance, move)
        await self._update_seats(conn, advance)
        row = await reminder_rows.rewrite_reminders(conn, advance, move, now)
        await conn.execute(play_statements.VOID_PROPOSALS, {"number": game})
        if advance.agreement is not None:
            proposal, agreed = advance.agreement
            await conn.execute(play_statements.NOTE_AGREEMENT, {"proposal": proposal, "agreed": list(agreed)})
        if advance.lapsed:
            await conn.execute(delete(schema.orders).where(schema.orders.c.id.in_(advance.lapsed)))
        for post in () if row.private else advance.posts:
            await row_mapping.enqueue(conn, post, now, game=game, move=move)
        if advance.move is not None and advance.move.user:
            acted = {"who": advance.move.user, "acted": now}
            if not (await conn.execute(play_statements.NOTE_PERSON, acted)).rowcount:
                await row_mapping.ensure_person(conn, advance.move.user)
                await conn.execute(play_statements.NOTE_PERSON, acted)
        return move, row

    async def insert_move(self, conn: AsyncConnection, game: int, parent: int, move: NewMove) -> int:
        """Write a row of the record; returns its id."""
        row = {name: getattr(move, name) for name in NewMove.__slots__} | {
            "state": pack_snapshot(move.state),
            "game": game,
            "parent": parent,
            "above": parent,
            "at": self.clock.now(),
        }
        return row_mapping.new_id(await conn.execute(play_statements.WRITE_MOVE, row))

    async def _move_head(self, conn: AsyncConnection, advance: PlayWrite, move: int) -> None:
        """Make a move the table's head if the head is still the one that was read; raises HeadMoved."""
        now = self.clock.now()
        fields: dict[str, Any] = {"head": move, "status": TableStatus.FINISHED if advance.over else TableStatus.RUNNING}
        fields |= {"ended": advance.over, "finished": now if advance.over else None}
        if advance.order:
            fields |= {"started": now}
        was = {TableStatus.RUNNING} if advance.move is not None else {TableStatus.RUNNING, TableStatus.FINISHED}
        was = {TableStatus.OPEN} if advance.order else was
        fields |= {"number": advance.game, "head_was": advance.parent, "status_was": list(was)}
        if (await conn.execute(play_statements.MOVE_HEAD, fields)).rowcount != 1:
            raise HeadMoved(advance.game)

    async def _update_seats(self, conn: AsyncConnection, advance: PlayWrite) -> None:
        """Counters, drafts, and at the start the order of seats."""
        if advance.restart:
            await conn.execute(play_statements.COUNT_ALL, {"number": advance.game})
            await conn.execute(play_statements.DROP_DRAFTS, {"number": advance.game})
        else:
            acted = {"number": advance.game, "names": list(advance.acted)}
            counted = {"number": advance.game, "names": [*advance.acted, *advance.unasked]}
            await conn.execute(play_statements.COUNT_SEATS, counted)
            await conn.execute(play_statements.DROP_DRAFTS_OF_SEATS, acted)
        # Places are a key: first out of the way, then to where they belong.
        for shift in (-len(advance.order), 0):
            for place, name in enumerate(advance.order):
                here = {"number": advance.game, "which": name, "place": place + shift}
                await conn.execute(play_statements.PLACE_SEAT, here)

    def make_hook(self, posts: Sequence[NewPost]) -> TransactionHook:
        """What puts posts of a table into the outbox within a transaction that changes it."""

        async def put(conn: AsyncConnection, game: int) -> None:
            """Write them."""
            for post in posts:
                await row_mapping.enqueue(conn, post, self.clock.now(), game=game)

        return put

    async def enqueue(self, *posts: NewPost) -> list[int]:
        """Put posts into the outbox outside of a play; returns their ids."""
        async with self.writing() as conn:
            return [await row_mapping.enqueue(conn, post, self.clock.now()) for post in posts]
