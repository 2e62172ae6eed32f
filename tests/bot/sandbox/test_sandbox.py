"""The sandbox: a restart keeps tables and seats, posts without a press appear, other sites are kept out."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import pytest

from bot.core.errors import UsageError
from bot.model.kinds import PostKind, TableStatus
from bot.sandbox import simulation
from bot.sandbox.demo_loader import DEMO
from bot.sandbox.page_patches import MENDED
from bot.sandbox.room_index import Index
from bot.sandbox.server import main, make_origin, run_sandbox
from bot.storage.repositories.posts import forget_post
from bot.tables.session import TableSession
from tests.support.discord_world import said, words
from tests.support.held_clock import FrozenClock
from tests.support.sandbox_page import loaded, process
from titles import TITLES

THREE = ("ann", "bob", "cid")


@asynccontextmanager
async def sandbox(folder: Path, people: Sequence[str] = THREE, **options: Any) -> AsyncIterator[Index]:
    async with run_sandbox(folder, people, **options) as index:
        await loaded(index)
        yield index
        assert index.sandbox.bot.run_state.last_fault is None, index.sandbox.bot.run_state.last_fault


async def opened(index: Index) -> Any:
    """A started table of the three; its thread."""
    box = index.sandbox
    ann, bob, cid = box.people[:3]
    await ann.slash(box.lobby, "game new", title="18GA")
    card = next(m for m in reversed(box.lobby.history()) if m.components)
    await bob.click(card, label="Join")
    await cid.click(card, label="Join")
    await ann.click(card, label="Start")
    await box.env.settle()
    return box.lobby.threads[0]


async def row_in(index: Index, thread: Any) -> Any:
    return await index.sandbox.bot.store.table_in_channel(index.sandbox.guild.id, thread.id)


async def pass_turn(index: Index, thread: Any) -> Any:
    """Whoever must act passes by the panel's button; that person."""
    row = await row_in(index, thread)
    table = await index.sandbox.bot.tables.get(row.id)
    users = {s.name: s.user for s in row.seats}
    actor = next(p for p in index.sandbox.people if p.id == users[table.position.deciders[0]])
    panel = next(m for m in reversed(thread.history()) if m.components)
    await actor.click(panel, label="Pass")
    await index.sandbox.env.settle()
    return actor


async def test_tables_go_on_after_a_restart(tmp_path: Path):
    async with sandbox(tmp_path) as index:
        thread = await opened(index)
        row = await row_in(index, thread)
        await pass_turn(index, thread)
        users = [p.id for p in index.sandbox.people]

    async with sandbox(tmp_path, (*THREE, "dee")) as index:
        assert [p.id for p in index.sandbox.people][:3] == users
        (again,) = index.sandbox.lobby.threads
        assert again.id != thread.id
        assert index.loader.first == again.id, "the page opened among the tables, not at the one that waits"
        found = await row_in(index, again)
        assert (found.id, found.seats) == (row.id, tuple(s for s in found.seats))
        assert [(s.user, s.name) for s in found.seats] == [(s.user, s.name) for s in row.seats]
        panels = [m for m in again.history() if "Buy, bid or pass" in words(m)]
        assert len(panels) == 1, "one fresh panel"
        second = await pass_turn(index, again)
        assert any(f"{second.name.title()} passes" in words(m) for m in again.history())


async def test_the_first_of_the_people_manages_the_server(tmp_path: Path):
    async with sandbox(tmp_path) as index:
        ann, bob, _ = index.sandbox.people
        for where in ("this server", "everywhere"):
            shown = await ann.slash(index.sandbox.lobby, "guild statistics", about="players", where=where)
            assert "No game has been finished here yet" in said(shown)
        assert "everything I need" in said(await ann.slash(index.sandbox.lobby, "guild check"))
        with pytest.raises(Exception, match="permission"):
            await bob.slash(index.sandbox.lobby, "guild check")


