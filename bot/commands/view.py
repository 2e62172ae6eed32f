"""`/view`, `/history` and the public panel's buttons that show something: always private to the one who asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

import discord
from discord import app_commands

from bot.client.interaction import InteractionContext, handle
from bot.client.lookup import At, at, table_of
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.completion import Choices, complete_game, completes, here, hits, names_game
from bot.core.discord_limits import OPTIONS
from bot.core.errors import NotPossible
from bot.core.text import quoted
from bot.views import inspection, map_focus
from bot.views.command_options import unstamp
from bot.views.custom_ids import VIEW, Id, number
from bot.views.formatting import thing
from bot.views.inspection import Look
from bot.views.messages import Private
from bot.views.title_preview import start_of
from bot.commands.moment import complete_at, move_at, names_at
from bot.commands.history import _add_history

names_title = "A title as it starts, without a table"
Show = Callable[[Look], Awaitable[Private]]


def setup(registry: Registry, services: Services) -> None:
    registry.button_handlers[VIEW] = press
    titles = [app_commands.Choice(name=t, value=t) for t in services.titles]
    group = app_commands.Group(name="view", description="Look at the game (only you see it)")

    @group.command(name="map", description="Map")
    @app_commands.describe(
        focus="A hex, city, company or region to look at closely, or here",
        layers="What is drawn",
        large="Large print",
        at=names_at,
        game=names_game,
        title=names_title,
    )
    @app_commands.choices(title=titles)
    async def map_(
        interaction: discord.Interaction[Any],
        focus: str | None = None,
        layers: Literal["normal", "plain", "last routes"] = "normal",
        large: bool = False,
        at: str | None = None,
        game: str | None = None,
        title: str | None = None,
    ) -> None:
        await show(
            services, interaction, game, at, lambda x: inspection.map_(x, focus or "", layers, large=large), title
        )

    @group.command(name="company", description="Company card")
    @app_commands.describe(company="Which", at=names_at, game=names_game)
    async def company(
        interaction: discord.Interaction[Any], company: str, at: str | None = None, game: str | None = None
    ) -> None:
        await show(services, interaction, game, at, lambda x: inspection.company(x, company))

    @group.command(name="player", description="Player card")
    @app_commands.describe(player="Whose", at=names_at, game=names_game)
    async def player(
        interaction: discord.Interaction[Any], player: str, at: str | None = None, game: str | None = None
    ) -> None:
        await show(services, interaction, game, at, lambda x: inspection.player(x, player))

    @group.command(name="tiles", description="Tiles left and upgrades")
    @app_commands.describe(hex="What this hex is and may become", at=names_at, game=names_game, title=names_title)
    @app_commands.choices(title=titles)
    async def tiles(
        interaction: discord.Interaction[Any],
        hex: str | None = None,
        at: str | None = None,
        game: str | None = None,
        title: str | None = None,
    ) -> None:
        await show(services, interaction, game, at, lambda x: inspection.tiles(x, hex or ""), title)

    @group.command(name="table", description="Everything as a table")
    @app_commands.describe(form="As what", at=names_at, game=names_game)
    async def table(
        interaction: discord.Interaction[Any],
        form: Literal["image", "text", "csv"] = "image",
        at: str | None = None,
        game: str | None = None,
    ) -> None:
        await show(services, interaction, game, at, lambda x: inspection.everything(x, form))

    @group.command(name="routes", description="Last runs")
    @app_commands.describe(company="Only of this company", at=names_at, game=names_game)
    async def routes(
        interaction: discord.Interaction[Any],
        company: str | None = None,
        at: str | None = None,
        game: str | None = None,
    ) -> None:
        await show(services, interaction, game, at, _now(lambda x: inspection.routes(x, company or "")))

    @group.command(name="log", description="Game log")
    @app_commands.describe(filter="Only lines with these words", at=names_at, game=names_game)
    async def log(
        interaction: discord.Interaction[Any], filter: str | None = None, at: str | None = None, game: str | None = None
    ) -> None:
        await show(services, interaction, game, at, lambda x: inspection.log(x, filter or ""))

    @group.command(name="changes", description="What happened since your last turn")
    @app_commands.describe(at="Since which move", game=names_game)
    async def changes(interaction: discord.Interaction[Any], at: str | None = None, game: str | None = None) -> None:
        await show(services, interaction, game, None, lambda x: _changes(x, at))

    @group.command(name="chart", description="Charts")
    @app_commands.describe(kind="Of what", game=names_game)
    async def chart(
        interaction: discord.Interaction[Any],
        kind: Literal["net worth", "share prices"] = "net worth",
        game: str | None = None,
    ) -> None:
        await show(services, interaction, game, None, lambda x: inspection.chart(x, kind))

    @group.command(name="describe", description="The board in words")
    @app_commands.describe(what="A hex, a city, a company, market or map", at=names_at, game=names_game)
    async def describe(
        interaction: discord.Interaction[Any], what: str = "", at: str | None = None, game: str | None = None
    ) -> None:
        await show(services, interaction, game, at, _now(lambda x: inspection.describe(x, what)))

    for verb, text, work in (
        ("market", "Stock market", inspection.market),
        ("bank", "Bank, trains, phase, what rusts next", inspection.bank),
        ("hand", "Your cards", inspection.hand),
    ):
        group.add_command(
            _plain(services, verb, text, work) if verb == "hand" else _of_title(services, verb, text, work)
        )
    for command in group.commands:
        if isinstance(command, app_commands.Command):
            lists = {"at": complete_at, "game": complete_game, "company": complete_company, "player": complete_player}
            for p in command.parameters:
                if p.name in lists:
                    command.autocomplete(p.name)(completes(services, lists[p.name]))
                if p.name in {"hex", "what"}:
                    command.autocomplete(p.name)(completes(services, complete_hex))
                if p.name == "focus":
                    command.autocomplete(p.name)(completes(services, complete_focus))
    registry.tree.add_command(group)
    _add_history(registry, services)


def _plain(services: Services, verb: str, text: str, work: Show) -> app_commands.Command[Any, ..., Any]:
    async def callback(interaction: discord.Interaction[Any], at: str | None = None, game: str | None = None) -> None:
        await show(services, interaction, game, at, work)

    described = app_commands.describe(at=names_at, game=names_game)(callback)
    return app_commands.Command(name=verb, description=text, callback=described)


def _of_title(services: Services, verb: str, text: str, work: Show) -> app_commands.Command[Any, ..., Any]:
    """A view that a title has without a table too."""

    async def callback(
        interaction: discord.Interaction[Any], at: str | None = None, game: str | None = None, title: str | None = None
    ) -> None:
        await show(services, interaction, game, at, work, title)

    described = app_commands.describe(at=names_at, game=names_game, title=names_title)(callback)
    titles = [app_commands.Choice(name=t, value=t) for t in services.titles]
    return app_commands.Command(name=verb, description=text, callback=app_commands.choices(title=titles)(described))


def _now(work: Callable[[Look], Private]) -> Show:
    async def wrapped(x: Look) -> Private:
        return work(x)

    return wrapped


async def show(
    services: Services,
    interaction: discord.Interaction[Any],
    game: str | None,
    moment: str | None,
    work: Show,
    title: str | None = None,
) -> None:
    """Acknowledge, find the table and the moment, and answer privately. `title`: as it starts, whatever the table."""

    async def at_table(context: InteractionContext) -> None:
        await context.defer()
        if title:
            await context.reply(await work(await start_of(services.store, services.tables, title)))
            return
        found = await table_of(context, game)
        await context.reply(await work(await inspection.look(found.table, found.own, await move_at(found, moment))))

    await handle(services, interaction, at_table)


async def _changes(x: Look, moment: str | None) -> Private:
    return await inspection.changes(x, await move_at(At(x.table, None, None), moment))


# ---------------------------------------------------------------------- lists


async def complete_company(context: InteractionContext, current: str) -> Choices:
    rules = (await here(context)).table.rules
    return hits(current, [(thing(rules, c), c) for c in rules.data.companies])


async def complete_player(context: InteractionContext, current: str) -> Choices:
    return hits(current, [(s.shown, s.name) for s in (await here(context)).table.seats])


async def complete_hex(context: InteractionContext, current: str) -> Choices:
    """Named hexes first."""
    rules = (await here(context)).table.rules
    every = sorted(rules.data.hexes.values(), key=lambda h: (not h.name, h.id))
    return hits(current, [(thing(rules, h.id), h.id) for h in every])


async def complete_focus(context: InteractionContext, current: str) -> Choices:
    """Where it happened, regions and companies, then hexes."""
    parts = hits(current, map_focus.offered((await here(context)).table.rules))
    return [*parts, *await complete_hex(context, current)]


# ---------------------------------------------------------------------- buttons

SHOWS: dict[str, Show] = {
    "map": inspection.map_,
    "market": inspection.market,
    "bank": inspection.bank,
    "table": inspection.everything,
    "changes": inspection.changes,
    "log": inspection.log,
    "tiles": inspection.tiles,
    "routes": _now(inspection.routes),
    "hand": inspection.hand,
    "text": _now(inspection.describe),
    "more": _now(inspection.more),
}


async def press(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """A button or menu that shows something. The counter does not matter: what is current is shown."""
    within = id.verb.startswith("at") or id.verb in {"show", "company", "player"} or (id.verb == "log" and bool(id.arg))
    await (context.defer_update() if within else context.defer())
    found = await at(context, id.table)
    x = await inspection.look(found.table, found.own)
    verb = values[0] if id.verb == "show" and values else id.verb
    if verb.startswith("at") or verb == "browse":
        await context.reply(await inspection.browse(found.table, found.own, number(id.arg) or 0))
    elif verb == "log" and id.arg:
        await context.reply(await inspection.log(x, number=number(id.arg) or 0))
    elif verb in {"company", "player"} and values:
        await context.reply(await (inspection.company if verb == "company" else inspection.player)(x, values[0]))
    elif verb in SHOWS:
        await context.reply(await SHOWS[verb](x))
    else:
        raise NotPossible("There is no such view. `/view` has all of them")
