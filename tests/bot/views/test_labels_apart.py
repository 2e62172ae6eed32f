"""No two buttons of a panel or of a picture's step say the same, numbers apart: over games of several seeds and options."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.model.action_form import Draft
from bot.model.results import examine_position
from bot.sandbox.random_player import pick_action
from bot.tables.service import Table
from bot.views.console.question_step import with_revenue
from bot.views.options.labels import cut_labels, have_own_numbers, option_labels, picture_labels
from bot.views.options.screen import BUTTONS, Screen, make_screen
from bot.views.options.shortcuts import shortcut_buttons
from game.actions import RunTrains
from game.play import Game
from game.rules import Rules
from tests.support.discord_world import NUMBER
from titles import TITLES

SEEDS = 3
MOVES = 350  # of each game, of which every so many are looked at
EVERY = 5
CUT_PRICE = re.compile(r"( f| fo| for| for .\d*|% f)…$")
INTERNAL = re.compile(r"\b[A-Z]+\d+\.[a-z]\b")  # a city by hex and letter


def games(title: str) -> list[tuple[str, tuple[str, ...]]]:
    """Seeds and options: under none, and under the preset of 18xx.games."""
    presets = [(), *((p,) for p in sorted(TITLES[title].file.preset)[:1])]
    return [(f"labels{n}", options) for n in range(SEEDS) for options in presets]


def step_labels(g: Game, shown: Screen, view: Any, rules: Rules) -> list[str]:
    """The labels of a step's buttons beside its picture."""
    choices = g.choices(g.deciders()[0])
    plain = option_labels(shown, choices, view, rules)
    revenues = {o.action: 10 * len(o.action.routes) for o in shown.options if isinstance(o.action, RunTrains)}
    named = [
        with_revenue(rules, revenues.get(cast("RunTrains", o.action)), text)
        for o, text in zip(shown.options, plain, strict=True)
    ]
    return cut_labels(picture_labels(named, shown, rules))


@pytest.mark.parametrize("title", TITLES)
def test_no_number_alone_tells_two_buttons_apart(title: str) -> None:
    """Two-train runs were "1 · £140" and "2 · £140", shares of the treasury and of the pool both "Buy DR £50"."""
    dice, seen = random.Random(1), 0
    for seed, options in games(title):
        rules = TITLES[title].rules(options, TITLES[title].file.players[0])
        g = Game.new(rules, ("ann", "bob", "cid", "dee")[: TITLES[title].file.players[0]], seed)
        for n in range(MOVES):
            if g.state.over:
                break
            if n % EVERY == 0:
                seat = g.deciders()[0]
                choices, view = tuple(g.choices(seat)), g.view(seat)
                position = examine_position(g, n)
                table = SimpleNamespace(rules=rules, id=1, position=position, choices=lambda _: choices)  # noqa: B023
                pressed = shortcut_buttons(cast("Table", table), view, seat, 1, {}, "")
                said = [b.label for b in pressed]
                assert len(set(said)) == len(said), f"{title} {seed}: {said}"
                assert not any(CUT_PRICE.search(text) or INTERNAL.search(text) for text in said), said
                shown = make_screen(choices, Draft())
                if shown.options and len(shown.options) <= BUTTONS and shown.question.pick is None:
                    told = step_labels(g, shown, view, rules)
                    own = have_own_numbers(shown.options, rules)  # a minor's number is its name
                    words = told if own else [NUMBER.sub("", text, count=1) for text in told]
                    assert len(set(words)) == len(words), f"{title} {seed} {n}: only numbers tell {words} apart"
                    assert not any(map(INTERNAL.search, words)), words
                    seen += 1
            g.play(pick_action(g, f"{seed}{dice.random()}"))
    assert seen > 50
