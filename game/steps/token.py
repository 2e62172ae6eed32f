"""The parts of a company's turn in which it places stations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import structs

from game import actions, privates, station_moves, stations
from game.ability_kinds import TOKEN
from game.actions import Action, Pass
from game.checks import StationPermit
from game.choices import Choice, choice
from game.events import DEALS, Passed, Skipped
from game.rules import Refusal
from game.state import Company, Hex, Slot
from game.step_keys import StepKey
from game.steps import Step
from game.steps.listing import listed_later
from game.steps.operate import abilities_on_offer, powers_wait

if TYPE_CHECKING:
    from game.play import Game


class HomeToken(Step):
    """The home station, free, where the title says; taken by itself when there is one place, or when it stands in each."""

    company: Company

    key: ClassVar[str] = StepKey.HOME
    auto: ClassVar[bool] = True

    def choices(self, g: Game) -> Iterator[Choice]:
        places = self._places(g)
        if places:
            by = g.president(self.company)
            asked = list(places)[:1] if self._everywhere(g) else places
            yield choice(*(actions.PlaceToken(city, by=by) for city in asked))

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, actions.PlaceToken)
        places = self._places(g)
        for slot in places.values() if self._everywhere(g) else [places[action.city]]:
            stations.station(g, self.company, slot, 0)

    def _everywhere(self, g: Game) -> bool:
        """Whether a station stands in each home."""
        return g.rules.data.companies[self.company].every_home

    def normal(self, g: Game, action: Action) -> Action:
        return as_listed(g, action)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if not isinstance(action, actions.PlaceToken) or action.by != g.president(self.company):
            return None
        places = " or ".join(self._places(g))
        return Refusal(f"The home station of {self.company} goes to {places}", g.rules.paragraph(g.rules.tokens.homes))

    def _places(self, g: Game) -> dict[str, Slot]:
        """Cities as players write them, with their slots."""
        if not stations.homeless(g, self.company):
            return {}
        return {stations.city_of_slot(g, slot): slot for slot in g.rules.tokens.homes(g, self.company)}


class PlaceToken(Step):
    """One station of the turn, and stations by powers of privates."""

    company: Company
    placed: bool = False  # the station of the turn
    done: bool = False

    key: ClassVar[str] = StepKey.TOKEN

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.done:
            return
        by = g.president(self.company)
        listed = listed_later(
            g,
            lambda: (
                actions.PlaceToken(stations.city_of_slot(g, slot), permit.using, by=by)
                for permit in self._permits(g)
                for slot in stations.slots(g, self.company, permit)
            ),
        )
        if listed:
            yield listed
        if listed or self._on_offer(g) or powers_wait(g):
            yield choice(Pass(by=by))

    def _has_place(self, g: Game) -> bool:
        """Whether a station can be placed."""
        return any(True for permit in self._permits(g) for _ in stations.slots(g, self.company, permit))

    def _on_offer(self, g: Game) -> bool:
        """Whether the company may now buy a private with a station, or with what must be had before the trains run."""
        spent = self.placed or not g.company(self.company).tokens
        return any(a.kind != TOKEN.name or a.extra or not spent for a in abilities_on_offer(g))

    def apply(self, g: Game, action: Action) -> None:
        if not isinstance(action, actions.PlaceToken):
            self.done = True
            g.emit(Passed(self.company, self.key if self._has_place(g) else DEALS))
            return
        permit, slot = next(
            (permit, slot)
            for permit in self._permits(g)
            if permit.using == action.using
            for slot in stations.slots(g, self.company, permit)
            if stations.city_of_slot(g, slot) == action.city
        )
        self.placed = self.placed or not permit.extra
        stations.station(g, self.company, slot, permit.cost, permit.using, charter=permit.charter)
        if permit.using:
            privates.use(g, permit.using, TOKEN)

    def resume(self, g: Game) -> bool:
        if not self.done and not self.placed:
            g.emit(Skipped(self.company, self.key, self._obstacle(g)))
        return False

    def _obstacle(self, g: Game) -> str:
        """Why the company can place no station."""
        left, cash, data = g.company(self.company).tokens, g.state.cash[self.company], g.rules.data
        if not left:
            return "no station is left to place"
        if left[0] > cash:
            return f"a station costs {data.money(left[0])}, it has {data.money(cash)}"
        return "no city is free for a station within its reach"

    def normal(self, g: Game, action: Action) -> Action:
        return as_listed(g, action)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if not isinstance(action, actions.PlaceToken) or action.by != g.president(self.company):
            return None
        hex_id, _, stop = action.city.partition(".")
        if hex_id not in g.rules.data.hexes:
            return Refusal(f"There is no hex {hex_id!r} on the map")
        place, cities = g.rules.data.hexes[hex_id], stations.tile_in(g, hex_id).places
        stops = [c for c in cities if stop in ("", c.name)]
        if not stops:
            return Refusal(f"There is no such city in {place.spot}")
        permits = [p for p in self._permits(g) if p.using == action.using]
        if not permits:
            if action.using:
                why = f"{self.company} cannot use {action.using} to place a station"
                power = g.rules.paragraph(g.rules.tokens.powers)
                return Refusal(why, power or g.rules.paragraph(stations.station))
            return Refusal("You can place only one station in a turn", g.rules.paragraph(stations.station))
        refusals = [stations.refuse(g, stations.Site(self.company, place, s, p)) for p in permits for s in stops]
        if None in refusals:
            which = ", ".join(f"{hex_id}.{c.name}" for c in cities)
            return None if len(stops) == 1 else Refusal(f"Say which city of {place.spot}: {which}")
        return refusals[-len(stops)]  # the last permit of a power asks for least

    def _permits(self, g: Game) -> list[StationPermit]:
        """The stations that may be placed, normal ones and by powers."""
        rules = g.rules.tokens
        normal = [] if self.placed else [StationPermit(rules.cost(g, self.company))]
        return normal + [p for p in rules.powers(g, self.company) if p.extra or not self.placed]


class ChooseCity(Step):
    """A tile was laid where stations stood in no city: the company that laid it chooses their cities, its own first."""

    company: Company
    hex: Hex

    key: ClassVar[str] = StepKey.CITY
    modal: ClassVar[bool] = True
    auto: ClassVar[bool] = True

    def choices(self, g: Game) -> Iterator[Choice]:
        if stations.standing(g, self.hex) and (cities := self._cities(g)):
            by = g.president(self.company)
            placed = choice(*(actions.PlaceToken(city, by=by) for city in cities))
            yield structs.replace(placed, about=self._owner(g))

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, actions.PlaceToken)
        station_moves.join_city(g, self._slot(g), action.city)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if not isinstance(action, actions.PlaceToken) or action.by != g.president(self.company):
            return None
        where = " or ".join(self._cities(g))
        return Refusal(f"The station of {self._owner(g)} goes to {where}", g.rules.paragraph(station_moves.join_city))

    def _slot(self, g: Game) -> Slot:
        """Those that take a circle come before what stands beside the circles."""
        waiting = stations.standing(g, self.hex)
        first = [s for s in waiting if stations.beside(s) == stations.beside(waiting[0])]
        return next((s for s in first if g.state.tokens[s] == self.company), first[0])

    def _owner(self, g: Game) -> Company:
        """The company whose station looks for a city."""
        return g.state.tokens[self._slot(g)]

    def _cities(self, g: Game) -> list[str]:
        """The cities that its station may go to."""
        cities = (f"{self.hex}.{c.name}" for c in stations.tile_in(g, self.hex).cities)
        is_beside = stations.beside(self._slot(g))
        return [city for city in cities if is_beside or stations.find_free_circle(g, city)]


def as_listed(g: Game, action: Action) -> Action:
    """The city as it is listed: "D10" for "D10.a", where the hex has one city."""
    if not isinstance(action, actions.PlaceToken):
        return action
    hex_id, _, stop = action.city.partition(".")
    if hex_id not in g.rules.data.hexes or stop not in {c.name for c in stations.tile_in(g, hex_id).places}:
        return action
    return structs.replace(
        action, city=hex_id if stations.unsettled(g, hex_id) else stations.city_of_slot(g, f"{action.city}.0")
    )
