"""Words that have a meaning in the game and so can be no player's name."""

from __future__ import annotations

from game.rules import Rules

# Where cards and money lie, who is meant by a view, and what titles call a player's cards that nobody sees.
WORDS = frozenset(
    {"bank", "ipo", "pool", "depot", "gone", "hidden", "deck", "aside", "treasury", "public", "hand", "row", "draft"}
)


def reserved(rules: Rules) -> frozenset[str]:
    """Those words, and the ids of companies and cards."""
    return WORDS.union(rules.data.companies, rules.data.cards)
