"""What the list of `/do` offers for a line as it is typed so far: what `/do` would come to, in front of what holds its words."""

from __future__ import annotations

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table
from bot.commands.completion import Choices
from bot.commands.do.answerers.confirming import find_shown_action
from bot.commands.do.console_labels.button_words import keep_labels
from bot.commands.do.listing import QUOTE_SIGNS, SHOW_ENTRY
from bot.commands.do.reply import Answerer, Do, Play, Reply, Show, find_reply
from bot.commands.do.typed_line import TypedLine, read_line
from bot.core.discord_limits import OPTION_TEXT, OPTIONS, fit
from bot.core.errors import NotPossible
from bot.model.action_form import action_digest, leaves_open
from bot.model.words.doubts.negations import UNCHANGED
from bot.model.words.moves.move_parts import split_moves
from bot.model.words.reading.typed_values import read_number
from bot.views.command_options import unstamp
from bot.views.console.message import compose_console
from bot.views.formatting import action_words
from bot.views.pictures.drawing import undrawn
from game.actions import Action
from game.choices import Pick


async def suggest_understood(
    context: InteractionContext, current: str, game: str | None, listed: Choices, answerers: tuple[Answerer, ...]
) -> Choices:
    """What is `listed`, and before it what the first of these says who answers the line, where that plays, shows or asks
    something. Silent at several moves in one line, which are told by themselves.
    """
    access = await find_table(context, game)
    table, seat, typed = access.table, access.seat, unstamp(current)[1].strip(QUOTE_SIGNS)
    if seat is None or not typed or not table.choices(seat.name) or len(split_moves(typed)) > 1:
        return listed
    with keep_labels():
        try:
            line = await read_line(context, table, seat, typed, listed=False, number=None)
            answer = await find_reply(line, answerers)
        except NotPossible:
            return listed
        told, action = await _name_answer(line, answer, alone=not listed)
    if not told or len(typed) > OPTION_TEXT or (listed and _picks_cards(line)):
        return listed
    rest = [c for c in listed if action is not None or not c.name.startswith(f"{SHOW_ENTRY} (")]
    entry = next((c for c in rest if _says(c, told, action, line)), None)
    first = entry or app_commands.Choice(name=fit(told, OPTION_TEXT), value=typed)
    return [first, *(c for c in rest if c is not entry)][:OPTIONS]


def _picks_cards(line: TypedLine) -> bool:
    """Whether cards are to be picked, which the list names one by one."""
    return any(isinstance(r, Pick) for c in line.choices for r in c.ranges.values())


def _says(entry: app_commands.Choice[str], told: str, action: Action | None, line: TypedLine) -> bool:
    """Whether an entry of the list is what a line comes to."""
    holds = next((c for c in line.choices if action is not None and action in c), None)
    whole = action is not None and holds is not None and not leaves_open(holds)
    chosen = whole and action is not None and unstamp(entry.value)[1] == f"#{action_digest(action)}"
    return chosen or told in (entry.name, entry.name.partition(" · ")[0])


async def _name_answer(line: TypedLine, answer: Reply | None, *, alone: bool) -> tuple[str, Action | None]:
    """What a line comes to: the action that is played or shown, or the question that it opens where nothing else is listed, or
    where it is a number or answers a question; "" where it is refused.
    """
    match answer:
        case Play(action=action) if any(action in c for c in line.choices):
            return action_words(action, line.view, line.rules), action
        case Do(told=told):
            return told or (line.typed if alone else ""), None
        case Show(state=state, note=note):
            moved = state.draft != line.stands.draft or state.picked != line.stands.picked
            shown = find_shown_action(line.choices, state)
            if shown is not None and (moved or not note):
                return action_words(shown, line.view, line.rules), shown
            plain = note in ("", UNCHANGED) and not state.meant  # what is meant is listed
            asks = moved and (plain or (alone and bool(state.said)))
            number = read_number(line.typed) is not None and not state.said
            if not asks or not (alone or line.is_begun or number):
                return "", None
            with undrawn():
                asked = await compose_console(line.table, line.seat, state, pictured=False)
            return f"{SHOW_ENTRY} · {asked.title.partition(' · ')[2]}", None
        case _:
            return "", None
