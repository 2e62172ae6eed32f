"""What a table answers: positions, plays, proposals, records. Plain values that are never changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.model.kinds import UndoKind
from bot.model.models import StoredMove
from bot.model.orders.proxy_bid import ProxyBid
from bot.model.orders.standing_order import StandingOrder
from game import trains
from game.actions import Action, BuyTrain, RunTrains
from game.choices import Auction, Choice
from game.codec import Codec
from game.events import Event
from game.numbering import number_key
from game.play import Game
from game.routing import routes
from game.rules import Refusal
from game.state import State

MOVED_ON = Refusal("The game has moved on since you were asked")


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the record. The deal has no action."""

    id: int
    parent: int
    depth: int
    seat: str
    action: Action | None
    events: tuple[Event, ...]
    via: str
    user: int
    at: datetime
    round: str  # after it
    revealed: bool
    fingerprint: str = ""  # of the state after it


@dataclass(frozen=True, slots=True)
class Position:
    """What a table shows while nobody plays: replaced as a whole, never changed."""

    move: int  # the head
    seq: int
    round: str
    over: str
    deciders: tuple[str, ...]  # seats that must act
    choices: Mapping[str, tuple[Choice, ...]]  # by seat, asides too
    step: str  # key of the step that is asked: track, token ...; "" at the end
    auction: Auction | None
    state: bytes = field(repr=False)
    unproven: int = 0  # dollars that runs which are not found yet could earn more than the best listed; 0: none can
    searching: bool = False  # whether more is looked for: a later position of the same move knows it
    revenue: int = 0  # dollars of the best runs listed
    recurs: bool = False  # whether the step asks the same of a company in each of its turns
    sole_trains: frozenset[str] = frozenset()  # for sale, each the only one of a company that somebody else runs


@dataclass(frozen=True, slots=True)
class Played:
    """What an attempt did. When `refused` is set, nothing has changed."""

    table: int
    move: int  # the head afterwards
    seat: str
    action: Action | None = None
    events: tuple[Event, ...] = ()  # all of them: `seen` leaves out what others may not know
    refused: Refusal | None = None
    stale: bool = False  # refused since the seat has acted, or moves were taken back, since it was asked
    repeated: bool = False  # the same interaction was carried out before; this is what it did then
    deciders: tuple[str, ...] = ()  # who must act now
    over: str = ""
    took_back: tuple[Move, ...] = ()  # undone, newest first
    redone: tuple[Move, ...] = ()  # oldest first
    # of the seat that took back, what would have acted again at once; of all, what an undo or redo has ended
    withdrawn: tuple[StandingOrder | ProxyBid, ...] = ()


@dataclass(frozen=True, slots=True)
class ConsentRequest:
    """Taking back (or redoing) needs the consent of others: seats, and the host if `host`. `undo.answer_proposal` takes it."""

    proposal: int
    kind: UndoKind
    by: str
    seats: tuple[str, ...]  # still to agree
    agreed: tuple[str, ...]
    host: bool  # the host is still to agree
    moves: tuple[Move, ...]  # what would be taken back (newest first) or redone (oldest first)
    revealed: tuple[str, ...]  # what came out in them and stays known
    until: datetime  # silence is a no
    reason: str = ""


class WhyClosed(StrEnum):
    """Why nobody may answer a proposal any more."""

    DECLINED = "declined"
    LATE = "late"  # nobody answered in time, which is a no
    MOVED_ON = "moved"  # the game has
    AGREED = "agreed"  # all have said yes


