"""A round in a few lines when it is over: each player's worth, the change, and what was bought and sold; what companies did."""

from __future__ import annotations

from collections import Counter

from bot.core.text import escape_markup
from bot.model.models import GameRow
from bot.tables.round_summary import CompanyRound, Round, find_round
from bot.tables.table import Table
from bot.views.story.result_text import MAX_TEXT_LENGTH
from game.title_data import TitleData, money_words
from render.data.names import listed, round_label, with_article

PAID = {"full": "paid", "half": "paid half", "none": "kept"}


async def round_text(table: Table, name: str) -> str:
    """The text of a round of that name that has ended; "" where it has not."""
    ended = await find_round(table, name)
    return render_round(ended, table.row, table.rules.data) if ended else ""


def render_round(ended: Round, row: GameRow, data: TitleData, *, pictured: bool = False) -> str:
    """The round in at most 1,500 characters: a line per player, the richest first; then one per company.

    `pictured`: beside a picture, which has companies and everybody's worth; then what each player's worth has changed by alone.
    """
    shown = {s.name: escape_markup(s.shown) for s in row.seats}
    ranked = sorted(ended.worth, key=lambda p: -ended.worth[p])
    name = "The auction" if ended.name == "Auction" else round_label(ended.name)
    if not has_results(ended):
        return f"**{name} is over.** Nobody's worth has changed."
    if pictured:
        reasons = {p: text for p in ranked if (text := _reasons(ended, p, data.currency))}
        lines = [f"-# {shown.get(p, p)} {_change_words(ended, p)}: {text}" for p, text in reasons.items()]
        lines = [f"**{name} is over.**", *lines]
    else:
        lines = [f"**{name} is over.** What everybody is worth:"]
        lines += [_player_line(ended, p, shown.get(p, p), data.currency) for p in ranked]
        lines += _company_lines(ended, data)
    while len("\n".join(lines)) > MAX_TEXT_LENGTH:
        lines.pop()
    return "\n".join(lines)


def has_results(ended: Round) -> bool:
    """Whether a round has changed what anybody is worth, or a company did something in it."""
    return any(ended.change.values()) or any(ended.shares.values()) or bool(ended.companies)


def _player_line(ended: Round, player: str, shown: str, currency: str) -> str:
    """`Ann $812 (+96): +2 shares of GA, −1 share of CoG, dividends $60, privates $15`."""
    reasons = _reasons(ended, player, currency)
    worth = f"{shown} {money_words(currency, ended.worth[player])} ({_change_words(ended, player)})"
    return f"{worth}: {reasons}" if reasons else worth


def _change_words(ended: Round, player: str) -> str:
    """`+96`, `−5`, `±0`: by how much a player's worth has changed."""
    change = ended.change[player]
    return f"{change:+,d}".replace("-", "−") if change else "±0"


def _reasons(ended: Round, player: str, currency: str) -> str:
    """`+2 shares of GA, dividends $60, share prices +16`; "" where nothing but prices has changed a player's worth."""
    change = ended.change[player]
    shares = {c: n for c, n in ended.shares.get(player, {}).items() if n}
    changes = [f"{n:+d} {'share' if abs(n) == 1 else 'shares'} of {escape_markup(c)}" for c, n in shares.items()]
    paid = {"dividends": ended.dividends[player], "privates": ended.privates[player]}
    changes += [f"{what} {money_words(currency, n)}" for what, n in paid.items() if n]
    moved = {
        "paid for minors, which count nothing by themselves": -ended.minors[player],
        "privates above face value": -ended.overpaid[player],
        "sale of privates": ended.sales[player],
        "privates closed": -ended.closed[player],
    }
    changes += [f"{what} {n:+,d}" for what, n in moved.items() if n]
    rest = change - sum(paid.values()) - sum(moved.values())
    if rest and changes:
        changes.append(f"share prices {rest:+,d}")
    return ", ".join(changes).replace("-", "−")


def _company_lines(ended: Round, data: TitleData) -> list[str]:
    """What each company did, a line each; those of which nothing is to be told but a price share the last line."""
    words = {c: _company_words(did, data) for c, did in ended.companies.items()}
    priced = {
        c: text.removeprefix("price ") for c, text in words.items() if text.startswith("price ") and "," not in text
    }
    if len(priced) < 2:
        priced = {}
    lines = [f"-# {escape_markup(c)}: {text}" for c, text in words.items() if text and c not in priced]
    prices = ", ".join(f"{escape_markup(c)} {text}" for c, text in priced.items())
    return [*lines, f"-# Prices: {prices}"] if prices else lines


def _company_words(did: CompanyRound, data: TitleData) -> str:
    """What a company did: `ran $120, paid, price 90 → 100, bought 2 3-trains`."""
    parts = []
    if did.revenue:
        parts.append(f"ran {data.money(did.revenue)}" + (f", {PAID.get(did.kind, did.kind)}" if did.kind else ""))
    if did.before is None and did.after is not None:
        parts.append(f"starts at {data.money(did.after)}")
    elif did.before != did.after:
        parts.append(f"price {did.before} → {did.after}" if did.after is not None else "closed")
    if did.trains:
        called = Counter(map(data.train_called, did.trains))
        trains = [with_article(name) if n == 1 else f"{n} {name}s" for name, n in called.items()]
        parts.append(f"bought {listed(trains)}")
    return ", ".join(parts)
