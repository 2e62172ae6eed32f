"""The sandbox in a browser, as a person uses it: open a table, join, start, play the opening moves, see pictures."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, TimeoutException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.conftest import ROOT, unavailable

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The sandbox in a process of its own, as the command starts it."""
    command = [sys.executable, "-W", "ignore", "-m", "bot", "sandbox", "--port", "0", "--data", str(tmp_path)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=tmp_path) as process:
        assert process.stdout is not None
        try:
            first = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+/", first)
            assert found, f"no address in {first!r}"
            yield found[0]
            assert process.poll() is None, "the sandbox stopped by itself"
        finally:
            process.terminate()
            process.wait(60)
    assert process.returncode == 0


@pytest.fixture
def browser() -> Iterator[webdriver.Chrome]:
    """A browser without a window."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        unavailable("no Chromium with its driver on this machine")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for word in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu", "window-size=1500,1000"):
        options.add_argument(f"--{word}")
    made = webdriver.Chrome(options, Service(driver))
    try:
        yield made
    finally:
        made.quit()


NEWEST = """
const newest = () => [...document.querySelectorAll("#channel-message-list .preview-select")].at(-1);
const option = (label) => [...(newest()?.querySelectorAll(".select-option") ?? [])].find((o) => o.textContent.startsWith(label));
"""

# Opens the newest menu and clicks an option. In one script: the page draws messages anew while they change, and on a slow machine
# that is more often than several commands take. What is opened out of sight the page closes at once, and forgets the choice.
CHOOSE = """
const trigger = newest()?.querySelector(".select-trigger");
if (!trigger) return false;
trigger.scrollIntoView({behavior: "instant", block: "center"});
if (trigger.getAttribute("aria-expanded") !== "true") trigger.click();
const found = option(arguments[0]);
found?.click();
return Boolean(found);
"""


class Person:
    """Somebody at the browser, who finds things by what they are called."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser
        self.wait = WebDriverWait(browser, PATIENCE, 0.05, ignored_exceptions=[WebDriverException])

    def room(self, name: str) -> None:
        """Open a channel or table in the list on the left."""
        self.browser.switch_to.default_content()
        frame = self.browser.find_element(By.ID, "room")
        before = frame.get_attribute("src")
        entry = self.wait.until(lambda _: self.listed(name))
        assert entry is not None
        entry.click()
        self.wait.until(lambda _: frame.get_attribute("src") != before)
        self.browser.switch_to.frame(frame)
        self.wait.until(lambda _: name.strip("# ") in self.browser.find_element(By.ID, "channel-name").text)

    def listed(self, name: str) -> WebElement | None:
        buttons = self.browser.find_elements(By.CSS_SELECTOR, "#rooms button")
        return next((b for b in buttons if b.text.startswith(name)), None)

    def to_act(self, name: str, but: str = "") -> str:
        """Who must act there, as the list says; wait until it is somebody else than `but`."""
        self.browser.switch_to.default_content()

        def other(_: object) -> str:
            entry = self.listed(name)
            found = re.search(r"(\w+) to act", entry.text) if entry else None
            return found[1] if found and found[1] != but else ""

        actor = self.wait.until(other, f"nobody but {but} is to act")
        self.browser.switch_to.frame(self.browser.find_element(By.ID, "room"))
        return actor

    def buy(self, item: str, price: int, but: str = "") -> str:
        """Whoever is to act buys a private by menus; who that was."""
        actor = self.to_act("18GA #1", but)
        self.look_as(actor)
        self.press("Take my turn", then="Only you can see this")
        self.choose("Buy at the price asked", lambda: self.offered(item))
        self.choose(item, lambda: "This would happen" in self.text())
        self.press("Commit", then=f"• {actor.lower()} gets {item} for ${price}.", gone="This would happen")
        return actor

    def command(self, name: str, **options: str) -> None:
        """Type a command with its options and send it."""
        box = self.wait.until(lambda _: self.browser.find_element(By.ID, "channel-composer-input"))
        self.wait.until(lambda _: box.is_displayed())
        box.send_keys(name)
        self.wait.until(lambda _: self.browser.find_elements(By.CSS_SELECTOR, ".command-popup [role='option']"))
        box.send_keys(Keys.ENTER)
        for option, value in options.items():
            self.wait.until(partial(self.filled, option, value), f"{option} does not take {value}")
        self.browser.find_element(By.ID, "send-message").click()

    def filled(self, option: str, value: str, _: object) -> bool:
        """Type a value of an option unless it is there; the page may redraw the field meanwhile."""
        field = self.browser.find_element(By.CSS_SELECTOR, f"[data-option='{option}'] input")
        if field.get_property("value") != value:
            field.clear()
            field.send_keys(value, Keys.ENTER)
            return False
        return True

    def look_as(self, player: str) -> None:
        def picked(_: object) -> bool:
            picker = Select(self.browser.find_element(By.ID, "viewer-picker"))
            if picker.first_selected_option.text == player:
                return True
            picker.select_by_visible_text(player)
            return False

        self.wait.until(picked, f"cannot look as {player}")

    def status(self) -> str:
        return self.browser.find_element(By.ID, "action-status").text

    def text(self) -> str:
        return self.browser.find_element(By.ID, "preview-app").text

    def sees(self, text: str) -> None:
        self.wait.until(lambda _: text in self.text(), f"{text!r} is not in:\n{self.text()}")

    def press(self, label: str, then: str, gone: str = "\0") -> None:
        """Press the newest button with that label until the page says what is expected."""

        def done(_: object) -> bool:
            return then in self.text() and gone not in self.text()

        def tried(_: object) -> bool:
            if done(_):
                return True
            buttons = self.browser.find_elements(By.CSS_SELECTOR, "#channel-message-list button")
            found = [b for b in buttons if b.text.strip() == label and b.is_enabled()]
            if found:
                self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", found[-1])
                try:
                    found[-1].click()
                except ElementClickInterceptedException:  # something passes over it while the page moves
                    self.browser.execute_script("arguments[0].click()", found[-1])
                WebDriverWait(self.browser, 3, 0.05, ignored_exceptions=[WebDriverException]).until(done)
            return done(_)

        try:
            self.wait.until(tried)
        except TimeoutException:
            pytest.fail(
                f"{label!r} did not lead to {then!r}; the page says {self.status()!r} and shows:\n{self.text()}"
            )

    def offered(self, label: str) -> bool:
        """Whether the newest menu has that option, opened or not."""
        return bool(self.browser.execute_script(f"{NEWEST} return Boolean(option(arguments[0]))", label))

    def choose(self, label: str, done: Callable[[], bool]) -> None:
        """Choose from the newest menu until what is expected is there."""

        def tried(_: object) -> bool:
            if not done() and self.browser.execute_script(f"{NEWEST} {CHOOSE}", label):
                WebDriverWait(self.browser, 5, 0.05, ignored_exceptions=[WebDriverException]).until(lambda _: done())
            return done()

        self.wait.until(tried, f"choosing {label!r} did not lead on")

    def pictures(self) -> list[tuple[int, int]]:
        """Sizes of the pictures that are shown."""
        images = self.browser.find_elements(By.CSS_SELECTOR, "#channel-message-list img")
        sizes = [tuple(int(str(i.get_property(p))) for p in ("naturalWidth", "naturalHeight")) for i in images]
        return [(wide, high) for wide, high in sizes if wide > 300]


def test_the_opening_moves(address: str, browser: webdriver.Chrome):
    browser.get(address)
    person = Person(browser)
    person.wait.until(lambda _: person.listed("# tables"))
    browser.switch_to.frame(browser.find_element(By.ID, "room"))
    person.command("/game new", title="18GA")
    person.sees("Ann (host)")
    for name in ("Bob", "Cid"):
        person.look_as(name)
        person.press("Join", then="You have a seat at 18GA #1")
    person.look_as("Ann")
    person.press("Start", then="18GA #1 has started")

    person.room("18GA #1")
    person.sees("Take my turn")
    person.wait.until(lambda _: len(person.pictures()) >= 2, "no map and market")
    assert {(1200, 1600)} <= set(person.pictures())

    first = person.buy("LTR", 20)
    second = person.to_act("18GA #1", but=first)
    person.look_as(second)
    person.press("Pass", then=f"{second.lower()} passes")
    third = person.buy("MRC", 40, but=second)
    assert {first, second, third} == {"Ann", "Bob", "Cid"}
    person.sees(f"@{first}")
    assert person.to_act("18GA #1", but=third) == first
    assert len(person.pictures()) >= 2

    person.look_as(second)
    person.press("Take my turn", then="not your turn")