@dataclass(frozen=True, slots=True)
class ProposalClosed:
    """A proposal that is no more: somebody said no, the time is up, or the game has moved on."""

    proposal: int
    why: WhyClosed
    by: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played, for exports: the deal and the actions of the present line."""

    title: str
    options: tuple[str, ...]
    players: tuple[str, ...]  # in playing order
    shown: Mapping[str, str]  # display names
    seed: str  # "" while the game is running
    commitment: str
    name: str
    moves: tuple[Move, ...]
    fingerprint: str
    over: str
    whole: bool = True  # from the deal on; a copied position has no beginning


@dataclass(frozen=True, slots=True)
class Fault:
    """What the check at start-up found about a live table."""

    game: int
    move: int
    why: str


def events_seen_by(events: Iterable[Event], seat: str | None) -> tuple[Event, ...]:
    """The events that a seat (None: the public) may know of."""
    return tuple(e for e in events if not e.to or seat in e.to)


def reveals_card(before: State[Any], after: State[Any]) -> bool:
    """Whether a card that was hidden in the one view lies in the open in the other."""
    return any(place == "hidden" != after.place[card] for card, place in before.place.items())


def examine_position(game: Game, move: int, effort: int | None = None) -> Position:
    """What there is to know about a game at rest; lists every legal action.

    `effort`: states that the search for the best runs may look at, None: all that are usual. Where fewer do not prove them, those
    found are listed, and the position says how much more there could be (`unproven`) and that it is not the last word
    (`searching`).
    """
    game.effort = effort
    try:
        position = _list_position(game, move)
    finally:
        game.effort = None
    if position.searching:
        game.changed()  # what is listed after this is searched for in full
    return position


def _list_position(game: Game, move: int) -> Position:
    """What `examine_position` gives, within the effort that the game has now."""
    deciders = tuple(game.deciders())
    by_seat: dict[str, list[Choice]] = {}
    for c in game.choices():
        # Listed here, in a worker thread: menus read them from the event loop, also when the game has moved on.
        if not c.actions:
            raise ValueError(f"a choice without an action: {c}")
        by_seat.setdefault(c.by, []).append(c)
    state, asked = game.state, game.top_step()
    revenue, unproven, company = 0, 0, getattr(asked, "company", "")
    if company and any(c.kind is RunTrains for choices in by_seat.values() for c in choices):
        best = routes.best(game, company, effort=game.effort)[0]
        revenue, unproven = best.revenue, max(0, best.at_most - best.revenue)
    return Position(
        move=move,
        seq=state.seq,
        round=state.round,
        over=state.over,
        deciders=deciders,
        choices={seat: tuple(sort_by_seller(choices)) for seat, choices in by_seat.items()},
        step=asked.key if asked else "",
        auction=asked.auction(game) if asked else None,
        state=game.snapshot(),
        unproven=unproven,
        searching=bool(unproven) and game.effort is not None,
        revenue=revenue,
        recurs=asked is not None and asked.recurs,
        sole_trains=_find_sole_trains(game, by_seat),
    )


def _find_sole_trains(game: Game, by_seat: Mapping[str, Sequence[Choice]]) -> frozenset[str]:
    """The trains on offer that are each the only one of a company which another player runs: nobody sells these."""
    offers = [c.actions[0] for choices in by_seat.values() for c in choices if _seller_of(c)]
    return frozenset(
        a.train
        for a in offers
        if isinstance(a, BuyTrain) and len(trains.owned(game, a.seller)) == 1 and game.president(a.seller) != a.by
    )


def sort_by_seller(choices: Sequence[Choice]) -> list[Choice]:
    """Choices as they stand, but trains of other companies in the order of these: minor 2 before minor 10."""
    traded = iter(sorted(filter(_seller_of, choices), key=lambda c: number_key(_seller_of(c))))
    return [next(traded) if _seller_of(c) else c for c in choices]


def _seller_of(choice: Choice) -> str:
    """The company whose train is bought; "" for all other choices."""
    action = choice.actions[0]
    return action.seller if isinstance(action, BuyTrain) else ""


def merge_searches(first: Position, second: Position) -> Position:
    """Join what two searches for the best runs of one position have found: the better runs and the lesser bound."""
    most = min(first.revenue + first.unproven, second.revenue + second.unproven)
    best = first if first.revenue > second.revenue else second
    return replace(best, unproven=max(0, most - best.revenue), searching=False)


def decode_move(codec: Codec, stored: StoredMove) -> Move:
    """A stored move with its action and events read back."""
    return Move(
        id=stored.id,
        parent=stored.parent,
        depth=stored.depth,
        seat=stored.seat,
        action=codec.action(stored.action) if stored.action else None,
        events=tuple(codec.events(stored.events)),
        via=stored.via,
        user=stored.user,
        at=stored.at,
        round=stored.round,
        revealed=stored.revealed,
        fingerprint=stored.fingerprint,
    )
