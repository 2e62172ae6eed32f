"""What `/auto buy` and `/auto pass` take in and say: wishes for a stock round or a lot, checked before they are kept."""

from __future__ import annotations

from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess, require_own_seat
from bot.client.open_answers import OpenAnswers
from bot.core.errors import NotPossible
from bot.core.text import begin_sentence, find_named
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.model.orders import auto_draft, auto_pass
from bot.model.orders.auto_buy import BuyOrder
from bot.model.orders.auto_draft import DraftOrder
from bot.model.orders.auto_keep import KeepOrder
from bot.model.orders.auto_pass import PassOrder
from bot.model.orders.proxy_bid import ProxyBid
from bot.model.orders.standing_order import StandingOrder
from bot.model.results import Played
from bot.storage.repositories import orders
from bot.tables import standing_orders
from bot.tables.service import Table
from bot.views.console.hints import step_words
from bot.views.custom_ids import SEAL, Id
from bot.views.formatting import escape_line
from bot.views.messages import Button, Private, button
from bot.views.order_words import (
    HEADINGS,
    NOTHING,
    WORDS,
    describe_orders,
    find_sales,
    is_past,
    load_own_orders,
)
from bot.views.press_verbs import SealVerb
from game.names import company_name
from game.round_names import is_stock_round
from game.rules import Rules
from render.data.names import round_name
from render.data.queries import high_bid

SOLD = "It is sold, so I have stopped."
OVER = "Stopped: now it is up to you."
LEFT = "Somebody else has that seat now, so this is over."
SHORT = {
    "sale": "Until others sell what I own",
    "start": "Until others start or sell",
    "deal": "Until others trade",
    "round": "The whole round",
    "bid": "Until somebody else bids",
    "lot": "Until it is sold",
}
MEANT = {"bid": "or until {} is sold", "lot": "whatever the others bid"}  # what an auction's buttons do not say
RAISE = "*Bid for me…* bids for you instead, up to a secret maximum."
FOR_LESS = "*Bid for me…* takes it for you as soon as it costs no more than your secret maximum."
FALLING = "If nobody bids and the price falls, I go on passing."


def moment_key(table: Table) -> str:
    """What a button carries of the moment it was made for: what is for sale, and the round, whose question it answers."""
    return auto_pass.moment_key(table.position)


def why_outdated(table: Table, key: str) -> str:
    """Why a button of that `moment_key` has nothing to do now, in a sentence; "" where its moment lasts."""
    if key == moment_key(table):
        return ""
    asked = key.partition(".")[2]
    if not asked:
        return "This question is old. Nothing has changed."
    over = f"{round_name(asked)} is over" if asked != table.position.round else "That is sold"
    return f"{over}. Nothing has changed."


def read_pass_order(access: TableAccess, until: str) -> PassOrder:
    """The asker's order to pass in this stock round, or on what is sold now. `until`: "" for the first way there is.

    Raises NotPossible without a seat, where nothing can be passed on, or for another word than there are ways.
    """
    position = access.table.position
    _require_passes(access.table)
    ways = auto_pass.ways_to_pass(position.auction)
    until = until or next(iter(ways))
    if until not in ways:
        raise NotPossible(f"Pass until: {', '.join(ways)}")
    lot = auto_pass.offered_lots(position.auction)
    return PassOrder(seat=require_own_seat(access).name, round=position.round, until=until, lot=lot)


def read_draft_order(access: TableAccess) -> DraftOrder:
    """The asker's order to take cards of the draft. Raises NotPossible without a seat, or where nothing is drafted."""
    position = access.table.position
    if position.step != auto_draft.STEP:
        raise NotPossible(DraftOrder.untimely)
    return DraftOrder(seat=require_own_seat(access).name, round=position.round)


def read_keep_order(access: TableAccess) -> KeepOrder:
    """The asker's order to keep companies as they are. Raises NotPossible without a seat, or where nothing asks for it."""
    position = access.table.position
    if not position.recurs:
        raise NotPossible(KeepOrder.untimely)
    return KeepOrder(seat=require_own_seat(access).name, round=position.round)


def _require_passes(table: Table) -> None:
    """Raise NotPossible where the bot cannot pass for anybody now."""
    position = table.position
    if position.auction is not None and not position.auction.now:
        raise NotPossible("Nothing is up for sale yet. I can pass for you as soon as something is")
    if position.auction is None and not is_stock_round(position.round):
        raise NotPossible(PassOrder.untimely)


