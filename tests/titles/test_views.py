"""What a player may know: nothing hidden shows in views, events or choices of others."""

from __future__ import annotations

import pytest

from game.codec import encode
from game.play import Game
from tests.support.random_games import begin
from titles import TITLES


def hidden_cards(g):
    """Cards that not everybody may know, by place."""
    return {c: p for c, p in g.state.place.items() if p == "deck" or p.startswith("hand:")}


def public(g, player=None):
    """Everything of a position that a player, or everybody, is shown."""
    choices = [encode(a) for c in g.choices(player) for a in c] if player else []
    events = [encode(e) for e in g.events if not e.to or player in e.to]
    return encode(g.view(player)), choices, events, g.deciders()


@pytest.mark.parametrize("title", TITLES)
def test_the_seed_is_secret_until_the_end(title):
    walk = begin(title, 1, short=True)
    for _ in range(40):
        walk.step()
    for player in (None, *walk.game.state.order):
        assert walk.game.state.seed == "walk 1"
        assert b"walk 1" not in encode(walk.game.view(player))
    while not walk.game.state.over:
        walk.step()
    assert walk.game.view(None).seed == "walk 1"


@pytest.mark.parametrize("title", [t for t in TITLES if not hidden_cards(begin(t, 2).game)])
def test_another_seed_looks_the_same(title):
    """Two games that differ in the seed alone are shown alike to everybody; where cards are dealt, they differ in more."""
    walk = begin(title, 2)
    state = walk.game.codec.state(walk.game.snapshot())
    state.seed = "another"
    other = Game.load(walk.game.rules, encode(state))
    for _ in range(150):
        if walk.game.state.over:
            break
        other.play(walk.step())
        if not walk.game.state.over:
            for player in (None, *walk.game.state.order):
                assert public(walk.game, player) == public(other, player)


@pytest.mark.parametrize("title", TITLES)
def test_exchanging_two_unknown_cards_shows_nowhere(title):
    """Two cards in hands of others, exchanged: nothing that a third player is shown may differ by a byte."""
    walk = next(w for w in (begin(title, number) for number in range(4, 40)) if len(w.game.state.order) > 2)
    state = walk.game.codec.state(walk.game.snapshot())
    third, second, first = state.order[:3]
    data = walk.game.rules.data
    one, two = (list(data.privates) or list(data.certificates))[-2:]
    state.place |= {one: f"hand:{first}", two: f"hand:{second}"}
    dealt = Game.load(walk.game.rules, encode(state))
    state.place |= {one: f"hand:{second}", two: f"hand:{first}"}
    exchanged = Game.load(walk.game.rules, encode(state))
    for player in (None, third):
        assert public(dealt, player) == public(exchanged, player)
        assert dealt.view(player).place[one] == "hidden"
    assert dealt.view(first).place[one] == f"hand:{first}"
    assert dealt.view(first).place[two] == "hidden"
    assert public(dealt, first) != public(exchanged, first)


@pytest.mark.parametrize("title", TITLES)
def test_a_view_is_a_copy(title):
    walk = begin(title, 5)
    before = walk.game.snapshot()
    view = walk.game.view(None)
    view.cash["bank"] = 0
    view.place.clear()
    view.agenda.clear()
    assert encode(walk.game.state) == before
