"""The writing side of a table: its lock, its live game, its row, and the only ways to change them.

The live `Game` is touched under the lock only. `position` and `row` are immutable values that are replaced as a whole, so others
read them without waiting.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Self

from bot.core.cpu_time import Part, measure_part
from bot.core.errors import Busy, NotPossible
from bot.core.log_context import log_fields
from bot.core.tasks import start_observed
from bot.model.kinds import PostKind, Via
from bot.model.models import GameRow, HeadMoved, NewMove, NewPost, PlayWrite, Seat, StoredMove
from bot.model.player_names import shown_names
from bot.model.post_contents import SHOWN_ANEW
from bot.model.results import Move, Played, Position, decode_move, examine_position, merge_searches
from bot.storage.repositories.moves import load_move
from bot.storage.store import Store
from bot.tables import snapshots
from game.actions import Action
from game.codec import encode
from game.events import Event, Revealed
from game.play import Game
from game.routing.routes import QUICK_EFFORT
from game.rules import Refusal, Rules
from game.state import State

log = logging.getLogger(__name__)
FEW = 8  # moves that are decoded in less time than a thread takes to begin
MAX_QUEUE = 32  # calls that may wait for a table's lock
SEARCH_PATIENCE = timedelta(minutes=1)  # far more than a search takes


@dataclass(frozen=True, slots=True)
class Applied:
    """An action that was played in memory; nothing of it is written yet."""

    game: Game
    action: Action
    events: tuple[Event, ...]
    position: Position

    def make_move(self, via: Via, user: int) -> NewMove:
        """The row of the record. `via`: how it came about; `user`: who pressed, 0 for nobody."""
        return NewMove(
            seat=self.action.by,
            action=encode(self.action),
            events=encode(self.events),
            state=self.position.state,
            fingerprint=self.game.fingerprint(),
            via=via,
            user=user,
            round=self.position.round,
            revealed=any(isinstance(e, Revealed) for e in self.events),
        )


class TableSession:
    """One running or finished game, and its lock. All but `locked` and what only reads is called under the lock."""

    def __init__(self, store: Store, row: GameRow, rules: Rules, position: Position) -> None:
        self.store = store
        self.row = row  # replaced when settings, seats or counters change
        self._rules = rules
        self._called_for: tuple[Seat, ...] = ()  # the seats whose names those rules bear
        self.position = position
        self._game: Game | None = None
        self._lock = asyncio.Lock()
        self._queue = 0
        self._stale = False  # what is in memory may not be what was written
        self._search: asyncio.Task[None] | None = (
            None  # for the best runs of the position, where a moment did not find them
        )

    @property
    def id(self) -> int:
        """The table's number in the database, which buttons and links carry."""
        return self.row.id

    @property
    def rules(self) -> Rules:
        """The title's rules, with the names of those who have the seats now."""
        if self._called_for != self.row.seats:
            self._rules = replace(self._rules, called=shown_names(self.row.seats))
            self._called_for = self.row.seats
        return self._rules

    def copy_as_it_is(self) -> Self:
        """The table as it is at this moment, to be read only: it stays so whatever is played meanwhile."""
        return copy(self)

    @property
    def is_idle(self) -> bool:
        """Whether nobody is at work here."""
        return self._queue == 0

    @property
    def live_state(self) -> State[Any]:
        """The state as the last play has left it, secrets included; only for a play that follows at once."""
        assert self._game is not None, "a play has just gone well"
        return self._game.state

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Wait for the lock and hold it, with memory equal to what is written. Raises Busy when too many wait already."""
        if self._queue > MAX_QUEUE:
            raise Busy("Too much is going on at this table. Nothing was done; please try again")
        self._queue += 1
        try:
            async with self._lock:
                if self._stale or (self.store.shared and await self.store.load_table(self.id) != self.row):
                    await self._reload()
                with log_fields(table=self.id):
                    yield
        finally:
            self._queue -= 1

    async def _reload(self) -> None:
        """Read anew what is written: a write failed, was cancelled, or met another process."""
        row = await self.store.load_table(self.id)
        assert row is not None, "tables are never deleted"
        if not row.head:
            raise NotPossible("That what-if has ended")
        after = await self.position_at(row.head)
        self._game = None
        self.position = after
        self.row, self._stale = row, False

    async def apply(self, action: Action) -> Applied:
        """Play an action in memory, in a worker thread. Raises Illegal. The live game comes back with `commit` only."""
        live, self._game = self._game, None  # a cancelled play leaves nothing half done
        return await asyncio.to_thread(self._play_in_memory, live, action)

    def _play_in_memory(self, live: Game | None, action: Action) -> Applied:
        """Play an action on the live game, or on one loaded from the position; called in a worker thread."""
        with measure_part(Part.DECODE):
            game = live or Game.load(self.rules, self.position.state)
        game.remarks = True
        with measure_part(Part.PLAY):
            events = tuple(game.play(action))
        game.past.clear()  # history is on disk
        with measure_part(Part.LIST):
            position = examine_position(game, 0, QUICK_EFFORT)
        return Applied(game, action, events, position)

    async def commit(self, advance: PlayWrite, after: Position, game: Game | None = None) -> bool:
        """Write a play, and take over the row and the position after it.

        False when another process was faster, with another play or this one: then memory is what that has left.
        """
        self._stale = True
        if after.searching:
            advance = replace(advance, posts=(*advance.posts, *self._make_fallback_panel(advance.posts)))
        try:
            written = await self.store.append_play(advance)
        except HeadMoved:
            await self._reload()
            return False
        if written.repeated:
            await self._reload()
            return False
        assert written.row is not None, "a table that was written to"
        self.row, self.position, self._game = written.row, replace(after, move=written.move), game
        self._stale = False
        with log_fields(move=written.move):
            log.info("played" if advance.move is not None else "moved to another point of the record")
        if self.position.searching:
            self._search = start_observed("search for the best runs", self._finish_search(self.position))
        return True

    def _make_fallback_panel(self, posts: Sequence[NewPost]) -> Iterator[NewPost]:
        """A panel to be posted later in case the process stops before a search ends; nothing where `posts` hold such a panel.

        It is made of a table that was loaded anew, and so searched in full. A search that ends overtakes it.
        """
        if not any(p.kind == PostKind.PANEL and p.not_before for p in posts):
            late = self.store.clock.now() + SEARCH_PATIENCE
            yield NewPost(kind=PostKind.PANEL, content=SHOWN_ANEW, not_before=late)

    async def _finish_search(self, before: Position) -> None:
        """Search on for the best runs of a position while its table goes on; then the panel that stands is edited."""
        rules = self.rules
        try:
            position = await asyncio.to_thread(lambda: examine_position(Game.load(rules, before.state), before.move))
        except Exception:
            await self._show_searched(before, replace(before, searching=False))
            raise
        await self._show_searched(before, merge_searches(before, position))

    async def _show_searched(self, before: Position, searched: Position) -> None:
        """Take what a search has found in place of the position that it began with, unless the table has gone on."""
        if self.position is before:
            self.position = searched
            await self.store.enqueue(NewPost(kind=PostKind.PANEL, game=self.id, content=SHOWN_ANEW))

    async def move_head(
        self,
        target: Position,
        *,
        result: dict[str, Any],
        posts: Sequence[NewPost],
        interaction: int = 0,
        agreement: tuple[int, tuple[str, ...]] | None = None,
        lapsed: tuple[int, ...] = (),
    ) -> bool:
        """Make a position that was there before the present one; False when another process was faster. `agreement`: the proposal
        that is carried out, and all who have agreed to it; `lapsed`: the orders that end with that.

        Raises ChannelTaken where a finished game would run again beside another in its channel.
        """
        advance = PlayWrite(
            game=self.id,
            parent=self.position.move,
            target=target.move,
            interaction=interaction,
            result=result,
            deciders=target.deciders,
            restart=True,
            posts=tuple(posts),
            over=target.over,
            agreement=agreement,
            lapsed=lapsed,
        )
        return await self.commit(advance, target)

    async def write_row(self, write: Callable[[], Awaitable[GameRow]]) -> GameRow:
        """Change settings, seats or status, but no position: `write` does it in the database and returns the new row."""
        self._stale = True
        self.row = await write()
        self._stale = False
        return self.row

    async def decode_moves(self, stored: Sequence[StoredMove]) -> list[Move]:
        """Stored moves with their actions and events as values."""
        codec = Game.codec_of(self.rules)

        def decode() -> list[Move]:
            """All of them."""
            return [decode_move(codec, m) for m in stored]

        return decode() if len(stored) <= FEW else await asyncio.to_thread(decode)

    async def state_at(self, move: int) -> bytes:
        """The snapshot after a move, stored or played again."""
        return await snapshots.state_after(self.store, self.rules, self.id, move)

    async def position_at(self, move: int) -> Position:
        """The position after a move of this table."""
        state = await self.state_at(move)
        return await asyncio.to_thread(lambda: examine_position(Game.load(self.rules, state), move))

    def make_refusal(self, seat: str, action: Action | None, refusal: Refusal, *, stale: bool = False) -> Played:
        """The answer to what was not done. `stale`: it was meant for an earlier position."""
        position = self.position
        return Played(
            self.id,
            position.move,
            seat,
            action,
            refused=refusal,
            stale=stale,
            deciders=position.deciders,
            over=position.over,
        )

    async def record_refusal(self, seat: str, action: Action | None, refusal: Refusal, interaction: int) -> Played:
        """A refused interaction stays refused: its repetition must not meet a later moment in which it is legal."""
        await self.store.record_result(interaction, self.id, {"refused": list(refusal)})
        return self.make_refusal(seat, action, refusal)

    async def answer_repeated(self, recorded: dict[str, Any], seat: str, action: Action | None) -> Played:
        """What a repeated interaction did the first time, from its recorded result."""
        position = self.position
        if "refused" in recorded:
            refusal = Refusal(*recorded["refused"])
            return Played(
                self.id, position.move, seat, action, refused=refusal, repeated=True, deciders=position.deciders
            )
        stored = await load_move(self.store, recorded.get("move", 0))
        move = (await self.decode_moves([stored]))[0] if stored and "kind" not in recorded else None
        return Played(
            self.id,
            position.move,
            seat,
            move.action if move else action,
            move.events if move else (),
            repeated=True,
            deciders=position.deciders,
            over=position.over,
        )
