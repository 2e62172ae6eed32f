"""Statistics in words and as tables of numbers: players who let themselves be listed, titles, and a person's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from statistics import median

from bot.core.csv_text import format_csv
from bot.core.text import escape_markup
from bot.tables.statistics.records import GameResult, OwnTitle, PlayerRecord, RatingPoint, TitleRecord, head_to_head
from game.step_keys import StepKey
from game.title_data import TitleData
from render.data.names import end_label
from render.results.bars import half_up
from render.results.title_statistics import length_words

PLAYERS = ("player", "games", "wins", "mean place", "rating", "rated games", "provisional")
REPLIES = ("replies", "median minutes")
DUELS = ("player", "against", "games", "ahead", "behind", "level")
GAMES = ("table", "title", "options", "players", "player", "place", "worth", "currency")
COURSE = ("why", "round", "started", "finished", "days", "moves")
OWN_GAME_COLUMNS = ("table", "title", "players", "place", "worth", "currency", "why", "finished", "rating after it")
UNLISTED = "not listed"  # in the place of a name
# Actions by the question that they answer, in the order of a turn: the others go under another heading.
KINDS = (
    ("auctions", ("bid",)),
    ("shares", ("par", "buy", "sell")),
    ("track", ("tile",)),
    ("stations", ("token", "untoken")),
    ("runs", ("run",)),
    ("dividends", ("dividend",)),
    ("trains", ("train", "discard")),
)
PASSED = {  # steps on which somebody passed, with the question that this answers
    StepKey.AUCTION: "auctions",
    StepKey.DUEL: "auctions",
    StepKey.STOCK_ROUND: "shares",
    "selling": "shares",
    "selling certificates": "shares",
    "buying a certificate": "shares",
    "treasury": "shares",
    StepKey.TRACK: "track",
    StepKey.TOKEN: "stations",
    StepKey.TRAINS: "trains",
}
OTHERS = "everything else"
TITLES = ("title", "players", "games", "what", "of", "count", "value", "low", "high")


def replies_words(minutes: Sequence[int]) -> str:
    """`replies take 25 minutes of waking time (the median of 40 replies)`; that there are none yet."""
    if not minutes:
        return "replies: none yet"
    middle = median(minutes)
    duration = f"{half_up(middle):.0f} minutes" if middle < 120 else f"{half_up(middle / 60, 1):.1f} hours"
    sample = f"the median of {len(minutes)} replies" if len(minutes) > 1 else "one reply"
    return f"replies take {duration} of waking time ({sample})"


def short_duration(minutes: float) -> str:
    """`25 min`, `4.0 h`."""
    return f"{half_up(minutes):.0f} min" if minutes < 120 else f"{half_up(minutes / 60, 1):.1f} h"


def group_replies(replies: Sequence[tuple[str, int]]) -> list[tuple[str, list[int]]]:
    """Minutes of replies by kind of question, in the order of a turn; `replies`: of each the verb, or the step that was passed
    on, and its minutes.
    """
    kind_of = PASSED | {verb: kind for kind, verbs in KINDS for verb in verbs}
    groups: dict[str, list[int]] = {kind: [] for kind in (*(kind for kind, _ in KINDS), OTHERS)}
    for verb, minutes in replies:
        groups[kind_of.get(verb, OTHERS)].append(minutes)
    return [(kind, minutes) for kind, minutes in groups.items() if minutes]


def thinking_text(replies: Sequence[tuple[str, int]]) -> str:
    """How long replies take by kind of question: `auctions 12 min (5), track 1.5 h (20)`."""
    parts = [f"{kind} {short_duration(median(m))} ({len(m)})" for kind, m in group_replies(replies)]
    return f"By question, the median (replies): {', '.join(parts)}" if parts else ""


def own_titles_text(records: Sequence[OwnTitle]) -> str:
    """A line for each title and number of players: `18GA, 3 players: 4 games, 2 won, mean place 1.8, mostly CoG`."""
    lines = [
        f"{r.title}, {r.players} players: {r.games} game{'s' * (r.games != 1)}, {r.wins} won, mean place {half_up(r.rank, 1):.1f}"
        + (f", mostly {escape_markup(r.favourite)}" if r.favourite else "")
        for r in records
    ]
    return "\n".join(lines)


def record_words(record: PlayerRecord) -> str:
    """`12 games, 4 won, mean place 2.1, rating 1548 (provisional, 3 games)`."""
    rating = f"rating {record.rating:.0f}" if record.rated else "not rated yet"
    if record.rated:
        rating += f" ({'provisional, ' * record.provisional}{record.rated} rated game{'s' * (record.rated != 1)})"
    games = f"{record.games} game{'s' * (record.games != 1)}"
    return f"{games}, {record.wins} won, mean place {half_up(record.rank, 1):.1f}, {rating}"


def players_text(records: Sequence[PlayerRecord], names: Mapping[int, str]) -> str:
    """A line for each player whose name is given, in the order of the records; how many others there are."""
    shown = [r for r in records if r.user in names]
    lines = [f"{names[r.user]}: {record_words(r)}" for r in shown]
    hidden = len(records) - len(shown)
    if hidden:
        lines.append(f"-# {hidden_words(hidden)}")
    return "\n".join(lines)


def listing_words(*, listed: bool) -> str:
    """Whether others may see somebody's figures, and how that is changed."""
    if listed:
        return "Others may see these figures (`/me statistics listed:no` hides them)."
    return "Others do not see these figures (`/me statistics listed:yes` shows them)."


