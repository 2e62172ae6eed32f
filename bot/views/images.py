"""Pictures of a table as files to send: drawn in worker threads, kept by what they show, never in the way of a turn."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from time import perf_counter
from typing import Any

from cachetools import LRUCache
from PIL import Image

import render
from bot.core import metrics
from bot.core.cpu_time import Part, measure_part
from bot.core.free_memory import return_free_memory
from bot.model.kinds import PostLevel, Theme
from bot.tables.service import Position, Table
from bot.views import map_focus
from bot.views.messages import Picture
from game.actions import Bid, LayTile, Par
from game.codec import encode
from game.events import (
    Event,
    Ran,
    RoundEnded,
    TileLaid,
    TokenPlaced,
    TokenRemoved,
)
from game.state import State
from render import Marks
from render.data.before_after import changed_parties, reshapes
from render.drawing.style import company_colours, recoloured
from render.pictures.before_after import alt_before_after, draw_before_after

log = logging.getLogger(__name__)
VERSION = 6  # of the look: part of each picture's key
PICTURE_CACHE_BYTES = 12_000_000  # bytes of pictures in memory: some hundred
DRAWN = 50  # pictures until memory that drawing has left free is returned
CLOSE = 4  # close looks in one panel
POSTS_DRAWN = 16  # pictures of posts that are drawn or wait for a thread; a panel beyond them is sent without
PICTURE_SECONDS = 10.0  # seconds; then a panel goes out without its pictures
NEAR = 6.0  # apothems from the middle of that part to its side at most
SLICE: Size = (1098, 860)  # of the map in a panel: three times what a phone shows
BOARD = (TileLaid, TokenPlaced, TokenRemoved, Ran)

_pool = ThreadPoolExecutor(2, "draw")
_pool_behind = ThreadPoolExecutor(
    2, "draw posts"
)  # nobody who has asked for a view waits behind the posts of many tables
_under_way: dict[tuple[str, bool], asyncio.Future[tuple[bytes, ...]]] = {}  # by name, and whether it is for a post
_drawings = itertools.count(1)
_kept: LRUCache[str, tuple[bytes, ...]] = LRUCache(PICTURE_CACHE_BYTES, getsizeof=lambda files: sum(map(len, files)))
View = State[Any]
Size = tuple[int, int]
NO_MARKS = Marks()


class Overtaken(Exception):
    """The table has gone on while a post of it waited to be drawn: nobody wants that picture any more."""


@dataclass
class PostDrawing:
    """How a post wants its pictures: for as long as `wanted` says so; those of a panel after its text where they `may_follow`."""

    wanted: Callable[[], bool]
    may_follow: bool = False
    put_off: list[Callable[[], Any]] = field(default_factory=list)  # what was not drawn, as too many wait


_post: ContextVar[PostDrawing | None] = ContextVar("post", default=None)  # for which something is drawn
_following: list[asyncio.Future[None]] = []  # panels that stand without pictures and wait for room, newest last


@contextmanager
def drawn_behind(wanted: Callable[[], bool] = lambda: True, *, may_follow: bool = False) -> Iterator[PostDrawing]:
    """What is drawn in here is for posts that nobody waits for: it does not hold up what somebody has asked for.

    `wanted`: is asked in a worker thread just before something is drawn; where it says no, Overtaken is raised. `may_follow`:
    pictures of a panel may be put off, for `draw_put_off`.
    """
    post = PostDrawing(wanted, may_follow)
    token = _post.set(post)
    try:
        yield post
    finally:
        _post.reset(token)


def _has_room() -> bool:
    """Whether one more picture of a post may be drawn now."""
    return sum(is_post for _, is_post in _under_way) < POSTS_DRAWN


async def _finish_or_put_off(drawings: Sequence[Callable[[], Any]]) -> tuple[Picture, ...]:
    """Pictures of a panel that could be drawn in time; none for now where too many wait and they may follow."""
    post = _post.get()
    if post is None or not post.may_follow or _has_room():
        return await finish_in_time(*drawings)
    post.put_off += drawings
    return ()


async def draw_put_off(post: PostDrawing) -> tuple[Picture, ...]:
    """Pictures of a panel that stands without them, once there is room; the newest panel comes first. Raises Overtaken."""
    room = asyncio.get_running_loop().create_future()
    _following.append(room)
    metrics.DRAWING.inc()
    try:
        _let_next_follow()
        await room
    finally:
        metrics.DRAWING.dec()
        if room in _following:
            _following.remove(room)
    try:
        pictures: tuple[Picture, ...] = ()
        if post.wanted():
            with drawn_behind(post.wanted):
                pictures = await finish_in_time(*post.put_off)
    finally:
        _let_next_follow()  # also where nothing had to be drawn
    if not post.wanted():
        raise Overtaken
    return pictures


def _let_next_follow() -> None:
    """Let the newest panel that waits have its pictures drawn if there is room."""
    while _following and _has_room():
        room = _following.pop()
        if not room.done():  # as when whoever waited was cancelled
            room.set_result(None)
            return


async def draw_cached(
    table: Table, kind: str, view: View, make: Callable[[], Image.Image], alt: str, *key: object
) -> Picture:
    """A picture, drawn unless the same one is at hand. `key`: what it depends on beside the view."""
    return (await draw_all(table, kind, view, lambda: [make()], [alt], *key))[0]


async def draw_all(
    table: Table, kind: str, view: View, make: Callable[[], Sequence[Image.Image]], alts: Sequence[str], *key: object
) -> tuple[Picture, ...]:
    """Pictures that belong together, each with its words."""
    raw = encode([VERSION, kind, table.rules.name, table.rules.options, table.rules.called, view, repr(key)])
    name = blake2b(raw, digest_size=8).hexdigest()
    data = _kept.get(name)
    if data is None:
        data = await _draw_or_join(kind, name, make)
    else:
        metrics.CACHED_PICTURES.inc()
    companies, theme = company_colours(table.rules.data), table.row.theme
    stem = f"{kind}-{table.id}-{table.position.seq}-{name}{'' if theme == Theme.LIGHT else theme}"
    return tuple(
        Picture(f"{stem}{n or ''}.png", recoloured(d, companies, theme.value), alts[n], companies)
        for n, d in enumerate(data)
    )


async def _draw_or_join(kind: str, name: str, make: Callable[[], Sequence[Image.Image]]) -> tuple[bytes, ...]:
    """Draw in a worker thread, or wait for whoever draws that name already; nobody who asks for a view waits behind a post.

    Raises Overtaken where it is not wanted any more by the time that a thread is free.
    """
    post, loop = _post.get(), asyncio.get_running_loop()
    wanted = None if post is None else post.wanted
    for place in ((name, False), (name, True)) if wanted else ((name, False),):
        drawing = _under_way.get(place)
        if drawing is not None and drawing.get_loop() is loop:
            metrics.CACHED_PICTURES.inc()
            try:
                return await asyncio.shield(drawing)
            except Overtaken:  # the post for which it was to be drawn is; this one may not be
                if wanted is None or not wanted():
                    raise
    place = name, wanted is not None
    drawing = loop.run_in_executor(_pool_behind if wanted else _pool, partial(_draw_files, make, wanted))
    _under_way[place] = drawing
    metrics.DRAWING.inc()
    drawing.add_done_callback(partial(_keep_files, place, kind, perf_counter()))
    return await asyncio.shield(drawing)  # others may wait for it too


def _draw_files(make: Callable[[], Sequence[Image.Image]], wanted: Callable[[], bool] | None) -> tuple[bytes, ...]:
    """Draw the pictures and pack them as files; called in a worker thread. Raises Overtaken."""
    if wanted is not None and not wanted():
        raise Overtaken
    with measure_part(Part.RENDER):
        return tuple(render.png(image) for image in make())


def _keep_files(
    place: tuple[str, bool], kind: str, asked_at: float, drawing: asyncio.Future[tuple[bytes, ...]]
) -> None:
    """Keep what was drawn, and measure how long it took since it was asked for."""
    if _under_way.get(place) is drawing:
        del _under_way[place]
    metrics.DRAWING.dec()
    _let_next_follow()
    if drawing.cancelled() or drawing.exception() is not None:
        return
    _kept[place[0]] = drawing.result()
    metrics.PICTURES.labels(kind).observe(perf_counter() - asked_at)
    if next(_drawings) % DRAWN == 0:
        _pool.submit(return_free_memory)


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
    return await draw_cached(
        table,
        "map",
        view,
        lambda: render.draw_map(view, table.rules, marks, canvas=canvas, layers=layers, asked=deciders, large=large),
        render.alt_map(view, table.rules, marks, deciders),
        marks,
        canvas,
        layers,
        large,
        deciders,
    )


async def draw_market(table: Table, view: View, marks: Marks = NO_MARKS) -> Picture:
    """The stock market as a picture."""
    return await draw_cached(
        table,
        "market",
        view,
        lambda: render.draw_market(view, table.rules, marks),
        render.alt_market(view, table.rules, marks),
        marks,
    )


async def draw_holdings(table: Table, view: View, asked: Sequence[str] | None = None) -> Picture:
    """Who holds what, every treasury. `asked`: as of `draw_board`."""
    deciders = tuple(table.position.deciders if asked is None else asked)
    words = render.alt_holdings(view, table.rules)
    return await draw_cached(
        table, "holdings", view, lambda: render.draw_holdings(view, table.rules, deciders), words, deciders
    )


async def draw_bids(table: Table, view: View, position: Position) -> Picture:
    """The lots of an auction with who bid what, and what everybody can spend."""
    sold = lots_for_sale(position)
    words = render.alt_bids(view, table.rules, sold)
    return await draw_cached(table, "bids", view, lambda: render.draw_bids(view, table.rules, sold), words, sold)


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
    return await draw_cached(
        table,
        "part",
        view,
        lambda: render.draw_crop(view, table.rules, hexes, marks, canvas=canvas),
        render.alt_map(view, table.rules, marks, tuple(table.position.deciders if asked is None else asked)),
        marks,
        hexes,
        canvas,
    )


async def draw_hand(table: Table, view: View, seat: str) -> tuple[Picture, ...]:
    """The cards in a seat's hand, from that seat's view; none where it holds none. For private answers only."""
    pile = render.hand(view, table.rules, seat)
    if not pile.cards:
        return ()

    def make_picture() -> Any:
        """The cards of the hand as a picture."""
        words = render.alt_piles([pile], view, table.rules)
        return draw_cached(table, "hand", view, lambda: render.draw_hand(view, table.rules, seat), words, seat)

    return await finish_in_time(make_picture)


async def draw_offers(table: Table, view: View) -> tuple[Picture, ...]:
    """The ordered rows and the market as cards; none in a title without rows."""
    piles = render.offers(view, table.rules)
    if not piles:
        return ()

    def make_picture() -> Any:
        """The picture of what lies in the rows, drawn in a worker thread."""
        words = render.alt_piles(piles, view, table.rules)
        return draw_cached(table, "offers", view, lambda: render.draw_offers(view, table.rules), words)

    return await finish_in_time(make_picture)


async def draw_variants(table: Table, view: View, lays: Sequence[LayTile]) -> tuple[Picture, ...]:
    """Ways to lay a tile on one hex, numbered; a single one in its surroundings."""
    many = len(lays) > 1
    return await finish_in_time(
        lambda: draw_cached(
            table,
            "lays",
            view,
            lambda: (render.draw_lays if many else render.draw_preview)(view, table.rules, lays),
            render.alt_preview(view, table.rules, lays),
            lays,
        )
    )


async def draw_places(
    table: Table, view: View, hexes: Sequence[str], cities: Sequence[str] = ()
) -> tuple[Picture, ...]:
    """Where something may be built, numbered: hexes, or the cities of stations."""
    slots = [render.free_slot(view, table.rules, c) for c in cities]
    marks = Marks(hexes=tuple(hexes), slots=tuple(slots), order=(*hexes, *slots))
    return await finish_in_time(
        lambda: draw_cached(
            table,
            "places",
            view,
            lambda: render.draw_places(view, table.rules, hexes, slots),
            render.alt_places(view, table.rules, [*hexes, *cities]),
            marks,
        )
    )


async def draw_runs(table: Table, view: View, marks: Sequence[Marks]) -> tuple[Picture, ...]:
    """Runs of a company's trains one by one, numbered."""
    alt_text = " ".join(f"{n}: {render.alt_runs(view, table.rules, m)}" for n, m in enumerate(marks, 1))
    return await finish_in_time(
        lambda: draw_cached(table, "runs", view, lambda: render.draw_runs(view, table.rules, marks), alt_text, marks)
    )


