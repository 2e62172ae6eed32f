"""Steps that go by themselves see dicts as they have grown, before these are put in order: nothing may depend on that."""

from __future__ import annotations

import random

import pytest

from game.codec import encode
from game.play import Game
from game.state import GROWING
from game.steps import Step
from tests.support.random_games import begin
from titles import TITLES

PLAYS = 600  # far enough for mergers, new phases and rust


class DisorderedGame(Game):
    """A game in which what has grown lies in another order whenever a step goes on by itself. Counts how often that is so."""

    rng: random.Random
    disorders = 0

    def _waits(self, top: Step) -> bool:
        waits = super()._waits(top)
        if not waits:
            for name in GROWING:
                entries = list(getattr(self.state, name).items())
                self.rng.shuffle(entries)
                setattr(self.state, name, dict(entries))
                self.disorders += len(entries) > 1
            for item, bids in self.state.bids.items():
                self.state.bids[item] = dict(self.rng.sample([*bids.items()], len(bids)))
            self._ends.clear()
            self.changed()
        return waits


@pytest.mark.parametrize("title", TITLES)
def test_no_step_depends_on_the_order_in_which_the_state_has_grown(title: str) -> None:
    walk = begin(title, 2)
    rules, first = walk.game.rules, walk.game.snapshot()
    ordinary, disordered = Game.load(rules, first), DisorderedGame.load(rules, first)
    assert isinstance(disordered, DisorderedGame)
    disordered.rng = random.Random(title)
    while not walk.game.state.over and walk.game.state.seq < PLAYS:
        action = walk.step()
        ordinary.play(action)
        disordered.play(action)
        assert disordered.snapshot() == ordinary.snapshot(), f"play {ordinary.state.seq}: {action}"
        assert encode(disordered.events) == encode(ordinary.events), f"play {ordinary.state.seq}: {action}"
    assert disordered.disorders > 100
