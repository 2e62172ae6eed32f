"""`/turn`, the buttons of the public panel that act, and every press within the private console."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.client.interaction import Visit, attend
from bot.client.lookup import At, at, seat_of, seated, table_of
from bot.commands.common import complete_game, completes, names_game
from bot.core.errors import NotPossible
from bot.core.text import plain
from bot.model.action_form import Draft, ask, digest, find, pass_action
from bot.model.models import Seat
from bot.reminders import scheduler
from bot.tables.service import Played, Table
from bot.views import confirmation
from bot.views import console as desk
from bot.views.custom_ids import ACT, CONSOLE, STEP, Id, number
from bot.views.formatting import tell
from game.actions import ACTIONS, Action
from game.notation import Unclear, parse

if TYPE_CHECKING:
    from bot.client.client import Bot

UNASKED = "You are not asked again. `/me confirm` brings the question back."
MOVED = "The game has moved on since that was posted; nothing was done."


def add(bot: Bot) -> None:
    bot.presses |= {CONSOLE: open_console, ACT: act, STEP: step}
    bot.forms |= {STEP: fill}

    @bot.tree.command(name="turn", description="Open your private console for this table")
    @app_commands.describe(game=names_game)
    async def turn(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async def work(visit: Visit) -> None:
            await visit.hold()
            await _open(visit, await table_of(visit, game))

        await attend(bot, interaction, work)

    turn.autocomplete("game")(completes(bot, complete_game))


def not_you(table: Table) -> str:
    return desk.waiting(table) if table.position.over else f"It is not your turn. {desk.waiting(table)}"


# ---------------------------------------------------------------------- the public panel


async def open_console(visit: Visit, id: Id, values: tuple[str, ...]) -> None:
    """`Take my turn`: whatever the presser has to decide now, however old the panel is."""
    await visit.hold()
    await _open(visit, await at(visit, id.table))


async def _open(visit: Visit, found: At) -> None:
    seat = seated(found)
    if not found.table.choices(seat.name):
        raise NotPossible(not_you(found.table))
    await visit.show(await desk.console(found.table, seat, await desk.kept(visit.bot.store, found.table, seat)))


async def act(visit: Visit, id: Id, values: tuple[str, ...]) -> None:
    """A shortcut of the panel: plays at once what its label says. What is no longer current does nothing and shows what is."""
    await visit.hold()
    found = await at(visit, id.table)
    seat, table = seated(found), found.table
    choices = table.choices(seat.name)
    if not choices:
        raise NotPossible(not_you(table))
    action = find(choices, id.arg) if table.turn(seat.name) == id.turn else None
    if action is None:
        await visit.show(await desk.console(table, seat, await desk.kept(visit.bot.store, table, seat), MOVED))
        return
    await carry_out(visit, table, seat, action, "panel", id.turn)


# ---------------------------------------------------------------------- the console


async def step(visit: Visit, id: Id, values: tuple[str, ...]) -> None:
    """A press within a console."""
    if id.verb == "form":
        await _ask(visit, id)
        return
    await visit.stay()
    found = await at(visit, id.table)
    seat = seated(found)
    store, table = visit.bot.store, found.table
    now = await desk.kept(store, table, seat)
    mark, _, more = id.arg.partition(".")
    if table.turn(seat.name) != id.turn:
        await visit.show(await desk.console(table, seat, now, MOVED))
        return
    if now.draft.digest() != mark:
        await visit.show(await desk.console(table, seat, now, "You have gone on elsewhere. This is where you are:"))
        return
    asked = ask(table.choices(seat.name), now.draft)
    if id.verb == "commit":
        if asked.action is None:
            await visit.show(await desk.console(table, seat, now, MOVED))
            return
        await carry_out(visit, table, seat, asked.action, "panel", id.turn, sure_of_it=True)
        return
    if id.verb == "pass" and (ending := pass_action(table.choices(seat.name))) is not None:
        await carry_out(visit, table, seat, ending, "panel", id.turn)
        return
    if id.verb == "never":
        await scheduler.set_person(store, visit.user, confirm=False)
        await visit.show(await desk.console(table, seat, now, UNASKED))
        return
    if id.verb == "back":
        now = desk.Kept(now.draft.back(), 0, now.turn)
    elif id.verb == "page":
        now = desk.Kept(now.draft, number(more) or 0, now.turn)
    elif id.verb == "kind" and values:
        now = desk.Kept(Draft(values[0]), 0, now.turn)
    elif id.verb == "act" and values:
        now = desk.Kept(Draft(act=values[0]), 0, now.turn)
    elif id.verb == "field" and values and asked.field:
        value = desk.chosen(asked, values)
        if value is not None:
            now = desk.choose(now, asked, value)
    await show_console(visit, table, seat, now)


async def _ask(visit: Visit, id: Id) -> None:
    """A modal must be the first answer, so it is built from what is in memory; else the console is shown again."""
    table = visit.bot.tables.ready(id.table)
    seat = (await at(visit, id.table)).seat if table is not None else None
    if table is not None and seat is not None and table.turn(seat.name) == id.turn:
        now = await desk.kept(visit.bot.store, table, seat)
        form = desk.form(table, seat, now) if now.draft.digest() == id.arg else None
        if form is not None:
            await visit.ask(form)
            return
    await visit.stay()
    found = await at(visit, id.table)
    seat = seated(found)
    now = await desk.kept(visit.bot.store, found.table, seat)
    await visit.show(await desk.console(found.table, seat, now, "Press once more."))


async def fill(visit: Visit, id: Id, given: dict[str, str]) -> None:
    """A number or text from the console's modal."""
    await visit.stay()
    found = await at(visit, id.table)
    seat = seated(found)
    table = found.table
    now = await desk.kept(visit.bot.store, table, seat)
    if table.turn(seat.name) != id.turn or now.draft.digest() != id.arg:
        await visit.show(await desk.console(table, seat, now, MOVED))
        return
    asked = ask(table.choices(seat.name), now.draft)
    text = given.get("value", "")
    value, why = desk.read_value(table, seat, asked, text)
    if why:
        await visit.show(await desk.console(table, seat, now, why))
        return
    await show_console(visit, table, seat, desk.choose(now, asked, value))


