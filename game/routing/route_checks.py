"""A route as it is claimed, and the rules that it must keep by itself: (g, company, claim)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from game.memo import memoized
from game.route_rules import TrainProfile, uses_up_nothing
from game.routing import track_paths
from game.routing.track_paths import Way

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Company


@dataclass
class Claim:
    """A route as it is claimed. `via`: hexsides that are named; `lead`: finds the ways between two of its stops."""

    train: str
    profile: TrainProfile
    stops: tuple[str, ...]
    via: tuple[str, ...]
    lead: Callable[[str, str], Iterable[Way]]
    legs: tuple[Way, ...] = ()  # the track that is taken, leg by leg

    @cached_property
    def ways(self) -> list[list[Way]]:
        """For each leg the track that could be meant: first what is named, then short ways."""
        named_sides = f" {' '.join(self.via)} "
        legs = [list(self.lead(a, b)) for a, b in pairwise(self.stops)]
        for leg in legs:
            if len(leg) > 1:
                leg.sort(key=lambda way: (f" {' '.join(way)} " not in named_sides, len(way), way))
        return legs

    @cached_property
    def alone(self) -> list[tuple[Way, ...]] | None:
        """Track for this route where there is no other, or None."""
        return track_paths.lay_out([self.ways], [set(self.via)])

    @property
    def track(self) -> tuple[str, ...]:
        """Names of the hexsides, in the order of the route."""
        return tuple(side for way in self.legs for side in way)


def _stop_name(g: Game, name: str) -> str:
    """A stop as players know it: Macon (F6), Atlanta (D4.b)."""
    place, _, _ = name.partition(".")
    known = g.rules.data.hexes[place].name
    short = name if len(track_paths.face(g, place).tile.stops) > 1 else place
    return f"{known} ({short})" if known else short


def _is_blocked(g: Game, company: Company, name: str) -> bool:
    """Whether all circles are filled, none by the company, which has no station beside them either."""
    here = _stations_by_city(g).get(name, ())
    if not here:
        return False
    slots = track_paths.stop_at(g, name).slots
    return 0 < slots <= sum(circle != "+" for circle, _ in here) and all(c != company for _, c in here)


@memoized("tokens")
def _stations_by_city(g: Game) -> dict[str, list[tuple[str, Company]]]:
    """By city its circles (+: beside them) with whoever has a station there."""
    by_city: dict[str, list[tuple[str, Company]]] = {}
    for slot, company in g.state.tokens.items():
        city, _, circle = slot.rpartition(".")
        by_city.setdefault(city, []).append((circle, company))
    return by_city


def _is_end(g: Game, company: Company, name: str) -> bool:
    """Whether routes end at a stop."""
    stop = track_paths.stop_at(g, name)
    return (stop.end or stop.kind == "off") and name not in g.rules.routes.opened(g, company)


def enough_stops(g: Game, company: Company, claim: Claim) -> str | None:
    """A route joins at least two stops (or as many as the train needs) of those that count."""
    count = sum(claim.profile.counts(s) for s in claim.stops)
    least = claim.profile.least
    if len(claim.stops) < 2 or count < least:
        return f"a route needs {least} stops{' that count for this train' if count < len(claim.stops) else ''}"
    return None


def stops_allowed(g: Game, company: Company, claim: Claim) -> str | None:
    """The train may visit each stop."""
    bad = [s for s in claim.stops if not claim.profile.usable(s)]
    return f"this train cannot run to {_stop_name(g, bad[0])}" if bad else None


def no_stop_twice(g: Game, company: Company, claim: Claim) -> str | None:
    """No stop twice, nor two stops of a group that counts as one."""
    seen: dict[str, str] = {}
    for s in claim.stops:
        group = g.rules.routes.group(g, s)
        if group in seen:
            other = seen[group]
            return (
                f"{_stop_name(g, s)} is on the route twice"
                if other == s
                else f"a route cannot count both {_stop_name(g, other)} and {_stop_name(g, s)}"
            )
        seen[group] = s
    return None


def own_station(g: Game, company: Company, claim: Claim) -> str | None:
    """A station of the company lies on the route."""
    stations = _stations_by_city(g)
    own = any(c == company for stop in claim.stops for _, c in stations.get(stop, ()))
    return None if own else f"{company} has no station on the route"


def only_at_ends(g: Game, company: Company, claim: Claim) -> str | None:
    """Off-map places and the like lie only at an end of a route."""
    bad = [s for s in claim.stops[1:-1] if _is_end(g, company, s)]
    return f"no train can run through {_stop_name(g, bad[0])}" if bad else None


def not_through_closed(g: Game, company: Company, claim: Claim) -> str | None:
    """A city whose circles are all filled by others may be an end, never passed."""
    bad = [s for s in claim.stops[1:-1] if _is_blocked(g, company, s)]
    return f"others have taken all circles of {_stop_name(g, bad[0])}: a route can only end there" if bad else None


def proper_ends(g: Game, company: Company, claim: Claim) -> str | None:
    """A route begins and ends where the title lets it."""
    bad = [s for s in (claim.stops[0], claim.stops[-1]) if not claim.profile.end(s)]
    return f"a route cannot end in {_stop_name(g, bad[0])}" if bad else None


def joined(g: Game, company: Company, claim: Claim) -> str | None:
    """Track leads from each stop to the next without a stop in between."""
    for (a, b), leg in zip(pairwise(claim.stops), claim.ways, strict=True):
        if not leg:
            return f"no track leads from {_stop_name(g, a)} to {_stop_name(g, b)} without passing another stop"
    used = {side for leg in claim.ways for way in leg for side in way}
    off = [side for side in claim.via if side not in used]
    return f"{off[0]} is not on the way of this route" if off else None


def not_reversed(g: Game, company: Company, claim: Claim) -> str | None:
    """No turning round at a fork: two stops are joined only by track that a train can follow."""
    for (a, b), leg in zip(pairwise(claim.stops), claim.ways, strict=True):
        if not leg and track_paths.touching(g, a, b):
            return f"a train from {_stop_name(g, a)} to {_stop_name(g, b)} would have to turn round at a fork"
    return None


def within_length(g: Game, company: Company, claim: Claim) -> str | None:
    """The stops that count for its length are not more than the train runs to."""
    tolls = g.rules.routes.tolls(g) if claim.profile.tolls else {}
    length = sum(claim.profile.cost(s) for s in claim.stops) + sum(tolls.get(side, 0) for side in claim.track)
    return (
        f"that is a length of {length}, and the train only runs {claim.profile.cap}"
        if length > claim.profile.cap
        else None
    )


def no_hex_twice(g: Game, company: Company, claim: Claim) -> str | None:
    """Where the title says so, a hex that is passed excludes what is of its group."""
    groups = [g.rules.routes.group(g, s) for s in claim.stops]
    once = g.rules.routes.once
    for way in claim.legs if once is not uses_up_nothing else ():
        for a, b in pairwise(way):
            groups += [once(g, h) for h in set(track_paths.hexes(g, a)) & set(track_paths.hexes(g, b))]
    if len(set(groups)) == len(groups):
        return None
    twice = [name for name in groups if name and groups.count(name) > 1]
    return f"the route comes to {twice[0]} twice" if twice else None


def track_once(g: Game, company: Company, claim: Claim) -> str | None:
    """No piece of track twice within a route; two tracks that leave a hex by one side are one piece there."""
    return None if claim.alone else "it would use a piece of track twice"


CHECKS: tuple[Callable[[Game, Company, Claim], str | None], ...] = (
    enough_stops,
    stops_allowed,
    no_stop_twice,
    own_station,
    only_at_ends,
    not_through_closed,
    proper_ends,
    not_reversed,
    joined,
    within_length,
    track_once,
)


# Once it is known which track each train runs on.
TRACK_CHECKS: tuple[Callable[[Game, Company, Claim], str | None], ...] = (within_length, no_hex_twice)
