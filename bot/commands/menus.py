"""What a right click (a long press on a phone) offers on one of the bot's posts, and on a person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import looks, outbox
from bot.commands.care import answer, speaker
from bot.limits import EMBED_TEXT, fit
from bot.message import Private, plain
from bot.places import At, at
from bot.rows import NotPossible
from bot.visit import Visit, attend
from bot.words import code

if TYPE_CHECKING:
    from bot.app import Bot

Work = Callable[[Visit, discord.Message], Awaitable[None]]


def add(bot: Bot) -> None:
    for name, work in (("18xx: board here", board), ("18xx: undo to here", undo), ("18xx: describe picture", describe)):
        bot.tree.add_command(_on_message(bot, name, work))

    async def person(interaction: discord.Interaction[Any], user: discord.User) -> None:
        await attend(bot, interaction, lambda visit: together(visit, user))

    bot.tree.add_command(app_commands.ContextMenu(name="18xx: games together", callback=person))


def _on_message(bot: Bot, name: str, work: Work) -> app_commands.ContextMenu:
    async def chosen(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        await attend(bot, interaction, lambda visit: work(visit, message))

    return app_commands.ContextMenu(name=name, callback=chosen)


async def _shown(visit: Visit, message: discord.Message) -> tuple[At, int]:
    """The table and the move that a post of ours shows."""
    found = await outbox.shown_by(visit.bot.store, message.channel.id, message.id)
    if found is None:
        raise NotPossible("That is no post of mine that shows a position")
    return await at(visit, found[0]), found[1]


async def board(visit: Visit, message: discord.Message) -> None:
    """The position of a post, to step on from."""
    await visit.hold()
    found, move = await _shown(visit, message)
    await visit.show(await looks.browse(found.table, found.own, move))


async def undo(visit: Visit, message: discord.Message) -> None:
    """Back to the position of a post, with the consent that `/undo` needs."""
    await visit.hold()
    found, move = await _shown(visit, message)
    done = await found.table.undo(speaker(visit, found), to=move, interaction=visit.id, user=visit.user)
    await answer(visit, found.table, done)


async def describe(visit: Visit, message: discord.Message) -> None:
    """What the pictures of a post show, in words."""
    await visit.hold()
    said = [a.description for a in message.attachments if a.description]
    if not said:
        raise NotPossible("There is no picture with words in that post")
    await visit.show(Private(title="In words", body=fit("\n\n".join(map(plain, said)), EMBED_TEXT)))


async def together(visit: Visit, user: discord.User) -> None:
    """Tables of this server at which both have a seat."""
    await visit.hold()
    if not visit.guild:
        raise NotPossible("Tables live in servers: use this there")
    rows = await visit.bot.store.games(guild=visit.guild, user=visit.user, statuses=("open", "running", "finished"))
    lines = [
        f"• **{code(r)}** {plain(r.name)} · {r.status}" + (f" · <#{r.channel}>" if r.channel else "")
        for r in rows
        if r.seats_of(user.id)
    ]
    body = fit("\n".join(lines) or "You have no games together here.", EMBED_TEXT)
    await visit.show(Private(title="Games together", body=body))
