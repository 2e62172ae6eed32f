"""A small Discord on a port of this machine, for measuring the bot as a service: a server for each shard, a channel for each
table, presses.

It keeps what the bot has posted last in each channel and answers requests from a few dictionaries, so that it takes little of the
machine itself. Times are seconds of the event loop's clock.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from aiohttp import web

from bot.benchmarks.discord_gateway import GATEWAY_PATH, Gateway, Session, json_answer
from bot.benchmarks.discord_objects import (
    BOT,
    Message,
    guild_of,
    make_guild,
    make_interaction,
    make_message,
    make_user,
    shard_of,
)

API = "/api/v10"
BEAT = 40_000  # milliseconds between heartbeats
PATIENCE = 3.0  # seconds within which an interaction must be acknowledged
MAX_POSTS = 20  # posts of a channel
EPHEMERAL = 64  # flag of a private message
PRESS, BUTTON, SELECT = 3, 2, 3  # types of interactions and of components
DEFERRED = {5, 6}  # answers that only say: wait
DEFERRED_UPDATE, UPDATE = 6, 7  # answers that leave, and that change the message which was pressed
UNKNOWN_MESSAGE, UNKNOWN_INTERACTION = 10008, 10062


@dataclass
class Press:
    """A press on its way. `acknowledged`, `answered`: seconds since it was sent; None: not yet."""

    message: Message
    sent: float
    acknowledged: float | None = None
    answered: float | None = None
    shown: Message | None = None  # the private message that came of it
    done: asyncio.Event = field(default_factory=asyncio.Event)


class SmallDiscord(Gateway):
    """Servers whose only members are the bot and those who press."""

    def __init__(self, token: str, posted: Callable[[int, Message], None], shards: int = 1) -> None:
        """`posted`: is called with the channel and the message for each post and each edit of one."""
        super().__init__(token, BEAT, shards)
        self._posted = posted
        self._ids = itertools.count(1_400_000_000_000_000_000)
        self._channels: dict[int, deque[int]] = {}
        self._messages: dict[int, Message] = {}
        self._pressed: dict[str, Press] = {}  # by the interaction's token, until it is answered
        self.late = 0  # interactions that were acknowledged after `PATIENCE`
        self.limited = Counter[str]()  # requests that count for Discord's limit of 50 a second, by method

    def app(self) -> web.Application:
        """The routes of REST and gateway."""
        app = web.Application(client_max_size=1 << 26)
        app.router.add_get(GATEWAY_PATH, self.gateway)
        app.router.add_route("*", API + "/{path:.*}", self._answer_request)
        return app

    def greet(self, session: Session, data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """The bot's user and the server of the shard."""
        guild = guild_of(session.shard)
        application = {"id": str(BOT), "flags": 0}
        yield (
            "READY",
            self.ready_payload(session, data)
            | {"user": make_user(BOT), "guilds": [{"id": str(guild), "unavailable": True}]}
            | {"application": application},
        )
        yield "GUILD_CREATE", make_guild(guild)

    async def press(self, user: int, message: Message, custom_id: str, values: Sequence[str] = ()) -> Press:
        """Press a button of a message, or choose from a menu, and wait for the answer; at most for as long as Discord would."""
        id = str(next(self._ids))
        channel = message["channel_id"]
        shard = shard_of(int(channel), self.shards)
        pressed = Press(message, asyncio.get_running_loop().time())
        self._pressed[id] = pressed
        data = {"custom_id": custom_id, "component_type": SELECT if values else BUTTON, "values": list(values)}
        heard = make_interaction(id, PRESS, user, channel, guild_of(shard), data) | {"message": message}
        self.latest_session(shard).add("INTERACTION_CREATE", heard)
        try:
            await asyncio.wait_for(pressed.done.wait(), 60)
        finally:
            del self._pressed[id]
        return pressed

    async def _answer_request(self, request: web.Request) -> web.StreamResponse:
        """Answer one request of the bot."""
        path = request.path.removeprefix(API).strip("/").split("/")
        body = await _read_body(request)
        if path[0] not in {"interactions", "webhooks"}:
            self.limited[request.method] += 1
        match (request.method, *path):
            case ("GET", "gateway", "bot"):
                return json_answer(self.gateway_answer())
            case ("GET", "users", "@me"):
                return json_answer(make_user(BOT))
            case ("GET", "users", user):
                return json_answer(make_user(int(user)))
            case ("POST", "users", "@me", "channels"):
                someone = make_user(body["recipient_id"])
                return json_answer({"id": someone["id"], "type": 1, "recipients": [someone]})
            case ("GET", "oauth2", "applications", "@me") | ("GET", "applications", "@me"):
                return json_answer(
                    {"id": str(BOT), "name": "Trunkline", "icon": None, "description": "", "bot_public": True}
                    | {"verify_key": "", "team": None, "owner": make_user(2), "flags": 0}
                    | {"bot_require_code_grant": False}
                )
            case ("PUT", "applications", *_):
                return json_answer([])
            case ("POST", "interactions", id, _, "callback"):
                return self._take_callback(id, body)
            case ("PATCH" | "GET", "webhooks", _, token, "messages", _):
                return self._take_answer(token, body or {})
            case ("POST", "webhooks", _, token):
                return self._take_answer(token, body, follows=True)
            case (method, "channels", channel, "messages", *rest):
                return self._take_message(method, int(channel), rest, body or {})
        raise web.HTTPNotFound(text=f"{request.method} {request.path} is not known here")

    def _take_callback(self, id: str, body: Any) -> web.Response:
        """The first answer to an interaction; refused where it comes too late."""
        pressed = self._pressed.get(id)
        now = asyncio.get_running_loop().time()
        if pressed is None or now - pressed.sent > PATIENCE:
            self.late += 1
            if pressed is not None:
                pressed.done.set()
            return _refusal(UNKNOWN_INTERACTION)
        pressed.acknowledged = now - pressed.sent
        if body["type"] not in DEFERRED:
            self._finish_press(pressed, body.get("data") or {})
        return json_answer({"interaction": {"id": id, "type": PRESS}})

    def _take_answer(self, token: str, body: Mapping[str, Any], *, follows: bool = False) -> web.Response:
        """A later answer: the text behind `wait`, a change of the message that was pressed, or one more message."""
        pressed = self._pressed.get(token)
        if pressed is None:
            return json_answer(make_message(next(self._ids), 0, body, EPHEMERAL))
        return json_answer(self._finish_press(pressed, body))

    def _finish_press(self, pressed: Press, body: Mapping[str, Any]) -> Message:
        """Note what is shown at last, and wake whoever pressed."""
        shown = make_message(next(self._ids), int(pressed.message["channel_id"]), body, EPHEMERAL)
        if pressed.answered is None:
            pressed.answered, pressed.shown = asyncio.get_running_loop().time() - pressed.sent, shown
            pressed.done.set()
        return shown

    def _take_message(self, method: str, channel: int, rest: list[str], body: Mapping[str, Any]) -> web.Response:
        """Requests about the messages of a channel."""
        if method == "GET" and not rest:
            return json_answer([self._messages[i] for i in reversed(self._channels.get(channel, ()))])
        if method == "POST":
            made = make_message(next(self._ids), channel, body)
            self._keep_message(channel, made)
            return json_answer(made)
        old = self._messages.get(int(rest[0]))
        if old is None:
            return _refusal(UNKNOWN_MESSAGE)
        if method == "PATCH":
            new = make_message(int(rest[0]), channel, body)
            old |= {k: new[k] for k in ("content", "embeds", "attachments", "components") if k in body}
            self._posted(channel, old)
        if method == "DELETE":
            del self._messages[int(rest[0])]
            self._channels[channel].remove(int(rest[0]))
            return web.Response(status=HTTPStatus.NO_CONTENT)
        return json_answer(old)

    def _keep_message(self, channel: int, made: Message) -> None:
        """Keep a new post in place of the oldest one of its channel."""
        kept = self._channels.setdefault(channel, deque())
        if len(kept) == MAX_POSTS:
            del self._messages[kept.popleft()]
        kept.append(int(made["id"]))
        self._messages[int(made["id"])] = made
        self._posted(channel, made)


async def _read_body(request: web.Request) -> Any:
    """The JSON of a request; of a form its first part, the rest being files whose size alone matters."""
    if not request.can_read_body:
        return None
    raw = await request.read()
    if request.content_type.startswith("multipart/"):
        _, part, _ = raw.split(b"--" + request.headers["Content-Type"].partition("boundary=")[2].encode(), 2)
        raw = part.partition(b"\r\n\r\n")[2]
    return json.loads(raw) if raw else None


def _refusal(code: int) -> web.Response:
    """Discord's answer about something that is not there."""
    return json_answer({"code": code, "message": "unknown"}, status=HTTPStatus.NOT_FOUND)


@asynccontextmanager
async def serve_discord(discord: SmallDiscord) -> AsyncIterator[None]:
    """Serve it on a free port for as long as the context lasts."""
    runner = web.AppRunner(discord.app(), access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        discord.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield
    finally:
        await discord.drop()
        await runner.cleanup()
