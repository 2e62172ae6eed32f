"""18 India 8.4.3.7: goods, and the companies that may deliver them for money."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from game.events import Ran
from titles.india.events import Claimed
from titles.india.marks import CONCESSIONS, JEWELRY_HEX
from titles.india.powers import JEWELRY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.play import Game
    from game.rules import Rules
    from game.state import Company, Run, State

KARACHI, LAHORE, MUMBAI, KOCHI, CHENNAI = "A16", "D3", "D23", "G36", "K30"
COLOMBO, NEPAL, CHINA, HALDIA, VISAKHAPATNAM = "K40", "M10", "Q10", "P19", "M24"


class Good(NamedTuple):
    sources: tuple[str, ...]  # hexes
    pays: Mapping[str, int]  # rupees by destination


GOODS: Mapping[str, Good] = {
    "oil": Good(("B17",), {MUMBAI: 30}),
    "ore": Good(("H15", "L21"), {KARACHI: 50, CHENNAI: 50}),
    "cotton": Good(("H21",), {KARACHI: 40, CHENNAI: 40}),
    "spices": Good(
        ("I18",),
        {KOCHI: 70}
        | dict.fromkeys((COLOMBO, CHENNAI), 50)
        | dict.fromkeys((LAHORE, MUMBAI, CHINA, NEPAL), 40)
        | dict.fromkeys((KARACHI, HALDIA, VISAKHAPATNAM), 30),
    ),
    "gold": Good(("I28",), {KOCHI: 50}),
    "opium": Good(("J13",), {LAHORE: 100, HALDIA: 100}),
    "tea": Good(("K38", "O12"), {VISAKHAPATNAM: 70}),
    "rice": Good(("P15",), {CHINA: 30, NEPAL: 30}),
}
DESTINATIONS = sorted({d for good in GOODS.values() for d in good.pays})  # towns among them
JEWELS = dict.fromkeys(DESTINATIONS, 20)


def all_goods(state: State[Any]) -> dict[str, Good]:
    """The goods of this game, jewelry included once its token lies somewhere."""
    source = JEWELRY_HEX.value(state)
    return dict(GOODS) | ({JEWELRY: Good((source,), JEWELS)} if source else {})


def owner(state: State[Any], good: str) -> str:
    """The company with the concession, "" while it is free; nobody's for ever when that company has closed."""
    return CONCESSIONS[good].value(state)


def lose(g: Game, company: Company) -> None:
    """18 India 8.4.4.4: the concessions of a closed company are lost."""
    for good in CONCESSIONS.members(g.state):
        if owner(g.state, good) == company:
            CONCESSIONS[good].set(g.state, "nobody")


def open_to(state: State[Any], company: Company) -> dict[str, Good]:
    """What a company may deliver for money."""
    return {name: good for name, good in all_goods(state).items() if owner(state, name) in ("", company)}


def hex_of(stop: str) -> str:
    """The hex of a stop."""
    return stop.partition(".")[0]


def passed_hexes(rules: Rules, run: Run) -> set[str]:
    """The hexes that a run has passed or stopped in."""
    passed = {hex_of(s) for s in run.stops}
    for side in run.sides:
        hex_id, _, number = side.partition("/")
        passed |= {hex_id, rules.data.hexes[hex_id].sides[int(number)]}
    return passed


def delivered(run: Run, passed: set[str], good: Good) -> bool:
    """Whether a run that has passed these hexes has come to a source of a good and to a destination."""
    return not passed.isdisjoint(good.sources) and any(hex_of(s) in good.pays for s in run.stops)


def claim(g: Game, event: Ran) -> None:
    """18 India 8.4.3.7: who delivers first has the concession for ever, whatever becomes of the money."""
    runs = [(run, passed_hexes(g.rules, run)) for run in event.runs]
    for name, good in open_to(g.state, event.company).items():
        if not owner(g.state, name) and any(delivered(run, passed, good) for run, passed in runs):
            CONCESSIONS[name].set(g.state, event.company)
            g.emit(Claimed(event.company, name))
