"""Lines that say what is not to be done, or that nothing is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bot.core.text import bare_words
from bot.model.words.plain_words import MARKS, split_plainly
from bot.model.words.reading.plain_lines import REFUSALS
from bot.model.words.reading.unknown_words import DOING
from bot.model.words.shorthand import spell_out
from game.actions import Action, Bid, Choose, Pass, PayDividend, SellShares
from game.choices import Choice

NEGATED = re.compile(
    r"\b(?:not|never|don[’']?t|nicht|kein\w*|except|other than|instead of)\b|^\s*(?:please )?no #?\d"
    r"|\b(?:all|any|anything|anyone|each|every|everything|alles|alle) (?:but|außer)\b",
    re.IGNORECASE,
)  # `no. 6` is number 6
WITHOUT = re.compile(
    r"\b(?:without|ohne)\s+(?!(?:(?:an?|any)\s+)?bid\b)\S", re.IGNORECASE
)  # a minor is put up without a bid
PASSES = frozenset({"pass", "passe", "done", "skip", "end", "stop", "finish"})
KEPT = frozenset({"", "it", "them", "all", "everything", "on to it", "my shares", "shares"})
TRADES, NONE = ("buy", "sell", "kaufe", "verkaufe"), ("nothing", "none", "nichts")
REFUSALS_OF = frozenset(
    {"don't", "don’t", "dont", "not", "never", "no", "nicht"}
)  # before what is refused; `kein` has endings
NOTHING = frozenset({"no", "nothing", "none", "nope", "not", "never", "zero"})
BACK = ("back", "go back", "cancel", "abort", "never mind", "nevermind", "abbrechen")
LATER = frozenset({*BACK, "wait", "hold on", "warte", "stop"})
UNCHANGED = "Nothing has changed."


def negates(typed: str, action: Action | None) -> bool:
    """Whether somebody says what is not to be done, anywhere in a line: `not ACL`, `no withhold`, `pay out not`, `no pass`, `all
    but one`. A bare answer says no itself.
    """
    if len(typed.split()) < 2:
        return False
    if NEGATED.search(typed):
        return True
    words = split_plainly(typed)
    if not isinstance(action, Choose | Pass | PayDividend):  # `buy no train from C&O`
        refusing = [b for b, word in pairwise(typed.casefold().split()[:-1]) if word == "no" and b[-1] not in MARKS]
        if refusing:
            return spell_out(refusing[0]) in DOING
    if isinstance(action, Pass):
        return "no" in words and not PASSES.isdisjoint(words)
    # `no bid 4` puts it up without one
    return spell_out(_name_refused(typed)) in DOING - {Bid.verb} and not isinstance(action, Choose)


def _name_refused(typed: str) -> str:
    """What is refused first: `rome` of `no Rome`, which may be a button; "" of lines that begin otherwise."""
    words = typed.casefold().removeprefix("please ").split()
    return words[1].strip(MARKS) if len(words) > 1 and words[0] == "no" else ""


def refuses_step(typed: str, action: Action) -> bool:
    """Whether a bare no would give up what is asked: who says it may only mean what was shown before."""
    return isinstance(action, Pass) and spell_out(bare_words(typed)) in REFUSALS


def keeps_shares(typed: str, choices: Sequence[Choice]) -> bool:
    """Whether somebody only says that shares are not sold: `no, keep it`."""
    words = split_plainly(typed)
    words = words[1:] if words[:1] == ["no"] else words
    kept = words[:1] in (["keep"], ["hold"]) and " ".join(words[1:]) in KEPT
    return kept and any(c.kind is SellShares for c in choices)


def leaves_out(typed: str) -> bool:
    """Whether a line says without what something is done: `upgrade without 23`."""
    return bool(WITHOUT.search(typed)) and len(typed.split()) > 1


def buys_nothing(typed: str) -> bool:
    """Whether somebody says that they buy or sell nothing, who may still do the other."""
    words = split_plainly(typed)
    return len(words) == 2 and words[0] in TRADES and words[1] in NONE


def cut_refusal(typed: str) -> str:
    """What a line refuses: `convert` of `don't convert`; "" of other lines."""
    words = typed.split()
    words = words[1:] if [w.casefold() for w in words[:1]] == ["please"] else words
    first = words[0].casefold() if words else ""
    if [w.casefold() for w in words[:2]] == ["do", "not"]:
        words = words[1:]
    elif first not in REFUSALS_OF and not first.startswith("kein"):
        return ""
    return " ".join(words[1:])


def refuses_something(typed: str) -> bool:
    """Whether a line that is read as nothing begins with what is not wanted: `no Rome`."""
    return bool(_name_refused(typed))


def wants_nothing_yet(typed: str, choices: Sequence[Choice]) -> bool:
    """Whether somebody only wants the question back: `cancel`, `wait`. An offer of one's own may be meant."""
    return typed.strip(" .!").casefold() in LATER and not any(c.withdraws for c in choices)
