"""A simulated Discord with the real bot in it, and people who press only what they see.

People name labels, never ids: a test that cannot find a button fails as a person would.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.results import to_discord_message

from bot.client.client import Bot, ClientOptions
from bot.model.kinds import MessageRole, PostKind
from bot.sandbox.simcord_patches import look_often
from bot.storage.repositories.posts import find_newest_post
from bot.storage.store import Store
from tests.support import api_contract
from tests.support.empty_database import place_empty_database
from tests.support.held_clock import FrozenClock, HeldClock
from tests.support.shared_commands import setup_all
from titles import TITLES

START = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil")
PATIENCE = 60.0  # seconds until a bot that does not come to rest is a fault, on a busy machine too


class PatientEnv(simcord.Env):
    """A simulation in which a start may take as long as all else: SimCord gives it five seconds.

    SimCord keeps a timer in real time for each of the bot's, also once that one is cancelled, and looks through all of them
    whenever it waits: hundreds, as our tests are patient. Here they go with those of the bot.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._timers: list[Any] = []

    def _schedule_timer(self, record: Any, *given: Any) -> None:
        super()._schedule_timer(record, *given)
        self._timers.append(record)

    async def _settle_internal(self, **given: Any) -> None:
        if given.get("timeout") is not None:
            given["timeout"] = max(given["timeout"], self.settle_timeout)
        self._drop_cancelled_timers()
        await super()._settle_internal(**given)

    def _drop_cancelled_timers(self) -> None:
        """Cancel the timers in real time of those that the bot has cancelled."""
        left = []
        for record in self._timers:
            if record.handle is None or not record.handle.cancelled():
                left.append(record)
            elif record.real_handle is not None:
                record.real_handle.cancel()
        self._timers = left


@dataclass
class World:
    """A guild with a channel, people, and the bot."""

    env: Any
    store: Store
    clock: FrozenClock
    guild: Any
    channel: Any
    people: dict[str, Any]
    url: str
    bots: list[Bot] = field(default_factory=list)

    @property
    def bot(self) -> Bot:
        return self.bots[-1]

    def __getitem__(self, name: str) -> Any:
        return self.people[name]

    async def table(
        self, seats: Sequence[str] = NAMES[:3], *, title: str = "18GA", options: Sequence[str] = (), start: bool = True
    ) -> Any:
        """A table with these people, in a thread below the channel; returns the thread."""
        before = {t.id for t in self.channel.threads}
        await self[seats[0]].slash(self.channel, "game new", title=title)
        thread = next(t for t in self.channel.threads if t.id not in before)
        card = self.last(self.channel)
        for name in seats[1:]:
            await self[name].click(card, label="Join")
        if options:
            table = await self.row(thread)
            await self.bot.tables.change_settings(table.id, table.host, options=options)
        if start:
            await self[seats[0]].click(self.last(self.channel), label="Start")
        await self.env.settle()
        return thread

    def last(self, channel: Any) -> Any:
        """The newest post of the bot there that has buttons, as everybody sees it."""
        return next(m for m in reversed(channel.history()) if m.components and m.author.id == self.bot.user.id)  # type: ignore[union-attr]

    async def panel(self, thread: Any) -> Any:
        """The newest turn panel, however many posts there are."""
        return await self.panel_at(await self.row(thread))

    async def asking(self, thread: Any) -> Any:
        """The post that asks and has the buttons."""
        return await self.opener(await self.row(thread))

    async def opener(self, table: Any) -> Any:
        """The post with the button to act: the call below an open lot, else the panel."""
        sent = await find_newest_post(self.store, table.id, MessageRole.CALL)
        if sent is None:
            return await self.panel_at(table)
        return to_discord_message(self.env, self.env.backend.get_message(sent.channel, sent.message))

    async def panel_at(self, table: Any) -> Any:
        sent = await find_newest_post(self.store, table.id, PostKind.PANEL)
        assert sent is not None
        return to_discord_message(self.env, self.env.backend.get_message(sent.channel, sent.message))

    def posts(self, channel: Any) -> list[str]:
        """The words of all public posts, oldest first."""
        return [words(m) for m in channel.history()]

    async def row(self, thread: Any) -> Any:
        found = await self.store.table_in_channel(self.guild.id, thread.id)
        assert found is not None
        return found

    async def game(self, thread: Any) -> Any:
        return await self.bot.tables.get((await self.row(thread)).id)

    async def actor(self, thread: Any) -> Any:
        """Somebody who must act."""
        return self.actor_at(await self.game(thread))

    def actor_at(self, table: Any, seat: str = "") -> Any:
        users = {s.name: s.user for s in table.seats}
        return next(p for p in self.people.values() if p.id == users[seat or table.position.deciders[0]])

    async def in_turn(self, thread: Any) -> list[Any]:
        """The players in the order in which they act, whoever must act first."""
        table = await self.game(thread)
        seats = [s.name for s in table.seats]
        first = seats.index(table.position.deciders[0])
        return [self.actor_at(table, name) for name in (*seats[first:], *seats[:first])]

    async def restart(self) -> None:
        """Stop the bot as a planned stop does, and start a new one on the same database; all that waited is posted, after the
        start.
        """
        await self.bot.stop_work()
        await self.store.close()
        self.store = Store(self.url, self.clock)
        await self.store.open()
        options = ClientOptions(shard_count=1, held=True)
        self.bots.append(Bot(self.store, TITLES, setup_all, options))
        await self.env.restart_bot(self.bot)
        with self.env.time_context():
            await self.bot.open_gate()
            await self.bot.schedule.wait_for_look()
            await self.bot.sender.drain()
        await self.env.settle()

    def sent(self, method: str = "") -> list[Any]:
        """The requests that the bot made."""
        return [r for r in self.env.http_requests if not method or r.method == method]


