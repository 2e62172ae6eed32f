"""The Discord client: what it asks of Discord (guilds, nothing else), how it starts and stops, where interactions go."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from hashlib import blake2b
from typing import Any, Literal

import discord
from discord import app_commands
from sqlalchemy.exc import DatabaseError

from bot.client.components import inputs
from bot.client.interaction import Visit, attend
from bot.client.outbox_sender import Publisher
from bot.core.clock import Clock
from bot.core.discord_limits import OPTION_TEXT, OPTIONS, fit
from bot.core.errors import NotPossible
from bot.reminders.scheduler import Scheduler
from bot.storage import orders
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.views import custom_ids
from titles import Title

log = logging.getLogger(__name__)

Gate = Literal["starting", "open", "stopping"]
SHUT = {
    "starting": "The bot is starting. Try again in a moment; nothing was done.",
    "stopping": "The bot is restarting. Try again in a minute; nothing was done.",
}
UNKNOWN = "I do not know that button or form. `/turn` shows what is to be decided, `/help` what there is"
Press = Callable[[Visit, custom_ids.Id, tuple[str, ...]], Awaitable[None]]  # values of a menu
Submit = Callable[[Visit, custom_ids.Id, dict[str, str]], Awaitable[None]]  # inputs of a form


class Bot(discord.AutoShardedClient):
    """The bot on Discord. The store must be open before it starts."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        titles: Mapping[str, Title],
        clock: Clock,
        *,
        shard_count: int | None = None,
        always_sync: bool = False,
        held: bool = False,
    ) -> None:
        """`always_sync`: send the commands at every start, for a Discord that forgets them. `held`: wait for `open`."""
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            shard_count=shard_count,
        )
        self.store = store
        self.tables = tables
        self.titles = titles
        self.clock = clock
        self.always_sync = always_sync
        self.held = held
        self.state: Gate = "starting"
        self.tree = app_commands.CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self.tree.error(self.on_odd_command)
        self.presses: dict[str, Press] = {}  # by kind of id
        self.forms: dict[str, Submit] = {}
        self.first: list[Callable[[], Awaitable[None]]] = []  # done before anybody is let in
        self.publisher = Publisher(self)
        self.schedule = Scheduler(store)
        self.faults = 0
        self.last_fault: Exception | None = None

    # ------------------------------------------------------------------ starting and stopping

    async def setup_hook(self) -> None:
        """Runs once, logged in but before the gateway: commands first, then what was not posted yet."""
        from bot.commands import add_all

        add_all(self)
        for fault in await self.tables.repair_positions():
            log.error("table %d cannot go on from move %d: %s", fault.game, fault.move, fault.why)
        await self.tables.thin_old_games()
        await self.sync()
        self.store.listen(self.publisher.wake)

    async def on_ready(self) -> None:
        """The gateway answers: open the gate, post what waits. Comes again after each reconnect."""
        if not self.held:
            await self.open()

    async def open(self) -> None:
        """Let people in and post what waits."""
        self.held = False
        if self.state == "starting":
            for work in self.first:
                await self._alone(work)
            self.state = "open"
            for game in await orders.list_tables_with_orders(self.store):
                await self._alone(partial(self._play_standing, game))
            await self.schedule.start()
        self.publisher.wake()

    async def _play_standing(self, game: int) -> None:
        with contextlib.suppress(NotPossible):
            await (await self.tables.get(game)).play_standing()

    async def _alone(self, work: Callable[[], Awaitable[None]]) -> None:
        """What goes wrong at one table keeps nobody out of the others."""
        try:
            await work()
        except DatabaseError:
            raise
        except Exception as error:
            log.exception("something could not be brought up to date at the start")
            self.fault(error)

    async def sync(self) -> None:
        """Send the commands to Discord if they differ from those sent last."""
        payload = [c.to_dict(self.tree) for c in self.tree.get_commands()]
        digest = blake2b(json.dumps(payload, sort_keys=True).encode(), digest_size=16).hexdigest()
        if self.always_sync or await self.store.note("commands") != digest:
            await self.tree.sync()
            await self.store.set_note("commands", digest)
            log.info("commands sent to Discord: %d", len(payload))

    async def stop(self, seconds: float = 5) -> None:
        """Refuse what comes, post what is written already, leave. The store is closed by whoever opened it."""
        await self.halt(seconds)
        await self.close()

    async def halt(self, seconds: float = 5) -> None:
        """Do nothing more, but stay connected: presses are told that the bot restarts."""
        self.state = "stopping"
        await self.schedule.stop()
        try:
            await asyncio.wait_for(self.publisher.drain(), seconds)
        except TimeoutError:
            log.warning("posts are left for the next start")
        await self.publisher.stop()

    # ------------------------------------------------------------------ interactions

    def gate(self) -> str:
        """Why nothing is done now; empty: come in."""
        return SHUT.get(self.state, "")

    def fault(self, error: Exception) -> None:
        """Note an error that a user met."""
        self.faults += 1
        self.last_fault = error

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Presses and forms, by their id; commands are the tree's."""
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await attend(self, interaction, self._pressed)

    async def _pressed(self, visit: Visit) -> None:
        """What an id asks for; raises NotPossible for one that nobody made."""
        data: Any = visit.interaction.data or {}
        id, form = (
            custom_ids.read(str(data.get("custom_id", ""))),
            visit.interaction.type is discord.InteractionType.modal_submit,
        )
        if id is None or id.kind not in (self.forms if form else self.presses):
            raise NotPossible(UNKNOWN)
        if form:
            await self.forms[id.kind](visit, id, inputs(data.get("components", ())))
        else:
            await self.presses[id.kind](
                visit, id, tuple(fit(str(v), OPTION_TEXT) for v in data.get("values", ()))[:OPTIONS]
            )

    async def on_odd_command(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """A command that Discord knows otherwise than we do, mostly since an upgrade: whoever used it hears so."""
        if interaction.type is not discord.InteractionType.application_command:
            return
        log.warning("odd command: %s", error)

        async def say(visit: Visit) -> None:
            raise NotPossible(
                "I do not know that command in this form. Look again in a minute: Discord may show an old one"
            )

        await attend(self, interaction, say)
