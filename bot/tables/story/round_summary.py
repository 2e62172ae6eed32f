"""What a round came to when it is over: each player's worth, the change, what was bought and sold; what companies did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.model.results import Move
from bot.tables.story.game_summary import events_by_round
from bot.tables.story.worth_causes import Cause, Kind, WorthLedger
from bot.tables.table import Table
from game import cards
from game.events import (
    CardMoved,
    Divided,
    Event,
    Paid,
    PriceMoved,
    Ran,
    RoundBegan,
    RoundEnded,
    Rusted,
    SharesBought,
    SharesSold,
    TrainBought,
)
from game.places import GONE
from game.rules import Rules


@dataclass
class CompanyRound:
    """What a company did in a round. Prices in dollars, None: not on the market."""

    revenue: int = 0
    kind: str = ""
    bought: dict[str, str] = field(
        default_factory=dict
    )  # trains that it did not sell in the same round: what they show, by card
    before: int | None = None
    after: int | None = None
    sold: set[str] = field(default_factory=set)  # trains, by card, that it had before
    first: int | None = None  # its first price, of a company that came onto the market in the round

    @property
    def trains(self) -> list[str]:
        """What its new trains show; one that it sold and bought back is not new."""
        return list(self.bought.values())


@dataclass
class Round:
    """A round that is over."""

    name: str
    worth: dict[str, int] = field(default_factory=dict)  # at its end, by seat
    change: dict[str, int] = field(default_factory=dict)  # since the round before
    shares: dict[str, Counter[str]] = field(
        default_factory=dict
    )  # by seat: bought less sold, and what came for a minor, by company
    causes: dict[str, Counter[Cause]] = field(default_factory=dict)  # by seat: why its worth has changed, in dollars
    companies: dict[str, CompanyRound] = field(default_factory=dict)
    unpriced: dict[str, Counter[str]] = field(
        default_factory=dict
    )  # by seat: percent that came free, without a price yet
    rusted: Counter[str] = field(default_factory=Counter)  # trains that rusted, by type
    drafted: dict[str, list[str]] = field(default_factory=dict)  # cards by seat, as everybody has seen them taken
    # By seat: minors given up, each with the company of which it became a share, "" for none.
    minors: dict[str, dict[str, str]] = field(default_factory=dict)
    income: bool = False  # players' privates have paid since, as the next round began


def summarize_rounds(moves: Sequence[Move], rules: Rules, start: Mapping[str, int]) -> list[Round]:
    """All rounds of a line that are over. `start`: what each player had at the beginning."""
    finished: list[Round] = []
    prices: dict[str, int | None] = {}
    ledger = WorthLedger(rules, start)
    before = dict(start)
    current = Round("")
    for name, event in events_by_round(moves):
        if isinstance(event, RoundBegan) or not current.name:
            current = Round(name)
        _note_event(current, event, rules, prices)
        ledger.note(event)
        if finished and isinstance(event, Paid) and event.why == "private" and event.dst in start:
            finished[-1].income = True
        if isinstance(event, RoundEnded):
            current.name, current.worth = event.name, dict(event.worth)
            current.change = {p: n - before.get(p, 0) for p, n in event.worth.items()}
            current.causes = _complete_causes(ledger.take_changes(), current.change)
            before = current.worth
            finished.append(current)
            current = Round("")
    return finished


def _note_event(current: Round, event: Event, rules: Rules, prices: dict[str, int | None]) -> None:
    """Add to a round what one event says."""
    match event:
        case SharesBought(who=who, company=company, shares=shares):
            current.shares.setdefault(who, Counter())[company] += shares
        case SharesSold(who=who, company=company, shares=shares):
            current.shares.setdefault(who, Counter())[company] -= shares
        case Ran(company=company, revenue=revenue):
            _ensure_company_round(current, company, prices).revenue += revenue
        case Divided(company=company, kind=kind):
            _ensure_company_round(current, company, prices).kind = kind
        case TrainBought(company=company, train=train, face=shown):
            buyer = _ensure_company_round(current, company, prices)
            if train in buyer.sold:
                buyer.sold.remove(train)
            else:
                buyer.bought[train] = shown or cards.kind(train)
        case CardMoved(card=train, src=seller, why="sold") if (
            train in rules.data.train_cards and seller in rules.data.companies
        ):
            known = _ensure_company_round(current, seller, prices)
            if train in known.bought:
                del known.bought[train]
            else:
                known.sold.add(train)
        case CardMoved(card=card, dst=owner, why="power") if card in rules.data.certificates:
            company, shares = rules.data.certificates[card]
            if not prices.get(company):
                percent = 100 * shares // sum(rules.data.companies[company].certificates)
                current.unpriced.setdefault(owner, Counter())[company] += percent
        case CardMoved(card=card, dst=owner, why="exchanged") if owner != GONE and card in rules.data.certificates:
            company, shares = rules.data.certificates[card]
            current.shares.setdefault(owner, Counter())[company] += shares
        case CardMoved(card=card, dst=hand, why="drafted"):
            current.drafted.setdefault(hand.removeprefix("hand:"), []).append(card)
        case PriceMoved(company=company, new=new):
            for free in current.unpriced.values():
                del free[company]
            moved = _ensure_company_round(current, company, prices)
            moved.after = prices[company] = rules.data.cell(new).price if new else None
            moved.first = moved.after if moved.first is None and moved.before is None else moved.first
        case Rusted(kind=kind, trains=trains) if trains:
            current.rusted[kind] += len(trains)
        case _ if minor := getattr(event, "minor", ""):  # an event of a title that has minors
            share = getattr(event, "source", "") and getattr(event, "company", "")
            current.minors.setdefault(getattr(event, "who", ""), {})[minor] = share
        case _:
            pass


def _complete_causes(booked: Mapping[str, Counter[Cause]], changes: Mapping[str, int]) -> dict[str, Counter[Cause]]:
    """The causes that came to something. What no event books is a player's part of what companies own (18 India 9.2)."""
    causes = {p: Counter({c: n for c, n in found.items() if n}) for p, found in booked.items()}
    for player, found in causes.items():
        rest = changes.get(player, 0) - found.total()
        if rest:
            found[Cause(Kind.ASSETS)] = rest
    return causes


def _ensure_company_round(current: Round, company: str, prices: Mapping[str, int | None]) -> CompanyRound:
    """The company's part of a round; added to the round where it has none yet."""
    if company not in current.companies:
        current.companies[company] = CompanyRound(before=prices.get(company), after=prices.get(company))
    return current.companies[company]


async def find_round(table: Table, name: str) -> Round | None:
    """The newest round of that name on the table's present line that has ended; None where none has."""
    moves = await table.history()
    if not any(isinstance(e, RoundEnded) and e.name == name for m in moves for e in m.events):
        return None
    start = dict.fromkeys((s.name for s in table.seats), table.rules.data.file.cash[str(len(table.seats))])
    return next((r for r in reversed(summarize_rounds(moves, table.rules, start)) if r.name == name), None)
