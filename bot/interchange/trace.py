"""A trace: what 18xx.games' own engine says after each recorded action, compared with the state of ours.

Line 1 holds the seats and the whole start state; then one line per action with the keys that changed; the last line holds the
result. `active` and `entity` are bookkeeping of theirs and are not compared; nor is `.treasury`, where a title has one place for
a company's unsold stock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from bot.interchange.site.ledgers import kind_of
from bot.interchange.site.records import Damaged, Id
from game import cards, ending, market, shares, trains
from game.end_causes import STANDSTILL
from game.places import BANK, DEPOT, POOL

if TYPE_CHECKING:
    from bot.interchange.import_state import ImportProfile
    from game.play import Game
    from game.tiles import Face

T = TypeVar("T")
LARGEST = 16_000_000  # bytes
TRAINS = ("depot", "discarded", ".trains")
HOLDINGS = (".shares", ".holds")
UNORDERED = (".trains", ".tokens", ".privates", "discarded")  # lists whose order says nothing


class SeatLine(Struct):
    """A player as the trace lists them."""

    seat: int
    id: Id


class Head(Struct):
    """The first line of a trace: the seats and the whole start state."""

    title: str
    seats: list[SeatLine]
    state: dict[str, Any]


class Row(Struct):
    """A line of a trace: an action and the keys that changed with it."""

    id: int
    change: dict[str, Any]


class Tail(Struct):
    """The last line of a trace: the result."""

    final: bool
    finished: bool
    result: dict[str, int] | None = None


class Trace:
    """A trace, followed action by action. `recorded_state` holds the site's values after the last action that was followed."""

    def __init__(self, data: bytes) -> None:
        if len(data) > LARGEST:
            raise Damaged("The trace is too large.")
        lines = [line for line in data.split(b"\n") if line.strip()]
        if len(lines) < 2:
            raise Damaged("The trace has no actions.")
        self.head = _decode_line(lines, 0, Head)
        self.tail = _decode_line(lines, len(lines) - 1, Tail)
        self.rows = [_decode_line(lines, i, Row) for i in range(1, len(lines) - 1)]
        self.recorded_state = dict(self.head.state)
        self._next = 0

    def follow(self, number: int) -> bool:
        """Take in what the action with that number changed; False if the trace expects another action there."""
        if self._next == len(self.rows) or self.rows[self._next].id != number:
            return False
        self.recorded_state.update(self.rows[self._next].change)
        self._next += 1
        return True

    @property
    def count_left(self) -> int:
        """Actions not yet followed."""
        return len(self.rows) - self._next


def _decode_line(lines: list[bytes], index: int, shape: type[T]) -> T:
    """A line of the trace as a value; raises Damaged naming the line."""
    try:
        return msgspec.json.decode(lines[index], type=shape)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Damaged(f"Line {index + 1} of the trace cannot be read: {str(error)[:200]}.") from error


def find_differences(
    g: Game, profile: ImportProfile, expected: Mapping[str, Any], seats: Sequence[str] = ()
) -> dict[str, tuple[object, object]]:
    """Keys on which our state and the trace differ, with our value and the trace's. `seats`: the players as they sat at first."""
    differing: dict[str, tuple[object, object]] = {}
    our_values: dict[str, Any] = dict(project_state(g, profile, seats))
    expected = {**expected, **_place_as_ours(expected, profile)}
    expected["discarded"] = [_our_train_type(g, name) for name in expected["discarded"]]
    for key, our_value in our_values.items():
        value, site_value = our_value, expected.get(key)
        if key.endswith(TRAINS):
            site_value = _trains_as_ours(site_value, profile)
        elif value == site_value:
            continue
        if key.endswith(HOLDINGS):
            site_value = _held_by(expected, key, profile)
        if key.endswith(".privates"):
            value, site_value = (sorted(profile.shorten_private(p) for p in each or ()) for each in (value, site_value))
        if key.endswith(UNORDERED) and isinstance(site_value, list):
            site_value = sorted(site_value)
        if key == "round" and g.state.over == STANDSTILL:
            continue  # the site goes on with rounds in which nobody can do anything, up to its last one
        if key.endswith(".closed") and expected.get(f"{key.removesuffix('.closed')}.cash") is None:
            continue  # the file has taken a minor out of the list
        if value != site_value and (value or site_value):
            differing[key] = (value, site_value)
    for hex_id in find_tile_differences(g, profile, expected):
        laid = g.state.tiles.get(hex_id)
        differing[f"tile.{hex_id}"] = (
            f"{laid.tile}-r{laid.rotation}" if laid else None,
            expected.get(f"tile.{hex_id}"),
        )
    return differing


def _our_train_type(g: Game, face: str) -> str:
    """Our type of a pooled train, which the trace names by the side that its owner had chosen."""
    return next((t for t, data in g.rules.data.trains.items() if face in [s.name for s in data.sides]), face)


def _place_as_ours(expected: Mapping[str, Any], profile: ImportProfile) -> dict[str, Any]:
    """Depot and pool as the file would have them if it laid trains where we do."""
    depot = dict(expected.get("depot") or {})
    moved = [kind_ for kind_ in profile.pooled for _ in range(depot.pop(kind_, 0))]
    for kind_ in profile.endless:
        depot.pop(kind_, None)
    return {"depot": depot, "discarded": [*(expected.get("discarded") or []), *moved]}


