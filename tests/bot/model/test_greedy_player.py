"""The bot's own player: plays whole games of every title to their end, the same for the same seed, and sensibly."""

from __future__ import annotations

import pytest

from bot.model.computer_players.greedy_player import bid_limit, choose_action
from bot.sandbox import demo_game
from game.actions import Bid, BuyTrain, PayDividend, RunTrains
from game.events import Floated
from game.play import Game
from titles import TITLES

THREE = ["ann", "bob", "cid"]


@pytest.mark.parametrize("title", TITLES)
def test_whole_games_end_and_companies_run(title: str) -> None:
    rules = TITLES[title].rules((), 3)
    g = Game.new(rules, THREE, "a")
    earned, floated, moves = 0, 0, 0
    while not g.state.over:
        action = choose_action(g.choices(g.deciders()[0]), g.state, rules, "a")
        if isinstance(action, RunTrains):
            assert action == next(c for c in g.choices(action.by) if c.kind is RunTrains).actions[0], "the best run"
        if isinstance(action, BuyTrain) and not action.seller:
            earned += 1
        floated += sum(isinstance(e, Floated) for e in g.play(action))
        moves += 1
        assert moves < 3000, g.state.round
    assert floated >= 3
    assert earned >= floated, "companies own trains"


@pytest.mark.parametrize("title", TITLES)
def test_demonstrations_are_the_same_each_time(title: str) -> None:
    rules = TITLES[title].rules((), 3)
    first, again = (demo_game.play_demo(rules, THREE) for _ in range(2))
    assert first[1] == again[1]
    assert any(isinstance(a, PayDividend) and a.kind != "none" for a in first[1]), "something is paid"


def test_nobody_pays_far_more_than_a_private_is_worth() -> None:
    rules = TITLES["18GA"].rules((), 3)
    for seed in "abcdef":
        g = Game.new(rules, THREE, seed)
        while g.state.round == "Auction":
            action = choose_action(g.choices(g.deciders()[0]), g.state, rules, seed)
            if isinstance(action, Bid):
                private = rules.data.privates[action.item]
                assert action.amount <= bid_limit(action.item, action.by, g.state, rules, seed)
                assert action.amount <= 1.5 * private.value + private.revenue
            g.play(action)
