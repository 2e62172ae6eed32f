"""`/view` and the public panel's buttons that show something: always private to the one who asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess, find_table, table_by_id
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import REQUIRED, Option, build_command
from bot.commands.completion import (
    GAME_OPTION,
    Choices,
    Complete,
    autocomplete,
    complete_game,
    matching_choices,
    table_being_typed,
)
from bot.commands.moment import MOMENT_OPTION, complete_moment, find_move
from bot.core.errors import NotPossible
from bot.views import game_result, inspection, map_focus, network_page
from bot.views.custom_ids import VIEW, Id, number
from bot.views.formatting import thing
from bot.views.inspection import Look
from bot.views.messages import Private
from bot.views.more_page import more
from bot.views.title_preview import start_of

names_title = "A title as it starts, without a table"
Show = Callable[[Look], Awaitable[Private]]
AT, GAME, TITLE = Option("at", MOMENT_OPTION), Option("game", GAME_OPTION), Option("title", names_title)


@dataclass(frozen=True)
class View:
    """A command of `/view`."""

    name: str
    text: str
    options: tuple[Option, ...]
    show: Callable[[Look, Mapping[str, Any]], Awaitable[Private]]  # with the options by name
    moves_back: bool = True  # the option `at` names the position that is shown


async def _map(x: Look, given: Mapping[str, Any]) -> Private:
    return await inspection.map_(x, given["focus"] or "", given["layers"], large=given["large"])


async def _routes(x: Look, given: Mapping[str, Any]) -> Private:
    return inspection.routes(x, given["company"] or "")


async def _describe(x: Look, given: Mapping[str, Any]) -> Private:
    return inspection.describe(x, given["what"])


async def _changes(x: Look, given: Mapping[str, Any]) -> Private:
    return await inspection.changes(x, await find_move(TableAccess(x.table, None, None), given["at"]))


LAYERS = Literal["normal", "plain", "last routes"]
VIEWS = (
    View(
        "map",
        "Map",
        (
            Option("focus", "A hex, city, company or region to look at closely, or here"),
            Option("layers", "What is drawn", LAYERS, "normal"),
            Option("large", "Large print", bool, default=False),
            AT,
            GAME,
            TITLE,
        ),
        _map,
    ),
    View(
        "company",
        "Company card",
        (Option("company", "Which company or private company", str, REQUIRED), AT, GAME),
        lambda x, given: inspection.company(x, given["company"]),
    ),
    View(
        "player",
        "Player card",
        (Option("player", "Whose", str, REQUIRED), AT, GAME),
        lambda x, given: inspection.player(x, given["player"]),
    ),
    View(
        "tiles",
        "Tiles left and upgrades",
        (Option("hex", "What this hex is and may become"), AT, GAME, TITLE),
        lambda x, given: inspection.tiles(x, given["hex"] or ""),
    ),
    View(
        "holdings",
        "Who holds what, every treasury",
        (Option("form", "As what", Literal["image", "text"], "image"), AT, GAME),
        lambda x, given: inspection.holdings(x, given["form"]),
    ),
    View(
        "auction",
        "Lots, bids, the next bid, free cash",
        (Option("form", "As what", Literal["image", "text"], "image"), AT, GAME),
        lambda x, given: inspection.auction(x, given["form"]),
    ),
    View(
        "table",
        "Everything as a table",
        (Option("form", "As what", Literal["image", "text", "csv"], "image"), AT, GAME),
        lambda x, given: inspection.everything(x, given["form"]),
    ),
    View("routes", "Last runs", (Option("company", "Only of this company"), AT, GAME), _routes),
    View(
        "log",
        "Game log",
        (Option("filter", "Only lines with these words"), AT, GAME),
        lambda x, given: inspection.log(x, given["filter"] or ""),
    ),
    View(
        "changes",
        "What happened since your last turn",
        (Option("at", "Since which move"), GAME),
        _changes,
        moves_back=False,
    ),
    View(
        "chart",
        "Charts",
        (Option("kind", "Of what", Literal["net worth", "share prices"], "net worth"), GAME),
        lambda x, given: inspection.chart(x, given["kind"]),
    ),
    View(
        "describe",
        "The board in words",
        (Option("what", "A hex, a city, a company, market or map", str, ""), AT, GAME),
        _describe,
    ),
    View("market", "Stock market", (AT, GAME, TITLE), lambda x, _given: inspection.market(x)),
    View("bank", "Bank, trains, phase, what rusts next", (AT, GAME, TITLE), lambda x, _given: inspection.bank(x)),
    View("hand", "Your cards", (AT, GAME), lambda x, _given: inspection.hand(x)),
    View(
        "network",
        "What a company reaches and lacks",
        (
            Option("company", "Whose network; if left out: the company whose turn it is", str, ""),
            Option("place", "A place to reach: what would lead there", str, ""),
            Option("start", "From this place, whoever stands there", str, ""),
            AT,
            GAME,
        ),
        lambda x, given: network_page.network(x, given["company"], given["place"], given["start"]),
    ),
)


def setup(registry: Registry, services: Services) -> None:
    """Register the group, and the buttons that show something."""
    registry.button_handlers[VIEW] = press
    group = app_commands.Group(name="view", description="Look at the game (only you see it)")
    for view in VIEWS:
        group.add_command(_view_command(services, view))
    registry.tree.add_command(group)


def _view_command(services: Services, view: View) -> app_commands.Command[Any, ..., Any]:
    async def work(context: InteractionContext, given: Mapping[str, Any]) -> None:
        await show(context, view, given)

    command = build_command(services, view.name, view.text, view.options, work)
    for option in view.options:
        if option.name in COMPLETIONS:
            command.autocomplete(option.name)(autocomplete(services, COMPLETIONS[option.name]))
    if TITLE in view.options:
        app_commands.choices(title=[app_commands.Choice(name=t, value=t) for t in services.titles])(command)
    return command


async def show(context: InteractionContext, view: View, given: Mapping[str, Any]) -> None:
    """Acknowledge, find the table and the moment, and answer privately. With `title`: as it starts, whatever the table."""
    await context.defer()
    title, moment = given.get("title"), given.get("at") if view.moves_back else None
    if title:
        look = await start_of(context.services.store, context.services.tables, title)
    else:
        access = await find_table(context, given["game"])
        look = await inspection.look(access.table, access.own, await find_move(access, moment))
    await context.reply(await view.show(look, given))


def _at_once(work: Callable[[Look], Private]) -> Show:
    """As a coroutine, as the other views are."""

    async def wrapped(x: Look) -> Private:
        return work(x)

    return wrapped


# ---------------------------------------------------------------------- lists


async def complete_company(context: InteractionContext, current: str) -> Choices:
    rules = (await table_being_typed(context)).table.rules
    return matching_choices(current, [(thing(rules, c), c) for c in (*rules.data.companies, *rules.data.privates)])


async def complete_player(context: InteractionContext, current: str) -> Choices:
    return matching_choices(current, [(s.shown, s.name) for s in (await table_being_typed(context)).table.seats])


async def complete_hex(context: InteractionContext, current: str) -> Choices:
    """Named hexes first."""
    rules = (await table_being_typed(context)).table.rules
    every = sorted(rules.data.hexes.values(), key=lambda h: (not h.name, h.id))
    return matching_choices(current, [(thing(rules, h.id), h.id) for h in every])


async def complete_focus(context: InteractionContext, current: str) -> Choices:
    """Where it happened, regions and companies, then hexes."""
    parts = matching_choices(current, map_focus.offered((await table_being_typed(context)).table.rules))
    return [*parts, *await complete_hex(context, current)]


COMPLETIONS: dict[str, Complete] = {
    "at": complete_moment,
    "game": complete_game,
    "company": complete_company,
    "player": complete_player,
    "hex": complete_hex,
    "place": complete_hex,
    "start": complete_hex,
    "what": complete_hex,
    "focus": complete_focus,
}


# ---------------------------------------------------------------------- buttons

SHOWS: dict[str, Show] = {
    "map": inspection.boards,
    "market": inspection.market,
    "bank": inspection.bank,
    "table": inspection.everything,
    "holdings": inspection.holdings,
    "auction": inspection.auction,
    "changes": inspection.changes,
    "log": inspection.log,
    "tiles": inspection.tiles,
    "routes": _at_once(inspection.routes),
    "hand": inspection.hand,
    "text": _at_once(inspection.describe),
    "more": more,
    "result": lambda x: game_result.figures(x.table),
}


async def press(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """A button or menu that shows something. The counter does not matter: what is current is shown."""
    within = id.verb.startswith("at") or id.verb in {"show", "company", "player"} or (id.verb == "log" and bool(id.arg))
    await (context.defer_update() if within else context.defer())
    access = await table_by_id(context, id.table)
    x = await inspection.look(access.table, access.own)
    verb = values[0] if id.verb == "show" and values else id.verb
    if verb.startswith("at") or verb == "browse":
        await context.reply(await inspection.browse(access.table, access.own, number(id.arg) or 0))
    elif verb == "log" and id.arg:
        await context.reply(await inspection.log(x, number=number(id.arg) or 0))
    elif verb in {"company", "player"} and values:
        await context.reply(await (inspection.company if verb == "company" else inspection.player)(x, values[0]))
    elif verb in SHOWS:
        await context.reply(await SHOWS[verb](x))
    else:
        raise NotPossible("There is no such view. `/view` has all of them")
