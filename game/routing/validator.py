"""Checks runs, typed or found, rule by rule: what they earn, or the rule that a bad one breaks.

Written apart from the search on purpose: it walks the printed track itself and shares only the title's hooks. Each check
below is one rule; titles give its paragraph by the name of the function.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from game import cards, trains
from game.routing import track_paths
from game.routing.track_paths import Way
from game.rules import Refusal, TrainProfile, Trip
from game.state import Hex, Laid, Run

if TYPE_CHECKING:
    from game.actions import Route
    from game.play import Game
    from game.state import Company

OWN_TRAIN = "own_train"  # each train of the company runs one route at most: checked while a claim is read
APART = "trains_apart"  # trains of a company share stops, never track: found when all routes are laid out together


# Ways between two stops that were walked, with the tiles that lay there: by map, stops, and whether a route passes these.
walked: dict[tuple[Any, ...], tuple[tuple[tuple[tuple[Hex, Laid | None], ...], list[Way]], ...]] = {}
WALKED = 8192  # pairs of stops
BOARDS = 4  # of each pair


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


def judge(g: Game, company: Company, routes: Sequence[Route]) -> tuple[Run, ...] | Refusal:
    """The runs with their hexsides and dollars, in the order given, or why they are not legal and where that stands.

    Where a route does not name its hexsides, the first track is taken that keeps all trains apart, short ways first.
    """
    claims: list[Claim] = []
    for route in routes:
        claim = _claim_of(g, company, route, claims)
        if isinstance(claim, Refusal):
            return claim
        claims.append(claim)
    for claim in claims:
        for check in CHECKS:
            why = check(g, company, claim)
            if why:
                return _refusal(g, check, claim, why)
    tracks = _disjoint_tracks(claims)
    if tracks is None:
        return _crossed(g, claims)
    runs = []
    for claim, legs in zip(claims, tracks, strict=True):
        claim.legs = legs
        for rule in TRACK_CHECKS if claim.profile.tolls else TRACK_CHECKS[1:]:  # without tolls track adds no length
            why = rule(g, company, claim)
            if why:
                return _refusal(g, rule, claim, why)
        trip = Trip(claim.train, claim.stops, _landmarks(g, company, claim.stops, claim.track))
        for verdict in g.rules.routes.verdicts:
            why = verdict(g, company, trip)
            if why:
                return _refusal(g, verdict, claim, why)
        runs.append(Run(claim.train, claim.stops, claim.track, _earned(g, company, claim.profile, trip)))
    return tuple(runs)


def total(g: Game, company: Company, runs: Sequence[Run]) -> int:
    """Dollars of runs together, with the title's rule over all of them."""
    together = g.rules.routes.together
    trips = [(Trip(r.train, r.stops, _landmarks(g, company, r.stops, r.sides)), r.revenue) for r in runs]
    return sum(r.revenue for r in runs) + (together.value(g, company, trips) if together else 0)


def tie_break(g: Game, company: Company, runs: Sequence[Run]) -> int:
    """The number that decides between equal revenues, such as income of the treasury."""
    total = 0
    for r in runs:
        trip = Trip(r.train, r.stops, _landmarks(g, company, r.stops, r.sides))
        for make in g.rules.routes.bonuses:
            bonus = make(g, company, r.train)
            total += bonus.value(trip) if bonus is not None and bonus.tie else 0
    return total


def _earned(g: Game, company: Company, profile: TrainProfile, trip: Trip) -> int:
    """Dollars of a trip with its bonuses."""
    base = profile.score.value(trip) if profile.score else sum(profile.value(s) for s in trip.stops)
    made = (make(g, company, trip.train) for make in g.rules.routes.bonuses)
    return base + sum(b.value(trip) for b in made if b is not None and not b.tie)


def _landmarks(g: Game, company: Company, stops: Iterable[str], track: Iterable[str]) -> frozenset[Hex]:
    """The landmarks with track of a route."""
    known = frozenset(g.rules.routes.landmarks(g, company))
    if not known:
        return known
    passed = {s.partition(".")[0] for s in stops} | {h for side in track for h in track_paths.hexes(g, side)}
    return frozenset(passed) & known


# ---------------------------------------------------------------------- the board


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


def _stations_by_city(g: Game) -> dict[str, list[tuple[str, Company]]]:
    """By city its circles (+: beside them) with whoever has a station there."""
    return g.memo("stations by city", lambda: _sort_stations(g), "tokens")


def _sort_stations(g: Game) -> dict[str, list[tuple[str, Company]]]:
    """The same, worked out."""
    by_city: dict[str, list[tuple[str, Company]]] = {}
    for slot, company in g.state.tokens.items():
        city, _, circle = slot.rpartition(".")
        by_city.setdefault(city, []).append((circle, company))
    return by_city


