"""What an action would bring about, or why it would be refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from bot.model.orders import auto_end
from bot.model.results import Played, Position, events_seen_by, examine_position, reveals_card
from bot.tables.lookahead.position_cache import cache_by_position
from game.actions import Action, Answer, BuyTrain, Pass
from game.events import Event, Proposed, TrainDiscarded
from game.play import Game
from game.rules import Illegal, Refusal, Rules
from game.state import Company, State
from render.data import queries

MAX_PASSES = 8  # that follow an action by themselves


def find_refusal(rules: Rules, position: Position, action: Action) -> Refusal | None:
    """Why that action would be refused; None where it is legal."""
    return find_refusals(rules, position, [action])[0]


def find_refusals(rules: Rules, position: Position, actions: Sequence[Action]) -> list[Refusal | None]:
    """Why each of these actions would be refused; None where it is legal."""
    game = Game.load(rules, position.state)
    return [None if game.legal(action) else game.refusal(action) for action in actions]


@cache_by_position
def preview_action(
    rules: Rules, position: Position, table: int, action: Action, seat: str, *, agreed: bool = False
) -> tuple[Played, State[Any]]:
    """What the action would do, and the state after it as that seat may know it. `agreed`: once whoever is asked about it has
    said yes.

    Where it would bring to light what is hidden from that seat, a look ahead must not: only what is told to the seat alone
    is shown, with the state as it is.
    """
    game = Game.load(rules, position.state)
    before = game.view(seat)
    game.remarks = True
    try:
        events = tuple(play_agreed(game, action) if agreed else game.play(action))
    except Illegal as error:
        return Played(
            table, position.move, seat, action, refused=error.refusal, deciders=position.deciders, over=position.over
        ), before
    after = game.view(seat)
    if reveals_card(before, after):
        private_events = tuple(e for e in events if e.to == (seat,))
        return Played(table, position.move, seat, action, private_events, deciders=position.deciders), before
    deciders, over = tuple(game.deciders()), game.state.over
    return Played(table, position.move, seat, action, events_seen_by(events, seat), deciders=deciders, over=over), after


@cache_by_position
def find_discards(rules: Rules, position: Position, action: Action) -> list[TrainDiscarded]:
    """The trains that go with an action because of a limit or an end of their use, such as a Pullman; where somebody is asked
    about it, those that go once that player agrees. Empty where it is not legal.
    """
    try:
        events = play_agreed(Game.load(rules, position.state), action)
    except Illegal:
        return []
    return [e for e in events if isinstance(e, TrainDiscarded)]


@cache_by_position
def foresee_purchase(rules: Rules, position: Position, action: BuyTrain, company: Company) -> State[Any] | None:
    """The position, as everybody may know it, once a company has a train for which it pays, and whoever is asked has agreed; None
    where that is not legal, leads elsewhere, or would bring to light what is hidden.
    """
    game = Game.load(rules, position.state)
    before = game.view(None)
    try:
        play_agreed(game, action)
    except Illegal:
        return None
    after = game.view(None)
    return after if after.place.get(action.train) == company and not reveals_card(before, after) else None


def play_agreed(game: Game, action: Action) -> list[Event]:
    """What an action brings about, with a yes where somebody is asked about it; raises Illegal."""
    events = [*game.play(action)]
    offer = queries.pending_offer(game.state)
    if offer is not None and any(isinstance(e, Proposed) for e in events):
        events += game.play(Answer(True, by=offer.of))
    return events


@dataclass(frozen=True)
class Following:
    """What follows an action by itself. `deciders`: who must act then; `events`: as far as whoever acts may know them."""

    deciders: tuple[str, ...]
    events: tuple[Event, ...] = ()


def find_following(rules: Rules, position: Position, action: Action, asking: Collection[str]) -> Following:
    """What the passes, and the sale of a last lot, bring about that are made after an action without being asked for. `asking`:
    seats that end turns themselves.
    """
    game = Game.load(rules, position.state)
    if not game.legal(action):  # somebody has played since it was tried
        return Following(tuple(game.deciders()))
    game.play(action)
    game.remarks = True
    events = play_following(game, action, asking)
    return Following(tuple(game.deciders()), events_seen_by(events, action.by))


def play_following(game: Game, action: Action, asking: Collection[str]) -> list[Event]:
    """What `find_following` looks for, played in a game in which the action was the last one."""
    events: list[Event] = []
    for _ in range(MAX_PASSES):
        now = examine_position(game, 0)
        ending = auto_end.forced_lot(now) or auto_end.wanted_pass(now, game.rules, action, asking)
        if ending is None or (isinstance(ending, Pass) and ending.by != action.by):
            break
        events += game.play(ending)
    return events
