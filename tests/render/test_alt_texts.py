"""Alternative texts of all that a position can show: no label is empty, nothing is said that is no sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import render
from bot.model.action_form import Draft
from bot.model.results import examine_position
from bot.views.options.labels import option_labels
from bot.views.options.rows import option_rows
from bot.views.options.screen import make_screen
from bot.views.pictures.images import lots_for_sale
from game.play import Game
from game.routing import company_reach
from render.data.before_after import changed_parties
from render.data.marks import Marks, marks_of
from render.data.queries import View, acting_company
from render.pictures.before_after import alt_before_after
from render.pictures.tile_upgrades import tile_words
from tests.support.random_games import begin
from titles import TITLES

EMPTY = re.compile(r", ,|: ,|: \.|:\.|, \.|,\.|; ;|  |\(\)|^[,.:]|with never|None")
EVERY = 6  # moves of a game from one position that is looked at to the next


def all_texts(g: Game, before: View) -> Iterator[tuple[str, str]]:
    """What is said of each picture of a position, by the name of the picture."""
    view, rules = g.view(None), g.rules
    company = acting_company(view)
    marks = marks_of(g.events)
    yield "map", render.alt_map(view, rules, marks, g.deciders())
    if company:
        reached = company_reach.reach(g, company).hexsides
        yield "network", render.alt_map(view, rules, Marks(network=reached, runner=company))
    yield "market", render.alt_market(view, rules, marks)
    yield from ((f"card of {c}", render.alt_company(view, rules, c)) for c in view.companies)
    yield from ((f"card of {p}", render.alt_player(view, rules, p)) for p in view.order)
    yield "bank", render.alt_bank(view, rules)
    yield from zip(("players", "companies"), render.alt_table(view, rules), strict=True)
    yield "tiles", render.alt_tiles(view, rules)
    yield "holdings", render.alt_holdings(view, rules)
    yield "changed", alt_before_after(changed_parties(before, view, rules))
    sale = examine_position(g, 0)
    if sale.auction is not None:
        yield "auction", render.alt_bids(view, rules, lots_for_sale(sale))
    if render.offers(view, rules):
        yield "offers", render.alt_piles(render.offers(view, rules), view, rules)
    yield from (("upgrades", tile_words(view, rules, tile.tile)) for tile in [*view.tiles.values()][-1:])


def rows_of(g: Game) -> Iterator[tuple[str, str]]:
    """What is said of the rows of what may be done, and of what is asked after each kind of it."""
    choices = tuple(g.choices())
    seat = choices[0].by
    mine, view = [c for c in choices if c.by == seat], g.view(seat)
    for verb in ("", *{c.kind.__name__ for c in mine}):
        screen = make_screen(mine, Draft(verb))
        labels = option_labels(screen, mine, view, g.rules)
        rows = option_rows(screen.offers, labels, view, g.rules, {})
        if any(row.key for row in rows):
            yield f"rows of {verb}", render.alt_lots(rows)


@pytest.mark.parametrize("name", TITLES)
def test_no_alternative_text_has_an_empty_label(name):
    """`3 …, rusts with never`, `2: , Buy a royal bond`."""
    wrong: dict[str, str] = {}
    for number in range(2):
        walk = begin(name, number, short=True)
        before = walk.game.view(None)
        for played in range(400):
            if walk.game.state.over:
                break
            if played % EVERY == 0:
                told = [*all_texts(walk.game, before), *rows_of(walk.game)]
                wrong |= {kind: text for kind, text in told if EMPTY.search(text)}
            before = walk.game.view(None)
            walk.step()
    assert not wrong
