"""Alternative texts of all that a position can show: no label is empty, nothing is said that is no sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

import render
from bot.model.action_form import Draft
from bot.model.results import examine_position
from bot.tables.story.round_summary import summarize_rounds
from bot.views.options.labels import option_labels
from bot.views.options.rows import option_lots
from bot.views.options.screen import make_screen
from bot.views.pictures.images import lots_for_sale
from bot.views.story.results.round_result import result_of
from game.actions import LayTile, PlaceToken, RunTrains
from game.events import Event
from game.play import Game
from game.routing import company_reach, validator
from game.rules import Refusal
from render.data.before_after import changed_parties
from render.data.marks import Marks, marks_of
from render.data.queries import View, acting_company
from render.pictures.before_after import alt_before_after
from render.pictures.reference.tile_upgrades import tile_words
from render.results.round_picture import alt_round
from render.text.alt_text import LONGEST, short
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
    yield from (("tiles", alt) for alt in render.alt_tiles(view, rules))
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
        rows = option_lots(screen.options, labels, view, g.rules, {})
        if any(row.key for row in rows):
            yield f"rows of {verb}", render.alt_lots(rows)


def choices_of(g: Game) -> Iterator[tuple[str, str]]:
    """What is said of tiles, stations and runs to choose from."""
    actions = [a for c in g.choices() for a in c.actions[:8]]
    seat = g.deciders()[0]
    view, rules = g.view(seat), g.rules
    lays = [a for a in actions if isinstance(a, LayTile)]
    places = [a.hex for a in lays] + [a.city for a in actions if isinstance(a, PlaceToken)]
    if lays:
        yield "lays", render.alt_preview(view, rules, lays)
    if places:
        yield "places", render.alt_places(view, rules, places)
    company = acting_company(view)
    for action in actions:
        if isinstance(action, RunTrains):
            runs = validator.judge(g, company, action.routes)
            assert not isinstance(runs, Refusal)
            yield "runs", render.alt_runs(view, rules, Marks(runner=company, runs=runs))


def rounds_of(g: Game, events: Sequence[Sequence[Event]]) -> Iterator[tuple[str, str]]:
    """What is said of each round that is over."""
    moves: list[Any] = [SimpleNamespace(action=None, events=each, round="") for each in events]
    cash = dict.fromkeys(g.state.order, g.rules.data.file.cash[str(len(g.state.order))])
    for ended in summarize_rounds(moves, g.rules, cash):
        yield ended.name, alt_round(result_of(ended, tuple(g.state.order), g.rules), g.rules)


@pytest.mark.parametrize("name", TITLES)
def test_no_alternative_text_has_an_empty_label(name):
    """`3 …, rusts with never`, `2: , Buy a royal bond`."""
    wrong: dict[str, str] = {}
    for number in range(2):
        walk = begin(name, number, short=True)
        before, events = walk.game.view(None), [tuple(walk.game.events)]
        for played in range(400):
            if walk.game.state.over:
                break
            if played % EVERY == 0:
                told = [*all_texts(walk.game, before), *rows_of(walk.game), *choices_of(walk.game)]
                wrong |= {kind: text for kind, text in told if EMPTY.search(text)}
            before = walk.game.view(None)
            walk.step()
            events.append(tuple(walk.game.events))
        wrong |= {kind: text for kind, text in rounds_of(walk.game, events) if EMPTY.search(text)}
    assert not wrong


@pytest.mark.parametrize("rest", ["", "All of it: /view holdings form:text."])
def test_words_that_are_cut_say_so_and_where_the_rest_is(rest):
    """A company was dropped from the words of a picture without any sign."""
    sentences = [f"{n}: {'word ' * 17}end." for n in range(20)]
    text = short(sentences, rest)
    assert len(text) <= LONGEST
    assert text.endswith(f"… {rest}".strip())
    assert short(sentences[:3], rest) == " ".join(sentences[:3])
