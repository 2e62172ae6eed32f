"""Certificates as pictures: a hand, as its owner's view has it, and the rows and the market, which everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from PIL import Image, ImageDraw

from game.marks import ROWS
from game.rules import Rules
from game.state import Card, Player
from render.data import queries
from render.data.queries import View
from render.drawing import fonts, phone, style
from render.drawing.sprites import token
from render.text.alt_text import short

WIDE = phone.CARD_WIDTH
EDGE = 20
GAP = 12
HIGH = 84  # of a card
HEAD = 54
MAX_ROW_CARDS = 5  # cards of a row that are drawn: those below, which are bought much later, are named
NAMES_LINE = 32  # pixels of a line of these names
FACE = style.BODY  # of words: 14 on a phone
FIRST_ONLY = "The first card of each row is for sale"


@dataclass(frozen=True)
class Pile:
    """Cards under a heading, the first one on top. `ranked`: they are bought in this order, so each but the first is paler.
    `closed`: nobody may buy any of them now, so all are paler.
    """

    title: str
    cards: tuple[Card, ...]
    ranked: bool = False
    closed: bool = False

    @property
    def heading(self) -> str:
        """`Pool, not for sale yet (12)`."""
        return f"{self.title}{', not for sale yet' if self.closed and not self.ranked else ''} ({len(self.cards)})"


def hand(view: View, rules: Rules, player: Player) -> Pile:
    """The cards in a player's hand as far as that view knows them."""
    held = [c for c in rules.data.cards if view.place.get(c) == f"hand:{player}"]
    return Pile("Your hand", tuple(held))


def offers(view: View, rules: Rules) -> list[Pile]:
    """The ordered rows and what lies in the pool; nothing in a title that has no rows."""
    closed = rules.facts.closed_piles(view, rules)
    piles = [
        Pile(f"Row {number}", tuple(ROWS[number].entries(view)), ranked=True, closed="rows" in closed)
        for number in sorted(ROWS.members(view))
    ]
    lying = [c for c in rules.data.cards if view.place.get(c) == "pool" and c not in rules.data.train_cards]
    return [*piles, Pile("Pool", tuple(lying), closed="pool" in closed)] if piles else []


def draft_pile(view: View, rules: Rules) -> Pile:
    """The cards from which players draft, or will; none once it is over."""
    return Pile("In the draft", tuple(c for c in rules.data.cards if view.place.get(c) == "draft"))


def face(card: Card, view: View, rules: Rules) -> tuple[str, str, str]:
    """A card's company ("" for a private), its name and what it costs."""
    data = rules.data
    private = data.privates.get(card)
    if private is not None:
        return "", card, data.money(private.value)
    company, _, number = card.rpartition(".")
    shares = data.companies[company].certificates[int(number)]
    price = queries.price(view, rules, company) if view.place.get(card) == "pool" else 0
    cost = shares * (price or data.companies[company].par or view.companies[company].par)
    return company, f"{queries.percent(view, company, shares)}%", data.money(cost) if cost else ""


def draw_hand(view: View, rules: Rules, player: Player) -> Image.Image:
    """The hand, three cards beside each other."""
    return _draw([hand(view, rules, player)], view, rules)


def draw_draft(view: View, rules: Rules) -> Image.Image:
    """The cards of a draft, three beside each other."""
    return _draw([draft_pile(view, rules)], view, rules)


def draw_offers(view: View, rules: Rules) -> Image.Image:
    """Each row as a column, top card first; the market below."""
    *rows, market = offers(view, rules)
    return _draw([market], view, rules, rows)


def stacks(pile: Pile, view: View, rules: Rules) -> list[tuple[Card, int]]:
    """The cards of a pile without an order, equal ones once, each with how many there are."""
    equal: dict[tuple[str, str, str], list[Card]] = {}
    for card in pile.cards:
        company, name, cost = face(card, view, rules)
        equal.setdefault((company, name, cost), []).append(card)
    return [(cards[0], len(cards)) for cards in equal.values()]


def alt_piles(piles: Sequence[Pile], view: View, rules: Rules) -> str:
    sentences = []
    for pile in piles:
        cards = [" ".join(w for w in face(c, view, rules) if w) for c in pile.cards]
        order = f"{', top first' if pile.ranked else ''}{', not for sale yet' if pile.closed else ''}"
        sentences.append(f"{pile.title}{order}: {', '.join(cards) or 'empty'}.")
    return short(sentences)


