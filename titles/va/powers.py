"""18VA 4.2: the powers that private companies have in the hands of a company; using one closes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from game import places, privates, stations, train_checks, trains
from game.ability_kinds import DISCOUNT, TOKEN, AbilityKind
from game.actions import PlaceToken, Use
from game.checks import Purchase, StationPermit
from game.choices import Choice, choice
from game.events import Event, PowerUsed, PrivateSold, TurnBegan
from game.rules import Power, Refusal
from game.step_keys import StepKey
from game.steps.trains import BuyTrains
from titles.va.freight import WORTH
from titles.va.marks import EXPRESS, LATE_YARDS, RAISED_LIMITS, Express

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules
    from game.state import State
    from game.stations import Site

BEFORE_RUN = (StepKey.TOKEN, StepKey.RUN)  # keys of the steps in which marks and markers are placed
BONUS = AbilityKind("bonus", StepKey.TOKEN, ("amount",))  # it counts from the next run on
LIMIT = AbilityKind("limit", StepKey.TRAINS, ("amount",))
AFTER_TILE = (StepKey.TOKEN, StepKey.RUN, StepKey.DIVIDEND, StepKey.TRAINS, StepKey.LAST_CHANCE)


class ExpressPlaced(Event, frozen=True):
    company: str
    hex: str


class LimitRaised(Event, frozen=True):
    company: str


def close_used(g: Game, event: PowerUsed) -> None:
    """18VA 4.2: a private company closes as soon as its power is used."""
    trains.close_private(g, event.private)


def cities(g: Game) -> list[str]:
    """18VA 4.2(1): any city, built or not, none of the off-map cities and coal mining districts."""
    return [h for h, data in g.rules.data.hexes.items() if data.buildable and data.print.cities]


def express_choices(g: Game, company: str, key: str) -> Iterator[Choice]:
    """18VA 4.5.3: when stations are placed; here until the trains run (18xx.games: at any time of the turn)."""
    if key in BEFORE_RUN or g.rules.has("private_powers_any_step"):
        for private, _ in privates.powers(g, company, BONUS):
            yield choice(*(Use(private, h, by=g.president(company)) for h in cities(g)))


def place_express(g: Game, company: str, action: Use) -> None:
    """18VA 4.2(1): one city is worth 10 more to this company for the rest of the game."""
    EXPRESS.set(g.state, Express(company, action.target))
    g.emit(ExpressPlaced(company, action.target))
    privates.use(g, action.private, BONUS)


def express_in_words(event: ExpressPlaced, _view: object, rules: Rules) -> str:
    return f"{rules.data.hexes[event.hex].spot} is worth {rules.data.money(WORTH)} more to {event.company}."


def markers(g: Game, company: str) -> Iterator[StationPermit]:
    """18VA 4.2(3): a further station beside the circles of any city, free and without connection."""
    for private, _ in privates.powers(g, company, TOKEN):
        yield StationPermit(0, connected=False, outside_circle="always", extra=True, using=private, charter=False)


def circle_there(g: Game, site: Site) -> str | None:
    """18VA 4.2(3): the hex must have a city circle already, which an unbuilt city has not."""
    unbuilt = stations.tile_in(g, site.hex).colour == "white" and not g.rules.has("private_powers_any_step")
    return f"{site.place.spot} has no tile and so no circle yet" if site.permit.outside_circle and unbuilt else None


def marker_choices(g: Game, company: str, key: str) -> Iterator[Choice]:
    """18VA 4.5.3: the step of stations offers it itself; here what is bought after that step is used before the run."""
    window = AFTER_TILE if g.rules.has("private_powers_any_step") else BEFORE_RUN
    if key not in window[1:]:
        return
    for permit in markers(g, company):
        by = g.president(company)
        actions = [
            PlaceToken(stations.city_of_slot(g, slot), permit.using, by=by)
            for slot in stations.slots(g, company, permit)
        ]
        if actions:
            yield choice(*actions)


def place_marker(g: Game, company: str, action: PlaceToken) -> None:
    """18VA 4.2(3): the marker beside the circles, or in one, which is no station of the charter."""
    permit = next(p for p in markers(g, company) if p.using == action.using)
    slot = next(s for s in stations.slots(g, company, permit) if stations.city_of_slot(g, s) == action.city)
    stations.station(g, company, slot, 0, action.using, charter=False)
    privates.use(g, action.using, TOKEN)


def limit_choices(g: Game, company: str, key: str) -> Iterator[Choice]:
    """18VA 4.2(4), 4.5.8: instead of the station one train more, in the phase in which the company buys trains.

    The company that owns the private uses it there (4.2). It may have bought it in that very phase: 4.2 lets companies buy
    privates from phase 3 on and names no moment of the turn, and no paragraph wants them owned when the phase begins; nor is
    the phase left out where the company can buy nothing, since each turn has all phases in their order (4.5).
    """
    if key == StepKey.TRAINS and not LATE_YARDS.contains(g.state, company):
        for private, _ in privates.powers(g, company, LIMIT):
            yield choice(Use(private, by=g.president(company)))


def raise_limit(g: Game, company: str, action: Use) -> None:
    """18VA 4.2(4): one more train for the rest of the game."""
    RAISED_LIMITS.add(g.state, company)
    g.emit(LimitRaised(company))
    privates.use(g, action.private, LIMIT)


def note_late_yards(g: Game, event: PrivateSold) -> None:
    """18xx.games: Potomac Yards bought by a company that can buy no train come too late for this turn."""
    company = event.buyer
    step = g.state.find_step(BuyTrains)
    if (
        g.rules.has("yards_before_trains")
        and step is not None
        and step.company == company
        and any(True for _ in privates.powers(g, company, LIMIT))
        and not could_buy(g, step, g.state.cash[company] + event.price)
    ):
        LATE_YARDS.add(g.state, company)


def could_buy(g: Game, step: BuyTrains, cash: int) -> bool:
    """Whether so many dollars buy any train, another company's for 1."""
    trade = (
        Purchase(step.company, card, seller, 1, step.bank)
        for seller, card in train_checks.others_trains(g, step.company)
    )
    affordable = (p for p in (*step.bank_purchases(g), *trade) if p.price <= cash)
    return any(not g.rules.forbids(g.rules.trains.checks, g, p) for p in affordable)


