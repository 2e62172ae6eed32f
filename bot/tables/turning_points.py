"""Where a game was decided: the turns that moved players' worth furthest apart, the best runs, and runs that fell short.

Read off the events of the record: what a turn brings a player is the money that he is paid or loses and what his shares gain.
All figures are dollars.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.model.episodes import Episode, split_episodes
from game.events import CardMoved, CompanyClosed, Divided, Event, Paid, PriceMoved, Ran, RoundEnded, TurnEnded
from game.rules import Rules
from game.state import Company, Player

TURNS, RUNS = 3, 3  # how many of each are told
GAINS = frozenset({"dividend", "private", "revenue", "guaranty"})
LOSSES = frozenset({"help", "forfeit"})


@dataclass(frozen=True, slots=True)
class Swing:
    """A company's turn, or a player's turn in a stock round, with what it brought each player."""

    episode: Episode
    gains: Mapping[Player, int]

    @property
    def spread(self) -> int:
        """How far it moved the players apart."""
        return max(self.gains.values()) - min(self.gains.values())


@dataclass(frozen=True, slots=True)
class Run:
    """What a company's trains earned in one turn. `best`: what they could have earned; 0: not known."""

    round: str
    company: Company
    revenue: int
    best: int


class Ledger:
    """What players own and shares cost, followed event by event."""

    def __init__(self, rules: Rules, players: Sequence[Player]) -> None:
        self._data = rules.data
        self._shares: dict[Player, Counter[Company]] = {p: Counter() for p in players}
        self._prices: dict[Company, int] = {}

    def follow(self, events: Iterable[Event]) -> dict[Player, int]:
        """Take in events; returns what they bring each player."""
        gains = dict.fromkeys(self._shares, 0)
        for event in events:
            match event:
                case Paid(dst=player, amount=amount, why=why) if player in gains and why in GAINS:
                    gains[player] += amount
                case Paid(src=player, amount=amount, why=why) if player in gains and why in LOSSES:
                    gains[player] -= amount
                case CardMoved(card=card, src=src, dst=dst, why=why):
                    self._move_card(card, src, dst)
                    if why == "bankrupt" and src in gains:  # given up for nothing
                        gains[src] -= self._value(card)
                case PriceMoved(company=company, new=new):
                    self._reprice(company, self._data.cell(new).price if new else 0, gains)
                case CompanyClosed(company=company):
                    self._reprice(company, 0, gains)
                case _:
                    pass
        return gains

    def _move_card(self, card: str, src: str, dst: str) -> None:
        """Take in that a card has gone from one place to another."""
        company, _, index = card.rpartition(".")
        if company in self._data.companies:
            shares = self._data.companies[company].certificates[int(index)]
            for player, change in ((src, -shares), (dst, shares)):
                if player in self._shares:
                    self._shares[player][company] += change

    def _value(self, card: str) -> int:
        """What a certificate counts now, in dollars; 0 for any other card."""
        company, shares = self._data.certificates.get(card, ("", 0))
        return shares * self._prices.get(company, 0)

    def _reprice(self, company: Company, price: int, gains: dict[Player, int]) -> None:
        """Give a company another price; the first one, at which it starts, is nobody's gain."""
        rise = price - self._prices.get(company, price)
        self._prices[company] = price
        for player, shares in self._shares.items():
            gains[player] += rise * shares[company]


def split_turns(moves: Iterable[Sequence[Event]], rules: Rules) -> Iterator[Episode]:
    """The turns of a game: of companies, and in rounds of players of each of them."""
    for episode in split_episodes(moves, rules.data.companies):
        if episode.company:
            yield episode
            continue
        pending: list[Event] = []
        for event in episode.events:
            pending.append(event)
            if isinstance(event, TurnEnded):
                yield Episode(episode.round, "", tuple(pending), episode.last)
                pending = []
        if any(not isinstance(event, RoundEnded) for event in pending):
            yield Episode(episode.round, "", tuple(pending), episode.last)


def turning_points(moves: Iterable[Sequence[Event]], rules: Rules, players: Sequence[Player]) -> list[Swing]:
    """The turns that moved the players furthest apart, at most `TURNS`, in order of play."""
    ledger = Ledger(rules, players)
    swings = [Swing(turn, ledger.follow(turn.events)) for turn in split_turns(moves, rules)]
    widest = sorted(range(len(swings)), key=lambda n: (-swings[n].spread, n))[:TURNS]
    return [swings[n] for n in sorted(widest) if swings[n].spread]


def list_runs(moves: Iterable[Sequence[Event]], rules: Rules) -> list[Run]:
    """All runs of a game that earned something, in order of play, with what was divided in the end."""
    found: list[Run] = []
    for episode in split_episodes(moves, rules.data.companies):
        for event in episode.events:
            if isinstance(event, Ran) and event.revenue:
                found.append(Run(episode.round, event.company, event.revenue, event.best))
            elif isinstance(event, Divided) and found and found[-1].company == event.company and event.revenue:
                found[-1] = replace(found[-1], revenue=event.revenue)
    return found


def best_runs(every: Sequence[Run]) -> list[Run]:
    """The dearest run of each company, the dearest first, at most `RUNS`."""
    dearest: dict[Company, Run] = {}
    for run in every:
        if run.company not in dearest or run.revenue > dearest[run.company].revenue:
            dearest[run.company] = run
    return sorted(dearest.values(), key=lambda run: -run.revenue)[:RUNS]


def missed_runs(every: Sequence[Run]) -> list[Run]:
    """The runs that earned least of what they could have, the largest difference first, at most `RUNS`."""
    short = [run for run in every if run.best > run.revenue]
    return sorted(short, key=lambda run: run.revenue - run.best)[:RUNS]
