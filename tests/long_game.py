"""Writes a game of more than 3,000 actions as a transcript, for `python -m bot.benchmarks.growth`.

`python -m tests.long_game FILE`: 18 India for players who trade shares whenever they may and build little.
"""

from __future__ import annotations

import sys
from pathlib import Path

from game.actions import Action, BuyShare, BuyTrain, LayTile, Pass, PlaceToken, SellShares
from game.play import Game
from game.transcript import Transcript, entry, write
from tests.support.random_games import begin

TITLE, NUMBER = "18India", 6  # its random game with that number lasts longest under this habit
TRADERS: dict[type[Action], float] = {
    Pass: 0.1,
    SellShares: 30.0,
    BuyShare: 30.0,
    BuyTrain: 0.1,
    LayTile: 4.0,
    PlaceToken: 2.0,
}


def play_traders() -> Transcript:
    """The whole game; the same on every machine."""
    walk = begin(TITLE, NUMBER, long=sys.maxsize)
    walk.habit, walk.pays = TRADERS, 0.0
    rules, players, seed = walk.game.rules, tuple(walk.game.state.order), walk.game.state.seed
    again, entries = Game.new(rules, players, seed, seated=True), []
    while not walk.game.state.over:
        action = walk.step()
        again.play(action)
        entries.append(entry(again, action))
    return Transcript(rules.name, players, seed, rules.options, seated=True, entries=tuple(entries))


def main(path: str) -> int:
    """Write the file, and say how long the game is."""
    made = play_traders()
    Path(path).write_text(write(made), encoding="utf-8")
    sys.stdout.write(f"{path}: {len(made.entries)} actions\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
