"""Undo and redo of 18xx.games, filtered out before anything is played."""

from __future__ import annotations

from collections.abc import Iterable

from bot.interchange.site.records import AnyRecord, Damaged, Message, Redo, Undo


def filter_undone(records: Iterable[AnyRecord]) -> list[AnyRecord]:
    """The actions that count, in order.

    An undo without a number takes back the last action, with a number all that came after it (0: all). A redo restores
    what the latest undo took, as long as nothing but talk came in between. Messages never count.
    """
    in_effect: list[AnyRecord] = []
    undone: list[list[AnyRecord]] = []
    for record in records:
        if type(record) is Message:
            continue
        if type(record) is Undo:
            first = _first_undone(in_effect, record)
            undone.append(in_effect[first:])
            del in_effect[first:]
        elif type(record) is Redo:
            if not undone:
                raise Damaged(f"Action {record.id} takes an undo back, but nothing is undone there.")
            in_effect += undone.pop()
        else:
            undone.clear()
            in_effect.append(record)
    return in_effect


def _first_undone(in_effect: list[AnyRecord], undo: Undo) -> int:
    """The place in the list of the first action that an undo takes back."""
    if undo.action_id is None:
        return max(len(in_effect) - 1, 0)
    last = undo.action_id
    return next((i for i, r in enumerate(in_effect) if r.id > last), len(in_effect))
