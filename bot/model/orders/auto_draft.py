"""Cards of a draft that the bot takes for a player, until the draft is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.model.kinds import OrderKind
from bot.model.orders.standing_order import StandingOrder, find_order
from bot.model.results import Position
from game.actions import Action
from game.events import Event
from game.marks import OPEN
from game.play import Game
from game.rules import Rules
from game.state import State

STEP = "draft"
RULE = "the largest card of the company that you have drafted most of; if you have none, the dearest card"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftOrder(StandingOrder):
    """A wish that the bot takes the cards."""

    kind: ClassVar[OrderKind] = OrderKind.DRAFT
    untimely: ClassVar[str] = "I can only draft for you while cards are drafted"

    def why_stopped(self, events: Sequence[Event], state: State[object]) -> str:
        """Nothing ends it before the draft does."""
        return ""


def wanted_card(position: Position, rules: Rules, orders: Sequence[StandingOrder]) -> Action | None:
    """The card that whoever must act lets the bot take: by `RULE`, which looks at no card that others have not seen."""
    if position.step != STEP or find_order(orders, DraftOrder, position.deciders, position.round) is None:
        return None
    seat = position.deciders[0]
    state = Game.load(rules, position.state).state
    mine = [c for c in OPEN.entries(state) if state.place[c] == f"hand:{seat}"]
    held = Counter(rules.data.certificates[c][0] for c in mine if c in rules.data.certificates)

    def appeal(action: Action) -> tuple[int, int, int]:
        """By what cards are compared: how many one holds of the company, the shares of the card, what it costs."""
        card = str(getattr(action, "card", ""))
        company, shares = rules.data.certificates.get(card, ("", 0))
        dollars = rules.data.companies[company].par * shares if company else rules.data.privates[card].value
        return held[company], shares if held[company] else 0, dollars

    cards = [a for c in position.choices[seat] for a in c if hasattr(a, "card")]
    return max(cards, key=appeal, default=None)
