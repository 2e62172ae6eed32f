"""Pictures of a table: its board, market and cards, and what a question offers."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from msgspec import structs

import render
from bot.tables.service import Position, Table
from bot.views.messages import Picture
from bot.views.pictures import drawing
from bot.views.pictures.drawing import View
from bot.views.pictures.drawing_process import Make
from game.actions import Bid, LayTile
from game.rules import Rules
from render import Marks
from render.data import queries
from render.drawing import phone

LEAST_ROOM, MOST_ROOM, STEP_OF_ROOM = 600, 1740, 60  # pixels of the height of maps to choose from
Size = tuple[int, int]
NO_MARKS = Marks()


def _still(view: View) -> View:
    """A view without the number of its move: what looks the same after a move is not drawn again."""
    return structs.replace(view, seq=0)


async def draw_board(
    table: Table,
    view: View,
    marks: Marks = NO_MARKS,
    *,
    canvas: Size = render.TALL,
    layers: Collection[str] = render.LAYERS,
    large: bool = False,
    asked: Sequence[str] | None = None,
) -> Picture:
    """The map. `canvas`: pixels, twice as many each way if `large`; `layers`: those of `render.draw_map`; `asked`: the seats that
    must act in that view, None: as now.
    """
    deciders = tuple(table.position.deciders if asked is None else asked)
    layers = tuple(sorted(layers))
    return await drawing.draw_cached(
        table,
        "map",
        view,
        partial(render.draw_map, view, table.rules, marks, canvas=canvas, layers=layers, asked=deciders, large=large),
        render.alt_map(view, table.rules, marks, deciders),
        marks,
        canvas,
        layers,
        large,
        deciders,
    )


async def draw_whole_map(
    table: Table,
    view: View,
    marks: Marks = NO_MARKS,
    *,
    layers: Collection[str] = render.MAP_ALONE,
    asked: Sequence[str] | None = None,
) -> Picture:
    """The whole map as high as it is, without tables, as wide as a phone shows it. `layers`, `asked`: as of `draw_board`."""
    canvas = render.map_canvas(table.rules.data)
    return await draw_board(table, view, marks, canvas=canvas, layers=layers, asked=asked)


async def draw_market(table: Table, view: View, marks: Marks = NO_MARKS) -> Picture:
    """The stock market as a picture."""
    return await drawing.draw_cached(
        table,
        "market",
        view,
        partial(render.draw_market, view, table.rules, marks),
        render.alt_market(view, table.rules, marks),
        marks,
    )


async def draw_price_move(table: Table, view: View, marks: Marks) -> Picture:
    """The part of the market where prices have moved."""
    make = partial(render.draw_price_move, view, table.rules, marks)
    return await drawing.draw_cached(
        table, "market", view, make, render.alt_market(view, table.rules, marks), marks, "part"
    )


async def draw_holdings(
    table: Table, view: View, asked: Sequence[str] | None = None, *, headed: bool = False
) -> Picture:
    """Who holds what, every treasury. `asked`: as of `draw_board`; `headed`: with title and round."""
    view, deciders = _still(view), tuple(table.position.deciders if asked is None else asked)
    words = render.alt_holdings(view, table.rules)
    make = partial(render.draw_holdings, view, table.rules, deciders, headed=headed)
    return await drawing.draw_cached(table, "holdings", view, make, words, deciders, headed)


async def draw_stock_offers(table: Table, view: View, offers: render.StockOffers) -> tuple[Picture, ...]:
    """Who holds what, with the numbers of the buttons that buy shares, below other things to choose from."""
    view, deciders = _still(view), tuple(table.position.deciders)
    make = partial(render.draw_stock_offers, view, table.rules, deciders, offers)
    words = render.alt_holdings(view, table.rules, (*offers.lots, *offers.starts))
    key = (deciders, tuple(offers.numbers.items()), tuple(offers.lots), tuple(offers.starts), offers.space)
    return await drawing.finish_in_time(lambda: drawing.draw_cached(table, "holdings", view, make, words, *key))


async def draw_card_sale(table: Table, view: View, seat: str, sale: render.CardSale) -> tuple[Picture, ...]:
    """Cards that a seat may buy, with the numbers of their buttons, and who holds what below them. For private answers only."""
    make = partial(render.draw_card_sale, view, table.rules, seat, sale)
    words = render.alt_card_sale(view, table.rules, seat, sale)
    return await drawing.finish_in_time(lambda: drawing.draw_cached(table, "cards", view, make, words, seat, sale))


async def draw_card_pick(table: Table, view: View, seat: str, pick: render.CardPick) -> tuple[Picture, ...]:
    """A seat's hand and what it is asked to pick, with the numbers of the buttons. For private answers only."""
    make = partial(render.draw_card_pick, view, table.rules, seat, pick)
    words = render.alt_card_pick(view, table.rules, seat, pick)
    return await drawing.finish_in_time(lambda: drawing.draw_cached(table, "picks", view, make, words, seat, pick))


