"""Somebody at a table who decides by buttons and menus, or by slash commands; what to do is chosen by whoever uses this."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from bot.commands.console_presses import apply_press
from bot.model.action_form import Draft, action_digest, ask_next, fields_of
from bot.views.command_options import format_value, unstamp, verbs
from bot.views.console.layout import ANYWAY
from bot.views.console.state import load_state
from bot.views.custom_ids import parse_id
from bot.views.options.run_offers import run_ways
from bot.views.options.single_press import needs_no_preview, next_question
from bot.views.options.values import digest_of, value_id
from game.actions import ACTIONS, Action, Bid, BuyShare, BuyTrain, Choose, Pass, RunTrains, SellShares
from game.events import Ran
from tests.support.discord_world import World, answer, commit_label, custom_id, labels, menu, parts, said, words
from tests.support.prepared_games import favourite
from titles import TITLES

PICKED = 1  # the style of a button of what is picked already
CLASSES = dict.fromkeys((*ACTIONS, *(a for t in TITLES.values() for a in t.rules((), t.file.players[0]).actions)))
VERBS = verbs(CLASSES)  # commands are one for all titles


Wishes = Callable[[Any, random.Random], Action]


def shortcut(panel: Any, wanted: Action) -> str:
    """The label of the panel's button that does just that; "" if there is none."""
    ids = {p.get("custom_id", ""): p.get("label", "") for p in parts(panel)}
    return next((str(label) for id, label in ids.items() if id.endswith(f":{wanted.verb}:{action_digest(wanted)}")), "")


def hasty(table: Any, dice: random.Random) -> Action:
    """What whoever must act first does in a hurry."""
    return favourite([a for c in table.choices(table.position.deciders[0]) for a in c], dice)


async def _as_offered(table: Any, wanted: Action) -> Action:
    """What is wanted, runs by the trains with which those ways are offered: they are listed once, whichever train takes which."""
    if not isinstance(wanted, RunTrains):
        return wanted
    ran: dict[RunTrains, Ran] = await table.play_runs(wanted.by)
    mine = ran[wanted]
    return next(a for a, r in ran.items() if (run_ways(r.runs), r.revenue) == (run_ways(mine.runs), mine.revenue))


def _may_be_shown_first(wanted: Action) -> bool:
    """Whether typing it may show it before it is done: what is weighty or secret, a train with which others rust, what uses up a
    private's power, what may cost a presidency or change a company for good, and what costs more than it is worth.
    """
    shown = wanted.weighty or bool(wanted.secret) or wanted.covert or bool(getattr(wanted, "using", ""))
    return shown or isinstance(wanted, BuyTrain | BuyShare | SellShares | Bid | Choose)


