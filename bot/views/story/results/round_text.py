"""A round in a few lines when it is over: each player's worth, the change, and what was bought and sold; what companies did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.core.text import escape_markup
from bot.model.models import GameRow
from bot.tables.story.round_summary import CompanyRound, Round
from bot.tables.story.worth_causes import Cause, Kind
from bot.views.formatting import safe_name
from bot.views.story.results.result_text import MAX_TEXT_LENGTH
from game.round_names import is_auction, is_operating_round, is_stock_round
from game.rules import Rules
from game.title_data import TitleData
from render.data.names import COUNTS, listed, round_label, with_article
from render.data.run_values import used_words

SAME = " Nobody's worth has changed."
DRAFTED = "Besides the cards that they kept in secret, players can now buy what they have drafted:"
SOLD_OUT = " (sold out)"  # why prices rise in a stock round
INCOME = {Kind.DIVIDENDS: "dividends", Kind.GUARANTIES: "guaranties", Kind.PRIVATES: "privates"}
# a cause of gain and of loss
CAUSES = {
    Kind.PRICES: ("share prices", "share prices"),
    Kind.TRADES: ("shares bought below their market price", "shares bought above their market price"),
    Kind.BOUGHT: ("bought {} below face value", "bought {} above face value"),
    Kind.SOLD: ("sold {}", "sold {}"),
    Kind.MINORS: ("minors", "paid for minors, which count for nothing by themselves"),
    Kind.EXCHANGED: ("shares for minors", "shares for minors"),
    Kind.CONVERTED: ("a bond turned into a share", "a bond turned into a share"),
    Kind.GIFTS: ("shares that came with a private", "shares that came with a private"),
    Kind.HELP: ("trains of {}", "paid for trains of {}"),
    Kind.PRIVATES_CLOSED: ("{} closed", "{} closed"),
    Kind.COMPANIES_CLOSED: ("companies closed", "companies closed"),
    Kind.BANKRUPTCY: ("bankruptcy", "bankruptcy"),
    Kind.OTHER: ("other payments", "other payments"),
    Kind.ASSETS: ("part of the companies' assets", "part of the companies' assets"),
}


def drafted_lines(ended: Round, row: GameRow, rules: Rules) -> list[str]:
    """What each player has taken in a draft, a line each, `Ann: EIR director 20% + 10%, P2`, and where the cards are that were
    dealt to nobody; none after any other round.
    """
    own, undealt = rules.words.get("cards"), rules.words.get("undealt")
    if own is None or not ended.drafted:
        return []
    taken = [
        f"{safe_name(s)}: {own(tuple(ended.drafted[s.name]), rules)}" for s in row.seats if s.name in ended.drafted
    ]
    return [f"-# {line}" for line in (*taken, *([undealt()] if undealt is not None else []))]


def render_round(
    ended: Round, row: GameRow, rules: Rules, *, pictured: bool = False, drafted: Sequence[str] = ()
) -> str:
    """The round in at most 1,500 characters: a line per player, the richest first; then one per company.

    `pictured`: beside a picture, which has companies and everybody's worth; then what each player's worth has changed by alone.
    `drafted`: lines of what each player has taken in a draft.
    """
    data, shown = rules.data, {s.name: escape_markup(s.shown) for s in row.seats}
    ranked = sorted(ended.worth, key=lambda p: -ended.worth[p])
    name = "The auction" if is_auction(ended.name) else round_label(ended.name)
    if drafted:
        return "\n".join((f"**{name} is over.** {DRAFTED}", *drafted))
    if not has_results(ended):
        trades = is_stock_round(ended.name) or is_operating_round(ended.name)  # in others nobody thinks of worth
        return f"**{name} is over.**{SAME if trades else ''}"
    if paid_for_minors_only(ended):
        paid = [f"{shown.get(p, p)} {data.money(-ended.change[p])}" for p in ranked if ended.change[p]]
        return (
            f"**{name} is over.** Paid to the bank for minors, which are worth what they will earn: {', '.join(paid)}."
        )
    if pictured:
        lines = [f"**{name} is over.**"]
        drawn = not any(did.revenue for did in ended.companies.values())  # the picture has what was bought and sold
        told = {p: _reasons(ended, p, data, traded=not drawn) for p in ranked}
        changed = [(f"-# {shown.get(p, p)} {_change_words(ended, p)}", told[p]) for p in ranked]
        lines += [f"{line}: {reasons}" if reasons else line for line, reasons in changed] if any(told.values()) else []
    else:
        lines = [f"**{name} is over.** What everybody is worth:"]
        lines += [_player_line(ended, p, shown.get(p, p), data) for p in ranked]
        lines += _company_lines(ended, rules)
    while len("\n".join(lines)) > MAX_TEXT_LENGTH:
        lines.pop()
    return "\n".join(lines)


def has_results(ended: Round) -> bool:
    """Whether a round has changed what anybody is worth, or a company did something in it."""
    return any(ended.change.values()) or any(ended.shares.values()) or bool(ended.companies)


def _player_line(ended: Round, player: str, shown: str, data: TitleData) -> str:
    """`Ann $812 (+96): +2 shares of GA, −1 share of CoG, dividends $60, privates $15, share prices +21`."""
    worth = f"{shown} {data.money(ended.worth[player])} ({_change_words(ended, player)})"
    return _with_reasons(worth, ended, player, data)


def _with_reasons(text: str, ended: Round, player: str, data: TitleData) -> str:
    """A player's line with the reasons, where there are any."""
    reasons = _reasons(ended, player, data)
    return f"{text}: {reasons}" if reasons else text