async def test_a_stranger_and_an_old_thread_are_refused(tmp_path: Path):
    async with sandbox(tmp_path, (*THREE, "dee")) as index:
        thread = await opened(index)
        dee = index.sandbox.people[3]
        panel = next(m for m in reversed(thread.history()) if m.components)
        assert "no seat" in said(await dee.click(panel, label="Pass"))


async def test_a_practice_game_is_seen_by_those_who_play_in_it(tmp_path: Path):
    """“Who are Bob, Cid and Dee?”, above a guided game of Ann, Bea and Carl."""
    async with sandbox(tmp_path) as index:
        box = index.sandbox
        lesson = await box.open_lesson("First game")
        assert [p.name for p in await box._viewers(lesson.channel)] == ["ann"]
        assert [p.name for p in await box._viewers(box.lobby.id)] == [*THREE]


async def test_the_clock_follows_and_posts_without_a_press_appear(tmp_path: Path):
    async with sandbox(tmp_path) as index:
        box = index.sandbox
        await index.sandbox.tick()
        behind = (box.bot.clock.now() - box.env.now()).total_seconds()
        assert 0 <= behind < 2
        thread = await opened(index)
        await box.open_preview(thread.id)
        context = box.preview._open_page().id
        before = box.preview._pages[context].revision
        await box.tick()
        assert box.preview._pages[context].revision == before, "nothing new: a press on its way stays good"
        await box.bot.get_partial_messageable(thread.id).send("a reminder")
        await box.tick()
        page = box.preview._pages[context]
        assert page.revision > before
        assert "a reminder" in str(page.snapshot["messageIndex"])
        before = page.revision
        await box.show_news()
        assert page.revision == before, "nothing new"
        await box.bot.get_partial_messageable(thread.id).send("the next panel")
        await box.show_news()
        assert "the next panel" in str(page.snapshot["messageIndex"]), "without waiting for the next tick"


async def test_demonstrations_of_all_titles_are_in_mid_game_and_made_once(tmp_path: Path):
    for _ in range(2):
        async with sandbox(tmp_path, with_demo=True) as index:
            live = await index.sandbox.bot.store.find_tables(
                guild=index.sandbox.guild.id, statuses=(TableStatus.RUNNING,)
            )
            assert sorted((r.title, r.name) for r in live) == sorted((title, DEMO) for title in TITLES)
            assert index.loader.first == next(r.channel for r in live if r.title == next(iter(TITLES)))
            for row in live:
                table = await index.sandbox.bot.tables.get(row.id)
                assert table.position.round.startswith("OR")
                assert len((await table.view(None)).tiles) > 10
            for thread in index.sandbox.lobby.threads:
                assert "track, or no track" in words(thread.history()[-1]), thread.name
            await index.sandbox.open_preview(index.loader.first or index.sandbox.lobby.id)
            assert len(str(index.sandbox.preview._python.snapshot["assets"]).split(".png")) > 2


async def test_the_page_is_open_before_the_demonstrations_are_there(tmp_path: Path):
    async with run_sandbox(tmp_path, THREE, with_demo=True) as index, aiohttp.ClientSession() as web:
        listed = await (await web.get(f"{index.origin}/rooms")).json()
        assert [r["name"] for r in listed["rooms"]] == ["# tables"]
        thread = await opened(index)  # and people play meanwhile
        assert "Take my turn" in str([m.components for m in thread.history()])
        await loaded(index)
        listed = await (await web.get(f"{index.origin}/rooms")).json()
        assert len(listed["rooms"]) == 2 + len(TITLES)
        assert listed["coming"] == []
        assert index.sandbox.bot.run_state.last_fault is None


