"""What finished games tell of players and titles: records, ratings, seats, lengths. Pure reckoning from results of games.

Nothing of it is stored: the same records give the same figures whenever they are asked for.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from statistics import mean, median

NATURAL = frozenset({"bank", "price", "bankruptcy", "standstill"})  # ends of the rules' own; only these are rated
START = 1500.0  # rating of who has not played yet
STEP = 32.0  # points that a game of two moves at most
SPREAD = 400.0  # points of difference at which ten of eleven are expected to be won
PROVISIONAL = 5  # rated games until a rating is more than a first guess
SURE = 1.96  # standard deviations of an interval that holds 95 of 100


@dataclass(frozen=True, slots=True)
class Result:
    """What one player came to in one game. `seat`: from 0, in the order of play at the start."""

    user: int
    seat: int
    rank: int
    worth: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game. `prices`: dollars of a share of each company at its end; `days`: from start to end."""

    table: int
    title: str
    why: str
    moves: int
    days: float
    finished: datetime
    results: tuple[Result, ...]
    prices: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player's games. `rank`: the mean; `rated`: games that count for the rating."""

    user: int
    games: int
    wins: int
    rank: float
    rating: float
    rated: int

    @property
    def provisional(self) -> bool:
        """Whether too few games are rated for more than a first guess."""
        return self.rated < PROVISIONAL


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """How often a seat won of how many games, shared victories counted by parts, and the interval of 95 %, in shares."""

    seat: int
    games: int
    wins: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TitleRecord:
    """A title at one number of players. `ends`: how often for each reason; `prices`: games and the mean for each company."""

    title: str
    players: int
    games: int
    moves: float
    days: float
    ends: Mapping[str, int]
    seats: tuple[SeatRecord, ...]
    prices: Mapping[str, tuple[int, float]]


def rate_players(games: Iterable[GameResult]) -> dict[int, tuple[float, int]]:
    """Each player's rating and rated games: Elo's expectation of each pair, after each game with a natural end, oldest first.

    Every pair of a game counts as a game of its own of which the step is shared, so that a game moves nobody further where more
    play (Elo, The Rating of Chessplayers, 1978).
    """
    ratings: dict[int, float] = defaultdict(lambda: START)
    rated: Counter[int] = Counter()
    for game in sorted(games, key=lambda g: (g.finished, g.table)):
        users = {r.user for r in game.results}
        if game.why not in NATURAL or len(users) < 2 or len(users) < len(game.results):
            continue
        change: dict[int, float] = dict.fromkeys(users, 0.0)
        for a, b in combinations(game.results, 2):
            expected = 1 / (1 + 10 ** ((ratings[b.user] - ratings[a.user]) / SPREAD))
            points = 0.5 if a.rank == b.rank else float(a.rank < b.rank)
            change[a.user] += STEP * (points - expected) / (len(users) - 1)
            change[b.user] -= STEP * (points - expected) / (len(users) - 1)
        for user, points in change.items():
            ratings[user] += points
            rated[user] += 1
    return {user: (ratings[user], rated[user]) for user in rated}


def record_players(games: Sequence[GameResult]) -> list[PlayerRecord]:
    """All players, the best rated first; who has no rated game comes last."""
    ratings, records = rate_players(games), []
    ranks: dict[int, list[int]] = defaultdict(list)
    for result in (r for g in games for r in g.results):
        ranks[result.user].append(result.rank)
    for user, places in ranks.items():
        rating, rated = ratings.get(user, (START, 0))
        records.append(PlayerRecord(user, len(places), places.count(1), mean(places), rating, rated))
    return sorted(records, key=lambda p: (not p.rated, -p.rating, -p.games, p.user))


def head_to_head(games: Iterable[GameResult], one: int, other: int) -> tuple[int, int, int]:
    """In how many games of both the one came before the other, behind, and level."""
    before = behind = level = 0
    for game in games:
        ranks = {r.user: r.rank for r in game.results}
        if one in ranks and other in ranks:
            before += ranks[one] < ranks[other]
            behind += ranks[one] > ranks[other]
            level += ranks[one] == ranks[other]
    return before, behind, level


def record_titles(games: Iterable[GameResult]) -> list[TitleRecord]:
    """A record for each title and number of players, by name and number."""
    groups: dict[tuple[str, int], list[GameResult]] = defaultdict(list)
    for game in games:
        groups[game.title, len(game.results)].append(game)
    return [_record_title(title, players, group) for (title, players), group in sorted(groups.items())]


def _record_title(title: str, players: int, games: Sequence[GameResult]) -> TitleRecord:
    """The record of games of one title and number of players."""
    wins = [0.0] * players
    prices: dict[str, list[int]] = defaultdict(list)
    for game in games:
        first = [r.seat for r in game.results if r.rank == 1]
        for seat in first:
            wins[seat] += 1 / len(first)
        for company, price in game.prices.items():
            prices[company].append(price)
    seats = tuple(SeatRecord(n, len(games), won, *interval(won, len(games))) for n, won in enumerate(wins))
    return TitleRecord(
        title=title,
        players=players,
        games=len(games),
        moves=median(g.moves for g in games),
        days=median(g.days for g in games),
        ends=dict(Counter(g.why for g in games).most_common()),
        seats=seats,
        prices={c: (len(p), mean(p)) for c, p in sorted(prices.items())},
    )


def interval(won: float, games: int) -> tuple[float, float]:
    """Between which shares the true one lies, of 95 of 100 such samples (Wilson's interval, 1927)."""
    share, spread = won / games, SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = SURE * math.sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