def hidden_words(count: int) -> str:
    """How many players are not named, and how that can be changed."""
    who = "player does" if count == 1 else "players do"
    return f"{count} more {who} not show their figures. To show yours: `/me statistics listed:yes`"


def title_text(record: TitleRecord, data: TitleData) -> str:
    """Length, ends, seats and companies of a title, each with how many games it is read off. `data`: the title's."""
    ends = ", ".join(f"{end_label(why)} {count}" for why, count in record.ends.items())
    seats = "; ".join(f"{s.seat + 1}: {s.wins:g} of {s.games} ({s.low:.0%} to {s.high:.0%})" for s in record.seats)
    prices = ", ".join(f"{c} {data.money(int(half_up(mean)))} ({n})" for c, (n, mean) in record.prices.items())
    head = f"**{record.title}, {record.players} players**, {record.games} game{'s' * (record.games != 1)}"
    lines = [
        f"{head}: {length_words(record.games, record.moves, record.days)}",
        f"Ends: {ends}",
        f"Won by seat: {seats}",
    ]
    return "\n".join([*lines, *([f"Last price, mean (games): {prices}"] if prices else [])])


def players_csv(
    records: Sequence[PlayerRecord], names: Mapping[int, str], replies: Mapping[int, Sequence[tuple[str, int]]]
) -> str:
    """The records of players as CSV, a row each. `replies`: of each player, the verb of each and its minutes of waking time."""
    rows = []
    for r in records:
        if r.user in names:
            minutes = [m for _, m in replies.get(r.user, ())]
            figures = (r.games, r.wins, round(r.rank, 2), round(r.rating, 1), r.rated, int(r.provisional))
            rows.append((names[r.user], *figures, len(minutes), median(minutes) if minutes else ""))
    return format_csv([(*PLAYERS, *REPLIES), *rows])


def duels_csv(games: Sequence[GameResult], names: Mapping[int, str], users: Iterable[int]) -> str:
    """A row for each of these users and each other player whose name is given, of those who have finished a game together."""
    rows = []
    for user, other in product(users, names):
        duel = head_to_head(games, user, other) if user != other else (0, 0, 0)
        if any(duel):
            rows.append((names[user], names[other], sum(duel), *duel))
    return format_csv([DUELS, *rows])


def replies_csv(replies: Sequence[tuple[str, int]]) -> str:
    """How long replies take, a row for each kind of question. `replies`: the verb of each and its minutes of waking time."""
    return format_csv([("question", *REPLIES), *((kind, len(m), median(m)) for kind, m in group_replies(replies))])


def games_csv(games: Sequence[GameResult], names: Mapping[int, str]) -> str:
    """A row for each player of each game; only players whose name is given are named, and a game in which somebody is
    not has no number, which would lead to the table and so to the name. Worth is in the title's currency.
    """
    rows = []
    for g in games:
        started = g.started.isoformat(timespec="minutes") if g.started else ""
        course = (g.why, g.round, started, g.finished.isoformat(timespec="minutes"), round(g.days, 1), g.moves)
        table = g.table if all(r.user in names for r in g.results) else ""
        for r in g.results:
            who = names.get(r.user, UNLISTED)
            rows.append(
                (table, g.title, " ".join(g.options), len(g.results), who, r.rank, r.worth, g.currency, *course)
            )
    return format_csv([(*GAMES, *COURSE), *rows])


def own_csv(games: Sequence[GameResult], points: Sequence[RatingPoint], user: int) -> str:
    """A row for each of a user's games, with the rating after it where it was rated."""
    after = {p.table: p.ratings for p in points}
    rows: list[tuple[object, ...]] = []
    for g in games:
        ended, rating = g.finished.isoformat(timespec="minutes"), after.get(g.table, {}).get(user)
        rated = "" if rating is None else round(rating, 1)
        own = (r for r in g.results if r.user == user)
        rows += [(g.table, g.title, len(g.results), r.rank, r.worth, g.currency, g.why, ended, rated) for r in own]
    return format_csv([OWN_GAME_COLUMNS, *rows])


def titles_csv(records: Sequence[TitleRecord]) -> str:
    """The records of titles as CSV, a row for each figure with its sample."""
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
