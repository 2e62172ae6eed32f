"""A game that is carried over from a file: what the file held, who plays whom, and whether everybody agrees.

A transfer is a `draft` while its host names the players, `asked` while they answer, `done` with the table's beginning, `void`
when it was withdrawn or nobody answered in time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import msgspec

from bot.interchange.site.entry_counts import EntryCounts
from bot.model.kinds import TransferAnswer, TransferState
from game.actions import Action
from game.codec import Codec

OPEN = (TransferState.DRAFT, TransferState.ASKED)


@dataclass(frozen=True, slots=True)
class TransferSeat:
    """A player of the file, who that is here, and what that person has answered."""

    name: str  # in the actions
    shown: str  # as the file writes it
    user: int = 0  # 0: nobody yet
    called: str = ""  # the user's display name
    answer: TransferAnswer = TransferAnswer.NONE


@dataclass(frozen=True, slots=True)
class Transfer:
    """A game on its way."""

    id: int
    guild: int
    room: int  # the channel that it is carried into
    host: int
    title: str
    options: tuple[str, ...]
    seats: tuple[TransferSeat, ...]
    state: TransferState
    game: int  # the table, when it is done
    channel: int  # of the public card
    message: int
    until: datetime
    practice: bool  # one user may play several

    @property
    def missing(self) -> tuple[TransferSeat, ...]:
        """Players whom nobody plays yet."""
        return tuple(p for p in self.seats if not p.user)

    @property
    def unanswered(self) -> tuple[TransferSeat, ...]:
        """The players of the transfer who have not agreed yet."""
        return tuple(p for p in self.seats if p.answer != TransferAnswer.YES)


class ImportedGame(msgspec.Struct, frozen=True):
    """What the file held, beside title and options."""

    players: tuple[str, ...]
    seed: str
    seated: bool
    actions: list[msgspec.Raw]
    offered: tuple[str, ...]  # the options under which the file was read
    round: str = ""
    deciders: tuple[str, ...] = ()
    over: str = ""
    snapshot: bytes = b""  # of a copied position, which has no actions
    redealt_cards: int = msgspec.field(default=0, name="anew")  # cards that were dealt anew for the copy
    counts: EntryCounts | None = None  # what the entries of a file of 18xx.games are
    reveals_hands: bool = msgspec.field(default=False, name="told")  # the file gives away what players hold in secret

    def decode_actions(self, codec: Codec) -> tuple[Action, ...]:
        """The actions of the game, decoded with its title's codec."""
        return tuple(codec.action(bytes(a)) for a in self.actions)


@dataclass(frozen=True, slots=True)
class NewTransfer:
    """A draft to be written."""

    guild: int
    room: int  # the channel that it is carried into
    host: int
    title: str
    options: tuple[str, ...]
    seats: tuple[TransferSeat, ...]
    game: ImportedGame
