"""How tall panels are on a phone: each title in the auction, in a stock round and in an operating round, in Chromium.

The guided first game as well, at each kind of step of its opening, with its advice. Auctions also after many bids, played at
the table: the lot's post with what was done last, and the call below it.

    python -m tests.panel_heights --shots pictures

Opens the sandbox's page 390 pixels wide at positions of games that were kept. Ends with 1 where a panel is taller than 590
pixels or has more than five buttons.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from selenium import webdriver

from bot.model.computer_players.greedy_player import choose_action
from bot.model.computer_players.guided_player import advise_action
from bot.model.kinds import Via
from bot.model.models import BOT, GameRow, NewGame
from bot.model.orders.auto_play import MOOD
from bot.model.replayed_game import PlayedActions
from bot.sandbox.room_index import Index
from bot.sandbox.server import run_sandbox
from bot.sandbox.simulation import FIRST_GAME
from bot.views.guide.first_game import CLOSING
from game.actions import Action, Bid, Par, Pass
from game.play import Game
from game.round_names import is_stock_round
from game.transcript import perform, read
from tests.golden import FOLDER
from tests.support.sandbox_page import chromium, loaded
from titles import TITLES, find

MOST = 590  # pixels: what is left of a phone's screen below Discord's head and above the line to write in
BUTTONS = 5
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
PEOPLE = ("ann", "bob", "cid", "dee", "eve")
LEARNERS = ("ann", "bob", "cid")  # the first is the newcomer, the bot plays the others
LESSON = "1"  # the seed of the guided game
BIDS = (6, 13)  # bids after which an auction is looked at again
TILES = 12  # on the map in mid-game
PATIENCE = 180  # seconds until a page must be laid out, on a busy machine too

READ = """
const last = [...document.querySelectorAll("#channel-message-list > article")].at(-1);
if (!last) return null;
const wide = (post) => [...post.querySelectorAll("img")].filter(i => i.naturalWidth > 300);
const before = last.previousElementSibling;
const posts = wide(last).length || !before || !arguments[1] ? [last] : [before, last];  // the lot's post, and the call below
const drawn = posts.flatMap(p => [...p.querySelectorAll("img")]);
posts[0].scrollIntoView({behavior: "instant", block: "start"});
const empty = new Set((globalThis.sheets ?? new Map()).values());
return {height: Math.round(last.getBoundingClientRect().bottom - posts[0].getBoundingClientRect().top), text: last.innerText,
  late: Object.entries({
    "the page": !window.simcordPreview?.ready,
    "its fonts": document.fonts.status !== "loaded",
    "its pictures": drawn.some(i => empty.has(i.src) || !i.complete || !i.naturalWidth),
    "its width": document.documentElement.scrollWidth > arguments[0],
  }).filter(([, waits]) => waits).map(([what]) => what),
  pictures: posts.flatMap(wide).length,
  buttons: posts.flatMap(p => [...p.querySelectorAll("button:not(.message-action-button)")])
    .map(b => b.textContent.trim()).filter(Boolean)};
