"""An interaction: who sent it, and the answer that Discord allows at each moment.

The order is always the same: acknowledge, work, answer. A question in a modal is the exception: it must be the first answer, so
it is built from memory.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from time import perf_counter
from typing import Any

import aiohttp
import discord

from bot.client.components import make_modal, private_arguments
from bot.client.discord_errors import REFUSED_OR_LOST
from bot.client.newest_answers import NewestAnswer, Place
from bot.client.services import Services
from bot.core import metrics
from bot.core.cpu_time import Part, measured
from bot.core.errors import NotPossible
from bot.core.log_context import log_fields
from bot.model.kinds import Theme
from bot.model.models import Person
from bot.reminders.scheduler import load_person_settings
from bot.views.error_words import error_words
from bot.views.messages import Form, Private, add_line
from bot.views.pictures.drawing import READER, answering, take_late_words
from bot.views.pictures.picture_stack import fit_pictures

log = logging.getLogger(__name__)
GONE = {10008, 10062, 40060, 50027}  # the message or the interaction is no more: nobody is left to tell
UNSURE = "Discord lost my answer. What you did may have worked anyway: `/turn` shows it."


class InteractionContext:
    """Who sent an interaction and from where, and how it is answered. Nothing here touches a game."""

    pictured = True  # whether answers may have pictures
    beside_posts = True  # whether panels and pages with buttons stand where the answers do

    def __init__(self, services: Services, interaction: discord.Interaction[Any]) -> None:
        self.services = services
        self.interaction = interaction
        self.user = interaction.user.id
        self.display_name = interaction.user.display_name
        self.guild = interaction.guild_id or 0
        self.channel = interaction.channel_id or 0
        self.id = interaction.id
        self._started_at = perf_counter()
        self._person: Person | None = None  # the user's settings, once they were asked for
        self._replaces_message = False  # the answer replaces the private message that was pressed
        self._beside: discord.WebhookMessage | None = None  # what has been said below that message
        self.unanswered = ""  # what of a typed line the answer leaves, in a sentence below what it says of the rest

    @property
    def place(self) -> Place:
        """Whom it is answered, and where."""
        return self.user, self.channel

    @property
    def manages_server(self) -> bool:
        """Whether the user may manage the server."""
        return self.interaction.permissions.manage_guild

    async def find_theme(self) -> Theme | None:
        """The theme that the user likes in what only the user sees; None: that of the table."""
        if self._person is None:
            self._person = await load_person_settings(self.services.store, self.user)
        return self._person.theme

    async def defer(self) -> None:
        """Acknowledge within Discord's three seconds; a private answer follows."""
        if not self.interaction.response.is_done():
            await self.interaction.response.defer(ephemeral=True, thinking=True)
            self._observe_delay()

    async def defer_update(self) -> None:
        """Acknowledge a press within a private message; the answer takes that message's place.

        Elsewhere (only an id that somebody made up gets there) the answer is private and the public post stays.
        """
        message = self.interaction.message
        if message is None or not message.flags.ephemeral:
            await self.defer()
        elif not self.interaction.response.is_done():
            self._replaces_message = True
            await self.interaction.response.defer()
            self._observe_delay()

    def _observe_delay(self) -> None:
        """Measure how long it took until Discord heard of the interaction."""
        metrics.ACKNOWLEDGED.observe(perf_counter() - self._started_at)

    async def reply(self, answer: Private) -> discord.InteractionMessage | None:
        """Send the private answer, by whichever call fits what was sent before. Pictures that are too high to be shown as one
        follow in messages of their own.

        Returns what edits it later; None for a further answer, which has no such handle.
        """
        self.services.newest_answers.note(self.place, NewestAnswer(self.id))
        answer = add_line(answer, take_late_words())
        pictures = await fit_pictures(answer.pictures) if len(answer.pictures) > 1 else answer.pictures
        sent = await self._send(replace(answer, pictures=pictures[:1]))
        for number, picture in enumerate(pictures[1:], 2):
            further = Private(f"-# {number} of {len(pictures)}", pictures=(picture,))
            await self.interaction.followup.send(**private_arguments(further), ephemeral=True)
        return sent

    async def _send(self, answer: Private) -> discord.InteractionMessage | None:
        """Send one message, as `reply` does."""
        response = self.interaction.response
        if not response.is_done():
            sent = (await response.send_message(**private_arguments(answer), ephemeral=True)).resource
            return sent if isinstance(sent, discord.InteractionMessage) else None
        if self._replaces_message or response.type is discord.InteractionResponseType.deferred_channel_message:
            return await self.interaction.edit_original_response(**private_arguments(answer, edit=True))
        await self.interaction.followup.send(**private_arguments(answer), ephemeral=True)
        return None

    async def show_progress(self, text: str) -> None:
        """Say what takes long, where the answer is still awaited; the answer, or the sentence of `notify`, takes its place."""
        if self._replaces_message:
            await self._tell_beside(text)
        elif self.interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await self.reply(Private(text))

    async def notify(self, text: str) -> None:
        """Send a private sentence. A private message whose button was pressed keeps its content."""
        if self._replaces_message:
            self.services.newest_answers.note(self.place, NewestAnswer(self.id))
            await self._tell_beside(text)
        else:
            await self.reply(Private(text))

    async def _tell_beside(self, text: str) -> None:
        """Say something below the private message that was pressed, in one message, which is edited."""
        if self._beside is None:
            sent = self.interaction.followup.send(**private_arguments(Private(text)), ephemeral=True, wait=True)
            self._beside = await sent
        else:
            await self._beside.edit(**private_arguments(Private(text), edit=True))

    async def send_modal(self, form: Form) -> None:
        """Open a modal; Discord allows it as the first answer only."""
        await self.interaction.response.send_modal(make_modal(form))


