"""A game that was read from a file."""

from __future__ import annotations

from dataclasses import dataclass

from bot.interchange.export_state import Source
from bot.interchange.site.entry_counts import EntryCounts
from bot.interchange.site.records import Id
from game.actions import Action

HIDDEN = "hidden"  # stands for the seed of a running game


@dataclass(frozen=True, slots=True)
class IncomingGame:
    """A game read from a file: all that a table is made of but the users."""

    title: str
    options: tuple[str, ...]
    players: tuple[str, ...]  # names in the actions
    shown: tuple[str, ...]  # as the file writes them
    actions: tuple[Action, ...]
    seed: str
    seated: bool  # the players are named in order of play
    keys: tuple[Id, ...] = ()  # ids of the players in a file of 18xx.games
    ended: bool = False  # players ended it by hand there
    implied: frozenset[int] = frozenset()  # numbers of actions, from 1, that the file did not have
    round: str = ""  # where the game stands
    deciders: tuple[str, ...] = ()  # who must act
    over: str = ""  # why it ended
    counts: EntryCounts | None = None  # what the entries of a file of 18xx.games are
    reveals_hands: bool = False  # players hold cards in secret, which the file gives away

    def as_source(self) -> Source:
        """The game as it is written again."""
        return Source(
            self.title,
            self.options,
            self.players,
            self.seed,
            self.seated,
            self.actions,
            names=self.shown,
            keys=self.keys,
            ended=self.ended,
            implied=self.implied,
        )
