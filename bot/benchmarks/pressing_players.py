"""People who play whole games by presses alone: they see what the bot posts, and press what it offers, by chance and likings."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, count
from typing import Any

from bot.benchmarks.discord_objects import Message
from bot.benchmarks.small_discord import Press, SmallDiscord
from bot.views.custom_ids import ACT, CONSOLE, END_ALL, STEP, Id, IdKind, parse_id
from bot.views.press_verbs import StepVerb
from game.chance import number as draw_number
from game.chance import shuffle

MENTION = re.compile(r"<@(\d+)>")
MOST_PRESSES = 15  # until a decision is made
SHORTCUTS = 70  # of a hundred decisions that a button of the panel offers are made by it
# How much each kind of action is liked: games come to their end by building, buying and running.
LIKED = {"RunTrains": 200, "PayDividend": 200, "BuyTrain": 60, "LayTile": 60, "Par": 40, "BuyShare": 80, "Bid": 12}
LIKED_STEPS = {
    StepVerb.ACT: 40,
    StepVerb.FIELD: 40,
    StepVerb.PASS: 4,
    StepVerb.END: 4,
    StepVerb.TOGGLE: 40,
    StepVerb.TAKE: 400,
}
GREY = 2  # Discord's number of the style of a button for what is not picked yet
WORTHLESS = 1  # of other kinds: sales, deals in privates, exchanges


@dataclass
class Seat:
    """Where the player who acts at a table is. `console`: their private message, None: not opened."""

    channel: int
    panel: Message | None = None
    asked: int = 0  # the user who must act
    console: Message | None = None
    news: int = 0  # how often a panel was posted or edited
    waits_for: int = 0  # news from which on something can be pressed
    busy: bool = False
    over: bool = False
    moves: int = 0


@dataclass
class Tally:
    """What came of the presses."""

    presses: list[Press] = field(default_factory=list)
    skipped: int = 0  # decisions that were offered while no table was ready
    given_up: Counter[str] = field(default_factory=Counter)


class Players:
    """All who play, table by table."""

    def __init__(self, seed: str) -> None:
        """`seed`: of what they like at each moment."""
        self._seed = seed
        self._drawn = count()
        self.seats: dict[int, Seat] = {}
        self._order: list[int] = []
        self._next = 0
        self.tally = Tally()

    def sit_down(self, channel: int) -> None:
        """One more table."""
        self.seats[channel] = Seat(channel)
        self._order.append(channel)

    def see_post(self, channel: int, message: Message) -> None:
        """A post of the bot's, or an edit of one, is seen by whoever plays there."""
        seat = self.seats.get(channel)
        if seat is None:
            return
        mentioned = MENTION.search(_words(message))
        kinds = {id.kind for _, id in _offers(message)}
        if CONSOLE in kinds and mentioned:
            if int(mentioned[1]) != seat.asked:
                seat.console = None
            seat.panel, seat.asked = message, int(mentioned[1])
            seat.news += 1
        elif IdKind.LOBBY in kinds:  # a rematch is offered below the result
            seat.over = True

    def find_ready(self) -> Seat | None:
        """The next table at which somebody can press; None where all wait for the bot."""
        for step in range(len(self._order)):
            seat = self.seats[self._order[(self._next + step) % len(self._order)]]
            if not seat.busy and not seat.over and (seat.console or (seat.panel and seat.news > seat.waits_for)):
                self._next = (self._next + step + 1) % len(self._order)
                return seat
        return None

    async def decide(self, discord: SmallDiscord, seat: Seat) -> None:
        """Make one decision at a table."""
        seat.busy = True
        try:
            await self._press_to_the_end(discord, seat)
        except TimeoutError:
            self.tally.given_up["no answer"] += 1
            seat.console = None
        finally:
            seat.busy = False

    async def _press_to_the_end(self, discord: SmallDiscord, seat: Seat) -> None:
        """Press until the counter in the ids has moved on, which says that something was played."""
        shown, user = seat.console or seat.panel, seat.asked
        for _ in range(MOST_PRESSES):
            assert shown is not None, "the table is ready"
            step = self._choose_press(shown)
            if step is None:
                self.tally.given_up["nothing to press"] += 1
                break
            component, id = step
            before = seat.news
            pressed = await discord.press(user, shown, component["custom_id"], self._choose_values(component))
            self.tally.presses.append(pressed)
            shown = pressed.shown
            if shown is None:
                break
            if id.kind == CONSOLE and not _steps(shown):  # the panel is out of date
                seat.console, seat.waits_for = None, before
                return
            later = {i.action_version for _, i in _steps(shown)}
            if id.kind != CONSOLE and later != {id.action_version}:
                seat.moves += 1
                seat.console = shown if later else None
                seat.waits_for = 0 if later else before
                return
        seat.console = None

    def _choose_press(self, message: Message) -> tuple[Mapping[str, Any], Id] | None:
        """What to press of what a message offers; None for nothing."""
        offers = list(_offers(message))
        commits = [o for o in offers if o[1].kind == STEP and o[1].verb == StepVerb.COMMIT]
        if commits:
            return commits[0]
        acts = [o for o in offers if o[1].kind == ACT and o[1].verb != END_ALL]
        if acts and self._draw_number(100) < SHORTCUTS:
            return acts[self._draw_number(len(acts))]
        opening = [o for o in offers if o[1].kind == CONSOLE]
        if opening:
            return opening[0]
        steps = [o for o in offers if o[1].kind == STEP]
        likings = list(accumulate(_liking(*o) for o in steps))
        if not likings or not likings[-1]:
            return None
        drawn = self._draw_number(likings[-1])
        return next(o for o, reach in zip(steps, likings, strict=True) if drawn < reach)

    def _choose_values(self, component: Mapping[str, Any]) -> Sequence[str]:
        """As many options of a menu as must be chosen; nothing of a button."""
        options = [o["value"] for o in component.get("options") or ()]
        number = max(1, component.get("min_values", 1))
        return shuffle(self._seed, f"values {next(self._drawn)}", options)[:number] if options else ()

    def _draw_number(self, below: int) -> int:
        """A number from 0 on by chance."""
        return draw_number(self._seed, "press", next(self._drawn), below)


