"""What becomes of a post that Discord does not take: it is tried again later, sent another way, or given up."""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta

import discord

from bot.client.discord_errors import REFUSED_OR_LOST
from bot.client.run_state import RunState
from bot.client.undelivered import Refusals
from bot.core import metrics
from bot.core.clock import Clock
from bot.model.kinds import PostKind, TableStatus
from bot.model.models import NewPost, Post
from bot.model.post_contents import PanelContent, UnreachableContent
from bot.storage import outbox
from bot.storage.store import Store

log = logging.getLogger(__name__)

CLOSED = {50007, 50278}  # direct messages are refused
ARCHIVED, LOCKED, FULL, SLOW = 50083, 160005, 160006, 40003
TOO_MANY = 429
FIRST, LAST = 30, 900  # seconds until what may come right is tried again: at first, and at last
ATTEMPTS = 8  # to make a post that cannot be made


class DeliveryFailures:
    """Decides about posts that could not be sent, and sends them again when the way is free."""

    def __init__(self, lookup: discord.Client, store: Store, clock: Clock, run_state: RunState) -> None:
        self._discord = lookup
        self._store = store
        self._clock = clock
        self._run_state = run_state
        self.refusals = Refusals(store)

    async def on_http_error(self, post: Post, error: discord.HTTPException) -> bool:
        """Do what an error of Discord's asks for: wait, mend the way, or give the post up.

        True: it may be sent at once where it waits, since the way is free now, or somebody has it sent again meanwhile.
        """
        metrics.POSTS.labels("failed").inc()
        log.warning("post (%s): %s %s", post.kind, error.status, error.code)
        why = f"{error.status} {error.code} {error.text}"
        if error.status >= 500:
            await self.retry_later(post, why, arrived=True)
        elif error.status == TOO_MANY or error.code == SLOW:
            await self.retry_later(post, why, least=_retry_after(error))
        elif post.user and post.game and (error.code in CLOSED or error.status in {403, 404}):
            await outbox.redirect_to_thread(self._store, post.id)
        elif error.code in {ARCHIVED, LOCKED} and post.attempts < 2 and await self._reopen_thread(post.channel):
            await outbox.put_off(self._store, post, self._clock.now())
            return True
        else:
            if error.status == 400 and error.code not in {ARCHIVED, LOCKED, FULL, *CLOSED}:
                self._run_state.record_fault(error)  # we made it wrong
            await self.mark_failed(post, why)
            return True
        return False

    async def retry_later(self, post: Post, why: str, *, least: float = 0, arrived: bool = False) -> None:
        """Try again, each time after twice as long, for as long as it takes; `least`: seconds that Discord asks for."""
        log.info("post is tried again later: %s", why)
        await outbox.put_off(self._store, post, self._clock.now() + choose_wait(post.attempts, least), arrived=arrived)

    async def mark_failed(self, post: Post, why: str) -> None:
        """Keep a post that cannot come right by itself, and tell the host once."""
        if not await outbox.mark_failed(self._store, post.id, why):
            return
        await self.refusals.reload()
        await self._notify_host(post, why)

    async def _reopen_thread(self, channel: int) -> bool:
        """Un-archive and unlock a thread, if that is allowed."""
        try:
            thread = await self._discord.fetch_channel(channel)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False, locked=False)
                return True
        except REFUSED_OR_LOST:
            pass
        return False

    async def _notify_host(self, post: Post, why: str) -> None:
        """Tell the host once that a table cannot be posted to."""
        key = f"unreachable:{post.game}"
        if not post.game or await self._store.read_note(key):
            return
        await self._store.write_note(key, why[:100])
        row = await self._store.load_table(post.game)
        if row is not None:
            await self._store.enqueue(
                NewPost(
                    kind=PostKind.UNREACHABLE,
                    user=row.host,
                    content=UnreachableContent(game=post.game, code=why[:100]),
                )
            )

    async def resend(self, game: int) -> None:
        """Post what a table is owed, now that the way is free: all that was refused, and the newest panel."""
        await self._store.write_note(f"unreachable:{game}", "")
        await outbox.requeue_failed(self._store, game)
        await self.refusals.reload()  # whoever sends again is not told that this could not be sent
        row = await self._store.load_table(game)
        if row is not None and row.status == TableStatus.RUNNING:
            content = PanelContent(again=True)
            await self._store.enqueue(NewPost(kind=PostKind.PANEL, game=game, content=content))

    async def resend_if_refused(self, game: int) -> None:
        """Post again at a table that could not be posted to, after the rights of its server were looked at."""
        if game in self.refusals.why or await self._store.read_note(f"unreachable:{game}"):
            await self.resend(game)


def choose_wait(attempts: int, least: float = 0) -> timedelta:
    """How long to wait after so many attempts: each time twice as long, and not all at once; `least`: seconds."""
    wait = min(FIRST * 2 ** min(attempts, ATTEMPTS), LAST) * (80 + secrets.randbelow(41)) / 100
    return min(timedelta(seconds=max(wait, least)), outbox.MAX_DELAY)


def _retry_after(error: discord.HTTPException) -> float:
    """Seconds until Discord accepts the next request (Retry-After); 0 where it names none."""
    try:
        return float(error.response.headers.get("Retry-After", 0))
    except (AttributeError, ValueError):
        return 0.0
