"""The sandbox in a browser, as a person uses it: open a table, join, start, play the opening moves, see pictures."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from tests.support.browser_user import Person
from tests.support.sandbox_page import Browsers

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
LISTED = "return document.querySelectorAll('#rooms button').length > 0"
# What the last message has, in order from its top.
LAST = """
const last = [...document.querySelectorAll("#channel-message-list > article")].at(-1);
const kinds = [...last.querySelectorAll(".message-attachments img, .message-components")];
kinds.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
return kinds.map((k) => (k.tagName === "IMG" ? "picture" : "buttons"));
"""
# Opens a menu that is only half in sight; by how many pixels the message has moved when all is quiet.
OPENS_MENU = """
const done = arguments[0], timeline = document.getElementById("channel-timeline");
const trigger = () => [...document.querySelectorAll(".select-trigger")].at(-1);
timeline.dispatchEvent(new WheelEvent("wheel"));
timeline.scrollTop += trigger().getBoundingClientRect().bottom - timeline.getBoundingClientRect().bottom - 20;
setTimeout(() => {
  const before = trigger().getBoundingClientRect().top;
  trigger().click();
  setTimeout(() => done(Math.round(trigger().getBoundingClientRect().top - before)), 700);
}, 300);
"""
# Makes the last message shorter for a moment, when one looks at what stands above it; by how many pixels the first message in
# sight has moved when all is quiet.
SHRINKS = """
const done = arguments[0], timeline = document.getElementById("channel-timeline");
timeline.dispatchEvent(new WheelEvent("wheel"));
const shown = document.querySelectorAll("#channel-message-list > article");
const last = [...shown].at(-1), middle = [...shown].at(-2);
timeline.scrollTop -= Math.max(0, last.offsetHeight - timeline.clientHeight) + 60;  // the one before is in sight
setTimeout(() => {
  const before = middle.getBoundingClientRect().top;
  last.style.display = "none";
  setTimeout(() => {
    last.style.display = "";
    setTimeout(() => done(Math.round(middle.getBoundingClientRect().top - before)), 700);
  }, 400);
}, 1300);
"""
# How far the foot of the last post is below what is seen, its words above it, and whether it is higher than the screen.
PLACED = """
const last = [...document.querySelectorAll("#channel-message-list > article")].at(-1);
if (!last) return {foot: 1e9, drawn: false};  // the thread is drawn anew
const room = document.getElementById("channel-timeline").getBoundingClientRect();
const words = last.querySelector(".message-content, .embed-card") ?? last;
return {foot: Math.round(last.getBoundingClientRect().bottom - room.bottom), high: last.offsetHeight > room.height,
  head: Math.round(room.top - words.getBoundingClientRect().top), last: last.dataset.messageId,
  drawn: [...last.querySelectorAll("img")].every(i => i.complete && i.naturalWidth)};
