"""Players of a game that is carried over get the names of those who play it here, in everything that tells of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from bot.model.player_names import make_unique
from game.actions import Action
from game.codec import Codec, encode

PARTS = re.compile("([:=])")  # of places such as `hand:ann`
TAG = "type"  # under which JSON names the class of an action or a step


def rename_actions(actions: Iterable[Action], names: Mapping[str, str]) -> tuple[Action, ...]:
    """Actions with other names of their players. `names`: new names by old ones."""
    return tuple(
        structs.replace(a, **{f: _rename_within(getattr(a, f), names) for f in a.__struct_fields__}) for a in actions
    )


def rename_snapshot(snapshot: bytes, codec: Codec, names: Mapping[str, str]) -> bytes:
    """A position with other names of its players. `names`: new names by old ones."""
    return encode(codec.state(msgspec.json.encode(_rename_within(msgspec.json.decode(snapshot), names))))


def _rename_within(value: Any, names: Mapping[str, str]) -> Any:
    """A value with players named anew wherever they stand, as values and as keys."""
    if isinstance(value, str):
        return "".join(names.get(part, part) for part in PARTS.split(value))
    if isinstance(value, dict):
        return {_rename_within(k, names): v if k == TAG else _rename_within(v, names) for k, v in value.items()}
    if isinstance(value, tuple):
        return tuple(_rename_within(v, names) for v in value)
    if isinstance(value, list):
        return [_rename_within(v, names) for v in value]
    return value


def new_names(called: Sequence[tuple[str, str]], words: Iterable[str]) -> dict[str, str]:
    """A name for each player of a file: that of who plays it here, told apart from `words` and from each other.

    `called`: names in the file, and display names.
    """
    names: dict[str, str] = {}
    for old, shown in called:
        names[old] = make_unique(shown, {*words, *names.values()})
    return names
