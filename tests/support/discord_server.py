"""Discord on a port of this machine: its REST and its gateway over real sockets, for the bot as a service in its own process.

Guild, people, messages and the rules for requests are SimCord's. Here is what lies between, and what only a network shows: the
token, uploads as forms, compressed frames, heartbeats, a session that is resumed, answers that get lost, nonces.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

import discord
import simcord
from aiohttp import WSCloseCode, WSMsgType, web
from simcord import intents as scope
from simcord._clock import Clock
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.http import router

VERSION = "/api/v10"
BEAT = 1500  # milliseconds between heartbeats; Discord asks for one each 41 seconds
DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, HEARD = 0, 1, 2, 6, 9, 10, 11
BAD_TOKEN = 4004
DEFERRED = {5, 6}  # answers of interactions that only say: wait


class Now(Clock):
    """Discord's clock goes as the bot's does."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class Session:
    """What the gateway has for one bot since it identified itself; event number n is `frames[n - 1]`."""

    def __init__(self, number: int, intents: int) -> None:
        self.id = f"session-{number}"
        self.intents = discord.Intents._from_value(intents)
        self.frames: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.resumed = 0
        self.over = False  # it cannot be resumed any more

    def add(self, event: str, payload: Any) -> None:
        self.frames.append(
            {"op": DISPATCH, "t": event, "s": len(self.frames) + 1, "d": json.loads(json.dumps(payload))}
        )
        self.news.set()


