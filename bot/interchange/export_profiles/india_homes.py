"""Homes and double cities of 18 India as 18xx.games writes them: chosen between two purchases, or after a lay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.entries import entry_by_company, entry_by_owner, entry_by_player
from bot.interchange.export_profiles.india_stations import note_board_changed
from bot.interchange.import_profiles.india_names import GIPR
from bot.interchange.site.errors import Unwritable
from game.actions import Action, LayTile, PlaceToken
from game.events import TokenRemoved
from game.step_keys import StepKey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.interchange.export_state import Entry, ExportState
    from game.play import Game


DOUBLE = "235"  # the yellow tile whose two cities are not connected


def encode_station(state: ExportState, action: PlaceToken, step: Any) -> Entry | None:
    """Stations that are placed in another way than elsewhere: beside a tile that a player's private has laid the player chooses
    the cities, and the GIPR says when it builds a station that it has taken over.
    """
    hex_id, _, stop = action.city.partition(".")
    city_and_slot = {"city": state.names.city_id(hex_id, stop), "slot": state.names.free_circle(hex_id, stop)}
    by_player_laid = hex_id in state.memory.get("by player", ())
    if step.key == StepKey.CITY and by_player_laid:
        _check_partner(state, hex_id, stop, state.token_owner(action))
        of, moved_hex, at = state.memory.pop("city at", (None, "", 0))
        if of is state.turn and moved_hex == hex_id:
            state.at, state.memory["city at"] = at, (of, hex_id, at + 1)
        return entry_by_player(state, action.by, "place_token", **city_and_slot, tokener=state.token_owner(action))
    if step.key == StepKey.CITY and hex_id in state.memory.get("by company's private", ()):
        _check_partner(state, hex_id, stop, state.token_owner(action))
    left = state.game.company(GIPR).tokens
    spare = not any(left) if action.using else left[:1] == [0]
    if step.key == StepKey.TOKEN and step.company == GIPR and spare:
        taken_over = {"tokener": GIPR, "token_type": "exchange"}
        return entry_by_owner(state, GIPR, action.using, "place_token", **city_and_slot, **taken_over)
    return None


def _check_partner(state: ExportState, hex_id: str, stop: str, company: str) -> None:
    """On a tile that a private has laid the site keeps the partner's own city: raises Unwritable for that city."""
    data = state.game.rules.data.companies
    for partner in state.import_profile.companies_in_play(state.game):
        waits = not state.game.company(partner).floated and not state.game.company(partner).closed
        if partner != company and waits and f"{hex_id}.{stop}" in data[partner].home:
            raise Unwritable(f"18xx.games keeps that city of {hex_id} for {partner}: {company} cannot choose it")


def encode_home(state: ExportState, action: Action, step: Any) -> list[Entry]:
    """The entries of a home, which is chosen as soon as the company floats: even between two certificates of a purchase."""
    company = step.company
    if isinstance(action, LayTile):
        tile = state.names.tile_id(action.tile, action.hex)
        entry = entry_by_company(state, company, "lay_tile", hex=action.hex, tile=tile, rotation=action.rotation)
    else:
        assert isinstance(action, PlaceToken)
        hex_id, _, stop = action.city.partition(".")
        stop = stop or _free_city(state, hex_id)
        city_and_slot = {"city": state.names.city_id(hex_id, stop), "slot": state.names.free_circle(hex_id, stop)}
        entry = entry_by_company(state, company, "place_token", **city_and_slot, tokener=company)
    state.at = _take_place(state, company)
    return [entry]


def _take_place(state: ExportState, company: str) -> int | None:
    """How many entries come before the home of a company that has floated within a purchase, None where it comes last. Homes of
    the certificates after that one move on by its entry.
    """
    homes: dict[str, int] = state.memory.get("homes", {})
    place = homes.pop(company, None)
    if place is not None:
        homes.update({other: at + 1 for other, at in homes.items() if at > place})
    return place


def _free_city(state: ExportState, hex_id: str) -> str:
    """The city of a double city without a tile that is nobody's home: ours does not tell them apart, the site keeps a home,
    and puts its resident there.
    """
    g = state.game
    standing = [(slot.split(".")[1], owner) for slot, owner in g.state.tokens.items() if slot.startswith(f"{hex_id}.")]
    coming = [c for c in state.import_profile.companies_in_play(g) if not (g.company(c).floated or g.company(c).closed)]
    taken = {stop for stop, _ in standing}
    for name in (*(owner for _, owner in standing), *coming):
        taken |= {h.partition(".")[2] for h in g.rules.data.companies[name].home if h.partition(".")[0] == hex_id}
    cities = [c.name for c in g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities]
    return next((name for name in cities if name not in taken), "")


def encode_city_choice(state: ExportState, g: Game, event: Any) -> Iterable[Entry]:
    """Entries that follow a lay: a double city that gets its first track while a station stands in it asks for the resident's
    city later, unless a player's private has laid it.
    """
    note_board_changed(state, g, event)
    _follow_added_circle(state, g, event.hex)
    if event.tile == DOUBLE and any(slot.startswith(f"{event.hex}.") for slot in g.state.tokens):
        by_player = event.using and g.state.place[event.using] in g.state.order
        state.memory.setdefault("by player" if by_player else "shared", set()).add(event.hex)
        if not by_player:
            _check_guest_station(g, event.hex, event.company)
        if event.using and not by_player:
            state.memory.setdefault("by company's private", set()).add(event.hex)
    return ()


