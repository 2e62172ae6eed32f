"""Where the rulebook of 18GA states what the engine's shared functions do, by function name."""

from __future__ import annotations

PARAGRAPHS: dict[str, str] = {
    "minimum": "18GA 3.1(b)",
    "no_sale_in_first_round": "18GA 3.2(a)(1)",
    "over_limit": "18GA 3.3(b)",
    "has_route": "18GA 4.2.5.1",
    "listed_price": "18GA 4.2.6",
    "affordable": "18GA 3.2(c)",
    "par": "18GA 3.2(c)(1)",
    "turn_shape": "18GA 3.2",
    "sold_this_round": "18GA 3.2",
    "ownership_limit": "18GA 3.3(a)",
    "certificate_limit": "18GA 3.3(b)",
    "buyer_below_limit": "18GA 3.3(b)",
    "has_price": "18GA 5.1",
    "owns": "18GA 3.2(a)",
    "pool_limit": "18GA 3.2(a)(2)",
    "successor_exists": "18GA 3.2(a)(3)",
    "nobody_insists": "18GA 4.2.3.1",
    "per_share_pool_to_company": "18GA 4.2.4",
    "room": "18GA 4.2.5(g)",
    "phase_limit": "18GA 4.2.5(g)",
    "one_from_bank": "18GA 4.2.5(f)",
    "sales": "18GA 4.2.5.1(d)",
    "keeps_presidency": "18GA 4.2.5.1(d)",
    "no_more_than_needed": "18GA 4.2.5.1(d)",
    "just_enough": "18GA 4.2.5.1(d)",
    "not_after_a_sale": "18GA 4.2.5.1(a)",
    "came_with_a_private": "18GA Table III",
    "bankrupt": "18GA 4.2.5.1",
}
