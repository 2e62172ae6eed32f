"""Trains that bring a company nothing, or with which its turn is over: a second press of the same button buys them. Slow: for
worker threads.
"""

from __future__ import annotations

from bot.model.action_form import pass_action
from bot.model.board.run_worth import BestRun, find_best_run
from bot.model.results import Position
from bot.tables.lookahead.position_cache import cache_verdict
from bot.tables.lookahead.previews import foresee_purchase, play_following
from game.actions import BuyTrain
from game.events import TurnEnded
from game.play import Game
from game.rules import Rules
from render.data import queries

NOTHING = BestRun(0, proven=True)


@cache_verdict
def is_spare(rules: Rules, position: Position, seat: str, action: BuyTrain) -> bool:
    """Whether a company that has a train already would run for no more with another one, or its turn ends with a second purchase
    from the bank; false where it must buy, where a longer search might find more, and of what is not legal.
    """
    view = Game.load(rules, position.state).view(seat)
    company = queries.acting_company(view)
    if not queries.trains(view, rules, company) or pass_action(position.choices.get(seat, ())) is None:
        return False
    if queries.bank_trains_bought(view) and _ends_turn(rules, position, action):
        return True
    after = foresee_purchase(rules, position, action, company)
    if after is None:
        return False
    now, then = (find_best_run(rules, board, company) or NOTHING for board in (view, after))
    return now.proven and then.proven and (then.revenue, then.income) <= (now.revenue, now.income)


def _ends_turn(rules: Rules, position: Position, action: BuyTrain) -> bool:
    """Whether the turn is over with a purchase, by what follows by itself."""
    game = Game.load(rules, position.state)
    if not game.legal(action):
        return False
    events = game.play(action)
    return any(isinstance(e, TurnEnded) for e in (*events, *play_following(game, action, ())))