"""


def in_auction(g: Game) -> bool:
    step = g.top_step()
    return step is not None and step.auction(g) is not None and sum(map(len, g.state.bids.values())) >= 1


def opening(g: Game) -> bool:
    step = g.top_step()
    return step is not None and step.auction(g) is not None


def in_stock_round(g: Game) -> bool:
    return g.state.round.startswith("SR") and len(g.state.tiles) > TILES


def asked_in_operating_round(key: str) -> Callable[[Game], bool]:
    def wanted(g: Game) -> bool:
        step = g.top_step()
        return step is not None and step.key == key and g.state.round.startswith("OR") and len(g.state.tiles) > TILES

    return wanted


def first_question(g: Game) -> bool:
    return g.top_step() is not None


KINDS: dict[str, Callable[[Game], bool]] = {
    "opening": first_question,
    "auction": in_auction,
    "lots": opening,
    "stock round": in_stock_round,
    "track": asked_in_operating_round("track"),
    "run": asked_in_operating_round("run"),
    "dividend": asked_in_operating_round("dividend"),
    "trains": asked_in_operating_round("trains"),
}

LONGEST = "longest dividend"
LONG_TEXTS = {"18GA": 523, "18TN": 550, "18EU": 739}  # moves of the game before the dividend whose panel has most words
FAREWELL = "last word"  # of the guided game: a kind of its own


@dataclass(frozen=True)
class Moment:
    """A position of a kept game."""

    title: str
    kind: str
    new: NewGame
    players: tuple[str, ...]
    seated: bool
    actions: tuple[Action, ...]
    bots: frozenset[str] = frozenset()
    bids: int = 0  # that are played at the table
    last: Action | None = None  # that is played at the table


def moments(title: str) -> list[Moment]:
    """The first position of each kind, and the dividend with most words; kinds that a title does not have are left out."""
    kept = read((FOLDER / f"{title}-bank.txt").read_text("utf-8"))
    game = Game.new(find(title).rules(kept.options, len(kept.players)), kept.players, kept.seed, seated=kept.seated)
    found: dict[str, Moment] = {}
    done: list[Action] = []

    def note(kind: str) -> None:
        new = NewGame(guild=0, host=0, title=title, shown="Ann", name=kind, seed=kept.seed, options=kept.options)
        found[kind] = Moment(title, kind, new, kept.players, kept.seated, tuple(done))

    def look() -> None:
        for kind, wanted in KINDS.items():
            if kind not in found and wanted(game):
                note(kind)
        if len(done) == LONG_TEXTS.get(title):
            assert KINDS["dividend"](game), f"{title} {len(done)} is no dividend"
            note(LONGEST)

    look()
    for action in perform(game, kept.entries):
        done.append(action)
        look()
    return list(found.values())


def lesson(*, stray: bool = False, starts: bool = False) -> list[Moment]:
    """The guided first game: the first position of each kind of step in which the newcomer acts, and its last word. `stray`: of
    a newcomer who plays as the bots do, and not as is advised, all turns of the stock rounds; `starts`: and who starts a company
    whenever that is possible.
    """
    title = find(FIRST_GAME)
    newcomer, *bots = LEARNERS
    game = Game.new(title.rules((), len(LEARNERS)), LEARNERS, LESSON)
    found: dict[str, Moment] = {}
    done: list[Action] = []
    while not game.state.over and FAREWELL not in found:
        who, step, now = game.deciders()[0], game.top_step(), game.state.round
        play = choose_action if who in bots or stray else advise_action
        pars = [a for c in game.choices(who) for a in c if isinstance(a, Par)] if starts and who == newcomer else []
        action = pars[0] if pars else play(game.choices(who), game.view(who), game.rules, f"{MOOD}/{who}")
        kind = FAREWELL if now in CLOSING else f"{getattr(step, 'key', '')}, {action.verb}"
        if stray and kind != FAREWELL:
            advised = advise_action(game.choices(who), game.view(who), game.rules, f"{MOOD}/{who}")
            kind = f"{now}, {advised.verb}" if is_stock_round(now) else ""
        if who == newcomer and kind and kind not in found:
            new = NewGame(guild=0, host=0, title=FIRST_GAME, shown="Ann", name=kind, seed=LESSON, practice=True)
            ends = bool(done) and done[-1].by in bots  # what a bot has just done is told above the advice
            told, last = (done[:-1], done[-1]) if ends else (done, None)
            name = f"{FIRST_GAME} {'starts' if starts else 'stray' if stray else 'guided'}"
            found[kind] = Moment(name, kind, new, LEARNERS, False, tuple(told), frozenset(bots), last=last)
        game.play(action)
        done.append(action)
    return list(found.values())


def auctions(title: str) -> list[Moment]:
    """A title's opening at the table, after so many bids; none where nothing is bid for."""
    players = PEOPLE[:4]
    game = Game.new(find(title).rules((), len(players)), players, LESSON)
    step = game.top_step()
    if step is None or step.auction(game) is None:
        return []
    return [
        Moment(
            title,
            f"{n} bids",
            NewGame(guild=0, host=0, title=title, shown="Ann", seed=LESSON),
            players,
            False,
            (),
            bids=n,
        )
        for n in BIDS
    ]


def first_lesson() -> list[Moment]:
    """The guided first game's auction, in which the newcomer bids and the bots answer."""
    new = NewGame(guild=0, host=0, title=FIRST_GAME, shown="Ann", seed=LESSON, practice=True)
    bots = frozenset(LEARNERS[1:])
    return [Moment(f"{FIRST_GAME} guided", f"{n} bids", new, LEARNERS, False, (), bots, n) for n in BIDS]


