"""What a line of the log is about: interaction, table, move, post. Set where work begins; all that it starts inherits it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import logging

_fields: ContextVar[Mapping[str, int | str]] = ContextVar("log_fields", default=MappingProxyType({}))


@contextmanager
def log_fields(**fields: int | str) -> Iterator[None]:
    """Give these fields to every record of the block, and of the tasks and threads that it starts."""
    token = _fields.set({**_fields.get(), **fields})
    try:
        yield
    finally:
        _fields.reset(token)


def copy_context_without_fields() -> Context:
    """The present context without fields: for work that goes on whatever started it."""
    context = copy_context()
    context.run(_fields.set, MappingProxyType({}))
    return context


def attach_fields(record: logging.LogRecord) -> bool:
    """Note on a record what it is about; a filter of the handler, that lets every record pass."""
    record.fields = _fields.get()
    return True
