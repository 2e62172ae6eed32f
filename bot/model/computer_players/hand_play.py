"""Certificates that a player picks before they are bought: many of few companies, which then have money enough to begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from bot.model.computer_players.company_spending import cheapest_train
from game.actions import Action
from game.rules import Rules
from game.state import Card, Company, Player, State

View = State[Any]
OWN, LED = 40, 30  # how much more shares are liked of a company of one's own, and those that make it one's own
SHARE = 10  # and each of several shares at once
GROUND = 60  # dollars of a company for track, beside its first train


def sort_alike(items: Sequence[Card], rules: Rules, lot: Callable[[Card], int]) -> list[Card]:
    """Cards in the order in which they are picked: of the company of which there are most first. `lot`: decides between them."""
    alike = Counter(_company_of(card, rules) for card in items)
    return sorted(items, key=lambda card: (not _company_of(card, rules), -alike[_company_of(card, rules)], lot(card)))


def count_alike(card: Card, player: Player, state: View, rules: Rules) -> int:
    """How many certificates of a card's company a player has or has picked; a director's certificate counts as two more."""
    company = _company_of(card, rules)
    own = sum(player in place.split(":") and _company_of(c, rules) == company for c, place in state.place.items())
    return own + 2 * (rules.data.certificates[card][1] > 1) if company else 0


def score_several(action: Action, state: View, rules: Rules) -> int:
    """How much a purchase of several certificates of a company at once is liked: most where that pays for its first train."""
    company, shares, director = (getattr(action, name, None) for name in ("company", "shares", "director"))
    known = state.companies[str(company)]
    if not director and known.president != action.by:
        return 0
    count = int(shares or 0) + 2 * bool(director)
    before = state.cash.get(str(company), 0)
    after, needed = before + count * rules.data.companies[str(company)].par, cheapest_train(state, rules) + GROUND
    urgent = before < needed
    return (LED if director else OWN if urgent else 0) + SHARE * count + OWN * (urgent and after >= needed)


def _company_of(card: Card, rules: Rules) -> Company:
    """The company of a certificate, if it has a home; "" for any other card."""
    company = rules.data.certificates[card][0] if card in rules.data.certificates else ""
    return company if company and rules.data.companies[company].home else ""
