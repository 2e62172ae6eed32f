"""A tile on the map: a lay that is proposed, what it costs, and the lay itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from game import money, places, privates
from game.ability_kinds import LAY
from game.checks import LayPermit
from game.events import TileLaid
from game.state import Company, Hex, Laid
from game.station_moves import carry
from game.tiles import Face
from game.upgrades import upgrade

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules
    from game.state import CompanyState, State
    from game.title_data import HexData


class Built(Struct, frozen=True):
    """A tile laid in this turn, and the private whose power it was."""

    hex: Hex
    tile: str
    using: str = ""


class Lay(Struct, frozen=True):
    """A proposed lay: `new` shall lie in the hex where `old` (a tile or the print) lies now."""

    company: Company
    place: HexData
    old: Face
    new: Face
    permit: LayPermit

    @property
    def hex(self) -> Hex:
        """The hex where the tile shall lie."""
        return self.place.id

    @property
    def tile(self) -> str:
        """The name of the new tile."""
        return self.new.tile.name

    @property
    def number(self) -> str:
        """The published number of the new tile."""
        return self.new.tile.number

    @property
    def rotation(self) -> int:
        """Sides by which the new tile is turned clockwise."""
        return self.new.rotation

    def __str__(self) -> str:
        return f"{self.tile} turned by {self.rotation} on {self.place.spot}"


def propose(g: Game, company: Company, hex_id: Hex, tile: str, rotation: int, permit: LayPermit) -> Lay:
    """A lay by names that exist."""
    data = g.rules.data
    return Lay(
        company,
        data.hexes[hex_id],
        data.face(hex_id, g.state.tiles.get(hex_id)),
        data.tiles[tile].faces[rotation],
        permit,
    )


def terrain(g: Game, lay: Lay) -> int:
    """Dollars for the first tile on costly ground."""
    return 0 if lay.permit.free or lay.old.tile.colour != "white" else lay.place.cost


@dataclass(frozen=True)
class TileTurn:
    """A turn of one upgrade or of some yellow tiles: what it allows, and how players are told. Lays by powers are beside it."""

    yellows: Callable[[CompanyState, Rules], int]  # how many yellow tiles that are, the title's rule

    def permits(self, g: Game, company: Company, laid: Sequence[Built]) -> Iterator[LayPermit]:
        """The normal lays still open after those of this turn."""
        normal = [b for b in laid if not b.using]
        yellow = all(g.rules.data.tiles[b.tile].colour == "yellow" for b in normal)
        if not normal:
            yield LayPermit()
        elif yellow and len(normal) < self.yellows(g.company(company), g.rules):
            yield LayPermit(("yellow",))

    def tell(self, company: Company, view: State[Any], rules: Rules) -> str:
        """The tiles of a turn of the company, in a sentence."""
        yellows = self.yellows(view.companies[company], rules)
        if yellows == 1:
            return "One tile a turn: a new one or an upgrade."
        return f"Up to {yellows} yellow tiles a turn, or one upgrade."


ONE_TILE = TileTurn(lambda _company, _rules: 1)


def private_lays(g: Game, company: Company) -> Iterator[LayPermit]:
    """Lays by the privates that the company owns."""
    for private, power in privates.powers(g, company, LAY):
        yield LayPermit((), power.hexes, power.tiles, power.free, power.connected, private)


def carry_out(g: Game, lay: Lay) -> None:
    """Lay the tile: pay for it, take it from the supply, give the old one back, move stations with their cities."""
    state, cost = g.state, g.rules.track.cost(g, lay)
    money.pay(g, lay.company, places.BANK, cost, "terrain")
    before = state.tiles.get(lay.hex)
    moves = upgrade(lay.old, lay.new, g.rules.track.grows)
    assert moves is not None, f"{lay} loses track"
    if before is not None:
        state.supply[before.tile] += 1
    state.supply[lay.tile] -= 1
    state.tiles[lay.hex] = Laid(lay.tile, lay.rotation)
    carry(g, lay.hex, moves, lay.new.tile)
    old = before.tile if before else ""
    g.emit(TileLaid(lay.company, lay.hex, lay.tile, lay.rotation, old, cost, lay.permit.using))
