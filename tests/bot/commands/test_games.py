"""A whole game by commands alone; two tables in one server; a restart in the middle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.button_player import Player
from tests.support.discord_world import World, words, world
from tests.support.prepared_games import SHORT
from tests.support.short_games import brief, eager

MOST = 1500  # moves after which a game is over


@pytest.fixture(autouse=True)
def same_deal(monkeypatch):
    """The same seats every time."""
    monkeypatch.setattr("secrets.token_hex", lambda _: "2")


async def finish(w: World, thread: Any, player: Player, act: Any) -> int:
    """Play to the end; how many moves it took."""
    while await act():
        assert (await player.game()).position.seq < MOST
    await w.env.settle()
    row = await w.row(thread)
    assert row.status == "finished"
    assert "wins 18" in w.posts(thread)[-1]
    return int((await w.game(thread)).position.seq)


async def quick(w: World, seats: Any = ("Ann", "Bob", "Cid"), title: str = "18GA") -> Any:
    """A table that ends early, if the title has an option for that, and posts pictures at the ends of rounds only."""
    thread = await w.table(seats, title=title, options=SHORT if title == "18GA" else ())
    await w[seats[0]].slash(thread, "host post", level="quiet")
    return thread


async def test_a_whole_game_by_commands(tmp_path, monkeypatch):
    monkeypatch.setattr("secrets.token_hex", lambda _: "28")
    async with world(tmp_path, titles=brief("18GA", 1900)) as w:
        thread = await w.table()
        await w["Ann"].slash(thread, "host post", level="quiet")
        player = Player(w, thread, 28, eager)
        await finish(w, thread, player, player.by_command)
        assert {"bid", "par", "buy", "tile", "token", "run", "dividend", "train", "pass"} <= set(player.seen), (
            player.seen
        )


async def test_two_tables_in_one_server_and_a_restart(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Dora")) as w:
        first, second = await quick(w), await quick(w, ("Bob", "Cid", "Dora"))
        players = Player(w, first, 3), Player(w, second, 4)
        for n in range(24):
            await players[n % 2].by_panel()
        positions = [(await w.game(t)).position.move for t in (first, second)]
        consoles = [p.console for p in players]
        await w.restart()
        assert [(await w.game(t)).position.move for t in (first, second)] == positions
        posts = [words(await w.panel(t)) for t in (first, second)]
        for p, kept in zip(players, consoles, strict=True):
            p.console = kept
            for _ in range(6):
                assert await p.by_panel()
        assert (await w.game(first)).position.seq == (await w.game(second)).position.seq == 18
        assert all([words(await w.panel(t)) != told for t, told in zip((first, second), posts, strict=True)])