"""
# Makes the last post longer, as a picture that is laid out late; how far its foot is below what is seen when all is quiet.
GROWS = """
const done = arguments[0];
const last = [...document.querySelectorAll("#channel-message-list > article")].at(-1);
const room = document.getElementById("channel-timeline").getBoundingClientRect();
const late = document.createElement("div");
late.style.height = "140px";
last.prepend(late);
setTimeout(() => { done(Math.round(last.getBoundingClientRect().bottom - room.bottom)); late.remove(); }, 600);
"""
# Whether the foot of that post is seen, where its buttons are.
FOOT_OF = """
const post = [...document.querySelectorAll("#channel-message-list > article")].find(m => m.dataset.messageId === arguments[0]);
const room = document.getElementById("channel-timeline").getBoundingClientRect();
const foot = post.getBoundingClientRect().bottom;
return foot <= room.bottom + 1 && foot > room.top + 40;
"""
# How much lies below what is seen, and whether the page says so, below the posts.
MORE = """
const room = document.getElementById("channel-timeline"), hint = document.getElementById("more-below");
const below = Math.round(room.scrollHeight - room.scrollTop - room.clientHeight);
const place = hint.getBoundingClientRect();
return {below: Math.max(0, below), said: place.height > 0 && place.top >= room.getBoundingClientRect().bottom};
"""
DESK = {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False}


def buy(person: Person, number: int, item: str, price: int, but: str = "") -> str:
    """Whoever is to act buys a private in the console, by its number; who that was."""
    actor = person.to_act("18GA #1", but)
    person.look_as(actor)
    person.press("Take my turn", then="Only you can see this")
    person.press(f"{number} · Buy {item} ${price}", then=f"to {actor}: {item} ")  # in the head of the lots' post
    return actor


def begin(person: Person, address: str) -> None:
    """Open a table of three and start it."""
    person.browser.get(address)
    person.wait.until(lambda _: person.browser.execute_script(LISTED))
    person.browser.switch_to.frame(person.browser.find_element(By.ID, "room"))
    person.command("/game new", title="18 GA")  # as people write it; the list has 18GA
    person.sees("Ann (host)")
    for name in ("Bob", "Cid"):
        person.look_as(name)
        person.press("Join", then="You now have a seat at 18GA #1")
    person.look_as("Ann")
    # the page would open the table by itself
    in_page(person, "document.getElementById('follow').checked = false")
    person.press("Start", then="18GA #1 has started")
    in_page(person, "refresh().then(() => { document.getElementById('follow').checked = true; })")


def in_page(person: Person, does: str) -> None:
    """Do something in the page around the room's frame."""
    person.browser.switch_to.default_content()
    person.browser.execute_async_script(f"Promise.resolve({does}).then(arguments[0])")
    person.browser.switch_to.frame(person.browser.find_element(By.ID, "room"))


def open_thread(browser: webdriver.Chrome, person: Person) -> str:
    """Open the thread that is named last, and leave the room's frame; who must act there."""
    browser.execute_script("[...document.querySelectorAll('.mention')].at(-1).click()")
    browser.switch_to.default_content()
    person.wait.until(lambda _: "to act" in browser.find_element(By.ID, "how").text)
    (actor,) = re.findall(r"(\w+) to act", browser.find_element(By.ID, "how").text)
    return str(actor)


def test_on_a_phone_what_one_presses_leads_to_is_seen(address: str, browsers: Browsers):
    """A named thread opens; an answer is scrolled to, its picture above its buttons; a menu that opens moves nothing."""
    with browsers.lend("window-size=390,844") as browser:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        person = Person(browser)
        begin(person, address)
        actor = open_thread(browser, person)
        assert browser.find_element(By.ID, "here").text == "18GA #1 · Ann's game"
        browser.switch_to.frame(browser.find_element(By.ID, "room"))
        person.sees("Take my turn")
        person.look_as(actor)
        person.press("Take my turn", then="Only you can see this")
        person.wait.until(lambda _: browser.execute_script(LAST) == ["picture", "buttons"])
        at_foot(person)
        person.press("Market, more", then="What do you want to see?")
        at_foot(person)
        assert enlarged(person, "room", ".media-lightbox-trigger")["wide"] == 390
        browser.find_element(By.CSS_SELECTOR, "#viewer img").click()
        assert seen_enlarged(person)["wide"] > 700, "a press on it enlarges it"
        browser.find_element(By.CSS_SELECTOR, "#viewer button").click()
        browser.switch_to.frame(browser.find_element(By.ID, "room"))
        assert abs(browser.execute_async_script(OPENS_MENU)) <= 2, "pixels"
        assert abs(browser.execute_async_script(SHRINKS)) <= 2, "pixels"
        person.wait.until(lambda _: browser.execute_script(MORE)["said"], "nothing said that there is more below")
        browser.find_element(By.ID, "more-below").click()
        person.wait.until(lambda _: browser.execute_script(MORE) == {"below": 0, "said": False}, "it stays at the end")


@pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
def test_the_page_ends_with_the_foot_of_the_newest_post(address: str, screen: dict[str, Any], browsers: Browsers):
    """New posts stopped short of it, with no button on the screen; a question that is opened is seen from its words on. A swipe
    before is over once something is pressed.
    """
    with browsers.lend(f"window-size={screen['width']},{screen['height']}") as browser:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        person = Person(browser)
        begin(person, address)
        person.wait.until(lambda _: browser.execute_script(PLACED)["foot"] <= 1)
        if screen is PHONE:
            browser.switch_to.default_content()
            browser.find_element(By.TAG_NAME, "summary").click()
        person.room("18GA #1")
        person.sees("Take my turn")
        at_foot(person)
        time.sleep(16)  # it is not the press before that keeps it there
        assert browser.execute_async_script(GROWS) <= 1, "a picture that comes late pushes the buttons off the screen"
        browser.switch_to.default_content()
        person.wait.until(lambda _: "to act" in browser.find_element(By.ID, "how").text)
        (actor,) = re.findall(r"(\w+) to act", browser.find_element(By.ID, "how").text)
        top = browser.execute_script("return document.getElementById('room').getBoundingClientRect().top")
        browser.switch_to.frame(browser.find_element(By.ID, "room"))
        head = top + browser.execute_script(
            "return document.getElementById('channel-timeline').getBoundingClientRect().top"
        )
        assert head < screen["height"] / (12 if screen is PHONE else 7), "the thread has the screen"
        person.look_as(actor)
        if screen is PHONE:
            swipe(person, top)
        person.press("Pass", then=f"{actor} passes")
        at_foot(person)
        person.look_as(next_to_act(person, actor))
        at_foot(person)  # the panel of whoever is next, and not the one that was pressed
        time.sleep(1)
        at_foot(person)
        person.press("Take my turn", then="Only you can see this")
        at_foot(person)
        assert screen is PHONE or not browser.execute_script(PLACED)["high"], (
            "question, picture and buttons are in sight"
        )
        person.press("Market, more", then="What do you want to see?")
        at_foot(person)


def next_to_act(person: Person, but: str) -> str:
    """Whoever else must act at the table that is open, as the line above it says."""
    person.browser.switch_to.default_content()

    def other(_: object) -> str:
        found = re.search(r"(\w+) to act", person.browser.find_element(By.ID, "how").text)
        return found[1] if found and found[1] != but else ""

    actor = person.wait.until(other, f"nobody but {but} is to act")
    person.browser.switch_to.frame(person.browser.find_element(By.ID, "room"))
    return actor


def swipe(person: Person, top: int) -> None:
    """Swipe up and down with a finger that begins beside the posts, where the thread itself is."""
    gesture = {"x": 2, "y": top + 300, "gestureSourceType": "touch", "speed": 2000}
    for distance in (200, -200):
        person.browser.execute_cdp_cmd("Input.synthesizeScrollGesture", {**gesture, "yDistance": distance})


def test_a_press_on_a_console_keeps_it_in_sight_below_which_something_was_looked_up(address: str, browsers: Browsers):
    """With the map open below it, each press of a turn threw the page down to the map."""
    with browsers.lend("window-size=390,844") as browser:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        person = Person(browser)
        begin(person, address)
        actor = open_thread(browser, person)
        browser.switch_to.frame(browser.find_element(By.ID, "room"))
        person.sees("Take my turn")
        person.look_as(actor)
        person.press("Take my turn", then="Only you can see this")
        at_foot(person)
        asked = browser.execute_script(PLACED)["last"]
        person.press("Market, more", then="What do you want to see?")
        at_foot(person)
        assert browser.execute_script(PLACED)["last"] != asked
        person.press("Other bid…", then="Back")

        def in_sight(_: object) -> bool:
            return bool(browser.execute_script(FOOT_OF, asked))

        person.wait.until(in_sight, "the buttons of the console stand elsewhere")
        time.sleep(1)
        assert in_sight(None)