async def draw_trains(table: Table, view: View, sale: render.TrainSale | None = None) -> Picture:
    """What the company on turn may buy of the bank and of others, with what it has. `sale`: with the numbers of buttons."""
    view, company, sale = _still(view), queries.acting_company(view), sale or render.TrainSale()
    make = partial(render.draw_trains, view, table.rules, company, sale)
    words = render.alt_trains(view, table.rules, company, sale)
    return await drawing.draw_cached(table, "trains", view, make, words, company, sale)


async def draw_bids(table: Table, view: View, position: Position, *, brief: bool = False) -> Picture:
    """The lots of an auction with who bid what, and what everybody can spend. `brief`: of the bids on a lot the highest only."""
    view, sold = _still(view), lots_for_sale(position)
    sold = replace(sold, words=lot_words(table.rules, sold.now), brief=brief)
    words = render.alt_bids(view, table.rules, sold)
    return await drawing.draw_cached(
        table, "bids", view, partial(render.draw_bids, view, table.rules, sold), words, sold
    )


def lot_words(rules: Rules, items: Sequence[str]) -> dict[str, str]:
    """What a title says of each thing that is sold, to tell it from the others."""
    own = rules.words.get("lot")
    return {item: own(item, rules) for item in items} if own is not None else {}


def lots_for_sale(position: Position) -> render.Sale:
    """What is auctioned at a position, with the least that each thing would cost whoever must act."""
    auction = position.auction
    assert auction is not None, "something is auctioned"
    prices: dict[str, int] = {}
    bought = ""
    offers = [
        (c, a) for seat in position.deciders for c in position.choices[seat] for a in c.actions if isinstance(a, Bid)
    ]
    for choice, bid in offers:
        if "amount" in choice.ranges or bid.amount:
            prices[bid.item] = bid.amount
            bought = bought if "amount" in choice.ranges else bid.item
    return render.Sale(auction.items, auction.now if auction.alone else (), prices, bought)


async def draw_crop(
    table: Table,
    view: View,
    hexes: Sequence[str],
    marks: Marks,
    *,
    canvas: Size | None = None,
    asked: Sequence[str] | None = None,
) -> Picture:
    """A part of the map, larger. `asked`: as of `draw_board`."""
    board, seen = render.board_view(view, table.rules), render.seen_marks(marks)
    return await drawing.draw_cached(
        table,
        "part",
        board,
        partial(render.draw_crop, board, table.rules, hexes, seen, canvas=canvas),
        render.alt_map(view, table.rules, marks, tuple(table.position.deciders if asked is None else asked), hexes),
        seen,
        hexes,
        canvas,
    )


