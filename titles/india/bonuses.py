"""18 India: what pays a run more than its stops show, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from titles.india.goods import delivered, hex_of, open_to, passed_hexes
from titles.india.routes import BASE, CONNECTIONS, VARIABLE

if TYPE_CHECKING:
    from game.rules import Rules
    from game.state import Run, State


def bonus(run: Run, company: str, view: State[Any], rules: Rules) -> str:
    """18 India 8.4.3.3, 8.4.3.6, 8.4.3.7: `Delhi–Kochi, opium, best +20 in Kochi`."""
    hexes, passed = {hex_of(s) for s in run.stops}, passed_hexes(rules, run)
    named = rules.data.hexes
    reasons = [f"{named[a].name}–{named[b].name}" for a, b, _ in CONNECTIONS if {a, b} <= hexes]
    reasons += [name for name, good in open_to(view, company).items() if delivered(run, passed, good)]
    if _best_fixed(run, view, rules) > BASE:
        reasons += [f"best +{more} in {named[h].name}" for h, more in VARIABLE.items() if h in hexes]
    kind, card = rules.data.trains[run.train.rpartition("-")[0]], view.trains.get(run.train)
    times = max([kind.times, *(s.times for s in kind.sides if card is not None and s.name == card.side)])
    reasons += [f"all cities ×{times}"] if times > 1 else []
    return ", ".join(reasons)


def _best_fixed(run: Run, view: State[Any], rules: Rules) -> int:
    """Rupees of the best city of a run that keeps its value."""
    worths = [0]
    for stop in run.stops:
        hex_id, _, name = stop.partition(".")
        cities = rules.data.face(hex_id, view.tiles.get(hex_id)).tile.cities
        worths += [s.value(frozenset()) for s in cities if s.name == name and hex_id not in VARIABLE]
    return max(worths)
