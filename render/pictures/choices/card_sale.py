"""Cards for sale with everybody's holdings below them: a hand, the pool, the first cards of rows, each with its buttons' numbers.

Drawn three times as large as a phone shows it: no word is smaller than 11 pixels where the picture is 366 pixels wide.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from PIL import Image

from game.rules import Rules
from game.state import Card, Company, Player
from render.data.holdings import everyone
from render.data.queries import View
from render.drawing import fonts, style
from render.pictures.card_images import Pile, alt_piles, face, hand, offers
from render.pictures.choices.entries import (
    CLOSEST,
    COLUMNS,
    DISC,
    EDGE,
    LINE,
    SIZE,
    WIDE,
    Entry,
    Section,
    column_width,
    list_entries,
    sections_height,
)
from render.pictures.choices.offers_above_holdings import draw_above_holdings
from render.pictures.holdings import holdings_height
from render.pictures.lots import Lot, alt_lots
from render.pictures.space import BAREST, Space
from render.text.alt_text import short
from render.text.card_words import power_words
from render.text.holdings_text import holdings_words

ROW_CARDS = {False: 5, True: 3}  # of a row that are shown, and of one that is closed: those below are bought much later
NOTES = 2  # lines at most of what a private does
CLOSE_CARDS, CLOSE_NOTES = 3, 1  # the same where room is short: the two for sale and the one after them
Numbers = Mapping[Card, Sequence[int]]
NOTHING: Numbers = {}


@dataclass(frozen=True)
class CardSale:
    """What has which button. `cards`: numbers by card; `shares`: by company and where its shares lie; `others`: what else.

    `space`: where that is short, lines are closer, with fewer cards of rows and privates by their letters alone; bare, rows of
    which no card is for sale are left out, and what privates do; in the least of it players too.
    """

    cards: Numbers = field(default_factory=dict)
    shares: Mapping[tuple[Company, str], Sequence[int]] = field(default_factory=dict)
    others: Sequence[Lot] = ()
    space: Space = Space.WIDE

    @property
    def close(self) -> bool:
        """Whether lines stand as close as they can."""
        return self.space is not Space.WIDE


def draw_card_sale(view: View, rules: Rules, player: Player, sale: CardSale) -> Image.Image:
    """The hand of a player, the pool and the rows, with the holdings below them, in which shares of the pool stand."""
    sections = _sections(view, rules, player, sale)
    return draw_above_holdings(sections, view, rules, (player,), sale.shares, space=sale.space)


def card_sale_height(view: View, rules: Rules, player: Player, sale: CardSale) -> int:
    """Pixels of that picture, which is `WIDE` pixels wide."""
    below = holdings_height(view, rules, sale.shares, space=sale.space)
    return sections_height(_sections(view, rules, player, sale)) + below


def alt_card_sale(view: View, rules: Rules, player: Player, sale: CardSale) -> str:
    """The picture in words."""
    piles = [p for p in (hand(view, rules, player), *offers(view, rules)) if p.cards]
    others = [alt_lots(sale.others)] if sale.others else []
    return short([*others, alt_piles(piles, view, rules), *holdings_words(view, rules)])


def companies_below(view: View, rules: Rules) -> set[Company]:
    """The companies that have a line among the holdings."""
    return {line.company for line in everyone(view, rules).companies}


def _sections(view: View, rules: Rules, player: Player, sale: CardSale) -> list[Section]:
    """What is drawn above the holdings."""
    *rows, pool = offers(view, rules) or [Pile("Pool", ())]
    line = {Space.WIDE: LINE, Space.CLOSE: CLOSEST}.get(sale.space, BAREST)
    known = companies_below(view, rules)
    lying = [c for c in pool.cards if rules.data.certificates.get(c, ("",))[0] not in known]
    told = [c for c in lying if c in rules.data.privates and sale.cards.get(c)]
    stacks = _stacks([c for c in lying if c not in told], view, rules)
    sold = [_entry(stack, sale, view, rules, pale=pool.closed) for stack in stacks]
    sold += [Entry([lot.number] if lot.number else [], None, lot.name or lot.key) for lot in sale.others]
    held = [_entry(s, sale, view, rules) for s in _stacks(hand(view, rules, player).cards, view, rules)]
    found = [list_entries("" if sale.space.bare else "Your hand", held, line)] if held else []
    if sold:
        found.append(list_entries("Pool and bank", sold, line))
    if told:
        entries = [_told_entry(card, sale, view, rules) for card in told]
        found.append(Section("" if sold else pool.heading, [entries], 1, line=line))
    if any(pile.cards for pile in rows) and not (sale.space.bare and all(pile.closed for pile in rows)):
        groups = [_row_entries(pile, sale, view, rules) for pile in rows[:COLUMNS]]
        closed = all(pile.closed for pile in rows)
        heads = [pile.heading for pile in rows[:COLUMNS]]
        found.append(Section(rules.words["rows open"](rules) if closed else "", groups, COLUMNS, heads, line))
    return found


def _stacks(cards: Sequence[Card], view: View, rules: Rules) -> list[list[Card]]:
    """Equal cards together."""
    equal: dict[tuple[str, str, str], list[Card]] = {}
    for card in cards:
        equal.setdefault(face(card, view, rules), []).append(card)
    return list(equal.values())


def _row_entries(pile: Pile, sale: CardSale, view: View, rules: Rules) -> list[Entry]:
    """The first cards of a row."""
    shown = pile.cards[: CLOSE_CARDS if sale.close else ROW_CARDS[pile.closed]]
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
    called = f" {private.name}" if private is not None and not (brief or sale.close) else ""
    text = f"{company} {name} {cost}{called}{many}".strip()
    colour = style.rgb(rules.data.companies[company].colour) if company else None
    return Entry(numbers, colour, text, pale and not numbers)


def _told_entry(card: Card, sale: CardSale, view: View, rules: Rules) -> Entry:
    """A private of the pool with what it does, in a few lines."""
    entry = _entry([card], sale, view, rules)
    if sale.space.bare:
        return entry
    most, told = CLOSE_NOTES if sale.close else NOTES, power_words(rules, card, view)
    return replace(entry, below=tuple(fonts.cut_lines(told, WIDE - 2 * EDGE - 2 * DISC, SIZE, most)))
