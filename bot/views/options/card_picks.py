"""Cards of a hand or a draft that are picked by numbered buttons: the picture, the words of the buttons, the one that ends it."""

from __future__ import annotations

from collections.abc import Sequence

import render
from bot.model.action_form import Draft, Question, ask_next
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.messages import Picture
from bot.views.options.labels import lot_of
from bot.views.options.screen import Screen, ScreenOption, fit_as_buttons, picks_cards
from bot.views.options.values import value_id
from bot.views.pictures import images
from game.actions import Action
from game.choices import Choice, Pick
from game.rules import Rules
from render import CardPick
from render.data import queries


def toggle(question: Question, picked: Sequence[str], value: str) -> tuple[str, ...]:
    """What is picked after a press of the button with that value: one more, or one less; never more than may be picked."""
    pick = question.pick
    item = next((i for i in pick.items if value_id(i) == value), None) if pick is not None else None
    if pick is None or item is None or (item not in picked and len(picked) >= pick.high):
        return tuple(picked)
    return tuple(i for i in pick.items if (i in picked) != (i == item))


def picked_action(choices: Sequence[Choice], question: Question, picked: Sequence[str]) -> Action | None:
    """What is done with all that is picked; None as long as it is too little."""
    if question.pick is None or tuple(picked) not in question.pick:
        return None
    given = {**question.draft.given, question.field: tuple(picked)}
    return ask_next(choices, Draft(question.draft.kind, given)).action


def picks_several_cards(screen: Screen) -> bool:
    """Whether several cards are picked, each by its button."""
    return screen.question.pick is not None and picks_cards(screen.options) and fit_as_buttons(screen.options)


def card_of(offer: ScreenOption) -> str:
    """The card that an option picks, or bids for."""
    return lot_of(offer) or (str(offer.choice) if offer.choice is not None else str(getattr(offer.action, "card", "")))


def auctions_cards(screen: Screen, view: View, rules: Rules) -> bool:
    """Whether one of several cards of a draft is put up for auction."""
    lots = [lot_of(o) for o in screen.options]
    return len(lots) > 1 and {*lots} <= {*render.draft_pile(view, rules).cards}


async def card_pick_pictures(
    table: Table, view: View, seat: str, screen: Screen, picked: Sequence[str], room: int
) -> tuple[Picture, ...]:
    """One's hand and the cards that are asked about, numbered as their buttons; in an auction these alone. `room`: pixels of its
    height.
    """
    numbers = {card_of(o): n for n, o in enumerate(screen.options, 1)}
    with_hand = not auctions_cards(screen, view, table.rules)
    return await images.draw_card_pick(table, view, seat, CardPick(numbers, tuple(picked), room, with_hand))


def picked_cards(action: Action) -> tuple[str, ...]:
    """The cards that an action keeps of several; none of any other."""
    return tuple(getattr(action, "cards", ())) if action.verb == "pick" else ()


async def kept_card_pictures(table: Table, view: View, action: Action, cards: Sequence[str]) -> tuple[Picture, ...]:
    """The cards of which some are kept, these marked as they were while they were picked."""
    picks = (c.ranges.get("cards") for c in table.choices(action.by) if action in c)
    items = next((p.items for p in picks if isinstance(p, Pick)), tuple(cards))
    return await images.draw_card_pick(
        table, view, action.by, CardPick({card: n for n, card in enumerate(items, 1)}, tuple(cards))
    )


def cost_words(picked: Sequence[str], rules: Rules) -> str:
    """`Chosen so far: ₹300 to buy.`: what cards that are picked cost together when they are bought; "" for none."""
    if not picked:
        return ""
    parts = (rules.data.certificates.get(card, ("", 0)) for card in picked)
    dollars = sum(rules.data.companies[c].par * shares for c, shares in parts if c)
    dollars += sum(rules.data.privates[card].value for card in picked if card in rules.data.privates)
    return f"To buy all {len(picked)} costs {rules.data.money(dollars)}." if len(picked) > 1 else ""


def pick_labels(screen: Screen, view: View, rules: Rules) -> list[str]:
    """`NCR 20%`, `P3`: the picture says the rest."""
    return [_short(card_of(o), view, rules) for o in screen.options]


def _short(card: str, view: View, rules: Rules) -> str:
    """A card on its button."""
    company, shares = rules.data.certificates.get(card, ("", 0))
    return f"{company} {queries.percent(view, company, shares)}%" if company else card


def keep_words(question: Question, picked: Sequence[str]) -> str:
    """`Keep these 7`, or what is missing: `3 of 7 chosen`."""
    assert question.pick is not None
    whole = tuple(picked) in question.pick
    return f"Keep these {len(picked)}" if whole else f"{len(picked)} of {question.pick.high} chosen"
