"""Whole games: one by panels and consoles alone, one by commands alone; two tables in one server; a restart in the middle."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bot.console import digest_of, value_id
from bot.ids import read
from bot.menu import digest, fields
from bot.verbs import token, unstamp, verbs
from bot.words import action_words
from game.actions import ACTIONS, Action
from tests.bot.harness import World, answer, labels, menu, said, words, world
from tests.bot.hasty import SHORT, favourite

VERBS = verbs(ACTIONS)
MOST = 500  # moves after which a game is over


@pytest.fixture(autouse=True)
def same_deal(monkeypatch):
    """The same seats every time."""
    monkeypatch.setattr("secrets.token_hex", lambda _: "2")


class Player:
    """Knows what to do next at a table; how it is done is up to those who play."""

    def __init__(self, w: World, thread: Any, seed: int = 2) -> None:
        self.w, self.thread, self.dice = w, thread, random.Random(seed)
        self.seen: Counter[str] = Counter()
        self.console: tuple[Any, Any] | None = None

    async def wish(self) -> tuple[Any, Action] | None:
        """Who acts, and what; None when the game is over."""
        table = await self.w.game(self.thread)
        if table.position.over:
            return None
        seat = table.position.deciders[0]
        legal = [a for c in table.choices(seat) for a in c]
        wanted = favourite(legal, self.dice)
        self.seen[type(wanted).__name__] += 1
        return await self.w.actor(self.thread), wanted

    async def by_panel(self) -> bool:
        """One decision with buttons and menus; False when the game is over.

        Whoever goes on acting stays in the private console, as its answers show the next question.
        """
        wish = await self.wish()
        if wish is None:
            return False
        actor, wanted = wish
        table = await self.w.game(self.thread)
        shown = self.console if self.console and self.console[0] is actor else None
        if shown is None:
            panel = await self.w.panel(self.thread)
            says = action_words(wanted, await table.view(None), table.rules)
            if says in labels(panel) and self.dice.random() < 0.7:
                self.seen["shortcut"] += 1
                message = answer(await actor.click(panel, label=says))
                self.console = (actor, message) if labels(message) or menu(message) else None
                return True
            shown = (actor, answer(await actor.click(panel, label="Take my turn")))
        message = shown[1]
        for _ in range(10):
            if "Commit" in labels(message):
                self.seen["commit"] += 1
                message = answer(await actor.click(message, label="Commit"))
                self.console = (actor, message) if menu(message) or "Commit" in labels(message) else None
                return True
            found = menu(message)
            assert found is not None, words(message)
            result = await actor.select(message, [self.option(found, wanted)], custom_id=found["custom_id"])
            message = answer(result)
        raise AssertionError(f"a console without end: {words(message)}")

    def option(self, found: dict[str, Any], wanted: Action) -> str:
        """The option of a menu that leads to what is wanted."""
        id = read(found["custom_id"])
        assert id is not None
        self.seen[f"menu {id.verb}"] += 1
        if id.verb == "act":
            return digest(wanted)
        if id.verb == "kind":
            return type(wanted).__name__
        offered = [o["value"] for o in found["options"]]
        mine = [value_id(getattr(wanted, f.name)) for f in fields(type(wanted))]
        return next(v for v in mine if v in offered)

    async def by_command(self) -> bool:
        """One decision with a verb's command, its options chosen from the lists that are offered."""
        wish = await self.wish()
        if wish is None:
            return False
        actor, wanted = wish
        verb = next(v for v in VERBS if isinstance(wanted, v.kinds))
        given: dict[str, Any] = {}
        for o in verb.options:
            name = o.fields.get(type(wanted).__name__)
            value = getattr(wanted, name) if name else None
            if value in (None, ""):
                continue
            offers = await actor.autocomplete(self.thread, f"{verb.group} {verb.name}", o.name, "", **given)
            hits = [c["value"] for c in offers if unstamp(str(c["value"]))[1] in {token(value), f"#{digest_of(value)}"}]
            assert hits, f"{verb.name} {o.name}: {value} is not among {offers}"
            given[o.name] = hits[0]
        done = await actor.slash(self.thread, f"{verb.group} {verb.name}", **given)
        assert "not possible" not in said(done), said(done)
        self.seen[verb.name] += 1
        return True


async def finish(w: World, thread: Any, player: Player, act: Any) -> int:
    """Play to the end; how many moves it took."""
    while await act():
        assert (await w.game(thread)).position.seq < MOST
    await w.env.settle()
    row = await w.row(thread)
    assert row.status == "finished"
    assert "is over" in w.posts(thread)[-1]
    return int((await w.game(thread)).position.seq)


async def quick(w: World, seats: Any = ("Ann", "Bob", "Cid")) -> Any:
    """A table that ends early and posts pictures at the ends of rounds only."""
    thread = await w.table(seats, options=SHORT)
    await w[seats[0]].slash(thread, "host post", level="quiet")
    return thread


async def test_a_whole_game_by_panels(tmp_path):
    async with world(tmp_path) as w:
        thread = await quick(w)
        player = Player(w, thread)
        moves = await finish(w, thread, player, player.by_panel)
        assert player.seen["commit"] + player.seen["shortcut"] == moves
        assert all(player.seen[k] for k in ("shortcut", "menu act", "menu kind", "menu field"))
        pings = [
            r
            for r in w.sent("POST")
            if (r.json or {}).get("allowed_mentions", {}).get("users") and r.path.endswith(f"{thread.id}/messages")
        ]
        assert len(pings) < moves, "one ping per hand-over, not one per action"


async def test_a_whole_game_by_commands(tmp_path):
    async with world(tmp_path) as w:
        thread = await quick(w)
        player = Player(w, thread)
        await finish(w, thread, player, player.by_command)
        assert {"bid", "par", "buy", "tile", "run", "dividend", "train", "pass"} <= set(player.seen)


async def test_two_tables_in_one_server_and_a_restart(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Dora")) as w:
        first, second = await quick(w), await quick(w, ("Bob", "Cid", "Dora"))
        players = Player(w, first, 3), Player(w, second, 4)
        for n in range(24):
            await players[n % 2].by_panel()
        positions = [(await w.game(t)).position.move for t in (first, second)]
        consoles = [p.console for p in players]
        await w.restart()
        assert [(await w.game(t)).position.move for t in (first, second)] == positions
        posts = len(w.posts(first)), len(w.posts(second))
        for p, kept in zip(players, consoles, strict=True):
            p.console = kept
            for _ in range(6):
                assert await p.by_panel()
        assert (await w.game(first)).position.seq == (await w.game(second)).position.seq == 18
        assert len(w.posts(first)) > posts[0]
        assert len(w.posts(second)) > posts[1]
