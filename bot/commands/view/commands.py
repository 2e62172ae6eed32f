"""The commands of `/view`: what is asked for, with its options, and the view that answers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess, find_table
from bot.client.services import Services
from bot.commands.command_builder import GAME, REQUIRED, Option, OptionDetails, build_command
from bot.commands.completion import Choices, find_typed_rules, find_typed_table, list_titles, matching_choices
from bot.commands.moment import MOMENT, complete_moment, find_moment
from bot.commands.view.reply import reply_soon
from bot.core.errors import NotPossible
from bot.model.player_names import name_to_type
from bot.views import inspection, map_focus
from bot.views.formatting import full_name
from bot.views.inspection import SeenTable
from bot.views.messages import Private
from bot.views.pages import network_page, routes_page
from bot.views.pages.key_page import show_key
from bot.views.pages.title_preview import look_at_start
from bot.views.story import move_browser
from bot.views.story.game_log import LogFilter, game_log, list_rounds
from bot.views.story.results.chart_page import show_chart
from game.numbering import number_key

AT, AT_TABLE = Option("at", MOMENT), Option("game", GAME)
TITLE = Option("title", OptionDetails("Which game, as it starts; no table is needed", choices=list_titles))
LAYERS = Literal["normal", "plain", "last runs"]


@dataclass(frozen=True)
class ViewCommand:
    """A command of `/view`: its options, and the view that answers it."""

    name: str
    text: str
    options: tuple[Option, ...]
    show: Callable[[SeenTable, Mapping[str, Any]], Awaitable[Private]]  # with the options by name
    moves_back: bool = True  # the option `at` names the position that is shown


async def _show_map(look: SeenTable, options: Mapping[str, Any]) -> Private:
    """The map, or a part of it, with the layers that were asked for."""
    return await inspection.show_map(look, options["focus"] or "", options["layers"], large=options["large"])


async def _show_routes(look: SeenTable, options: Mapping[str, Any]) -> Private:
    """The last runs of a company."""
    return await routes_page.show_routes(look, options["company"] or "")


async def _show_description(look: SeenTable, options: Mapping[str, Any]) -> Private:
    """What a private, company, train or tile does."""
    return inspection.show_words(look, options["what"])


async def _show_key(look: SeenTable, _options: Mapping[str, Any]) -> Private:
    """What the signs on the map and the columns of tables mean."""
    return await show_key(look)


async def _show_changes(look: SeenTable, options: Mapping[str, Any]) -> Private:
    """What changed since a move."""
    return await move_browser.show_changes(look, *await find_moment(TableAccess(look.table, None, None), options["at"]))


async def complete_company(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: companies and private companies of the table."""
    rules = await find_typed_rules(context)
    return matching_choices(current, [(full_name(rules, c), c) for c in (*rules.data.companies, *rules.data.privates)])


