"""What the last button of a preview says: the act in a word or two, for every kind of action."""

from __future__ import annotations

from functools import cache

from bot.core.text import bare_words
from bot.model.action_form import DEALS
from game.actions import Action, Answer, Bid, LayTile, PayDividend
from game.rules import Rules

# By the verb of the action, or by the word that ends its line; the verbs of single titles have theirs in their class.
ONE = {
    "choose": "Do it",
    "bid": "Bid it",
    "par": "Start it",
    "buy": "Buy it",
    "sell": "Sell it",
    "power": "Use it",
    "close": "Close it",
    "tile": "Lay it",
    "token": "Place it",
    "untoken": "Do it",
    "run": "Run it",
    "train": "Buy it",
    "discard": "Discard it",
    "private": "Buy it",
}
SEVERAL = {"buy": "Buy them", "sell": "Sell them"}
YES, NO = "Accept it", "Decline it"
GO_ON = "Go on"  # of a pass
PUT_UP, BUY_NOW = "Put it up", "Buy it"  # of a bid: without money, and where nobody may bid more
OFFER, ASK = "Offer it", "Ask for it"  # where somebody else must agree
# other words for both, in small letters
ASKED = frozenset({OFFER.casefold(), ASK.casefold(), "ask", "ask him", "ask her", "ask them"})
TAKE_BACK = "Take it back"  # an offer
MERGE = "Merge it"  # of a station that takes the place of a company's, which closes
GIVE_UP = "Give it up"  # what is exchanged for nothing
SHARED_LABELS = (
    *(*ONE.values(), *SEVERAL.values()),
    *(YES, NO, GO_ON, PUT_UP, BUY_NOW, OFFER, ASK, TAKE_BACK, MERGE, GIVE_UP),
)


def last_labels(rules: Rules) -> frozenset[str]:
    """All that a last button may say of a title's actions, and of those of others."""
    return _action_labels() | {kind.button for kind in rules.dividends.kinds}


@cache
def _action_labels() -> frozenset[str]:
    """What a last button may say of every action but a dividend."""
    return frozenset({*SHARED_LABELS, *(label for kind in Action.__subclasses__() for label in kind.button if label)})


def last_label(
    action: Action,
    rules: Rules,
    *,
    fixed: bool = False,
    asks: bool = False,
    withdraws: bool = False,
    merges: bool = False,
) -> str:
    """What the button says that does this action: `Lay it`. `fixed`: of a bid, that nobody may bid more.

    `asks`: somebody else must agree first; `withdraws`: it takes an offer back; `merges`: a company closes with it.
    """
    if withdraws:
        return TAKE_BACK
    if merges and action.verb == "token":
        return MERGE
    if asks:
        return OFFER if action.verb in SEVERAL else ASK
    if action.verb == "exchange" and getattr(action, "company", None) == "":
        return GIVE_UP
    match action:
        case Answer(yes=yes):
            return YES if yes else NO
        case PayDividend(kind=kind):
            return rules.dividends.kind(kind).button
        case Bid(amount=amount):
            return PUT_UP if not amount else BUY_NOW if fixed else ONE[action.verb]
        case _:
            own_one, own_many = action.button
            many = (own_many or SEVERAL.get(action.verb, "")) if _count(action) > 1 else ""
            return many or own_one or ONE.get(action.word) or ONE.get(action.verb, GO_ON)


def _count(action: Action) -> int:
    """How many certificates, cards or privates an action moves."""
    numbers = [getattr(action, name, 0) for name in ("shares", "count")]
    cards = [len(getattr(action, name, ())) for name in ("cards", "privates")]
    return max(*numbers, *cards) + bool(getattr(action, "director", False))


def says_last_label(typed: str, rules: Rules) -> bool:
    """Whether somebody has typed what a last button may say, of whichever action."""
    return bare_words(typed) in ASKED | {label.casefold() for label in last_labels(rules)}


def means_action(typed: str, action: Action, rules: Rules, *, withdraws: bool = False) -> bool:
    """Whether what was typed is what the last button of this action's preview may say. `withdraws`: it takes an offer back."""
    if withdraws:
        return takes_back(typed)
    labels = [last_label(action, rules, fixed=fixed) for fixed in (False, True)]
    labels.append(last_label(action, rules, merges=True))
    if isinstance(action, LayTile):
        labels.append(ASK)
    asks = isinstance(action, DEALS) or bool(getattr(action, "seller", ""))  # the bank is not asked
    return bare_words(typed) in {label.casefold() for label in labels} | (ASKED if asks else frozenset())


def takes_back(typed: str) -> bool:
    """Whether somebody types what takes an offer back, and of anything else says that it is not meant."""
    return bare_words(typed) == TAKE_BACK.casefold()
