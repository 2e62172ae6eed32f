"""Results of finished games: each is read from its record once, and kept while there is room."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from itertools import pairwise

from cachetools import LRUCache

from bot.model.kinds import Ending, TableStatus, Via
from bot.model.models import GameRow, Person
from bot.model.quiet_hours import count_waking_minutes
from bot.model.results import Move
from bot.tables.service import Tables
from bot.tables.statistics.records import GameResult, Reply, Result
from bot.tables.story import game_summary
from bot.tables.story.game_summary import Standing
from game.actions import Pass
from game.end_causes import END_CAUSES
from game.events import Passed

BY_HAND = frozenset({Via.PANEL, Via.COMMAND})
KNOWN_ENDS = frozenset({*END_CAUSES, Ending.AGREED, Ending.ABANDONED, "manual"})
MAX_GAMES = 100  # games that statistics are read off: the newest
MAX_KEPT_REPLIES = 60_000  # in memory, in all games together: some 10 MB


class FinishedGames:
    """The finished games of a database, practice tables left out: they count in no statistics."""

    def __init__(self, tables: Tables) -> None:
        """`tables`: where the records are read."""
        self._tables = tables
        self._kept: LRUCache[GameRow, GameResult] = LRUCache(
            MAX_KEPT_REPLIES, getsizeof=lambda game: 1 + len(game.replies)
        )

    async def collect(self, guild: int | None, user: int | None = None) -> list[GameResult]:
        """The newest games, of a server (None: all), of a user (None: everybody), the newest first."""
        statuses = (TableStatus.FINISHED,)
        rows = await self._tables.store.find_tables(guild=guild, user=user, statuses=statuses, limit=MAX_GAMES)
        return [await self._recall(row) for row in rows if not row.practice]

    async def _recall(self, row: GameRow) -> GameResult:
        """What a table came to; read anew where its row is another one, as after an end that was taken back."""
        game = self._kept.get(row)
        if game is None:
            game = await self._read(row)
            if self._kept.getsizeof(game) <= self._kept.maxsize:
                self._kept[row] = game
        return game

    async def _read(self, row: GameRow) -> GameResult:
        """What a finished table came to, by users, from its record."""
        table = await self._tables.get(row.id)
        summary, moves = await game_summary.summarize(table), await table.history()
        users = {s.name: s.user for s in table.seats}  # in the order in which the game was dealt, which play may change
        dealt, colours = list(users), sorted(users)  # these have their colours in alphabetical order
        ends = {company: values[-1] for company, values in summary.series.prices.items()}
        return GameResult(
            table=row.id,
            title=row.title,
            why=summary.why if summary.why in KNOWN_ENDS else Ending.CONCEDED.value,
            moves=summary.moves,
            days=summary.lasted.total_seconds() / 86_400,
            finished=row.finished or row.created,
            results=tuple(
                Result(
                    users[s.seat], dealt.index(s.seat), s.rank, s.total, s.shown, _favourite(s), colours.index(s.seat)
                )
                for s in summary.standings
            ),
            prices={company: price for company, price in ends.items() if price is not None},
            options=tuple(row.options),
            currency=summary.currency,
            round=summary.round,
            started=row.started or row.created,
            replies=tuple(list_replies(moves)),
        )


def _favourite(standing: Standing) -> str:
    """The company in whose shares a player had most at the end; "" without shares."""
    return next((h.company for h in standing.holdings if h.shares), "")


def list_replies(moves: Sequence[Move]) -> Iterable[Reply]:
    """From somebody else's move to the next own one, where that was made by hand."""
    for before, move in pairwise(moves):
        if move.user != before.user and move.via in BY_HAND and move.action is not None:
            yield Reply(move.user, _name_question(move), before.at, move.at)


def _name_question(move: Move) -> str:
    """The verb of a move's action; of a pass the step on which somebody passed."""
    verb = move.action.verb if move.action is not None else ""
    return next((e.what for e in move.events if isinstance(e, Passed)), verb) if verb == Pass.verb else verb


async def measure_thinking(games: Sequence[GameResult], person: Person) -> list[tuple[str, int]]:
    """For each of a person's replies the verb of the action, and the minutes of waking time that it took."""

    def measure() -> list[tuple[str, int]]:
        """Each reply; some microseconds apiece."""
        own = (r for g in games for r in g.replies if r.user == person.user)
        return [(r.verb, count_waking_minutes(person, r.asked, r.given)) for r in own]

    return await asyncio.to_thread(measure)
