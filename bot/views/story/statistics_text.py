"""Statistics in words and as tables of numbers: players who let themselves be listed, titles, and a person's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from bot.core.csv_text import format_csv
from bot.tables.statistics.records import PlayerRecord, TitleRecord

PLAYERS = ("player", "games", "wins", "mean place", "rating", "rated games", "provisional")
TITLES = ("title", "players", "games", "what", "of", "count", "value", "low", "high")


def minutes_words(minutes: Sequence[int]) -> str:
    """`25 minutes of waking time (the median of 40 replies)`; that nothing is known where there are none."""
    if not minutes:
        return "no replies yet"
    middle = median(minutes)
    duration = f"{middle:.0f} minutes" if middle < 120 else f"{middle / 60:.1f} hours"
    sample = f"the median of {len(minutes)} replies" if len(minutes) > 1 else "one reply"
    return f"{duration} of waking time ({sample})"


def record_words(record: PlayerRecord) -> str:
    """`12 games, 4 won, mean place 2.1, rating 1548 (provisional, 3 games)`."""
    rating = f"rating {record.rating:.0f}" if record.rated else "not rated yet"
    if record.rated:
        rating += f" ({'provisional, ' * record.provisional}{record.rated} rated game{'s' * (record.rated != 1)})"
    games = f"{record.games} game{'s' * (record.games != 1)}"
    return f"{games}, {record.wins} won, mean place {record.rank:.1f}, {rating}"


def players_text(records: Sequence[PlayerRecord], names: Mapping[int, str]) -> str:
    """A line for each player whose name is given, in the order of the records; how many others there are."""
    shown = [r for r in records if r.user in names]
    lines = [f"{names[r.user]}: {record_words(r)}" for r in shown]
    hidden = len(records) - len(shown)
    if hidden:
        lines.append(f"-# {hidden} more who {'has' if hidden == 1 else 'have'} not asked to be listed: /me statistics")
    return "\n".join(lines)


def title_text(record: TitleRecord) -> str:
    """Length, ends, seats and companies of a title, each with how many games it is read off."""
    ends = ", ".join(f"{why} {count}" for why, count in record.ends.items())
    seats = "; ".join(f"{s.seat + 1}: {s.wins:g} of {s.games} ({s.low:.0%} to {s.high:.0%})" for s in record.seats)
    prices = ", ".join(f"{c} {mean:.0f} ({n})" for c, (n, mean) in record.prices.items())
    head = f"**{record.title}, {record.players} players**, {record.games} game{'s' * (record.games != 1)}"
    lines = [
        f"{head}: median of {record.moves:.0f} moves and {record.days:.1f} days",
        f"Ends: {ends}",
        f"Won by seat: {seats}",
    ]
    return "\n".join([*lines, *([f"Last price, mean (games): {prices}"] if prices else [])])


def players_csv(records: Sequence[PlayerRecord], names: Mapping[int, str]) -> str:
    """The same as numbers."""
    rows = [
        (names[r.user], r.games, r.wins, round(r.rank, 2), round(r.rating, 1), r.rated, int(r.provisional))
        for r in records
        if r.user in names
    ]
    return format_csv([PLAYERS, *rows])


def titles_csv(records: Sequence[TitleRecord]) -> str:
    """The same as numbers, a row for each figure with its sample."""
    rows: list[tuple[object, ...]] = []
    for r in records:
        head = (r.title, r.players, r.games)
        rows += [
            (*head, "moves", "median", r.games, r.moves, "", ""),
            (*head, "days", "median", r.games, round(r.days, 2), "", ""),
        ]
        rows += [(*head, "end", why, count, round(count / r.games, 3), "", "") for why, count in r.ends.items()]
        rows += [
            (*head, "seat", s.seat + 1, s.games, round(s.wins / s.games, 3), round(s.low, 3), round(s.high, 3))
            for s in r.seats
        ]
        rows += [(*head, "price", c, n, round(value, 1), "", "") for c, (n, value) in r.prices.items()]
    return format_csv([TITLES, *rows])
