"""What a company of the bot's own player buys: a first train before all else, then better ones, certificates last."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.model.board.run_worth import find_best_run, give_train
from game.actions import Action, BuyTrain
from game.places import GONE
from game.rules import Rules
from game.state import Card, Company, State
from render.data import queries
from render.data.queries import acting_company

View = State[Any]
ENOUGH = 2  # trains after which a company saves its money


def score_train(action: BuyTrain, state: View, rules: Rules, _seed: str) -> int:
    """How much a train is liked: a first one at any price that the treasury has, a second as long as money is left.

    Of several a cheap one, but the best one where trains stay for ever.
    """
    company = acting_company(state)
    if action.price > state.cash.get(company, 0):
        return -900
    have, lasts = len(queries.trains(state, rules, company)), _stay_for_ever(rules)
    if have >= ENOUGH or (have and lasts and not _earns_more(action, state, rules)):
        return -5
    dollars = action.price // 100
    return 40 + dollars if lasts else 40 - dollars


def score_train_sale(train: Card, state: View, rules: Rules) -> int:
    """How much it is liked to sell a train to the bank: only to make room and money for a better one."""
    company = acting_company(state)
    paid = rules.data.file.numbers.get(f"resale_{queries.train_type(train)}", 0)
    better = queries.next_card(state, rules)
    full = queries.counted_trains(state, rules, company) >= queries.train_limit(state, rules, company)
    if not better or not full or _price_of(better, rules) <= _price_of(train, rules):
        return -1000
    kept = [card for card in queries.trains(state, rules, company) if card != train]
    if any(_kinds(better, rules) & _kinds(card, rules) for card in kept):  # a company owns one of such a kind at most
        return -1000
    return 50 - _price_of(train, rules) // 100 if _price_of(better, rules) <= state.cash[company] + paid else -1000


def keeps_for_train(company: Company, cost: int, state: View, rules: Rules) -> bool:
    """Whether a company without a train had better not spend so many dollars: it could not pay for one any more."""
    cash, price = state.cash.get(company, 0), cheapest_train(state, rules)
    return not queries.trains(state, rules, company) and cash - cost < price <= cash


def cheapest_train(state: View, rules: Rules) -> int:
    """Dollars of the cheapest train that the bank has; 0 where it has none."""
    used = queries.trains(state, rules, "pool")
    return min((_price_of(card, rules) for card in (queries.next_card(state, rules), *used) if card), default=0)


def score_certificate(_action: Action, state: View, rules: Rules) -> int:
    """How much a certificate is liked that a company buys: not before it has a train."""
    return 20 if queries.trains(state, rules, acting_company(state)) else -5


def _earns_more(action: BuyTrain, state: View, rules: Rules) -> bool:
    """Whether the company on turn earns more at best with one more train."""
    now, then = revenue_with(action, state, rules)
    return then > now


def revenue_with(action: BuyTrain, state: View, rules: Rules) -> tuple[int, int]:
    """Dollars that the company on turn earns at best now, and with that train: what rusts with it is gone by then."""
    company, kind = acting_company(state), queries.train_type(action.train)
    rusting = {n for n, known in rules.data.trains.items() if known.rusts_on == kind}
    left = {card: GONE if queries.train_type(card) in rusting else place for card, place in state.place.items()}
    then = give_train(replace(state, place=left), company, action.train, action.side)
    found = [find_best_run(rules, view, company) for view in (state, then)]
    now, later = (run.revenue if run is not None else 0 for run in found)
    return now, later


def _stay_for_ever(rules: Rules) -> bool:
    """Whether no train ever rusts."""
    return not any(t.rusts_on or t.obsolete_on for t in rules.data.trains.values())


def _kinds(card: Card, rules: Rules) -> set[str]:
    """What its type is beside its number."""
    return set(rules.data.trains[queries.train_type(card)].kinds)


def _price_of(card: Card, rules: Rules) -> int:
    """Dollars of a train's card."""
    return rules.data.trains[queries.train_type(card)].price
