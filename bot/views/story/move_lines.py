"""What moves have brought about, line by line, as everybody at the table may know it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.core.text import begin_sentence
from bot.model.kinds import MADE_BY_BOT, Via
from bot.model.models import GameRow
from bot.tables.service import Move, Table, events_seen_by
from bot.views.formatting import (
    escape_line,
    event_lines,
    safe_name,
)
from bot.views.options.ending import sole_train_words
from bot.views.story.named_moves import nothing_left_words
from game.actions import (
    Action,
    BuyShare,
    BuyTrain,
    Par,
    Pass,
)
from game.events import DEALS, Event, Passed, RoundEnded
from game.names import company_name
from game.rules import Rules
from game.state import State
from game.step_keys import StepKey
from render.data import queries

STOCK = (StepKey.STOCK, StepKey.STOCK_ROUND)  # what players pass on in a stock round
LINES = 8  # of what happened since the post before
NEWEST = 2  # of these where there is little room
SELLER = re.compile(r" from the (?:bank|company|initial offering|pool)(?= for |$)")
NEWEST_ROOM, LINE_ROOM = 110, 52  # characters of them: two lines on a phone, one
BY_ITSELF = MADE_BY_BOT - {Via.BOT}  # what follows without anybody's deed; the bot's seats play


MARKED = MADE_BY_BOT - {Via.PROXY_BID, Via.BOT}  # made for a player: the line says so


# Steps in which a company may do nothing, by the key of the step: told only where nothing else is to be told.
UNEVENTFUL = (
    StepKey.TRACK,
    StepKey.TOKEN,
    StepKey.TRAINS,
    DEALS,
    "treasury",
    "selling",
    "selling certificates",
    "buying a certificate",
)


def cut_after_round_ends(moves: Sequence[Move]) -> list[Move]:
    """The moves without what the ends of rounds among them brought about by themselves."""
    shown_moves, ended = [], False
    for move in moves:
        if ended and move.via in BY_ITSELF:
            continue
        ends = [n for n, e in enumerate(move.events) if isinstance(e, RoundEnded)]
        shown_moves.append(replace(move, events=move.events[: ends[0] + 1]) if ends else move)
        ended = bool(ends)
    return shown_moves


def opening_lines(table: Table, moves: Sequence[Move], name: str, view: State[Any]) -> list[str]:
    """What the end of the newest round of that name brought about by itself, line by line, until the next round ends."""
    ends = [n for n, m in enumerate(moves) if any(isinstance(e, RoundEnded) and e.name == name for e in m.events)]
    lines: list[str] = []
    for n, move in enumerate(moves[ends[-1] :] if ends else ()):
        if n and move.via not in BY_ITSELF:
            break
        events = [*move.events]
        if not n:
            events = events[max(i for i, e in enumerate(events) if isinstance(e, RoundEnded) and e.name == name) + 1 :]
        ended = next((i for i, e in enumerate(events) if isinstance(e, RoundEnded)), None)
        via = move.via if n else Via.START  # what the end of a round brings about is nobody's deed
        told = [replace(move, events=tuple(events[:ended]), via=via)]
        lines += happened_lines(table, told, view) if events[:ended] else []
        if ended is not None:
            break
    return lines


def lines_of_bots(table: Table, moves: Sequence[Move], view: State[Any]) -> list[str]:
    """What the bot has played in seats of its own since a round ended, whose post may stand since before that."""
    ends = [n for n, m in enumerate(moves) if any(isinstance(e, RoundEnded) for e in m.events)]
    return happened_lines(table, [m for m in moves[ends[-1] + 1 :] if m.via == Via.BOT], view) if ends else []


def happened_lines(table: Table, moves: Sequence[Move], view: State[Any]) -> list[str]:
    """What happened in these moves, as everybody may know it, line by line.

    What a company did not do (`W&A places no station`) is told where nothing else happened: it would push out what did.
    """
    lines, idle = [], []
    for n, move in enumerate(moves):
        before = moves[n - 1].action if n else None
        left_out = [e for e in _public_events(move) if is_uneventful(e, table.rules)]
        told = replace(move, events=tuple(e for e in move.events if e not in left_out)) if left_out else move
        ended = _one_train_line(move, table, view, before)
        quiet = replace(move, events=tuple(left_out))
        idle += [] if ended else _mark_lines(quiet, event_lines(left_out, view, table.rules), view, table.rules)
        lines += [
            *ended,
            *_move_lines(told, table, view, before, quiet=bool(left_out)),
            *_stand_in_line(table.row, move),
        ]
    return lines or list(dict.fromkeys(idle))


def is_uneventful(event: Event, rules: Rules) -> bool:
    """Whether a company did nothing in a step where that is common."""
    return isinstance(event, Passed) and event.who in rules.data.companies and event.what in UNEVENTFUL


def _one_train_line(move: Move, table: Table, view: State[Any], before: Action | None) -> list[str]:
    """That a company may buy no second train from the bank in a turn, or could only ask for the one train of another company,
    where that ended its turn by itself.
    """
    passed = next((e for e in _public_events(move) if isinstance(e, Passed)), None)
    if move.via != Via.AUTO_END or passed is None or passed.what != StepKey.TRAINS or not isinstance(before, BuyTrain):
        return []
    if told := sole_train_words(passed.who, view, table.rules):
        return [told]
    if before.seller or not queries.sells_one_train(view, table.rules, passed.who):
        return []
    who = company_name(table.rules, passed.who)
    return [escape_line(f"{begin_sentence(who)} buys no more trains: it has bought its one from the bank this turn.")]


def _move_lines(
    move: Move, table: Table, view: State[Any], before: Action | None = None, *, quiet: bool = False
) -> list[str]:
    """The move in words; what the bot did for somebody is marked. `before`: the action before it, where it is at hand.

    `quiet`: that a step ended is not told here.
    """
    lines = _lines_with_reasons(move, view, table.rules)
    if move.via == Via.AUTO_END:
        return lines if quiet else [*_turn_ended_line(move, table, view, before), *lines]
    return _mark_lines(move, lines, view, table.rules)


def _lines_with_reasons(move: Move, view: State[Any], rules: Rules) -> list[str]:
    """The lines of a move, with the reason why players pass whom nobody has asked: `Bob and Cid pass: no purchase or sale is
    possible.`
    """
    events = _public_events(move)
    own = move.seat if isinstance(move.action, Pass) else ""
    unasked = (n for n, e in enumerate(events) if isinstance(e, Passed) and e.what in STOCK and e.who != own)
    first = next(unasked, len(events))
    later = event_lines(events[first:], view, rules)
    why = r"\1: no purchase or sale is possible."
    return [*event_lines(events[:first], view, rules), *(re.sub(r"( pass(?:es)?)\.$", why, line) for line in later)]


def _mark_lines(move: Move, lines: list[str], view: State[Any], rules: Rules) -> list[str]:
    """The lines, of which the first one and those of events of the same class say where the bot has done it for somebody: the
    last card of a draft is taken without a press too. What follows by itself is not marked.
    """
    deeds = deeds_of_bot(move, _public_events(move), lambda events: event_lines(events, view, rules))
    marked = {*lines[:1], *deeds} if deeds else deeds
    return [mark_deed(line) if line in marked else line for line in lines]


def deeds_of_bot(move: Move, events: Sequence[Event], tell: Callable[[Sequence[Event]], list[str]]) -> set[str]:
    """Of the lines that `tell` makes of the events of a move those of what the bot has done for somebody; none of other moves."""
    if move.via not in MARKED or move.via == Via.AUTO_END:
        return set()
    if isinstance(move.action, Pass):  # what follows from it is nobody's deed
        events = [e for e in events if isinstance(e, Passed)]
    told = [(type(e), tell([e])) for e in events]
    first = next((kind for kind, own in told if own), None)
    return {*tell(events)[:1], *(line for kind, own in told if kind is first for line in own)}


def mark_deed(line: str) -> str:
    """A line that says that it was done by the bot."""
    return f"{line.removesuffix('.')} (by the bot)."


def _turn_ended_line(move: Move, table: Table, view: State[Any], before: Action | None) -> list[str]:
    """Why a turn ended without being asked about; a step that a company passed says so itself."""
    if any(isinstance(e, Passed) for e in _public_events(move)):
        return []
    seat = table.row.seat(move.seat)
    whose = f"{safe_name(seat)}'s" if seat is not None else "The"
    bought = isinstance(before, BuyShare)
    if isinstance(before, Par) or (bought and not _is_first_purchase(view, move.seat)):
        return []
    return [
        f"{whose} turn is over: {'a player buys only one share a turn' if bought else nothing_left_words(view, table.rules)}."
    ]


def _is_first_purchase(view: State[Any], seat: str) -> bool:
    """Whether a player owns one certificate beside those of presidents: its turn is the first that ends after a purchase."""
    owned = (card.partition(".")[2] for card, place in view.place.items() if place == seat)
    return sum(number not in ("", "0") for number in owned) <= 1


def _public_events(move: Move) -> list[Event]:
    """The events that the lines tell: those that everybody may know, but for rounds that end, which have a text of their
    own.
    """
    return [e for e in events_seen_by(move.events, None) if not isinstance(e, RoundEnded)]


def _stand_in_line(row: GameRow, move: Move) -> list[str]:
    """Who acted for a seat, where that was not its own player: one line or none."""
    seat = row.seat(move.seat)
    if seat is None or not move.user or move.user == seat.user:
        return []
    host = ["The host"] if move.user == row.host else []  # else it was who had the seat before
    return [
        f"({other} acted for {safe_name(seat)}.)"
        for other in [*(safe_name(s) for s in row.seats_of(move.user)), *host][:1]
    ]


def recent_lines(lines: Sequence[str], limit: int = LINES) -> str:
    """The newest lines; older ones are counted."""
    hidden = len(lines) - limit
    head = [f"… {hidden + 1} earlier lines: `/view log`"] if hidden > 0 else []
    return "\n".join([*head, *(f"• {text}" for text in lines[-limit + len(head) :])])


def newest_words(lines: Sequence[str], room: int = NEWEST_ROOM) -> str:
    """What was done last, in two lines of a phone's screen, without who sold where there is no room. `room`: characters."""
    shown = [line.removesuffix(".") for line in lines[-NEWEST:]]
    shown = [SELLER.sub("", line) if len(line) > room else line for line in shown]
    while len(shown) > 1 and len(" · ".join(shown)) > room:
        del shown[0]
    told = " · ".join(shown)
    if len(told) > room:  # at the end of a word
        told = f"{told[:room].rpartition(' ')[0]}…"
    return f"-# {told}" if shown else ""
