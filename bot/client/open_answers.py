"""Private answers at a table: the newest of each reader stays, those before are taken away.

One with buttons that act, whose reader is asked something else meanwhile, gets a line in its place that says so. What only told
something, as that there was nothing to do, is taken away then.

Discord lets an answer be edited and deleted for fifteen minutes by the token of its interaction. Tokens are secrets: they are
kept in memory only, for as long and as many as bounded here, and an answer whose token is gone stays as it is. Its buttons do
nothing then.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto

import discord

from bot.client.components import private_arguments
from bot.client.discord_errors import REFUSED_OR_LOST
from bot.core.clock import Clock
from bot.views.console.message import MOVED_ON
from bot.views.messages import Private, Row
from bot.views.vote_posts import WISH_VOID

LIFETIME = timedelta(minutes=14)  # of fifteen that Discord gives: an edit takes its time
MAX_ANSWERS = 2_000  # of all tables; the oldest goes first


class Asks(Enum):
    """What the buttons of an answer that act are about."""

    NOTHING = auto()
    TURN = auto()
    OFFER = auto()  # that somebody else was asked, and that may be taken back
    ORDER = auto()  # what the bot does for its reader: it stays while that lasts, beside what asks
    WISH = auto()  # that others were asked to let its reader take moves back: it stays until they have answered


STAYING = (Asks.ORDER, Asks.WISH)  # beside newer answers


@dataclass(frozen=True)
class OpenAnswer:
    """A private answer. `handle`: edits it; `action_version`: the counter of its seat then; `told`: what the bot does for its
    reader, in words; `head`: the move from which its reader wished to go back, by that `proposal`.
    """

    user: int
    table: int
    seat: str
    action_version: int
    message: int
    handle: discord.InteractionMessage
    sent: datetime
    asks: Asks
    told: str = ""
    round: str = ""  # in which that was told
    head: int = 0
    proposal: int = 0


class OpenAnswers:
    """The newest private answers, by message."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._answers: OrderedDict[int, OpenAnswer] = OrderedDict()
        self._by_table: dict[int, dict[int, OpenAnswer]] = {}  # the same

    def __len__(self) -> int:
        return len(self._answers)

    async def replace(
        self,
        handle: discord.InteractionMessage,
        user: int,
        table: int,
        seat: str,
        action_version: int,
        asks: Asks,
    ) -> None:
        """Note what a user was answered last at a table, and take away what the same user was answered before, but for what the
        bot does for that user.

        What was sent too long ago is forgotten.
        """
        now = self._clock.now()
        await self._note(OpenAnswer(user, table, seat, action_version, handle.id, handle, now, asks))

    async def replace_about_orders(
        self, handle: discord.InteractionMessage, user: int, table: int, seat: str, told: str, round_: str
    ) -> None:
        """Note what a user was told last of what the bot does for a seat, `told` in words, and take away what was told before."""
        now = self._clock.now()
        await self._note(OpenAnswer(user, table, seat, 0, handle.id, handle, now, Asks.ORDER, told, round_))

    async def note_wish(
        self, handle: discord.InteractionMessage, user: int, table: int, seat: str, head: int, proposal: int
    ) -> None:
        """Note that a user was told to whom a proposal to go back from the `head` was put."""
        now = self._clock.now()
        await self._note(
            OpenAnswer(user, table, seat, 0, handle.id, handle, now, Asks.WISH, head=head, proposal=proposal)
        )

    async def settle_wish(self, table: int, proposal: int, words: str) -> None:
        """Close what somebody was told of a proposal to take moves back or do them again, with what came of it."""
        for answer in [a for a in self._at(table) if a.asks is Asks.WISH and a.proposal == proposal]:
            await self.close(answer, words)

    async def settle_other_wishes(self, table: int, proposal: int, words: str) -> None:
        """Close what people were told of all proposals but one, which has taken their place, with what came of them."""
        for answer in [a for a in self._at(table) if a.asks is Asks.WISH and a.proposal != proposal]:
            await self.close(answer, words)

    async def _note(self, answer: OpenAnswer) -> None:
        """Keep an answer, and take away those of the same user before it; what tells of orders stays beside the rest."""
        self._forget(answer.message)
        self._forget_expired(answer.sent)
        alone = answer.asks if answer.asks in STAYING else None
        before = [a for a in self._at(answer.table) if a.user == answer.user]
        before = [a for a in before if (a.asks if a.asks in STAYING else None) is alone]
        self._answers[answer.message] = answer
        self._by_table.setdefault(answer.table, {})[answer.message] = answer
        while len(self._answers) > MAX_ANSWERS:
            self._forget(next(iter(self._answers)))
        for old in before:
            await self._remove(old)

    async def close_outdated(self, table: int, action_versions: dict[str, int], head: int) -> None:
        """Close the answers at a table whose seat is asked something else by now, and those about moves to be taken back from
        another move than the `head`. `action_versions`: the counter of each seat.
        """
        self._forget_expired(self._clock.now())
        for wish in [a for a in self._at(table) if a.asks is Asks.WISH and a.head != head]:
            await self.close(wish, WISH_VOID)
        for answer in [a for a in self._at(table) if a.asks not in STAYING]:
            if action_versions.get(answer.seat) != answer.action_version:
                await (self._remove(answer) if answer.asks is Asks.NOTHING else self.close(answer, MOVED_ON))

    async def settle_offers(self, table: int, words: str) -> None:
        """Close the answers about an offer at a table, which is settled, with what came of it: no counter of theirs has moved."""
        for answer in [a for a in self._at(table) if a.asks is Asks.OFFER]:
            await self.close(answer, words)

    def about_orders(self, table: int) -> list[OpenAnswer]:
        """The answers at a table that say what the bot does for their readers."""
        return [a for a in self._at(table) if a.asks is Asks.ORDER]

    async def retell(self, answer: OpenAnswer, told: str, round_: str, rows: tuple[Row, ...]) -> None:
        """Put in the place of an answer what the bot does for its reader by now, with buttons; it is kept as one that says so."""
        if answer.message in self._answers:
            newer = replace(answer, told=told, round=round_)
            self._answers[answer.message] = self._by_table[answer.table][answer.message] = newer
            with contextlib.suppress(*REFUSED_OR_LOST):
                await answer.handle.edit(**private_arguments(Private(told, rows=rows), edit=True))

    def _forget_expired(self, now: datetime) -> None:
        """Forget answers that cannot be edited any more."""
        while self._answers and (oldest := next(iter(self._answers.values()))).sent + LIFETIME <= now:
            self._forget(oldest.message)

    def _at(self, table: int) -> list[OpenAnswer]:
        """The answers at a table, oldest first."""
        return list(self._by_table.get(table, {}).values())

    def _forget(self, message: int) -> bool:
        """Forget an answer; says whether it was known."""
        answer = self._answers.pop(message, None)
        if answer is None:
            return False
        there = self._by_table[answer.table]
        del there[message]
        if not there:
            del self._by_table[answer.table]
        return True

    async def close(self, answer: OpenAnswer, words: str) -> None:
        """Put plain words in the place of an answer; one that its reader has dismissed is gone already."""
        if self._forget(answer.message):
            with contextlib.suppress(*REFUSED_OR_LOST):
                await answer.handle.edit(content=words, embeds=[], attachments=[], view=None)

    async def _remove(self, answer: OpenAnswer) -> None:
        """Delete an answer; one that its reader has dismissed is gone already."""
        if self._forget(answer.message):
            with contextlib.suppress(*REFUSED_OR_LOST):
                await answer.handle.delete()