@asynccontextmanager
async def world(
    folder: Path, people: Sequence[str] = NAMES[:3], titles: Mapping[str, Any] = TITLES, **options: Any
) -> AsyncIterator[World]:
    """The bot in a guild with one text channel and these people."""
    look_often()
    clock = HeldClock(START)
    url = f"sqlite+aiosqlite:///{folder / 'bot.sqlite'}"
    store = Store(url, clock)
    if not (folder / "bot.sqlite").exists():
        await place_empty_database(folder / "bot.sqlite")
    await store.open()
    bot = Bot(store, titles, setup_all, ClientOptions(shard_count=1))
    made: World | None = None
    try:
        env = PatientEnv(bot, settle_timeout=PATIENCE, **options)
        guild = env.create_guild("Rails")
        channel = guild.create_text_channel("tables")
        managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
        members = {n: guild.add_member(env.create_user(n), roles=[managers] * (n == people[0])) for n in people}
        await env.start()
        made = World(env, store, clock, guild, channel, members, url, [bot])
        try:
            yield made
            for bot in made.bots:
                if bot.run_state.last_fault is not None:
                    raise bot.run_state.last_fault
            wrong = {
                f"{r.method} {r.path}": p
                for r in env.http_requests
                if (p := api_contract.problems(r.method, r.path, r.json))
            }
            assert not wrong, wrong
        finally:
            await made.bot.stop_work()
            await env.shutdown()
    finally:
        await (made.store if made else store).close()


# ---------------------------------------------------------------------- what people see


def parts(message: Any) -> list[dict[str, Any]]:
    """All components of a message, nested ones included, as they went over the wire."""
    raw = message.components
    if raw and not isinstance(raw[0], Mapping):
        raw = [c.to_dict() for c in raw]
    return list(walk_components(raw))


def words(message: Any) -> str:
    """All that can be read in a message."""
    found = [message.content or ""]
    for embed in message.embeds:
        found += [embed.title or "", embed.description or ""]
    found += [p.get("content", "") for p in parts(message) if p.get("type") == discord.ComponentType.text_display.value]
    return "\n".join(t for t in found if t)