async def draw_map_parts(
    table: Table, view: View, marks: Marks = NO_MARKS, *, layers: Collection[str] = render.LAYERS, word: str = ""
) -> tuple[Picture, ...]:
    """The parts of a map that cannot be read as a whole on a phone, each as wide as the map; none where it can. `word`: only the
    part of that one.

    Those that could not be drawn in time are left out: the whole map is there.
    """
    board, seen, layers = render.board_view(view, table.rules), render.seen_marks(marks), tuple(sorted(layers))

    def picture(part: render.MapPart) -> Awaitable[tuple[Picture, ...]]:
        """One of them."""
        make = partial(render.draw_crop, board, table.rules, part.hexes, seen, canvas=part.canvas, layers=layers)
        words = render.alt_map(view, table.rules, marks, (), part.hexes, part.word)
        return drawing.finish_in_time(
            lambda: drawing.draw_cached(table, "part", board, make, words, seen, part.hexes, part.canvas, layers)
        )

    drawn = await asyncio.gather(
        *(picture(part) for part in render.map_parts(table.rules.data) if word in {"", part.word})
    )
    return tuple(p for some in drawn for p in some)


async def draw_hand(table: Table, view: View, seat: str) -> tuple[Picture, ...]:
    """The cards in a seat's hand, from that seat's view; none where it holds none. For private answers only."""
    pile = render.hand(view, table.rules, seat)
    if not pile.cards:
        return ()

    def make_picture() -> Any:
        """The cards of the hand as a picture."""
        words = render.alt_piles([pile], view, table.rules)
        return drawing.draw_cached(table, "hand", view, partial(render.draw_hand, view, table.rules, seat), words, seat)

    return await drawing.finish_in_time(make_picture)


async def draw_draft(table: Table, view: View) -> tuple[Picture, ...]:
    """The cards from which players draft; none outside a draft."""
    if not render.draft_pile(view, table.rules).cards:
        return ()
    return await drawing.finish_in_time(lambda: draw_draft_pile(table, view))


async def draw_draft_pile(table: Table, view: View) -> Picture:
    """The cards from which players draft."""
    words = render.alt_piles([render.draft_pile(view, table.rules)], view, table.rules)
    return await drawing.draw_cached(table, "draft", view, partial(render.draw_draft, view, table.rules), words)


async def draw_offers(table: Table, view: View) -> tuple[Picture, ...]:
    """The ordered rows and the market as cards; none in a title without rows."""
    piles = render.offers(view, table.rules)
    if not piles:
        return ()

    def make_picture() -> Any:
        """The picture of what lies in the rows, drawn in a worker thread."""
        words = render.alt_piles(piles, view, table.rules)
        return drawing.draw_cached(table, "offers", view, partial(render.draw_offers, view, table.rules), words)

    return await drawing.finish_in_time(make_picture)


async def draw_variants(
    table: Table, view: View, lays: Sequence[LayTile], *, turned: bool = True
) -> tuple[Picture, ...]:
    """Ways to lay a tile on one hex, numbered; a single one in its surroundings. Not `turned`: one way of each tile."""
    drawn = partial(render.draw_lays, turned=turned) if len(lays) > 1 else render.draw_preview
    return await drawing.finish_in_time(
        lambda: drawing.draw_cached(
            table,
            "lays",
            view,
            partial(drawn, view, table.rules, lays),
            render.alt_preview(view, table.rules, lays),
            (*lays, turned),
        )
    )


async def draw_places(
    table: Table, view: View, places: Sequence[str], cities: Collection[str] = (), room: int = MOST_ROOM
) -> tuple[Picture, ...]:
    """Where something may be built, numbered: hexes, and among them `cities`, for stations. `room`: pixels of the height."""
    room = _in_steps(room)
    order = tuple(render.free_slot(view, table.rules, p) if p in cities else p for p in places)
    hexes = [p for p in places if p not in cities]
    slots = [slot for p, slot in zip(places, order, strict=True) if p in cities]
    return await drawing.finish_in_time(
        lambda: drawing.draw_cached(
            table,
            "places",
            view,
            partial(render.draw_places, view, table.rules, hexes, slots, order, room),
            render.alt_places(view, table.rules, places, lettered=not hexes and render.are_stations_lettered(view)),
            order,
            room,
        )
    )


