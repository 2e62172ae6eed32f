"""Pictures that follow a panel by an edit, where it was sent without them.

An edit replaces the whole message, its words and its buttons too. So a message has one task at most, which any other edit of that
message ends first, and which asks once more right before its own edit whether what it would show still stands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.client.delivery_failures import ATTEMPTS, TOO_MANY, choose_wait
from bot.client.discord_errors import LOST
from bot.core.clock import Clock
from bot.core.tasks import start_observed
from bot.model.models import Sent
from bot.storage.errors import DatabaseError
from bot.views.messages import FollowUp, Public
from bot.views.pictures.drawing import Overtaken

log = logging.getLogger(__name__)

UPLOAD = 10.0  # seconds for which another edit of the message waits for one that is on its way


@dataclass
class Following:
    """Pictures that one message waits for."""

    shown: Sent
    public: Public
    follow_up: FollowUp
    due: datetime
    attempts: int = 0
    editing: bool = False
    task: asyncio.Task[None] | None = None


class FollowingPictures:
    """Edits pictures into messages that stand without them; what fails is tried again for as long as the message stands."""

    def __init__(
        self, clock: Clock, edit: Callable[[Sent, Public], Awaitable[bool]], look_again: Callable[[], None]
    ) -> None:
        """`edit`: changes a message; `look_again`: sees to it that `start_due` is called, as something is due later."""
        self._clock = clock
        self._edit = edit
        self._look_again = look_again
        self._followings: dict[tuple[int, int], Following] = {}  # by channel and message
        self._put_off: list[Following] = []  # that failed and are tried again: few of them, or none

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """What is under way."""
        return [f.task for f in self._followings.values() if f.task is not None and not f.task.done()]

    def follow(self, shown: Sent, public: Public, follow_up: FollowUp) -> None:
        """Edit pictures into a post once they are drawn; the posts after it do not wait for that."""
        following = Following(shown, public, follow_up, self._clock.now())
        self._followings[shown.channel, shown.message] = following
        self._start(following)

    def start_due(self) -> datetime | None:
        """Try those again that are due by now; returns when the next is."""
        now = self._clock.now()
        waiting = [f for f in self._put_off if self._stands(f)]
        self._put_off = [f for f in waiting if f.due > now]
        for following in waiting:
            if following.due <= now:
                self._start(following)
        return min((f.due for f in self._put_off), default=None)

    async def void(self, message: Sent) -> None:
        """Another edit of a message is to come: nothing follows what it showed. An upload on its way ends first, so that it
        does not arrive after that edit.
        """
        following = self._followings.pop((message.channel, message.message), None)
        if following is None or following.task is None:
            return
        if following.editing:
            await asyncio.wait([following.task], timeout=UPLOAD)
        following.task.cancel()

    def stop(self) -> None:
        """Edit nothing more: what stands without its pictures stays so."""
        for task in self.tasks:
            task.cancel()
        self._followings.clear()
        self._put_off.clear()

    def _start(self, following: Following) -> None:
        """Try once to add the pictures."""
        following.task = start_observed("adding pictures", self._try_to_add(following))

    async def _try_to_add(self, following: Following) -> None:
        """Draw and edit; what may come right is tried again later."""
        try:
            await self._add(following)
        except Overtaken:
            self._forget(following)
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == TOO_MANY:
                self._retry_later(following, str(error))
            else:
                self._forget(following)
        except (*LOST, DatabaseError) as error:
            self._retry_later(following, str(error))
        except Exception:
            self._forget(following)
            raise

    async def _add(self, following: Following) -> None:
        """Draw the pictures and edit them into the message. Raises Overtaken where it shows something else by then."""
        pictures = await following.follow_up.draw()
        if not pictures:
            if following.attempts < ATTEMPTS:
                self._retry_later(following, "nothing could be drawn")
            else:
                self._forget(following)
            return
        if not await following.follow_up.stands():
            raise Overtaken
        following.editing = True
        try:
            await self._edit(following.shown, following.public.with_pictures(pictures))
        finally:
            following.editing = False
        self._forget(following)

    def _retry_later(self, following: Following, why: str) -> None:
        """Try again, each time after twice as long, unless the message was changed meanwhile."""
        log.info("pictures of message %d are tried again later: %s", following.shown.message, why)
        following.due = self._clock.now() + choose_wait(following.attempts)
        following.attempts += 1
        self._put_off.append(following)
        self._look_again()

    def _forget(self, following: Following) -> None:
        """Nothing follows any more, unless something else does by now."""
        if self._stands(following):
            del self._followings[following.shown.channel, following.shown.message]

    def _stands(self, following: Following) -> bool:
        """Whether no other edit of the message has ended it."""
        return self._followings.get((following.shown.channel, following.shown.message)) is following
