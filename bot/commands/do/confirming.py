"""What the console shows is done by `ok`, `yes`, `go`, or what its last button says (`lay it`); `no` leads back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.client.interaction import InteractionContext
from bot.client.newest_answers import NewestAnswer
from bot.commands import auto
from bot.commands.console_answers import carry_out, store_and_show
from bot.commands.console_presses import apply_press
from bot.commands.do.buttons.button_words import compose_labels, plain_label
from bot.commands.do.doubts import cut_refusal, is_sure
from bot.commands.standing_orders import moment_key
from bot.model.action_form import Draft
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.model.words.plain_lines import REFUSALS
from bot.tables.service import Table
from bot.views.console.last_button import bare_words, means_action, says_last_label, takes_back
from bot.views.console.preview_step import withdraws_offer
from bot.views.console.state import ConsoleState, load_state, load_withdrawn, save_state
from bot.views.custom_ids import SEAL, Id
from bot.views.options.screen import next_question
from bot.views.press_verbs import DRAFT_FOR_ME, SealVerb, StepVerb
from game.actions import Action
from game.choices import Choice
from game.notation import YES

CONSENT = frozenset(
    {
        *(w for w in YES if w != "accept"),
        *("ok", "okay", "sure", "go", "go ahead", "do it", "commit", "confirm", "ja", "yes please", "ok go", "yep"),
    }
)
LED_BY_YES = re.compile(rf"^(?:{'|'.join(sorted(CONSENT, key=len, reverse=True))})[ ,]+(?=\S)")
# A bare no: to a preview it is *Back*, and to an open question too.
REFUSAL = REFUSALS | {
    *("n", "nein", "nah", "nichts", "no thanks", "no thank you", "no thx", "no ty", "nein danke", "none of them"),
    *("not that", "not now", "not yet"),
    *("don't", "dont", "do not", "please don't", "no don't", "rather not", "better not", "i don't", "lieber nicht"),
}
IT = frozenset(
    {"it", "that", "this", "do it", "do that", "do this", "want it", "want that", "want to"}
)  # what a preview shows

STEPS_BACK = ("back", "go back")  # what *Back* does
STILL_MEANT = "You were asked this before. Do you still want it?"
CHANGED = "What you were asked has changed. Now:"


def says_yes(typed: str) -> bool:
    """Whether somebody agrees to what is shown, and says nothing else."""
    return bare_words(typed) in CONSENT


async def commit_shown(context: InteractionContext, table: Table, seat: Seat, typed: str) -> bool:
    """Play what the seat's console shows as a preview. False, and nothing is done, where it shows none that was chosen, or where
    what was typed does not agree to it. `ok?` and `ok...` are asked again.

    An answer to an offer that was withdrawn meanwhile is shown anew, as one to the offer that is made now.
    """
    store, choices = context.services.store, table.choices(seat.name)
    sure, typed = is_sure(typed), typed.rstrip(" ?.…")
    withdrawn = await load_withdrawn(store, table, seat) if _agrees(typed) else None
    if withdrawn is not None and find_shown_action(choices, withdrawn) is not None:
        await store_and_show(context, table, seat, withdrawn, CHANGED, asks_anew=True)
        return True
    action = await find_agreed(context, table, seat, typed)
    if action is None:
        return sure and _agrees(typed) and await _agree_to_draft(context, table, seat)
    if not await asks_again(context, table, seat, sure=sure):
        await carry_out(context, table, seat, action, Via.COMMAND, table.action_version(seat.name), confirmed=True)
    return True


async def note_draft_question(context: InteractionContext, table: Table, seat: Seat) -> None:
    """Remember that the newest answer asks whether the bot is to take cards for the seat."""
    asked = ConsoleState(action_version=table.action_version(seat.name), said=(DRAFT_FOR_ME,))
    await save_state(context.services.store, table, seat, asked)
    context.services.newest_answers.note(context.place, NewestAnswer(context.id, (table.id, seat.name)))


async def _agree_to_draft(context: InteractionContext, table: Table, seat: Seat) -> bool:
    """Let the bot take cards for the seat, where the newest answer asks that. False, and nothing is done, elsewhere."""
    state = await load_state(context.services.store, table, seat)
    if state.said != (DRAFT_FOR_ME,) or not context.services.newest_answers.asks(context.place, table.id, seat.name):
        return False
    await auto.handle_press(context, Id(SEAL, table.id, 0, SealVerb.DRAFT, moment_key(table)), ())
    return True


async def find_agreed(context: InteractionContext, table: Table, seat: Seat, typed: str) -> Action | None:
    """What the seat's console shows as a preview that was chosen, where a line agrees to that; None elsewhere."""
    agrees, choices, state = (
        _agrees(typed),
        table.choices(seat.name),
        await load_state(context.services.store, table, seat),
    )
    action = find_shown_action(choices, state)
    if action is None or agrees:
        return action if agrees else None
    said = [words for words in (typed, _cut_yes(typed)) if says_last_label(words)]
    if any(means_action(words, action, withdraws=withdraws_offer(choices, action)) for words in said):
        return action
    last = [b.text for b in await compose_labels(table, seat, state) if b.verb == StepVerb.COMMIT]
    return action if plain_label(typed) in map(plain_label, last) else None