def _follow_added_circle(state: ExportState, g: Game, hex_id: str) -> None:
    """A tile has the circle that the site has added for the Danish company's station only if that station has no other there."""
    added: dict[str, int] = state.memory.get("added", {})
    for city in [city for city in added if city.startswith(f"{hex_id}.")]:
        del added[city]
        for place in g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities:
            stations = [slot for slot in g.state.tokens if slot.startswith(f"{hex_id}.{place.name}.")]
            if f"{hex_id}.{place.name}.+" in stations and len(stations) > place.slots:
                added[f"{hex_id}.{place.name}"] = place.slots


def _check_guest_station(g: Game, hex_id: str, company: str) -> None:
    """The site loses the station of a company that is not at home in a double city when another has laid its first tile and has
    chosen its own city: raises Unwritable.
    """
    owners = {owner for slot, owner in g.state.tokens.items() if slot.startswith(f"{hex_id}.")}
    for guest in sorted(owners - {company}):
        homes = {home.partition(".")[0] for home in g.rules.data.companies[guest].home}
        if company in owners and hex_id not in homes:
            raise Unwritable(
                f"18xx.games loses the station of {guest} in {hex_id} when {company} lays the tile with two cities"
            )


def encode_home_placed(state: ExportState, g: Game, event: Any) -> Iterable[Entry]:
    """Entries of a home that is placed by itself here when the company floats, and asked for at the site: the home of a
    resident whose hex was shared when its first tile came, or of a company with one city of its home hex left.
    """
    note_board_changed(state, g, event)
    hex_id, stop, circle = event.slot.split(".")
    state.memory.setdefault("placed", {}).setdefault(event.company, []).append(hex_id)
    _check_home_circle(g, event.company, hex_id, stop)
    if event.company == GIPR and hex_id in state.memory.get("shared", ()):
        _check_home_kept(state, g, event.slot)
    if circle == "+" and stop != "+":
        slots = g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.stop(stop).slots
        state.memory.setdefault("added", {})[f"{hex_id}.{stop}"] = slots
    if isinstance(state.action, PlaceToken) and hex_id in state.memory.get("by player", ()):
        return _encode_last_city(state, state.action, event)
    if isinstance(state.action, (LayTile, PlaceToken)) or g.company(event.company).operated or event.company == GIPR:
        return ()
    home = hex_id in g.rules.data.companies[event.company].home  # without the name of a city
    chosen = home and len(g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities) > 1
    if not chosen and hex_id not in state.memory.get("shared", ()):
        return ()
    if not chosen and g.state.tiles[hex_id].tile == DOUBLE:
        raise Unwritable(
            f"18xx.games breaks down where {event.company} gets its home in {hex_id}: the other company has laid the yellow tile"
            " with two cities there"
        )
    city_and_slot = {"city": state.names.city_id(hex_id, stop), "slot": int(circle)}
    entry = entry_by_company(state, event.company, "place_token", **city_and_slot, tokener=event.company)
    at = _take_place(state, event.company)
    if at is None:
        return (entry,)
    state.entries.insert(at, entry)
    return ()


def _check_home_circle(g: Game, company: str, hex_id: str, stop: str) -> None:
    """The site keeps no circle on a double city's tile for the second resident: raises Unwritable for a home in whose circle
    the Danish company has placed a station there.
    """
    beside = next((owner for slot, owner in g.state.tokens.items() if slot == f"{hex_id}.{stop}.+"), "")
    homes = {home.partition(".")[0] for home in g.rules.data.companies[company].home}
    double = len(g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities) > 1
    if beside and double and hex_id in homes:
        raise Unwritable(
            f"18xx.games has put the station of {beside} into the circle of {hex_id} that is the home of {company}"
        )


def _check_home_kept(state: ExportState, g: Game, slot: str) -> None:
    """The site keeps as many circles of a double city as there are residents to come, and counts the circle that the Danish
    company's station will get: raises Unwritable for a home that the GIPR takes over where no other circle is left.
    """
    former = next((e.company for e in g.events if isinstance(e, TokenRemoved) and e.slot == slot), "")
    if not former:
        return
    data, hex_id = g.rules.data, slot.partition(".")[0]
    coming = [
        name
        for name in state.import_profile.companies_in_play(g)
        if not (g.company(name).floated or g.company(name).closed)
        and hex_id in {home.partition(".")[0] for home in data.companies[name].home}
    ]
    circles = sum(city.slots for city in data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities)
    others = sum(s.startswith(f"{hex_id}.") and s != slot for s in g.state.tokens)
    if coming and circles - others <= len(coming):
        raise Unwritable(
            f"18xx.games gives the station of {former} in {hex_id} to nobody, keeping the circle for {' and '.join(coming)}"
        )


def _encode_last_city(state: ExportState, action: PlaceToken, event: Any) -> Iterable[Entry]:
    """The entry for a station that here goes by itself to the only city left, after a tile laid by a player's private. The site
    asks for the stations in the order of the cities in which they stood, so it may come before the one that was chosen.
    """
    hex_id, stop, circle = event.slot.split(".")
    if action.city == event.slot.rpartition(".")[0] or not action.city.startswith(f"{hex_id}."):
        return ()
    city_and_slot = {"city": state.names.city_id(hex_id, stop), "slot": int(circle)}
    entry = entry_by_player(state, action.by, "place_token", **city_and_slot, tokener=event.company)
    chosen = max(n for n, e in enumerate(state.entries) if e["type"] == "place_token")
    if not _stood_in_first_city(state, hex_id, event.company, state.entries[chosen]["tokener"]):
        return (entry,)
    state.entries.insert(chosen, entry)
    return ()


def _stood_in_first_city(state: ExportState, hex_id: str, company: str, other: str) -> bool:
    """Whether of two companies this one had the first city of a double city without a tile: a resident has its own."""
    data = state.game.rules.data
    first, second = (f"{hex_id}.{city.name}" for city in data.face(hex_id, None).tile.cities)
    return first in data.companies[company].home or second in data.companies[other].home
