"""18 India: what its privates, companies and trains do, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from titles.india.goods import GOODS
from titles.india.powers import ALLOWS
from titles.india.routes import CONNECTIONS
from titles.india.setup import GIPR

if TYPE_CHECKING:
    from game.rules import Rules
    from game.title_data import Ability

BOND = "RB"


def lay(_ability: Ability, private: str, _rules: Rules) -> str:
    """18 India 2.5."""
    tile_words = "yellow tile" if ALLOWS[private] == ("yellow",) else "upgrade"
    return f"Once, a company of its owner may lay an extra {tile_words} in its turn."


def discount(ability: Ability, _private: str, rules: Rules) -> str:
    """18 India 2.5."""
    most = rules.data.money(ability.amount)
    return f"Once, it pays up to {most} for hills, mountains, rivers and ferries in one turn of a company of its owner."


def token(_ability: Ability, _private: str, _rules: Rules) -> str:
    """18 India 2.5."""
    return (
        "Once, a company of its owner may place its station of the turn in any city on the map: for free, connected or not, full"
        " or not."
    )


def bonus(ability: Ability, _private: str, rules: Rules) -> str:
    """18 India 2.5."""
    return (
        "A company of its owner may put the jewelry token on any hex without a town or city. It then has the concession for"
        f" jewelry, which brings {rules.data.money(ability.amount)} where any other good is delivered."
    )


def powers(private: str, rules: Rules) -> str:
    if private.startswith(BOND):
        return "You may sell it back to the bank for its price, or from phase IV on turn it into a share of the GIPR."
    return "" if rules.data.privates[private].abilities else "It has no special power."


def closes(private: str, rules: Rules) -> str:
    """18 India 2.5, 8.2."""
    if private.startswith(BOND):
        return "It never closes."
    paid = f"its owner then gets its face value of {rules.data.money(rules.data.privates[private].value)}"
    power = "when its power is used, or " if rules.data.privates[private].abilities else ""
    return f"It closes {power}when its owner closes it: {paid}."


def company(name: str, rules: Rules) -> str:
    """18 India 2.4."""
    if name == GIPR:
        return "It operates from phase II on. From phase IV on royal bonds can be turned into its shares."
    return f"It lies in the {rules.data.companies[name].group}."


def floats(name: str, _rules: Rules) -> str:
    """18 India 2.1, 2.4."""
    if name == GIPR:
        return "It has no director: it floats once three of its shares are in play."
    return "It floats when its director's certificate is bought, or when three single shares are in play and somebody manages it."


def train(name: str, rules: Rules) -> str:
    """18 India 8.4.3.6, 8.4.3.7: only cities and towns are doubled or tripled."""
    kind = rules.data.trains[name]
    times = next((t for t in (kind.times, *(s.times for s in kind.sides)) if t > 1), 1)
    reach = kind.reach or (kind.sides[0].reach if kind.sides else 0)
    express = next((s for s in kind.sides if "express" in s.kinds), None)
    often = {2: "twice", 3: "three times"}.get(times, f"{times} times")
    doubled = f" {often}" if times > 1 else ""
    best = f"it runs any distance and counts its best {express.reach} cities{doubled}" if express else ""
    sides = f" On its other side ({express.name}) {best}." if express else ""
    counts = f", and its cities and towns count {often}; bonuses for routes and goods count once" if times > 1 else ""
    towns = "" if counts else "; towns on the way pay too, but do not count"
    return f"Runs to {reach} cities{counts}{towns}.{sides}"


def good(_symbol: str, _rules: Rules) -> str:
    """18 India 8.4.3.7."""
    return (
        "goods: a train whose route passes here and a city whose list names them is paid that much more. The first company"
        " that delivers a good is the only one that is paid for it from then on"
    )


def gauge(_rules: Rules) -> str:
    """18 India 8.4.1.3, 8.4.3.5."""
    return (
        "Dashed red line: the gauge changes. Track across it gets a marker, which counts as a stop for every train but an"
        " express, and earns nothing"
    )


def river(rules: Rules) -> str:
    """18 India 8.4.1.4."""
    return f"Blue line: a river, {rules.data.money(rules.data.file.numbers['river'])} for track that crosses it"


def claimed(_rules: Rules) -> str:
    """18 India 8.4.3.7."""
    return "the only company that is paid for this good; “lost”: no company is any more, since that one has closed"


def variable(_rules: Rules) -> str:
    """18 India 8.4.3.3."""
    return "this city earns that much more than the best other city of the route"


def signs_heading(_rules: Rules) -> str:
    """18 India 8.4.3.3, in one line above the list."""
    return "goods · +20: 20 above the best other city"


def route_bonuses(rules: Rules) -> str:
    """18 India 8.4.3.6: each pair of cities with what a route through both is paid extra, a line each."""
    places = rules.data.hexes
    return "\n".join(f"{places[a].name}–{places[b].name} {rules.data.money(n)}" for a, b, n in CONNECTIONS)


def paid_list(_rules: Rules) -> str:
    """18 India 8.4.3.6, 8.4.3.7."""
    return "what the city next to it pays for goods, and for a route from the city that is named"


WORDS: Mapping[type | str, Callable[..., str]] = {
    "power: lay": lay,
    "power: discount": discount,
    "power: token": token,
    "power: bonus": bonus,
    "powers": powers,
    "closes": closes,
    "company": company,
    "company: floats": floats,
    "train": train,
    **{f"symbol: {name}": good for name in GOODS},
    "border: gauge": gauge,
    "border: river": river,
    "sign: best +20": variable,
    "signs": signs_heading,
    "route bonuses": route_bonuses,
    "sign: List in a red hex": paid_list,
    "sign: NWR's": claimed,
}
