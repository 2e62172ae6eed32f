"""People in a hurry at the sandbox's page: they read what a post says, and choose by what buttons and menus are called."""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException

from bot.views.console.layout import previewed_labels
from tests.support.browser_user import CHOOSE, NEWEST, PRESS, Person
from tests.support.stopwatch import Stopwatch
from titles import find

PATIENCE = 120  # seconds without a change
PEOPLE = ("Ann", "Bob", "Cid")
PANEL, BACK, FINAL = "Take my turn", "Back", "Rematch"
COMMITS = tuple(sorted(previewed_labels(find("18EU").rules((), 3))))
AGREE = "Agree"  # below a question to the table
FORMS = ("Another amount…", "Type a route…")  # which people in a hurry do not fill in
LOOKS = "What changed"  # a button of *Market, more*
# How much somebody in a hurry likes what is called so; the first that fits counts.
LIKED = (
    (r"^(track|trains) done", 4),
    (r"take back|bankrupt|close |withdraw|^offer|consent", 0.02),
    (r"^decline|: decline", 40),
    (r"\brun\b", 90),
    (r"pay out|^pays? |in full|pay .*dividend", 90),
    (r"withhold", 3),
    (r"private company from|private .*(for|from)", 1.5),
    (r"from (?!the )", 0.3),
    (r"train|^(buy )?[\w/]+ for \$|^(buy )?[\w/]+, free", 60),
    (r"par price|start a company|starts? .* at", 8),
    (r"buy at the price|\bbid", 12),
    (r"buys? .*(share|president|\d+%|certificate)|^buy a share", 60),
    (r"lay |upgrade|tile", 40),
    (r"station|token", 10),
    (r"sell", 0.02),
    (r"pass|done|finish|skip", 4),
)
SHORTCUTS = re.compile(r"^(Run for|Pay out|Buy |Bid |Pass|Done|No track|No more |Withhold|Decline)")
READ = """
const words = (e) => e.textContent.replace(/\\s+/g, " ").trim();
return [...document.querySelectorAll("#channel-message-list > article")].slice(-8).map(m => ({
  id: m.dataset.messageId,
  own: Boolean(m.querySelector(".message-ephemeral-note")),
  text: m.innerText,
  buttons: [...m.querySelectorAll("button:not(.select-trigger):not(.message-action-button)")]
    .filter(b => !b.disabled && !b.closest(".select-list")).map(words).filter(Boolean),
  menu: [...m.querySelectorAll(".preview-select")].slice(-1).map(s => ({
    hint: words(s.querySelector(".select-trigger")),
    low: Number(s.dataset.minimum),
    options: [...s.querySelectorAll(".select-option .option-label")].map(words)}))[0] ?? null}));
"""
OPEN = "newest()?.querySelector('.select-trigger[aria-expanded=false]')?.click();"


TIRED = 0.05  # how much what came to nothing is liked
ASKS = re.compile(r"\w+ (?:asks \w+ (?:whether|to sell)|offers \w+) ")
AMOUNT = re.compile(r"^\$[\d,]+$")
CALLED = re.compile(rf"@({'|'.join(PEOPLE)})\b")
ROUND = re.compile(r"^(Auction|[A-Z]+ [\d.]+)", re.MULTILINE)


@dataclass(frozen=True)
class Post:
    """A message as the page shows it. `own`: only who looks can see it."""

    id: str
    own: bool
    text: str
    buttons: tuple[str, ...]
    menu: dict[str, Any] | None

    @property
    def waits(self) -> bool:
        """Whether it is a console that waits for an answer; other answers that only one sees have a button to look at things."""
        return self.own and LOOKS not in self.buttons and (self.menu is not None or bool(self.buttons))


class Stuck(Exception):
    """Nothing on the page changes any more."""