async def draw_lots(table: Table, view: View, items: Sequence[render.Lot]) -> tuple[Picture, ...]:
    """Things to choose from as rows."""
    return await finish_in_time(
        lambda: draw_cached(
            table, "lots", view, lambda: render.draw_lots(items, table.rules.data), render.alt_lots(items), items
        )
    )


async def draw_pars(
    table: Table, view: View, prices: Sequence[int], items: Sequence[render.Lot]
) -> tuple[Picture, ...]:
    """Where a company may start: cells of the market, and what each costs."""
    return await finish_in_time(
        lambda: draw_cached(
            table,
            "par",
            view,
            lambda: render.draw_par(view, table.rules, prices, items),
            render.alt_lots(items),
            prices,
            items,
        )
    )


async def draw_card(
    table: Table, view: View, kind: str, make: Callable[[], Image.Image], text: str, *key: object
) -> Picture:
    """A card or table whose alt text is the same card in words."""
    return await draw_cached(table, kind, view, make, text, *key)


async def finish_in_time(*drawings: Callable[[], Any]) -> tuple[Picture, ...]:
    """Pictures that could be drawn in time: a failure never holds up a turn."""
    pictures = []
    for make in drawings:
        try:
            pictures.append(await asyncio.wait_for(make(), PICTURE_SECONDS))
        except Overtaken:
            raise
        except Exception:
            log.exception("a picture could not be drawn")
    return tuple(pictures)


