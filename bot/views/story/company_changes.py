"""Cards of what companies became: merged, converted, exchanged or taken over since the last panel."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.kinds import PostLevel
from bot.model.results import Move, events_seen_by
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.messages import Picture
from bot.views.pictures import post_pictures
from render.data.before_after import reshapes

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
    pictures: tuple[Picture, ...] = ()
    for move in known:
        before, after = await table.view(None, move.parent), await table.view(None, move.id)
        pictures += await post_pictures.draw_changed_companies(table, before, after, events_seen_by(move.events, None))
    return pictures[-CARDS:]
