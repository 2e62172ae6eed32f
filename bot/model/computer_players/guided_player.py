"""What a newcomer is advised to do: as the greedy player, but so that one of everything is seen.

Money for a company of one's own is kept through the auction; it goes into no company that this cash may not float,
and into somebody else's only once one's own has floated. A second station is bought as soon as there is a train, a further one
where the company earns more with it; another train too, or where the company keeps it longer than those it has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.model.computer_players.company_spending import revenue_with
from bot.model.computer_players.greedy_player import SCORES, Liking, View, choose_action, score_bid
from bot.model.computer_players.track_advice import TrackJudge
from game.actions import Action, Bid, BuyShare, BuyTrain, LayTile, Par, PlaceToken
from game.choices import Choice
from game.net_worth import free_cash
from game.rules import Rules
from render.data import queries
from render.data.queries import acting_company

FIRST = 200  # how much more a first company of one's own is liked than a share
APART = 20  # how much less for each hex between its home and the next city, where a second station may lie
STATION = 20  # how much the second station is liked: more than passing
SECOND = 2  # stations of a company, after which one is placed for more revenue alone
TRAIN = 20  # how much a train is liked with which the company earns more, however many it has


def advise_action(choices: Sequence[Choice], state: View, rules: Rules, seed: str) -> Action:
    """The move for a newcomer whose choices these are; raises ValueError where there is none."""
    return choose_action(choices, state, rules, seed, {**LIKINGS, LayTile: TrackJudge(choices, state, rules).judge})


def cheapest_float(rules: Rules) -> int:
    """Dollars that float the company that costs least, by its president alone; 0 where no prices are chosen."""
    price = min(rules.data.pars, default=0)
    return min((c.floats * price for c in rules.data.companies.values() if c.floats), default=0)


def cost_to_float(company: str, price: int, state: View, rules: Rules) -> int:
    """Dollars for the shares that must still be sold until a company floats, at that price each."""
    return queries.shares_to_float(state, rules, company) * price


def can_float(company: str, state: View, rules: Rules, player: str) -> bool:
    """Whether a player's cash alone floats a company that has been started: others may buy something else."""
    return state.cash.get(player, 0) >= cost_to_float(company, state.companies[company].par, state, rules)


def waiting_company(state: View, player: str) -> str:
    """The company that a player presides and that has not floated yet; "" for none."""
    waits = (c for c, s in state.companies.items() if s.president == player and s.par and not s.floated)
    return next(waits, "")


def _presides(state: View, player: str) -> bool:
    """Whether a player presides any company with shares."""
    return any(s.president == player and s.par for s in state.companies.values())


def distance_to_city(company: str, rules: Rules) -> int:
    """Hexes from a company's home to the nearest other city; 0 where it has no home or there is none."""
    reached = {place.partition(".")[0] for place in rules.data.companies[company].home}
    edge, steps = reached, 0
    while edge:
        steps += 1
        edge = {n for h in edge for n in rules.data.hexes[h].sides if n and n in rules.data.hexes} - reached
        if any(rules.data.hexes[h].print.faces[0].tile.counts[0] for h in edge):
            return steps
        reached = reached | edge
    return 0


def _score_bid(action: Bid, state: View, rules: Rules, seed: str) -> int:
    """How much a bid is liked: not at all where it takes the money that a company of one's own will cost."""
    left = free_cash(state, rules, action.by) - action.amount
    return score_bid(action, state, rules, seed) if left >= cheapest_float(rules) else -10


def _score_par(action: Par, state: View, rules: Rules, seed: str) -> int:
    """How much a price is liked: most for a first company, not at all where one's own cash does not float it."""
    if cost_to_float(action.company, action.price, state, rules) > state.cash.get(action.by, 0):
        return -10
    first = 0 if _presides(state, action.by) else FIRST - APART * distance_to_city(action.company, rules)
    return SCORES[Par](action, state, rules, seed) + first


def _score_share(action: BuyShare, state: View, rules: Rules, seed: str) -> int:
    """How much a share is liked: not at all of a company that may not float, or before one's own has."""
    own, known = waiting_company(state, action.by), state.companies[action.company]
    if own and (action.company != own or action.source not in ("ipo", "treasury")):
        return -10
    if not known.floated and known.par and not can_float(action.company, state, rules, action.by):
        return -10
    return SCORES[BuyShare](action, state, rules, seed)


def _score_station(action: PlaceToken, state: View, rules: Rules, _seed: str) -> int:
    """How much a station is liked: the second one most once the company has a train, a further one if it earns more with it."""
    company = acting_company(state)
    if not queries.trains(state, rules, company):
        return -10
    if sum(1 for owner in state.tokens.values() if owner == company) < SECOND:
        return STATION
    if action.using:  # a power is used up
        return -10
    known = TrackJudge((), state, rules).foresee(action)
    return STATION if known.later > known.now or known.later_with_next > known.now_with_next else -10


def outlasts_own(action: BuyTrain, state: View, rules: Rules) -> bool:
    """Whether a train stays longer in the game than every one that the company on turn has."""
    own = queries.trains(state, rules, acting_company(state))
    end = _end_of(queries.train_type(action.train), rules)
    return all(end > _end_of(queries.train_type(card), rules) for card in own)


def _end_of(kind: str, rules: Rules) -> int:
    """The place in the list of trains of the one that ends a type; beyond the last where nothing does."""
    known, names = rules.data.trains[kind], list(rules.data.trains)
    ends = known.rusts_on or known.obsolete_on.partition("-")[0]
    return names.index(ends) if ends in names else len(names)


def _score_train(action: BuyTrain, state: View, rules: Rules, seed: str) -> int:
    """How much a train is liked: one more not at all where the company earns no more with it and keeps it no longer."""
    liked, company = SCORES[BuyTrain](action, state, rules, seed), acting_company(state)
    affordable = action.price <= state.cash.get(company, 0)
    if (
        not affordable
        or not queries.trains(state, rules, company)
        or (liked > 0 and outlasts_own(action, state, rules))
    ):
        return liked
    now, then = revenue_with(action, state, rules)
    return max(liked, TRAIN) if then > now else -10


LIKINGS: Mapping[type[Action], Liking] = {
    Bid: _score_bid,
    BuyShare: _score_share,
    BuyTrain: _score_train,
    Par: _score_par,
    PlaceToken: _score_station,
}
