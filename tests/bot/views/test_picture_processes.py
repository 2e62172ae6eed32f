"""Pictures that processes of their own draw: the same ones, in turn, and for as long as somebody wants them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

import render
from bot.core import metrics
from bot.core.settings import load_settings
from bot.model import kinds
from bot.views.pictures import drawing, drawing_process, images, picture_processes
from bot.views.pictures.drawing_process import Drawn, Files, Make, _name, draw_packed, make_files, pack, unpack
from bot.views.pictures.picture_processes import PictureProcesses, usual_number
from game.play import Game
from game.rules import Rules
from render.drawing.style import Theme
from titles import TITLES

RULES = TITLES["18GA"].rules((), 3)
VIEW = Game.new(RULES, ("ann", "bob", "cid"), "drawn").view(None)
CROP = partial(render.draw_crop, VIEW, RULES, ("D10", "E9", "E11"))
LOADED = "sorted({name.partition('.')[0] for name in __import__('sys').modules})"


def packed(make: Any) -> bytes:
    data = pack(make, RULES)
    assert data is not None
    return data


@pytest.fixture(scope="module")
def processes() -> Iterator[PictureProcesses]:
    started = PictureProcesses(1)
    yield started
    started.stop()


class Held:
    """In place of processes: draws nothing until it may, and counts."""

    def __init__(self) -> None:
        self.may, self.asked, self.at_once, self.most = threading.Event(), 0, 0, 0
        self._changed = threading.Condition()

    def draw(self, _packed: bytes, _theme: Theme) -> Files:
        with self._changed:
            self.asked, self.at_once = self.asked + 1, self.at_once + 1
            self.most = max(self.most, self.at_once)
            self._changed.notify_all()
        self.may.wait(60)
        with self._changed:
            self.at_once -= 1
        return (b"drawn",)

    async def wait_until_asked(self, times: int) -> None:
        """Wait until so many pictures are drawn or have been, and give others a moment to come too."""

        def wait() -> None:
            with self._changed:
                assert self._changed.wait_for(lambda: self.asked >= times, 60)

        await asyncio.to_thread(wait)
        await asyncio.sleep(0.05)

    def stop(self) -> None:
        self.may.set()

    def submit(self, *_: object) -> None:
        """As a pool of processes, does nothing."""

    def shutdown(self, **_: object) -> None:
        """Neither here."""


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """One process, of which each picture is held."""
    made = Held()
    monkeypatch.setattr(drawing, "PictureProcesses", lambda _number: made)
    monkeypatch.setattr(drawing, "_kept", {})
    with drawing.draw_in_processes(1):
        yield made


def asked(name: str, make: Any = CROP) -> asyncio.Future[Any]:
    return asyncio.ensure_future(drawing.draw_files("test", [name], make, [name], rules=RULES))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_process_draws_the_same_bytes(processes: PictureProcesses, theme: Theme):
    for make in (
        CROP,
        partial(render.draw_map, VIEW, RULES, asked=("ann",)),
        partial(render.draw_table, VIEW, RULES),
        partial(render.draw_lots, (render.Lot("SAL", "a private", "$40"),), RULES.data),
    ):
        assert processes.draw(packed(make), theme) == make_files(make, theme)


def test_rules_travel_as_their_name_with_what_players_are_called():
    made: Any = unpack(packed(CROP))
    assert _name(made.args[1]) == _name(RULES)  # functions within rules that are made twice are not equal
    assert made.args[0] == VIEW
    assert len(packed(CROP)) < 5000


def test_what_is_no_data_is_not_packed():
    assert pack(lambda: Image.new("L", (1, 1)), RULES) is None
    assert pack(partial(render.draw_bank, VIEW, TITLES["18TN"].rules((), 3)), RULES) is None


async def test_what_is_no_data_is_drawn_in_a_thread(held: Held):
    (drawn,) = await asked("closure", lambda: Image.new("RGB", (3, 3)))
    assert drawn.data.startswith(b"\x89PNG")
    assert not held.asked


def test_a_process_that_dies_is_replaced(processes: PictureProcesses):
    lost = metrics.DRAWING_LOST._value.get()
    with pytest.raises(BrokenProcessPool):  # also at the second attempt
        processes.draw(packed(partial(os._exit, 1)), "light")
    assert metrics.DRAWING_LOST._value.get() == lost + 2
    assert processes.draw(packed(CROP), "light") == make_files(CROP, "light")


async def test_a_picture_whose_process_dies_does_not_hold_up_the_post(caplog):
    with drawing.draw_in_processes(1), drawing.drawn_behind():
        assert await drawing.finish_in_time(lambda: asked("dies", partial(os._exit, 1))) == ()
    assert "a picture could not be drawn" in caplog.text


async def test_processes_start_with_the_bot_and_draw_what_all_maps_begin_with(monkeypatch: pytest.MonkeyPatch):
    """The first map of a process took five times as long as the next one."""
    begun = list[Any]()

    def start(*of: object) -> Held:
        begun.append(of)
        return Held()

    monkeypatch.setattr(picture_processes, "ProcessPoolExecutor", start)
    with drawing.draw_in_processes(2, beforehand=True):
        ((number, _, begin),) = begun
        assert number == 2
        assert begin.keywords == {"beforehand": True}
    drawn = list[tuple[str, int, int]]()

    def draw_map(view: Any, rules: Rules, *, canvas: tuple[int, int]) -> Image.Image:
        assert drawing_process._at_work.locked()
        assert not view.tiles
        drawn.append((rules.name, *canvas))
        return Image.new("RGB", (3, 3))

    monkeypatch.setattr(render, "draw_map", draw_map)
    spared = list[int]()
    monkeypatch.setattr(drawing_process, "spare_collector", lambda: spared.append(len(drawn)))
    drawing_process.draw_beforehand()
    assert spared == [len(drawn)], "what is kept of them is not looked through while somebody waits for a picture"
    assert {*drawn} == {(name, *canvas) for name in TITLES for canvas in (render.TALL, render.WIDE)}
    assert not drawing_process._at_work.locked()


async def test_where_no_process_can_be_started_a_thread_draws(monkeypatch: pytest.MonkeyPatch, caplog):
    def refuse(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(picture_processes, "ProcessPoolExecutor", refuse)
    monkeypatch.setattr(drawing, "_kept", {})
    with drawing.draw_in_processes(1, beforehand=True):
        (drawn,) = await asked("no process")
    assert drawn.data == make_files(CROP, "light")[0]
    assert "a thread does: no room" in caplog.text


def test_after_the_end_no_process_is_started():
    stopped = PictureProcesses(1)
    stopped.stop()
    with pytest.raises(BrokenProcessPool):
        stopped.draw(packed(CROP), "light")


def test_a_process_loads_neither_client_nor_database(processes: PictureProcesses):
    processes.draw(packed(CROP), "light")
    loaded = processes._running().submit(eval, LOADED).result()
    assert not {"discord", "sqlalchemy", "aiohttp", "prometheus_client", "typer"} & {*loaded}
    assert {"render", "titles"} <= {*loaded}


def test_what_a_process_takes_is_told(processes: PictureProcesses):
    before, parts = metrics.DRAWING_CPU._value.get(), metrics.CPU.labels("render")._value.get()
    processes.draw(packed(CROP), "light")
    told = metrics.DRAWING_CPU._value.get() - before
    assert told > 0
    assert metrics.CPU.labels("render")._value.get() - parts == pytest.approx(told)
    assert told_memory() > 10_000_000 or sys.platform != "linux"


def told_memory() -> float:
    """Bytes of the processes that draw, as the page of metrics tells them."""
    ((sample,),) = (family.samples for family in metrics.DRAWING_MEMORY.collect())
    return sample.value


def test_memory_of_processes_is_told_as_it_is_now(monkeypatch: pytest.MonkeyPatch):
    started = PictureProcesses(1)
    started._account(Drawn((), 0.0, 1))
    sizes = iter((90, 70))
    monkeypatch.setattr(picture_processes, "measure_memory", lambda _process: next(sizes))
    assert [told_memory(), told_memory()] == [90, 70]
    started.stop()
    assert told_memory() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells it so")
def test_memory_that_is_shared_is_counted_once():
    """Libraries were counted for the bot and for each process that draws."""
    status = Path("/proc/self/status").read_text("ascii").splitlines()
    own = next(int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon"))
    assert picture_processes.measure_memory(os.getpid()) == pytest.approx(own, rel=0.05)


def test_what_drawing_has_left_free_is_returned_when_nobody_waits(monkeypatch: pytest.MonkeyPatch):
    returned = threading.Event()
    monkeypatch.setattr(drawing_process, "IDLE", 0.05)
    monkeypatch.setattr(drawing_process, "return_free_memory", returned.set)
    drawing_process._drew.clear()
    threading.Thread(target=drawing_process._tidy_when_idle, daemon=True).start()
    assert not returned.wait(0.1)
    drawing_process._drew.set()
    assert returned.wait(60)


def test_time_is_told_once():
    first, second = draw_packed(packed(CROP), "light"), draw_packed(packed(CROP), "light")
    assert 0 < second.seconds <= first.seconds


async def test_the_same_picture_is_drawn_once_for_all_who_ask(held: Held):
    both = [asked("same"), asked("same")]
    with drawing.drawn_behind():
        both.append(asked("same"))
    await held.wait_until_asked(1)
    held.may.set()
    assert [p.data for (p,) in await asyncio.gather(*both)] == [b"drawn"] * 3
    assert held.asked == 1


async def test_posts_leave_a_process_to_whoever_asks_and_go_to_it_one_by_one(held: Held):
    with drawing.drawn_behind():
        posts = [asked(f"post {n}") for n in range(6)]
    await held.wait_until_asked(1)
    assert held.asked == 1
    view = asked("view")
    await held.wait_until_asked(2)
    assert held.asked == 2  # it stands behind one post at most
    held.may.set()
    await asyncio.gather(view, *posts)
    assert held.most == 2


async def test_what_is_overtaken_goes_to_no_process(held: Held):
    wanted = [True]
    with drawing.drawn_behind():
        first = asked("first")
    await held.wait_until_asked(1)
    with drawing.drawn_behind(lambda: wanted[0]):
        late = asked("late")
    await asyncio.sleep(0.05)
    wanted[0] = False
    held.may.set()
    with pytest.raises(drawing.Overtaken):
        await late
    await first
    assert held.asked == 1


async def test_pictures_of_a_table_are_data(held: Held, monkeypatch: pytest.MonkeyPatch):
    """A closure would be drawn in a thread and hold up the loop."""
    held.may.set()
    seen: list[bool] = []

    def note(make: Make, rules: Rules | None) -> bytes:
        seen.append(pack(make, rules) is not None)
        return b""

    monkeypatch.setattr(drawing, "pack", note)
    position = SimpleNamespace(deciders=("ann",), seq=1)
    table: Any = SimpleNamespace(id=1, rules=RULES, row=SimpleNamespace(theme=kinds.Theme.LIGHT), position=position)
    hexes = list(RULES.data.hexes)[:5]
    await images.draw_board(table, VIEW)
    await images.draw_crop(table, VIEW, hexes, render.Marks())
    await images.draw_market(table, VIEW)
    await images.draw_holdings(table, VIEW)
    await images.draw_places(table, VIEW, hexes)
    await images.draw_lots(table, [render.Lot("SAL", "a private", "$40")])
    assert seen == [True] * 6


PARENT = """
import sys
from functools import partial
from bot.views.pictures.drawing_process import pack
from bot.views.pictures.picture_processes import PictureProcesses
import os
if __name__ == "__main__":
    processes = PictureProcesses(1)
    print(processes._running().submit(os.getpid).result(), flush=True)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the process as Linux lists it")
def test_processes_end_with_a_bot_that_is_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT, "utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, check=False)
    number = int(done.stdout)
    until = monotonic() + 60
    while _runs(number) and monotonic() < until:
        sleep(0.05)
    assert not _runs(number)


def _runs(process: int) -> bool:
    """Whether a process is there and not only waits for somebody to ask how it ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(("cores", "number"), [(1, 0), (2, 1), (3, 1), (4, 2), (32, 2)])
def test_as_many_as_cores_allow(cores: int, number: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: range(cores), raising=False)
    assert usual_number() == number


async def test_none_means_threads():
    with drawing.draw_in_processes(0):
        assert drawing._processes is None
    assert load_settings(environment={}).picture_processes == -1