async def test_what_people_do_and_the_sandbox_s_own_work_take_turns(tmp_path: Path):
    async with sandbox(tmp_path) as index:
        box = index.sandbox
        thread = await opened(index)
        row = await row_in(index, thread)
        await forget_post(box.bot.store, row.id, PostKind.PANEL)
        ann, bob = box.people[:2]
        await asyncio.gather(
            ann.slash(box.lobby, "game list"),
            box.post_panel(row),
            box.tick(),
            box.env.settle(),
            bob.slash(thread, "turn"),
        )
        panels = [m for m in thread.history() if "Take my turn" in str(m.components)]
        assert len(panels) == 2, "the first one, and the one that was asked for"


async def test_what_stops_the_sandbox_while_demonstrations_are_made_leaves_no_half_table(tmp_path: Path):
    for number, blow in enumerate((signal.SIGKILL, signal.SIGTERM, signal.SIGINT)):
        with process(tmp_path, "--demo") as (started, address):
            await _listed(address, 1 + number)
            started.send_signal(blow)
            assert started.wait(60) == (-signal.SIGKILL if blow == signal.SIGKILL else 0)
    async with sandbox(tmp_path, with_demo=True) as index:
        live = await index.sandbox.bot.store.find_tables(
            guild=index.sandbox.guild.id, statuses=(TableStatus.OPEN, TableStatus.RUNNING)
        )
        assert sorted(r.title for r in live) == sorted(TITLES), "each once"
        assert sorted(t.id for t in index.sandbox.lobby.threads) == sorted(r.channel for r in live)
        for row in live:
            thread = next(t for t in index.sandbox.lobby.threads if t.id == row.channel)
            panels = [m for m in thread.history() if "track, or no track" in words(m)]
            assert len(panels) == 1, row.title


async def _listed(address: str, rooms: int) -> None:
    """Wait until so many channels are there."""
    async with aiohttp.ClientSession() as web:
        for _ in range(1200):
            if len((await (await web.get(f"{address}rooms")).json())["rooms"]) >= rooms:
                return
            await asyncio.sleep(0.1)
    raise AssertionError(f"never so many as {rooms}")


async def test_a_tick_makes_no_press_stale_that_waits_for_it(tmp_path: Path, monkeypatch):
    async with sandbox(tmp_path) as index:
        box = index.sandbox
        thread = await opened(index)
        await box.open_preview(thread.id)
        page = box.preview._open_page()
        refresh = AsyncMock()
        monkeypatch.setattr(box.preview, "refresh", refresh)
        await box.bot.get_partial_messageable(thread.id).send("a reminder")
        async with box.quiet:
            tick = asyncio.create_task(box.tick())
            await asyncio.sleep(0)
            press = asyncio.create_task(box.preview._action(page.id, {"protocol_version": 3}))
            await asyncio.sleep(0)
        await tick
        refresh.assert_not_awaited()
        assert (await press)["rejected"]
        assert "a reminder" in str(page.snapshot["messageIndex"])


async def test_no_press_waits_for_what_the_bot_does_later(tmp_path: Path, monkeypatch):
    """SimCord waits in real time for timers that ring within its patience, such as those of silent posts."""
    patience = 120.0  # seconds: long, so that no machine is too slow to press within half of it
    monkeypatch.setattr(simulation, "SETTLE_SECONDS", patience)
    async with sandbox(tmp_path) as index:
        thread = await opened(index)
        box, watch = index.sandbox, index.sandbox.bot.sender._watch
        look, due = watch._look, box.bot.clock.now() + timedelta(seconds=patience * 0.8)
        looked = asyncio.Event()

        async def soon() -> Any:
            await look()
            looked.set()
            return due

        monkeypatch.setattr(watch, "_look", soon)
        began = asyncio.get_running_loop().time()
        await pass_turn(index, thread)
        assert asyncio.get_running_loop().time() - began < patience * 0.5
        async with asyncio.timeout(patience):
            await looked.wait()


