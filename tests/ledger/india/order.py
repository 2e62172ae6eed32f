"""18 India's order: rounds, who operates next, whose stock turn it is, the list of passes, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.events import BankBroke, Event, GameEnded, Passed, RoundBegan, RoundEnded, TurnBegan, TurnEnded
from tests.ledger.india.papers import GIPR

if TYPE_CHECKING:
    from tests.ledger.ledger import Ledger


def hear(ledger: Ledger, event: Event) -> None:
    book, notes = ledger.book, ledger.notes
    in_stock_round = book.round.startswith("SR")
    match event:
        case RoundBegan(name=name):
            begins(ledger, name)
        case TurnBegan(who=who):
            notes["turn number"] = notes.get("turn number", 0) + 1
            turn(ledger, who)
        case Passed(who=who, what="stock round") if in_stock_round:
            notes["passed"] = who
        case TurnEnded(who=who) if in_stock_round and who in book.order:
            listed(ledger, who)
        case RoundEnded(name=name) if name.startswith("OR"):
            left = [c for c in notes["line"] if c not in book.marks.get("closed", ())]
            ledger.must(not left, f"{name} is over, and {left} did not operate")
            stuck = [c for c in book.floated if "c" in book.zone(c)]
            ledger.must(not stuck, f"{stuck} should have closed")
        case BankBroke():
            notes["told broke"] = True
        case GameEnded(why=why):
            ended(ledger, why)
        case _ if type(event).__name__ == "Reordered":
            order = [*getattr(event, "order", ())]
            ledger.must(order == notes["list"], f"the next order is {order}, and should be {notes['list']}")
            ledger.must(notes["in a row"] == len(book.order), f"only {notes['in a row']} have passed in a row")
            book.order[:] = order


def begins(ledger: Ledger, name: str) -> None:
    """1.2, 8.0: selection, draft, then a stock round and two operating rounds again and again."""
    book, notes = ledger.book, ledger.notes
    before = book.round
    number = int(before.partition(" ")[2].partition(".")[0] or 0)
    wanted = (
        "Draft"
        if before == "Selection"
        else f"OR {number}.1"
        if before.startswith("SR")
        else f"OR {number}.2"
        if before == f"OR {number}.1"
        else f"SR {number + 1}"
    )
    ledger.must(name == wanted, f"{name} follows {before}")
    ledger.must(before != last(ledger), f"{name} begins after {before}, which is the last round")
    if name == "SR 1":  # 6.5: after the last drafter
        first = book.after(notes["last drafter"])[0]
        at = book.order.index(first)
        book.order[:] = book.order[at:] + book.order[:at]
    if name.startswith("SR"):
        notes |= {"list": [], "in a row": 0, "buying": False, "sellers": [], "passed": "", "next": 0}
    else:
        floated = [c for c in book.ranked() if c in book.floated and book.president.get(c)]
        ready = "gipr" in ledger.facts.flags(book.phase)
        notes["line"] = [c for c in floated if c != GIPR or ready]  # 2.2.1, 2.4.1, 8.3


def turn(ledger: Ledger, who: str) -> None:
    book, notes = ledger.book, ledger.notes
    if who in ledger.facts.companies:
        closed = book.marks.get("closed", [])
        line = [c for c in notes["line"] if c not in closed]
        ledger.must(line[:1] == [who], f"{who} operates, and {line[:1]} is next")
        notes["line"] = line[1:]
        return
    if not notes["buying"] and "early_pass_order" in ledger.facts.options and book.round != "SR 1":
        notes["list"] = [p for p in book.order if p not in notes["sellers"]]
    wanted = book.order[notes["next"] % len(book.order)]
    notes["next"] += 1
    ledger.must(who == wanted, f"{who} has a stock turn, and {wanted} is next")
    ledger.must(notes["in a row"] < len(book.order), f"{who} has a turn, and all have passed")


def listed(ledger: Ledger, player: str) -> None:
    """7.5: a pass puts a player on the list, a purchase takes him off it."""
    notes = ledger.notes
    passed = notes["passed"] == player
    notes["passed"] = ""
    notes["in a row"] = notes["in a row"] + 1 if passed else 0
    if passed and player not in notes["list"]:
        notes["list"].append(player)
    elif not passed and player in notes["list"]:
        notes["list"].remove(player)


# ---------------------------------------------------------------------- the end


def last(ledger: Ledger) -> str:
    """9.1: the round after which the game is over, as far as that is known; the sooner of two ends counts."""
    found = []
    broke, reached = ledger.notes.get("broke", ""), ledger.notes.get("price reached", "")
    if broke:
        number = broke.partition(" ")[2].partition(".")[0]
        whole = broke.startswith("SR") or "bank_full_set" in ledger.facts.options
        found.append(f"OR {number}.2" if whole else broke)
    if reached:
        found.append(reached)
    return min(found, default="", key=lambda name: [int(n) for n in name.partition(" ")[2].split(".")])


def ended(ledger: Ledger, why: str) -> None:
    if why != "standstill":
        due = last(ledger)
        ledger.must(
            ledger.book.round == due, f"the game ends after {ledger.book.round}, and should after {due or 'more'}"
        )
        ledger.must(why in ("bank", "price"), f"the game ends by {why}")


def close(ledger: Ledger) -> None:
    """9.1: the bank is exhausted when it has to pay more than it has."""
    if ledger.book.cash["bank"] < 0 and "broke" not in ledger.notes:
        raise AssertionError("the bank's fall is noted when it pays")
    ledger.must(("broke" in ledger.notes) == ledger.notes.get("told broke", False), "the bank has broken, or has not")
