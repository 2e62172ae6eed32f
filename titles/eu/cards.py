"""18EU: what its minors, corporations and Pullman cars are, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from game.nearby import places_around
from game.route_rules import RunBonus
from titles.eu import minors

if TYPE_CHECKING:
    from game.rules import Rules
    from game.state import Run, State

NEAR = 2  # places that are named beside a minor's home
MINOR = (
    "It has one owner and one station, and begins with a 2-train. Its owner gets half of what it earns, and it keeps the other"
    " half. Later its owner gives it up for a share of a corporation, or to start one."
)


def company(name: str, rules: Rules) -> str:
    """18EU 4.1.3: what a minor is."""
    data = rules.data.companies[name]
    if data.kind != minors.MINOR:
        return ""
    spots = " and ".join(rules.data.hexes[h].spot for a in data.abilities for h in a.hexes)
    asked = f" Others must ask its owner before they lay the first tile in {spots}." if spots else ""
    return f"A minor. {MINOR}{asked}"


def home(name: str, rules: Rules) -> str:
    """18EU 4.3."""
    if rules.data.companies[name].home:
        return ""
    return "Before phase 5 whoever starts it gives up a minor, whose station becomes its home. Later its home is any free circle."


def stations(_name: str, rules: Rules) -> str:
    """18EU 4.3."""
    return (
        f"When it starts, it pays {rules.data.money(rules.data.file.numbers['charter'])} for its four other stations."
    )


def lot(name: str, rules: Rules) -> str:
    """What tells a minor on sale from the others: where it begins, what its city earns now or with its first tile, what lies
    near it, what building there costs.
    """
    hex_id, _, city = rules.data.companies[name].home[0].partition(".")
    home = rules.data.hexes[hex_id]
    ways = _ways_out(rules, hex_id, city)
    worth = max(s.values[0][1] for s in home.print.cities)
    earns = rules.data.money(worth or _first_worth(rules, home.label))
    start = f"{home.name} {earns}{'' if worth else ' once built'}"
    start += f", to {ways}" if ways else ""
    costs = [rules.data.hexes[h].cost for h in home.sides if h]
    ground = f"tiles to {rules.data.money(max(costs))}" if any(costs) else ""
    near = [place for place in places_around(rules.data, hex_id)[:NEAR] if place not in ways.split(", ")]
    return "; ".join(filter(None, [start, ground, f"near {', '.join(near)}" if near else ""]))  # names may be cut


def _first_worth(rules: Rules, label: str) -> int:
    """Dollars that a city earns with its first tile, in hexes with that letter."""
    tiles = (t for t in rules.data.tiles.values() if (t.colour, t.label) == ("yellow", label))
    return max((s.values[0][1] for t in tiles for s in t.cities), default=0)


def floats(shares: int, price: int, view: State[Any], rules: Rules) -> str:
    """18EU 4.3: before phase 5 whoever starts a corporation gets a share for a minor too."""
    late = "underwritten" in rules.data.phases[view.phase].flags
    dollars = (shares if late else shares - 1) * price
    if dollars <= 0:
        return "It floats at once."
    more = f"it floats once {rules.data.money(dollars)} more of it is sold."
    return f"{more[:1].upper()}{more[1:]}" if late else f"With the share for your minor {more}"


def _ways_out(rules: Rules, hex_id: str, city: str) -> str:
    """Where the printed track of a home leads that shares its hex with another one."""
    home = rules.data.hexes[hex_id]
    if len(home.print.cities) == 1:
        return ""
    beyond = [rules.data.hexes[home.sides[side]] for side in sorted(home.print.faces[0].sides[city])]
    return ", ".join(h.name or h.id for h in beyond)


def train(name: str, rules: Rules) -> str:
    if "pullman" in rules.data.trains[name].kinds:
        return (
            "A Pullman car runs with another train and doubles one city or off-map place. It counts as a train, and goes"
            " first when a company has too many."
        )
    return ""


def reach() -> str:
    """18EU 4.4.3: towns and ports are free."""
    return "cities or places off the map"


def capital(_company: str, rules: Rules) -> str:
    """18EU 4.3."""
    charter = rules.data.money(rules.data.file.numbers["charter"])
    return f"Its shares bring it money: {charter} for its four other stations, the rest for track and trains."


def port(_symbol: str, _rules: Rules) -> str:
    """18EU 4.4.3."""
    return "a port: it counts as a town, and a route ends there"


def bonuses(run: Run, company: str, view: State[Any], rules: Rules) -> list[RunBonus]:
    """18EU 4.4.3: for own stations on a route from one off-map place to another."""
    ends = (run.stops[0].partition("."), run.stops[-1].partition("."))
    if not all(s.kind == "off" for h, _, stop in ends for s in rules.data.hexes[h].print.stops if s.name == stop):
        return []
    own = {slot.rpartition(".")[0] for slot, owner in view.tokens.items() if owner == company} & set(run.stops)
    numbers = rules.data.file.numbers
    each, most = (numbers.get(f"{which}_{view.phase}", 0) for which in ("red", "red_most"))
    return [RunBonus("stations from red to red", min(most, each * len(own)))]


def cost(rules: Rules) -> str:
    """18EU 4.6."""
    return f"a mountain costs another {rules.data.money(rules.data.file.numbers['mountain'])} when it turns green"


WORDS: Mapping[type | str, Callable[..., str]] = {
    "company": company,
    "company: home": home,
    "company: stations": stations,
    "lot": lot,
    "train": train,
    "reach": reach,
    "capital": capital,
    "floats": floats,
    "symbol: port": port,
    "cost": cost,
}
