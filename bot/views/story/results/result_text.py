"""What a game came to, in words: who won, how each worth is made up, why and when it ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from bot.core.discord_limits import TEXTS, fit
from bot.core.text import escape_markup
from bot.model.kinds import Ending
from bot.tables.story.game_summary import Standing, Summary
from game.title_data import money_words
from render.data.names import END_REASONS, end_words, listed

MAX_TEXT_LENGTH = 1500  # characters of a text
MAX_NAME_LENGTH = 30  # characters of a name before a remark
PLAYED = timedelta(hours=1)  # games that took less were brought here, or tried out


def summary_text(summary: Summary) -> str:
    """The result for the final post, at most 1,500 characters; details go first where it would be longer."""
    for detail in (2, 1, 0):
        lines = [
            f"{winner_line(summary)}.",
            *(_standing_line(summary, s, detail) for s in summary.standings),
            ending_line(summary),
        ]
        text = "\n".join(lines)
        if len(text) <= MAX_TEXT_LENGTH:
            break
    return text[:MAX_TEXT_LENGTH]


def winner_line(summary: Summary) -> str:
    """`Ann wins 18GA with $5,923`; of a game that was abandoned, where nobody wins, who was ahead."""
    winners = [escape_markup(s.shown) for s in summary.winners]
    if summary.why == Ending.ABANDONED:
        ahead = f"{listed(winners)} {'was' if len(winners) == 1 else 'were'} ahead"
        worth = money_words(summary.currency, summary.standings[0].total)
        return f"{escape_markup(summary.called)} is over without a result; {ahead} with {worth}"
    won = (
        f"{winners[0]} wins"
        if len(winners) == 1
        else f"{', '.join(winners[:-1])} and {winners[-1]} share the victory in"
    )
    return f"{won} {escape_markup(summary.called)} with {money_words(summary.currency, summary.standings[0].total)}"


def _standing_line(summary: Summary, standing: Standing, detail: int) -> str:
    """`1. Ann $4,321 = cash $812 + shares $3,429 (5 GA at $120) + privates $80`.

    Begins with a star: in a numbered list Discord counts by itself, also those of the same rank, and goes on with the next line.
    """
    line = f"**{standing.rank}. {escape_markup(standing.shown)}** {money_words(summary.currency, standing.total)}"
    money = partial(money_words, summary.currency)
    held = ", ".join(f"{h.shares} {escape_markup(h.company)} at {money(h.price)}" for h in standing.holdings)
    beside = {"shares": f" ({held})"} if detail == 2 and held else {}
    parts = [f"{what} {money(amount)}{beside.get(what, '')}" for what, amount in standing.parts.items() if amount]
    if detail and parts:
        line += " = " + " + ".join(parts)
    return line + (" · bankrupt" if standing.bankrupt else "")


def ending_line(summary: Summary) -> str:
    """When and why a game was over and how long it took, as a line of a post."""
    return _ending_words(summary, summary.why if summary.why in END_REASONS else escape_markup(summary.why))


def ending_words(summary: Summary) -> str:
    """When and why a game was over and how long it took, as a line of a picture."""
    return _ending_words(summary, summary.why)


def _ending_words(summary: Summary, why: str) -> str:
    """`Over in OR 8.2: the bank ran out of money. 538 moves in 23 days.` Days only where it was played here."""
    suffix = f", certain since {summary.triggered}" if summary.triggered and summary.triggered != summary.round else ""
    took = f" {summary.moves:,} moves" + (f" in {duration_words(summary.lasted)}." if summary.lasted >= PLAYED else ".")
    return f"Over in {summary.round or 'the first round'}: {end_words(why) or 'somebody ended it'}{suffix}.{took}"


def remark_lines(said: Sequence[tuple[str, str]]) -> str:
    """What players said about the game: a line each, the name first. At most half of what a post holds."""
    lines = [f"**{escape_markup(fit(who, MAX_NAME_LENGTH))}**: {escape_markup(words)}" for who, words in said]
    return fit("\n".join(lines), TEXTS // 2)


def duration_words(lasted: timedelta) -> str:
    """`12 days 4 hours`, in the two largest units."""
    minutes = int(lasted.total_seconds()) // 60
    units = (("day", minutes // 1440), ("hour", minutes // 60 % 24), ("minute", minutes % 60))
    parts = [f"{n} {unit}{'s' * (n != 1)}" for unit, n in units if n]
    return " ".join(parts[:2]) or "less than a minute"
