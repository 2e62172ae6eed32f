"""Bytes of states, actions and events: canonical JSON, read back strictly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from hashlib import blake2b
from itertools import zip_longest
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any

import msgspec

from game.actions import ACTIONS, Action
from game.events import EVENTS, Event
from game.state import State

if TYPE_CHECKING:
    from game.steps import Step

# By itself msgspec writes dicts in the order of insertion: two equal states would have different bytes.
_ENCODER = msgspec.json.Encoder(order="deterministic")
_PLAIN = msgspec.json.Encoder()
_FLAT = (  # types that hold no others
    msgspec.inspect.StrType,
    msgspec.inspect.IntType,
    msgspec.inspect.BoolType,
    msgspec.inspect.NoneType,
    msgspec.inspect.LiteralType,
    msgspec.inspect.EnumType,
)
_DICTS = tuple(f.name for f in msgspec.structs.fields(State) if getattr(f.type, "__origin__", None) is dict)
_dicts_of = attrgetter(*_DICTS)


def encode(value: Any) -> bytes:
    """Canonical bytes: equal values give equal bytes."""
    return _ENCODER.encode(value)


def in_order(state: State[Any], known: list[list[str]] | None = None) -> bool:
    """Whether a state holds its dicts in canonical order.

    Its own dicts are told by their keys, sooner than by writing all again; bytes are compared of what has dicts inside.
    `known`: keys that were in order at an earlier call, which mostly have not changed.
    """
    keys = [*map(list, _dicts_of(state))]
    if keys != known:
        changed = [now for now, then in zip_longest(keys, known or ()) if now != then]
        if any(now != sorted(now) for now in changed):
            return False
        if known is not None:
            known[:] = keys
    if not state.bids and not any(map(_holds_dicts, map(type, state.agenda))):
        return True
    nested = (state.bids, state.agenda)
    return _PLAIN.encode(nested) == _ENCODER.encode(nested)


@lru_cache(maxsize=512)
def _holds_dicts(kind: type) -> bool:
    """Whether values of a class of steps may have dicts inside."""
    todo, seen = [msgspec.inspect.type_info(kind)], set[type]()
    while todo:
        info = todo.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls not in seen:
                seen.add(info.cls)
                todo += [f.type for f in info.fields]
        elif isinstance(info, msgspec.inspect.UnionType):
            todo += info.types
        elif isinstance(info, msgspec.inspect.CollectionType | msgspec.inspect.VarTupleType):
            todo.append(info.item_type)
        elif isinstance(info, msgspec.inspect.TupleType):
            todo += info.item_types
        elif not isinstance(info, _FLAT):
            return True
    return False


def encode_ordered(state: State[Any]) -> bytes:
    """What `encode` writes of a state that is `in_order`, without ordering it first."""
    return _PLAIN.encode(state)


def fingerprint(data: bytes) -> str:
    """32 hex digits that tell two states apart."""
    return blake2b(data, digest_size=16).hexdigest()


def union(classes: Sequence[type]) -> Any:
    """The union of classes as a type."""
    return reduce(or_, classes)


class Codec:
    """Decoders for one set of step, action and event classes."""

    def __init__(
        self, steps: Sequence[type[Step]], actions: Sequence[type[Action]], events: Sequence[type[Event]]
    ) -> None:
        self._state: Any = msgspec.json.Decoder(State[union(steps)])  # type: ignore[misc]
        self._action = msgspec.json.Decoder(union((*ACTIONS, *actions)))
        self._events = msgspec.json.Decoder(list[union((*EVENTS, *events))])  # type: ignore[misc]

    def state(self, data: bytes) -> State[Any]:
        """Raises msgspec.ValidationError if these are not the bytes of a state."""
        state: State[Any] = self._state.decode(data)
        return state

    def action(self, data: bytes) -> Action:
        """Raises msgspec.ValidationError if these are not the bytes of an action."""
        action: Action = self._action.decode(data)
        return action

    def events(self, data: bytes) -> list[Event]:
        """Raises msgspec.ValidationError if these are not the bytes of events."""
        events: list[Event] = self._events.decode(data)
        return events


@lru_cache(maxsize=32)
def codec(steps: tuple[type[Step], ...], actions: tuple[type[Action], ...], events: tuple[type[Event], ...]) -> Codec:
    """The codec for these classes, built once."""
    return Codec(steps, actions, events)
