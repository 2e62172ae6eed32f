"""Processes that claim their shards: each is served once, lost ones are given up, free ones taken over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.client.connection import connect
from bot.storage import shard_leases
from bot.storage.leases import LENGTH, RENEWAL
from bot.storage.shard_leases import ShardLeases
from bot.storage.store import Locked, Store
from tests.support.held_clock import HeldClock
from tests.support.toy_tables import NOON

DATABASES = ("postgres",)
Claimer = Callable[[], Any]


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock(NOON)


@pytest.fixture
async def process(address: str, clock: HeldClock) -> AsyncIterator[Claimer]:
    """What makes one more process that wants two of the five shards."""
    made: list[ShardLeases] = []

    async def begin() -> ShardLeases:
        store = Store(address, clock, ())
        await store.open()
        made.append(ShardLeases(store, 5, 2))
        return made[-1]

    yield begin
    for claim in made:
        await claim._watch.stop()
        await claim._store.close()


async def renew(claim: ShardLeases) -> None:
    """What the timer does."""
    claim._watch.wake()
    assert claim._watch.task is not None
    await claim._watch.task


async def test_each_process_gets_a_range_of_its_own(process: Claimer):
    claims = [await process() for _ in range(4)]
    assert [await c.claim_range() for c in claims] == [True, True, True, False]
    assert [c.own for c in claims] == [(0, 1), (2, 3), (4,), ()]


async def test_processes_that_claim_at_once_share_no_shard(process: Claimer):
    claims = [await process() for _ in range(3)]
    await asyncio.gather(*(c.claim_range() for c in claims))
    held = [shard for c in claims for shard in c.own]
    assert len(held) == len(set(held))
    for claim in claims:  # where two took each a part of one range, both have left it
        if not claim.own:
            assert await claim.claim_range()
    assert sorted(shard for c in claims for shard in c.own) == [0, 1, 2, 3, 4]


async def test_a_process_that_stops_leaves_its_range_at_once(process: Claimer):
    one, two, three, spare = [await process() for _ in range(4)]
    for claim in (one, two, three):
        await claim.claim_range()
    waited = asyncio.Event()
    waiting = asyncio.create_task(spare.wait_for_range(waited.set))
    await asyncio.wait_for(waited.wait(), 60)
    await two.release()
    await asyncio.wait_for(waiting, 60)
    assert spare.own == (2, 3)


async def test_what_is_renewed_stays(process: Claimer, clock: HeldClock):
    one, two = await process(), await process()
    await one.claim_range()
    for _ in range(4):
        clock.advance(seconds=RENEWAL.total_seconds())
        await renew(one)
    assert await two.claim_range()
    assert (one.own, two.own) == ((0, 1), (2, 3))
    assert not one.lost.is_set()


async def test_what_lapses_is_taken_over_and_whoever_had_it_hears_of_it(process: Claimer, clock: HeldClock):
    """Also of a process that only hangs: its connection to the database stands."""
    hanging, other = await process(), await process()
    await hanging.claim_range()
    await renew(hanging)
    clock.advance(seconds=LENGTH.total_seconds())
    assert await other.claim_range()
    assert other.own == (0, 1)
    await renew(hanging)
    assert hanging.lost.is_set()
    await hanging.release()
    await renew(other)
    assert not other.lost.is_set(), "what another has lost is not released by it"


async def test_what_lapsed_and_nobody_took_is_still_ours(process: Claimer, clock: HeldClock):
    claim = await process()
    await claim.claim_range()
    await renew(claim)
    clock.advance(hours=1)
    await renew(claim)
    assert not claim.lost.is_set()


async def test_without_a_database_shards_are_given_up_when_the_lease_ends(
    process: Claimer, clock: HeldClock, monkeypatch: pytest.MonkeyPatch
):
    async def cut_off(*_: object) -> set[str]:
        raise ConnectionError("no route to the database")

    claim = await process()
    await claim.claim_range()
    await renew(claim)
    monkeypatch.setattr(shard_leases, "renew_leases", cut_off)
    clock.advance(seconds=LENGTH.total_seconds() - 5)
    await renew(claim)
    assert not claim.lost.is_set()
    clock.advance(seconds=4)
    await renew(claim)
    assert claim.lost.is_set()


async def test_given_and_claimed_shards_exclude_each_other(address: str, process: Claimer, clock: HeldClock):
    given, every = Store(address, clock, (2,)), Store(address, clock)
    await given.open()
    one, two = await process(), await process()
    assert await one.claim_range()
    assert await two.claim_range()
    assert (one.own, two.own) == ((0, 1), (4,))
    late = Store(address, clock, (1,))
    for store in (late, every):
        with pytest.raises(Locked):
            await store.open()
    await given.close()


@pytest.mark.parametrize(("lose", "status"), [(True, 1), (False, 0)])
async def test_the_client_stops_in_order_once_its_shards_are_lost(lose: bool, status: int):
    lost, stopped, calls = asyncio.Event(), asyncio.Event(), list[str]()

    async def start(_token: str) -> None:
        calls.append("start")
        (lost if lose else stopped).set()
        await stopped.wait()

    async def stop() -> None:
        calls.append("stop")
        stopped.set()

    async def close() -> None:
        calls.append("close")

    bot: Any = SimpleNamespace(start=start, stop=stop, close=close)
    assert await connect(bot, "a token", lost) == status
    assert calls == (["start", "stop", "close"] if lose else ["start", "close"])
