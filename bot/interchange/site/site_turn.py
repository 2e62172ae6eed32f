"""Where the turn of a company waits at 18xx.games: there, and only there, its file has a `pass`.

The site asks in steps that ours skips and skips steps in which ours asks. Each title lists the steps of its turn with what
makes them wait; the exporter compares that with the step that our engine asks and writes the passes between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from game import cards, privates, stations, trains
from game.actions import Pass, PlaceToken, Use
from game.board import Built
from game.events import TileLaid, TrainBought, TurnBegan, TurnEnded
from game.rules import Permit, Purchase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.actions import Action
    from game.events import Event
    from game.play import Game
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
    acted: list[tuple[str, Action]] = field(default_factory=list)  # step and action, of what was no pass
    price: int = 0  # dollars of its share before it fell at the end of the turn
    seen: int = 0  # events of the present play that are counted already
    left: dict[str, str] = field(default_factory=dict)  # circles that the site takes for full, with who has left them
    added: dict[str, int] = field(default_factory=dict)  # cities with a circle more than ours -> circles of ours
    late_lay: int | None = None  # entries before the lay after which the site had gone too far for a private's
    held: int | None = None  # entry before which the conversion, or the pass in its place, belongs

    def note_action(self, g: Game, step: Step | None, action: Action) -> None:
        """Take in an action that is about to be played and that the file has: only those count for what a step is worth."""
        if step is None:
            return
        if isinstance(action, PlaceToken) and step.key == "token":
            extra = any(p.extra for p in g.rules.tokens.powers(g, self.company) if p.using == action.using)
            self.stations += not (action.using and extra)
        power = isinstance(action, Use) or bool(getattr(action, "using", ""))
        strange = power and step.key not in ("track", "token")  # says nothing about the step that is asked
        if not isinstance(action, Pass) and not strange and getattr(step, "company", "") == self.company:
            self.acted.append((step.key, action))

    def note_event(self, g: Game, event: Event) -> None:
        """Take in what the company has done."""
        if isinstance(event, TileLaid) and event.company == self.company:
            self.laid.append(Built(event.hex, event.tile, event.using))
        elif isinstance(event, TrainBought) and event.company == self.company:
            self.traded = event.seller in g.state.companies
            self.bought += not self.traded

    def has_done(self, key: str) -> bool:
        """Whether the company has done something in that step."""
        return any(key == done for done, _ in self.acted)


def follow_turn(turn: Turn | None, g: Game, events: Sequence[Event]) -> Turn | None:
    """The turn in which a game is after a play, None for no company's."""
    for event in events:
        if isinstance(event, TurnBegan):
            company = g.state.companies.get(event.who)
            turn = Turn(event.who, first=not company.operated) if company else None
        elif isinstance(event, TurnEnded) and turn and turn.company == event.who:
            turn = None
        elif turn:
            turn.note_event(g, event)
    return turn


Waits = Callable[["Game", Turn], bool]


class Waiting(NamedTuple):
    """A step of the site's turn: what our engine calls it, and whether it waits in this position."""

    key: str
    waits: Waits


# ---------------------------------------------------------------------- tiles


def always_waits(_g: Game, _turn: Turn) -> bool:
    """Whether the site waits: always, in every turn."""
    return True


def never_waits_for(_g: Game, _turn: Turn) -> bool:
    """Whether the site waits: never."""
    return False


def may_lay(g: Game, turn: Turn) -> bool:
    """Whether the site waits for track: once more after the first lay while the turn allows another, whether or not one is
    legal; and while a private that lays tiles is unused or could be bought.
    """
    if not turn.laid:
        return True
    normal = [b for b in turn.laid if not b.using]
    if any(True for _ in g.rules.track.allows(g, turn.company, normal)):
        return True
    return any(_may_lay_by_private(g, p, turn.company) for p in g.rules.data.privates) or any(
        _may_lay_by_private(g, p, "") for p in _affordable_privates(g, turn.company)
    )


def _may_lay_by_private(g: Game, private: str, owner: str) -> bool:
    """Whether a private of that owner (empty: any) has an unused power to lay a tile."""
    if owner and g.state.place[private] != owner:
        return False
    return any(
        a.kind == "lay" and a.owner != "player" and f"{private}.lay" not in g.state.used
        for a in g.rules.data.privates[private].abilities
    )


def _affordable_privates(g: Game, company: str) -> list[str]:
    """Privates of players that the company can pay in a phase that lets all companies buy them."""
    if "privates" not in trains.phase(g).flags:
        return []
    trains_for_sale = []
    for player in g.state.order:
        for private in cards.privates(g, player):
            low, high = g.rules.takes(g, company, private)
            if 0 < low <= min(high, g.state.cash[company]):
                trains_for_sale.append(private)
    return trains_for_sale


# ---------------------------------------------------------------------- stations and runs


def may_place_station(g: Game, turn: Turn) -> bool:
    """Whether a station is affordable and a circle for it is reached, or a private has a station to place."""
    company = turn.company
    if not turn.stations and g.state.companies[company].tokens:
        cost = g.rules.tokens.cost(g, company)
        if cost <= g.state.cash[company] and any(True for _ in stations.slots(g, company, Permit(cost))):
            return True
    powers = (p for p in g.rules.tokens.powers(g, company) if p.extra or not turn.stations)
    return any(True for p in powers for _ in stations.slots(g, company, p))


# ---------------------------------------------------------------------- trains and what follows


def may_buy_train(g: Game, turn: Turn) -> bool:
    """Whether there is room and money for the cheapest offer. Any train of another company counts as an offer of 1.

    After such a purchase the site no longer minds how many came from the bank.
    """
    company, cash = turn.company, g.state.cash[turn.company]
    if trains.counted(g, company) >= g.rules.trains.limit(g, company):
        return False
    offers = (Purchase(company, card, seller, 1, turn.bought) for seller, card in trains.others_trains(g, company))
    if cash >= 1 and any(not g.rules.forbids(g.rules.trains.checks, g, p) for p in offers):
        return True
    return any(p.price <= cash and not g.rules.forbids(g.rules.trains.checks, g, p) for p in _bank_offers(g, turn))


def may_buy_another(g: Game, turn: Turn) -> bool:
    """Whether there is room and money for a train of the bank after one of another company, whatever it has sold in this turn."""
    company = turn.company
    if not turn.traded or trains.counted(g, company) >= g.rules.trains.limit(g, company):
        return False
    return any(p.price <= g.state.cash[company] for p in _bank_offers(g, turn))


def _bank_offers(g: Game, turn: Turn) -> Iterator[Purchase]:
    """What the bank could sell now, on each side of the cards."""
    for card in trains.bank_trains(g):
        train_type = trains.type_of(g, card)
        for side in [s.name for s in train_type.sides] or [""]:
            bought = 0 if turn.traded else turn.bought
            yield Purchase(turn.company, card, g.state.place[card], train_type.price, bought, side)


def may_buy_private(g: Game, turn: Turn) -> bool:
    """Whether a player's private could be bought, in a phase that lets all companies buy."""
    return bool(_affordable_privates(g, turn.company))


def has_power_left(g: Game, turn: Turn, kind: str) -> bool:
    """Whether the company owns a private whose power of that kind is unused."""
    return any(True for _ in privates.powers(g, turn.company, kind))
