"""Lines that ask rather than tell: what one can do, whether one may do something, or that nothing is to be done yet."""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.choices import Choice

HINTS = ("hint", "help", "hilfe", "tipp")
WHAT_NOW = re.compile(
    r"^(?:so |and |ok )?(?:what|how|was|wie)\b.*\b(?:i|we|me|you|now|next|ich|man|jetzt)\b", re.IGNORECASE
)
MAY_I = re.compile(
    r"^\s*(?:can|could|may|should|shall|must|do|kann|soll) (?:i|we|you|ich) (?!not\b)(?=\S)", re.IGNORECASE
)
LATER = ("wait", "cancel", "abort", "back", "go back", "never mind", "nevermind", "hold on", "abbrechen", "warte")
UNCHANGED = "Nothing has changed."


def asks_for_help(typed: str) -> bool:
    """Whether somebody asks what there is to do: `help`, `what should I do?`."""
    asked = typed.strip(" ?.!").casefold()
    return asked in HINTS or bool(WHAT_NOW.match(asked))


def cut_question(typed: str) -> str:
    """What somebody asks about, with the sign of a question: `pass?` of `should I pass`; any other line as it is."""
    rest = MAY_I.sub("", typed)
    return typed if rest == typed else f"{rest.rstrip(' ?')}?"


def wants_nothing_yet(typed: str, choices: Sequence[Choice]) -> bool:
    """Whether somebody only wants the question back: `cancel`, `wait`. An offer of one's own may be meant."""
    return typed.strip(" .!").casefold() in LATER and not any(c.withdraws for c in choices)
