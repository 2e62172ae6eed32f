"""What players are worth in a state, also in one from which secrets were taken out: worth counts what is public only."""

from __future__ import annotations

from typing import Any

from game import money
from game.play import Game
from game.rules import Rules
from game.state import Player, State


def net_worth(state: State[Any], rules: Rules, player: Player) -> int:
    """Dollars by the title's own reckoning, with which the game ends."""
    return sum(worth_parts(state, rules, player).values())


def worth_parts(state: State[Any], rules: Rules, player: Player) -> dict[str, int]:
    """What that worth is made up of, in dollars by heading: cash, shares, privates and what else the title counts."""
    return rules.worth(Game(rules, state), player)


def free_cash(state: State[Any], rules: Rules, player: Player) -> int:
    """Dollars that a player has not set aside for bids, the high bid on a thing that is sold alone among them."""
    game = Game(rules, state)
    step = game.top_step()
    auction = step.auction(game) if step is not None else None
    return money.free(game, player) - (auction.bound.get(player, 0) if auction is not None else 0)
