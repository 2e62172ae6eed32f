"""The sandbox in a browser, as a person uses it: open a table, join, start, play the opening moves, see pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from tests.support.browser_user import Person
from tests.support.sandbox_page import chromium, serving


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as found:
        yield found


@pytest.fixture
def browser() -> Iterator[webdriver.Chrome]:
    with chromium() as made:
        yield made


def buy(person: Person, item: str, price: int, but: str = "") -> str:
    """Whoever is to act buys a private in the console; who that was."""
    actor = person.to_act("18GA #1", but)
    person.look_as(actor)
    person.press("Take my turn", then="Only you can see this")
    person.press(f"1 · Buy {item} ${price}", then=f"• {actor.lower()} gets {item} for ${price}.")
    return actor


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
    person.wait.until(lambda _: person.pictures(), "no lots")
    assert 1098 in {wide for wide, _ in person.pictures()}, "three times a phone"

    first = buy(person, "LTR", 20)
    second = person.to_act("18GA #1", but=first)
    person.look_as(second)
    person.press("Pass", then=f"{second.lower()} passes")
    third = buy(person, "MRC", 40, but=second)
    assert {first, second, third} == {"Ann", "Bob", "Cid"}
    person.sees(f"@{first}")
    assert person.to_act("18GA #1", but=third) == first
    assert person.pictures()

    person.look_as(second)
    person.press("Take my turn", then="not your turn")
