"""The advice of the guided game leads to one of everything by the end of its opening, whoever the others are."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.model.computer_players.greedy_player import choose_action
from bot.model.computer_players.guided_player import advise_action, cheapest_float
from bot.model.orders.auto_play import MOOD
from bot.views.guide.first_game import SETS
from game.actions import BuyShare, BuyTrain, LayTile, Par, PayDividend, PlaceToken, RunTrains
from game.play import Game
from titles import TITLES

OPENINGS = 20
ALL = {Par, BuyShare, LayTile, PlaceToken, RunTrains, PayDividend, BuyTrain}
PRESSES = 70  # moves that a newcomer makes in half an hour


def opening(seed: int) -> tuple[Counter[type], str]:
    """What somebody does who follows the advice to the end of the opening; and what is paid out."""
    g = Game.new(TITLES["18GA"].rules((), 3), ("ann", "bea", "carl"), str(seed))
    done: Counter[type] = Counter()
    paid = ""
    while not g.state.over and not g.state.round.startswith(f"SR {SETS + 1}"):
        who = g.deciders()[0]
        play = advise_action if who == "ann" else choose_action
        action = play(g.choices(who), g.view(who), g.rules, f"{MOOD}/{who}")
        g.play(action)
        if who == "ann":
            done[type(action)] += 1
            paid = action.kind if isinstance(action, PayDividend) else paid
    return done, paid


@pytest.mark.parametrize("seed", range(OPENINGS))
def test_whoever_follows_the_advice_sees_a_station_and_a_dividend(seed: int) -> None:
    done, paid = opening(seed)
    assert set(done) >= ALL, f"without {ALL - set(done)}"
    assert paid == "full"
    assert sum(done.values()) <= PRESSES


def test_money_for_a_company_of_ones_own_is_kept() -> None:
    rules = TITLES["18GA"].rules((), 3)
    assert cheapest_float(rules) == 330
    for seed in range(OPENINGS):
        g = Game.new(rules, ("ann", "bea", "carl"), str(seed))
        while g.state.round == "Auction":
            who = g.deciders()[0]
            g.play(advise_action(g.choices(who), g.view(who), rules, f"{MOOD}/{who}"))
        assert all(g.state.cash[p] >= 330 for p in g.state.order)
