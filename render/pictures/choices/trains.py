"""Trains that a company may buy, on one screen of a phone: what the bank has left and what it brings, what others own.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from game.names import company_name
from game.rules import Rules
from game.state import Card, Company
from render.data import queries, train_effects
from render.data.names import count_trains, pool_words, train_in_table, type_in_table
from render.data.queries import View
from render.drawing import fonts, style
from render.drawing.discs.numbers import number_sprite
from render.drawing.sprites import token
from render.drawing.table import Cell, Column, Rows
from render.pictures.choices.entries import (
    CLOSEST,
    DISC,
    EDGE,
    GAP,
    LINE,
    SIZE,
    WIDE,
    Entry,
    Section,
    list_entries,
    paint_section,
)
from render.pictures.lots import Lot, alt_lots, draw_lots, lots_height
from render.text.alt_text import short

HEAD = 68  # pixels of the line of the company
TOKEN = 26  # radius of its token
PRINT, ROW = SIZE, 52  # of the bank's trains: words, a row
NEXT = 2  # types that say what they bring where room is short


@dataclass(frozen=True)
class TrainSale:
    """What has which button. `cards`: numbers by train; `others`: what else may be done, as rows below; `close`: only the next
    types say what they bring.
    """

    cards: Mapping[Card, Sequence[int]] = field(default_factory=dict)
    others: Sequence[Lot] = ()
    close: bool = False


def draw_trains(view: View, rules: Rules, company: Company, sale: TrainSale) -> Image.Image:
    """The company's money, trains and limit; the bank's trains; those of other companies."""
    bank, sections, low = _parts(view, rules, company, sale)
    image = style.canvas((WIDE, trains_height(view, rules, company, sale)), rules.data)
    _write_company(image, view, rules, company)
    bank.paint(image, rules.data, EDGE, HEAD, WIDE - 2 * EDGE)
    y = HEAD + bank.height + GAP
    for section in sections:
        ImageDraw.Draw(image).line((EDGE, y, WIDE - EDGE, y), fill=style.RULE, width=2)
        paint_section(image, section, y)
        y += section.height
    if low:
        ImageDraw.Draw(image).line((EDGE, y, WIDE - EDGE, y), fill=style.RULE, width=2)
        image.paste(draw_lots(sale.others, rules.data), (0, y))
    return image


def _parts(view: View, rules: Rules, company: Company, sale: TrainSale) -> tuple[Rows, list[Section], int]:
    """The bank's trains, those of other companies, and the pixels of the rows below them."""
    bank, others = _bank_rows(view, rules, sale), owned_entries(view, rules, company, sale)
    line = CLOSEST if sale.close else LINE
    return bank, [list_entries("Other companies own", others, line)] if others else [], lots_height(sale.others)


def trains_height(view: View, rules: Rules, company: Company, sale: TrainSale) -> int:
    """Pixels of that picture, which is `WIDE` pixels wide."""
    bank, sections, low = _parts(view, rules, company, sale)
    return HEAD + bank.height + GAP + sum(s.height for s in sections) + low + (0 if low else GAP)


def alt_trains(view: View, rules: Rules, company: Company, sale: TrainSale) -> str:
    """The picture in words."""
    left = queries.depot(view, rules)
    effects = train_effects.depot_effects(rules, left, in_table=False)
    sentences = [", ".join(_company_words(view, rules, company)) + "."]
    for name, count in left.items():
        kind = rules.data.trains[name]
        brings = f", {effects[name]}" if effects[name] else ""
        train = rules.data.train_called(queries.type_called(rules, name))
        sentences.append(f"Bank: {train} {rules.data.money(kind.price)}, {queries.how_many(kind, count)}{brings}.")
    if pool := pool_words(view, rules):
        sentences.append(f"Pool: {pool}.")
    owned = [(c, queries.train_names(view, rules, c)) for c in view.companies if c != company]
    sentences += [f"{company_name(rules, c)}: {count_trains(names, rules)}." for c, names in owned if names]
    return short([*([alt_lots(sale.others)] if sale.others else []), *sentences])


def _company_words(view: View, rules: Rules, company: Company) -> tuple[str, str, str]:
    """`GA $45`, `2 of 3 trains: 2T, 3T`, `Ann $86`."""
    president = view.companies[company].president
    called = company_name(rules, company)
    return (
        f"{called[:1].upper()}{called[1:]} {rules.data.money(view.cash.get(company, 0))}",
        _fleet_words(view, rules, company),
        f"{rules.person(president)} {rules.data.money(view.cash.get(president, 0))}" if president else "",
    )


def _fleet_words(view: View, rules: Rules, company: Company) -> str:
    """How many trains the company has of as many as it may have, and which: `1 of 2 trains: 2T`."""
    owned, limit = queries.train_names(view, rules, company), queries.train_limit(view, rules, company)
    if not owned:
        return f"no trains (limit {limit})"
    return f"{queries.counted_trains(view, rules, company)} of {limit} trains: {_listed(owned)}"


def _listed(names: Sequence[str]) -> str:
    """Trains by their names: `2T, 2T`."""
    return ", ".join(map(train_in_table, names))


