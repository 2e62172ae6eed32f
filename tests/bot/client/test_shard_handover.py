"""A shard passes from one process to another while a press is on its way: it is played once, whichever of them it reaches."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.client.run_state import REFUSALS, GateState
from bot.model.kinds import PostState
from bot.model.models import NewGame, PlayWrite, WrittenPlay
from bot.model.replayed_game import PlayedActions
from bot.storage import schema
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.views.pictures import drawing
from tests import fuzz_inputs
from tests.support.api_contract import walk
from tests.support.thin_discord import GUILD, Thin, thin

DATABASES = ("postgres",)
ANN, BOB, CID = (1 << 50 | n for n in range(1, 4))
PEOPLE = {ANN: "Ann", BOB: "Bob", CID: "Cid"}
CHANNEL = 77
PATIENCE = 100.0  # seconds, for any machine; below the time-out of a test
DONE = "Ann gets LTR for $20"


async def opened(tables: Tables) -> None:
    seats = [("ann", ANN, "Ann"), ("bob", BOB, "Bob"), ("cid", CID, "Cid")]
    new = NewGame(guild=GUILD, host=ANN, title="18GA", shown="Ann", channel=CHANNEL, seed="1")
    await tables.import_game(new, seats, PlayedActions([]))


@dataclass
class Writes:
    """Plays of each process, held just before they are written."""

    reached: dict[str, asyncio.Event] = field(default_factory=dict)
    may: dict[str, asyncio.Event] = field(default_factory=dict)
    over: dict[str, asyncio.Event] = field(default_factory=dict)

    def hold(self, to: Thin) -> None:
        for events in (self.reached, self.may, self.over):
            events[to.bot.store.owner] = asyncio.Event()

    async def until_reached(self, to: Thin) -> None:
        await asyncio.wait_for(self.reached[to.bot.store.owner].wait(), PATIENCE)

    async def let(self, to: Thin) -> None:
        """Let it write, and wait until it has or was refused."""
        self.may[to.bot.store.owner].set()
        await asyncio.wait_for(self.over[to.bot.store.owner].wait(), PATIENCE)


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> Writes:
    held, append_play = Writes(), Store.append_play

    async def wait(store: Store, advance: PlayWrite) -> WrittenPlay:
        if store.owner not in held.may:
            return await append_play(store, advance)
        held.reached[store.owner].set()
        await held.may[store.owner].wait()
        try:
            return await append_play(store, advance)
        finally:
            held.over[store.owner].set()

    monkeypatch.setattr(Store, "append_play", wait)
    return held


@pytest.fixture
async def processes(address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Thin, Thin]]:
    """The process that gives the shard up and the one that takes it over, on one database and one Discord."""
    monkeypatch.setattr(drawing, "draw_all", fuzz_inputs.stub)
    async with thin(address, PEOPLE, before=opened) as old, thin(address, PEOPLE) as new:
        new.join(old)
        yield old, new
        assert old.bot.run_state.last_fault is None
        assert new.bot.run_state.last_fault is None


def press(to: Thin) -> dict[str, Any]:
    """Ann presses what the panel offers first: to buy a private company."""
    (panel,) = to.messages.values()
    ids = [c["custom_id"] for c in walk(panel["components"]) if "custom_id" in c]
    return to.make_press(ANN, CHANNEL, next(id for id in ids if ":bid:" in id), private=False)


def told(to: Thin) -> str:
    """The last answer, after exactly one first answer."""
    assert len(to.now.answers) == 1, to.now.answers
    return str(to.now.shown[-1])


async def check_played_once(old: Thin, new: Thin) -> None:
    """One move more than the start; its panel stands once, and nothing waits."""
    await old.settle()
    await new.settle()
    answers = old.now, new.now
    await new.wait(1)  # it looks for what others have left
    old.now, new.now = answers
    async with new.bot.store.reading() as conn:
        moves = await conn.scalar(select(func.count()).select_from(schema.moves))
        posts = (await conn.execute(select(schema.outbox.c.state, schema.outbox.c.message))).all()
    assert moves == 2
    assert [state for state, _ in posts] == [PostState.SENT] * len(posts)
    assert Counter(message for _, message in posts) == Counter(id for _, id in new.messages)
    assert len(new.messages) == 2, "the panel of the start and that of the move"
    assert (await new.bot.tables.get(1)).position.deciders == ("bob",)


@pytest.mark.parametrize("first", ["old", "new"])
async def test_a_press_that_both_hear_of_is_played_once_and_answered_by_both(
    processes: tuple[Thin, Thin], writes: Writes, first: str
):
    """The old one stops while it has the press in hand; Discord gives the same interaction to the new one."""
    old, new = processes
    payload = press(old)
    for to in processes:
        writes.hold(to)
        to.hand_over(payload)
        await writes.until_reached(to)
    stopping = asyncio.create_task(old.bot.stop_work(PATIENCE))
    for to in processes if first == "old" else reversed(processes):
        await writes.let(to)
    await stopping
    assert DONE in told(old), "what was in hand at the stop is answered before the process ends"
    await check_played_once(old, new)
    assert DONE in told(new)


async def test_a_press_in_hand_at_the_stop_is_answered(processes: tuple[Thin, Thin], writes: Writes):
    old, new = processes
    writes.hold(old)
    old.hand_over(press(old))
    await writes.until_reached(old)
    stopping = asyncio.create_task(old.bot.stop_work(PATIENCE))
    await writes.let(old)
    await stopping
    assert DONE in told(old)
    await check_played_once(old, new)


@pytest.mark.parametrize("gate", [GateState.STOPPING, GateState.STARTING])
async def test_a_press_at_a_closed_gate_does_nothing_and_can_be_repeated_at_the_other(
    processes: tuple[Thin, Thin], gate: GateState
):
    """Either the old one stops already, or the new one still starts."""
    closed, other = processes if gate == GateState.STOPPING else reversed(processes)
    was, closed.bot.run_state.gate = closed.bot.run_state.gate, gate
    assert REFUSALS[gate].partition(".")[0] in str((await closed.deliver(press(processes[0]))).shown[-1])
    other.hand_over(press(processes[0]))
    await other.settle()
    assert DONE in told(other)
    closed.bot.run_state.gate = was
    await check_played_once(*processes)


async def test_who_presses_again_at_the_new_process_plays_once(processes: tuple[Thin, Thin], writes: Writes):
    """The old one has not answered yet; the second press is another interaction on the same panel."""
    old, new = processes
    writes.hold(old)
    again = press(old)
    old.hand_over(press(old))
    await writes.until_reached(old)
    stopping = asyncio.create_task(old.bot.stop_work(PATIENCE))
    new.hand_over(again)
    async with asyncio.timeout(PATIENCE):
        while (await new.bot.store.load_table(1)).head == 1:  # type: ignore[union-attr]  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await writes.let(old)
    await stopping
    await check_played_once(old, new)
    assert DONE in told(new)
    assert DONE not in told(old), "it was played by the other press"
