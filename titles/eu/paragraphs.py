"""Where the rulebook of 18EU states what the engine's shared functions do, by function name."""

from __future__ import annotations

PARAGRAPHS: dict[str, str] = {
    "affordable": "18EU 4.1.2",
    "par": "18EU 4.1.3",
    "start": "18EU 4.3",
    "turn_shape": "18EU 4.1",
    "sold_this_round": "18EU 4.1.1",
    "ownership_limit": "18EU 3.1",
    "certificate_limit": "18EU 3.1",
    "has_price": "18EU 4.1.1",
    "one_block": "18EU 4.1.1",
    "owns": "18EU 4.1.1",
    "pool_limit": "18EU 3.1",
    "successor_exists": "18EU 4.1.1",
    "bank_trains": "18EU 4.4.6",
    "bank_purchases": "18EU 4.4.6",
    "list_presidents_help": "18EU 4.5.1",
    "sales": "18EU 4.5.1",
    "keeps_presidency": "18EU 4.5.1",
    "no_more_than_needed": "18EU 4.5.1",
    "not_after_a_sale": "18EU 4.5.2",
    "prices": "18EU 4.5.2",
    "go_bankrupt": "18EU 4.5.1",
}
