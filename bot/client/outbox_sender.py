"""Sends the rows of the outbox to Discord, each once, in order per channel.

A channel's sender is a task that starts when something was written and ends when nothing is left. Rows hold references to the
state and no pictures: what is posted is made when it is sent. A row is sent with the nonce `ob<id>` and with a marker that
stays in the message: one that may have arrived, before a kill or an answer that got lost, is first looked for among the bot's
own posts.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.client.components import (
    PASSING,
    allow_mentions,
    as_files,
    post_arguments,
    post_layout,
    read_markers,
    rewrite_layout,
    strip_buttons,
)
from bot.client.delivery_failures import ATTEMPTS, DeliveryFailures
from bot.client.discord_errors import LOST, REFUSED_OR_LOST
from bot.client.following_pictures import FollowingPictures
from bot.client.recent_calls import RecentCalls
from bot.client.run_state import GateState, RunState
from bot.core import metrics
from bot.core.clock import Clock
from bot.core.cpu_time import Part, measured
from bot.core.errors import NotPossible
from bot.core.log_context import log_fields
from bot.core.poller import Poller
from bot.core.tasks import start_observed
from bot.model.kinds import COALESCED, SUMMARIES, MessageRole, PostKind, PostState
from bot.model.models import Post, Sent
from bot.model.post_contents import PanelContent
from bot.storage import leases, outbox
from bot.storage.errors import DatabaseError
from bot.storage.repositories.posts import find_newest_post, find_newest_posts, forget_post
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.views import auction_post, post_registry
from bot.views.messages import ComposedPost, Public
from bot.views.pictures.drawing import Overtaken

log = logging.getLogger(__name__)

SOON = timedelta(seconds=1)  # until a channel is looked at again to which another process sends
OVERTAKEN = 3  # times that moves may put off a panel before it is made all the same
LOOK = 200  # messages that are looked through for one that may have arrived
DELIVERY_MARKER = 1 << 29  # with the row's number: the marker of a post
CALL_MARKER = 1 << 30  # the same, of a call below a post that was edited


class OutboxSender:
    """Sends the rows of the outbox as posts. What is to be sent stands in the database alone, so a restart loses nothing."""

    def __init__(self, lookup: discord.Client, store: Store, tables: Tables, clock: Clock, run_state: RunState) -> None:
        self._discord = lookup
        self._store = store
        self._tables = tables
        self._clock = clock
        self._run_state = run_state
        self.failures = DeliveryFailures(lookup, store, clock, run_state)
        self._watch = Poller("posts", clock, self._start_senders)
        self._senders: dict[int, asyncio.Task[None]] = {}  # by channel, while they send
        self._changed_channels: set[int] = set()  # with rows written since their sender looked last
        self._overtaken: dict[int, int] = {}  # by table: how often its panel was overtaken since one was sent
        self._pictures = FollowingPictures(clock, self._edit_message, self._watch.wake)
        self._calls = RecentCalls(clock)
        self.renewing: asyncio.Task[None] | None = None  # of the leases, while anything is sent

    def wake(self) -> None:
        """Look at the outbox soon. Called in the event loop after each transaction that wrote a row; returns at once."""
        if self._run_state.gate != GateState.STARTING:
            self._watch.wake()

    async def stop(self) -> None:
        """Send nothing more; what is on its way, or was put off, waits for the next start."""
        self._pictures.stop()
        try:
            await self._watch.stop()
        finally:  # also where a look takes longer than a stop may
            ended = [*self._senders.values(), *([self.renewing] if self.renewing is not None else [])]
            for task in ended:
                task.cancel()
            await asyncio.gather(*ended, return_exceptions=True)

    async def drain(self) -> None:
        """Wait until everything that may be sent by now was tried."""
        while True:
            tasks = (self._watch.task, *self._senders.values(), *self._pictures.tasks)
            running = [t for t in tasks if t is not None and not t.done()]
            if not running:
                return
            await asyncio.wait(running)

    async def drain_channel(self, channel: int) -> None:
        """Wait until everything was tried that may be sent to a channel by now."""
        while self._watch.task is not None and not self._watch.task.done():
            await asyncio.wait([self._watch.task])
        if channel in self._senders:
            await asyncio.wait([self._senders[channel]])

    async def _start_senders(self) -> datetime | None:
        """Start one sender for each channel that has something to send; returns when the next row that was put off falls
        due.
        """
        await self.failures.refusals.look_again()
        channels, later = await outbox.find_pending(self._store)
        claimed = await leases.claim_leases(
            self._store, [leases.channel_lease(c) for c in channels if c not in self._senders]
        )
        left = False
        for channel in channels:
            self._changed_channels.add(channel)
            if channel not in self._senders:
                if leases.channel_lease(channel) in claimed:
                    self._senders[channel] = start_observed(
                        "sending posts", self._send_all(channel), self._on_sender_failed
                    )
                else:
                    left = True
        if self._store.shared and claimed and (self.renewing is None or self.renewing.done()):
            self.renewing = start_observed("renewing leases", self._renew_leases())
        later = min((t for t in (later, self._pictures.start_due()) if t is not None), default=None)
        return self._store.choose_next_poll(later, soon=SOON) if left else self._store.choose_next_poll(later)

    async def _renew_leases(self) -> None:
        """Hold on to the channels to which something is sent, however long Discord takes; ends with what is sent."""
        loop, wait = asyncio.get_running_loop(), leases.RENEWAL.total_seconds()
        due = loop.time() + wait
        while self._senders:
            if (left := due - loop.time()) > 0:
                await asyncio.wait(self._senders.values(), timeout=left)
                continue
            try:
                await leases.renew_leases(self._store, [leases.channel_lease(c) for c in self._senders])
                due = loop.time() + wait
            except (OSError, DatabaseError) as error:
                log.warning("the leases on channels could not be renewed: %s", error)
                due = loop.time() + wait / 2  # more than once before they lapse

    def _on_sender_failed(self, error: Exception) -> None:
        """Look again for what a sender has not sent that could not go on, for want of room on the disk."""
        self._run_state.record_fault(error)
        self._watch.retry()

    async def _send_all(self, channel: int) -> None:
        """Send what a channel waits for, one after the other, until nothing is left."""
        tried: set[int] = set()
        try:
            while True:
                self._changed_channels.discard(channel)
                waiting = [p for p in await outbox.load_queue(self._store, channel) if p.id not in tried]
                if waiting:
                    await self._send_next(waiting[0], tried)
                    continue
                await leases.release_leases(self._store, [leases.channel_lease(channel)])
                if channel not in self._changed_channels:  # nothing was written while we looked
                    return
                if not await leases.claim_leases(self._store, [leases.channel_lease(channel)]):
                    self._watch.retry()
                    return
        finally:
            del self._senders[channel]  # nothing is awaited between the last look and this

    async def _send_next(self, post: Post, tried: set[int]) -> None:
        """Send one post, unless a newer one says the same; `tried`: those of this channel that need no second try now."""
        with log_fields(post=post.id, table=post.game, move=post.move):
            await self._try_to_send(post, tried)

    @measured(Part.SEND)
    async def _try_to_send(self, post: Post, tried: set[int]) -> None:
        """Send one post; what goes wrong is logged, and it is tried again or given up."""
        try:
            if post.state == PostState.SENDING and not await self._reconcile_interrupted(post):
                return
            if post.kind in COALESCED and await outbox.drop_superseded(self._store, post.game, post.kind):
                return
            tried.add(post.id)
            await self._send(post)
        except Overtaken:
            self._overtaken[post.game] = self._overtaken.get(post.game, 0) + 1
            tried.discard(post.id)
        except discord.HTTPException as error:
            tried.add(post.id)
            if await self.failures.on_http_error(post, error):
                tried.discard(post.id)
        except LOST as error:
            tried.add(post.id)
            await self.failures.retry_later(post, str(error), arrived=True)
        except DatabaseError:
            raise
        except Exception as error:
            tried.add(post.id)
            log.exception("post could not be made")
            self._run_state.record_fault(error)
            if post.attempts >= ATTEMPTS:
                await self.failures.mark_failed(post, f"the bot cannot make it: {error}")
                tried.discard(post.id)
            else:
                await self.failures.retry_later(post, str(error))

    async def _send(self, post: Post) -> None:
        """Make a post and send it."""
        store = self._store
        try:
            patient = self._overtaken.get(post.game, 0) >= OVERTAKEN
            made = await post_registry.compose(store, self._tables, post, patient=patient)
        except NotPossible as error:
            await outbox.drop_post(store, post.id, str(error))
            return
        if made is None:
            await outbox.drop_post(store, post.id, "nothing to say any more")
            return
        lease = leases.channel_lease(0 if post.user else post.channel)
        if not await outbox.mark_sending(store, post, move=made.move, lot=made.lot, lease=lease):
            return
        edited = made.edits is not None and await self._edit_post(made.edits, made.public)
        if made.edits is not None and edited and made.call is None:
            message = made.edits.message
            await outbox.mark_sent(store, post, message, [self._make_sent_record(post, message, made.move)])
        else:
            message = await self._deliver(post, made, edited=edited)
            await self._record_sent(post, made, message, edited=edited)
        if post.kind in COALESCED:
            self._overtaken.pop(post.game, None)
        if made.follow_up is not None:
            stands = made.edits if edited else None
            public = made.public if edited or made.call is None else made.as_new_post()
            shown = stands or self._make_sent_record(post, message, made.move)
            self._pictures.follow(shown, public, made.follow_up)
        metrics.POSTS.labels("sent").inc()
        log.info("sent: %s", post.kind)

    async def _deliver(self, post: Post, made: ComposedPost, *, edited: bool) -> int:
        """Send the post, or the call below one that was edited; the id of the message."""
        where = await self._find_destination(post)
        content, marker = made.public, DELIVERY_MARKER
        if made.call is not None:
            content, marker = (made.call, CALL_MARKER) if edited else (made.as_new_post(), DELIVERY_MARKER)
        content = self._calls.soften(post, content)
        message: discord.Message = await where.send(nonce=f"ob{post.id}", **post_arguments(content, marker | post.id))
        self._calls.note(post, content)
        return message.id

    async def _find_destination(self, post: Post) -> Any:
        """Where a post goes: to a person, or to a channel of which nothing need be known."""
        return (
            await self._discord.fetch_user(post.user)
            if post.user
            else self._discord.get_partial_messageable(post.channel)
        )

    def _make_sent_record(self, post: Post, message: int, move: int) -> Sent:
        """The record of a post that stands now as that message; `move`: the one that it shows, 0: the post's own."""
        return Sent(post.game, post.kind, post.channel, message, move or post.move)

    async def _record_sent(self, post: Post, made: ComposedPost, message: int, *, edited: bool) -> None:
        """Note that a post stands, and only then take away what it replaces."""
        store = self._store
        if not post.game or post.user:
            await outbox.mark_sent(store, post, message)
            return
        newest = await find_newest_posts(store, post.game)
        past = newest.get(MessageRole.PAST_CALL)  # one that was left by a kill, or by an answer that got lost
        is_left = past is not None and not await self._delete_old_call(past)
        remembered: list[Sent] = []
        called = newest.get(MessageRole.CALL) if post.kind in COALESCED else None
        before = newest.get(PostKind.PANEL) if post.kind in SUMMARIES else None
        if called is not None and called.message == message:
            called = None
        if called is not None and not is_left:
            remembered.append(replace(called, kind=MessageRole.PAST_CALL))
        shown = made.edits.message if made.edits is not None and edited else message
        if shown != message:
            remembered.append(Sent(post.game, MessageRole.CALL, post.channel, message, made.move))
        remembered.append(self._make_sent_record(post, shown, made.move))
        begins = made.lot if made.edits is None or edited else made.edits.move
        if begins is not None:
            remembered.append(Sent(post.game, MessageRole.LOT, post.channel, shown, begins))
        await outbox.mark_sent(store, post, message, remembered, MessageRole.CALL if called is not None else "")
        if called is not None:
            await (self._delete_message(called) if is_left else self._delete_old_call(called))
        if before is not None and before.message != shown:
            await self._strip_buttons(before, made.before)

    async def _edit_post(self, old: Sent, made: Public) -> bool:
        """Edit a post, from which on no pictures of what it showed follow; False if it is no more."""
        await self._pictures.void(old)
        return await self._edit_message(old, made)

    async def _edit_message(self, old: Sent, made: Public) -> bool:
        """Edit a message; False if it is no more."""
        try:
            message = self._discord.get_partial_messageable(old.channel).get_partial_message(old.message)
            # What it showed is out of date, also where nothing new is shown.
            await message.edit(view=post_layout(made), attachments=as_files(made), allowed_mentions=allow_mentions(()))
        except discord.NotFound:
            return False
        return True

    async def _delete_old_call(self, old: Sent) -> bool:
        """Delete the call of the bid before, now that the next one stands: whoever it pinged has acted. False: nobody knows
        whether it is gone; it is known as a past call still, and the next post deletes it.
        """
        if not await self._delete_message(old):
            return False
        await forget_post(self._store, old.game, MessageRole.PAST_CALL)
        return True

    async def _delete_message(self, old: Sent) -> bool:
        """Delete a message; False if it may come right later."""
        try:
            await self._discord.get_partial_messageable(old.channel).get_partial_message(old.message).delete()
        except LOST:
            return False
        except discord.HTTPException as error:
            log.info("a message could not be deleted: %s", error)
            return error.status < 500
        return True

    async def _reconcile_interrupted(self, post: Post) -> bool:
        """Finish a post that was on its way at a stop, or whose answer was lost; True: it must be sent again."""
        arrived = await self._find_message(post)
        if arrived is None:
            return await outbox.mark_not_arrived(self._store, post)
        message, is_call = arrived
        if await outbox.is_replaced(self._store, post):
            await self._withdraw(post, message, is_call=is_call)
            return False
        edits = await find_newest_post(self._store, post.game, MessageRole.LOT) if is_call else None
        before = None
        if post.kind in SUMMARIES and not is_call:
            with contextlib.suppress(NotPossible):
                before = await auction_post.close_lot_post(self._store, await self._tables.get(post.game))
        begins = post.content_as(PanelContent).lot if post.kind == PostKind.PANEL else None
        made = ComposedPost(Public(()), post.move, edits=edits, lot=begins, before=before)
        await self._record_sent(post, made, message, edited=is_call)
        return False

    async def _withdraw(self, post: Post, message: int, *, is_call: bool) -> None:
        """Delete a call, take the buttons off a panel, that was found to have arrived when a newer one stood already."""
        await outbox.mark_sent(self._store, post, message)
        late = self._make_sent_record(post, message, 0)
        await (self._delete_message(late) if is_call else self._strip_buttons(late, None))

    async def _find_message(self, post: Post) -> tuple[int, bool] | None:
        """The id of the message with the marker of a row, and whether it is a call; None if it is not among the last posts."""
        with contextlib.suppress(
            discord.Forbidden
        ):  # without that right the nonce alone keeps it from being sent twice
            where = await self._find_destination(post)
            async for message in where.history(limit=LOOK):
                message_markers = read_markers(message) if message.author == self._discord.user else set()
                if message_markers & {DELIVERY_MARKER | post.id, CALL_MARKER | post.id}:
                    return message.id, CALL_MARKER | post.id in message_markers
        return None

    async def _strip_buttons(self, old: Sent, last: Public | None) -> None:
        """Take the buttons off a panel that a newer post replaces. Its maps stay: the thread is a picture book of the game.

        `last`: what it says from now on, if not what it said.
        """
        await self._pictures.void(old)
        with contextlib.suppress(*REFUSED_OR_LOST):
            try:
                await self._replace_by_past(old, last)
            except LOST:  # mostly a connection that had been idle
                await self._replace_by_past(old, last)

    async def _replace_by_past(self, old: Sent, last: Public | None) -> None:
        """Edit a panel so that it asks nothing any more."""
        channel = self._discord.get_partial_messageable(old.channel)
        if last is not None and last.pictures:  # the board as it was left
            shown = channel.get_partial_message(old.message)
            await shown.edit(view=post_layout(last), attachments=as_files(last))
            return
        message = await channel.fetch_message(old.message)
        if last is not None:
            kept = [a for a in message.attachments if not a.filename.startswith(PASSING)]
            await message.edit(view=rewrite_layout(message, last), attachments=kept)
        elif (view := strip_buttons(message)) is not None:
            await message.edit(view=view)
