"""`/me`: one's games, time zone, quiet hours, reminders and confirmations; and the buttons of reminders."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from bot.client.interaction import Visit, attend
from bot.client.lookup import at, row_of, waits
from bot.commands.common import Choices, complete_game, completes, names_game
from bot.core.discord_limits import fit
from bot.core.errors import NotPossible
from bot.core.text import plain
from bot.model.quiet_hours import zones
from bot.model.short_codes import code
from bot.reminders import scheduler
from bot.storage.users import muted
from bot.views import reminder_settings
from bot.views.custom_ids import REMIND, Id
from bot.views.messages import Form, Input, Private

if TYPE_CHECKING:
    from bot.client.client import Bot


def add(bot: Bot) -> None:
    bot.presses[REMIND] = press
    bot.forms[REMIND] = until
    group = app_commands.Group(name="me", description="Your games and settings")

    @group.command(name="games", description="Where it is your turn")
    async def games(interaction: discord.Interaction[Any]) -> None:
        await attend(bot, interaction, my_games)

    @group.command(name="settings", description="Your settings")
    async def show(interaction: discord.Interaction[Any]) -> None:
        await attend(bot, interaction, my_settings)

    @group.command(name="timezone", description="Your time zone")
    @app_commands.describe(zone="A city near you, such as Europe/Berlin")
    async def timezone(interaction: discord.Interaction[Any], zone: str) -> None:
        await attend(bot, interaction, lambda visit: change(visit, zone=_zone(zone)))

    @group.command(name="quiet", description="Hours without reminders; several windows add up")
    @app_commands.rename(start="from", end="to")
    @app_commands.describe(
        start="From, such as 22:00", end="To, such as 8:00", days="On which evenings; none: no quiet hours any more"
    )
    async def quiet(
        interaction: discord.Interaction[Any],
        start: str = "22:00",
        end: str = "8:00",
        days: Literal["every day", "weekdays", "weekend", "none"] = "every day",
    ) -> None:
        await attend(bot, interaction, lambda visit: set_quiet(visit, start, end, days))

    @group.command(name="remind", description="How and when to be reminded")
    @app_commands.describe(where="Where reminders come", after="First reminder after so much waking time, such as 10h")
    async def remind(
        interaction: discord.Interaction[Any],
        where: Literal["thread", "dm", "both", "never"] | None = None,
        after: str | None = None,
    ) -> None:
        await attend(bot, interaction, lambda visit: set_remind(visit, where, after))

    @group.command(name="confirm", description="Whether you are asked before you end a step with a tile or train left")
    @app_commands.describe(ask="Ask, or never ask")
    async def confirm(interaction: discord.Interaction[Any], ask: Literal["ask", "never"]) -> None:
        await attend(bot, interaction, lambda visit: change(visit, confirm=ask == "ask"))

    @group.command(name="mute", description="Silence one table, or hear of it again")
    @app_commands.describe(
        until="Until when, such as 3d or Monday 9:00; left out: for good", off="Hear of it again", game=names_game
    )
    async def mute(
        interaction: discord.Interaction[Any], until: str | None = None, off: bool = False, game: str | None = None
    ) -> None:
        await attend(bot, interaction, lambda visit: set_mute(visit, until, game, off=off))

    timezone.autocomplete("zone")(completes(bot, complete_zone))
    mute.autocomplete("game")(completes(bot, complete_game))
    bot.tree.add_command(group)


async def complete_zone(visit: Visit, current: str) -> Choices:
    found = reminder_settings.zone_options(current, visit.bot.clock.now())
    return [app_commands.Choice(name=fit(label, 100), value=zone) for label, zone in found]


def _zone(typed: str) -> str:
    """A zone's proper name; raises NotPossible."""
    known = {z.casefold(): z for z in zones()}
    wanted = typed.strip().casefold().replace(" ", "_")
    hits = [z for low, z in known.items() if low == wanted] or [
        z for low, z in known.items() if wanted and wanted in low
    ]
    if len(hits) != 1:
        raise NotPossible("Choose a zone from the list: type a city, such as Berlin.")
    return hits[0]