def _change_words(ended: Round, player: str) -> str:
    """`+96`, `−5`, `±0`: by how much a player's worth has changed."""
    change = ended.change[player]
    return f"{change:+,d}".replace("-", "−") if change else "±0"


def _reasons(ended: Round, player: str, data: TitleData, *, traded: bool = True) -> str:
    """`+2 shares of GA, dividends $60, sold M&BR +75, share prices +16`: what was `traded`, then all causes of the change."""
    shares = {c: n for c, n in ended.shares.get(player, {}).items() if n and traded}
    told = [f"{n:+d} {'share' if abs(n) == 1 else 'shares'} of {escape_markup(c)}" for c, n in shares.items()]
    causes = ended.causes.get(player, Counter())
    told_sums = [(kind, parts) for kind in Kind for parts in _gains_and_losses(causes, kind)]
    alone = len(told_sums) == 1 and sum(told_sums[0][1].values()) == ended.change[player]  # which stands in front of it
    sums = [
        _cause_words(kind, parts, data, summed=not alone) + SOLD_OUT * _rises_in_stock_round(ended, kind, parts)
        for kind, parts in told_sums
    ]
    free = ended.unpriced.get(player, Counter())
    gifts = [f"{percent}% of {escape_markup(c)} came free and has no price yet" for c, percent in free.items()]
    return ", ".join(told + sums + gifts).replace("-", "−")


def _rises_in_stock_round(ended: Round, kind: Kind, parts: Mapping[str, int]) -> bool:
    """Whether prices rose in a stock round, which those of companies do that are sold out, and no others."""
    return kind is Kind.PRICES and is_stock_round(ended.name) and sum(parts.values()) > 0


def _gains_and_losses(causes: Mapping[Cause, int], kind: Kind) -> list[dict[str, int]]:
    """All gains and all losses of a kind, each by what they are about, where there are any."""
    parts = {cause.about: n for cause, n in causes.items() if cause.kind is kind}
    signed = ({about: n for about, n in parts.items() if n * sign > 0} for sign in (1, -1))
    return [part for part in signed if part]


def paid_for_minors_only(ended: Round) -> bool:
    """Whether worth has changed in a round by nothing but what was paid for minors, which count nothing by themselves."""
    found = [cause.kind for causes in ended.causes.values() for cause in causes]
    return bool(found) and all(kind is Kind.MINORS for kind in found) and not ended.companies


def _cause_words(kind: Kind, parts: Mapping[str, int], data: TitleData, *, summed: bool) -> str:
    """`dividends $60`, `sold M&BR and MRC +105`: all gains or all losses of a kind. `summed`: with what they come to."""
    total = sum(parts.values())
    if kind in INCOME:
        return f"{INCOME[kind]} {data.money(total)}"
    about = [escape_markup(name) for name in parts if name]
    words = CAUSES[kind][total < 0].format(listed(about) if about else "")
    return f"{words} {total:+,d}" if summed else words


def _company_lines(ended: Round, rules: Rules) -> list[str]:
    """What each company did, a line each; those of which nothing is to be told but a price share the last line."""
    words = {c: _company_words(did, rules) for c, did in ended.companies.items()}
    priced = {c: f"{did.before} → {did.after}" for c, did in ended.companies.items() if _moved_price_only(did)}
    if len(priced) < 2:
        priced = {}
    lines = [f"-# {escape_markup(c)}: {text}" for c, text in words.items() if text and c not in priced]
    prices = ", ".join(f"{escape_markup(c)} {text}" for c, text in priced.items())
    return [*lines, f"-# Prices: {prices}"] if prices else lines


def _moved_price_only(did: CompanyRound) -> bool:
    """Whether nothing is to be told of a company but where its price went."""
    return None not in (did.before, did.after) and did.before != did.after and not (did.revenue or did.trains)


def _company_words(did: CompanyRound, rules: Rules) -> str:
    """What a company did: `ran $120, paid, price 90 → 100, bought two 3-trains`."""
    parts, data = [], rules.data
    if did.revenue:
        parts.append(f"ran {data.money(did.revenue)}" + (f", {used_words(did.kind, rules)}" if did.kind else ""))
    if did.before is None and did.after is not None:
        rose = did.first not in (None, did.after)
        parts.append(f"starts at {data.money(did.first if rose and did.first is not None else did.after)}")
        parts += [f"now {data.money(did.after)}"] if rose else []
    elif did.before != did.after:
        parts.append(f"price {did.before} → {did.after}" if did.after is not None else "closed")
    if did.trains:
        called = Counter(map(data.train_called, did.trains))
        trains = [
            with_article(t) if n == 1 else f"{COUNTS[n] if n < len(COUNTS) else n} {t}s" for t, n in called.items()
        ]
        parts.append(f"bought {listed(trains)}")
    return ", ".join(parts)
