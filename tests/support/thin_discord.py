"""Discord without a network and without a world behind it: what people do goes straight to discord.py as payloads, and what the
bot asks for is answered from a few dictionaries. For very many inputs; what Discord itself does is the simulation's.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any
from urllib.parse import urlsplit

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.client.client import Bot, ClientOptions
from bot.model.kinds import TableStatus
from bot.storage.databases import sqlite_driver
from bot.storage.store import Store
from bot.tables.service import Tables
from tests.support.held_clock import FrozenClock, HeldClock
from tests.support.shared_commands import setup_all
from titles import TITLES

SELF, GUILD, ROOM = 1, 10, 11
COMMAND, PRESS, COMPLETION, SUBMIT = 2, 3, 4, 5  # types of interactions
LATER, STAY = 5, 6  # answers that only say: wait
EPHEMERAL = 64
START = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
WHEN = "2026-01-01T00:00:00+00:00"
CDN = "https://cdn.invalid/"


@dataclass
class Request:
    """One request of the bot's."""

    method: str
    path: str
    body: Any
    files: tuple[tuple[str, str], ...] = ()  # names and hashes

    @property
    def data(self) -> Mapping[str, Any]:
        """The message in it, of an answer too."""
        body = self.body if isinstance(self.body, Mapping) else {}
        inner = body.get("data")
        return inner if self.path.endswith("/callback") and isinstance(inner, Mapping) else body


@dataclass
class Done:
    """What came of one input."""

    requests: list[Request] = field(default_factory=list)
    acknowledged: float = -1.0  # seconds of this process's work until then; below 0: never
    answers: list[int] = field(default_factory=list)  # types of first answers
    later: int = 0  # messages and edits after a first answer that only said: wait

    @property
    def shown(self) -> list[Mapping[str, Any]]:
        """The private messages, oldest first."""
        return [r.data for r in self.requests if "/callback" in r.path or "/webhooks/" in r.path]

    @property
    def posted(self) -> list[Request]:
        """New messages in channels."""
        return [r for r in self.requests if r.method == "POST" and r.path.endswith("/messages")]


class _Response:
    def __init__(self, status: int) -> None:
        self.status, self.reason, self.headers = status, "Not Found", dict[str, str]()


def gone(code: int) -> discord.NotFound:
    return discord.NotFound(_Response(404), {"code": code, "message": "unknown"})


class Adapter(AsyncWebhookAdapter):
    """Answers of interactions, which discord.py sends apart from all else."""

    def __init__(self, to: Thin) -> None:
        super().__init__()
        self.to = to

    async def request(
        self, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, files: Any = None, **_: Any
    ) -> Any:
        body, sent = _body(payload, multipart, files)
        return self.to.answered(route.method, urlsplit(route.url).path, body, sent)


