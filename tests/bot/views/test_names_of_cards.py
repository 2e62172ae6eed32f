"""No picture, card, button or question calls a card by its id: equal cards by what they are, certificates by company and part."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import render
from bot.model.results import examine_position
from bot.views.formatting import action_words, full_name
from bot.views.pictures.images import lots_for_sale
from game.play import Game
from render.data.names import lot_name
from render.text.descriptions import describe
from tests.golden import GAMES
from tests.support.golden_positions import golden_position
from tests.support.written_words import note_words

ID = re.compile(r"\bRB\d|\b[A-Z&]{2,}\.\d|\b(?:hand|row|hidden|draft):\w")
SPOTS = (20, 61, 247, 613)  # moves of a game
ACTIONS = 30  # of a choice
DRAWN = [("18India-options", 12), ("18India-bank", 613)]


def said_at(g: Game) -> Iterator[str]:
    """What is said of cards at a position, to whoever must act, beside its pictures and on buttons."""
    seat, rules = next(iter(g.deciders()), g.state.order[0]), g.rules
    view = g.view(seat)
    yield from (render.alt_company(view, rules, c) for c in view.companies)
    yield from (render.alt_player(view, rules, p) for p in view.order)
    yield from (describe(view, rules, p) for p in rules.data.privates)
    yield render.alt_bank(view, rules)
    yield render.alt_piles([render.hand(view, rules, seat), *render.offers(view, rules)], view, rules)
    yield from render.alt_table(view, rules)
    if (position := examine_position(g, 0)).auction is not None:
        yield from render.bids_words(view, rules, lots_for_sale(position))
    yield render.ask(g.choices(seat), view, rules)
    for choice in g.choices(seat):
        yield from (action_words(a, view, rules) for a in list(choice)[:ACTIONS])


@pytest.mark.parametrize("name", [g.name for g in GAMES])
def test_cards_have_names_at_positions_of_every_game(name: str) -> None:
    for number in SPOTS:
        g = golden_position(name, number)
        if not g.state.over:
            assert not [text for text in said_at(g) if ID.search(text)], number


@pytest.mark.parametrize(("name", "number"), DRAWN)
def test_cards_have_names_in_pictures(monkeypatch: pytest.MonkeyPatch, name: str, number: int) -> None:
    g = golden_position(name, number)
    seat, said = next(iter(g.deciders()), g.state.order[0]), note_words(monkeypatch)
    view = g.view(seat)
    render.draw_bank(view, g.rules)
    for player in view.order:
        render.draw_player(view, g.rules, player)
    for company in view.companies:
        render.draw_company(view, g.rules, company)
    if (position := examine_position(g, 0)).auction is not None:
        sale = lots_for_sale(position)
        render.draw_bids(view, g.rules, sale)
    assert said
    assert not [text for text in said if ID.search(text)]


def test_a_share_that_is_auctioned_has_the_part_that_it_has_now():
    """“I bid up to ₹40 on 5% of GIPR for you”: it begins with half of its shares."""
    g = golden_position("18India-options", 12)
    view = g.view(None)
    assert full_name(g.rules, "GIPR.1", view) == "GIPR 10%"
    assert lot_name("GIPR.1", view, g.rules) == "GIPR 10%"
