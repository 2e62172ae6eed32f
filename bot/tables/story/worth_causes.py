"""Why players' worth changes, booked from events one by one: what each received and paid, what their cards are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from game.events import (
    AuctionWon,
    CardMoved,
    CompanyClosed,
    Event,
    Paid,
    PriceMoved,
    PrivateSold,
    SharesBought,
    SharesSold,
)
from game.rules import Rules

TRADED = ("share", "sale", "private bought", "auction", "minor")
GIVEN = "power"  # why a share moves that comes with a private


class Kind(StrEnum):
    """What sort of cause it is, in the order in which causes are told."""

    DIVIDENDS = "dividends"
    GUARANTIES = "guaranties"
    PRIVATES = "privates"
    PRICES = "prices"  # of shares that a player kept
    TRADES = "trades"  # shares bought or sold at another price than the market's
    BOUGHT = "bought"  # privates at another price than their face value
    SOLD = "sold"  # the same, of who sold them
    MINORS = "minors"  # what was paid for minors, which count nothing
    EXCHANGED = "exchanged"  # shares that came for minors
    CONVERTED = "converted"  # a bond that became a share
    GIFTS = "gifts"  # shares that came with a private
    HELP = "help"  # paid for a company's train
    PRIVATES_CLOSED = "privates closed"
    COMPANIES_CLOSED = "companies closed"
    BANKRUPTCY = "bankruptcy"
    OTHER = "other"  # payments for any other reason
    ASSETS = "assets"  # a player's part of what companies own, where a title counts that


class Cause(NamedTuple):
    """A reason why somebody's worth changed, and the card or company it is about; "" for none."""

    kind: Kind
    about: str = ""


# payments by their reason; purchases and sales are booked by the event that names what was bought
PAID = {
    "dividend": Kind.DIVIDENDS,
    "revenue": Kind.DIVIDENDS,
    "guaranty": Kind.GUARANTIES,
    "private": Kind.PRIVATES,
    "face value": Kind.PRIVATES_CLOSED,
    "conversion": Kind.CONVERTED,
    "help": Kind.HELP,
    "forfeit": Kind.BANKRUPTCY,
}
# shares by why they moved; others were bought, sold or changed for the president's
SHARES_MOVED = {
    GIVEN: Kind.GIFTS,
    "exchanged": Kind.EXCHANGED,
    "converted": Kind.CONVERTED,
    "closed": Kind.COMPANIES_CLOSED,
    "bankrupt": Kind.BANKRUPTCY,
}
PRIVATES_MOVED = {
    "closed": Kind.PRIVATES_CLOSED,
    "converted": Kind.CONVERTED,
    "bankrupt": Kind.BANKRUPTCY,
}


class WorthLedger:
    """What players' cards are worth by the events so far, and why each player's worth has changed since it was last asked."""

    def __init__(self, rules: Rules, players: Iterable[str]) -> None:
        self._data = rules.data
        self._changes: dict[str, Counter[Cause]] = {p: Counter() for p in players}
        self._owners: dict[str, str] = {}  # of cards that a player has
        self._gifts: set[str] = set()  # of those the ones that came with a private
        self._prices = {c: company.par for c, company in rules.data.companies.items()}  # printed ones; 0: none yet

    def take_changes(self) -> dict[str, Counter[Cause]]:
        """The causes since this was last asked, by player, in dollars."""
        changes, self._changes = self._changes, {p: Counter() for p in self._changes}
        return changes

    def shares_of(self, company: str) -> Counter[str]:
        """How many shares of a company each player has now."""
        held: Counter[str] = Counter()
        for card, owner in self._owners.items():
            of, shares = self._data.certificates.get(card, ("", 0))
            if of == company and owner in self._changes:
                held[owner] += shares
        return held

    def note(self, event: Event) -> None:
        """Book one event."""
        match event:
            case Paid(src=src, dst=dst, amount=amount, why=why) if why not in TRADED:
                kind = PAID.get(why, Kind.OTHER)
                self._note_payment(src, -amount, Cause(kind, dst if kind is Kind.HELP else ""))
                self._note_payment(dst, amount, Cause(kind))
            case SharesBought(who=who, price=price, source=source) if source != "bond":  # that payment is booked above
                self._note_payment(who, -price, Cause(Kind.TRADES))
            case SharesSold(who=who, price=price):
                self._note_payment(who, price, Cause(Kind.TRADES))
            case PrivateSold(private=private, seller=seller, buyer=buyer, price=price):
                self._note_payment(seller, price, Cause(Kind.SOLD, private))
                self._note_payment(buyer, -price, Cause(Kind.BOUGHT, private))
            case AuctionWon(who=who, item=item, amount=amount):
                self._note_payment(who, -amount, self._purchase_of(item))
            case CardMoved(card=card, src=src, dst=dst, why=why):
                self._note_payment(src, -self._value(card), self._move_of(card, why, Kind.SOLD))
                self._note_payment(dst, self._value(card), self._move_of(card, why, Kind.BOUGHT))
                self._owners[card] = dst
                self._gifts = self._gifts | {card} if why == GIVEN else self._gifts - {card}
            case PriceMoved(company=company, old=old, new=new):
                self._reprice(company, self._data.cell(new).price if new else 0, Kind.PRICES if old else Kind.TRADES)
            case CompanyClosed(company=company):
                self._reprice(company, 0, Kind.COMPANIES_CLOSED)
            case _:
                pass

    def _note_payment(self, who: str, amount: int, cause: Cause) -> None:
        """Add dollars to a player's account; what others receive and pay is none of it."""
        if who in self._changes and amount:
            self._changes[who][cause] += amount

    def _purchase_of(self, item: str) -> Cause:
        """The cause to which the price of a lot belongs."""
        if item in self._data.companies:
            return Cause(Kind.MINORS)
        return Cause(Kind.BOUGHT, item) if item in self._data.privates else Cause(Kind.TRADES)

    def _move_of(self, card: str, why: str, traded: Kind) -> Cause:
        """The cause to which the value of a card that moved belongs. `traded`: whether its owner has bought or sold it."""
        if card in self._data.privates:
            kind = PRIVATES_MOVED.get(why, traded)
            return Cause(kind) if kind is Kind.CONVERTED else Cause(kind, card)
        return Cause(SHARES_MOVED.get(why, Kind.TRADES))

    def _value(self, card: str) -> int:
        """What a card counts now."""
        if card in self._data.privates:
            return self._data.privates[card].value
        if card not in self._data.certificates:
            return 0
        company, shares = self._data.certificates[card]
        return shares * self._prices[company]

    def _reprice(self, company: str, price: int, kind: Kind) -> None:
        """Give a company another price and book what that is to those who own its shares."""
        step, self._prices[company] = price - self._prices[company], price
        for card, owner in self._owners.items():
            held, shares = self._data.certificates.get(card, ("", 0))
            if held == company:
                given = kind is Kind.TRADES and card in self._gifts  # its company had no price when it came
                self._note_payment(owner, shares * step, Cause(Kind.GIFTS if given else kind))
