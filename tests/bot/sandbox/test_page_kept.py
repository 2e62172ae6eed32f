"""The sandbox's page as somebody uses it who types, loads it anew, or loses a press."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from bot.sandbox.page_patches import SLOW, UNANSWERED
from tests.bot.sandbox.test_page import LISTED, PHONE, begin, open_thread
from tests.support.browser_user import PRESS, Person
from tests.support.sandbox_page import Browsers

# The next request of a kind is refused, as if the page had missed what this field counts.
REFUSED_ONCE = """
const [kind, field] = arguments, send = window.fetch;
window.refused = 0;
window.fetch = async (address, options) => {
  if (!window.refused && typeof options?.body === "string" && options.body.includes(`"kind":"${kind}"`)) {
    const told = JSON.parse(options.body);
    window.refused += 1;
    options = { ...options, body: JSON.stringify({ ...told, [field]: told[field] - 1 }) };
  }
  return send(address, options);
};
"""

# What is cut off of what stands in a field of a command, in pixels, and whether a list of choices is open below it.
FIELD = """
const field = document.querySelector(`[data-option="${arguments[0]}"] input`), list = document.querySelector(".command-popup");
return {typed: field.value, cut: field.scrollWidth - field.clientWidth, right: field.getBoundingClientRect().right,
  listed: Boolean(list && !list.hidden)};
"""


@contextmanager
def on_phone(address: str, browsers: Browsers) -> Iterator[tuple[webdriver.Chrome, Person]]:
    """The page on a phone's screen, in its room, with the line to type in."""
    with browsers.lend("window-size=390,844") as browser:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        person = Person(browser)
        browser.get(address)
        person.wait.until(lambda _: browser.execute_script(LISTED))
        browser.switch_to.frame(browser.find_element(By.ID, "room"))
        line = person.wait.until(lambda _: browser.find_element(By.ID, "channel-composer-input"))
        person.wait.until(lambda _: line.is_displayed())
        yield browser, person


def types_on(browser: webdriver.Chrome, person: Person) -> None:
    """Type one thing after the other without a look, from when the line is there: nothing is lost, doubled or sent as words."""
    enter = Keys.ENTER
    typed = ("/help", enter, enter, "/me games", enter, enter, "/rules 18 GA", enter, enter, "good luck", enter)
    browser.find_element(By.ID, "channel-composer-input").click()
    ActionChains(browser, duration=0).send_keys(*typed, "/game li", *[Keys.BACKSPACE] * 8).perform()
    person.sees("good luck")
    said = person.text()
    for answer in ("What you can do now", "Your tables", "good luck"):
        assert said.count(answer) == 1, answer
    line = "return document.activeElement.id + document.activeElement.value"
    assert browser.execute_script(line) == "channel-composer-input"


def test_on_a_phone_what_is_chosen_is_read_whole_and_its_list_is_closed(address: str, browsers: Browsers):
    """`18TN` stood there as `8TN`, below a list that had to be closed before anything else was seen."""
    with on_phone(address, browsers) as (browser, person):
        types_on(browser, person)
        line = browser.find_element(By.ID, "channel-composer-input")
        line.send_keys("/game new")
        person.wait.until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".command-popup [role='option']"))
        line.send_keys(Keys.ENTER)
        title = "[data-option='title'] input"
        person.wait.until(lambda _: browser.find_elements(By.CSS_SELECTOR, title))
        browser.find_element(By.CSS_SELECTOR, ".command-ghost").click()
        told = person.wait.until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".command-suggestion-ellipsis"))
        assert told[0].text == "Play at once against the bot, which tells you what you can do and why", (
            "three dots stood there"
        )
        assert all(part.text.strip("…") for part in told)
        browser.find_element(By.CSS_SELECTOR, title).click()
        browser.find_element(By.CSS_SELECTOR, title).send_keys("18TN")
        person.wait.until(lambda _: len(browser.find_elements(By.CSS_SELECTOR, ".command-suggestion")) == 1)
        browser.find_element(By.CSS_SELECTOR, ".command-suggestion").click()
        time.sleep(0.8)  # longer than a list takes to be looked up
        seen = browser.execute_script(FIELD, "title")
        assert (seen["typed"], seen["cut"], seen["listed"]) == ("18TN", 0, False)
        browser.find_element(By.CSS_SELECTOR, title).send_keys(Keys.ENTER)
        person.sees("Ann (host)")
        line = browser.find_element(By.ID, "channel-composer-input")
        line.send_keys("/do")
        person.wait.until(lambda _: browser.find_elements(By.CSS_SELECTOR, ".command-entry strong")[0].text == "/do")
        browser.find_element(By.ID, "send-message").click()
        person.wait.until(lambda _: browser.find_elements(By.CSS_SELECTOR, "[data-option='action'] input"))
        browser.find_element(By.CSS_SELECTOR, "[data-option='action'] input").send_keys("bid 100 on Ocilla")
        seen = browser.execute_script(FIELD, "action")
        assert (seen["typed"], seen["cut"]) == ("bid 100 on Ocilla", 0)
        assert seen["right"] <= 390


