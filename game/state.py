"""The state of a game: plain data that names everything by id, and the small structs inside it.

Cards (certificates, privates, trains, bonds) lie in places: `bank`, `ipo`, `pool`, `depot`, `gone`, a player, a company,
`row:2`, `hand:ann`. Nothing refers to an object, so a state is copied, stored and compared as bytes.
"""

from __future__ import annotations

from itertools import repeat
from operator import attrgetter
from typing import Generic, TypeVar

import msgspec
from msgspec import Raw, Struct, field

Hex = str  # "D10"
Company = str  # "CoG"
Player = str  # "ann"
Card = str  # "CoG.0" (president's certificate), "CoG.3", "LTR", "4-2"
Place = str  # where a card lies
Slot = str  # "D4.b.0": hex, stop, circle; "D4.b.+": beside the circles; "D4.+.0": in the hex, in no city yet
Cell = str  # "2,3": row from the top and column of the market, both from 0

S = TypeVar("S")
K = TypeVar("K")


class Laid(Struct, frozen=True):
    """A tile on the map and by how many sides it is turned clockwise (0 to 5)."""

    tile: str
    rotation: int = 0


class TrainState(Struct):
    """What is special about one train card; ordinary trains have no entry."""

    side: str = ""  # which side of a two-sided card is up
    obsolete: bool = False  # runs once more, then goes
    bound: bool = False  # may never be sold


class Run(Struct, frozen=True):
    """One train's run: its stops in order ("D4.b"), the hexsides it uses ("D4/0", named by the lesser hex), dollars."""

    train: Card
    stops: tuple[str, ...]
    sides: tuple[str, ...] = ()
    revenue: int = 0


_RUNS = msgspec.json.Decoder(tuple[Run, ...])
NO_RUNS = Raw(b"[]")


class CompanyState(Struct):
    """What changes about a company: corporation or minor."""

    president: Player = ""
    par: int = 0  # dollars; 0 before it is started
    floated: bool = False
    operated: bool = False  # has finished an operating turn
    closed: bool = False
    size: int = 10  # shares it is divided into
    tokens: list[int] = field(default_factory=list)  # dollars for each station still on the charter, next one first
    # Its last run as it is written in the state: every play writes it, and few look at it.
    written_runs: Raw = field(default=NO_RUNS, name="ran")
    earned: int = 0  # dollars of that run, bonuses of all trains together included
    paid: str = ""  # how it used its last revenue: full, half, none

    @property
    def ran(self) -> tuple[Run, ...]:
        """Its last run; raises msgspec.ValidationError if these are not the bytes of runs."""
        return _RUNS.decode(self.written_runs)

    @ran.setter
    def ran(self, runs: tuple[Run, ...]) -> None:
        self.written_runs = Raw(msgspec.json.encode(runs))

    @property
    def has_run(self) -> bool:
        """Whether any train has run for it the last time: told sooner than what."""
        return self.written_runs != NO_RUNS


class State(Struct, Generic[S], kw_only=True):
    """Everything that a game remembers. `S` is the union of step classes of the title."""

    title: str
    options: list[str] = field(default_factory=list)
    seed: str = ""
    version: int = 1
    order: list[Player] = field(default_factory=list)  # seats, in playing order
    priority: Player = ""  # holder of the priority deal
    cash: dict[str, int] = field(default_factory=dict)  # dollars of players, companies and "bank"
    place: dict[Card, Place] = field(default_factory=dict)
    trains: dict[Card, TrainState] = field(default_factory=dict)
    companies: dict[Company, CompanyState] = field(default_factory=dict)
    market: dict[Cell, list[Company]] = field(default_factory=dict)  # top of the pile first
    tiles: dict[Hex, Laid] = field(default_factory=dict)
    tokens: dict[Slot, Company] = field(default_factory=dict)
    supply: dict[str, int] = field(default_factory=dict)  # tiles left, by name
    phase: str = ""
    bids: dict[Card, dict[Player, int]] = field(default_factory=dict)
    marks: dict[str, list[str]] = field(default_factory=dict)  # small facts, declared in game/marks.py
    used: dict[str, int] = field(default_factory=dict)  # uses of abilities: "MRC.lay" -> 1
    agenda: list[S] = field(default_factory=list)  # the sequence of play, the last is asked
    round: str = ""  # "SR 2", "OR 2.1"
    ending: str = ""  # why the game is about to end, once that is certain
    over: str = ""  # why the game ended
    seq: int = 0  # plays so far

    @property
    def step_key(self) -> str:
        """The key of the step that is asked: `track`, `trains`, `consent`; "" where none is."""
        return getattr(self.agenda[-1], "key", "") if self.agenda else ""

    def find_step(self, kind: type[K]) -> K | None:
        """The step of a class that is nearest to the top of the agenda; None: there is none."""
        return next((step for step in reversed(self.agenda) if isinstance(step, kind)), None)


# What grows in ordinary play; where something else has grown, bytes are compared after the play anyway.
GROWING = ("trains", "market", "tiles", "tokens", "bids", "marks", "used")
_growing = attrgetter(*GROWING)


def tidy(state: State[S], ends: list[int | str]) -> None:
    """Put what was added to the state where its bytes have it: what is derived from the state then holds for both.

    `ends`: sizes and last keys of what was in order at the last call; what is added comes last, so that one of them changes.
    """
    if ends == _ends_of(state):
        return
    for name in GROWING:
        mapping = getattr(state, name)
        order = sorted(mapping)
        if order != list(mapping):
            setattr(state, name, {key: mapping[key] for key in order})
    ends[:] = _ends_of(state)


def _ends_of(state: State[S]) -> list[int | str]:
    """The sizes and the last keys of what grows."""
    parts = _growing(state)
    return [*map(len, parts), *map(next, map(reversed, parts), repeat(""))]