# The picture that fills the window: how wide it is, and how much of the window it has a right to.
VIEWER = """
const viewer = document.getElementById("viewer"), picture = viewer.querySelector("img").getBoundingClientRect();
return {open: viewer.open && picture.width > 0, wide: picture.width, left: picture.left,
  room: viewer.getBoundingClientRect().width, high: viewer.getBoundingClientRect().height};
"""


def enlarged(person: Person, frame: str, pictures: str, which: int = -1) -> dict[str, Any]:
    """What is seen of one of these pictures, the last one unless another is named, once a press has made it fill the window. One
    that is drawn anew as it is pressed is pressed again. `frame`: the id of the one that holds them; "": none.
    """
    browser = person.browser

    def opens(_: object) -> bool:
        browser.switch_to.default_content()
        if browser.execute_script(VIEWER)["open"]:
            return True
        if frame:
            browser.switch_to.frame(browser.find_element(By.ID, frame))
        browser.execute_script(f"[...document.querySelectorAll('{pictures}')].at({which}).click()")
        return False

    person.wait.until(opens, "nothing is enlarged")
    return seen_enlarged(person)


def seen_enlarged(person: Person) -> dict[str, Any]:
    """What is seen of the picture that fills the window."""
    found: dict[str, Any] = person.browser.execute_script(VIEWER)
    assert (found["room"], found["high"]) == tuple(person.browser.execute_script("return [innerWidth, innerHeight]")), (
        "the whole window"
    )
    return found


def at_foot(person: Person) -> None:
    """Wait until the foot of the last post is seen, or the words of a private answer that is too high."""

    def placed(_: object) -> bool:
        seen = person.browser.execute_script(PLACED)
        return bool(seen["drawn"]) and (seen["foot"] <= 1 or (seen["high"] and -20 <= seen["head"] <= 1))

    person.wait.until(placed, "the last post stands elsewhere")


def test_the_opening_moves(address_of_process: str, browser: webdriver.Chrome):
    person = Person(browser)
    begin(person, address_of_process)
    person.room("18GA #1")
    person.sees("Take my turn")
    # the thread is drawn anew while its pictures load: they may be gone for a moment
    person.wait.until(lambda _: 1098 in {wide for wide, _ in person.pictures()}, "no lots, three times a phone wide")

    first = buy(person, 1, "LTR", 20)
    second = person.to_act("18GA #1", but=first)
    person.look_as(second)
    person.press("Pass", then=f"{second} passes")
    third = buy(person, 2, "MRC", 40, but=second)
    assert {first, second, third} == {"Ann", "Bob", "Cid"}
    person.sees(f"@{first}")
    assert person.to_act("18GA #1", but=third) == first
    person.wait.until(lambda _: person.pictures(), "no picture")

    person.look_as(second)
    person.press("Take my turn", then="You get a ping")


def test_on_a_phone_a_command_can_be_sent_however_long_its_description(address: str, browsers: Browsers):
    """The line of `/do` was 615 pixels wide, and Send beyond the screen."""
    with browsers.lend("window-size=390,844") as browser:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        person = Person(browser)
        begin(person, address)
        person.wait.until(lambda _: browser.find_element(By.ID, "channel-composer-input").is_displayed())
        browser.find_element(By.ID, "channel-composer-input").send_keys("/view ")
        person.wait.until(
            lambda _: browser.find_elements(By.CSS_SELECTOR, ".command-entry strong")[0].text == "/view map",
            "commands are listed by letters, and not as in Discord",
        )
        browser.find_element(By.ID, "channel-composer-input").send_keys(*[Keys.BACKSPACE] * len("view "), "do")
        person.wait.until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".command-entry strong")[0].text == "/do")
        browser.find_element(By.ID, "send-message").click()  # as in any chat, without a look at the list above the line
        person.wait.until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".command-context-detail"))
        for part in ("#send-message", ".command-context-close"):
            edge = browser.execute_script(
                "return document.querySelector(arguments[0]).getBoundingClientRect().right", part
            )
            assert 0 < edge <= 390, part


