"""A round in a few lines when it is over: each player's worth, the change, and what was bought and sold; what companies did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.core.text import plain
from bot.model.models import GameRow
from bot.model.results import Move
from bot.tables.game_summary import LONGEST, told
from bot.tables.table import Table
from game.events import (
    Divided,
    Event,
    Paid,
    PriceMoved,
    Ran,
    RoundBegan,
    RoundEnded,
    SharesBought,
    SharesSold,
    TrainBought,
)
from game.rules import Rules

PAID = {"full": "paid", "half": "paid half", "none": "kept"}


@dataclass
class Company:
    """What a company did in a round. Prices in dollars, None: not on the market."""

    revenue: int = 0
    kind: str = ""
    trains: list[str] = field(default_factory=list)
    before: int | None = None
    after: int | None = None


@dataclass
class Round:
    """A round that is over."""

    name: str
    worth: dict[str, int] = field(default_factory=dict)  # at its end, by seat
    change: dict[str, int] = field(default_factory=dict)  # since the round before
    shares: dict[str, Counter[str]] = field(default_factory=dict)  # by seat: bought less sold, by company
    income: Counter[str] = field(default_factory=Counter)  # by seat: dividends and revenue of privates
    companies: dict[str, Company] = field(default_factory=dict)


def rounds(moves: Sequence[Move], rules: Rules, start: Mapping[str, int]) -> list[Round]:
    """All rounds of a line that are over. `start`: what each player had at the beginning."""
    found: list[Round] = []
    prices: dict[str, int | None] = {}
    before = dict(start)
    now = Round("")
    for name, event in told(moves):
        if isinstance(event, RoundBegan) or not now.name:
            now = Round(name)
        _note(now, event, rules, prices)
        if isinstance(event, RoundEnded):
            now.name, now.worth = event.name, dict(event.worth)
            now.change = {p: n - before.get(p, 0) for p, n in event.worth.items()}
            before = now.worth
            found.append(now)
            now = Round("")
    return found


def _note(now: Round, event: Event, rules: Rules, prices: dict[str, int | None]) -> None:
    """What one event adds to the round."""
    match event:
        case SharesBought(who=who, company=company, shares=shares):
            now.shares.setdefault(who, Counter())[company] += shares
        case SharesSold(who=who, company=company, shares=shares):
            now.shares.setdefault(who, Counter())[company] -= shares
        case Paid(dst=dst, amount=amount, why="dividend" | "revenue"):
            now.income[dst] += amount
        case Ran(company=company, revenue=revenue):
            _company(now, company, prices).revenue += revenue
        case Divided(company=company, kind=kind):
            _company(now, company, prices).kind = kind
        case TrainBought(company=company, train=train):
            _company(now, company, prices).trains.append(train.partition("-")[0])
        case PriceMoved(company=company, new=new):
            moved = _company(now, company, prices)
            moved.after = prices[company] = rules.data.cell(new).price if new else None
        case _:
            pass


def _company(now: Round, company: str, prices: Mapping[str, int | None]) -> Company:
    if company not in now.companies:
        now.companies[company] = Company(before=prices.get(company), after=prices.get(company))
    return now.companies[company]


# ---------------------------------------------------------------------- words


async def texts(table: Table, moves: Sequence[Move]) -> list[str]:
    """A text for each round that ended within these newest moves of the table's present line, oldest first."""
    ended = [e.name for _, e in told(moves) if isinstance(e, RoundEnded)]
    if not ended:
        return []
    start = dict.fromkeys((s.name for s in table.seats), table.rules.data.file.cash[str(len(table.seats))])
    found = rounds(await table.history(), table.rules, start)
    return [text(r, table.row, table.rules.data.currency) for r in found[-len(ended) :]]


def text(found: Round, row: GameRow, currency: str) -> str:
    """The round in at most 1,500 characters: a line per player, the richest first, then a line per company."""
    shown = {s.name: plain(s.shown) for s in row.seats}
    ranked = sorted(found.worth, key=lambda p: -found.worth[p])
    lines = [f"**{found.name} is over**"]
    lines += [_player(found, p, shown.get(p, p), currency) for p in ranked]
    lines += [f"-# {plain(c)}: {_did(did, currency)}" for c, did in found.companies.items() if _did(did, currency)]
    while len("\n".join(lines)) > LONGEST:
        lines.pop()
    return "\n".join(lines)


def _player(found: Round, player: str, shown: str, currency: str) -> str:
    """`Ann $812 (+96): +2 GA, −1 CoG, income $60`."""
    change = found.change[player]
    said = [f"{n:+d} {plain(c)}".replace("-", "−") for c, n in found.shares.get(player, {}).items() if n]
    if found.income[player]:
        said.append(f"income {currency}{found.income[player]:,}")
    sign = f"{change:+,d}".replace("-", "−") if change else "±0"
    return f"{shown} {currency}{found.worth[player]:,} ({sign})" + (f": {', '.join(said)}" if said else "")


def _did(did: Company, currency: str) -> str:
    """`ran $120, paid, 90 → 100, trains 3 3`."""
    said = []
    if did.revenue:
        said.append(f"ran {currency}{did.revenue:,}" + (f", {PAID.get(did.kind, did.kind)}" if did.kind else ""))
    if did.before is None and did.after is not None:
        said.append(f"starts at {currency}{did.after}")
    elif did.before != did.after:
        said.append(f"{did.before} → {did.after if did.after is not None else 'closed'}")
    if did.trains:
        said.append(f"bought {' '.join(did.trains)}")
    return ", ".join(said)
