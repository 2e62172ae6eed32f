"""The page of ours that stands round the simulation's: the list of tables, and which one is shown."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from aiohttp import web
from simcord.backend.errors import SetupError

import render
from bot.core.errors import NotPossible
from bot.model.kinds import TableStatus
from bot.model.models import GameRow
from bot.model.short_codes import short_code
from bot.sandbox.demo_loader import DemoLoader, Venue
from bot.sandbox.simulation import Sandbox
from bot.views.formatting import join_plain_names
from bot.views.pictures import drawing, images
from render.data.names import round_label

HOST = "127.0.0.1"


class Index:
    """The page that lists the tables beside the channel that is shown."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.loader = DemoLoader(
            sandbox.bot,
            sandbox.guild.id,
            sandbox.people,
            Venue(sandbox.quiet, sandbox.post_panel, give_thread=sandbox.settle_table, open_lesson=sandbox.open_lesson),
        )
        self.origin = ""

    def make_app(self) -> web.Application:
        """The web application of the page: its routes, and the refusal of other sites."""
        app = web.Application(middlewares=[self.refuse_other_sites])
        app.router.add_get("/", self.serve_page)
        app.router.add_get("/favicon.ico", self.serve_icon)
        app.router.add_get("/rooms", self.list_rooms)
        app.router.add_get("/beside/{channel:[0-8]?[0-9]{1,18}}/{what:map|table|whole}", self.serve_picture)
        app.router.add_post("/open/{channel:[0-9]{1,20}}", self.open_room)
        return app

    @web.middleware
    async def refuse_other_sites(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse other sites: whoever opens the sandbox acts as any local player."""
        ours = {self.origin, self.origin.replace(HOST, "localhost")}
        if f"http://{request.host}" not in ours or request.headers.get("Origin", self.origin) not in ours:
            raise web.HTTPForbidden(text="Open the address that the sandbox printed.")
        answer: web.StreamResponse = await handler(request)
        answer.headers.update(
            {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY"}
        )
        return answer

    async def serve_page(self, request: web.Request) -> web.Response:
        """The page that holds SimCord's."""
        text = files("bot.sandbox").joinpath("sandbox.html").read_text("utf-8")
        return web.Response(text=text, content_type="text/html")

    async def serve_icon(self, request: web.Request) -> web.Response:
        """Answer that the page has no icon, which browsers ask for."""
        return web.Response(status=204)

    async def list_rooms(self, request: web.Request) -> web.Response:
        """The channels and what is played in them, as JSON."""
        bot = self.sandbox.bot
        rooms = [{"id": str(self.sandbox.lobby.id), "name": "# tables", "note": "open and join tables here"}]
        for row in await bot.store.find_tables(
            guild=self.sandbox.guild.id,
            statuses=(TableStatus.OPEN, TableStatus.RUNNING, TableStatus.FINISHED),
            limit=100,
        ):
            if any(t.id == row.channel for t in self.sandbox.lobby.threads):
                label = " · ".join(filter(None, [short_code(row), row.name]))
                rooms.append({"id": str(row.channel), "name": label, **await self.room_note(row)})
        first = self.loader.first or self.sandbox.lobby.id
        told = {
            "first": str(first),
            "rooms": rooms,
            "coming": self.loader.labels_to_come,
            "opened": self.sandbox.opened,
        }
        return web.json_response(told)

    async def room_note(self, row: GameRow) -> dict[str, str]:
        """Who must act at a table: in words, and the first of them; and the move by which its pictures are known."""
        if row.status != TableStatus.RUNNING:
            return {"note": "waits for players" if row.status == TableStatus.OPEN else row.status}
        table = await self.sandbox.bot.tables.get(row.id)
        now = table.position
        note = f"{round_label(now.round)} · {join_plain_names(row, now.deciders)} to act"
        return {"note": note, "acting": join_plain_names(row, now.deciders[:1]), "move": str(now.move)}

    async def serve_picture(self, request: web.Request) -> web.Response:
        """The map of a channel's table, who holds what, or both beside each other, as everybody may see it: a wide page has room
        for them.
        """
        row = await self.sandbox.bot.store.table_in_channel(self.sandbox.guild.id, int(request.match_info["channel"]))
        if row is None or row.status != TableStatus.RUNNING:
            raise web.HTTPNotFound
        table = await self.sandbox.bot.tables.get(row.id)
        view = await table.view(None)
        with drawing.drawn_behind():  # whoever has pressed something comes first
            if request.match_info["what"] == "whole":
                drawn = await images.draw_board(table, view, canvas=render.WIDE)
            elif request.match_info["what"] == "map":
                canvas = render.map_canvas(table.rules.data)
                drawn = await images.draw_board(table, view, canvas=canvas, layers=render.MAP_ALONE)
            else:
                drawn = await images.draw_holdings(table, view)
        return web.Response(body=drawn.data, content_type="image/png")

    async def open_room(self, request: web.Request) -> web.Response:
        """The address of SimCord's page for a channel, as JSON, and whether a page has looked through somebody's eyes before."""
        try:
            url = await self.sandbox.open_preview(int(request.match_info["channel"]), f"http://{request.host}")
        except (NotPossible, SetupError) as error:
            return web.json_response({"error": str(error)}, status=409)
        seen = bool(self.sandbox.viewer)
        address = url.replace(HOST, request.host.partition(":")[0])
        return web.json_response({"url": address, "seen": seen, "opened": self.sandbox.opened})
