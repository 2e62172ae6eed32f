"""Trains: the depot, limits, purchases, phases and rust."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game import cards, money, places
from game.checks import Purchase
from game.events import PhaseBegan, PrivateClosed, Rusted, TrainBought, TrainDiscarded
from game.state import TrainState

if TYPE_CHECKING:
    from game.play import Game
    from game.title_data import Phase, TrainType


def phase(g: Game) -> Phase:
    """The phase of the game."""
    return g.rules.data.phases[g.state.phase]


def type_of(g: Game, card: str) -> TrainType:
    """The type of a train card."""
    return g.rules.data.type_of_train[card]


def owned(g: Game, company: str) -> list[str]:
    """The train cards of a company."""
    return cards.trains(g, company)


def count_for_limit(g: Game, company: str) -> int:
    """Trains of a company that count for the limit: obsolete ones only where the title says so."""
    cards, special = owned(g, company), g.state.trains
    if g.rules.trains.obsolete_count or special.keys().isdisjoint(cards):
        return len(cards)
    return sum(1 for t in cards if t not in special or not special[t].obsolete)


def phase_limit(g: Game, company: str) -> int:
    """Trains that a company may hold, by its kind or its size in shares."""
    limits = phase(g).limit
    kind = g.rules.data.companies[company].kind
    if kind in limits:
        return limits[kind]
    return limits.get(str(g.company(company).size), limits.get("", 0))


def bank_trains(g: Game) -> list[str]:
    """What the bank sells now: the next train of the depot, types that are sold beside it, one of each face in the pool."""
    depot = cards.trains(g, places.DEPOT)
    front = depot[:1]
    for kind, data in g.rules.data.trains.items():
        if data.sold_from and phase_has_begun(g, data.sold_from) and [kind] != [cards.kind(c) for c in front[:1]]:
            front += [c for c in depot[1:] if cards.kind(c) == kind][:1]
    seen: dict[str, str] = {}
    for card in cards.trains(g, places.POOL):
        seen.setdefault(face(g, card), card)
    return front + list(seen.values())


def bank_offers(g: Game, company: str, bought: int) -> Iterator[Purchase]:
    """What the bank could sell a company now: each train on each of its sides and at each price, bar the checks.

    `bought`: trains that the company has bought from the bank in this turn.
    """
    for card in bank_trains(g):
        kind = type_of(g, card)
        for side in [s.name for s in kind.sides] or [""]:
            for using, off in [("", 0), *g.rules.trains.discounts(g, company, card)]:
                price = max(0, kind.price - off)
                yield Purchase(company, card, g.state.place[card], price, bought, side, using)


def phase_has_begun(g: Game, train: str) -> bool:
    """Whether the phase that a train starts has begun, or a later one."""
    names = list(g.rules.data.phases)
    return names.index(g.rules.data.phase_of[train]) <= names.index(g.state.phase)


def face(g: Game, card: str) -> str:
    """What a train shows: the side that is up, else its type."""
    state = g.state.trains.get(card)
    return state.side if state is not None and state.side else cards.kind(card)


def train_name(g: Game, word: str) -> str:
    """`4-train`: what players call a card, owned or not; of a word that is no card the train that it would be."""
    return g.rules.data.train_called(face(g, word) if word in g.rules.data.train_set else word)


def buy(g: Game, purchase: Purchase) -> None:
    """Pay, take the train, and let a new phase begin if it is the first of its kind from the depot."""
    seller = purchase.seller if purchase.seller in g.state.companies else places.BANK
    money.pay(g, purchase.company, seller, purchase.price, "train")
    cards.move(g, purchase.train, purchase.company, "bought")
    if purchase.side:
        g.state.trains[purchase.train] = TrainState(side=purchase.side)
    shown = g.state.trains[purchase.train].side if purchase.train in g.state.trains else ""
    g.emit(TrainBought(purchase.company, purchase.train, purchase.seller, purchase.price, shown))
    if purchase.seller == places.DEPOT:
        kind, names = cards.kind(purchase.train), list(g.rules.data.phases)
        for trigger, train in ((purchase.side or kind, kind), (purchase.train, purchase.train)):
            new = g.rules.data.phase_of.get(trigger, "")
            if new and names.index(new) > names.index(g.state.phase):
                begin_phase(g, new, train)


def begin_phase(g: Game, name: str, train: str) -> None:
    """A train that starts a phase was bought: rust, closing of privates. Discards are the buying step's.

    `train`: its kind if it was the first, its card where the data name that one.
    """
    g.state.phase = name
    g.emit(PhaseBegan(name))
    for kind, data in g.rules.data.trains.items():
        if data.rusts_on == train:
            rust(g, kind)
        if data.obsolete_on == train:
            make_obsolete(g, kind)
    if "close_privates" in phase(g).flags:
        for private in g.rules.data.privates:
            close_private(g, private)


def _of_kind(g: Game, kind: str) -> list[str]:
    """The cards of a kind that are still in the game."""
    return [c for c in g.rules.data.train_cards if cards.kind(c) == kind and g.state.place[c] != places.GONE]


def rust(g: Game, kind: str) -> None:
    """All trains of a kind leave the game without compensation."""
    remove(g, kind, _of_kind(g, kind))


def remove(g: Game, kind: str, trains: list[str]) -> None:
    """Take these trains out of the game; only those that somebody could have used are told of."""
    lost = tuple(c for c in trains if g.state.place[c] not in (places.DEPOT, places.ASIDE))
    for card in trains:
        g.state.trains.pop(card, None)
        cards.move(g, card, places.GONE, "rusted")
    if lost:
        g.emit(Rusted(kind, lost))


def make_obsolete(g: Game, kind: str) -> None:
    """Trains of a kind run once more; those that belong to no company go at once."""
    for card in _of_kind(g, kind):
        if g.state.place[card] in g.state.companies:
            g.state.trains.setdefault(card, TrainState()).obsolete = True
        else:
            cards.move(g, card, places.GONE, "rusted")


def retire(g: Game, company: str) -> None:
    """The company's obsolete trains have run for the last time."""
    done = [t for t in owned(g, company) if t in g.state.trains and g.state.trains[t].obsolete]
    for kind in dict.fromkeys(cards.kind(t) for t in done):
        remove(g, kind, [t for t in done if cards.kind(t) == kind])


def crowded(g: Game) -> list[str]:
    """Companies over their train limit, in the order of the table."""
    fleets = cards.trains_by_owner(g)
    limit = g.rules.trains.limit
    return [
        c
        for c in g.rules.data.companies
        if c in fleets and len(fleets[c]) > (most := limit(g, c)) and count_for_limit(g, c) > most
    ]


def discard(g: Game, company: str, train: str) -> None:
    """A train goes to the pool, where the bank sells it at face value; its next buyer chooses its side."""
    shown = ""
    if train in g.state.trains:
        shown, g.state.trains[train].side = g.state.trains[train].side, ""
    cards.move(g, train, places.POOL, "discarded")
    g.emit(TrainDiscarded(company, train, shown))


def close_private(g: Game, private: str) -> None:
    """A private leaves the game: revenue, blocks and powers end."""
    if g.state.place[private] != places.GONE:
        cards.move(g, private, places.GONE, "closed")
        g.emit(PrivateClosed(private))