# ---------------------------------------------------------------------- carrying out


async def carry_out(
    visit: Visit, table: Table, seat: Seat, action: Action, via: str, turn: int | None, *, sure_of_it: bool = False
) -> None:
    """Play, and tell the player alone what came of it. The table learns of it through the outbox.

    Unless the player is `sure_of_it`, what leaves something valuable undone is shown first, to be committed in the console.
    """
    if not sure_of_it and turn in {None, table.turn(seat.name)} and await confirmation.question(table, seat, action):
        await show_console(visit, table, seat, desk.Kept(Draft(act=digest(action)), 0, table.turn(seat.name)))
        return
    played = await table.play(seat.name, action, via, visit.id, user=visit.user, turn=turn)
    await report(visit, table, seat, played)


async def report(visit: Visit, table: Table, seat: Seat, played: Played) -> None:
    if played.refused is not None:
        await visit.tell(str(played.refused))
        return
    if table.row.practice:  # whoever has several seats goes on with the next
        seat = seat_of(table, visit.user) or seat
    view = await table.view(seat.name)
    lines = tell(played.events, view, table.rules)
    note = "\n".join(f"• {text}" for text in lines) or "Done."
    if played.repeated:
        note = f"That was done already.\n{note}"
    fresh = desk.Kept(turn=table.turn(seat.name))
    await visit.show(await desk.console(table, seat, fresh, note))


async def show_console(visit: Visit, table: Table, seat: Seat, now: desk.Kept, note: str = "") -> None:
    await desk.keep(visit.bot.store, table, seat, now)
    await visit.show(await desk.console(table, seat, now, note))


def typed_action(table: Table, seat: Seat, text: str) -> Action:
    """A typed line as an action; raises NotPossible with what would be understood."""
    try:
        return parse(text, seat.name, table.choices(seat.name), (*ACTIONS, *table.rules.actions))
    except Unclear as error:
        raise NotPossible(f"{plain(str(error))}.") from None
