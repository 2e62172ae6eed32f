"""18VA: what pays a run more or less than its stops show, in words and dollars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from game.route_rules import RunBonus
from titles.va.freight import COAL, OFF_MAP, PORT, WORTH, port_city
from titles.va.marks import EXPRESS

if TYPE_CHECKING:
    from game.rules import Rules
    from game.state import Run, State
    from game.tiles import Stop

FREIGHT = {COAL: "coal", PORT: "port"}
TOLD_OF_PORTS = {"port": "port and its city doubled"}  # the stop beside it is called a port too


def bonuses(run: Run, company: str, view: State[Any], rules: Rules) -> list[RunBonus]:
    """18VA 4.2(1), 4.5.4, 4.5.5: coal and ports each in one sum, then what cities are worth more, and a 4D's double."""
    kind = rules.data.trains[run.train.rpartition("-")[0]]
    paid = _Worth(run, company, view, rules)
    freight = [(FREIGHT[sort], more) for sort, more in map(paid.more_by_freight, paid.stops) if sort in FREIGHT]
    found = [
        RunBonus(name, sum(n for sort, n in freight if sort == name), told=TOLD_OF_PORTS.get(name, ""))
        for name in dict.fromkeys(s for s, _ in freight)
    ]
    found += [more for stop in paid.stops for more in paid.more_of_stop(stop)]
    if kind.times > 1 and not paid.freight:
        once = sum(paid.city(s) for s in paid.stops if paid.stops[s].kind != "town")
        found.append(RunBonus(f"everything ×{kind.times}", (kind.times - 1) * once))
    return sorted(found, key=lambda more: ORDER.index(more.name) if more.name in ORDER else len(ORDER))


ORDER = ("coal", "port", "own station off the map", "Railway Express")


class _Worth:
    """What the stops of one run are worth to a company."""

    def __init__(self, run: Run, company: str, view: State[Any], rules: Rules) -> None:
        kind, card = rules.data.trains[run.train.rpartition("-")[0]], view.trains.get(run.train)
        side = next((s for s in kind.sides if card is not None and s.name == card.side), None)
        phase, mark = rules.data.phases.get(view.phase), EXPRESS.record(view)
        self.view, self.rules = view, rules
        self.freight, self.reach = side is not None and "freight" in side.kinds, side.reach if side else kind.reach
        self.colours = frozenset(phase.tiles if phase else ())
        self.express = mark.hex if mark is not None and mark.company == company else ""
        self.stops = {s: stop for s in run.stops if (stop := self.find_stop(s)) is not None}
        self.stationed = {slot.rpartition(".")[0] for slot, owner in view.tokens.items() if owner == company}

    def find_stop(self, name: str) -> Stop | None:
        """A stop on the board; None for one that is gone."""
        hex_id, _, end = name.partition(".")
        stops = self.rules.data.face(hex_id, self.view.tiles.get(hex_id)).tile.stops
        return next((s for s in stops if s.name == end), None)

    def sort(self, name: str) -> str:
        """What kind of place off the map a stop is, "" for any other."""
        return next(iter(self.stops[name].groups), "")

    def plain(self, name: str) -> int:
        """The worth that a stop shows."""
        return self.stops[name].value(self.colours)

    def city(self, name: str) -> int:
        """A city with what it is worth more to the company, before a 4D doubles it."""
        return self.plain(name) + sum(more.dollars for more in self.more_of_stop(name))

    def more_by_freight(self, name: str) -> tuple[str, int]:
        """What a freight train earns at a coal district or a port beyond the worth shown, with the sort of the place."""
        sort = self.sort(name) if self.freight else ""
        if sort == COAL:
            return sort, self.rules.data.file.numbers["coal"] * self.reach - self.plain(name)
        if sort == PORT:
            beside = port_city(self.rules, self.view.tiles, name)  # which the run comes through
            again = self.plain if self.rules.has("rea_once_in_port") else self.city
            return sort, self.plain(name) + (again(beside) if beside in self.stops else 0)
        return "", 0

    def more_of_stop(self, name: str) -> Iterator[RunBonus]:
        """What a city is worth more than it shows; a town earns a train without freight nothing."""
        hex_id, sort = name.partition(".")[0], self.sort(name)
        if self.stops[name].kind == "town":
            if not self.freight and self.plain(name):
                yield RunBonus("", -self.plain(name), name)
        elif sort not in (COAL, PORT):
            more = WORTH if hex_id == self.express else 0
            if sort == OFF_MAP and name in self.stationed:
                yield RunBonus("own station off the map", self.plain(name) + more, name, "own station ×2")
            if more:
                yield RunBonus("Railway Express", more, name)
