"""What `/do` does with what was chosen or typed.

What is typed is played where it says one thing. Everything else is asked: the console opens where the words end.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table, require_seat
from bot.commands.action_commands import carry_out_typed
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.completion import Choices
from bot.commands.console_answers import explain_not_your_turn, store_and_show
from bot.commands.do.answers.narrowed_choices import answer_question
from bot.commands.do.answers.questions import answer_asked
from bot.commands.do.answers.understood_lines import suggest_understood
from bot.commands.do.asking import (
    NAMED,
    ask_beside,
    ask_meaning,
    ask_which,
    clear_ranges,
    closing_note,
    load_stands,
    show_reading,
)
from bot.commands.do.buttons.bare_number import (
    explain_number,
    explain_price,
    read_option_number,
)
from bot.commands.do.buttons.button_words import find_labelled_state, keep_labels
from bot.commands.do.buttons.named_options import answer_number, show_button, show_or_refuse
from bot.commands.do.buttons.written_out import answer_button_text
from bot.commands.do.confirming import commit_shown, find_state_before, find_unchanged_state
from bot.commands.do.doubts import (
    UNCHANGED,
    asks,
    asks_for_help,
    cut_contrary,
    cut_correction,
    cut_question,
    find_one_at_a_time,
    name_doubt,
    refuses_step,
    wants_nothing_yet,
    write_sum,
)
from bot.commands.do.ending import end_part, ends_part
from bot.commands.do.listing import (
    QUOTES,
    WHICH,
    collect_vocabulary,
    find_way_of_record,
    is_listed,
    list_phrases,
    names_merger,
    split_moves,
    suggest_actions,
)
from bot.commands.do.picked_cards import expand_counts, read_picks, show_selection
from bot.commands.do.refusals import (
    action_kinds,
    misfit_words,
    name_numbers,
    outside_words,
    refusal_words,
    speaking_to,
)
from bot.commands.do.several import go_on_from_shown, has_run_already, name_rest, play_in_order
from bot.commands.do.share_reasons import explain_no_sale
from bot.commands.do.start_words import (
    LATER,
    cut_minor,
    name_foreign_minor,
    read_start,
    spell_lead,
    spell_offer,
    spell_seller,
)
from bot.commands.do.unread_words import answer_unread
from bot.commands.undo import redo_last, take_back
from bot.core.errors import NotPossible
from bot.model.action_form import DEALS, Draft, find_by_digest
from bot.model.kinds import UndoKind
from bot.model.models import Seat
from bot.model.words.intended_actions import find_misfit_cards, find_outside_range
from bot.model.words.loose_names import cut_colours, find_other_tile, name_colour, spell_ends, spell_parts
from bot.model.words.partial_readings import read_part
from bot.model.words.plain_lines import is_plain
from bot.model.words.readings import Reading
from bot.model.words.shorthand import spell_refusal
from bot.model.words.typed_values import read_number
from bot.model.words.typed_words import read_words
from bot.model.words.unfit_trains import name_missing_own_train
from bot.model.words.vocabulary import MONEY, Vocabulary
from bot.tables.service import Table
from bot.views.command_options import rank_matches, unstamp
from bot.views.console.message import whose_turn_words
from bot.views.console.state import ConsoleState
from bot.views.formatting import View, question_sentence
from game.actions import Action, Answer, LayTile, Pass, PayDividend, RunTrains, SellPrivate
from game.choices import Choice, Span

commands = CommandGroup()


async def complete_action(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: legal actions that fit the words so far."""
    game = getattr(context.interaction.namespace, "game", None)
    return await suggest_understood(context, current, game, await suggest_actions(context, current, game))


