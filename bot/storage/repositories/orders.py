"""What people want the bot to do for them, as stored: rows of `orders` whose rule names their kind."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import bindparam, delete, insert, select, update

from bot.model.kinds import OrderKind, PostKind, PostState, TableStatus
from bot.model.models import BOT
from bot.model.orders.proxy_bid import ProxyBid
from bot.model.orders.standing_order import OrderT, StandingOrder
from bot.storage.made_once import made_once
from bot.storage.schema import games, orders, outbox, seats
from bot.storage.store import Store
from bot.storage.work import AsyncConnection

# Made once, since it is read with each move.
OF_TABLE = made_once(select(orders).where(orders.c.game == bindparam("number")).order_by(orders.c.id))


async def load_orders(store: Store, game: int, *sorts: type[OrderT]) -> list[OrderT]:
    """The orders of these sorts at a table, also of rounds that are over."""
    async with store.reading() as conn:
        return await _load_orders(conn, game, *sorts)


async def _load_orders(conn: AsyncConnection, game: int, *sorts: type[OrderT]) -> list[OrderT]:
    """All orders of these sorts at a table, within the transaction."""
    named = {sort.kind: sort for sort in sorts}
    rows = (await conn.execute(OF_TABLE, {"number": game})).all()
    rules = [(row, dict(row.rule)) for row in rows]
    return [
        named[kind](id=row.id, seat=row.seat, **rule) for row, rule in rules if (kind := rule.pop("kind", "")) in named
    ]


async def replace_order(store: Store, game: int, order: StandingOrder) -> None:
    """Write an order in place of that seat's last of its kind."""
    async with store.writing(game, quiet=True) as conn:
        await _delete_orders(conn, game, order.seat, type(order))
        await conn.execute(insert(orders).values(game=game, seat=order.seat, rule=order.stored_rule))


async def delete_orders(store: Store, game: int, seat: str, sort: type[StandingOrder]) -> bool:
    """Forget a seat's orders of a sort; whether there were any."""
    async with store.writing(game, quiet=True) as conn:
        return await _delete_orders(conn, game, seat, sort)


async def _delete_orders(conn: AsyncConnection, game: int, seat: str, sort: type[StandingOrder]) -> bool:
    """Delete a seat's orders of a sort, within the transaction; whether there were any."""
    numbers = [o.id for o in await _load_orders(conn, game, sort) if o.seat == seat]
    await conn.execute(delete(orders).where(orders.c.id.in_(numbers)))
    return bool(numbers)


async def record_stops(store: Store, stopped: Sequence[StandingOrder]) -> None:
    """Write down that, and why, these orders were stopped."""
    async with store.writing(quiet=True) as conn:
        for order in stopped:
            await conn.execute(update(orders).where(orders.c.id == order.id).values(rule=order.stored_rule))


async def list_tables_to_go_on(store: Store) -> list[int]:
    """Running tables at which something was asked for, the bot has a seat, or the last move is still to be told: a stop came
    between two plays.
    """
    live = games.c.status == TableStatus.RUNNING
    kind, new = outbox.c.kind == PostKind.PANEL, outbox.c.state == PostState.NEW
    untold = select(outbox.c.id).where(outbox.c.game == games.c.id, outbox.c.move == games.c.head, kind, new)
    asked = select(orders.c.id).where(orders.c.game == games.c.id)
    own = select(seats.c.place).where(seats.c.game == games.c.id, seats.c.user == BOT)
    query = select(games.c.id).where(live, asked.exists() | untold.exists() | own.exists()).order_by(games.c.id)
    async with store.reading() as conn:
        return [game for (game,) in await conn.execute(query)]


async def load_proxy_bids(store: Store, game: int) -> list[ProxyBid]:
    """All that were handed in at a table, oldest first, those of lots that are over as well."""
    async with store.reading() as conn:
        return await _read_proxy_bids(conn, game)


async def _read_proxy_bids(conn: AsyncConnection, game: int) -> list[ProxyBid]:
    """The sealed maxima of a table, oldest first, read within a transaction."""
    bids = []
    for row in (await conn.execute(OF_TABLE, {"number": game})).all():
        rule = dict(row.rule)
        if rule.pop("kind", "") == OrderKind.PROXY_BID:
            bids.append(ProxyBid(row.id, row.seat, **rule))
    return bids


async def write_proxy_bid(store: Store, game: int, seat: str, user: int, item: str, most: int) -> ProxyBid | None:
    """Hand a maximum in, in place of an earlier one for that item; 0 withdraws it."""
    rule = {
        "kind": OrderKind.PROXY_BID,
        "user": user,
        "item": item,
        "most": most,
        "salt": secrets.token_hex(8),
        "open": True,
    }

    def is_same(bid: ProxyBid) -> bool:
        """Whether a maximum is for that lot, and still bids."""
        return (bid.seat, bid.item, bid.open) == (seat, item, True)

    async with store.writing(game, quiet=True) as conn:
        old = [bid.id for bid in await _read_proxy_bids(conn, game) if is_same(bid)]
        await conn.execute(delete(orders).where(orders.c.id.in_(old)))
        if most:
            await conn.execute(insert(orders).values(game=game, seat=seat, rule=rule))
        return next(filter(is_same, await _read_proxy_bids(conn, game)), None)


async def drop_open_orders(conn: AsyncConnection, game: int, seat: str) -> None:
    """Delete what is to be done for a seat, within a transaction; maxima on lots that are over stay."""
    kept = [bid.id for bid in await _read_proxy_bids(conn, game) if not bid.open]
    await conn.execute(delete(orders).where(orders.c.game == game, orders.c.seat == seat, orders.c.id.not_in(kept)))


async def close_proxy_bids(store: Store, game: int, ended: Sequence[ProxyBid]) -> None:
    """Close the maxima on lots that are over: they bid no more, and stay for their owners to look at."""
    async with store.writing(game, quiet=True) as conn:
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