async def complete_player(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: players of the table."""
    seats = (await find_typed_table(context)).table.seats
    return matching_choices(current, [(s.shown, name_to_type(s, seats)) for s in seats])


async def complete_hex(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: hexes, named ones first."""
    rules = await find_typed_rules(context)
    every = sorted(rules.data.hexes.values(), key=lambda h: (not h.name, number_key(h.id)))
    return matching_choices(current, [(full_name(rules, h.id), h.id) for h in every])


async def complete_focus(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: where it happened, regions and companies, then hexes."""
    parts = matching_choices(current, map_focus.suggestions(await find_typed_rules(context)))
    return [*parts, *await complete_hex(context, current)]


async def complete_words(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types what lines of the log are about: players, then companies and privates."""
    return [*await complete_player(context, current), *await complete_company(context, current)]


async def complete_round(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: the rounds of the game so far, newest first."""
    moves = await (await find_typed_table(context)).table.history()
    return matching_choices(current, [(name, name) for name in reversed(list_rounds(moves))])


async def _show_log(look: SeenTable, given: Mapping[str, Any]) -> Private:
    """What happened, only the lines that were asked for."""
    kind = "" if given["kind"] == "all" else given["kind"]
    return await game_log(look, LogFilter(given["filter"] or "", given["round"] or "", kind))


LogKind = Literal["all", "tiles", "stations", "runs", "dividends", "trains", "shares", "privates", "skipped"]
ChartKind = Literal["worth", "share prices", "revenue", "dividends"]
VIEWS = (  # listed in this order: what is looked at most comes first
    ViewCommand(
        "map",
        "Map",
        (
            Option(
                "focus",
                OptionDetails(
                    "A hex, city, company or region to look at closely; here: where something happened last",
                    complete_focus,
                ),
            ),
            Option("layers", OptionDetails("How much to draw"), LAYERS, "normal"),
            Option("large", OptionDetails("Large print"), bool, default=False),
            AT,
            AT_TABLE,
            TITLE,
        ),
        _show_map,
    ),
    ViewCommand("market", "Stock market", (AT, AT_TABLE, TITLE), lambda look, _given: inspection.show_market(look)),
    ViewCommand(
        "company",
        "Company card",
        (
            Option("company", OptionDetails("Which company or private", complete_company), str, REQUIRED),
            AT,
            AT_TABLE,
            TITLE,
        ),
        lambda look, options: inspection.show_company(look, options["company"]),
    ),
    ViewCommand(
        "player",
        "Player card",
        (Option("player", OptionDetails("Which player", complete_player), str, REQUIRED), AT, AT_TABLE),
        lambda look, options: inspection.show_player(look, options["player"]),
    ),
    ViewCommand(
        "holdings",
        "Who holds what, every treasury",
        (Option("form", OptionDetails("As a picture, or in words"), Literal["image", "text"], "image"), AT, AT_TABLE),
        lambda look, options: inspection.show_holdings(look, options["form"]),
    ),
    ViewCommand(
        "table",
        "Everything as a table",
        (
            Option(
                "form",
                OptionDetails("As a picture, in words, or as a CSV file"),
                Literal["image", "text", "csv"],
                "image",
            ),
            AT,
            AT_TABLE,
        ),
        lambda look, options: inspection.show_overview(look, options["form"]),
    ),
    ViewCommand(
        "tiles",
        "Tiles left and upgrades",
        (
            Option("hex", OptionDetails("What is in this hex and what it can become", complete_hex)),
            Option("tile", OptionDetails("What this tile becomes, and what it comes from"), str, ""),
            AT,
            AT_TABLE,
            TITLE,
        ),
        lambda look, options: inspection.show_tiles(look, options["hex"] or "", options["tile"]),
    ),
    ViewCommand(
        "routes",
        "Last runs",
        (Option("company", OptionDetails("Only of this company", complete_company)), AT, AT_TABLE),
        _show_routes,
    ),
    ViewCommand(
        "log",
        "Game log",
        (
            Option(
                "filter",
                OptionDetails("Only lines with these words, such as a company, a player or a place", complete_words),
            ),
            Option("round", OptionDetails("Only of this round, such as OR 3.1, or OR 3 for the set", complete_round)),
            Option("kind", OptionDetails("Only of this kind"), LogKind, "all"),
            AT,
            AT_TABLE,
        ),
        _show_log,
    ),
    ViewCommand(
        "changes",
        "What happened since your last turn",
        (Option("at", OptionDetails("Since which move", complete_moment)), AT_TABLE),
        _show_changes,
        moves_back=False,
    ),
    ViewCommand(
        "bank",
        "Bank, trains, phase, what rusts next",
        (AT, AT_TABLE, TITLE),
        lambda look, _given: inspection.show_bank(look),
    ),
    ViewCommand("hand", "Your cards", (AT, AT_TABLE), lambda look, _given: inspection.show_hand(look)),
    ViewCommand(
        "auction",
        "Lots, bids, the next bid, free cash",
        (Option("form", OptionDetails("As a picture, or in words"), Literal["image", "text"], "image"), AT, AT_TABLE),
        lambda look, options: inspection.show_auction(look, options["form"]),
    ),
    ViewCommand(
        "network",
        "What a company reaches, and what it does not reach yet",
        (
            Option(
                "company",
                OptionDetails("Whose network; if left out: the company whose turn it is", complete_company),
                str,
                "",
            ),
            Option("place", OptionDetails("A place to reach: shows what to build to get there", complete_hex), str, ""),
            Option(
                "start", OptionDetails("Start from this place, not from the company's stations", complete_hex), str, ""
            ),
            AT,
            AT_TABLE,
            TITLE,
        ),
        lambda look, options: network_page.network_page(look, options["company"], options["place"], options["start"]),
    ),
    ViewCommand(
        "chart",
        "Charts",
        (
            Option("kind", OptionDetails("What to chart"), ChartKind, "worth"),
            Option("form", OptionDetails("As a picture, or in words"), Literal["image", "text"], "image"),
            AT,
            AT_TABLE,
        ),
        lambda look, options: show_chart(look, options["kind"], options["form"]),
    ),
    ViewCommand(
        "describe",
        "The board in words",
        (
            Option("what", OptionDetails("A hex, a city, a company, market or map", complete_hex), str, ""),
            AT,
            AT_TABLE,
            TITLE,
        ),
        _show_description,
    ),
    ViewCommand(
        "key",
        "What the signs on the map and the columns of tables mean",
        (AT_TABLE, TITLE),
        _show_key,
        moves_back=False,
    ),
)


def build_view_command(services: Services, view: ViewCommand) -> app_commands.Command[Any, ..., Any]:
    """The command of a view for discord.py."""

    async def handle_options(context: InteractionContext, given: Mapping[str, Any]) -> None:
        """Answer with the view."""
        await answer_view(context, view, given)

    return build_command(services, view.name, view.text, view.options, handle_options)


async def answer_view(context: InteractionContext, view: ViewCommand, options: Mapping[str, Any]) -> None:
    """Acknowledge, find the table and the moment, and answer privately. With `title`: as it starts, whatever the table."""
    await context.defer()
    title, moment = options.get("title"), options.get("at") if view.moves_back else None
    if title:
        if moment:
            raise NotPossible("A game as it starts has no earlier moment: leave out `at` or `title`")
        look = await look_at_start(context.services.store, context.services.tables, title)
    else:
        access = await find_table(context, options["game"])
        look = await inspection.look_at(access.table, access.own, *await find_moment(access, moment))
    await reply_soon(context, look, view.show(look, options))
