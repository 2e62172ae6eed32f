"""What finished games of a title came to: how they ended, which seats won, what companies were worth; each with its sample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.title_data import TitleData
from render.data.queries import title_name
from render.drawing import fonts, phone, style
from render.results.bars import LINE, Bar, draw_bars, half_up
from render.results.print_sizes import HEAD, WORDS
from render.text.alt_text import short

WIDE = phone.PICTURE_WIDTH
EDGE = 36
TOP, HEADING = 136, 76  # pixels of the head, of a heading
LEAST_DAYS = 0.05  # below that they are shown as none


@dataclass(frozen=True)
class SeatShare:
    """How often a seat won, shared victories counted by parts; `low`, `high`: between which shares the true one lies."""

    seat: int  # from 1
    games: int
    wins: float
    low: float
    high: float


@dataclass(frozen=True)
class TitleSheet:
    """Games of a title with one number of players. `ends`: how often for each reason; `prices`: by company, games and mean."""

    players: int
    games: int
    moves: float
    days: float
    ends: tuple[tuple[str, int], ...]
    seats: tuple[SeatShare, ...]
    prices: Mapping[str, tuple[int, float]]


def draw_title(sheet: TitleSheet, data: TitleData) -> Image.Image:
    """One picture, as high as it has rows."""
    parts = _parts(sheet, data)
    high = TOP + sum(HEADING + LINE * len(bars) for _, bars in parts) + EDGE
    image = style.canvas((WIDE, high), data)
    draw = ImageDraw.Draw(image)
    fonts.write(draw, (EDGE, 58), _head(sheet, data), HEAD, bold=True, anchor="lm")
    fonts.write(draw, (EDGE, 110), _sample(sheet), WORDS, ink=style.SOFT, anchor="lm")
    y = TOP
    for heading, bars in parts:
        fonts.write(draw, (EDGE, y + 42), heading, WORDS, bold=True, anchor="lm")
        y += HEADING
        seats = heading == parts[1][0]
        share = {"most": 1.0, "even": 1 / sheet.players} if seats else {"most": 0.0}
        y += draw_bars(image, bars, (EDGE, y, WIDE - EDGE), data, **share)
    return image


def _head(sheet: TitleSheet, data: TitleData) -> str:
    return f"{title_name(data)} · {sheet.players} players"


def _sample(sheet: TitleSheet) -> str:
    games = f"{sheet.games} game{'s' * (sheet.games != 1)}"
    return f"{games} · {length_words(sheet.games, sheet.moves, sheet.days)}"


def length_words(games: int, moves: float, days: float) -> str:
    """How long games take: `median 386 moves, 12.5 days`; nothing of days where it was one sitting or a file."""
    took = f", {days:.1f} days" if days >= LEAST_DAYS else ""
    return f"{'median ' if games > 1 else ''}{moves:,.0f} moves{took}"


def _parts(sheet: TitleSheet, data: TitleData) -> list[tuple[str, list[Bar]]]:
    """Headings with their bars: ends, seats, companies where any had a price."""
    ends = [Bar(why, count, f"{count} of {sheet.games}") for why, count in sheet.ends]
    seats = [
        Bar(f"seat {s.seat}", s.wins / max(s.games, 1), f"{s.wins:g} of {s.games}", style.PALE, (s.low, s.high))
        for s in sheet.seats
    ]
    prices = [
        Bar(c, mean, f"{data.money(round(half_up(mean)))} ({n})", style.rgb(data.companies[c].colour), company=c)
        for c, (n, mean) in _by_price(sheet.prices)
    ]
    parts = [("How it ended", ends), ("Won by seat (line: likely range, dashed: even)", seats)]
    return [*parts, ("Last share price, mean (games)", prices)] if prices else parts


def _by_price(prices: Mapping[str, tuple[int, float]]) -> Sequence[tuple[str, tuple[int, float]]]:
    """The companies, the dearest first."""
    return sorted(prices.items(), key=lambda item: (-item[1][1], item[0]))


def alt_title(sheet: TitleSheet, data: TitleData) -> str:
    """The picture of a title's figures in words."""
    ends = ", ".join(f"{why} {count}" for why, count in sheet.ends)
    seats = [
        f"Seat {s.seat} won {s.wins:g} of {s.games} (likely range {s.low:.0%} to {s.high:.0%})." for s in sheet.seats
    ]
    prices = ", ".join(f"{c} {data.money(round(half_up(mean)))} ({n})" for c, (n, mean) in _by_price(sheet.prices))
    return short(
        [
            f"{_head(sheet, data)}: {_sample(sheet)}.",
            f"Ends: {ends}.",
            *seats,
            *([f"Last share price, mean (games): {prices}."] if prices else []),
        ]
    )