def _write_company(image: Image.Image, view: View, rules: Rules, company: Company) -> None:
    """The line of the company that buys."""
    draw, middle = ImageDraw.Draw(image), HEAD // 2 + 4
    sprite = token(rules.data, company, TOKEN)
    image.paste(sprite, (EDGE, middle - TOKEN), sprite)
    money, trains, president = _company_words(view, rules, company)
    x = EDGE + 2 * TOKEN + 14
    fonts.write(draw, (x, middle), money, PRINT, bold=True, anchor="lm")
    x += fonts.width(money, PRINT, bold=True) + 2 * GAP
    room = WIDE - EDGE - x - fonts.width(president, SIZE) - 2 * GAP
    fonts.write(draw, (x, middle), fonts.shortened(trains, room, PRINT), PRINT, anchor="lm")
    fonts.write(draw, (WIDE - EDGE, middle), president, SIZE, ink=style.SOFT, anchor="rm")


def _bank_rows(view: View, rules: Rules, sale: TrainSale) -> Rows:
    """A row for each type that is left, and for each that lies in the pool; what may be bought now has full colour."""
    left = queries.depot(view, rules)
    effects = train_effects.depot_effects(rules, left)
    effects |= dict.fromkeys([*left][NEXT:], "") if sale.close else {}
    heads = (Column("train"), Column("price", right=True), Column("left", right=True), Column("the first one brings"))
    plain = [_bank_cells(name, count, "", n == 0, view, rules, sale) for n, (name, count) in enumerate(left.items())]
    pool = [_pool_cells(name, many, view, rules, sale) for name, many in _pooled(view, rules).items()]
    beside = Rows(heads, (*plain, *pool), PRINT, ROW, head=PRINT)
    room = WIDE - 2 * EDGE - (beside.tightest() - beside.least()[-1])
    cells = [
        _bank_cells(name, count, "\n".join(fonts.folded(effects[name], room, PRINT)), n == 0, view, rules, sale)
        for n, (name, count) in enumerate(left.items())
    ]
    return Rows(
        heads, (*cells[:1], *pool, *cells[1:]), PRINT, CLOSEST if sale.close else ROW, head=PRINT
    )  # in the order of their buttons


def _bank_cells(
    name: str, count: int, brings: str, now: bool, view: View, rules: Rules, sale: TrainSale
) -> tuple[Cell, ...]:
    """A type of train in the bank. `now`: it is the next one that is sold."""
    kind = rules.data.trains[name]
    cards = [f"{name}-{i + 1}" for i in range(kind.count)]
    numbers = tuple(dict.fromkeys(n for c in cards for n in sale.cards.get(c, ()) if view.place.get(c) == "depot"))
    soft = not now and not numbers
    return (
        Cell(type_in_table(rules, name), before=_discs(numbers), bold=not soft, soft=soft),
        Cell(rules.data.money(kind.price), soft=soft),
        Cell("any" if kind.endless else str(count), soft=soft),
        Cell(brings, soft=True),
    )


def _pooled(view: View, rules: Rules) -> dict[str, int]:
    """The trains in the pool by type."""
    return dict(Counter(queries.train_type(t) for t in queries.trains(view, rules, "pool")))


def _pool_cells(name: str, many: int, view: View, rules: Rules, sale: TrainSale) -> tuple[Cell, ...]:
    """A type of train in the pool."""
    cards = [t for t in queries.trains(view, rules, "pool") if queries.train_type(t) == name]
    numbers = tuple(dict.fromkeys(n for c in cards for n in sale.cards.get(c, ())))
    price = rules.data.money(rules.data.trains[name].price)
    called = type_in_table(rules, name)
    soft = not numbers  # it lies there, but nobody may buy it now
    company = queries.acting_company(view)
    cash = view.cash.get(company, 0)
    poor = (
        f"{company_name(rules, company)} has {rules.data.money(cash)}" if cash < rules.data.trains[name].price else ""
    )
    return (
        Cell(called, before=_discs(numbers), bold=not soft, soft=soft),
        Cell(price, soft=soft),
        Cell(f"{many} in the pool", soft=soft),
        Cell((poor or "not for sale now") if soft and sale.cards else "", soft=True),
    )


def _discs(numbers: Sequence[int]) -> tuple[Image.Image, ...]:
    """The numbers of buttons."""
    return tuple(number_sprite(DISC, str(n)) for n in numbers)


def owned_entries(view: View, rules: Rules, company: Company, sale: TrainSale) -> list[Entry]:
    """The trains of other companies, those that have buttons first, in their order: `ACL: 2T, 2T (Ann)`, without the owner where
    a button is about all that this owner's companies have.
    """
    president = view.companies[company].president
    others = [c for c in view.companies if c != company and queries.trains(view, rules, c)]
    entries, placed = [], {(n, view.place[card]) for card, numbers in sale.cards.items() for n in numbers}
    grouped = len(placed) > len({n for n, _ in placed})
    for owner in sorted(others, key=lambda c: view.companies[c].president != president):
        faces: dict[str, list[Card]] = {}
        for card in queries.trains(view, rules, owner):
            faces.setdefault(queries.face(view, card), []).append(card)
        who = "" if grouped else f" ({rules.person(view.companies[owner].president)})"
        told = {f: tuple(dict.fromkeys(n for c in cards for n in sale.cards.get(c, ()))) for f, cards in faces.items()}
        colour, called = style.rgb(rules.data.companies[owner].colour), company_name(rules, owner)
        if not any(told.values()) or len(set(told.values())) == 1:  # all of them have the same button, or none
            names = queries.train_names(view, rules, owner)
            entries.append(Entry(next(iter(told.values())), colour, f"{called}: {_listed(names)}{who}"))
            continue
        for f, cards in faces.items():
            entries.append(Entry(told[f], colour, f"{called}: {_listed([f] * len(cards))}{who}"))
    # In the order of their buttons, so that each is found; what has none comes last.
    return sorted(entries, key=lambda entry: (not entry.numbers, *entry.numbers))
