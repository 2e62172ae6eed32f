"""What all tests of the bot share."""

from __future__ import annotations

import asyncio
import copy
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from discord.app_commands import tree
from sqlalchemy import Connection, Engine, text

from bot.commands import console_answers
from bot.commands.view import reply
from bot.storage import engine
from bot.storage.databases import sqlite_driver
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.views.messages import Picture
from bot.views.pictures import drawing
from tests.conftest import unavailable
from tests.fuzz_inputs import PNG
from tests.support.discord_world import NAMES, world
from tests.support.postgres_cluster import Cluster, Missing, cluster
from tests.support.shared_commands import WRITTEN
from tests.support.thin_discord import near
from tests.support.toy_tables import opened, tables_of, url


@pytest.fixture(autouse=True)
def patient_drawing(monkeypatch):
    """A busy machine draws slowly: panels, consoles and views wait for their pictures however long that takes."""
    monkeypatch.setattr(drawing, "PICTURE_SECONDS", 120.0)
    for module in (console_answers, reply):
        monkeypatch.setattr(module, "WORDS_AFTER", 120.0)


@pytest.fixture
def pictures_off(monkeypatch) -> None:
    """No picture can be drawn."""

    async def nothing(*_wanted: Any) -> tuple[()]:
        return ()

    monkeypatch.setattr(drawing, "finish_in_time", nothing)


@pytest.fixture
def undrawn(monkeypatch) -> None:
    """Nothing is drawn, and every picture has its words: for tests that read only these."""

    async def name_only(kind: str, _about: object, _make: object, alts: Sequence[str], **_details: Any) -> Any:
        return tuple(Picture(f"{kind}{n}.png", b"x", alt) for n, alt in enumerate(alts))

    monkeypatch.setattr(drawing, "draw_files", name_only)


# Tests of words: what is answered to what is typed and pressed. Nobody looks at the pictures beside it.
WORDS = {
    "test_auto_end", "test_buying", "test_confirming", "test_decisions", "test_do", "test_doubts", "test_ending",
    "test_eu_decisions", "test_expert_words", "test_explanations", "test_ga_decisions", "test_games", "test_hosting",
    "test_india_powers", "test_left_undone", "test_listed_entries", "test_lobby", "test_loose_names",
    "test_loose_words", "test_missing_places", "test_next_company", "test_offered_numbers", "test_passing",
    "test_read_lines", "test_rules_help", "test_seats", "test_several", "test_shown_words", "test_tn_decisions",
    "test_undo", "test_va_decisions", "test_weighty_moves", "test_withdrawn_offers",
}  # fmt: skip
NEAR = {"commands", "reminders", "views"}  # packages in whose tests no work goes to a thread
THREADED = {
    "test_command_path",
    "test_odd_input",
    "test_undo",
    "test_words_first",
}  # of what is done while a thread works
_drawn: set[tuple[str, str, str]] = set()  # title, kind of picture and step of what these have drawn


@pytest.fixture(autouse=True)
def each_picture_once(request, monkeypatch):
    """Beside words each kind of picture is drawn once for each kind of question of a title."""
    draw = drawing.draw_all

    async def draw_new(table: Any, kind: str, view: Any, make: Any, alts: Sequence[str], *key: object) -> Any:
        place = table.rules.name, kind, table.position.step
        if place in _drawn:
            return tuple(Picture(f"{kind}-{table.position.seq}-{n}.png", PNG, alt) for n, alt in enumerate(alts))
        _drawn.add(place)
        return await draw(table, kind, view, make, alts, *key)

    if request.path.stem in WORDS:
        monkeypatch.setattr(drawing, "draw_all", draw_new)


def copied(value: Any) -> Any:
    """What `copy.deepcopy` makes of JSON, in a third of the time; anything else by that. Commands that bots share it leaves."""
    kind = type(value)
    if kind is dict:
        return value if id(value) in WRITTEN else {k: copied(v) for k, v in value.items()}
    if kind is list:
        return [copied(v) for v in value]
    return value if kind in {str, int, bool, type(None)} else copy.deepcopy(value)


@pytest.fixture(autouse=True, scope="session")
def quick_copies():
    """SimCord copies every payload several times, a twentieth of what a press takes."""
    for module in [m for name, m in sys.modules.items() if name.startswith("simcord")]:
        if getattr(module, "deepcopy", None) is copy.deepcopy:
            module.deepcopy = copied  # type: ignore[attr-defined]
        if getattr(module, "copy", None) is copy:
            module.copy = SimpleNamespace(copy=copy.copy, deepcopy=copied)  # type: ignore[attr-defined]


