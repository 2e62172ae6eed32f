"""18GA: track and stations, with the hexes that its private companies close."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from game import privates, station_checks, stations, tile_checks, tile_lays
from game.rules import TokenRules, TrackRules

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules
    from game.state import CompanyState, Hex, State
    from game.tile_lays import Lay
    from game.title_data import TitleData


def yellows_of_turn(company: CompanyState, rules: Rules) -> int:
    """18GA 4.2(b), 7(a): one tile a turn; if so chosen, a company lays a second yellow one after a yellow one in its first."""
    return 2 if rules.has("double_yellow_first_turn") and not company.operated else 1


def closed_hexes(state: State[Any], data: TitleData) -> dict[Hex, str]:
    """18GA 4.2.1(k): the hexes where players' private companies are at home, Waycross excepted, with these companies."""
    return {h: p for h, p in privates.blocked_hexes(state, data).items() if state.place.get(p) in state.order}


def private_blocks(g: Game, lay: Lay) -> str | None:
    """18GA 4.2.1(k): no tile is laid where a player's private company is at home."""
    private = closed_hexes(g.state, g.rules.data).get(lay.hex)
    if private is None:
        return None
    owner, data = g.state.place[private], g.rules.data.privates[private]
    return f"{lay.place.spot} is closed while {g.rules.person(owner)} owns the {data.name}"


def signs(data: TitleData) -> Callable[[State[Any]], Mapping[str, tuple[str, ...]]]:
    """18GA 4.2.1(k): what the map says of closed hexes, and for which private company they are."""
    return lambda state: {h: (f"kept for {private}",) for h, private in privates.blocked_hexes(state, data).items()}


def closed(rules: Rules) -> str:
    """18GA 4.2.1(k)."""
    return "nobody builds there while a player owns that private company; once a company has it, or it closes, all may"


TURN = tile_lays.TileTurn(yellows_of_turn)
WORDS: Mapping[type | str, Callable[..., str]] = {"sign: Kept for MRC": closed, "lays": TURN.tell}
TRACK = TrackRules(
    permits=TURN.permits,
    checks=(*tile_checks.CHECKS[:-2], private_blocks, *tile_checks.CHECKS[-2:]),
    cost=tile_lays.terrain,
    powers=tile_lays.private_lays,
)
TOKENS = TokenRules(
    cost=stations.charter_price,
    checks=station_checks.CHECKS,
    homes=stations.home_slots,
    powers=stations.private_stations,
)
