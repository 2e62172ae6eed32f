"""Whether a lay is connected, against a search that is slow and plainly right: drive every way from every station."""

from __future__ import annotations

from random import Random

import pytest

from game import tile_checks
from game import tile_lays as tiles
from game.checks import LayPermit
from game.play import Game
from game.routing import company_reach, network
from game.routing.network import Network
from game.state import Laid
from game.upgrades import upgrade
from tests.support.board_notation import board, put
from tests.support.random_boards import random_tiles, random_tokens

TOO_LONG = 60_000  # steps of the slow search; such boards are left out


class Long(Exception):
    pass


def driven(net: Network, tokens: dict[str, str], company: str, hex_id: str) -> tuple[set[frozenset[object]], set[str]]:
    """The pieces of track in a hex that a train of the company could use, and the stops there that it could come to."""
    own, _ = company_reach.stations(tokens, company)
    passable = company_reach.passable_stops(net, tokens, company)
    into, side = net.borders.into, net.borders.side
    used: set[frozenset[object]] = set()
    stops = {s.partition(".")[2] for s in own if s.startswith(f"{hex_id}.")}
    left = [TOO_LONG]

    def arrive(c: int, mask: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Long
        here = into[c] == hex_id
        for d, _ in net.cross.get(c, ()):
            if not mask >> (d >> 1) & 1:
                if here:
                    used.add(frozenset((side[c], side[d ^ 1])))
                arrive(d, mask | 1 << (d >> 1))
        for stop, end, _ in net.enter.get(c, ()):
            if here:
                used.add(frozenset((side[c], stop.partition(".")[2])))
                stops.add(stop.partition(".")[2])
            if stop in passable and not end:
                leave(stop, mask)

    def leave(stop: str, mask: int) -> None:
        for c, _, _ in net.leave[stop]:
            if not mask >> (c >> 1) & 1:
                if stop.partition(".")[0] == hex_id:
                    used.add(frozenset((stop.partition(".")[2], side[c ^ 1])))
                arrive(c, mask | 1 << (c >> 1))

    for stop in sorted(own):
        leave(stop, 0)
    return used, stops


def connected(g: Game, lay: tiles.Lay) -> bool:
    """The rule, word by word: an added piece of track, or a city on the tile, that a train could come to."""
    moves = upgrade(lay.old, lay.new)
    assert moves is not None
    after = g.state.tiles | {lay.hex: Laid(lay.tile, lay.rotation)}
    tokens = {}
    for slot, company in g.state.tokens.items():
        hex_id, stop, circle = slot.split(".")
        tokens[f"{hex_id}.{moves[stop] if hex_id == lay.hex else stop}.{circle}"] = company
    used, stops = driven(network.network(g.rules.data, after), tokens, lay.company, lay.hex)

    def piece(a: object, b: object) -> frozenset[object]:
        return frozenset(moves.get(e, e) if isinstance(e, str) else e for e in (a, b))

    old = {piece(t.a, t.b) for t in lay.old.tracks}
    new = {frozenset((t.a, t.b)) for t in lay.new.tracks} - old
    return bool(used & new or stops & {c.name for c in lay.new.tile.cities})


@pytest.mark.parametrize("seed", range(30))
def test_connected_is_what_a_train_can_reach(seed):
    rng = Random(seed)
    g = board(phase="5")
    data = g.rules.data
    laid = random_tiles(data, rng, 0.35)
    put(g, laid, random_tokens(data, rng, laid, ["CoG", "GA", "SAL"], 7))
    for name in g.state.supply:
        g.state.supply[name] = 9
    yes = no = skipped = 0
    for hex_id in data.hexes:
        for name, tile in data.tiles.items():
            for rotation in tile.rotations:
                lay = tiles.propose(g, "CoG", hex_id, name, rotation, LayPermit())
                if any(check(g, lay) for check in g.rules.track.checks if check in tile_checks.FIXED):
                    continue
                try:
                    wanted = connected(g, lay)
                except Long:
                    skipped += 1
                    continue
                assert (tile_checks.touches(g, lay) is None) == wanted, str(lay)
                yes, no = yes + wanted, no + (not wanted)
    assert skipped == 0 or yes + no > 100
    assert no > 0
