"""What tells runs apart on their buttons: a place that not all of them stop at, else one train's route, else the hexes passed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from bot.views.options.screen import ScreenOption
from game.actions import Route, RunTrains
from game.rules import Rules
from render.data import queries
from render.data.names import listed
from render.data.run_paths import run_hexes
from render.text.labels import stop_names

OWN_STOPS = 2  # that tell a run from others
MOST_TRAITS = 3  # that tell a run from others together
TRAIN = r"\S+-train "  # in the label of a run
PLACE = r", way \d+$"  # among runs, where nothing else tells them apart

Trait: TypeAlias = str  # a place, or another thing that some of the runs have
Words: TypeAlias = Callable[[Sequence[Trait], Sequence[Trait]], str]  # of the traits a run has and of those it has not


def tell_runs_apart(runs: Sequence[RunTrains], heads: Sequence[str], rules: Rules, room: int) -> list[str]:
    """Each run's head with what no other run of that head has, in `room` characters.

    `heads`: what each says before, such as its dollars.
    """
    made = list(heads)
    for head in {h for h in heads if heads.count(h) > 1}:
        alike = [n for n, h in enumerate(heads) if h == head]
        for place, n in enumerate(alike, 1):
            words = _tell([runs[other] for other in alike], place - 1, rules)
            fits = (f"{head}{text}" for text in words if len(head) + len(text) <= room)
            made[n] = next(fits, f"{head}, way {place}")
    return made


def _tell(runs: Sequence[RunTrains], at: int, rules: Rules) -> Iterator[str]:
    """What is true of one of these runs alone, the clearest first."""
    stops = {s for run in runs for route in run.routes for s in route.stops}
    for called in (
        {s: stop_names([s], rules) for s in stops},
        {s: s.partition(".")[0] for s in stops},
    ):  # hexes are shorter
        yield from _tell_by_stops(runs, at, called, rules)
    yield from _own_traits(_traits(runs, lambda route: run_hexes(rules, route)), at, _over_words)
    yield from _own_traits(_traits(runs, lambda route: [_border(s, rules) for s in route.sides]), at, _over_words)


def _tell_by_stops(runs: Sequence[RunTrains], at: int, called: Mapping[str, str], rules: Rules) -> Iterator[str]:
    """What is true of one of these runs alone, by where its trains stop."""
    through = _traits(runs, lambda route: [called[s] for s in route.stops])
    yield from _own_traits(through, at, _via_words)
    yield from _own_trains(runs, at, called, rules)
    trains = _traits(runs, lambda route: [f"{_train(route, rules)} via {called[s]}" for s in route.stops])
    mixed = [[f"via {s}" for s in by_any] + by_one for by_any, by_one in zip(through, trains, strict=True)]
    yield from _own_traits(mixed, at, _mixed_words)


def _traits(runs: Sequence[RunTrains], of: Callable[[Route], Sequence[Trait]]) -> list[list[Trait]]:
    """Of each run what all its routes have."""
    return [[trait for route in run.routes for trait in of(route)] for run in runs]


def _own_traits(traits: Sequence[Sequence[Trait]], at: int, words: Words) -> Iterator[str]:
    """What one of these lists has and has not, and no other so: first two of its own that lie beside each other, then as few
    as tell it apart.
    """
    mine, others = list(dict.fromkeys(traits[at])), [set(t) for n, t in enumerate(traits) if n != at]
    has = [t for t in mine if not all(t in other for other in others)]
    if has and not any(other.issuperset(has[:OWN_STOPS]) for other in others):
        yield words(has[:OWN_STOPS], [])
    lacks = [t for t in dict.fromkeys(t for n, each in enumerate(traits) if n != at for t in each) if t not in mine]
    signed = [(t, True) for t in has] + [(t, False) for t in lacks]
    for count in range(1, MOST_TRAITS + 1):
        for some in combinations(signed, count):
            if not any(all((t in other) == there for t, there in some) for other in others):
                told = words([t for t, there in some if there], [t for t, there in some if not there])
                yield from [told] if told else []


def _via_words(has: Sequence[Trait], lacks: Sequence[Trait]) -> str:
    """` via Lebanon and Nashville`, ` without Rome`."""
    return _joined(" via ", has, " without ", lacks)


def _over_words(has: Sequence[Trait], lacks: Sequence[Trait]) -> str:
    """` over G5`, ` not over G7`."""
    return _joined(" over ", has, " not over ", lacks)


def _mixed_words(has: Sequence[Trait], lacks: Sequence[Trait]) -> str:
    """` via Rome, 3-train via Augusta`: what it has alone, as these words say themselves where they are missing."""
    return "" if lacks else f" {', '.join(has)}"


def _joined(before: str, has: Sequence[Trait], against: str, lacks: Sequence[Trait]) -> str:
    """What a run has, and what it has not, each with its word."""
    return ",".join(
        word + listed(some, joint) for word, some, joint in ((before, has, "and"), (against, lacks, "or")) if some
    )


def _own_trains(runs: Sequence[RunTrains], at: int, names: Mapping[str, str], rules: Rules) -> Iterator[str]:
    """A train's route that no other run has: whole, else by its ends."""
    for words in (_whole_route, _route_ends):
        told = [[words(route, names, rules) for route in run.routes] for run in runs]
        same = [
            {words(_turned(route), names, rules) for route in run.routes} | set(t)
            for run, t in zip(runs, told, strict=True)
        ]
        for text in told[at]:
            if not any(text in other for n, other in enumerate(same) if n != at):
                yield f" · {text}"


