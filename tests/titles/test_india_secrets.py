"""18 India: hands are their owners' alone. What was drafted all have seen; what was kept shows in nothing told to others."""

from __future__ import annotations

from collections import Counter

import pytest

from game.actions import disclosed
from game.codec import encode
from game.events import CardMoved, Revealed
from game.marks import COVERED
from game.play import Game
from render.data import queries
from tests.support.india_positions import bare, buying, give, keep_all, new
from tests.support.title_positions import play, settle, verbs
from titles.india import closing, hands
from titles.india.actions import BuyHand, BuyHandPrivates, Keep


def public_bytes(g: Game, player: str | None) -> bytes:
    return encode(g.view(player))


def test_11_swapped_hands_change_nothing_that_others_may_know() -> None:
    """Two cards change places between the hands of p1 and p2: p0 and the public see the same bytes."""
    g, h = new(), new()
    a, b = hands.hand(g, "p1")[0], hands.hand(g, "p2")[-1]
    h.state.place[a], h.state.place[b] = "hand:p2", "hand:p1"
    settle(h)
    assert g.fingerprint() != h.fingerprint()
    for viewer in ("p0", "p3", None):
        assert public_bytes(g, viewer) == public_bytes(h, viewer)
    assert public_bytes(g, "p1") != public_bytes(h, "p1")
    for x in (g, h):
        play(x, Keep(tuple(hands.hand(x, "p1")[:6]), by="p1"))
    for viewer in ("p0", "p3", None):
        assert public_bytes(g, viewer) == public_bytes(h, viewer)
        mine = [[e for e in x.events if not e.to or viewer in e.to] for x in (g, h)]
        assert mine[0] == mine[1]


def test_11_what_is_kept_is_told_to_its_owner_alone() -> None:
    g = new()
    kept = tuple(hands.hand(g, "p1")[:6])
    play(g, Keep(kept, by="p1"))
    assert [e.to for e in g.events] == [("p1",), ()]
    assert all(card not in public_bytes(g, None).decode().partition('"agenda"')[2] for card in kept)
    assert disclosed(Keep(kept, by="p1")) == Keep((), by="p1")


def test_11_the_draft_opens_without_a_word_on_whose_cards_they_were() -> None:
    g = new()
    keep_all(g)
    names = [type(e).__name__ for e in g.events]
    assert "CardMoved" not in names
    assert "Revealed" in names


def drafted(players: int = 4) -> Game:
    """A game at the start of its first stock round."""
    g = new(players)
    keep_all(g)
    while g.state.round == "Draft":
        by = g.deciders()[0]
        listed = g.choices(by)[0].actions
        play(g, listed[g.state.seq % len(listed)])
    return g


def test_6_5_drafted_cards_stay_in_sight_and_kept_ones_do_not() -> None:
    g = drafted()
    picks: Counter[str] = Counter()
    for viewer in (None, "p3"):
        view = g.view(viewer)
        for player in ("p0", "p1", "p2"):
            mine = hands.hand(g, player)
            seen = [c for c in mine if view.place[c] == f"hand:{player}"]
            assert seen == [c for c in mine if hands.is_open(g, c)]
            assert view.marks[COVERED.name].count(player) == len(mine) - len(seen) == 6
            picks[player] = len(seen)
    assert picks == {"p0": 8, "p1": 7, "p2": 7}
    assert "p3" not in g.view("p3").marks[COVERED.name]
    assert all(g.view("p3").place[c] == "hand:p3" for c in hands.hand(g, "p3"))


@pytest.mark.parametrize(("seen", "came"), [(1, []), (0, ["10% of MR in the hand of p0"])])
def test_7_2_1_alike_cards_are_bought_from_the_open_first(seen, came) -> None:
    """Who drafted an MR and has kept another one buys the drafted one: nobody learns that there is a second."""
    g = bare()
    give(g, "hand:p0", "MR", 2)
    mine = hands.of_company(g, "p0", "MR")
    g.state.marks["open"] = [mine[-1]] * seen
    buying(g)
    play(g, BuyHand("MR", 1, by="p0"))
    assert g.view(None).marks[COVERED.name] == ["p0"]
    assert [e.what for e in g.events if isinstance(e, Revealed)] == came
    assert g.state.place[mine[-1] if seen else mine[0]] == "p0"
    assert g.state.marks["open"] == []


