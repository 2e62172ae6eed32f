"""A look ahead: actions tried on a copy of a position. Slow: for worker threads."""

from __future__ import annotations

from typing import Any

from bot.model.results import Played, Position, reveals, seen
from game.actions import Action, RunTrains
from game.events import Ran
from game.play import Game
from game.rules import Illegal, Refusal, Rules
from game.state import State


def legal(rules: Rules, position: Position, action: Action) -> Refusal | None:
    """None, or why that action would be refused."""
    game = Game.load(rules, position.state)
    return None if game.legal(action) else game.refusal(action)


def runs(rules: Rules, position: Position, seat: str) -> dict[Action, Ran]:
    """What each of the runs listed for that seat would bring, by playing it."""
    runs = {}
    for action in (a for c in position.choices.get(seat, ()) if issubclass(c.kind, RunTrains) for a in c.actions):
        events = Game.load(rules, position.state).play(action)
        ran = next((e for e in events if isinstance(e, Ran)), None)
        if ran is not None:
            runs[action] = ran
    return runs


def preview(table: int, rules: Rules, position: Position, action: Action, seat: str) -> tuple[Played, State[Any]]:
    """What the action would do, and the state after it as that seat may know it.

    Where it would bring to light what is hidden from that seat, a look ahead must not: only what is told to the seat alone
    is shown, with the state as it is.
    """
    game = Game.load(rules, position.state)
    before = game.view(seat)
    game.remarks = True
    try:
        events = tuple(game.play(action))
    except Illegal as error:
        return Played(
            table, position.move, seat, action, refused=error.refusal, deciders=position.deciders, over=position.over
        ), before
    after = game.view(seat)
    if reveals(before, after):
        own = tuple(e for e in events if e.to == (seat,))
        return Played(table, position.move, seat, action, own, deciders=position.deciders), before
    deciders, over = tuple(game.deciders()), game.state.over
    return Played(table, position.move, seat, action, seen(events, seat), deciders=deciders, over=over), after