class Thin:
    """A server with a channel, people, and the bot in it."""

    def __init__(self, bot: Bot, people: Mapping[int, str], managers: Collection[int] = ()) -> None:
        self.bot, self.people, self.managers = bot, people, managers
        self.channels: dict[int, dict[str, Any]] = {
            ROOM: {
                "id": str(ROOM),
                "type": 0,
                "guild_id": str(GUILD),
                "name": "tables",
                "position": 0,
                "permission_overwrites": [],
                "parent_id": None,
                "nsfw": False,
            }
        }
        self.messages: dict[tuple[int, int], dict[str, Any]] = {}
        self.files: dict[str, bytes] = {}
        self.now = Done()
        self._adapter = Adapter(self)
        self._bots = [bot]  # processes of this Discord
        self._asked = 0.0
        self._ids = itertools.count(discord.utils.time_snowflake(bot.clock.now()))

    async def begin(self) -> None:
        """What a login and the first event of the gateway bring."""
        bot, state = self.bot, self.bot._connection
        await bot._async_setup_hook()
        bot.http.request = self.rest  # type: ignore[method-assign]
        bot.http.get_from_cdn = self.cdn  # type: ignore[method-assign]
        state.user = discord.ClientUser(state=state, data=self.user(SELF))  # type: ignore[arg-type]
        bot._application = state.application_id = SELF  # type: ignore[assignment]
        guild: dict[str, Any] = {
            "id": str(GUILD),
            "name": "Rails",
            "owner_id": "2",
            "roles": [
                {
                    "id": str(GUILD),
                    "name": "@everyone",
                    "permissions": str(2**53 - 1),
                    "position": 0,
                    "color": 0,
                    "colors": {"primary_color": 0},
                    "hoist": False,
                    "managed": False,
                    "mentionable": False,
                    "flags": 0,
                }
            ],
        }
        guild |= {
            "emojis": [],
            "stickers": [],
            "features": [],
            "channels": [*self.channels.values()],
            "threads": [],
            "members": [self.member(SELF)],
        }
        guild |= {
            "member_count": 9,
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
        }
        state._add_guild_from_data(guild)  # type: ignore[arg-type]
        await bot.setup_hook()
        await bot.open_gate()
        await self.settle()

    # ------------------------------------------------------------------ payloads

    def user(self, id: int) -> dict[str, Any]:
        name = self.people.get(id, "Trunkline")
        return {
            "id": str(id),
            "username": name.casefold(),
            "global_name": name,
            "discriminator": "0",
            "avatar": None,
            "bot": id == SELF,
        }

    def member(self, id: int) -> dict[str, Any]:
        rights = discord.Permissions.all() if id in self.managers else discord.Permissions.all_channel()
        return {
            "user": self.user(id),
            "nick": None,
            "roles": [],
            "joined_at": WHEN,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": str(rights.value),
        }

    def message(self, channel: int, body: Mapping[str, Any], id: int, flags: int = 0) -> dict[str, Any]:
        """A message as Discord gives it back."""
        files = [a for a in body.get("attachments", ()) if "filename" in a]
        made = {
            "id": str(id),
            "channel_id": str(channel),
            "author": self.user(SELF),
            "content": body.get("content") or "",
            "timestamp": WHEN,
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
        }
        made |= {
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "type": 0,
            "flags": (body.get("flags") or 0) | flags,
        }
        made |= {
            "attachments": [
                {
                    "id": str(n),
                    "size": 1,
                    "url": CDN + a["filename"],
                    "proxy_url": CDN + a["filename"],
                    **{k: v for k, v in a.items() if k != "id"},
                }
                for n, a in enumerate(files)
            ]
        }
        return made | {"embeds": body.get("embeds") or [], "components": _resolved(body.get("components") or [])}

    # ------------------------------------------------------------------ what people do

    def _interaction(self, kind: int, user: int, channel: int, data: Mapping[str, Any]) -> dict[str, Any]:
        id = next(self._ids)
        where = self.channels.get(channel, {"id": str(channel), "type": 1, "recipients": []})
        made = {
            "id": str(id),
            "application_id": str(SELF),
            "type": kind,
            "token": str(id),
            "version": 1,
            "data": data,
            "channel_id": str(channel),
            "channel": where | {"permissions": "0"},
        }
        made |= {
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "attachment_size_limit": 1 << 23,
            "app_permissions": "0",
        }
        if where["type"] == 1:
            return made | {"context": 1, "user": self.user(user)}
        return made | {"context": 0, "guild_id": str(GUILD), "guild_locale": "en-US", "member": self.member(user)}

    async def command(
        self,
        user: int,
        channel: int,
        path: str,
        options: Mapping[str, Any],
        resolved: Mapping[str, Any] | None = None,
        *,
        focused: str = "",
    ) -> Done:
        """A slash command; with `focused` the list of choices for that option."""
        types = {str: 3, int: 4, bool: 5}
        inner = [
            {
                "name": n,
                "type": types[type(v)] if type(v) in types else v["type"],
                "value": v if type(v) in types else v["value"],
            }
            | ({"focused": True} if n == focused else {})
            for n, v in options.items()
        ]
        first, *rest = path.split(" ")
        for depth, name in enumerate(reversed(rest)):
            inner = [{"name": name, "type": 1 if depth == 0 else 2, "options": inner}]
        data = {"id": "5", "name": first, "type": 1, "options": inner, "resolved": resolved or {}}
        return await self.deliver(self._interaction(COMPLETION if focused else COMMAND, user, channel, data))

    async def menu(self, user: int, channel: int, name: str, target: int) -> Done:
        """What a right click offers on a message or a person."""
        person = target in self.people
        found = (
            {"users": {str(target): self.user(target)}, "members": {str(target): self.member(target)}}
            if person
            else {"messages": {str(target): self.messages.get((channel, target)) or self.message(channel, {}, target)}}
        )
        data = {"id": "5", "name": name, "type": 2 if person else 3, "target_id": str(target), "resolved": found}
        return await self.deliver(self._interaction(COMMAND, user, channel, data))

    async def press(
        self,
        user: int,
        channel: int,
        id: str,
        values: Sequence[str] = (),
        *,
        private: bool = True,
        members: bool = False,
    ) -> Done:
        """A button, or with values a menu (of members); in a private answer or in a post."""
        return await self.deliver(self.make_press(user, channel, id, values, private=private, members=members))

    def make_press(
        self, user: int, channel: int, id: str, values: Sequence[str] = (), *, private: bool, members: bool = False
    ) -> dict[str, Any]:
        """The interaction that such a press is."""
        data: dict[str, Any] = {
            "custom_id": id,
            "component_type": (5 if members else 3) if values else 2,
            "values": list(values),
        }
        if members:
            known = [int(v) for v in values if v.isdecimal() and int(v) in self.people]
            data["resolved"] = {
                "users": {str(u): self.user(u) for u in known},
                "members": {str(u): self.member(u) for u in known},
            }
        message = self.message(channel, {"flags": EPHEMERAL if private else 0}, next(self._ids))
        return self._interaction(PRESS, user, channel, data) | {"message": message}

    async def submit(self, user: int, channel: int, id: str, given: Mapping[str, str], *, private: bool = True) -> Done:
        """A form that was filled in."""
        rows = [
            {"type": 18, "id": n, "component": {"type": 4, "id": 50 + n, "custom_id": name, "value": value}}
            for n, (name, value) in enumerate(given.items())
        ]
        message = self.message(channel, {"flags": EPHEMERAL if private else 0}, next(self._ids))
        data = {"custom_id": id, "components": rows}
        return await self.deliver(self._interaction(SUBMIT, user, channel, data) | {"message": message})

    async def deliver(self, payload: dict[str, Any]) -> Done:
        """Hand it over, and wait until all that it sets off is done."""
        before = asyncio.all_tasks()
        self.hand_over(payload)
        await self.settle(before)
        return self.now

    def hand_over(self, payload: dict[str, Any]) -> None:
        """Give an interaction to the bot; what comes of it is noted in `now`."""
        self.now = Done()
        async_context.set(self._adapter)  # of all that this sets off: there may be another bot in this process
        self._asked = time.process_time()
        self.bot._connection.parse_interaction_create(payload)  # type: ignore[arg-type]

    async def wait(self, minutes: float) -> Done:
        """Let time go by, and do what falls due."""
        self.now, clock = Done(), self.bot.clock
        assert isinstance(clock, FrozenClock)
        clock.advance(minutes=minutes)
        self.bot.schedule.watch.wake()
        self.bot.sender.wake()
        await self.settle()
        return self.now

    def join(self, other: Thin) -> None:
        """Show the same Discord as another one, to a second process of the bot."""
        self.channels, self.messages, self._ids = other.channels, other.messages, other._ids
        self._bots = other._bots = [*other._bots, self.bot]

    async def settle(self, before: Iterable[asyncio.Task[Any]] = ()) -> None:
        """Wait until nothing is under way any more."""
        known = {*before, asyncio.current_task()}
        while more := asyncio.all_tasks() - known - {bot.sender.renewing for bot in self._bots}:
            await asyncio.wait(more)

    # ------------------------------------------------------------------ what the bot asks for

    def answered(self, method: str, path: str, body: Any, files: tuple[tuple[str, str], ...]) -> Any:
        path = path.removeprefix("/api/v10")
        self.now.requests.append(Request(method, path, body, files))
        if path.endswith("/callback"):
            if self.now.acknowledged < 0:
                self.now.acknowledged = time.process_time() - self._asked
            self.now.answers.append(body["type"])
            return {"interaction": {"id": path.split("/")[2], "type": 2}}
        self.now.later += method in {"POST", "PATCH"}
        return self.message(ROOM, body or {}, next(self._ids), EPHEMERAL)

    async def cdn(self, url: str) -> bytes:
        return self.files[url.removeprefix(CDN)]

    async def rest(self, route: Any, *, files: Any = None, form: Any = None, **given: Any) -> Any:
        body, sent = _body(given.get("json"), form, files)
        path = urlsplit(route.url).path.removeprefix("/api/v10")
        self.now.requests.append(Request(route.method, path, body, sent))
        match (route.method, *path.strip("/").split("/")):
            case ("PUT", "applications", *_):
                return []
            case ("GET", "users", user):
                return self.user(int(user))
            case ("POST", "users", "@me", "channels"):
                return {
                    "id": str(body["recipient_id"]),
                    "type": 1,
                    "recipients": [self.user(int(body["recipient_id"]))],
                }
            case ("GET", "guilds", _, "members", user):
                if int(user) not in self.people:
                    raise gone(10007)
                return self.member(int(user))
            case (method, "channels", channel, *rest):
                return self._channel(method, int(channel), rest, body or {})
        raise AssertionError(f"{route.method} {path} is not known here")

    def _channel(self, method: str, channel: int, rest: list[str], body: Mapping[str, Any]) -> Any:
        if channel not in self.channels and channel not in self.people:
            raise gone(10003)
        match (method, *rest):
            case ("GET",) | ("PATCH",):
                return self.channels[channel]
            case ("POST", "messages"):
                id = next(self._ids)
                made = self.messages[channel, id] = self.message(channel, body, id)
                return made
            case ("GET", "messages"):
                return [m for (at, _), m in reversed(self.messages.items()) if at == channel][:50]
            case ("POST", "messages", message, "threads"):
                return self.thread(int(message), body["name"])
            case (_, "messages", message):
                old = self.messages.get((channel, int(message)))
                if old is None:
                    raise gone(10008)
                if method == "DELETE":
                    del self.messages[channel, int(message)]
                if method == "PATCH":
                    new = self.message(channel, body, int(message))
                    changed = ("content", "embeds", "attachments", "components")
                    old |= {k: new[k] for k in changed if k in body or k == "components"}
                return old
        raise AssertionError(f"{method} {rest} is not known here")

    def thread(self, id: int, name: str = "a table") -> dict[str, Any]:
        """A thread of the channel, which the bot hears of."""
        made = {
            "id": str(id),
            "type": 11,
            "guild_id": str(GUILD),
            "parent_id": str(ROOM),
            "owner_id": str(SELF),
            "name": name,
            "message_count": 0,
            "member_count": 1,
            "rate_limit_per_user": 0,
        }
        made |= {
            "thread_metadata": {
                "archived": False,
                "auto_archive_duration": 10080,
                "archive_timestamp": WHEN,
                "locked": False,
            }
        }
        self.channels[id] = made
        return made


