"""One interaction being answered: who came from where, and the one right way to answer at each moment.

The order is always the same: acknowledge, work, answer. A question in a modal is the exception: it must be the first answer, so
it is built from memory.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

import discord

from bot.client.components import modal, private
from bot.client.services import Services
from bot.core import metrics
from bot.core.errors import NotPossible
from bot.views.messages import Form, Private

log = logging.getLogger(__name__)
GONE = {10008, 10062, 40060, 50027}  # the message or the interaction is no more: nobody is left to tell


class InteractionContext:
    """An interaction. Nothing here touches a game."""

    def __init__(self, services: Services, interaction: discord.Interaction[Any]) -> None:
        self.services = services
        self.interaction = interaction
        self.user = interaction.user.id
        self.display_name = interaction.user.display_name
        self.guild = interaction.guild_id or 0
        self.channel = interaction.channel_id or 0
        self.id = interaction.id
        self._begun = perf_counter()
        self._within = False  # the answer replaces the private message that was pressed

    @property
    def manages(self) -> bool:
        """Whether the user may manage the server."""
        return self.interaction.permissions.manage_guild

    async def defer(self) -> None:
        """Acknowledge; a private answer follows."""
        if not self.interaction.response.is_done():
            await self.interaction.response.defer(ephemeral=True, thinking=True)
            self._acknowledged()

    async def defer_update(self) -> None:
        """Acknowledge a press within a private message; the answer takes that message's place.

        Elsewhere (only an id that somebody made up gets there) the answer is private and the public post stays.
        """
        message = self.interaction.message
        if message is None or not message.flags.ephemeral:
            await self.defer()
        elif not self.interaction.response.is_done():
            self._within = True
            await self.interaction.response.defer()
            self._acknowledged()

    def _acknowledged(self) -> None:
        metrics.ACKNOWLEDGED.observe(perf_counter() - self._begun)

    async def reply(self, answer: Private) -> None:
        """Answer privately."""
        response = self.interaction.response
        if not response.is_done():
            await response.send_message(**private(answer), ephemeral=True)
        elif self._within or response.type is discord.InteractionResponseType.deferred_channel_message:
            await self.interaction.edit_original_response(**private(answer, edit=True))
        else:
            await self.interaction.followup.send(**private(answer), ephemeral=True)

    async def notify(self, text: str) -> None:
        """A private sentence. What stands in a private message that was pressed stays."""
        if self._within:
            await self.interaction.followup.send(**private(Private(text)), ephemeral=True)
        else:
            await self.reply(Private(text))

    async def send_modal(self, form: Form) -> None:
        """A modal; only as the first answer."""
        await self.interaction.response.send_modal(modal(form))


Work = Callable[[InteractionContext], Awaitable[None]]


async def handle(services: Services, interaction: discord.Interaction[Any], work: Work) -> None:
    """Answer an interaction, whatever happens: the rim where every error becomes a private sentence, once."""
    context = InteractionContext(services, interaction)
    kind, begun, end = interaction.type.name, perf_counter(), "done"
    try:
        refusal = services.run_state.refusal()
        if refusal:
            end = "shut"
            await context.notify(refusal)
            return
        await work(context)
        await services.sender.refused.mention(interaction)
    except NotPossible as error:
        end = "refused"
        await _tell(context, sentence(str(error)))
    except discord.HTTPException as error:
        end = "gone" if error.code in GONE else "fault"
        if error.code not in GONE:
            await _fault(context, error)
    except Exception as error:
        end = "fault"
        await _fault(context, error)
    finally:
        metrics.INTERACTIONS.labels(kind, end).inc()
        metrics.ANSWERED.labels(kind).observe(perf_counter() - begun)


def sentence(text: str) -> str:
    """With a full stop, unless it ends in one or in a list."""
    return text if text.endswith((".", "!", "?", "…", ")", "`")) or "\n" in text else f"{text}."


async def _fault(context: InteractionContext, error: Exception) -> None:
    code = secrets.token_hex(3)
    log.error("fault %s in interaction %s", code, context.id, exc_info=error)
    context.services.run_state.record_fault(error)
    await _tell(
        context, f"Something went wrong here; nothing was changed. If it happens again, tell the host: code {code}."
    )


async def _tell(context: InteractionContext, text: str) -> None:
    with contextlib.suppress(discord.HTTPException):
        await context.notify(text)
