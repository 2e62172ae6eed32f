"""`/auto`: what the bot does for a player by itself: sealed maximum bids, purchases and passes, which nobody else is shown."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess, find_table, load_access, require_own_seat
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands import standing_orders
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.completion import Choices, find_typed_table, matching_choices
from bot.core.errors import NOTHING_AUCTIONED, NotPossible
from bot.model.kinds import Advice, PostKind, Via
from bot.model.models import NewPost, Seat
from bot.model.orders.auto_draft import DraftOrder
from bot.model.orders.auto_pass import PassOrder
from bot.model.orders.standing_order import StandingOrder
from bot.model.post_contents import PanelContent
from bot.storage.repositories import orders
from bot.tables import standing_orders as table_orders
from bot.tables.practice import set_advice
from bot.tables.service import Table
from bot.views.command_options import unstamp
from bot.views.custom_ids import SEAL, Id, parse_number
from bot.views.formatting import View, full_name
from bot.views.messages import Form, Input, Private
from bot.views.order_words import HEADINGS, describe_orders, order_names
from bot.views.pictures import images
from bot.views.press_verbs import ADVISE_LABEL, MORE_LABEL, SealVerb
from render.data.choice_names import lot_numbers

HEADING = "What the bot does for you"
ANSWERS = frozenset({SealVerb.UNTIL, SealVerb.DRAFT, SealVerb.STOP})  # within a private message, which they end
OF_A_MOMENT = ANSWERS | {SealVerb.WAIT}  # do nothing once it is over
ORDERING = OF_A_MOMENT | {SealVerb.ASK_DRAFT, SealVerb.PASSES, SealVerb.KEEP}
ADVISED = (
    "From now on I say at each of your turns what I would do, and why. Green is my advice, or blue where it asks more. "
    f"*Stop advising me* is in *{MORE_LABEL}*."
)
UNADVISED = (
    f"I give no advice any more. Green only says that a press does it at once. *{ADVISE_LABEL}* is in *{MORE_LABEL}*."
)
ADVICE_ANSWERS = {SealVerb.ADVISE: (Advice.ALWAYS, ADVISED), SealVerb.UNADVISE: (Advice.NEVER, UNADVISED)}

auto = CommandGroup("auto", "What the bot does for you; only you see it")


def setup(registry: Registry, services: Services) -> None:
    """Register `/auto`, the buttons of sealed maxima and standing passes, and their form."""
    auto.add_to(registry, services)
    registry.button_handlers[SEAL] = handle_press
    registry.modal_handlers[SEAL] = handle_form


async def complete_item(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: what is for sale at the table."""
    access = await find_typed_table(context)
    sale = access.table.position.auction
    items = sale.items if sale is not None and access.own is not None else ()
    view = await access.table.view(None)
    return matching_choices(unstamp(current)[1], [(full_name(access.table.rules, i, view), i) for i in items])


