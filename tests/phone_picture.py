"""The README's picture of two moments on a phone, from the sandbox's page: `python -m tests.phone_picture docs/phone.png`.

Left the question which tile is laid, with its drawn answers; right the panel of a stock round.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from bot.sandbox.server import run_sandbox
from tests.panel_heights import PEOPLE, PHONE, bring, measure, moments
from tests.support.browser_user import PRESS
from tests.support.sandbox_page import chromium

SCALE = 1.5  # pixels of the picture for each of the page
BAR = 8  # pixels of the page's scroll bar, which phones do not show
GAP, GROUND, LINE = 4, (49, 51, 56), (120, 122, 128)
TITLE, KINDS = "18GA", ("track", "stock round")
PATIENCE = 60  # seconds
ANSWERS = """
return [...[...document.querySelectorAll("#channel-message-list > article")].at(-1)
  .querySelectorAll("button:not(.message-action-button)")].map(b => b.textContent.trim());
"""
CALLED = 'return [...document.querySelectorAll(".mention")].at(-1).textContent.replace("@", "");'


def press(browser: webdriver.Chrome, label: str) -> list[str]:
    """Press a button; the labels of what the newest post offers then."""
    before = browser.execute_script(ANSWERS)
    browser.execute_async_script(PRESS, label)
    WebDriverWait(browser, PATIENCE, 0.2).until(lambda b: b.execute_script(ANSWERS) != before)
    offered: list[str] = browser.execute_script(ANSWERS)
    return offered


def ask_for_a_tile(browser: webdriver.Chrome, url: str, shot: Path) -> None:
    """Go on at the console of whoever must act, through the first hex that takes several tiles."""
    measure(browser, url, shot)
    Select(browser.find_element(By.ID, "viewer-picker")).select_by_visible_text(browser.execute_script(CALLED))
    WebDriverWait(browser, PATIENCE, 0.2).until(lambda b: "…" not in b.find_element(By.ID, "action-status").text)
    offered = press(browser, "Take my turn")
    for label in [o for o in offered if "·" in o]:
        tiles = press(browser, label)
        if 3 < sum("·" in t for t in tiles) < 7 and "Lay it" not in tiles:
            return
        press(browser, "Back")
    raise LookupError("no hex takes four to six tiles")


def newest_post(browser: webdriver.Chrome, shot: Path) -> Image.Image:
    """The newest post as it is on the screen, once it is laid out."""
    measure(browser, "", shot)
    post = browser.find_elements(By.CSS_SELECTOR, "#channel-message-list > article")[-1]
    image = Image.open(io.BytesIO(post.screenshot_as_png)).convert("RGB")
    scale = SCALE / PHONE["deviceScaleFactor"]
    small = image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.LANCZOS)
    return small.crop((0, 0, small.width - BAR, small.height))


async def draw(target: Path) -> None:
    """Draw both moments, and write them side by side."""
    halves = []
    with tempfile.TemporaryDirectory() as folder, chromium("window-size=390,844") as browser:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        shot = Path(folder) / "shot.png"
        async with run_sandbox(Path(folder), PEOPLE) as index:
            found = {m.kind: m for m in moments(TITLE)}
            for kind in KINDS:
                row = await bring(index, found[kind])
                url = await index.sandbox.open_preview(row.channel)
                if kind == "track":
                    await asyncio.to_thread(ask_for_a_tile, browser, url, shot)
                else:
                    await asyncio.to_thread(measure, browser, url, shot)
                halves.append(await asyncio.to_thread(newest_post, browser, shot))
    picture = Image.new("RGB", (sum(h.width for h in halves) + GAP, max(h.height for h in halves)), GROUND)
    picture.paste(LINE, (halves[0].width, 0, halves[0].width + GAP, picture.height))
    picture.paste(halves[0], (0, 0))
    picture.paste(halves[1], (halves[0].width + GAP, 0))
    picture.save(target, optimize=True)


if __name__ == "__main__":
    asyncio.run(draw(Path(sys.argv[1])))
