"""What a process has taken on itself for a while, where several share a database: a channel whose posts it sends, a shard that it
serves.

A lease that is not renewed lapses, so another process goes on where one has died. A process that shares its database with nobody
needs none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta

from sqlalchemy import delete, or_, select, update
from sqlalchemy.dialects.postgresql import insert as insert_unless_there  # SQLite has the same words for it

from bot.storage.schema import EPOCH, leases
from bot.storage.store import Store
from bot.storage.work import AsyncConnection

LENGTH = timedelta(seconds=30)  # without a renewal; longer than clocks of two machines may differ
RENEWAL = LENGTH / 3


def channel_lease(channel: int) -> str:
    """The name of the lease on sending a channel's posts; 0: direct messages."""
    return f"posts:{channel}"


def shard_lease(shard: int) -> str:
    """The name of the lease on serving a shard of Discord's."""
    return f"shard:{shard}"


async def claim_leases(store: Store, names: Collection[str]) -> set[str]:
    """Take those of these leases that are free or ours already, and return them; what another process is just taking is left
    out.
    """
    if not store.shared or not names:
        return set(names)
    now, is_own = store.clock.now(), leases.c.owner == store.owner
    async with store.claiming() as conn:
        rows = [{"name": name, "owner": "", "until": EPOCH} for name in sorted(names)]
        await conn.execute(insert_unless_there(leases).on_conflict_do_nothing(), rows)
        free = select(leases.c.name).where(leases.c.name.in_(list(names)), or_(is_own, leases.c.until <= now))
        taken = set(await conn.scalars(free.order_by(leases.c.name).with_for_update(skip_locked=True)))
        held = update(leases).where(leases.c.name.in_(list(taken)))
        await conn.execute(held.values(owner=store.owner, until=now + LENGTH))
    return taken


async def renew_leases(store: Store, names: Iterable[str]) -> set[str]:
    """Hold on to what is still ours of these, and return it."""
    own_leases = (leases.c.name.in_(list(names)), leases.c.owner == store.owner)
    held = update(leases).where(*own_leases).values(until=store.clock.now() + LENGTH)
    async with store.claiming() as conn:
        return set(await conn.scalars(held.returning(leases.c.name)))


async def release_leases(store: Store, names: Collection[str]) -> None:
    """Leave them to whoever wants them next."""
    if store.shared and names:
        async with store.claiming() as conn:
            await conn.execute(delete(leases).where(leases.c.name.in_(list(names)), leases.c.owner == store.owner))


async def holds_lease(conn: AsyncConnection, store: Store, name: str) -> bool:
    """Whether it is still ours, until the end of the transaction at least."""
    if not store.shared:
        return True
    own_lease = (leases.c.name == name, leases.c.owner == store.owner, leases.c.until > store.clock.now())
    return await conn.scalar(select(leases.c.name).where(*own_lease).with_for_update()) is not None
