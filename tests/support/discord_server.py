"""Discord on a port of this machine: its REST and its gateway over real sockets, for the bot as a service in its own process.

Guild, people, messages and the rules for requests are SimCord's. Here is what lies between, and what only a network shows: the
token, uploads as forms, compressed frames, heartbeats, a session that is resumed, answers that get lost, nonces.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

import discord
import simcord
from aiohttp import WSCloseCode, web
from simcord import intents as scope
from simcord._clock import Clock
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.benchmarks.discord_gateway import GATEWAY_PATH, Gateway, Session, json_answer

VERSION = "/api/v10"
BEAT = 1500  # milliseconds between heartbeats; Discord asks for one each 41 seconds
DEFERRED = {5, 6}  # answers of interactions that only say: wait


class Now(Clock):
    """Discord's clock goes as the bot's does."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class Wire(Gateway):
    """Discord as a bot meets it."""

    def __init__(self, env: simcord.Env, token: str) -> None:
        super().__init__(token, BEAT)
        self.backend: Any = env.backend
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
        self.backend.subscribers.append(self.heard)

    def app(self) -> web.Application:
        app = web.Application(client_max_size=1 << 26)
        app.router.add_get(GATEWAY_PATH, self.gateway)
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
        if gate is None or getattr(_intents(self.sessions[-1]), gate):
            self.sessions[-1].add(event, payload)

    def greet(self, session: Session, data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """The bot's user, and its guilds as far as its intents go."""
        guilds = self.backend.guilds.values()
        yield (
            "READY",
            self.ready_payload(session, data)
            | {
                "user": serializers.user_payload(self.backend.bot_user),
                "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
                "application": {"id": str(self.backend.application_id), "flags": 0},
            },
        )
        for guild in guilds:
            payload = json.loads(json.dumps(serializers.guild_create_payload(self.backend, guild)))
            scope.prune_guild_create(payload, _intents(session), self.backend.bot_user.id)
            yield "GUILD_CREATE", payload

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
            return json_answer({"message": "401: Unauthorized", "code": 0}, status=401)
        if path == "/gateway/bot":
            return json_answer(self.gateway_answer())
        body, files = await read(request)
        post = request.method == "POST" and path.startswith("/channels/") and path.endswith("/messages")
        if post and self.refuse:
            self.refuse -= 1
            self.refused += 1
            headers = {"Retry-After": "0.2", "Via": "1.1 google"}
            limit = {"message": "slow", "retry_after": 0.2, "global": self.everywhere}
            return json_answer(limit, status=429, headers=headers)
        nonce = (path, str(body["nonce"])) if post and body.get("enforce_nonce") else None
        if nonce and nonce in self._nonces:
            return json_answer(self._nonces[nonce])
        try:
            answer = router.dispatch(
                self.backend, request.method, path, json=body, params=dict(request.query), files=files,
                reason=unquote(request.headers.get("X-Audit-Log-Reason", "")) or None,
            )  # fmt: skip
        except (router.RouteNotImplemented, router.UnsupportedField) as error:
            self.unknown.append(str(error))
            raise
        except BackendError as error:
            return json_answer(error.to_json(), status=error.status)
        if nonce:
            self._nonces[nonce] = answer
        self._note(path, body)
        if post and self.lose:
            self.lose -= 1
            return json_answer({"message": "lost"}, status=502)
        return web.Response(status=204) if answer is None else json_answer(answer)

    def _note(self, path: str, body: Any) -> None:
        """What this request means for the interaction it answers."""
        parts = path.strip("/").split("/")
        if parts[0] == "interactions":
            self.waits.append(asyncio.get_running_loop().time() - self._asked[parts[2]])
            if body["type"] in DEFERRED:
                return
        if parts[0] in {"interactions", "webhooks"} and parts[2] in self.answered:
            self.answered[parts[2]].set()


def _intents(session: Session) -> discord.Intents:
    """What that session asked to be told of."""
    return discord.Intents._from_value(session.intents)


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
