"""What the store hands out and takes in: plain values, times as aware UTC instants, users and channels by Discord's ids."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.core.errors import NotPossible
from bot.model.kinds import (
    Advice,
    Pace,
    PostKind,
    PostLevel,
    PostState,
    QuestionState,
    ReminderChannel,
    ReminderStage,
    TableStatus,
    Theme,
    UndoKind,
    UndoPolicy,
    Via,
    Visibility,
)
from bot.model.post_contents import CONTENTS, C, PostContent, decode_content

BOT = 0  # the user of seats that the bot plays


class Damaged(NotPossible):
    """What was stored of a table is not what was written."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table. `name` is the player's id in the engine, `shown` what people read."""

    place: int
    user: int
    name: str
    shown: str
    action_version: int = 0  # rises when the seat acts, and for all seats with undo and redo; never falls
    stand_in: int = 0  # user who acts for it in the interaction at hand; 0: its own player

    @property
    def by_bot(self) -> bool:
        """Whether the bot plays it, at a practice table."""
        return self.user == BOT

    @property
    def actor(self) -> int:
        """The user who acts with it."""
        return self.stand_in or self.user


@dataclass(frozen=True, slots=True)
class GameRow:
    """A table as it is stored, from the lobby to the archive."""

    id: int
    guild: int
    channel: int  # the channel or thread it is played in; 0: not placed yet
    parent_channel: int  # the channel or forum that the thread was made in; 0: none
    title: str
    name: str
    options: tuple[str, ...]
    status: TableStatus
    host: int
    min_players: int  # seats needed to start
    max_players: int  # seats at most
    pace: Pace
    nudge_minutes: int  # minutes of waking time until the first nudge
    visibility: Visibility
    undo: UndoPolicy
    post_level: PostLevel
    practice: bool  # one user may hold several seats; counts in no statistics
    head: int  # id of the last move; 0 before the start
    ended: str  # why it ended: natural ends as the engine names them, an Ending, or who conceded
    created: datetime
    started: datetime | None
    finished: datetime | None
    seats: tuple[Seat, ...]
    waiting: tuple[Seat, ...]  # for a free seat, first come first
    invited: tuple[int, ...]
    seed: str = field(repr=False)  # secret until the game is over
    rematch_of: int = 0
    theme: Theme = Theme.LIGHT  # of the pictures in its posts
    advice: Advice = Advice.OPENING  # how long the bot says what it would do, where it plays the other seats
    paused: datetime | None = None  # since when nobody is reminded

    @property
    def private(self) -> bool:
        """A what-if: nobody but its user knows of it, and nothing is posted."""
        return self.visibility == Visibility.PRIVATE

    @property
    def alone(self) -> bool:
        """One user plays all seats that the bot does not play, and need not be reminded."""
        return len({s.user for s in self.seats if not s.by_bot}) == 1

    @property
    def bots(self) -> frozenset[str]:
        """The seats that the bot plays."""
        return frozenset(s.name for s in self.seats if s.by_bot)

    def seat(self, name: str) -> Seat | None:
        """The seat with that player's id; None if nobody at the table has it."""
        return next((s for s in self.seats if s.name == name), None)

    def seats_of(self, user: int) -> tuple[Seat, ...]:
        """More than one only at a practice table."""
        return tuple(s for s in self.seats if s.user == user)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A table to be opened. `min_players`, `max_players` 0: as the title says."""

    guild: int
    host: int
    title: str
    shown: str  # the host's display name; the host takes the first seat
    name: str = ""
    options: tuple[str, ...] = ()
    min_players: int = 0
    max_players: int = 0
    pace: Pace = Pace.DAILY
    nudge_minutes: int = 0  # minutes; 0: as the pace says
    visibility: Visibility = Visibility.OPEN
    undo: UndoPolicy = UndoPolicy.VOTE
    practice: bool = False
    channel: int = 0
    parent_channel: int = 0
    invited: tuple[int, ...] = ()
    rematch_of: int = 0
    seed: str = field(default="", repr=False)  # empty: drawn


@dataclass(frozen=True, slots=True)
class StoredMove:
    """One row of `moves`. The first of a game has no parent, no seat and no action: the deal."""

    id: int
    game: int
    parent: int  # 0: none
    depth: int
    seat: str
    action: bytes
    events: bytes
    fingerprint: str
    via: str  # a Via, or one of another release
    user: int  # who pressed; 0: nobody
    at: datetime
    round: str  # "SR 2" after the move
    revealed: bool  # hidden information came out
    state: bytes | None = field(default=None, repr=False)  # the snapshot, uncompressed
    damaged: bool = False  # there is a snapshot, but not the one that was written


def check_host(row: GameRow, user: int) -> GameRow:
    """The table, where that user is its host; raises NotPossible for others."""
    if user != row.host:
        raise NotPossible("Only the host of the table may do that")
    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMove:
    """A move to be written; `state` is the uncompressed snapshot after it."""

    seat: str
    action: bytes
    events: bytes
    state: bytes = field(repr=False)
    fingerprint: str
    via: Via
    user: int = 0
    round: str = ""
    revealed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPost:
    """Something to be posted. `user` not 0: to that person, `channel` being where it goes if that is refused.

    `channel` 0: the table's own, looked up when it is sent, so a table that moved takes its posts along.
    """

    kind: PostKind
    content: PostContent | None = None  # of the kind's class; None: nothing but defaults
    game: int = 0
    channel: int = 0
    user: int = 0
    move: int = 0  # 0 in `PlayWrite`: the move being written
    not_before: datetime | None = None

    def __post_init__(self) -> None:
        if self.content is not None and type(self.content) is not CONTENTS[self.kind]:
            raise TypeError(f"a post of the kind {self.kind} carries no {type(self.content).__name__}")


@dataclass(frozen=True, slots=True)
class Post:
    """A row of the outbox. `kind`: a PostKind, or one of another release."""

    id: int
    game: int
    channel: int
    user: int
    kind: str
    move: int
    payload: Mapping[str, Any]
    state: PostState
    message: int
    not_before: datetime
    attempts: int

    def content_as(self, kind: type[C]) -> C:
        """What it carries, as the class that belongs to its kind."""
        return decode_content(self.payload, kind)


@dataclass(frozen=True, slots=True)
class Sent:
    """A message of the bot that is remembered: the newest of its kind at a table."""

    game: int
    kind: str  # a PostKind or a MessageRole
    channel: int
    message: int
    move: int  # what it showed


@dataclass(frozen=True, slots=True)
class Proposal:
    """A wish to take back or redo that waits for others."""

    id: int
    game: int
    kind: UndoKind
    seat: str
    head: int  # it is void once the game has moved on from here
    target: int
    asked: tuple[str, ...]  # seats whose word is needed
    host: bool  # the host's word is needed
    agreed: tuple[str, ...]  # seats that said yes; "" for the host
    reason: str
    until: datetime  # silence is a no
    state: QuestionState


@dataclass(frozen=True, slots=True)
class QuietWindow:
    """Hours without reminders, local time. `days`: 0 Monday to 6 Sunday, of the evening on which it begins."""

    start: int  # minutes after midnight
    end: int  # minutes after midnight; not after `start`: the next morning
    days: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Person:
    """A user's own settings."""

    user: int
    zone: str = ""  # IANA name; empty: not told
    quiet: tuple[QuietWindow, ...] = ()
    reminder_channel: ReminderChannel = ReminderChannel.THREAD
    first_nudge_minutes: int = 0  # minutes of waking time until the first nudge; 0: as the table says
    dm_closed: bool = False  # direct messages were refused; cleared when the setting is changed
    confirm: bool = True  # is asked before a step is ended with something valuable left
    ask_end: bool = False  # is asked at the end of a turn in which nothing but deals in privates is left
    theme: Theme | None = None  # of pictures that nobody else sees; None: as the table's
    listed: bool = False  # others may see his or her figures in statistics, by name
    acted: datetime | None = None  # last act at any table
    nudged: datetime | None = None  # last nudge
    mutes: Mapping[int, datetime | None] = field(default_factory=dict)  # game -> until; None: for good