async def bid_often(index: Index, row: GameRow, count: int) -> None:
    """Play bids at a table, by whoever is to act; passes where nothing can be bid, and ends with the auction."""
    box, made = index.sandbox, Counter[tuple[str, str]]()
    table = await box.bot.tables.get(row.id)
    for _ in range(count):
        if table.position.auction is None:
            return
        seat = table.position.deciders[0]
        choices = table.choices(seat)
        offers = [a for c in choices for a in c.actions if isinstance(a, Bid) and a.amount and c.ranges]
        passes = [a for c in choices for a in c.actions if isinstance(a, Pass)]
        action = min(offers, key=lambda a: made[seat, a.item]) if offers else passes[0]
        made[seat, getattr(action, "item", "")] += 1
        await play_at(index, row, action)


async def play_at(index: Index, row: GameRow, action: Action) -> None:
    """Play an action at a table, and send what follows."""
    box = index.sandbox
    table = await box.bot.tables.get(row.id)
    async with box.quiet:
        with box.env.time_context():
            await table.play(action.by, action, Via.COMMAND)
            await box.bot.sender.drain()
        await box.env.settle()


async def bring(index: Index, moment: Moment) -> GameRow:
    """The position as a table of the sandbox, with its panel."""
    box = index.sandbox
    by_name = {p.name: p for p in box.people}
    players = [(p, BOT if p in moment.bots else by_name[p].id, p.title()) for p in moment.players]
    values = {f: getattr(moment.new, f) for f in ("title", "shown", "name", "seed", "options", "practice")}
    new = NewGame(guild=box.guild.id, host=players[0][1], **values)

    async def make() -> GameRow:
        table = await box.bot.tables.import_game(
            new, players, PlayedActions(moment.actions, seated=moment.seated, via=Via.DEMO)
        )
        return table.row

    row = await box.settle_table(make)
    if moment.last is not None:
        await play_at(index, row, moment.last)
    await bid_often(index, row, moment.bids)
    return row


def measure(browser: webdriver.Chrome, url: str, shot: Path, *, called: bool = False) -> dict[str, Any]:
    """The last post on the page, once page, fonts and pictures are there, and it is as high as at the look before.

    `url`: "" for the page that is open; `called`: with the post above, where the last is a call.
    Raises TimeoutError that names what is late: a height that is measured before would be another one on a busy machine.
    """
    if url:
        browser.get("about:blank")
        browser.get(url)
    before: object = None
    late: object = "a post"
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        time.sleep(0.3)
        seen = browser.execute_script(READ, PHONE["width"], called)
        if not seen or not seen["buttons"]:
            continue
        late = seen["late"] or "its height"
        if not seen["late"] and seen["height"] == before:
            browser.save_screenshot(str(shot))
            return cast("dict[str, Any]", seen)
        before = None if seen["late"] else seen["height"]
    raise TimeoutError(f"{late} took more than {PATIENCE} s")


async def report(shots: Path, titles: list[str]) -> bool:
    """Print a line per panel; whether all are as they should be."""
    good = True
    with tempfile.TemporaryDirectory() as folder, chromium("window-size=390,844") as browser:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        async with run_sandbox(Path(folder), PEOPLE) as index:
            await loaded(index)
            lessons = (
                [lesson(), lesson(stray=True), lesson(stray=True, starts=True), first_lesson()]
                if FIRST_GAME in titles
                else []
            )
            for every in (*map(moments, titles), *map(auctions, titles), *lessons):
                for moment in every:
                    row = await bring(index, moment)
                    url = await index.sandbox.open_preview(row.channel)
                    name = re.sub(r"\W+", "-", f"{moment.title}-{moment.kind}")
                    seen = await asyncio.to_thread(
                        measure, browser, url, shots / f"{name}.png", called=bool(moment.bids or moment.last)
                    )
                    buttons = [str(b) for b in seen["buttons"]]
                    fits = seen["height"] <= MOST and len(buttons) <= BUTTONS and seen["pictures"] == 1
                    good = good and fits
                    sys.stdout.write(
                        f"{'ok ' if fits else 'NOT'} {moment.title:11} {moment.kind:18} {seen['height']:>5} px  "
                        f"{seen['pictures']} picture  {' | '.join(buttons)}\n"
                    )
                    sys.stdout.flush()
    return good


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("titles", nargs="*", default=list(TITLES))
    asked.add_argument(
        "--shots", type=Path, default=Path(tempfile.gettempdir()) / "panel_heights", help="folder of pictures"
    )
    given = asked.parse_args()
    given.shots.mkdir(parents=True, exist_ok=True)
    return 0 if asyncio.run(report(given.shots, given.titles)) else 1


if __name__ == "__main__":
    sys.exit(main())
