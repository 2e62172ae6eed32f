"""What the map of 18 India tells beside its tiles: gauge markers, bonuses of cities, goods and who may deliver them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from titles.india.goods import (
    CHENNAI,
    CHINA,
    COLOMBO,
    GOODS,
    HALDIA,
    JEWELS,
    KARACHI,
    KOCHI,
    LAHORE,
    MUMBAI,
    NEPAL,
    VISAKHAPATNAM,
)
from titles.india.marks import CONCESSIONS, GAUGE, JEWELRY_HEX
from titles.india.powers import JEWELRY
from titles.india.routes import CONNECTIONS, variable_bonuses

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from game.state import State
    from game.title_data import TitleData

# Hexes without track beside the destinations of goods, where the printed map lists what they pay.
NOTICES = {
    "A18": KARACHI,
    "C4": LAHORE,
    "C24": MUMBAI,
    "G38": KOCHI,
    "L31": CHENNAI,
    "L41": COLOMBO,
    "N9": NEPAL,
    "R9": CHINA,
    "N25": VISAKHAPATNAM,
    "Q20": HALDIA,
}


def signs(data: TitleData) -> Callable[[State[Any]], Mapping[str, tuple[str, ...]]]:
    """18 India 8.4.1.3, 8.4.3.5-8.4.3.7: markers, cities that are worth more than the best other, what goods pay and to whom."""
    printed: dict[str, tuple[str, ...]] = {h: (f"best +{bonus}",) for h, bonus in variable_bonuses(data).items()}
    printed |= {notice: tuple(_pays(data, city)) for notice, city in NOTICES.items()}

    def shown(state: State[Any]) -> dict[str, tuple[str, ...]]:
        words_by_place = printed | dict.fromkeys(GAUGE.entries(state), ("gauge",))
        for good, (where, _) in GOODS.items():
            words_by_place |= dict.fromkeys(where, _claimed(state, good))
        if JEWELRY_HEX.is_set(state):
            words_by_place[JEWELRY_HEX.value(state)] = (JEWELRY, *_claimed(state, JEWELRY))
        return words_by_place

    return shown


def _claimed(state: State[Any], good: str) -> tuple[str, ...]:
    """Who has the concession, in words; nothing while it is free."""
    owner = CONCESSIONS[good].value(state)
    return (f"{owner}'s",) if owner and owner != "nobody" else ("lost",) if owner else ()


def _pays(data: TitleData, city: str) -> list[str]:
    """Goods that the city takes, dearest first, and the cities that a route to it is paid extra for."""
    taken = sorted(((good.pays[city], name) for name, good in GOODS.items() if city in good.pays), reverse=True)
    words = [f"{name} {amount}" for amount, name in taken]
    for a, b, amount in CONNECTIONS:
        if city in (a, b):
            words.append(f"{data.hexes[b if city == a else a].name} {amount}")
    return [*words, f"{JEWELRY} {JEWELS[city]}"]
