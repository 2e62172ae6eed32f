"""Posts that Discord refuses: people at the table hear of it in their next answer, and the host sends them again."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import discord

from bot.client.components import private_arguments
from bot.client.discord_errors import REFUSED_OR_LOST
from bot.core import metrics
from bot.model.models import GameRow
from bot.model.short_codes import short_code
from bot.storage import outbox
from bot.storage.store import Store
from bot.views.messages import Private
from bot.views.post_registry import discord_refusal_words


class Refusals:
    """Tables with posts that Discord refuses, and who has heard of it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.why: dict[int, str] = {}  # by table: what Discord said last
        self._read = False
        self._reading = asyncio.Lock()  # whoever reads later reads what is newer
        self._notified: set[tuple[int, int]] = set()  # table and user

    async def look_again(self) -> None:
        """Read anew which there are, unless none was and only this process could have added any."""
        if self.why or not self._read or self.store.shared:
            await self.reload()

    async def reload(self) -> None:
        """Read anew which there are."""
        async with self._reading:
            self._read = True
            self.why = await outbox.find_failed(self.store)
            self._notified = {(game, user) for game, user in self._notified if game in self.why}
            metrics.UNDELIVERED.set(len(self.why))

    async def notify_once(self, interaction: discord.Interaction[Any]) -> None:
        """Tell somebody who has just been answered, once, that a table of theirs, or of this channel, cannot be posted to."""
        answered, user = interaction.response, interaction.user.id
        if not answered.is_done() or answered.type is discord.InteractionResponseType.modal:
            return  # there is nothing yet that could be added to
        if self.why:  # newer posts may have made up for some, or somebody has them sent again
            await self.reload()
        for game, why in list(self.why.items()):
            row = await self.store.load_table(game) if (game, user) not in self._notified else None
            if row is None or (game, user) in self._notified:  # another answer may have told it meanwhile
                continue
            if row.channel == interaction.channel_id or row.host == user or row.seats_of(user):
                self._notified.add((game, user))
                with contextlib.suppress(*REFUSED_OR_LOST):
                    await interaction.followup.send(
                        **private_arguments(Private(_compose_refusal_notice(row, why))), ephemeral=True
                    )


def _compose_refusal_notice(row: GameRow, why: str) -> str:
    """The text that tells people at a table that Discord refuses its posts, and why."""
    return (
        f"⚠ I could not send some posts of {short_code(row)}: {discord_refusal_words(why)}. No move is lost, and "
        f"`/turn` shows the "
        f"position. When that is fixed, <@{row.host}> can post them with `/host resend`."
    )
