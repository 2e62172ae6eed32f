"""Lines that ask, for help or whether something is possible, and what they ask about."""

from __future__ import annotations

import re

from bot.model.words.reading.plain_lines import TRAILS_OFF

HELP_LINES = ("hint", "help", "hilfe", "tipp", "turn", "my turn", "take my turn")
WHAT_NOW = re.compile(
    r"^(?:so |and |ok )?(?:(?:what|where|which|how|was|wie|wo)\b.*\b(?:i|we|me|you|now|next|ich|man|jetzt)\b|whose turn\b)",
    re.IGNORECASE,
)
# behind what somebody asks about
QUESTION_TAG = re.compile(r"[\s,]+(?:ok|okay|right|yes|alright|ja)\s*\?+\s*$", re.IGNORECASE)
MAY_I_QUESTION = re.compile(
    r"^\s*(?:(?:can|could|may|should|shall|must|do|kann|soll) (?:i|we|you|ich) (?!not\b)"
    r"|(?:what (?:if|about|happens if)|how about|suppose)(?: (?:i|we))? )(?=\S)",
    re.IGNORECASE,
)


def asks(typed: str) -> bool:
    """Whether what was typed is a question."""
    return typed.rstrip().endswith("?") and bool(typed.strip(" ?"))


def is_sure(typed: str) -> bool:
    """Whether a line neither asks nor trails off: `accept?`, `pass...`."""
    return not asks(typed) and not TRAILS_OFF.search(typed)


def asks_for_help(typed: str) -> bool:
    """Whether somebody asks what there is to do: `help`, `what should I do?`."""
    asked = typed.strip(" ?.!").casefold()
    supposed = MAY_I_QUESTION.match(typed) is not None  # `what if I bid 100`
    return asked.removesuffix(" me").removesuffix(" please") in HELP_LINES or bool(
        WHAT_NOW.match(asked) and not supposed
    )


def cut_question(typed: str) -> str:
    """What somebody asks about, with the sign of a question: `pass?` of `should I pass`; any other line as it is."""
    rest = QUESTION_TAG.sub("?", MAY_I_QUESTION.sub("", typed))
    return typed if rest == typed else f"{rest.rstrip(' ?')}?"
