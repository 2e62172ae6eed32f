"""How many presses each kind of action costs, in each title: `python -m tests.console_report [TITLE ...]`.

Somebody at a table of the simulated Discord does it from the newest panel on, with what can be seen there: by a button of the
panel that names it, or in the console behind `Take my turn`. A drop-down counts two presses, so does a form (its button and
*Submit*), and a page of a list one. Below that how high the highest console of each title is on a phone, and its smallest
print, over every kind of step, with the fewest and the most players. Ends with 1 where a goal is missed or a picture
could not be drawn in time.
`--sheet DIR` draws every kind of step instead, as a phone and as a wide window show it; `--width` chooses one of the two.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import structs

from bot.model.action_form import action_digest
from bot.views.custom_ids import ACT, parse_id
from bot.views.options.ending import BUILT, END_TURN, PAY_AND_END, SKIPPED_TO
from bot.views.options.screen import AMOUNTS
from bot.views.pictures import drawing
from game.actions import Action, Bid, BuyShare, BuyTrain, LayTile, Par, Pass, PayDividend, PlaceToken, RunTrains
from game.choices import Choice
from game.lazy_list import LazyList
from game.play import Game
from render.data import queries
from tests.support.button_player import Player
from tests.support.console_measures import LEAST, SCREEN, height_of, noted_print
from tests.support.console_sheet import PHONE, WIDE, Sheet
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, World, answer, labels, menu, parts, world
from tests.support.prepared_games import liking
from titles import TITLES

PEOPLE = [*(n.lower() for n in NAMES), "gil", "hal", "ida"]
GOALS = {  # presses at most
    "bid": 2,
    "any bid": 6,
    "private on sale": 2,
    "share": 2,
    "par": 4,
    "tile": 5,
    "station": 3,
    "only route": 2,
    "dividend": 1,
    "operating turn": 8,
    "turn with a train": 11,
}
NONE: dict[str, set[str]] = {  # what the rules of a title do not have; any other empty cell is missed
    "18VA": {"private on sale"},  # all of its privates are bid for
    "18India": {"bid", "any bid", "par"},  # no auction without the option; prices are printed
}
EAGER = {"BuyHand": 7, "Par": 7, "BuyHandPrivates": 6, "BuyRow": 5, "BuyCard": 5}  # what floats companies comes first
SAMPLES = 1  # positions of each kind in each title, from each game
SEEDS = range(3)


def fits(kind: str, step: str, holds: Choice, action: Action) -> bool:
    """Whether an action of a choice at that step is one of that kind."""
    match kind:
        case "bid" | "any bid":
            return isinstance(action, Bid) and "amount" in holds.ranges and action.amount > 0
        case "private on sale":
            fixed = isinstance(action, Bid) and "amount" not in holds.ranges and action.amount > 0
            return fixed or holds.kind.__name__ == "BuyCard"
        case "share":
            return isinstance(action, BuyShare) or holds.kind.__name__ == "BuyRow"
        case "par":
            return isinstance(action, Par)
        case "tile":
            return isinstance(action, LayTile) and step == "track"
        case "station":
            return isinstance(action, PlaceToken) and step == "token"
        case "only route":
            return isinstance(action, RunTrains) and len(holds.actions) == 1
        case "dividend":
            return isinstance(action, PayDividend) and action.kind == "full"
    return False


@cache
def _begun(title: str, seed: int, players: int) -> tuple[list[Action], random.Random]:
    """What has been played so far of a game that is walked, and the dice from there on: to choose anew lists everything anew."""
    return [], random.Random(seed)


def walk(title: str, seed: int, players: int = 0) -> Iterator[tuple[Game, LazyList[tuple[Choice, Action]]]]:
    """A game of people in a hurry who float companies, with what may be done at each moment. `players`: 0 for the fewest."""
    many = players or TITLES[title].file.players[0]
    g = Game.new(TITLES[title].rules((), many), PEOPLE[:many], str(seed))
    played, dice = _begun(title, seed, many)
    for n in range(900):
        if g.state.over:
            return
        legal = LazyList(_listed(g))
        yield g, legal
        if n == len(played):
            played.append(eager([a for _, a in legal], dice))
        g.play(played[n])


def _listed(g: Game) -> Iterator[tuple[Choice, Action]]:
    """What whoever must act may do, listed when somebody looks."""
    yield from ((c, a) for c in g.choices(g.deciders()[0]) for a in c)


def eager(legal: Sequence[Action], dice: random.Random) -> Action:
    """What is done by people who want companies to float: hands and rows are bought from as shares are."""
    ranks = {a: (EAGER.get(type(a).__name__, liking(a)), getattr(a, "director", False)) for a in legal}
    best = max(ranks.values())
    return dice.choice([a for a in legal if ranks[a] == best])


def samples(title: str) -> tuple[dict[str, list[tuple[bytes, Action]]], list[tuple[bytes, str]]]:
    """Positions for each kind of action, and beginnings of companies' turns."""
    found: dict[str, list[tuple[bytes, Action]]] = defaultdict(list)
    turns: list[tuple[bytes, str]] = []
    for seed in SEEDS:
        dice, had, last = random.Random(seed), set(), ""
        for g, legal in walk(title, seed):
            step = g.state.step_key
            for kind in GOALS:
                if len(found[kind]) >= SAMPLES * (seed + 1) or (kind, g.state.round) in had:
                    continue
                mine = [a for c, a in legal if fits(kind, step, c, a)]
                if mine:
                    had.add((kind, g.state.round))
                    wanted = dice.choice(mine)
                    if kind == "any bid":
                        wanted = _raised(next(c for c, a in legal if a == wanted), wanted, dice)
                    found[kind].append((g.snapshot(), wanted))
            company = queries.acting_company(g.view(None))
            begins = company and company != last and any(isinstance(a, LayTile) for _, a in legal)
            if begins and _runs(g, company) and len(turns) < SAMPLES * (seed + 1):
                turns.append((g.snapshot(), company))
            last = company
    return found, turns


