"""Posts what the outbox holds, each row once, in order per channel.

A channel's sender is a task that starts when something was written and ends when nothing is left. Rows hold references to the
state and no pictures: what is posted is made when it is sent. A row is sent with the nonce `ob<id>`, so a crash between sending
and noting it posts nothing twice; one that may have arrived before a restart is first looked for among the bot's own posts.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord

from bot import lots, metrics, outbox, posts
from bot.components import bare, mentions, public, rewritten
from bot.ids import read
from bot.message import Public
from bot.posts import Made
from bot.rows import NewPost, NotPossible, Post, Sent
from bot.watch import Watch

if TYPE_CHECKING:
    from bot.app import Bot

log = logging.getLogger(__name__)

GONE = {10003, 50001, 50013}  # no such channel, no access, a right is missing
CLOSED = {50007, 50278}  # direct messages are refused
ARCHIVED, LOCKED, FULL, SLOW = 50083, 160005, 160006, 40003
ATTEMPTS = 8
LOOK = 50  # own messages that are looked through after a restart
ONCE = ("panel",)  # kinds of which only the newest counts
OVERTAKES = ("panel", "final")  # kinds after which the buttons of the panel before are out of date


class Publisher:
    """Sends posts. Its state is the outbox; nothing is lost with it."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._watch = Watch(bot.clock, self._look)
        self._senders: dict[int, asyncio.Task[None]] = {}  # by channel, while they send
        self._more: set[int] = set()  # channels for which something was written since their sender looked last

    def wake(self) -> None:
        """Something was written: see to it. Called in the event loop; returns at once."""
        if self.bot.state == "open":
            self._watch.wake()

    async def stop(self) -> None:
        """Rows that were put off wait for the next start."""
        await self._watch.stop()

    async def drain(self) -> None:
        """Wait until everything that may be sent by now was tried."""
        while True:
            running = [t for t in (self._watch.task, *self._senders.values()) if t is not None and not t.done()]
            if not running:
                return
            await asyncio.wait(running)

    async def _look(self) -> datetime | None:
        """One sender for each channel that has something to send; when the next row that was put off falls due."""
        channels, later = await outbox.pending(self.bot.store)
        for channel in channels:
            self._more.add(channel)
            if channel not in self._senders:
                self._senders[channel] = asyncio.get_running_loop().create_task(self._send_all(channel))
        return later

    async def _send_all(self, channel: int) -> None:
        """Send what a channel waits for, one after the other, until nothing is left."""
        tried: set[int] = set()
        try:
            while True:
                self._more.discard(channel)
                waiting = [p for p in await outbox.queue(self.bot.store, channel) if p.id not in tried]
                if waiting:
                    await self._next(waiting[0], tried)
                    continue
                metrics.OUTBOX.set(await outbox.depth(self.bot.store))
                if channel not in self._more:  # nothing was written while we looked
                    return
        finally:
            del self._senders[channel]  # nothing is awaited between the last look and this

    async def _next(self, post: Post, tried: set[int]) -> None:
        """Send one post, unless a newer one says the same; `tried`: those of this channel that need no second try now."""
        if post.kind in ONCE and await outbox.overtake(self.bot.store, post.game, post.kind):
            return
        tried.add(post.id)
        try:
            if await self._send(post):
                tried.discard(post.id)
        except Exception as error:
            log.exception("post %s could not be made", post.id)
            self.bot.fault(error)
            await self._later(post, str(error))

    async def _send(self, post: Post) -> bool:
        """True: an obstacle was removed, try that post again at once."""
        store = self.bot.store
        arrived = await self._look_for(post) if post.state == "sending" else 0
        if arrived:
            await outbox.sent(
                store, post.id, arrived, channel=post.channel, kind=await posts.stored_as(store, self.bot.tables, post)
            )
            return False
        if not await outbox.sending(store, post.id):
            return False
        try:
            made = await posts.compose(store, self.bot.tables, post)
        except NotPossible as error:
            await outbox.give_up(store, post.id, str(error))
            return False
        if made is None:
            await outbox.give_up(store, post.id, "nothing to say any more")
            return False
        try:
            edited = made.edits is not None and await self._rewrite(made.edits, made.public)
            message = await self._deliver(post, made, edited=edited)
        except discord.HTTPException as error:
            return await self._failed(post, error)
        except (OSError, TimeoutError) as error:
            await self._later(post, str(error))
            return False
        metrics.POSTS.labels("sent").inc()
        before = await store.posted(post.game, "panel") if post.kind in OVERTAKES and not post.user else None
        await outbox.sent(store, post.id, message, channel=post.channel, kind=lots.CALL if edited and made.call else "")
        if post.game and not post.user and made.move:
            shown = made.edits.message if made.edits is not None and edited else message
            await store.remember(Sent(post.game, post.kind, post.channel, shown, made.move))
            begins = made.lot if made.edits is None or edited else made.edits.move
            if begins is not None:
                await store.remember(Sent(post.game, lots.LOT, post.channel, message, begins))
            if before is not None and before.message != shown:
                await self._bare(before, made.before)
        return False

    async def _deliver(self, post: Post, made: Made, *, edited: bool) -> int:
        """Send the post, or the call below one that was edited; the id of the message."""
        if post.kind in ONCE and (made.call is not None or not edited):
            await self._end_call(post.game)
        if edited and made.call is None:
            assert made.edits is not None
            return made.edits.message
        where: Any = self.bot.get_partial_messageable(post.channel)
        if post.user:
            where = await self.bot.fetch_user(post.user)
        said = made.public
        if made.call is not None:
            said = made.call if edited else replace(said, pings=made.call.pings)
        message: discord.Message = await where.send(nonce=f"ob{post.id}", **public(said))
        return message.id

    async def _rewrite(self, old: Sent, made: Public) -> bool:
        """Edit a post; False if it is no more."""
        try:
            message = await self.bot.get_partial_messageable(old.channel).fetch_message(old.message)
            await message.edit(view=rewritten(message, made), allowed_mentions=mentions(()))
        except discord.NotFound:
            return False
        return True

    async def _end_call(self, game: int) -> None:
        """Delete the call of the bid before: whoever it pinged has acted."""
        old = await self.bot.store.posted(game, lots.CALL)
        if old is not None:
            await self.bot.store.forget(game, lots.CALL)
            with contextlib.suppress(discord.HTTPException):
                await self.bot.get_partial_messageable(old.channel).get_partial_message(old.message).delete()

    async def _look_for(self, post: Post) -> int:
        """The message of a row that was on its way when the bot stopped; 0 if it is not among the last posts."""
        if not post.channel or post.user:
            return 0
        where = self.bot.get_partial_messageable(post.channel)
        wanted = await posts.mark(self.bot.store, self.bot.tables, post)
        if wanted is None:
            return 0
        with contextlib.suppress(discord.HTTPException, NotPossible):
            async for message in where.history(limit=LOOK):
                found = {read(i) for i in _custom_ids(message)}
                if message.author == self.bot.user and wanted in found:
                    return message.id
        return 0

    # ------------------------------------------------------------------ what goes wrong

    async def _failed(self, post: Post, error: discord.HTTPException) -> bool:
        """What an error of Discord's asks for; True: the way is free now."""
        store = self.bot.store
        metrics.POSTS.labels("failed").inc()
        log.warning("post %s (%s): %s %s", post.id, post.kind, error.status, error.code)
        if error.code in CLOSED and post.user:
            await outbox.to_thread(store, post.id)
        elif error.code in {ARCHIVED, LOCKED} and post.attempts < 2 and await self._open(post.channel):
            await outbox.put_off(store, post.id, self.bot.clock.now())
            return True
        elif error.code in GONE or error.code in {ARCHIVED, LOCKED, FULL}:
            await outbox.give_up(store, post.id, f"{error.status} {error.code}")
            await self._unreachable(post, error)
        elif error.code == SLOW or error.status >= 500:
            await self._later(post, str(error))
        else:
            await outbox.give_up(store, post.id, f"{error.status} {error.code} {error.text}")
            self.bot.fault(error)
        return False

    async def _later(self, post: Post, why: str) -> None:
        """Try again, each time after twice as long; give up after some hours."""
        if post.attempts >= ATTEMPTS:
            await outbox.give_up(self.bot.store, post.id, why)
            return
        wait = 30 * 2**post.attempts * (80 + secrets.randbelow(41)) / 100
        await outbox.put_off(self.bot.store, post.id, self.bot.clock.now() + timedelta(seconds=wait))

    async def _open(self, channel: int) -> bool:
        """Un-archive and unlock a thread, if that is allowed."""
        try:
            found = await self.bot.fetch_channel(channel)
            if isinstance(found, discord.Thread):
                await found.edit(archived=False, locked=False)
                return True
        except discord.HTTPException:
            pass
        return False

    async def _unreachable(self, post: Post, error: discord.HTTPException) -> None:
        """Tell the host once that a table cannot be posted to; the next word from there brings a panel again."""
        key = f"unreachable:{post.game}"
        if not post.game or await self.bot.store.note(key):
            return
        await self.bot.store.set_note(key, str(error.code))
        row = await self.bot.store.game(post.game)
        if row is not None:
            await self.bot.store.enqueue(
                NewPost(kind="unreachable", user=row.host, payload={"game": post.game, "code": error.code})
            )

    async def reached(self, game: int) -> None:
        """Somebody spoke at a table that could not be posted to: post there again."""
        key = f"unreachable:{game}"
        if await self.bot.store.note(key):
            await self.bot.store.set_note(key, "")
            await self.bot.store.enqueue(NewPost(kind="panel", game=game))

    async def _bare(self, old: Sent, last: Public | None) -> None:
        """Take the buttons off a panel that was overtaken. Its pictures stay: the thread is a picture book of the game.

        `last`: what it says from now on, if not what it said.
        """
        with contextlib.suppress(discord.HTTPException):
            message = await self.bot.get_partial_messageable(old.channel).fetch_message(old.message)
            view = bare(message) if last is None else rewritten(message, last)
            if view is not None:
                await message.edit(view=view)


def _custom_ids(message: discord.Message) -> list[str]:
    found: list[str] = []
    stack: list[Any] = list(message.components)
    while stack:
        component = stack.pop()
        stack += getattr(component, "children", ())
        if getattr(component, "custom_id", None):
            found.append(component.custom_id)
    return found
