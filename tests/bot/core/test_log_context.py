"""What a line of the log is about."""

from __future__ import annotations

import asyncio
import io
import json
import logging

import pytest

from bot.core.log_context import attach_fields, log_fields
from bot.core.log_format import JsonLines, TextLines
from bot.core.poller import Poller
from tests.support.held_clock import FrozenClock
from tests.support.toy_tables import NOON


@pytest.fixture
def written():
    """A logger, and what a handler in either form has written of it."""
    log = logging.getLogger("about")
    log.setLevel("INFO")
    handlers = [logging.StreamHandler(io.StringIO()) for _ in range(2)]
    for handler, form in zip(handlers, (JsonLines(), TextLines()), strict=True):
        handler.setFormatter(form)
        handler.addFilter(attach_fields)
        log.addHandler(handler)
    yield log, [h.stream for h in handlers]
    for handler in handlers:
        log.removeHandler(handler)


async def test_records_bear_the_fields_of_what_they_are_about_in_tasks_and_threads_too(written):
    log, (lines, text) = written

    async def play():
        with log_fields(table=3):
            await asyncio.to_thread(log.info, "played")

    with log_fields(interaction=17):
        await asyncio.create_task(play())
        log.info("answered")
    log.info("stopped")
    shown = [
        {k: v for k, v in json.loads(line).items() if k in ("text", "table", "interaction")}
        for line in lines.getvalue().splitlines()
    ]
    assert shown == [
        {"text": "played", "interaction": 17, "table": 3},
        {"text": "answered", "interaction": 17},
        {"text": "stopped"},
    ]
    assert [line.partition("about: ")[2] for line in text.getvalue().splitlines()] == [
        "played (interaction=17 table=3)",
        "answered (interaction=17)",
        "stopped",
    ]


async def test_what_works_for_all_tables_is_not_about_whoever_woke_it(written):
    log, (lines, _) = written

    async def look():
        log.info("looked")

    watch = Poller("work", FrozenClock(NOON), look)
    with log_fields(interaction=17, table=3):
        watch.wake()
    assert watch.task is not None
    await watch.task
    assert "interaction" not in json.loads(lines.getvalue())
