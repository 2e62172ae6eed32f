"""What is said of something that cannot be done now: what comes first, in which rounds it is done, or what is asked instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from bot.views.formatting import View, question_sentence
from game.actions import BuyShare, SellShares
from game.choices import Choice
from game.names import company_name
from game.round_names import is_operating_round, is_stock_round
from game.rules import Rules
from game.step_keys import STEPS_OF_TURN
from render.data import queries
from render.data.names import listed

# The order of the parts of a company's turn: the verbs typed, and the keys of the steps.
TURN = {"tile": 0, "token": 1, "run": 2, "dividend": 3, "train": 4, "selltrain": 4}
SHARES = {"buy", "sell", "par", "exchange"}  # what is done with shares
STEP_ORDER: Mapping[str, int] = {step: n for n, step in enumerate(STEPS_OF_TURN)}
LAST_STEP = len(STEPS_OF_TURN)
# what is done in a company's turn, by its verb
DONE = {
    "tile": "Track is laid",
    "token": "Stations are placed",
    "run": "Trains run",
    "dividend": "Revenue is paid out",
    "train": "Trains are bought",
    "selltrain": "Trains are sold",
}
MAX_OWN = 3  # companies that a sentence names


# how things are, of verbs of which nothing can be done; the verbs of single titles have this in their class
STAND = {
    "bankrupt": "Nobody has to go bankrupt now.",
    "bid": "Nothing is being auctioned.",
    "buy": "There is no share that you can buy now.",
    "choose": "Nothing like that is asked now.",
    "dividend": "There is no revenue to pay out now.",
    "discard": "Nobody has to discard a train.",
    "par": "There is no company that you can start now.",
    "private": "There is no private that you can buy now.",
    "run": "There is no train to run now.",
    "sell": "There is no share that you can sell now.",
    "tile": "There is no track to lay now.",
    "token": "There is no station to place now.",
    "train": "There is no train that you can buy now.",
    "untoken": "There is no station to remove or exchange now.",
}
# of words that stand for several verbs, by the one of these that leads
ANY_OF = {
    "exchange": "There is nothing that you can exchange now.",
    "power": "There is no private that you can use or close now.",
    "buy": "There is nothing that you can buy now.",
    "sell": "There is nothing that you can sell now.",
}
NONE_NOW = "There is no"  # begins most of these
NO_ANSWER = "That does not answer the question."
MUST_CHOOSE = "You cannot pass here: you must choose something."


def untimely_words(about: AbstractSet[str], choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """What to do first, where what was typed comes later; what is asked instead, where its time is over or has not come.

    `about`: the verbs of what was typed.
    """
    question = question_sentence(choices, view, rules)
    if told := order_words(about, choices, view, rules):
        return told
    if elsewhere := other_round_words(about, choices, view, rules):
        return f"{elsewhere} Now: {question}"
    if about == {"pass"}:
        return f"{MUST_CHOOSE} Now: {question}"
    absent, own = about - {c.kind.verb for c in choices}, _own_words(view, rules)
    stand = STAND | own
    told = stand.get(next(iter(about)), "") if len(about) == 1 and absent else ""
    if about == {"par"} and any(getattr(a, "director", False) for c in choices for a in c):
        told = NO_ANSWER  # a company starts with its director's certificate
    if absent == about:
        told = told or next((own.get(verb, text) for verb, text in ANY_OF.items() if verb in absent), "")
    return f"{told or NO_ANSWER} Now: {question}"


def _own_words(view: View, rules: Rules) -> dict[str, str]:
    """By verbs of the title alone: when that is done; in stock rounds, where players do such things, that there is none now."""
    kinds = [kind for kind in rules.actions if kind.untimely and kind.verb not in STAND]
    players = is_stock_round(view.round)
    return {k.verb: k.untimely if players and k.group != "corp" else k.when or k.untimely for k in kinds}


def order_words(about: AbstractSet[str], choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """That actions of these verbs come later in the turn, or that it is too late for them; "" where neither is so."""
    present_step = STEP_ORDER.get(queries.step_key(view))
    if present_step is None and is_operating_round(view.round) and any(c.kind.verb in SHARES for c in choices):
        present_step = LAST_STEP  # shares are traded after trains
    order = TURN | ({BuyShare.verb: LAST_STEP + 1} if do_companies_buy_shares(rules) else {})  # after selling
    places_in_turn = [order[v] for v in about if v in order]
    question = question_sentence(choices, view, rules)
    if present_step is not None and places_in_turn and min(places_in_turn) > present_step:
        return f"That comes later. First: {question}"
    if present_step is not None and places_in_turn and max(places_in_turn) < present_step:
        return f"It is too late for that this turn. Now: {question}"
    return ""


def other_round_words(
    about: AbstractSet[str], choices: Sequence[Choice], view: View, rules: Rules, *, foreign: bool = False
) -> str:
    """In which rounds actions of these verbs are done, where it is in others than this one; "" elsewhere. `foreign`: with shares
    of another company than the one on turn.
    """
    left = about - {c.kind.verb for c in choices}
    if not about or left != about:
        return ""
    operating, stock = is_operating_round(view.round), is_stock_round(view.round)
    if about <= TURN.keys() and not operating:
        done = DONE[min(about)] if len(about) == 1 else "You do that"
        return f"{done} in an operating round, {_turn_words(choices, view, rules)}."
    bought_here = operating and about == {BuyShare.verb} and do_companies_buy_shares(rules)
    # Companies sell what they can buy, or buy back.
    own = (not foreign and any(k.verb == "redeem" for k in rules.actions)) or do_companies_buy_shares(rules)
    if about <= SHARES and not stock and not bought_here and not (operating and own and about == {SellShares.verb}):
        return "You do that in a stock round."
    return ""


def _turn_words(choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """In whose turns companies act for whoever decides now: `in the turn of ACL`."""
    by = next((c.by for c in choices), "")
    own = [
        company_name(rules, c)
        for c, state in view.companies.items()
        if by and state.president == by and not state.closed
    ]
    if not own:
        return "in the turn of a company, and you lead none now"
    return (
        f"in the turn{'s' if len(own) > 1 else ''} of {listed(own, 'and') if len(own) <= MAX_OWN else 'your companies'}"
    )


def do_companies_buy_shares(rules: Rules) -> bool:
    """Whether companies buy shares in their turns, with trains: where a title has ways of its own to buy cards."""
    return any(k.verb == BuyShare.verb and k.word for k in rules.actions)