class Hurry:
    """Whoever must act, at the page."""

    def __init__(self, person: Person, seed: int, shots: Path, watch: Stopwatch | None = None) -> None:
        self.person, self.browser, self.shots, self.watch = person, person.browser, shots, watch
        self.dice = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.began = self.changed = time.monotonic()
        self.before: object = None
        self.actor, self.round, self.slowest = "", "", 0.0
        self.last, self.tired = "", set[str]()  # what was chosen last; what nobody wants any more in this turn
        self.first = ""  # the first choice at a console
        self.asked = set[tuple[str, str]]()  # who has asked others for what in this round

    # ------------------------------------------------------------------ looking

    def posts(self) -> list[Post]:
        for _ in range(20):
            try:
                raw: Any = self.browser.execute_script(READ)
                return [Post(p["id"], p["own"], p["text"], tuple(p["buttons"]), p["menu"]) for p in raw]
            except WebDriverException:  # the page is being drawn
                time.sleep(0.1)
        raise Stuck("the page cannot be read")

    def look(self) -> list[Post]:
        """The last posts; raises Stuck if they have been the same for too long."""
        posts = self.posts()
        now = time.monotonic()
        if posts != self.before:
            self.slowest = max(self.slowest, now - self.changed if self.before else 0.0)
            self.before, self.changed = posts, now
        elif now - self.changed > PATIENCE:
            raise Stuck(f"nothing has changed for {PATIENCE} s")
        return posts

    def wait(self, seconds: float = 5) -> bool:
        """Wait for a change of what was looked at last, and until the page has done what was asked of it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.posts() != self.before and not self.busy():
                return True
            time.sleep(0.05)
        return False

    def busy(self) -> bool:
        try:
            return "…" in self.person.status()
        except WebDriverException:
            return True

    def shoot(self, what: str, most: int = 2) -> None:
        """Keep a picture of the screen, of each kind of moment a few."""
        self.seen[what] += 1
        if self.seen[what] <= most:
            name = re.sub(r"[^a-z0-9]+", "-", what.lower()).strip("-")[:60]
            self.browser.save_screenshot(str(self.shots / f"{sum(self.counts.values()):04}-{name}.png"))

    # ------------------------------------------------------------------ pressing

    def press(self, label: str) -> None:
        """Press the newest button called so."""
        if self.watch:
            self.watch.start()
        if not self.browser.execute_async_script(PRESS, label):
            self.counts["covered"] += 1
            self.shoot(f"covered {label}")
        elif self.watch:
            self.watch.stop(first_word(label))

    def choose(self, label: str) -> None:
        """Open the newest menu and choose."""
        if self.watch:
            self.watch.start()
        if self.browser.execute_script(f"{NEWEST} {CHOOSE}", label) and self.watch:
            self.watch.stop("a menu's option")

    # ------------------------------------------------------------------ deciding

    def turn(self) -> bool:
        """One press; False when the game is over."""
        posts = self.look()
        public = [p for p in posts if not p.own]
        if any(FINAL in p.buttons for p in public):
            return False
        try:
            self._act(posts)
        except WebDriverException:  # drawn anew meanwhile
            self.counts["drawn anew"] += 1
        self.wait()
        return True

    def _act(self, posts: list[Post]) -> None:
        question = next((p for p in reversed(posts) if AGREE in p.buttons and not p.own), None)
        if question is not None:
            self.agree(question)
            return
        panel = max((n for n, p in enumerate(posts) if PANEL in p.buttons), default=-1)
        console = next((p for n, p in reversed([*enumerate(posts)]) if n > panel and p.waits), None)
        if console is not None:
            self.answer(console)
            return
        self.counts["turns"] += 1
        called = CALLED.findall(posts[panel].text) if panel >= 0 else []
        if not called:
            self.shoot("nobody is called")
            self.wait(2)
            return
        told = ROUND.search(posts[panel].text)
        if told and told[1] != self.round:
            self.round = told[1]
            self.asked.clear()
            self.say()
            self.shoot(f"round {self.round}", 1)
        actor = self.dice.choice(called)
        if actor != self.actor:
            self.actor = actor
            self.person.look_as(actor)
            posts = self.posts()
            self.log("looks", self.person.status())
        panels = [p for p in posts if PANEL in p.buttons]
        if not panels:
            self.wait(1)
            return
        self.shoot(f"panel {panels[-1].buttons[-1]}", 1)
        shortcuts = [b for b in panels[-1].buttons if SHORTCUTS.match(b)]
        if "Market, more" in panels[-1].buttons and self.dice.random() < 0.01:
            self.undo()
        elif (
            shortcuts
            and self.dice.random() < 0.8
            and (wanted := self.favourite([*shortcuts, "Lay a tile"])) in shortcuts
        ):
            self.counts["shortcuts"] += 1
            self.press(wanted)
        else:
            self.tired.clear()
            self.first = ""
            self.press(PANEL)
            self.log("presses", PANEL)

    def answer(self, console: Post) -> None:
        """Whatever the console asks."""
        commit = next((c for c in COMMITS if c in console.buttons), None)
        if commit:
            wish = " / ".join(console.text.splitlines()[-4:])
            self.shoot(f"preview {commit} {kind(console.text)}")
            again = self.dice.random() < 0.02
            self.counts["back" if again else "commits"] += 1
            self.log("commit", wish)
            if ASKS.search(console.text) and self.first:
                self.asked.add((self.actor, self.first))
            self.first = ""
            self.press(BACK if again else commit)
            return
        options = (
            console.menu["options"]
            if console.menu is not None
            else [b for b in console.buttons if b not in (BACK, *FORMS)]
        )
        hint = console.menu["hint"] if console.menu is not None else ""
        what = f"menu {hint} {kind(options[0] if options else '')}"
        if self.seen[what] < 2 and console.menu is not None:
            self.browser.execute_script(f"{NEWEST} {OPEN}")
            time.sleep(0.3)
        self.shoot(what)
        self.counts["menus"] += 1
        self.last = wanted = self.favourite(options)
        self.first = self.first or wanted
        self.log("chooses", f"{wanted}  [{self.person.status()}]")
        if wanted in console.buttons:
            self.press(wanted)
        else:
            self.choose(wanted)

    def favourite(self, labels: list[str]) -> str:
        """One of them by how much it is liked; of mere amounts a low one."""
        if all(AMOUNT.match(x) for x in labels):
            return self.dice.choice(labels[:3])
        return self.dice.choices(labels, [TIRED if self.weary(x) else liking(x) for x in labels])[0]

    def weary(self, label: str) -> bool:
        """Whether it came to nothing in this turn, or somebody else was asked for it in this round and will hardly agree now."""
        return label in self.tired or (self.actor, label) in self.asked

    def undo(self) -> None:
        self.counts["undo"] += 1
        self.press("Market, more")
        self.wait()
        self.press("Undo…")
        self.wait()
        self.shoot("undo")
        for label in ("Take the last step back", "Ask the players"):
            if any(label in p.buttons for p in self.posts()):
                self.press(label)
                self.wait()
                self.shoot(f"undo {label}")

    def agree(self, question: Post) -> None:
        """Somebody who is asked agrees to what another wants to take back; as often as there is somebody left to ask."""
        asked = CALLED.findall(question.text) or list(PEOPLE)
        self.actor = self.dice.choice(asked)
        self.person.look_as(self.actor)
        self.log("agrees", question.text.splitlines()[0])
        self.counts["agrees"] += 1
        self.press(AGREE)

    def say(self) -> None:
        minutes = (time.monotonic() - self.began) / 60
        counts = ", ".join(f"{n} {what}" for what, n in self.counts.items())
        sys.stdout.write(f"{minutes:5.1f} min  {self.round}: {counts}; the slowest answer took {self.slowest:.1f} s\n")
        sys.stdout.flush()

    def log(self, what: str, text: str) -> None:
        with (self.shots / "presses.txt").open("a", encoding="utf-8") as f:
            f.write(f"{time.monotonic() - self.began:7.1f} {self.actor} {what}: {text}\n")


def liking(label: str) -> float:
    low = label.lower()
    return next((weight for pattern, weight in LIKED if re.search(pattern, low)), 1.0)


def first_word(label: str) -> str:
    """What sort of button it is: its name where all tables have it, else the first word."""
    return label if label in (PANEL, BACK, *COMMITS, "Market, more") else label.partition(" ")[0]


def kind(text: str) -> str:
    """What sort of text it is: its first words without names and numbers."""
    return " ".join(re.findall(r"[a-z]{3,}", text)[:5])
