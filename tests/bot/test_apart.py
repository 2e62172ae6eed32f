"""Work in a process of its own ends in time, and only so much of it is done at once."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

from bot.core import worker_process
from bot.model.models import Busy


def test_a_process_that_works_on_is_gone_after_its_time():
    pool = worker_process.helper(0.1)
    with pytest.raises(BrokenProcessPool):
        pool.submit(time.sleep, 60).result(timeout=30)
    pool.shutdown()


async def test_a_few_files_at_a_time(monkeypatch):
    monkeypatch.setattr(worker_process, "helper", lambda: ThreadPoolExecutor(1))
    goes_on = threading.Event()

    def ask():
        return worker_process.apart(goes_on.wait, late="late", broken="broken")

    waiting = [asyncio.create_task(ask()) for _ in range(worker_process.MOST)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await ask()
    goes_on.set()
    assert all(await asyncio.gather(*waiting))
    assert await ask()
