"""The story of a game that is over, in a few lines: where it turned, its best runs, and what was missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.core.text import escape_markup
from bot.files.replay import replace_ids
from bot.tables import turning_points
from bot.tables.service import Move, Table, events_seen_by
from bot.tables.turning_points import Run, Swing
from bot.views.formatting import View, escape_line
from game.events import (
    EVENTS,
    Divided,
    Event,
    ParSet,
    PresidentChanged,
    PriceMoved,
    PrivateSold,
    Rusted,
    SharesBought,
    SharesSold,
    TileLaid,
    TokenPlaced,
    TrainBought,
    WentBankrupt,
)
from game.rules import Rules
from render.data.names import listed, price_way
from render.data.queries import percent
from render.text.turn_words import forced_words, news, turn_words


def turning_points_text(table: Table, moves: list[Move], view: View) -> str:
    """Turning points, best runs, missed runs; each part only where there is something to tell."""
    rules = table.rules
    events = [events_seen_by(m.events, None) for m in moves]
    swings = turning_points.turning_points(events, rules, view.order)
    every = turning_points.list_runs(events, rules)
    missed = turning_points.missed_runs(every)
    parts = []
    if swings:
        lines = [*(_swing_words(s, table, view) for s in swings), *_lead_lines(events, table)]
        parts.append("\n".join(["**Turning points**", *lines]))
    if every:
        parts.append(f"**Best runs** {', '.join(_run_words(r, table) for r in turning_points.best_runs(every))}")
    if missed:
        parts.append(_all_missed_words(every, missed, table))
    elif every and all(r.best for r in every):
        parts.append("**Missed** nothing: every run was the best possible.")
    if not all(r.best for r in every):
        parts.append("-# Which runs fell short could not be looked up now. Press again in a minute.")
    return "\n".join(parts)


def deciding_turn_words(table: Table, moves: Sequence[Move], view: View) -> str:
    """`Turning point OR 9.2: GA buys an 8-train, $694 of it from Bob (Bob −$754)`: the turn that decided most, with whom it moved
    most; "" where none did.
    """
    events = [events_seen_by(m.events, None) for m in moves]
    swings = turning_points.turning_points(events, table.rules, view.order)
    if not swings:
        return ""
    heaviest = max(swings, key=lambda s: s.weight)
    moved = heaviest.losses if heaviest.by_rust else heaviest.gains
    most = max(moved.values(), key=abs, default=0)
    whom = [f"{player} {_signed_money(n, table)}" for player, n in moved.items() if n == most]
    text = f"{_reason_words(heaviest, table, view)}{f' ({listed(whom)})' if most else ''}"
    return f"Turning point {heaviest.episode.round}: {replace_ids(text, _shown(table))}"


def _shown(table: Table) -> dict[str, str]:
    """What players are called, by their ids."""
    return {s.name: s.shown for s in table.seats}


def _reason_words(swing: Swing, table: Table, view: View) -> str:
    """What happened in that turn and why it counts; players by their ids."""
    episode, rules = swing.episode, table.rules
    if not episode.company:
        return _trading_words(swing, table, view)
    company, events = episode.company, episode.events
    if swing.by_rust:
        bought = [e for e in events if isinstance(e, TrainBought | Rusted)]
        rusted = news([e for e in bought if isinstance(e, Rusted)], view, rules)
        return f"{company} {turn_words(bought, company, view, rules)}: {', '.join(rusted)}"
    told = turn_words(_without_building(events), company, view, rules, of_run=_best_before(swing, table))
    return ", ".join(
        [
            f"{company} {told}",
            *(_deal_words(e, table) for e in events if isinstance(e, PrivateSold) and e.buyer == company),
            *forced_words(events, view, rules),
        ]
    )


def _deal_words(deal: PrivateSold, table: Table) -> str:
    """`buys M&BR from Ann for $225`."""
    seller = f" from {table.rules.person(deal.seller)}" if deal.seller in _shown(table) else ""
    return f"buys {deal.private}{seller} for {table.rules.data.money(deal.price)}"


def _without_building(events: Sequence[Event]) -> list[Event]:
    """The events but for tiles and stations, which no player gets anything for at once."""
    return [e for e in events if not isinstance(e, TileLaid | TokenPlaced)]


def _best_before(swing: Swing, table: Table) -> str:
    """` (its best run before: $90)`, of a run that paid something."""
    company, events = swing.episode.company, swing.episode.events
    earned = max((e.revenue for e in events if isinstance(e, Divided) and e.company == company and e.each), default=0)
    if earned in (0, swing.best):
        return ""
    return f" (its best run before: {table.rules.data.money(swing.best)})" if swing.best else " (its first run)"


def _trading_words(swing: Swing, table: Table, view: View) -> str:
    """What a player did in a stock round: `bob takes CoG from ann, bob starts GA at $90, sells 30% ACL, W&A $110 → $80`."""
    events, rules = swing.episode.events, table.rules
    started = {e.company: e.price for e in events if isinstance(e, ParSet)}
    sold: Counter[str] = Counter()
    bought: Counter[str] = Counter()
    for e in events:
        if isinstance(e, SharesSold):
            sold[e.company] += e.shares
        elif isinstance(e, SharesBought) and e.company not in started:
            bought[e.company] += e.shares
    deeds = {
        "starts": [f"{c} at {rules.data.money(price)}" for c, price in started.items()],
        "sells": [f"{percent(view, c, n)}% {c}" for c, n in sold.items()],
        "buys": [f"{percent(view, c, n)}% {c}" for c, n in bought.items() if c not in sold],
    }
    told = [f"{verb} {listed(what)}" for verb, what in deeds.items() if what]
    traded = [f"{rules.person(swing.whose)} {', '.join(told)}"] if told else []
    others = news([e for e in events if isinstance(e, PresidentChanged | WentBankrupt)], view, rules)
    own = [e for e in events if type(e) in rules.words and type(e) not in EVENTS]
    return ", ".join([*([*others, *traded] or news(own, view, rules)), *_ways(events, rules)])


def _ways(events: Sequence[Event], rules: Rules) -> list[str]:
    """Where prices went, from first to last: `W&A $110 → $80`."""
    first: dict[str, str] = {}
    last: dict[str, str] = {}
    for e in events:
        if isinstance(e, PriceMoved) and e.old:
            first.setdefault(e.company, e.old)
            last[e.company] = e.new
    return [f"{c} {price_way(old, last[c], rules)}" for c, old in first.items() if old != last[c]]


def _swing_words(swing: Swing, table: Table, view: View) -> str:
    """`OR 9.2: GA buys an 8-train, $694 of it from Bob: Bob −$754, Ann −$30`."""
    line = f"• {escape_markup(swing.episode.round)}: {escape_line(replace_ids(_reason_words(swing, table, view), _shown(table)))}"
    if not swing.by_rust:
        return f"{line}: {_sums(swing.gains, table)}"
    weaker = escape_markup(listed(swing.weakened))
    return f"{line}. {weaker} then paid less: {_sums(swing.losses, table)}"


def _sums(changes: Mapping[str, int], table: Table) -> str:
    """`Ann +$240, Bob −$12`: who won most first."""
    ranked = sorted(changes.items(), key=lambda item: -item[1])
    shown = _shown(table)
    return ", ".join(f"{escape_markup(shown.get(p, p))} {_signed_money(n, table)}" for p, n in ranked if n)


def _lead_lines(moves: Sequence[Sequence[Event]], table: Table) -> list[str]:
    """`Ann was ahead from OR 7.2 on, Bob before.`, or how often the lead had changed by then."""
    lead = turning_points.find_lead(moves)
    if lead is None:
        return []
    shown = {player: escape_markup(name) for player, name in _shown(table).items()}
    since = f"{shown.get(lead.player, lead.player)} was ahead from {escape_markup(lead.since)} on"
    if len(lead.before) == 1 and lead.before[0] != lead.player:
        return [f"{since}, {shown.get(lead.before[0], lead.before[0])} before."]
    times = "twice" if len(lead.before) == 2 else f"{len(lead.before)} times"
    return [f"{since}; by then the lead had changed {times}." if len(lead.before) > 1 else f"{since}."]


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
