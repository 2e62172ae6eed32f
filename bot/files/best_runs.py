"""What runs could have earned at most, looked up afterwards: the moves of a game from a file were played without that search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cachetools import LRUCache
from msgspec import structs

from bot.core.worker_process import OnProgress, Report, run_in_process
from bot.model.results import Move
from bot.tables.table import Table
from game.events import Event, Ran
from game.play import Game
from game.routing import routes
from game.state import Company
from titles import TITLES

SECONDS = 120.0  # for one game on a busy machine; most take less than one
MAX_KEPT = 20_000  # runs in memory, of all games together

Asked = tuple[bytes, Company]  # a position before a run, and the company that runs there

_kept: LRUCache[tuple[int, int], dict[int, int]] = LRUCache(MAX_KEPT, getsizeof=lambda found: 1 + len(found))


async def with_best_runs(table: Table, moves: Sequence[Move], on_progress: OnProgress) -> list[Move]:
    """The moves, each run with what it could have earned. Raises NotPossible where that takes too long, Busy."""
    missing = [move for move in moves if any(_unknown_runs(move))]
    if not missing:
        return list(moves)
    key = table.id, missing[-1].id
    if key not in _kept:
        asked = [(await table.snapshot(m.parent), run.company) for m in missing for run in _unknown_runs(m)]
        found = await run_in_process(
            find_best,
            table.row.title,
            tuple(table.rules.options),
            len(table.seats),
            asked,
            timeout_message="What the runs could have earned takes too long to find",
            crash_message="What the runs could have earned cannot be found here",
            seconds=SECONDS,
            on_progress=on_progress,
        )
        _kept[key] = dict(zip((m.id for m in missing for _ in _unknown_runs(m)), found, strict=True))
    best = _kept[key]
    return [replace(m, events=tuple(_filled(e, best[m.id]) for e in m.events)) if m.id in best else m for m in moves]


def find_best(title: str, options: tuple[str, ...], players: int, asked: Sequence[Asked], report: Report) -> list[int]:
    """What the trains could have earned in each position, as far as half a second of search finds it; in the process."""
    rules, found = TITLES[title].rules(options, players), []
    for done, (state, company) in enumerate(asked, 1):
        best = routes.best(Game.load(rules, state), company, 1, routes.QUICK_EFFORT)
        found.append(best[0].revenue if best else 0)
        report(done, len(asked))
    return found


def _unknown_runs(move: Move) -> Iterator[Ran]:
    """The run of a move of which nobody has looked up what it could have earned."""
    return (e for e in move.events if isinstance(e, Ran) and e.revenue and not e.best)


def _filled(event: Event, best: int) -> Event:
    """The event, a run with what it could have earned: never less than it did."""
    return structs.replace(event, best=max(event.revenue, best)) if isinstance(event, Ran) else event
