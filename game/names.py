"""Names of companies in sentences, and words that have a meaning in the game and so can be no player's name."""

from __future__ import annotations

from game.places import ASIDE, BANK, DEPOT, GONE, IPO, POOL, TREASURY
from game.rules import Rules
from game.state import Company

# Where cards and money lie, who is meant by a view, and what titles call a player's cards that nobody sees.
WORDS = frozenset({BANK, IPO, TREASURY, POOL, DEPOT, ASIDE, GONE, "hidden", "deck", "public", "hand", "row", "draft"})


def company_name(rules: Rules, company: Company) -> str:
    """A company as sentences call it: `CoG`, `minor 3`; "" as it is."""
    data = rules.data.companies.get(company)
    return f"minor {company}" if data is not None and data.kind == "minor" else company


def reserved(rules: Rules) -> frozenset[str]:
    """Those words, and the ids of companies and cards."""
    return WORDS.union(rules.data.companies, rules.data.cards)