def press_on(page: Any, label: str) -> dict[str, Any]:
    """What the browser sends where somebody presses the newest button of that label."""
    found = [b for m in page.snapshot["messages"].values() for b in buttons_in(m) if b["label"] == label]
    key = found[-1]["control_key"]
    return {
        "protocol_version": 3,
        "sequence": page.last_sequence + 1,
        "request_id": f"press {page.last_sequence + 1}",
        "generation": page.generation,
        "bot_generation": page.snapshot["botGeneration"],
        "published_revision": page.revision,
        "kind": "click",
        "target_id": key.split(":")[1],
        "control_key": key,
    }


def buttons_in(part: Any) -> list[dict[str, Any]]:
    """All buttons of a message as the page is sent it."""
    if isinstance(part, list):
        return [b for p in part for b in buttons_in(p)]
    if not isinstance(part, dict):
        return []
    own = [part] if part.get("label") and "control_key" in part else []
    return own + [b for p in part.values() for b in buttons_in(p)]


async def test_a_press_that_the_bot_answers_late_leaves_the_page_alive(tmp_path: Path, monkeypatch):
    """SimCord gives up such a press, and took no further one: "Action was not completed."."""
    async with sandbox(tmp_path) as index:
        box = index.sandbox
        thread = await opened(index)
        table = await box.bot.tables.get((await row_in(index, thread)).id)
        actor = next(p for p in box.people if p.name == table.position.deciders[0])
        box.people.remove(actor)
        box.people.insert(0, actor)  # through whose eyes the page looks
        await box.open_preview(thread.id)
        page = box.preview._open_page()
        go_on, play = threading.Event(), TableSession._play_in_memory

        def play_late(*args: Any) -> Any:
            go_on.wait(60)
            return play(*args)

        monkeypatch.setattr(TableSession, "_play_in_memory", play_late)
        patience, box.env.settle_timeout = box.env.settle_timeout, 1.0
        answer = await box.preview._action(page.id, press_on(page, "Pass"))
        assert (answer["settlement"], page.status) == ("timeout", "current")
        assert not (await box.preview._action(page.id, press_on(page, "Map")))["rejected"], "it takes the next press"
        go_on.set()
        box.env.settle_timeout = patience
        async with asyncio.timeout(120):
            while f"{actor.name.title()} passes" not in str(page.snapshot["messages"]):
                await asyncio.sleep(0.1)
                await box.show_news()
        assert f"{actor.name.title()} passes" in str(page.snapshot["messages"]), "what was late is shown"
        assert (await box.preview._action(page.id, press_on(page, "Map")))["settlement"] == "settled"


async def test_the_page_says_how_long_ago_something_was_as_of_now(tmp_path: Path):
    async with sandbox(tmp_path) as index:
        box = index.sandbox
        now = box.bot.clock.now() + timedelta(minutes=2)
        box.bot.clock = FrozenClock(now)
        await box.open_preview(box.lobby.id)
        page = box.preview._open_page()
        assert now.isoformat() in str(page.snapshot)


@pytest.mark.parametrize("path", MENDED)
async def test_what_simcord_s_page_does_with_menus_is_mended(tmp_path: Path, path: str):
    async with sandbox(tmp_path) as index:
        address = await index.sandbox.open_preview(index.sandbox.lobby.id)
        async with aiohttp.ClientSession() as web:
            script = await (await web.get(address.partition("#")[0] + path[1:])).text()
        for was, becomes in MENDED[path].items():
            assert script.count(becomes) == 1, "SimCord has changed: look whether this is still needed"
            assert script.replace(becomes, "").count(was) == 0


async def test_a_press_on_its_way_holds_up_no_change_of_channel(tmp_path: Path):
    """The page that is left waits for it, and it waits until all is quiet."""
    async with sandbox(tmp_path) as index, aiohttp.ClientSession() as web:
        box = index.sandbox
        thread = await opened(index)
        address, _, key = (await box.open_preview(box.lobby.id)).partition("#")
        headers = {"X-Simcord-Capability": key}
        page = await (await web.post(f"{address}api/pages", headers=headers, json={})).json()
        headers["X-Simcord-Context"] = page["context"]["id"]
        async with box.quiet:
            change = asyncio.create_task(box.open_preview(thread.id))
            await asyncio.sleep(0.1)
            press = asyncio.create_task(web.post(f"{address}api/action", headers=headers, json={}))
            await asyncio.sleep(0.1)
        await asyncio.wait_for(change, 120)
        with contextlib.suppress(aiohttp.ClientError):
            await press


