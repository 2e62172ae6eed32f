"""A small Discord on a port of this machine, for measuring the bot as a service: one server, a channel for each table, presses.

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

API = "/api/v10"
BOT, GUILD = 1, 10
BEAT = 40_000  # milliseconds between heartbeats
PATIENCE = 3.0  # seconds within which an interaction must be acknowledged
KEPT = 20  # posts of a channel
EPHEMERAL = 64  # flag of a private message
PRESS, BUTTON, SELECT = 3, 2, 3  # types of interactions and of components
DEFERRED = {5, 6}  # answers that only say: wait
DEFERRED_UPDATE, UPDATE = 6, 7  # answers that leave, and that change the message which was pressed
UNKNOWN_MESSAGE, UNKNOWN_INTERACTION = 10008, 10062
WHEN = "2026-01-01T00:00:00+00:00"
FILES = "https://cdn.invalid/"
RIGHTS = str(2**53 - 1)
Message = dict[str, Any]


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
    """A server whose only members are the bot and those who press."""

    def __init__(self, token: str, posted: Callable[[int, Message], None]) -> None:
        """`posted`: is called with the channel and the message for each post and each edit of one."""
        super().__init__(token, BEAT)
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
        """The bot's user and the server."""
        guild = {"id": str(GUILD), "unavailable": True}
        application = {"id": str(BOT), "flags": 0}
        yield (
            "READY",
            self.ready_payload(session, data) | {"user": _user(BOT), "guilds": [guild], "application": application},
        )
        yield "GUILD_CREATE", _guild()

    async def press(self, user: int, message: Message, custom_id: str, values: Sequence[str] = ()) -> Press:
        """Press a button of a message, or choose from a menu, and wait for the answer; at most for as long as Discord would."""
        id = str(next(self._ids))
        channel = message["channel_id"]
        pressed = Press(message, asyncio.get_running_loop().time())
        self._pressed[id] = pressed
        data = {"custom_id": custom_id, "component_type": SELECT if values else BUTTON, "values": list(values)}
        self.sessions[-1].add("INTERACTION_CREATE", _interaction(id, PRESS, user, channel, data) | {"message": message})
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
                return json_answer(_user(BOT))
            case ("GET", "users", user):
                return json_answer(_user(int(user)))
            case ("POST", "users", "@me", "channels"):
                return json_answer({"id": body["recipient_id"], "type": 1, "recipients": [_user(body["recipient_id"])]})
            case ("GET", "oauth2", "applications", "@me") | ("GET", "applications", "@me"):
                return json_answer(
                    {"id": str(BOT), "name": "Trunkline", "icon": None, "description": "", "bot_public": True}
                    | {"verify_key": "", "team": None, "owner": _user(2), "bot_require_code_grant": False, "flags": 0}
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
            return json_answer(_message(next(self._ids), 0, body, EPHEMERAL))
        return json_answer(self._finish_press(pressed, body))

    def _finish_press(self, pressed: Press, body: Mapping[str, Any]) -> Message:
        """Note what is shown at last, and wake whoever pressed."""
        shown = _message(next(self._ids), int(pressed.message["channel_id"]), body, EPHEMERAL)
        if pressed.answered is None:
            pressed.answered, pressed.shown = asyncio.get_running_loop().time() - pressed.sent, shown
            pressed.done.set()
        return shown

    def _take_message(self, method: str, channel: int, rest: list[str], body: Mapping[str, Any]) -> web.Response:
        """Requests about the messages of a channel."""
        if method == "GET" and not rest:
            return json_answer([self._messages[i] for i in reversed(self._channels.get(channel, ()))])
        if method == "POST":
            made = _message(next(self._ids), channel, body)
            self._keep_message(channel, made)
            return json_answer(made)
        old = self._messages.get(int(rest[0]))
        if old is None:
            return _refusal(UNKNOWN_MESSAGE)
        if method == "PATCH":
            new = _message(int(rest[0]), channel, body)
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
        if len(kept) == KEPT:
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


def _user(id: int | str) -> dict[str, Any]:
    """A person, or the bot."""
    name = "Trunkline" if int(id) == BOT else f"player{id}"
    return {"id": str(id), "username": name, "global_name": name, "discriminator": "0", "avatar": None} | {
        "bot": int(id) == BOT
    }


def _member(id: int) -> dict[str, Any]:
    """Somebody as a member of the server, who may do everything."""
    return {"user": _user(id), "nick": None, "roles": [], "joined_at": WHEN, "deaf": False, "mute": False} | {
        "flags": 0,
        "permissions": RIGHTS,
    }


def _channel(id: int | str) -> dict[str, Any]:
    """A text channel."""
    return {"id": str(id), "type": 0, "guild_id": str(GUILD), "name": "tables", "position": 0} | {
        "permission_overwrites": [],
        "parent_id": None,
        "nsfw": False,
    }


def _guild() -> dict[str, Any]:
    """The server, as the gateway tells of it."""
    everyone = {"id": str(GUILD), "name": "@everyone", "permissions": RIGHTS, "position": 0, "color": 0} | {
        "colors": {"primary_color": 0},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    empty = ("emojis", "stickers", "features", "threads", "voice_states", "presences", "stage_instances")
    return {"id": str(GUILD), "name": "Rails", "owner_id": "2", "roles": [everyone], "member_count": 2} | {
        "channels": [_channel(GUILD + 1)],
        "members": [_member(BOT)],
        "guild_scheduled_events": [],
        **{name: [] for name in empty},
    }


def _interaction(id: str, kind: int, user: int, channel: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """What somebody does in a channel, as the gateway tells of it. Its number is its token too."""
    return {"id": id, "application_id": str(BOT), "type": kind, "token": id, "version": 1, "data": data} | {
        "channel_id": channel,
        "channel": _channel(channel) | {"permissions": RIGHTS},
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {},
        "attachment_size_limit": 1 << 23,
        "app_permissions": RIGHTS,
        "context": 0,
        "guild_id": str(GUILD),
        "guild_locale": "en-US",
        "member": _member(user),
    }


def _message(id: int, channel: int, body: Mapping[str, Any], flags: int = 0) -> Message:
    """A message of the bot's as Discord gives it back."""
    files = [a for a in body.get("attachments") or () if "filename" in a]
    links = [
        {"id": str(n), "size": 1, "url": FILES + a["filename"], "proxy_url": FILES + a["filename"]}
        | {k: v for k, v in a.items() if k != "id"}
        for n, a in enumerate(files)
    ]
    components = json.loads(json.dumps(body.get("components") or []).replace("attachment://", FILES))
    return {"id": str(id), "channel_id": str(channel), "author": _user(BOT), "content": body.get("content") or ""} | {
        "timestamp": WHEN,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "pinned": False,
        "type": 0,
        "flags": (body.get("flags") or 0) | flags,
        "attachments": links,
        "embeds": body.get("embeds") or [],
        "components": components,
    }


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
