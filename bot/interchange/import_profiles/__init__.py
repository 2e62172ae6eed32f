"""What is special about one title in the files of 18xx.games: names and tables, no rules.

The differences of rules are options of the title, which its preset `18xx.games` turns on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.interchange.importer import Reader
    from bot.interchange.site.asset_ledger import Books
    from bot.interchange.site.records import Record, Saved
    from game.actions import Action
    from game.play import Game

PRESET = "18xx.games"
Meaning = Callable[["Reader", Any], "Action | None"]  # what a record of a file means


@dataclass(frozen=True)
class Dialect:
    """One title's part."""

    title: str  # in `titles.TITLES`
    options: Mapping[str, str] = field(default_factory=dict)  # of the file -> ours; "": no effect on the rules
    phases: Mapping[str, str] = field(default_factory=dict)  # ours -> the file's, where they differ
    rounds: Mapping[str, str] = field(default_factory=dict)  # ours -> the file's, where they differ
    told_apart: tuple[str, ...] = ()  # companies one of whose certificates follows a private: the site minds which
    shown_early: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # where stations stand from the start
    tiles: Mapping[str, str] = field(default_factory=dict)  # tile of the file -> ours, where the names differ
    trains: Mapping[str, str] = field(default_factory=dict)  # kind of train of the file -> ours, where they differ
    serials: Mapping[str, int] = field(
        default_factory=dict
    )  # printed hex -> its number within the site's map, if not 0
    cities: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # tile or printed hex -> numbers of its cities
    unsold: Mapping[str, str] = field(default_factory=lambda: {"ipo": "ipo"})  # key of the trace -> our place
    own: Mapping[type[Record], Meaning] = field(default_factory=dict)  # asked first; None: the same as in all titles
    also: Mapping[type[Record], Meaning] = field(default_factory=dict)  # a second action, after the first
    fleet: Mapping[str, str] = field(default_factory=dict)  # trains of the file that belong to somebody at the start
    pooled: tuple[str, ...] = ()  # kinds that lie in our pool and in the file's depot
    endless: tuple[str, ...] = ()  # kinds whose number in the depot says nothing
    seed: Callable[[Saved], str] = lambda _s: ""  # that our setup deals by as the site did
    together: Callable[[Reader, int], int] = lambda _r, _i: 1  # units from that one on that are one action of ours
    stays_open: Callable[[Reader, int], bool] = lambda _r, _i: False  # whether a pass must end the turn there, not here
    playing: Callable[[Game], Iterable[str]] = lambda g: g.state.companies  # companies in the game
    papers: Callable[[Game, str], Iterable[str]] = lambda _g, _c: ()  # else counted as privates of a company
    alike: Callable[[str], str] = lambda private: (
        private
    )  # a name for all bonds, since who has which makes no difference
    waits: bool = False  # whether a step there waits for a pass where ours goes on; positions are compared after it
    open_books: Callable[[Books], None] = lambda _b: None  # where certificates lie from the start
    papers_named: Callable[[Game], Iterable[str]] = lambda _g: ()  # bonds and the like that files name as certificates
    follow: Callable[[Books, Record, Action], None] | None = None  # how certificates wander; None: as everywhere
    speaker: Mapping[str, str] = field(
        default_factory=dict
    )  # key of a step -> the company that is asked in it, if another
    owed: Callable[[Reader], list[str]] = lambda _r: []  # who must pass there next, after a play that asks nothing here
    settle: Callable[[Books], None] = lambda _b: None  # what goes by itself after any play, a pass as well


def dialects() -> dict[str, Dialect]:
    """By the title's name in the files."""
    from bot.interchange.import_profiles import eu, ga, india, tn, va

    return {"18GA": ga.DIALECT, "18TN": tn.DIALECT, "18VA": va.DIALECT, "18EU": eu.DIALECT, "18 India": india.DIALECT}
