"""What the console shows is done by `ok`, `yes`, `go`, or what its last button says (`lay it`); `no` leads back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.client.interaction import InteractionContext
from bot.client.newest_answers import NewestAnswer
from bot.commands import auto
from bot.commands.console_answers import carry_out
from bot.commands.console_presses import apply_press
from bot.commands.do.console_labels.button_words import compose_labels, plain_label
from bot.commands.do.reply import Do, Reply, Show
from bot.commands.do.typed_line import TypedLine
from bot.commands.standing_orders import moment_key
from bot.core.text import bare_words
from bot.model.action_form import Draft
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.model.words.agreement import agrees, cut_consent, cut_refusal, is_refusal
from bot.model.words.doubts.negations import UNCHANGED, wants_nothing_yet
from bot.model.words.reading.questions import is_sure
from bot.tables.service import Table
from bot.views.console.last_button import means_action, says_last_label, takes_back
from bot.views.console.preview_step import withdraws_offer
from bot.views.console.state import ConsoleState, load_withdrawn, save_state
from bot.views.custom_ids import SEAL, Id
from bot.views.formatting import action_words
from bot.views.options.ending import pass_label
from bot.views.options.single_press import next_question
from bot.views.press_verbs import DRAFT_FOR_ME, SealVerb, StepVerb
from game.actions import Action, Pass
from game.choices import Choice

BACK_BUTTONS = ("back", "go back")  # what *Back* does
STILL_MEANT = "You were asked this before. Do you still want it?"
QUESTION_CHANGED = "What you were asked has changed. Now:"


async def keep_question(line: TypedLine) -> Reply | None:
    """Answers who wants nothing yet: one step back for `back`, else the first screen with the cards that are picked."""
    if not wants_nothing_yet(line.typed, line.choices):
        return None
    state = line.state
    chosen = state.draft != Draft() or state.before is not None
    if bare_words(line.typed) in BACK_BUTTONS and chosen and state.routes is None:
        return Show(apply_press(line.choices, state, StepVerb.BACK, ()), UNCHANGED)
    return Show(ConsoleState(action_version=line.fresh.action_version, picked=line.stands.picked), UNCHANGED)


async def step_back(line: TypedLine) -> Reply | None:
    """Answers a bare no to what the console shows as a preview: where it stands once *Back* is pressed; its first screen where
    that would show the same again, or where a choice is open. Silent on the first screen.
    """
    # `ok, no`
    wants_back = [is_refusal(words) or _refuses_label(words, line) for words in (line.typed, cut_consent(line.typed))]
    if not any(wants_back) and not takes_back(line.typed):
        return None
    state, choices = line.state, line.choices
    shown = find_shown_action(choices, state)
    if takes_back(line.typed) and (shown is None or withdraws_offer(choices, shown)):
        return None
    if shown is None:  # what a line left open may be asked
        return Show(line.fresh, UNCHANGED) if state.before is not None or state.draft != Draft() else None
    before = apply_press(choices, state, StepVerb.BACK, ())
    same = find_shown_action(choices, before) == shown
    return Show(line.fresh if same else before, UNCHANGED)


def _refuses_label(words: str, line: TypedLine) -> bool:
    """Whether words refuse what a last button says: `do not close it`."""
    refused = cut_refusal(bare_words(words).replace("’", "'").replace(",", ""))
    return bool(refused) and says_last_label(refused, line.rules)


async def commit_shown(line: TypedLine) -> Reply | None:
    """Answers who agrees to what the console shows as a preview: it is played. `ok?` and `ok...` are asked again.

    An answer to an offer that was withdrawn meanwhile is shown anew, as one to the offer that is made now.
    """
    sure, typed = is_sure(line.typed), line.typed.rstrip(" ?.…")
    withdrawn = await load_withdrawn(line.context.services.store, line.table, line.seat) if agrees(typed) else None
    if withdrawn is not None and find_shown_action(line.choices, withdrawn) is not None:
        return Show(withdrawn, QUESTION_CHANGED, asks_anew=True)
    action = await find_agreed(line, typed)
    if action is None:
        return agree_to_draft(line) if sure and agrees(typed) else None
    return ask_again(line, sure=sure) or commit(line, action)


def commit(line: TypedLine, action: Action) -> Do:
    """An action that was asked about or shown, played."""
    version = line.fresh.action_version
    work = partial(carry_out, line.context, line.table, line.seat, action, Via.COMMAND, version, confirmed=True)
    if isinstance(action, Pass):
        return Do(work, pass_label(action, line.choices, line.view, line.rules))
    return Do(work, action_words(action, line.view, line.rules))


async def note_draft_question(context: InteractionContext, table: Table, seat: Seat) -> None:
    """Remember that the newest answer asks whether the bot is to take cards for the seat."""
    asked = ConsoleState(action_version=table.action_version(seat.name), said=(DRAFT_FOR_ME,))
    await save_state(context.services.store, table, seat, asked)
    context.services.newest_answers.note(context.place, NewestAnswer(context.id, (table.id, seat.name)))


def agree_to_draft(line: TypedLine) -> Reply | None:
    """Let the bot take cards for the seat, where the newest answer asks that; None elsewhere."""
    if line.state.said != (DRAFT_FOR_ME,) or not is_newest(line):
        return None
    pressed = Id(SEAL, line.table.id, 0, SealVerb.DRAFT, moment_key(line.table))
    return Do(partial(auto.handle_press, line.context, pressed, ()))


async def find_agreed(line: TypedLine, typed: str) -> Action | None:
    """What the seat's console shows as a preview that was chosen, where somebody agrees to that; None elsewhere."""
    action = find_shown_action(line.choices, line.state)
    if action is None or agrees(typed):
        return action
    if isinstance(action, Pass) and " " in typed and line.says_plainly and line.reading.action == action:  # `no track`
        return action
    said = [words for words in (typed, cut_consent(typed)) if says_last_label(words, line.table.rules)]
    if any(
        means_action(words, action, line.table.rules, withdraws=withdraws_offer(line.choices, action)) for words in said
    ):
        return action
    labels = await compose_labels(line.position, line.state)
    last = [b.text for b in labels if b.verb == StepVerb.COMMIT]
    return action if plain_label(typed) in map(plain_label, last) else None


def ask_again(line: TypedLine, *, sure: bool) -> Show | None:
    """What the seat's console asks, once more, where another answer followed it, of whatever command: somebody may have taken it
    back, `don't buy it`, and agree to that. None where it was the last that was shown and the line is `sure`.
    """
    return None if sure and is_newest(line) else Show(line.state, STILL_MEANT, asks_anew=True)


def is_newest(line: TypedLine) -> bool:
    """Whether the newest answer shows what the seat's console asks."""
    return line.context.services.newest_answers.asks(line.context.place, line.table.id, line.by)


def find_shown_action(choices: Sequence[Choice], state: ConsoleState) -> Action | None:
    """The action that a console shows as chosen; None where none is, or where it can be done no more."""
    draft = state.draft
    if draft == Draft() or state.routes is not None:
        return None
    question = next_question(choices, draft)
    gone = not draft.act and question.draft.kind != draft.kind
    return None if gone else question.action
