"""Trains that a company may buy: the picture of what is for sale, with the numbers of the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import render
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.messages import Picture
from bot.views.options.arrangement import company_owner
from bot.views.options.labels import option_numbers
from bot.views.options.outcomes import Outcomes, foresee_offers
from bot.views.options.rows import option_lots
from bot.views.options.screen import Screen, ScreenOption
from bot.views.pictures import drawing, images
from bot.views.press_verbs import StepVerb
from game.actions import BuyTrain
from game.rules import Rules
from game.step_keys import StepKey
from render import TrainSale
from render.data import queries
from render.drawing import phone


def asks_for_train(screen: Screen, view: View) -> bool:
    """Whether a step of a company's turn asks which train it buys, or whether it buys any."""
    step = view.agenda[-1] if view.agenda else None
    kinds = {o.kind for o in (*screen.options, *screen.more)}
    chosen = screen.question.draft.given.keys() & {"train", "price"}
    return getattr(step, "key", "") == StepKey.TRAINS and BuyTrain in kinds and not chosen


async def train_sale_pictures(
    table: Table, view: View, offers: Sequence[ScreenOption], labels: Sequence[str], room: int = phone.PICTURE_ROOM
) -> tuple[Picture, ...]:
    """What the bank and other companies have, with the numbers of the options; what is no train stands below. Where that would be
    higher than `room` (pixels), only the next trains say what they bring.
    """
    sale = find_train_sale(offers, labels, view, table.rules, await foresee_offers(table, offers))
    company = queries.acting_company(view)
    if company and render.trains_height(view, table.rules, company, sale) > room:
        sale = replace(sale, close=True)
    return await drawing.finish_in_time(lambda: images.draw_trains(table, view, sale))


def find_train_sale(
    offers: Sequence[ScreenOption], labels: Sequence[str], view: View, rules: Rules, after: Outcomes
) -> TrainSale:
    """Which options buy which trains; what else is offered as rows. `after`: where sales of shares lead to."""
    cards: dict[str, tuple[int, ...]] = {}
    rows = option_lots(offers, labels, view, rules, after)
    others: list[render.Lot] = []
    for offer, row, number in zip(offers, rows, option_numbers(offers, rules), strict=True):
        bought = _trains_of(offer, view, rules)
        for card in bought:
            cards[card] = (*cards.get(card, ()), *([number] if number else []))
        if not bought:
            others.append(row)
    return TrainSale(cards, others)


def _trains_of(offer: ScreenOption, view: View, rules: Rules) -> list[str]:
    """The cards of the trains that an option buys, or of all that a group of them has; none of anything else."""
    if offer.kind is not BuyTrain:
        return []
    if offer.verb == StepVerb.PAGE and offer.question is not None:
        return [str(card) for card in offer.question.values if company_owner(str(card), view) == offer.choice]
    card = offer.action.train if isinstance(offer.action, BuyTrain) else str(offer.choice or "")
    if isinstance(offer.action, BuyTrain) and offer.action.using:  # by a power, which has a row of its own
        return []
    return [card] if card in rules.data.train_cards and queries.train_type(card) else []