# Keeps a change of eyes waiting for a second, and refuses the first picture of it; what has been seen meanwhile.
SLOWED = """
const send = window.fetch;
window.seen = { bare: 0, covered: 0, unavailable: 0, refused: 0 };
globalThis.pictures?.clear();
window.fetch = async (address, options) => {
  const changes = typeof options?.body === "string" && options.body.includes('"kind":"viewer"');
  if (changes) await new Promise((go) => setTimeout(go, 1000));
  if (String(address).startsWith("/api/assets/") && window.seen.refused < 1) {
    window.seen.refused += 1;
    return new Response("", { status: 404 });
  }
  return send(address, options);
};
setInterval(() => {
  const seen = window.seen, room = document.getElementById("preview-app").getBoundingClientRect();
  const kept = document.getElementById("kept-view");
  const over = document.elementFromPoint(room.x + room.width / 2, room.bottom - 100);
  if (kept && over === kept && !document.querySelector("article button")) seen.covered += 1;
  if (!kept && !document.querySelector("article img")) seen.bare += 1;
  seen.unavailable += document.querySelectorAll(".media-unavailable").length;
}, 10);
"""
# By how much the chat has been wider than its frame, in pixels, since the page was loaded.
WIDEST = """
window.wider = -1;
setInterval(() => {
  const chat = document.getElementById("preview-app");
  if (chat) window.wider = Math.max(window.wider, chat.offsetWidth - innerWidth);
}, 5);
"""
VIEWING = "return document.getElementById('viewer-picker').selectedOptions[0]?.textContent"


def test_a_page_that_is_loaded_anew_is_seen_by_whoever_saw_it_before(address: str, browser: webdriver.Chrome):
    """It came back through the eyes of whoever was to act, and was wider than the window meanwhile. While the eyes change what
    was there stays in sight, where nothing can be pressed.
    """
    person = Person(browser)
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WIDEST})
    begin(person, address)
    actor = open_thread(browser, person)
    browser.switch_to.frame(browser.find_element(By.ID, "room"))
    person.sees("Take my turn")
    person.wait.until(lambda _: browser.execute_script(VIEWING) == actor, "the page does not follow the turn")
    time.sleep(4)  # the page asks every 1.5 s who must act, and looks through their eyes once
    other = next(n for n in ("Ann", "Bob", "Cid") if n != actor)
    browser.execute_script(SLOWED)
    person.look_as(other)
    changed = "return window.seen.refused && !document.getElementById('kept-view')"
    person.wait.until(lambda _: browser.execute_script(changed), "what was there stays for ever")
    seen = browser.execute_script("return window.seen")
    assert seen["covered"] > 3, "the page is bare while the eyes change"
    assert (seen["bare"], seen["unavailable"], seen["refused"]) == (0, 0, 1)
    assert not browser.find_elements(By.ID, "kept-view")
    assert browser.execute_script(VIEWING) == other, "who follows the turn may look as anybody meanwhile"
    browser.switch_to.default_content()
    browser.refresh()
    here = "return document.getElementById('here').textContent"
    person.wait.until(lambda _: browser.execute_script(here).startswith("18GA #1"), "another room is open")
    browser.switch_to.frame(browser.find_element(By.ID, "room"))
    person.sees("Take my turn")
    time.sleep(4)
    assert browser.execute_script(VIEWING) == other
    assert browser.execute_script("return window.wider") == 0


def test_the_turn_is_followed_although_the_page_was_not_ready(address: str, browser: webdriver.Chrome):
    """It was asked once: a page that was still being loaded stayed with whoever had opened it."""
    person = Person(browser)
    begin(person, address)
    actor = open_thread(browser, person)
    browser.switch_to.frame(browser.find_element(By.ID, "room"))
    person.sees("Take my turn")
    person.wait.until(lambda _: browser.execute_script(VIEWING) == actor, "the page does not follow the turn")
    person.look_as(next(n for n in ("Ann", "Bob", "Cid") if n != actor))
    person.sees("Take my turn")
    browser.execute_script(REFUSED_ONCE, "viewer", "generation")
    browser.switch_to.default_content()
    browser.execute_script("looked = ''")  # as if the turn had changed
    browser.switch_to.frame(browser.find_element(By.ID, "room"))
    line = browser.find_element(By.ID, "channel-composer-input")
    line.send_keys("/me")
    time.sleep(2)
    assert browser.execute_script(VIEWING) != actor, "what is being typed is lost"
    line.send_keys(*[Keys.BACKSPACE] * 3)
    person.wait.until(lambda _: browser.execute_script(VIEWING) == actor, "the turn is followed no more")
    assert browser.execute_script("return window.refused") == 1


# The colour behind the line that says what became of a press, once it says these words.
SAID = """
const [words, done] = arguments, line = document.getElementById("action-status");
line.textContent = words;
setTimeout(() => done(getComputedStyle(line).backgroundColor));
"""


