"""What moves have brought about, line by line, as everybody at the table may know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.model.kinds import MADE_BY_BOT, Via
from bot.model.models import GameRow
from bot.tables.service import Move, Table, events_seen_by
from bot.views.formatting import (
    escape_line,
    event_lines,
    safe_name,
)
from game.actions import (
    Action,
    BuyShare,
    BuyTrain,
    Par,
)
from game.events import Event, Passed, RoundEnded
from game.state import State
from render.data import queries

LINES = 8  # of what happened since the post before


MARKED = MADE_BY_BOT - {Via.PROXY_BID, Via.BOT}  # made for a player: the line says so


SELF_ENDED = {  # steps that end by themselves, by the key of the step: what is said of the company
    "track": "has no more track to lay now",
    "token": "has no station to place now",
    "trains": "has no train to buy now",
}


def cut_after_round_ends(moves: Sequence[Move]) -> list[Move]:
    """The moves without what the ends of rounds among them brought about by themselves."""
    shown_moves, ended = [], False
    for move in moves:
        if ended and move.via in MADE_BY_BOT:
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
        if n and move.via not in MADE_BY_BOT:
            break
        events = [*move.events]
        if not n:
            events = events[max(i for i, e in enumerate(events) if isinstance(e, RoundEnded) and e.name == name) + 1 :]
        ended = next((i for i, e in enumerate(events) if isinstance(e, RoundEnded)), None)
        lines += happened_lines(table, [replace(move, events=tuple(events[:ended]))], view) if events[:ended] else []
        if ended is not None:
            break
    return lines


def happened_lines(table: Table, moves: Sequence[Move], view: State[Any]) -> list[str]:
    """What happened in these moves, as everybody may know it, line by line."""
    lines: list[str] = []
    for n, move in enumerate(moves):
        before = moves[n - 1].action if n else None
        lines += [*_move_lines(move, table, view, before), *_stand_in_line(table.row, move)]
    return lines


def _move_lines(move: Move, table: Table, view: State[Any], before: Action | None = None) -> list[str]:
    """The move in words; what the bot did for somebody is marked. `before`: the action before it, where it is at hand."""
    if move.via == Via.AUTO_END:
        return _self_ended_lines(move, table, view, before)
    lines = event_lines(_public_events(move), view, table.rules)
    return [f"{line.removesuffix('.')} (auto)." for line in lines] if move.via in MARKED else lines


def _self_ended_lines(move: Move, table: Table, view: State[Any], before: Action | None) -> list[str]:
    """Why a step or a turn ended without being asked about, and what followed."""
    events = _public_events(move)
    passed = next((e for e in events if isinstance(e, Passed)), None)
    if passed is None:
        seat = table.row.seat(move.seat)
        whose = f"{safe_name(seat)}'s" if seat is not None else "The"
        bought = isinstance(before, (BuyShare, Par))
        why = "one purchase a turn" if bought else "nothing else can be done now"
        told = [] if bought and not _is_first_purchase(view, move.seat) else [f"{whose} turn is over: {why}."]
        return [*told, *event_lines(events, view, table.rules)]
    who = queries.called(table.rules, passed.who)
    who = who[:1].upper() + who[1:]
    from_bank = isinstance(before, BuyTrain) and not before.seller
    if passed.what == "trains" and from_bank and "one_train" in table.rules.data.phases[view.phase].flags:
        why = f"{who}'s turn is over: it has bought its one train from the bank this turn."
    elif passed.what in SELF_ENDED:
        why = f"{who} {SELF_ENDED[passed.what]}."
    else:
        return [f"{line.removesuffix('.')} (auto)." for line in event_lines(events, view, table.rules)]
    return [escape_line(why), *event_lines([e for e in events if e is not passed], view, table.rules)]


def _is_first_purchase(view: State[Any], seat: str) -> bool:
    """Whether a player owns one share certificate only: the turn that bought it is the first that ends after a purchase."""
    return sum(place == seat for card, place in view.place.items() if "." in card) <= 1


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
    head = [f"… {hidden + 1} more before this: see `/view log`"] if hidden > 0 else []
    return "\n".join([*head, *(f"• {text}" for text in lines[-limit + len(head) :])])
