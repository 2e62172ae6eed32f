"""Marks: small facts of a game for which `State` has no field of its own, each declared once with the type of its value.

`State.marks` stores every mark as a list of strings by name, so the states of all titles have one form. A declaration
says what the name is and how the strings are read; nothing but these classes touches `State.marks`. The marks of the
engine are below, those of a title in its `marks` module and in `Rules.marks`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast

import msgspec

from game.state import State

AnyState = State[Any]
NOTHING: Sequence[str] = ()


@dataclass(frozen=True)
class Mark:
    """A name under which something is stored. A mark that is not set has no entry; an empty list is an entry."""

    name: str

    def is_set(self, state: AnyState) -> bool:
        """Whether anything is stored, be it an empty list."""
        return self.name in state.marks

    def clear(self, state: AnyState) -> None:
        """Remove the entry, if there is one."""
        state.marks.pop(self.name, None)


@dataclass(frozen=True)
class ListMark(Mark):
    """An ordered list of ids, such as companies or cards."""

    def entries(self, state: AnyState) -> Sequence[str]:
        """The ids in their order; none where the mark is not set."""
        return state.marks.get(self.name, NOTHING)

    def contains(self, state: AnyState, entry: str) -> bool:
        """Whether the id is in the list."""
        return entry in self.entries(state)

    def set(self, state: AnyState, entries: Iterable[str]) -> None:
        """Store these ids in place of what was there."""
        state.marks[self.name] = list(entries)

    def add(self, state: AnyState, *entries: str) -> None:
        """Append ids."""
        state.marks.setdefault(self.name, []).extend(entries)

    def remove(self, state: AnyState, entry: str) -> None:
        """Remove an id where it is in the list; a list that becomes empty stays."""
        if self.contains(state, entry):
            state.marks[self.name].remove(entry)


@dataclass(frozen=True)
class ValueMark(Mark):
    """One id or word."""

    def value(self, state: AnyState) -> str:
        """The id, "" where the mark is not set."""
        return next(iter(state.marks.get(self.name, NOTHING)), "")

    def set(self, state: AnyState, value: str) -> None:
        """Store this id in place of what was there."""
        state.marks[self.name] = [value]


R = TypeVar("R", bound=tuple[Any, ...])


@dataclass(frozen=True)
class RecordMark(Mark, Generic[R]):
    """Several values that belong together: a named tuple of strings and whole numbers.

    Empty strings at its end are not stored.
    """

    form: type[R]

    def record(self, state: AnyState) -> R | None:
        """The values, None where the mark is not set."""
        stored = state.marks.get(self.name)
        return None if stored is None else msgspec.convert(stored, self.form, strict=False)

    def set(self, state: AnyState, record: R) -> None:
        """Store these values in place of what was there."""
        strings = [str(value) for value in record]
        while strings and not strings[-1]:
            strings.pop()
        state.marks[self.name] = strings


M = TypeVar("M", bound=Mark)


@lru_cache(maxsize=1024)
def _mark(form: Any, name: str) -> Any:
    """The mark of that form and name, made once."""
    return form(name)


@dataclass(frozen=True)
class MarkFamily(Generic[M]):
    """Marks of one kind, one for each company, row or ware: their names have the same beginning."""

    prefix: str
    form: type[M]

    def __getitem__(self, member: str | int) -> M:
        """The mark of one member."""
        return cast("M", _mark(cast("Any", self.form), f"{self.prefix}{member}"))

    def members(self, state: AnyState) -> Iterator[str]:
        """The members whose mark is set, in the order of the state."""
        for name in state.marks:
            if name.startswith(self.prefix):
                yield name.removeprefix(self.prefix)


Declaration = Mark | MarkFamily[Any]


def list_mark(declarations: Collection[Declaration], name: str) -> ListMark:
    """The declared list of that name, for code that may not import its title; raises KeyError."""
    for declaration in declarations:
        if isinstance(declaration, ListMark) and declaration.name == name:
            return declaration
    raise KeyError(name)


OPEN = ListMark("open")  # cards in hands that everybody has seen there
COVERED = ListMark("covered")  # in views only: the owner of each card of other hands that the viewer may not see
ROWS = MarkFamily("row:", ListMark)  # by number: the cards of a row that is bought from the top, the top first
HOMES = MarkFamily("home.", ListMark)  # by company: hexes or cities of its home, where tiles have moved them
DUE = ValueMark("due")  # how soon the game ends, once that is certain (a `When` of game/rules.py)
BANKRUPT = ListMark("bankrupt")  # players who are out of the game

ENGINE: tuple[Declaration, ...] = (OPEN, COVERED, ROWS, HOMES, DUE, BANKRUPT)
