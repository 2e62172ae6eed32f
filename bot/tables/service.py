"""All tables: opened, filled, started, found. Knows nothing of Discord.

`Table` (one game) is in `table`, what it answers in `bot/model/results.py`; both are meant to be imported from here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.core.errors import NO_TABLE, Busy, NotPossible
from bot.core.progress import report_from_thread
from bot.core.worker_process import OnProgress
from bot.model import player_names
from bot.model.kinds import Ending, PostKind, TableStatus, Via, Visibility
from bot.model.models import GameRow, HeadMoved, NewGame, NewPost, check_host
from bot.model.post_contents import SHOWN_ANEW, UndoPolicyContent
from bot.model.replayed_game import PlayedActions
from bot.model.results import (
    ConsentRequest,
    Fault,
    Move,
    Played,
    Position,
    ProposalClosed,
    Record,
    events_seen_by,
)
from bot.storage.repositories import reminder_rows, waiting_rows, what_ifs
from bot.storage.repositories import seats as storage_seats
from bot.storage.repositories.game_ends import write_end
from bot.storage.repositories.moves import thin_snapshots
from bot.storage.repositories.new_games import write_game
from bot.storage.repositories.pauses import set_pause
from bot.storage.repositories.seats import Joined, Left
from bot.storage.store import Store, TransactionHook
from bot.tables import game_setup
from bot.tables.table import Table
from bot.tables.table_memory import TableMemory
from bot.tables.title_catalogue import Catalogue, HasRules
from game.codec import Codec
from game.play import Game
from game.rules import Rules

__all__ = [
    "Busy",
    "ConsentRequest",
    "Fault",
    "HasRules",
    "Joined",
    "Left",
    "Move",
    "NotPossible",
    "Played",
    "Position",
    "ProposalClosed",
    "Record",
    "Table",
    "Tables",
    "events_seen_by",
]

DEAL = PlayedActions((), seated=False, via=Via.START)  # seats are drawn, and nothing is played yet
# what a host may change before the start only
LOBBY_SETTINGS = {"name", "options", "min_players", "max_players", "visibility"}
MAX_DEALS = 8  # for one start, while people come and go
SNAPSHOT_RETENTION = timedelta(days=7)  # that a finished game keeps all its snapshots
TABLE_SETTINGS = {"undo", "post_level", "theme", "pace", "nudge_minutes", "advice"}


class Tables:
    """All tables of a database: what may be done at one before, during and after its game."""

    def __init__(self, store: Store, titles: Mapping[str, HasRules], *, idle: float = 3600) -> None:
        """`idle`: seconds until an unused table leaves the memory."""
        self.store = store
        self.titles = titles
        self._catalogue = Catalogue(titles)
        self._memory = TableMemory(store, self._catalogue, timedelta(seconds=idle))

    def get(self, game: int) -> Awaitable[Table]:
        """A running or finished table; raises NotPossible, with a sentence, if it is neither."""
        return self._memory.get(game)

    def table_in_memory(self, game: int) -> Table | None:
        """The table if it is in memory: for autocomplete, which may not wait."""
        return self._memory.table_in_memory(game)

    async def repair_positions(self) -> list[Fault]:
        """Read each live table's last snapshot back, and mend it where that can be; at start-up. The others are told."""
        return await self._memory.repair_positions()

    async def needs_repair(self, row: GameRow) -> bool:
        """Whether the last snapshot of a table is damaged and can be played again; nothing is written. Raises Damaged."""
        return await self._memory.needs_repair(row)

    async def tables_of_user(
        self, user: int, statuses: Sequence[TableStatus] = (TableStatus.RUNNING,)
    ) -> list[GameRow]:
        """Tables where that user has a seat; those that wait for the user first, longest waiting first."""
        rows = await self.store.find_tables(user=user, statuses=statuses)
        since = await waiting_rows.waiting_tables(self.store, user)
        never = datetime.max.replace(tzinfo=UTC)
        return sorted(rows, key=lambda row: since.get(row.id, never))

    async def thin_old_games(self) -> int:
        """Thin the snapshots of games that have been over for a week; how many games that were. At start-up."""
        before = self.store.clock.now() - SNAPSHOT_RETENTION
        rows = await self.store.find_tables(statuses=(TableStatus.FINISHED,), limit=1_000_000, thinned=False)
        old = [row.id for row in rows if row.finished is not None and row.finished < before]
        for game in old:
            await thin_snapshots(self.store, game)
        return len(old)

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
            changes_undo = row.status == TableStatus.RUNNING and fields.get("undo", row.undo) != row.undo
            policy = UndoPolicyContent(policy=fields["undo"], by=by) if changes_undo else None
            posts = [NewPost(kind=PostKind.UNDO_POLICY, content=policy)] if policy else []
            posts += [NewPost(kind=PostKind.PANEL, content=SHOWN_ANEW)] if "advice" in fields else []
            return await self._memory.write_row(
                game, lambda: self.store.set_game(game, self.store.make_hook(posts), **fields)
            )
        if {"min_players", "max_players"} & set(fields):
            low, high = fields.get("min_players", row.min_players), fields.get("max_players", row.max_players)
            fields["min_players"], fields["max_players"] = self._catalogue.check_seats(row.title, low, high)
        if "options" in fields:
            fields["options"] = list(self._catalogue.check_options(row.title, fields["options"]))
        if "name" in fields:
            fields["name"] = player_names.kept_name(fields["name"])
        await storage_seats.change_open_table(self.store, game, **fields)
        return await storage_seats.fill_free_seats(self.store, game, self._catalogue.make_namer(row.title, row.options))

    async def place_in_channel(self, game: int, channel: int, parent_channel: int = 0) -> GameRow:
        """Bind a table to the channel or thread where it is played; raises NotPossible if another live one is there."""
        return await self._memory.write_row(
            game, lambda: self.store.set_game(game, channel=channel, parent_channel=parent_channel)
        )

    async def hand_over_host(self, game: int, by: int, user: int) -> GameRow:
        """Make another player the host. Raises NotPossible where `by` is not the host, or `user` has no seat."""
        return await self._memory.write_row(game, lambda: storage_seats.change_host(self.store, game, by, user))

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
        if row.status != TableStatus.OPEN and await self.store.recorded_result(interaction) is None:
            raise NotPossible("That table has started already")
        deals = 0
        while row.status == TableStatus.OPEN and not await self._deal(row, interaction):
            deals += 1
            if deals == MAX_DEALS:
                raise NotPossible("People keep coming and going. Please try again")
            row = await self._require_hosted(game, by)
            if row.status != TableStatus.OPEN:
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
        dealt = await asyncio.to_thread(lambda: game_setup.play_out(rules, players, row.seed, DEAL))
        panel = NewPost(kind=PostKind.PANEL)
        posts = (NewPost(kind=PostKind.START), panel)
        try:
            await self.store.append_play(dealt.first_advance(row.id, posts, interaction, dealt_for=row))
        except HeadMoved:
            return False
        return True

    async def end(self, game: int, how: Ending | str, hook: TransactionHook | None = None) -> GameRow:
        """Close a table without a natural end: a running one as `how` (an Ending, or who conceded), an open one at once.

        The table of a running game is told. `hook` is done in the same transaction. Raises NotPossible.
        """
        row = await self._require_row(game)
        if row.status == TableStatus.OPEN:
            closed: dict[str, Any] = {"status": TableStatus.CLOSED, "ended": how}
            return await self._memory.write_row(
                game, lambda: storage_seats.change_open_table(self.store, game, **closed)
            )
        if row.status != TableStatus.RUNNING:
            return row
        return await self._memory.write_row(game, lambda: write_end(self.store, game, how, hook))

    async def drop_what_if(self, game: int) -> None:
        """Throw a what-if away, while nobody plays there."""
        await self._memory.write_row(game, lambda: what_ifs.drop_what_if(self.store, game))

    async def set_paused(self, game: int, by: int, *, on: bool) -> GameRow:
        """Stop reminders and sealed maxima at a table, or let them go on, which is for the host; moves may be made all the
        same.

        Raises NotPossible.
        """
        row = await self._require_hosted(game, by)
        if row.status != TableStatus.RUNNING:
            raise NotPossible("Only a running game can be paused")
        table = await self.get(game)
        row = await self._memory.write_row(
            game, lambda: set_pause(self.store, table.row, table.position.deciders, by, on=on)
        )
        if not on:
            await table.run_standing_orders()
        return row

    async def rematch(self, game: int, user: int, shown: str, interaction: int = 0) -> GameRow:
        """Open a new table with the same title and options; the others are invited, seats are drawn anew.

        The second who asks for it joins the table that the first one opened.
        """
        row = await self._require_row(game)
        if row.status != TableStatus.FINISHED:
            raise NotPossible("That game is not over yet")
        if not row.seats_of(user):
            raise NotPossible("You did not play in that game")
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
            visibility=Visibility.INVITED,
            invited=tuple(dict.fromkeys(s.user for s in row.seats if s.user != user and not s.by_bot)),
            rematch_of=game,
        )
        opened = await self.create(new, interaction)
        if opened.seats_of(user) or opened.status != TableStatus.OPEN:
            return opened
        return (await self.join(opened.id, user, shown)).row  # the interaction is answered with the table

    async def import_game(
        self,
        new: NewGame,
        players: Sequence[tuple[str, int, str]],
        played: PlayedActions,
        *,
        interaction: int = 0,
        hook: TransactionHook | None = None,
        on_progress: OnProgress | None = None,
    ) -> Table:
        """Make a table of a game that was played. `players`: (name in the actions, user, shown), in playing order.

        `hook` is written in the same transaction. Raises NotPossible that names the first action that our rules refuse; then
        nothing is written.
        """
        new = self.with_defaults(new, len(players))
        recorded = await self.store.recorded_result(interaction)
        if recorded is not None:
            return await self.get(recorded["game"])
        rules = self._catalogue.rules(new.title, new.options, len(players))
        order = [name for name, _, _ in players]
        report = report_from_thread(on_progress)
        replayed = await asyncio.to_thread(lambda: game_setup.play_out(rules, order, new.seed, played, report))
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

    async def _require_row(self, game: int) -> GameRow:
        """The row of a table; raises NotPossible where there is none."""
        row = await self.store.load_table(game)
        if row is None:
            raise NotPossible(NO_TABLE)
        return row

    async def _require_hosted(self, game: int, by: int) -> GameRow:
        """The row of a table whose host that user is; raises NotPossible for others."""
        row = await self._require_row(game)
        return check_host(row, by)
