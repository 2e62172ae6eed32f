"""Turning points, best and missed runs, from the events of a game."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import cast

from bot.model.episodes import Episode
from bot.tables.story.lead import Lead, RoundEnd, find_lead
from bot.tables.story.runs import best_runs, list_runs, missed_runs
from bot.tables.story.turning_points import TurningPoint, _explained, deciding_point, find_turning_points
from bot.tables.story.turns import Turn, follow_turns, split_turns
from bot.tables.table import Table
from bot.views.story.results.turning_points import _short_reason
from game.events import (
    CardMoved,
    Divided,
    Event,
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
    WentBankrupt,
)
from game.play import Game
from game.state import Run
from render.data.marks import marks_of
from render.text.turn_words import forced_words, turn_words
from tests.support.recorded_tables import recorded_game
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


def test_a_turn_tells_what_was_not_to_be_expected():
    """Ordinary late runs were told as what decided a game: the sums of all grow. GA's second run is no news; what it lacks later,
    after W&A's train, is.
    """
    played = follow_turns((*MOVES, *LATER), RULES, PLAYERS)
    told = [(name, t.episode.company or t.whose, t.gains, t.news) for name, turns in played.items() for t in turns]
    assert told[2:] == [
        ("OR 1.1", "GA", {"ann": 20 + 20 - 55, "bob": 10 + 10, "cid": 0}, {"ann": -15, "bob": 20, "cid": 0}),
        ("SR 2", "bob", {"ann": -20, "bob": 0, "cid": 0}, {"ann": -20, "bob": 0, "cid": 0}),  # bob sold before the fall
        ("OR 2.1", "GA", {"ann": 40, "bob": 0, "cid": 0}, {"ann": 0, "bob": 0, "cid": 0}),
        ("OR 2.1", "W&A", {"ann": 0, "bob": 0, "cid": 0}, {"ann": 0, "bob": 0, "cid": 0}),
        ("OR 2.2", "GA", {"ann": -20, "bob": 0, "cid": 0}, {"ann": -20 - 40, "bob": 0, "cid": 0}),
    ]
    assert [t.rusted_by for turns in played.values() for t in turns][-1] == "W&A"


def test_the_game_turns_where_the_lead_and_the_worth_of_players_move_most():
    """“Ann −£10, Cid −£60” was among five, and the round that brought Ann from £307 behind the lead to £41 was not."""
    worths = {
        "OR 1.1": (100, 90, 80),
        "OR 1.2": (200, 150, 100),  # ann's lead: 10, 50
        "SR 2": (210, 250, 110),  # bob's: 40
        "OR 2.1": (310, 340, 200),
        "OR 2.2": (400, 420, 500),  # cid's, who wins
        "OR 3.1": (500, 520, 601),
        "OR 3.2": (600, 615, 890),
    }
    ends = [RoundEnded(name=n, worth=dict(zip(PLAYERS, w, strict=True))) for n, w in worths.items()]
    moves = [[Ran(company="GA", runs=(), revenue=100), *ends]]
    points = find_turning_points(moves, RULES, PLAYERS)
    told = [(p.after.round, p.lead, p.apart, p.taken) for p in points]
    assert told == [
        ("OR 1.2", -80, 80, False),
        ("SR 2", -40, 90, False),
        ("OR 2.1", 0, 10, False),
        ("OR 2.2", 220, 220, True),
        ("OR 3.2", 194, 194, False),
    ]
    decided = deciding_point(points)
    assert decided is points[3]
    fall = next(p for p in points if p.after.round == "OR 1.2")
    assert deciding_point([fall, *points[:3]]) is fall, "a fall of the lead is a turn too, if nothing moved it more"
    assert [p.after.round for p in points if not p.moves_lead] == ["OR 2.1"], "there the lead is not what is told"
    assert decided.changes == {"ann": 90, "bob": 80, "cid": 300}
    assert (decided.before.lead, decided.after.leader, decided.after.lead) == (30, "cid", 80)


def test_what_drove_others_apart_is_told_beside_what_moved_the_lead():
    """Ann lost $694 by a train she paid for, and only the run that gave Bob the lead was told."""
    before, after = (dict(zip(PLAYERS, worths, strict=True)) for worths in ((100, 110, 90), (160, 210, -300)))
    point = TurningPoint(RoundEnd("OR 1.1", before, begun=True), RoundEnd("OR 1.2", after, begun=True), "bob")
    run, loss = (
        Turn(Episode("OR 1.2", company, (), 0), gains, gains)
        for company, gains in (("GA", Counter(ann=60, bob=100)), ("W&A", Counter(cid=-390)))
    )
    assert _explained(point, [loss, run], of_lead=True).turns == (run, loss)
    assert _explained(point, [loss, run], of_lead=False).turns == (loss,)
    rest = _explained(point, [], of_lead=True)
    assert (rest.turns, rest.assets) == ((), {"ann": 60, "bob": 100, "cid": -390}), (
        "18 India's parts of what companies own"
    )


def test_a_bankruptcy_is_the_reason_before_what_the_company_did_and_nothing_is_no_reason():
    """`Cid takes the lead by $352 as C&O does nothing`, where the president had gone bankrupt."""
    view = Game.new(RULES, PLAYERS, "1").view(None)

    def reason(*events: Event) -> str:
        turn = Turn(
            Episode("OR 1.1", "GA", (TurnBegan(who="GA"), *events, TurnEnded(who="GA")), 0), Counter(), Counter()
        )
        return _short_reason(turn, cast("Table", SimpleNamespace(rules=RULES, seats=())), view)

    assert reason(moved(80, 70), WentBankrupt(who="ann")) == "ann is bankrupt"
    assert reason(moved(80, 70)) == "GA $80 → $70"
    assert reason() == ""


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
    found = recorded_game(shared, "18GA/18GA_game_end_bankrupt")
    game = Game.new(TITLES["18GA"].rules(found.options, 3), found.players, found.seed, seated=True)
    told = [tuple(game.events)]
    for action in found.actions:
        told.append(tuple(game.play(action)))
        game.past.clear()
    points = find_turning_points(told, game.rules, found.players)
    behind = [[t.episode.company or t.whose for t in p.turns] for p in points]
    assert list(zip([p.after.round for p in points], behind, strict=True)) == [
        ("SR 5", ["Player_2"]), ("OR 7.1", ["ACL"]), ("OR 8.1", ["G&F"]), ("OR 8.2", ["SAL"]), ("OR 9.1", ["W&A"]),
    ]  # fmt: skip
    assert deciding_point(points) is points[4]
    assert points[4].changes == {"Player_1": 138, "Player_2": 366, "Player_3": -1072}
    (forced,) = points[4].turns
    assert forced.gains["Player_3"] == -751
    assert forced.rusted_by == "GA"
    texts = forced_words(forced.episode.events, game.view(None), game.rules)
    assert texts == ["Player_3 sells 30% W&A"]
    bought = turn_words(forced.episode.events, "W&A", game.view(None), game.rules)
    assert bought.endswith("buys an 8-train, $631 of it from Player_3")
    assert find_lead(told) == Lead("Player_2", "SR 5", ("Player_1",))
    assert [r.company for r in best_runs(list_runs(told, game.rules))] == ["CoG", "G&F", "W&A"]
