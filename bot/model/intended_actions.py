"""Actions that typed words may mean, legal or not: for telling which rule forbids them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.model.typed_words import Reading, read_words
from bot.model.vocabulary import Vocabulary
from game import cards
from game.actions import Action, Bid, BuyShare, BuyTrain, LayTile, Par, PayDividend, SellShares, TakePrivate
from game.choices import Choice, Span, choice

SHARES = 10  # of one company that somebody may mean to sell
SIDES = 5  # the highest number of a side
MOST = 99_999  # dollars that somebody may mean to pay


def read_intended_actions(text: str, by: str, known: Vocabulary, choices: Sequence[Choice]) -> list[Action]:
    """The actions that words may speak of, legal or not: of one kind, one that may be done now where there are several, and of
    one company, which may have shares in several places.
    """
    reading: Reading = read_words(text, by, tuple(_list_conceivable_actions(by, known)), known)
    if reading.action is not None:
        return [reading.action]
    kinds = {c.kind for c in choices}
    likeliest = next((a for a in reading.several if type(a) in kinds), next(iter(reading.several), None))
    company = getattr(likeliest, "company", None)
    return [a for a in reading.several if type(a) is type(likeliest) and getattr(a, "company", None) == company]


def _list_conceivable_actions(by: str, known: Vocabulary) -> Iterator[Choice]:
    """Every lay, purchase and sale that the title knows, as if all were possible."""
    data = known.rules.data
    lays = tuple(LayTile(h, t, 0, by=by) for h in data.hexes for t in data.tiles if not t.startswith("hex"))
    if lays:
        yield choice(*lays, rotation=Span(0, SIDES))
    yield from _list_train_purchases(by, known)
    for company in data.companies:
        yield choice(*(BuyShare(company, source, by=by) for source in ("ipo", "pool", "treasury")))
        yield choice(*(SellShares(company, n, by=by) for n in range(1, SHARES + 1)))
        yield choice(Par(company, 1, by=by), price=Span(1, MOST))
    for private in data.privates:
        yield choice(TakePrivate(private, 1, by=by), price=Span(1, MOST))
        yield choice(Bid(private, 1, by=by), amount=Span(1, MOST))
    yield choice(*(PayDividend(kind, by=by) for kind in ("full", "half", "none")))


def _list_train_purchases(by: str, known: Vocabulary) -> Iterator[Choice]:
    """One train of each type from each place where one lies."""
    seen: set[tuple[str, str]] = set()
    for card in known.rules.data.train_set:
        place, kind = known.places.get(card, ""), cards.kind(card)
        if (place, kind) in seen:
            continue
        seen.add((place, kind))
        if place in known.rules.data.companies:
            yield choice(BuyTrain(card, 1, place, by=by), price=Span(1, MOST))
        else:
            yield choice(BuyTrain(card, known.rules.data.trains[kind].price, by=by))
