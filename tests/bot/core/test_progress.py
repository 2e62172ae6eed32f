"""How far long work is, told in the chat."""

from __future__ import annotations

import asyncio

from bot.core import progress
from bot.core.progress import report_from_thread, tell_progress


async def test_it_is_told_at_once_and_then_every_other_second(monkeypatch):
    now, told = [5.0], []
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])

    async def tell(text: str) -> None:
        told.append(text)

    on_progress = tell_progress(tell, "{done} of {of}")
    await on_progress(1, 1000)
    now[0] += 1.9
    await on_progress(2, 1000)
    now[0] += 0.2
    await on_progress(1000, 1000)
    assert told == ["1 of 1,000", "1,000 of 1,000"]
    await tell_progress(tell, "{percent}% …")(343, 686)
    assert told[-1] == "50% …"


async def test_who_cannot_be_told_any_more_holds_up_nothing():
    async def tell(text: str) -> None:
        raise OSError(text)

    await tell_progress(tell, "{done} of {of}")(1, 2)


async def test_a_thread_reports_to_the_loop(monkeypatch):
    monkeypatch.setattr(progress, "EVERY", 0.0)
    heard: asyncio.Queue[tuple[int, int]] = asyncio.Queue()

    async def on_progress(done: int, of: int) -> None:
        heard.put_nowait((done, of))

    await asyncio.to_thread(report_from_thread(on_progress), 3, 7)
    assert await asyncio.wait_for(heard.get(), 10) == (3, 7)
    report_from_thread(None)(3, 7)
