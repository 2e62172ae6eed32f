"""CPU time is counted for the part that spent it, also where that part's work goes on in a task of its own."""

import asyncio
from threading import Thread, current_thread
from time import thread_time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.core import cpu_time, metrics
from bot.core.cpu_time import Part, as_same_part, measure_part, measured, tell_counters
from bot.core.tasks import uncancellable

WORK = 0.03  # seconds


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that other tests have left at work tell nothing meanwhile."""
    assert cpu_time._spent.seconds  # by which this thread is known
    own = [known for known in cpu_time._threads if known[0] is current_thread()]
    monkeypatch.setattr(cpu_time, "_threads", own)


def _spent(part: Part) -> float:
    """Seconds that are counted for a part."""
    tell_counters()
    return float(metrics.CPU.labels(part)._value.get())


async def _work_twice() -> None:
    """Use the processor before and after a wait."""
    for _ in range(2):
        until = thread_time() + WORK / 2
        while thread_time() < until:
            pass
        await asyncio.sleep(0)


@measured(Part.COMPOSE)
async def _work_in_place() -> None:
    await _work_twice()


@measured(Part.COMPOSE)
async def _work_in_task() -> None:
    await asyncio.create_task(as_same_part(_work_twice()))


@measured(Part.COMPOSE)
async def _work_that_is_not_cut_off() -> None:
    await uncancellable(_work_twice)()


@measured(Part.COMPOSE)
async def _let_send() -> None:
    await asyncio.create_task(as_same_part(_send()))


async def _send() -> None:
    await measured(Part.SEND)(_work_twice)()


async def test_work_in_a_task_of_its_own_counts_as_the_part_that_started_it() -> None:
    for work in (_work_in_place, _work_in_task, _work_that_is_not_cut_off):
        before = _spent(Part.COMPOSE)
        await work()
        assert WORK <= _spent(Part.COMPOSE) - before < 2 * WORK, work


async def test_a_part_within_a_task_counts_for_itself() -> None:
    composed, sent = _spent(Part.COMPOSE), _spent(Part.SEND)
    await _let_send()
    assert _spent(Part.COMPOSE) - composed < WORK / 2
    assert _spent(Part.SEND) - sent >= WORK


async def test_a_task_that_nobody_measures_counts_for_nothing() -> None:
    before = [_spent(part) for part in Part]
    await asyncio.create_task(as_same_part(_work_twice()))
    assert [_spent(part) for part in Part] == before


async def test_the_counters_are_told_when_they_are_read_not_at_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setitem(cast("Any", cpu_time)._counters, Part.LIST, SimpleNamespace(inc=told.append))

    def work() -> None:
        until = thread_time() + WORK
        while thread_time() < until:
            with measure_part(Part.LIST):
                pass

    await asyncio.to_thread(work)
    assert not told
    tell_counters()
    assert WORK / 20 < sum(told) < WORK
    tell_counters()
    assert WORK / 20 < sum(told) < WORK


def test_what_a_thread_that_has_ended_spent_is_told_once() -> None:
    before = _spent(Part.LIST)

    @measure_part(Part.LIST)
    def work() -> None:
        until = thread_time() + WORK
        while thread_time() < until:
            pass

    threads = len(cast("Any", cpu_time)._threads)
    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert WORK <= _spent(Part.LIST) - before < 2 * WORK
    assert len(cast("Any", cpu_time)._threads) <= threads
