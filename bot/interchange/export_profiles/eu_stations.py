"""18EU 4.4.2 at 18xx.games: circles that a minor has left in an exchange, or a company's second station as its tile joined two
cities, which that site does not notice at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interchange.export_profiles.left_circles import note_circle_left
from game import places
from game.events import Event, TileLaid, TokenRemoved

if TYPE_CHECKING:
    from bot.interchange.export_state import ExportState
    from game.play import Game


def note_token_removed(state: ExportState, g: Game, event: TokenRemoved) -> tuple[()]:
    """Note the circle that a minor leaves where a corporation declines its place, where its owner has got a share of the pool
    for it, or gives it up for nothing. Where a minor closes in another way, that site notices. A tile that joins two cities
    takes a company's second station off when the site has looked at the board already.
    """
    if state.turn and any(type(e) is TileLaid and event.slot.startswith(f"{e.hex}.") for e in g.events):
        state.turn.left[event.slot] = event.company
        state.turn.merged.append(event.slot)
        return ()
    declined = any(step.key == "replace" and getattr(step, "minor", "") == event.company for step in g.state.agenda)
    if declined or any(_leaves_unnoticed(e, event.company) for e in g.events):
        note_circle_left(state, event.slot, event.company)
    return ()


def _leaves_unnoticed(event: Event, minor: str) -> bool:
    """Whether an event tells that a minor is exchanged for a share from the pool, or for nothing."""
    told = (type(event).__name__, getattr(event, "minor", ""))
    return told == ("Exchanged", minor) and getattr(event, "source", "") in (places.POOL, "")
