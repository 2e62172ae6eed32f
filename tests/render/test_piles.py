"""Certificates as pictures: a hand from its owner's view alone, rows in their order, and the same in words."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from game.play import Game
from render import alt_piles, draft_pile, draw_draft, draw_hand, draw_offers, hand, offers, png
from render.pictures.card_images import face, stacks
from tests.support.written_words import note_words
from titles import TITLES

RULES = TITLES["18India"].rules((), 3)


@pytest.fixture(scope="module")
def game():
    return Game.new(RULES, ["ann", "bob", "cid"], "7")


def in_hand(g, player):
    return [c for c, place in g.state.place.items() if place == f"hand:{player}"]


def test_a_hand_is_drawn_from_its_owners_view_alone(game):
    view = game.view("ann")
    assert sorted(hand(view, RULES, "ann").cards) == sorted(in_hand(game, "ann"))
    for other in ("bob", None):
        assert hand(game.view(other), RULES, "ann").cards == ()


def test_cards_that_others_hold_change_no_byte(game):
    """Unknown cards of two other players are swapped."""
    bob, cid = in_hand(game, "bob")[0], in_hand(game, "cid")[0]
    before = game.view("ann"), game.view(None)
    swapped = Game.load(RULES, game.snapshot())
    swapped.state.place[bob], swapped.state.place[cid] = "hand:cid", "hand:bob"
    swapped = Game(RULES, swapped.state)
    after = swapped.view("ann"), swapped.view(None)
    assert png(draw_hand(before[0], RULES, "ann")) == png(draw_hand(after[0], RULES, "ann"))
    for a, b in zip(before, after, strict=True):
        assert png(draw_offers(a, RULES)) == png(draw_offers(b, RULES))
        assert alt_piles(offers(a, RULES), a, RULES) == alt_piles(offers(b, RULES), b, RULES)
    assert hand(swapped.view("bob"), RULES, "bob") != hand(game.view("bob"), RULES, "bob")


def test_rows_are_in_order_top_first_and_the_pool_follows(game):
    view = game.view(None)
    rows = offers(view, RULES)
    assert [p.title for p in rows] == ["Row 1", "Row 2", "Row 3", "Pool"]
    assert [list(p.cards) for p in rows[:3]] == [game.state.marks[f"row:{n}"] for n in (1, 2, 3)]
    assert [p.ranked for p in rows] == [True, True, True, False]
    words = alt_piles(rows, view, RULES)
    first = " ".join(w for w in face(rows[0].cards[0], view, RULES) if w)
    assert words.startswith(f"Row 1, top first, not for sale yet: {first}, ")
    picture = png(draw_offers(view, RULES))
    view.marks["row:1"] = view.marks["row:1"][1:] + view.marks["row:1"][:1]
    assert png(draw_offers(view, RULES)) != picture


def test_the_cards_of_a_row_that_are_not_drawn_are_named(game, monkeypatch):
    """Under five of nine cards nothing said that there were more, though all lie open."""
    said, view = note_words(monkeypatch), game.view(None)
    row = ["MR.0", "EIR.1", "P3", "WR.1", "WR.2", "SIR.1", "SIR.2", "P4"]
    view.marks["row:1"] = row
    draw_offers(view, RULES)
    assert "then 2 SIR, P4" in said
    view.marks["row:1"] = row[:5]
    said.clear()
    draw_offers(view, RULES)
    assert sum(words.startswith("then ") for words in said) == 2, "of the two other rows"


def later(game, step, round_name):
    """The public view at a step of that key in that round."""
    view = game.view(None)
    view.agenda, view.round = [SimpleNamespace(key=step)], round_name
    return view


@pytest.mark.parametrize(
    ("step", "round_name", "rows", "pool"),
    [("draft", "ISR 1", True, True), ("stock", "SR 1", True, False), ("stock", "SR 2", False, False)],
)
def test_what_is_not_for_sale_is_said_and_looks_it(game, step, round_name, rows, pool, monkeypatch):
    """18 India 6, 7.2.2: in the first stock round rows had the same frames as the pool, whose cards alone are for sale. “No card
    of a row is for sale yet” did not say when.
    """
    view, written = later(game, step, round_name), note_words(monkeypatch)
    draw_offers(view, RULES)
    assert ("Rows open in OR 1.1 to companies, in SR 2 to all" in written) is rows
    piles = offers(view, RULES)
    assert [p.closed for p in piles] == [rows, rows, rows, pool]
    assert [p.heading.partition(" (")[0] for p in piles[2:]] == ["Row 3", "Pool, not for sale yet" if pool else "Pool"]
    assert ("top first, not for sale yet" in alt_piles(piles, view, RULES)) is rows
    assert (png(draw_offers(view, RULES)) == png(draw_offers(later(game, "stock", "SR 2"), RULES))) is not rows


def test_equal_cards_of_the_pool_are_one_card_with_their_number(game):
    view = game.view(None)
    before = draw_offers(view, RULES).height
    one, two = [c for c in RULES.data.cards if c.startswith("TR.") and c != "TR.0"][:2]
    pool = next(p for p in offers(view, RULES) if p.title == "Pool")
    for card in (one, two):
        view.place[card] = "pool"
    after = next(p for p in offers(view, RULES) if p.title == "Pool")
    assert len(after.cards) >= len(pool.cards) + 1
    assert [n for c, n in stacks(after, view, RULES) if c.startswith("TR.")] == [
        sum(c.startswith("TR.") for c in after.cards)
    ]
    assert draw_offers(view, RULES).height == before


def test_a_card_tells_its_share_and_price(game):
    view = game.view(None)
    assert face("P1", view, RULES) == ("", "P1", "₹25")
    assert face("WR.3", view, RULES) == ("WR", "10%", "₹64")
    assert face("WR.0", view, RULES) == ("WR", "20%", "₹128")
    view.place["WR.3"], view.market = "pool", {"0,8": ["WR"]}
    assert face("WR.3", view, RULES)[2] == "₹82"


def test_titles_without_rows_offer_none():
    rules = TITLES["18GA"].rules((), 3)
    assert offers(Game.new(rules, ["ann", "bob", "cid"], "1").view(None), rules) == []


def test_the_cards_of_a_draft_are_shown_while_it_lasts(game):
    """What could be taken stood in a closed list only, below pictures of hand and rows."""
    view = game.view(None)
    assert alt_piles([draft_pile(view, RULES)], view, RULES).startswith("In the draft: NCR 20% ₹180, SIR 20%")
    assert draw_draft(view, RULES).height == 382
    view.place = {card: "pool" if place == "draft" else place for card, place in view.place.items()}
    assert draft_pile(view, RULES).cards == ()
