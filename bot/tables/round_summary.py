"""A round in a few lines when it is over: each player's worth, the change, and what was bought and sold; what companies did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.core.text import plain
from bot.model.models import GameRow
from bot.model.results import Move
from bot.tables.game_summary import LONGEST, events_by_round
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
from render.data.names import listed, with_article

PAID = {"full": "paid", "half": "paid half", "none": "kept"}


@dataclass
class CompanyRound:
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
    dividends: Counter[str] = field(default_factory=Counter)  # by seat
    privates: Counter[str] = field(default_factory=Counter)  # by seat: what they paid
    companies: dict[str, CompanyRound] = field(default_factory=dict)


def summarize_rounds(moves: Sequence[Move], rules: Rules, start: Mapping[str, int]) -> list[Round]:
    """All rounds of a line that are over. `start`: what each player had at the beginning."""
    finished: list[Round] = []
    prices: dict[str, int | None] = {}
    before = dict(start)
    current = Round("")
    for name, event in events_by_round(moves):
        if isinstance(event, RoundBegan) or not current.name:
            current = Round(name)
        _note_event(current, event, rules, prices)
        if isinstance(event, RoundEnded):
            current.name, current.worth = event.name, dict(event.worth)
            current.change = {p: n - before.get(p, 0) for p, n in event.worth.items()}
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
        case Paid(dst=dst, amount=amount, why="dividend" | "revenue"):
            current.dividends[dst] += amount
        case Paid(dst=dst, amount=amount, why="private"):
            current.privates[dst] += amount
        case Ran(company=company, revenue=revenue):
            _company_of(current, company, prices).revenue += revenue
        case Divided(company=company, kind=kind):
            _company_of(current, company, prices).kind = kind
        case TrainBought(company=company, train=train):
            _company_of(current, company, prices).trains.append(train.partition("-")[0])
        case PriceMoved(company=company, new=new):
            moved = _company_of(current, company, prices)
            moved.after = prices[company] = rules.data.cell(new).price if new else None
        case _:
            pass


def _company_of(current: Round, company: str, prices: Mapping[str, int | None]) -> CompanyRound:
    """The company's part of a round, made when it is first spoken of."""
    if company not in current.companies:
        current.companies[company] = CompanyRound(before=prices.get(company), after=prices.get(company))
    return current.companies[company]


# ---------------------------------------------------------------------- words


async def ended_round_texts(table: Table, moves: Sequence[Move]) -> list[str]:
    """A text for each round that ended within these newest moves of the table's present line, oldest first."""
    ended = [e.name for _, e in events_by_round(moves) if isinstance(e, RoundEnded)]
    if not ended:
        return []
    start = dict.fromkeys((s.name for s in table.seats), table.rules.data.file.cash[str(len(table.seats))])
    finished = summarize_rounds(await table.history(), table.rules, start)
    return [render_round(r, table.row, table.rules.data.currency) for r in finished[-len(ended) :]]


async def find_round(table: Table, name: str) -> Round | None:
    """The newest round of that name that has ended; None where it has not."""
    moves = await table.history()
    if not any(isinstance(e, RoundEnded) and e.name == name for m in moves for e in m.events):
        return None
    start = dict.fromkeys((s.name for s in table.seats), table.rules.data.file.cash[str(len(table.seats))])
    matching = [r for r in summarize_rounds(moves, table.rules, start) if r.name == name]
    return matching[-1] if matching else None


async def round_text(table: Table, name: str) -> str:
    """The text of a round of that name that has ended; "" where it has not."""
    ended = await find_round(table, name)
    return render_round(ended, table.row, table.rules.data.currency) if ended is not None else ""


def render_round(ended: Round, row: GameRow, currency: str, *, companies: bool = True) -> str:
    """The round in at most 1,500 characters: a line per player, the richest first; then one per company where asked."""
    shown = {s.name: plain(s.shown) for s in row.seats}
    ranked = sorted(ended.worth, key=lambda p: -ended.worth[p])
    name = "The auction" if ended.name == "Auction" else ended.name
    lines = [f"**{name} is over.** What everybody is worth:"]
    lines += [_player_line(ended, p, shown.get(p, p), currency) for p in ranked]
    lines += [
        f"-# {plain(c)}: {_company_words(did, currency)}"
        for c, did in ended.companies.items()
        if companies and _company_words(did, currency)
    ]
    while len("\n".join(lines)) > LONGEST:
        lines.pop()
    return "\n".join(lines)


def _player_line(ended: Round, player: str, shown: str, currency: str) -> str:
    """`Ann $812 (+96): +2 shares of GA, −1 share of CoG, dividends $60, privates $15`; where she did not trade, what prices
    brought too.
    """
    change = ended.change[player]
    shares = {c: n for c, n in ended.shares.get(player, {}).items() if n}
    changes = [f"{n:+d} {'share' if abs(n) == 1 else 'shares'} of {plain(c)}" for c, n in shares.items()]
    paid = {"dividends": ended.dividends[player], "privates": ended.privates[player]}
    changes += [f"{source} {currency}{n:,}" for source, n in paid.items() if n]
    rest = change - sum(paid.values())
    if rest and changes and not shares:
        changes.append(f"share prices {rest:+,d}")
    changes = [text.replace("-", "−") for text in changes]
    sign = f"{change:+,d}".replace("-", "−") if change else "±0"
    return f"{shown} {currency}{ended.worth[player]:,} ({sign})" + (f": {', '.join(changes)}" if changes else "")


def _company_words(did: CompanyRound, currency: str) -> str:
    """What a company did: `ran $120, paid, price 90 → 100, bought 2 3-trains`."""
    parts = []
    if did.revenue:
        parts.append(f"ran {currency}{did.revenue:,}" + (f", {PAID.get(did.kind, did.kind)}" if did.kind else ""))
    if did.before is None and did.after is not None:
        parts.append(f"starts at {currency}{did.after}")
    elif did.before != did.after:
        parts.append(f"price {did.before} → {did.after}" if did.after is not None else "closed")
    if did.trains:
        trains = [with_article(f"{t}-train") if n == 1 else f"{n} {t}-trains" for t, n in Counter(did.trains).items()]
        parts.append(f"bought {listed(trains)}")
    return ", ".join(parts)
