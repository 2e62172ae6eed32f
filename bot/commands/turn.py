"""`/turn`, and the buttons of the public panel that act."""

from __future__ import annotations

from collections.abc import Sequence

from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess, find_table, load_access, require_seat
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands import console_presses
from bot.commands.command_builder import CommandGroup
from bot.commands.console_answers import (
    MOVED,
    answer_with_console,
    carry_out,
    explain_not_your_turn,
    pass_all,
    store_and_show,
)
from bot.core.errors import NotPossible
from bot.model.action_form import Draft, find_by_digest
from bot.model.kinds import Via
from bot.views.console.state import ConsoleState, load_state
from bot.views.custom_ids import ACT, CONSOLE, END_ALL, STEP, Id
from bot.views.press_verbs import ConsoleVerb
from game.choices import Choice

turn_ = CommandGroup()


def setup(registry: Registry, services: Services) -> None:
    """Register `/turn`, the panel's buttons that act, and the console's presses and form."""
    turn_.add_to(registry, services)
    registry.button_handlers.update({CONSOLE: open_console, ACT: press_shortcut, STEP: console_presses.press_console})
    registry.modal_handlers[STEP] = console_presses.fill_form


@turn_.command("turn", "Take your turn: shows what you can do, to you alone")
async def open_own_console(context: InteractionContext, game: str | None = None) -> None:
    """Show what the asker has to decide."""
    await context.defer()
    await _open_current(context, await find_table(context, game))


async def open_console(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """`Take my turn`: whatever the presser has to decide now, however old the panel is; `Lay a tile` has it from its beginning,
    which is the map of where one may be laid, `Buy a train…` with what is asked about that.
    """
    await context.defer()
    access = await load_access(context, id.table)
    choices = access.table.choices(access.seat.name) if access.seat is not None else ()
    draft = (
        Draft()
        if id.verb == ConsoleVerb.LAY
        else _shown_draft(choices, id.arg)
        if id.verb == ConsoleVerb.SHOW
        else None
    )
    if draft is not None and access.seat is not None and choices:
        fresh = ConsoleState(draft, action_version=access.table.action_version(access.seat.name))
        await store_and_show(context, access.table, access.seat, fresh)
        return
    await _open_current(context, access)


def _shown_draft(choices: Sequence[Choice], named: str) -> Draft | None:
    """The beginning of what a button names: a kind of action, or an action by its digest; None where it is possible no more."""
    if any(c.kind.__name__ == named for c in choices):
        return Draft(named)
    return Draft(act=named) if find_by_digest(choices, named) is not None else None


async def _open_current(context: InteractionContext, access: TableAccess) -> None:
    """Show the console of the seat that the asker acts with; raises NotPossible where nothing is asked of it."""
    seat = require_seat(access)
    if not access.table.choices(seat.name):
        raise NotPossible(explain_not_your_turn(access.table))
    state = await load_state(context.services.store, access.table, seat)
    if state.before is not None:  # what was asked beside it is over
        await store_and_show(context, access.table, seat, state.before)
        return
    await answer_with_console(context, access.table, seat, state)


async def press_shortcut(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """A shortcut of the panel: plays at once what its label says. What is no longer current does nothing and shows what is."""
    await context.defer()
    access = await load_access(context, id.table)
    seat, table = require_seat(access), access.table
    choices = table.choices(seat.name)
    if not choices:
        raise NotPossible(explain_not_your_turn(table))
    current = table.action_version(seat.name) == id.action_version
    if not current and seat.name not in table.position.deciders:  # the button is of whoever must act
        raise NotPossible(explain_not_your_turn(table))
    if current and id.verb == END_ALL:
        await pass_all(context, table, seat, Via.PANEL, id.action_version)
        return
    action = find_by_digest(choices, id.arg) if current else None
    if action is None:
        await answer_with_console(context, table, seat, await load_state(context.services.store, table, seat), MOVED)
        return
    await carry_out(context, table, seat, action, Via.PANEL, id.action_version)
