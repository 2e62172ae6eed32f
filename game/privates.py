"""Private companies: revenue, sales, abilities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from game import cards, money, places, shares, trains
from game.ability_kinds import BLOCKS, CLOSE, SHARE, TRAIN, AbilityKind
from game.events import AuctionWon, ParSet, PowerUsed, PrivateSold
from game.state import TrainState

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Hex, State
    from game.title_data import Ability, TitleData


def blocked_hexes(state: State[Any], data: TitleData) -> dict[Hex, str]:
    """The hexes in which nobody builds for the sake of a private that a player or the bank has, with these privates."""
    unsold = {p: d for p, d in data.privates.items() if state.place.get(p) in (places.BANK, *state.order)}
    return {h: p for p, d in unsold.items() for a in d.abilities if a.kind == BLOCKS.name for h in a.hexes}


def pay_revenue(g: Game) -> None:
    """Every private pays its owner, player or company."""
    for private, data in g.rules.data.privates.items():
        owner = g.state.place[private]
        if owner in g.state.cash and owner != places.BANK:
            money.pay(g, places.BANK, owner, data.revenue, "private")


def sell(g: Game, private: str, buyer: str, price: int) -> None:
    """A private changes hands for money."""
    seller = g.state.place[private]
    money.pay(g, buyer, seller, price, "private bought")
    cards.move(g, private, buyer, "bought")
    g.emit(PrivateSold(private, seller, buyer, price))


def usable(g: Game, private: str, kind: AbilityKind) -> Iterator[Ability]:
    """Abilities of a private that its present kind of owner may use and that are not used up."""
    owner = g.state.place[private]
    for ability in g.rules.data.privates[private].abilities:
        holder = "company" if owner in g.state.companies else "player" if owner in g.state.order else ""
        right = ability.owner in (holder, "any") and holder
        left = not ability.uses or g.state.used.get(f"{private}.{kind.name}", 0) < ability.uses
        if ability.kind == kind.name and right and left:
            yield ability


def use(g: Game, private: str, kind: AbilityKind) -> None:
    """Note one use of an ability."""
    key = f"{private}.{kind.name}"
    g.state.used[key] = g.state.used.get(key, 0) + 1
    g.emit(PowerUsed(private, kind.name, g.state.place[private]))


def powers(g: Game, company: str, kind: AbilityKind) -> Iterator[tuple[str, Ability]]:
    """Usable abilities of one kind among the privates that a company owns."""
    for private in cards.privates(g, company):
        for ability in usable(g, private, kind):
            yield private, ability


def listed_price_range(g: Game, company: str, private: str) -> tuple[int, int]:
    """Dollars that a company may pay for a private in the phases that allow it, from and to; (0, 0) in the others."""
    return g.rules.data.privates[private].price if "privates" in trains.phase(g).flags else (0, 0)


def certificates_with(g: Game, private: str) -> list[str]:
    """The certificates that come with a private: of each company named the first that has so many shares."""
    certificates = []
    for ability in g.rules.data.privates[private].abilities:
        if ability.kind == SHARE.name:
            sizes = g.rules.data.companies[ability.company].certificates
            certificates.append(f"{ability.company}.{sizes.index(ability.shares)}")
    return certificates


def share_with_private(g: Game, event: AuctionWon) -> None:
    """Reaction: who gets the private from the bank takes the ordinary certificate that comes with it."""
    for card in certificates_with(g, event.item):
        if not card.endswith(".0"):
            cards.move(g, card, event.who, "power")
            shares.settle_float(g, card.rpartition(".")[0])


def close_at_par(g: Game, event: ParSet) -> None:
    """Reaction: a private closes when the company is started that its data name."""
    for private, data in g.rules.data.privates.items():
        for ability in data.abilities:
            if (ability.kind, ability.when, ability.company) == (CLOSE.name, "par", event.company):
                trains.close_private(g, private)


def free_train(g: Game, event: PrivateSold) -> None:
    """Reaction: a company that buys the private gets the train that comes with it, if the train still is and it has room."""
    if event.buyer not in g.state.companies:
        return
    for ability in usable(g, event.private, TRAIN):
        use(g, event.private, TRAIN)
        if g.state.place[ability.train] != places.ASIDE:
            continue
        if trains.count_for_limit(g, event.buyer) < g.rules.trains.limit(g, event.buyer):
            g.state.trains[ability.train] = TrainState(bound=True)
            cards.move(g, ability.train, event.buyer, "power")
        else:
            cards.move(g, ability.train, places.GONE, "power")
