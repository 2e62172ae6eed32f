"""Certificates as pictures: a hand, as its owner's view has it, and the rows and the market, which everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from game.marks import ROWS
from game.rules import Rules
from game.state import Card, Player
from render.data import queries
from render.data.queries import View
from render.drawing import fonts, style
from render.drawing.sprites import token
from render.text.alt_text import short

WIDE = 780
EDGE = 20
GAP = 12
HIGH = 84  # of a card
HEAD = 54
MOST = 5  # cards of a row that are shown: those below are bought much later
FACE = style.BODY  # of words; at 390 pixels still 14


@dataclass(frozen=True)
class Pile:
    """Cards under a heading, the first one on top. `ranked`: they are bought in this order, so each but the first is paler."""

    title: str
    cards: tuple[Card, ...]
    ranked: bool = False


def hand(view: View, rules: Rules, player: Player) -> Pile:
    """The cards in a player's hand as far as that view knows them."""
    held = [c for c in rules.data.cards if view.place.get(c) == f"hand:{player}"]
    return Pile("Your hand", tuple(held))


def offers(view: View, rules: Rules) -> list[Pile]:
    """The ordered rows and what lies in the pool; nothing in a title that has no rows."""
    piles = [
        Pile(f"Row {number}", tuple(ROWS[number].entries(view)), ranked=True) for number in sorted(ROWS.members(view))
    ]
    lying = [c for c in rules.data.cards if view.place.get(c) == "pool" and c not in rules.data.train_cards]
    return [*piles, Pile("Pool", tuple(lying))] if piles else []


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


def alt_piles(piles: Sequence[Pile], view: View, rules: Rules) -> str:
    sentences = []
    for pile in piles:
        cards = [" ".join(w for w in face(c, view, rules) if w) for c in pile.cards]
        order = ", top first" if pile.ranked else ""
        sentences.append(f"{pile.title}{order}: {', '.join(cards) or 'empty'}.")
    return short(sentences)


def _draw(piles: Sequence[Pile], view: View, rules: Rules, beside: Sequence[Pile] = ()) -> Image.Image:
    """`beside`: piles as columns; `piles`: below them, each filling lines of three."""
    columns = 3
    wide = (WIDE - 2 * EDGE - (columns - 1) * GAP) // columns
    step = HIGH + GAP
    tall = HEAD + step * max((min(len(p.cards), MOST) for p in beside), default=0) if beside else 0
    high = tall + sum(HEAD + step * -(-len(p.cards) // columns) for p in piles) + 2 * EDGE
    image = style.canvas((WIDE, high), rules.data)
    draw = ImageDraw.Draw(image)

    def lefts(column: int) -> int:
        return EDGE + column * (wide + GAP)

    for column, pile in enumerate(beside[:columns]):
        _heading(draw, lefts(column), EDGE, f"{pile.title} ({len(pile.cards)})")
        for k, card in enumerate(pile.cards[:MOST]):
            top = EDGE + HEAD + k * step
            _card(image, view, rules, card, (lefts(column), top, lefts(column) + wide, top + HIGH), first=k == 0)
    y = EDGE + tall
    for pile in piles:
        _heading(draw, EDGE, y, f"{pile.title} ({len(pile.cards)})")
        y += HEAD
        for k, card in enumerate(pile.cards):
            left, top = lefts(k % columns), y + (k // columns) * step
            _card(image, view, rules, card, (left, top, left + wide, top + HIGH), first=True)
        y += step * -(-len(pile.cards) // columns)
    return image


def _heading(draw: ImageDraw.ImageDraw, x: int, y: int, text: str) -> None:
    fonts.write(draw, (x, y + HEAD / 2 - 6), text, style.BODY, bold=True, anchor="lm")


def _card(
    image: Image.Image, view: View, rules: Rules, card: Card, box: tuple[int, int, int, int], *, first: bool
) -> None:
    """A certificate: its company's token and colour, its share and price. Only the first of a row can be bought: bold."""
    draw = ImageDraw.Draw(image)
    company, name, cost = face(card, view, rules)
    edge = style.INK if first else style.SHADE
    draw.rounded_rectangle(box, radius=12, fill=style.PAPER if first else style.SHADE, outline=edge, width=2)
    x, middle = box[0] + 16, (box[1] + box[3]) / 2
    if company:
        r = 30
        sprite = token(rules.data, company, r)
        image.paste(sprite, (x, round(middle) - r), sprite)
        x += 2 * r + 12
        fonts.write(draw, (x, middle - 16), name, FACE, bold=first, anchor="lm")
        fonts.write(draw, (x, middle + 18), cost, FACE, bold=first, anchor="lm")
        return
    private = rules.data.privates[card]
    fonts.write(draw, (x, middle - 16), f"{name}  {cost}", FACE, bold=first, anchor="lm")
    room = box[2] - x - 10
    size = fonts.fitting(private.name, room, 20, least=16)
    line = fonts.shortened(private.name, room, size)
    fonts.write(draw, (x, middle + 18), line, size, ink=style.SOFT, anchor="lm")
