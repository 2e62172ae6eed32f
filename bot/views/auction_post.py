"""One post per lot: while something is auctioned its post is edited, and a call below it pings whoever must act.

The call asks and has the buttons; lots, bids and what was done last stand above it, and both have room on a phone's screen. The
call is deleted when the next one stands, so that a lot leaves one post behind however many bids it took. Which post that is
stands in `posts` as kind "lot", with the move after which its story begins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.core.discord_limits import TEXTS, fit
from bot.model.kinds import MessageRole, PostKind
from bot.model.models import Sent
from bot.model.orders import auto_bid
from bot.storage.repositories import orders
from bot.storage.repositories.posts import find_newest_posts
from bot.storage.store import Store
from bot.tables.service import Move, Table
from bot.views.custom_ids import CONSOLE, Id
from bot.views.formatting import View, full_name, join_names, safe_name
from bot.views.guide.first_game import compose_advice, find_advised
from bot.views.messages import Button, Public
from bot.views.pictures import post_pictures
from bot.views.press_verbs import ConsoleVerb
from bot.views.story.move_lines import cut_after_round_ends, happened_lines, newest_words, recent_lines
from bot.views.turn_panel import (
    explain_colours,
    headline,
    load_consistent_view,
    panel_button_rows,
    picture_in_words,
    place_line,
)
from game.events import EVENTS, AuctionWon, BidMade, Event, Passed, PriceCut
from game.play import Game
from game.state import State
from render.data.names import lot_name

MAX_LOT_LINES = 24  # bids and passes that a lot's post shows when it is sold


async def current_lot_post(store: Store, table: Table) -> Sent | None:
    """The post of the lot that is being sold, if it has one that is still the newest panel."""
    auction = table.position.auction
    if auction is None:
        return None
    newest = await find_newest_posts(store, table.id)
    panel, lot = newest.get(PostKind.PANEL), newest.get(MessageRole.LOT)
    if panel is None or lot is None or lot.message != panel.message:
        return None
    return lot if await find_lot_after(table, panel.move) == auction.lot else None


async def is_told_on_below(store: Store, lot: Sent) -> bool:
    """Whether a note that a step was taken back, or played again, stands below a lot's post: what comes later belongs there."""
    newest = await find_newest_posts(store, lot.game)
    return any(note.message > lot.message for kind in (PostKind.UNDO, PostKind.REDO) if (note := newest.get(kind)))


def find_lot_start(moves: Sequence[Move], since: int) -> int:
    """The move after which a new lot's story begins: the last sale among those played since a panel, which the post before tells,
    or else that panel's own.
    """
    return next((m.id for m in reversed(moves) if is_sale(m)), since)


def is_sale(move: Move) -> bool:
    """Whether something was sold in a move."""
    return any(isinstance(e, AuctionWon) for e in move.events)


async def find_lot_after(table: Table, move: int) -> str:
    """What was being auctioned after that move; "" if nothing was."""
    state = await table.state_at(move)

    def find_lot() -> str:
        """The lot of that move, looked for in a thread."""
        game = Game.load(table.rules, state)
        step = game.top_step()
        auction = step.auction(game) if step is not None else None
        return auction.lot if auction is not None else ""

    return await asyncio.to_thread(find_lot)


async def lot_post(table: Table, moves: Sequence[Move], *, called: bool) -> Public:
    """The lot's post as it is now: the lots, the highest bids, what was done last. `moves`: since the lot began.

    `called`: a call stands below it, which says who must act and has the buttons.
    """
    _, view = await load_consistent_view(table)
    done = newest_words(happened_lines(table, moves, view))
    # Whatever reads the table comes before anything is waited for: meanwhile somebody may play.
    place = place_line(table, view)
    asked = None if called else await compose_question(table, view, headline(table, view))
    shown = await post_pictures.panel_pictures(table, [], view, first=False)
    picture_words = "" if shown else picture_in_words(table, view)
    texts = (
        *(((not table.row.bots and done) or place,) if asked is None else asked.texts[:1]),
        picture_words,
        "" if asked is None else done,
        *(() if asked is None else asked.texts[1:]),
    )
    rows = () if asked is None else asked.rows
    return Public(tuple(t for t in texts if t), pictures=shown, picture_words=picture_words, rows=rows)


