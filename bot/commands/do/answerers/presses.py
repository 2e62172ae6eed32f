"""A line that is the whole text of a button or of a menu's entry, with or without its number: it stands for a press of that."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from msgspec import structs

from bot.commands import auto
from bot.commands.console_presses import apply_press, press_console
from bot.commands.do.answerers.confirming import find_shown_action, is_newest, note_draft_question
from bot.commands.do.console_labels.button_words import (
    BUTTON_NUMBER,
    CHOOSING_PRESSES,
    IN_PICTURE,
    WORDS_IN_LABELS,
    Label,
    choose_labelled,
    compose_labels,
    plain_label,
)
from bot.commands.do.console_labels.panel_buttons import press_panel
from bot.commands.do.reply import Do, Play, Reply, Show
from bot.commands.do.seat_position import SeatPosition
from bot.commands.do.typed_line import TypedLine
from bot.commands.view.presses import handle_press
from bot.model.action_form import Draft
from bot.model.words.agreement import cut_refusal
from bot.model.words.moves.move_parts import split_moves
from bot.model.words.vocabulary import LITTLE_WORDS, MOST_TYPED
from bot.views.command_options import split_phrase
from bot.views.console.state import ConsoleState, save_state
from bot.views.custom_ids import SEAL, STEP, VIEW
from bot.views.options.single_press import needs_no_preview
from bot.views.press_verbs import TYPE_ROUTE, SealVerb, StepVerb
from bot.views.ways import ways
from game.actions import RunTrains

PLAYING_PRESSES = (StepVerb.END, StepVerb.NEVER, StepVerb.TAKE)  # presses that play, of which no preview can be shown
PRESSES_OF_ANSWERS = (StepVerb.NEVER, StepVerb.TAKE)  # of these, presses of what was shown before
ALL_WORDS = frozenset({"more", "explain", "explain it"})  # for the button that shows all words of a step, drawn or not
WORDS_OF_REST = frozenset({"all", "the", "rest"})
ALL_RUNS = Draft(RunTrains.__name__)


class Press(NamedTuple):
    """A button that was named, and the console on which it stands."""

    stands: ConsoleState
    label: Label


async def press_button(line: TypedLine) -> Reply | None:
    """Answers the text of a button, with or without its number, and what says what a button does that passes several steps. A
    plain line is read as what it says, unless it begins with a button's number.
    """
    if line.only_asks or (line.says_plainly and not BUTTON_NUMBER.match(line.wanted)):
        return None
    if (answer := await press_panel(line, sure=line.says_all)) is not None:
        return answer
    if (press := await find_press(line.position, line.state, line.wanted)) is not None:
        whole = press.label.verb != StepVerb.NEVER or plain_label(line.wanted) == plain_label(press.label.text)
        newest = press.label.verb not in PRESSES_OF_ANSWERS or is_newest(line)
        return _do_press(line, press, at_once=line.says_all and newest and whole)
    if plain_label(line.wanted) in ALL_WORDS:
        return Show(apply_press(line.choices, line.stands, StepVerb.WORDS, ()))
    note = await find_ending_note(line.position, line.wanted)
    return Show(line.fresh, note) if note else None


async def find_press(position: SeatPosition, state: ConsoleState, words: str) -> Press | None:
    """The one button whose text this is; None where there is none, or where several say it.

    Looked for where the console stands, where it stood before it asked something beside, then on its first screen; with its
    number before without it.
    """
    said = plain_label(words)
    if not said or len(words) > MOST_TYPED:
        return None
    first = ConsoleState(action_version=state.action_version)
    runs = any(c.kind is RunTrains for c in position.choices) and said in plain_label(TYPE_ROUTE)
    stood = [state, state.before or state, first]
    screens = [
        *(s for n, s in enumerate(stood) if s not in stood[:n]),
        *([structs.replace(first, draft=ALL_RUNS)] if runs else []),
    ]
    for stands in screens:
        labels = [b for b in await compose_labels(position, stands) if b.id.kind in ways().pressed]
        whole = [label for label in labels if plain_label(label.text) == said]
        named = whole or [label for label in labels if plain_label(IN_PICTURE.sub("", label.text)) == said]
        orders = [label for label in labels if label.id.kind == SEAL]
        named = named or [label for label in orders if _says_part(said, label.text) or _says_rest(said, label.text)]
        named = named or [b for b in labels if b.verb == StepVerb.NEVER and _refuses_alike(said, b.text)]
        if len({(label.id, label.value) for label in named}) == 1:
            return Press(stands, named[0])
    return None


async def find_ending_note(position: SeatPosition, words: str) -> str:
    """Which button does what a line says in a few of its words, `pay end`: one that passes several steps is pressed, or said in
    full; "" elsewhere.
    """
    said = {w for w in split_phrase(words) if w not in WORDS_IN_LABELS}
    if len(split_moves(words)) > 1:  # one after the other
        return ""
    labels = await compose_labels(position, ConsoleState(action_version=position.table.action_version(position.by)))
    telling = [b for b in labels if said <= {*split_phrase(b.text)}]
    # `pay out?` pays out alone
    endings = [b.text for b in telling if all(other.verb == StepVerb.END for other in telling)]
    return _name_button(endings[0]) if endings and len(said) > 1 else ""


def _do_press(line: TypedLine, press: Press, *, at_once: bool) -> Reply | None:
    """What a press of the button does: what it would play is shown, or, `at_once`, played where it needs no preview."""
    label, choices, context = press.label, line.choices, line.context
    if label.id.kind == VIEW:
        return Do(partial(handle_press, context, label.id, ()))
    if label.id.kind == SEAL:
        return Do(partial(_press_order, line, label), label.text)
    if label.verb in CHOOSING_PRESSES:
        chosen = choose_labelled(choices, press.stands, label)
        action = find_shown_action(choices, chosen)
        if at_once and action is not None and (label.verb == StepVerb.PASS or needs_no_preview(choices, action)):
            return Play(action, line.fresh.action_version)
        return Show(chosen)
    if label.verb == StepVerb.FORM:
        return Show(press.stands, ways().fill_form)
    if label.id.kind == STEP and label.verb in PLAYING_PRESSES and not at_once:
        return Show(press.stands, _name_button(label.text))
    return Do(partial(_press_console, line, press), label.text) if label.id.kind == STEP else None


async def _press_order(line: TypedLine, label: Label) -> None:
    """Press a button about what the bot does for the seat."""
    await auto.handle_press(line.context, label.id, ())
    if label.id.verb == SealVerb.ASK_DRAFT:
        await note_draft_question(line.context, line.table, line.seat)


async def _press_console(line: TypedLine, press: Press) -> None:
    """Press a button of the console where it stands."""
    await save_state(line.context.services.store, line.table, line.seat, press.stands)
    await press_console(line.context, press.label.id, (press.label.value,) if press.label.menu else ())


def _name_button(label: str) -> str:
    """That a button is to be pressed, since it does all that a line says."""
    return f"{ways().press.capitalize()} *{label}* for all of this."


def _says_rest(said: str, label: str) -> bool:
    """Whether some words say of all that is left what a button does: `draft the rest for me`."""
    return [w for w in split_phrase(said) if w not in WORDS_OF_REST] == split_phrase(plain_label(label))


def _says_part(said: str, label: str) -> bool:
    """Whether some words, in their order, are said of what a button does: `keep five until i say` of five shares."""
    words = iter(split_phrase(label))
    return len(said.split()) > 2 and all(word in words for word in split_phrase(said))


def _refuses_alike(said: str, label: str) -> bool:
    """Whether some words refuse what the last part of a label does, in as many words or in fewer: `don't ask me`."""
    refused = [w for w in split_phrase(cut_refusal(said)) if w not in LITTLE_WORDS]
    return (
        bool(refused) and split_phrase(cut_refusal(plain_label(label.rpartition(", ")[2])))[: len(refused)] == refused
    )
