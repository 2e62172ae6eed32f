"""Several moves in one line of `/do`: `57 on E6; run best; pay`.

They are played one after the other, each as if it had been typed alone, up to the first that has to be asked about, which is
shown. Where one of them is not plain, `pass; wait`, or does not fit behind those before it, `run; pay; hold`, nothing is played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.client.interaction import InteractionContext
from bot.commands.action_commands import is_asked_about
from bot.commands.console_answers import report_play
from bot.commands.do.answerers.confirming import ask_again, find_agreed, find_shown_action
from bot.commands.do.asking import show_draft, show_reading
from bot.commands.do.reply import Do, Reply, Show
from bot.commands.do.seat_position import find_position
from bot.commands.do.typed_line import TypedLine
from bot.core.text import escape_markup, quote_typed
from bot.model.action_form import Draft
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.model.words.moves.following_moves import ends_all
from bot.model.words.moves.move_plan import MovePlan, Typist, plan_moves, read_plain
from bot.model.words.reading.questions import is_sure
from bot.model.words.reading.start_words import (
    MINOR_ASKED_LATER,
    cut_minor,
    find_first_minor,
    name_foreign_minor,
    read_start,
)
from bot.model.words.reading.typed_words import fill_draft, read_words
from bot.tables.order_runner import load_seats_that_end_turns
from bot.tables.service import Played, Table
from bot.views.console.state import ConsoleState
from bot.views.options.outcomes import find_shown_first
from game.actions import Action, Answer, Pass, PayDividend, PlaceToken
from render.data.queries import acting_company

END_WORD, END_TURN = "end", "end turn"  # behind other moves


async def play_in_order(line: TypedLine, first: Action | None = None) -> Reply | None:
    """Answers several moves: they are played one after the other, and what came of them is told, and what was not played; where
    they do not go together that is said before any is played.

    `first`: what the first of them is, where that was asked before. Silent where the first is shown before it is played.
    """
    parts = line.parts
    begun = first or read_plain(parts[0], line.by, line.choices, line.vocabulary)
    reading = read_words(parts[0], line.by, line.choices, line.vocabulary)
    meant = begun or reading.action
    plan = MovePlan(unclear=parts[1]) if isinstance(meant, Answer) else await _plan_to_end(line, meant)
    # What is unclear may be the same words once more, `ok; ok`.
    if plan.misfit or (plan.unclear and (begun is not None or plan.unclear != parts[0])):
        if meant is None or isinstance(meant, (Answer, Pass, PayDividend)):
            return show_draft(line, reading.draft or Draft(), _name_misfit(plan))
        return show_reading(line, meant, _name_misfit(plan))
    if begun is None or (first is None and await _is_shown_first(line.table, line.seat, begun)):
        return None
    return Do(partial(_play_plan, line.context, line.table, line.seat, plan.parts, begun))


async def start_with_minor(line: TypedLine) -> Reply | None:
    """Answers a start that names the minor it is made with: both are played where they are plain and the minor is one's own, else
    the minor is asked once the company has started.
    """
    start = read_start(line.words, line.by, line.choices, line.vocabulary)
    if start is None:
        return None
    minor, begun = find_first_minor(line.words, line.vocabulary), cut_minor(line.words, line.choices, line.vocabulary)
    homes = [slot.rpartition(".")[0] for slot, company in line.view.tokens.items() if company == minor]
    owner = line.vocabulary.owners.get(minor, line.by)
    plain = read_plain(begun, line.by, line.choices, line.vocabulary) if line.says_all and not line.only_asks else None
    shown = plain is not None and await _is_shown_first(line.table, line.seat, plain)
    if homes and owner == line.by and plain is not None and not shown:
        return Do(partial(_play_start, line.context, line.table, line.seat, plain, homes[0]))
    foreign = name_foreign_minor(minor, line.by, line.vocabulary)
    own = [
        c
        for c, d in line.rules.data.companies.items()
        if d.kind == "minor" and line.vocabulary.owners.get(c) == line.by
    ]
    asked = MINOR_ASKED_LATER if len(own) > 1 else ""  # one alone is not asked for
    return show_draft(line, start, " ".join(filter(None, [foreign, asked])))


async def keep_order(line: TypedLine) -> Reply | None:
    """Answers what comes after something that is still asked or shown, `then pass`: it is not done before that."""
    if not line.is_begun or not line.follows:
        return None
    both = f": type `ok; {line.typed}` for both" if find_shown_action(line.choices, line.state) else ""
    return Show(line.state, f"{quote_typed(line.typed, 60)} comes after this{both}.")


async def go_on_from_shown(line: TypedLine) -> Reply | None:
    """Answers who agrees to what the console shows and says what comes then, `ok; run best`: both are played."""
    agreed = await find_agreed(line, line.parts[0]) if len(line.parts) > 1 else None
    if agreed is None:
        return None
    return ask_again(line, sure=is_sure(line.parts[0])) or await play_in_order(line, agreed)


async def _plan_to_end(line: TypedLine, begun: Action | None) -> MovePlan:
    """What comes of the moves of a line, of which an `end` at its end passes all that is left of the turn."""
    table, seat, parts = line.table, line.seat, line.parts
    if parts[-1].casefold().strip(".!") == END_WORD:
        ended = await _plan(table, seat, [*parts[:-1], END_TURN], begun)
        if not ended.misfit and not ended.unclear:
            return ended
    return await _plan(table, seat, parts, begun)


async def _plan(table: Table, seat: Seat, parts: Sequence[str], begun: Action | None) -> MovePlan:
    """What comes of the moves of a line, as far as can be seen before."""
    names = {s.shown: s.name for s in table.seats}
    typist = Typist(seat.name, names, await load_seats_that_end_turns(table.store, table.row))
    return await asyncio.to_thread(plan_moves, table.rules, table.position, typist, parts, begun)


def _name_misfit(plan: MovePlan) -> str:
    """What is wrong with a line of which nothing is played."""
    if plan.unclear:
        return f"I am not sure about {quote_typed(plan.unclear, 60)}, so nothing is done yet."
    misfit, after = quote_typed(plan.misfit, 60), quote_typed(plan.after, 60)
    if not plan.contrary:
        reason = f": {escape_markup(plan.reason).rstrip('.')}" if plan.reason else ""
        return f"{misfit} is not possible after {after}{reason}. Nothing is done yet."
    if plan.misfit.casefold() == plan.after.casefold():
        return f"You can do {misfit} only once now, so nothing is done yet."
    return f"{after} and {misfit} do not go together, so nothing is done yet."


async def _play_plan(
    context: InteractionContext, table: Table, seat: Seat, parts: Sequence[str], begun: Action
) -> None:
    """Play what was planned, up to what has to be asked about; answer with what came of it."""
    company = acting_company(await table.view(seat.name))
    done = await _play_next(context, table, seat, begun, None)
    left = [*parts] if ends_all(parts[0]) else [*parts[1:]]
    shown: Action | None = None
    while left and done.refused is None and not done.repeated:
        position = await find_position(table, seat)
        if table.position.deciders != (seat.name,) or acting_company(position.view) != company:
            left = left[1:] if ends_all(left[0]) else left
            break
        action = read_plain(left[0], position.by, position.choices, position.vocabulary)
        if action is None or await _is_shown_first(table, seat, action, lone=len(left) == 1):
            shown = action
            break
        played = await _play_next(context, table, seat, action, done)
        if played.refused is not None:
            break
        done = replace(played, events=(*done.events, *played.events))
        left = left if ends_all(left[0]) else left[1:]
    own = table.position.deciders == (seat.name,) and acting_company(await table.view(seat.name)) == company
    rest = left if shown is None else left[1:]
    also = name_rest(rest) if own or not rest else f"Not played: {quote_typed('; '.join(rest), 60)}."
    stands = ConsoleState(fill_draft(shown), 0, table.action_version(seat.name)) if shown is not None else None
    await report_play(context, table, seat, done, also, stands)


async def _play_start(context: InteractionContext, table: Table, seat: Seat, start: Action, home: str) -> None:
    """Start a company, and put its home where the station of its first minor is; answer with what came of it."""
    done = await _play_next(context, table, seat, start, None)
    where = (home, home.partition(".")[0])  # the city of a hex that has one alone is called by its hex
    stations = [a for c in table.choices(seat.name) for a in c if isinstance(a, PlaceToken) and a.city in where]
    if done.refused is None and not done.repeated and len(stations) == 1:
        placed = await _play_next(context, table, seat, stations[0], done)
        done = replace(placed, events=(*done.events, *placed.events))
    await report_play(context, table, seat, done)


def name_rest(parts: Sequence[str]) -> str:
    """What is still to be typed once what is shown is done; "" where that is nothing."""
    return f"Then type the rest: {quote_typed('; '.join(parts), 60)}." if parts else ""


async def _is_shown_first(table: Table, seat: Seat, action: Action, *, lone: bool = False) -> bool:
    """Whether a move is shown before it is played. `lone`: no other of the same line is left."""
    return await is_asked_about(table, seat, action, lone=lone) or bool(await find_shown_first(table, seat, [action]))


async def _play_next(
    context: InteractionContext, table: Table, seat: Seat, action: Action, done: Played | None
) -> Played:
    """Play one of the moves. The first bears the number of what was typed, by which it is known when it comes twice."""
    number, version = (context.id, None) if done is None else (0, table.action_version(seat.name))
    return await table.play(seat.name, action, Via.COMMAND, number, user=context.user, action_version=version)
