"""A game from its beginning, or a whole list of actions, as moves to be written: for the start and for imports."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.errors import NotPossible
from bot.core.worker_process import Report, ignore_progress
from bot.model.kinds import Via
from bot.model.models import NewMove
from bot.model.replayed_game import PlayedActions, Replayed
from game.actions import Action
from game.codec import encode
from game.events import Event, Revealed
from game.play import Game
from game.rules import Illegal, Rules


def play_out(
    rules: Rules, players: Sequence[str], seed: str, played: PlayedActions, report: Report = ignore_progress
) -> Replayed:
    """Deal and play all actions, of which `report` hears; raises NotPossible for the first that is refused."""
    try:
        game = Game.new(rules, players, seed, seated=played.seated)
    except ValueError as error:
        raise NotPossible(str(error)) from error
    moves = [make_move(game)]
    seats = tuple(game.state.order)  # as they were dealt to: some titles change the order while the game goes on
    for number, action in enumerate(played.actions, 1):
        try:
            events = game.play(action)
        except Illegal as error:
            raise NotPossible(f"Action {number} ({action.by}: {action.verb}) is refused: {error.refusal}") from error
        game.past.clear()
        moves.append(make_move(game, action, events, played.via))
        report(number, len(played.actions))
    return Replayed(tuple(moves), seats, tuple(game.deciders()), game.state.over)


def make_move(game: Game, action: Action | None = None, events: Sequence[Event] = (), via: Via = Via.START) -> NewMove:
    """A game's position as it is stored, with the action that led there (None: it is the beginning of what is stored)."""
    return NewMove(
        seat=action.by if action else "",
        action=encode(action) if action else b"",
        events=encode(list(events)),
        state=game.snapshot(),
        fingerprint=game.fingerprint(),
        via=via if action else Via.START,
        round=game.state.round,
        revealed=any(isinstance(e, Revealed) for e in events),
    )