def labels(message: Any) -> list[str]:
    """The labels of its buttons."""
    return [p["label"] for p in parts(message) if p.get("type") == discord.ComponentType.button.value]


def commit_label(message: Any) -> str:
    """What the button says that carries out what is shown; "" where there is none."""
    buttons = [p for p in parts(message) if p.get("type") == discord.ComponentType.button.value]
    return next((p["label"] for p in buttons if ":commit:" in p.get("custom_id", "")), "")


def menu(message: Any) -> Any:
    """Its menu as it went over the wire; None if it has none."""
    return next((p for p in parts(message) if p.get("type") == discord.ComponentType.select.value), None)


OPTION = re.compile(r"x1:c:[^:]+:[^:]+:(?:act|kind|field):")  # the ids of buttons that are options
NUMBER = re.compile(r"^\d+ · ")  # of the picture


def options(message: Any) -> dict[str, str]:
    """The ids of its buttons that stand for one option each, by their labels without numbers."""
    found = [p for p in parts(message) if OPTION.match(p.get("custom_id", "")) and "label" in p]
    return {NUMBER.sub("", p["label"], count=1): p["custom_id"] for p in found}


def offered(message: Any) -> list[str]:
    """What may be chosen: the labels in its menu, and of its buttons that stand for one option each, without numbers."""
    found = menu(message)
    return [*options(message), *(NUMBER.sub("", o["label"], count=1) for o in (found["options"] if found else ()))]


async def pick(person: Any, message: Any, *wanted: str) -> Any:
    """Press the option, or choose from the menu, by label or by its beginning."""
    found = menu(message)
    for label, id in options(message).items():
        if len(wanted) == 1 and label.startswith(wanted[0]):
            return await person.click(message, custom_id=id)
    assert found is not None, f"no menu in {words(message)!r}"
    values = []
    for label in wanted:
        hits = [o for o in found["options"] if o["label"] == label] or [
            o for o in found["options"] if NUMBER.sub("", o["label"]).startswith(label)
        ]
        assert hits, f"{label!r} is not among {offered(message)}"
        values.append(hits[0]["value"])
    return await person.select(message, values, custom_id=found["custom_id"])


FURTHER_PICTURE = re.compile(r"-# \d of \d")


def answer(result: Any) -> Any:
    """The newest private answer of an interaction, without the pictures that follow it in messages of their own."""
    assert result.acknowledged, "no answer"
    further = [m for m in result.followups if not FURTHER_PICTURE.fullmatch(m.content or "")]
    found = further[-1] if further else result.response
    assert found is not None, result
    assert found.ephemeral, f"everybody can read {words(found)!r}"
    return found


def said(result: Any) -> str:
    return words(answer(result))


async def press_more(person: Any, panel: Any, label: str) -> Any:
    """Press what lies behind a panel's *Market, more*."""
    return await person.click(answer(await person.click(panel, label="Market, more")), label=label)


def custom_id(message: Any, label: str) -> str:
    """The id behind a button."""
    return str(next(p["custom_id"] for p in parts(message) if p.get("label") == label))


async def press(w: World, person: Any, message: Any, id: str, values: Sequence[str] = ()) -> Any:
    """A press that no client shows any more, or that none ever showed: of a button replaced meanwhile, or made up."""
    found = getattr(message, "channel_id", None) or message.channel.id
    channel = ChannelHandle(w.env, w.guild, w.env.backend.get_channel(found))
    stored = w.env.backend.get_message(found, message.id)
    data = {"custom_id": id, "component_type": 3 if values else 2} | ({"values": list(values)} if values else {})
    extra = {"message": dict(serializers.message_payload(w.env.backend, stored))}
    return await _dispatch_actor_interaction(person, 3, channel, data, extra=extra, source_message_id=message.id)
