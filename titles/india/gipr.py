"""18 India 2.4, 7.2.5: the GIPR, its home of choice and the bonds that become its shares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import cards, legal_lays, money, places, shares, station_checks, stations, tile_checks, tile_lays, trains
from game.actions import Action, LayTile, PlaceToken
from game.checks import LayPermit, StationPermit
from game.choices import Choice, choice
from game.events import SharesBought
from game.places import ASIDE, GONE
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step
from game.steps.track import list_lays
from titles.india import control, setup
from titles.india.events import BondConverted
from titles.india.setup import GIPR

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Slot
    from game.tile_lays import Lay

CITIES = ("12", "13", "205", "206")  # the green tiles that a town becomes
YELLOW = ("3", "4", "58")
HOME_CHECKS = (
    tile_checks.buildable,
    tile_checks.within_allowance,
    tile_checks.made_for,
    tile_checks.tile_left,
    tile_checks.on_the_map,
    tile_checks.track_stays,
    tile_checks.terrain_affordable,
)


class GiprHome(Step):
    """18 India 2.4.3: a city with a free circle anywhere, or a town that becomes a city.

    It is asked once, when the GIPR has floated and has a manager, also if it took stations over before that.
    """

    company: str
    done: bool = False

    key: ClassVar[str] = StepKey.HOME
    modal: ClassVar[bool] = True

    def choices(self, g: Game) -> Iterator[Choice]:
        by = g.president(self.company)
        if self.done:
            return
        cities = self.cities(g)
        if cities:
            yield choice(*(PlaceToken(city, by=by) for city in cities))
        permits = self.lay_permits(g)
        if permits[0].hexes and (laid := list_lays(g, self.company, permits, HOME_CHECKS)):
            yield laid

    def lay_permits(self, g: Game) -> tuple[LayPermit, ...]:
        return (allowance(g)._replace(hexes=tuple(h for h in g.rules.data.hexes if _one_town(g, h))),)

    def cities(self, g: Game) -> dict[str, Slot]:
        """Free circles that are kept for nobody, by the names that players write."""
        permit = StationPermit(0, connected=False)
        checks = (station_checks.circle_free, station_checks.one_in_hex, station_checks.home_kept)
        slot_by_city = {}
        for site in stations.sites(g, self.company, permit):
            if site.stop.slots and not g.rules.forbids(checks, g, site):
                slot = stations.slot_at(g, site)
                slot_by_city[stations.city_of_slot(g, slot)] = slot
        return slot_by_city

    def why_not(self, g: Game, lay: Lay) -> Refusal | None:
        """18 India 2.4.3: why that tile makes no home."""
        return legal_lays.refuse(g, lay, HOME_CHECKS)

    def normal(self, g: Game, action: Action) -> Action:
        if isinstance(action, LayTile) and action.tile in g.rules.data.tiles and action.rotation in range(6):
            return g.with_fields(action, rotation=g.rules.data.tiles[action.tile].listed(action.rotation))
        if isinstance(action, PlaceToken):
            city = f"{action.city.partition('.')[0]}"
            return g.with_fields(action, city=city) if city in self.cities(g) else action
        return action

    def apply(self, g: Game, action: Action) -> None:
        self.done = True
        if isinstance(action, PlaceToken):
            stations.station(g, self.company, self.cities(g)[action.city], 0)
            return
        assert isinstance(action, LayTile)
        tile_lays.carry_out(
            g, tile_lays.propose(g, self.company, action.hex, action.tile, action.rotation, allowance(g))
        )
        city = stations.tile_in(g, action.hex).cities[0]
        stations.station(g, self.company, f"{action.hex}.{city.name}.0", 0)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if isinstance(action, PlaceToken):
            return Refusal(
                "the GIPR's home is a city with a free circle that is not kept for anybody", "18 India 2.4.3"
            )
        if isinstance(action, LayTile) and action.hex in g.rules.data.hexes and action.tile in CITIES:
            lay = tile_lays.propose(g, self.company, action.hex, action.tile, action.rotation % 6, allowance(g))
            return self.why_not(g, lay)
        return None


def _one_town(g: Game, hex_id: str) -> bool:
    """Whether one town lies there, unbuilt or on a yellow tile that may become a city."""
    laid = g.state.tiles.get(hex_id)
    return len(g.rules.data.face(hex_id, laid).tile.towns) == 1 and (laid is None or laid.tile in YELLOW)


def allowance(g: Game) -> LayPermit:
    """18 India 2.4.3: no connection is needed; the ground is free, rivers are not (18xx.games: neither is)."""
    return LayPermit(("green",), tiles=CITIES, connected=False, free=not g.rules.has("gipr_pays_terrain"))


def convertible(g: Game, owner: str) -> str:
    """The bond that an owner may turn into a share now, "" for none."""
    own_bonds = [b for b in cards.privates(g, owner) if b in setup.bonds(g)]
    price = conversion_price(g)
    open_ = "convert" in trains.phase(g).flags and not g.company(GIPR).closed
    return own_bonds[0] if own_bonds and open_ and price <= g.state.cash[owner] else ""


def conversion_price(g: Game) -> int:
    """18 India 7.2.5: what the share is worth beyond the bond; nothing is paid back."""
    return max(0, control.price(g, GIPR) - 100)


def convert(g: Game, owner: str) -> None:
    """18 India 7.2.5: the owner pays the difference, the bank puts the bond's value into the GIPR's treasury."""
    bond, price = convertible(g, owner), conversion_price(g)
    share = next(f"{GIPR}.{n}" for n in range(10, 20) if g.state.place[f"{GIPR}.{n}"] == ASIDE)
    money.pay(g, owner, places.BANK, price, "conversion")
    money.pay(g, places.BANK, GIPR, 100, "bond")
    cards.move(g, bond, GONE, "converted")
    cards.move(g, share, owner, "converted")
    g.emit(BondConverted(owner, share, price))
    g.emit(SharesBought(owner, GIPR, shares.shares_on(g, share), "bond", price))
    control.settle(g, GIPR)


def operates(g: Game) -> bool:
    """18 India 2.4.1: from phase II on."""
    return "gipr" in trains.phase(g).flags
