"""The bot under load: many tables, people who press, a small Discord, and `trunkline bot` in one process or several.

Tables begin at positions of a game of their title that are spread over it, so that auctions, stock rounds and operating rounds
go on at the same time. What is measured begins when all first panels are posted and people have played for some seconds, and
ends when the last panels are: what a start takes is no move's.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import msgspec

from bot.benchmarks.discord_objects import guild_of, shard_of
from bot.benchmarks.figures import report_lines
from bot.benchmarks.load_figures import Load, Measured, make_rows
from bot.benchmarks.pressing_players import Players, Tally, offer_decisions
from bot.benchmarks.service_process import TOKEN, Service, run_service
from bot.benchmarks.small_discord import SmallDiscord, serve_discord
from bot.core.clock import SystemClock
from bot.core.errors import UsageError
from bot.core.worker_process import Report, ignore_progress
from bot.model.computer_players.greedy_player import choose_action
from bot.model.kinds import TableStatus
from bot.model.models import NewGame
from bot.storage.repositories.moves import thin_snapshots
from bot.storage.size import measure_packed_size, measure_size
from bot.storage.store import Store
from bot.tables.position_copies import start_copy
from bot.tables.service import Tables
from game.play import Game
from titles import TITLES

NAMES = ("ann", "bob", "cid")
FIRST_CHANNEL, FIRST_USER = 1_000, 1_000_000
DEEPEST = 250  # actions of the game at whose positions tables begin; the last is in its operating rounds
DRAIN = 30.0  # seconds that the last posts may take


def main(load: Load, as_json: bool, report: Report = ignore_progress) -> int:
    """Measure and print; 1 if a goal is missed. Raises UsageError where the bot does not run."""
    measured = asyncio.run(measure_load(load, report))
    rows = list(make_rows(load, measured))
    if as_json:
        print(msgspec.json.encode({"load": load, "rows": rows}).decode())  # noqa: T201
    else:
        print("\n".join([describe_load(load), "", *report_lines(rows)]))  # noqa: T201
    return 0 if all(r.ok for r in rows) else 1


def describe_load(load: Load) -> str:
    """What is offered to what."""
    where = "PostgreSQL" if _is_on_server(load) else "SQLite"
    processes = f", {load.processes} processes" if load.processes > 1 else ""
    return f"{load.tables} tables, {load.rate:g} decisions a second offered for {load.seconds:g} s, {where}{processes}"


def _is_on_server(load: Load) -> bool:
    """Whether the database is one that several processes may work on."""
    return load.database.startswith("postgresql")


async def measure_load(load: Load, report: Report = ignore_progress) -> Measured:
    """Prepare tables, start everything, offer decisions, count. `report`: is told how many seconds of how many are over."""
    if load.processes > 1 and not _is_on_server(load):
        raise UsageError("processes: several need PostgreSQL. Name an empty database there with --database")
    players = Players("measured")
    discord = SmallDiscord(TOKEN, players.see_post, load.processes)
    with tempfile.TemporaryDirectory(prefix="trunkline-bench-") as name:
        folder = Path(name)
        address = load.database or f"sqlite+aiosqlite:///{folder / 'trunkline.sqlite'}"
        store = Store(address, SystemClock())
        await prepare_tables(store, load, players)
        async with serve_discord(discord), run_service(folder, discord, address, load.processes) as service:
            await service.wait_until_ready()
            await service.wait_until_idle(DRAIN + load.tables)
            return await _measure_running(load, store, service, discord, players, report)


async def prepare_tables(store: Store, load: Load, players: Players) -> None:
    """Open tables in an empty database, and close it; raises UsageError where it holds tables already."""
    await store.open()
    try:
        if await store.find_tables(statuses=tuple(TableStatus), limit=1):
            raise UsageError("database: tables are in it. Name an empty one, for what is measured is written into it")
        tables = Tables(store, TITLES)
        titles = list(TITLES)
        stages = {t: await asyncio.to_thread(spread_snapshots, t, -(-load.tables // len(titles))) for t in titles}
        for table in range(load.tables):
            channel, users = FIRST_CHANNEL + table, range(FIRST_USER + 3 * table, FIRST_USER + 3 * table + 3)
            title = titles[table % len(titles)]
            guild = guild_of(shard_of(channel, load.processes))
            new = NewGame(guild=guild, host=users[0], title=title, shown=NAMES[0], channel=channel)
            people = [(n, u, n) for n, u in zip(NAMES, users, strict=True)]
            players.sit_down(channel)
            await start_copy(tables, new, people, stages[title][table // len(titles)])
    finally:
        await store.close()


def spread_snapshots(title: str, number: int) -> list[bytes]:
    """So many positions of a random game of a title as they are stored, spread over its first part."""
    rules = TITLES[title].rules((), len(NAMES))
    g, snapshots = Game.new(rules, NAMES, title), list[bytes]()
    while not g.state.over and len(snapshots) < DEEPEST:
        snapshots.append(g.snapshot())
        g.play(choose_action(g.choices(g.deciders()[0]), g.state, rules, title))
    return [snapshots[n * len(snapshots) // number] for n in range(number)]


async def _measure_running(
    load: Load, store: Store, service: Service, discord: SmallDiscord, players: Players, report: Report
) -> Measured:
    """Offer decisions to a bot that has posted all first panels."""
    loop = asyncio.get_running_loop()
    await store.open(exclusive=False)
    try:
        await offer_decisions(discord, players, load.rate, load.warm_up)
        await service.wait_until_idle(DRAIN)
        players.tally = Tally()
        size, before = await measure_packed_size(store), await service.read_metrics()
        discord.limited.clear()
        began = loop.time()
        async with asyncio.TaskGroup() as group:
            told = group.create_task(_tell_progress(load.seconds, report))
            await offer_decisions(discord, players, load.rate, load.seconds)
            lasted = loop.time() - began
            told.cancel()
        service.require_running()
        await service.wait_until_idle(DRAIN)
        after, larger = await service.read_metrics(), await measure_size(store)
        finished = [seat.moves for seat in players.seats.values() if seat.over]
        requests = discord.limited.total()
        for row in await store.find_tables(statuses=(TableStatus.RUNNING, TableStatus.FINISHED), limit=1_000_000):
            await thin_snapshots(store, row.id)
        thinned = await measure_packed_size(store)
        return Measured(players.tally, before, after, size, larger, thinned, requests, discord.late, finished, lasted)
    finally:
        await store.close()


async def _tell_progress(seconds: float, report: Report) -> None:
    """Say every second how far it is."""
    for second in range(round(seconds)):
        report(second, round(seconds))
        await asyncio.sleep(1)
