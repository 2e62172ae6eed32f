"""All tables: opened, filled, started, found, dropped from memory when idle. Knows nothing of Discord.

`Table` (one game) is in `table`, what it answers in `bot/model/results.py`; both are meant to be imported from here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

from bot.core import metrics
from bot.core.errors import Busy, NotPossible
from bot.model import player_names
from bot.model.kinds import PostKind, Via
from bot.model.models import Damaged, GameRow, HeadMoved, NewGame, NewPost, Status
from bot.model.results import (
    AskOthers,
    Declined,
    Fault,
    Move,
    Played,
    Position,
    Record,
    events_seen_by,
    examine_position,
)
from bot.storage.repositories import reminder_rows, waiting_rows, what_ifs
from bot.storage.repositories import seats as storage_seats
from bot.storage.repositories.frozen_tables import report_frozen
from bot.storage.repositories.game_ends import write_end
from bot.storage.repositories.new_games import write_game
from bot.storage.repositories.pauses import set_pause
from bot.storage.repositories.seats import Joined, Left
from bot.storage.store import Store, TransactionHook
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
    "events_seen_by",
]

LOBBY_SETTINGS = {
    "name",
    "options",
    "min_players",
    "max_players",
    "visibility",
}  # what a host may change before the start only
MAX_DEALS = 8  # for one start, while people come and go
SNAPSHOT_RETENTION = timedelta(days=7)  # that a finished game keeps all its snapshots
SWEEP_INTERVAL = timedelta(minutes=1)  # between two looks for idle tables
TABLE_SETTINGS = {"undo", "post_level", "pace", "nudge_minutes"}


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
        self._overtaken: set[int] = set()  # changed by another process while they were being loaded
        store.listen_to_others(self._drop_changed)

    # ------------------------------------------------------------------ finding

    async def get(self, game: int) -> Table:
        """A running or finished table; raises NotPossible, with a sentence, if it is neither."""
        self._drop_idle()
        table = self.table_in_memory(game)
        if table is not None and not (table.row.private and await self._was_dropped(game)):
            return table
        async with self._loading.setdefault(game, asyncio.Lock()):
            table = self.table_in_memory(game)
            while table is None or game in self._overtaken:
                self._overtaken.discard(game)
                table = await self._load(game)
            self._ready[game] = (table, self.store.clock.now())
            return table

    def _drop_changed(self, game: int) -> None:
        """Drop a table that another process has changed, or all (0): it is loaded anew when somebody asks for it next.

        Whoever has it in hand meets the change under its lock.
        """
        changed = [game] if game else [*self._ready, *self._loading]
        for number in changed:
            self._ready.pop(number, None)
            if number in self._loading:
                self._overtaken.add(number)

    async def _was_dropped(self, game: int) -> bool:
        """Whether a what-if was dropped while it was in memory."""
        row = await self.store.game(game)
        if row is not None and row.status == "closed":
            self._ready.pop(game, None)
            return True
        return False

    async def _load(self, game: int) -> Table:
        """Load a table from its row and its last snapshot; raises NotPossible where the game has not begun."""
        row = await self.store.game(game)
        if row is None:
            raise NotPossible("There is no such table")
        if not row.head:
            raise NotPossible(
                "The game has not begun" if row.status == "open" else "That table was closed before its game began"
            )
        rules = self._catalogue.rules(row.title, row.options, len(row.seats))
        state = await self._last_snapshot(row, rules)
        loaded = await asyncio.to_thread(lambda: examine_position(Game.load(rules, state), row.head))
        return Table(self.store, row, rules, loaded)

    async def _last_snapshot(self, row: GameRow, rules: Rules) -> bytes:
        """The last snapshot of a table; where it is lost its people are told. Raises Damaged."""
        try:
            return await snapshots.load_or_repair_snapshot(self.store, rules, row.id, row.head)
        except Damaged as error:
            await report_frozen(self.store, row.id, row.head, str(error))
            raise Damaged(f"The table is frozen. {error}. Whoever runs the bot can restore a backup") from error

    async def needs_repair(self, row: GameRow) -> bool:
        """Whether the last snapshot of a table is damaged and can be played again; nothing is written. Raises Damaged."""
        rules = self._catalogue.rules(row.title, row.options, len(row.seats))
        return (await snapshots.load_last_snapshot(self.store, rules, row.id, row.head))[1]

    def _drop_idle(self) -> None:
        """Forget tables that nobody has asked for of late; they are loaded again when somebody does. Looks once an interval."""
        now = self.store.clock.now()
        if now < self._swept + SWEEP_INTERVAL:
            return
        self._swept = now
        before = now - self.idle
        for game, (table, used) in list(self._ready.items()):
            if used < before and table.is_idle:
                del self._ready[game]
        metrics.TABLES.set(len(self._ready))

    def table_in_memory(self, game: int) -> Table | None:
        """The table if it is in memory: for autocomplete, which may not wait."""
        table = self._ready.get(game)
        if table is None:
            return None
        self._ready[game] = (table[0], self.store.clock.now())
        return table[0]

    async def table_in_channel(self, guild: int, channel: int) -> GameRow | None:
        """The table of a channel or thread: the live one, else the newest other one."""
        return await self.store.game_in(guild, channel)

    async def tables_of_user(self, user: int, statuses: Sequence[Status] = ("running",)) -> list[GameRow]:
        """Tables where that user has a seat; those that wait for the user first, longest waiting first."""
        rows = await self.store.games(user=user, statuses=statuses)
        since = await waiting_rows.waiting_tables(self.store, user)
        never = datetime.max.replace(tzinfo=UTC)
        return sorted(rows, key=lambda row: since.get(row.id, never))

    async def repair_positions(self) -> list[Fault]:
        """Read each live table's last snapshot back, and mend it where that can be; at start-up. The others are told."""
        faults = []
        for row in await self.store.games(statuses=("running",), limit=1_000_000):
            try:
                await self._last_snapshot(row, self._catalogue.rules(row.title, row.options, len(row.seats)))
            except NotPossible as error:
                faults.append(Fault(row.id, row.head, str(error)))
        return faults

    async def thin_old_games(self) -> int:
        """Thin the snapshots of games that have been over for a week; how many games that were. At start-up."""
        before = self.store.clock.now() - SNAPSHOT_RETENTION
        rows = await self.store.games(statuses=("finished",), limit=1_000_000, thinned=False)
        old = [row.id for row in rows if row.finished is not None and row.finished < before]
        for game in old:
            await self.store.thin_snapshots(game)
        return len(old)

    # ------------------------------------------------------------------ the lobby

    async def create(self, new: NewGame, interaction: int = 0) -> GameRow:
        """Open a table; raises NotPossible for an unknown title, conflicting options, a channel in use."""
        new = self._catalogue.with_defaults(new)
        name = self._catalogue.make_namer(new.title, new.options)(new.shown, ())
        return await storage_seats.create_table(self.store, new, [(name, new.host, new.shown)], interaction)

    async def change_settings(self, game: int, by: int, **fields: Any) -> GameRow:
        """Change settings of a table, which is for its host: those of LOBBY_SETTINGS before the start only, those of
        TABLE_SETTINGS any time.
        """
        row = await self._require_hosted(game, by)
        unknown = set(fields) - LOBBY_SETTINGS - TABLE_SETTINGS
        assert not unknown, f"no such settings: {unknown}"
        if "pace" in fields:
            fields.setdefault("nudge_minutes", reminder_rows.INTERVAL[fields["pace"]])
        if not set(fields) & LOBBY_SETTINGS:
            return await self._write_row(game, lambda: self.store.set_game(game, **fields))
        if {"min_players", "max_players"} & set(fields):
            low, high = fields.get("min_players", row.min_players), fields.get("max_players", row.max_players)
            fields["min_players"], fields["max_players"] = self._catalogue.check_seats(row.title, low, high)
        if "options" in fields:
            fields["options"] = list(self._catalogue.check_options(row.title, fields["options"]))
        if "name" in fields:
            fields["name"] = player_names.kept_name(fields["name"])
        await storage_seats.change_open_table(self.store, game, **fields)
        return await storage_seats.seat_waiting(self.store, game, self._catalogue.make_namer(row.title, row.options))

    async def place_in_channel(self, game: int, channel: int, parent_channel: int = 0) -> GameRow:
        """Bind a table to the channel or thread where it is played; raises NotPossible if another live one is there."""
        return await self._write_row(
            game, lambda: self.store.set_game(game, channel=channel, parent_channel=parent_channel)
        )

    async def hand_over_host(self, game: int, by: int, user: int) -> GameRow:
        """Make another player the host. Raises NotPossible."""
        row = await self._require_hosted(game, by)
        if not row.seats_of(user):
            raise NotPossible("The host must have a seat at the table.")
        return await self._write_row(game, lambda: self.store.set_game(game, host=user))

    async def invite(self, game: int, by: int, user: int) -> GameRow:
        """Let a user take a seat; raises NotPossible unless `by` is the host and the table is in its lobby."""
        await self._require_hosted(game, by)
        return await storage_seats.invite_user(self.store, game, user)

    async def join(self, game: int, user: int, shown: str, interaction: int = 0) -> Joined:
        """Take a seat or, when all are taken, a place on the waiting list."""
        row = await self._require_row(game)
        return await storage_seats.join_table(
            self.store, game, user, shown, self._catalogue.make_namer(row.title, row.options), interaction
        )

    async def leave(self, game: int, user: int, interaction: int = 0) -> Left:
        """Give a seat or a place on the waiting list back before the start. A host who leaves hands on to the next seat."""
        row = await self._require_row(game)
        return await storage_seats.leave_table(
            self.store, game, user, self._catalogue.make_namer(row.title, row.options), interaction
        )

    async def kick(self, game: int, by: int, user: int, interaction: int = 0) -> Left:
        """Take a seat from a user; raises NotPossible unless `by` is the host and the table is in its lobby."""
        await self._require_hosted(game, by)
        return await self.leave(game, user, interaction)

    async def start(self, game: int, by: int, interaction: int = 0) -> Played:
        """Deal and write the first position; the answer has no action.

        Where somebody takes or leaves a seat, or the host changes the rules meanwhile, the deal is made anew for who is there
        then. Raises NotPossible.
        """
        row = await self._require_hosted(game, by)
        if row.status != "open" and await self.store.recorded_result(interaction) is None:
            raise NotPossible("That table has started already")
        deals = 0
        while row.status == "open" and not await self._deal(row, interaction):
            deals += 1
            if deals == MAX_DEALS:
                raise NotPossible("People keep coming and going. Please try again")
            row = await self._require_hosted(game, by)
            if row.status != "open":
                raise NotPossible("That table was closed" if not row.head else "That table has started already")
        table = await self.get(game)
        if row.bots:
            await table.run_standing_orders()
        before = table.position
        return Played(game, before.move, "", deciders=before.deciders, over=before.over)

    async def _deal(self, row: GameRow, interaction: int) -> bool:
        """Deal the first position of a table and write it; False, and nothing is written, where the table has changed
        meanwhile.

        Raises NotPossible with too few players.
        """
        if len(row.seats) < row.min_players:
            raise NotPossible(f"{row.min_players} players are needed to start; {len(row.seats)} so far")
        rules = self._catalogue.rules(row.title, row.options, len(row.seats))
        players = [s.name for s in row.seats]
        dealt = await asyncio.to_thread(lambda: game_setup.play_out(rules, players, row.seed, (), seated=False))
        panel = NewPost(kind=PostKind.PANEL)
        posts = (NewPost(kind=PostKind.START), panel)
        try:
            await self.store.append_play(dealt.first_advance(row.id, posts, interaction, dealt_for=row))
        except HeadMoved:
            return False
        return True

    async def end(self, game: int, how: str, hook: TransactionHook | None = None) -> GameRow:
        """Close a table without a natural end: a running one as `how` (agreed, abandoned), an open one at once.

        The table of a running game is told. `hook` is done in the same transaction. Raises NotPossible.
        """
        row = await self._require_row(game)
        if row.status == "open":
            closed: dict[str, Any] = {"status": "closed", "ended": how}
            return await self._write_row(game, lambda: storage_seats.change_open_table(self.store, game, **closed))
        if row.status != "running":
            return row
        return await self._write_row(game, lambda: write_end(self.store, game, how, hook))

    async def drop_what_if(self, game: int) -> None:
        """Throw a what-if away, while nobody plays there."""
        await self._write_row(game, lambda: what_ifs.drop_what_if(self.store, game))

    async def set_paused(self, game: int, by: int, *, on: bool) -> GameRow:
        """Stop reminders and sealed maxima at a table, or let them go on, which is for the host; moves may be made all the
        same.

        Raises NotPossible.
        """
        row = await self._require_hosted(game, by)
        if row.status != "running":
            raise NotPossible("Only a running game can be paused")
        table = await self.get(game)
        row = await self._write_row(game, lambda: set_pause(self.store, table.row, table.position.deciders, by, on=on))
        if not on:
            await table.run_standing_orders()
        return row

    async def rematch(self, game: int, user: int, shown: str, interaction: int = 0) -> GameRow:
        """Open a new table with the same title and options; the others are invited, seats are drawn anew.

        The second who asks for it joins the table that the first one opened.
        """
        row = await self._require_row(game)
        if row.status != "finished":
            raise NotPossible("That game is not over yet")
        if not row.seats_of(user):
            raise NotPossible("You did not play in that game")
        for candidate in await self.store.games(guild=row.guild, statuses=("open", "running"), title=row.title):
            if candidate.rematch_of == game:
                visible = candidate.seats_of(user) or candidate.status != "open"
                return candidate if visible else (await self.join(candidate.id, user, shown, interaction)).row
        new = NewGame(
            guild=row.guild,
            host=user,
            title=row.title,
            shown=shown,
            name=row.name,
            options=row.options,
            min_players=len(row.seats),
            max_players=len(row.seats),
            pace=row.pace,
            nudge_minutes=row.nudge_minutes,
            undo=row.undo,
            practice=row.practice,
            visibility="invited",
            invited=tuple(dict.fromkeys(s.user for s in row.seats if s.user != user and not s.by_bot)),
            rematch_of=game,
        )
        return await self.create(new, interaction)

    async def import_game(
        self,
        new: NewGame,
        players: Sequence[tuple[str, int, str]],
        actions: Sequence[Action],
        *,
        seated: bool = True,
        via: Via = Via.IMPORT,
        interaction: int = 0,
        hook: TransactionHook | None = None,
    ) -> Table:
        """Make a table from a list of actions, replayed in one go. `players`: (name in the actions, user, shown), in playing
        order.

        `hook` is written in the same transaction. Raises NotPossible that names the first action that our rules refuse; then
        nothing is written.
        """
        new = self.with_defaults(new, len(players))
        recorded = await self.store.recorded_result(interaction)
        if recorded is not None:
            return await self.get(recorded["game"])
        rules = self._catalogue.rules(new.title, new.options, len(players))
        order = [name for name, _, _ in players]
        replayed = await asyncio.to_thread(
            lambda: game_setup.play_out(rules, order, new.seed, actions, seated=seated, via=via)
        )
        return await self.get(await write_game(self.store, new, players, replayed, interaction, hook))

    def with_defaults(self, new: NewGame, seats: int) -> NewGame:
        """A new table of so many seats with what was left open filled in; raises NotPossible."""
        return self._catalogue.with_defaults(replace(new, min_players=seats, max_players=seats))

    def rules_of(self, title: str, options: Sequence[str], players: int) -> Rules:
        """The rules of a title under these options for so many players. Raises NotPossible."""
        return self._catalogue.rules(title, options, players)

    def codec_of(self, title: str, options: Sequence[str], players: int) -> Codec:
        """What reads the actions of such a game."""
        return Game.codec_of(self._catalogue.rules(title, options, players))

    # ------------------------------------------------------------------ helpers

    async def _require_row(self, game: int) -> GameRow:
        """The row of a table; raises NotPossible where there is none."""
        row = await self.store.game(game)
        if row is None:
            raise NotPossible("There is no such table")
        return row

    async def _require_hosted(self, game: int, by: int) -> GameRow:
        """The row of a table whose host that user is; raises NotPossible for others."""
        row = await self._require_row(game)
        if by != row.host:
            raise NotPossible("Only the host of the table may do that")
        return row

    async def _write_row(self, game: int, write: Callable[[], Awaitable[GameRow]]) -> GameRow:
        """Change a table's row while nobody else does: under its lock, or, if it is not in memory, while nobody loads it."""
        async with self._loading.setdefault(game, asyncio.Lock()):
            table = self.table_in_memory(game)
            if table is None:
                return await write()
            async with table.locked():
                return await table.write_row(write)
