"""A seat gives an order to the bot, or withdraws it: to pass or buy for it in this round, to bid up to a sealed maximum."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bot.core.errors import NO_SEAT, NOTHING_AUCTIONED, NotPossible
from bot.core.text import quote_typed
from bot.model.kinds import TableStatus, Via
from bot.model.orders import auto_draft, auto_keep, auto_pass
from bot.model.orders.auto_draft import DraftOrder
from bot.model.orders.auto_keep import KeepOrder
from bot.model.orders.auto_pass import PassOrder, offered_lots
from bot.model.orders.proxy_bid import ProxyBid
from bot.model.orders.standing_order import StandingOrder
from bot.model.results import Position
from bot.storage.repositories import orders
from bot.tables.table import Table
from game.actions import Bid
from game.names import company_name
from game.round_names import is_stock_round
from game.rules import Rules
from game.state import State
from render.data.choice_names import lot_numbers
from render.data.names import card_name, listed, lot_name
from render.data.queries import high_bid

View = State[Any]


async def place_order(table: Table, order: StandingOrder, via: Via, user: int) -> None:
    """Take in an order for the present stock round or lot, in place of that seat's last of its kind; acts at once if it can.

    Whoever has the bot pass in an own turn passes by that, `via` a press or a command of the `user`, as a step of that player.
    Raises NotPossible.
    """
    position = table.position
    if table.row.status != TableStatus.RUNNING or not _is_timely(order, position):
        raise NotPossible(order.untimely)
    version = table.action_version(order.seat)
    await orders.replace_order(table.store, table.id, order)
    action = None
    if not table.row.paused:
        action = auto_pass.wanted_pass(position, [order]) or auto_keep.wanted_pass(position, [order])
    if action is not None:
        await table.play(order.seat, action, via, user=user, action_version=version)
    await table.run_standing_orders()


def _is_timely(order: StandingOrder, position: Position) -> bool:
    """Whether an order can do something in that position."""
    if isinstance(order, DraftOrder):
        return position.step == auto_draft.STEP
    if isinstance(order, KeepOrder):
        return position.recurs
    lot = order.lot if isinstance(order, PassOrder) else ""
    return is_stock_round(position.round) or (bool(lot) and lot == offered_lots(position.auction))


async def find_maximum(table: Table, seat: str) -> ProxyBid | None:
    """The maximum of a seat that would bid before the bot passes; None where none would."""
    position = table.position
    if (sale := position.auction) is None:
        return None
    bids = await orders.load_proxy_bids(table.store, table.id)
    own = [b for b in bids if b.open and b.seat == seat and b.item in sale.now and sale.leads.get(b.item) != seat]
    return next((b for b in own if 0 < _least_bid(position, b.item) <= b.most), None)


async def withdraw_orders(table: Table, seat: str, sort: type[StandingOrder]) -> None:
    """Withdraw a seat's orders of a sort, in force or not."""
    await orders.delete_orders(table.store, table.id, seat, sort)


def find_item(items: Sequence[str], typed: str, view: View, rules: Rules) -> str:
    """The thing for sale that is called so; raises NotPossible where none is, or several are."""
    meant = list_called(items, typed, view, rules)
    if len(meant) == 1:
        return meant[0]
    asked = [call_item(i, view, rules) for i in meant or items]
    if meant:
        raise NotPossible(f"{quote_typed(typed)} can be {listed(asked, 'or')}: say which")
    raise NotPossible(f"{quote_typed(typed)} is not for sale in this auction. You can name: {', '.join(asked)}")


def list_called(items: Sequence[str], typed: str, view: View, rules: Rules) -> list[str]:
    """The things for sale whose short or full name was typed, in any case and without its signs (`wsr`), or words of their
    names; empty where none is called so.
    """
    low = " ".join(re.findall(r"[\w&.%]+", typed.casefold()))
    names = {item: _list_names(item, view, rules) for item in items}
    numbers = lot_numbers(rules)  # those of all pictures and buttons
    letters = re.sub(r"\W", "", low)
    meant = [i for i, known in names.items() if low in known]
    meant = meant or [i for i in names if i in numbers and low == str(numbers[i])]
    meant = meant or [i for i, known in names.items() if letters in {re.sub(r"\W", "", n) for n in known}]
    return meant or [i for i, known in names.items() if low and any({*low.split()} <= {*n.split()} for n in known)]


def _list_names(item: str, view: View, rules: Rules) -> set[str]:
    """What people may call a thing that is for sale, in small letters."""
    definition = rules.data.privates.get(item) or rules.data.companies.get(item)
    full = definition.name if definition is not None else card_name(item, view, rules)
    gifts = [a.company for a in rules.data.privates[item].abilities if a.company] if item in rules.data.privates else []
    names = (item, company_name(rules, item), lot_name(item, view, rules), full, f"{item} {full}", *gifts)
    return {" ".join(re.findall(r"[\w&.%]+", n.replace("'s ", " ").casefold())) for n in names}


def call_item(item: str, view: View, rules: Rules) -> str:
    """What a thing that is for sale is called in sentences: `minor 7`, `P2`, `MR 10%`."""
    return lot_name(item, view, rules)


def _least_raise(table: Table, view: View, seat: str, item: str) -> int:
    """Dollars that top another's bid on the only thing for sale, whose price can only rise now: a lower maximum would pass at
    once. 0 where nobody else has bid.
    """
    position = table.position
    sale = position.auction
    if sale is None or not sale.alone or item not in sale.now or high_bid(view, item)[0] in {"", seat}:
        return 0
    return _least_bid(position, item)


def _least_bid(position: Position, item: str) -> int:
    """The least that anybody who must act may bid on a thing, in dollars; 0 where nobody may bid."""
    offers = (a for choices in position.choices.values() for c in choices for a in c if isinstance(a, Bid))
    return min((a.amount for a in offers if a.item == item), default=0)


async def place_proxy_bid(table: Table, seat: str, user: int, item: str, maximum: int) -> ProxyBid | None:
    """Hand in a maximum of so many dollars for an item, or withdraw it (0), and bid if it is that seat's turn.

    Raises NotPossible, with a sentence.
    """
    sale = table.position.auction
    if table.row.seat(seat) is None:
        raise NotPossible(NO_SEAT)
    if sale is None or table.row.status != TableStatus.RUNNING:
        raise NotPossible(NOTHING_AUCTIONED)
    view = await table.view(seat)
    item, has = find_item(sale.items, item, view, table.rules), view.cash[seat]
    if not 0 <= maximum <= has:
        money = table.rules.data.money
        raise NotPossible(f"From {money(0)} (no maximum) to {money(has)}, which is all you have")
    if 0 < maximum < (least := _least_raise(table, view, seat, item)):
        lowest = table.rules.data.money(least)
        raise NotPossible(
            f"The lowest bid on {company_name(table.rules, item)} is {lowest} now. Give me that or more, or pass"
        )
    bid = await orders.write_proxy_bid(table.store, table.id, seat, user, item, maximum)
    await table.run_standing_orders()
    return bid