def test_7_2_1_what_comes_out_of_a_hand_stays_known() -> None:
    """Going back past it needs everybody's word."""
    g = bare()
    g.state.place |= {"P1": "hand:p0", "P4": "hand:p0"}
    g.state.marks["open"] = ["P4"]
    buying(g)
    play(g, BuyHandPrivates(("P1", "P4"), by="p0"))
    assert [e.what for e in g.events if isinstance(e, Revealed)] == ["Swedish East India Co. in the hand of p0"]


def test_7_2_nobody_passes_for_a_player_who_may_have_something_to_buy() -> None:
    """p0 has 70 rupees and one card that only he knows: 64 for the KGF or 90 for the EIR, it looks the same."""
    looks = []
    for mine, theirs in (("KGF", "EIR"), ("EIR", "KGF")):
        g = new()
        if "KGF" not in g.state.marks["in game"]:
            g.company("KGF").closed = False
        bare_hands(g)
        g.state.place |= {f"{mine}.1": "hand:p0", f"{theirs}.1": "hand:p1"}
        g.state.cash["bank"] += g.state.cash["p0"] - 70
        g.state.cash["p0"] = 70
        buying(g)
        assert verbs(g, "p0") == ({"BuyHand", "Pass"} if mine == "KGF" else {"Pass"})
        looks.append((encode(g.view("p2")), encode(g.view(None)), g.deciders()))
    assert looks[0] == looks[1]


def bare_hands(g: Game) -> None:
    """Nobody has a card, and the Open Market nothing to sell."""
    for card, place in g.state.place.items():
        if place.startswith(("hand:", "row:")) or place == "pool":
            g.state.place[card] = "draft"
    for row in ("row:1", "row:2", "row:3"):
        g.state.marks[row] = []
    g.changed()


def test_7_2_who_can_have_nothing_to_buy_is_passed_over() -> None:
    """With 20 rupees no card that is hidden could be paid, and what was drafted all have seen."""
    g = drafted()
    g.state.cash["bank"] += g.state.cash["p0"] - 20
    g.state.cash["p0"] = 20
    assert g.deciders() == ["p1"]
    buying(g)
    assert g.deciders() == ["p1"]


def test_8_4_4_4_cards_of_a_closed_company_leave_hands_and_sight() -> None:
    g = bare()
    give(g, "hand:p0", "WR", 2)
    g.state.marks["open"] = hands.of_company(g, "p0", "WR")[:1]
    closing.close(g, "WR")
    settle(g)
    assert g.state.marks["open"] == []
    assert COVERED.name not in g.view(None).marks


def test_8_4_4_4_each_certificate_of_a_closed_company_is_told_and_those_in_hands_come_to_light() -> None:
    g = bare()
    give(g, "hand:p0", "WR", 2)
    give(g, "p1", "WR", 1)
    g.events.clear()
    closing.close(g, "WR")
    told = {e.card: (e.src, e.dst) for e in g.events if isinstance(e, CardMoved)}
    assert told.keys() == {f"WR.{n}" for n in range(9)}
    assert Counter(told.values()) == {("hand:p0", "gone"): 2, ("p1", "gone"): 1, ("draft", "gone"): 6}
    assert [e.what for e in g.events if isinstance(e, Revealed)] == ["the certificates of WR in hands"]


def test_9_2_2_worth_is_the_same_whoever_looks_and_whatever_lies_in_a_hand() -> None:
    """Cards in hand are worth nothing until they are bought: no sum that others see gives one away."""
    g = drafted()
    worth = {p: queries.worth(g.view(None), g.rules, p) for p in g.state.order}
    for viewer in g.state.order:
        assert {p: queries.worth(g.view(viewer), g.rules, p) for p in g.state.order} == worth
    for card in hands.hand(g, "p1"):
        g.state.place[card] = "gone"
    settle(g)
    assert {p: queries.worth(g.view(None), g.rules, p) for p in g.state.order} == worth
    assert all(sum(queries.parts_of_worth(g.view(None), g.rules, p).values()) == n for p, n in worth.items())
