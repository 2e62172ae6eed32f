"""The advice of the guided game leads to one of everything by the end of its opening, whoever the others are."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.model.computer_players.company_spending import revenue_with
from bot.model.computer_players.guided_player import SECOND, advise_action, cheapest_float
from bot.model.computer_players.track_advice import TrackJudge
from bot.model.orders.auto_play import MOOD, bot_move
from bot.views.guide.first_game import SETS
from game import cards
from game.actions import Action, BuyShare, BuyTrain, LayTile, Par, Pass, PayDividend, PlaceToken, RunTrains
from game.play import Game
from game.routing import company_reach
from render.data import queries
from tests.support.golden_positions import golden_position
from titles import TITLES

OPENINGS = 20
ALL = {Par, BuyShare, LayTile, PlaceToken, RunTrains, PayDividend, BuyTrain}
PRESSES = 70  # moves that a newcomer makes in half an hour


WAIT = 4  # passes of a newcomer in a row while something is auctioned


def next_move(g: Game, who: str) -> Action:
    """What is played at a practice table: Ann follows the advice, the bot plays the others."""
    if who == "ann":
        return advise_action(g.choices(who), g.view(who), g.rules, f"{MOOD}/{who}")
    return bot_move(g.choices(who), g.view(who), g.rules, who)


def keep_promise(g: Game, action: Action, promised: str) -> str:
    """The company for whose next train a tile is advised, or was `promised`: that train is advised next; a further station is
    advised for more revenue alone, and no second way to a city.
    """
    view, company = g.view("ann"), queries.acting_company(g.state)
    if isinstance(action, LayTile | PlaceToken):
        known = TrackJudge((), view, g.rules).foresee(action)
        earns = known.later > known.now or known.later_with_next > known.now_with_next
        if isinstance(action, PlaceToken):
            placed = sum(1 for owner in view.tokens.values() if owner == company)
            assert earns or placed < SECOND, "a further station opens nothing"
        else:
            assert earns or known.goal, "no reason could be told"
            assert not known.goal or known.goal not in company_reach.reach(Game(g.rules, view), company).hexes, "home"
            return company if earns and known.later <= known.now else ""
    if promised == company and queries.step_key(view) == "trains":
        assert isinstance(action, BuyTrain), "a tile was advised for a train that is not"
        return ""
    return promised


def opening(seed: int) -> tuple[Counter[type], str]:
    """What somebody does who follows the advice to the end of the opening; and what is paid out."""
    g = Game.new(TITLES["18GA"].rules((), 3), ("ann", "bea", "carl"), str(seed))
    done: Counter[type] = Counter()
    paid = promised = ""
    while not g.state.over and not g.state.round.startswith(f"SR {SETS + 1}"):
        who = g.deciders()[0]
        action = next_move(g, who)
        if who == "ann":
            promised = keep_promise(g, action, promised)
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


@pytest.mark.parametrize("title", ["18GA", "18TN", "18VA"])
def test_bots_do_not_let_a_newcomer_pass_again_and_again(title: str) -> None:
    """They raised each other by $5 for eleven rounds."""
    for seed in range(OPENINGS):
        for bids in (True, False):  # or somebody who only passes
            g = Game.new(TITLES[title].rules((), 3), ("ann", "bea", "carl"), str(seed))
            passes = 0
            while g.state.round == "Auction":
                who = g.deciders()[0]
                action = next_move(g, who)
                if who == "ann" and not bids:
                    action = next((a for c in g.choices(who) for a in c if isinstance(a, Pass)), action)
                passes = passes + isinstance(action, Pass) if who == "ann" else passes
                passes = 0 if who == "ann" and not isinstance(action, Pass) else passes
                assert passes <= WAIT, (seed, bids)
                g.play(action)


@pytest.mark.parametrize("title", ["18GA", "18TN", "18VA"])
def test_whoever_follows_the_advice_presides_a_floated_company_and_has_no_money_in_another(title: str) -> None:
    """It led into W&A, which lay at 40% with $220 in it: no cash was left to float it."""
    for seed in range(OPENINGS):
        g = Game.new(TITLES[title].rules((), 3), ("ann", "bea", "carl"), str(seed))
        while not g.state.round.startswith("OR 1"):
            g.play(next_move(g, g.deciders()[0]))
        known = g.state.companies
        assert any(s.president == "ann" and s.floated and s.par for s in known.values()), seed
        bought = {card.partition(".")[0] for card, place in g.state.place.items() if place == "ann"} & set(known)
        assert all(known[c].floated for c in bought), seed


def test_track_leads_to_cities_that_can_be_reached_and_trains_are_bought_for_it() -> None:
    """Its track ran beside the way that was there, or into a hex that a private closes; with $760 it bought no train."""
    g = Game.new(TITLES["18GA"].rules((), 3), ("ann", "bea", "carl"), "1")
    while not g.state.round.startswith("OR 1"):
        g.play(next_move(g, g.deciders()[0]))
    judge = TrackJudge(g.choices("ann"), g.view("ann"), g.rules)
    assert "F4" in judge.blocked
    lay = next_move(g, "ann")
    assert isinstance(lay, LayTile)
    known = judge.foresee(lay)
    assert (known.company, known.now, known.later_with_next) == ("G&F", 0, 0)
    assert known.goal == "G3"
    earned = list[int]()
    while not g.state.round.startswith("SR 4"):
        who = g.deciders()[0]
        action = next_move(g, who)
        g.play(action)
        if who == "ann" and isinstance(action, PayDividend):
            earned.append(max(s.earned for c, s in g.state.companies.items() if s.president == "ann"))
    trains = [p for p in g.state.place.values() if p in ("G&F", "SAL")]
    assert earned[-1] > earned[0]
    assert len(trains) >= 4


def test_a_train_that_ends_others_is_judged_without_them() -> None:
    """18GA: ACL's two 3-trains rust with the first 6-train, and all three go to the same cities."""
    g = golden_position("18GA-preset", 280)
    assert cards.trains(g, "ACL") == ["3-1", "3-2"]
    assert revenue_with(BuyTrain("6-1", 600), g.view(None), g.rules) == (140, 110)
