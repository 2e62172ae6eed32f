"""The sandbox as a process of its own or as a thread of this one, and a browser without a window for its page."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from bot.sandbox.room_index import Index
from bot.sandbox.server import keep_moving, run_sandbox
from tests.conftest import ROOT, unavailable

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PLAYERS = ("ann", "bob", "cid", "dee")
DESK = ("window-size=1500,1000",)


async def loaded(index: Index) -> None:
    """Wait until all tables that the sandbox begins with are ready."""
    assert index.loader._task is not None, "begun"
    await index.loader._task


@contextmanager
def process(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The sandbox as the command starts it, and the address that it prints."""
    command = [sys.executable, "-W", "ignore", "-m", "bot", "sandbox", "--port", "0", "--data", str(folder), *options]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=folder) as started:
        assert started.stdout is not None
        try:
            first = started.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+/", first)
            assert found, f"no address in {first!r}"
            yield started, found[0]
        finally:
            started.terminate()
            started.wait(60)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """The address of a sandbox that must not stop before it is told to."""
    with process(folder, *options) as (started, address):
        yield address
        assert started.poll() is None, "the sandbox stopped by itself"
    assert started.returncode == 0


@contextmanager
def serving_beside(folder: Path) -> Iterator[str]:
    """The same in a thread of this process, which has loaded all modules, and drawn maps before."""
    begun = Future[tuple[str, Callable[[], object]]]()

    async def serve() -> None:
        async with run_sandbox(folder, PLAYERS) as index:
            stopped, loop = asyncio.Event(), asyncio.get_running_loop()
            begun.set_result((f"{index.origin}/", lambda: loop.call_soon_threadsafe(stopped.set)))
            await keep_moving(index.sandbox, stopped)

    def tell(done: Future[None]) -> None:
        """Whoever waits for the address hears that there will be none."""
        if not begun.done():
            begun.set_exception(done.exception() or AssertionError("the sandbox stopped by itself"))

    with ThreadPoolExecutor(1) as threads:
        ended = threads.submit(asyncio.run, serve())
        ended.add_done_callback(tell)
        address, stop = begun.result()
        try:
            yield address
            assert not ended.done(), "the sandbox stopped by itself"
        finally:
            if not ended.done():
                stop()
            ended.result()


@contextmanager
def chromium(*options: str) -> Iterator[webdriver.Chrome]:
    """A browser without a window."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        unavailable("no Chromium with its driver on this machine")
    given = webdriver.ChromeOptions()
    given.binary_location = program
    for word in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu", *(options or DESK)):
        given.add_argument(f"--{word}")
    made = webdriver.Chrome(given, Service(driver))
    try:
        yield made
    finally:
        made.quit()


class Browsers:
    """Browsers that tests of one process have in turn, each test a tab of its own: to start one takes a second."""

    def __init__(self) -> None:
        self.stack = ExitStack()
        self.started: dict[tuple[str, ...], webdriver.Chrome] = {}

    @contextmanager
    def lend(self, *options: str) -> Iterator[webdriver.Chrome]:
        """A new tab of a browser of these options, which remembers nothing; where this is left by an error it is lent no more."""
        made = self.started.pop(options, None) or self.stack.enter_context(chromium(*options))
        empty = made.current_window_handle
        made.switch_to.new_window("tab")
        yield made
        for handle in set(made.window_handles) - {empty}:
            made.switch_to.window(handle)
            made.close()
        made.switch_to.window(empty)
        made.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.started[options] = made
