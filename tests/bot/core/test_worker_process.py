"""Work in a process of its own ends in time, and only so much of it is done at once."""

from __future__ import annotations

import asyncio
import os
import threading
import time

import pytest

from bot.core import worker_process
from bot.core.errors import Busy, NotPossible
from tests.support.worker_threads import start_in_thread


def refuse() -> None:
    raise NotPossible("no such game")


def run(work, *args, **options):
    return worker_process.run_in_process(work, *args, timeout_message="too long", crash_message="crashed", **options)


def reported(report) -> str:
    report(1, 2)
    report(2, 2)
    return "done"


def crash(report) -> None:
    os._exit(1)


async def test_a_process_is_ended_after_its_time():
    begun = time.monotonic()
    with pytest.raises(NotPossible, match="too long"):
        await run(time.sleep, 60, seconds=0.1)
    assert time.monotonic() - begun < 30


async def test_a_process_that_crashes_is_told_as_one():
    with pytest.raises(NotPossible, match="crashed"):
        await run(os._exit, 1)


async def test_results_and_refusals_come_back():
    results = await asyncio.gather(run(divmod, 7, 2), run(refuse), return_exceptions=True)
    assert results[0] == (3, 1)
    assert isinstance(results[1], NotPossible)
    assert str(results[1]) == "no such game"


async def test_a_few_files_at_a_time(monkeypatch):
    monkeypatch.setattr(worker_process, "start_process", start_in_thread)
    goes_on = threading.Event()
    waiting = [asyncio.create_task(run(goes_on.wait)) for _ in range(worker_process.MAX_PROCESSES)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await run(goes_on.wait)
    goes_on.set()
    assert all(await asyncio.gather(*waiting))
    assert await run(goes_on.wait)


async def test_how_far_the_work_is_comes_through():
    reports = []

    async def on_progress(done: int, of: int) -> None:
        reports.append((done, of))

    assert await run(reported, on_progress=on_progress) == "done"
    assert reports == [(1, 2), (2, 2)]
    with pytest.raises(NotPossible, match="crashed"):
        await run(crash, on_progress=on_progress)