async def draw_runs(
    table: Table,
    view: View,
    marks: Sequence[Marks],
    room: int = MOST_ROOM,
    *,
    first: int = 0,
    window: render.RunWindow | None = None,
) -> tuple[Picture, ...]:
    """Runs of a company's trains one by one, numbered. `room`: pixels of the height of all of it; `first`: the first number, 0:
    they are all, and one alone has none; `window`: the part of the map that each shows.
    """
    pages = await asyncio.to_thread(render.share_runs, view, table.rules, marks, window)
    numbered = first or len(marks) > 1
    starts = list(itertools.accumulate((len(page) for page in pages), initial=first or 1))
    drawn = await asyncio.gather(
        *(
            drawing.finish_in_time(
                partial(
                    draw_ways, table, view, page, start if numbered else 0, _in_steps(room // len(pages)), window=window
                )
            )
            for start, page in zip(starts, pages, strict=False)
        )
    )
    return tuple(p for some in drawn for p in some)


def _in_steps(room: int) -> int:
    """That many pixels or a little less, so that a picture that is at hand serves other words beside it too."""
    return min(max(room, LEAST_ROOM), MOST_ROOM) // STEP_OF_ROOM * STEP_OF_ROOM


async def draw_ways(
    table: Table,
    view: View,
    marks: Sequence[Marks],
    first: int = 0,
    room: int = MOST_ROOM,
    *,
    window: render.RunWindow | None = None,
) -> Picture:
    """The picture of runs: ways for a company's trains to run, with numbers from `first` on, or the one that they ran. `window`:
    the part of the map that each shows.
    """
    alt_text = render.alt_ways(view, table.rules, marks, first or 1)
    make = partial(render.draw_runs, view, table.rules, marks, first, room, window)
    return await drawing.draw_cached(table, "runs", view, make, alt_text, marks, first, room, window)


async def draw_last_runs(table: Table, view: View, runs: Sequence[render.LastRun]) -> tuple[Picture, ...]:
    """The last runs of companies, in as many pictures as they need; those that could not be drawn in time are left out."""

    def picture(some: Sequence[render.LastRun]) -> Awaitable[tuple[Picture, ...]]:
        words, shown = render.alt_last_runs(some, table.rules), [(r.marks, r.paid) for r in some]
        make = partial(render.draw_last_runs, some, table.rules)
        return drawing.finish_in_time(lambda: drawing.draw_cached(table, "runs", view, make, words, "last", shown))

    drawn = await asyncio.gather(*(picture(some) for some in render.share_out(runs, table.rules)))
    return tuple(p for some in drawn for p in some)


async def draw_lots(table: Table, items: Sequence[render.Lot]) -> tuple[Picture, ...]:
    """Things to choose from as rows; no picture of none."""
    return await drawing.finish_in_time(lambda: draw_rows(table, items)) if items else ()


async def draw_rows(table: Table, items: Sequence[render.Lot], name: str = "lots") -> Picture:
    """The picture of such rows, however long it takes. `name`: of its file."""
    make = partial(render.draw_lots, items, table.rules.data)
    return await drawing.draw_cached(table, name, None, make, render.alt_lots(items), items)


async def draw_pars(
    table: Table,
    view: View,
    prices: Sequence[int],
    items: Sequence[render.Lot],
    lines: render.StartTable | None = None,
    *,
    holdings: bool = False,
    room: int = phone.PICTURE_ROOM,
) -> tuple[Picture, ...]:
    """Where a company may start: cells of the market, and what each costs, in `lines` where `room` (pixels) is short; with
    `holdings` who holds what below that.
    """
    deciders = tuple(table.position.deciders) if holdings else None
    words = render.alt_holdings(view, table.rules, items) if holdings else render.alt_lots(items)
    make = partial(render.draw_par, view, table.rules, prices, items, deciders, lines, room)
    return await drawing.finish_in_time(
        lambda: drawing.draw_cached(table, "par", view, make, words, prices, items, deciders, lines, room)
    )


async def draw_card(table: Table, view: View, kind: str, make: Make, text: str, *key: object) -> Picture:
    """A card or table whose alt text is the same card in words."""
    return await drawing.draw_cached(table, kind, view, make, text, *key)
