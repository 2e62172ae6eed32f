"""A player of the bot's own, who plays sensibly and looks no further than the next move.

Bids up to what a private is worth, buys shares of companies that are about to float, builds towards cities, runs the best routes,
pays out, buys trains. The same position and seed give the same move. Demonstrations, practice tables and the advice of a guided
game use it; it knows nothing of hidden cards but what the choices of its seat show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import structs

from bot.model.board.track_value import value_track
from bot.model.computer_players.company_spending import (
    score_certificate,
    score_train,
    score_train_sale,
)
from bot.model.computer_players.first_run import FirstRun
from bot.model.computer_players.hand_play import count_alike, score_several, sort_alike
from game.actions import (
    Action,
    Answer,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ClosePrivate,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    RunTrains,
    SellPrivate,
    SellShares,
    TakePrivate,
    Use,
)
from game.chance import number
from game.choices import Choice, Pick, Span
from game.net_worth import free_cash
from game.rules import Rules
from game.state import State
from render.data import queries
from render.data.queries import acting_company

LAST_RESORTS = (BuyPrivate, SellPrivate, TakePrivate, Use, ClosePrivate, SellShares)  # only where nothing else is left
GOOD = 2  # times its face value, at which a private is sold
DEAR = 40  # the highest bid over face value, in hundredths of it
View = State[Any]
Liking = Callable[[Any, View, Rules, str], int]  # how much a move is liked; a pass has 0


def choose_action(
    choices: Sequence[Choice],
    state: View,
    rules: Rules,
    seed: str,
    likings: Mapping[type[Action], Liking] | None = None,
) -> Action:
    """The move of the seat whose choices these are; raises ValueError where it has none.

    `likings`: how much each kind of move is liked, where that is not as usual.
    """
    track = {LayTile: FirstRun(state, rules).judge} if any(c.kind is LayTile for c in choices) else {}
    scores = SCORES | track | dict(likings or {})
    wishes = [(_score(c, a, state, rules, seed, scores), -n, c, a) for c in choices for n, a in enumerate(c.actions)]
    _, _, choice, action = max(wishes, key=lambda w: w[:2])
    given = {name: _pick_value(span, rules, seed, f"{state.seq}/{name}") for name, span in choice.ranges.items()}
    return structs.replace(action, **given) if not isinstance(action, Bid) else action


def _score(
    choice: Choice, action: Action, state: View, rules: Rules, seed: str, scores: Mapping[type[Action], Liking]
) -> int:
    """How much a move is liked; a pass has 0."""
    if isinstance(action, Bankrupt):
        return -2000
    if isinstance(action, LAST_RESORTS) or getattr(action, "seller", None) or action.verb == "sell":
        return -1000 - _throw_dice(action, state, seed, 100)
    if action.verb == "buy" and not isinstance(action, BuyTrain) and acting_company(state) in state.companies:
        return score_certificate(action, state, rules) + _throw_dice(action, state, seed, 5)
    judge = scores.get(type(action))
    return judge(action, state, rules, seed) if judge is not None else _score_other(action, state, rules, seed)


def _score_other(action: Action, state: View, rules: Rules, seed: str) -> int:
    """How much a move is liked that one title has: at random, but shares the more the more there are, most with the director's
    certificate.
    """
    if action.verb == "selltrain":
        return score_train_sale(getattr(action, "train", ""), state, rules)
    dice = _throw_dice(action, state, seed, 30)
    if getattr(action, "shares", 0) or getattr(action, "director", False):
        return score_several(action, state, rules) + dice
    return 20 + dice + 10 * count_alike(getattr(action, "card", ""), action.by, state, rules)


def _throw_dice(action: Action, state: View, seed: str, sides: int) -> int:
    """A number below `sides` for this move in this position."""
    return number(seed, f"greedy/{state.seq}/{action!r}", 0, sides)


def _pick_value(span: Any, rules: Rules, seed: str, stream: str) -> object:
    """The lowest of a range of numbers; of cards first those of a company that has most of them."""
    if not isinstance(span, Pick):
        return span.low
    chosen = sort_alike(span.items, rules, lambda card: number(seed, f"greedy/{stream}/{card}", 0, 100))[: span.low]
    return tuple(i for i in span.items if i in chosen)


def bid_limit(item: str, by: str, state: View, rules: Rules, seed: str) -> int:
    """Dollars that a seat pays for a lot at most: face value, a round's income or two and what its mood adds."""
    mood = number(seed, f"greedy/{by}/{item}", 0, DEAR + 1)
    private = rules.data.privates.get(item)
    if private is None:
        return free_cash(state, rules, by) * (30 + mood) // 100
    return private.value * (100 + mood) // 100 + private.revenue


