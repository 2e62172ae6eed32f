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
from typing import TYPE_CHECKING, Any

import discord

from bot import metrics
from bot.components import modal, private
from bot.message import Form, Private
from bot.rows import NotPossible

if TYPE_CHECKING:
    from bot.app import Bot

log = logging.getLogger(__name__)
GONE = {10008, 10062, 40060, 50027}  # the message or the interaction is no more: nobody is left to tell


class Visit:
    """An interaction. Nothing here touches a game."""

    def __init__(self, bot: Bot, interaction: discord.Interaction[Any]) -> None:
        self.bot = bot
        self.interaction = interaction
        self.user = interaction.user.id
        self.shown = interaction.user.display_name
        self.guild = interaction.guild_id or 0
        self.channel = interaction.channel_id or 0
        self.id = interaction.id
        self._begun = perf_counter()
        self._within = False  # the answer replaces the private message that was pressed

    @property
    def manages(self) -> bool:
        """Whether the user may manage the server."""
        return self.interaction.permissions.manage_guild

    async def hold(self) -> None:
        """Acknowledge; a private answer follows."""
        if not self.interaction.response.is_done():
            await self.interaction.response.defer(ephemeral=True, thinking=True)
            self._acknowledged()

    async def stay(self) -> None:
        """Acknowledge a press within a private message; the answer takes that message's place.

        Elsewhere (only an id that somebody made up gets there) the answer is private and the public post stays.
        """
        message = self.interaction.message
        if message is None or not message.flags.ephemeral:
            await self.hold()
        elif not self.interaction.response.is_done():
            self._within = True
            await self.interaction.response.defer()
            self._acknowledged()

    def _acknowledged(self) -> None:
        metrics.ACKNOWLEDGED.observe(perf_counter() - self._begun)

    async def show(self, answer: Private) -> None:
        """Answer privately."""
        response = self.interaction.response
        if not response.is_done():
            await response.send_message(**private(answer), ephemeral=True)
        elif self._within or response.type is discord.InteractionResponseType.deferred_channel_message:
            await self.interaction.edit_original_response(**private(answer, edit=True))
        else:
            await self.interaction.followup.send(**private(answer), ephemeral=True)

    async def tell(self, text: str) -> None:
        """A private sentence. What stands in a private message that was pressed stays."""
        if self._within:
            await self.interaction.followup.send(**private(Private(text)), ephemeral=True)
        else:
            await self.show(Private(text))

    async def ask(self, form: Form) -> None:
        """A modal; only as the first answer."""
        await self.interaction.response.send_modal(modal(form))


Work = Callable[[Visit], Awaitable[None]]


async def attend(bot: Bot, interaction: discord.Interaction[Any], work: Work) -> None:
    """Answer an interaction, whatever happens: the rim where every error becomes a private sentence, once."""
    visit = Visit(bot, interaction)
    kind, begun, end = interaction.type.name, perf_counter(), "done"
    try:
        refusal = bot.gate()
        if refusal:
            end = "shut"
            await visit.tell(refusal)
            return
        await work(visit)
        await bot.publisher.refused.mention(interaction)
    except NotPossible as error:
        end = "refused"
        await _tell(visit, sentence(str(error)))
    except discord.HTTPException as error:
        end = "gone" if error.code in GONE else "fault"
        if error.code not in GONE:
            await _fault(visit, error)
    except Exception as error:
        end = "fault"
        await _fault(visit, error)
    finally:
        metrics.INTERACTIONS.labels(kind, end).inc()
        metrics.ANSWERED.labels(kind).observe(perf_counter() - begun)


def sentence(text: str) -> str:
    """With a full stop, unless it ends in one or in a list."""
    return text if text.endswith((".", "!", "?", "…", ")", "`")) or "\n" in text else f"{text}."


async def _fault(visit: Visit, error: Exception) -> None:
    code = secrets.token_hex(3)
    log.error("fault %s in interaction %s", code, visit.id, exc_info=error)
    visit.bot.fault(error)
    await _tell(
        visit, f"Something went wrong here; nothing was changed. If it happens again, tell the host: code {code}."
    )


async def _tell(visit: Visit, text: str) -> None:
    with contextlib.suppress(discord.HTTPException):
        await visit.tell(text)
