"""18VA as 18xx.games plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interchange.encode_action import encode_empty_run
from bot.interchange.entries import entry_by_company, entry_by_private
from bot.interchange.export_profiles import left_circles
from bot.interchange.export_state import ExportProfile
from bot.interchange.site.site_turn import Turn, Waiting
from bot.interchange.site.wait_conditions import (
    has_power_left,
    may_buy_another,
    may_buy_private,
    may_buy_train,
    may_lay,
    never_waits_for,
)
from game import trains
from game.ability_kinds import TOKEN
from game.actions import Action, Choose, LayTile, PlaceToken, Use
from game.events import TokenPlaced, TokenRemoved, WentBankrupt
from game.step_keys import StepKey
from titles.va.powers import BONUS, LIMIT

if TYPE_CHECKING:
    from bot.interchange.export_state import Entry, ExportState
    from game.play import Game

FIVE = 5


def may_convert(g: Game, turn: Turn) -> bool:
    """Whether a company may convert: a five-share company that has operated before, in the phases of conversions."""
    small = g.company(turn.company).size == FIVE and not turn.first
    return small and "convert" in trains.phase(g).flags


def waits_for_station(g: Game, turn: Turn) -> bool:
    """Whether the site asks for a station: until the turn has one of the charter. What a private places is asked for before that,
    or at the end of the turn.
    """
    return not turn.stations and (left_circles.can_place_station(g, turn) or has_power_left(g, turn, TOKEN))


def waits_for_train(g: Game, turn: Turn) -> bool:
    """Whether the site asks for trains: once more for a raised limit, but not after a purchase of its own that has filled the
    company; one by a private does not count. After a train of another company the site minds the types from the bank no longer.
    After a train that the president has helped to pay it asks for none, also where a private would make one free.
    """
    if turn.helped:
        return False
    filled = (turn.bought or turn.traded) and not turn.by_private
    raises_limit = not filled and has_power_left(g, turn, LIMIT)
    return may_buy_train(g, turn) or may_buy_another(g, turn) or raises_limit


def waits_at_end(g: Game, turn: Turn) -> bool:
    """Whether the site asks once more at the end of a turn."""
    return may_buy_private(g, turn) or any(has_power_left(g, turn, kind) for kind in (BONUS, TOKEN, LIMIT))


def note_token_removed(state: ExportState, g: Game, event: TokenRemoved) -> tuple[()]:
    """Note the circle that a company leaves which closes as its president goes bankrupt; the site does not see it go."""
    if any(type(e) is WentBankrupt for e in g.events):
        left_circles.note_circle_left(state, event.slot, event.company)
    return ()


def note_token_placed(state: ExportState, g: Game, event: TokenPlaced) -> tuple[()]:
    """Note a station placed in a company's turn; a home taken as a company starts changes nothing of what others remember."""
    return left_circles.note_token_placed(state, g, event) if state.turn else ()


def encode_special(state: ExportState, action: Action) -> Entry | None:
    """The entry of a conversion, or of a power of the Railway Express Agency or the Potomac Yards; None for other actions."""
    if isinstance(action, LayTile):
        left_circles.check_tile(state, action)
    elif isinstance(action, PlaceToken) and not action.using:
        left_circles.check_station(state, action)
    if isinstance(action, Choose):
        state.at = state.turn.held if state.turn else None
        return entry_by_company(state, state.company_of(action.by), "convert")
    if isinstance(action, Use) and action.target:
        return entry_by_private(state, action.private, "assign", target=action.target, target_type="hex")
    if isinstance(action, Use):
        return entry_by_private(state, action.private, "choose_ability", choice="close")
    return None


PROFILE = ExportProfile(
    turn=(
        Waiting("convert", may_convert),
        Waiting(StepKey.TRACK, may_lay),
        Waiting(StepKey.TOKEN, waits_for_station),
        Waiting(StepKey.RUN, never_waits_for),
        Waiting(StepKey.DIVIDEND, never_waits_for),
        Waiting(StepKey.TRAINS, waits_for_train),
        Waiting(StepKey.LAST_CHANCE, waits_at_end),
    ),
    encode_special=encode_special,
    event_entries={
        "TileLaid": left_circles.note_tile_laid,
        "TokenPlaced": note_token_placed,
        "TokenRemoved": note_token_removed,
    },
    note_turn_began=left_circles.note_turn_began,
    encode_lost_run=encode_empty_run,
    uses_until=StepKey.TRAINS,
)
