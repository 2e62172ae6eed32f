"""Of very many answers those that people look for: prices that are named, trains by whose companies they are."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bot.commands.console_presses import apply_press
from bot.model.action_form import Draft
from bot.views.console.state import ConsoleState
from bot.views.options.arrangement import arrange_offers
from bot.views.options.labels import option_labels
from bot.views.options.rows import option_lots
from bot.views.options.screen import (
    BUTTONS,
    Screen,
    asks_price,
    fit_as_buttons,
    lists_many_trains,
    make_screen,
    open_draft,
)
from bot.views.press_verbs import StepVerb
from game.actions import BuyTrain, TakePrivate
from game.names import company_name
from render.data import queries
from tests.console_report import walk

Moment = tuple[Any, tuple[Any, ...], Any, str]  # game, choices, view, player


@cache
def purchases(title: str) -> tuple[Moment, ...]:
    """Positions in which a train of another company may be bought."""
    return tuple(_purchases(title))


def _purchases(title: str) -> Iterator[Moment]:
    for g, legal in walk(title, 1):
        if any(isinstance(a, BuyTrain) and a.seller for _, a in legal):
            player = g.deciders()[0]
            yield type(g).load(g.rules, g.snapshot()), tuple(g.choices(player)), g.view(player), player


def arranged(moment: Moment, draft: Draft, page: int = 0) -> Screen:
    g, choices, view, player = moment
    screen = make_screen(choices, draft)
    wanted = asks_price(screen) or lists_many_trains(screen)
    return arrange_offers(screen, view, g.rules, player, page) if wanted else screen


def of_one_seller(moment: Moment, *, own: bool) -> tuple[BuyTrain, Draft] | None:
    """A train whose price is to be named, of a company of one's own or of somebody else's."""
    _, choices, view, player = moment
    for c in choices:
        for a in c if c.kind is BuyTrain and "price" in c.ranges else ():
            if (view.companies[a.seller].president == player) == own and c.ranges["price"].high > c.ranges["price"].low:
                draft = open_draft(choices, f"BuyTrain:{a.train}") or Draft("BuyTrain", {"train": a.train})
                return a, draft
    return None


@pytest.mark.parametrize(("own", "verb"), [(True, "Pay"), (False, "Offer")])
@pytest.mark.parametrize("title", ["18GA", "18EU"])
def test_prices_begin_with_what_people_name(title, own, verb):
    found = [(m, f) for m in purchases(title) if (f := of_one_seller(m, own=own))]
    assert found
    for moment, (bought, draft) in found:
        g, choices, view, _ = moment
        screen = arranged(moment, draft)
        span = screen.question.span
        if span is None:  # nothing is left to name
            continue
        prices = [o.choice for o in screen.options]
        treasury = view.cash[queries.acting_company(view)]
        face = g.rules.data.trains[queries.train_type(bought.train)].price
        assert prices[0] == (face if face in span else span.low)
        assert prices[1:] == sorted(prices[1:]), "all that a company has stood before the least"
        assert set(prices) <= {face, treasury, span.high, span.low}, "half of an odd sum is no price"
        assert span.low in prices
        said = option_labels(screen, choices, view, g.rules)
        assert all(words.startswith(f"{verb} {g.rules.data.currency}") for words in said)
        assert all("(printed price)" in words for words, price in zip(said, prices, strict=True) if price == face)
        buyer = company_name(g.rules, queries.acting_company(view))
        all_of_it = [words for words, price in zip(said, prices, strict=True) if price == treasury != face]
        assert all(words.endswith(f"(all that {buyer} has)") for words in all_of_it)


@pytest.mark.parametrize("title", ["18GA", "18TN", "18VA"])
def test_a_private_is_offered_at_its_face_value_first(title):
    seen: set[str] = set()
    for g, legal in walk(title, 1):
        for private in {a.private: a for _, a in legal if isinstance(a, TakePrivate)} if len(seen) < 2 else ():
            player = g.deciders()[0]
            choices, view = tuple(g.choices(player)), g.view(player)
            screen = make_screen(choices, Draft("TakePrivate", {"private": private}))
            if not asks_price(screen):
                continue
            screen = arrange_offers(screen, view, g.rules, player, 0)
            said, span = option_labels(screen, choices, view, g.rules), screen.question.span
            assert span is not None
            face, owner = g.rules.data.privates[private].value, view.place[private]
            verb = "Pay" if owner == player else "Offer"
            prices = [p for p in dict.fromkeys((face, span.high, span.low)) if p in span]
            assert [words.partition(" (")[0] for words in said] == [f"{verb} {g.rules.data.money(p)}" for p in prices]
            assert said[0].endswith("(printed price)")
            seen.add(verb)
    assert "Offer" in seen


def test_a_price_that_is_no_round_sum_may_be_pressed():
    """The button's price is one of the range, whether or not a menu would list it."""
    for moment in purchases("18GA"):
        found = of_one_seller(moment, own=True)
        screen = arranged(moment, found[1]) if found else None
        if screen is None or screen.question.span is None:
            continue
        for offer in screen.options:
            after = apply_press(moment[1], ConsoleState(found[1] if found else Draft()), StepVerb.FIELD, (offer.value,))
            assert after.draft.given["price"] == offer.choice


