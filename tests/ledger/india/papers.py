"""18 India's certificates: what they are, where they may lie, selection and draft, rows from the top only."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from game.events import CardMoved, Event

if TYPE_CHECKING:
    from tests.ledger.book import Book
    from tests.ledger.facts import Facts
    from tests.ledger.ledger import Ledger

GIPR = "GIPR"
ROWS = ("row:1", "row:2", "row:3")
REGIONS = ("east", "west", "south")


def is_bond(card: str) -> bool:
    return card.startswith("RB")


def privates(data: Facts) -> list[str]:
    """The six private companies."""
    return [p for p in data.privates if not is_bond(p)]


def bonds(data: Facts) -> list[str]:
    return [p for p in data.privates if is_bond(p)]


def director(card: str) -> bool:
    """Whether a card is a director's certificate; the GIPR has none (2.4)."""
    return card.endswith(".0") and not card.startswith(GIPR)


def printed(data: Facts, card: str) -> int:
    """The price on a card, a director's certificate being two shares."""
    if card in data.privates:
        return int(data.privates[card]["value"])
    company, count = data.certificates[card]
    return count * int(data.companies[company]["par"])


def value(book: Book, company: str) -> int:
    """7.1, 7.2.3: a share's market price, before there is a marker the printed one."""
    return book.price(company) or int(book.facts.companies[company]["par"])


def counts(book: Book, card: str) -> bool:
    """7.3: certificates and privates, no bonds."""
    return card in book.facts.certificates or (card in book.facts.privates and not is_bond(card))


def holdings(book: Book) -> Counter[str]:
    """How many certificates that count lie where."""
    return Counter(place for card, place in book.place.items() if counts(book, card))


def check_deal(ledger: Ledger) -> None:
    """5.3.3, 5.3.4, 5.4, 6.2, 6.3: companies of each region, a guaranty in each, as many cards as the tables say."""
    book, data = ledger.book, ledger.facts
    numbers, players = data.game["numbers"], len(book.order)
    for region in REGIONS:
        listed = [c for c in book.marks["in game"] if data.companies[c].get("group") == region]
        ledger.must(len(listed) == 3, f"{listed} are in the game for the {region}")
        ledger.must(len({*listed} & {*book.marks["guaranty"]}) == 1, f"guaranties in the {region}")
    ledger.must(GIPR in book.marks["in game"], "the GIPR is not in the game")
    lying = Counter(book.place[card] for card in (*data.certificates, *privates(data)))
    wanted = {f"hand:{p}": numbers[f"dealt_{players}"] for p in book.order} | dict.fromkeys(
        ROWS, numbers[f"row_{players}"]
    )
    wanted |= {"pool": 88 - sum(wanted.values()), "aside": 10, "draft": 9, "gone": 8 * 9}
    ledger.must(lying == wanted, f"cards lie {dict(lying)}, and should {wanted}")
    heads = [c for c in data.certificates if director(c) and book.place[c] == "draft"]
    ledger.must(len(heads) == 9, f"{heads} lie in the draft")


# ---------------------------------------------------------------------- what moves


def hear(ledger: Ledger, event: Event) -> None:
    book = ledger.book
    match type(event).__name__:
        case "Kept":
            kept(ledger, getattr(event, "who", ""), getattr(event, "cards", ()))
        case "PoolOpened":
            opened(ledger, getattr(event, "cards", ()))
        case "Drafted":
            drafted(ledger, getattr(event, "who", ""), getattr(event, "card", ""))
    if not isinstance(event, CardMoved):
        return
    card, src, dst, why = event.card, event.src, event.dst, event.why
    ledger.must(book.place.get(card) == src, f"{card} leaves {src}, but lies in {book.place.get(card)}")
    ledger.must(card not in ledger.facts.certificates or dst in places(ledger, card), f"{card} comes to {dst}")
    if src in ROWS:
        pile = book.marks[src]
        ledger.must(why == "closed" or pile[0] == card, f"{card} is taken out of {src}, whose top is {pile[0]}")
        pile.remove(card)
    if src.startswith("hand:") and why != "closed":
        ledger.must(dst == src.removeprefix("hand:"), f"{card} goes out of {src} to {dst}")


def places(ledger: Ledger, card: str) -> set[str]:
    """Where a certificate may come to: 8.4.6.6: companies own no director's certificate, 7.1: nor does the Open Market."""
    book = ledger.book
    found = {*book.order, "gone", *(f"hand:{p}" for p in book.order)}
    return found if director(card) else found | {"pool", *book.marks["in game"]}


def kept(ledger: Ledger, player: str, cards: tuple[str, ...]) -> None:
    """6.4: exactly as many of the cards dealt to him as the table says."""
    wanted = ledger.facts.game["numbers"][f"kept_{len(ledger.book.order)}"]
    own = all(ledger.book.place[c] == f"hand:{player}" for c in cards)
    ledger.must(own and len({*cards}) == wanted, f"{player} keeps {cards}, {wanted} of his hand should stay")
    ledger.notes.setdefault("kept", {})[player] = {*cards}


def opened(ledger: Ledger, cards: tuple[str, ...]) -> None:
    """6.5: what nobody has kept, and the directors' certificates."""
    book, chosen = ledger.book, ledger.notes["kept"]
    dealt = {c for c, place in book.place.items() if place.startswith("hand:")}
    left = {c for c in dealt if c not in chosen.get(book.place[c].removeprefix("hand:"), ())}
    heads = {c for c, place in book.place.items() if place == "draft"}
    ledger.must(chosen.keys() == {*book.order}, f"only {[*chosen]} have chosen")
    ledger.must({*cards} == left | heads, f"the draft opens with {cards}")


def drafted(ledger: Ledger, player: str, _card: str) -> None:
    """6.5: one card each, backwards at first, then forwards for ever."""
    seats = ledger.book.order
    number = ledger.notes["drafted"] = ledger.notes.get("drafted", -1) + 1
    wanted = seats[len(seats) - 1 - number] if number < len(seats) else seats[number % len(seats)]
    ledger.must(player == wanted, f"{player} drafts, and {wanted} is next")
    ledger.notes["last drafter"] = player
