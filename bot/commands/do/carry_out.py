"""What `/do` does with what was chosen or typed.

What is typed is played where it says one thing. Everything else is asked: the console opens where the words end.
`FIRST_ANSWERERS` and `LATER_ANSWERERS` have everybody who answers a line, in the order in which they are asked; each says in its
docstring when it speaks.
"""

from __future__ import annotations

from functools import partial

from bot.client.interaction import InteractionContext
from bot.client.lookup import find_table, require_seat
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.completion import Choices
from bot.commands.console_answers import explain_not_your_turn
from bot.commands.do.answerers import (
    confirming,
    ending,
    explanations,
    maxima,
    named_options,
    open_questions,
    picked_cards,
    presses,
    questions,
    read_lines,
    several,
    typed_runs,
    understood_lines,
    written_out,
)
from bot.commands.do.console_labels.button_words import keep_labels
from bot.commands.do.listing import QUOTE_SIGNS, find_way_of_record, suggest_actions
from bot.commands.do.refusals import speaking_to
from bot.commands.do.reply import Answerer, Do, Refuse, Reply, find_reply, give_reply
from bot.commands.do.typed_line import TypedLine, read_line
from bot.commands.undo import redo_last, take_back
from bot.core.errors import NotPossible
from bot.model.kinds import UndoKind
from bot.model.words.moves.move_parts import split_moves
from bot.model.words.moves.move_plan import read_plain
from bot.views.command_options import unstamp
from bot.views.console.message import whose_turn_words

commands = CommandGroup()


async def complete_action(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: legal actions that fit the words so far."""
    return await suggest_lines(context, current, getattr(context.interaction.namespace, "game", None))


async def suggest_lines(context: InteractionContext, current: str, game: str | None) -> Choices:
    """The list at a table: what the line comes to so far, then the legal actions that hold its words."""
    listed = await suggest_actions(context, current, game)
    return await understood_lines.suggest_understood(context, current, game, listed, FIRST_ANSWERERS + LATER_ANSWERERS)


@commands.command(
    "do",
    "Do anything that is allowed now, in your own words",
    action=OptionDetails("Choose or type it: buy a 2-train, run best, pass, undo", complete_action),
    number="How much, or how many shares, if the action needs a number",
)
async def carry_out_words(
    context: InteractionContext, action: str, number: int | None = None, game: str | None = None
) -> None:
    """`/do`: play the action that the typed words mean; where they leave something open, ask in the console."""
    await context.defer()
    access = await find_table(context, game)
    stamped_version, typed = unstamp(action)
    if (way := find_way_of_record(action)) is not None:
        await (take_back(context, access) if way is UndoKind.UNDO else redo_last(context, access))
        return
    seat, table = require_seat(access), access.table
    with speaking_to(seat), keep_labels():
        if stamped_version not in (None, table.action_version(seat.name)):
            raise NotPossible(f"The game has moved on since that list was made. {whose_turn_words(table)}")
        listed = stamped_version is not None
        line = await read_line(context, table, seat, typed.strip(QUOTE_SIGNS), listed=listed, number=number)
        await _answer_line(line, FIRST_ANSWERERS + LATER_ANSWERERS)


async def _answer_line(line: TypedLine, answerers: tuple[Answerer, ...]) -> None:
    """Do what the first of these says who has an answer; somebody has one to every line."""
    answer = await find_reply(line, answerers)
    assert answer is not None, line.typed
    await give_reply(line, answer)


async def wait_for_turn(line: TypedLine) -> Reply | None:
    """Answers everything where the seat has nothing to decide."""
    waits = not line.choices and not line.table.position.over
    return Refuse(explain_not_your_turn(line.table), then=False) if waits else None


async def play_moves(line: TypedLine) -> Reply | None:
    """Answers several moves in one line: all are played where they are plain, else the first is answered and the others named. To
    an open question the first is an answer, unless it is a move by itself.
    """
    if line.only_asks or len(split_moves(line.wanted)) < 2:
        return None
    answers = line.is_open and read_plain(line.parts[0], line.by, line.choices, line.vocabulary) is None
    if not answers and (played := await several.play_in_order(line)) is not None:
        return played
    return Do(partial(_answer_line, line.first_of(several.name_rest(line.parts[1:])), LATER_ANSWERERS))


FIRST_ANSWERERS: tuple[Answerer, ...] = (
    several.keep_order,  # `then pass`
    ending.end_part,  # `done`, `end turn`
    questions.answer_asked,  # `what is P3`, `why can't I pass`
    maxima.name_maximum,  # `bid MRC up to 120`
    wait_for_turn,
    read_lines.play_entry,  # chosen from the list
    # To what is shown or asked.
    confirming.keep_question,  # `wait`, `back`
    confirming.step_back,  # `no`
    confirming.commit_shown,  # `ok`
    several.go_on_from_shown,  # `ok; run best`
)
LATER_ANSWERERS: tuple[Answerer, ...] = (
    open_questions.accept_offer,  # `deal`
    open_questions.fill_in,  # `express`, `make it 50`
    open_questions.refuse_sum,  # `5000`
    open_questions.narrow_question,  # `from the pool`
    picked_cards.choose_cards,  # `gipr x2, eir`
    # What a button or the list says.
    presses.press_button,  # `2 · Withhold $30`
    written_out.choose_other,  # `don't convert`
    written_out.play_written,  # `Buy 10% of GA for $55`
    written_out.run_without,  # `run without Lebanon`
    # What says too much or too little.
    named_options.doubt_line,  # `not ACL`, `row 1 or 3`
    read_lines.refuse_several,  # `two trains`
    named_options.choose_extreme,  # `cheapest`
    named_options.choose_label,  # `run for 230`
    read_lines.refuse_unclear,  # `the blue one`
    named_options.choose_number,  # `3`, `c`, `the second`
    ending.ask_to_pass,  # `out`, `next`
    typed_runs.show_routes,  # `3 Jackson–Louisville; 3 Lexington–Louisville`
    play_moves,  # `57 on E6; run best; pay`
    open_questions.keep_price,  # `at most 60`
    # What the words mean of what can be done.
    several.start_with_minor,  # `start SNCF with minor 2`
    read_lines.refuse_place,  # `minor 9`, where it has no station
    read_lines.ask_about,  # `?buy`, of the list
    read_lines.play_reading,  # `buy ltr`
    read_lines.ask_number,  # `7`
    read_lines.refuse_sale,  # `sell a share`, where only privates can be sold
    read_lines.ask_rest,  # `buy`
    # Words that mean nothing that can be done.
    explanations.explain_line,
)