def many(title: str) -> list[Moment]:
    return [m for m in purchases(title) if len(make_screen(m[1], Draft("BuyTrain")).options) > BUTTONS]


def test_many_trains_are_grouped_by_whose_companies_have_them():
    """It was a drop-down of 14 trains, and a picture of none of them."""
    crowds = many("18EU")
    assert crowds
    for moment in crowds:
        g, choices, view, player = moment
        first = arranged(moment, Draft("BuyTrain"))
        groups = [o for o in first.options if o.verb == StepVerb.PAGE]
        assert groups
        assert fit_as_buttons(first.options)
        whole = make_screen(choices, Draft("BuyTrain")).options
        within = [o for n in range(1, len(groups) + 1) for o in arranged(moment, Draft("BuyTrain"), n).options]
        assert {o.value for o in whole} == {o.value for o in (*first.options, *within)} - {o.value for o in groups}
        assert [o.choice == player for o in groups] == sorted((o.choice == player for o in groups), reverse=True)
        said = option_labels(first, choices, view, g.rules)
        assert len(set(said)) == len(said)
        for row in option_lots(first.options, said, view, g.rules, {}):
            assert row.key


def test_a_group_is_opened_and_left_by_a_press():
    moment = many("18EU")[0]
    state = apply_press(moment[1], ConsoleState(Draft("BuyTrain")), StepVerb.PAGE, ("1",))
    assert state.page == 1
    assert all(o.verb != StepVerb.PAGE for o in arranged(moment, state.draft, state.page).options)
    assert apply_press(moment[1], state, StepVerb.PAGE, ("0",)).page == 0


def test_back_leads_to_the_ways_that_a_line_may_mean():
    """It led to all tiles."""
    asked = ConsoleState(Draft("LayTile", {"hex": "G6"}), meant=("first", "second"))
    pressed = apply_press((), asked, StepVerb.ACT, ("first",))
    assert pressed.draft.act == "first"
    assert apply_press((), pressed, StepVerb.BACK, ()) == asked


def test_the_bank_s_train_tells_its_price_among_trains_at_prices_to_be_named():
    told = 0
    for moment in purchases("18VA"):
        g, choices, view, _ = moment
        screen = arranged(moment, Draft("BuyTrain"))
        rows = option_lots(screen.options, option_labels(screen, choices, view, g.rules), view, g.rules, {})
        for offer, row in zip(screen.options, rows, strict=True):
            if offer.field == "train" and view.place[str(offer.choice)] == "depot":
                told += 1
                kind = queries.train_type(str(offer.choice))
                assert row.price == g.rules.data.money(g.rules.data.trains[kind].price)
    assert told
