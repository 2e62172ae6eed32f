"""18 India 7.1, 7.2, 8.4.6: purchases and sales of certificates, alike for players and companies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game import cards, money, places, seating, shares
from game.actions import Action, BuyShare, SellShares
from game.choices import Choice, choice
from game.events import PrivateSold, Revealed, SharesBought, SharesSold
from game.places import POOL
from game.rules import Refusal
from game.share_checks import share_count
from titles.india import card_names, control, hands, rows, setup
from titles.india.actions import BuyBond, BuyCard, SellCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.play import Game
    from game.state import Card


def printed(g: Game, card: Card) -> int:
    """The price on a card: of a private its face value, of a certificate its shares times the company's price."""
    if card in g.rules.data.privates:
        return g.rules.data.privates[card].value
    company, count = g.rules.data.certificates[card]
    return count * g.rules.data.companies[company].par


def buy(g: Game, buyer: str, taken: Sequence[Card]) -> None:
    """From a hand or a row at the printed price: to the company, for privates to the bank. Control is settled after all."""
    companies, unseen = [], []
    for card in taken:
        company = g.rules.data.certificates[card][0] if card in g.rules.data.certificates else ""
        source = g.state.place[card]
        money.pay(g, buyer, company or places.BANK, printed(g, card), "share" if company else "private bought")
        number = rows.place_of(card, g)
        if number:
            rows.take(g, number, buyer)
        else:
            if hands.leave(g, card):
                unseen.append(card)
            cards.move(g, card, buyer, "bought")
        if company:
            where = "row" if number else "hand"
            g.emit(SharesBought(buyer, company, shares.shares_on(g, card), where, printed(g, card)))
            companies.append(company)
        else:
            g.emit(PrivateSold(card, source.partition(":")[0], buyer, printed(g, card)))
    if unseen:
        g.emit(Revealed(f"{card_names.several(tuple(unseen), g.rules)} in the hand of {buyer}"))
    for company in dict.fromkeys(companies):
        control.settle(g, company)


def from_market(g: Game, buyer: str, by: str, own: str) -> Iterator[Choice]:
    """18 India 7.2.3: one certificate of the Open Market, a share for its market price."""
    cash = g.state.cash[buyer]
    companies = [c for c in g.state.companies if shares.held(g, POOL, c) and control.price(g, c) <= cash]
    if companies:
        yield choice(*(BuyShare(c, POOL, by=by) for c in companies))
    lying = [p for p in cards.privates(g, POOL) if printed(g, p) <= cash]
    if lying:
        yield choice(*(BuyCard(p, by=by) for p in lying))


def bond(g: Game, buyer: str, by: str) -> Iterator[Choice]:
    """18 India 7.2.4: a royal bond from the bank."""
    if g.state.cash[buyer] >= 100 and any(g.state.place[b] == places.BANK for b in setup.bonds(g)):
        yield choice(BuyBond(by=by))


def buy_here(g: Game, buyer: str, action: Action) -> None:
    """A certificate of the Open Market, or a bond; the bank is paid."""
    match action:
        case BuyShare():
            card = control.singles(g, POOL, action.company)[0]
            price = control.price(g, action.company)
            money.pay(g, buyer, places.BANK, price, "share")
            cards.move(g, card, buyer, "bought")
            g.emit(SharesBought(buyer, action.company, shares.shares_on(g, card), POOL, price))
            control.settle(g, action.company)
        case BuyCard():
            _from_bank(g, buyer, action.private, POOL)
        case BuyBond():
            _from_bank(g, buyer, next(b for b in setup.bonds(g) if g.state.place[b] == places.BANK), places.BANK)


def _from_bank(g: Game, buyer: str, private: Card, seller: str) -> None:
    price = printed(g, private)
    money.pay(g, buyer, places.BANK, price, "private bought")
    cards.move(g, private, buyer, "bought")
    g.emit(PrivateSold(private, seller, buyer, price))


def sales(g: Game, seller: str, by: str) -> Iterator[Choice]:
    """Everything that an owner may sell now."""
    share_sales = tuple(
        SellShares(company, n, by=by)
        for company in g.state.companies
        for n in range(1, shares.held(g, seller, company) + 1)
        if not splits(g, seller, company, n) or heir(g, seller, company)
    )
    if share_sales:
        yield choice(*share_sales)
    own_privates = cards.privates(g, seller)
    bonds = [c for c in own_privates if c in setup.bonds(g)][:1]
    others = [c for c in own_privates if c not in setup.bonds(g)]
    if others or bonds:
        yield choice(*(SellCard(c, by=by) for c in (*others, *bonds)))


def splits(g: Game, seller: str, company: str, count: int) -> bool:
    """Whether a sale breaks into the director's certificate."""
    return count > len(control.singles(g, seller, company))


def heir(g: Game, seller: str, company: str) -> str:
    """18 India 7.1, 7.6: another player with two shares takes the director's certificate over, the nearest of the richest."""
    able = [p for p in seating.players_after(g, seller) if shares.held(g, p, company) >= 2]
    return max(able, key=lambda p: shares.held(g, p, company), default="")


def sell(g: Game, seller: str, action: Action) -> None:
    """To the Open Market at the market price, prices stand still; bonds go back to the bank."""
    match action:
        case SellShares():
            if splits(g, seller, action.company, action.shares):
                new = heir(g, seller, action.company)
                control.swap(g, action.company, seller, new)
                control.appoint(g, action.company, new)
            for card in control.singles(g, seller, action.company)[: action.shares]:
                cards.move(g, card, POOL, "sold")
            price = control.price(g, action.company) * action.shares
            money.pay(g, places.BANK, seller, price, "sale")
            g.emit(SharesSold(seller, action.company, action.shares, price))
            control.settle(g, action.company)
        case SellCard():
            card = action.card
            place = places.BANK if card in setup.bonds(g) else POOL
            money.pay(g, places.BANK, seller, printed(g, card), "sale")
            cards.move(g, card, place, "sold")
            g.emit(PrivateSold(card, seller, place, printed(g, card)))


def why_no_sale(g: Game, seller: str, action: Action) -> Refusal | None:
    """Why a sale is not legal."""
    match action:
        case SellShares() if action.company not in g.state.companies:
            return Refusal(f"there is no company {action.company!r} in this game")
        case SellShares() if not 0 < action.shares <= shares.held(g, seller, action.company):
            return Refusal(
                f"{g.rules.person(seller)} owns {share_count(shares.held(g, seller, action.company))} of {action.company}"
            )
        case SellShares():
            why = f"nobody else owns enough of {action.company} to become its director"
            return Refusal(why, g.rules.paragraph(heir))
        case SellCard():
            return Refusal(f"{g.rules.person(seller)} does not own {card_names.card(action.card, g.rules)}")
    return None
