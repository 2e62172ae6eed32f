"""What a title says of runs: hooks of the route search (`routing/routes.py`) and of the checker (`routing/validator.py`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Card, Company, Hex


TripCheck = Callable[["Game", "Company", "Trip"], str | None]
"""Why a company's train may not make a trip."""


class Trip(NamedTuple):
    """The route of one train as the hooks of a title see it."""

    train: Card
    stops: tuple[str, ...]  # in order; the first and the last are its ends
    hexes: frozenset[str]  # those of the title's landmarks that have track of the route


class Bits:
    """Names on a board as bits of ints, for bounds that the search of routes asks for thousands of times.

    `seen`: the stops that were asked for; on others no bound depends. All are asked for when a bound is made.
    """

    def __init__(self, node: Mapping[str, int], around: Mapping[Hex, int]) -> None:
        self.node = node  # number of each stop that the train can come to
        self.around = around  # the hexsides of each hex
        self.seen = 0
        self.made = False  # whether all bounds are

    def stops(self, names: Iterable[str]) -> int:
        """Those of these stops that the train can come to."""
        assert not self.made, "a bound asks for stops after it was made"
        mask = 0
        for name in names:
            if name in self.node:
                mask |= 1 << self.node[name]
        self.seen |= mask
        return mask

    def hexsides(self, hexes: Iterable[Hex]) -> int:
        """The hexsides of these hexes: a route passes one of them where it uses such a hexside."""
        mask = 0
        for h in hexes:
            mask |= self.around.get(h, 0)
        return mask


Bound = Callable[[int, int], int]


class BestStop(NamedTuple):
    """The form of a bonus: the best of these stops that the route visits counts, once."""

    values: Mapping[str, int]  # dollars


class BothEnds(NamedTuple):
    """The form of a bonus: nothing unless both ends of the route are among `stops`, then at most so much for each stop."""

    stops: Collection[str]
    each: Mapping[str, int]  # dollars


class Bonus(NamedTuple):
    """Dollars that a route earns beside its stops.

    `form`: what the search may know about the bonus beside its bound; there is one `BestStop` and one `BothEnds` at most.

    `bound`: given the names as bits, a function (stops, hexsides) of bits: no route among these (in any order) earns more. It
    must not fall when some are added. Most bonuses only grow with what a route visits; then it is the value of a trip to all.
    """

    value: Callable[[Trip], int]
    bound: Callable[[Bits], Bound]
    tie: bool = False  # no revenue, but a number that decides between equal revenues, such as income of the treasury
    form: BestStop | BothEnds | None = None
    possible: Callable[[], bool] = lambda: True  # whether any run could earn it; only a search asks, to leave it out


class RunBonus(NamedTuple):
    """What one rule pays a run beside the plain worth of its stops, for sentences and sums.

    `stop`: the one that is worth so much more, "" where it is a sum of its own; `told`: what sums say instead of the name.
    """

    name: str  # "" is left out of sentences
    dollars: int  # less than nothing: a stop that is not paid
    stop: str = ""
    told: str = ""


class Score(NamedTuple):
    """Dollars in place of the sum of the stops, for a train such as "the best four of any number"; `bound` as of a bonus."""

    value: Callable[[Trip], int]
    bound: Callable[[Bits], Bound]


@dataclass(frozen=True)
class TrainProfile:
    """How one train of a company sees the board. Trains of one type and side see it alike."""

    cap: int  # what its stops may cost in all
    value: Callable[[str], int]  # dollars of a stop, doubled where the train doubles it; never negative
    cost: Callable[[str], int] = lambda _s: 1  # of the cap; 0: a stop beside it, such as a town in many titles
    usable: Callable[[str], bool] = lambda _s: True  # whether the train may visit the stop
    end: Callable[[str], bool] = lambda _s: True  # whether a route may begin or end there
    counts: Callable[[str], bool] = lambda _s: True  # for the least number of stops
    least: int = 2
    tolls: bool = False  # hexsides with a toll (RouteRules.tolls) use up the cap as well
    score: Score | None = None


class Variant(NamedTuple):
    """One way in which a rule over all runs may come out: the trains that earn, and what some of them earn beside."""

    trains: tuple[Card, ...]
    extra: Mapping[Card, Bonus] = {}


@dataclass(frozen=True)
class CrossTrainRule:
    """A rule over all runs of a turn, such as a train that copies a stop of another or one that earns nothing.

    The best of the variants' best runs must be the best runs under the rule; `value` is what it adds to given runs.
    """

    variants: Callable[[Game, Company, tuple[Card, ...]], Iterable[Variant]]
    # (g, company, trips with dollars), may be negative
    value: Callable[[Game, Company, Sequence[tuple[Trip, int]]], int]


def uses_up_nothing(_g: Game, _hex: str) -> str:
    """The group that a hex uses up where a route passes it: none."""
    return ""


@dataclass(frozen=True)
class RouteRules:
    """Hooks of the route search (`game/routing/routes.py`) and of the checker (`game/routing/validator.py`)."""

    profile: Callable[[Game, Company, Card], TrainProfile | None]  # None: a card that has no route of its own
    group: Callable[[Game, str], str] = lambda _g, stop: stop  # stops of one group exclude each other on a route
    reached_once: bool = False  # what lies behind two stops of one group is not reached for track and stations either
    # group that a route uses up where it passes a hex without stopping
    once: Callable[[Game, str], str] = uses_up_nothing
    verdicts: tuple[TripCheck, ...] = ()
    bonuses: tuple[Callable[[Game, Company, Card], Bonus | None], ...] = ()  # of a route
    cross_train: CrossTrainRule | None = None
    landmarks: Callable[[Game, Company], Collection[str]] = lambda _g, _c: ()  # hexes that matter when they are passed
    tolls: Callable[[Game], Mapping[str, int]] = lambda _g: {}  # by hexside: what crossing it costs of the cap (gauge)
    # ends that the company may run through; they depend on tiles and stations alone
    opened: Callable[[Game, Company], Collection[str]] = lambda _g, _c: ()
    rejoin: bool = False  # a train may pass a junction twice between two stops, on other spokes