async def complete_company(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: companies that have begun, for whoever has a seat there."""
    access = await find_typed_table(context)
    companies = (await access.table.view(None)).companies
    started = [c for c, s in companies.items() if s.par and not s.closed] if access.own else []
    return matching_choices(unstamp(current)[1], [(full_name(access.table.rules, c), c) for c in started])


@auto.command(
    "bid",
    "Bid for me up to a secret maximum",
    on=OptionDetails("What to bid on, now or when it comes up", complete_item),
    maximum="The most you would pay; 0 removes your maximum",
)
async def bid_up_to(context: InteractionContext, on: str, maximum: int, game: str | None = None) -> None:
    """Take in a sealed maximum, or take the one before back."""
    await context.defer()
    await _place_maximum(context, await find_table(context, game), unstamp(on)[1], maximum)


@auto.command(
    "pass",
    "Pass for me in this stock round, or on what is auctioned now",
    until="Stock round: sale (of what you own), start (of a company), deal or round. Auction: bid or lot",
)
async def pass_round(
    context: InteractionContext,
    until: Literal["sale", "start", "deal", "round", "bid", "lot"] | None = None,
    game: str | None = None,
) -> None:
    """Take in the order to pass for the asker until something happens, and say what has come of it."""
    await context.defer()
    access = await find_table(context, game)
    await _place_order(context, access, standing_orders.read_pass_order(access, until or ""))


@auto.command(
    "buy",
    "Buy shares of a company for me in my turns of this stock round",
    company=OptionDetails("Of which company", complete_company),
    shares="How many you want to own in all; if left out: until the company floats",
    price="The most you would pay for a share; if left out: any price",
    source="Where from; if left out: wherever it is cheapest",
)
async def buy_shares(
    context: InteractionContext,
    company: str,
    shares: app_commands.Range[int, 1, 100] | None = None,
    price: app_commands.Range[int, 1, 1000] | None = None,
    source: Literal["ipo", "pool", "treasury"] | None = None,
    game: str | None = None,
) -> None:
    """Take in the order to buy a share in each of the asker's turns, and say what has come of it."""
    await context.defer()
    access = await find_table(context, game)
    wish = await standing_orders.read_buy_order(access, unstamp(company)[1], shares or 0, price or 0, source or "")
    await _place_order(context, access, wish)


@auto.command("draft", "Take cards for me until the draft is over")
async def draft_cards(context: InteractionContext, game: str | None = None) -> None:
    """Take in the order to take a card in each of the asker's turns, and say by which rule."""
    await context.defer()
    access = await find_table(context, game)
    await _place_order(context, access, standing_orders.read_draft_order(access))


@auto.command("show", "What the bot does for you")
async def show_orders(context: InteractionContext, game: str | None = None) -> None:
    """List what the asker has handed in."""
    await context.defer()
    access = await find_table(context, game)
    body = await describe_orders(access.table, require_own_seat(access), context.user)
    await context.reply(Private(title=HEADING, body=body))


@auto.command(
    "off",
    "Stop bidding, buying and passing for me",
    on=OptionDetails("Only the maximum on this; if left out: everything", complete_item),
)
async def switch_off(context: InteractionContext, on: str | None = None, game: str | None = None) -> None:
    """Withdraw the asker's orders, or the maximum on one thing."""
    await context.defer()
    access = await find_table(context, game)
    await _withdraw_orders(context, access.table, require_own_seat(access), unstamp(on)[1] if on else "")


async def handle_press(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """Open the form of `Bid for me…`, made of what is in memory; ask until when for `Pass for me…`, and take that answer in."""
    if id.verb == SealVerb.CANCEL:
        await context.defer_update()
        order = DraftOrder if id.arg == SealVerb.DRAFT else PassOrder
        await context.reply(Private(title=HEADINGS[order], body="Nothing has changed."))
        return
    if id.verb in ORDERING:
        await _handle_order_press(context, id)
        return
    if id.verb in {SealVerb.ADVISE, SealVerb.UNADVISE}:
        await _change_advice(context, id)
        return
    table = context.services.tables.table_in_memory(id.table)
    seat = next(iter(table.row.seats_of(context.user)), None) if table is not None else None
    sale = table.position.auction if table is not None else None
    if table is None or seat is None or sale is None:
        await context.defer()
        access = await load_access(context, id.table)
        require_own_seat(access)
        again = access.table.position.auction is not None
        raise NotPossible("Please press again" if again else NOTHING_AUCTIONED)
    items = sale.now or sale.items
    if not items:
        raise NotPossible("Nothing is left to bid on")
    verb = SealVerb.PUT_INSTEAD if id.verb == SealVerb.ASK_INSTEAD else SealVerb.PUT
    view = await table.view(None)
    await context.send_modal(build_maximum_form(table, view, items[0], verb, alone=sale.alone and bool(sale.now)))


def build_maximum_form(table: Table, view: View, first: str, verb: SealVerb, *, alone: bool) -> Form:
    """The form that asks for dollars, and for what they are bid unless the first item is alone."""
    item = first if alone else ""
    hint = "The bot bids as little as it can, up to this, then passes. Secret until the sale. 0: none"
    maximum = Input("most", "Your maximum", hint, most=9)
    number = lot_numbers(table.rules).get(first)
    on = Input(
        "on", "What to bid on", f"As in the picture, such as {first}{f' or {number}' if number else ''}", most=20
    )
    title = f"Bid for me: {full_name(table.rules, item, view)}" if item else "Bid for me"
    return Form(str(Id(SEAL, table.id, 0, verb, item)), title, (maximum,) if item else (on, maximum))


async def handle_form(context: InteractionContext, id: Id, inputs: dict[str, str]) -> None:
    """Store the maximum that somebody typed into the form; raises NotPossible for anything but a whole number."""
    await (context.defer_update() if id.verb == SealVerb.PUT_INSTEAD else context.defer())
    maximum = parse_number(inputs.get("most", "").strip().lstrip("£$₹").replace(",", ""))
    if maximum is None:
        raise NotPossible("Give a whole number, such as 75")
    await _place_maximum(context, await load_access(context, id.table), id.arg or inputs.get("on", "").strip(), maximum)


async def _place_maximum(context: InteractionContext, access: TableAccess, item: str, maximum: int) -> None:
    """Store a sealed maximum of the asker's, 0 to remove it, and answer with all that is in force."""
    table, seat = access.table, require_own_seat(access)
    bid = await table_orders.place_proxy_bid(table, seat.name, context.user, item, maximum)
    item = bid.item if bid is not None else item
    await _refresh_lot_post(context, table)
    item_name = full_name(table.rules, item, await table.view(None))
    condition = ", once the table is no longer paused" if table.row.paused else ""
    bids = f"I bid up to {table.rules.data.money(maximum)} on {item_name} for you{condition}."
    text = (
        f"{bids} {_too_low_words(table, seat.name, item, maximum)}".rstrip()
        if maximum
        else f"You have no maximum on {item_name}."
    )
    others = await describe_orders(table, seat, context.user, but=item if maximum else "")
    answer = Private(title="Bid for me", body=f"{text}\n\n{others}")
    await standing_orders.reply_about_orders(context, table, seat, answer)


def _too_low_words(table: Table, seat: str, item: str, maximum: int) -> str:
    """That a maximum is less than the lowest bid that is possible now, so that nothing comes of it; "" of any other."""
    sale = table.position.auction
    if sale is None or item not in sale.items or sale.leads.get(item) == seat:
        return ""
    least = images.lots_for_sale(table.position).prices.get(item, 0)
    return f"But the lowest bid is {table.rules.data.money(least)} now, so I do not bid." if maximum < least else ""


async def _handle_order_press(context: InteractionContext, id: Id) -> None:
    """`Pass for me…` and `Draft for me…`: ask until when, or whether; take in the answer to that, which takes the place of the
    question, or what one press says; or stop.
    """
    await (context.defer_update() if id.verb in ANSWERS else context.defer())
    access = await load_access(context, id.table)
    until, _, key = id.arg.partition(".") if id.verb == SealVerb.UNTIL else ("", "", id.arg)
    if id.verb in OF_A_MOMENT and (outdated := standing_orders.why_outdated(access.table, key)):
        await context.reply(Private(title=HEADING, body=outdated))
        return
    match id.verb:
        case SealVerb.UNTIL:
            await _place_order(context, access, standing_orders.read_pass_order(access, until), Via.PANEL)
        case SealVerb.WAIT:
            await _place_order(context, access, standing_orders.read_pass_order(access, "start"), Via.PANEL)
        case SealVerb.DRAFT:
            await _place_order(context, access, standing_orders.read_draft_order(access), Via.PANEL)
        case SealVerb.STOP:
            await _withdraw_orders(context, access.table, require_own_seat(access), "")
        case SealVerb.KEEP:
            await _place_order(context, access, standing_orders.read_keep_order(access), Via.PANEL)
        case SealVerb.ASK_DRAFT:
            standing_orders.read_draft_order(access)
            await context.reply(standing_orders.ask_draft(access.table))
        case _:
            await context.reply(await standing_orders.ask_until(access.table, require_own_seat(access)))


async def _change_advice(context: InteractionContext, id: Id) -> None:
    """`Keep advising me`, `Stop advising me`: take it in, and say how it can be had otherwise."""
    await context.defer()
    await load_access(context, id.table)
    advice, answer = ADVICE_ANSWERS[SealVerb(id.verb)]
    await set_advice(context.services.tables, id.table, context.user, advice)
    await context.reply(Private(title="Advice", body=answer))


async def _place_order(
    context: InteractionContext, access: TableAccess, wish: StandingOrder, via: Via = Via.COMMAND
) -> None:
    """Take an order in, and say what has come of it at once."""
    over = await standing_orders.place_order(access.table, wish, via, context.user)
    table, seat = access.table, require_own_seat(access)
    body = over or await describe_orders(table, seat, context.user)
    rows = () if over else ((standing_orders.stop_button(table),),)
    answer = Private(title=HEADINGS[type(wish)], body=body, rows=rows)
    await standing_orders.reply_about_orders(context, table, seat, answer)


async def _withdraw_orders(context: InteractionContext, table: Table, seat: Seat, item: str) -> None:
    """Withdraw a seat's maximum on an item, "" for all of its maxima and orders, and answer with what has ended."""
    bids = [s for s in await orders.load_proxy_bids(table.store, table.id) if s.open and s.user == context.user]
    own_bids = [s for s in bids if s.seat == seat.name and item.casefold() in {"", s.item.casefold()}]
    ended = order_names(table, await table.view(None), own_bids)
    if not item:
        ended += await standing_orders.withdraw_all(table, seat)
    if not ended:
        await context.reply(Private(title=HEADING, body="I am not doing that for you."))
        return
    for s in own_bids:
        await orders.write_proxy_bid(table.store, table.id, s.seat, s.user, s.item, 0)
    if own_bids:
        await _refresh_lot_post(context, table)
    answer = Private(title="Switched off", body=f"Stopped: {', '.join(ended)}.")
    await standing_orders.reply_about_orders(context, table, seat, answer)


async def _refresh_lot_post(context: InteractionContext, table: Table) -> None:
    """Post the lot anew, which shows who has handed something in."""
    if table.position.auction is not None:
        await context.services.store.enqueue(
            NewPost(kind=PostKind.PANEL, game=table.id, content=PanelContent(silent=True, pledge=True))
        )
