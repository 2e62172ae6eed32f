"""A statement that was made once gives on SQLite what SQLAlchemy's own way gives."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.storage import outbox, row_mapping
from bot.storage.databases.sqlite_driver import WaitedElsewhere
from bot.storage.made_once import find_statement
from bot.storage.repositories import interactions, moves, posts, reminder_rows, users
from bot.storage.repositories.users import save_person
from bot.storage.store import Store
from tests.support.database_choice import file_address
from tests.support.toy_tables import ANN, NOON, opened, running, tables_of

LATER = NOON + timedelta(days=1)
READ: dict[str, tuple[Any, list[dict[str, Any]]]] = {
    "a table": (row_mapping.ONE_TABLE, [{"number": 1}, {"number": 99}]),
    "its people": (row_mapping.PEOPLE_OF_TABLES, [{"numbers": [1]}, {"numbers": [1, 2, 3]}, {"numbers": []}]),
    "a line": (row_mapping.LINE_MOVES, [{"head": 1, "number": 1, "limit": 10, "least": 0}]),
    "a move": (moves.ONE_MOVE, [{"number": 1}]),
    "a person": (users.PERSON, [{"asked": ANN}, {"asked": 1}]),
    "who is asked": (users.TO_ASK, [{"among": [ANN, 1]}, {"among": []}]),
    "what waits": (outbox.PENDING, [{"now": NOON, "far": LATER}, {"far": LATER, "now": LATER}]),
    "a queue": (outbox.QUEUE, [{"now": LATER, "far": LATER, "channel": 77}]),
    "posts": (posts.NEWEST, [{"number": 1}]),
    "who is waited for": (reminder_rows.WAITED_FOR, [{"number": 1}]),
}


@pytest.fixture
async def store(tmp_path):
    store = await opened(file_address(tmp_path))
    await running(tables_of(store))
    async with store.writing() as conn:
        await save_person(conn, ANN, zone="Europe/Vienna", ask_end=True)
    yield store
    await store.close()


@pytest.mark.parametrize("what", READ)
async def test_rows_are_those_of_sqlalchemy(store: Store, what: str):
    statement, given = READ[what]

    def ask_sqlalchemy(conn: Connection, asked: dict[str, Any]) -> list[Any]:
        return [dict(row._mapping) for row in conn.execute(statement, asked)]

    assert find_statement(statement) is not None
    for asked in given:
        async with store.reading() as conn:
            known = [dict(row._mapping) for row in await conn.execute(statement, asked)]
            assert known == await conn.run_sync(ask_sqlalchemy, asked), asked


async def test_something_was_compared(store: Store):
    async with store.reading() as conn:
        found = {what: len((await conn.execute(s, given[0])).all()) for what, (s, given) in READ.items()}
    assert [what for what, rows in found.items() if not rows] in ([], ["a queue", "posts"], ["posts"]), found


async def test_errors_are_those_of_sqlalchemy(store: Store):
    async with store.writing() as conn:
        await interactions.record_result(conn, 5, 1, {"move": 2}, NOON)
        assert await interactions.load_result(conn, 5) == {"move": 2}
        with pytest.raises(IntegrityError):
            await interactions.record_result(conn, 5, 1, {}, NOON)
    assert await store.recorded_result(5) == {"move": 2}, "the statement has failed, not the transaction"


async def test_what_is_written_says_how_much_it_was(store: Store):
    async with store.writing() as conn:
        made = await conn.execute(reminder_rows.DROP_OF_TABLE, {"number": 1})
        again = await conn.execute(reminder_rows.DROP_OF_TABLE, {"number": 1})
    assert (made.rowcount > 0, again.rowcount) == (True, 0)


async def test_work_together_may_wait_for_nothing_but_the_database(store: Store):
    async def wait(_conn: Any) -> None:
        await asyncio.sleep(0)

    with pytest.raises(WaitedElsewhere):
        await store.read(wait)
    assert await store.read_note("identity")
