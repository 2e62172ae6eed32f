"""What `/rules why` answers: whether a line would be allowed, now or later in the turn, and why it would be refused."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from bot.client.interaction import InteractionContext
from bot.commands.console_answers import explain_not_your_turn
from bot.commands.do.buttons.button_words import find_labelled_state, keep_labels
from bot.commands.do.buttons.presses import find_press
from bot.commands.do.listing import collect_vocabulary
from bot.commands.do.picked_cards import read_numbered_picks
from bot.commands.do.refusals import action_kinds, speaking_to
from bot.commands.do.skipped_places import find_run_without
from bot.commands.do.unread_words import answer_unread
from bot.core.errors import NotPossible
from bot.core.text import begin_sentence, escape_markup
from bot.model.models import Seat
from bot.model.words.intended_actions import narrow_verbs, read_intended_actions, wants_several_shares
from bot.model.words.loose_names import spell_parts
from bot.model.words.meant_verbs import find_verbs
from bot.model.words.readings import PURCHASES, Reading
from bot.model.words.rewritten_words import rewrite
from bot.model.words.typed_words import find_named_verbs, read_words
from bot.model.words.vocabulary import Vocabulary, spell_names
from bot.tables.preview import LaterStep, find_refusals, judge_runs
from bot.tables.service import Table
from bot.views.console.state import ConsoleState
from bot.views.formatting import escape_line
from bot.views.run_reasons import explain_missing_places, explain_places, find_places
from bot.views.timing_words import other_round_words, untimely_words
from game.actions import Action, Bid, BuyShare, BuyTrain, LayTile, RunTrains
from game.choices import Choice
from game.notation import Unclear, parse
from render.data import queries
from render.data.names import lot_name

WHY = re.compile(
    r"^\s*why (can't|cannot|can not|can|may) (i|we|\w+)( not)? ", re.IGNORECASE
)  # before what is asked about
RUNNING = {RunTrains.verb, BuyTrain.verb}  # verbs that questions about runs name
ALLOWED = "That is allowed now."
LATER = "As things stand it can be done then."


async def judge_line(context: InteractionContext, table: Table, seat: Seat, typed: str) -> None:
    """Answer whether what a line says is allowed, and why not. What `/do` would ask about it is asked here too; nothing is
    played.
    """
    with speaking_to(seat), keep_labels():
        await _judge_line(context, table, seat, typed)


async def _judge_line(context: InteractionContext, table: Table, seat: Seat, typed: str) -> None:
    """The same, of people by their names."""
    choices, view = table.choices(seat.name), await table.view(seat.name)
    if not choices:
        raise NotPossible(explain_not_your_turn(table))
    known = collect_vocabulary(table, view)
    words = WHY.sub("", typed).strip(" ?")
    spelled = spell_parts(words, known, action_kinds(table), choices).text
    if bids := _list_raised_bids(table, seat, spelled, known):
        lot, least = lot_name(bids[0].item, view, table.rules), table.rules.data.money(bids[0].amount)
        await context.notify(f"{lot} has no fixed price: you can bid on it, from {least}.")
        return
    if await _is_allowed(table, seat, words, spelled, known):
        await context.notify(ALLOWED)
        return
    if (without := await find_run_without(table, seat, words, known, view)) is not None:
        await context.notify(f"{escape_line(begin_sentence(without[1]))}." if without[1] else ALLOWED)
        return
    about = _find_about(table, seat, spelled, known)
    if (
        _may_be_run(spelled, about, table, choices)
        and (missing := await explain_missing_places(table, seat.name, view, spelled)) is not None
    ):
        await context.notify(escape_line(missing) or ALLOWED)
        return
    now = {c.kind.verb for c in choices}
    if about and about.isdisjoint(now) and not other_round_words(about, choices, view, table.rules):
        later = await table.find_later_step(seat.name, about)
        if told := await _judge_later(table, seat, spelled, about, later):
            raise NotPossible(f"{untimely_words(about, choices, view, table.rules)} {told}")
    await answer_unread(context, table, seat, spelled, view, words)


def _list_raised_bids(table: Table, seat: Seat, words: str, known: Vocabulary) -> list[Bid]:
    """The bids, others of which may follow, that a line about buying comes to; none of other lines."""
    choices = table.choices(seat.name)
    said = {*rewrite(words).split()}
    reading = read_words(words, seat.name, choices, known)
    found = reading.several or tuple(filter(None, [reading.action]))
    bids = [a for a in found if isinstance(a, Bid) and any(a in c and "amount" in c.ranges for c in choices)]
    return bids if said & PURCHASES and Bid.verb not in said and 1 == len(bids) == len(found) else []


def _may_be_run(words: str, about: AbstractSet[str], table: Table, choices: Sequence[Choice]) -> bool:
    """Whether a line asks about runs: by a word for them, or by a place alone while trains are to run."""
    running = any(c.kind is RunTrains for c in choices)
    return about <= RUNNING or (
        running and about == {LayTile.verb} and not find_named_verbs(words, action_kinds(table))
    )


async def _is_allowed(table: Table, seat: Seat, words: str, spelled: str, known: Vocabulary) -> bool:
    """Whether a line means something that may be done now, or that is asked."""
    choices = table.choices(seat.name)
    if read_words(spelled, seat.name, choices, known) != Reading() or read_numbered_picks(words, choices) is not None:
        return True
    fresh = ConsoleState(action_version=table.action_version(seat.name))
    if await find_press(table, seat, fresh, words) or await find_labelled_state(table, seat, fresh, words):
        return True
    written = _parse_line(table, seat, spelled, known, choices)
    return written is not None and any(written in c for c in choices)


def _parse_line(table: Table, seat: Seat, words: str, known: Vocabulary, choices: Sequence[Choice]) -> Action | None:
    """The action that a line writes out; None of other words."""
    try:
        return parse(spell_names(words, known), seat.name, choices, action_kinds(table))
    except Unclear:
        return None


def _find_about(table: Table, seat: Seat, words: str, known: Vocabulary) -> frozenset[str]:
    """The verbs that a line is about."""
    choices, rewritten = table.choices(seat.name), rewrite(words)
    meant = read_intended_actions(words, seat.name, known, choices)
    about = find_verbs(rewritten, find_named_verbs(rewritten, action_kinds(table)), meant, known, choices)
    if wants_several_shares(words, known) and any(c.kind is BuyShare for c in choices):
        return about  # not 2-trains
    return narrow_verbs(rewritten, about, meant, action_kinds(table))


async def _judge_later(table: Table, seat: Seat, words: str, about: AbstractSet[str], later: LaterStep | str) -> str:
    """Whether a line could be done at a later step, and why not; "" where there is no such step, or where that is not plain."""
    if isinstance(later, str):
        return f"It will not come to that in this turn: {escape_markup(later)}." if later else ""
    choices = later.position.choices.get(seat.name, ())
    known = replace(collect_vocabulary(table, later.view), step=later.position.step)
    if about <= RUNNING and find_places(words, table.rules):
        missing = await asyncio.to_thread(_explain_later_run, table, seat, words, later)
        return _refused_then(missing) if missing else LATER
    if read_words(words, seat.name, choices, known) != Reading():
        return LATER
    written = _parse_line(table, seat, words, known, choices)
    meant = read_intended_actions(words, seat.name, known, choices)
    tried = [a for a in meant if a.verb in about] or [a for a in [written] if a is not None and a.verb in about]
    refusals = await asyncio.to_thread(find_refusals, table.rules, later.position, tried)
    reasons = [r for r in refusals if r is not None]
    if not reasons or len(reasons) < len(refusals):
        return LATER if tried else ""
    return _refused_then(str(next((r for r in reasons if r.paragraph), reasons[0])))


def _explain_later_run(table: Table, seat: Seat, words: str, later: LaterStep) -> str:
    """Why the places that are named are not in the runs of a later step; "" where they are."""
    listed = list(judge_runs(table.rules, later.position, seat.name).values())
    company = queries.acting_company(later.view)
    return explain_places(later.view, table.rules, company, find_places(words, table.rules), listed)


def _refused_then(reason: str) -> str:
    """That something would be refused at a later step, and why."""
    return f"It would be refused then too: {escape_markup(reason).rstrip('.')}."
