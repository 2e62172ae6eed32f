"""Sealed maximum bids as they are stored."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update

from bot.model.kinds import OrderKind
from bot.model.orders.proxy_bid import ProxyBid
from bot.storage.schema import orders
from bot.storage.store import Store


async def load_proxy_bids(store: Store, game: int) -> list[ProxyBid]:
    """All that were handed in at a table, oldest first, those of lots that are over as well."""
    query = select(orders).where(orders.c.game == game).order_by(orders.c.id)
    async with store.reading() as conn:
        rows = (await conn.execute(query)).all()
    bids = []
    for row in rows:
        rule = dict(row.rule)
        if rule.pop("kind", "") == OrderKind.PROXY_BID:
            bids.append(ProxyBid(row.id, row.seat, **rule))
    return bids


async def write_proxy_bid(store: Store, game: int, seat: str, user: int, item: str, most: int) -> ProxyBid | None:
    """Hand a maximum in, in place of an earlier one for that item; 0 withdraws it."""
    old = [s.id for s in await load_proxy_bids(store, game) if (s.seat, s.item, s.open) == (seat, item, True)]
    rule = {
        "kind": OrderKind.PROXY_BID,
        "user": user,
        "item": item,
        "most": most,
        "salt": secrets.token_hex(8),
        "open": True,
    }
    async with store.writing(quiet=True) as conn:
        await conn.execute(delete(orders).where(orders.c.id.in_(old)))
        if most:
            await conn.execute(insert(orders).values(game=game, seat=seat, rule=rule))
    return next((s for s in await load_proxy_bids(store, game) if (s.seat, s.item, s.open) == (seat, item, True)), None)


async def close_proxy_bids(store: Store, game: int, ended: Sequence[ProxyBid]) -> None:
    """Their lots are over: they bid no more, and stay for their owners to look at."""
    if not ended:
        return
    async with store.writing(quiet=True) as conn:
        for bid in ended:
            rule = {
                "kind": OrderKind.PROXY_BID,
                "user": bid.user,
                "item": bid.item,
                "most": bid.most,
                "salt": bid.salt,
                "open": False,
            }
            await conn.execute(update(orders).where(orders.c.id == bid.id, orders.c.game == game).values(rule=rule))
