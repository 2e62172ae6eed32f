"""Which lays are legal, and why another one is not, by the checks of the title (`tile_checks.py` has the shared ones)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from game import tile_checks
from game.checks import LayCheck, LayPermit
from game.routing import company_reach
from game.rules import Refusal
from game.state import Company, Hex, Laid
from game.tile_lays import Lay
from game.tiles import Face
from game.upgrades import Grows

if TYPE_CHECKING:
    from game.play import Game


def lays(
    g: Game, company: Company, permit: LayPermit, checks: Sequence[LayCheck], among: Collection[Hex] | None = None
) -> Iterator[Lay]:
    """Every lay of that kind that no check refuses; of equal faces of a tile only one. `among`: in these hexes only."""
    data, grows = g.rules.data, g.rules.track.grows
    fixed, of_tile, other = _sort_checks(tuple(checks), g.rules.track.fixed)
    near = _hexes_in_reach(g, company) if permit.connected and tile_checks.touches in checks else None
    at_hand: dict[str, bool] = {}
    hexes: Iterable[Hex] = permit.hexes or data.hexes
    for wanted in (near, among):
        hexes = hexes if wanted is None else filter(wanted.__contains__, hexes)
    for hex_id in hexes:
        laid = g.state.tiles.get(hex_id)
        place, old = data.hexes[hex_id], data.face(hex_id, laid)
        for new in _fitting(g, hex_id, laid, fixed, grows):
            tile = new.tile.name
            if tile not in at_hand:
                at_hand[tile] = _is_refused_by_none(g, Lay(company, place, old, new, permit), of_tile)
            if at_hand[tile] and _is_refused_by_none(g, lay := Lay(company, place, old, new, permit), other):
                yield lay


@lru_cache(maxsize=64)
def _sort_checks(
    checks: tuple[LayCheck, ...], fixed: frozenset[LayCheck]
) -> tuple[tuple[LayCheck, ...], tuple[LayCheck, ...], tuple[LayCheck, ...]]:
    """The fixed checks (`fixed`: those of the title), those that are the same in all hexes, and the others."""
    lasting = tile_checks.FIXED | fixed
    return (
        tuple(c for c in checks if c in lasting),
        tuple(c for c in checks if c in tile_checks.WHATEVER_HEX),
        tuple(c for c in checks if c not in lasting and c not in tile_checks.WHATEVER_HEX),
    )


def _is_refused_by_none(g: Game, lay: Lay, checks: Iterable[LayCheck]) -> bool:
    """Whether no check refuses the lay."""
    for check in checks:  # noqa: SIM110 (a generator costs more than most checks)
        if check(g, lay):
            return False
    return True


def _hexes_in_reach(g: Game, company: Company) -> frozenset[Hex]:
    """The hexes where a lay could meet what the company reaches: elsewhere `touches` refuses everything."""
    return company_reach.reach(g, company).hexes


_fits: dict[object, tuple[Face, ...]] = {}


def _fitting(g: Game, hex_id: Hex, laid: Laid | None, fixed: tuple[LayCheck, ...], grows: Grows) -> tuple[Face, ...]:
    """The faces that the fixed checks let through onto what lies there."""
    key = (g.rules.data, hex_id, laid, fixed, grows)
    faces = _fits.get(key)
    if faces is None:
        if len(_fits) > 1 << 14:
            _fits.clear()
        faces = _fits[key] = tuple(_list_fitting(g, hex_id, laid, fixed))
    return faces


def _list_fitting(g: Game, hex_id: Hex, laid: Laid | None, fixed: Sequence[LayCheck]) -> Iterator[Face]:
    """The tiles and rotations that the fixed checks let through onto a hex as it is."""
    data, whatever = g.rules.data, LayPermit()
    place, old = data.hexes[hex_id], data.face(hex_id, laid)
    of_tile = [c for c in fixed if c in tile_checks.WHATEVER_TURN]
    of_face = [c for c in fixed if c not in tile_checks.WHATEVER_TURN]
    for tile in data.tiles.values():
        if _is_refused_by_none(g, Lay("", place, old, tile.faces[0], whatever), of_tile):
            for rotation in tile.rotations:
                new = tile.faces[rotation]
                if _is_refused_by_none(g, Lay("", place, old, new, whatever), of_face):
                    yield new


def refuse(g: Game, lay: Lay, checks: Iterable[LayCheck]) -> Refusal | None:
    """The first reason against a lay, None: it is legal."""
    return g.rules.refusal(checks, g, lay)