def _raised(holds: Choice, bid: Action, dice: random.Random) -> Action:
    """The same bid with an amount that no button suggests, where there is one."""
    amounts = [*holds.ranges["amount"].values()]  # type: ignore[union-attr]
    return structs.replace(bid, amount=dice.choice(amounts[AMOUNTS:] or amounts))


def _runs(g: Game, company: str) -> bool:
    return any(place == company for card, place in g.state.place.items() if card in g.rules.data.train_cards)


class Counting(Player):
    """Somebody whose presses are counted."""

    async def panel_or_console(self, wanted: Action) -> None:
        """Do it from the newest panel on."""
        table = await self.game()
        actor = self.w.actor_at(table, wanted.by)
        panel = await self.w.panel_at(table)
        direct = shortcut(panel, wanted)
        if direct:
            self.presses += 1
            message = answer(await actor.click(panel, custom_id=direct))
        else:
            self.presses += 1
            message = answer(await actor.click(await self.w.opener(table), label="Take my turn"))
            message = await self.do(actor, message, wanted)
        self.console = (actor, message) if labels(message) or menu(message) else None


def shortcut(panel: Any, wanted: Action) -> str:
    """The panel's button that does it; empty if there is none."""
    for part in parts(panel):
        id = parse_id(part.get("custom_id", ""))
        if id is not None and id.kind == ACT and id.arg == action_digest(wanted):
            return str(part["custom_id"])
    return ""


async def presses(w: World, title: str, snapshot: bytes, wanted: Action) -> int:
    """What one action costs at a table in that position."""
    g = Game.load(rules_of(title), snapshot)
    player = Counting(w, await seated(w, g))
    table = await player.game()
    before = table.position.move
    await player.panel_or_console(wanted)
    assert table.position.move != before, f"{wanted} was not done"
    return player.presses


async def seated(w: World, g: Game) -> Any:
    """A table in that position with its panel."""
    thread = await table_at(w, g)
    w.bot.sender.wake()
    await w.bot.sender.drain()
    await w.env.settle()
    return thread


def rules_of(title: str) -> Any:
    return TITLES[title].rules((), TITLES[title].file.players[0])


async def turn(
    w: World, title: str, snapshot: bytes, company: str, dice: random.Random, *, buys: bool
) -> tuple[int, str]:
    """A whole operating turn: a tile, no station, the best run, pay out, no train unless it `buys` one or must.

    Where one press ends building or the turn, it is taken.
    """
    g = Game.load(rules_of(title), snapshot)
    player = Counting(w, await seated(w, g))
    table = await player.game()
    steps: list[str] = []
    for _ in range(30):
        view = await table.view(None)
        if table.position.over or queries.acting_company(view) != company or not table.position.deciders:
            break
        seat = table.position.deciders[0]
        legal = [a for c in table.choices(seat) for a in c]
        wanted = sober(legal, steps, dice, buys=buys)
        had = player.presses
        own = player.console if player.console and player.console[0] is w.actor_at(table, seat) else None
        ending = next((b for b in (BUILT, END_TURN, *SKIPPED_TO.values()) if own and b in labels(own[1])), "")
        pays = isinstance(wanted, PayDividend) and wanted.kind == "full" and not buys
        if own and pays and PAY_AND_END in labels(own[1]):
            ending = PAY_AND_END
        if own and (isinstance(wanted, Pass) or ending == PAY_AND_END) and ending:
            message = answer(await own[0].click(own[1], label=ending))
            player.presses += 1
            player.console = (own[0], message) if labels(message) or menu(message) else None
        elif own:
            message = await player.do(own[0], own[1], wanted)
            player.console = (own[0], message) if labels(message) or menu(message) else None
        else:
            await player.panel_or_console(wanted)
        steps.append(f"{type(wanted).__name__} {player.presses - had}")
    return player.presses, ", ".join(steps)


