"""What a game came to: ranking, how each worth is made up, why and when it ended, and the curves of worth and prices.

All of it is read off the record: events of the present line and the last position. Figures are dollars.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from msgspec import structs

from bot.model.models import GameRow
from bot.model.results import Move
from bot.tables.table import Table
from game import ending, market
from game.events import (
    CompanyClosed,
    Divided,
    EndTriggered,
    Event,
    GameEnded,
    PriceMoved,
    Ran,
    RoundBegan,
    RoundEnded,
    WentBankrupt,
)
from game.play import Game
from game.title_data import TitleData
from render.data.card_data import Dividend
from render.data.queries import title_name


@dataclass(frozen=True, slots=True)
class Holding:
    """Shares of one company in a final worth."""

    company: str
    shares: int
    price: int  # of one share


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's result. Equal worth is equal rank, but for players who are out of the game: they come last."""

    rank: int
    seat: str
    shown: str
    total: int
    parts: Mapping[str, int]  # by heading: cash, shares, privates
    holdings: tuple[Holding, ...]
    bankrupt: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """Worth and prices at the start and after each round. None: not on the market."""

    rounds: tuple[str, ...]
    worth: Mapping[str, tuple[int, ...]]  # by seat
    prices: Mapping[str, tuple[int | None, ...]]  # by company


@dataclass(frozen=True, slots=True)
class Income:
    """What companies earned and paid in each operating round, in dollars. None: it had not run yet, or is closed."""

    rounds: tuple[str, ...]
    revenue: Mapping[str, tuple[int | None, ...]]  # by company
    dividends: Mapping[str, tuple[int | None, ...]]  # of one share, by company
    waiting: frozenset[str] = frozenset()  # companies that may still run in the last round, which goes on


@dataclass(frozen=True, slots=True)
class Summary:
    """What a game came to: ranking, why and when it ended, how long it took, and the curves of worth and prices."""

    row: GameRow
    currency: str
    standings: tuple[Standing, ...]  # the best first
    why: str  # key of the reason: bank, price ...
    triggered: str  # round in which the end became certain; "" if it was not announced before
    round: str  # the last one
    lasted: timedelta  # from the start to the end
    moves: int
    series: Series
    income: Income
    called: str  # the title's name as pictures write it: `18 India`

    @property
    def winners(self) -> tuple[Standing, ...]:
        """Those of the first rank: several where worth is equal."""
        return tuple(s for s in self.standings if s.rank == 1)


async def summarize(table: Table) -> Summary:
    """The summary of a table as it stands; of a running one, as if it ended now."""
    moves = await table.history()
    state = table.position.state
    return await asyncio.to_thread(lambda: _summarize_moves(table.row, Game.load(table.rules, state), moves))


def _summarize_moves(row: GameRow, game: Game, moves: Sequence[Move]) -> Summary:
    """The summary of a game with these moves, of which `game` stands at the last."""
    reason, triggered = "", ""
    for name, event in events_by_round(moves):
        if isinstance(event, EndTriggered):
            reason, triggered = event.why, name
    begun = row.started or row.created
    return Summary(
        row=row,
        currency=game.rules.data.currency,
        standings=rank_players(row, game, moves),
        why=game.state.over or row.ended or reason,
        triggered=triggered,
        round=game.state.round,
        lasted=(row.finished or moves[-1].at) - begun,
        moves=len(moves) - 1,
        series=worth_series(game, moves),
        income=income_series(game, moves),
        called=title_name(game.rules.data),
    )


def events_by_round(moves: Iterable[Move]) -> Sequence[tuple[str, Event]]:
    """All events in order, each with the round in which it happened. A run has the revenue that was divided in the end: what a
    president chooses after it may change it.
    """
    found: list[tuple[str, Event]] = []
    runs: dict[str, int] = {}  # by company: the place of a run that is not divided yet
    for _, events in rounds_of_moves(moves):
        for name, event in events:
            if isinstance(event, Ran):
                runs[event.company] = len(found)
            elif isinstance(event, Divided) and (place := runs.pop(event.company, None)) is not None:
                began, run = found[place]
                assert isinstance(run, Ran), "its place was noted"
                found[place] = began, structs.replace(run, revenue=event.revenue)
            found.append((name, event))
    return found


def rounds_of_moves(moves: Iterable[Move]) -> Iterator[tuple[Move, list[tuple[str, Event]]]]:
    """Each move with its events, each of these with the round in which it happened: a move may end one and begin another."""
    name = ""
    for move in moves:
        events = []
        for event in move.events:
            if isinstance(event, RoundBegan):
                name = event.name
            events.append((name, event))
        name = name or move.round
        yield move, events


