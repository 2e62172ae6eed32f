"""Ids of buttons, menus and modals: `x1:<kind>:<table>:<action_version>:<verb>[:<arg>]`.

They alone say what a press means, so that a post works after a restart and after an upgrade. `action_version` is the counter of
the asked seat in base 36: a press with another counter than the seat's is stale. An id holds no authority: what it names is
looked up among what is legal at that moment. Anybody can make one up, so `parse_id` takes only what `str` writes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from bot.core.discord_limits import OWN_ID
from bot.views import press_verbs

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
PATTERN = re.compile(
    r"x1:(?P<kind>[a-z]):(?P<table>0|[1-9][0-9]{0,11}):(?P<action_version>0|[1-9a-z][0-9a-z]{0,7})"
    r":(?P<verb>[a-z0-9_]{1,16})(?::(?P<arg>[ -~]{1,72}))?"
)
NUMBER = re.compile(r"[0-9]{1,18}")  # small enough for a database
END_ALL = "end_all"  # of ACT, beside the verbs of the rules: passes all that is left of building, or of a turn


class IdKind(StrEnum):
    """Which handler a press goes to. A value stands in posts of old: it may get another name here, never another value."""

    CONSOLE = "t"  # opens the private console
    ACT = "a"  # plays at once
    VIEW = "v"  # shows something, privately
    REMIND = "r"  # reminders
    VOTE = "u"  # undo votes
    LOBBY = "l"
    SEAL = "s"  # sealed maximum bids
    STEP = "c"  # a step within the console
    SEAT = "p"  # a seat that somebody is asked to take over
    TRANSFER = "b"  # a game that is carried over; `table` is the transfer's number
    HELP = "h"  # a topic of the help


CONSOLE, ACT, VIEW, REMIND, VOTE = IdKind.CONSOLE, IdKind.ACT, IdKind.VIEW, IdKind.REMIND, IdKind.VOTE
LOBBY, SEAL, STEP, SEAT, TRANSFER = IdKind.LOBBY, IdKind.SEAL, IdKind.STEP, IdKind.SEAT, IdKind.TRANSFER
HELP = IdKind.HELP

VERBS: Mapping[IdKind, type[StrEnum]] = {  # what there is of each kind; of ACT it is the rules'
    CONSOLE: press_verbs.ConsoleVerb,
    VIEW: press_verbs.ViewVerb,
    REMIND: press_verbs.RemindVerb,
    VOTE: press_verbs.VoteVerb,
    LOBBY: press_verbs.LobbyVerb,
    SEAL: press_verbs.SealVerb,
    STEP: press_verbs.StepVerb,
    SEAT: press_verbs.SeatVerb,
    TRANSFER: press_verbs.TransferVerb,
    HELP: press_verbs.HelpVerb,
}


def base36(number: int) -> str:
    """A number from 0 in base 36."""
    digits = ""
    while True:
        number, rest = divmod(number, 36)
        digits = DIGITS[rest] + digits
        if not number:
            return digits


KNOWN_ID_KINDS = frozenset(IdKind)


class Id(NamedTuple):
    """What a press says."""

    kind: IdKind
    table: int
    action_version: int
    verb: str
    arg: str = ""

    def answers(self, values: tuple[str, ...]) -> tuple[str, ...]:
        """What was chosen: in a menu, or by a button of its own for each answer."""
        return values or ((self.arg,) if self.arg else ())

    def __str__(self) -> str:
        text = f"x1:{self.kind}:{self.table}:{base36(self.action_version)}:{self.verb}" + (
            f":{self.arg}" if self.arg else ""
        )
        if len(text) > OWN_ID or parse_id(text) != self:
            raise ValueError(f"{text!r} cannot be an id")
        return text


def parse_id(text: str) -> Id | None:
    """The id in a text; None if it is none of ours."""
    parts = PATTERN.fullmatch(text)
    if parts is None or len(text) > OWN_ID or parts["kind"] not in KNOWN_ID_KINDS:
        return None
    kind = IdKind(parts["kind"])
    if kind is not ACT and parts["verb"] not in set(VERBS[kind]):
        return None
    return Id(kind, int(parts["table"]), int(parts["action_version"], 36), parts["verb"], parts["arg"] or "")


def parse_number(text: str) -> int | None:
    """A number from 0 as somebody types it or an id carries it, small enough for a database; None if it is none."""
    return int(text) if NUMBER.fullmatch(text) else None
