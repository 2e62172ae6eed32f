"""`/me`: one's games, time zone, quiet hours, reminders and confirmations; and the buttons of reminders."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, Literal

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_row, load_access, waits_for_user
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.completion import Choices
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.core.text import count_of, escape_markup
from bot.model.kinds import LIVE, ReminderChannel, TableStatus, Theme
from bot.model.quiet_hours import list_zones
from bot.model.short_codes import short_code
from bot.reminders import scheduler
from bot.storage.repositories.users import is_muted
from bot.tables.statistics.finished_games import measure_thinking
from bot.tables.statistics.records import head_to_head, names_of, rate_games, record_own_titles, record_players
from bot.views.custom_ids import REMIND, Id
from bot.views.formatting import datestamp
from bot.views.messages import File, Form, Input, Private
from bot.views.press_verbs import RemindVerb
from bot.views.reminders import settings as reminder_settings
from bot.views.story import statistics_pictures, statistics_text

me = CommandGroup("me", "Your games and settings")


def setup(registry: Registry, services: Services) -> None:
    """Register `/me`, and the buttons and the form of reminders."""
    me.add_to(registry, services)
    registry.button_handlers[REMIND] = handle_press
    registry.modal_handlers[REMIND] = handle_form


async def complete_zone(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: time zones, each with its time of day."""
    zones = reminder_settings.zone_options(current, context.services.clock.now())
    return [app_commands.Choice(name=fit(label, 100), value=zone) for label, zone in zones]


def _find_zone(typed: str) -> str:
    """The proper name of the zone that was typed; raises NotPossible for none, or for several."""
    names = {z.casefold(): z for z in list_zones()}
    searched = typed.strip().casefold().replace(" ", "_")
    hits = [z for low, z in names.items() if low == searched] or [
        z for low, z in names.items() if searched and searched in low
    ]
    if len(hits) != 1:
        raise NotPossible("Choose a zone from the list: type a city, such as Berlin.")
    return hits[0]


@me.command("games", "Your tables, and where it is your turn")
async def list_own_games(context: InteractionContext) -> None:
    """List the asker's tables; those that wait come first."""
    await context.defer()
    lines = []
    for row in await context.services.tables.tables_of_user(context.user, LIVE):
        yours = row.status == TableStatus.RUNNING and await waits_for_user(context, row)
        mark = " · **your turn**" if yours else " · not started" if row.status == TableStatus.OPEN else ""
        lines.append(
            f"• **{short_code(row)}** {escape_markup(row.name)}" + (f" <#{row.channel}>" if row.channel else "") + mark
        )
    await context.reply(
        Private(title="Your tables", body=fit("\n".join(lines) or "You are not playing anywhere.", 4000))
    )


@me.command("settings", "Your settings")
async def show_own_settings(context: InteractionContext) -> None:
    """Show all settings of the asker."""
    await context.defer()
    person = await scheduler.load_person_settings(context.services.store, context.user)
    await context.reply(
        Private(
            title="Your settings",
            body="\n".join(reminder_settings.settings_lines(person, context.services.clock.now())),
        )
    )


async def change_settings(context: InteractionContext, **fields: Any) -> None:
    """Change fields of the asker's settings and show all of them; raises NotPossible for settings that make no
    sense.
    """
    await context.defer()
    person = await scheduler.change_settings(context.services.store, context.user, **fields)
    await context.reply(
        Private(
            title="Your settings",
            body="\n".join(reminder_settings.settings_lines(person, context.services.clock.now())),
        )
    )


@me.command("timezone", "Your time zone", zone=OptionDetails("A city near you, such as Europe/Berlin", complete_zone))
async def set_zone(context: InteractionContext, zone: str) -> None:
    """Change the asker's time zone."""
    await change_settings(context, zone=_find_zone(zone))


