"""18GA as 18xx.games plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interchange.entries import entry_by_company
from bot.interchange.export_state import ExportProfile
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.site_turn import Waiting
from bot.interchange.site.wait_conditions import (
    may_buy_private,
    may_buy_train,
    may_lay,
    may_place_station,
    never_waits_for,
)
from game import cards, trains
from game.actions import Action, Pass, PlaceToken
from game.routing import company_reach
from game.step_keys import StepKey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.interchange.export_state import Entry, ExportState
    from game.events import TokenPlaced
    from game.play import Game

TURN = (
    Waiting(StepKey.TRACK, may_lay),
    Waiting(StepKey.TOKEN, may_place_station),
    Waiting(StepKey.RUN, never_waits_for),
    Waiting(StepKey.DIVIDEND, never_waits_for),
    Waiting(StepKey.TRAINS, may_buy_train),
    Waiting(StepKey.LAST_CHANCE, may_buy_private),
)


def waits_for_player(state: ExportState, player: str, fresh: bool) -> bool:
    """Whether the site waits for a player with money while another owns a private, also where that is the M&BR, which may not
    be sold: when the player comes on turn, and after sales without a purchase.
    """
    if not (fresh or state.only_sold) or state.game.state.cash[player] <= 0:
        return False
    others = (p for p in state.game.state.order if p != player)
    return any(True for p in others for _ in cards.privates(state.game, p))


def check_pass(state: ExportState, action: Action) -> None:
    """No action is written in a way of the title's own. Raise Unwritable for a pass where the site demands a train: it still
    counts the city of Atlanta in which a station stood before its city was chosen in this turn.
    """
    step = state.game.top_step()
    if not isinstance(action, Pass) or step is None or step.key != StepKey.TRAINS or state.turn is None:
        return
    company, g = state.turn.company, state.game
    if trains.owned(g, company) or company_reach.has_route(g, company):
        return
    for hex_id in (built.hex for built in state.turn.laid):
        if _has_route_from_first_city(g, company, hex_id):
            raise Unwritable(
                f"18xx.games demands a train of {company} for track at a city of {hex_id} that it has left"
            )


def _has_route_from_first_city(g: Game, company: str, hex_id: str) -> bool:
    """Whether a company with a station in that hex would have a route if it stood in the first of several cities."""
    slot = next((s for s, owner in g.state.tokens.items() if owner == company and s.startswith(f"{hex_id}.")), "")
    cities = g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities
    if not slot or len(cities) == 1:
        return False
    real_tokens = g.state.tokens
    others = {s: owner for s, owner in real_tokens.items() if s != slot}
    g.state.tokens = {**others, f"{hex_id}.{cities[0].name}.0": company}
    g.changed()
    try:
        return company_reach.has_route(g, company)
    finally:
        g.state.tokens = real_tokens
        g.changed()


def encode_home_placed(state: ExportState, g: Game, event: TokenPlaced) -> Iterable[Entry]:
    """The entry of a home that goes by itself to the last free one of several cities: the site asks for it all the same."""
    city, _, circle = event.slot.rpartition(".")
    hex_id, _, stop = city.partition(".")
    cities = [c.name for c in g.rules.data.face(hex_id, g.state.tiles.get(hex_id)).tile.cities]
    several = stop in cities and len(cities) > 1  # it may stand in none yet
    chosen = isinstance(state.action, PlaceToken) and state.action.city == city
    if chosen or not several:
        return ()
    place = {"city": state.names.city_id(hex_id, stop), "slot": int(circle)}
    return (entry_by_company(state, event.company, "place_token", **place, tokener=event.company),)


PROFILE = ExportProfile(
    turn=TURN,
    encode_special=check_pass,
    waits_for_player=waits_for_player,
    event_entries={"TokenPlaced": encode_home_placed},
)
