"""What hangs on one database is put together in one place."""

from __future__ import annotations

import ast

import discord

from bot.client.run_state import GateState
from bot.client.services import make_services
from bot.storage.store import Store
from tests.conftest import ROOT
from tests.support.held_clock import FrozenClock
from tests.support.module_graph import sources, tree
from tests.support.toy_tables import NOON
from titles import TITLES

WIRED = {"RunState", "OutboxSender", "Scheduler", "Services"}


async def test_all_parts_share_the_store_its_clock_and_one_gate():
    store = Store("sqlite+aiosqlite://", FrozenClock(NOON))
    made = make_services(store, TITLES, discord.Client(intents=discord.Intents.none()))
    assert made.clock is store.clock
    assert made.tables.store is made.scheduler.store is store
    assert made.sender._run_state is made.run_state
    assert made.run_state.gate == GateState.STARTING


def test_nobody_else_puts_them_together():
    makers = {
        path.relative_to(ROOT).as_posix()
        for path in sources("bot")
        if any(name in path.read_text("utf-8") for name in WIRED)  # to read and walk all trees takes seconds
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WIRED
    }
    assert makers == {"bot/client/services.py"}
