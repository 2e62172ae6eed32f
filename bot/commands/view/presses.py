"""Buttons and menus that show something: each shows what is current, whenever its post was made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.client.interaction import InteractionContext
from bot.client.lookup import load_access
from bot.commands.view.reply import reply_soon
from bot.core.errors import NotPossible
from bot.views import inspection
from bot.views.custom_ids import Id, parse_number
from bot.views.inspection import SeenTable
from bot.views.messages import Private
from bot.views.pages import routes_page
from bot.views.pages.key_page import show_key
from bot.views.pages.more_page import add_way_back, add_way_to_turn, more_page, proofs_page
from bot.views.pages.picture_pages import unpack_page
from bot.views.pages.title_preview import look_at_start
from bot.views.press_verbs import STEPPING, ViewVerb
from bot.views.story import move_browser
from bot.views.story.game_log import game_log, unpack_filter
from bot.views.story.replay import replay_answer
from bot.views.story.results import game_result

Show = Callable[[SeenTable], Awaitable[Private]]
PAGES: dict[str, Callable[[SeenTable, str], Awaitable[Private]]] = {  # of views of several pictures
    ViewVerb.MAP: inspection.turn_map,
    ViewVerb.MARKET: inspection.show_market,
    ViewVerb.BANK: inspection.show_bank,
    ViewVerb.TABLE: lambda look, page: inspection.show_overview(look, page=page),
    ViewVerb.TILES: lambda look, page: inspection.show_tiles(look, page=page),
    ViewVerb.ROUTES: lambda look, page: routes_page.show_routes(look, page=page),
    ViewVerb.KEY: show_key,
}
TURNED = {ViewVerb.LOG, ViewVerb.MORE, *PAGES}  # views of several pages, which turn in their place


def _as_coroutine(work: Callable[[SeenTable], Private]) -> Show:
    """A view that is ready at once as a coroutine, as the other views are."""

    async def show_at_once(look: SeenTable) -> Private:
        """The view, without waiting for anything."""
        return work(look)

    return show_at_once


SHOWS: dict[str, Show] = {
    ViewVerb.MAP: inspection.show_map,
    ViewVerb.MARKET: inspection.show_market,
    ViewVerb.BANK: inspection.show_bank,
    ViewVerb.TABLE: inspection.show_overview,
    ViewVerb.HOLDINGS: inspection.show_holdings,
    ViewVerb.AUCTION: inspection.show_auction,
    ViewVerb.CHANGES: move_browser.show_changes,
    ViewVerb.LOG: game_log,
    ViewVerb.TILES: inspection.show_tiles,
    ViewVerb.ROUTES: routes_page.show_routes,
    ViewVerb.HAND: inspection.show_hand,
    ViewVerb.TEXT: _as_coroutine(inspection.show_words),
    ViewVerb.KEY: show_key,
    ViewVerb.MORE: more_page,
    ViewVerb.PROOFS: proofs_page,
}


async def handle_press(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """Show what a button or menu stands for. The counter does not matter: what is current is shown."""
    line = id.verb == ViewVerb.AT_LINE  # the log stays, the map comes below it
    steps = id.verb in {*STEPPING, ViewVerb.AT_ROUND}
    picks = id.verb in {ViewVerb.SHOW, ViewVerb.COMPANY, ViewVerb.PLAYER}
    within = steps or picks or (id.verb in TURNED and bool(id.arg))
    await (context.defer_update() if within else context.defer())
    page, of = unpack_page(id.arg)
    if id.verb in PAGES and not id.table:  # of a title that was looked at without a table
        look = await look_at_start(context.services.store, context.services.tables, of)
        await reply_soon(context, look, PAGES[id.verb](look, page))
        return
    access = await load_access(context, id.table)
    look = await inspection.look_at(access.table, access.own)
    chosen = id.answers(values)
    verb = chosen[0] if id.verb == ViewVerb.SHOW and chosen else id.verb
    if steps or line or verb == ViewVerb.BROWSE:
        move = chosen[0] if verb in {ViewVerb.AT_ROUND, ViewVerb.AT_LINE} and chosen else id.arg
        await reply_soon(context, look, move_browser.browse_position(access.table, access.own, parse_number(move) or 0))
    elif verb == ViewVerb.LOG and id.arg:
        wanted, number, moment = unpack_filter(id.arg)
        past = await inspection.look_at(access.table, access.own, *inspection.read_moment(moment))
        await context.reply(add_way_to_turn(past, await game_log(past, wanted, number)))
    elif verb == ViewVerb.RUN_OF and chosen:
        past = await inspection.look_at(access.table, access.own, *inspection.read_moment(id.arg))
        await reply_soon(context, past, routes_page.show_routes(past, chosen[0]))
    elif verb in {ViewVerb.COMPANY, ViewVerb.PLAYER} and chosen:
        card = (inspection.show_company if verb == ViewVerb.COMPANY else inspection.show_player)(look, chosen[0])
        await reply_soon(context, look, add_way_back(look.table, card))
    elif id.verb in PAGES and id.arg:
        past = await inspection.look_at(access.table, access.own, *inspection.read_moment(of))
        await reply_soon(context, past, PAGES[id.verb](past, page))
    elif verb == ViewVerb.REPLAY:
        await context.reply(await replay_answer(look.table, context.user, lambda text: context.reply(Private(text))))
    elif verb == ViewVerb.RESULT:
        await context.reply(await game_result.compose_details(look.table, lambda text: context.reply(Private(text))))
    elif verb in SHOWS:
        shown = SHOWS[verb](look)
        await reply_soon(context, look, add_way_back(look.table, shown) if picks else shown)
    else:
        raise NotPossible("There is no such view. Type `/view` to see them all")
