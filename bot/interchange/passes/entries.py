"""Passes in a company's turn that is being written: one for each step in which 18xx.games waits and nothing is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interchange.entries import entry_by_company
from bot.interchange.site.errors import Unwritable
from game import actions as ours
from game.step_keys import StepKey

if TYPE_CHECKING:
    from bot.interchange.export_state import Entry, ExportState
    from bot.interchange.site.site_turn import Turn
    from game.actions import Action

ALL = 1_000  # steps; more than any turn has
STEP_OF: dict[type[Action], str] = {  # in which step of a turn an action is at home
    ours.Choose: "convert",
    ours.DiscardTrain: "pullman",
    ours.SellShares: "treasury",
    ours.LayTile: StepKey.TRACK,
    ours.PlaceToken: StepKey.TOKEN,
    ours.RunTrains: StepKey.RUN,
    ours.PayDividend: StepKey.DIVIDEND,
    ours.BuyTrain: StepKey.TRAINS,
}


def check_step(state: ExportState, action: Action, turn: Turn) -> None:
    """Raise Unwritable for a station or runs that only the lay of a private has made possible, the site being past them."""
    steps = state.profile.turn
    left = () if state.profile.keeps_steps else [step.key for step in steps[: turn.at]]
    step = state.game.top_step()
    key = STEP_OF.get(type(action), "")
    if key in (StepKey.TOKEN, StepKey.RUN) and key in left and step is not None and step.key == key:
        question = "station" if isinstance(action, ours.PlaceToken) else "run"
        raise Unwritable(
            f"18xx.games asks {turn.company} for no {question} after the private's late lay", turn.late_lay
        )


def encode_passes_before(state: ExportState, action: Action) -> list[Entry]:
    """Passes before an action that belongs to a step of the turn. The site converts before it buys privates, so the place of a
    conversion is kept in the turn before a private is bought.
    """
    turn = state.turn
    if isinstance(action, ours.TakePrivate) and turn and turn.held is None and _waits_for_conversion(state, turn):
        turn.held = len(state.entries)
    key = STEP_OF.get(type(action), "")
    step = state.game.top_step()
    return encode_passes_until(state, key) if step is not None and step.key == key else []


def _waits_for_conversion(state: ExportState, turn: Turn) -> bool:
    """Whether the site waits for a conversion."""
    steps = state.profile.turn
    return turn.at < len(steps) and steps[turn.at].key == "convert" and steps[turn.at].waits(state.game, turn)


def encode_passes_until(state: ExportState, key: str) -> list[Entry]:
    """Passes of the site's steps from the present one up to the step of that key; none where the turn has no such step."""
    keys = [step.key for step in state.profile.turn]
    return encode_passes(state, keys.index(key)) if state.turn and key in keys else []


def encode_passes(state: ExportState, until: int) -> list[Entry]:
    """Passes of the site's steps from the present one up to the step of that number, as far as the site waits in them. The turn
    goes on to that step.
    """
    turn = state.turn
    entries: list[Entry] = []
    steps = state.profile.turn
    while turn is not None and turn.at < min(until, len(steps)):
        if steps[turn.at].waits(state.game, turn):
            entry = entry_by_company(state, turn.company, "pass")
            if turn.held is not None and steps[turn.at].key == "convert":
                state.entries.insert(turn.held, entry)
            else:
                entries.append(entry)
        turn.at += 1
    return entries