async def compose_question(table: Table, view: State[Any], head: str, *, explained: bool = True) -> Public:
    """Who must do what, what a newcomer is told, and the buttons. `head`: of the first text, which says what colours mean if
    that is to be `explained`.
    """
    acting = table.position.deciders
    advised = await find_advised(table, acting[0]) if len(acting) == 1 else None
    guided = await compose_advice(table, acting[0], view, advised, brief=True) if len(acting) == 1 else ""
    rows = panel_button_rows(table, view, advised=advised)
    head = explain_colours(head, table, rows) if explained else head
    return Public(tuple(t for t in (head, guided) if t), rows=rows)


async def turn_call(table: Table) -> Public:
    """What whoever must act is asked, below the lot's post, with the buttons."""
    _, view = await load_consistent_view(table)
    acting = [s for s in table.seats if s.name in table.position.deciders]
    action_version = table.action_version(acting[0].name) if len(acting) == 1 else 0
    # Where the bot has the other seats, it comes next, and what it has bid stands in the table above.
    head = headline(table, view).partition("\n")[0] if table.row.bots else headline(table, view)
    asked = await compose_question(table, view, head, explained=False)
    called = str(call_button_id(table, action_version))
    rows = tuple((replace(row[0], id=called), *row[1:]) for row in asked.rows if isinstance(row[0], Button))
    return Public(asked.texts, rows=rows, pings=tuple(s.user for s in acting if not s.by_bot))


def call_button_id(table: Table, action_version: int) -> Id:
    """The id of the call's button, by which a message is known as a call: it stands in no other post."""
    return Id(CONSOLE, table.id, action_version, ConsoleVerb.CALL, str(table.position.move))