async def asks_again(context: InteractionContext, table: Table, seat: Seat, *, sure: bool = True) -> bool:
    """Show what the seat's console asks once more, where another answer followed it, of whatever command: somebody may have taken
    it back, `don't buy it`, and agree to that. False, and no answer, where it was the last that was shown and the line is `sure`.
    """
    if sure and context.services.newest_answers.asks(context.place, table.id, seat.name):
        return False
    state = await load_state(context.services.store, table, seat)
    await store_and_show(context, table, seat, state, STILL_MEANT, asks_anew=True)
    return True


def _agrees(typed: str) -> bool:
    """Whether somebody says yes, also twice: `yes, do it`."""
    return says_yes(typed) or says_yes(_cut_yes(typed))


def _cut_yes(typed: str) -> str:
    """What stands behind a yes: `lay it` of `yes, lay it`; any other line as it is."""
    return LED_BY_YES.sub("", bare_words(typed), count=1)


async def find_state_before(context: InteractionContext, table: Table, seat: Seat, typed: str) -> ConsoleState | None:
    """Where the console stands once *Back* is pressed, of a bare no to what it shows as a preview; its first screen where that
    would show the same again, or where a choice is open. None of other lines, and on the first screen.
    """
    if not _refuses(typed) and not takes_back(typed):
        return None
    state, choices = await load_state(context.services.store, table, seat), table.choices(seat.name)
    shown = find_shown_action(choices, state)
    if takes_back(typed) and (shown is None or withdraws_offer(choices, shown)):
        return None
    first = ConsoleState(action_version=state.action_version)
    if shown is None:  # what a line left open may be asked
        return first if state.before is not None or state.draft != Draft() else None
    before = apply_press(choices, state, StepVerb.BACK, ())
    same = find_shown_action(choices, before) == shown
    return first if same else before


async def find_unchanged_state(context: InteractionContext, table: Table, seat: Seat, typed: str) -> ConsoleState:
    """Where the console stands for who wants nothing yet: one step back for `back`, else its first screen with the cards that
    are picked.
    """
    state = await load_state(context.services.store, table, seat)
    chosen = state.draft != Draft() or state.before is not None
    if bare_words(typed) in STEPS_BACK and chosen and state.routes is None:
        return apply_press(table.choices(seat.name), state, StepVerb.BACK, ())
    return ConsoleState(action_version=table.action_version(seat.name), picked=(state.before or state).picked)


def _refuses(typed: str) -> bool:
    """Whether somebody only says no: `don't`, `don't do it`, `do not close it`."""
    said = bare_words(typed).replace("’", "'").replace(",", "")
    refused = cut_refusal(said)
    return said in REFUSAL or refused in IT or (bool(refused) and says_last_label(refused))


def find_shown_action(choices: Sequence[Choice], state: ConsoleState) -> Action | None:
    """The action that a console shows as chosen; None where none is, or where it can be done no more."""
    draft = state.draft
    if draft == Draft() or state.routes is not None:
        return None
    question = next_question(choices, draft)
    gone = not draft.act and question.draft.kind != draft.kind
    return None if gone else question.action