def rank_players(row: GameRow, game: Game, moves: Sequence[Move]) -> tuple[Standing, ...]:
    """The players by rank, with what each is worth in dollars and what that is made up of."""
    bankrupt = {e.who for _, e in events_by_round(moves) if isinstance(e, WentBankrupt)}
    parts = {p: game.rules.worth(game, p) for p in game.state.order}
    ranks = ending.rank_players(game)
    shown = {s.name: s.shown for s in row.seats}
    out = [
        Standing(
            rank=ranks[player],
            seat=player,
            shown=shown.get(player, player),
            total=sum(parts[player].values()),
            parts=parts[player],
            holdings=list_holdings(game, player),
            bankrupt=player in bankrupt,
        )
        for player in game.state.order
    ]
    return tuple(sorted(out, key=lambda s: s.rank))


def list_holdings(game: Game, player: str) -> tuple[Holding, ...]:
    """A player's shares, the most valuable first."""
    data = game.rules.data
    shares: dict[str, int] = {}
    for card, place in game.state.place.items():
        company, _, index = card.rpartition(".")
        if place == player and company in data.companies:
            shares[company] = shares.get(company, 0) + data.companies[company].certificates[int(index)]
    holdings = [Holding(c, n, market.price(game, c)) for c, n in shares.items()]
    return tuple(sorted(holdings, key=lambda h: (-h.shares * h.price, h.company)))


def worth_series(game: Game, moves: Sequence[Move]) -> Series:
    """Worth and prices at the start and after each round, by the events of the record."""
    order, data = game.state.order, game.rules.data
    rounds = ["Start"]
    worth = {p: [data.file.cash[str(len(order))]] for p in order}
    price: dict[str, int | None] = {}
    prices: list[dict[str, int | None]] = [{}]

    def add_point(name: str, values: Mapping[str, int]) -> None:
        """Note what each player is worth at the end of that round."""
        rounds.append(name)
        prices.append(dict(price))
        for player in order:
            worth[player].append(values.get(player, 0))

    for name, event in events_by_round(moves):
        if isinstance(event, PriceMoved):
            price[event.company] = data.cell(event.new).price if event.new else None
        elif isinstance(event, CompanyClosed):
            price[event.company] = None
        elif isinstance(event, RoundEnded):
            add_point(event.name, event.worth)
        elif isinstance(event, GameEnded) and (rounds[-1] != name or _last_values(worth) != event.worth):
            add_point(name if name and rounds[-1] != name else "End", event.worth)
    companies = [c for c in data.companies if c in price]
    return Series(
        tuple(rounds),
        {p: tuple(values) for p, values in worth.items()},
        {c: tuple(at.get(c) for at in prices) for c in companies},
    )


def income_series(game: Game, moves: Sequence[Move]) -> Income:
    """Revenue and dividends of each company in each round in which companies ran, by the events of the record."""
    revenue: dict[str, dict[str, int]] = {}  # by round, then by company
    paid: dict[str, dict[str, int]] = {}
    first: dict[str, str] = {}
    closed: dict[str, int] = {}  # the number of rounds before
    finished = 0  # rounds that are over
    for name, event in events_by_round(moves):
        match event:
            case Ran(company=company, revenue=amount):
                sums = revenue.setdefault(name, {})
                sums[company] = sums.get(company, 0) + amount
                first.setdefault(company, name)
            case Divided(company=company, each=each):
                sums = paid.setdefault(name, {})
                sums[company] = sums.get(company, 0) + each
            case CompanyClosed(company=company):
                closed[company] = len(revenue) - (name in revenue)
            case RoundEnded() | GameEnded():
                finished = len(revenue)
            case _:
                pass
    rounds = tuple(revenue)

    def values(table: Mapping[str, Mapping[str, int]], company: str) -> tuple[int | None, ...]:
        """Values from a company's first run to the round before it closed; of a round that goes on once it has run."""
        begin = rounds.index(first[company])
        end = min(closed.get(company, finished), finished)
        return tuple(
            table.get(r, {}).get(company, 0) if begin <= i and (i < end or company in revenue[r]) else None
            for i, r in enumerate(rounds)
        )

    companies = [c for c in game.rules.data.companies if c in first]
    waiting = {c for c in companies if finished < len(rounds) and c not in closed and c not in revenue[rounds[-1]]}
    return Income(
        rounds,
        {c: values(revenue, c) for c in companies},
        {c: values(paid, c) for c in companies},
        frozenset(waiting),
    )


def list_dividends(moves: Sequence[Move], company: str, data: TitleData) -> list[Dividend]:
    """Each time that a company decided what to do with its revenue, with what it paid and its price after that."""
    found: list[Dividend] = []
    price = 0
    for name, event in events_by_round(moves):
        if isinstance(event, Divided) and event.company == company:
            found.append(Dividend(name, event.revenue, event.kind if event.revenue else "", event.each, price))
        elif isinstance(event, PriceMoved) and event.company == company:
            price = data.cell(event.new).price if event.new else 0
            if found and event.why in ("dividend", "withheld"):
                found[-1] = found[-1]._replace(price=price)
    return found


def _last_values(worth: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """The last of each player's values."""
    return {p: values[-1] for p, values in worth.items()}
