"""Turning points, best and missed runs, from the events of a game."""

from __future__ import annotations

from bot.files.transcripts import read_incoming
from bot.tables.turning_points import Ledger, best_runs, list_runs, missed_runs, split_turns, turning_points
from game.events import (
    CardMoved,
    Divided,
    Paid,
    PriceMoved,
    Ran,
    RoundBegan,
    RoundEnded,
    TurnBegan,
    TurnEnded,
    WentBankrupt,
)
from game.play import Game
from game.state import Run
from render.data.marks import marks_of
from render.text.turn_words import forced_words, turn_words
from titles import TITLES

RULES = TITLES["18GA"].rules((), 3)
PLAYERS = ("ann", "bob", "cid")


def cell(price: int) -> str:
    """A cell of the market with that price."""
    return next(
        f"{row},{column}"
        for row, cells in enumerate(RULES.data.market)
        for column, data in enumerate(cells)
        if data is not None and data.price == price
    )


def moved(old: int, new: int) -> PriceMoved:
    return PriceMoved(company="GA", old=cell(old) if old else "", new=cell(new))


MOVES = (
    (RoundBegan(name="SR 1"), TurnBegan(who="ann"), moved(0, 70), CardMoved(card="GA.0", src="ipo", dst="ann"),
     Paid(src="ann", dst="bank", amount=140, why="share"), TurnEnded(who="ann")),
    (TurnBegan(who="bob"), CardMoved(card="GA.1", src="ipo", dst="bob"), TurnEnded(who="bob")),
    (RoundEnded(name="SR 1", worth={}), RoundBegan(name="OR 1.1"), TurnBegan(who="GA"),
     Ran(company="GA", runs=(), revenue=100, best=120), Divided(company="GA", kind="full", revenue=100, each=10),
     Paid(src="bank", dst="ann", amount=20, why="dividend"), Paid(src="bank", dst="bob", amount=10, why="dividend"),
     moved(70, 80), Paid(src="ann", dst="GA", amount=55, why="help"), TurnEnded(who="GA")),
    (RoundEnded(name="OR 1.1", worth={}), RoundBegan(name="SR 2"), TurnBegan(who="bob"),
     CardMoved(card="GA.1", src="bob", dst="pool"), Paid(src="bank", dst="bob", amount=80, why="sale"), moved(80, 70),
     TurnEnded(who="bob")),
)  # fmt: skip


def test_a_run_counts_what_was_divided_in_the_end():
    """18EU 4.4.9: the Pullman was put on a cheaper stop after the run. Of £430 that was paid £450 was told."""
    events = (
        RoundBegan(name="OR 1.1"),
        TurnBegan(who="GA"),
        Ran(company="GA", runs=(Run("3-0", ("a", "b"), revenue=370),), revenue=450, best=450),
        Divided(company="GA", kind="full", revenue=430, each=43),
        TurnEnded(who="GA"),
    )
    assert [(run.revenue, run.best) for run in list_runs([events], RULES)] == [(430, 450)]
    assert marks_of(events).together == 60
    view = Game.new(RULES, PLAYERS, "1").view(None)
    assert turn_words(events, "GA", view, RULES) == "runs for $430 and pays out"


def test_a_turn_brings_what_is_paid_and_what_shares_gain():
    first, second = turning_points(MOVES, RULES, PLAYERS)
    assert (first.episode.round, first.episode.company) == ("OR 1.1", "GA")
    assert first.gains == {"ann": 20 + 20 - 55, "bob": 10 + 10, "cid": 0}
    assert first.spread == 35
    assert second.gains == {"ann": -20, "bob": 0, "cid": 0}, "who sells before the price falls loses nothing"


def test_shares_given_up_in_a_bankruptcy_are_lost():
    """They left their owner without a loss."""
    ledger = Ledger(RULES, PLAYERS)
    ledger.follow(MOVES[0])
    gains = ledger.follow([WentBankrupt(who="ann"), CardMoved(card="GA.0", src="ann", dst="pool", why="bankrupt")])
    assert gains == {"ann": -140, "bob": 0, "cid": 0}


def test_players_have_turns_of_their_own():
    assert [(t.round, t.company) for t in split_turns(MOVES, RULES)] == [
        ("SR 1", ""), ("SR 1", ""), ("OR 1.1", "GA"), ("SR 2", ""),
    ]  # fmt: skip


def test_runs_and_what_they_missed():
    every = list_runs(MOVES, RULES)
    assert [(r.round, r.company, r.revenue, r.best) for r in every] == [("OR 1.1", "GA", 100, 120)]
    assert best_runs(every) == missed_runs(every) == every
    assert missed_runs([]) == []


def test_a_recorded_game(shared):
    found = read_incoming((shared / "recorded" / "18GA" / "18GA_game_end_bankrupt.json").read_bytes(), TITLES)
    game = Game.new(TITLES["18GA"].rules(found.options, 3), found.players, found.seed, seated=True)
    told = [tuple(game.events)]
    for action in found.actions:
        told.append(tuple(game.play(action)))
        game.past.clear()
    points = turning_points(told, game.rules, found.players)
    assert [(p.episode.company, min(p.gains.values())) for p in points] == [("CoG", 0), ("W&A", -751), ("G&F", -321)]
    texts = [", ".join(forced_words(p.episode.events, game.view(None), game.rules)) for p in points]
    assert texts == [
        "",
        "Player_3 sells 30% W&A",
        "Player_3 sells 20% G&F, 10% SAL, Player_3 is bankrupt",
    ], "what it cost him was told, not why"
    bought = turn_words(points[1].episode.events, "W&A", game.view(None), game.rules)
    assert bought.endswith("buys an 8-train, $631 of it from Player_3")
    assert [r.company for r in best_runs(list_runs(told, game.rules))] == ["CoG", "G&F", "W&A"]
