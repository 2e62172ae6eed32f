"""What a press on the sandbox's page takes: until a word is seen, the post's words, the panel, the pictures.

The page notes the times itself, in the moment in which it changes; so a slow driver or a busy machine adds nothing
of the test's own.
"""

from __future__ import annotations

import os
import statistics
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException

STILL = 0.4  # seconds in which nothing changes: the press is over
PATIENCE = 20.0  # seconds that a press may go on
TIMES = ("acknowledged", "words", "panel", "pictures")

# Notes in milliseconds after the press: the first status of the page (acknowledged), the first post with other words (words), the
# last time that the newest post with the panel's button became another (panel), the last picture that was there (pictures).
START = """
const panel = arguments[0];
const posts = () => document.querySelector("#channel-message-list")?.textContent ?? "";
const status = () => document.querySelector("#action-status")?.textContent ?? "";
const newest = () => [...document.querySelectorAll("#channel-message-list > article")]
  .filter((m) => [...m.querySelectorAll("button")].some((b) => b.textContent.trim() === panel)).at(-1)?.textContent ?? "";
const large = () => [...document.querySelectorAll("#channel-message-list img")].slice(-4)
  .filter((i) => i.complete && i.naturalWidth > 100 && ![...(globalThis.sheets ?? new Map()).values()].includes(i.src))
  .map((i) => i.src).join();
if (!globalThis.stopwatch) {
  const watch = globalThis.stopwatch = {notes: {}};
  watch.look = () => {
    const since = performance.now() - watch.began;
    const note = (name, seen, always) => {
      if (seen === watch.before[name]) return;
      watch.before[name] = seen;
      watch.changed = performance.now();
      if (always || !(name in watch.notes)) watch.notes[name] = since;
    };
    note("acknowledged", status(), false);
    note("words", posts(), false);
    note("panel", newest(), true);
    note("pictures", large(), true);
  };
  new MutationObserver(() => watch.look()).observe(document.body, {subtree: true, childList: true, characterData: true});
  document.addEventListener("load", () => watch.look(), true);
}
Object.assign(globalThis.stopwatch, {notes: {}, began: performance.now(), changed: performance.now(),
  before: {acknowledged: status(), words: posts(), panel: newest(), pictures: large()}});
"""
READ = """
const watch = globalThis.stopwatch;
if (!watch) return null;
watch.look();
return {notes: watch.notes, quiet: performance.now() - watch.changed,
  busy: document.querySelector("#action-status").textContent.includes("…")};
"""


def cpu_seconds(process: int) -> float:
    """Seconds of a core that a process has used; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Stopwatch:
    """Times of presses by what was pressed, and the seconds of a core that the sandbox used for each."""

    def __init__(self, browser: webdriver.Chrome, process: int, panel: str) -> None:
        self.browser, self.process, self.panel = browser, process, panel
        self.times: dict[str, list[dict[str, float]]] = defaultdict(list)
        self.cpu = 0.0

    def start(self) -> None:
        """Begin, just before a press."""
        self.browser.execute_script(START, self.panel)
        self.cpu = cpu_seconds(self.process)

    def stop(self, what: str) -> None:
        """Wait until the page stands still, and keep the times of this press."""
        until = time.monotonic() + PATIENCE
        seen: dict[str, Any] | None = None
        while time.monotonic() < until:
            time.sleep(0.05)
            try:
                seen = self.browser.execute_script(READ)
            except WebDriverException:
                return
            if seen is None:  # another page
                return
            if seen["notes"].get("words") and not seen["busy"] and seen["quiet"] > STILL * 1000:
                break
        if seen is not None:
            taken = {name: value / 1000 for name, value in seen["notes"].items()}
            self.times[what].append({**taken, "cpu": cpu_seconds(self.process) - self.cpu})

    def table(self) -> str:
        """A line for each thing that was pressed: how often, and the median and the longest of each time in seconds."""
        head = f"{'seconds, median/longest':32}{'times':>6}" + "".join(f"{name:>15}" for name in (*TIMES, "cpu"))
        lines = [head]
        for what, taken in sorted(self.times.items()):
            cells = []
            for name in (*TIMES, "cpu"):
                values = [t[name] for t in taken if name in t]
                cells.append(f"{statistics.median(values):.2f}/{max(values):.2f}" if values else "–")
            lines.append(f"{what[:31]:32}{len(taken):>6}" + "".join(f"{c:>15}" for c in cells))
        return "\n".join(lines)
