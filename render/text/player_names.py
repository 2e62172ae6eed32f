"""Events that tell of players by the names that people read, in place of the engine's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from game.events import Event
from game.rules import Rules


def with_names(events: Sequence[Event], rules: Rules) -> tuple[Sequence[Event], Rules]:
    """The events with every player as `rules` call them, and rules that rename nobody again."""
    if not rules.called:
        return events, rules
    return [_named(e, rules) for e in events], replace(rules, called={})


def _named(event: Event, rules: Rules) -> Event:
    return structs.replace(event, **{f: _value(getattr(event, f), rules) for f in event.__struct_fields__})


def _value(value: Any, rules: Rules) -> Any:
    match value:
        case str():
            head, of, name = value.rpartition(" of ")  # `10% of NWR in the hand of ann`
            return f"{head}{of}{rules.person(name)}" if name in rules.called and head else rules.person(value)
        case dict():
            return {_value(k, rules): _value(v, rules) for k, v in value.items()}
        case tuple():
            return tuple(_value(v, rules) for v in value)
        case _:
            return value
