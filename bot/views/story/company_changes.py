"""Cards of what companies became: merged, converted, exchanged or taken over since the last panel."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.kinds import PostLevel
from bot.model.results import Move, events_seen_by
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.messages import Picture
from bot.views.pictures import post_pictures
from game.events import Event
from render.data.before_after import merging, reshapes

LOOKED_AT = 20  # moves: more are played since a panel by programs only
CARDS = 3  # in one post


async def company_change_pictures(table: Table, moves: Sequence[Move], view: View) -> tuple[Picture, ...]:
    """Who had what before and after each of these moves by which companies changed; none at a quiet table.

    `view`: the public one after the last of the moves.
    """
    known = [m for m in moves if m.parent][-LOOKED_AT:]
    if table.row.post_level == PostLevel.QUIET or not known:
        return ()
    if not reshapes(await table.view(None, known[0].parent), view):
        return ()
    changes: list[tuple[View, View, list[Event]]] = []
    for move in known:
        before, after = await table.view(None, move.parent), await table.view(None, move.id)
        start, events = before, list[Event]()
        if merging(before) and changes:  # a merger goes on: one card shows all of it
            start, _, events = changes.pop()
        elif merging(before):
            start, events = await find_merger_start(table, before, None)
        changes.append((start, after, [*events, *events_seen_by(move.events, None)]))
    pictures: tuple[Picture, ...] = ()
    for start, after, events in changes:
        pictures += await post_pictures.draw_changed_companies(table, start, after, events)
    return pictures[-CARDS:]


async def find_merger_start(table: Table, view: View, seat: str | None) -> tuple[View, list[Event]]:
    """The position in which a merger began of which a station is still asked in this view, and what has happened until then, as
    a seat may know it; the view itself where none is under way.
    """
    events: list[Event] = []
    for move in reversed(await table.history(limit=LOOKED_AT) if merging(view) else []):
        after = await table.view(seat, move.id)
        if not merging(after):  # it has come to its end meanwhile, or another has
            continue
        start = await table.view(seat, move.parent) if move.parent else view
        events = [*events_seen_by(move.events, seat), *events]
        if not merging(start):
            return start, events
    return view, []
