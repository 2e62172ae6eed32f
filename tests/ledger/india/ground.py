"""18 India's track and stations: how many tiles a turn, what ground, rivers and stations cost, where gauge markers lie."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from game.events import Event, TileLaid, TokenPlaced, TokenRemoved, TurnBegan
from tests.ledger.india.papers import GIPR

if TYPE_CHECKING:
    from tests.ledger.facts import Facts
    from tests.ledger.ledger import Ledger

NEXT = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))  # columns and rows to the hex beyond each side, 0 below
RIVER = 30
HELP = 40  # rupees that the French company pays
YELLOWS = 4
LATER = 100  # rupees for a station that comes back to the GIPR's charter


def hear(ledger: Ledger, event: Event) -> None:
    notes = ledger.notes
    match event:
        case TurnBegan():
            notes["laid"], notes["help"], notes["stations"] = [], 0, 0
        case TileLaid():
            laid(ledger, event)
        case TokenPlaced(company=company, slot=slot, using=using):
            placed(ledger, company, slot, using)
        case TokenRemoved(company=company, slot=slot):
            notes["left"] = (company, slot)
            if slot.partition(".")[0] in homes(ledger, company):
                notes["left home"].add(company)
        case _ if type(event).__name__ == "TakenOver" and getattr(event, "spare", False):
            free = "takeover_18xx" in ledger.facts.options
            notes["charter"][GIPR].insert(0 if free else len(notes["charter"][GIPR]), 0 if free else LATER)
        case _ if type(event).__name__ == "PowerUsed" and getattr(event, "kind", "") == "discount":
            notes["help"] = HELP
        case _ if type(event).__name__ == "GaugeChanged":
            gauge(ledger, getattr(event, "side", ""), marker=getattr(event, "marker", False))


# ---------------------------------------------------------------------- geometry


def beyond(hex_id: str, side: int) -> str:
    right, down = NEXT[side]
    return f"{chr(ord(hex_id[0]) + right)}{int(hex_id[1:]) + down}"


def named(hex_id: str, side: int) -> tuple[str, int]:
    """A hexside by the hex whose name comes first."""
    other = beyond(hex_id, side)
    return (hex_id, side) if hex_id < other else (other, (side + 3) % 6)


@lru_cache(maxsize=2)
def borders(data: Facts) -> dict[tuple[str, int], str]:
    """What runs along hexsides: gauge, river or both."""
    found: dict[tuple[str, int], str] = {}
    for words, sides in data.map["borders"].items():
        for name in sides.split():
            hex_id, _, side = name.partition("/")
            found[named(hex_id, int(side))] = words
    return found


def exits(line: str) -> set[int]:
    """Sides that the track of a tile or of a printed hex leads to."""
    parts = [p.strip() for p in line.split(";")][1:]
    tracks = [word for p in parts if not p.startswith(("city", "town", "off", "=")) for word in p.split()]
    return {int(end) for word in tracks for end in re.split(r"[-+]", word) if end.isdigit()}


def track(ledger: Ledger, hex_id: str) -> set[int]:
    """Sides of a hex that have track now."""
    tile, turned = ledger.notes["tiles"].get(hex_id, ("", 0))
    if tile:
        return {(side + turned) % 6 for side in exits(ledger.facts.tiles[tile])}
    return exits(ledger.facts.map["hexes"].get(hex_id, ""))


def completed(ledger: Ledger, event: TileLaid, kind: str) -> Iterator[tuple[str, int]]:
    """Hexsides of a kind over which track leads now and did not before."""
    for side in sorted({(s + event.rotation) % 6 for s in exits(ledger.facts.tiles[event.tile])}):
        here = named(event.hex, side)
        known = here in ledger.notes["crossed"]
        joined = (side + 3) % 6 in track(ledger, beyond(event.hex, side))
        if kind in borders(ledger.facts).get(here, "").split() and joined and not known:
            yield here


# ---------------------------------------------------------------------- tiles


def full_cost(ledger: Ledger, event: TileLaid) -> int:
    """8.4.1.4: hill, mountain, ferry below a yellow tile, 30 for each river that is crossed; 2.4.3: the GIPR's home is free."""
    free = ledger.facts.colours[event.tile] != "yellow" and "gipr_pays_terrain" not in ledger.facts.options
    ground = 0 if event.old or free else ledger.facts.terrain(event.hex)
    return ground + RIVER * sum(1 for _ in completed(ledger, event, "river"))


def cost(ledger: Ledger, event: TileLaid) -> int:
    """2.5: less what the French company pays."""
    helped = ledger.notes["help"] if event.company == ledger.book.turn else 0
    return max(0, full_cost(ledger, event) - helped)


