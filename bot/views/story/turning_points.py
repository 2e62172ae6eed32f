"""The story of a game that is over, in a few lines: where it turned, its best runs, and what was missed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.text import escape_markup
from bot.files.replay import replace_ids
from bot.tables import turning_points
from bot.tables.service import Move, Table, events_seen_by
from bot.tables.turning_points import Run, Swing
from bot.views.formatting import View, escape_line
from game.events import PriceMoved
from render.data.names import price_way
from render.text.turn_words import forced_words, news, trading, turn_words


def turning_points_text(table: Table, moves: list[Move], view: View) -> str:
    """Turning points, best runs, missed runs; each part only where there is something to tell."""
    rules = table.rules
    events = [events_seen_by(m.events, None) for m in moves]
    swings = turning_points.turning_points(events, rules, view.order)
    every = turning_points.list_runs(events, rules)
    missed = turning_points.missed_runs(every)
    parts = []
    if swings:
        parts.append("\n".join(["**Turning points**", *(_swing_words(s, table, view) for s in swings)]))
    if every:
        parts.append(f"**Best runs** {', '.join(_run_words(r, table) for r in turning_points.best_runs(every))}")
    if missed:
        parts.append(_all_missed_words(every, missed, table))
    elif every and all(r.best for r in every):
        parts.append("**Missed** nothing: every run was the best possible.")
    if not all(r.best for r in every):
        parts.append("-# Which runs fell short could not be looked up now. Press again in a minute.")
    return "\n".join(parts)


def widest_swing_words(table: Table, moves: Sequence[Move], view: View) -> str:
    """`Turning point OR 7.1: GA runs for $330 and pays out, $190 → $210`: the turn that moved the players furthest apart; ""
    where none did.
    """
    events = [events_seen_by(m.events, None) for m in moves]
    swings = turning_points.turning_points(events, table.rules, view.order)
    if not swings:
        return ""
    widest = max(swings, key=lambda s: s.spread)
    shown = {s.name: s.shown for s in table.seats}
    return f"Turning point {widest.episode.round}: {replace_ids(_turn_words(widest, table, view), shown)}"


def _turn_words(swing: Swing, table: Table, view: View) -> str:
    """What happened in that turn, with sales that paid for a train; players by their ids."""
    episode, rules = swing.episode, table.rules
    if episode.company:
        own = f"{episode.company} {turn_words(episode.events, episode.company, view, rules)}"
        return ", ".join([own, *forced_words(episode.events, view, rules)])
    moved = [e for e in episode.events if isinstance(e, PriceMoved) and e.old]
    ways = [f"{e.company} {price_way(e.old, e.new, rules)}" for e in moved]
    return ", ".join([*news(episode.events, view, rules), *trading(episode.events, view, rules), *ways])


def _swing_words(swing: Swing, table: Table, view: View) -> str:
    """`OR 7.1: GA runs for $330 and pays out, $190 → $210: Ann +$240, Bob −$12`."""
    episode, changes = swing.episode, _turn_words(swing, table, view)
    shown = {s.name: s.shown for s in table.seats}
    ranked = sorted(swing.gains.items(), key=lambda item: -item[1])
    sums = ", ".join(f"{escape_markup(shown.get(p, p))} {_signed_money(n, table)}" for p, n in ranked if n)
    return f"• {escape_markup(episode.round)}: {escape_line(replace_ids(changes, shown))}: {sums}"


def _signed_money(amount: int, table: Table) -> str:
    """An amount with its sign: `+$240`."""
    return f"{'+' if amount > 0 else '−'}{table.rules.data.money(abs(amount))}"


def _run_words(run: Run, table: Table) -> str:
    """One of the best runs of a game in words: `GA $330 (OR 7.1)`."""
    return f"{escape_markup(run.company)} {table.rules.data.money(run.revenue)} ({escape_markup(run.round)})"


def _all_missed_words(every: Sequence[Run], missed: Sequence[Run], table: Table) -> str:
    """`Missed $360 in 15 of 114 runs: GA $250 of $330 (OR 7.1), …`: the sum of all, and the largest."""
    short = [run for run in every if run.best > run.revenue]
    total = table.rules.data.money(sum(run.best - run.revenue for run in short))
    largest = ", ".join(_missed_words(r, table) for r in missed)
    more = ", …" if len(short) > len(missed) else ""
    return f"**Missed** {total} in {len(short)} of {len(every)} runs: {largest}{more}"


def _missed_words(run: Run, table: Table) -> str:
    """A run that fell short: `GA $250 of $330 (OR 7.1)`."""
    earned, best = table.rules.data.money(run.revenue), table.rules.data.money(run.best)
    return f"{escape_markup(run.company)} {earned} of {best} ({escape_markup(run.round)})"
