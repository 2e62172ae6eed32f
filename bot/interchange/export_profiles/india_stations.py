"""18 India 8.4.4.4 at 18xx.games: stations of companies that close, which that site does not notice at once.

What a company reaches is remembered there until a tile is laid or a station is placed; a company that closes changes nothing of
it, whether the GIPR takes its stations over or they leave their circles. So whoever has looked at the board since the last
change builds nothing from a station taken over and nothing behind a circle that was left, until the board changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.interchange.site.errors import Unwritable
from bot.interchange.site.site_turn import move_stations, restore_left_circles
from game.events import TileLaid, TokenPlaced, TokenRemoved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.interchange.export_state import ExportState
    from bot.interchange.site.site_turn import Turn
    from game.actions import Action
    from game.play import Game
    from game.state import Company, Slot

GIPR = "GIPR"


def _remembered(state: ExportState) -> dict[Company, dict[Slot, Company]]:
    """The stations by which the site remembers what a company reaches, by company."""
    stations: dict[Company, dict[Slot, Company]] = state.memory.setdefault("stations remembered", {})
    return stations


def _remember(state: ExportState, company: Company) -> None:
    """The site looks at what a company reaches, unless it still knows."""
    _remembered(state).setdefault(company, dict(state.game.state.tokens))


def note_turn_began(state: ExportState, turn: Turn) -> None:
    """Give a turn the stations that the site has not seen go. It looks at what the company reaches if that can pay for a station;
    with the GIPR's exchange tokens in any case.
    """
    g, company = state.game, turn.company
    before = _remembered(state).get(company, {})
    turn.left = {slot: owner for slot, owner in before.items() if g.state.tokens.get(slot) != owner}
    payable = g.company(company).tokens and g.rules.tokens.cost(g, company) <= g.state.cash[company]
    if payable or company == GIPR:
        _remember(state, company)


def note_board_changed(state: ExportState, g: Game, event: TileLaid | TokenPlaced) -> tuple[()]:
    """Note that all companies look at the board anew, first of all who has laid a tile. A station that the GIPR takes over
    changes nothing.
    """
    left = [e.slot for e in g.events if isinstance(e, TokenRemoved)]
    if isinstance(event, TokenPlaced) and event.slot in left:
        return ()
    _remembered(state).clear()
    if state.turn is not None:
        state.turn.left.clear()
        if isinstance(event, TileLaid):
            _remember(state, state.turn.company)
    return ()


def note_marker_removed(state: ExportState, _g: Game, event: Any) -> tuple[()]:
    """Note who has removed a gauge marker, for which the site looks at what the company reaches."""
    if event.company:
        _remember(state, event.company)
    return ()


def check_reach(state: ExportState, action: Action) -> None:
    """Raise Unwritable for what a company does where the site does not see it come: stations that are gone are in its way."""
    turn, g = state.turn, state.game
    if turn is None or not turn.left or state.asked_company() != turn.company:
        return
    with restore_left_circles(g, turn):
        possible = g.legal(action)
    if possible:
        return
    taken_over = sorted({slot.partition(".")[0] for slot in turn.left if g.state.tokens.get(slot) == turn.company})
    if taken_over:
        raise Unwritable(
            f"18xx.games has not noticed that the {turn.company} has taken over the station in {', '.join(taken_over)}: until a"
            " tile is laid or a station is placed it builds nothing from there"
        )
    last = state.entries[-1] if state.entries else {}
    passed = (last.get("type"), last.get("entity")) == (
        "pass",
        turn.company,
    )  # with which the site may go on to the trains
    raise Unwritable(
        f"18xx.games takes circles for full that {' and '.join(sorted({*turn.left.values()}))} left by closing: until a tile is"
        f" laid or a station is placed {turn.company} reaches nothing behind them",
        len(state.entries) - 1 if passed else None,
    )


def check_guests(state: ExportState, action: Action) -> None:
    """Raise Unwritable for what a company does through a circle of a double city that is free here, kept for the second resident:
    the Danish company's station stands beside it, at the site in it.
    """
    g, turn = state.game, state.turn
    guests = dict(_list_guests(g))
    if not guests or turn is None or state.asked_company() != turn.company:
        return
    with move_stations(g, guests):
        possible = g.legal(action)
    if not possible:
        owners, cities = {g.state.tokens[slot] for slot in guests}, {slot.removesuffix(".+") for slot in guests}
        raise Unwritable(
            f"18xx.games has put the station of {' and '.join(sorted(owners))} into the circle of {' and '.join(sorted(cities))}:"
            f" {turn.company} does not come through there"
        )


def _list_guests(g: Game) -> Iterator[tuple[Slot, Slot]]:
    """Stations beside a free circle of a double city, with that circle."""
    for slot in g.state.tokens:
        city = slot.removesuffix(".+")
        hex_id, _, name = city.partition(".")
        if slot == city or name == "+":
            continue
        cities = g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities
        circles = next(c.slots for c in cities if c.name == name)
        free = next((f"{city}.{n}" for n in range(circles) if f"{city}.{n}" not in g.state.tokens), "")
        if free and len(cities) > 1:
            yield slot, free
