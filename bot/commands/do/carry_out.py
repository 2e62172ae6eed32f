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
from bot.commands.do.answerers.confirming import commit_shown, keep_question, step_back
from bot.commands.do.answerers.ending import end_part
from bot.commands.do.answerers.explanations import explain_line
from bot.commands.do.answerers.maxima import name_maximum
from bot.commands.do.answerers.named_options import choose_extreme, choose_label, choose_number, doubt_line
from bot.commands.do.answerers.open_questions import accept_offer, fill_in, keep_price, narrow_question, refuse_sum
from bot.commands.do.answerers.picked_cards import choose_cards
from bot.commands.do.answerers.presses import press_button
from bot.commands.do.answerers.questions import answer_asked
from bot.commands.do.answerers.read_lines import (
    ask_about,
    ask_number,
    ask_rest,
    play_entry,
    play_reading,
    refuse_place,
    refuse_sale,
    refuse_several,
    refuse_unclear,
)
from bot.commands.do.answerers.several import (
    go_on_from_shown,
    keep_order,
    name_rest,
    play_in_order,
    start_with_minor,
)
from bot.commands.do.answerers.typed_runs import show_routes
from bot.commands.do.answerers.understood_lines import suggest_understood
from bot.commands.do.answerers.written_out import choose_other, play_written, run_without
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
    return await suggest_understood(context, current, game, listed, FIRST_ANSWERERS + LATER_ANSWERERS)


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
    if not answers and (played := await play_in_order(line)) is not None:
        return played
    return Do(partial(_answer_line, line.first_of(name_rest(line.parts[1:])), LATER_ANSWERERS))


FIRST_ANSWERERS: tuple[Answerer, ...] = (
    keep_order,  # `then pass`
    end_part,  # `done`, `end turn`
    answer_asked,  # `what is P3`, `why can't I pass`
    name_maximum,  # `bid MRC up to 120`
    wait_for_turn,
    play_entry,  # chosen from the list
    # To what is shown or asked.
    keep_question,  # `wait`, `back`
    step_back,  # `no`
    commit_shown,  # `ok`
    go_on_from_shown,  # `ok; run best`
)
LATER_ANSWERERS: tuple[Answerer, ...] = (
    accept_offer,  # `deal`
    fill_in,  # `express`, `make it 50`
    refuse_sum,  # `5000`
    narrow_question,  # `from the pool`
    choose_cards,  # `gipr x2, eir`
    # What a button or the list says.
    press_button,  # `2 · Withhold $30`
    choose_other,  # `don't convert`
    play_written,  # `Buy 10% of GA for $55`
    run_without,  # `run without Lebanon`
    # What says too much or too little.
    doubt_line,  # `not ACL`, `row 1 or 3`
    refuse_several,  # `two trains`
    choose_extreme,  # `cheapest`
    choose_label,  # `run for 230`
    refuse_unclear,  # `the blue one`
    choose_number,  # `3`, `c`, `the second`
    show_routes,  # `3 Jackson–Louisville; 3 Lexington–Louisville`
    play_moves,  # `57 on E6; run best; pay`
    keep_price,  # `at most 60`
    # What the words mean of what can be done.
    start_with_minor,  # `start SNCF with minor 2`
    refuse_place,  # `minor 9`, where it has no station
    ask_about,  # `?buy`, of the list
    play_reading,  # `buy ltr`
    ask_number,  # `7`
    refuse_sale,  # `sell a share`, where only privates can be sold
    ask_rest,  # `buy`
    # Words that mean nothing that can be done.
    explain_line,
)