def laid(ledger: Ledger, event: TileLaid) -> None:
    """8.4.1: four yellow tiles or one upgrade; 8.4.1.3: a marker where gauges meet, until phase IV."""
    notes, colour = ledger.notes, ledger.facts.colours[event.tile]
    if event.company == ledger.book.turn and not event.using:
        notes["laid"].append(colour)
        fine = {*notes["laid"]} == {"yellow"} and len(notes["laid"]) <= YELLOWS
        ledger.must(fine or len(notes["laid"]) == 1, f"{event.company} lays {notes['laid']} in a turn")
    if event.using:
        wanted = event.using == "P2"
        ledger.must((colour == "yellow") == wanted, f"{event.using} lays a {colour} tile")
    markers = {*completed(ledger, event, "gauge")}
    if "gauge" in ledger.facts.flags(ledger.book.phase):
        notes.setdefault("markers due", set()).update(markers)


def settle(ledger: Ledger, event: Event) -> None:
    """A tile lies once all subjects have heard of it."""
    notes = ledger.notes
    if not isinstance(event, TileLaid):
        return
    if event.company == ledger.book.turn:
        notes["help"] = max(0, notes["help"] - full_cost(ledger, event))
    notes["crossed"] |= {*completed(ledger, event, "gauge"), *completed(ledger, event, "river")}
    notes["tiles"][event.hex] = (event.tile, event.rotation)


def gauge(ledger: Ledger, side: str, *, marker: bool) -> None:
    """8.4.1.5: from phase IV on one marker goes in place of all track work."""
    notes = ledger.notes
    hex_id, _, number = side.partition("/")
    here = named(hex_id, int(number))
    if marker:
        ledger.must(here in notes.get("markers due", ()), f"a gauge marker comes to {side}")
        notes["markers due"].discard(here)
        notes["markers"].add(side)
        return
    ledger.must(side in notes["markers"], f"there is no gauge marker at {side}")
    ledger.must("convert" in ledger.facts.flags(ledger.book.phase), f"a marker goes in phase {ledger.book.phase}")
    ledger.must(not notes["laid"], f"a marker goes beside {notes['laid']}")
    notes["laid"].append("marker")
    notes["markers"].discard(side)


# ---------------------------------------------------------------------- stations


def homes(ledger: Ledger, company: str) -> set[str]:
    """Hexes in which a company may start."""
    return {stop.partition(".")[0] for stop in ledger.facts.companies[company].get("home", ())}


def at_home(ledger: Ledger, company: str, slot: str) -> None:
    """2.1.1: the station of a company that has floated before the first move."""
    hex_id = slot.partition(".")[0]
    ledger.must(company in ledger.book.floated, f"{company} has a station and has not floated")
    ledger.must(hex_id in homes(ledger, company), f"{company} starts in {hex_id}")
    ledger.book.stations.append((company, hex_id, ""))
    ledger.notes["charter"][company].pop(0)


def taken(ledger: Ledger, company: str, slot: str) -> bool:
    """2.4.4: whether an exchange token of the GIPR takes the place of the station that has just left."""
    left = ledger.notes.get("left", ("", ""))
    return company == GIPR and left[1] == slot and left[0] != GIPR


def station(ledger: Ledger, event: TokenPlaced) -> int:
    """8.4.2.1: what the charter says next; free: exchange tokens, and the Danish company's (2.5)."""
    if event.using or taken(ledger, event.company, event.slot):
        return 0
    if ledger.terms.joins(ledger.book, event.company, event.slot):
        return 0
    price: int = ledger.notes["station price"]
    return price


def placed(ledger: Ledger, company: str, slot: str, using: str) -> None:
    notes = ledger.notes
    if taken(ledger, company, slot):
        there = any(of == GIPR and at == slot.partition(".")[0] for of, at, _ in ledger.book.stations)
        ledger.must(not there, f"the GIPR has two stations in {slot}")  # 8.4.2.2
        return
    if ledger.terms.joins(ledger.book, company, slot):
        return
    charter = notes["charter"][company]
    ledger.must(charter, f"{company} has no station left and places one")
    first = len(charter) == len(ledger.facts.companies[company]["tokens"])
    notes["station price"] = charter.pop(0)
    if company == ledger.book.turn and not first:
        notes["stations"] += 1
        ledger.must(notes["stations"] == 1, f"{company} places {notes['stations']} stations in a turn")  # 8.4.2


def close(ledger: Ledger) -> None:
    missing = ledger.notes.get("markers due", set())
    ledger.must(not missing, f"gauge markers are missing at {missing}")
    ledger.notes["left"] = ("", "")
