"""Files of 18xx.games decoded into records.

Decoding is strict about what is read and silent about what is not: a file may hold any further keys.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any

import msgspec
from msgspec import Raw, Struct

from bot.interchange.site.records import AnyRecord, Damaged, Saved

LARGEST = 4_000_000  # bytes; the longest real games have a tenth of that
MAX_ACTIONS = 20_000  # actions
DEEPEST = 40  # brackets within brackets; no honest file has more than a dozen
_LEVELS = {**dict.fromkeys(b"[{", 1), **dict.fromkeys(b"]}", -1)}  # levels that a bracket goes down
_NO_BRACKETS = bytes({*range(256)} - _LEVELS.keys())
_SAVED = msgspec.json.Decoder(Saved)
_RECORD: msgspec.json.Decoder[AnyRecord] = msgspec.json.Decoder(AnyRecord)


def make_record(entry: dict[str, Any]) -> AnyRecord:
    """An action of a file from its parts, as reading it would give."""
    return _RECORD.decode(msgspec.json.encode(entry))


class _Numbered(Struct):
    """An action of a file of which only its number is read."""

    id: Any = None


_NUMBERED = msgspec.json.Decoder(_Numbered)


def decode(data: bytes) -> tuple[Saved, list[AnyRecord]]:
    """A file's game and all its actions, undone ones included; raises Damaged with one sentence."""
    if len(data) > LARGEST:
        raise Damaged(f"The file is larger than {LARGEST // 1_000_000} MB: no game is that long.")
    if deep := _find_deep_nesting(data):
        raise Damaged(f"This is not a game of 18xx.games: it is nested too deeply{_words_after(data[:deep])}.")
    try:
        saved = _SAVED.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Damaged(f"This is not a game of 18xx.games: {_error_text(error)}{_where_broken(data, error)}.") from error
    if len(saved.actions) > MAX_ACTIONS:
        raise Damaged(f"The file has {len(saved.actions)} actions: no game is that long.")
    return saved, [_decode_record(i, raw) for i, raw in enumerate(saved.actions, 1)]


def _decode_record(place: int, raw: Raw) -> AnyRecord:
    """A record from its JSON; raises Damaged naming the action."""
    try:
        return _RECORD.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Damaged(f"Action {_number_of(place, raw)} cannot be read: {_error_text(error)}.") from error


def _number_of(place: int, raw: Raw) -> str:
    """The action's own number where it has a plain one, else its place in the list."""
    try:
        number = _NUMBERED.decode(raw).id
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        number = None
    return str(number) if isinstance(number, int) else f"at place {place}"


def _where_broken(data: bytes, error: Exception) -> str:
    """Where a file breaks off or is scratched."""
    place = re.search(r"\(byte (\d+)\)", str(error))
    return _words_after(data[: int(place[1])] if place else data if "truncated" in str(error) else b"")


def _find_deep_nesting(data: bytes) -> int:
    """Where brackets are nested too deeply, 0 for nowhere."""
    if max(accumulate(map(_LEVELS.__getitem__, data.translate(None, _NO_BRACKETS))), default=0) <= DEEPEST:
        return 0
    depth = 0
    for bracket in re.finditer(rb"[][{}]", data):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > DEEPEST:
            return bracket.start()
    return 0


def _words_after(whole: bytes) -> str:
    """Behind which action the beginning of a file ends; "" if it has none."""
    _, separator, actions = whole.partition(b'"actions"')
    numbers = re.findall(rb'"id"\s*:\s*(\d{1,6})\b', actions)
    return f", after action {int(numbers[-1])}" if separator and numbers else ""


def _error_text(error: Exception) -> str:
    """What is wrong, without a full stop, for the sentence that Damaged shows."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    kind = re.fullmatch(r"Invalid value '(.*)' - at `\$\.type`", str(error), re.DOTALL)
    if kind:
        return f"{kind[1][:40]!r} is not an action of these games"
    return str(error).rstrip(".").replace("\n", " ")[:200]
