"""Where the turn of a company waits at 18xx.games: there, and only there, its file has a `pass`.

The site asks in steps that ours skips and skips steps in which ours asks. Each title lists the steps of its turn with what
makes them wait; the exporter compares that with the step that our engine asks and writes the passes between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from game.actions import BuyTrain, Pass, PlaceToken, Use
from game.events import Paid, TileLaid, TrainBought, TurnBegan, TurnEnded
from game.step_keys import StepKey
from game.tile_lays import Built

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.actions import Action
    from game.events import Event
    from game.play import Game
    from game.state import Company, Slot
    from game.steps import Step


@dataclass
class Turn:
    """What is remembered of a company's turn."""

    company: str
    at: int = 0  # the first of the site's steps that is not over
    first: bool = False  # it has not operated before
    laid: list[Built] = field(default_factory=list)
    stations: int = 0  # normal stations placed
    bought: int = 0  # trains from the bank
    traded: bool = False  # the last train came from another company
    by_private: bool = False  # the last train was bought with a private's power
    helped: bool = False  # the president has helped to pay a train
    acted: list[tuple[str, Action]] = field(default_factory=list)  # step and action, of what was no pass
    price: int = 0  # dollars of its share before it fell at the end of the turn
    seen: int = 0  # events of the present play that are counted already
    left: dict[str, str] = field(default_factory=dict)  # circles that the site takes for full, with who has left them
    merged: list[str] = field(default_factory=list)  # of these, those in which it may place a station all the same
    looked: bool = False  # the site has looked for places for a station of its since the board changed
    added: dict[str, int] = field(default_factory=dict)  # cities with a circle more than ours -> circles of ours
    late_lay: int | None = None  # entries before the lay after which the site had gone too far for a private's
    held: int | None = None  # entry before which the conversion, or the pass in its place, belongs

    def note_action(self, g: Game, step: Step | None, action: Action) -> None:
        """Take in an action that is about to be played and that the file has: only those count for what a step is worth."""
        if step is None:
            return
        if type(action) is PlaceToken and step.key == StepKey.TOKEN:
            extra = any(p.extra for p in g.rules.tokens.powers(g, self.company) if p.using == action.using)
            self.stations += not (action.using and extra)
        if type(action) is BuyTrain:
            self.by_private = bool(action.using)
        power = type(action) is Use or bool(getattr(action, "using", ""))
        strange = power and step.key not in (StepKey.TRACK, StepKey.TOKEN)  # says nothing about the step that is asked
        if type(action) is not Pass and not strange and getattr(step, "company", "") == self.company:
            self.acted.append((step.key, action))

    def note_event(self, g: Game, event: Event) -> None:
        """Take in what the company has done."""
        if type(event) is TileLaid and event.company == self.company:
            self.laid.append(Built(event.hex, event.tile, event.using))
        elif type(event) is TrainBought and event.company == self.company:
            self.traded = event.seller in g.state.companies
            self.bought += not self.traded
        elif type(event) is Paid and (event.dst, event.why) == (self.company, "help"):
            self.helped = True

    def has_done(self, key: str) -> bool:
        """Whether the company has done something in that step."""
        return any(key == done for done, _ in self.acted)


def follow_turn(turn: Turn | None, g: Game, events: Sequence[Event]) -> Turn | None:
    """The turn in which a game is after a play, None for no company's."""
    for event in events:
        if type(event) is TurnBegan:
            company = g.state.companies.get(event.who)
            turn = Turn(event.who, first=not company.operated) if company else None
        elif type(event) is TurnEnded and turn and turn.company == event.who:
            turn = None
        elif turn:
            turn.note_event(g, event)
    return turn


Waits = Callable[["Game", Turn], bool]


class Waiting(NamedTuple):
    """A step of the site's turn: what our engine calls it, and whether it waits in this position."""

    key: str
    waits: Waits


@contextmanager
def restore_left_circles(g: Game, turn: Turn) -> Iterator[None]:
    """Put the stations that have left their circles back onto the board, for as long as the context lasts."""
    with _exchange_tokens(g, {**g.state.tokens, **turn.left}):
        yield


@contextmanager
def open_circles(g: Game, company: Company, cities: Sequence[str]) -> Iterator[None]:
    """Free a circle of another company in each of these cities, for as long as the context lasts."""
    tokens = g.state.tokens
    taken = {c: [s for s, owner in tokens.items() if s.startswith(f"{c}.") and owner != company] for c in cities}
    freed = {slots[0] for slots in taken.values() if slots}
    with _exchange_tokens(g, {slot: owner for slot, owner in tokens.items() if slot not in freed}):
        yield


@contextmanager
def move_stations(g: Game, moves: Mapping[Slot, Slot]) -> Iterator[None]:
    """Let stations stand elsewhere, for as long as the context lasts. `moves`: where they stand -> where they would."""
    with _exchange_tokens(g, {moves.get(slot, slot): owner for slot, owner in g.state.tokens.items()}):
        yield


@contextmanager
def _exchange_tokens(g: Game, tokens: dict[Slot, Company]) -> Iterator[None]:
    """Let other stations lie on the board, for as long as the context lasts."""
    real_tokens = g.state.tokens
    if tokens == real_tokens:
        yield
        return
    g.state.tokens = tokens
    g.changed()
    try:
        yield
    finally:
        g.state.tokens = real_tokens
        g.changed()
