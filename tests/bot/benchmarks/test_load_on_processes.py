"""The measurement of the bot as a service of several processes."""

from __future__ import annotations

import pytest

from bot.benchmarks import service_load, service_process
from bot.benchmarks.load_figures import Load, make_rows

DATABASES = ("postgres",)


@pytest.fixture
def drawn_within(monkeypatch) -> None:
    """Each process draws its pictures itself: those that draw for it would have to start, and be ready for all titles."""
    run = service_process._run_process
    monkeypatch.setattr(
        service_process,
        "_run_process",
        lambda folder, discord, settings: run(folder, discord, {**settings, "PICTURE_PROCESSES": "0"}),
    )


@pytest.mark.usefixtures("drawn_within")
async def test_several_processes_share_the_tables_of_a_database(address: str):
    load = Load(tables=10, rate=5, seconds=3, database=address, processes=2)
    measured = await service_load.measure_load(load)
    assert all(moves > 0 for moves in measured.differences("trunkline_play_seconds_count")), "each has its own server"
    rows = {row.name: row for row in make_rows(load, measured)}
    assert rows["moves"].count >= 5, rows["moves"]
    assert rows["moves"].figures["late"] == 0
    assert rows["moves"].note.startswith("by process: ")
    assert rows["memory"].count >= load.tables
    assert rows["memory"].targets["resident"] == pytest.approx(300 + 0.25 * rows["memory"].count)
