"""18EU 4.4.1, 4.4.2, 4.6: track and tokens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from game import station_checks, stations, tile_checks, tile_lays
from game.ability_kinds import BLOCKS
from game.checks import LayPermit
from game.events import TileLaid
from game.rules import TokenRules, TrackRules
from titles.eu import capital, minors

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules
    from game.state import Hex, State
    from game.tile_lays import Built, Lay
    from game.title_data import TitleData


def permits(g: Game, company: str, laid: Sequence[Built]) -> Iterator[LayPermit]:
    """18EU 4.4.1: a minor lays one yellow tile, two in its first operation, and upgrades nothing; a corporation lays one tile."""
    if not minors.is_minor(g, company):
        yield from tile_lays.ONE_TILE.permits(g, company, laid)
    elif len(laid) < (1 if g.company(company).operated else 2):
        yield LayPermit(("yellow",))


def tell_lays(company: str, view: State[Any], rules: Rules) -> str:
    """The tiles of a turn of the company, in a sentence."""
    if rules.data.companies[company].kind != minors.MINOR:
        return tile_lays.ONE_TILE.tell(company, view, rules)
    many = "one yellow tile" if view.companies[company].operated else "up to two yellow tiles in its first turn"
    return f"A minor lays {many} and cannot upgrade."


def same_label(g: Game, lay: Lay) -> str | None:
    """18EU 4.4.1: a tile bears the letter of its hex; there are none of the later colours for some."""
    label = lay.place.label
    if lay.new.tile.label == label:
        return None
    return f"{lay.place.spot} takes only tiles marked {label}" if label else f"{lay.number} is made for other hexes"


def cost(g: Game, lay: Lay) -> int:
    """18EU 4.4.1, 4.6: the first tile by the ground; a mountain costs again when it turns green, whatever tile lay there."""
    if lay.new.tile.colour == "green" and "mountain" in lay.place.terrain:
        return g.rules.data.file.numbers["mountain"]
    return tile_lays.terrain(g, lay)


def owners_word(g: Game, lay: Lay) -> str:
    """18EU 4.6: the first tile in some hexes needs the word of whoever owns the minor there, while it is open."""
    return owner_to_ask(lay.company, lay.hex, g.state, g.rules)


def owner_to_ask(company: str, hex_id: Hex, state: State[Any], rules: Rules) -> str:
    """The player whose word a company's first tile in a hex needs, "" for nobody."""
    minor = guarded_hexes(state, rules.data).get(hex_id)
    if not minor or rules.has("no_protected_hexes"):
        return ""
    owner = state.companies[minor].president
    return owner if owner != state.companies[company].president else ""


def guarded_hexes(state: State[Any], data: TitleData) -> dict[Hex, str]:
    """18EU 4.6: the hexes without a tile whose first one needs the word of the owner of an open minor, with that minor."""
    return {h: minor for h, minor in printed_gray(state, data).items() if state.companies[minor].president}


def printed_gray(state: State[Any], data: TitleData) -> dict[Hex, str]:
    """18EU 4.6: the hexes that the printed map has in gray, without a tile, with their minors that are open, bought or not."""
    open_minors = [c for c, company in state.companies.items() if not company.closed]
    held = [(h, c) for c in open_minors for a in data.companies[c].abilities if a.kind == BLOCKS.name for h in a.hexes]
    return {h: minor for h, minor in held if h not in state.tiles and data.hexes[h].print.colour == "white"}


def one_token_each(g: Game, event: TileLaid) -> None:
    """18EU 4.6: of several tokens of a corporation in one city all but one return to its charter, free to be placed again."""
    seen: set[tuple[str, str]] = set()
    here = [pair for pair in g.state.tokens.items() if pair[0].startswith(f"{event.hex}.")]
    for slot, owner in sorted(here):
        city = slot.rpartition(".")[0]
        if (city, owner) in seen:
            g.company(owner).tokens.append(0)
            stations.take_off(g, slot)
        seen.add((city, owner))


def marks(data: TitleData, *, guarded: bool) -> Callable[[State[Any]], Mapping[str, tuple[str, ...]]]:
    """18EU 4.6: on a mountain with a yellow tile a mark stays: the next tile costs once more. Where minors guard hexes, the minor
    whose owner is asked.
    """
    cost = data.money(data.file.numbers["mountain"])
    mountains = [h for h, place in data.hexes.items() if "mountain" in place.terrain]

    def signs(state: State[Any]) -> dict[str, tuple[str, ...]]:
        laid = ((h, state.tiles.get(h)) for h in mountains)
        dear: dict[Hex, tuple[str, ...]] = {
            h: (cost,) for h, tile in laid if tile and data.tiles[tile.tile].colour == "yellow"
        }
        held = printed_gray(state, data).items() if guarded else ()
        own = _owner_on_turn(state)
        return dear | {h: (f"ask minor {m}",) for h, m in held if not own or state.companies[m].president != own}

    return signs


def _owner_on_turn(state: State[Any]) -> str:
    """The owner of the company whose turn it is, who need not ask at home; "" outside of companies' turns."""
    named = (str(getattr(step, "company", "")) for step in reversed(state.agenda))
    return next((state.companies[c].president for c in named if c in state.companies), "")


def asked_owner(company: str, hex_id: str, view: State[Any], rules: Rules) -> str:
    """The name of the player whose word a company needs to build there first; "" for nobody's."""
    return rules.person(owner_to_ask(company, hex_id, view, rules))


def tell_asked_owner(company: str, hex_id: str, view: State[Any], rules: Rules) -> str:
    """`The first tile in Brussels (C8) needs Bob's yes while minor 2 is open.`; "" where nobody is asked."""
    owner, spot = asked_owner(company, hex_id, view, rules), rules.data.hexes[hex_id].spot
    minor = guarded_hexes(view, rules.data).get(hex_id, "")
    return f"The first tile in {spot} needs {owner}'s yes while minor {minor} is open." if owner else ""


def shaded_hexes(data: TitleData) -> Callable[[State[Any]], Collection[Hex]]:
    """18EU 4.6: the hexes that the printed map has in gray, until a tile lies there or their minor closes."""
    return lambda state: printed_gray(state, data).keys()


def guard_words(_rules: Rules) -> str:
    """18EU 4.6."""
    return "whoever owns that minor must agree to the first tile in that gray hex, until the minor closes"


def guards(data: TitleData) -> Callable[[State[Any], str], list[str]]:
    """18EU 4.6: what a minor's charter says of the hexes where others need its owner's word."""

    def notes(state: State[Any], company: str) -> list[str]:
        hexes = [data.hexes[h].spot for a in data.companies[company].abilities for h in a.hexes]
        open_ = not state.companies[company].closed
        return [f"first tile in {' and '.join(hexes)} only if its owner agrees"] if hexes and open_ else []

    return notes


TRACK = TrackRules(
    permits=permits,
    checks=(*tile_checks.CHECKS[:5], same_label, *tile_checks.CHECKS[5:]),
    cost=cost,
    consent=owners_word,
    fixed=frozenset({same_label}),
)
TOKENS = TokenRules(
    cost=stations.charter_price,
    checks=tuple(c for c in station_checks.CHECKS if c is not station_checks.home_kept),
    homes=capital.open_circles,
)