@me.command(
    "quiet",
    "Hours without reminders; you can set several",
    start=OptionDetails("From, such as 22:00", shown_name="from"),
    end=OptionDetails("To, such as 8:00", shown_name="to"),
    days="On which evenings; none: remove all quiet hours",
)
async def set_quiet(
    context: InteractionContext,
    start: str = "22:00",
    end: str = "8:00",
    days: Literal["every day", "weekdays", "weekend", "none"] = "every day",
) -> None:
    """Add a window of quiet hours, or remove them all."""
    await context.defer()
    if days == "none":
        await change_settings(context, quiet=())
        return
    person = await scheduler.load_person_settings(context.services.store, context.user)
    await change_settings(
        context, quiet=reminder_settings.add_quiet(person.quiet, reminder_settings.parse_quiet(start, end, days))
    )


@me.command(
    "remind",
    "How and when to be reminded",
    where="Where reminders come",
    after="How much waking time before the first reminder, such as 10h",
)
async def set_reminders(
    context: InteractionContext,
    where: ReminderChannel | None = None,
    after: str | None = None,
) -> None:
    """Change where reminders come, and after how long the first one does; what is None stays."""
    fields: dict[str, Any] = {"reminder_channel": where} if where else {}
    if after is not None:
        fields["first_nudge_minutes"] = reminder_settings.parse_duration(after)
    await change_settings(context, **fields)


@me.command("confirm", "Whether I ask before you end a step with a tile or train left", ask="Ask, or never ask")
async def set_confirm(context: InteractionContext, ask: Literal["ask", "never"]) -> None:
    """Whether the asker confirms the end of a step."""
    await change_settings(context, confirm=ask == "ask")


@me.command(
    "endturn",
    "Whether your turn ends by itself when you could only buy a private or a company's only train",
    at_the_end=OptionDetails("End by itself, or ask", shown_name="end"),
)
async def set_end_of_turn(context: InteractionContext, at_the_end: Literal["by itself", "ask"]) -> None:
    """Whether the asker's turns end by themselves."""
    await change_settings(context, ask_end=at_the_end == "ask")


@me.command(
    "statistics",
    "Your finished games, rating and thinking time",
    against="Also how you did against this player",
    listed="Whether others may see your figures in statistics",
)
async def show_statistics(
    context: InteractionContext, against: discord.User | None = None, listed: Literal["yes", "no"] | None = None
) -> None:
    """Show the asker's record over all servers, and change whether others may see it in statistics."""
    await context.defer()
    services = context.services
    if listed:
        await scheduler.change_settings(services.store, context.user, listed=listed == "yes")
    person = await scheduler.load_person_settings(services.store, context.user)
    games = await services.finished_games.collect(None, context.user)
    lines = [statistics_text.listing_words(listed=person.listed)]
    if against is not None:
        before, behind, level = head_to_head(games, context.user, against.id)
        lines.insert(
            0, f"Against <@{against.id}>: ahead in {count_of(before, 'game')}, behind in {behind}, level in {level}"
        )
    own = next((r for r in record_players(games) if r.user == context.user), None)
    if own is None:
        lines.insert(0, "You have not finished a game yet; practice tables do not count.")
        await context.reply(Private(title="Your games in figures", body="\n".join(lines)))
        return
    everybody = await services.finished_games.collect(None)
    points = rate_games(everybody)
    rated = next((r for r in record_players(everybody) if r.user == context.user), own)
    replies = await measure_thinking(games, person)
    lines[:0] = [
        statistics_text.record_words(rated),
        f"Your {statistics_text.replies_words([m for _, m in replies])}",
        statistics_text.thinking_text(replies),
        statistics_text.own_titles_text(record_own_titles(games, context.user)),
    ]
    lines.append(statistics_pictures.profile_colours(games, context.user))
    mine = statistics_pictures.make_line(
        replace(own, rating=rated.rating, rated=rated.rated), names_of(games)[context.user], replies
    )
    profile = statistics_pictures.make_profile(games, context.user, mine, replies)
    theme = person.theme or Theme.LIGHT
    pictures = await statistics_pictures.profile_pictures(profile, points, context.user, theme)
    files = (
        File("games.csv", statistics_text.own_csv(games, points, context.user).encode()),
        File("head-to-head.csv", statistics_text.duels_csv(games, names_of(games), [context.user]).encode()),
        File("replies.csv", statistics_text.replies_csv(replies).encode()),
    )
    body = fit("\n".join(line for line in lines if line), EMBED_TEXT)
    await context.reply(Private(title="Your games in figures", body=body, pictures=pictures, files=files))