# The pictures beside the channel: how far the foot of each is above that of the window, its width, how much it is stretched.
BESIDE = """
return [...document.querySelectorAll("#beside img")].map(i => {
  const seen = i.getBoundingClientRect();
  const shape = i.naturalWidth / i.naturalHeight;
  return [Math.round(innerHeight - seen.bottom), Math.round(seen.width), shape / (seen.width / seen.height)];
});
"""


# Puts a table as high as one of eight companies in the place of the first.
TALL = """
const sheet = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>';
document.querySelectorAll("#beside img")[1].src = URL.createObjectURL(new Blob([sheet], {type: "image/svg+xml"}));
"""


def test_at_a_desk_the_map_and_the_whole_table_stand_beside_the_channel(address: str, browsers: Browsers):
    """The table was cut off by the foot of the window; where nothing was played the column was empty."""
    with browsers.lend(f"window-size={DESK['width']},{DESK['height']}") as browser:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", DESK)
        person = Person(browser)
        begin(person, address)
        browser.switch_to.default_content()
        assert "Take my turn" in browser.find_element(By.ID, "beside").text, "the first steps"
        person.room("18GA #1")
        person.sees("Take my turn")
        browser.switch_to.default_content()
        person.wait.until(lambda _: len(browser.execute_script(BESIDE)) == 2, "no map or no table")
        assert min(below for below, _, _ in browser.execute_script(BESIDE)) >= 0
        enlarged(person, "", "#beside a", 0)
        drawn = "return document.querySelector('#viewer img').src.includes('/whole')"
        person.wait.until(lambda _: browser.execute_script(drawn), "the small map stays")
        assert seen_enlarged(person)["wide"] > 1000, "with all tables beside the map"
        browser.find_element(By.CSS_SELECTOR, "#viewer button").click()
        browser.execute_script(TALL)
        time.sleep(0.5)  # until it is laid out
        _, (below, wide, stretched) = browser.execute_script(BESIDE)
        assert below >= 0, "the whole table is seen"
        assert wide > 350
        assert abs(stretched - 1) < 0.02


def test_what_fits_an_option_is_listed_before_a_letter_is_typed(address: str, browser: webdriver.Chrome):
    """Each empty field said *No options match*."""
    person = Person(browser)
    begin(person, address)
    person.room("18GA #1")
    person.sees("Take my turn")
    browser.switch_to.default_content()
    person.wait.until(lambda _: "to act" in browser.find_element(By.ID, "how").text)
    (actor,) = re.findall(r"(\w+) to act", browser.find_element(By.ID, "how").text)
    browser.switch_to.frame(browser.find_element(By.ID, "room"))
    person.look_as(actor)

    def listed(_: object) -> bool:
        """Whether the field of `/do` lists actions; entered once more where the page has been drawn anew meanwhile."""
        said = " ".join(p.text for p in browser.find_elements(By.CSS_SELECTOR, ".command-popup"))
        assert "No options match" not in said
        fields = browser.find_elements(By.CSS_SELECTOR, ".command-option-input")
        if fields and not said:
            fields[0].click()
        elif not fields and "/do" in said:
            browser.find_element(By.ID, "send-message").click()
        elif not fields:
            browser.find_element(By.ID, "channel-composer-input").clear()
            browser.find_element(By.ID, "channel-composer-input").send_keys("/do")
        return "Buy LTR for $20" in said

    WebDriverWait(browser, 60, 0.5, ignored_exceptions=[WebDriverException]).until(listed, "nothing is listed")