@commands.command(
    "do",
    "Do anything that is allowed now, in your own words",
    action=OptionDetails("Choose or type it: buy a 2-train, run best, pass, undo", complete_action),
    number="How much, or how many shares, where the action asks for a number",
)
async def carry_out_words(
    context: InteractionContext, action: str, number: int | None = None, game: str | None = None
) -> None:
    """`/do`: play the action that the typed words mean; where they leave something open, ask in the console."""
    await context.defer()
    access = await find_table(context, game)
    stamped_version, typed = unstamp(action)
    typed = typed.strip(QUOTES)
    if (way := find_way_of_record(action)) is not None:
        await (take_back(context, access) if way is UndoKind.UNDO else redo_last(context, access))
        return
    seat = require_seat(access)
    with speaking_to(seat), keep_labels():
        await _carry_out_typed(context, access.table, seat, (typed, stamped_version), number)


async def _carry_out_typed(
    context: InteractionContext, table: Table, seat: Seat, line: tuple[str, int | None], number: int | None
) -> None:
    """Play an entry of a list, end a part of the turn, commit what is shown, or read the words. `line`: what was typed, and the
    seat's counter of the list that it was chosen from.
    """
    typed, stamped_version = line
    action_version = table.action_version(seat.name)
    if ends_part(typed, table.choices(seat.name)):
        await end_part(context, table, seat, typed)
        return
    if stamped_version is None and await answer_asked(context, table, seat, typed):
        return
    typed = WHICH if asks_for_help(typed) or await names_merger(table, seat, typed) else typed
    to_be_asked, typed = typed.startswith(WHICH), typed.removeprefix(WHICH)
    if stamped_version is not None and stamped_version != action_version:
        raise NotPossible(f"The game has moved on since that list was made. {whose_turn_words(table)}")
    choices = table.choices(seat.name)
    if not choices and not table.position.over:
        raise NotPossible(explain_not_your_turn(table))
    chosen = find_by_digest(choices, typed[1:]) if typed.startswith("#") else None
    if chosen is not None:
        await _play_listed(context, table, seat, chosen, number)
        return
    if wants_nothing_yet(typed, choices):
        await store_and_show(context, table, seat, await find_unchanged_state(context, table, seat, typed), UNCHANGED)
        return
    if number is None and (shown := await find_state_before(context, table, seat, typed)) is not None:
        await store_and_show(context, table, seat, shown, UNCHANGED)
        return
    parts = split_moves(typed)
    if has_run_already(parts, choices):
        parts = parts[1:]
        typed = "; ".join(parts)
    typed = spell_refusal(parts[0] if len(parts) == 1 else typed)
    if number is None and await commit_shown(context, table, seat, typed):
        return
    if number is None and await go_on_from_shown(context, table, seat, parts):
        return
    known = collect_vocabulary(table, await table.view(seat.name))
    listed = stamped_version is not None
    if number is None and await answer_question(context, table, seat, typed, known, listed=listed):
        return
    words = f"{typed} {number}" if number is not None else typed
    if (rest := cut_contrary(words) or cut_correction(words)) and await _means(table, seat, rest, known):
        to_be_asked, words = True, rest
    await _carry_out_read(context, table, seat, words, to_be_asked=to_be_asked, stamped=stamped_version is not None)


async def _means(table: Table, seat: Seat, words: str, known: Vocabulary) -> bool:
    """Whether words mean something that can be done now, or are the number of a button. A pass and a dividend may be the contrary
    of what is meant.
    """
    choices = table.choices(seat.name)
    reading = read_words(spell_ends(words, choices, known), seat.name, choices, known)
    meant = reading != Reading() and not isinstance(reading.action, Pass | PayDividend)
    return read_number(words) is not None or meant


