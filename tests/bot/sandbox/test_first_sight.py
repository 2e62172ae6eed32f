"""What the sandbox's own page opens by itself, and that it leaves alone whoever has begun to do something."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.conftest import ROOT

LOBBY, TABLE, STARTED = "1", "2", "3"


class Stub(ThreadingHTTPServer):
    """Serves the page, and in place of channels a field in which one can type."""

    daemon_threads = True
    ready = False
    begun = False  # somebody has started a table
    opened: list[str]
    loaded: list[str]  # channels
    previews = 0  # opened so far, by any window
    slow = False  # the first channel is open only when the demonstration is listed
    listed = threading.Event()


class Answers(BaseHTTPRequestHandler):
    server: Stub

    def do_GET(self) -> None:
        if self.path == "/rooms":
            rooms = [{"id": i, "name": i, "note": ""} for i in (LOBBY, TABLE)[: 1 + self.server.ready]]
            rooms += [{"id": STARTED, "name": STARTED, "note": "", "acting": "Ann"}] if self.server.begun else []
            coming = [] if self.server.ready else ["18GA"]
            first = TABLE if self.server.ready else LOBBY
            told = {"first": first, "rooms": rooms, "coming": coming, "opened": self.server.previews}
            self.say(json.dumps(told).encode())
            if self.server.ready:
                self.server.listed.set()
        elif self.path == "/":
            self.say((ROOT / "bot" / "sandbox" / "sandbox.html").read_bytes())
        else:
            self.server.loaded.append(self.path)
            self.say(b"<input autofocus><script>document.querySelector('input').focus()</script>")

    def do_POST(self) -> None:
        channel = self.path.rpartition("/")[2]
        self.server.opened.append(channel)
        if self.server.slow and channel == LOBBY:
            self.server.ready = True
            self.server.listed.wait(60)
        # another origin than the page's, as SimCord's is
        self.server.previews += 1
        address = f"http://localhost:{self.server.server_port}/channel#{channel}"
        self.say(json.dumps({"url": address, "opened": self.server.previews}).encode())

    def say(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def stub() -> Iterator[Stub]:
    made = Stub(("127.0.0.1", 0), Answers)
    made.opened, made.loaded = [], []
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


def lobby(browser: webdriver.Chrome, stub: Stub) -> WebDriverWait[webdriver.Chrome]:
    """The page as it is before a demonstration is ready."""
    browser.get(f"http://127.0.0.1:{stub.server_port}/")
    wait = WebDriverWait(browser, 60, 0.05)
    wait.until(lambda _: "Still to come: 18GA" in browser.find_element(By.ID, "coming").text)
    assert stub.opened == [LOBBY]
    return wait


def both_listed(browser: webdriver.Chrome) -> bool:
    return len(browser.find_elements(By.CSS_SELECTOR, "#rooms button")) == 2


def test_the_page_opens_the_first_demonstration_when_it_is_there(browser, stub):
    wait = lobby(browser, stub)
    stub.ready = True
    wait.until(lambda _: stub.opened == [LOBBY, TABLE])
    wait.until(lambda _: both_listed(browser))
    assert not browser.find_element(By.ID, "coming").text


def test_the_page_opens_it_also_where_it_is_ready_before_the_lobby_is_open(browser, stub):
    stub.slow, stub.listed = True, threading.Event()
    browser.get(f"http://127.0.0.1:{stub.server_port}/")
    wait = WebDriverWait(browser, 60, 0.05)
    wait.until(lambda _: stub.opened == [LOBBY, TABLE])
    wait.until(
        lambda _: "/channel?2" in stub.loaded,
        "a channel was not loaded, though its address differs in what follows # only",
    )


@pytest.mark.parametrize("where", ["in the channel", "in the list"])
def test_the_page_stays_where_somebody_has_begun(where, browser, stub):
    wait = lobby(browser, stub)
    if where == "in the list":
        browser.find_element(By.CSS_SELECTOR, "#rooms button").click()
        wait.until(lambda _: stub.opened == [LOBBY, LOBBY])
    else:
        browser.switch_to.frame("room")
        wait.until(lambda _: browser.find_elements(By.TAG_NAME, "input"))
        browser.find_element(By.TAG_NAME, "input").click()
        browser.switch_to.default_content()
    stub.ready = True
    wait.until(lambda _: both_listed(browser))
    browser.execute_async_script("refresh().then(arguments[0])")  # once more, with everything drawn
    assert TABLE not in stub.opened
    stub.begun = True  # after *Start* one's own table had to be looked for in the list
    wait.until(lambda _: stub.opened[-1] == STARTED)


def test_who_loads_the_page_anew_is_where_they_were(browser, stub):
    """The page opened #tables again, through the eyes of another player, while a game was in OR 4.1."""
    wait = lobby(browser, stub)
    stub.ready = True
    wait.until(lambda _: both_listed(browser))
    wait.until(lambda _: stub.opened == [LOBBY, TABLE])
    browser.execute_script("document.querySelector('#rooms button').click()")
    wait.until(lambda _: stub.opened == [LOBBY, TABLE, LOBBY])
    browser.refresh()
    wait.until(lambda _: stub.opened == [LOBBY, TABLE, LOBBY, LOBBY])


def test_a_window_whose_channel_another_one_has_closed_says_so_and_gets_it_back(browser, stub):
    """A second window emptied the first, without a word."""
    wait = lobby(browser, stub)
    told = browser.find_element(By.ID, "taken")
    assert not told.is_displayed()
    stub.previews += 1  # as another window that opens another table
    wait.until(lambda _: told.is_displayed())
    assert "Another window" in told.text
    told.find_element(By.TAG_NAME, "button").click()
    wait.until(lambda _: stub.opened == [LOBBY, LOBBY])
    wait.until(lambda _: not told.is_displayed())
