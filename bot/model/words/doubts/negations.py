"""Lines that say what is not to be done, or that nothing is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bot.core.text import bare_words
from bot.model.words.agreement import REFUSALS
from bot.model.words.plain_words import MARK_SIGNS, split_plainly
from bot.model.words.reading.unknown_words import DEED_VERBS
from bot.model.words.shorthand import spell_out
from game.actions import Action, Bid, Choose, Pass, PayDividend, SellShares
from game.choices import Choice

# `no. 6` is number 6
NEGATING_PHRASE = re.compile(
    r"\b(?:not|never|don[’']?t|nicht|kein\w*|except|other than|instead of)\b|^\s*(?:please )?no #?\d"
    r"|\b(?:all|any|anything|anyone|each|every|everything|alles|alle) (?:but|außer)\b",
    re.IGNORECASE,
)
# a minor is put up without a bid
WITHOUT_THING = re.compile(r"\b(?:without|ohne)\s+(?!(?:(?:an?|any)\s+)?bid\b)\S", re.IGNORECASE)
PASSING_VERBS = frozenset({"pass", "passe", "done", "skip", "end", "stop", "finish"})
KEPT_THINGS = frozenset({"", "it", "them", "all", "everything", "on to it", "my shares", "shares"})
TRADING_VERBS, NOTHING_WORDS = ("buy", "sell", "kaufe", "verkaufe"), ("nothing", "none", "nichts")
STEPS_BACK = ("back", "go back", "cancel", "abort", "never mind", "nevermind", "nvm", "abbrechen")
WAITING_LINES = frozenset({*STEPS_BACK, "wait", "hold on", "warte", "stop"})
UNCHANGED = "Nothing has changed."


def negates(typed: str, action: Action | None) -> bool:
    """Whether somebody says what is not to be done, anywhere in a line: `not ACL`, `no withhold`, `pay out not`, `no pass`, `all
    but one`. A bare answer says no itself.
    """
    if len(typed.split()) < 2:
        return False
    if NEGATING_PHRASE.search(typed):
        return True
    words = split_plainly(typed)
    if not isinstance(action, Choose | Pass | PayDividend):  # `buy no train from C&O`
        refusing = [
            b for b, word in pairwise(typed.casefold().split()[:-1]) if word == "no" and b[-1] not in MARK_SIGNS
        ]
        if refusing:
            return spell_out(refusing[0]) in DEED_VERBS
    if isinstance(action, Pass):
        return "no" in words and not PASSING_VERBS.isdisjoint(words)
    # `no bid 4` puts it up without one
    return spell_out(_name_refused(typed)) in DEED_VERBS - {Bid.verb} and not isinstance(action, Choose)


def _name_refused(typed: str) -> str:
    """What is refused first: `rome` of `no Rome`, which may be a button; "" of lines that begin otherwise."""
    words = typed.casefold().removeprefix("please ").split()
    return words[1].strip(MARK_SIGNS) if len(words) > 1 and words[0] == "no" else ""


def refuses_step(typed: str, action: Action) -> bool:
    """Whether a bare no would give up what is asked: who says it may only mean what was shown before."""
    return isinstance(action, Pass) and spell_out(bare_words(typed)) in REFUSALS


def keeps_shares(typed: str, choices: Sequence[Choice]) -> bool:
    """Whether somebody only says that shares are not sold: `no, keep it`."""
    words = split_plainly(typed)
    words = words[1:] if words[:1] == ["no"] else words
    kept = words[:1] in (["keep"], ["hold"]) and " ".join(words[1:]) in KEPT_THINGS
    return kept and any(c.kind is SellShares for c in choices)


def leaves_out(typed: str) -> bool:
    """Whether a line says without what something is done: `upgrade without 23`."""
    return bool(WITHOUT_THING.search(typed)) and len(typed.split()) > 1


def buys_nothing(typed: str) -> bool:
    """Whether somebody says that they buy or sell nothing, who may still do the other."""
    words = split_plainly(typed)
    return len(words) == 2 and words[0] in TRADING_VERBS and words[1] in NOTHING_WORDS


def refuses_something(typed: str) -> bool:
    """Whether a line that is read as nothing begins with what is not wanted: `no Rome`."""
    return bool(_name_refused(typed))


def wants_nothing_yet(typed: str, choices: Sequence[Choice]) -> bool:
    """Whether somebody only wants the question back: `cancel`, `wait`. An offer of one's own may be meant."""
    return typed.strip(" .!").casefold() in WAITING_LINES and not any(c.withdraws for c in choices)
