"""Ends of the game that come together: the sooner one counts. Each title's paragraph is named beside its ends."""

from __future__ import annotations

import pytest

from game import ending, money
from game.actions import Bankrupt, SellShares
from game.events import BankBroke
from game.marks import BANKRUPT
from game.play import Game
from game.steps.round_sequence import RoundSequence
from game.steps.trains import BuyTrains
from tests.support import india_positions
from tests.support.eu_positions import bought, cash, corporation, no_minors, phase
from tests.support.title_positions import new, operate, play, settle
from tests.titles import test_ga, test_tn
from tests.titles.test_va_operate import ruined
from titles.va import bankruptcy as va_bankruptcy


def last_of_two(title: str) -> Game:
    """p0 is about to go bankrupt; of the players of 18VA and 18EU only one is left then."""
    if title == "18VA":
        g = ruined(p0=4, p1=2, p2=3)
        va_bankruptcy.bankrupt(g, "p1", "SR")
        while not g.legal(Bankrupt(by="p0")):
            g.play(next(iter(next(c for c in g.choices("p0") if c.kind is SellShares))))
        return g
    g = new(title, 2 if title == "18EU" else 3)
    if title == "18EU":
        no_minors(g)
        bought(g, "3")
        phase(g, "4")
        corporation(g, "BNR", "p0", 5, 100, 10, tokens=("C8.a.0",), operated=False)
        cash(g, p0=0, BNR=10)
        return operate(g, "BNR", BuyTrains("BNR"))
    if title == "18GA":
        test_ga.forced(g, 10, 20)
        operate(g, "CoG", BuyTrains("CoG"))
    else:
        test_tn.needy(g, "TC", 10, 20)
    while not g.legal(Bankrupt(by="p0")):
        g.play(next(iter(next(c for c in g.choices("p0") if c.kind is SellShares))))
    return g


def test_18india_9_1_a_bank_that_has_broken_in_a_stock_round_does_not_break_again() -> None:
    """Both operating rounds are played, though purchases have filled the bank and revenue empties it once more."""
    g = india_positions.bare()
    g.state.round = "SR 3"
    broke = []
    for src, dst, dollars in (("bank", "p0", g.state.cash["bank"] + 10), ("p0", "bank", 20), ("bank", "p1", 30)):
        g.events.clear()
        money.pay(g, src, dst, dollars, "sale")
        broke += [e for e in g.events if isinstance(e, BankBroke)]
        g.state.round = "OR 3.1" if dst == "bank" else g.state.round
    assert g.state.round == "OR 3.1"
    assert g.state.cash["bank"] < 0
    assert (len(broke), g.state.ending, ending.due(g)) == (1, "bank", "set")


@pytest.mark.parametrize("title", ["18GA", "18TN", "18VA", "18EU"])
def test_a_bankruptcy_ends_the_game_at_once_though_the_bank_has_broken(title: str) -> None:
    """18GA 5, 18TN 6, 18VA 5, 18EU 5: nobody is asked again."""
    g = last_of_two(title)
    ending.trigger(g, "bank")
    assert (g.state.ending, g.state.over) == ("bank", "")
    play(g, Bankrupt(by="p0"))
    assert g.state.over == "bankruptcy"
    assert not g.deciders()


@pytest.mark.parametrize("title", ["18VA", "18EU"])
def test_5_the_only_player_who_is_left_wins_also_with_nothing(title: str) -> None:
    """18VA 5, 18EU 5: bankrupts share no rank with him."""
    g = last_of_two(title)
    left = next(p for p in g.state.order if p not in ("p0", *BANKRUPT.entries(g.state)))
    play(g, Bankrupt(by="p0"))
    g.state.cash[left] = 0
    for card, place in g.state.place.items():
        g.state.place[card] = "pool" if place == left else place
    g.changed()
    assert ending.total(g, left) == 0
    assert ending.rank_players(g) == {p: 1 if p == left else 2 for p in g.state.order}


@pytest.mark.parametrize("options", [(), ("18xx.games",)])
def test_18india_9_1_a_price_ends_the_round_though_the_bank_has_broken(options: tuple[str, ...]) -> None:
    """The bank breaks in a stock round (18xx.games: or in the round itself), which leaves two operating rounds."""
    g = india_positions.bare(4, *options)
    g.state.round = "OR 5.1" if options else "SR 5"
    ending.trigger(g, "bank")
    assert ending.due(g) == "set"
    g.state.round = "OR 5.1"
    ending.trigger(g, "price")
    assert (g.state.ending, ending.due(g)) == ("price", "round")
    g.state.agenda = [RoundSequence("OR", stock=5, set=5, done=1, planned=2)]
    settle(g)
    assert g.state.over == "price"


@pytest.mark.parametrize("title", ["18GA", "18TN"])
def test_of_two_ends_that_come_together_the_first_is_named(title: str) -> None:
    g = new(title, 3)
    g.state.round = "OR 2.1"
    ending.trigger(g, "price")
    ending.trigger(g, "bank")
    assert (g.state.ending, ending.due(g)) == ("price", "round")
