"""The measurement of the bot as a service; whether it meets its goals is for a quiet machine to say."""

from __future__ import annotations

import contextlib
import io
from dataclasses import replace

import msgspec
import pytest

from bot.benchmarks import service_load
from bot.benchmarks.load_figures import Load, Measured, make_rows
from bot.benchmarks.pressing_players import Tally
from bot.core.clock import SystemClock
from bot.core.cpu_time import Part
from bot.core.errors import UsageError
from bot.storage.store import Store
from bot.tables.service import Tables
from tests.support.toy_tables import BOTH, new
from tests.support.toy_title import TITLES

DATABASES = BOTH
FEW = Load(tables=5, rate=3, seconds=8, warm_up=1)  # on a busy machine the first tables are ready after three


async def test_people_play_by_presses_at_tables_of_all_titles(address: str):
    load = replace(FEW, database=address)
    told: list[tuple[int, int]] = []
    measured = await service_load.measure_load(load, lambda done, of: told.append((done, of)))
    rows = {row.name: row for row in make_rows(load, measured)}
    moves = rows["moves"].count
    assert moves >= 5, rows["moves"]
    assert "nothing to press" not in rows["moves"].note, "every console leads on"
    assert rows["moves"].figures["late"] == 0
    assert rows["acknowledgement"].count == rows["answer"].count >= moves
    cpu = rows["CPU per move"].figures
    assert all(cpu[part] > 0 for part in Part), cpu
    assert cpu["total"] == pytest.approx(sum(cpu[part] for part in (*Part, "other")))
    assert rows["memory"].count == load.tables
    assert rows["memory"].figures["resident"] > 50
    stored = rows["database per move"].figures
    assert stored["thinned"] <= stored["written"]
    assert rows["requests per move"].figures["posts"] > 0
    assert told[0] == (0, round(load.seconds))


async def test_several_processes_need_postgresql():
    with pytest.raises(UsageError, match="need PostgreSQL"):
        await service_load.measure_load(Load(processes=2))


async def test_a_database_with_tables_is_not_measured(address: str):
    store = Store(address, SystemClock())
    await store.open()
    await Tables(store, TITLES).create(new(), 1)
    await store.close()
    with pytest.raises(UsageError, match="an empty one"):
        await service_load.measure_load(Load(tables=1, database=address))


def test_a_goal_that_is_missed_is_told_by_the_exit_status(monkeypatch):
    async def none_done(load, report):
        tally = Tally(skipped=10)
        metrics = {("process_resident_memory_bytes", ""): 1e6, ("trunkline_tables_in_memory", ""): 1.0}
        return Measured(tally, (metrics,), (metrics,), 0, 0, 0, 0, 0, (), 5.0)

    monkeypatch.setattr(service_load, "measure_load", none_done)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert service_load.main(FEW, as_json=True) == 1
    assert [r["ok"] for r in msgspec.json.decode(out.getvalue())["rows"] if r["name"] == "moves"] == [False]