@me.command(
    "theme",
    "Light, dark or printable pictures, where only you see them",
    colours="print: on white, with little ink; table: the same as the table's posts",
)
async def set_theme(context: InteractionContext, colours: Literal["table", "light", "dark", "print"]) -> None:
    """Change the colours of pictures in the asker's private answers."""
    await change_settings(context, theme=None if colours == "table" else Theme(colours))


@me.command(
    "mute",
    "Mute one table, or unmute it",
    until_=OptionDetails("Until when, such as 3d or Monday 9:00; if left out: for good", shown_name="until"),
    off="Unmute it",
)
async def set_mute(
    context: InteractionContext, until_: str | None = None, off: bool = False, game: str | None = None
) -> None:
    """Silence the reminders of a table until a time, for good if none is given, or let them come again (`off`)."""
    await context.defer()
    row = await find_row(context, game)
    if off:
        await scheduler.unmute_table(context.services.store, context.user, row.id)
        await context.notify(f"You get reminders from {short_code(row)} again.")
        return
    person = await scheduler.load_person_settings(context.services.store, context.user)
    end = reminder_settings.parse_moment(until_, context.services.clock.now(), person.zone) if until_ else None
    await scheduler.mute_table(context.services.store, context.user, row.id, end)
    await context.notify(f"No reminders from {short_code(row)}" + (f" until {datestamp(end)}." if end else "."))


async def handle_press(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """Do what a button of a reminder or of the settings stands for; it concerns the presser alone, whoever was reminded."""
    services, now = context.services, context.services.clock.now()
    if id.verb == RemindVerb.UNTIL:
        hint = "Such as 3d, Monday 9:00 or 2026-12-24 18:00. The others are told."
        await context.send_modal(
            Form(str(Id(REMIND, id.table, 0, RemindVerb.UNTIL)), "I need until", (Input("until", "Until", hint),))
        )
        return
    await context.defer()
    await load_access(context, id.table)
    person = await scheduler.load_person_settings(services.store, context.user)
    if id.verb == RemindVerb.SNOOZE:
        await _put_off(context, id.table, now + scheduler.SNOOZE)
    elif id.verb == RemindVerb.TOMORROW:
        await _put_off(context, id.table, scheduler.tomorrow_morning(person, now))
    elif id.verb in {RemindVerb.MUTE, RemindVerb.UNMUTE}:
        if id.verb == RemindVerb.MUTE:
            await scheduler.mute_table(services.store, context.user, id.table, None)
        else:
            await scheduler.unmute_table(services.store, context.user, id.table)
        await context.notify(
            "No reminders from this table any more."
            if id.verb == RemindVerb.MUTE
            else "You get reminders from this table again."
        )
    else:
        if id.verb == RemindVerb.WHERE:
            person = await scheduler.change_settings(
                services.store, context.user, reminder_channel="".join(id.answers(values)[:1])
            )
        await context.reply(reminder_settings.reminder_panel(person, now, id.table, is_muted(person, id.table, now)))


async def _put_off(context: InteractionContext, game: int, until_: datetime, *, post_at_table: bool = False) -> None:
    """Put off the asker's reminders at a table, and say when the next one comes; `post_at_table`: the others read of it."""
    due = await scheduler.snooze_reminders(
        context.services.store, context.user, game, until_, post_at_table=post_at_table, interaction=context.id
    )
    await context.notify(f"The next reminder comes {datestamp(due)}.")


async def handle_form(context: InteractionContext, id: Id, inputs: dict[str, str]) -> None:
    """Put reminders off until the date that somebody typed into the form; the table is told."""
    await context.defer()
    await load_access(context, id.table)
    person = await scheduler.load_person_settings(context.services.store, context.user)
    moment = reminder_settings.parse_moment(inputs.get("until", ""), context.services.clock.now(), person.zone)
    await _put_off(context, id.table, moment, post_at_table=True)