@dataclass(frozen=True, slots=True)
class Reminder:
    """A due time."""

    id: int
    game: int
    user: int
    seat: str
    move: int  # the head when the seat began to be asked
    kind: ReminderStage
    due: datetime
    since: datetime  # when the waiting began


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayWrite:
    """All that one play writes, in one transaction.

    Either `move` (a new child of `parent`) or `target` (undo, redo: an existing move becomes the head).
    """

    game: int
    parent: int  # the head that the play was made on: compare-and-set
    move: NewMove | None = None
    target: int = 0
    interaction: int = 0
    result: Mapping[str, Any] = field(default_factory=dict)  # what a repeated delivery is told; "move" is added
    acted: tuple[str, ...] = ()  # seats whose counter rises, and whose consoles are over
    unasked: tuple[str, ...] = ()  # seats whose counter rises since what they were asked was withdrawn
    deciders: tuple[str, ...] = ()  # seats that are asked afterwards
    restart: bool = False  # everybody's counter rises and waiting begins anew (undo, redo, start)
    order: tuple[str, ...] = ()  # the start: seats in playing order
    dealt_for: GameRow | None = None  # the start: the table as it was when its cards were dealt; compare-and-set
    posts: tuple[NewPost, ...] = ()
    over: str = ""
    agreement: tuple[int, tuple[str, ...]] | None = (
        None  # the proposal that this carries out, and all who have agreed to it
    )
    lapsed: tuple[int, ...] = ()  # the standing orders that end with it (undo, redo)


class HeadMoved(Exception):
    """The table has changed since it was read: somebody else wrote first. Nothing was written."""


@dataclass(frozen=True, slots=True)
class WrittenPlay:
    """What was written, or was written before by the same interaction."""

    move: int
    result: Mapping[str, Any]
    repeated: bool
    row: GameRow | None = None  # the table afterwards; None if it was repeated