async def read_buy_order(access: TableAccess, company: str, shares: int, price: int, source: str) -> BuyOrder:
    """The asker's order to buy in this stock round: until `shares` are owned, for `price` dollars at most. 0 and "": any.

    Raises NotPossible without a seat, for a company that has not been started, or where nothing could come of it.
    """
    seat, table = require_own_seat(access), access.table
    view = await table.view(None)
    name = find_named(view.companies, company)
    if not name:
        raise NotPossible(f"There is no company {escape_line(company)}; there are {', '.join(view.companies)}")
    if not view.companies[name].par:
        raise NotPossible(f"{name} has not been started: somebody must choose its price first")
    current = table.position.round
    wish = BuyOrder(seat=seat.name, round=current, company=name, goal=shares, most=price, source=source)
    if wish.is_fulfilled(view, table.rules):
        have = f"You own that many shares of {name}" if shares else f"{name} has floated"
        raise NotPossible(f"{have} already. Give the number of shares that you want to own in all")
    return wish


async def ask_until(table: Table, seat: Seat) -> Private:
    """The private message that asks a seat until when to pass, or says what it must stop first; raises NotPossible where nothing
    can be passed on.
    """
    _require_passes(table)
    current, auction = table.position.round, table.position.auction
    ways = auto_pass.ways_to_pass(auction)
    key = moment_key(table)
    view = await table.view(None)
    lot = company_name(table.rules, auction.now[0]) if auction is not None and len(auction.now) == 1 else ""
    raised = bool(lot and auction is not None and high_bid(view, auction.now[0])[0])
    final = step_words("raised", view, table.rules) if raised else ""
    if final:
        ways = {way: words for way, words in ways.items() if way == "lot"}  # a bid asks nobody again who has passed
    answers = [button(Id(SEAL, table.id, 0, SealVerb.UNTIL, f"{way}.{key}"), SHORT[way]) for way in ways]
    cancel = button(Id(SEAL, table.id, 0, SealVerb.CANCEL), "Cancel")
    if (maximum := await standing_orders.find_maximum(table, seat.name)) is not None:
        stop = button(Id(SEAL, table.id, 0, SealVerb.STOP, key), "Stop that")
        body = f"{_contrary_words(maximum, table.rules)}."
        return Private(title=HEADINGS[PassOrder], body=body, rows=((stop, cancel),))
    if auction is None:
        lines = [f"• *{SHORT[way]}*: {text}" for way, text in ways.items()]
        return Private(title=f"Pass for me in {current}", body="\n".join(lines), rows=((*answers, cancel),))
    lines = [f"• *{SHORT[way]}*, {MEANT[way].format(lot or 'something')}" for way in ways]
    if raised:
        lines.append(f"{final} {RAISE}".lstrip())
    else:
        lines += [FALLING, f"Want {lot or 'one of them'} after all, for less? {FOR_LESS}"]
    bids = button(Id(SEAL, table.id, 0, SealVerb.ASK_INSTEAD), "Bid for me…")
    title = f"Pass for me {f'on {lot}' if lot else 'in the auction'}"
    return Private(title=title, body="\n".join(lines), rows=((*answers, bids, cancel),))


def ask_draft(table: Table) -> Private:
    """The private message that says how the bot would take cards, and asks whether it is to."""
    row = (
        button(Id(SEAL, table.id, 0, SealVerb.DRAFT, moment_key(table)), "Draft the rest for me"),
        button(Id(SEAL, table.id, 0, SealVerb.CANCEL, SealVerb.DRAFT), "Cancel"),
    )
    body = (
        f"In each of your turns, until the draft is over, I take {auto_draft.RULE}. I do not look at the cards that you"
        " have kept, as my picks would tell others of them. You can stop it."
    )
    return Private(title="Draft for me", body=body, rows=(row,))


async def reply_about_orders(context: InteractionContext, table: Table, seat: Seat, answer: Private) -> None:
    """Answer about what the bot does for somebody: what said so before goes, and so does a question that it has answered."""
    sent = await context.reply(answer)
    if sent is not None:
        answers, told = context.services.open_answers, await describe_orders(table, seat, context.user)
        round_ = table.position.round
        await answers.replace_about_orders(sent, context.user, table.id, seat.name, told, round_)
        await answers.close_outdated(table.id, {s.name: s.action_version for s in table.row.seats}, table.position.move)
        await close_ended_answers(answers, table)  # it may have sold what others have orders on