ANSWER = 'document.getElementById("channel-message-list").append(document.createElement("article"));'
SOON = 2  # seconds; the page writes the line anew by itself later than that
STATUS = 'return document.getElementById("action-status").textContent;'


def test_that_a_press_was_lost_stands_out(address: str, browsers: Browsers):
    """It stood there small and grey for a moment; the next press ended a company's turn without its train."""
    with on_phone(address, browsers) as (browser, person):
        person.wait.until(  # the page may write the line anew just then
            lambda _: browser.execute_async_script(SAID, UNANSWERED) == "rgb(143, 32, 40)", "it does not stand out"
        )
        browser.execute_script(ANSWER)
        WebDriverWait(browser, SOON, 0.05).until(
            lambda _: browser.execute_script(STATUS) not in (UNANSWERED, SLOW),
            "it stood there although the answer was seen",
        )
        assert browser.execute_async_script(SAID, "One moment …") != "rgb(143, 32, 40)"
        browser.execute_script(REFUSED_ONCE, "configure_presentation", "published_revision")
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {**PHONE, "height": 800})
        person.wait.until(lambda _: browser.execute_script("return window.refused") == 1, "the page tells no size")
        time.sleep(0.5)
        assert not browser.find_elements(By.CSS_SELECTOR, "#action-status.warns"), "nobody has pressed anything"


# Forgets what was refused, and notes what the button says that is being pressed.
NOTES_DOING = """
window.refused = 0;
window.shown = "";
new MutationObserver(() => { window.shown ||= document.querySelector("button.doing")?.textContent.trim() ?? ""; })
  .observe(document.body, { subtree: true, attributes: true });
"""


BLOCKED = "window.simcordPreview.pendingAction !== null"


# The next press never reaches the sandbox.
UNREACHED_ONCE = """
const send = window.fetch;
window.unreached = 0;
window.fetch = async (address, options) => {
  if (window.unreached || !String(options?.body).includes('"kind":"click"')) return send(address, options);
  window.unreached += 1;
  throw new TypeError("no network");
};
"""
# Presses two buttons at the same place, the second as if it had come there by the first; whether the second is taken.
PRESSES_TWICE = """
const press = (label) => [...document.querySelectorAll("#channel-message-list button")]
  .filter((b) => b.textContent.trim() === label).at(-1)
  .dispatchEvent(new MouseEvent("click", { detail: 1, clientX: 5, clientY: 5, bubbles: true, cancelable: true }));
press("Map");
return press("Market, more");
"""


# Presses two buttons at different places, the second while the page is busy with the first.
PRESSES_BOTH = """
const buttons = [...document.querySelectorAll("#channel-message-list button")];
for (const [label, x] of [["Market, more", 5], ["Map", 205]]) {
  buttons.filter((b) => b.textContent.trim() === label).at(-1)
    .dispatchEvent(new MouseEvent("click", { detail: 1, clientX: x, clientY: 5, bubbles: true, cancelable: true }));
}
"""
PRIVATE = "Only you can see this"


def test_a_press_that_crosses_a_post_is_pressed_again(address: str, browser: webdriver.Chrome):
    """The page refused it; whoever did not look pressed the next button, and a company's turn ended without its train. Which one
    was pressed is seen on it until it is done.
    """
    person = Person(browser)
    begin(person, address)
    actor = open_thread(browser, person)
    browser.switch_to.frame(browser.find_element(By.ID, "room"))
    person.wait.until(lambda _: browser.execute_script(VIEWING) == actor, "the page does not follow the turn")
    person.sees("Take my turn")
    browser.execute_script(REFUSED_ONCE, "click", "published_revision")

    def answered(_: object) -> bool:
        """Press, with the first sending refused: the page drops what is pressed while it looks something up."""
        browser.execute_script(NOTES_DOING)
        browser.execute_async_script(PRESS, "Take my turn")
        time.sleep(2)
        return "Only you can see this" in person.text()

    person.wait.until(answered, "a press that was refused is lost")
    assert browser.execute_script("return window.shown") == "Take my turn"
    assert not browser.find_elements(By.CSS_SELECTOR, ".doing")
    assert not browser.execute_script(PRESSES_TWICE), "the second press of two does what has come to that place"
    person.wait.until(lambda _: not person.status() and not browser.execute_script(f"return {BLOCKED}"))
    browser.execute_script(UNREACHED_ONCE)

    def looked(_: object) -> bool:
        """Press until it is sent, as above; what is sent and not reached is sent again by the page."""
        if not browser.execute_script("return window.unreached"):
            browser.execute_async_script(PRESS, "Market, more")
        time.sleep(1)
        return "What do you want to see?" in person.text()

    person.wait.until(looked, "a press that did not reach the bot is lost")
    assert browser.execute_script("return window.unreached") == 1
    person.wait.until(lambda _: not person.status() and not browser.execute_script(f"return {BLOCKED}"))
    before = person.text().count(PRIVATE)
    browser.execute_script(PRESSES_BOTH)
    person.wait.until(
        lambda _: person.text().count(PRIVATE) == before + 2, "of two presses the second is lost while the page is busy"
    )
