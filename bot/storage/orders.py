"""Standing orders as they are stored."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select, update

from bot.model.standing_order import W, Wish
from bot.storage.schema import orders
from bot.storage.store import Store


async def load(store: Store, game: int, *sorts: type[W]) -> list[W]:
    """All of these sorts at a table, of rounds that are over as well."""
    named = {sort.kind: sort for sort in sorts}
    query = select(orders).where(orders.c.game == game).order_by(orders.c.id)
    async with store.reading() as conn:
        rows = (await conn.execute(query)).all()
    found = [(row, dict(row.rule)) for row in rows]
    return [
        named[kind](id=row.id, seat=row.seat, **rule) for row, rule in found if (kind := rule.pop("kind", "")) in named
    ]


async def note(store: Store, before: Sequence[Wish], now: Sequence[Wish]) -> None:
    """Write down which were stopped."""
    fresh = [w for w, old in zip(now, before, strict=True) if w.stopped != old.stopped]
    if fresh:
        async with store.writing(quiet=True) as conn:
            for wish in fresh:
                await conn.execute(update(orders).where(orders.c.id == wish.id).values(rule=wish.rule))