def _body(
    payload: Any, form: Iterable[Mapping[str, Any]] | None, files: Iterable[discord.File] | None
) -> tuple[Any, tuple[tuple[str, str], ...]]:
    """What a request holds, uploads as their names and hashes."""
    for part in form or ():
        if part["name"] == "payload_json":
            payload = json.loads(part["value"])
    return payload, tuple((f.filename, blake2b(f.fp.read(), digest_size=8).hexdigest()) for f in files or ())


def _resolved(components: Any) -> Any:
    """Components as Discord gives them back: with links to what was sent along."""
    return json.loads(json.dumps(components).replace("attachment://", CDN))


@asynccontextmanager
async def thin(
    url: str,
    people: Mapping[int, str],
    managers: Collection[int] = (),
    before: Callable[[Tables], Awaitable[None]] | None = None,
) -> AsyncIterator[Thin]:
    """The bot on a database. `before`: what is done with it before the bot starts."""
    store = Store(url, HeldClock(START))
    await store.open(exclusive=False)
    bot = Bot(store, TITLES, setup_all, ClientOptions(shard_count=1))
    made = Thin(bot, people, managers)
    try:
        if before is not None:
            await before(bot.tables)
        for row in await store.find_tables(statuses=(TableStatus.OPEN, TableStatus.RUNNING, TableStatus.FINISHED)):
            made.thread(row.channel)
        await made.begin()
        yield made
    finally:
        await bot.schedule.stop()
        await bot.sender.stop()
        await made.settle()
        await store.close()


async def at_once(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """In place of a thread, which takes longer to begin than most of our work does."""
    return work(*given, **named)


async def near(_connection: sqlite_driver.ThreadedConnection, work: Callable[..., Any], *given: Any) -> Any:
    """In place of what crosses to the thread of a database's connection."""
    return work(*given)
