"""What 18xx.games calls trains, tiles, cities and nodes, in the position of a game that is being written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.interchange.site.errors import Unwritable
from bot.interchange.site.ledgers import kind_of, name_as_ours, name_as_theirs
from bot.interchange.site.route_mapping import city_numbers, face_on
from game import trains
from game.places import DEPOT, POOL

if TYPE_CHECKING:
    from bot.interchange.import_state import ImportProfile
    from bot.interchange.site.asset_ledger import AssetLedger


class SiteNames:
    """The site's names for the trains, tiles, cities and nodes of one game that is being written."""

    def __init__(self, books: AssetLedger, profile: ImportProfile, primed: Mapping[str, int]) -> None:
        """`primed`: how many trains of a kind are sold before the site calls it by another name."""
        self.books = books
        self.profile = profile
        self.primed = primed
        self.game = books.game

    def percent(self, certificates: Sequence[str]) -> int:
        """The percentage of a company on these certificates."""
        company = self.books.certificates.company(certificates[0])
        return self.books.certificates.shares(certificates) * 100 // self.game.company(company).size

    def train_id(self, card: str) -> str:
        """The site's name of a train: of alike trains in the pool the oldest there, of unsold trains the lowest number."""
        fleet, face = self.books.fleet, trains.face(self.game, card)
        site_train = fleet.site_train(card)
        if self.game.state.place[card] == POOL:
            alike = (t for t in fleet.list_trains(POOL) if trains.face(self.game, fleet.ours.get(t, t)) == face)
            site_train = next(alike, site_train)
        return name_as_theirs(site_train) if site_train else self._unsold_train(kind_of(card))

    def _unsold_train(self, name: str) -> str:
        """The site counts from 0, and calls the last of some types by another name, for the phases that they bring."""
        first = self.primed.get(name)
        count = sum(kind_of(card) == name for card in self.game.rules.data.train_cards)
        for number in range(count):
            train = f"{name}-{number}" if first is None or number < first else f"{name}'-{number - first}"
            if self.books.fleet.owner(name_as_ours(train, self.profile.trains)) == DEPOT:
                return train
        raise Unwritable(f"All {name}-trains are sold")

    def tile_id(self, tile: str, hex_id: str) -> str:
        """The copy that is laid next; raises Unwritable where all lie on the map."""
        copy = self.books.copies.next_copy(tile, self.game.rules.data.map.tiles.get(tile, 0))
        if not copy:
            raise Unwritable(f"All tiles {tile} lie on the map, and {hex_id} needs one")
        return copy

    def city_id(self, hex_id: str, stop: str) -> str:
        """As "57-0-1": tile, copy and number of the city; for a printed hex its own name and its number within the site's map."""
        cities = [c.name for c in face_on(self.game, hex_id).tile.cities]
        index = self._city_number(hex_id, cities.index(stop) if stop in cities else 0)
        if hex_id in self.game.state.tiles:
            return f"{self.books.copies.copy_in(hex_id)}-{index}"
        return f"{hex_id}-{self.profile.serials.get(hex_id, 0)}-{index}"

    def _city_number(self, hex_id: str, index: int) -> int:
        """The site's number of a city, by its place among the cities of the hex."""
        numbers = city_numbers(self.game, self.profile.cities, hex_id)
        return numbers[index] if numbers else index

    def free_circle(self, hex_id: str, stop: str) -> int:
        """The first free circle."""
        cities = [c for c in face_on(self.game, hex_id).tile.cities if stop in ("", c.name)]
        name, slots = (cities[0].name, cities[0].slots) if cities else (stop, 1)
        free = (i for i in range(slots) if f"{hex_id}.{name}.{i}" not in self.game.state.tokens)
        return next(free, 0)

    def node_id(self, stop: str) -> str:
        """As "D4-2": the third of the cities (or of the towns) in D4."""
        hex_id, _, name = stop.partition(".")
        tile = face_on(self.game, hex_id).tile
        group = [s.name for s in tile.stops if s.kind == tile.stop(name).kind]
        return f"{hex_id}-{self._city_number(hex_id, group.index(name))}"