async def event_pictures(table: Table, events: Sequence[Event], view: View) -> tuple[Picture, ...]:
    """The part of the board that an action changes: the surroundings of what was built, or where trains ran."""
    marks, built = render.marks_of(events), map_focus.built_hexes(events)
    hexes = render.latest(table.rules.data, built)
    if built and set(built) <= set(hexes):
        return await finish_in_time(lambda: draw_crop(table, view, hexes, replace(marks, order=())))
    if marks.runs and not built:
        return await draw_runs(table, view, [marks])
    if any(isinstance(e, BOARD) for e in events):
        return await finish_in_time(lambda: draw_board(table, view, marks))
    return ()


async def draw_changed_companies(table: Table, before: View, after: View) -> tuple[Picture, ...]:
    """Where companies merge, are converted, exchanged or taken over between these positions: who has what before and after it."""
    parties = changed_parties(before, after, table.rules) if reshapes(before, after) else []
    if not parties:
        return ()
    words = alt_before_after(parties)
    return await finish_in_time(
        lambda: draw_cached(table, "change", after, lambda: draw_before_after(parties, table.rules), words, parties)
    )


async def panel_pictures(table: Table, events: Sequence[Event], view: View, *, first: bool) -> tuple[Picture, ...]:
    """The one picture of a panel: the lots in an auction, the surroundings of what matters now in a turn, else who holds what.

    At a quiet table only at the beginning and where a round has ended; at a lively one a close look at each tile follows.
    """
    ended = first or any(isinstance(e, RoundEnded) for e in events)
    if table.row.post_level == PostLevel.QUIET and not ended:
        return ()
    drawings: list[Callable[[], Any]] = [lambda: _draw_focus(table, events, view)]
    if table.row.post_level == PostLevel.LIVELY:
        drawings += _draw_built_hexes(table, events, view)
    return await _finish_or_put_off(drawings)