async def _carry_out_read(
    context: InteractionContext, table: Table, seat: Seat, words: str, *, to_be_asked: bool, stamped: bool
) -> None:
    """Read what was typed, and play, show, ask or refuse it. `stamped`: it is an entry of a list of this very turn."""
    choices, action_version = table.choices(seat.name), table.action_version(seat.name)
    view = await table.view(seat.name)
    known = collect_vocabulary(table, view)
    stands = await load_stands(context, table, seat)
    if (selection := read_picks(words, choices, known, stands.picked)) is not None:
        await show_selection(context, table, seat, selection)
        return
    asked = spell_ends(spell_offer(cut_question(words), choices), choices, known)
    asked = spell_seller(expand_counts(spell_lead(asked, choices), choices), choices)
    spelled = spell_parts(asked, known, action_kinds(table), choices)
    reading = read_words(spelled.text, seat.name, choices, known)
    if find_other_tile(reading.several, f"tile {words}"):  # a number alone, read as a turn
        reading = Reading()
    if not to_be_asked and await answer_button_text(context, table, seat, words, reading, known):
        return
    if len(split_moves(words)) == 1 and (doubt := name_doubt(words, reading)):
        await show_or_refuse(context, table, seat, words, doubt, view)
        return
    if (single := find_one_at_a_time(words, choices, known)) is not None:
        await ask_beside(context, table, seat, Draft(single[0].__name__), refusal_words(words, single[1]))
        return
    if not to_be_asked and reading.action is None and await show_button(context, table, seat, words, known):
        return
    typed, words = words, spelled.text
    if unclear := spelled.unclear or name_colour(words, known, choices):
        rest = read_part(cut_colours(words), seat.name, choices, known, every_word=True)
        if spelled.unclear or rest is None:
            raise NotPossible(refusal_words(typed, unclear))
        await ask_beside(context, table, seat, rest.draft, refusal_words(typed, unclear))
        return
    if await answer_number(context, table, seat, words, reading, known):
        return
    if not to_be_asked and len(parts := split_moves(words)) > 1:
        if await play_in_order(context, table, seat, parts):
            return
        await _carry_out_first(context, table, seat, parts, stamped=stamped)
        return
    if start := read_start(words, seat.name, choices, known):
        note = " ".join(filter(None, [name_foreign_minor(words, seat.name, known, view), LATER]))
        await store_and_show(context, table, seat, ConsoleState(start, 0, action_version), note)
    elif not reading.several and (
        reason := await explain_number(table, seat, await load_stands(context, table, seat), words, view, known)
    ):
        stands = await load_stands(context, table, seat)
        await store_and_show(context, table, seat, stands, refusal_words(typed, reason))
    elif to_be_asked and reading.draft is None:
        await _ask_about(context, table, seat, words, reading)
    elif reading.action is not None:
        listed = not context.unanswered and is_listed(typed, reading.action, table, seat, view)
        plain = listed or is_plain(reading.action, words, choices, known)
        if plain and not spelled.parts and not refuses_step(typed, reading.action):
            await carry_out_typed(context, table, seat, reading.action, action_version if stamped else None)
        elif plain or asks(words) or is_plain(reading.action, write_sum(words, reading.action), choices, known):
            await show_reading(context, table, seat, reading.action)
        else:
            await ask_meaning(context, table, seat, typed, reading.action, view)
    else:
        await _ask_or_refuse(context, table, seat, (cut_minor(words, choices, known), typed), reading, view)


async def _carry_out_first(
    context: InteractionContext, table: Table, seat: Seat, parts: Sequence[str], *, stamped: bool
) -> None:
    """Answer what the console asks with the first of several parts of a line, or read it; the others are named."""
    context.unanswered = name_rest(parts[1:])
    known = collect_vocabulary(table, await table.view(seat.name))
    if not await answer_question(context, table, seat, parts[0], known, listed=stamped):
        await _carry_out_read(context, table, seat, parts[0], to_be_asked=False, stamped=stamped)


