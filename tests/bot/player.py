"""Somebody at a table who decides by buttons and menus, or by slash commands; what to do is chosen by whoever uses this."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from bot.model.action_form import digest, fields
from bot.views.command_options import token, unstamp, verbs
from bot.views.confirmation import ANYWAY
from bot.views.console import digest_of, value_id
from bot.views.custom_ids import read
from bot.views.formatting import action_words
from game.actions import ACTIONS, Action
from tests.bot.harness import World, answer, labels, menu, said, words
from tests.bot.hasty import favourite
from titles import TITLES

COMMITS = {"Commit", ANYWAY}
CLASSES = dict.fromkeys((*ACTIONS, *(a for t in TITLES.values() for a in t.rules((), t.file.players[0]).actions)))
VERBS = verbs(CLASSES)  # commands are one for all titles


Wishes = Callable[[Any, random.Random], Action]


def hasty(table: Any, dice: random.Random) -> Action:
    """What whoever must act first does in a hurry."""
    return favourite([a for c in table.choices(table.position.deciders[0]) for a in c], dice)


class Player:
    """Knows what to do next at a table; how it is done is up to those who play."""

    def __init__(self, w: World, thread: Any, seed: int = 2, wishes: Wishes = hasty) -> None:
        """`wishes`: what is done at a table."""
        self.w, self.thread, self.dice, self.wishes = w, thread, random.Random(seed), wishes
        self.coin = random.Random(seed)  # whether a shortcut is taken
        self.seen: Counter[str] = Counter()
        self.console: tuple[Any, Any] | None = None
        self._number = 0

    async def game(self) -> Any:
        """The table, looked up once."""
        self._number = self._number or (await self.w.row(self.thread)).id
        return await self.w.bot.tables.get(self._number)

    async def wish(self) -> tuple[Any, Action] | None:
        """Who acts, and what; None when the game is over."""
        table = await self.game()
        if table.position.over:
            return None
        wanted = self.wishes(table, self.dice)
        self.seen[type(wanted).__name__] += 1
        return self.w.actor_at(table, wanted.by), wanted

    async def by_panel(self) -> bool:
        """One decision with buttons and menus; False when the game is over.

        Whoever goes on acting stays in the private console, as its answers show the next question.
        """
        wish = await self.wish()
        if wish is None:
            return False
        actor, wanted = wish
        table = await self.game()
        shown = self.console if self.console and self.console[0] is actor else None
        if shown is None:
            panel = await self.w.panel_at(table)
            says = action_words(wanted, await table.view(None), table.rules)
            if says in labels(panel) and self.coin.random() < 0.7:
                self.seen["shortcut"] += 1
                message = await self.surely(actor, answer(await actor.click(panel, label=says)))
                self.console = (actor, message) if labels(message) or menu(message) else None
                return True
            shown = (actor, answer(await actor.click(panel, label="Take my turn")))
        message = await self.to_commit(actor, shown[1], wanted)
        self.seen["commit"] += 1
        (label,) = COMMITS & {*labels(message)}
        message = answer(await actor.click(message, label=label))
        self.console = (actor, message) if menu(message) or COMMITS & {*labels(message)} else None
        return True

    async def surely(self, actor: Any, message: Any) -> Any:
        """On past the question whether to end a step with something left."""
        if ANYWAY not in labels(message):
            return message
        self.seen["asked once more"] += 1
        return answer(await actor.click(message, label=ANYWAY))

    async def to_commit(self, actor: Any, message: Any, wanted: Action) -> Any:
        """From what the console shows to the preview of what is wanted, which offers to commit it."""
        for _ in range(10):
            if COMMITS & {*labels(message)}:
                return message
            found = menu(message)
            assert found is not None, words(message)
            chosen = self.option(found, wanted)
            if chosen is None and "Another amount…" in labels(message):
                asked = await actor.click(message, label="Another amount…")
                message = answer(await actor.submit_modal(asked, {"value": str(self.number(wanted))}))
                continue
            if chosen is None:  # on another page
                turn = next(name for name in labels(message) if name.startswith("Next"))
                message = answer(await actor.click(message, label=turn))
                continue
            message = answer(await actor.select(message, chosen, custom_id=found["custom_id"]))
        raise AssertionError(f"a console without end: {words(message)}")

    def option(self, found: dict[str, Any], wanted: Action) -> list[str] | None:
        """What to choose from a menu to get to what is wanted; None if this page of it does not show that."""
        id = read(found["custom_id"])
        assert id is not None
        self.seen[f"menu {id.verb}"] += 1
        if id.verb == "act":
            return [digest(wanted)]
        if id.verb == "kind":
            return [type(wanted).__name__]
        offered = {o["value"] for o in found["options"]}
        own = [getattr(wanted, f.name) for f in fields(type(wanted))]
        one = next(([v] for v in map(value_id, own) if v in offered), None)
        several = ([value_id(v) for v in values] for values in own if isinstance(values, tuple))
        return one or next((mine for mine in several if mine and {*mine} <= offered), None)

    @staticmethod
    def number(wanted: Action) -> int:
        """What is typed where an amount is asked."""
        (found,) = (v for f in fields(type(wanted)) if f.type is int and (v := getattr(wanted, f.name)))
        return int(found)

    async def by_command(self) -> bool:
        """One decision with a verb's command, its options chosen from the lists that are offered."""
        wish = await self.wish()
        if wish is None:
            return False
        await self.command(*wish)
        return True

    async def command(self, actor: Any, wanted: Action) -> None:
        """The command of what is wanted."""
        verb = next(v for v in VERBS if isinstance(wanted, v.kinds))
        given: dict[str, Any] = {}
        for o in verb.options:
            name = o.fields.get(type(wanted).__name__)
            value = getattr(wanted, name) if name else None
            if value in (None, ""):
                continue
            offers = await actor.autocomplete(self.thread, f"{verb.group} {verb.name}", o.name, "", **given)
            hits = [c["value"] for c in offers if unstamp(str(c["value"]))[1] in {token(value), f"#{digest_of(value)}"}]
            assert hits or o.type is int, f"{verb.name} {o.name}: {value} is not among {offers}"
            given[o.name] = hits[0] if hits else value  # of a range of numbers few are listed, any may be typed
        free = [o.name for o in verb.options if o.name not in given]
        if wanted.word and free:
            given[free[0]] = wanted.word
        done = await actor.slash(self.thread, f"{verb.group} {verb.name}", **given)
        if ANYWAY in labels(answer(done)):
            await self.surely(actor, answer(done))
        elif (wanted.weighty or wanted.secret) and "Commit" in labels(answer(done)):  # shown before it is done
            done = await actor.click(answer(done), label="Commit")
        assert "not possible" not in said(done), said(done)
        self.seen[verb.name] += 1
