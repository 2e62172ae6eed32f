"""What the bot does for a player, in words: what runs, until when, and what has ended it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.core.text import begin_sentence, count_of, escape_markup
from bot.model.models import Seat
from bot.model.orders import auto_draft, auto_pass
from bot.model.orders.auto_buy import BuyOrder
from bot.model.orders.auto_draft import DraftOrder
from bot.model.orders.auto_keep import KeepOrder
from bot.model.orders.auto_pass import PassOrder
from bot.model.orders.proxy_bid import ProxyBid
from bot.model.orders.standing_order import StandingOrder
from bot.storage.repositories import orders
from bot.tables.service import Table
from bot.views.formatting import View, escape_line, full_name
from game.events import AuctionWon
from game.names import company_name
from game.state import State
from render.data.names import holder, lot_name, round_name

NOTHING = (
    "Nothing. `/auto bid` bids for you in an auction, `/auto buy` buys in a stock round, `/auto pass` passes in either,"
    " `/auto draft` takes cards in a draft."
)
ONLY_YOU = "Only you see this."
PRIVATE = f"{ONLY_YOU} Until the sale, the others see that you have a maximum, but not how high it is."
NOT_OFFERED = "it is no longer up for sale, so I have stopped."
RECENT = 40  # moves that are looked through for sales
UP_TO_YOU = "From now on it is up to you."
HEADINGS: dict[type[StandingOrder], str] = {
    BuyOrder: "Buy for me",
    PassOrder: "Pass for me",
    DraftOrder: "Draft for me",
    KeepOrder: "Keep it small for me",
}
WORDS: dict[type[StandingOrder], str] = {
    BuyOrder: "purchases",
    PassOrder: "passes",
    DraftOrder: "cards of the draft",
    KeepOrder: "keeping companies small",
}


def order_names(table: Table, view: View, withdrawn: Sequence[StandingOrder | ProxyBid]) -> list[str]:
    """What the bot has done for somebody, each in a few words: `passes`, `the maximum on M&BR`."""
    return [
        f"the maximum on {full_name(table.rules, o.item, view)}" if isinstance(o, ProxyBid) else WORDS[type(o)]
        for o in withdrawn
    ]


async def load_own_orders(table: Table, seat: Seat) -> list[StandingOrder]:
    """All orders of a seat, also of rounds that are over."""
    return [w for w in await orders.load_orders(table.store, table.id, *HEADINGS) if w.seat == seat.name]


def until_words(until: str, lot: str) -> str:
    """Until when the bot passes, with the name of the only thing for sale: `until somebody else bids or minor 3 is sold`."""
    words = {**auto_pass.UNTIL, **auto_pass.UNTIL_IN_AUCTION}[until]
    return words.format(lot or "something")


async def describe_orders(table: Table, seat: Seat, user: int, but: str = "") -> str:
    """What that user has handed in, of lots that are over as well; what proves it stands in *Market, more*.

    `but`: a thing whose maximum has been told.
    """
    bids = [s for s in await orders.load_proxy_bids(table.store, table.id) if s.seat == seat.name and s.user == user]
    sales = await find_sales(table) if any(not s.open for s in bids) else {}
    view = await table.view(None)
    lines = [_maximum_line(s, table, view, sales.get(s.item)) for s in bids[-8:] if s.item != but]
    running = await order_lines(table, seat)
    if not lines and not running and not but:
        return NOTHING
    wishes = await load_own_orders(table, seat)
    acts = any(w.concerns(table.position.round) and not w.stopped for w in wishes)
    seen = PRIVATE if but or any(b.open for b in bids) else f"{ONLY_YOU} `/auto off` ends it." if acts else ONLY_YOU
    return "\n".join([*running, *lines, seen])


def _maximum_line(bid: ProxyBid, table: Table, view: View, sale: AuctionWon | None) -> str:
    """A maximum, and what has become of it: `Minor 12 is yours for £70; your maximum was £90.`"""
    if bid.open or sale is None:
        over = "" if bid.open else " (over)"
        return f"{full_name(table.rules, bid.item, view)}: {table.rules.data.money(bid.most)}{over}"
    lot, price = begin_sentence(lot_name(bid.item, view, table.rules)), table.rules.data.money(sale.amount)
    whose = "is yours" if sale.who == bid.seat else f"went to {escape_markup(table.rules.person(sale.who))}"
    return f"{lot} {whose} for {price}; your maximum was {table.rules.data.money(bid.most)}."


async def find_sales(table: Table) -> dict[str, AuctionWon]:
    """What was sold lately, by what it is."""
    moves = await table.history(limit=RECENT)
    return {e.item: e for m in moves for e in m.events if isinstance(e, AuctionWon)}


async def order_lines(table: Table, seat: Seat) -> list[str]:
    """What runs for a seat in this round, or has run, a sentence each."""
    wishes = await load_own_orders(table, seat)
    view = await table.view(None)
    now = [w for w in wishes if w.concerns(table.position.round)]
    now = [w for w in now if not (isinstance(w, PassOrder) and w.stopped and is_past(w, table))]
    first = await _acts_first(table, seat, now)
    return [order_line(w, table, view, second=first and isinstance(w, PassOrder)) for w in now]


async def _acts_first(table: Table, seat: Seat, wishes: Sequence[StandingOrder]) -> bool:
    """Whether something else is done for a seat before a pass: a bid up to its maximum, or a purchase."""
    sale = table.position.auction
    bids = await orders.load_proxy_bids(table.store, table.id) if sale is not None else []
    maxima = any(b.open and b.seat == seat.name and sale is not None and b.item in sale.now for b in bids)
    return maxima or any(isinstance(w, BuyOrder) and not w.stopped for w in wishes)


def is_past(wish: PassOrder, table: Table) -> bool:
    """Whether what an order passes on is not for sale now."""
    return wish.lot != auto_pass.offered_lots(table.position.auction)


def order_line(wish: StandingOrder, table: Table, view: State[Any], *, second: bool = False) -> str:
    """What is done until when, or what has ended it, in a sentence. `second`: something else is done before it."""
    if wish.stopped:
        who, space, did = wish.stopped.partition(" ")
        why = escape_line(f"{table.rules.person(who)}{space}{did}")
        return f"{HEADINGS[type(wish)]} in {_round_words(wish)}: stopped, because {why}. {UP_TO_YOU}"
    if isinstance(wish, KeepOrder):
        return "I keep your companies small when they could grow, until you stop it."
    does = f"I {_order_words(wish, table)} for you in {_round_words(wish)}"
    text = f"Otherwise {does}" if second else does
    if isinstance(wish, BuyOrder) and wish.is_fulfilled(view, table.rules):
        whom = (
            f"you own {count_of(wish.goal, 'share')} of {wish.company}" if wish.goal else f"{wish.company} has floated"
        )
        return f"Done: {whom}. {UP_TO_YOU}"
    if isinstance(wish, PassOrder) and is_past(wish, table):
        return f"{HEADINGS[type(wish)]}: {NOT_OFFERED} {UP_TO_YOU}"
    until_ = ""
    if isinstance(wish, PassOrder):
        until_ = f" {until_words(wish.until, company_name(table.rules, wish.only_lot) if wish.only_lot else '')}"
    return f"{text}{until_}.{' The table is paused: I wait.' if table.row.paused else ''}"


def _round_words(wish: StandingOrder) -> str:
    """`stock round 2`, `the auction`, `the draft`."""
    name = round_name(wish.round).lower()
    return name if name[-1:].isdigit() or name.startswith("the ") else f"the {name}"


def _order_words(wish: StandingOrder, table: Table) -> str:
    """What an order does, in words: `buy shares of GA until it floats`."""
    if isinstance(wish, DraftOrder):
        return f"take {auto_draft.RULE},"
    if not isinstance(wish, BuyOrder):
        return "pass"
    goal = f"until you own {wish.goal}" if wish.goal else "until it floats"
    price = f", for at most {table.rules.data.money(wish.most)} each" if wish.most else ""
    source = f", from {holder(wish.source, table.rules)}" if wish.source else ""
    return f"buy shares of {wish.company} {goal}{price}{source}, one in each of your turns,"