async def my_games(visit: Visit) -> None:
    """Tables of the asker; those that wait come first."""
    await visit.hold()
    lines = []
    for row in await visit.bot.tables.tables_of_user(visit.user, ("running", "open")):
        yours = row.status == "running" and await waits(visit, row)
        mark = " · **your turn**" if yours else " · not started" if row.status == "open" else ""
        lines.append(f"• **{code(row)}** {plain(row.name)}" + (f" <#{row.channel}>" if row.channel else "") + mark)
    await visit.show(Private(title="Your tables", body=fit("\n".join(lines) or "You sit at no table.", 4000)))


async def my_settings(visit: Visit) -> None:
    await visit.hold()
    person = await scheduler.person(visit.bot.store, visit.user)
    await visit.show(
        Private(title="Your settings", body="\n".join(reminder_settings.lines(person, visit.bot.clock.now())))
    )


async def change(visit: Visit, **fields: Any) -> None:
    await visit.hold()
    person = await scheduler.set_person(visit.bot.store, visit.user, **fields)
    await visit.show(
        Private(title="Your settings", body="\n".join(reminder_settings.lines(person, visit.bot.clock.now())))
    )


async def set_quiet(visit: Visit, start: str, end: str, days: str) -> None:
    """Windows add up, until all are removed."""
    await visit.hold()
    if days == "none":
        await change(visit, quiet=())
        return
    person = await scheduler.person(visit.bot.store, visit.user)
    await change(visit, quiet=reminder_settings.added(person.quiet, reminder_settings.quiet(start, end, days)))


async def set_remind(visit: Visit, where: str | None, after: str | None) -> None:
    fields: dict[str, Any] = {"reminder_channel": where} if where else {}
    if after is not None:
        fields["first_nudge_minutes"] = reminder_settings.minutes(after)
    await change(visit, **fields)


async def set_mute(visit: Visit, until_: str | None, game: str | None, *, off: bool) -> None:
    await visit.hold()
    row = await row_of(visit, game)
    if off:
        await scheduler.unmute(visit.bot.store, visit.user, row.id)
        await visit.tell(f"You hear of {code(row)} again.")
        return
    person = await scheduler.person(visit.bot.store, visit.user)
    when = reminder_settings.moment(until_, visit.bot.clock.now(), person.zone) if until_ else None
    await scheduler.mute(visit.bot.store, visit.user, row.id, when)
    await visit.tell(f"No reminders from {code(row)}" + (f" until {_at(when)}." if when else "."))


def _at(instant: datetime) -> str:
    return f"<t:{int(instant.timestamp())}:f>"


# ---------------------------------------------------------------------- buttons


async def press(visit: Visit, id: Id, values: tuple[str, ...]) -> None:
    """Snooze and settings; they concern the presser alone, whoever was reminded."""
    bot, now = visit.bot, visit.bot.clock.now()
    if id.verb == "until":
        hint = "Such as 3d, Monday 9:00 or 2026-12-24 18:00. The table is told."
        await visit.ask(Form(str(Id(REMIND, id.table, 0, "until")), "I need until", (Input("until", "Until", hint),)))
        return
    await visit.hold()
    await at(visit, id.table)
    person = await scheduler.person(bot.store, visit.user)
    if id.verb == "snooze4":
        await _snooze(visit, id.table, now + scheduler.SNOOZE)
    elif id.verb == "tomorrow":
        await _snooze(visit, id.table, scheduler.tomorrow(person, now))
    elif id.verb in {"mute", "unmute"}:
        if id.verb == "mute":
            await scheduler.mute(bot.store, visit.user, id.table, None)
        else:
            await scheduler.unmute(bot.store, visit.user, id.table)
        await visit.tell(
            "No reminders from this table any more." if id.verb == "mute" else "You hear of this table again."
        )
    else:
        if id.verb == "where":
            person = await scheduler.set_person(bot.store, visit.user, reminder_channel=values[0] if values else "")
        await visit.show(reminder_settings.panel(person, now, id.table, muted(person, id.table, now)))


async def _snooze(visit: Visit, game: int, when: datetime, *, tell: bool = False) -> None:
    due = await scheduler.snooze(visit.bot.store, visit.user, game, when, tell=tell, interaction=visit.id)
    await visit.tell(f"The next reminder comes {_at(due)}.")


async def until(visit: Visit, id: Id, given: dict[str, str]) -> None:
    """A date that the table is told."""
    await visit.hold()
    await at(visit, id.table)
    person = await scheduler.person(visit.bot.store, visit.user)
    when = reminder_settings.moment(given.get("until", ""), visit.bot.clock.now(), person.zone)
    await _snooze(visit, id.table, when, tell=True)
