"""Checks runs, typed or found, rule by rule: what they earn, or the rule that a bad one breaks.

Written apart from the search on purpose: it walks the printed track itself and shares only the title's hooks. The rules
of one route are checks in `route_checks.py`; titles give their paragraphs by the names of the functions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from game import cards, trains
from game.route_rules import TrainProfile, Trip
from game.routing import route_checks, track_paths
from game.routing.route_checks import Claim
from game.routing.track_paths import Way
from game.rules import Refusal
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
        for check in route_checks.CHECKS:
            why = check(g, company, claim)
            if why:
                return _refusal(g, check, claim, why)
    tracks = _disjoint_tracks(claims)
    if tracks is None:
        return _crossed(g, claims)
    runs = []
    for claim, legs in zip(claims, tracks, strict=True):
        claim.legs = legs
        # without tolls track adds no length
        for rule in route_checks.TRACK_CHECKS if claim.profile.tolls else route_checks.TRACK_CHECKS[1:]:
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
    cross_train = g.rules.routes.cross_train
    trips = [(Trip(r.train, r.stops, _landmarks(g, company, r.stops, r.sides)), r.revenue) for r in runs]
    return sum(r.revenue for r in runs) + (cross_train.value(g, company, trips) if cross_train else 0)


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


def _claim_of(g: Game, company: Company, route: Route, others: Collection[Claim]) -> Claim | Refusal:
    """The route as a claim, or why it cannot be read."""
    train = _train_meant(g, company, route.train, {c.train for c in others})
    if train not in cards.trains(g, company):
        return Refusal(f"{company} has no {trains.train_name(g, route.train)}", _paragraph(g, OWN_TRAIN))
    profile = g.rules.routes.profile(g, company, train)
    if profile is None:
        return Refusal(f"the {trains.train_name(g, train)} has no route of its own", _paragraph(g, OWN_TRAIN))
    if any(c.train == train for c in others):
        return Refusal(f"each {trains.train_name(g, train)} can run only once", _paragraph(g, OWN_TRAIN))
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
            return Refusal(f"{place} has no stop {name}: it has {', '.join(f'{place}.{s}' for s in known)}")
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
    for laid, kept_ways in reversed(known):
        for h, tile in laid:
            now = tiles.get(h)
            if now is not tile and now != tile:
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
    return Refusal(f"{trains.train_name(g, claim.train)}: {why}", g.rules.paragraph(check))


def _crossed(g: Game, claims: Sequence[Claim]) -> Refusal:
    """Which trains get in each other's way."""
    for number, claim in enumerate(claims):
        for other in claims[:number]:
            if _disjoint_tracks([other, claim]) is None:
                names = trains.train_name(g, other.train), trains.train_name(g, claim.train)
                both = f"two {names[0]}s" if names[0] == names[1] else f"the {names[0]} and the {names[1]}"
                return Refusal(f"{both} would use the same piece of track", _paragraph(g, APART))
    return Refusal("the trains would use the same pieces of track", _paragraph(g, APART))
