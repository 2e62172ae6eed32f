"""A round that is over, on one screen of a phone: what everybody is worth and how that changed, what each company earned.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from game.names import company_name
from game.round_names import is_auction
from game.rules import Rules
from game.state import Company, Player
from render.data import queries
from render.data.names import count_trains, listed, round_label, train_in_table
from render.drawing import fonts, phone, style
from render.drawing.table import Cell, Column, Rows
from render.results.print_sizes import HEAD, SIGNS, WORDS
from render.text.alt_text import short

WIDE = phone.PICTURE_WIDTH
EDGE = 28
LINE, COMPANY = 56, 64  # pixels of a row, and of a company's: its token has room for a mark in two lines
BAR = 30  # pixels of a bar's height
LEAST = 260  # of the bars' width
DASH = "–"
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class PlayerResult:
    """What a player is worth at the end of a round, and how much that is more than before it."""

    player: Player
    worth: int
    change: int
    traded: tuple[tuple[Company, int], ...] = ()  # shares of a company: bought less sold


@dataclass(frozen=True)
class CompanyResult:
    """What a company did in a round. `paid`: where its revenue went, in a word; prices None: not on the market."""

    company: Company
    revenue: int = 0
    paid: str = ""
    before: int | None = None
    after: int | None = None
    trains: tuple[str, ...] = ()  # bought in it
    first: int | None = None  # the price at which it came onto the market in it


@dataclass(frozen=True)
class RoundResult:
    """A round: its name, players with the richest first, companies in the order in which they acted. `order`: seats.

    `rusted`: types of trains with how many rusted in it; `minors`: those that players gave up, each with the company of which it
    became a share, "" for none. `income`: players' privates have paid since, which is not in what they are worth here.
    """

    name: str
    players: tuple[PlayerResult, ...]
    companies: tuple[CompanyResult, ...]
    order: tuple[Player, ...]
    rusted: tuple[tuple[str, int], ...] = ()
    minors: tuple[tuple[Player, tuple[tuple[Company, Company], ...]], ...] = ()
    income: bool = False


def draw_round(result: RoundResult, rules: Rules) -> Image.Image:
    companies, columns = _companies(result, rules), _measure_columns(result, rules)
    high = EDGE + 70 + LINE * sum(max(1, len(lines)) for lines in columns.traded) + EDGE
    low = high + (companies.height + EDGE if companies.cells else 0)
    rust = rust_words(result, rules)
    given = [line for words in minor_words(result, rules) for line in fonts.folded(words, WIDE - 2 * EDGE, WORDS)]
    last = low + LINE * len(given) + (EDGE // 2 if given else 0)
    image = style.canvas((WIDE, last + (LINE + EDGE // 2 if rust else 0)), rules.data)
    draw = ImageDraw.Draw(image)
    fonts.write(draw, (EDGE, EDGE + 26), queries.title_name(rules.data), HEAD, bold=True, anchor="lm")
    x = EDGE + fonts.width(queries.title_name(rules.data), HEAD, bold=True) + 20
    fonts.write(draw, (x, EDGE + 29), _when(result), WORDS, ink=style.SOFT, anchor="lm")
    _players(draw, result, rules, columns, EDGE + 74)
    if companies.cells:
        companies.paint(image, rules.data, EDGE, high, WIDE - 2 * EDGE)
    for n, words in enumerate(given):
        fonts.write(draw, (EDGE, low + LINE * (n + 0.5) - EDGE / 2), words, WORDS, anchor="lm")
    if rust:
        size = fonts.fitting(rust, WIDE - 2 * EDGE, WORDS)
        fonts.write(draw, (EDGE, last + LINE / 2 - EDGE / 2), rust, size, ink=style.GAUGE, anchor="lm")
    return image


def minor_words(result: RoundResult, rules: Rules) -> list[str]:
    """`Ann, minors: 3 and 4 → DR, 7 closed`, a line for each player who gave some up."""
    lines = []
    for player, given in result.minors:
        into: dict[Company, list[Company]] = {}
        for minor, company in given:
            into.setdefault(company, []).append(minor)
        each = [
            f"{listed(minors)} → {company}" if company else f"{listed(minors)} closed"
            for company, minors in into.items()
        ]
        several = "s" * (len(given) > 1)
        lines.append(f"{rules.person(player)}, minor{several}: {', '.join(each)}")
    return lines


def rust_words(result: RoundResult, rules: Rules) -> str:
    """`Rusted: 2T × 5, 3T`; "" where no train did."""
    each = [
        f"{train_in_table(queries.type_called(rules, name))}{f' × {n}' if n > 1 else ''}" for name, n in result.rusted
    ]
    return f"Rusted: {', '.join(each)}" if each else ""


def _when(result: RoundResult) -> str:
    """`after stock round 5`, or `after OR 5.1, before privates pay` where they have paid since."""
    return f"after {_called(result.name)}{', before privates pay' if result.income else ''}"


def _called(name: str) -> str:
    """`the auction`, `stock round 5` (SR is also a company), `OR 5.1`."""
    label = round_label(name)
    return "the auction" if is_auction(name) else label if label == name else label[:1].lower() + label[1:]


def signed(dollars: int, rules: Rules) -> str:
    """`+$96`, `−$12`, `±0`."""
    if not dollars:
        return "±0"
    return f"{'+' if dollars > 0 else MINUS}{rules.data.money(abs(dollars))}"


class _Columns(NamedTuple):
    """Where the columns of players are: the width of names, the right edges of worths and changes, the left edge of the rest.

    `traded`: the lines of each player there, in the place of a bar; none where companies ran or nobody traded.
    """

    names: int
    worth: int
    change: int
    rest: int
    traded: tuple[list[str], ...]


def _changes(result: RoundResult, rules: Rules) -> list[str]:
    """How each worth changed; nothing where none did."""
    changed = any(p.change for p in result.players)
    return [signed(p.change, rules) if changed else "" for p in result.players]


def _measure_columns(result: RoundResult, rules: Rules) -> _Columns:
    """The columns of players as wide as what stands in them."""
    sums = [rules.data.money(p.worth) for p in result.players]
    wide = max((fonts.width(s, WORDS, bold=True) for s in sums), default=0)
    more = max((fonts.width(s, WORDS) for s in _changes(result, rules)), default=0)
    names = WIDE - 2 * EDGE - wide - more - 90 - LEAST
    names = min(names, max((fonts.width(rules.person(p.player), WORDS, bold=True) for p in result.players), default=0))
    right = EDGE + names + 30 + wide, EDGE + names + 60 + wide + more
    left = right[1] + 30
    trading = any(p.traded for p in result.players) and not any(c.revenue for c in result.companies)
    traded = [_fold_trades(trade_words(p), WIDE - EDGE - left) if trading else [] for p in result.players]
    return _Columns(names, *right, left, tuple(traded))


def _fold_trades(words: str, room: int) -> list[str]:
    """What was bought and sold in lines, a number always beside its company."""
    whole = re.sub(rf"([+{MINUS}]\d+) | (?=shares?$)", rf"\1{fonts.HELD}", words)
    return fonts.folded_held(whole, room, WORDS)


def _players(draw: ImageDraw.ImageDraw, result: RoundResult, rules: Rules, columns: _Columns, top: int) -> None:
    """A line for each: name, worth, change, and a bar as long as the worth, on which the change is stressed.

    Where shares changed hands and no company ran, what was bought and sold stands in the place of the bar, in as many lines as
    it takes.
    """
    most = max((max(p.worth, p.worth - p.change) for p in result.players), default=0)
    scale = (WIDE - EDGE - columns.rest) / max(most, 1)
    y = top + LINE / 2
    for player, change, traded in zip(result.players, _changes(result, rules), columns.traded, strict=True):
        colour, ink = (of(result.order, player.player) for of in (style.seat, style.seat_ink))
        name = fonts.shortened(rules.person(player.player), columns.names, WORDS, bold=True)
        fonts.write(draw, (EDGE, y), name, WORDS, bold=True, ink=ink, anchor="lm")
        fonts.write(draw, (columns.worth, y), rules.data.money(player.worth), WORDS, bold=True, anchor="rm")
        tint = style.GAUGE if player.change < 0 else style.SOFT
        fonts.write(draw, (columns.change, y), change, WORDS, ink=tint, anchor="rm")
        for n, words in enumerate(traded):
            fonts.write(draw, (columns.rest, y + LINE * n), words, WORDS, anchor="lm")
        if not traded:
            _bar(draw, player, colour, (columns.rest, y), scale)
        y += LINE * max(1, len(traded))


def _bar(draw: ImageDraw.ImageDraw, player: PlayerResult, ink: style.RGB, at: tuple[int, float], scale: float) -> None:
    """A bar as long as a worth, on which the change is stressed. `scale`: pixels a dollar."""
    left, y = at
    low, high = sorted((player.worth, player.worth - player.change))
    box = round(y - BAR / 2), round(y + BAR / 2)
    ends = left + round(max(low, 0) * scale), left + round(max(high, 0) * scale)
    draw.rectangle((left, box[0], max(ends[0], left + 1), box[1]), fill=style.mix(ink, style.PAPER, 0.62))
    if ends[1] > ends[0]:
        lost = player.change < 0
        frame = (ends[0] + 1, box[0], ends[1], box[1])
        draw.rectangle(frame, fill=style.PAPER if lost else ink, outline=ink, width=3)


def trade_words(player: PlayerResult) -> str:
    """`+2 CoG, −1 ACL shares`, or that the player did not trade."""
    moved = [f"{'+' if n > 0 else MINUS}{abs(n)} {company}" for company, n in player.traded if n]
    count = sum(abs(n) for _, n in player.traded)
    return f"{', '.join(moved)} share{'s' * (count != 1)}" if moved else "no trade"


def _companies(result: RoundResult, rules: Rules) -> Rows:
    """Companies that did something: what they earned and where it went, their prices, the trains that they bought."""
    rows, ran = [], any(did.revenue for did in result.companies)
    for did in result.companies:
        if not (did.revenue or did.paid or did.trains or did.before != did.after):
            continue
        earned = rules.data.money(did.revenue) if ran and (did.revenue or did.paid) else DASH
        rows.append(
            (
                Cell(did.company, company=did.company, bold=True),
                Cell(earned),
                Cell(did.paid if did.revenue else "", soft=True),
                Cell(_way(did, rules)),
                Cell(_train_words(did) or DASH, soft=not did.trains),
            )
        )
    heads = Column(""), Column("earned", right=True), Column(""), Column("price"), Column("new trains")
    kept = [i for i in range(len(heads)) if i == 0 or any(row[i].text not in ("", DASH) for row in rows)]
    shown = tuple(tuple(row[i] for i in kept) for row in rows)
    return Rows(tuple(heads[i] for i in kept), shown, WORDS, COMPANY, apart=1.6, sizes=SIGNS, head=WORDS)


def _train_words(did: CompanyResult) -> str:
    """The trains that it bought: `2T, 2T, 3T`."""
    return ", ".join(map(train_in_table, did.trains))


def _way(did: CompanyResult, rules: Rules) -> str:
    """`$70 → $80`, the one price where it stayed, or that the company came onto the market or left it."""
    if did.after is None:
        return DASH if did.before is None else "closed"
    price = rules.data.money(did.after)
    if did.before is not None:
        return price if did.before == did.after else f"{rules.data.money(did.before)} → {price}"
    if did.first is None or did.first == did.after:
        return f"starts at {price}"
    return f"started at {rules.data.money(did.first)}, now {price}"


def alt_round(result: RoundResult, rules: Rules) -> str:
    """The picture of a round's result in words."""
    sentences = [f"{queries.title_name(rules.data)} {_when(result)}."]
    for p in result.players:
        dollars = rules.data.money(p.worth)
        traded = f": {trade_words(p)}" if p.traded else ""
        sentences.append(f"{rules.person(p.player)} {dollars} ({signed(p.change, rules)}){traded}.")
    for did in result.companies:
        parts = [f"earned {rules.data.money(did.revenue)}, {did.paid}".rstrip(", ")] if did.revenue else []
        parts += [f"price {_way(did, rules)}"] if did.after is not None or did.before is not None else []
        parts += [f"new: {count_trains(did.trains, rules)}"] if did.trains else []
        called = company_name(rules, did.company)
        sentences += [f"{called[:1].upper()}{called[1:]}: {', '.join(parts)}."] if parts else []
    sentences += [f"{line}." for line in minor_words(result, rules)]
    lost = (queries.type_called(rules, name) for name, n in result.rusted for _ in range(n))
    sentences += [f"Rusted: {rust}."] if (rust := count_trains(lost, rules)) else []
    return short(sentences)
