"""What the entries of a file are: moves that count, moves that were taken back, chat, orders for automatic play."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.interchange.site import records
from bot.interchange.site.records import AnyRecord


class EntryCounts(Struct, frozen=True):
    """How many entries of each sort a file has."""

    entries: int
    chat: int = 0
    undone: int = 0  # what was taken back, and the undos and redos themselves
    orders: int = 0  # what somebody asked the site to play later
    automatic: int = 0  # moves that the site made by itself, which stand within the entry before


def count_entries(everything: Sequence[AnyRecord], kept: Sequence[AnyRecord]) -> EntryCounts:
    """How many entries of each sort a file has. `kept`: the entries that are in force once undos are followed."""
    chat = sum(type(r) is records.Message for r in everything)
    orders = sum(type(r) in records.ORDERS for r in kept)
    return EntryCounts(
        entries=len(everything),
        chat=chat,
        undone=len(everything) - chat - len(kept),
        orders=orders,
        automatic=sum(len(r.auto_actions) for r in kept),
    )
