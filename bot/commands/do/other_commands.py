"""Lines that ask for what another command does: it is named."""

from __future__ import annotations

import re

from bot.model.words.vocabulary import Vocabulary
from bot.views.ways import ways

VIEWS = frozenset(
    (
        *(
            "bank",
            "board",
            "holdings",
            "karte",
            "log",
            "map",
            "market",
            "market, more",
            "markt",
            "status",
            "table",
            "tiles",
        ),
    )
)
LITTLE_EARNED = re.compile(r"^(?:why|how come)\b.*\b(?:earn|run|make|pay)|\bearns? (?:nothing|so little|no money)")
SHOWN = re.compile(r"(?:show|see|view|look at|open)(?: me)?(?: the)? (\w+)")  # something that a command shows
OWN_CARDS = re.compile(
    r"(?:show|see|view|what are|where are)(?: me)? my (?:cards|hand|certificates)|my (?:cards|hand)|hand"
)
PASSING = re.compile(
    r"\bauto[- ]?pass\b|\b(?:pass|passing) (?:until|till|unless)\b|\bpass for (?:me|the rest|this round)\b"
    r"|\brest of (?:the|this) round\b",
    re.IGNORECASE,
)

ORDERS = re.compile(
    r"^auto\b|\bauto[- ]?(?:bid|buy|draft)\b|\b(?:bid|buy|draft|play|choose) (?:the rest )?for me\b|\buntil i say\b"
    r"|\b(?:secret|sealed|maximum) bids?\b|\bbid up to\b",
    re.IGNORECASE,
)


def asks_for_order(words: str) -> bool:
    """Whether a line asks that the bot plays for whoever types it: `draft for me`, `bid up to 80 on MRC`."""
    return bool(PASSING.search(words) or ORDERS.search(words))


UNDOING = re.compile(r"^(undo|redo|take back|revert)\b", re.IGNORECASE)
BIDDING = re.compile(r"\b(?:bid for me|auto[- ]?bid)\b", re.IGNORECASE)
BIDS_FOR_YOU = "`/auto bid` bids for you, up to a sum that nobody else sees."


def name_command(words: str, known: Vocabulary) -> str:
    """Which command does what a line asks for: one that shows something, or passes in advance; "" elsewhere."""
    asked = words.strip(" ?.!").casefold()
    if undone := UNDOING.match(asked):
        verb, way = ("redo", "plays again") if undone[1] == "redo" else ("undo", "takes back")
        return f"`{verb}` {way} one move. Type it again to go further."
    if BIDDING.search(asked):
        return BIDS_FOR_YOU
    if LITTLE_EARNED.search(asked):
        return ways().runs
    if OWN_CARDS.fullmatch(asked):
        return ways().hand
    if asked in VIEWS or ((shown := SHOWN.fullmatch(asked)) and shown[1] in VIEWS):
        return ways().board
    company = next((c for c in known.rules.data.companies if c.casefold() == asked), "")
    if company and words.rstrip().endswith("?"):
        return ways().company.format(company=company)
    return ways().orders if PASSING.search(words) else ""
