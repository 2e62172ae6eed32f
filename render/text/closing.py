"""What became of companies that closed, merged or changed, from the events of that move."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from game.events import EVENTS, CompanyClosed, Event, Paid, TokenPlaced, TokenRemoved, TurnEnded
from game.names import company_name
from game.rules import Rules
from game.state import Company
from render.data import queries
from render.data.queries import View
from render.text.event_text import tell
from render.text.text import words


def closing_words(events: Sequence[Event], company: Company, view: View, rules: Rules) -> list[str]:
    """What closed it, what it was merged into, and who stands where it had stations; nothing where it did not close then."""
    end = next((n for n, e in enumerate(events) if isinstance(e, CompanyClosed) and e.company == company), None)
    if end is None:
        return []
    earlier = [n for n, e in enumerate(events[:end]) if isinstance(e, TurnEnded | CompanyClosed)]
    own = events[max(earlier, default=-1) + 1 : end]
    left = {e.slot for e in own if isinstance(e, TokenRemoved) and e.company == company}
    told = [e for e in own if not isinstance(e, TokenRemoved | TokenPlaced) and company in structs.astuple(e)]
    taken = [e for e in events if isinstance(e, TokenPlaced) and e.slot in left]
    return tell([*told, *taken], view, rules)


def change_words(events: Sequence[Event], view: View, rules: Rules) -> tuple[str, ...]:
    """What happened to companies in a move, a line each: mergers, conversions, what closed, where its money and stations went."""
    own = [e for e in events if type(e) not in EVENTS and type(e) in rules.words]
    named = {name for e in own for name in structs.astuple(e) if isinstance(name, str)}
    left = {e.slot: e.company for e in events if isinstance(e, TokenRemoved)}
    taken = [e for e in events if isinstance(e, TokenPlaced) and e.slot in left and e.slot not in named]
    told = [
        e
        for e in events
        if e in own
        or e in taken
        or isinstance(e, CompanyClosed)
        or (isinstance(e, Paid) and e.why in ("closed", "forfeit") and e.src not in named)
    ]
    whose = {  # else a card of its own, after that of the merger, does not say where the station came from
        words(e, view, rules): f"{e.company} takes {company_name(rules, left[e.slot])}'s station in"
        f" {queries.place_name(rules, e.slot)}."
        for e in taken
        if e.company != left[e.slot]
    }
    return tuple(whose.get(line, line) for line in tell(told, view, rules))
