"""Where a table lives on Discord: its card in a channel, and the thread in which it is played."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Iterator
from typing import Literal

import discord

from bot.client.components import post_arguments, post_layout
from bot.client.discord_errors import REFUSED_OR_LOST
from bot.client.services import Services
from bot.core.discord_limits import fit
from bot.core.errors import NotPossible
from bot.model.kinds import MessageRole
from bot.model.models import GameRow, Sent
from bot.model.short_codes import short_code
from bot.storage.repositories.posts import find_newest_post, remember_post
from bot.views import lobby_card
from bot.views.custom_ids import IdKind

ARCHIVE_MINUTES: Literal[10080] = 10_080  # of silence until Discord archives a thread
LOOK = 100  # messages that are looked through for a card that may have arrived
Room = discord.TextChannel | discord.ForumChannel | discord.Thread


async def open_table_thread(
    services: Services, row: GameRow, room: Room, posted: discord.Message | None = None
) -> GameRow:
    """Post the card and give the table its thread: below the card, as a post of a forum, or the thread or channel itself. Where
    somebody else has given it another place since `row` was read, that one stays.

    `posted`: a message of ours there that becomes the card.
    """
    async with services.thread_locks.setdefault(row.id, asyncio.Lock()):
        now = await services.store.load_table(row.id)
        if now is not None and now.channel != row.channel:
            return now
        return await _open_thread(services, row, room, posted)


async def _open_thread(services: Services, row: GameRow, room: Room, posted: discord.Message | None) -> GameRow:
    """Post the card and open the thread, while nobody else opens one."""
    made = lobby_card.lobby_card(row, services.titles[row.title])
    label = fit(f"{short_code(row)} · {row.name or 'table of ' + row.seats[0].shown}", 100)
    if isinstance(room, discord.ForumChannel):
        forum_post = await room.create_thread(name=label, auto_archive_duration=ARCHIVE_MINUTES, view=post_layout(made))
        thread: int = forum_post.thread.id
        message = forum_post.message.id
        at = thread
    else:
        sent = posted or await room.send(**post_arguments(made))
        thread, message, at = room.id, sent.id, room.id
        if isinstance(room, discord.TextChannel):
            with contextlib.suppress(discord.Forbidden):
                thread = (await sent.create_thread(name=label, auto_archive_duration=ARCHIVE_MINUTES)).id
        if posted is not None:
            await posted.edit(view=post_layout(made))
    try:
        row = await services.tables.place_in_channel(row.id, thread, room.id)
    except NotPossible:
        await services.tables.end(row.id, "closed")
        raise
    await remember_post(services.store, Sent(row.id, MessageRole.LOBBY, at, message, 0))
    return row


async def adopt_card(services: Services, row: GameRow, pressed: discord.Message | None) -> None:
    """Remember the card that was pressed, where none is known: a kill came after it was posted."""
    known = await find_newest_post(services.store, row.id, MessageRole.LOBBY)
    if known is None and pressed is not None and not pressed.flags.ephemeral:
        await remember_post(services.store, Sent(row.id, MessageRole.LOBBY, pressed.channel.id, pressed.id, 0))


async def find_card(
    services: Services, room: discord.TextChannel | discord.Thread, kind: IdKind, number: int
) -> discord.Message | None:
    """A card of ours among the last messages there, known by its buttons: it may have arrived before a kill."""
    with contextlib.suppress(discord.Forbidden):
        async for message in room.history(limit=LOOK):
            ids = [getattr(c, "custom_id", None) or "" for c in _walk_components(message.components)]
            if message.author == services.lookup.user and any(i.startswith(f"x1:{kind}:{number}:") for i in ids):
                return message
    return None


def _walk_components(components: Iterable[object]) -> Iterator[object]:
    """Components with all that are within them."""
    for component in components:
        yield component
        yield from _walk_components(getattr(component, "children", ()))


async def refresh_card(services: Services, row: GameRow) -> None:
    """Bring the lobby card up to date; a card that is gone is no loss."""
    sent = await find_newest_post(services.store, row.id, MessageRole.LOBBY)
    if sent is not None:
        with contextlib.suppress(*REFUSED_OR_LOST):
            message = services.lookup.get_partial_messageable(sent.channel).get_partial_message(sent.message)
            await message.edit(view=post_layout(lobby_card.lobby_card(row, services.titles[row.title])))