async def close_ended_answers(answers: OpenAnswers, table: Table, moved: Played | None = None) -> None:
    """Put into words what the bot does by now in the place of answers at a table that say something else; *Stop* stays while
    something runs. Whoever has left the seat does not learn what is done for it now. `moved`: the undo or redo that has come
    before.
    """
    round_ = table.position.round
    for answer in answers.about_orders(table.id):
        seat = table.row.seat(answer.seat)
        if seat is None or seat.user != answer.user:
            await answers.close(answer, LEFT)
            continue
        does = await describe_orders(table, seat, answer.user)
        if does == answer.told:
            continue
        if does != NOTHING:
            rows = ((stop_button(table),),) if await _runs_something(table, seat) else ()
            lapsed = await _lapsed_words(table, seat, moved) if moved is not None else ""
            await answers.retell(answer, f"{lapsed}\n{does}".lstrip(), round_, rows)
        elif answer.round == round_:
            await answers.close(answer, await _lapsed_words(table, seat, moved) or OVER)
        else:
            over = "was taken back" if moved is not None and moved.took_back else "is over"
            await answers.close(answer, f"{round_name(answer.round)} {over}: I have stopped.")


async def _lapsed_words(table: Table, seat: Seat, moved: Played | None) -> str:
    """That the bot passes no longer for a seat since the lot is sold, or is not up for sale where the game stands now; "" where
    something else ended it.
    """
    lapsed = moved.withdrawn if moved is not None else await load_own_orders(table, seat)
    past = [w for w in lapsed if isinstance(w, PassOrder) and w.seat == seat.name and is_past(w, table)]
    if not past or not past[-1].lot:
        return ""
    lot = past[-1].only_lot
    name = begin_sentence(company_name(table.rules, lot)) if lot else "That"
    if lot in await find_sales(table):
        return f"{name} is sold, so I no longer pass."
    return f"{name} is no longer up for sale: I have stopped." if moved is not None else ""


def stop_button(table: Table) -> Button:
    """The button that ends all that is done for whoever presses it."""
    return button(Id(SEAL, table.id, 0, SealVerb.STOP, moment_key(table)), "Stop")


async def _runs_something(table: Table, seat: Seat) -> bool:
    """Whether an order of a seat, or a maximum of its player, can still act."""
    bids = await orders.load_proxy_bids(table.store, table.id)
    if any(b.open and (b.seat, b.user) == (seat.name, seat.user) for b in bids):
        return True
    return any(auto_pass.is_in_force(w, table.position) for w in await load_own_orders(table, seat))


async def place_order(table: Table, wish: StandingOrder, via: Via, user: int) -> str:
    """Hand an order to the table; the sentence on it says if its round is over at once.

    Raises NotPossible also where a maximum would bid in place of passes.
    """
    passes = isinstance(wish, PassOrder)
    if passes and (maximum := await standing_orders.find_maximum(table, wish.seat)) is not None:
        raise NotPossible(_contrary_words(maximum, table.rules))
    await standing_orders.place_order(table, wish, via, user)
    if not wish.concerns(table.position.round):
        return f"{round_name(wish.round)} is over, so I have stopped."
    lot = auto_pass.offered_lots(table.position.auction)
    return SOLD if isinstance(wish, PassOrder) and wish.lot != lot else ""


def _contrary_words(maximum: ProxyBid, rules: Rules) -> str:
    """Why the bot does not pass for somebody whose maximum would bid first."""
    most = f"{company_name(rules, maximum.item)} up to {rules.data.money(maximum.most)}"
    return f"I bid on {most} for you, so I do not pass. Stop that first: `/auto off`"


async def withdraw_all(table: Table, seat: Seat) -> list[str]:
    """Withdraw all of a seat; what of it was in force."""
    running = {type(w) for w in await load_own_orders(table, seat) if auto_pass.is_in_force(w, table.position)}
    for sort in WORDS:
        await standing_orders.withdraw_orders(table, seat.name, sort)
    return [word for sort, word in WORDS.items() if sort in running]
