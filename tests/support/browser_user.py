"""Somebody at the sandbox's page in a browser: what a person finds by its name, presses and chooses there."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from selenium import webdriver
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

PATIENCE = 100

NEWEST = """
const newest = () => [...document.querySelectorAll("#channel-message-list .preview-select")].at(-1);
const option = (label) => [...(newest()?.querySelectorAll(".select-option") ?? [])].find((o) => o.textContent.startsWith(label));
"""

TEXT = "return document.getElementById('preview-app').innerText"

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


# Presses the newest button that is called so, if nothing covers it. In one script: the page moves while pictures above are laid
# out, and a click that is aimed at a place hits whatever has moved there, such as the button that opens a form.
PRESS = """
const [label, done] = arguments;
const found = [...document.querySelectorAll("#channel-message-list button")]
  .filter((b) => !b.disabled && b.textContent.trim() === label).at(-1);
found?.scrollIntoView({behavior: "instant", block: "center"});
requestAnimationFrame(() => {
  const at = found?.getBoundingClientRect();
  const free = Boolean(at && found.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)));
  if (free) found.click();
  done(free);
});
"""


class Person:
    """Somebody at the browser, who finds things by what they are called."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser
        self.wait = WebDriverWait(browser, PATIENCE, 0.2, ignored_exceptions=[WebDriverException])

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
        self.wait.until(
            lambda _: (
                name.strip("# ") in str(self.browser.find_element(By.ID, "channel-name").get_property("textContent"))
            )
        )

    def title(self) -> str:
        """The name of the channel that is shown; the page hides it on a phone, whose list says it."""
        return str(self.browser.find_element(By.ID, "channel-name").get_property("textContent"))

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

    def command(self, name: str, **options: str) -> None:
        """Type a command with its options and send it."""
        box = self.wait.until(lambda _: self.browser.find_element(By.ID, "channel-composer-input"))
        self.wait.until(lambda _: box.is_displayed())
        box.send_keys(name)
        self.wait.until(lambda _: self.browser.find_elements(By.CSS_SELECTOR, ".command-popup [role='option']"))
        box.send_keys(Keys.ENTER)
        for option, value in options.items():
            self.wait.until(partial(self.filled, option, value), f"{option} does not take {value}")
        self.wait.until(self.sent, f"{name} is not sent")

    def sent(self, _: object) -> bool:
        """Press the button to send until the command has left the field: it waits for choices that are being looked up."""
        send = self.browser.find_element(By.ID, "send-message")
        if self.browser.find_elements(By.CSS_SELECTOR, ".command-chip") and send.is_enabled():
            send.click()
        return not self.browser.find_elements(By.CSS_SELECTOR, ".command-chip")

    def filled(self, option: str, value: str, _: object) -> bool:
        """Type a value of an option unless it is there, perhaps as the list has it, `18GA` of `18 GA`; the page may redraw the
        field meanwhile. Enter chooses from the list, or sends the command where it lists nothing.
        """
        if not self.browser.find_elements(By.CSS_SELECTOR, ".command-chip"):
            return True
        field = self.browser.find_element(By.CSS_SELECTOR, f"[data-option='{option}'] input")
        if str(field.get_property("value")).replace(" ", "") != value.replace(" ", ""):
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
        """What is shown in the room. The browser knows it; the driver's own way asks for the look of each element."""
        return str(self.browser.execute_script(TEXT)).replace("\N{NO-BREAK SPACE}", " ")

    def sees(self, text: str) -> None:
        self.wait.until(lambda _: text in self.text(), f"{text!r} is not in:\n{self.text()}")

    def press(self, label: str, then: str, gone: str = "\0") -> None:
        """Press the newest button with that label until the page says what is expected."""

        def done(_: object) -> bool:
            return then in self.text() and gone not in self.text()

        def tried(_: object) -> bool:
            if done(_):
                return True
            if self.browser.execute_async_script(PRESS, label):
                WebDriverWait(self.browser, 3, 0.2, ignored_exceptions=[WebDriverException]).until(done)
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
                WebDriverWait(self.browser, 5, 0.2, ignored_exceptions=[WebDriverException]).until(lambda _: done())
            return done()

        self.wait.until(tried, f"choosing {label!r} did not lead on")

    def pictures(self) -> list[tuple[int, int]]:
        """Sizes of the pictures that are shown."""
        images = self.browser.find_elements(By.CSS_SELECTOR, "#channel-message-list img")
        sizes = [tuple(int(str(i.get_property(p))) for p in ("naturalWidth", "naturalHeight")) for i in images]
        return [(wide, high) for wide, high in sizes if wide > 300]
