"""A move of the record in a line: who, and what it did, for undo, the browser of moves and questions to the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import render
from bot.core.text import count_of
from bot.model.kinds import FOLLOWING, Via
from bot.model.models import GameRow, StoredMove
from bot.tables.service import Move, events_seen_by
from bot.views.formatting import View, action_words, escape_line, event_lines, join_names
from game.actions import Action, BuyTrain, LayTile, Pass, PlaceToken, RemoveToken, Use, disclosed
from game.events import DEALS, Event, Passed, TileLaid, TokenPlaced, TrainBought, TurnEnded
from game.names import company_name
from game.rules import Rules
from render.data import queries

AnyMove = TypeVar("AnyMove", Move, StoredMove)
NAMED = 3  # steps in an answer that says what was taken back
BY_BOT = frozenset({Via.AUTO_PASS, Via.BOT})  # follow from somebody's step, and are told with it in a few words
RESULTS: Mapping[type[Action], type[Event]] = {PlaceToken: TokenPlaced, LayTile: TileLaid, BuyTrain: TrainBought}


def move_words(move: Move, view: View, rules: Rules, row: GameRow) -> str:
    """A move of the record: who, and what came of it; what it came to is in its events, wherever the game stands by now."""
    if move.action is None:
        return "The deal"
    if move.via == Via.AUTO_END:
        return _self_ended_words(move, view, rules, row)
    actor, events = join_names(row, [move.seat]), events_seen_by(move.events, None)
    first_line = "" if move.action.secret else _result_line(move, view, rules)
    if isinstance(move.action, Pass) and (not first_line or isinstance(move.events[0], TurnEnded)):
        ended = next((e.who for e in move.events if isinstance(e, TurnEnded)), "")
        if ended in rules.data.companies:
            return f"{actor} ends the turn of {escape_line(company_name(rules, ended))}"
        return f"{actor} ends the turn" if ended else f"{actor} goes on to the next step"
    if not first_line:
        return f"{actor}: {escape_line(action_words(disclosed(move.action), view, rules))}"
    subject = f"{rules.person(move.seat)} "
    if isinstance(move.action, Pass) and not isinstance(events[0], Passed):  # what came of it says nothing of a pass
        came = first_line.removeprefix(subject)
        return f"{actor} passes: {escape_line(came[:1].lower() + came[1:].rstrip('.'))}"
    if first_line.startswith(subject):
        return f"{actor} {escape_line(first_line.removeprefix(subject).rstrip('.'))}"
    return f"{actor}: {escape_line(first_line.rstrip('.'))}"


def find_steps(moves: Sequence[AnyMove]) -> list[AnyMove]:
    """The moves that count as steps where some are taken back: those that somebody made; all, where nobody made any."""
    return [m for m in moves if m.via not in FOLLOWING] or list(moves)


def count_steps(moves: Sequence[AnyMove]) -> str:
    """`2 steps`, and whether the bot has played after them."""
    return f"{count_of(len(find_steps(moves)), 'step')}{followed_words(moves)}"


def followed_words(moves: Sequence[AnyMove]) -> str:
    """That the bot has played for people after the steps among these moves, as a sentence goes on; "" where it has not."""
    followed = len(find_steps(moves)) < len(moves) and any(m.via in BY_BOT for m in moves)
    return " and what the bot played after it" if followed else ""


def name_steps(moves: Sequence[Move], view: View, rules: Rules, row: GameRow) -> str:
    """The steps among these moves in their order; of many the first ones."""
    steps = find_steps(moves)
    named = "; ".join(move_words(m, view, rules, row) for m in steps[:NAMED])
    return f"{named}{f' and {len(steps) - NAMED} more' if len(steps) > NAMED else ''}"


def _result_line(move: Move, view: View, rules: Rules) -> str:
    """The line that says what an action did; "" where all lines tell what came of it, such as a station that is removed.

    It is the first one if that says what the player did: a home station may be placed by a merger.
    """
    action = move.action
    assert action is not None
    first = next(filter(None, render.tell(events_seen_by(move.events, None), view, rules)), "")
    if type(action) in RESULTS and first.startswith(f"{rules.person(move.seat)} "):
        return first
    lines = [line for line in render.tell(_from_result(action, events_seen_by(move.events, None)), view, rules) if line]
    if isinstance(action, Use | RemoveToken):
        return ""
    if not isinstance(action, rules.actions):
        return next(iter(lines), "")
    doers = tuple(f"{who} " for who in (rules.person(move.seat), queries.acting_company(view)) if who)
    return next((line for line in lines if line.startswith(doers)), next(iter(lines), ""))


def _from_result(action: Action, events: Sequence[Event]) -> Sequence[Event]:
    """The events from the one on that says what was done: a station of another company may be taken off before."""
    result = RESULTS.get(type(action))
    start = next((n for n, e in enumerate(events) if result is not None and isinstance(e, result)), 0)
    return events[start:]


def _self_ended_words(move: Move, view: View, rules: Rules, row: GameRow) -> str:
    """What ended by itself, since nobody was asked: nobody's move. Names what a company did not do, else the player."""
    passed = [e for e in events_seen_by(move.events, None) if isinstance(e, Passed) and e.who in rules.data.companies]
    if not passed:
        return f"{join_names(row, [move.seat])}'s turn ended by itself: {nothing_left_words(view, rules)}"
    if passed[0].what == DEALS:
        return f"{escape_line(company_name(rules, passed[0].who))} could only have traded privates, so the turn went on"
    return event_lines(passed, view, rules)[0].removesuffix(".")


def nothing_left_words(view: View, rules: Rules) -> str:
    """Why a turn ended by itself: deals in privates, which no turn waits for, may have been left."""
    if not any(view.place.get(p, "") in (*view.order, *view.companies) for p in rules.data.privates):
        return "nothing was left to do"
    return "only privates could still be traded"