def _turned(route: Route) -> Route:
    """A route from its other end."""
    return Route(route.train, route.stops[::-1], route.sides)


def _train(route: Route, rules: Rules) -> str:
    """`3-train`."""
    return rules.data.train_called(queries.train_type(route.train))


def _whole_route(route: Route, names: Mapping[str, str], rules: Rules) -> str:
    """`3-train Rome–Atlanta`."""
    return f"{_train(route, rules)} {'–'.join(names[s] for s in route.stops)}"


def _route_ends(route: Route, names: Mapping[str, str], rules: Rules) -> str:
    """`3-train Rome … Augusta`."""
    return f"{_train(route, rules)} {names[route.stops[0]]} … {names[route.stops[-1]]}"


def _border(side: str, rules: Rules) -> str:
    """`G5–H6`: the two hexes of a hexside."""
    hex_id, _, number = side.partition("/")
    return "–".join(sorted(filter(None, (hex_id, rules.data.hexes[hex_id].sides[int(number)]))))


def shorten_runs(labels: Sequence[str], offers: Sequence[ScreenOption], rules: Rules, room: int) -> list[str]:
    """Runs that say what they earn, of a single train with both ends of its route, and what tells equal ones apart: the picture
    and the lines above the buttons show the rest.
    """
    made, runs = list(labels), [(n, o.action) for n, o in enumerate(offers) if isinstance(o.action, RunTrains)]
    short = [_shorten_run(labels[n], run, rules) for n, run in runs]
    if len({tuple(re.findall(TRAIN, text)) for text in short}) == 1:  # no need to say it on each
        short = [re.sub(TRAIN, "", text) for text in short]
    for heads in (short, [text.partition(" · ")[0] for text in short]):
        told = tell_runs_apart([run for _, run in runs], heads, rules, room)
        if all(len(text) <= room and not re.search(PLACE, text) for text in told):
            break
    for (n, _), text in zip(runs, told, strict=True):
        made[n] = text
    return made


def _shorten_run(text: str, run: RunTrains, rules: Rules) -> str:
    """A run's label with both ends of its route; of several trains what they earn together."""
    text = re.sub(rf"(^| · )\d+\) |{PLACE}", r"\1", text)  # its place among runs, which told equal ones apart
    if len(run.routes) > 1:
        return text.partition(" · ")[0]
    if not run.routes:
        return text
    stops = run.routes[0].stops
    ends = f"{stop_names(stops[:1], rules)} … {stop_names(stops[-1:], rules)}"
    return text.replace(stop_names(stops, rules), ends)
