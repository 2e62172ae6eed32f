"""18 India 7.2, 7.3, 8.4.6: why a purchase of certificates is not legal, a sentence for each mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game import cards, places, shares, trains
from game.actions import Action, BuyShare
from game.places import POOL
from game.rules import Refusal
from titles.india import control, deals, gipr, hands, rows, setup
from titles.india.actions import BuyBond, BuyCard, BuyHand, BuyHandPrivates, BuyRow, ConvertBond
from titles.india.marks import IN_GAME
from titles.india.setup import GIPR

if TYPE_CHECKING:
    from game.play import Game

PURCHASES = BuyHand | BuyHandPrivates | BuyRow | BuyCard | BuyShare | BuyBond | ConvertBond


class Buyer(NamedTuple):
    """Who buys, and under which limit of certificates."""

    name: str
    limit: int
    room: int  # certificates that may still be bought
    company: bool = False  # not a player

    @property
    def has(self) -> str:
        return f"{self.name} has" if self.company else "you have"


def player(g: Game, name: str) -> Buyer:
    limit = g.rules.shares.limit(g)
    return Buyer(name, limit, limit - shares.count_for_limit(g, name))


def why_not(g: Game, buyer: Buyer, action: Action) -> Refusal | None:
    """The first reason against a purchase, None: it is no purchase, or nothing is wrong with it."""
    match action:
        case BuyHand():
            refusals = _hand(g, buyer, action)
        case BuyHandPrivates():
            refusals = _hand_privates(g, buyer, action)
        case BuyRow():
            refusals = _row(g, buyer, action)
        case BuyShare():
            refusals = _share(g, buyer, action)
        case BuyCard():
            refusals = _card(g, buyer, action)
        case BuyBond():
            refusals = _bond(g, buyer)
        case ConvertBond():
            refusals = _conversion(g, buyer)
        case _:
            return None
    return next(refusals, None)


def _paid(g: Game, buyer: Buyer, count: int, price: int, paragraph: str) -> Iterator[Refusal]:
    """Whether so many certificates that count find room, and so many rupees are there."""
    if count > max(0, buyer.room):
        at = f"at the limit of {buyer.limit} certificates"
        full = f"{buyer.name} is {at}" if buyer.company else f"you are {at}"
        many = f"that is {count} certificate{'s' * (count != 1)}, and {buyer.has} room for {buyer.room}"
        yield Refusal(full if buyer.room <= 0 else many, "18 India 8.4.6.7" if buyer.company else "18 India 7.3")
    cash = g.state.cash[buyer.name]
    if price > cash:
        yield Refusal(f"that costs {g.rules.data.money(price)}, and {buyer.has} {g.rules.data.money(cash)}", paragraph)


def _known(g: Game, company: str, paragraph: str) -> Iterator[Refusal]:
    if company not in g.state.companies or not (IN_GAME.contains(g.state, company) or g.company(company).closed):
        yield Refusal(f"there is no company {company!r} in this game", paragraph)
    elif g.company(company).closed:
        yield Refusal(f"{company} has closed", paragraph)


def _hand(g: Game, buyer: Buyer, action: BuyHand) -> Iterator[Refusal]:
    paragraph, company = "18 India 7.2.1", action.company
    yield from _known(g, company, paragraph)
    if action.shares < 0 or not (action.shares or action.director):
        yield Refusal("choose at least one card from your hand", paragraph)
    if action.director and (company == GIPR or g.state.place[f"{company}.0"] != f"hand:{buyer.name}"):
        yield Refusal(f"the director's certificate of {company} is not in your hand", paragraph)
    have = len(hands.of_company(g, buyer.name, company))
    if action.shares > have:
        yield Refusal(f"your hand holds {have or 'no'} single certificate{'s' * (have != 1)} of {company}", paragraph)
    count = action.shares + action.director
    price = (action.shares + 2 * action.director) * g.rules.data.companies[company].par
    yield from _paid(g, buyer, count, price, paragraph)


def _hand_privates(g: Game, buyer: Buyer, action: BuyHandPrivates) -> Iterator[Refusal]:
    paragraph, own_privates = "18 India 7.2.1", cards.privates(g, f"hand:{buyer.name}")
    strange = [p for p in action.privates if p not in own_privates]
    if strange:
        yield Refusal(f"{' and '.join(strange)} is not among the private companies in your hand", paragraph)
    if not action.privates:
        yield Refusal("choose at least one private company from your hand", paragraph)
    if len({*action.privates}) < len(action.privates):
        yield Refusal("you have named a private company twice", paragraph)
    price = sum(deals.printed(g, p) for p in action.privates)
    yield from _paid(g, buyer, len(action.privates), price, paragraph)


def _row(g: Game, buyer: Buyer, action: BuyRow) -> Iterator[Refusal]:
    paragraph = "18 India 8.4.6.2" if buyer.company else "18 India 7.2.2"
    if not 1 <= action.row <= len(rows.PLACES):
        yield Refusal(f"the rows are 1 to {len(rows.PLACES)}", paragraph)
    if not 1 <= action.count <= 2 - buyer.company:
        top = "the first certificate" if buyer.company else "the first one or two certificates"
        yield Refusal(f"you can only buy {top} of a row", paragraph)
    pile = rows.row(g, action.row)
    if action.count > len(pile):
        yield Refusal(f"row {action.row} has {len(pile) or 'no'} certificate{'s' * (len(pile) != 1)} left", paragraph)
    if buyer.company and pile[0].startswith(f"{buyer.name}."):
        yield Refusal(f"{buyer.name} may never buy its own share from a row", paragraph)
    taken = pile[: action.count]
    yield from _paid(g, buyer, len(taken), sum(deals.printed(g, c) for c in taken), paragraph)


def _market(buyer: Buyer) -> str:
    return "18 India 8.4.6.3" if buyer.company else "18 India 7.2.3"


def _share(g: Game, buyer: Buyer, action: BuyShare) -> Iterator[Refusal]:
    paragraph = _market(buyer)
    yield from _known(g, action.company, paragraph)
    if action.source != POOL or not shares.held(g, POOL, action.company):
        yield Refusal(f"the pool has no share of {action.company}", paragraph)
    yield from _paid(g, buyer, 1, control.price(g, action.company), paragraph)


def _card(g: Game, buyer: Buyer, action: BuyCard) -> Iterator[Refusal]:
    if action.private not in g.rules.data.privates or g.state.place[action.private] != POOL:
        yield Refusal(f"the pool has no private company {action.private!r}", _market(buyer))
    yield from _paid(g, buyer, 1, deals.printed(g, action.private), _market(buyer))


def _bond(g: Game, buyer: Buyer) -> Iterator[Refusal]:
    paragraph = "18 India 8.4.6.4" if buyer.company else "18 India 7.2.4"
    left = [b for b in setup.bonds(g) if g.state.place[b] == places.BANK]
    if not left:
        yield Refusal("the bank has no royal bond left", paragraph)
    yield from _paid(g, buyer, 0, deals.printed(g, left[0]), paragraph)


def _conversion(g: Game, buyer: Buyer) -> Iterator[Refusal]:
    paragraph = "18 India 8.4.6.5" if buyer.company else "18 India 7.2.5"
    if "convert" not in trains.phase(g).flags:
        yield Refusal("bonds can be converted from phase IV on", paragraph)
    if not _bonds(g, buyer):
        yield Refusal(f"{buyer.has} no royal bond", paragraph)
    if g.company(GIPR).closed:
        yield Refusal("the GIPR has closed: its bonds stay bonds", paragraph)
    yield from _paid(g, buyer, 1, gipr.conversion_price(g), paragraph)


def _bonds(g: Game, buyer: Buyer) -> Sequence[str]:
    return [b for b in setup.bonds(g) if g.state.place[b] == buyer.name]
