"""A line that is the text of a button of the panel, or of the page behind *Market, more*: it does what a press of that does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from bot.client.interaction import InteractionContext
from bot.commands import auto, me, turn, undo
from bot.commands.do.console_labels.button_words import plain_label
from bot.commands.do.reply import Do, Play, Refuse, Reply
from bot.commands.do.typed_line import TypedLine
from bot.commands.view import presses
from bot.model.action_form import find_by_digest
from bot.model.models import Seat
from bot.model.words.vocabulary import MOST_TYPED
from bot.tables.service import Table
from bot.views.custom_ids import ACT, CONSOLE, REMIND, SEAL, VIEW, VOTE, Id, IdKind, parse_id
from bot.views.guide.first_game import find_advised
from bot.views.messages import Button
from bot.views.pages.more_page import MORE, side_buttons
from bot.views.press_verbs import SealVerb
from bot.views.turn_panel import ending_name, panel_button_rows
from bot.views.ways import ways

HANDLERS: Mapping[IdKind, Callable[[InteractionContext, Id, tuple[str, ...]], Awaitable[None]]] = {
    CONSOLE: turn.open_console,
    REMIND: me.handle_press,
    SEAL: auto.handle_press,
    VIEW: presses.handle_press,
    VOTE: undo.handle_press,
}


async def press_panel(line: TypedLine, *, sure: bool) -> Reply | None:
    """Answers the text of one button of the panel. `sure`: the line may play. Silent where no panel stands beside the answers."""
    if len(line.wanted) > MOST_TYPED:
        return None
    ids = await _find_ids(line)
    if len(ids) != 1:
        return None
    id = ids.pop()
    action = find_by_digest(line.choices, id.arg) if id.kind == ACT and sure else None
    if action is not None:
        return Play(action, line.fresh.action_version)
    if id.kind not in HANDLERS or not line.context.beside_posts:
        return None
    if (id.kind, id.verb) == (SEAL, SealVerb.ASK):  # a form, which can only be opened by a press
        return Refuse(ways().maxima)
    return Do(partial(HANDLERS[id.kind], line.context, id, ()))


async def _find_ids(line: TypedLine) -> set[Id]:
    """What the buttons carry whose text this is."""
    said, table = plain_label(line.wanted), line.table
    ids = {parse_id(b.id) for b in await _list_buttons(table, line.seat) if plain_label(b.label) == said}
    ids |= {Id(VIEW, table.id, 0, v) for v, text in MORE.items() if v in presses.SHOWS and plain_label(text) == said}
    return {id for id in ids if id is not None}


async def _list_buttons(table: Table, seat: Seat) -> list[Button]:
    """The buttons of the panel, with those that play where the seat alone must act, and those of the page behind it."""
    view, rows = await table.view(None), side_buttons(table)
    if table.position.deciders == (seat.name,):
        earned, ending = await table.earnings(seat.name), await ending_name(table)
        rows += panel_button_rows(table, view, earned, ending, await find_advised(table, seat.name))
    else:
        rows += panel_button_rows(table, view)
    return [part for row in rows for part in row if isinstance(part, Button) and not part.disabled]
