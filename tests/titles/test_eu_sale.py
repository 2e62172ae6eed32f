"""18EU 4.2.1: the sale of the minors, and what follows it."""

from __future__ import annotations

import pytest

from game.actions import (
    Bid,
    Pass,
)
from tests.support.eu_positions import cash, game, kinds, percent
from tests.support.title_positions import play, refused, spans


def test_at_the_start_each_minor_has_a_train_and_corporations_their_shares():
    g = game(players=4)
    assert g.state.cash["p0"] == 350
    assert g.state.cash["bank"] == 10600
    assert all(kinds(g, str(n)) == ["2"] for n in range(1, 16))
    assert percent(g, "treasury", "BNR") == 100
    assert [t for t in g.state.place if g.state.place[t] == "pool"] == [f"P-{n}" for n in range(1, 6)]
    assert g.state.round == "Auction"


def test_4_2_1_the_auctioneer_puts_up_a_minor_with_a_bid_or_without():
    g = game(players=4)
    assert g.deciders() == ["p0"]
    assert spans(g, "p0", "1") == (100, 350)
    refused(g, Bid("14", 95, by="p0"), "at least £100", "18EU 4.2.1")
    refused(g, Bid("14", 102, by="p0"), "a multiple of £5")
    refused(g, Bid("14", 355, by="p0"), "at most")
    refused(g, Pass(by="p0"), "put up a minor")
    play(g, Bid("14", 100, by="p0"))
    assert g.deciders() == ["p1"]
    refused(g, Bid("14", 100, by="p1"), "at least £105")
    refused(g, Bid("13", 105, by="p1"), "not for sale now")
    play(g, Bid("14", 105, by="p1"), Pass(by="p2"), Pass(by="p3"), Bid("14", 110, by="p0"), Pass(by="p1"))
    assert g.company("14").president == "p0"
    assert g.state.cash["p0"] == 240
    assert g.state.tokens["D13.a.0"] == "14"
    assert g.deciders() == ["p1"]


def test_4_2_1_declining_is_not_passing():
    """Trap 23: who did not open may raise."""
    g = game()
    play(g, Bid("1", 0, by="p0"), Pass(by="p1"), Bid("1", 100, by="p2"))
    assert g.deciders() == ["p0"]
    play(g, Bid("1", 105, by="p0"))
    assert g.deciders() == ["p1"]
    play(g, Pass(by="p1"), Pass(by="p2"))
    assert g.company("1").president == "p0"
    assert g.state.cash["p0"] == 345
    assert g.state.tokens["A10.a.0"] == "1"


def test_4_2_1_without_a_bid_the_price_falls_and_the_auctioneer_is_asked_first():
    g = game()
    play(g, Bid("3", 0, by="p0"), Pass(by="p1"), Pass(by="p2"))
    assert g.deciders() == ["p0"]
    refused(g, Bid("3", 100, by="p0"), "offered for £90, no more and no less")
    play(g, Pass(by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0"), Bid("3", 80, by="p1"))
    assert g.company("3").president == "p1"
    assert g.state.cash["p1"] == 370
    assert g.state.tokens["A10.b.0"] == "3"


def test_4_2_1_the_next_auctioneer_follows_the_last_one_whoever_bought():
    """Trap 24."""
    for buyer in ("p1", "p2"):
        g = game()
        play(g, Bid("3", 0, by="p0"), Pass(by="p1"), Pass(by="p2"), Pass(by="p0"))
        if buyer == "p2":
            play(g, Pass(by="p1"))
        play(g, Bid("3", 90, by=buyer))
        assert g.deciders() == ["p1"]


def test_4_2_1_at_nothing_the_auctioneer_must_take_it():
    g = game()
    play(g, Bid("8", 0, by="p0"), Pass(by="p1"), Pass(by="p2"))
    for _ in range(9):
        play(g, Pass(by="p0"), Pass(by="p1"), Pass(by="p2"))
    assert g.company("8").president == "p0"
    assert g.state.cash["p0"] == 450


def test_4_2_1_who_cannot_pay_is_skipped():
    g = game()
    cash(g, p1=60, p2=105)
    play(g, Bid("8", 0, by="p0"))
    assert g.deciders() == ["p2"]
    play(g, Bid("8", 105, by="p2"))
    assert g.deciders() == ["p0"]
    play(g, Pass(by="p0"))
    assert g.company("8").president == "p2"
    cash(g, p0=0, p2=0)  # p1 is the next auctioneer; nobody but he can pay anything, and he only from 60 down
    play(g, Bid("9", 0, by="p1"))
    assert g.deciders() == ["p1"]
    play(g, Bid("9", 60, by="p1"))
    assert g.company("9").president == "p1"


def test_4_2_1_a_bid_that_nobody_can_top_wins_at_once():
    g = game()
    cash(g, p1=100, p2=90)
    play(g, Bid("8", 100, by="p0"))
    assert g.company("8").president == "p0"


def sold_out(*options, players=3):
    """All minors sold: each auctioneer opens with 100 while he can, then takes what is left for nothing."""
    g = game(*options, players=players)
    while g.state.round == "Auction":
        by = g.deciders()[0]
        found = [a for c in g.choices(by) for a in c]
        step = g.top_step()
        play(g, Bid(step.unsold(g)[0], 0, by=by) if step.mode == "select" else found[-1])
    return g


@pytest.mark.parametrize(("players", "first"), [(2, "p1"), (3, "p0"), (4, "p3"), (5, "p0"), (6, "p3")])
def test_4_2_1_the_sale_does_not_move_the_priority(players, first):
    """The option does as 18xx.games: the player after the last auctioneer."""
    assert sold_out(players=players).state.priority == "p0"
    assert sold_out("priority_after_auctioneer", players=players).state.priority == first


def test_4_after_the_sale_come_two_operating_rounds_and_then_the_first_stock_round():
    g = sold_out()
    assert g.state.round == "OR 1.1"
    assert next(s.company for s in g.state.agenda if hasattr(s, "company")) == "1"
    assert [c.president for c in g.state.companies.values()].count("") == 8
    rounds = []
    while not g.state.round.startswith("SR"):
        play(g, next(Pass(by=c.by) if c.kind is Pass else c.actions[0] for c in reversed(g.choices())))
        if g.state.round not in rounds:
            rounds.append(g.state.round)
    assert rounds == ["OR 1.1", "OR 1.2", "SR 2"]
    assert g.deciders() == ["p0"]
