"""Which of Discord's shards a process serves, where several share a database and none is told by its settings."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from bot.core.poller import Poller
from bot.storage.errors import DatabaseError
from bot.storage.leases import LENGTH, RENEWAL, claim_leases, release_leases, renew_leases, shard_lease
from bot.storage.store import Store

log = logging.getLogger(__name__)

POLL = 2.0  # seconds between two looks for a range that has become free
RETRY_DELAY = timedelta(seconds=2)  # after a renewal that the database has not answered
CUT_OFF = (OSError, DatabaseError)  # from the database; TimeoutError is an OSError


class ShardLeases:
    """A range of shards that this process has for as long as it renews the leases on them.

    All of a range are taken, renewed and lost together. What is lost may be another process's: whoever waits for `lost` serves
    none of them from then on.
    """

    def __init__(self, store: Store, shards: int, size: int) -> None:
        """`shards`: how many there are; `size`: how many a process takes, the last range may be shorter. The store is open."""
        self.own: tuple[int, ...] = ()
        self.lost = asyncio.Event()
        self._store = store
        self._ranges = [tuple(range(n, min(n + size, shards))) for n in range(0, shards, size)]
        self._until = store.clock.now()  # nobody else takes them before
        self._watch = Poller("shard leases", store.clock, self._renew)

    async def wait_for_range(self, waiting: Callable[[], None]) -> None:
        """Claim a range; where none is free call `waiting` once and wait for one. Raises OSError, DatabaseError."""
        if await self.claim_range():
            return
        waiting()
        while True:  # another process has it: no event of ours tells when it ends
            await asyncio.sleep(POLL)
            if await self.claim_range():
                return

    async def claim_range(self) -> bool:
        """Take the first range that is free and hold on to it; False where there is none. Raises OSError, DatabaseError."""
        for shards in self._ranges:
            if await self._take(shards):
                self.own = shards
                self._watch.wake()
                return True
        return False

    async def _take(self, shards: tuple[int, ...]) -> bool:
        """Take the leases on all of these shards, or none."""
        names, now = [shard_lease(n) for n in shards], self._store.clock.now()
        claimed = await claim_leases(self._store, names)
        if len(claimed) == len(names) and await self._store.take_shards(shards):
            self._until = now + LENGTH
            return True
        await release_leases(self._store, claimed)
        return False

    async def _renew(self) -> datetime | None:
        """Hold on to the shards; returns when to do so again, None once they are lost."""
        names, now = {shard_lease(n) for n in self.own}, self._store.clock.now()
        patience = min(RENEWAL, max(self._until - now, RETRY_DELAY))
        try:
            async with asyncio.timeout(patience.total_seconds()):
                kept = await renew_leases(self._store, names)
        except CUT_OFF as error:
            again = self._store.clock.now() + RETRY_DELAY
            if again < self._until:
                log.warning("the leases on the shards could not be renewed: %s", error)
                return again
            log.error("the leases on the shards could not be renewed: another process may serve them now")  # noqa: TRY400
        else:
            if kept == names:
                self._until = now + LENGTH
                return now + RENEWAL
            log.error("another process has taken over the shards of this one")
        self.lost.set()
        return None

    async def release(self) -> None:
        """Leave the shards to whoever wants them; without a database they lapse."""
        await self._watch.stop()
        with suppress(*CUT_OFF):
            await release_leases(self._store, [shard_lease(n) for n in self.own])
