"""Cards that are bought in a stock turn, of a hand, a row or the pool: which button takes which, and the words of the buttons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import render
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.messages import Picture
from bot.views.options.labels import option_numbers
from bot.views.options.screen import ScreenOption
from bot.views.pictures import images
from game.actions import Action, BuyShare
from game.rules import Rules
from render import CardSale, Lot
from render.drawing import phone
from render.pictures.space import Space

SOURCE = re.compile(r" \((?:hand|pool)\)$")
DIRECTOR = "with director "
ROW_BEFORE = re.compile(r"^Row \d+: ")


def sells_cards(view: View, rules: Rules, seat: str) -> bool:
    """Whether cards of rows, of a hand or of the pool are shown in a stock turn."""
    takes = rules.facts.cards_taken is not None
    return takes and bool(render.offers(view, rules) or render.hand(view, rules, seat).cards)


async def card_sale_pictures(
    table: Table, view: View, seat: str, offers: Sequence[ScreenOption], labels: Sequence[str], room: int
) -> tuple[Picture, ...]:
    """The cards that a seat may buy with the numbers of their buttons, and everybody's holdings below them. Where that would be
    higher than `room` (pixels), the cards stand closer, and rows that are not for sale yet are left out; last the players.
    """
    sale = find_card_sale(offers, labels, view, table.rules)
    ways = (replace(sale, space=space) for space in Space)
    shown = phone.first_that_fits(ways, lambda way: render.card_sale_height(view, table.rules, seat, way), room)
    return await images.draw_card_sale(table, view, seat, shown)


def leaves_players_out(
    view: View, rules: Rules, seat: str, offers: Sequence[ScreenOption], labels: Sequence[str], room: int
) -> bool:
    """Whether that picture has no room for what players hold."""
    sale = replace(find_card_sale(offers, labels, view, rules), space=Space.BARE)
    return render.card_sale_height(view, rules, seat, sale) > room


def find_card_sale(offers: Sequence[ScreenOption], labels: Sequence[str], view: View, rules: Rules) -> CardSale:
    """Which options take which cards; what takes none, or shares of the pool, stands apart."""
    cards: dict[str, tuple[int, ...]] = {}
    shares: dict[tuple[str, str], tuple[int, ...]] = {}
    others: list[Lot] = []
    numbers = [0] * len(offers) if asks_how_many(offers) else option_numbers(offers, rules)
    for offer, label, number in zip(offers, labels, numbers, strict=True):
        action, own = offer.action, [number] if number else []
        taken = _taken_cards(offer, view, rules)
        if isinstance(action, BuyShare):
            place = action.company, action.source
            shares[place] = (*shares.get(place, ()), *own)
        elif taken:
            cards |= {card: (*cards.get(card, ()), *own) for card in taken}
        else:
            others.append(Lot("", name=label, number=number))
    return CardSale(cards, shares, others)


def asks_how_many(offers: Sequence[ScreenOption]) -> bool:
    """Whether options differ only in how many shares of a company they take: each of its cards would have nearly all numbers."""
    chosen = {o.question.draft.given.get("company", "") if o.question is not None else "" for o in offers}
    return len(offers) > 1 and len(chosen) == 1 and any(chosen) and all(o.action is not None for o in offers)


def _taken_cards(offer: ScreenOption, view: View, rules: Rules) -> list[str]:
    """The cards that an option takes, or may take where more is asked after it."""
    taken = rules.facts.cards_taken
    if taken is None:
        return []
    return list(dict.fromkeys(card for action in _actions_of(offer) for card in taken(action, view, rules)))


def _actions_of(offer: ScreenOption) -> list[Action]:
    """What an option does, or may do where more is asked after it."""
    if offer.action is not None:
        return [offer.action]
    if offer.question is None or not offer.field:
        return []
    wanted = {**offer.question.draft.given, offer.field: offer.choice}
    return [a for c in offer.question.agreeing for a in c.matching(wanted)]


def _short_words(offer: ScreenOption, view: View, rules: Rules) -> str:
    """A purchase in the title's short words; where more is asked after it the least and the most that it may become:
    `NSR 10% ₹71, up to 50% ₹355`. "" where the title has none, and where the field that is asked is a company or a thing.
    """
    own = rules.words.get("short label")
    if own is None or (offer.action is None and not isinstance(offer.choice, bool)):
        return ""
    least, *more = [own(action, view, rules) for action in _actions_of(offer)] or [""]
    if not more:
        return str(least)
    first, last = least.split(), more[-1].split()
    same = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    return f"{least}, up to {' '.join(last[same:])}"


def shorten_purchases(labels: Sequence[str], offers: Sequence[ScreenOption], view: View, rules: Rules) -> list[str]:
    """The words of buttons beside a picture of cards: `GIPR 10% ₹112`; of two alike where they lie, `EIR ₹100 (hand)`; `20% ₹152`
    where the question has the company.
    """
    short = [
        _short_words(o, view, rules) or re.sub(r"^Buy | \(pool\)$", "", text)
        for o, text in zip(offers, labels, strict=True)
    ]
    if asks_how_many(offers):
        alike = all(DIRECTOR in s for s in short)  # which the question has too
        return [s.partition(" ")[2].removeprefix(DIRECTOR if alike else "") for s in short]
    plain = [ROW_BEFORE.sub("", s) for s in short]
    if any(s == p for s, p in zip(short, plain, strict=True)):  # beside others the number in the picture says the row
        short = [p if plain.count(p) == 1 else s for s, p in zip(short, plain, strict=True)]
    sources = [SOURCE.search(text) for text in labels]
    told = [
        s if short.count(s) == 1 or found is None else f"{s}{found[0]}" for s, found in zip(short, sources, strict=True)
    ]
    return [s if told.count(s) == 1 else text for s, text in zip(told, labels, strict=True)]