def _draw_focus(table: Table, events: Sequence[Event], view: View) -> Awaitable[Picture]:
    """The picture of what people look up before they decide: lots, the market for a par price, the surroundings of the company
    on turn, or who holds what.
    """
    if table.position.auction is not None:
        return draw_bids(table, view, table.position)
    choices = [c for seat in table.position.deciders for c in table.choices(seat)]
    if choices and all(issubclass(c.kind, Par) for c in choices):  # a price is to be chosen, and nothing else
        return draw_market(table, view)
    places = map_focus.turn_hexes(view, table.rules, choices, events)
    if not places:
        return draw_holdings(table, view)
    marks = replace(render.marks_of(events), order=())  # numbers are for what can be chosen
    hexes = render.latest(table.rules.data, places, SLICE, NEAR)
    return draw_crop(table, view, hexes, marks, canvas=SLICE)


async def built_pictures(table: Table, events: Sequence[Event], view: View) -> tuple[Picture, ...]:
    """The board as these events have left it, around what was built and where trains ran; none at a quiet table, or where nothing
    was.
    """
    marks = replace(render.marks_of(events), order=())
    built = map_focus.built_hexes(events)
    if table.row.post_level == PostLevel.QUIET or not built:
        return ()
    stops = [s.partition(".")[0] for run in marks.runs for s in run.stops]
    places = [h for h in dict.fromkeys([*built, *stops]) if h in table.rules.data.hexes]
    hexes = render.latest(table.rules.data, places, SLICE, NEAR)
    return await finish_in_time(lambda: draw_crop(table, view, hexes, marks, canvas=SLICE))


async def board_and_market(table: Table, events: Sequence[Event], view: View) -> tuple[Picture, ...]:
    """The whole map and the market."""
    marks = render.marks_of(events)
    return await finish_in_time(lambda: draw_board(table, view, marks), lambda: draw_market(table, view, marks))


def _draw_built_hexes(table: Table, events: Sequence[Event], view: View) -> list[Callable[[], Any]]:
    """Drawings of the surroundings of each hex built on, the newest first, to be run by `finish_in_time`."""
    lays = {e.hex: e for e in events if isinstance(e, TileLaid)}
    newest = list(lays.values())[::-1][:CLOSE]
    data = table.rules.data
    return [partial(draw_crop, table, view, render.around(data, e.hex, 2), render.marks_of([e])) for e in newest]


def accent_colour(table: Table, view: View) -> str:
    """The colour of the company that acts."""
    for step in reversed(view.agenda):
        company = table.rules.data.companies.get(getattr(step, "company", ""))
        if company is not None:
            return company.colour
    return ""
