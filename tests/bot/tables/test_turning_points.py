"""Turning points, best and missed runs, from the events of a game."""

from __future__ import annotations

from bot.files.transcripts import read_incoming
from bot.tables.turning_points import (
    Lead,
    best_runs,
    find_lead,
    list_runs,
    missed_runs,
    split_turns,
    turning_points,
    weigh_turns,
)
from game.events import (
    CardMoved,
    Divided,
    Paid,
    PriceMoved,
    Ran,
    RoundBegan,
    RoundEnded,
    Rusted,
    SharesSold,
    TrainBought,
    TurnBegan,
    TurnEnded,
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
     SharesSold(who="bob", company="GA", shares=1, price=80),
     CardMoved(card="GA.1", src="bob", dst="pool"), Paid(src="bank", dst="bob", amount=80, why="sale"), moved(80, 70),
     TurnEnded(who="bob")),
)  # fmt: skip
LATER = (
    (RoundEnded(name="SR 2", worth={}), RoundBegan(name="OR 2.1"), TurnBegan(who="GA"),
     Ran(company="GA", runs=(), revenue=100), Divided(company="GA", kind="full", revenue=100, each=10),
     Paid(src="bank", dst="ann", amount=20, why="dividend"), moved(70, 80), TurnEnded(who="GA")),
    (TurnBegan(who="W&A"), TrainBought(company="W&A", train="4-0", seller="depot", price=300),
     CardMoved(card="2-0", src="GA", dst="gone", why="rusted"), Rusted(kind="2", trains=("2-0",)), TurnEnded(who="W&A")),
    (RoundEnded(name="OR 2.1", worth={}), RoundBegan(name="OR 2.2"), TurnBegan(who="GA"), moved(80, 70),
     TurnEnded(who="GA")),
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


def test_a_turn_counts_by_what_was_not_to_be_expected():
    """Ordinary late runs were told as turning points: the sums of all grow. GA's second run is none, and what it has lost by
    a train of W&A's belongs to that.
    """
    moves = (*MOVES, *LATER)
    told = [(s.episode.round, s.episode.company or s.whose, s.gains) for s in weigh_turns(moves, RULES, PLAYERS)[2:]]
    assert told == [
        ("OR 1.1", "GA", {"ann": 20 + 20 - 55, "bob": 10 + 10, "cid": 0}),
        ("SR 2", "bob", {"ann": -20, "bob": 0, "cid": 0}),  # who sells before the price falls loses nothing
        ("OR 2.1", "GA", {"ann": 40, "bob": 0, "cid": 0}),
        ("OR 2.1", "W&A", {"ann": 0, "bob": 0, "cid": 0}),
        ("OR 2.2", "GA", {"ann": -20, "bob": 0, "cid": 0}),
    ]
    sale, rust = turning_points(moves, RULES, PLAYERS)
    assert (sale.episode.round, sale.whose, sale.by_rust) == ("SR 2", "bob", False)
    assert (rust.episode.company, rust.by_rust, rust.weakened, rust.losses) == ("W&A", True, ["GA"], {"ann": -20 - 40})


def test_who_led_since_when():
    def ends(*worths: int) -> list[RoundEnded]:
        return [RoundEnded(name=f"OR {n}", worth={"ann": worth, "bob": 50}) for n, worth in enumerate(worths, 1)]

    run = Ran(company="GA", runs=(), revenue=100)
    assert find_lead([ends(60, 40)]) is None, "nothing has run"
    assert find_lead([[run, *ends(60, 40, 60, 50, 70, 80)]]) == Lead("ann", "OR 5", ("ann", "bob", "ann"))
    assert find_lead([[run, *ends(60, 50)]]) is None, "nobody is ahead"


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
    assert [(p.episode.company or p.whose, min(p.gains.values())) for p in points] == [
        ("Player_2", -200), ("ACL", 16), ("CoG", 0), ("W&A", -751), ("G&F", -321),
    ]  # fmt: skip
    assert max(points, key=lambda p: p.weight) is points[3]
    texts = [", ".join(forced_words(p.episode.events, game.view(None), game.rules)) for p in points[3:]]
    assert texts == ["Player_3 sells 30% W&A", "Player_3 sells 20% G&F, 10% SAL, Player_3 is bankrupt"]
    bought = turn_words(points[3].episode.events, "W&A", game.view(None), game.rules)
    assert bought.endswith("buys an 8-train, $631 of it from Player_3")
    assert find_lead(told) == Lead("Player_2", "SR 5", ("Player_1",))
    assert [r.company for r in best_runs(list_runs(told, game.rules))] == ["CoG", "G&F", "W&A"]