def _held_by(expected: Mapping[str, Any], key: str, profile: ImportProfile) -> dict[str, int]:
    """Percent by company of what somebody holds. Where companies do not keep their unsold stock, their treasury holds own shares
    that they have bought.
    """
    shares = {company: percent for company, percent in (expected.get(key) or {}).items() if percent}
    name = key.removesuffix(".holds")
    treasury = 0 if profile.unsold else expected.get(f"{name}.treasury")
    return {name: treasury, **shares} if treasury else shares


def _trains_as_ours(value: Any, profile: ImportProfile) -> Any:
    """Types of trains, listed or counted, by our names."""
    if isinstance(value, dict):
        counts: dict[str, int] = {}
        for kind_, number in value.items():
            our_kind = profile.trains.get(kind_, kind_)
            counts[our_kind] = counts.get(our_kind, 0) + number
        return {k: n for k, n in counts.items() if n}
    return [profile.trains.get(k, k) for k in value] if isinstance(value, list) else value


def project_state(g: Game, profile: ImportProfile, seats: Sequence[str] = ()) -> Iterator[tuple[str, object]]:
    """Our state in the words of a trace, tiles apart."""
    state = g.state
    numbers = {p: f"player:{i}" for i, p in enumerate(seats or state.order, 1)}
    yield "round", profile.rounds.get(state.round, state.round)
    yield "phase", profile.phases.get(state.phase, state.phase)
    yield "bank", state.cash[BANK]
    for player, number in numbers.items():
        yield f"{number}.cash", state.cash[player]
        yield f"{number}.value", ending.total(g, player)
        yield f"{number}.privates", sorted(cards.privates(g, player))
        yield f"{number}.shares", holdings(g, player)
    places = stations_of(g)
    for name in profile.companies_in_play(g):
        company = state.companies[name]
        own_cards = places.get(name, [])
        yield f"{name}.cash", state.cash[name]
        yield f"{name}.president", numbers.get(company.president)
        yield f"{name}.price", price_of(g, name) or printed_price(g, name)
        yield f"{name}.market", shares.percent(g, POOL, name)
        for key, place in profile.unsold.items():
            yield f"{name}.{key}", shares.percent(g, place, name)
        yield f"{name}.holds", holdings(g, name)
        yield f"{name}.trains", sorted(trains.face(g, t) for t in cards.trains(g, name))
        yield f"{name}.privates", sorted([*cards.privates(g, name), *profile.list_papers(g, name)])
        yield (
            f"{name}.tokens",
            sorted([*own_cards, *(h for h in profile.shown_early.get(name, ()) if h not in own_cards)]),
        )
        yield f"{name}.closed", company.closed
    depot = [kind_of(t) for t in cards.trains(g, DEPOT) if kind_of(t) not in profile.endless]
    yield "depot", {k: depot.count(k) for k in dict.fromkeys(depot)}
    yield "discarded", sorted(kind_of(t) for t in cards.trains(g, POOL))


def holdings(g: Game, place: str) -> dict[str, int]:
    """Percent by company; a minor has no shares."""
    companies = g.rules.data.companies
    return {c: shares.percent(g, place, c) for c in shares.by_company(g, place) if companies[c].kind != "minor"}


def price_of(g: Game, company: str) -> list[int] | None:
    """A company's price with the row and column of its marker; None where it has none."""
    cell = market.where(g, company)
    return [market.price(g, company), *(int(n) for n in cell.split(","))] if cell else None


def printed_price(g: Game, company: str) -> list[int] | None:
    """Where the marker of a company will be placed whose price is printed on its charter."""
    price = g.rules.data.companies[company].par
    if not price or g.company(company).closed:
        return None
    return [price, *(int(n) for n in g.rules.data.pars[price].split(","))]


def stations_of(g: Game) -> dict[str, list[str]]:
    """Hexes with a station, by company. While the city of a station on a new tile is being chosen, the site has it off
    the map.
    """
    by_company: dict[str, list[str]] = {}
    for slot, company in g.state.tokens.items():
        hex_id, stop, _ = slot.split(".")
        if stop != "+" or hex_id not in g.state.tiles:
            by_company.setdefault(company, []).append(hex_id)
    return by_company


def find_tile_differences(g: Game, profile: ImportProfile, expected: Mapping[str, Any]) -> Iterator[str]:
    """Hexes where another tile lies, or the same one turned so that it connects differently."""
    named = {key.removeprefix("tile."): value for key, value in expected.items() if key.startswith("tile.") and value}
    for hex_id, laid in g.state.tiles.items():
        if describe_face(g, profile, named.pop(hex_id, "")) != describe_face(
            g, profile, f"{laid.tile}-r{laid.rotation}"
        ):
            yield hex_id
    yield from named


def describe_face(g: Game, profile: ImportProfile, tile_id: str) -> tuple[str, object]:
    """Tile and how it connects, from "57-r2"."""
    name, _, rotation = tile_id.rpartition("-r")
    name = profile.tiles.get(name, name)
    tile = g.rules.data.tiles.get(name)
    if tile is None or not rotation.isdecimal():
        return name, tile_id
    face: Face = tile.faces[int(rotation) % 6]
    return name, face.shape
