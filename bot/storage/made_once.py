"""Statements that are made once and run with each move, post or press: on SQLite without SQLAlchemy's way for statements of any
kind, which takes six times as long as SQLite does.

Such a statement is compiled once for each set of parameters and each length of their lists. Values and rows are converted
as SQLAlchemy converts them, by the types of the columns.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sqlalchemy import ClauseElement, Dialect
from sqlalchemy.engine.result import IteratorResult, SimpleResultMetaData
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

S = TypeVar("S", bound=ClauseElement)
Convert = Callable[[Any], Any] | None
_known: dict[int, Statement] = {}  # by the identity of what was made, which is kept, so that no other has the same


def made_once(statement: S) -> S:
    """A statement that is run the short way, for as long as the program lasts."""
    _known[id(statement)] = Statement(statement)
    return statement


def find_statement(made: Any) -> Statement | None:
    """What runs a statement the short way; None for one that was not made once."""
    return _known.get(id(made))


@dataclass(frozen=True, slots=True)
class Changed:
    """What came of a statement that writes."""

    rowcount: int
    inserted_primary_key: tuple[int | None]


class Statement:
    """A statement, as far as it was compiled."""

    def __init__(self, made: ClauseElement) -> None:
        self._made = made
        self._forms: dict[tuple[str, ...], _Form] = {}

    def run(self, new_cursor: Callable[[], Any], dialect: Dialect, given: Mapping[str, Any]) -> Any:
        """Run it with these parameters: its rows, or how many it has changed. Raises SQLAlchemy's errors."""
        names = tuple(given)
        form = self._forms.get(names)
        if form is None:
            form = self._forms[names] = _Form(self._made, names, dialect)
        sql, values = form.find_text(given)
        cursor = new_cursor()
        try:
            cursor.execute(sql, values)
        except sqlite3.Error as error:
            raise DBAPIError.instance(sql, values, error, sqlite3.Error, dialect=dialect) from error
        if cursor.description is None:
            return Changed(cursor.rowcount, (cursor.lastrowid,))
        return form.make_result(cursor.fetchall())


@dataclass(frozen=True, slots=True)
class _Value:
    """Where a value of a compiled statement comes from."""

    name: str  # of the parameter; "": it is `constant`
    place: int | None  # in a list
    constant: Any
    convert: Convert

    def find(self, given: Mapping[str, Any]) -> Any:
        """The value as SQLite gets it."""
        value = given[self.name] if self.name else self.constant
        if self.name and self.place is not None:
            value = value[self.place]
        return value if self.convert is None else self.convert(value)


class _Form:
    """A statement with parameters of certain names."""

    def __init__(self, made: ClauseElement, names: Sequence[str], dialect: Dialect) -> None:
        self._names, self._dialect = names, dialect
        self._compiled = cast("SQLCompiler", made.compile(dialect=dialect, column_keys=list(names)))
        binds = self._compiled.binds
        self._lists = [name for name in names if name in binds and binds[name].expanding]
        self._texts: dict[tuple[int, ...], tuple[str, list[_Value]]] = {}
        columns = list(getattr(made, "selected_columns", ()))
        self._columns = SimpleResultMetaData([c.name for c in columns], extra=[(c,) for c in columns])
        types = [(place, _find_converter(column.type, dialect)) for place, column in enumerate(columns)]
        self._converters = [(place, convert) for place, convert in types if convert is not None]

    def find_text(self, given: Mapping[str, Any]) -> tuple[str, tuple[Any, ...]]:
        """The statement for lists of these lengths, and its values in their order."""
        lengths = tuple([len(given[name]) for name in self._lists])
        text = self._texts.get(lengths)
        if text is None:
            text = self._texts[lengths] = self._expand(given)
        sql, values = text
        return sql, tuple([value.find(given) for value in values])

    def make_result(self, rows: list[Any]) -> IteratorResult[Any]:
        """Rows with values of Python in place of SQLite's."""
        for place, convert in self._converters:
            rows = [(*row[:place], convert(row[place]), *row[place + 1 :]) for row in rows]
        return IteratorResult(self._columns, iter(rows))

    def _expand(self, given: Mapping[str, Any]) -> tuple[str, list[_Value]]:
        """The text for lists of these lengths, and where its values come from."""
        constants = self._compiled.construct_params(given)
        state = self._compiled.construct_expanded_state(given)
        parts = {part: (name, n) for name, parts in state.parameter_expansion.items() for n, part in enumerate(parts)}
        values = []
        for part in state.positiontup or ():
            name, place = parts.get(part, (part, None))
            convert, constant = self._find_bind_converter(name), None
            if name not in self._names:
                constant, name = constants[name] if place is None else constants[name][place], ""
            values.append(_Value(name, place, constant, convert))
        return state.statement, values

    def _find_bind_converter(self, name: str) -> Convert:
        """What makes a parameter of that name a value of SQLite's; None: it is one."""
        kind = self._compiled.binds[name].type
        return kind.dialect_impl(self._dialect).bind_processor(self._dialect)


def _find_converter(kind: TypeEngine[Any], dialect: Dialect) -> Convert:
    """What makes a value of Python of one that SQLite gave; None: it is one."""
    return kind.dialect_impl(dialect).result_processor(dialect, None)
