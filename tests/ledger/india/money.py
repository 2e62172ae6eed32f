"""18 India's money: every payment has a reason among the rules, every reason its payment; only the bank may owe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import (
    AuctionWon,
    CompanyClosed,
    Divided,
    Event,
    Paid,
    PrivateClosed,
    PrivateSold,
    Ran,
    RoundBegan,
    SharesBought,
    SharesSold,
    TileLaid,
    TokenPlaced,
    TrainBought,
    TurnBegan,
)
from tests.ledger import money
from tests.ledger.book import kind
from tests.ledger.india import ground, papers

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger

BANK = "bank"
BOND = 100  # rupees: face value, and what a conversion brings the GIPR
close = money.close


def hear(ledger: Ledger, event: Event) -> None:
    book = ledger.book
    match event:
        case Paid():
            paid(ledger, event)
        case AuctionWon(who=who, amount=amount):
            ledger.owe(who, BANK, amount)
        case PrivateSold(private=private, seller=seller, buyer=buyer, price=price):
            face = papers.printed(ledger.facts, private)
            ledger.must(price == face, f"{private} changes hands for {price}, its face value is {face}")
            sold = seller in book.cash and seller != BANK
            ledger.owe(*((BANK, seller) if sold else (buyer, BANK)), face)
        case SharesBought():
            bought(ledger, event)
        case SharesSold(who=who, company=company, shares=shares, price=price):
            each = papers.value(book, company)
            ledger.must(price == each * shares, f"{who} gets {price} for {shares} shares of {company} at {each}")
            ledger.owe(BANK, who, price)
        case RoundBegan(name=name) if name.startswith("OR"):
            money.revenues(ledger)  # 8.1
        case TileLaid(company=company, cost=cost):
            wanted = ground.cost(ledger, event)
            ledger.must(cost == wanted, f"{company} pays {cost} for a tile that costs {wanted}")
            ledger.owe(company, BANK, cost)
        case TokenPlaced(company=company, cost=cost):
            wanted = ground.station(ledger, event)
            ledger.must(cost == wanted, f"{company} pays {cost} for a station that costs {wanted}")
            ledger.owe(company, BANK, cost)
        case TrainBought(company=company, seller=seller, price=price):
            ledger.owe(company, seller if seller in ledger.facts.companies else BANK, price)
        case PrivateClosed(private=private):
            owner = next(m.src for m in reversed(ledger.cards) if m.card == private)
            ledger.must(book.round.startswith("OR"), f"{private} closes in {book.round}")  # 8.2
            ledger.owe(BANK, owner, papers.printed(ledger.facts, private))
        case TurnBegan():
            ledger.notes["earned"] = 0
        case Ran(revenue=revenue):
            ledger.notes["earned"] = revenue
        case Divided():
            divided(ledger, event)
        case CompanyClosed(company=company):
            ledger.must(not book.cash[company], f"{company} closes and keeps {book.cash[company]}")
        case _ if type(event).__name__ == "TrainSold":
            resold(ledger, getattr(event, "company", ""), getattr(event, "train", ""), getattr(event, "price", 0))
        case _ if type(event).__name__ == "GuarantyPaid":
            guaranty(ledger, getattr(event, "company", ""), getattr(event, "each", 0))


def paid(ledger: Ledger, event: Paid) -> None:
    book, src, amount = ledger.book, event.src, event.amount
    ledger.paid[src, event.dst, amount] += 1
    ledger.must(amount > 0, f"{src} pays {event.dst} {amount}")
    if src == BANK and book.cash[BANK] < amount:  # 9.1
        ledger.notes.setdefault("broke", book.round)
    ledger.must(src == BANK or book.cash[src] >= amount, f"{src} has {book.cash[src]} and pays {amount}")
    if event.why == "closed":  # 8.4.4.4
        ledger.must("c" in book.zone(src), f"{src} is closed at {book.price(src)}")
        ledger.must(amount == book.cash[src], f"{src} closes with {book.cash[src]} and pays {amount}")
        ledger.owe(src, BANK, amount)


def bought(ledger: Ledger, event: SharesBought) -> None:
    """7.2.1, 7.2.2: printed prices to the company; 7.2.3: market price to the bank; 7.2.5: what a bond does not cover."""
    book, company, buyer = ledger.book, event.company, event.who
    match event.source:
        case "hand" | "row":
            price, payee = event.shares * int(ledger.facts.companies[company]["par"]), company
        case "pool":
            price, payee = papers.value(book, company), BANK
            ledger.must(event.shares == 1, f"{buyer} buys {event.shares} shares of {company} out of the Open Market")
        case "bond":
            price, payee = max(0, papers.value(book, company) - BOND), BANK
            ledger.must(company == papers.GIPR, f"a bond becomes a share of {company}")
            ledger.must("convert" in ledger.facts.flags(book.phase), f"a bond is converted in phase {book.phase}")
            ledger.owe(BANK, papers.GIPR, BOND)
        case other:
            raise AssertionError(other)
    ledger.must(event.price == price, f"{buyer} pays {event.price} for {event.shares} of {company}, due are {price}")
    ledger.owe(buyer, payee, price)


def resold(ledger: Ledger, company: str, train: str, price: int) -> None:
    """8.4.5.5: the resale value on the card, if there is one."""
    wanted = ledger.facts.game["numbers"].get(f"resale_{kind(train)}", 0)
    ledger.must(price == wanted > 0, f"the bank pays {price} for {train}, its resale value is {wanted}")
    ledger.owe(BANK, company, price)


def owners(ledger: Ledger, company: str) -> dict[str, int]:
    """8.4.4.2: shares of players and companies, the company's own ones too."""
    book = ledger.book
    return {who: book.shares(who, company) for who in (*book.order, *book.marks["in game"])}


def divided(ledger: Ledger, event: Divided) -> None:
    """8.4.4.1, 8.4.4.2: all is kept, or a tenth is paid on each share that somebody owns."""
    company, earned = event.company, ledger.notes["earned"]
    ledger.must(event.revenue == earned, f"{company} has earned {earned} and divides {event.revenue}")
    ledger.must(event.kind in ("full", "none"), f"{company} pays {event.kind}")
    if event.kind == "none":
        ledger.owe(BANK, company, earned)
        return
    ledger.must(event.each == earned // 10, f"{company} pays {event.each} a share of {earned}")
    for who, held in owners(ledger, company).items():
        ledger.owe(BANK, who, held * (earned // 10))


def guaranty(ledger: Ledger, company: str, each: int) -> None:
    """2.3.1: five per cent of the market price, rounded down, on each share."""
    wanted = ledger.book.price(company) * 5 // 100
    ledger.must(each == wanted, f"the guaranty of {company} pays {each} a share, {wanted} are due")
    ledger.notes["guaranteed"] = company
    for who, held in owners(ledger, company).items():
        ledger.owe(BANK, who, held * wanted)
