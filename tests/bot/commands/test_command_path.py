"""How much code a command runs through: whoever follows one by hand must not get lost."""

from __future__ import annotations

import asyncio
import inspect
import logging
import sys
from types import FrameType

from bot.client.interaction import InteractionContext
from game.actions import LayTile
from tests.conftest import ROOT
from tests.support.discord_world import said
from tests.support.prepared_games import asks, midgame

STEPS = 28  # the picture of what is asked next among them
CALLED = 67  # modules with any call at all on the way: words, values, the measurement of CPU time, the driver of the database


async def test_a_tile_laid_by_command_passes_few_modules_until_the_answer(w, monkeypatch):
    thread = await midgame(w, asks(LayTile))
    table = await w.game(thread)
    lay = next(a for c in table.choices(table.position.deciders[0]) for a in c if isinstance(a, LayTile))
    steps: set[str] = set()
    called: set[str] = set()
    answered = False
    reply = InteractionContext.reply

    def record(frame: FrameType, event: str, _value: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and not answered and path.startswith(f"{ROOT / 'bot'}/") and not in_background():
            called.add(path.removeprefix(f"{ROOT}/"))
            if frame.f_code.co_flags & inspect.CO_COROUTINE:
                steps.add(path.removeprefix(f"{ROOT}/"))

    async def replied(self, answer):
        nonlocal answered
        await reply(self, answer)
        answered = True

    monkeypatch.setattr(InteractionContext, "reply", replied)
    monkeypatch.setattr(
        logging.getLogger(), "handlers", []
    )  # a handler that another test has set would format lines here
    person = await w.actor(thread)
    sys.setprofile(record)
    try:
        result = await person.slash(thread, "corp tile", hex=lay.hex, tile=lay.tile, rotation=lay.rotation)
    finally:
        sys.setprofile(None)
    assert answered
    assert "lays" in said(result), "the action was played"
    assert "bot/tables/table.py" in steps, "what is traced is the way of the command"
    assert len(steps) <= STEPS, " ".join(sorted(steps))
    assert len(called) <= CALLED, " ".join(sorted(called))


def in_background() -> bool:
    """Whether the code runs in a task that nobody waits for: the sender of the outbox, the reminders."""
    task = asyncio.current_task()
    return task is not None and "observed" in getattr(task.get_coro(), "__qualname__", "")
