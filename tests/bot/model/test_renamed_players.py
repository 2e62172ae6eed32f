"""A game of players with other names is the same game: its actions replay, and its positions differ in the names only."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from bot.model.renamed_players import new_names, rename_actions, rename_snapshot
from game.actions import Action, Bid
from game.codec import encode
from game.play import Game
from tests.support.prepared_games import favourite
from titles import TITLES

OLD = {"Player_1": "zoe", "Player_2": "ann", "ann": "bob", "Player_4": "Player_1"}


@pytest.mark.parametrize("title", TITLES)
def test_a_renamed_game_is_the_same_game(title):
    players = list(OLD)[: TITLES[title].file.players[0]]
    names = {old: OLD[old] for old in players}
    game, dice = Game.new(TITLES[title].rules((), len(players)), players, "3"), random.Random(1)
    actions: list[Action] = []
    while not game.state.over and len(actions) < 250:
        action = favourite([a for c in game.choices(game.deciders()[0]) for a in c], dice)
        game.play(action)
        actions.append(action)
    again = Game.new(game.rules, [names[p] for p in players], "3")
    for action in rename_actions(actions, names):
        again.play(action)
    renamed = Game.load(game.rules, rename_snapshot(game.snapshot(), game.codec, names))
    for state in (renamed.state, again.state):
        state.agenda[0].before = ""  # the hash of a position: a whole round without a change ends the game
    assert renamed.state == again.state
    assert encode(renamed.state) == encode(again.state)
    assert [c.by for c in again.choices()] == [names[c.by] for c in game.choices()]
    assert not any(old in str(structs.asdict(again.state)) for old in ("Player_2", "Player_4"))


def test_names_are_told_apart_from_each_other_and_from_words_of_the_title():
    assert new_names([("Player_1", "Bob"), ("Player_2", "Bob"), ("Player_3", "MRC")], {"mrc"}) == {
        "Player_1": "bob",
        "Player_2": "bob2",
        "Player_3": "mrc2",
    }


def test_what_is_no_player_stays():
    assert rename_actions([Bid("GA", 20, by="Player_1")], {"Player_1": "GA2"}) == (Bid("GA", 20, by="GA2"),)
