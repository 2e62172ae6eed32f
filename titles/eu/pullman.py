"""18EU 4.4.9: Pullman cars. They are trains for the limit, never run alone and leave first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import train_checks, trains
from game.actions import Action, DiscardTrain, Pass
from game.choices import Choice, choice
from game.events import Passed, PhaseBegan, Rusted, TrainBought, TurnBegan
from game.steps import Step
from titles.eu.marks import PULLMAN_BOUGHT, TRAIN_BOUGHT

if TYPE_CHECKING:
    from game.checks import Purchase
    from game.play import Game


def is_pullman(g: Game, card: str) -> bool:
    """Whether a card is a Pullman car."""
    return "pullman" in trains.type_of(g, card).kinds


def owned(g: Game, company: str) -> list[str]:
    """The Pullman cars of a company."""
    return [t for t in trains.owned(g, company) if is_pullman(g, t)]


def one_beside_a_train(g: Game, purchase: Purchase) -> str | None:
    """18EU 4.4.9: from phase 3 on, for a company that owns another train and no Pullman, once a turn, from the pool only."""
    if not is_pullman(g, purchase.train):
        return None
    if purchase.seller in g.state.companies:
        return "a company cannot sell its Pullman"
    if "pullman" not in trains.phase(g).flags:
        return "the bank sells Pullman cars from phase 3 on"
    if owned(g, purchase.company):
        return f"{purchase.company} has a Pullman already"
    if not trains.owned(g, purchase.company):
        return f"{purchase.company} has no train that a Pullman could run with"
    bought = PULLMAN_BOUGHT.value(g.state) == purchase.company and not g.rules.has("pullman_again")
    return f"{purchase.company} has already bought a Pullman in this turn" if bought else None


def room_or_give_up(g: Game, purchase: Purchase) -> str | None:
    """18EU 4.4.6, 4.4.9: within the limit; at the limit the first purchase of a turn may be a train for the Pullman."""
    full = train_checks.train_limit(g, purchase)
    return full if full and not gives_up(g, purchase.company, purchase.train) else None


def gives_up(g: Game, company: str, train: str) -> bool:
    """Whether buying that train means to give up the Pullman, which is done at the start of the purchases only."""
    if g.rules.has("free_pullman_discard") or is_pullman(g, train):
        return False
    full = trains.count_for_limit(g, company) == g.rules.trains.limit(g, company)
    return full and bool(owned(g, company)) and TRAIN_BOUGHT.value(g.state) != company


class OfferPullman(Step):
    """18xx.games: before it buys trains a company may give up its Pullman for nothing."""

    company: str
    done: bool = False

    key: ClassVar[str] = "pullman"

    def choices(self, g: Game) -> Iterator[Choice]:
        pullmans = owned(g, self.company)
        if not self.done and pullmans:
            by = g.president(self.company)
            yield choice(DiscardTrain(pullmans[0], by=by))
            yield choice(Pass(by=by))

    def apply(self, g: Game, action: Action) -> None:
        self.done = True
        if isinstance(action, DiscardTrain):
            trains.discard(g, self.company, action.train)
        else:
            g.emit(Passed(self.company, self.key))


def over_limit(g: Game, company: str) -> bool:
    """18EU 4.4.6: whether a company has more trains than it may."""
    return trains.count_for_limit(g, company) > g.rules.trains.limit(g, company)


def after_purchase(g: Game, event: TrainBought) -> None:
    """18EU 4.4.9: a Pullman is given up for a train bought at the limit; without another train it leaves, whoever is on turn.

    18xx.games: the last one of a company that has kept two leaves with the next purchase of anyone.
    """
    TRAIN_BOUGHT.set(g.state, event.company)
    if is_pullman(g, event.train):
        PULLMAN_BOUGHT.set(g.state, event.company)
    else:
        shed(g, event.company)
    if g.rules.has("merged_pullmans_kept"):
        _none_alone(g)
    elif event.seller in g.state.companies:
        never_alone(g, event.seller)


def never_alone(g: Game, company: str) -> None:
    """18EU 4.4.9: a Pullman does not stay with a company that has no other train; at 18xx.games two of them do."""
    pullmans = owned(g, company)
    kept = len(pullmans) > 1 and g.rules.has("merged_pullmans_kept")
    if len(trains.owned(g, company)) == len(pullmans) and not kept:
        for card in pullmans:
            trains.discard(g, company, card)


def after_rust(g: Game, event: Rusted) -> None:
    """18EU 4.4.9: nor where all others have rusted."""
    _none_alone(g)


def _none_alone(g: Game) -> None:
    for company in g.rules.data.companies:
        never_alone(g, company)


def after_merger(g: Game, company: str) -> None:
    """18EU 4.4.9: of two Pullmans that come together one leaves at once; 18xx.games: only one over the limit, at once."""
    if not g.rules.has("merged_pullmans_kept"):
        for card in owned(g, company)[1:]:
            trains.discard(g, company, card)
    if g.rules.has("pullman_lost_at_merger") and over_limit(g, company):
        for card in owned(g, company)[:1]:  # a second one is discarded as any other train
            trains.discard(g, company, card)
    never_alone(g, company)


def shed(g: Game, company: str) -> None:
    """18EU 4.4.9: over the limit Pullmans leave first, no more of them than must."""
    for card in owned(g, company):
        if over_limit(g, company):
            trains.discard(g, company, card)


class ShedPullmans(Step):
    """18EU 4.4.3: with a new phase the Pullmans over the limit leave at once, also where other trains wait (18xx.games)."""

    key: ClassVar[str] = "pullmans over the limit"

    def resume(self, g: Game) -> bool:
        for company in g.rules.data.companies:
            shed(g, company)
        return False


def after_phase(g: Game, event: PhaseBegan) -> None:
    """18xx.games: companies discard later, but their Pullmans as soon as rusted trains are gone."""
    if g.rules.has("discard_after_turn"):
        g.push(ShedPullmans())


def first_to_go(g: Game, company: str) -> list[str]:
    """18EU 4.4.6, 4.4.9: a company over the limit discards its Pullman before any other train."""
    return owned(g, company) or trains.owned(g, company)


def new_turn(g: Game, event: TurnBegan) -> None:
    """18EU 4.4.9: one Pullman a turn, given up before anything is bought."""
    PULLMAN_BOUGHT.clear(g.state)
    TRAIN_BOUGHT.clear(g.state)
