"""Statistics as pictures: players who let themselves be listed, titles, a person's own, ratings over time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise, permutations
from statistics import median

from bot.model.kinds import Theme
from bot.model.short_codes import printed_title
from bot.tables.statistics.records import (
    GameResult,
    PlayerRecord,
    RatingPoint,
    TitleRecord,
    choose_colours,
    head_to_head,
    names_of,
    rate_games,
    record_own_titles,
    seated_colours,
)
from bot.views.messages import Picture
from bot.views.pictures import drawing
from bot.views.pictures.drawing_process import Make
from bot.views.story.statistics_text import group_replies, short_duration
from game.title_data import TitleData
from render.data.names import end_label
from render.drawing import style
from render.results import charts
from render.results.curves import Curve
from render.results.player_statistics import (
    ACROSS,
    Duel,
    PlayerLine,
    PlayersSheet,
    Profile,
    TitleLine,
    alt_players,
    alt_profile,
    draw_players,
    draw_profile,
)
from render.results.title_statistics import SeatShare, TitleSheet, alt_title, draw_title

MAX_PICTURES = 4  # titles in one answer
MAX_CURVES = len(style.PLAYERS)  # ratings in one chart: each has a colour of its own
MAX_POINTS = 40  # games of a chart of ratings: the latest
MAX_OPPONENTS = 8  # in a picture, those played with most often


def make_line(record: PlayerRecord, name: str, replies: Sequence[tuple[str, int]]) -> PlayerLine:
    """A player's row. `replies`: the verb of each and its minutes."""
    rating = record.rating if record.rated else None
    thinking = short_duration(median(m for _, m in replies)) if replies else ""
    return PlayerLine(name, record.games, record.wins, record.rank, rating, record.rated, record.provisional, thinking)


def make_players_sheet(games: Sequence[GameResult], lines: Mapping[int, PlayerLine], sample: str) -> PlayersSheet:
    """The players of these lines by user, the best rated first, with duels between the first of them."""
    users = list(lines)
    duels = {
        (a, b): Duel(*head_to_head(games, users[a], users[b]))
        for a, b in permutations(range(min(len(users), ACROSS)), 2)
    }
    colours = choose_colours(games, users, MAX_CURVES)
    return PlayersSheet(sample, tuple(lines.values()), duels, {lines[user].name: n for user, n in colours.items()})


async def players_pictures(
    games: Sequence[GameResult], lines: Mapping[int, PlayerLine], sample: str, theme: Theme
) -> tuple[Picture, ...]:
    """The players of these lines, and their ratings over time."""
    sheet = make_players_sheet(games, lines, sample)
    names = {user: line.name for user, line in lines.items()}
    chart = make_rating_chart(rate_games(games), names, sheet.colours)
    return await drawing.finish_in_time(
        *([partial(_draw, "players", sheet, partial(draw_players, sheet), alt_players(sheet), theme)] if lines else []),
        *([partial(_draw_ratings, chart, theme)] if chart else []),
    )


def make_profile(
    games: Sequence[GameResult], user: int, line: PlayerLine, replies: Sequence[tuple[str, int]]
) -> Profile:
    """A person's own figures from his or her games: titles, others at these tables, replies (verb and minutes of each)."""
    names, met = names_of(games), _opponents(games, user)
    kinds = [(kind, median(m), short_duration(median(m)), len(m)) for kind, m in group_replies(replies)]
    titles = tuple(
        TitleLine(printed_title(r.title), r.players, r.games, r.wins, r.rank, r.favourite)
        for r in record_own_titles(games, user)
    )
    against = tuple((names[other], duel) for other, duel in met)
    chosen = choose_colours(games, [user, *(other for other, _ in met)], MAX_CURVES)
    colours = {names.get(person, line.name): n for person, n in chosen.items()}
    return Profile(
        line, titles, against, tuple(kinds), {**colours, line.name: colours.get(names.get(user, line.name), 0)}
    )


def _opponents(games: Sequence[GameResult], user: int) -> list[tuple[int, Duel]]:
    """Those with whom somebody played most often, with how that went, at most `MAX_OPPONENTS`."""
    met = [(other, Duel(*head_to_head(games, user, other))) for other in names_of(games) if other != user]
    return sorted((m for m in met if m[1].games), key=lambda m: (-m[1].games, m[0]))[:MAX_OPPONENTS]


def players_colours(games: Sequence[GameResult], users: Sequence[int]) -> str:
    """Small print below the picture of these players: whose colours they have; "" where there is nothing to say."""
    return f"-# {told}" if (told := tell_colours(games, users, MAX_CURVES)) else ""