def bid_outright(action: Action, choices: Sequence[Choice], state: View, rules: Rules, seed: str) -> Action:
    """A chosen move; a bid is raised: on a private to its bidder's limit at once, and any other halfway there.

    Bots that raise each other by the least keep a person waiting for many rounds.
    """
    span = next((c.ranges.get("amount") for c in choices if action in c), None)
    if not isinstance(action, Bid) or not isinstance(span, Span):
        return action
    limit = bid_limit(action.item, action.by, state, rules, seed)
    wished = limit if action.item in rules.data.privates else (action.amount + limit) // 2
    steps = (min(wished, span.high) - span.low) // span.step
    return structs.replace(action, amount=max(action.amount, span.low + steps * span.step))


def score_bid(action: Bid, state: View, rules: Rules, seed: str) -> int:
    """How much a bid is liked: by as much as it stays below the limit; less than a pass from who has the highest one."""
    bids = state.bids.get(action.item, {})
    if bids and max(bids, key=lambda who: bids[who]) == action.by:
        return -10
    return bid_limit(action.item, action.by, state, rules, seed) - action.amount


def _score_par(action: Par, state: View, rules: Rules, seed: str) -> int:
    """A price at which the president alone can almost float it; nothing new while a company of one's own waits to float."""
    waits = [c for c, s in state.companies.items() if s.par and not s.floated and s.president == action.by]
    data = rules.data.companies[action.company]
    left = state.cash.get(action.by, 0) - action.price * data.floats
    if waits:
        return -5
    return 60 + action.price // 10 if left >= 0 else 40 - action.price // 10 + _throw_dice(action, state, seed, 3)


def _score_share(action: BuyShare, state: View, rules: Rules, seed: str) -> int:
    """How much a share is liked: of a company that is about to float most, else by what it earns."""
    known = state.companies[action.company]
    presides = known.president == action.by
    if not known.floated and action.source != "pool":
        return 100 + 20 * presides + _count_sold(action.company, state)
    return 30 + known.earned // 5 + 5 * presides + _throw_dice(action, state, seed, 5)


def _count_sold(company: str, state: View) -> int:
    """Certificates of a company that have left its initial offering."""
    return sum(1 for card, place in state.place.items() if card.startswith(f"{company}.") and place != "ipo")


def _score_tile(action: LayTile, state: View, rules: Rules, seed: str) -> int:
    """How much a tile is liked: by the revenue that it may bring."""
    return value_track(action, state, rules)


def _score_station(action: PlaceToken, state: View, rules: Rules, _seed: str) -> int:
    """How much a station is liked: a second city is worth its price once a train has been paid."""
    company = acting_company(state)
    known = state.companies.get(company)
    price = known.tokens[0] if known is not None and known.tokens else 0
    return (
        20 if not price or (queries.trains(state, rules, company) and state.cash.get(company, 0) >= 4 * price) else -10
    )


def _score_run(action: RunTrains, _state: View, _rules: Rules, _seed: str) -> int:
    """How much a run is liked: always the same."""
    return 50


def _score_dividend(action: PayDividend, _state: View, rules: Rules, _seed: str) -> int:
    """How much a dividend is liked: paying out most."""
    return 30 + rules.dividends.paid(action.kind, 100) // 5


def _score_pass(_action: Pass, _state: View, _rules: Rules, _seed: str) -> int:
    """A pass is the measure of all others."""
    return 0


def _score_answer(action: Answer, state: View, rules: Rules, _seed: str) -> int:
    """How much an answer is liked: yes to what costs nothing, and to a good price for a private; no to other deals."""
    deal: Any = state.agenda[-1]
    price, private = getattr(deal, "price", 0), rules.data.privates.get(getattr(deal, "what", ""))
    good = not price or (private is not None and deal.of == deal.seller and price >= GOOD * private.value)
    return 1 if action.yes == good else 0


SCORES: dict[type[Action], Liking] = {
    Answer: _score_answer,
    Bid: score_bid,
    BuyShare: _score_share,
    BuyTrain: score_train,
    LayTile: _score_tile,
    Par: _score_par,
    Pass: _score_pass,
    PayDividend: _score_dividend,
    PlaceToken: _score_station,
    RunTrains: _score_run,
}
