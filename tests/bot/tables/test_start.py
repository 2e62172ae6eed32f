"""The start of a table, while people come and go and the host changes the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event
from typing import Any

import pytest

from bot.core.errors import NotPossible
from bot.storage.store import Store
from bot.tables import game_setup
from bot.tables.service import Tables
from game.play import Game
from tests.support.toy_tables import ANN, BOB, BOTH, CID, USERS, new, tables_of
from titles import TITLES

DATABASES = BOTH
DORA = 104
Change = Callable[[Tables, int], Awaitable[object]]


@pytest.fixture
async def tables(store: Store) -> Tables:
    return tables_of(store)


async def open_table(tables: Tables, **fields: Any) -> int:
    """A table of Ann, Bob and Cid in its lobby."""
    row = await tables.create(new(**fields))
    for user in (BOB, CID):
        await tables.join(row.id, user, USERS[user])
    return row.id


async def start_while(
    tables: Tables, game: int, change: Change, monkeypatch: pytest.MonkeyPatch
) -> tuple[object, BaseException | None]:
    """Start a table whose first deal lasts until `change` is done; what the change came to, and what the host was refused."""
    play_out, go_on = game_setup.play_out, Event()
    loop, begun = asyncio.get_running_loop(), asyncio.Event()

    def slow(*args: Any, **options: Any) -> Any:
        dealt = play_out(*args, **options)
        loop.call_soon_threadsafe(begun.set)
        assert go_on.wait(60)
        return dealt

    monkeypatch.setattr(game_setup, "play_out", slow)
    start = asyncio.ensure_future(tables.start(game, ANN))
    await begun.wait()
    changed = await change(tables, game)
    go_on.set()
    return changed, (await asyncio.gather(start, return_exceptions=True))[0]  # type: ignore[return-value]


async def players_of(tables: Tables, game: int) -> list[str]:
    """The players of the stored position, who are those of the stored seats."""
    table = await tables.get(game)
    state = Game.load(table.rules, table.position.state).state
    assert sorted(state.order) == sorted(s.name for s in table.seats)
    return sorted(state.order)


async def join(tables: Tables, game: int) -> object:
    return await tables.join(game, DORA, "Dora")


async def leave(tables: Tables, game: int) -> object:
    return await tables.leave(game, CID)


async def kick(tables: Tables, game: int) -> object:
    return await tables.kick(game, ANN, BOB)


async def swap(tables: Tables, game: int) -> object:
    await tables.leave(game, CID)
    return await tables.join(game, DORA, "Dora")


@pytest.mark.parametrize(
    ("change", "players"),
    [
        (join, ["ann", "bob", "cid", "dora"]),
        (leave, ["ann", "bob"]),
        (kick, ["ann", "cid"]),
        (swap, ["ann", "bob", "dora"]),
    ],
    ids=lambda c: getattr(c, "__name__", ""),
)
async def test_whoever_has_a_seat_when_the_game_begins_is_dealt_in(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, change: Change, players: list[str]
):
    game = await open_table(tables)
    _, refused = await start_while(tables, game, change, monkeypatch)
    assert not isinstance(refused, BaseException), refused
    assert await players_of(tables, game) == players


async def test_a_player_too_few_by_then_is_told(tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch):
    game = await open_table(tables, min_players=3)
    _, refused = await start_while(tables, game, leave, monkeypatch)
    assert isinstance(refused, NotPossible)
    assert str(refused) == "3 players are needed to start; 2 so far"
    row = await store.load_table(game)
    assert row is not None
    assert (row.status, row.head) == ("open", 0)


async def test_options_of_the_last_moment_count(store: Store, monkeypatch: pytest.MonkeyPatch):
    tables = Tables(store, TITLES)
    game = await open_table(tables, title="18GA")

    async def change(tables: Tables, game: int) -> object:
        return await tables.change_settings(game, ANN, options=["cog_less_token"])

    _, refused = await start_while(tables, game, change, monkeypatch)
    assert not isinstance(refused, BaseException), refused
    table = await tables.get(game)
    assert table.row.options == ("cog_less_token",)

    def deal(*options: str) -> bytes:
        return Game.new(TITLES["18GA"].rules(options, 3), ["ann", "bob", "cid"], "7").snapshot()

    assert table.position.state == deal("cog_less_token") != deal()


@pytest.mark.parametrize("leaver", [ANN, BOB])
async def test_nobody_becomes_the_host_who_leaves_meanwhile(tables: Tables, store: Store, leaver: int):
    """Nor does a host who has left hand the table over: the next seat has it by then."""
    game = await open_table(tables)
    async with tables._memory._loading.setdefault(game, asyncio.Lock()):  # somebody else works on the table's row
        handed_over = asyncio.ensure_future(tables.hand_over_host(game, ANN, BOB if leaver == BOB else CID))
        await asyncio.wait([handed_over], timeout=0.1)
        await tables.leave(game, leaver)
    with pytest.raises(NotPossible, match="must have a seat" if leaver == BOB else "Only the host"):
        await handed_over
    row = await store.load_table(game)
    assert row is not None
    assert row.host == (ANN if leaver == BOB else BOB)


async def test_a_table_that_is_closed_meanwhile_stays_closed(
    tables: Tables, store: Store, monkeypatch: pytest.MonkeyPatch
):
    game = await open_table(tables)

    async def close(tables: Tables, game: int) -> object:
        return await tables.end(game, "closed")

    _, refused = await start_while(tables, game, close, monkeypatch)
    assert str(refused) == "That table was closed"
    row = await store.load_table(game)
    assert row is not None
    assert row.status == "closed"
