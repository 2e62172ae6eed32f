"""Lines that ask for what another command does: it is named."""

from __future__ import annotations

import re

from bot.model.words.vocabulary import Vocabulary
from bot.views.ways import ways

VIEW_NOUNS = frozenset(
    (
        *("bank", "board", "holdings", "karte", "log", "map", "market", "market, more", "markt", "status"),
        *("table", "tiles"),
    )
)
LITTLE_EARNED = re.compile(r"^(?:why|how come)\b.*\b(?:earn|run|make|pay)|\bearns? (?:nothing|so little|no money)")
LOOKING_WORDS = (*("show me", "show", "see", "view", "look at", "open", "what are", "where are"),)
RULE_WORDS = frozenset({"rule", "rules", "rulebook", "regeln"})
OWN_CARDS = frozenset({"hand", "my cards", "my certificates", "my hand"})
PASSING_ORDER = re.compile(
    r"\bauto[- ]?pass\b|\b(?:pass|passing) (?:until|till|unless)\b|\bpass for (?:me|the rest|this round)\b"
    r"|\brest of (?:the|this) round\b",
    re.IGNORECASE,
)

ORDER_WORDS = re.compile(
    r"^auto\b|\bauto[- ]?(?:bid|buy|draft)\b|\b(?:bid|buy|draft|play|choose) (?:the rest )?for me\b|\buntil i say\b"
    r"|\b(?:secret|sealed|maximum) bids?\b|\bbid up to\b",
    re.IGNORECASE,
)
ASKED_BEFORE = re.compile(r"\b(?:never|stop|don[’']?t|do not) ask(?:ing)?\b", re.IGNORECASE)
UNDO_LINES = ("undo", "redo", "take back", "revert")
BIDDING_LINES = ("bid for me", "autobid", "auto bid", "auto-bid")


def asks_for_order(words: str) -> bool:
    """Whether a line says how the bot shall go on: it plays for whoever types that, `draft for me`, or asks no more."""
    return any(asked.search(words) for asked in (PASSING_ORDER, ORDER_WORDS, ASKED_BEFORE))


def name_command(words: str, vocabulary: Vocabulary) -> str:
    """Which command does what a line asks for: one that shows something, or passes in advance; "" elsewhere."""
    asked = words.strip(" ?.!…:").casefold()
    if undone := next((u for u in UNDO_LINES if f"{asked} ".startswith(f"{u} ")), ""):
        verb, way = ("redo", "plays again") if undone == "redo" else ("undo", "takes back")
        return f"`{verb}` {way} one move. Type it again to go further."
    if any(order in asked for order in BIDDING_LINES):
        return ways().maxima
    if ASKED_BEFORE.search(asked):
        return ways().confirm
    if LITTLE_EARNED.search(asked):
        return ways().runs
    look = next((f"{lead} " for lead in LOOKING_WORDS if asked.startswith(f"{lead} ")), "")
    thing = asked.removeprefix(look).removeprefix("me ").removeprefix("the ") if look else asked
    if thing in OWN_CARDS:
        return ways().hand
    if thing in VIEW_NOUNS:
        return ways().board
    if thing in RULE_WORDS:
        return ways().rules
    company = next((c for c in vocabulary.rules.data.companies if c.casefold() == asked), "")
    if company and words.rstrip().endswith("?"):
        return ways().company.format(company=company)
    if asked.startswith("auto "):  # `auto mrc 90`
        lots = {p.casefold() for p in vocabulary.rules.data.privates}
        return ways().orders if lots.isdisjoint(asked.split()) else ways().maxima
    return ways().orders if PASSING_ORDER.search(words) else ""
