"""The runs of a game: the best ones, and those that fell short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.model.episodes import split_episodes
from game.events import Divided, Event, Ran
from game.rules import Rules
from game.state import Company

RUNS = 3  # how many of each are told


@dataclass(frozen=True, slots=True)
class Run:
    """What a company's trains earned in one turn. `best`: what they could have earned; 0: not known."""

    round: str
    company: Company
    revenue: int
    best: int


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