def forget_late_yards(g: Game, _event: TurnBegan) -> None:
    """Reaction: another turn begins."""
    LATE_YARDS.clear(g.state)


def limit_in_words(event: LimitRaised, _view: object, _rules: Rules) -> str:
    return f"{event.company} may own one train more for the rest of the game."


def train_limit(g: Game, company: str) -> int:
    """18VA 4.5.8, 4.2(4): by phase and size, one more with the power of the Potomac Yards."""
    return trains.phase_limit(g, company) + more_trains(g.state, company)


def more_trains(state: State[Any], company: str) -> int:
    """18VA 4.2(4): the power of the Potomac Yards adds a train."""
    return int(RAISED_LIMITS.contains(state, company))


def signs(state: State[Any]) -> dict[str, tuple[str, ...]]:
    """The markers of both companies' powers: on the city, and on the charters."""
    words_by_place: dict[str, tuple[str, ...]] = dict.fromkeys(RAISED_LIMITS.entries(state), ("train limit +1",))
    express = EXPRESS.record(state)
    if express is not None:
        words_by_place[express.hex] = (f"{express.company} +{WORTH}",)
        words_by_place[express.company] = (f"{express.hex} +{WORTH}", *words_by_place.get(express.company, ()))
    return words_by_place


def discounts(g: Game, company: str, train: str) -> Iterator[tuple[str, int]]:
    """18VA 4.2(2): one new train of the bank is cheaper, none of the pool."""
    if g.state.place[train] == places.DEPOT:
        for private, power in privates.powers(g, company, DISCOUNT):
            yield private, power.amount


def use_in_words(action: Use, _view: object, rules: Rules) -> str:
    if not action.target:
        return f"one train more, using {action.private} ({rules.data.privates[action.private].name})"
    hex_data = rules.data.hexes.get(action.target)
    name = rules.data.privates[action.private].name
    return f"{hex_data.spot if hex_data else action.target} +{WORTH}, using {action.private} ({name})"


def why_not(g: Game, company: str, action: object) -> Refusal | None:
    """Why a power cannot be used now."""
    if not isinstance(action, Use):
        return None
    if action.private not in g.rules.data.privates or g.state.place[action.private] != company:
        return Refusal(f"{action.private} does not belong to {company}", "18VA 4.2")
    kinds = {a.kind for a in g.rules.data.privates[action.private].abilities}
    if BONUS.name in kinds and action.target not in cities(g):
        return Refusal(f"{action.target or 'That'} is not a city on the map", "18VA 4.2(1)")
    if DISCOUNT.name in kinds:
        return Refusal(f"{action.private} is used when you buy a train", "18VA 4.2(2)")
    if TOKEN.name in kinds:
        return Refusal(f"{action.private} is used as you place a station: name the city", "18VA 4.2(3)")
    return Refusal(f"{action.private} cannot be used in this part of the turn", "18VA 4.2")


POWERS = (
    Power(express_choices, place_express, why_not),
    Power(marker_choices, place_marker),
    Power(limit_choices, raise_limit),
)
