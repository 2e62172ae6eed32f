"""Random games of the contract tests, heard by the ledger."""

from __future__ import annotations

import random

from game.play import Game
from tests.ledger.ledger import Ledger
from tests.support.random_games import HABITS, LONG, LOSSES, NAMES, TURNS, Walk
from titles import TITLES

LONGEST = 6_000  # actions
PRESET = "18xx.games"


def begin(title: str, number: int, *, short: bool, habit: str = "") -> Walk:
    """A game by the rulebook, or every second one under the preset; what it is follows from its number."""
    rng = random.Random(f"ledger {title}/{number}")
    low, high = TITLES[title].file.players
    players = NAMES[: rng.randint(low, high)]
    rules = TITLES[title].rules((PRESET,) if number % 2 else (), len(players))
    game = Game.new(rules, players, seed=f"ledger {number}")
    dry = rng.randint(*LOSSES) if short else 0
    return Walk(number, game, rng, HABITS[habit or TURNS[number % len(TURNS)]], dry, rules.data.file.bank, LONG)


def judge(title: str, number: int, *, short: bool = False, habit: str = "") -> int:
    """Play a game to its end; raises Disagreement at the first play that the ledger does not accept. Plays that were heard."""
    walk = begin(title, number, short=short, habit=habit)
    ledger = Ledger(title, walk.game.rules.settings, walk.game.state.order)
    ledger.terms.dealt(ledger, walk.game.state)
    ledger.agrees(walk.game.state)
    while not walk.game.state.over:
        if walk.drain():
            ledger.book.cash["bank"] = 0
        action = walk.step()
        ledger.play(action, walk.game.events)
        ledger.agrees(walk.game.state)
        assert walk.game.state.seq < LONGEST, f"{title} {number} does not end"
    return walk.game.state.seq
