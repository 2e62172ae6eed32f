"""The bot under load: many tables, people who press, a small Discord, and `trunkline bot` in a process of its own.

Tables begin at positions of a game of their title that are spread over it, so that auctions, stock rounds and operating rounds
go on at the same time. What is measured begins when all first panels are posted, and ends when the last ones are.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bot.benchmarks.figures import Row, report_lines
from bot.benchmarks.pressing_players import Players, Tally, offer_decisions
from bot.benchmarks.service_process import TOKEN, Samples, ServiceProcess, run_service
from bot.benchmarks.small_discord import GUILD, SmallDiscord, serve_discord
from bot.core.clock import SystemClock
from bot.core.cpu_time import Part
from bot.core.errors import UsageError
from bot.core.worker_process import Report, ignore_progress
from bot.model.computer_players.greedy_player import choose_action
from bot.model.kinds import TableStatus
from bot.model.models import NewGame
from bot.storage.repositories.moves import thin_snapshots
from bot.storage.size import measure_size
from bot.storage.store import Store
from bot.tables.position_copies import start_copy
from bot.tables.service import Tables
from game.play import Game
from titles import TITLES

NAMES = ("ann", "bob", "cid")
FIRST_CHANNEL, FIRST_USER = 1_000, 1_000_000
DEEPEST = 250  # actions of the game at whose positions tables begin; the last is in its operating rounds
DRAIN = 30.0  # seconds that the last posts may take

ACKNOWLEDGED, ANSWERED = 100.0, 1000.0  # milliseconds, of 99 in 100
CPU_PER_MOVE = 30.0  # milliseconds
MEMORY, MEMORY_PER_TABLE = 150.0, 0.25  # megabytes
BYTES_PER_MOVE = 1.5  # kilobytes after thinning
LOST = 0.01  # of the decisions that are offered, for which no table is ready


@dataclass(frozen=True)
class Load:
    """What is offered. `rate`: decisions a second; `database`: an address, "": SQLite in a folder that is deleted."""

    tables: int = 60
    rate: float = 5.0
    seconds: float = 20.0
    database: str = ""


@dataclass(frozen=True)
class Measured:
    """What came of it. `before`, `after`: metrics of the bot; sizes in bytes."""

    tally: Tally
    before: Samples
    after: Samples
    size_before: int
    size_after: int
    size_thinned: int
    requests: int
    late: int
    finished: Sequence[int]  # moves of each game that came to its end
    lasted: float  # seconds

    def difference(self, name: str, label: str = "") -> float:
        """By how much a metric has risen."""
        return self.after.get((name, label), 0.0) - self.before.get((name, label), 0.0)


def main(load: Load, as_json: bool, report: Report = ignore_progress) -> int:
    """Measure and print; 1 if a goal is missed. Raises UsageError where the bot does not run."""
    measured = asyncio.run(measure_load(load, report))
    rows = list(make_rows(load, measured))
    if as_json:
        print(msgspec.json.encode({"load": load, "rows": rows}).decode())  # noqa: T201
    else:
        database = "PostgreSQL" if load.database.startswith("postgresql") else "SQLite"
        head = f"{load.tables} tables, {load.rate:g} decisions a second offered for {load.seconds:g} s, {database}"
        print("\n".join([head, "", *report_lines(rows)]))  # noqa: T201
    return 0 if all(r.ok for r in rows) else 1


async def measure_load(load: Load, report: Report = ignore_progress) -> Measured:
    """Prepare tables, start everything, offer decisions, count. `report`: is told how many seconds of how many are over."""
    players = Players("measured")
    discord = SmallDiscord(TOKEN, players.see_post)
    with tempfile.TemporaryDirectory(prefix="trunkline-bench-") as name:
        folder = Path(name)
        address = load.database or f"sqlite+aiosqlite:///{folder / 'trunkline.sqlite'}"
        store = Store(address, SystemClock())
        await prepare_tables(store, load.tables, players)
        async with serve_discord(discord), run_service(folder, discord.url, load.database) as service:
            await service.wait_until_ready()
            await service.wait_until_idle(DRAIN + load.tables)
            return await _measure_running(load, store, service, discord, players, report)


async def prepare_tables(store: Store, number: int, players: Players) -> None:
    """Open so many tables in an empty database, and close it; raises UsageError where it holds tables already."""
    await store.open()
    try:
        if await store.find_tables(statuses=tuple(TableStatus), limit=1):
            raise UsageError("database: tables are in it. Name an empty one, for what is measured is written into it")
        tables = Tables(store, TITLES)
        titles = list(TITLES)
        stages = {t: await asyncio.to_thread(spread_snapshots, t, -(-number // len(titles))) for t in titles}
        for table in range(number):
            channel, users = FIRST_CHANNEL + table, range(FIRST_USER + 3 * table, FIRST_USER + 3 * table + 3)
            title = titles[table % len(titles)]
            new = NewGame(guild=GUILD, host=users[0], title=title, shown=NAMES[0], channel=channel)
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
    load: Load, store: Store, service: ServiceProcess, discord: SmallDiscord, players: Players, report: Report
) -> Measured:
    """Offer decisions to a bot that has posted all first panels."""
    loop = asyncio.get_running_loop()
    await store.open(exclusive=False)
    try:
        size, before = await measure_size(store), await service.read_metrics()
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
        thinned = 0
        if not store.shared:  # a server keeps the room that becomes free
            for row in await store.find_tables(statuses=(TableStatus.RUNNING, TableStatus.FINISHED), limit=1_000_000):
                await thin_snapshots(store, row.id)
            thinned = await measure_size(store)
        return Measured(players.tally, before, after, size, larger, thinned, requests, discord.late, finished, lasted)
    finally:
        await store.close()


async def _tell_progress(seconds: float, report: Report) -> None:
    """Say every second how far it is."""
    for second in range(round(seconds)):
        report(second, round(seconds))
        await asyncio.sleep(1)


def make_rows(load: Load, measured: Measured) -> Iterator[Row]:
    """The figures beside their goals."""
    presses = measured.tally.presses
    moves = round(measured.difference("trunkline_play_seconds_count"))
    count = max(moves, 1)
    acknowledged = [p.acknowledged for p in presses if p.acknowledged is not None]
    yield _wait_row("acknowledgement", acknowledged, ACKNOWLEDGED)
    yield _wait_row("answer", [p.answered for p in presses if p.answered is not None], ANSWERED)
    offered, lost = round(load.rate * load.seconds), measured.tally.skipped
    figures = {"done": moves / measured.lasted, "offered": load.rate, "late": measured.late, "lost": lost / offered}
    ok = moves > 0 and not measured.late and figures["lost"] <= LOST
    given_up = ", ".join(f"{why}: {times}" for why, times in sorted(measured.tally.given_up.items()))
    yield Row(
        "moves", moves, "moves/s", figures, {"late": 0, "lost": LOST}, ok, note=given_up and f"given up: {given_up}"
    )
    yield cpu_row(measured, count)
    if measured.finished:
        length = statistics.mean(measured.finished)
        per_game = {"seconds": length * measured.difference("process_cpu_seconds_total") / count, "moves": length}
        yield Row("CPU per finished game", len(measured.finished), "s", per_game, {}, ok=True)
    megabytes = measured.after["process_resident_memory_bytes", ""] / 1e6
    loaded = measured.after["trunkline_tables_in_memory", ""]
    limit = MEMORY + MEMORY_PER_TABLE * loaded
    used = {"resident": megabytes, "per_table": megabytes / max(loaded, 1)}
    yield Row("memory", round(loaded), "MB", used, {"resident": limit}, megabytes <= limit)
    yield database_row(measured, count)
    posted = round(measured.difference("trunkline_posts_total", "sent"))
    per_move = {"limited": measured.requests / count, "posts": posted / count, "presses": len(presses) / count}
    yield Row("requests per move", count, "", per_move, {}, ok=True)


def cpu_row(measured: Measured, count: int) -> Row:
    """Milliseconds of CPU per move, by part; `other` is the event loop, sockets and what nobody measures apart."""
    total = measured.difference("process_cpu_seconds_total") * 1000 / count
    parts = {str(p): measured.difference("trunkline_cpu_seconds_total", p) * 1000 / count for p in Part}
    figures = {"total": total} | parts | {"other": total - sum(parts.values())}
    kinds = [kind for name, kind in measured.after if name == "trunkline_picture_seconds_count"]
    drawn = {kind: measured.difference("trunkline_picture_seconds_count", kind) / count for kind in sorted(kinds)}
    often = ", ".join(f"{kind} {times:.2f}" for kind, times in drawn.items() if times >= 0.01)
    note = f"pictures drawn per move: {sum(drawn.values()):.2f} ({often})"
    return Row("CPU per move", count, "ms", figures, {"total": CPU_PER_MOVE}, total <= CPU_PER_MOVE, note=note)


def database_row(measured: Measured, count: int) -> Row:
    """Kilobytes of database per move, as written and, in a file, after its snapshots were thinned."""
    figures = {"written": (measured.size_after - measured.size_before) / 1000 / count}
    if not measured.size_thinned:
        return Row("database per move", count, "kB", figures, {}, ok=True)
    figures["thinned"] = (measured.size_thinned - measured.size_before) / 1000 / count
    targets = {"thinned": BYTES_PER_MOVE}
    return Row("database per move", count, "kB", figures, targets, figures["thinned"] <= BYTES_PER_MOVE)


def _wait_row(name: str, seconds: Sequence[float], most: float) -> Row:
    """How long whoever pressed has waited, in milliseconds."""
    ordered = sorted(s * 1000 for s in seconds) or [0.0]
    figures = {"p50": statistics.median(ordered), "p99": ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]}
    return Row(name, len(seconds), "ms", figures, {"p99": most}, bool(seconds) and figures["p99"] <= most)
