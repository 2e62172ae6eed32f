"""The real bot in a simulated Discord on this machine, with a guild and its people.

What the simulation (SimCord) asks for, and what is done about it here:
- Its Discord begins in the past and stands still between timers. It is moved to now before the start, so that ids rise from
  start to start, and once a second after that.
- Its world lives in memory. Guild, people and first channel are made before the start and have the same ids each time, so seats
  keep their owners; each live table gets a new thread at the start, and a fresh panel soon after (`bot/sandbox/demo_loader.py`).
- Its page shows one channel at a time. A page of ours (`bot/sandbox/room_index.py`) lists the tables beside it.
- It waits for whatever of the bot is due within its patience: the timer of a silent post would hold up each press in its last
  seconds. Timers are set where it does not see them.
- It gives up a press on which the bot works longer than that, and takes no other until its page is drawn anew: that is done.
- What meets something else that moves the simulation would be refused: presses, ticks and tables being made ready take turns
  (`bot/sandbox/exclusive_access.py`).
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from simcord.backend.errors import SetupError

from bot.client.client import Bot
from bot.client.table_thread import Room, open_table_thread
from bot.commands.game.transfer import post_card
from bot.core.clock import SystemClock
from bot.core.errors import NotPossible
from bot.model.kinds import LIVE, MessageRole, PostKind
from bot.model.models import GameRow, NewPost
from bot.sandbox import preview_patches
from bot.sandbox.exclusive_access import Person, Simulation
from bot.sandbox.preview_patches import Press
from bot.sandbox.simcord_patches import apply_patches
from bot.storage.repositories import transfers
from bot.storage.repositories.posts import find_newest_post, forget_post

log = logging.getLogger(__name__)
SETTLE_SECONDS = (
    30.0  # seconds that SimCord waits for the bot to come to rest: ten were too few beside ten other processes
)
FIRST_GAME = "18GA"  # the title that is taught: the shortest
LATE = ("timeout", "failed")  # how SimCord calls a press that the bot was still at work on, or that broke off
MAX_REMEMBERED_EVENTS = 300  # requests and events that the simulation remembers


class UnseenTimers(SystemClock):
    """Timers for which SimCord does not wait; what they start belongs to the bot as before."""

    def call_later(self, seconds: float, ring: Callable[[], None]) -> asyncio.TimerHandle:
        """Call a function after so many seconds, outside the context that SimCord watches."""
        bots = contextvars.copy_context()
        loop = asyncio.get_running_loop()
        return contextvars.Context().run(loop.call_later, seconds, lambda: bots.run(ring))


class Sandbox:
    """A simulated Discord with the bot in it, and one channel at a time that is shown, in as many windows as like."""

    def __init__(self, bot: Bot, people: Sequence[str]) -> None:
        self.bot = bot
        self.env: Any = Simulation(bot, settle_timeout=SETTLE_SECONDS, check_errors=False)
        self.env.backend.bot_user.name = "Trunkline"
        # In this order, and people last: their ids must not depend on how many there are.
        self.guild: Any = self.env.create_guild("Trunkline sandbox")
        self.lobby: Any = self.guild.create_text_channel("tables", topic="Open a table with /game new")
        self.people: list[Any] = [self._add_member(n) for n in people]
        self.env.backend.get_guild(self.guild.id).owner_id = self.people[0].id  # who may use `/guild`
        self.preview: Any = None
        self.opened = 0  # previews so far: a window whose preview is not the last one shows nothing any more
        self.shown = (0, "")  # the channel of the preview that is open, and who may show it in a frame
        self.port = 0
        self.viewer = (
            0  # the person through whose eyes a page looked last, 0 for none: a page that is loaded anew forgets it
        )
        self.quiet = self.env.exclusive  # held by whatever moves the simulation: a press, a tick, a change of channel
        self.showing = asyncio.Lock()  # held while another channel is opened
        self._waiting = 0  # presses that are under way
        self._seen: object = None  # the last request that the page shows

    def _add_member(self, name: str) -> Person:
        """A member of the simulated server, by a name as a person would write it."""
        member = self.guild.add_member(self.env.create_user(name, global_name=name.title()))
        return Person(self.env, self.guild, member.user)

    async def start(self) -> None:
        """Start the bot now, and give live tables a place in this new world."""
        self.env.backend.advance_clock((self.bot.clock.now() - self.env.now()).total_seconds())
        await self.env.start()
        with self.env.time_context():
            for row in await self.bot.store.find_tables(guild=self.guild.id, statuses=LIVE, limit=1000):
                await self._give_new_thread(row)
            for t in await transfers.list_asked(self.bot.store, self.guild.id):
                await post_card(self.bot.services, t)
            await self.bot.open_gate()
            await self.bot.sender.drain()
        await self.env.settle()

    async def _give_new_thread(self, row: GameRow) -> GameRow:
        """A new thread and card for a table whose thread is gone; its panel is posted later."""
        room = self.bot.get_channel(self.lobby.id)
        assert isinstance(room, Room)
        for kind in (MessageRole.LOBBY, PostKind.PANEL):
            await forget_post(self.bot.store, row.id, kind)
        return await open_table_thread(self.bot.services, row, room)

    async def settle_table(self, make: Callable[[], Awaitable[GameRow]]) -> GameRow:
        """Give a table that has just been made its thread and panel."""
        async with self.quiet:
            with self.env.time_context():
                row = await self._give_new_thread(await make())
            await self._post_panel_now(row)
            return row

    async def open_lesson(self, name: str) -> GameRow:
        """The guided first game of the first of the people, opened as anybody would."""
        before = {t.id for t in self.lobby.threads}
        await self.people[0].slash(self.lobby, "game new", title=FIRST_GAME, name=name, practice=True)
        await self.env.settle()
        thread = next(t for t in self.lobby.threads if t.id not in before)
        row = await self.bot.store.table_in_channel(self.guild.id, thread.id)
        assert row is not None, "just opened"
        return row

    async def post_panel(self, row: GameRow) -> None:
        """A fresh panel for a running table. Draws: takes a second on a slow machine."""
        async with self.quiet:
            await self._post_panel_now(row)

    async def _post_panel_now(self, row: GameRow) -> None:
        """Post a panel where none stands or waits; whoever calls it has the simulation."""
        with self.env.time_context():
            await self.bot.sender.drain()
            if (
                await find_newest_post(self.bot.store, row.id, PostKind.PANEL) is None
            ):  # none was waiting, no play has brought one
                await self.bot.store.enqueue(NewPost(kind=PostKind.PANEL, game=row.id))
                await self.bot.sender.drain()
        await self.env.settle()

    async def stop(self) -> None:
        """Close the page, then the bot, then the simulation."""
        async with self.showing:
            await self._close_preview()
            async with self.quiet:
                await self.bot.stop_work()
                await self.env.shutdown()

    async def tick(self) -> None:
        """Bring Discord's clock to now, and show what was posted without a press."""
        async with self.quiet:
            try:
                behind = (self.bot.clock.now() - self.env.now()).total_seconds()
                if behind > 0:
                    await self.env.advance_time(behind)
                await self._refresh_page()
            except SetupError:
                log.debug("a tick was skipped", exc_info=True)
            except TimeoutError:
                log.warning("the bot did not come to rest", exc_info=True)

    async def show_news(self) -> None:
        """Show at once what was posted without a press: what follows a press, such as the next panel, comes after it is over."""
        if self._waiting or not self._is_behind():
            return
        async with self.quiet:
            try:
                await self._refresh_page()
            except SetupError:
                log.debug("news were left to the next tick", exc_info=True)
            except TimeoutError:
                log.warning("the bot did not come to rest", exc_info=True)

    async def _refresh_page(self) -> None:
        """Show what is new, unless a press waits: it shows all that is new, and a refresh would make it stale."""
        if self._waiting:
            return
        if self._has_news() and self.preview is not None and not preview_patches.is_closed(self.preview):
            try:
                await self.preview.refresh()
            except TimeoutError:  # the bot is at work still: what it has sent so far is shown
                preview_patches.refresh_others(self.preview, None)
                raise

    def _is_behind(self) -> bool:
        """Whether the bot has sent anything that the page does not show."""
        requests = self.env.backend.http_requests
        return (requests[-1] if requests else None) is not self._seen

    def _has_news(self) -> bool:
        """Whether the bot has sent anything since the page was drawn last."""
        requests = self.env.backend.http_requests
        last = requests[-1] if requests else None
        news = last is not self._seen
        self._seen = last
        del requests[:-MAX_REMEMBERED_EVENTS], self.env.backend.transcript[:-MAX_REMEMBERED_EVENTS]
        return news

    async def open_preview(self, channel: int, framed_by: str = "") -> str:
        """Open the preview of a channel or thread; its address. `framed_by`: the origin that may show it in a frame. Where it is
        open already, in another window too, it stays so.
        """
        async with self.showing:
            room = next((c for c in (self.lobby, *self.lobby.threads) if c.id == channel), None)
            if room is None:
                raise NotPossible("That thread is gone.")
            viewers = await self._viewers(channel)
            if self.shown == (channel, framed_by) and preview_patches.has_room(self.preview):
                preview_patches.begin_as(self.preview, viewers)
                return str(self.preview.url)
            await self._close_preview()
            return await self._enter_preview(room, viewers, framed_by)

    async def _close_preview(self) -> None:
        """Close the preview. Presses that are under way there are waited for, and wait themselves until all is quiet: so
        this must not hold `quiet`.
        """
        if self.preview is not None:
            await self.preview.close()

    async def _enter_preview(self, room: Any, viewers: Sequence[Any], framed_by: str) -> str:
        """Open the preview of a channel with our patches; its address. The same port each time."""
        async with self.quiet:
            apply_patches()
            self.preview = self.env.preview(room, viewers=viewers, layout="channel", port=self.port)
            preview_patches.serve_patched_scripts(self.preview)
            await self.preview.__aenter__()
            self.port = preview_patches.port_of(self.preview)  # the same address each time
            preview_patches.allow_frame(self.preview, framed_by)
            preview_patches.wrap_presses(self.preview, self._handle_press)
            preview_patches.reckon_from(self.preview, self.bot.clock.now)
            self._has_news()
            self.opened += 1
            self.shown = (room.id, framed_by)
            url: str = self.preview.url
            return url

    async def _viewers(self, channel: int) -> list[Any]:
        """The local players, the one through whose eyes the page was last seen first; of a practice game only those who play in
        it, for nobody else has anything to do there.
        """
        self._note_viewer()
        row = await self.bot.store.table_in_channel(self.guild.id, channel)
        seated = {s.user for s in row.seats} if row is not None and row.practice else set()
        people = [p for p in self.people if p.id in seated] or self.people
        return sorted(people, key=lambda p: p.id != self.viewer)

    def _note_viewer(self) -> None:
        """Remember through whose eyes the page is seen, where one is open."""
        if self.preview is not None:
            self.viewer = preview_patches.latest_viewer(self.preview) or self.viewer

    async def _handle_press(self, press: Press, page: str | None, request: Mapping[str, Any]) -> Any:
        """Carry out a press, after a tick that is under way, and show what it did in other windows too.

        Where the bot needs longer than SimCord's patience, SimCord shows nothing of it and takes no further press until its page
        is drawn anew: so it is drawn, with what is there so far. The rest is news.
        """
        preview = self.preview
        self._waiting += 1
        try:
            async with self.quiet:
                answer = await press(page, request)
                self._note_viewer()
                done = answer.get("settlement") == "settled"  # then its own page shows it already
                late = answer.get("settlement") in LATE
                if self._has_news() or late:
                    preview_patches.refresh_others(preview, page if done else None)
                return answer
        finally:
            self._waiting -= 1
