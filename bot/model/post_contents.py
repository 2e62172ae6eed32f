"""What a row of the outbox carries beside its kind: a value per kind, stored as JSON.

Rows of other releases are read too: fields that are unknown are passed over, those that are missing have their default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from bot.model.kinds import PostKind, UndoPolicy


class PostContent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a post needs to know that its table does not say when it is sent; as such: nothing."""


class PanelContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """A panel. `silent`: it calls nobody; `pledge`: somebody handed in a maximum, so it is due without a move; `searched`: more
    is known about the best runs, or advice is given or no longer, so the panel that stands is edited; it is `silent` too, so
    that it takes no other's place.
    `again`: it may have been posted before, so that it wakes nobody twice.
    """

    silent: bool = False
    searched: bool = False
    pledge: bool = False
    again: bool = False
    lot: int | None = None  # the move after which the story of the lot begins that this is the post of


SHOWN_ANEW = PanelContent(silent=True, searched=True)


class RoundContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """A round that ended. `ends_set`: it was the last operating round of its set."""

    round: str = ""
    ends_set: bool = False


class FinalContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """The result. `remarked`: somebody has said something about the game, so the post that stands is edited."""

    remarked: bool = False


class UndoContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """Moves that a seat took back or did again; "" for the host."""

    seat: str = ""
    moves: tuple[int, ...] = ()


class QuestionContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """A question to the table, by its number in the table of its kind."""

    proposal: int = 0


class WaitingContent(PostContent, frozen=True, kw_only=True, omit_defaults=False):
    """A seat that a table waits for. `kind`: a ReminderStage; `since`: seconds of Unix time."""

    game: int = 0
    seat: str = ""
    kind: str = ""
    move: int = 0
    since: int = 0


class NudgeContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """A reminder to one user of all the tables that wait for them."""

    user: int = 0
    items: tuple[WaitingContent, ...] = ()


class BackLaterContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody will be back; `until`: seconds of Unix time."""

    seat: str = ""
    user: int = 0
    until: int = 0


class UnreachableContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """A table that cannot be posted to; `code`: Discord's status, code and words."""

    game: int = 0
    code: str = ""


class FrozenContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """A table whose position is lost."""

    why: str = ""


class WhatIfContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """A copy of the position that somebody shows. `whatif`: its table; `by`: a user."""

    whatif: int = 0
    comment: str = ""
    by: int = 0


class SeatTakenContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """A seat that changed hands. `old`: the user before; `waited`: the table waited for the seat."""

    seat: str = ""
    old: int = 0
    waited: bool = False


class PauseContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """A pause that begins or ends; `by`: a user."""

    on: bool = False
    by: int = 0


class UndoPolicyContent(PostContent, frozen=True, kw_only=True, omit_defaults=True):
    """Who decides from now on whether a move is taken back; `by`: the user who says so."""

    policy: UndoPolicy
    by: int = 0


CONTENTS: Mapping[PostKind, type[PostContent]] = {
    PostKind.START: PostContent,
    PostKind.PANEL: PanelContent,
    PostKind.ROUND: RoundContent,
    PostKind.FINAL: FinalContent,
    PostKind.UNDO: UndoContent,
    PostKind.REDO: UndoContent,
    PostKind.UNDO_PROPOSAL: QuestionContent,
    PostKind.END_VOTE: QuestionContent,
    PostKind.SEAT_OFFER: QuestionContent,
    PostKind.SEAT_TAKEN: SeatTakenContent,
    PostKind.REMINDER: NudgeContent,
    PostKind.STILL_WAITING: WaitingContent,
    PostKind.BACK_LATER: BackLaterContent,
    PostKind.HOST_QUESTION: WaitingContent,
    PostKind.UNREACHABLE: UnreachableContent,
    PostKind.FROZEN: FrozenContent,
    PostKind.WHAT_IF: WhatIfContent,
    PostKind.PAUSE: PauseContent,
    PostKind.UNDO_POLICY: UndoPolicyContent,
}

C = TypeVar("C", bound=PostContent)


def encode_content(content: PostContent) -> dict[str, Any]:
    """The JSON value that is stored; what has its default is left out."""
    stored: dict[str, Any] = msgspec.to_builtins(content)
    return stored


def decode_content(stored: Mapping[str, Any], kind: type[C]) -> C:
    """The content that was stored. Raises `msgspec.ValidationError` where it is of another form."""
    return msgspec.convert(dict(stored), kind)
