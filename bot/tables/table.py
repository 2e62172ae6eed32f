"""One table: plays one action after the other under its lock, in a worker thread, and writes each in one transaction.

What others read meanwhile is its `position`: an immutable value, replaced as a whole after each play, so menus and autocomplete
answer from memory without waiting. The live `Game` is touched under the lock only; everything else loads its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

from msgspec import structs

from bot.core import metrics
from bot.core.errors import NotPossible
from bot.core.uncancellable import whole
from bot.model.models import Advance, Advanced, Busy, GameRow, HeadMoved, NewMove, NewPost, Seat, StoredMove
from bot.model.results import COPY, MOVED_ON, AskOthers, Declined, Move, Played, Position, Record, decoded, position
from bot.storage.store import Store
from bot.tables import order_runner, proxy_bidding, snapshots
from bot.tables import preview as tables_preview
from bot.tables import undo as tables_undo
from bot.tables.order_runner import Orders
from game.actions import Action, RunTrains
from game.chance import commitment
from game.choices import Choice
from game.codec import encode
from game.events import Event, Revealed
from game.play import Game
from game.rules import Illegal, Refusal, Rules
from game.state import State

WAITING = 32  # plays that may wait for a table's lock
SILENCE = timedelta(seconds=90)  # while the same seat goes on the table hears nothing until nothing came for so long


class Table:
    """One running or finished game. Everything that changes goes through its lock."""

    def __init__(self, store: Store, row: GameRow, rules: Rules, now: Position) -> None:
        self.store = store
        self.row = row  # replaced when settings, seats or counters change
        self.rules = rules
        self.position = now
        self._game: Game | None = None
        self._lock = asyncio.Lock()
        self._queue = 0
        self._stale = False  # what is in memory may not be what was written

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def seats(self) -> tuple[Seat, ...]:
        """In playing order."""
        return self.row.seats

    def turn(self, seat: str) -> int:
        """The seat's counter, as buttons carry it. KeyError for a stranger."""
        found = self.row.seat(seat)
        if found is None:
            raise KeyError(seat)
        return found.turn

    def choices(self, seat: str) -> tuple[Choice, ...]:
        """Every legal action of that seat now, from memory."""
        return self.position.choices.get(seat, ())

    @property
    def live(self) -> State[Any]:
        """The state as the last play has left it, secrets included; only for a play that follows at once."""
        assert self._game is not None, "a play has just gone well"
        return self._game.state

    @property
    def idle(self) -> bool:
        """Whether nobody is at work here."""
        return self._queue == 0

    # ------------------------------------------------------------------ looking

    async def view(self, seat: str | None, at: int = 0) -> State[Any]:
        """The state as that seat (None: the public) may know it, now or after move `at`."""
        state = await self.state_at(at) if at else self.position.state
        return await asyncio.to_thread(lambda: Game.load(self.rules, state).view(seat))

    async def legal(self, action: Action) -> Refusal | None:
        """None, or why that action would be refused now. Changes nothing."""
        return await asyncio.to_thread(tables_preview.legal, self.rules, self.position, action)

    async def earnings(self, seat: str) -> dict[Action, int]:
        """What each of the runs listed for that seat would bring in dollars; nothing where no train may run."""
        now = self.position
        runs = any(issubclass(c.kind, RunTrains) for c in now.choices.get(seat, ()))
        return await asyncio.to_thread(tables_preview.earnings, self.rules, now, seat) if runs else {}

    async def preview(self, action: Action, seat: str) -> tuple[Played, State[Any]]:
        """What the action would do, and the state after it, both as that seat may know them. Changes nothing."""
        return await asyncio.to_thread(tables_preview.preview, self.id, self.rules, self.position, action, seat)

    async def history(self, *, limit: int = 0, after: int = 0) -> list[Move]:
        """The present line, oldest first, the deal included: the last `limit`, or what came after move `after`."""
        return await self._decode(await self.store.line(self.id, self.position.move, limit=limit, after=after))

    async def line_to(self, move: int) -> list[Move]:
        """The line that ends with that move, of this branch or another, from the deal on."""
        return await self._decode(await self.store.line(self.id, move))

    async def branches(self) -> list[Move]:
        """The ends of lines that were taken back, newest first."""
        return await self._decode([m for m in await self.store.ends(self.id) if m.id != self.position.move])

    async def record(self) -> Record:
        """The present line for an export."""
        row, now = self.row, self.position
        moves = await self.history()
        return Record(
            title=row.title,
            options=row.options,
            players=tuple(s.name for s in row.seats),
            shown={s.name: s.shown for s in row.seats},
            seed=row.seed if row.status == "finished" else "",
            commitment=commitment(row.seed),
            name=row.name,
            moves=tuple(moves),
            fingerprint=await asyncio.to_thread(lambda: Game.load(self.rules, now.state).fingerprint()),
            over=now.over or row.ended,
            whole=moves[0].via != COPY,
        )

    async def _decode(self, stored: Sequence[StoredMove]) -> list[Move]:
        codec = Game.codec_of(self.rules)
        return await asyncio.to_thread(lambda: [decoded(codec, m) for m in stored])

    async def snapshot(self, move: int = 0) -> bytes:
        """The whole state after that move, secrets included; 0: now."""
        return await self.state_at(move) if move else self.position.state

    async def state_at(self, move: int) -> bytes:
        """The snapshot after a move, stored or played again."""
        return await snapshots.state_after(self.store, self.rules, self.id, move)

    # ------------------------------------------------------------------ playing

    @whole
    async def play(
        self, seat: str, action: Action, via: str, interaction: int = 0, *, user: int = 0, turn: int | None = None
    ) -> Played:
        """Play an action for a seat. `turn`: the counter that the button carried; another one by now is refused as stale.

        Raises Busy when too many wait already. A refusal is in the answer.
        """
        action = structs.replace(action, by=seat)
        async with self._turn():
            told = await self.store.told(interaction) if interaction else None
            if told is not None:
                return await self._again(told, seat, action)
            if self.row.seat(seat) is None:
                return self._refused(seat, action, Refusal("You have no seat at this table"))
            if turn is not None and self.turn(seat) != turn:
                return self._refused(seat, action, MOVED_ON, stale=True)
            if self.row.status != "running":
                return await self._note_refusal(seat, action, Refusal("The game is over"), interaction)
            try:
                with metrics.PLAYS.time():
                    return await self._play(seat, action, via, interaction, user)
            except Illegal as error:
                metrics.REFUSALS.inc()
                return await self._note_refusal(seat, action, error.refusal, interaction)

    async def _play(self, seat: str, action: Action, via: str, interaction: int, user: int) -> Played:
        """One action, and what the bot plays for others after it."""
        asked = set(self.position.deciders)
        found = await order_runner.load(self.store, self.id, self.position)
        played = await self._one(
            seat, action, via, interaction, user, order_runner.NONE if self.row.paused else found, asked
        )
        more = await order_runner.follow(self, played, found, asked) if found and played.refused is None else None
        return more or played

    @whole
    async def play_standing(self) -> None:
        """Play what whoever must act now has asked for: sealed maxima bid, passes are made."""
        async with self._turn():
            found = await order_runner.every(self.store, self.id)
            if self.row.status == "running" and found:
                await order_runner.follow(self, None, found, set(self.position.deciders))

    async def _one(
        self, seat: str, action: Action, via: str, interaction: int, user: int, found: Orders, asked: set[str]
    ) -> Played:
        before = self.position
        live, self._game = self._game, None  # back only when all went well: a cancelled play leaves nothing half done
        game, events, after = await asyncio.to_thread(self._apply, live, action)
        # The table is told when the last one who lets the bot play has played.
        goes_on = bool(found) and found.after(events, game.state).wanted(after, self.rules) is not None
        written = await self._write(
            Advance(
                game=self.id,
                parent=before.move,
                move=NewMove(
                    seat=seat,
                    action=encode(action),
                    events=encode(events),
                    state=after.state,
                    fingerprint=game.fingerprint(),
                    via=via,
                    user=user,
                    round=after.round,
                    revealed=any(isinstance(e, Revealed) for e in events),
                ),
                interaction=interaction,
                acted=(seat,),
                deciders=after.deciders,
                posts=() if goes_on else (self._news(before, after, asked),),
                over=after.over,
            )
        )
        if written is None:
            return self._refused(seat, action, MOVED_ON, stale=True)
        self._game = game
        self.position = replace(after, move=written.move)
        return Played(self.id, written.move, seat, action, events, deciders=after.deciders, over=after.over)

    def _news(self, before: Position, after: Position, asked: set[str]) -> NewPost:
        """What tells the table of a play: at once where somebody else must act or the next lot is sold, else after a silence."""
        if after.over:
            return NewPost(kind="final")
        if not set(after.deciders) <= asked:
            return NewPost(kind="panel", payload={"seats": list(after.deciders)})
        later = (
            None if proxy_bidding.next_lot(before, after) else self.store.clock.now() + SILENCE
        )  # each lot has its own post
        return NewPost(kind="panel", payload={"silent": True}, not_before=later)

    def _apply(self, live: Game | None, action: Action) -> tuple[Game, tuple[Event, ...], Position]:
        """In a worker thread: play, and list what may follow."""
        before = self.position
        game = live or Game.load(self.rules, before.state)
        game.remarks = True
        events = tuple(game.play(action))
        game.past.clear()  # history is on disk
        return game, events, position(game, 0)

    async def _write(self, advance: Advance) -> Advanced | None:
        """Append, and take over the new row; None when another process was faster."""
        self._stale = True
        try:
            written = await self.store.append(advance)
        except HeadMoved:
            return None
        self._stale = False
        assert written.row is not None, "a table that was written to"
        self.row = written.row
        return written

    def _refused(self, seat: str, action: Action | None, why: Refusal, *, stale: bool = False) -> Played:
        now = self.position
        return Played(self.id, now.move, seat, action, refused=why, stale=stale, deciders=now.deciders, over=now.over)

    async def _note_refusal(self, seat: str, action: Action | None, why: Refusal, interaction: int) -> Played:
        """A refused interaction stays refused: its repetition must not meet a later moment in which it is legal."""
        if interaction:
            await self.store.tell(interaction, self.id, {"refused": list(why)})
        return self._refused(seat, action, why)

    async def _again(self, told: dict[str, Any], seat: str, action: Action | None) -> Played:
        """What a repeated interaction did the first time."""
        now = self.position
        if "refused" in told:
            return Played(
                self.id, now.move, seat, action, refused=Refusal(*told["refused"]), repeated=True, deciders=now.deciders
            )
        stored = await self.store.move(told.get("move", 0))
        move = (await self._decode([stored]))[0] if stored and "kind" not in told else None
        return Played(
            self.id,
            now.move,
            seat,
            move.action if move else action,
            move.events if move else (),
            repeated=True,
            deciders=now.deciders,
            over=now.over,
        )

    # ------------------------------------------------------------------ taking back

    @whole
    async def undo(
        self, seat: str, *, to: int = 0, reason: str = "", interaction: int = 0, user: int = 0
    ) -> Played | AskOthers:
        """Take the last move back, or everything after move `to`; or ask those who must agree.

        `seat` "" is the host who has no seat. Raises Busy; a refusal is in the answer.
        """
        return await tables_undo.undo(self, seat, to=to, reason=reason, interaction=interaction, user=user)

    @whole
    async def redo(self, seat: str, *, steps: int = 1, interaction: int = 0, user: int = 0) -> Played | AskOthers:
        """Play again what was taken back last: so many moves, 0 all of that line."""
        return await tables_undo.redo(self, seat, steps=steps, interaction=interaction, user=user)

    @whole
    async def answer(
        self, proposal: int, seat: str, *, yes: bool, interaction: int = 0, user: int = 0
    ) -> Played | AskOthers | Declined:
        """A seat's word ("" for the host's) on a proposal. The one who proposed may say no: that withdraws it.

        Raises NotPossible for somebody who was not asked.
        """
        return await tables_undo.answer(self, proposal, seat, yes=yes, interaction=interaction, user=user)

    async def proposal(self) -> AskOthers | None:
        """The proposal that waits, if there is one."""
        return await tables_undo.waiting(self)

    # ------------------------------------------------------------------ the lock

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        if self._queue > WAITING:
            raise Busy("Too much is going on at this table. Nothing was done; please try again")
        self._queue += 1
        try:
            async with self._lock:
                if self._stale:
                    await self._reload()
                yield
        finally:
            self._queue -= 1

    async def _reload(self) -> None:
        """Read anew what is written: a write failed, was cancelled, or met another process."""
        row = await self.store.game(self.id)
        assert row is not None, "tables are never deleted"
        if not row.head:
            raise NotPossible("That what-if is no more")
        stored = await self.state_at(row.head)
        self._game = None
        self.position = await asyncio.to_thread(lambda: position(Game.load(self.rules, stored), row.head))
        self.row, self._stale = row, False
