"""What became of a company that has closed: in which round, into what it went, who got what."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from bot.tables.service import Move, events_seen_by
from bot.views.formatting import View, safe_lines
from game.events import CompanyClosed
from game.rules import Rules
from game.state import Company
from render.data.names import round_label
from render.text.closing import closing_words


def tell_closing(
    moves: Sequence[Move], view: View, rules: Rules, seat: str | None, company: Company
) -> tuple[str, ...]:
    """The round in which a company closed last, and what happened then in sentences; nothing where it did not close."""
    for before, move in reversed(list(itertools.pairwise(moves))):
        events = events_seen_by(move.events, seat)
        if CompanyClosed(company) in events:
            return round_label(before.round), *closing_words(events, company, view, rules)
    return ()


def story_lines(story: Sequence[str]) -> str:
    """What `tell_closing` tells, as lines of a post; "" for nothing."""
    return safe_lines("\n".join([f"{story[0]}: closed.", *story[1:]])) if story else ""
