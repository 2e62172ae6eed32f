"""18VA: what pays a run more or less than its stops show, in words and dollars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from game.route_rules import RunBonus
from titles.va.freight import COAL, OFF_MAP, PORT, WORTH, StopWorth, worth_to

if TYPE_CHECKING:
    from game.rules import Rules
    from game.state import Run, State
    from game.tiles import Stop

FREIGHT = {COAL: "coal", PORT: "port"}
TOLD_OF_PORTS = {"port": "port and its city doubled"}  # the stop beside it is called a port too


ORDER = ("coal", "port", "own station off the map", "Railway Express")


def bonuses(run: Run, company: str, view: State[Any], rules: Rules) -> list[RunBonus]:
    """18VA 4.2(1), 4.5.4, 4.5.5: coal and ports each in one sum, then what cities are worth more, and a 4D's double."""
    stops = {name: stop for name in run.stops if (stop := find_stop(name, view, rules)) is not None}
    worth = worth_to(company, run.train, stops, view, rules)
    paid: dict[str, int] = {}
    for name in stops:
        if worth.freight and (sort := FREIGHT.get(worth.sort(name))):
            paid[sort] = paid.get(sort, 0) + worth.earned(name) - worth.shown(name)
    found = [RunBonus(sort, dollars, told=TOLD_OF_PORTS.get(sort, "")) for sort, dollars in paid.items()]
    found += [more for name in stops for more in more_of_stop(name, worth)]
    if worth.kind.times > 1 and not worth.freight:
        once = sum(worth.city(name) for name, stop in stops.items() if stop.kind != "town")
        found.append(RunBonus(f"everything ×{worth.kind.times}", (worth.kind.times - 1) * once))
    return sorted(found, key=lambda more: ORDER.index(more.name) if more.name in ORDER else len(ORDER))


def find_stop(name: str, view: State[Any], rules: Rules) -> Stop | None:
    """A stop on the board; None for one that is gone."""
    hex_id, _, end = name.partition(".")
    stops = rules.data.face(hex_id, view.tiles.get(hex_id)).tile.stops
    return next((s for s in stops if s.name == end), None)


def more_of_stop(name: str, worth: StopWorth) -> Iterator[RunBonus]:
    """What a city is worth more than it shows; a town earns a train without freight nothing."""
    if worth.stops[name].kind == "town":
        if not worth.freight and worth.shown(name):
            yield RunBonus("", -worth.shown(name), name)
    elif worth.sort(name) not in (COAL, PORT):
        more = WORTH if name.partition(".")[0] == worth.express else 0
        if worth.sort(name) == OFF_MAP and name in worth.own:
            yield RunBonus("own station off the map", worth.shown(name) + more, name, "own station ×2")
        if more:
            yield RunBonus("Railway Express", more, name)