@pytest.fixture(autouse=True, scope="session")
def quick_commands():
    """Nobody looks at what Discord says it has when the commands are sent."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "AppCommand", lambda data, state: None)
        yield


@pytest.fixture(autouse=True)
def quick_writes(request, monkeypatch):
    """No test cuts the power, so none waits until a disk has what was written."""
    if not request.module.__name__.endswith("test_store"):
        lasting = [p for p in engine.PRAGMAS if not p.startswith("synchronous")]
        monkeypatch.setattr(engine, "PRAGMAS", (*lasting, "synchronous=OFF"))


@pytest.fixture(autouse=True)
def quick_statements(request, monkeypatch):
    """Where Discord is simulated, statements of SQLite run where they are asked, not in a thread each: an eighth of a press."""
    if NEAR & {*request.path.parts}:
        monkeypatch.setattr(sqlite_driver.ThreadedConnection, "run", near)


async def soon(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """In place of a thread: what else is due comes first, as it would there."""
    await asyncio.sleep(0)
    return work(*given, **named)


@pytest.fixture(autouse=True)
def quick_threads(request, monkeypatch):
    """Nor is there a thread for what the bot works out: a tenth of what a typed line takes."""
    if NEAR & {*request.path.parts} and request.path.stem not in THREADED:
        monkeypatch.setattr(asyncio, "to_thread", soon)


@pytest.fixture(autouse=True, scope="session")
def quick_wording():
    """Each test has a database of its own: SQLAlchemy puts each statement into SQLite's words once for all of them."""
    connect = engine.connect_file
    first = connect("sqlite+aiosqlite://")
    first.connect().close()  # by which the dialect learns what this SQLite can do

    def quick(url: str) -> Engine:
        made = connect(url)
        made.dialect, made._compiled_cache = first.dialect, first._compiled_cache
        return made

    engine.connect_file = quick
    yield
    engine.connect_file = connect


MADE: list[str] = []  # statements that make a database of the present version, as the first migration made it


@pytest.fixture(autouse=True)
def quick_databases(request, monkeypatch):
    """Migrations take a while, and every test begins with an empty database: all but the first copy what the first has made."""
    if request.module.__name__.endswith("test_store"):  # which looks at migrations themselves
        return
    migrate, place = engine.migrate, engine.migrations_folder()

    def quick(conn: Connection, to: str = "head") -> None:
        tables = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        ours = conn.dialect.name == "sqlite" and to == "head" and engine.migrations_folder() == place
        if not ours or conn.execute(text(tables)).first():
            migrate(conn, to)
        elif not MADE:
            migrate(conn)
            MADE.extend(conn.execute(text(tables)).scalars())
        else:
            for statement in MADE:
                conn.exec_driver_sql(statement)
            conn.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (engine.versions()[-1],))

    monkeypatch.setattr(engine, "migrate", quick)


@pytest.fixture
async def w(tmp_path):
    """Three people in a guild with the bot; files whose tests need others have a fixture of the same name."""
    async with world(tmp_path) as made:
        yield made


@pytest.fixture
async def full(tmp_path):
    """A bot with people enough for all seats of any table."""
    async with world(tmp_path, NAMES) as w:
        yield w


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of a module with `DATABASES = BOTH` run on each of them, where they use a database of these fixtures."""
    if "kind" in metafunc.fixturenames and hasattr(metafunc.module, "DATABASES"):
        metafunc.parametrize("kind", metafunc.module.DATABASES, indirect=True)


@pytest.fixture
def kind(request) -> str:
    """The kind of database."""
    return getattr(request, "param", "sqlite")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A server of this run's own, started when a test first asks for it."""
    try:
        with cluster() as made:
            yield made
    except Missing as error:
        unavailable(str(error))


@pytest.fixture
def server(kind: str, request) -> Iterator[Cluster | None]:
    """Where databases of this kind are made; None: wherever one likes."""
    if kind == "sqlite":
        yield None
        return
    made = request.getfixturevalue("postgres")
    yield made
    made.end_test()


@pytest.fixture
async def address(server: Cluster | None, tmp_path) -> str:
    """The address of a database that outlives its store."""
    return url(tmp_path) if server is None else await server.database()


@pytest.fixture
async def empty_address(server: Cluster | None, tmp_path) -> str:
    """The address of a database without any tables."""
    return url(tmp_path) if server is None else await server.database(empty=True)


@pytest.fixture
async def scratch(server: Cluster | None) -> str:
    """The address of a database that is used by one store; SQLite's is in memory."""
    return "sqlite+aiosqlite://" if server is None else await server.database()


@pytest.fixture
async def store(scratch: str) -> AsyncIterator[Store]:
    """An open database."""
    store = await opened(scratch)
    yield store
    await store.close()


@pytest.fixture
def tables(store: Store) -> Tables:
    return tables_of(store)
