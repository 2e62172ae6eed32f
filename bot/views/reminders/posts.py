"""Posts that remind somebody who must act, and that tell a table that somebody is waited for."""

from __future__ import annotations

from bot.core.discord_limits import TEXTS, fit
from bot.model.models import Post
from bot.model.post_contents import (
    BackLaterContent,
    NudgeContent,
    WaitingContent,
)
from bot.model.short_codes import short_code
from bot.storage.store import Store
from bot.tables.service import Table, Tables
from bot.views.custom_ids import CONSOLE, REMIND, Id
from bot.views.formatting import datestamp, join_names, timestamp
from bot.views.messages import ComposedPost, Public, button
from bot.views.press_verbs import ConsoleVerb, RemindVerb


async def compose_nudge(store: Store, tables: Tables, post: Post) -> ComposedPost | None:
    """A nudge, for one table or several at once."""
    nudge = post.content_as(NudgeContent)
    user = nudge.user or post.user
    lines, first = [], None
    for item in nudge.items:
        table = await tables.get(item.game)
        if item.seat not in table.position.deciders:
            continue
        first = first or table
        lines.append(
            f"**{short_code(table.row)}** {_table_link(table)} has been waiting for you since {timestamp(item.since)}"
        )
    if first is None:
        return None
    buttons = (
        button(Id(CONSOLE, first.id, 0, ConsoleVerb.OPEN), "Take my turn", "primary"),
        button(Id(REMIND, first.id, 0, RemindVerb.SNOOZE), "Snooze 4 h"),
        button(Id(REMIND, first.id, 0, RemindVerb.TOMORROW), "Tomorrow 9:00"),
        button(Id(REMIND, first.id, 0, RemindVerb.SETTINGS), "Reminders"),
    )
    text = fit("\n".join([f"<@{user}>, it is your turn.", *lines]), TEXTS)
    return ComposedPost(Public((text,), rows=(buttons,), pings=(user,)))


def _table_link(table: Table) -> str:
    """A link to the place where a table is played."""
    return f"<#{table.row.channel}>" if table.row.channel else ""


async def compose_waiting_post(store: Store, tables: Tables, post: Post) -> ComposedPost | None:
    """The public post that names who has not acted; None once they have."""
    table = await tables.get(post.game)
    content = post.content_as(WaitingContent)
    if content.seat not in table.position.deciders:
        return None
    text = f"Still waiting for {join_names(table.row, [content.seat])}, since {timestamp(content.since)}."
    return ComposedPost(Public((text,), silent=True))


async def compose_host_question(store: Store, tables: Tables, post: Post) -> ComposedPost | None:
    """The public post that asks the host how the table goes on without reminders; None once the person has acted."""
    table = await tables.get(post.game)
    content = post.content_as(WaitingContent)
    if content.seat not in table.position.deciders:
        return None
    text = (
        f"<@{table.row.host}>, {join_names(table.row, [content.seat])} has not acted since {timestamp(content.since)}. "
        "I send no more reminders. You can wait, act for them with `/host actfor`, find somebody else with "
        "`/host replace`, or end the table with `/host close`."
    )
    return ComposedPost(Public((text,), pings=(table.row.host,)))


async def compose_back_later(store: Store, tables: Tables, post: Post) -> ComposedPost:
    """The table hears when somebody who was waited for will be back."""
    table = await tables.get(post.game)
    content = post.content_as(BackLaterContent)
    seat, until = content.seat, content.until
    return ComposedPost(Public((f"{join_names(table.row, [seat])} will be back by {datestamp(until)}.",), silent=True))
