"""What `/rules why` answers: whether a line would be allowed, now or later in the turn, and why it would be refused."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from bot.client.interaction import InteractionContext
from bot.commands.console_answers import explain_not_your_turn
from bot.commands.do.answerers.explanations import explain_line
from bot.commands.do.answerers.picked_cards import read_numbered_picks
from bot.commands.do.answerers.presses import find_press
from bot.commands.do.console_labels.button_words import find_labelled_state, keep_labels
from bot.commands.do.console_labels.runs_without import find_run_without
from bot.commands.do.reasons.subjects import Subject
from bot.commands.do.refusals import speaking_to
from bot.commands.do.reply import Refuse, give_reply, say_refusal
from bot.commands.do.seat_position import SeatPosition
from bot.commands.do.typed_line import TypedLine, read_line
from bot.core.errors import NotPossible
from bot.core.text import begin_sentence, escape_markup
from bot.model.models import Seat
from bot.model.words.misfits.intended_actions import read_intended_actions
from bot.model.words.reading.readings import PURCHASES, Reading
from bot.model.words.reading.typed_words import find_named_verbs, read_words
from bot.model.words.rewritten_words import rewrite
from bot.model.words.vocabulary import Vocabulary, spell_names
from bot.tables.lookahead.later_steps import LaterStep
from bot.tables.lookahead.previews import find_refusals
from bot.tables.lookahead.run_options import judge_runs
from bot.tables.service import Table
from bot.views.formatting import escape_line
from bot.views.pages.run_reasons import explain_missing_places, explain_places, find_places
from bot.views.timing_words import other_round_words, untimely_words
from game.actions import ACTIONS, Action, Bid, BuyTrain, LayTile, RunTrains
from game.choices import Choice
from game.notation import Unclear, parse
from render.data import queries
from render.data.names import lot_name

# before what is asked about
WHY_QUESTION = re.compile(r"^\s*why (?:(can[’']?t|cannot|can not|can|may) (i|we|\w+)( not)?|not?) ", re.IGNORECASE)
ASKED_BY_TRAIN = {RunTrains.verb, BuyTrain.verb}  # verbs that questions about runs name
ALLOWED_NOW = "That is allowed now."
ALLOWED_THEN = "As things stand, you can do it then."


async def judge_line(context: InteractionContext, table: Table, seat: Seat, typed: str) -> None:
    """Answer whether what a line says is allowed, and why not. What `/do` would ask about it is asked here too; nothing is
    played.
    """
    with speaking_to(seat), keep_labels():
        await _judge_line(context, table, seat, typed)


async def _judge_line(context: InteractionContext, table: Table, seat: Seat, typed: str) -> None:
    """Answer as `judge_line`, with people by their names."""
    if not table.choices(seat.name):
        raise NotPossible(explain_not_your_turn(table))
    line = await read_line(context, table, seat, WHY_QUESTION.sub("", typed).strip(" ?"), listed=False, number=None)
    view, rules, words = line.view, line.rules, line.words
    if bids := _list_raised_bids(line):
        lot, least = lot_name(bids[0].item, view, rules), rules.data.money(bids[0].amount)
        await context.notify(f"{lot} has no fixed price: you can bid on it, from {least}.")
        return
    if await _is_allowed(line):
        await context.notify(ALLOWED_NOW)
        return
    if (without := await find_run_without(line.position, line.wanted)) is not None:
        await context.notify(f"{escape_line(begin_sentence(without))}." if isinstance(without, str) else ALLOWED_NOW)
        return
    subject = Subject(line)
    about = subject.about
    missing = await explain_missing_places(table, seat.name, view, words) if _may_be_run(subject) else None
    if missing is not None:
        await context.notify(escape_line(missing) or ALLOWED_NOW)
        return
    if about and about.isdisjoint(subject.now) and not other_round_words(about, line.choices, view, rules):
        later = await table.find_later_step(seat.name, about)
        if told := await _judge_later(table, seat, words, about, later):
            raise NotPossible(f"{untimely_words(about, line.choices, view, rules)} {told}")
    answer = await explain_line(line)
    if isinstance(answer, Refuse):
        raise NotPossible(say_refusal(line, answer))
    if answer is not None:
        await give_reply(line, answer)


def _list_raised_bids(line: TypedLine) -> list[Bid]:
    """The bids, others of which may follow, that a line about buying comes to; none of other lines."""
    said, reading = {*rewrite(line.words).split()}, line.reading
    found = reading.hits
    bids = [a for a in found if isinstance(a, Bid) and any(a in c and "amount" in c.ranges for c in line.choices)]
    return bids if said & PURCHASES and Bid.verb not in said and 1 == len(bids) == len(found) else []


def _may_be_run(subject: Subject) -> bool:
    """Whether a line asks about runs: by a word for them, or by a place alone while trains are to run."""
    running, named = RunTrains.verb in subject.now, find_named_verbs(subject.words, subject.line.kinds)
    return subject.about <= ASKED_BY_TRAIN or (running and subject.about == {LayTile.verb} and not named)


async def _is_allowed(line: TypedLine) -> bool:
    """Whether a line means something that may be done now, or that is asked."""
    if line.reading != Reading() or read_numbered_picks(line.wanted, line.choices) is not None:
        return True
    if await find_press(line.position, line.fresh, line.wanted):
        return True
    if await find_labelled_state(line.position, line.fresh, line.wanted):
        return True
    written = Subject(line).parsed
    return isinstance(written, Action) and any(written in c for c in line.choices)


def _parse_line(
    table: Table, seat: Seat, words: str, vocabulary: Vocabulary, choices: Sequence[Choice]
) -> Action | None:
    """The action that a line writes out; None of other words."""
    try:
        return parse(spell_names(words, vocabulary), seat.name, choices, (*ACTIONS, *table.rules.actions))
    except Unclear:
        return None


async def _judge_later(table: Table, seat: Seat, words: str, about: AbstractSet[str], later: LaterStep | str) -> str:
    """Whether a line could be done at a later step, and why not; "" where there is no such step, or where that is not plain."""
    if isinstance(later, str):
        return f"You will not get to that this turn: {escape_markup(later)}." if later else ""
    choices = later.position.choices.get(seat.name, ())
    vocabulary = replace(SeatPosition(table, seat, later.view).vocabulary, step=later.position.step)
    if about <= ASKED_BY_TRAIN and find_places(words, table.rules):
        missing = await asyncio.to_thread(_explain_later_run, table, seat, words, later)
        return _refused_then(missing) if missing else ALLOWED_THEN
    if read_words(words, seat.name, choices, vocabulary) != Reading():
        return ALLOWED_THEN
    written = _parse_line(table, seat, words, vocabulary, choices)
    meant = read_intended_actions(words, seat.name, vocabulary, choices)
    tried = [a for a in meant if a.verb in about] or [a for a in [written] if a is not None and a.verb in about]
    refusals = await asyncio.to_thread(find_refusals, table.rules, later.position, tried)
    reasons = [r for r in refusals if r is not None]
    if not reasons or len(reasons) < len(refusals):
        return ALLOWED_THEN if tried else ""
    return _refused_then(str(next((r for r in reasons if r.paragraph), reasons[0])))


def _explain_later_run(table: Table, seat: Seat, words: str, later: LaterStep) -> str:
    """Why the places that are named are not in the runs of a later step; "" where they are."""
    listed = list(judge_runs(table.rules, later.position, seat.name).values())
    company = queries.acting_company(later.view)
    return explain_places(later.view, table.rules, company, find_places(words, table.rules), listed)


def _refused_then(reason: str) -> str:
    """That something would be refused at a later step, and why."""
    return f"You could not do it then either: {escape_markup(reason).rstrip('.')}."
