"""What a newcomer is advised to do: as the greedy player, but so that one of everything is seen.

Money for a company of one's own is kept through the auction, and a second station is bought as soon as there is a train.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.model.computer_players.greedy_player import Liking, View, choose_action, count_trains, score_bid
from game.actions import Action, Bid, PlaceToken
from game.choices import Choice
from game.net_worth import free_cash
from game.rules import Rules
from render.data.queries import acting_company

STATION = 20  # how much the second station is liked: more than passing


def advise_action(choices: Sequence[Choice], state: View, rules: Rules, seed: str) -> Action:
    """The move for a newcomer whose choices these are; raises ValueError where there is none."""
    return choose_action(choices, state, rules, seed, LIKINGS)


def cheapest_float(rules: Rules) -> int:
    """Dollars that float the company that costs least, by its president alone; 0 where no prices are chosen."""
    price = min(rules.data.pars, default=0)
    return min((c.floats * price for c in rules.data.companies.values() if c.floats), default=0)


def _score_bid(action: Bid, state: View, rules: Rules, seed: str) -> int:
    """How much a bid is liked: not at all where it takes the money that a company of one's own will cost."""
    left = free_cash(state, rules, action.by) - action.amount
    return score_bid(action, state, rules, seed) if left >= cheapest_float(rules) else -10


def _score_station(_action: PlaceToken, state: View, rules: Rules, _seed: str) -> int:
    """How much a station is liked: most, once the company has a train."""
    return STATION if count_trains(acting_company(state), state, rules) else -10


LIKINGS: Mapping[type[Action], Liking] = {Bid: _score_bid, PlaceToken: _score_station}
