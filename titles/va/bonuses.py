"""18VA: what pays a run more than its stops show, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from titles.va.freight import COAL, OFF_MAP, PORT
from titles.va.marks import EXPRESS

if TYPE_CHECKING:
    from game.rules import Rules
    from game.state import Run, State


def bonus(run: Run, company: str, view: State[Any], rules: Rules) -> str:
    """18VA 4.2(1), 4.5.4, 4.5.5: `coal, port`."""
    kind = rules.data.trains[run.train.rpartition("-")[0]]
    card = view.trains.get(run.train)
    freight = any("freight" in s.kinds for s in kind.sides if card is not None and s.name == card.side)
    groups = {s: _groups(rules, s) for s in run.stops}
    stationed = {slot.rpartition(".")[0] for slot, owner in view.tokens.items() if owner == company}
    mark = EXPRESS.record(view)
    agency = mark is not None and mark.company == company and any(s.partition(".")[0] == mark.hex for s in run.stops)
    reasons = {
        "coal": freight and any(COAL in g for g in groups.values()),
        "port": freight and any(PORT in g for g in groups.values()),
        "own station off the map": any(OFF_MAP in g and s in stationed for s, g in groups.items()),
        "Railway Express": agency,
        f"everything ×{kind.times}": kind.times > 1,
    }
    return ", ".join(words for words, holds in reasons.items() if holds)


def _groups(rules: Rules, stop: str) -> tuple[str, ...]:
    """The sorts of a printed stop."""
    hex_id, _, name = stop.partition(".")
    return next((s.groups for s in rules.data.hexes[hex_id].print.stops if s.name == name), ())