def sober(legal: Sequence[Action], steps: Sequence[str], dice: random.Random, *, buys: bool) -> Action:
    """What is done in a plain turn."""
    runs = [a for a in legal if isinstance(a, RunTrains)]
    paid = [a for a in legal if isinstance(a, PayDividend) and a.kind == "full"]
    lays = [] if any(s.startswith("LayTile") for s in steps) else [a for a in legal if isinstance(a, LayTile)]
    ends = [a for a in legal if isinstance(a, Pass)]
    trains = [a for a in legal if isinstance(a, BuyTrain) and not a.seller]
    if buys and trains and not any(s.startswith("BuyTrain") for s in steps):
        return trains[0]
    if runs or paid:
        return (runs or paid)[0]
    if lays:
        return dice.choice(lays)
    return ends[0] if ends else legal[0]


def say(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


async def report(titles: Sequence[str], smallest: Mapping[bytes, float]) -> bool:
    """Print the table; whether every goal is met."""
    met = True
    say("presses".ljust(18), *(t.rjust(9) for t in titles), "   goal")
    counts: dict[str, dict[str, list[int]]] = defaultdict(dict)
    notes: list[str] = []
    for title in titles:
        found, turns = samples(title)
        with tempfile.TemporaryDirectory() as folder:
            async with world(Path(folder), NAMES) as w:
                for kind, positions in found.items():
                    counts[kind][title] = [await presses(w, title, at, wanted) for at, wanted in positions]
                dice = random.Random(1)
                done = [await turn(w, title, *begins, dice, buys=b) for begins in turns for b in (False, True)]
                for n, steps in done:
                    kind = "turn with a train" if "BuyTrain" in steps else "operating turn"
                    counts[kind].setdefault(title, []).append(n)
                    notes += [f"{title}: {n}: {steps}"] if n > GOALS[kind] else []
    for kind, goal in GOALS.items():
        cells = []
        for title in titles:
            numbers = counts[kind].get(title, [])
            worst = max(numbers, default=0)
            missed = worst > goal or not (numbers or kind in NONE.get(title, ()) or kind == "turn with a train")
            met &= not missed
            shown = "–" if not numbers else f"{min(numbers)}" if min(numbers) == worst else f"{min(numbers)}–{worst}"
            cells.append((shown + ("!" if missed else "")).rjust(9))
        say(kind.ljust(18), *cells, f"   ≤ {goal}")
    say("\n".join(notes))
    return await measure(titles, smallest) and met


async def measure(titles: Sequence[str], smallest: Mapping[bytes, float]) -> bool:
    """Print how high consoles are and how small their print is; whether all of them are as they should be. `smallest`: the
    pixels of the smallest print of each picture, also of those that were drawn before and are kept.
    """
    rows: list[tuple[str, int, float, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        sheet = Sheet(Path(folder))
        for title in titles:
            few, *_, many = range(TITLES[title].file.players[0], TITLES[title].file.players[-1] + 1)
            for seed, players in ((1, few), (2, many)):
                for sort, shown in (await sheet.steps(title, walk(title, seed, players))).items():
                    least = min((smallest[p.data] for p in shown.pictures), default=LEAST)
                    what = f"{shown.title} ({players} players, {sort[0]})"
                    rows.append((title, height_of(shown), least, what))
    for name, at, goal in (("height (px)", 1, f"≤ {SCREEN}"), ("print (px)", 2, f"≥ {LEAST}")):
        worst = [(max if at == 1 else min)(float(row[at]) for row in rows if row[0] == title) for title in titles]
        say(name.ljust(18), *(f"{n:.0f}".rjust(9) for n in worst), f"   {goal}")
    missed = [row for row in rows if row[1] > SCREEN or round(row[2]) < LEAST]
    for title, high, least, what in sorted(missed, key=lambda row: -row[1]):
        say(f"{title}: {high} px, print {least:.1f} px: {what}")
    return not missed


async def draw(titles: Sequence[str], sheet: Sheet) -> None:
    """The contact sheets of each title."""
    for title in titles:
        await sheet.add(title, walk(title, 1))
        say(f"{title}: {sheet.folder}")


class LostPictures(logging.Handler):
    """Counts the pictures that could not be drawn in time: what they show is not measured."""

    count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += 1


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=list(TITLES))
    parser.add_argument("--sheet", type=Path, metavar="DIR", help="draw contact sheets into that folder")
    parser.add_argument("--width", type=int, nargs="+", default=[PHONE, WIDE], help="of the window, for sheets")
    given = parser.parse_args(arguments)
    if given.sheet:
        asyncio.run(draw(given.titles, Sheet(given.sheet, given.width)))
        return 0
    lost = LostPictures(logging.ERROR)
    logging.getLogger(drawing.__name__).addHandler(lost)
    with noted_print() as smallest:
        met = asyncio.run(report(given.titles, smallest))
    if lost.count:
        say(f"{lost.count} pictures could not be drawn in time")
    return 0 if met and not lost.count else 1


if __name__ == "__main__":
    sys.exit(main())