def profile_colours(games: Sequence[GameResult], user: int) -> str:
    """Small print below the picture of one player and of those he or she met: whose colours they have."""
    return players_colours(games, [user, *(other for other, _ in _opponents(games, user))])


async def profile_pictures(
    profile: Profile, points: Sequence[RatingPoint], user: int, theme: Theme
) -> tuple[Picture, ...]:
    """A person's own figures, and the rating over time. `points`: ratings of all."""
    chart = make_rating_chart(points, {user: profile.line.name}, profile.colours)
    return await drawing.finish_in_time(
        partial(_draw, "profile", profile, partial(draw_profile, profile), alt_profile(profile), theme),
        *([partial(_draw_ratings, chart, theme)] if chart else []),
    )


async def titles_pictures(
    records: Sequence[TitleRecord], data: Mapping[str, TitleData], theme: Theme
) -> tuple[Picture, ...]:
    """The titles and numbers of players of which there are most games, a picture each. `data`: of each title."""
    most = sorted(records, key=lambda r: (-r.games, r.title, r.players))[:MAX_PICTURES]
    return await drawing.finish_in_time(*(partial(_draw_title, r, data[r.title], theme) for r in most))


def make_title_sheet(record: TitleRecord) -> TitleSheet:
    """What the picture of a title shows."""
    ends = tuple((end_label(why), count) for why, count in record.ends.items())
    seats = tuple(SeatShare(s.seat + 1, s.games, s.wins, s.low, s.high) for s in record.seats)
    return TitleSheet(record.players, record.games, record.moves, record.days, ends, seats, record.prices)


async def _draw_title(record: TitleRecord, data: TitleData, theme: Theme) -> Picture:
    """The picture of one record."""
    sheet = make_title_sheet(record)
    about, words = [record.title, repr(sheet)], alt_title(sheet, data)
    (picture,) = await drawing.draw_files("title", about, partial(draw_title, sheet, data), [words], theme=theme)
    return picture


async def _draw(kind: str, about: PlayersSheet | Profile, make: Make, words: str, theme: Theme) -> Picture:
    """A picture that is about no title."""
    (picture,) = await drawing.draw_files(kind, [repr(about)], make, [words], theme=theme)
    return picture


def make_rating_chart(
    points: Sequence[RatingPoint], names: Mapping[int, str], colours: Mapping[str, int]
) -> tuple[list[str], list[Curve]] | None:
    """Days and curves of these players' ratings after each of their latest rated games; None where these are fewer than two.
    Games have their numbers where days that stand below the curves would be the same.

    `colours`: those of the picture beside it, so that each has one in both.
    """
    users = [u for u in names if points and u in points[-1].ratings][:MAX_CURVES]
    all_own = [p for before, p in pairwise((None, *points)) if p is not None and _changed(before, p, users)]
    own = all_own[-MAX_POINTS:]
    if len(own) < 2:
        return None
    days = [f"{p.finished.day} {p.finished:%b}" for p in own]
    below = [days[n] for n in charts.named_points(len(days))]
    if len(set(below)) < len(below):
        days = [f"game {n}" for n in range(len(all_own) - len(own) + 1, len(all_own) + 1)]
    return days, [
        Curve(
            names[user],
            tuple(round(p.ratings[user]) if user in p.ratings else None for p in own),
            number=colours[names[user]],
        )
        for user in users
    ]


def _changed(before: RatingPoint | None, after: RatingPoint, users: Sequence[int]) -> bool:
    """Whether one of these users played that game."""
    return any(after.rated.get(u, 0) != (before.rated.get(u, 0) if before else 0) for u in users)


async def _draw_ratings(chart: tuple[Sequence[str], Sequence[Curve]], theme: Theme) -> Picture:
    """The chart of ratings."""
    made = charts.chart("Rating", *chart, "")
    (picture,) = await drawing.draw_files("ratings", [repr(chart)], made.draw, [made.alt], theme=theme)
    return picture


def tell_colours(games: Iterable[GameResult], users: Collection[int], count: int) -> str:
    """Whose colours these users have in statistics; "" where they are those of all their tables."""
    colours, seated = choose_colours(games, users, count), seated_colours(games, users)
    if all(colours[user] == colour for at in seated for user, colour in at.items()):
        return ""
    if any(len(at) == len(users) for at in seated):
        return "The colours are those of the last table where they all played."
    return "Everybody has the colour of their last table; where two had the same, one has another here."