Work = Callable[[InteractionContext], Awaitable[None]]


async def handle(services: Services, interaction: discord.Interaction[Any], work: Work) -> None:
    """Answer an interaction: the top-level error handler, which turns every error into one private sentence.

    `work` may raise NotPossible with a sentence for the user. While the gate is closed `work` is not called. Every line of the
    log that it leads to bears the interaction's number.
    """
    context = InteractionContext(services, interaction)
    reader = READER.set(context.find_theme)
    try:
        with log_fields(interaction=context.id), services.run_state.answering(), answering():
            await _answer(context, work)
    finally:
        READER.reset(reader)


@measured(Part.ANSWER)
async def _answer(context: InteractionContext, work: Work) -> None:
    """Do the work and answer, whatever happens; count how it ended and how long it took."""
    services, interaction = context.services, context.interaction
    kind, started_at, outcome = interaction.type.name, perf_counter(), "done"
    try:
        refusal = services.run_state.explain_closed_gate()
        if refusal:
            outcome = "shut"
            await context.notify(refusal)
            return
        await work(context)
        await services.sender.failures.refusals.notify_once(interaction)
    except NotPossible as error:
        outcome = "refused"
        await _try_to_notify(context, as_sentence(error_words(error)))
    except (discord.HTTPException, aiohttp.ClientError) as error:  # not LOST: another OSError may be the disk's
        outcome = _outcome_of(error)
        if outcome == "fault":
            await _report_fault(context, error)
        elif outcome == "lost":
            log.warning("an answer was lost: %s", error)
            await _try_to_notify(context, UNSURE)
    except Exception as error:
        outcome = "fault"
        await _report_fault(context, error)
    finally:
        metrics.INTERACTIONS.labels(kind, outcome).inc()
        metrics.ANSWERED.labels(kind).observe(perf_counter() - started_at)
        log.info("%s: %s", kind, outcome)


def _outcome_of(error: Exception) -> str:
    """How an interaction ended whose answer Discord did not take, or did not say that it took."""
    if not isinstance(error, discord.HTTPException) or error.status >= 500:
        return "lost"
    return "gone" if error.code in GONE else "fault"


def as_sentence(text: str) -> str:
    """The text with a full stop, unless it ends in punctuation or is a list."""
    return text if text.endswith((".", "!", "?", "…", ")", "`")) or "\n" in text else f"{text}."


async def _report_fault(context: InteractionContext, error: Exception) -> None:
    """Log an error that nobody expected under a code, count it, and tell the user that code."""
    code = secrets.token_hex(3)
    log.error("fault %s", code, exc_info=error)
    context.services.run_state.record_fault(error)
    await _try_to_notify(
        context,
        f"Something went wrong here. Look at the table before you try again: your move may be there. "
        f"If it happens again, tell the host: code {code}.",
    )


async def _try_to_notify(context: InteractionContext, text: str) -> None:
    """Send a private sentence; that Discord refuses it is no reason to fail again."""
    with contextlib.suppress(*REFUSED_OR_LOST):
        await context.notify(text)
