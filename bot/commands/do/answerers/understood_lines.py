"""What the list of `/do` offers for lines that name no action word by word: a letter, `deal`, `start with 15`, `sell all GA`."""

from __future__ import annotations

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table
from bot.commands.completion import Choices
from bot.commands.do.answerers.presses import find_ending_note, find_press
from bot.commands.do.answerers.shown_words import find_whole_sale
from bot.commands.do.console_labels.button_words import find_labelled_state, keep_labels
from bot.commands.do.console_labels.numbered_options import find_numbered_state
from bot.commands.do.console_labels.question_values import find_accepted
from bot.commands.do.reasons.share_reasons import list_all_shares
from bot.commands.do.table_words import collect_vocabulary
from bot.core.discord_limits import OPTION_TEXT, fit
from bot.model.action_form import Draft, ask_next
from bot.model.models import Seat
from bot.model.words.reading.option_numbers import may_name_option
from bot.model.words.reading.superlatives import read_superlative
from bot.model.words.vocabulary import Vocabulary
from bot.tables.service import Table
from bot.views.command_options import stamp, unstamp
from bot.views.console.state import ConsoleState
from bot.views.formatting import View, action_words
from game.actions import PlaceToken, SellShares

SHOW = "Show me"


async def suggest_understood(context: InteractionContext, current: str, game: str | None, listed: Choices) -> Choices:
    """What is `listed`; instead of it the one entry of a line that is a letter in a picture, or is understood though nothing is
    listed for it.
    """
    access = await find_table(context, game)
    table, seat, typed = access.table, access.seat, unstamp(current)[1].strip()
    if seat is None or not typed or (listed and len(typed) > 1):
        return listed
    view = await table.view(seat.name)
    known = collect_vocabulary(table, view)
    with keep_labels():
        told = await _name_letter(table, seat, typed, view, known)
        told = told or ("" if listed else await _name_understood(table, seat, typed, view, known))
    value = stamp(table.action_version(seat.name), typed)
    fits = told and len(value) <= OPTION_TEXT
    return [app_commands.Choice(name=fit(told, OPTION_TEXT), value=value)] if fits else listed


async def _name_letter(table: Table, seat: Seat, typed: str, view: View, known: Vocabulary) -> str:
    """What a letter alone chooses that stands in a picture; "" of other lines."""
    asked = any(c.kind is PlaceToken for c in table.choices(seat.name))
    if not asked or len(typed.strip()) != 1 or not typed.strip().isalpha():
        return ""
    fresh = ConsoleState(action_version=table.action_version(seat.name))
    shown = await find_numbered_state(table, seat, fresh, typed, view, known)
    return _name_state(table, seat, shown, typed, view) if shown is not None else ""


async def _name_understood(table: Table, seat: Seat, typed: str, view: View, known: Vocabulary) -> str:
    """What a line does that the list does not find by its words; "" where that is nothing."""
    choices = table.choices(seat.name)
    if not choices or not typed.strip():
        return ""
    fresh = ConsoleState(action_version=table.action_version(seat.name))
    if (accepted := await find_accepted(table, seat, typed)) is not None:
        return _name_state(table, seat, accepted, typed, view)
    if await find_ending_note(table, seat, typed):
        return f"{SHOW} · {typed.strip()}"
    if (press := await find_press(table, seat, fresh, typed)) is not None:
        return press.label.text
    if sales := list_all_shares(seat, typed, known, frozenset({SellShares.verb}), choices):
        return action_words(sales[0], view, table.rules)
    draft = find_whole_sale(typed, choices) or read_superlative(typed, seat.name, choices, known)
    if draft is not None:
        return _name_state(table, seat, ConsoleState(draft), typed, view)
    shown = None
    if may_name_option(typed, choices, known):
        shown = await find_numbered_state(table, seat, fresh, typed, view, known)
    shown = shown or await find_labelled_state(table, seat, fresh, typed, partly=True)
    return _name_state(table, seat, shown, typed, view) if shown is not None else ""


def _name_state(table: Table, seat: Seat, shown: ConsoleState, typed: str, view: View) -> str:
    """What a console shows as chosen, or that it asks on."""
    action = ask_next(table.choices(seat.name), shown.draft).action if shown.draft != Draft() else None
    return action_words(action, view, table.rules) if action is not None else f"{SHOW} · {typed.strip()}"
