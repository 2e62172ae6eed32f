"""The story of a game that is over, in a few lines: where it turned, its best runs, and what was missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from bot.core.text import escape_markup
from bot.files.replay import replace_ids
from bot.tables.service import Move, Table, events_seen_by
from bot.tables.story.lead import find_lead
from bot.tables.story.runs import Run, best_runs, list_runs, missed_runs
from bot.tables.story.turning_points import TurningPoint, deciding_point, find_turning_points
from bot.tables.story.turns import Turn
from bot.views.formatting import View, escape_line
from game.events import (
    EVENTS,
    CardMoved,
    Divided,
    Event,
    Paid,
    ParSet,
    PresidentChanged,
    PriceMoved,
    PrivateSold,
    Ran,
    SharesBought,
    SharesSold,
    TileLaid,
    TokenPlaced,
    TrainBought,
    WentBankrupt,
)
from game.numbering import number_key
from game.rules import Rules
from render.data.names import listed, price_way
from render.data.queries import percent
from render.text.turn_words import IDLE, forced_words, news, turn_words

HEADING = "**Turning points**: where the lead, or somebody's worth, moved most"
BEHIND = "  ◦ "


def turning_points_text(table: Table, moves: list[Move], view: View) -> str:
    """Turning points, best runs, missed runs; each part only where there is something to tell."""
    rules = table.rules
    events = [events_seen_by(m.events, None) for m in moves]
    points = find_turning_points(events, rules, view.order)
    every = list_runs(events, rules)
    missed = missed_runs(every)
    parts = []
    if points:
        lines = [*(_point_words(p, table, view) for p in points), *_lead_lines(events, table)]
        parts.append("\n".join([HEADING, *lines]))
    if every:
        parts.append(f"**Best runs** {', '.join(_run_words(r, table) for r in best_runs(every))}")
    if missed:
        parts.append(_all_missed_words(every, missed, table))
    elif every and all(r.best for r in every):
        parts.append("**Missed** nothing: every run was the best possible.")
    if not all(r.best for r in every):
        parts.append("-# I cannot tell yet which runs fell short. Press again in a minute.")
    return "\n".join(parts)


def deciding_round(table: Table, moves: Sequence[Move], view: View) -> tuple[str, str]:
    """The round that moved the winner's lead most, and what happened in it; nothing where there was none.

    `Turning point OR 6.1: Bob's lead grows from $310 to $529 as ACL runs for $350 and pays out`.
    """
    events = [events_seen_by(m.events, None) for m in moves]
    point = deciding_point(find_turning_points(events, table.rules, view.order))
    if point is None:
        return "", ""
    why = _short_reason(point.turns[0], table, view) if point.turns else ""
    told = " as ".join(filter(None, (_lead_words(point, table), why)))
    return point.after.round, replace_ids(f"Turning point {point.after.round}: {told}", _shown(table))


def _shown(table: Table) -> dict[str, str]:
    """What players are called, by their ids."""
    return {s.name: s.shown for s in table.seats}


def _reason_words(turn: Turn, table: Table, view: View) -> str:
    """What happened in that turn and why it counts; players by their ids."""
    episode, rules = turn.episode, table.rules
    if not episode.company:
        return _trading_words(turn, table, view)
    company, events = episode.company, episode.events
    why = _best_before(turn, table)
    ran = any(isinstance(e, Ran) and e.company == company and e.revenue for e in events)
    told = turn_words(_without_building(events), company, view, rules, of_run=why)
    if why and not ran:
        told = f"runs no train{why}{'' if told == IDLE else f', {told}'}"
    return ", ".join(
        [
            f"{company} {told}",
            *(_deal_words(e, table) for e in events if isinstance(e, PrivateSold) and e.buyer == company),
            *forced_words(events, view, rules),
            *_closing_words(events, table),
        ]
    )


def _short_reason(turn: Turn, table: Table, view: View) -> str:
    """What a turn did, as short as the note of a picture: `W&A buys an 8-train, $631 of it from bob`,
    `ann is bankrupt`; "" where the turn has nothing to say for itself.
    """
    events, company, rules = turn.episode.events, turn.episode.company, table.rules
    if not company:
        return ", ".join(_deeds(turn, table, view)) or _sold_out_words(events)
    if broken := [e for e in events if isinstance(e, WentBankrupt)]:
        return listed(news(broken, view, rules))
    helped = [e for e in events if isinstance(e, Paid) and e.why == "help" and e.dst == company]
    bought = [e for e in events if isinstance(e, TrainBought)]
    ran = [e for e in events if isinstance(e, Ran | Divided)]
    every = ([*bought, *helped] if helped else ran), _without_building(events)
    told = [words for part in every if (words := turn_words(part, company, view, rules)) != IDLE]
    return f"{company} {told[0]}" if told else ""


def _closing_words(events: Sequence[Event], table: Table) -> list[str]:
    """`M&BR of bob and W&SR of cid close`: the privates of players that a turn closed."""
    privates, rules = table.rules.data.privates, table.rules
    closed = [e for e in events if isinstance(e, CardMoved) and e.why == "closed" and e.card in privates]
    owned = [f"{e.card} of {rules.person(e.src)}" for e in closed if e.src in _shown(table)]
    return [f"{listed(owned)} {'closes' if len(owned) == 1 else 'close'}"] if owned else []


def _deal_words(deal: PrivateSold, table: Table) -> str:
    """`buys M&BR from Ann for $225`."""
    seller = f" from {table.rules.person(deal.seller)}" if deal.seller in _shown(table) else ""
    return f"buys {deal.private}{seller} for {table.rules.data.money(deal.price)}"


def _without_building(events: Sequence[Event]) -> list[Event]:
    """The events but for tiles and stations, which no player gets anything for at once."""
    return [e for e in events if not isinstance(e, TileLaid | TokenPlaced)]


def _best_before(turn: Turn, table: Table) -> str:
    """` (its best run before: $90; trains of it rusted in IC's turn)`, of a run that paid something, or of none after trains
    rusted.
    """
    company, events = turn.episode.company, turn.episode.events
    earned = max((e.revenue for e in events if isinstance(e, Divided) and e.company == company and e.each), default=0)
    by = "its own" if turn.rusted_by == company else f"{turn.rusted_by}'s"
    rusted = [f"trains of it rusted in {by} turn"] if turn.rusted_by and earned < turn.best else []
    if earned in (0, turn.best) and not rusted:
        return ""
    best = [f"its best run before: {table.rules.data.money(turn.best)}"] if turn.best else ["its first run"]
    return f" ({'; '.join((*best, *rusted))})"


def _trading_words(turn: Turn, table: Table, view: View) -> str:
    """What a player did in a stock round: `bob takes CoG from ann, bob starts GA at $90, sells 30% ACL, W&A $110 → $80`; or what
    happened when nobody had a turn.
    """
    return ", ".join([*_deeds(turn, table, view), *_ways(turn.episode.events, table.rules)])


def _deeds(turn: Turn, table: Table, view: View) -> list[str]:
    """What somebody did in a stock round, and what that did to others; without the way of prices."""
    events, rules = turn.episode.events, table.rules
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
    did = [f"{verb} {listed(what)}" for verb, what in deeds.items() if what]
    traded = [f"{rules.person(turn.whose)} {', '.join(did)}"] if did else []
    others = news([e for e in events if isinstance(e, PresidentChanged | WentBankrupt)], view, rules)
    own = [e for e in events if type(e) in rules.words and type(e) not in EVENTS and not getattr(e, "minor", "")]
    deals = [f"{rules.person(e.buyer)} {_deal_words(e, table)}" for e in events if _is_deal(e, table)]
    told = [*others, *traded, *deals, *_minor_words(events, rules)]
    return told or news(own, view, rules)


def _is_deal(event: Event, table: Table) -> TypeGuard[PrivateSold]:
    """Whether a player bought a private from another."""
    return isinstance(event, PrivateSold) and {event.buyer, event.seller} <= _shown(table).keys()


def _minor_words(events: Sequence[Event], rules: Rules) -> list[str]:
    """What minors became, of titles that have them: `minors become shares: ann 3 and 14 of BNR, bob 9 of RPR`."""
    given: dict[tuple[str, str], list[str]] = {}
    for e in events:
        if (minor := getattr(e, "minor", "")) and (company := getattr(e, "source", "") and getattr(e, "company", "")):
            given.setdefault((rules.person(getattr(e, "who", "")), company), []).append(minor)
    each = [
        f"{who} {listed(sorted(minors, key=number_key))} of {company}"
        for (who, company), minors in sorted(given.items())
    ]
    return [f"minors become shares: {', '.join(each)}"] if each else []


def _ways(events: Sequence[Event], rules: Rules) -> list[str]:
    """Where prices went, from first to last: `W&A $110 → $80`; those of companies that were sold out say so."""
    first: dict[str, str] = {}
    last: dict[str, PriceMoved] = {}
    for e in events:
        if isinstance(e, PriceMoved) and e.old:
            first.setdefault(e.company, e.old)
            last[e.company] = e
    moved = {c: e for c, e in last.items() if e.new != first[c]}
    own = {c: f"{c} {price_way(first[c], e.new, rules)}" for c, e in moved.items()}
    full = [c for c, e in moved.items() if e.why == "sold out"]
    return [
        *(way for c, way in own.items() if c not in full),
        *([f"sold out: {', '.join(own[c] for c in full)}"] if full else []),
    ]


def _sold_out_words(events: Sequence[Event]) -> str:
    """`FS and DR are sold out`; "" where none is."""
    full = list(dict.fromkeys(e.company for e in events if isinstance(e, PriceMoved) and e.why == "sold out"))
    return f"{listed(full)} {'is' if len(full) == 1 else 'are'} sold out" if full else ""


def _point_words(point: TurningPoint, table: Table, view: View) -> str:
    """What a round did to the lead and to everybody's worth, and the turns behind it.

    `• OR 3.1: Bob takes the lead by $66, after Cid led by $62. Bob +$285, Cid +$157, Ann +$141`, and below it
    `◦ ACL runs for $140: Bob +$229`.
    """
    shown = _shown(table)
    head = f"{point.after.round}: {replace_ids(_lead_words(point, table), shown)}."
    lines = [f"• {escape_line(head)} {_sums(point.changes, table)}"]
    for turn in point.turns:
        reason = escape_line(replace_ids(_reason_words(turn, table, view), shown))
        sums = "" if dict(turn.gains) == point.changes else _sums(turn.gains, table)
        lines.append(f"{BEHIND}{': '.join(filter(None, (reason, sums)))}")
    if point.assets:
        lines.append(f"{BEHIND}parts of what companies own: {_sums(point.assets, table)}")
    return "\n".join(lines)


def _lead_words(point: TurningPoint, table: Table) -> str:
    """Whose lead grew or fell, from how much to how much, or who took it from whom; where it hardly moved, who gained most on
    whom. Players by their ids.
    """
    if not point.moves_lead:
        up, down = point.between(of_lead=False)
        more = point.changes[up] - point.changes[down]
        return f"{up} gains {table.rules.data.money(more)} on {down}"
    before, after, money = point.before.leader, point.after.leader, table.rules.data.money
    was, now = point.before.lead, point.after.lead
    if not after:
        return f"{before}'s lead of {money(was)} is gone" if before else "nobody is ahead"
    if before != after:
        of = f", after {before} led by {money(was)}" if before else ""
        return f"{after} takes the lead by {money(now)}{of}"
    if was == now:
        return f"{after}'s lead stays {money(now)}"
    return f"{after}'s lead {'grows' if now > was else 'falls'} from {money(was)} to {money(now)}"


def _sums(changes: Mapping[str, int], table: Table) -> str:
    """`Ann +$240, Bob −$12`: who won most first."""
    ranked = sorted(changes.items(), key=lambda item: -item[1])
    shown = _shown(table)
    return ", ".join(f"{escape_markup(shown.get(p, p))} {_signed_money(n, table)}" for p, n in ranked if n)


def _lead_lines(moves: Sequence[Sequence[Event]], table: Table) -> list[str]:
    """`Ann was ahead from OR 7.2 on, Bob before.`, or how often the lead had changed by then."""
    lead = find_lead(moves)
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
