"""Cards for sale with everybody's holdings below them: a hand, the pool, the first cards of rows, each with its buttons' numbers.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Card, Company, Player
from render.data.holdings import everyone
from render.data.queries import View
from render.drawing import fonts, style
from render.pictures.card_images import NOT_YET, Pile, alt_piles, face, hand, offers
from render.pictures.choices.entries import (
    COLUMNS,
    DISC,
    EDGE,
    SIZE,
    WIDE,
    Entry,
    Section,
    column_width,
    list_entries,
    paint_section,
)
from render.pictures.holdings import draw_holdings, holdings_height, holdings_words
from render.pictures.lots import Lot, alt_lots
from render.text.alt_text import short
from render.text.card_words import power_words

ROW_CARDS = {False: 5, True: 3}  # of a row that are shown, and of one that is closed: those below are bought much later
NOTES = 2  # lines at most of what a private does
Numbers = Mapping[Card, Sequence[int]]
NOTHING: Numbers = {}


@dataclass(frozen=True)
class CardSale:
    """What has which button. `cards`: numbers by card; `shares`: by company and where its shares lie; `others`: what else."""

    cards: Numbers = field(default_factory=dict)
    shares: Mapping[tuple[Company, str], Sequence[int]] = field(default_factory=dict)
    others: Sequence[Lot] = ()


def draw_card_sale(view: View, rules: Rules, player: Player, sale: CardSale, *, table: bool) -> Image.Image:
    """The hand of a player, the pool and the rows; with `table` the holdings below them, in which shares of the pool stand."""
    sections = _sections(view, rules, player, sale, table=table)
    high = _height(sections)
    below = draw_holdings(view, rules, (player,), sale.shares) if table else None
    image = style.canvas((WIDE, high + (below.height if below is not None else 0)), rules.data)
    y = EDGE // 2
    for section in sections:
        paint_section(image, section, y)
        y += section.height
    if below is not None:
        ImageDraw.Draw(image).line((EDGE, high - 2, WIDE - EDGE, high - 2), fill=style.RULE, width=3)
        image.paste(below, (0, high))
    return image


def card_sale_height(view: View, rules: Rules, player: Player, sale: CardSale, *, table: bool) -> int:
    """Pixels of that picture, which is `WIDE` pixels wide."""
    low = holdings_height(view, rules, sale.shares, ()) if table else 0
    return _height(_sections(view, rules, player, sale, table=table)) + low


def alt_card_sale(view: View, rules: Rules, player: Player, sale: CardSale, *, table: bool) -> str:
    """The picture in words."""
    piles = [p for p in (hand(view, rules, player), *offers(view, rules)) if p.cards]
    others = [alt_lots(sale.others)] if sale.others else []
    return short([*others, alt_piles(piles, view, rules), *(holdings_words(view, rules) if table else [])])


def companies_below(view: View, rules: Rules) -> set[Company]:
    """The companies that have a line among the holdings."""
    return {line.company for line in everyone(view, rules).companies}


def _sections(view: View, rules: Rules, player: Player, sale: CardSale, *, table: bool) -> list[Section]:
    """What is drawn above the holdings."""
    *rows, pool = offers(view, rules) or [Pile("Pool", ())]
    known = companies_below(view, rules) if table else set()
    lying = [c for c in pool.cards if rules.data.certificates.get(c, ("",))[0] not in known]
    told = [c for c in lying if c in rules.data.privates and sale.cards.get(c)]
    stacks = _stacks([c for c in lying if c not in told], view, rules)
    sold = [_entry(stack, sale, view, rules, pale=pool.closed) for stack in stacks]
    sold += [Entry([lot.number] if lot.number else [], None, lot.name or lot.key) for lot in sale.others]
    held = [_entry(s, sale, view, rules) for s in _stacks(hand(view, rules, player).cards, view, rules)]
    found = [list_entries("Your hand", held)] if held else []
    if sold:
        found.append(list_entries("Pool and bank" if table or told else pool.heading, sold))
    if told:
        entries = [_told_entry(card, sale, view, rules) for card in told]
        found.append(Section("" if sold else pool.heading, [entries], 1))
    if any(pile.cards for pile in rows):
        groups = [_row_entries(pile, sale, view, rules) for pile in rows[:COLUMNS]]
        closed = all(pile.closed for pile in rows)
        heads = [pile.heading for pile in rows[:COLUMNS]]
        found.append(Section(NOT_YET if closed else "", groups, COLUMNS, heads))
    return found


def _stacks(cards: Sequence[Card], view: View, rules: Rules) -> list[list[Card]]:
    """Equal cards together."""
    equal: dict[tuple[str, str, str], list[Card]] = {}
    for card in cards:
        equal.setdefault(face(card, view, rules), []).append(card)
    return list(equal.values())


def _row_entries(pile: Pile, sale: CardSale, view: View, rules: Rules) -> list[Entry]:
    """The first cards of a row."""
    shown = pile.cards[: ROW_CARDS[pile.closed]]
    entries = [_entry([c], sale, view, rules, pale=pile.closed or n > 0, brief=True) for n, c in enumerate(shown)]
    # A share of which two buttons are about has no room for its percent, which is the same for all of them.
    return [e if e.wide <= column_width(COLUMNS) else replace(e, text=re.sub(r" \d+%", "", e.text)) for e in entries]


def _entry(
    cards: Sequence[Card], sale: CardSale, view: View, rules: Rules, *, pale: bool = False, brief: bool = False
) -> Entry:
    """Equal cards in words: `GIPR 10% ₹112 × 2`; a private by its letters, in a `brief` one without its name."""
    company, name, cost = face(cards[0], view, rules)
    lying = sale.shares.get((company, "pool"), ()) if view.place.get(cards[0]) == "pool" else ()
    numbers = tuple(dict.fromkeys(n for c in cards for n in (*sale.cards.get(c, ()), *lying)))
    many = f" × {len(cards)}" if len(cards) > 1 else ""
    private = rules.data.privates.get(cards[0])
    called = f" {private.name}" if private is not None and not brief else ""
    text = f"{company} {name} {cost}{called}{many}".strip()
    colour = style.rgb(rules.data.companies[company].colour) if company else None
    return Entry(numbers, colour, text, pale and not numbers)


def _told_entry(card: Card, sale: CardSale, view: View, rules: Rules) -> Entry:
    """A private of the pool with what it does, in a few lines."""
    entry = _entry([card], sale, view, rules)
    lines = fonts.folded(power_words(rules, card, view), WIDE - 2 * EDGE - 2 * DISC, SIZE)
    cut = [*lines[: NOTES - 1], f"{lines[NOTES - 1].rsplit(' ', 1)[0]} …"] if len(lines) > NOTES else lines
    return replace(entry, below=tuple(cut))


def _height(sections: Sequence[Section]) -> int:
    """Pixels of all sections."""
    return sum(section.height for section in sections) + EDGE
