"""The Discord client: what it asks of Discord (guilds, nothing else), how it starts and stops, where interactions go."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any

import discord
from discord import app_commands

from bot.client.components import read_inputs
from bot.client.interaction import InteractionContext, handle
from bot.client.registry import Registry, Setup
from bot.client.request_limits import RequestLimits
from bot.client.run_state import GateState
from bot.client.services import make_services
from bot.core.discord_limits import OPTION_TEXT, OPTIONS, fit
from bot.core.errors import NotPossible
from bot.core.free_memory import share_heap
from bot.storage.errors import DatabaseError
from bot.storage.repositories import orders
from bot.storage.store import Store
from bot.views import custom_ids
from titles import Title

log = logging.getLogger(__name__)

MOMENT = 0.1  # seconds that each part of a stop has, however long those before it took
UNKNOWN = "I do not know that button or form. `/turn` shows what you can do, `/help` how it works"


@dataclass(frozen=True)
class ClientOptions:
    """How the client starts. Discord says how many shards there are where `shard_count` is None."""

    shard_count: int | None = None
    shard_ids: Sequence[int] | None = None  # which of the shards are this process's; None: all
    always_sync: bool = False  # send the commands at every start, for a Discord that forgets them
    held: bool = False  # wait for `open`


class Bot(discord.AutoShardedClient):
    """The bot on Discord. The store must be open before it starts."""

    def __init__(
        self,
        store: Store,
        titles: Mapping[str, Title],
        setup: Setup,
        options: ClientOptions = ClientOptions(),
    ) -> None:
        """`setup` registers the commands."""
        share_heap()
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody misses the means to speak
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            http_trace=RequestLimits().trace(),
            shard_count=options.shard_count,
            shard_ids=None if options.shard_ids is None else list(options.shard_ids),  # type: ignore[arg-type]  # which discord.py documents
        )
        self.services = made = make_services(store, titles, self)
        self.store, self.tables, self.clock = store, made.tables, made.clock
        self.run_state, self.sender, self.schedule = made.run_state, made.sender, made.scheduler
        self.always_sync = options.always_sync
        self.held = options.held
        self.tree = app_commands.CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self.tree.error(self.on_odd_command)
        self.registry = Registry(self.tree)
        self._register_commands = partial(setup, self.registry, self.services)

    async def setup_hook(self) -> None:
        """Runs once, logged in but before the gateway: commands first, then what was not posted yet."""
        self._register_commands()
        for fault in await self.tables.repair_positions():
            log.error("table %d cannot go on from move %d: %s", fault.game, fault.move, fault.why)
        await self.tables.thin_old_games()
        await self.sync_commands()
        self.store.listen(self.sender.wake)

    async def on_ready(self) -> None:
        """The gateway answers: open the gate, post what waits. Comes again after each reconnect."""
        if not self.held:
            await self.open_gate()

    async def open_gate(self) -> None:
        """Let people in and post what waits."""
        self.held = False
        if self.run_state.gate == GateState.STARTING:
            for work in self.registry.startup_hooks:
                await self._run_startup_step(work)
            self.run_state.gate = GateState.OPEN
            for game in await orders.list_tables_to_go_on(self.store):
                await self._run_startup_step(partial(self._run_standing_orders, game))
            await self.schedule.start()
        self.sender.wake()

    async def _run_standing_orders(self, game: int) -> None:
        """Play the standing orders that became due at a table while the bot was away; called once at the start."""
        with contextlib.suppress(NotPossible):
            await (await self.tables.get(game)).run_standing_orders()

    async def _run_startup_step(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run one part of the start; an error in it is logged and counted, and the other parts go on."""
        try:
            await work()
        except DatabaseError:
            raise
        except Exception as error:
            log.exception("something could not be brought up to date at the start")
            self.run_state.record_fault(error)

    async def sync_commands(self) -> None:
        """Send the commands to Discord if they differ from those sent last."""
        payload = [c.to_dict(self.tree) for c in self.tree.get_commands()]
        digest = blake2b(json.dumps(payload, sort_keys=True).encode(), digest_size=16).hexdigest()
        if self.always_sync or await self.store.read_note("commands") != digest:
            await self.tree.sync()
            await self.store.write_note("commands", digest)
            log.info("commands sent to Discord: %d", len(payload))

    async def stop(self, seconds: float = 5) -> None:
        """Refuse what comes, answer what came before, post what is written already, and leave Discord. The store is closed by
        whoever opened it.
        """
        await self.stop_work(seconds)
        await self.close()

    async def stop_work(self, seconds: float = 5) -> None:
        """Stop all work but stay connected: interactions are answered with a sentence that the bot restarts."""
        self.run_state.gate = GateState.STOPPING
        until = asyncio.get_running_loop().time() + seconds
        self.sender.wake()
        if not await self.run_state.finish_answers(seconds):
            log.warning("answers are left unfinished")
        if not await _finish_until(until, self._finish_posts()):
            log.warning("posts are left for the next start")
        if not await _finish_until(until, self.sender.stop()):
            log.warning("a look at the outbox is left unfinished")

    async def _finish_posts(self) -> None:
        """Send what is written, also by a look of the reminders that goes on; no further one is begun."""
        await asyncio.gather(self.schedule.stop(), self.sender.drain())
        await self.sender.drain()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle buttons, menus and modals by their custom id; discord.py gives slash commands to the tree."""
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await handle(self.services, interaction, self._dispatch)

    async def _dispatch(self, context: InteractionContext) -> None:
        """Hand a press or a form to the handler of its custom id; raises NotPossible for an id that nobody made."""
        data: Any = context.interaction.data or {}
        id = custom_ids.parse_id(str(data.get("custom_id", "")))
        buttons, modals = self.registry.button_handlers, self.registry.modal_handlers
        is_modal = context.interaction.type is discord.InteractionType.modal_submit
        if id is None or id.kind not in (modals if is_modal else buttons):
            raise NotPossible(UNKNOWN)
        if is_modal:
            await modals[id.kind](context, id, read_inputs(data.get("components", ())))
        else:
            values = tuple(fit(str(v), OPTION_TEXT) for v in data.get("values", ()))[:OPTIONS]
            await buttons[id.kind](context, id, values)

    async def on_odd_command(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Answer a command that Discord knows in another form than the bot, mostly since an upgrade."""
        if interaction.type is not discord.InteractionType.application_command:
            return
        log.warning("odd command: %s", error)

        async def refuse_command(context: InteractionContext) -> None:
            """Raises NotPossible, with what to do about it."""
            raise NotPossible("That command has changed. Try again in a minute: Discord may still show the old one")

        await handle(self.services, interaction, refuse_command)


async def _finish_until(until: float, work: Awaitable[None]) -> bool:
    """Do this until that time of the event loop at most; whether it was done."""
    left = max(until - asyncio.get_running_loop().time(), MOMENT)
    try:
        await asyncio.wait_for(work, left)
    except TimeoutError:
        return False
    return True
