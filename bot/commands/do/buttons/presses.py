"""A line that is the whole text of a button or of a menu's entry, with or without its number: it stands for a press of that."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import structs

from bot.client.interaction import InteractionContext
from bot.commands import auto
from bot.commands.action_commands import carry_out_typed
from bot.commands.console_answers import store_and_show
from bot.commands.console_presses import press_console
from bot.commands.do.buttons.button_words import (
    BETWEEN,
    BUTTON_NUMBER,
    CHOOSES,
    IN_PICTURE,
    Label,
    choose_labelled,
    compose_labels,
    plain_label,
)
from bot.commands.do.buttons.panel_buttons import answer_panel_button
from bot.commands.do.confirming import find_shown_action, note_draft_question
from bot.commands.do.doubts import is_sure
from bot.commands.do.listing import split_moves
from bot.commands.view.presses import handle_press
from bot.model.action_form import Draft
from bot.model.models import Seat
from bot.model.words.typed_words import MOST_TYPED
from bot.tables.service import Table
from bot.views.command_options import split_phrase
from bot.views.console.state import ConsoleState, load_state, save_state
from bot.views.custom_ids import SEAL, STEP, VIEW
from bot.views.options.screen import needs_no_preview
from bot.views.press_verbs import TYPE_ROUTE, SealVerb, StepVerb
from bot.views.ways import ways
from game.actions import RunTrains

PLAYING = (StepVerb.END, StepVerb.NEVER, StepVerb.TAKE)  # presses that play, of which no preview can be shown
SHOWN = (StepVerb.NEVER, StepVerb.TAKE)  # of these, presses of what was shown before
ALL_RUNS = Draft(RunTrains.__name__)


class Press(NamedTuple):
    """A button that was named, and the console on which it stands."""

    stands: ConsoleState
    label: Label


def has_button_number(words: str) -> bool:
    """Whether a line begins as the text of a button with a number does: `2 · Withhold $30`."""
    return bool(BUTTON_NUMBER.match(words))


def says_all(context: InteractionContext, words: str) -> bool:
    """Whether words are all that a line says, and say it for sure: what stands behind them may be the contrary."""
    return is_sure(words) and not context.unanswered


async def answer_press(context: InteractionContext, table: Table, seat: Seat, words: str) -> bool:
    """Answer a line that is a button's text, or says what a button does that passes several steps. False, and no answer, of other
    lines.
    """
    state = await load_state(context.services.store, table, seat)
    if await answer_panel_button(context, table, seat, words, sure=says_all(context, words)):
        return True
    stands = state.before or state
    if (press := await find_press(table, seat, stands, words)) is not None:
        seen = press.label.verb not in SHOWN or context.services.newest_answers.asks(context.place, table.id, seat.name)
        await do_press(context, table, seat, press, at_once=says_all(context, words) and seen)
        return True
    if note := await find_ending_note(table, seat, words):
        await store_and_show(context, table, seat, ConsoleState(action_version=state.action_version), note)
    return bool(note)


async def find_press(table: Table, seat: Seat, state: ConsoleState, words: str) -> Press | None:
    """The one button whose text this is; None where there is none, or where several say it.

    Looked for where the console stands, then on its first screen; with its number before without it.
    """
    said = plain_label(words)
    if not said or len(words) > MOST_TYPED:
        return None
    first = ConsoleState(action_version=state.action_version)
    runs = any(c.kind is RunTrains for c in table.choices(seat.name)) and said in plain_label(TYPE_ROUTE)
    screens = [state, *([first] if state != first else []), *([structs.replace(first, draft=ALL_RUNS)] if runs else [])]
    for stands in screens:
        labels = [b for b in await compose_labels(table, seat, stands) if b.id.kind in ways().pressed]
        whole = [label for label in labels if plain_label(label.text) == said]
        named = whole or [label for label in labels if plain_label(IN_PICTURE.sub("", label.text)) == said]
        named = named or [label for label in labels if label.id.kind == SEAL and _says_part(said, label.text)]
        if len({(label.id, label.value) for label in named}) == 1:
            return Press(stands, named[0])
    return None


async def find_ending_note(table: Table, seat: Seat, words: str) -> str:
    """Which button does what a line says in a few of its words, `pay end`: one that passes several steps is pressed, or said in
    full; "" elsewhere.
    """
    said = {w for w in split_phrase(words) if w not in BETWEEN}
    if len(split_moves(words)) > 1:  # one after the other
        return ""
    labels = await compose_labels(table, seat, ConsoleState(action_version=table.action_version(seat.name)))
    endings = [b.text for b in labels if b.verb == StepVerb.END and said <= {*split_phrase(b.text)}]
    return _name_button(endings[0]) if endings and len(said) > 1 else ""


async def do_press(context: InteractionContext, table: Table, seat: Seat, press: Press, *, at_once: bool) -> None:
    """Do what a press of the button does: show what it would play, or, `at_once`, play what needs no preview."""
    label, choices = press.label, table.choices(seat.name)
    if label.id.kind == VIEW:
        await handle_press(context, label.id, ())
    elif label.id.kind == SEAL:
        await auto.handle_press(context, label.id, ())
        if label.id.verb == SealVerb.ASK_DRAFT:
            await note_draft_question(context, table, seat)
    elif label.verb in CHOOSES:
        chosen = choose_labelled(choices, press.stands, label)
        action = find_shown_action(choices, chosen)
        if at_once and action is not None and (label.verb == StepVerb.PASS or needs_no_preview(choices, action)):
            await carry_out_typed(context, table, seat, action, table.action_version(seat.name))
        else:
            await store_and_show(context, table, seat, chosen)
    elif label.verb == StepVerb.FORM:
        await store_and_show(context, table, seat, press.stands, ways().fill_form)
    elif label.id.kind == STEP and label.verb in PLAYING and not at_once:
        await store_and_show(context, table, seat, press.stands, _name_button(label.text))
    elif label.id.kind == STEP:
        await save_state(context.services.store, table, seat, press.stands)
        await press_console(context, label.id, (label.value,) if label.menu else ())


def _name_button(label: str) -> str:
    """That a button is to be pressed, since it does all that a line says."""
    return f"{ways().press.capitalize()} *{label}* for all of this."


def _says_part(said: str, label: str) -> bool:
    """Whether some words, in their order, are said of what a button does: `keep five until i say` of five shares."""
    words = iter(split_phrase(label))
    return len(said.split()) > 2 and all(word in words for word in split_phrase(said))