async def test_a_second_window_of_the_same_channel_leaves_the_first_alone(tmp_path: Path):
    """It emptied the first. One that opens another channel still does, and the first is told."""
    async with sandbox(tmp_path) as index, aiohttp.ClientSession() as web:
        box = index.sandbox
        thread = await opened(index)
        first = await (await web.post(f"{index.origin}/open/{thread.id}")).json()
        page = box.preview._open_page()
        box.viewer = box.people[2].id
        second = await (await web.post(f"{index.origin}/open/{thread.id}")).json()
        assert second["url"] == first["url"]
        assert second["opened"] == first["opened"]
        assert page.id in box.preview._pages
        assert box.preview._open_page().viewer.id == page.viewer.id, "whoever looked last"
        other = await (await web.post(f"{index.origin}/open/{box.lobby.id}")).json()
        assert other["opened"] > first["opened"]
        assert (await (await web.get(f"{index.origin}/rooms")).json())["opened"] == other["opened"]
        for _ in range(box.preview._MAX_PAGES):
            await box.open_preview(box.lobby.id, index.origin)
            box.preview._open_page()


async def test_the_page_lists_tables_and_keeps_other_sites_out(tmp_path: Path):
    async with sandbox(tmp_path) as index:
        thread = await opened(index)
        async with aiohttp.ClientSession() as web:
            listed = await (await web.get(f"{index.origin}/rooms")).json()
            assert [r["name"] for r in listed["rooms"]] == ["# tables", "18GA #1 · Ann's game"]
            assert listed["rooms"][1]["note"].endswith("to act")
            for what in ("map", "table", "whole"):
                beside = await web.get(f"{index.origin}/beside/{thread.id}/{what}")
                assert (await beside.read())[:4] == b"\x89PNG"
            assert (await web.get(f"{index.origin}/beside/{index.sandbox.lobby.id}/map")).status == 404
            shown = await web.post(f"{index.origin}/open/{thread.id}")
            address = (await shown.json())["url"].partition("#")[0]
            frame = await web.get(address)
            assert f"frame-ancestors {index.origin}" in frame.headers["Content-Security-Policy"]
            for bad in ({"Origin": "https://elsewhere.example"}, {"Host": "elsewhere.example"}):
                assert (await web.post(f"{index.origin}/open/{thread.id}", headers=bad)).status == 403
            gone = await web.post(f"{index.origin}/open/12345")
            assert gone.status == 409
            assert (await gone.json())["error"] == "That thread is gone."


def test_the_page_at_the_usual_port_is_let_in():
    """Browsers leave `:80` out of what they say of a page, and each page was “403 Open the address that the sandbox printed.”"""
    assert (make_origin(80), make_origin(8000)) == ("http://127.0.0.1", "http://127.0.0.1:8000")


async def test_a_second_sandbox_on_the_same_data_is_refused(tmp_path: Path):
    async with sandbox(tmp_path):
        with pytest.raises(UsageError, match="Another process is using"):
            async with run_sandbox(tmp_path, THREE):
                pass


async def test_a_taken_port_is_named(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port} is taken"):
            async with run_sandbox(tmp_path, THREE, port=port):
                pass


@pytest.mark.parametrize(
    "names", [("ann", "bob"), ("ann", "ann", "bob"), ("ann", "bob", "<b>"), ("a", "b", "c", "d", "e", "f")]
)
def test_local_players_are_three_to_five_plain_names(tmp_path: Path, names):
    with pytest.raises(UsageError, match="--players"):
        main(demo=False, port=0, data=tmp_path, names=names)