def _components(parts: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """All components of a message, those within others too."""
    for part in parts:
        yield part
        yield from _components(part.get("components") or ())


def _offers(message: Message) -> Iterator[tuple[Mapping[str, Any], Id]]:
    """The buttons and menus of a message that are the bot's."""
    for part in _components(message["components"]):
        id = parse_id(part.get("custom_id") or "")
        if id is not None and not part.get("disabled"):
            yield part, id


def _steps(message: Message) -> list[tuple[Mapping[str, Any], Id]]:
    """What a console offers."""
    return [o for o in _offers(message) if o[1].kind == STEP]


def _words(message: Message) -> str:
    """All that a message says."""
    return "\n".join([message["content"], *(str(p.get("content") or "") for p in _components(message["components"]))])


def _liking(component: Mapping[str, Any], id: Id) -> int:
    """How much a step of the console is liked; 0: not at all."""
    if id.verb == StepVerb.TOGGLE and component.get("style") != GREY:
        return 0
    if id.verb != StepVerb.KIND:
        return LIKED_STEPS.get(StepVerb(id.verb), 0)
    names = [id.arg.partition(".")[2], *(o["value"] for o in component.get("options") or ())]
    return max(LIKED.get(name.partition(":")[0], WORTHLESS) for name in names)


async def offer_decisions(discord: SmallDiscord, players: Players, rate: float, seconds: float) -> None:
    """Offer so many decisions a second for so long, and wait for those under way; one for which no table is ready is lost."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    async with asyncio.TaskGroup() as under_way:
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - loop.time()))
            if loop.time() > began + seconds:
                players.tally.skipped += round(rate * seconds) - number
                break
            seat = players.find_ready()
            if seat is None:
                players.tally.skipped += 1
            else:
                under_way.create_task(players.decide(discord, seat))