class Player:
    """Knows what to do next at a table; how it is done is up to those who play."""

    def __init__(self, w: World, thread: Any, seed: int = 2, wishes: Wishes = hasty) -> None:
        """`wishes`: what is done at a table."""
        self.w, self.thread, self.dice, self.wishes = w, thread, random.Random(seed), wishes
        self.coin = random.Random(seed)  # whether a shortcut is taken
        self.seen: Counter[str] = Counter()
        self.console: tuple[Any, Any] | None = None
        self.presses = 0  # a drop-down counts two
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
        wanted = await _as_offered(table, self.wishes(table, self.dice))
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
            says = shortcut(panel, wanted)
            if says and self.coin.random() < 0.7:
                self.seen["shortcut"] += 1
                before = table.position.move
                message = await self.surely(actor, answer(await actor.click(panel, label=says)))
                if (await self.game()).position.move == before and commit_label(
                    message
                ):  # what is weighty is shown first
                    message = answer(await actor.click(message, label=commit_label(message)))
                self.console = (actor, message) if labels(message) or menu(message) else None
                return True
            shown = (actor, answer(await actor.click(await self.w.opener(table), label="Take my turn")))
        message = await self.do(actor, shown[1], wanted)
        self.console = (actor, message) if labels(message) or menu(message) else None
        return True

    async def do(self, actor: Any, message: Any, wanted: Action) -> Any:
        """Do in the console what is wanted; what it shows afterwards."""
        before = (await self.game()).position.move
        message = await self.to_commit(actor, message, wanted)
        if (await self.game()).position.move != before:
            return message
        self.seen["commit"] += 1
        self.presses += 1
        return answer(await actor.click(message, label=commit_label(message)))

    async def surely(self, actor: Any, message: Any) -> Any:
        """On past the question whether to end a step with something left."""
        if ANYWAY not in labels(message):
            return message
        self.seen["asked once more"] += 1
        return answer(await actor.click(message, label=ANYWAY))

    async def to_commit(self, actor: Any, message: Any, wanted: Action, *, stop: bool = False) -> Any:
        """From what the console shows to the preview of what is wanted, which offers to commit it.

        What one press does has none: then it is done, and the answer is what the console shows next; unless it is to `stop`
        before that press.
        """
        before = (await self.game()).position.move
        for _ in range(12):
            if commit_label(message) and await self.previews(message, wanted):
                return message
            step = self.way(message, wanted, await self.asked_for(wanted))
            if step is None and "Another amount…" in labels(message):
                asked = await actor.click(message, label="Another amount…")
                message = answer(await actor.submit_modal(asked, {"value": str(self.number(wanted))}))
                self.presses += 2  # the button of the form, and its *Submit*
                continue
            if step is None and (group := await self.group(message, wanted)):
                self.presses += 1
                message = answer(await actor.click(message, custom_id=group))
                continue
            if step is None:  # on another page, or beside the only likely thing
                turn = next((name for name in labels(message) if name.startswith("Next")), None)
                assert turn is not None, f"no way to {wanted} in {words(message)!r} with {labels(message)}"
                message = answer(await actor.click(message, label=turn))
                self.presses += 1
                continue
            id, values = step
            if stop and not values and await self.settles(id, wanted):
                return message
            self.presses += 2 if values else 1
            self.seen[f"{'menu' if values else 'button'} {parse_id(id).verb}"] += 1  # type: ignore[union-attr]
            if values:
                message = answer(await actor.select(message, values, custom_id=id))
            else:
                message = answer(await actor.click(message, custom_id=id))
            if (await self.game()).position.move != before:  # read anew: the bot may be another process
                self.seen["at once"] += 1
                return message
        raise AssertionError(f"a console without end: {words(message)}")

    async def previews(self, message: Any, wanted: Action) -> bool:
        """Whether what would be committed is what is wanted."""
        table = await self.game()
        id = parse_id(custom_id(message, commit_label(message)))
        assert id is not None
        stored = await load_state(table.store, table, table.row.seat(wanted.by))
        return next_question(table.choices(wanted.by), stored.draft).action == wanted

    async def settles(self, custom: str, wanted: Action) -> bool:
        """Whether that press does at once what is wanted."""
        table, id = await self.game(), parse_id(custom)
        assert id is not None
        choices = table.choices(wanted.by)
        stored = await load_state(table.store, table, table.row.seat(wanted.by))
        after = apply_press(choices, stored, id.verb, (id.arg.partition(".")[2],))
        return id.verb == "pass" or (
            next_question(choices, after.draft).action == wanted and needs_no_preview(choices, wanted)
        )

    async def asked_for(self, wanted: Action) -> tuple[str, str]:
        """The field that the console asks for, and the first one of that kind of action."""
        table = await self.game()
        choices = table.choices(wanted.by)
        stored = await load_state(table.store, table, table.row.seat(wanted.by))
        return ask_next(choices, stored.draft).field, ask_next(choices, Draft(type(wanted).__name__)).field

    def way(self, message: Any, wanted: Action, asked: tuple[str, str]) -> tuple[str, list[str]] | None:
        """The button, or the menu and its options, that leads towards what is wanted; None if nothing here does."""
        steps: list[tuple[str, list[str]]] = []
        for part in parts(message):
            if "custom_id" not in part or (id := parse_id(part["custom_id"])) is None:
                continue
            if part.get("options"):
                values = self.option(part, wanted, asked)
                if values:
                    steps.append((part["custom_id"], values))
            elif id.verb in {"act", "kind", "field"}:
                value = id.arg.partition(".")[2]
                if value in self.ways(id.verb, wanted, asked):
                    steps.append((part["custom_id"], []))
            elif id.verb == "take" and not part.get("disabled"):
                return part["custom_id"], []
            elif id.verb == "toggle" and part.get("style") != PICKED:
                several = getattr(wanted, asked[0], ())
                if id.arg.partition(".")[2] in map(value_id, several):
                    steps.append((part["custom_id"], []))
            elif id.verb == "pass" and isinstance(wanted, Pass):
                return part["custom_id"], []
        return max(steps, key=lambda s: self.depth(s[0])) if steps else None

    async def group(self, message: Any, wanted: Action) -> str:
        """The button of the group of companies of which one has the train that is wanted; "" where there are no groups."""
        if not isinstance(wanted, BuyTrain) or wanted.seller == "":
            return ""
        table = await self.game()
        owner = (await table.view(None)).companies[wanted.seller].president
        whose = "Your own trains…" if owner == wanted.by else f"{table.rules.person(owner)}'s trains…"
        return next((p["custom_id"] for p in parts(message) if str(p.get("label", "")).endswith(whose)), "")

    @staticmethod
    def depth(custom: str) -> int:
        """How near to the end a press leads."""
        id = parse_id(custom)
        assert id is not None
        return {"act": 3, "field": 2, "kind": 1 + (":" in id.arg)}.get(id.verb, 0)

    @staticmethod
    def ways(verb: str, wanted: Action, asked: tuple[str, str]) -> list[str]:
        """The values by which options of that verb lead to it."""
        name = type(wanted).__name__
        now, first = (value_id(getattr(wanted, f)) if hasattr(wanted, f) else "" for f in asked)
        power = getattr(wanted, "using", "")
        by_power = [f"{name}:.using={power}"] if power else []
        return {"act": [action_digest(wanted)], "kind": [*by_power, f"{name}:{first}", name]}.get(verb, [now])

    def option(self, found: dict[str, Any], wanted: Action, asked: tuple[str, str]) -> list[str] | None:
        """What to choose from a menu to get to what is wanted; None if this page of it does not show that."""
        id = parse_id(found["custom_id"])
        assert id is not None
        offered = {o["value"] for o in found["options"]}
        one = next(([v] for v in self.ways(id.verb, wanted, asked) if v in offered), None)
        several = getattr(wanted, asked[0], ())
        mine = [value_id(v) for v in several] if isinstance(several, tuple) else []
        return one or (mine if mine and {*mine} <= offered else None)

    @staticmethod
    def number(wanted: Action) -> int:
        """What is typed where an amount is asked."""
        (found,) = (v for f in fields_of(type(wanted)) if f.type is int and (v := getattr(wanted, f.name)))
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
            hits = [
                c["value"]
                for c in offers
                if unstamp(str(c["value"]))[1] in {format_value(value), f"#{digest_of(value)}"}
            ]
            assert hits or o.type is int, f"{verb.name} {o.name}: {value} is not among {offers}"
            given[o.name] = hits[0] if hits else value  # of a range of numbers few are listed, any may be typed
        free = [o.name for o in verb.options if o.name not in given]
        if wanted.word and free:
            given[free[0]] = wanted.word
        before = (await self.w.game(self.thread)).position.move
        done = await actor.slash(self.thread, f"{verb.group} {verb.name}", **given)
        if ANYWAY in labels(answer(done)):
            await self.surely(actor, answer(done))
        elif (
            _may_be_shown_first(wanted)
            and (await self.w.game(self.thread)).position.move == before
            and commit_label(answer(done))
        ):
            done = await actor.click(answer(done), label=commit_label(answer(done)))
        assert "not possible" not in said(done), said(done)
        self.seen[verb.name] += 1