class Line:
    """One connection of the bot, packed as the bot asked for."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._pack = zlib.compressobj()

    async def send(self, frame: Mapping[str, Any]) -> None:
        text = json.dumps(frame).encode()
        await self.socket.send_bytes(self._pack.compress(text) + self._pack.flush(zlib.Z_SYNC_FLUSH))

    async def follow(self, session: Session, after: int) -> None:
        """Send what comes after an event, for as long as the connection lasts."""
        with contextlib.suppress(ConnectionError):
            while True:
                session.news.clear()
                for frame in session.frames[after:]:
                    await self.send(frame)
                    after = frame["s"]
                await session.news.wait()


class Wire:
    """Discord as a bot meets it."""

    def __init__(self, env: simcord.Env, token: str) -> None:
        self.backend: Any = env.backend
        self.token = token
        self.url = ""
        self.sessions: list[Session] = []
        self.beats = 0
        self.busy = 0  # requests being answered
        self.lose = 0  # how many answers to new messages get lost on the way back
        self.refuse = 0  # how many new messages are sent away with "too many requests"
        self.everywhere = False  # these are for all requests of the bot, not for one place
        self.pause = 0.0  # seconds until a request is answered
        self.refused = 0  # requests that were sent away
        self.answered: dict[str, asyncio.Event] = {}  # by the interaction's token
        self.waits: list[float] = []  # seconds until interactions were acknowledged
        self.unknown: list[str] = []  # requests that SimCord does not know
        self._asked: dict[str, float] = {}
        self._nonces: dict[tuple[str, str], Any] = {}
        self._lines: set[Line] = set()
        self.backend.subscribers.append(self.heard)

    def app(self) -> web.Application:
        app = web.Application(client_max_size=1 << 26)
        app.router.add_get("/gateway/", self.gateway)
        app.router.add_route("*", VERSION + "/{path:.*}", self.rest)
        return app

    # ------------------------------------------------------------------ gateway

    def heard(self, event: str, payload: Mapping[str, Any]) -> None:
        """Something happened in the world."""
        if event == "INTERACTION_CREATE":
            self.answered[payload["token"]] = asyncio.Event()
            self._asked[payload["token"]] = asyncio.get_running_loop().time()
        if not self.sessions:
            return
        gate = scope.required_intent(event, payload)
        if gate is None or getattr(self.sessions[-1].intents, gate):
            self.sessions[-1].add(event, payload)

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        assert request.query["encoding"] == "json", request.query
        assert request.query["compress"] == "zlib-stream", request.query
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        line = Line(socket)
        self._lines.add(line)
        sender: asyncio.Task[None] | None = None
        try:
            await line.send({"op": HELLO, "d": {"heartbeat_interval": BEAT}})
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                frame = json.loads(message.data)
                if frame["op"] == HEARTBEAT:
                    self.beats += 1
                    await line.send({"op": HEARD})
                elif frame["op"] in {IDENTIFY, RESUME} and frame["d"]["token"] != self.token:
                    await socket.close(code=BAD_TOKEN)
                elif frame["op"] == IDENTIFY:
                    sender = asyncio.create_task(line.follow(self.identify(frame["d"]), 0))
                elif frame["op"] == RESUME:
                    session = next((s for s in self.sessions if s.id == frame["d"]["session_id"]), None)
                    if session is not self.sessions[-1] or session.over:
                        await line.send({"op": INVALID, "d": False})
                        continue
                    session.resumed += 1
                    session.add("RESUMED", {})
                    sender = asyncio.create_task(line.follow(session, frame["d"]["seq"]))
        finally:
            self._lines.discard(line)
            if sender is not None:
                sender.cancel()
        return socket

    def identify(self, data: Mapping[str, Any]) -> Session:
        session = Session(len(self.sessions) + 1, data["intents"])
        self.sessions.append(session)
        guilds = self.backend.guilds.values()
        session.add("READY", {
            "v": 10,
            "user": serializers.user_payload(self.backend.bot_user),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url.replace("http", "ws") + "/gateway/",
            "shard": data["shard"],
            "application": {"id": str(self.backend.application_id), "flags": 0},
        })  # fmt: skip
        for guild in guilds:
            payload = json.loads(json.dumps(serializers.guild_create_payload(self.backend, guild)))
            scope.prune_guild_create(payload, session.intents, self.backend.bot_user.id)
            session.add("GUILD_CREATE", payload)
        return session

    async def drop(self, code: int = 4000) -> None:
        """Break all connections, as Discord does several times a day; the sessions stay."""
        for line in tuple(self._lines):
            await line.socket.close(code=code)

    # ------------------------------------------------------------------ REST

    async def rest(self, request: web.Request) -> web.StreamResponse:
        self.busy += 1
        try:
            await asyncio.sleep(self.pause)
            return await self._rest(request, request.path.removeprefix(VERSION))
        finally:
            self.busy -= 1

    async def _rest(self, request: web.Request, path: str) -> web.StreamResponse:
        if (
            not path.startswith(("/interactions/", "/webhooks/"))
            and request.headers.get("Authorization") != f"Bot {self.token}"
        ):
            return reply({"message": "401: Unauthorized", "code": 0}, status=401)
        if path == "/gateway/bot":
            limits = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
            address = self.url.replace("http", "ws") + "/gateway/"
            return reply({"url": address, "shards": 1, "session_start_limit": limits})
        body, files = await read(request)
        post = request.method == "POST" and path.startswith("/channels/") and path.endswith("/messages")
        if post and self.refuse:
            self.refuse -= 1
            self.refused += 1
            headers = {"Retry-After": "0.2", "Via": "1.1 google"}
            limit = {"message": "slow", "retry_after": 0.2, "global": self.everywhere}
            return reply(limit, status=429, headers=headers)
        nonce = (path, str(body["nonce"])) if post and body.get("enforce_nonce") else None
        if nonce and nonce in self._nonces:
            return reply(self._nonces[nonce])
        try:
            answer = router.dispatch(
                self.backend, request.method, path, json=body, params=dict(request.query), files=files,
                reason=unquote(request.headers.get("X-Audit-Log-Reason", "")) or None,
            )  # fmt: skip
        except (router.RouteNotImplemented, router.UnsupportedField) as error:
            self.unknown.append(str(error))
            raise
        except BackendError as error:
            return reply(error.to_json(), status=error.status)
        if nonce:
            self._nonces[nonce] = answer
        self._note(path, body)
        if post and self.lose:
            self.lose -= 1
            return reply({"message": "lost"}, status=502)
        return web.Response(status=204) if answer is None else reply(answer)

    def _note(self, path: str, body: Any) -> None:
        """What this request means for the interaction it answers."""
        parts = path.strip("/").split("/")
        if parts[0] == "interactions":
            self.waits.append(asyncio.get_running_loop().time() - self._asked[parts[2]])
            if body["type"] in DEFERRED:
                return
        if parts[0] in {"interactions", "webhooks"} and parts[2] in self.answered:
            self.answered[parts[2]].set()


def reply(answer: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """JSON as Discord sends it: without a charset, which discord.py would take for text."""
    named = {**(headers or {}), "Content-Type": "application/json"}
    return web.Response(body=json.dumps(answer).encode(), status=status, headers=named)


async def read(request: web.Request) -> tuple[Any, list[discord.File]]:
    """Body and uploads of a request."""
    if not request.can_read_body:
        return None, []
    if not request.content_type.startswith("multipart/"):
        return await request.json(), []
    form = await request.post()
    body = json.loads(str(form["payload_json"]))
    told = {str(a["id"]): a for a in body.get("attachments", ())}
    files = []
    for name, part in form.items():
        if isinstance(part, web.FileField):
            number = name.removeprefix("files[").removesuffix("]")
            data = io.BytesIO(part.file.read())
            files.append(discord.File(data, part.filename, description=told[number].get("description")))
    return body, files


@asynccontextmanager
async def serving(wire: Wire) -> AsyncIterator[None]:
    """Serve on a free port."""
    runner = web.AppRunner(wire.app(), access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        wire.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield
    finally:
        await wire.drop(WSCloseCode.GOING_AWAY)
        await runner.cleanup()