def _is_end(g: Game, company: Company, name: str) -> bool:
    """Whether routes end at a stop."""
    stop = track_paths.stop_at(g, name)
    return (stop.end or stop.kind == "off") and name not in g.rules.routes.opened(g, company)


# ---------------------------------------------------------------------- reading what is claimed


def _claim_of(g: Game, company: Company, route: Route, others: Collection[Claim]) -> Claim | Refusal:
    """The route as a claim, or why it cannot be read."""
    train = _train_meant(g, company, route.train, {c.train for c in others})
    if train not in cards.trains(g, company):
        return Refusal(f"{company} has no train {route.train}", _paragraph(g, OWN_TRAIN))
    profile = g.rules.routes.profile(g, company, train)
    if profile is None:
        return Refusal(f"{train} has no route of its own", _paragraph(g, OWN_TRAIN))
    if any(c.train == train for c in others):
        return Refusal(f"{route.train} can run only once", _paragraph(g, OWN_TRAIN))
    stops = []
    for name in map(g.rules.data.place, route.stops):
        place, _, wanted = name.partition(".")
        if place not in g.rules.data.hexes:
            return Refusal(f"There is no hex {place} on this map")
        known = [s.name for s in track_paths.face(g, place).tile.stops]
        if not known:
            return Refusal(f"{place} has no city, town or off-map place")
        if not wanted and len(known) > 1:
            choices = ", ".join(f"{place}.{s}" for s in known)
            return Refusal(f"{place} has several stops: name one of {choices}")
        if wanted and wanted not in known:
            return Refusal(f"{place} has no stop {name}, but {', '.join(f'{place}.{s}' for s in known)}")
        stops.append(f"{place}.{wanted or known[0]}")
    known_sides = track_paths.hexsides(g.rules.data)
    for side in route.sides:
        if side not in known_sides:
            return Refusal(f"There is no hexside {side}: they are named by the first of their two hexes, such as D4/0")
    return Claim(train, profile, tuple(stops), route.sides, lambda a, b: _ways(g, a, b, stops))


def _ways(g: Game, a: str, b: str, stops: Sequence[str]) -> list[Way]:
    """Every way between two stops of a route: the same for all that pass the same of them, until a tile is laid on the way."""
    tiles, inner = g.state.tiles, stops[1:-1]
    key = (g.rules.data, g.rules.routes.rejoin, a, b, a in inner, b in inner)
    known = walked.get(key, ())
    for laid, kept_ways in known:
        for h, tile in laid:
            if tiles.get(h) != tile:
                break
        else:
            return kept_ways
    looked_at: set[Hex] = set()
    ways = list(track_paths.ways(g, a, b, stops, looked_at))
    if len(walked) >= WALKED:
        walked.clear()
    walked[key] = (*known[1 - BOARDS :], (tuple((h, tiles.get(h)) for h in looked_at), ways))
    return ways


def _train_meant(g: Game, company: Company, word: str, busy: Collection[str]) -> str:
    """The train that is named by its card, or by what it shows: the first such one that has no route yet."""
    owned = cards.trains(g, company)
    alike = [] if word in owned else [t for t in owned if word in {trains.face(g, t), cards.kind(t)}]
    return next((t for t in alike if t not in busy), alike[0] if alike else word)


# ---------------------------------------------------------------------- rules of one route


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
    for way in claim.legs:
        for a, b in pairwise(way):
            groups += [g.rules.routes.once(g, h) for h in set(track_paths.hexes(g, a)) & set(track_paths.hexes(g, b))]
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


# ---------------------------------------------------------------------- all routes together, and refusing


def _disjoint_tracks(claims: Sequence[Claim]) -> list[tuple[Way, ...]] | None:
    """Track for these routes that keeps them apart, or None."""
    if len(claims) == 1:
        return claims[0].alone
    return track_paths.lay_out([c.ways for c in claims], [set(c.via) for c in claims])


def _paragraph(g: Game, rule: str) -> str:
    """Where the rulebook states a rule of all runs."""
    return g.rules.paragraphs.get(rule, "")


def _refusal(g: Game, check: Callable[..., str | None], claim: Claim, why: str) -> Refusal:
    """A refusal of one train's route, with the check's paragraph."""
    return Refusal(f"{claim.train}: {why}", g.rules.paragraph(check))


def _crossed(g: Game, claims: Sequence[Claim]) -> Refusal:
    """Which trains get in each other's way."""
    for number, claim in enumerate(claims):
        for other in claims[:number]:
            if _disjoint_tracks([other, claim]) is None:
                why = f"{other.train} and {claim.train} would use the same piece of track"
                return Refusal(why, _paragraph(g, APART))
    return Refusal("the trains would use the same pieces of track", _paragraph(g, APART))
