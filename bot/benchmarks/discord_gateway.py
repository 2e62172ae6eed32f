"""A gateway as Discord's, on a socket: sessions that are resumed, frames packed as one stream, heartbeats.

Whose world it tells of is its subclass's business, which makes the first events and adds what happens later.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from aiohttp import WSMsgType, web

GATEWAY_PATH = "/gateway/"
DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, HEARD = 0, 1, 2, 6, 9, 10, 11
BAD_TOKEN = 4004  # of a connection that is closed


class Session:
    """What the gateway has for one shard of a bot since that identified itself; event number n is `frames[n - 1]`."""

    def __init__(self, number: int, intents: int, shard: int) -> None:
        self.id = f"session-{number}"
        self.intents = intents
        self.shard = shard
        self.frames: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.resumed = 0
        self.over = False  # it cannot be resumed any more

    def add(self, event: str, payload: Any) -> None:
        """Tell of an event, as it is now."""
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
        """Send one frame."""
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


class Gateway(ABC):
    """The gateway for one bot."""

    def __init__(self, token: str, beat: int, shards: int = 1) -> None:
        """`token`: the bot's; `beat`: milliseconds between two heartbeats. Discord asks for one each 41 seconds.

        `shards`: how many it advises.
        """
        self.token = token
        self.shards = shards
        self.url = ""  # of the server, once it has a port
        self.sessions: list[Session] = []
        self.beats = 0
        self._beat = beat
        self._lines: set[Line] = set()

    @abstractmethod
    def greet(self, session: Session, data: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
        """The events with which a session begins. `data`: what the bot has said of itself."""

    @property
    def gateway_url(self) -> str:
        """Where the bot connects to."""
        return self.url.replace("http", "ws") + GATEWAY_PATH

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        assert request.query["encoding"] == "json", request.query
        assert request.query["compress"] == "zlib-stream", request.query
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        line = Line(socket)
        self._lines.add(line)
        sender: asyncio.Task[None] | None = None
        try:
            await line.send({"op": HELLO, "d": {"heartbeat_interval": self._beat}})
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
                    if session is None or session is not self.latest_session(session.shard) or session.over:
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
        """Begin a session."""
        session = Session(len(self.sessions) + 1, data["intents"], data["shard"][0])
        self.sessions.append(session)
        for event, payload in self.greet(session, data):
            session.add(event, payload)
        return session

    def latest_session(self, shard: int) -> Session:
        """The session that hears of a shard's servers; there must have been one."""
        return next(s for s in reversed(self.sessions) if s.shard == shard)

    def ready_payload(self, session: Session, data: Mapping[str, Any]) -> dict[str, Any]:
        """What READY says in any world, but for the user, the guilds and the application."""
        return {"v": 10, "session_id": session.id, "resume_gateway_url": self.gateway_url, "shard": data["shard"]}

    async def drop(self, code: int = 4000) -> None:
        """Break all connections, as Discord does several times a day; the sessions stay."""
        for line in tuple(self._lines):
            await line.socket.close(code=code)

    def gateway_answer(self) -> dict[str, Any]:
        """The answer to a bot that asks where the gateway is."""
        limits = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.gateway_url, "shards": self.shards, "session_start_limit": limits}


def json_answer(answer: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """JSON as Discord sends it: without a charset, which discord.py would take for text."""
    named = {**(headers or {}), "Content-Type": "application/json"}
    return web.Response(body=json.dumps(answer).encode(), status=status, headers=named)