async def close_lot_post(store: Store, table: Table) -> Public | None:
    """The last text of a lot's post, once the lot is sold; None if the newest panel is no lot's, or the lot was taken back."""
    newest = await find_newest_posts(store, table.id)
    panel, lot = newest.get(PostKind.PANEL), newest.get(MessageRole.LOT)
    if panel is None or lot is None or lot.message != panel.message:
        return None
    moves = await table.history(after=lot.move)
    standing = {m.id for m in moves} | ({lot.move} if moves and moves[0].parent == lot.move else set())
    sales = [n for n, m in enumerate(moves) if is_sale(m)]
    moves_of_lot = moves[: sales[-1] + 1] if sales else []
    if not moves_of_lot or panel.move not in standing:
        return None
    _, view = await load_consistent_view(table)
    won = [e for m in moves_of_lot for e in m.events if isinstance(e, AuctionWon)]
    buyers = dict.fromkeys(e.who for e in won)
    head = "Sold " + "; ".join(sold_words(table, view, who, [e for e in won if e.who == who]) for who in buyers)
    brief = bid_words(table, moves_of_lot, won)
    told = (AuctionWon, *((BidMade, Passed, PriceCut) if brief else ()))  # the head says who got what
    shown_moves = [
        replace(
            m, events=tuple(e for e in m.events if not isinstance(e, told) and not (brief and chooses(e, won[0].item)))
        )
        for m in cut_after_round_ends(moves_of_lot)
    ]
    lines = "\n".join([*brief, *filter(None, [recent_lines(happened_lines(table, shown_moves, view), MAX_LOT_LINES)])])
    opened = await maxima_words(table, {e.item for e in won})
    texts = (f"**{head}**", fit(lines, TEXTS // 2), opened)
    return Public(tuple(t for t in texts if t))


def chooses(event: Event, item: str) -> bool:
    """Whether an event of a title tells that a thing was put up for sale."""
    return type(event) not in EVENTS and item in (getattr(event, name) for name in event.__struct_fields__)


def bid_words(table: Table, moves: Sequence[Move], won: Sequence[AuctionWon]) -> list[str]:
    """How one thing alone was sold, in a line: its bids, or how far its price fell; nothing where others were bid on too."""
    events = [e for m in moves for e in m.events]
    bids, cuts = [e for e in events if isinstance(e, BidMade)], [e for e in events if isinstance(e, PriceCut)]
    if len(won) != 1 or {*(e.item for e in bids), *(e.item for e in cuts)} - {won[0].item}:
        return []
    money = table.rules.data.money
    if bids:
        each = " · ".join(f"{join_names(table.row, [e.who])} {money(e.amount)}" for e in bids)
        alone = "The only bid" if won[0].unopposed else "Bid"  # others may stand in the post before
        return [f"• {'Bids' if len(bids) > 1 else alone}: {each}"]
    if not cuts:
        return []
    if not won[0].amount:
        return [f"• Nobody wanted it, so it goes to {join_names(table.row, [won[0].who])}, who had put it up."]
    return ["• Nobody wanted it for more."]


def sold_words(table: Table, view: View, who: str, won: Sequence[AuctionWon]) -> str:
    """`to Ann: LTR for $20, MRC for $50 (the only bid)`."""
    lots = ", ".join(
        f"{full_name(table.rules, e.item, view)} for {table.rules.data.money(e.amount) if e.amount else 'nothing'}"
        f"{' (the only bid)' if e.unopposed else ''}"
        for e in won
    )
    return f"to {join_names(table.row, [who])}: {lots}"


async def maxima_words(table: Table, sold: set[str]) -> str:
    """What the sealed maxima of things sold were; what proves them stands in the details."""
    revealed = auto_bid.revealed_maxima(await orders.load_proxy_bids(table.store, table.id), sold)
    shown = {s.name: safe_name(s) for s in table.seats}
    return "\n".join(
        f"-# {shown.get(s.seat, s.seat)}'s secret maximum was {table.rules.data.money(s.most)}." for s in revealed
    )


async def maxima_in_words(table: Table) -> list[str]:
    """Who has a secret maximum for what is on sale, never how high it is."""
    shown, view = {s.name: safe_name(s) for s in table.seats}, await table.view(None)
    waiting = auto_bid.open_commitments(table.position, await orders.load_proxy_bids(table.store, table.id))
    return [
        f"{shown.get(s.seat, s.seat)} has a secret maximum for {lot_name(s.item, view, table.rules)}" for s in waiting
    ]


async def proofs(table: Table, seat: str = "") -> list[str]:
    """What proves the sealed maxima: of open ones a hash, never how high they are; of those of things sold all of it, and of all
    that whoever has `seat` handed in.
    """
    bids = await orders.load_proxy_bids(table.store, table.id)
    shown = {s.name: safe_name(s) for s in table.seats}
    waiting = auto_bid.open_commitments(table.position, bids)
    lines = [f"{shown.get(s.seat, s.seat)} has a secret maximum for {s.item}: SHA-256 {s.commitment}…" for s in waiting]
    own = table.row.seat(seat)
    lines += [
        f"yours for {s.item} is {table.rules.data.money(s.most)}: SHA-256 of `{s.proof}` begins with {s.commitment}"
        for s in bids
        if own is not None and s.open and (s.seat, s.user) == (own.name, own.user)
    ]
    return lines + [
        f"{shown.get(s.seat, s.seat)}'s secret maximum for {s.item} was {table.rules.data.money(s.most)}: "
        f"SHA-256 of `{s.proof}` begins with {s.commitment}"
        for s in auto_bid.revealed_maxima(bids, auto_bid.find_sold_items(table.position, bids))
    ]
