"""Money: every payment has a reason among the rules, every reason its payment, nobody owes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import (
    AuctionWon,
    CompanyClosed,
    Event,
    Paid,
    Passed,
    PrivateSold,
    RoundBegan,
    SharesBought,
    SharesSold,
    TileLaid,
    TokenPlaced,
    TrainBought,
)

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger

BANK = "bank"


def hear(ledger: Ledger, event: Event) -> None:
    book = ledger.book
    match event:
        case Paid(src=src, dst=dst, amount=amount, why=why):
            ledger.paid[src, dst, amount] += 1
            ledger.must(amount > 0, f"{src} pays {dst} {amount}")
            ledger.must(
                src == BANK or book.cash[src] >= amount, f"{src} has {book.cash[src]} and pays {amount} for {why}"
            )
            if why == "forfeit":
                ledger.must(amount == book.cash[src], f"{src} is bankrupt with {book.cash[src]} and forfeits {amount}")
                ledger.must(dst in ledger.terms.heirs(book, src), f"what {src} forfeits goes to {dst}")
                ledger.owe(src, dst, amount)
            if why == "help":
                ledger.must(dst == book.turn and src == book.president[dst], f"{src} helps {dst} with {amount}")
                ledger.owe(src, dst, amount)
        case AuctionWon(who=who, amount=amount):
            ledger.owe(who, BANK, amount)
        case PrivateSold(private=private, seller=seller, buyer=buyer, price=price):
            ledger.owe(buyer, seller, price)
            if buyer in ledger.facts.companies:
                low, high = ledger.terms.private_price(ledger, private)
                ledger.must(
                    low <= price <= high, f"{buyer} pays {price} for {private}, from {low} to {high} is allowed"
                )
        case SharesBought(who=who, company=company, shares=shares, source=source, price=price):
            each = book.par[company] if source == "ipo" else book.price(company)
            ledger.must(price == each * shares, f"{who} pays {price} for {shares} shares of {company} at {each}")
            ledger.owe(who, company if source == "treasury" else BANK, price)
        case SharesSold(who=who, company=company, shares=shares, price=price):
            each = book.price(company)
            ledger.must(price == each * shares, f"{who} gets {price} for {shares} shares of {company} at {each}")
            ledger.owe(BANK, who, price)
        case RoundBegan(name=name) if name.startswith("OR"):
            revenues(ledger)
        case Passed(what="auction"):
            lap(ledger)
        case TileLaid(company=company, cost=cost):
            wanted = ledger.terms.terrain(ledger, event)
            ledger.must(cost == wanted, f"{company} pays {cost} for a tile that costs {wanted}")
            ledger.owe(company, BANK, cost)
        case TokenPlaced(company=company, cost=cost):
            wanted = ledger.terms.station(ledger, event)
            ledger.must(cost == wanted, f"{company} pays {cost} for a station that costs {wanted}")
            ledger.owe(company, BANK, cost)
        case TrainBought(company=company, seller=seller, price=price):
            ledger.owe(company, seller if seller in ledger.facts.companies else BANK, price)
        case CompanyClosed(company=company):
            ledger.owe(company, BANK, ledger.terms.closing(ledger, event))
    if not isinstance(event, Passed | Paid):
        ledger.notes["passes in the auction"] = 0
    ledger.terms.capital(ledger, event)


def revenues(ledger: Ledger) -> None:
    """Each private pays its owner at the start of an operating round."""
    for private, data in ledger.facts.privates.items():
        owner = ledger.book.place[private]
        if owner in ledger.book.cash and owner != BANK:
            ledger.owe(BANK, owner, data["revenue"])


def lap(ledger: Ledger) -> None:
    """When all have passed in a waterfall auction whose first private is sold, privates pay."""
    count = ledger.notes.get("passes in the auction", 0) + 1
    ledger.notes["passes in the auction"] = count % len(ledger.book.order)
    first = next(iter(ledger.facts.privates), "")
    if not ledger.notes["passes in the auction"]:
        ledger.notes["lapped"] = True
    if not ledger.notes["passes in the auction"] and ledger.terms.waterfall and ledger.book.place[first] != BANK:
        revenues(ledger)


def close(ledger: Ledger) -> None:
    """What was paid in a play is what had to be paid."""
    for (src, dst, dollars), times in (ledger.owed - ledger.paid).items():
        ledger.must(not times, f"{src} should pay {dst} {dollars}, and did not")
    for (src, dst, dollars), times in (ledger.paid - ledger.owed).items():
        ledger.must(not times, f"{src} pays {dst} {dollars} for no reason that the rules know")