async def _ask_or_refuse(
    context: InteractionContext, table: Table, seat: Seat, line: tuple[str, str], reading: Reading, view: View
) -> None:
    """Ask what the words leave open, or say why they mean nothing that can be done. `line`: with names spelled out, and as
    it was typed.
    """
    words, typed = line
    choices, known = table.choices(seat.name), collect_vocabulary(table, view)
    number = read_option_number(words, choices, known)
    deals = {k.__name__ for k in DEALS}
    answered = {c.kind for c in choices} == {Answer}  # an offer, whatever the number
    if number is not None and not answered and (reading.draft is None or reading.draft.kind in deals):
        stands = await load_stands(context, table, seat)
        if (shown := await find_labelled_state(table, seat, stands, words, partly=True)) is not None:
            await store_and_show(context, table, seat, shown)
            return
        outside = find_outside_range(words, seat.name, known, choices)
        reason = outside_words(table.rules, *outside[1:]) if outside is not None else ""
        reason = reason or name_numbers(table.rules, choices) or "nothing here has that number"
        priced = await explain_price(table, seat, stands, number)
        await store_and_show(context, table, seat, stands, priced or refusal_words(typed, reason))
    elif _is_sale(reading.draft) and (unsold := await explain_no_sale(table, seat, words, known)):
        raise NotPossible(refusal_words(typed, unsold, question_sentence(choices, view, table.rules)))
    elif reading.draft is not None:
        asked = [c for c in choices if c.kind.__name__ == reading.draft.kind]
        misfit = find_misfit_cards(words, known, asked)
        if misfit is not None:
            await ask_beside(context, table, seat, reading.draft, refusal_words(typed, misfit_words(*misfit)))
            return
        things = [v for name, v in reading.draft.given.items() if v and name not in MONEY]
        if not things and 1 < len(reading.several) < min(sum(len(c.actions) for c in asked), NAMED + 1):
            settled = reading.draft if any(reading.draft.given.values()) else None
            await ask_which(context, table, seat, typed, reading.several, settled)
            return
        if _says_more(reading, choices):
            await ask_which(context, table, seat, typed, reading.several, reading.draft)
            return
        state = ConsoleState(reading.draft, 0, table.action_version(seat.name), said=(words,))
        lacking = name_missing_own_train(words, known) if reading.draft.kind == RunTrains.__name__ else ""
        only = {type(a) for a in reading.several}
        note = f"{lacking}." if lacking else closing_note(only.pop(), words) if len(only) == 1 else ""
        await store_and_show(context, table, seat, state, note)
    elif reading.several:
        await ask_which(context, table, seat, typed, reading.several)
    else:
        await answer_unread(context, table, seat, words, view, typed)


def _says_more(reading: Reading, choices: Sequence[Choice]) -> bool:
    """Whether words about a lay say more than its hex and tile, such as where the track leads: few of those ways are meant."""
    given = reading.draft.given if reading.draft is not None else {}
    every = [a for c in choices if c.kind is LayTile for a in c.matching(given)]
    lays = all(isinstance(a, LayTile) for a in reading.several)
    return lays and "hex" in given and 1 < len(reading.several) < min(len(every), NAMED + 1)


def _is_sale(draft: Draft | None) -> bool:
    """Whether what is settled so far is the sale of a private."""
    return draft is not None and draft.kind == SellPrivate.__name__


async def _ask_about(context: InteractionContext, table: Table, seat: Seat, words: str, reading: Reading) -> None:
    """Ask which of the actions that the words hold is meant; without any word in the console."""
    if reading.action is not None:
        await show_reading(context, table, seat, reading.action)
        return
    hits = reading.several or rank_matches(words, list_phrases(table, seat, await table.view(seat.name)))
    if words and hits:
        await ask_which(context, table, seat, words, hits)
    else:
        await store_and_show(context, table, seat, ConsoleState(action_version=table.action_version(seat.name)))


async def _play_listed(
    context: InteractionContext, table: Table, seat: Seat, action: Action, number: int | None
) -> None:
    """Play an entry of the list. Where it leaves a number or cards open these are asked, unless the number was given with
    it.
    """
    action_version = table.action_version(seat.name)
    holding = next(c for c in table.choices(seat.name) if action in c)
    wide = [n for n, r in holding.ranges.items() if not isinstance(r, Span) or r.low != r.high]
    if len(wide) == 1 and isinstance(holding.ranges[wide[0]], Span) and number is not None:
        action, wide = structs.replace(action, **{wide[0]: number}), []
    if wide:
        await store_and_show(context, table, seat, ConsoleState(clear_ranges(action, holding), 0, action_version))
    else:
        await carry_out_typed(context, table, seat, action, action_version)
