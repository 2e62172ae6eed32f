"""All tables: opened, filled, started, found, dropped from memory when idle. Knows nothing of Discord.

`Table` (one game) is in `table`, what it answers in `played`; both are meant to be imported from here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core import metrics
from bot.core.errors import NotPossible
from bot.model import player_names
from bot.model.models import Busy, Damaged, GameRow, HeadMoved, NewGame, NewPost, Status
from bot.model.results import AskOthers, Declined, Fault, Move, Played, Position, Record, position, seen
from bot.storage import reminder_rows, row_mapping, waiting_rows
from bot.storage import seats as storage_seats
from bot.storage.seats import Joined, Left
from bot.storage.store import Also, Store
from bot.tables import game_setup, snapshots
from bot.tables.table import Table
from bot.tables.title_catalogue import Catalogue, HasRules
from game.actions import Action
from game.codec import Codec
from game.play import Game
from game.rules import Rules

__all__ = [
    "AskOthers",
    "Busy",
    "Declined",
    "Fault",
    "HasRules",
    "Joined",
    "Left",
    "Move",
    "NotPossible",
    "Played",
    "Position",
    "Record",
    "Table",
    "Tables",
    "seen",
]

BEFORE = {"name", "options", "low", "high", "visibility"}  # what a host may change before the start only
REST = timedelta(days=7)  # that a finished game keeps all its snapshots
SWEEP = timedelta(minutes=1)  # between two looks for idle tables
ANYTIME = {"undo", "level", "pace", "nudge"}


class Tables:
    """All tables: in memory while they are used, dropped after an idle hour, loaded from one row when next used."""

    def __init__(self, store: Store, titles: Mapping[str, HasRules], *, idle: float = 3600) -> None:
        """`idle`: seconds until an unused table leaves the memory."""
        self.store = store
        self.titles = titles
        self._catalogue = Catalogue(titles)
        self.idle = timedelta(seconds=idle)
        self._ready: dict[int, tuple[Table, datetime]] = {}
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # while somebody loads them
        self._swept = store.clock.now()

    # ------------------------------------------------------------------ finding

    async def get(self, game: int) -> Table:
        """A running or finished table; raises NotPossible, with a sentence, if it is neither."""
        self._drop_idle()
        found = self.ready(game)
        if found is not None and not (found.row.private and await self._gone(game)):
            return found
        async with self._loading.setdefault(game, asyncio.Lock()):
            found = self.ready(game) or await self._load(game)
            self._ready[game] = (found, self.store.clock.now())
            return found

    async def _gone(self, game: int) -> bool:
        """Whether a what-if was dropped while it was in memory."""
        row = await self.store.game(game)
        if row is not None and row.status == "closed":
            self._ready.pop(game, None)
            return True
        return False

    async def _load(self, game: int) -> Table:
        row = await self.store.game(game)
        if row is None:
            raise NotPossible("There is no such table")
        if not row.head:
            raise NotPossible(
                "The game has not begun" if row.status == "open" else "That table was closed before its game"
            )
        rules = self._catalogue.rules(row.title, row.options, len(row.seats))
        state = await self._state(row, rules)
        now = await asyncio.to_thread(lambda: position(Game.load(rules, state), row.head))
        return Table(self.store, row, rules, now)

    async def _state(self, row: GameRow, rules: Rules) -> bytes:
        """The last snapshot of a table; where it is lost its people are told. Raises Damaged."""
        try:
            return await snapshots.mended(self.store, rules, row.id, row.head)
        except Damaged as error:
            await snapshots.freeze(self.store, row.id, row.head, str(error))
            raise Damaged(f"The table is frozen. {error}. Whoever runs the bot can bring a backup back") from error

    async def sound(self, row: GameRow) -> bool:
        """Whether the last snapshot of a table is damaged and can be played again; nothing is written. Raises Damaged."""
        rules = self._catalogue.rules(row.title, row.options, len(row.seats))
        return (await snapshots.last(self.store, rules, row.id, row.head))[1]

    def _drop_idle(self) -> None:
        now = self.store.clock.now()
        if now < self._swept + SWEEP:
            return
        self._swept = now
        before = now - self.idle
        for game, (table, used) in list(self._ready.items()):
            if used < before and table.idle:
                del self._ready[game]
        metrics.TABLES.set(len(self._ready))

    def ready(self, game: int) -> Table | None:
        """The table if it is in memory: for autocomplete, which may not wait."""
        found = self._ready.get(game)
        if found is None:
            return None
        self._ready[game] = (found[0], self.store.clock.now())
        return found[0]

    async def at(self, guild: int, channel: int) -> GameRow | None:
        """The table of a channel or thread: the live one, else the newest other one."""
        return await self.store.game_in(guild, channel)

    async def of(self, user: int, statuses: Sequence[Status] = ("running",)) -> list[GameRow]:
        """Tables where that user has a seat; those that wait for the user first, longest waiting first."""
        rows = await self.store.games(user=user, statuses=statuses)
        since = await waiting_rows.since(self.store, user)
        never = datetime.max.replace(tzinfo=UTC)
        return sorted(rows, key=lambda row: since.get(row.id, never))

    async def check(self) -> list[Fault]:
        """Read each live table's last snapshot back, and mend it where that can be; at start-up. The others are told."""
        faults = []
        for row in await self.store.games(statuses=("running",), limit=1_000_000):
            try:
                await self._state(row, self._catalogue.rules(row.title, row.options, len(row.seats)))
            except NotPossible as error:
                faults.append(Fault(row.id, row.head, str(error)))
        return faults

    async def tidy(self) -> int:
        """Thin the snapshots of games that have been over for a week; how many games that were. At start-up."""
        before = self.store.clock.now() - REST
        rows = await self.store.games(statuses=("finished",), limit=1_000_000, thinned=False)
        old = [row.id for row in rows if row.finished is not None and row.finished < before]
        for game in old:
            await self.store.thin(game)
        return len(old)

    # ------------------------------------------------------------------ the lobby

    async def create(self, new: NewGame, interaction: int = 0) -> GameRow:
        """Open a table; raises NotPossible for an unknown title, conflicting options, a channel in use."""
        new = self._catalogue.settled(new)
        name = self._catalogue.namer(new.title, new.options)(new.shown, ())
        return await storage_seats.create(self.store, new, [(name, new.host, new.shown)], interaction)

    async def change(self, game: int, by: int, **fields: Any) -> GameRow:
        """Host, before the start: name, options, low, high, visibility; any time: undo, level, pace, nudge (minutes)."""
        row = await self._hosted(game, by)
        unknown = set(fields) - BEFORE - ANYTIME
        assert not unknown, f"no such settings: {unknown}"
        if "pace" in fields:
            fields.setdefault("nudge", reminder_rows.INTERVAL[fields["pace"]])
        if not set(fields) & BEFORE:
            return self._refresh(await self.store.set_game(game, **fields))
        if {"low", "high"} & set(fields):
            low, high = fields.get("low", row.low), fields.get("high", row.high)
            fields["low"], fields["high"] = self._catalogue.seats(row.title, low, high)
        if "options" in fields:
            fields["options"] = list(self._catalogue.options(row.title, fields["options"]))
        if "name" in fields:
            fields["name"] = player_names.readable(fields["name"])
        await storage_seats.change(self.store, game, **fields)
        return await storage_seats.let_in(self.store, game, self._catalogue.namer(row.title, row.options))

    async def place(self, game: int, channel: int, home: int = 0) -> GameRow:
        """Bind a table to the channel or thread where it is played; raises NotPossible if another live one is there."""
        try:
            return self._refresh(await self.store.set_game(game, channel=channel, home=home))
        except IntegrityError as error:
            raise NotPossible("There is a table in this channel already") from error

    async def invite(self, game: int, by: int, user: int) -> GameRow:
        await self._hosted(game, by)
        return await storage_seats.invite(self.store, game, user)

    async def join(self, game: int, user: int, shown: str, interaction: int = 0) -> Joined:
        """Take a seat or, when all are taken, a place on the waiting list."""
        row = await self._row(game)
        return await storage_seats.join(
            self.store, game, user, shown, self._catalogue.namer(row.title, row.options), interaction
        )

    async def leave(self, game: int, user: int, interaction: int = 0) -> Left:
        """Give a seat or a place on the waiting list back before the start. A host who leaves hands on to the next seat."""
        row = await self._row(game)
        return await storage_seats.leave(
            self.store, game, user, self._catalogue.namer(row.title, row.options), interaction
        )

    async def kick(self, game: int, by: int, user: int, interaction: int = 0) -> Left:
        await self._hosted(game, by)
        return await self.leave(game, user, interaction)

    async def start(self, game: int, by: int, interaction: int = 0) -> Played:
        """Deal and write the first position; the answer has no action."""
        row = await self._hosted(game, by)
        if row.status == "open":
            if len(row.seats) < row.low:
                raise NotPossible(f"{row.low} seats must be taken; {len(row.seats)} are")
            await self._deal(row, interaction)
        elif not (interaction and await self.store.told(interaction)):
            raise NotPossible("That table has started already")
        table = await self.get(game)
        now = table.position
        return Played(game, now.move, "", deciders=now.deciders, over=now.over)

    async def _deal(self, row: GameRow, interaction: int) -> None:
        rules = self._catalogue.rules(row.title, row.options, len(row.seats))
        players = [s.name for s in row.seats]
        dealt = await asyncio.to_thread(lambda: game_setup.replay(rules, players, row.seed, (), seated=False))
        panel = NewPost(kind="panel", payload={"seats": list(dealt.deciders)})
        advance = dealt.first(row.id, posts=(NewPost(kind="start"), panel), interaction=interaction)
        try:
            await self.store.append(advance)
        except HeadMoved as error:
            raise NotPossible("That table has started already") from error

    async def end(self, game: int, how: str, also: Also | None = None) -> GameRow:
        """Close a table without a natural end: a running one as `how` (agreed, abandoned), an open one at once.

        The table of a running game is told. `also` is done in the same transaction. Raises NotPossible.
        """
        row = await self._row(game)
        if row.status == "open":
            return await self.store.set_game(game, status="closed", ended=how)
        if row.status != "running":
            return row
        now = self.store.clock.now()

        async def tell(conn: AsyncConnection, number: int) -> None:
            before = await row_mapping.game(conn, number)
            if before is None or before.status != "running":
                raise NotPossible("The game is over")
            if also is not None:
                await also(conn, number)
            if before.channel:
                await row_mapping.enqueue(conn, NewPost(kind="final", game=number), now)

        return self._refresh(await self.store.set_game(game, tell, status="finished", ended=how, finished=now))

    async def pause(self, game: int, by: int, *, on: bool) -> GameRow:
        """Host: nobody is reminded while the table is paused, and no sealed maximum bids; moves may be made all the same.

        Raises NotPossible.
        """
        row = await self._hosted(game, by)
        if row.status != "running":
            raise NotPossible("Only a running game can be paused")
        table = await self.get(game)
        row = self._refresh(await reminder_rows.pause(self.store, row, table.position.deciders, by, on=on))
        if not on:
            await table.play_standing()
        return row

    async def rematch(self, game: int, user: int, shown: str, interaction: int = 0) -> GameRow:
        """A new open table with the same title and options; the others are invited, seats are drawn anew.

        The second who asks for it joins the table that the first one opened.
        """
        row = await self._row(game)
        if row.status != "finished":
            raise NotPossible("That game is not over yet")
        if not row.seats_of(user):
            raise NotPossible("You did not play in that game")
        for other in await self.store.games(guild=row.guild, statuses=("open", "running"), title=row.title):
            if other.rematch_of == game:
                known = other.seats_of(user) or other.status != "open"
                return other if known else (await self.join(other.id, user, shown, interaction)).row
        new = NewGame(
            guild=row.guild,
            host=user,
            title=row.title,
            shown=shown,
            name=row.name,
            options=row.options,
            low=len(row.seats),
            high=len(row.seats),
            pace=row.pace,
            nudge=row.nudge,
            undo=row.undo,
            practice=row.practice,
            visibility="invited",
            invited=tuple(dict.fromkeys(s.user for s in row.seats if s.user != user)),
            rematch_of=game,
        )
        return await self.create(new, interaction)

    async def bring(
        self,
        new: NewGame,
        players: Sequence[tuple[str, int, str]],
        actions: Sequence[Action],
        *,
        seated: bool = True,
        via: str = "import",
        interaction: int = 0,
        also: Also | None = None,
    ) -> Table:
        """A table from a list of actions, replayed in one go. `players`: (name in the actions, user, shown), in playing order.

        `also` is written in the same transaction. Raises NotPossible that names the first action that our rules refuse; then
        nothing is written.
        """
        new = self.settled(new, len(players))
        told = await self.store.told(interaction) if interaction else None
        if told is not None:
            return await self.get(told["game"])
        rules = self._catalogue.rules(new.title, new.options, len(players))
        order = [name for name, _, _ in players]
        replayed = await asyncio.to_thread(
            lambda: game_setup.replay(rules, order, new.seed, actions, seated=seated, via=via)
        )
        return await self.get(await game_setup.write(self.store, new, players, replayed, interaction, also))

    def settled(self, new: NewGame, seats: int) -> NewGame:
        """A new table of so many seats with what was left open filled in; raises NotPossible."""
        return self._catalogue.settled(replace(new, low=seats, high=seats))

    def rules(self, title: str, options: Sequence[str], players: int) -> Rules:
        """Raises NotPossible."""
        return self._catalogue.rules(title, options, players)

    def codec(self, title: str, options: Sequence[str], players: int) -> Codec:
        """What reads the actions of such a game."""
        return Game.codec_of(self._catalogue.rules(title, options, players))

    # ------------------------------------------------------------------ helpers

    async def _row(self, game: int) -> GameRow:
        row = await self.store.game(game)
        if row is None:
            raise NotPossible("There is no such table")
        return row

    async def _hosted(self, game: int, by: int) -> GameRow:
        row = await self._row(game)
        if by != row.host:
            raise NotPossible("Only the host of the table may do that")
        return row

    def _refresh(self, row: GameRow) -> GameRow:
        """Let a table in memory know its new row."""
        if row.id in self._ready:
            self._ready[row.id][0].row = row
        return row
