"""The guided first game: at a table where the bot plays the other seats, what it would do in yours, why, and what else there is.

What is said follows from the position alone: what is legal now, what the bot would do, what the others hold and want.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from bot.model.action_form import Draft
from bot.model.kinds import Advice
from bot.model.orders.auto_play import advised_move
from bot.tables.service import Table
from bot.views.custom_ids import SEAL, Id
from bot.views.formatting import View, action_words, escape_line, join_names
from bot.views.guide.advice_reasons import explain_action
from bot.views.guide.other_ways import other_ways_words
from bot.views.messages import Button, button
from bot.views.options.ending import pass_label
from bot.views.options.screen import ScreenOption
from bot.views.press_verbs import ADVISE_LABEL, SealVerb
from game.actions import Action, Bid, BuyPrivate, BuyShare, BuyTrain, LayTile, Par, Pass, PlaceToken
from game.choices import Choice
from game.events import Event, RoundBegan
from game.names import company_name
from game.round_names import OPERATING, STOCK, is_stock_round, round_number
from game.rules import Rules
from render.data import queries
from render.data.names import listed

RECENT = 20  # moves that are looked through for what others have done since
SETS = 3  # of operating rounds that are guided: by then a company has had a station and paid a dividend
CLOSING = (f"{STOCK} {SETS + 1}", f"{OPERATING} {SETS + 1}.1")  # rounds in the first of which the last word is said
BEGUN = Draft()  # of a console in which nothing is chosen yet
END = (
    f"**You know every kind of turn now.** Whoever is richest at the end wins. *{ADVISE_LABEL}* goes on with my advice."
)


async def compose_advice(
    table: Table,
    seat: str,
    view: View,
    advised: Action | None,
    *,
    brief: bool = False,
    offers: Collection[ScreenOption] = (),
    draft: Draft = BEGUN,
) -> str:
    """A hint for a newcomer who must act: what the bot would do, `advised`, and why; "" where nobody is guided.

    `brief`: what to do and why, as a panel has room for; what else there is and what the others want stands in the console.
    `draft`: what is chosen so far in the console, which then says only what to do, and nothing where none of its `offers` leads
    there.
    """
    if not is_guided(table, seat):
        return END if draft == BEGUN and await says_end(table) else ""
    if advised is None or type(advised).covert:  # everybody reads a panel
        return ""
    named = f"**My advice: {escape_line(_named(advised, table, seat, view))}.**"
    if draft != BEGUN:
        return named if any(leads_to(o, advised, draft) for o in offers) else ""
    why, else_ = await asyncio.to_thread(explain_action, advised, view, table.rules)
    text = f"{named} {why}"
    if brief:
        return text
    choices = table.choices(seat)
    if isinstance(advised, BuyTrain) and not any(c.kind is Pass for c in choices):  # it must buy one
        else_ = ""
    if isinstance(advised, BuyShare | Par | Bid):
        else_ = f"{other_ways_words(choices, advised)} {else_}".strip()
    if isinstance(advised, Pass) and (sale := _own_private_words(choices, seat, view, table.rules)):
        else_ = sale
    others = _rivals_words(table, seat, view) if await _rivals_acted(table, seat) else ""
    return "\n".join(part for part in (text, f"*Or:* {else_}" if else_ else "", others) if part)


def is_guided(table: Table, seat: str) -> bool:
    """Whether a newcomer in that seat is told what to do, step by step."""
    return gives_advice(table) and seat in table.position.deciders


def gives_advice(table: Table) -> bool:
    """Whether whoever must act at a table is told what to do: in the opening against the bot, or as long as wanted."""
    if not table.row.bots or table.row.advice == Advice.NEVER:
        return False
    return table.row.advice == Advice.ALWAYS or _sets_begun(table) <= SETS


async def says_end(table: Table) -> bool:
    """Whether the last word of the guide is said now: its rounds are over, and nobody has acted since."""
    acting = table.position.deciders
    if not table.row.bots or table.row.advice != Advice.OPENING or len(acting) != 1 or gives_advice(table):
        return False
    return table.position.round in CLOSING and not await _has_read_end(table, acting[0])


def advice_button(table: Table) -> Button:
    """The button that asks for advice at a table against the bot, or for none."""
    verb, label = (SealVerb.UNADVISE, "Stop advising me") if gives_advice(table) else (SealVerb.ADVISE, ADVISE_LABEL)
    return button(Id(SEAL, table.id, 0, verb), label)


async def find_advised(table: Table, seat: str) -> Action | None:
    """What the bot would do in that seat; None where nobody is guided, or no longer."""
    if not is_guided(table, seat):
        return None
    return await asyncio.to_thread(advised_move, table.position, table.rules, seat)


async def preview_advised(table: Table, advised: Action | None) -> tuple[Sequence[Event], View] | None:
    """What a newcomer is told to build, a tile or a station, and the board with it; None where that is not the advice."""
    if not isinstance(advised, LayTile | PlaceToken):
        return None
    played, after = await table.preview(advised, advised.by)
    return (played.events, after) if played.events else None


def departs_from(advised: Action | None, action: Action) -> bool:
    """Whether a newcomer would do something else than was advised: that is shown first."""
    return advised is not None and not advised.covert and action != advised


def leads_to(offer: ScreenOption, action: Action, draft: Draft) -> bool:
    """Whether an option of the console is that action, or the next step to it. `draft`: what is chosen so far."""
    if offer.action is not None:
        return offer.action == action
    given = {**draft.given, offer.field: offer.choice} if offer.field else {}
    return offer.kind is type(action) and all(getattr(action, name, None) == value for name, value in given.items())


def _sets_begun(table: Table) -> int:
    """The number of the round that is played, which counts sets of operating rounds; 0 before the first."""
    return round_number(table.position.round)


async def _has_read_end(table: Table, seat: str) -> bool:
    """Whether a seat has acted since the guided rounds were over."""
    for move in reversed(await table.history()):
        if any(isinstance(e, RoundBegan) and e.name == CLOSING[0] for e in move.events):
            return False
        if move.seat == seat and move.action is not None:
            return True
    return False


def _own_private_words(choices: Sequence[Choice], seat: str, view: View, rules: Rules) -> str:
    """For how much the company on turn may buy a private of the player who runs it; "" where it may not."""
    offers = [
        (c, a)
        for c in choices
        if c.kind is BuyPrivate
        for a in c
        if isinstance(a, BuyPrivate) and a.company and view.place.get(a.private) == seat
    ]
    if not offers:
        return ""
    choice, offer = offers[0]
    most = choice.ranges["price"].high if "price" in choice.ranges else offer.price
    buyer = company_name(rules, offer.company)
    return f"{buyer} can buy {offer.private} from you, for up to {rules.data.money(most)}: that money is yours then."


def _named(action: Action, table: Table, seat: str, view: View) -> str:
    """What is advised, in the words of its button."""
    choices = table.choices(seat)
    if isinstance(action, Pass):
        return pass_label(action, choices, view, table.rules)
    if isinstance(action, BuyShare) and not _sold_elsewhere(action, choices):
        price = table.rules.data.money(queries.asking(view, table.rules, action.company, action.source))
        return f"Buy {queries.percent(view, action.company, 1)}% of {action.company} for {price}"
    fixed = any(isinstance(action, Bid) and action in c and "amount" not in c.ranges for c in choices)
    return action_words(action, view, table.rules, fixed=fixed)


def _sold_elsewhere(action: BuyShare, choices: Sequence[Choice]) -> bool:
    """Whether shares of that company can be bought from several places, so that it must be said from which."""
    offers = (a for c in choices for a in c if isinstance(a, BuyShare) and a.company == action.company)
    return any(a.source != action.source for a in offers)


async def _rivals_acted(table: Table, seat: str) -> bool:
    """Whether another player has done more than pass since the last move of that seat."""
    for move in reversed(await table.history(limit=RECENT)):
        if move.seat == seat:
            return False
        if move.action is not None and not isinstance(move.action, Pass):
            return True
    return True


def _rivals_words(table: Table, seat: str, view: View) -> str:
    """What the other players are after, in sentences: what they have bid on; in a stock round which companies they run, and
    what cash they have for more. Nothing while companies run: it is the same at each step.
    """
    rules, row = table.rules, table.row
    if table.position.auction is not None:
        lots = {
            p: [f"{item} ({rules.data.money(bids[p])})" for item, bids in view.bids.items() if p in bids]
            for p in view.order
            if p != seat
        }
        wants = [f"{join_names(row, [p])} wants {listed(own)}" for p, own in lots.items() if own]
        return f"*The others:* {'; '.join(wants)}." if wants else "*The others:* nobody else has bid yet."
    if not is_stock_round(view.round):
        return ""
    led = {p: [c for c, s in view.companies.items() if s.president == p] for p in view.order if p != seat}
    told = [
        f"{join_names(row, [p])} runs {listed(own)} and has {rules.data.money(view.cash.get(p, 0))}"
        for p, own in led.items()
        if own
    ]
    return f"*The others:* {'; '.join(told)}." if told else ""
