"""What finished games tell of players and titles: records, ratings, seats, lengths. Pure reckoning from results of games.

Nothing of it is stored: the same records give the same figures whenever they are asked for.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from statistics import mean, median

from game.end_causes import END_CAUSES

START = 1500.0  # rating of who has not played yet
STEP = 32.0  # points that a game of two moves at most
SPREAD = 400.0  # points of difference at which ten of eleven are expected to be won
PROVISIONAL = 5  # rated games until a rating is more than a first guess
SURE = 1.96  # standard deviations of an interval that holds 95 of 100


@dataclass(frozen=True, slots=True)
class Result:
    """What one player came to in one game. `seat`: from 0, in the order of play at the start.

    `shown`: the name at that table; `favourite`: the company in whose shares the player had most at the end; `colour`: which
    of the players' colours the seat had, from 0.
    """

    user: int
    seat: int
    rank: int
    worth: int
    shown: str = ""
    favourite: str = ""
    colour: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """How long somebody took. `verb`: of the action, of a pass the step; `asked`: when somebody else had moved."""

    user: int
    verb: str
    asked: datetime
    given: datetime


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game. `prices`: dollars of a share of each company at its end; `days`: from start to end.

    `why`: a natural end, agreed, abandoned, manual or concede, which names nobody; `round`: the last one.
    """

    table: int
    title: str
    why: str
    moves: int
    days: float
    finished: datetime
    results: tuple[Result, ...]
    prices: Mapping[str, int]
    options: tuple[str, ...] = ()
    currency: str = "$"
    round: str = ""
    started: datetime | None = None
    replies: tuple[Reply, ...] = ()

    @property
    def decided(self) -> bool:
        """Whether it has a result: places of an abandoned game say nothing."""
        return self.why != "abandoned"


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """Everybody's rating after the game of that table. `rated`: rated games of each so far."""

    table: int
    finished: datetime
    ratings: Mapping[int, float]
    rated: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class OwnTitle:
    """A player's games of a title at one number of players. `rank`: the mean; `favourite`: most often the largest holding."""

    title: str
    players: int
    games: int
    wins: int
    rank: float
    favourite: str


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


def rate_games(games: Iterable[GameResult]) -> list[RatingPoint]:
    """The ratings after each game with a natural end, oldest first: Elo's expectation of each pair.

    Every pair of a game counts as a game of its own of which the step is shared, so that a game moves nobody further where more
    play (Elo, The Rating of Chessplayers, 1978).
    """
    ratings: dict[int, float] = {}
    rated: Counter[int] = Counter()
    points = []
    for game in sorted(games, key=lambda g: (g.finished, g.table)):
        users = {r.user for r in game.results}
        if game.why not in END_CAUSES or len(users) < 2 or len(users) < len(game.results):
            continue
        before = {user: ratings.get(user, START) for user in users}
        ratings |= before
        for a, b in combinations(game.results, 2):
            expected = 1 / (1 + 10 ** ((before[b.user] - before[a.user]) / SPREAD))
            won = 0.5 if a.rank == b.rank else float(a.rank < b.rank)
            ratings[a.user] += STEP * (won - expected) / (len(users) - 1)
            ratings[b.user] -= STEP * (won - expected) / (len(users) - 1)
        rated.update(users)
        points.append(RatingPoint(game.table, game.finished, dict(ratings), dict(rated)))
    return points


def rate_players(games: Iterable[GameResult]) -> dict[int, tuple[float, int]]:
    """Each player's rating and rated games, after all of them."""
    last = rate_games(games)[-1:]
    return {user: (rating, last[0].rated[user]) for user, rating in last[0].ratings.items()} if last else {}


def record_players(games: Sequence[GameResult]) -> list[PlayerRecord]:
    """All players, the best rated first; who has no rated game comes last."""
    ratings, records = rate_players(games), []
    ranks: dict[int, list[int]] = defaultdict(list)
    for result in (r for g in games if g.decided for r in g.results):
        ranks[result.user].append(result.rank)
    for user, places in ranks.items():
        rating, rated = ratings.get(user, (START, 0))
        records.append(PlayerRecord(user, len(places), places.count(1), mean(places), rating, rated))
    return sorted(records, key=lambda p: (not p.rated, -p.rating, -p.games, p.user))


def head_to_head(games: Iterable[GameResult], one: int, other: int) -> tuple[int, int, int]:
    """In how many games of both the one came before the other, behind, and level."""
    before = behind = level = 0
    for game in games:
        ranks = {r.user: r.rank for r in game.results} if game.decided else {}
        if one in ranks and other in ranks:
            before += ranks[one] < ranks[other]
            behind += ranks[one] > ranks[other]
            level += ranks[one] == ranks[other]
    return before, behind, level


def record_own_titles(games: Iterable[GameResult], user: int) -> list[OwnTitle]:
    """A user's games by title and number of players, those played most often first."""
    groups: dict[tuple[str, int], list[Result]] = defaultdict(list)
    for game in games:
        for result in game.results:
            if result.user == user and game.decided:
                groups[game.title, len(game.results)].append(result)
    records = []
    for (title, players), results in groups.items():
        ranks = [r.rank for r in results]
        held = Counter(r.favourite for r in results if r.favourite)
        favourite = min(held, key=lambda c: (-held[c], c), default="")
        records.append(OwnTitle(title, players, len(results), ranks.count(1), mean(ranks), favourite))
    return sorted(records, key=lambda r: (-r.games, r.title, r.players))


def names_of(games: Iterable[GameResult]) -> dict[int, str]:
    """What each user is called in the newest of these games."""
    ordered = sorted(games, key=lambda g: (g.finished, g.table))
    return {r.user: r.shown for g in ordered for r in g.results}


def choose_colours(games: Iterable[GameResult], users: Collection[int], count: int) -> dict[int, int]:
    """Which of so many players' colours each of these users has, from 0.

    Those of the newest table at which all of them sat. Where there is none, each has that of his or her newest table; of two who
    would have the same, the one who played last keeps it, and the other has the next that is free.
    """
    seated = seated_colours(games, users)
    together = next((colours for colours in seated if len(colours) == len(users)), {})
    wanted = together or {user: colour for colours in reversed(seated) for user, colour in colours.items()}
    colours: dict[int, int] = {}
    for user in dict.fromkeys([*(user for at in seated for user in at), *users]):
        taken = {*colours.values()}
        circle = [(wanted.get(user, 0) + n) % count for n in range(count)]
        colours[user] = next((n for n in circle if n not in taken), circle[0])
    return colours


def seated_colours(games: Iterable[GameResult], users: Collection[int]) -> list[dict[int, int]]:
    """The colours that these users had at each table, the newest first."""
    newest = sorted(games, key=lambda g: (g.finished, g.table), reverse=True)
    return [{r.user: r.colour for r in game.results if r.user in users} for game in newest]


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
    decided = [g for g in games if g.decided]
    for game in decided:
        first = [r.seat for r in game.results if r.rank == 1]
        for seat in first:
            wins[seat] += 1 / len(first)
    for game in games:
        for company, price in game.prices.items():
            prices[company].append(price)
    seats = tuple(SeatRecord(n, len(decided), won, *interval(won, len(decided))) for n, won in enumerate(wins))
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
    """Between which shares the true one lies, of 95 of 100 such samples (Wilson's interval, 1927); any share without a sample."""
    if not games:
        return 0.0, 1.0
    share, spread = won / games, SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = SURE * math.sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
