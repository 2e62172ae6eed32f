"""A list of actions, played from the deal on, as the moves to be written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.kinds import Via
from bot.model.models import GameRow, NewMove, NewPost, PlayWrite
from game.actions import Action


@dataclass(frozen=True, slots=True)
class PlayedActions:
    """A game as the list of its actions, to be played in one go. `seated`: its players are named in order of play."""

    actions: Sequence[Action]
    seated: bool = True
    via: Via = Via.IMPORT  # how the record says that its moves came about


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game that was played in one go: its moves, the deal first, and how it stands."""

    moves: tuple[NewMove, ...]
    order: tuple[str, ...]  # seats in playing order, as the game began
    deciders: tuple[str, ...]
    over: str

    def first_advance(
        self, game: int, posts: tuple[NewPost, ...] = (), interaction: int = 0, *, dealt_for: GameRow | None = None
    ) -> PlayWrite:
        """The deal, as it is written. `dealt_for`: see `PlayWrite`; None where the table is written with it."""
        return PlayWrite(
            game=game,
            parent=0,
            move=self.moves[0],
            interaction=interaction,
            result={"kind": "start", "game": game},
            deciders=self.deciders if len(self.moves) == 1 else (),
            restart=True,
            order=self.order,
            dealt_for=dealt_for,
            posts=posts,
            over=self.over if len(self.moves) == 1 else "",
        )
