"""A game in episodes: turns of companies, and rounds of players."""

from __future__ import annotations

from bot.model.episodes import split_episodes
from game.events import GameEnded, Paid, Passed, Ran, RoundBegan, RoundEnded, TurnBegan, TurnEnded

MOVES = (
    (RoundBegan(name="SR 1"), TurnBegan(who="ann")),
    (Passed(who="ann"), TurnEnded(who="ann"), RoundEnded(name="SR 1", worth={}), RoundBegan(name="OR 1.1"),
     Paid(src="bank", dst="ann", amount=5, why="private"), TurnBegan(who="GA")),
    (Ran(company="GA", runs=(), revenue=30),),
    (Passed(who="GA", what="trains"), TurnEnded(who="GA"), TurnBegan(who="CoG"), TurnEnded(who="CoG"),
     RoundEnded(name="OR 1.1", worth={}), GameEnded(why="bank", worth={})),
)  # fmt: skip


def test_each_turn_of_a_company_and_each_round_of_players_is_one():
    assert [(e.round, e.company, e.last) for e in split_episodes(MOVES, {"GA", "CoG"})] == [
        ("SR 1", "", 1),
        ("OR 1.1", "GA", 3),
        ("OR 1.1", "CoG", 3),
    ]


def test_what_comes_before_a_turn_belongs_to_it():
    turn = list(split_episodes(MOVES, {"GA", "CoG"}))[1]
    assert [type(e).__name__ for e in turn.events[:3]] == ["RoundBegan", "Paid", "TurnBegan"]
    assert turn.events[-1] == TurnEnded(who="GA")


def test_a_round_that_goes_on_is_one_too():
    (found,) = split_episodes(MOVES[:1], {"GA"})
    assert (found.round, found.last) == ("SR 1", 0)
    assert list(split_episodes((), {"GA"})) == []
