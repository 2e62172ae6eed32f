"""`trunkline bot` with a token: a process that reaches its Discord by network alone, and what networks do to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import _slash

from bot.client import connection
from bot.model.kinds import FOLLOWING
from game.actions import Pass
from tests.bot.commands.test_games_of_titles import over
from tests.support.bot_process import PATIENCE, TOKEN, Afar, Service, far_world, let_in, until
from tests.support.button_player import Player
from tests.support.discord_server import serving
from tests.support.discord_world import World, answer, said, words
from tests.support.short_games import eager
from tests.support.toy_tables import BOTH
from titles import TITLES

DATABASES = BOTH
Act = Callable[[], Awaitable[bool]]  # somebody decides; False when the game is over
GUILDS = 1  # the one intent that the bot asks for
CROWDED = 1 / 3  # of the time until fifty at once have their pictures, in which all are acknowledged
SOON = 3.0  # seconds within which Discord wants an interaction acknowledged


def doubled(thread: Any) -> list[str]:
    """Posts that say what another one says."""
    return [text for text, times in Counter(words(m) for m in thread.history()).items() if times > 1]


async def press_while_cut_off(w: World, act: Act) -> None:
    """The connection breaks; what happens meanwhile is delivered when the bot comes back to its session."""
    wire, before = w.env.wire, w.env.wire.sessions[-1].resumed
    await wire.drop()
    await act()
    assert wire.sessions[-1].resumed == before + 1


async def lose_answers(w: World, act: Act) -> None:
    """Discord is slow, then takes a post and the answer gets lost: the bot sends it again under the same nonce."""
    w.env.wire.refuse = w.env.wire.lose = 1
    for _ in range(20):
        if not w.env.wire.lose or not await act():
            break
    assert not w.env.wire.lose


async def kill(w: World, player: Player, act: Act, service: Service) -> None:
    """The power goes while a post may be under way; whoever was in their console goes on in it."""
    game = await player.game()
    await service.kill()
    assert w.env.wire.sessions[-1].frames
    await service.start()
    await let_in(w, service)
    await w.env.settle()
    again = await player.game()
    assert again.position.move == game.position.move
    await act()


async def crowd(w: World, thread: Any) -> tuple[float, float]:
    """Fifty people look at different parts of the map in the same moment; seconds until the last was acknowledged, and until all
    had their pictures.
    """
    people = [w.guild.add_member(w.env.create_user(f"Guest{n}")) for n in range(50)]
    hexes = [h.id for h in TITLES["18GA"].rules((), 3).data.hexes.values()]
    before = len(w.env.wire.waits)
    looks = (_slash(p, thread, "view map", {"focus": hexes[n % len(hexes)]}) for n, p in enumerate(people))
    begun = asyncio.get_running_loop().time()
    results = await asyncio.gather(*looks)

    async def all_drawn() -> bool:
        return all(answer(result).attachments for result in results)

    await until(all_drawn)  # on a busy machine some are told first that the picture follows
    took = asyncio.get_running_loop().time() - begun
    assert all(a.filename.endswith(".png") for result in results for a in answer(result).attachments)
    return max(w.env.wire.waits[before:]), took


async def hand_over(w: World, service: Service) -> None:
    """A second bot on the same data waits until the first has stopped."""
    sessions = len(w.env.wire.sessions)

    async def waits() -> bool:
        return "another process works on the database" in service.log.read_text("utf-8")

    async def connected() -> bool:
        return len(w.env.wire.sessions) > sessions

    first = service.process
    await service.start()
    await until(waits)
    assert first is not None
    assert not await connected()
    first.terminate()
    assert await asyncio.wait_for(first.wait(), PATIENCE) == 0
    await until(connected)


async def test_a_table_over_the_network(tmp_path, address: str):
    async with far_world(tmp_path, address) as (w, service):
        wire = w.env.wire
        assert [s.intents for s in wire.sessions] == [GUILDS]
        assert [r.path for r in w.sent("PUT")] == [f"/applications/{w.env.backend.application_id}/commands"]
        thread = await w.table()
        player = Player(w, thread)
        for _ in range(3):
            await player.by_panel()
        pictures = [a for m in thread.history() for a in m.attachments]
        assert all(a.filename.endswith(".png") and a.description and a.size > 5000 for a in pictures), pictures
        assert pictures
        await press_while_cut_off(w, player.by_panel)
        await lose_answers(w, player.by_panel)
        await kill(w, player, player.by_panel, service)
        assert len(wire.sessions) == 2
        for _ in range(3):
            await player.by_command()
        made = [m for m in await (await player.game()).history() if m.action is not None]
        own = [m for m in made if m.via not in FOLLOWING]
        assert len(own) == sum(player.seen[k] for k in ("commit", "shortcut", "at once")) + 3, [
            (m.via, m.action) for m in made
        ]
        assert all(isinstance(m.action, Pass) for m in made if m not in own), "the bot only ends steps by itself"
        actor = await w.actor(thread)
        other = next(p for p in w.people.values() if p is not actor)
        assert "You get a ping" in said(await other.click(await w.asking(thread), label="Take my turn"))
        assert not doubled(thread)
        assert wire.beats > 2
        waits = sorted(wire.waits)
        assert waits[len(waits) * 3 // 4] < SOON, waits  # a busy machine may have stood still for one or two
        acknowledged, drawn = await crowd(w, thread)
        assert acknowledged < drawn * CROWDED, (
            f"{acknowledged:.2f} s until an answer in a crowd, {drawn:.2f} s until its picture"
        )
        await hand_over(w, service)
    log = service.log.read_text("utf-8")
    assert TOKEN not in log
    assert not {"ERROR", "Traceback"} & set(log.split()), log


async def test_a_token_that_discord_does_not_know(tmp_path):
    wrong = "x" + TOKEN[1:]
    env = Afar()
    async with serving(env.wire):
        stranger = Service(tmp_path, env.wire.url, wrong)
        await stranger.start()
        assert await stranger.ended() == 2
    log = stranger.log.read_text("utf-8")
    assert connection.LOGIN_FAILED in log
    assert "Traceback" not in log
    assert wrong not in log


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("by", ["by_panel", "by_command"])
@pytest.mark.parametrize("title", TITLES)
async def test_a_whole_game_over_the_network(title: str, by: str, tmp_path: Path, record_testsuite_property):
    """With the money of the box; every fifty moves something breaks."""
    async with far_world(tmp_path) as (w, service):
        thread = await w.table(title=title)
        player = Player(w, thread, 2, eager)
        act: Act = getattr(player, by)
        mishaps: list[Callable[[], Awaitable[None]]] = [
            lambda: press_while_cut_off(w, act),
            lambda: kill(w, player, act, service),
            lambda: lose_answers(w, act),
        ]
        moves = 0
        while await act():
            moves += 1
            assert moves < 2000, "a game without end"
            if moves % 50 == 0:
                await mishaps[moves // 50 % len(mishaps)]()
        await w.env.settle()
        await over(w, player, TITLES[title].rules((), 3))
        assert not doubled(thread)
        waits = sorted(w.env.wire.waits)
        record_testsuite_property(
            f"{title} {by}: moves, interactions, seconds", (moves, len(waits), waits[len(waits) // 2], waits[-1])
        )
        assert waits[-1] < SOON
