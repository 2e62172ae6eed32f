"""A whole game by the sandbox's page, on a phone's screen, by what a person reads and presses there: a long run of its own.

    python -m tests.page_game 18GA --seed 1 --shots pictures

It knows nothing of the engine. Three people in a hurry choose by what buttons and menus are called, sometimes take a shortcut,
go back, or take a step back. It ends at the final post, and stops with a picture and the text of the page where nothing has
changed for two minutes.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By

from tests.support.browser_user import Person
from tests.support.page_players import PANEL, PEOPLE, Hurry, Stuck
from tests.support.sandbox_page import chromium, process
from tests.support.stopwatch import Stopwatch

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
SEATS = """
const found = [...document.querySelectorAll("#rooms button")].find(b => b.textContent.startsWith(arguments[0]));
return found ? found.querySelector("small").textContent : "";
"""

# Scrolls to a place in the last post: 0 its head, 1 its end.
LAST = """
const last = [...document.querySelectorAll("#channel-message-list > article")].at(-1);
const mark = document.createElement("i");
mark.style.cssText = `position: absolute; top: ${arguments[0] * last.offsetHeight}px`;
last.style.position = "relative";
last.append(mark);
mark.scrollIntoView({behavior: "instant", block: "start"});
mark.remove();
"""
LOOKS = 6  # pictures of the last post


def begin(browser: webdriver.Chrome, address: str, title: str) -> Person:
    """Open a table in a browser, and seat three people at it."""
    person = Person(browser)
    browser.get(address)
    person.wait.until(lambda _: browser.execute_script(SEATS, "# tables"))
    browser.switch_to.frame(browser.find_element(By.ID, "room"))
    person.command("/game new", title=title)
    person.sees(f"{PEOPLE[0]} (host)")
    for name in PEOPLE[1:]:
        person.look_as(name)
        person.press("Join", then=f"You now have a seat at {title} #1")
    person.look_as(PEOPLE[0])
    person.press("Start", then=PANEL)  # the page opens the table by itself
    browser.switch_to.default_content()
    browser.find_element(By.TAG_NAME, "summary").click()
    person.room(f"{title} #1")
    person.sees(PANEL)
    return person


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("title")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument(
        "--shots", type=Path, default=Path(tempfile.gettempdir()) / "page_game", help="folder of pictures"
    )
    asked.add_argument("--rounds", type=int, default=0, help="stop after so many rounds; 0: at the end of the game")
    asked.add_argument("--watch", action="store_true", help="how long each kind of press takes; slower")
    given = asked.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # sandbox and browser are stopped, too
    given.shots.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        process(Path(folder)) as (sandbox, address),
        chromium("window-size=390,844") as browser,
    ):
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        person = begin(browser, address, given.title)
        watch = Stopwatch(browser, sandbox.pid, PANEL) if given.watch else None
        hurry = Hurry(person, given.seed, given.shots, watch)
        rounds: set[str] = set()
        try:
            while hurry.turn():
                rounds.add(hurry.round)
                if given.rounds and len(rounds) > given.rounds:
                    hurry.say()
                    return 0
        except Stuck as error:
            browser.save_screenshot(str(given.shots / "stuck.png"))
            sys.stdout.write(
                f"{error}; {hurry.actor} looks, the page says {person.status()!r} and shows:\n{person.text()}\n"
            )
            return 1
        finally:
            sys.stdout.write(f"{watch.table()}\n" if watch else "")
        hurry.say()
        for place in range(LOOKS):
            browser.execute_script(LAST, place / LOOKS)
            time.sleep(2)  # pictures are laid out
            hurry.shoot(f"final post {place}")
        sys.stdout.write(person.text()[-3000:] + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
