"""18 India as 18xx.games plays it: a certificate at a time, hands chosen in turn, setup by the site's own shuffle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from zlib import crc32

from bot.interchange.encode_action import encode_no_run
from bot.interchange.export_profiles import india_stations
from bot.interchange.export_profiles.india_actions import (
    check_round,
    encode_last_interest,
    encode_special,
    has_no_entry,
)
from bot.interchange.export_profiles.india_certificates import encode_last_drafted
from bot.interchange.export_profiles.india_homes import encode_city_choice, encode_home_placed
from bot.interchange.export_profiles.india_takeovers import encode_station_given_up
from bot.interchange.export_profiles.india_turn import (
    asks_run,
    waits_for_purchase,
    waits_for_sale,
    waits_for_station,
    waits_for_track,
    waits_for_trade,
)
from bot.interchange.export_state import ExportProfile
from bot.interchange.import_profiles.india_passes import converts_in_vain, leaves_buying_open
from bot.interchange.site.errors import Unwritable
from bot.interchange.site.site_turn import Turn, Waiting
from bot.interchange.site.wait_conditions import never_waits_for
from game.actions import Action
from game.step_keys import StepKey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.interchange.export_state import Entry, ExportState
    from game.play import Game

RUN = 2  # place of the runs among the steps of a turn
SEED = re.compile(r"(\d+) 18xx\.games")


def deal_settings(seed: str) -> Mapping[str, Any]:
    """Settings with the site's seed; raises Unwritable for a game that was dealt otherwise."""
    match = SEED.fullmatch(seed)
    if match is None:
        raise Unwritable(
            "18India cannot be written for 18xx.games: its companies, warrants, deck and rows were not dealt as that site"
            " shuffles"
        )
    return {"seed": int(match[1])}


def seed_of(text: str) -> str:
    """A seed for our setup that the site has too: a number as it is, words as a number made of them."""
    if SEED.fullmatch(text):
        return text
    return f"{text if text.isdecimal() else crc32(text.encode())} 18xx.games"


def arrange_actions(g: Game, actions: Sequence[Action]) -> Sequence[Action]:
    """The actions in the site's order: it asks the players one after the other for the cards that they keep."""
    for company, state in g.state.companies.items():
        if state.floated and not state.president:
            raise Unwritable(
                f"18xx.games cannot float {company}, three shares of which were dealt into the Open Market"
            )
    chosen = [a for a in actions if type(a).__name__ == "Keep"]
    chosen.sort(key=lambda a: g.state.order.index(a.by))
    return [*chosen, *actions[len(chosen) :]]


def note_turn_began(state: ExportState, turn: Turn) -> None:
    """Give a turn the circles that the site has added."""
    india_stations.note_turn_began(state, turn)
    turn.added = state.memory.get("added", {})


def encode_lost_run(state: ExportState, company: str) -> Entry | None:
    """The entry of runs that earn nothing, which are asked for all the same, unless a private's lay came when the site was past
    the runs.
    """
    past = state.turn is not None and state.turn.at > RUN
    return encode_no_run(state, company) if asks_run(state, company) and not past else None


def waits_for_player(state: ExportState, player: str, fresh: bool) -> bool:
    """Whether the site waits for a player: a purchase leaves the turn open while more of that kind could be bought."""
    if fresh and converts_in_vain(state.game, player):
        return True
    bought = state.memory.pop("bought", None)
    return bought is not None and bought.by == player and leaves_buying_open(state.game, bought)


PROFILE = ExportProfile(
    turn=(
        Waiting(StepKey.TRACK, waits_for_track),
        Waiting(StepKey.TOKEN, waits_for_station),
        Waiting(StepKey.RUN, never_waits_for),
        Waiting(StepKey.DIVIDEND, never_waits_for),
        Waiting(StepKey.TRAINS, waits_for_trade),
        Waiting("sell holdings", waits_for_sale),
        Waiting("buy holding", waits_for_purchase),
    ),
    encode_special=encode_special,
    has_no_entry=has_no_entry,
    waits_for_player=waits_for_player,
    encode_lost_run=encode_lost_run,
    asks_run=asks_run,
    falls_last="no train",
    note_turn_began=note_turn_began,
    event_entries={
        "Drafted": encode_last_drafted,
        "GameEnded": encode_last_interest,
        "RoundBegan": check_round,
        "TileLaid": encode_city_choice,
        "TokenPlaced": encode_home_placed,
        "TokenRemoved": encode_station_given_up,
        "GaugeChanged": india_stations.note_marker_removed,
    },
    arrange_actions=arrange_actions,
    keeps_steps=False,
    convert_seed=seed_of,
    deal_settings=deal_settings,
)