def _draw(piles: Sequence[Pile], view: View, rules: Rules, beside: Sequence[Pile] = ()) -> Image.Image:
    """`beside`: piles as columns, below a line that says what of them is for sale; `piles`: below them, each filling lines of
    three, equal cards once.
    """
    columns = 3
    wide = (WIDE - 2 * EDGE - (columns - 1) * GAP) // columns
    step = HIGH + GAP
    below = [fonts.folded(words, wide, style.SMALL) if (words := _words_below(p, rules)) else [] for p in beside]
    tall = 2 * HEAD + step * max((min(len(p.cards), MAX_ROW_CARDS) for p in beside), default=0) if beside else 0
    tall += NAMES_LINE * max(map(len, below), default=0) + (GAP if any(below) else 0)
    counted = [(pile, stacks(pile, view, rules)) for pile in piles]
    high = tall + sum(HEAD + step * -(-len(cards) // columns) for _, cards in counted) + 2 * EDGE
    image = style.canvas((WIDE, high), rules.data)
    draw = ImageDraw.Draw(image)

    def lefts(column: int) -> int:
        return EDGE + column * (wide + GAP)

    if beside:
        fonts.write(draw, (EDGE, EDGE + HEAD / 2 - 6), _sale_words(beside, rules), style.BODY, anchor="lm")
    for column, pile in enumerate(beside[:columns]):
        _heading(draw, lefts(column), EDGE + HEAD, pile.heading)
        for k, card in enumerate(pile.cards[:MAX_ROW_CARDS]):
            top = EDGE + 2 * HEAD + k * step
            box = (lefts(column), top, lefts(column) + wide, top + HIGH)
            _card(image, view, rules, card, box, first=k == 0 and not pile.closed)
        top = EDGE + 2 * HEAD + MAX_ROW_CARDS * step
        for k, line in enumerate(below[column]):
            at = (lefts(column), top + NAMES_LINE * (k + 0.5))
            fonts.write(draw, at, line, style.SMALL, ink=style.SOFT, anchor="lm")
    y = EDGE + tall
    for pile, cards in counted:
        _heading(draw, EDGE, y, pile.heading)
        y += HEAD
        for k, (card, many) in enumerate(cards):
            left, top = lefts(k % columns), y + (k // columns) * step
            _card(image, view, rules, card, (left, top, left + wide, top + HIGH), first=not pile.closed, many=many)
        y += step * -(-len(cards) // columns)
    return image


def _words_below(row: Pile, rules: Rules) -> str:
    """`then SIR, 2 EBR, P5`: the cards of a row that are not drawn, equal neighbours once; "" where all are."""
    names = [rules.data.certificates[c][0] if c in rules.data.certificates else c for c in row.cards[MAX_ROW_CARDS:]]
    counts = [(name, len(list(same))) for name, same in groupby(names)]
    return f"then {', '.join(f'{n} {name}' if n > 1 else name for name, n in counts)}" if counts else ""


def _sale_words(rows: Sequence[Pile], rules: Rules) -> str:
    """What of the rows is for sale, or from when on."""
    return rules.words["rows open"](rules) if all(pile.closed for pile in rows) else FIRST_ONLY


def _heading(draw: ImageDraw.ImageDraw, x: int, y: int, text: str) -> None:
    fonts.write(draw, (x, y + HEAD / 2 - 6), text, style.BODY, bold=True, anchor="lm")


def _card(
    image: Image.Image,
    view: View,
    rules: Rules,
    card: Card,
    box: tuple[int, int, int, int],
    *,
    first: bool,
    many: int = 1,
) -> None:
    """A certificate: its company's token and colour, its share and price. `first`: it may be bought, so it is bold. `many`: of
    how many equal ones.
    """
    draw = ImageDraw.Draw(image)
    company, name, cost = face(card, view, rules)
    edge = style.INK if first else style.SHADE
    draw.rounded_rectangle(box, radius=12, fill=style.PAPER if first else style.SHADE, outline=edge, width=2)
    x, middle = box[0] + 16, (box[1] + box[3]) / 2
    count = f"× {many}" if many > 1 else ""
    if company:
        r = 30
        sprite = token(rules.data, company, r, sizes=style.LARGE)
        image.paste(sprite, (x, round(middle) - r), sprite)
        x += 2 * r + 12
        fonts.write(draw, (x, middle - 16), name, FACE, bold=first, anchor="lm")
        fonts.write(draw, (x, middle + 18), cost, FACE, bold=first, anchor="lm")
        fonts.write(draw, (box[2] - 14, middle - 16), count, FACE, anchor="rm")
        return
    private = rules.data.privates[card]
    fonts.write(draw, (x, middle - 16), f"{name}  {cost}", FACE, bold=first, anchor="lm")
    fonts.write(draw, (box[2] - 14, middle - 16), count, FACE, anchor="rm")
    room = box[2] - x - 10
    size = fonts.fitting(private.name, room, style.SMALL, least=18)
    line = fonts.shortened(private.name, room, size)
    fonts.write(draw, (x, middle + 18), line, size, ink=style.SOFT, anchor="lm")
