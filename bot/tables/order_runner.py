"""One play, and what the bot plays after it for people who asked it to: proxy bids, purchases and passes.

The engine has no notion of orders: they are played as ordinary actions, one after the other, under the table's lock. The table
is told of all of them together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from bot.model.kinds import MADE_BY_BOT, PostKind, Via
from bot.model.models import GameRow, NewPost, PlayWrite
from bot.model.orders import auto_bid, auto_buy, auto_draft, auto_end, auto_keep, auto_pass, auto_play
from bot.model.orders.auto_buy import BuyOrder
from bot.model.orders.auto_draft import DraftOrder
from bot.model.orders.auto_keep import KeepOrder
from bot.model.orders.auto_pass import PassOrder
from bot.model.orders.proxy_bid import ProxyBid
from bot.model.orders.standing_order import StandingOrder
from bot.model.post_contents import PanelContent, RoundContent
from bot.model.results import MOVED_ON, Played, Position
from bot.storage.repositories.moves import load_line
from bot.storage.repositories.orders import (
    close_proxy_bids,
    delete_orders,
    load_orders,
    load_proxy_bids,
    record_stops,
    write_proxy_bid,
)
from bot.storage.repositories.users import users_to_ask
from bot.storage.store import Store
from bot.tables.answered_offers import refuse_repeated_offer
from bot.tables.session import Applied, TableSession
from game.actions import Action, Pass
from game.events import AuctionWon, Event, Floated, Proposed, RoundEnded, TurnBegan
from game.play import Game
from game.round_names import is_operating_round, is_stock_round
from game.rules import Rules
from game.state import State

AGO = 20  # moves among which the last one is looked for that was no pass
MAX_PLAYS = 500  # in a row that the bot makes; two players with all the money there is bid less often
# while the same seat goes on its panel is brought up to date when nothing came for so long
POST_DEBOUNCE = timedelta(seconds=3)

# the orders by which the bot plays so
ORDERED: Mapping[Via, tuple[type[StandingOrder], ...]] = {
    Via.PROXY_BID: (),  # maxima, which are none
    Via.AUTO_BUY: (BuyOrder, DraftOrder),
    Via.AUTO_PASS: (PassOrder, KeepOrder),
}
AT_ONCE = (AuctionWon, Floated, RoundEnded)  # what a table hears of at once


@dataclass(frozen=True, slots=True)
class Orders:
    """All that people at a table have asked for, as far as it may matter now."""

    bids: Sequence[ProxyBid] = ()
    standing: Sequence[StandingOrder] = ()
    asking: frozenset[str] = frozenset()  # seats that want to be asked at the end of a turn
    last: Action | None = None  # what was played last, by whomever
    bots: frozenset[str] = frozenset()  # seats that the bot plays

    def next_action(self, position: Position, rules: Rules) -> tuple[Action, Via] | None:
        """What is to be played next for whoever must act, and how the record calls it; None: the player decides."""
        if self.bots and (move := auto_play.wanted_move(position, rules, self.bots)) is not None:
            return move, Via.BOT
        if self.bids and (bid := auto_bid.wanted_bid(position, self.bids)) is not None:
            return bid, Via.PROXY_BID
        if self.standing and (purchase := auto_buy.wanted_purchase(position, rules, self.standing)) is not None:
            return purchase, Via.AUTO_BUY
        if self.standing and (card := auto_draft.wanted_card(position, rules, self.standing)) is not None:
            return card, Via.AUTO_BUY
        if self.standing and (pass_asked_for := auto_pass.wanted_pass(position, self.standing)) is not None:
            return pass_asked_for, Via.AUTO_PASS
        if self.standing and (kept := auto_keep.wanted_pass(position, self.standing)) is not None:
            return kept, Via.AUTO_PASS
        if (lot := auto_end.forced_lot(position)) is not None:
            return lot, Via.AUTO_PASS
        ending = auto_end.wanted_pass(position, rules, self.last, self.asking)
        return (ending, Via.AUTO_END) if ending is not None else None

    def update_after(self, events: Sequence[Event], state: State[Any], action: Action | None) -> Orders:
        """What an action and its events have left in force."""
        last = self.last if isinstance(action, Pass) else action
        return replace(self, standing=[o.update_after(events, state) for o in self.standing], last=last)

    def stopped_since(self, earlier: Orders) -> list[StandingOrder]:
        """The standing orders that were stopped, or let go on, since the same orders stood `earlier`."""
        pairs = zip(self.standing, earlier.standing, strict=True)
        return [order for order, old in pairs if order.stopped != old.stopped]


@dataclass(frozen=True, slots=True)
class Request:
    """A play that is asked for. `via`: how; `user`: who pressed, 0 for nobody; `interaction`: 0 for none."""

    seat: str
    action: Action
    via: Via
    interaction: int = 0
    user: int = 0


async def load_relevant_orders(session: TableSession) -> Orders:
    """All that people have asked for, where it can matter now; else nothing is read."""
    store, position = session.store, session.position
    orders = Orders(asking=await load_seats_that_end_turns(store, session.row), bots=session.row.bots)
    if position.auction is not None:
        passes = await load_orders(store, session.id, PassOrder)
        return replace(orders, bids=await load_proxy_bids(store, session.id), standing=passes)
    if is_stock_round(position.round):
        return replace(orders, standing=await load_orders(store, session.id, BuyOrder, PassOrder, KeepOrder))
    if position.step == auto_draft.STEP:
        return replace(orders, standing=await load_orders(store, session.id, DraftOrder))
    if any(step.recurs for step in session.rules.steps):  # of a company whose turn this play begins
        return replace(orders, standing=await load_orders(store, session.id, KeepOrder))
    return orders


async def load_all_orders(session: TableSession) -> Orders:
    """All that was asked for, also of lots and rounds that are over, and what was played last."""
    store, game = session.store, session.id
    played = await session.decode_moves(await load_line(store, game, session.position.move, limit=AGO))
    acts = [m.action for m in played if m.action is not None and not isinstance(m.action, Pass)]
    return Orders(
        await load_proxy_bids(store, game),
        await load_orders(store, game, BuyOrder, PassOrder, DraftOrder, KeepOrder),
        await load_seats_that_end_turns(store, session.row),
        acts[-1] if acts else None,
        session.row.bots,
    )


async def find_lapsing_orders(session: TableSession, after: Position) -> tuple[StandingOrder, ...]:
    """The orders that a move of the head to the position `after` ends: what they pass on, or their round, is no longer there; or
    is there again, and whoever gave them was told that they are over.
    """
    before, rules = session.position, session.rules
    standing = await load_orders(session.store, session.id, BuyOrder, PassOrder, DraftOrder)
    lapsing = [o for o in standing if auto_pass.is_in_force(o, before) != auto_pass.is_in_force(o, after)]
    buys = [o for o in standing if isinstance(o, BuyOrder) and not o.stopped and o not in lapsing]
    if buys:
        was, will = (Game.load(rules, p.state).state for p in (before, after))
        lapsing += [o for o in buys if o.is_fulfilled(was, rules) and not o.is_fulfilled(will, rules)]
    return tuple(lapsing)


async def withdraw_acting_orders(session: TableSession, seat: str) -> tuple[StandingOrder | ProxyBid, ...]:
    """Withdraw what a seat has asked for and would be played at once: its player has taken a step back, and is to decide anew.

    Returns what was withdrawn.
    """
    store, game, withdrawn = session.store, session.id, list[StandingOrder | ProxyBid]()
    orders = await load_all_orders(session)
    own = Orders([b for b in orders.bids if b.seat == seat], [o for o in orders.standing if o.seat == seat])
    while own.bids or own.standing:
        found = own.next_action(session.position, session.rules)
        if found is None or found[1] not in ORDERED:
            break
        sorts = ORDERED[found[1]]
        bids = [b for b in own.bids if b.open and getattr(found[0], "item", b.item) == b.item] if not sorts else []
        standing = [o for o in own.standing if isinstance(o, sorts) and o.is_active(seat, session.position.round)]
        if not bids and not standing:  # it is played whoever asks for it, such as a last lot
            break
        for bid in bids:
            await write_proxy_bid(store, game, seat, bid.user, bid.item, 0)
        for sort in {type(o) for o in standing}:
            await delete_orders(store, game, seat, sort)
        withdrawn += [*bids, *standing]
        left = [b for b in own.bids if b not in bids], [o for o in own.standing if o not in standing]
        own = Orders(*left)
    return tuple(withdrawn)


async def load_seats_that_end_turns(store: Store, row: GameRow) -> frozenset[str]:
    """The seats whose players want to end their turns themselves."""
    async with store.reading() as conn:
        users = await users_to_ask(conn, [s.user for s in row.seats])
    return frozenset(s.name for s in row.seats if s.user in users)


async def play_with_orders(session: TableSession, request: Request) -> Played:
    """Play an action, and then what the bot plays for others after it. Raises Illegal."""
    deciders = set(session.position.deciders)
    orders = await load_relevant_orders(session)
    played = await _apply_and_store(session, request, None if session.row.paused else orders, deciders)
    if played.refused is not None:
        return played
    return await run_orders(session, played, orders, deciders) or played


async def run_orders(
    session: TableSession, played: Played | None, orders: Orders, deciders: Collection[str]
) -> Played | None:
    """Play what was asked for, one play after the other; what is over ends.

    `played`: what they follow, which is told together with them. `deciders`: who had to act at the beginning.
    """
    open_orders = orders.update_after(played.events, session.live_state, played.action) if played else orders
    for _ in range(MAX_PLAYS if not session.row.paused else 0):
        next_action = open_orders.next_action(session.position, session.rules)
        if next_action is None:
            break
        action, via = next_action
        result = await _apply_and_store(session, Request(action.by, action, via), open_orders, deciders)
        if result.refused is not None:
            break
        open_orders = open_orders.update_after(result.events, session.live_state, action)
        first = played or result
        events = (*first.events, *result.events) if played else result.events
        played = replace(result, seat=first.seat, action=first.action, events=events)
    if stopped := open_orders.stopped_since(orders):
        await record_stops(session.store, stopped)
    if orders.bids and (ended := auto_bid.find_ended_bids(session.position, orders.bids)):
        await close_proxy_bids(session.store, session.id, ended)
    return played


async def _apply_and_store(
    session: TableSession, request: Request, orders: Orders | None, deciders: Collection[str]
) -> Played:
    """Play one action, in memory and in the database. The table is told when the last one who lets the bot play has played.
    Raises Illegal, also for an offer that was made too often.
    """
    before = session.position
    applied = await session.apply(request.action)
    offer = next((e for e in applied.events if isinstance(e, Proposed)), None)
    if (
        offer is not None and request.via not in MADE_BY_BOT and not session.row.private
    ):  # in a what-if one plays all seats
        await refuse_repeated_offer(session, request.action, offer.of)
    after = applied.position
    advance = PlayWrite(
        game=session.id,
        parent=before.move,
        move=applied.make_move(request.via, request.user),
        interaction=request.interaction,
        acted=(request.seat,),
        unasked=tuple(s for s in before.deciders if s not in {request.seat, *after.deciders}),
        deciders=after.deciders,
        posts=(*_round_posts(applied), *_table_posts(session, request, applied, orders, deciders)),
        over=after.over,
    )
    if not await session.commit(advance, after, applied.game):
        return session.make_refusal(request.seat, request.action, MOVED_ON, stale=True)
    return Played(
        session.id,
        session.position.move,
        request.seat,
        request.action,
        applied.events,
        deciders=after.deciders,
        over=after.over,
    )


def _table_posts(
    session: TableSession, request: Request, applied: Applied, orders: Orders | None, deciders: Collection[str]
) -> tuple[NewPost, ...]:
    """The posts of a play: none yet where the bot plays next.

    Before a play that nobody has asked for there is a late post all the same: after a crash it shows where to go on.
    """
    before, after, store = session.position, applied.position, session.store
    open_orders = (
        orders.update_after(applied.events, applied.game.state, applied.action) if orders is not None else None
    )
    next_action = open_orders.next_action(after, session.rules) if open_orders is not None else None
    if next_action is None:
        return (_panel_post(store, request, before, applied, deciders),)
    if not _goes_by_itself(*next_action):
        return ()
    late = store.clock.now() + POST_DEBOUNCE
    return (NewPost(kind=PostKind.PANEL, content=PanelContent(silent=True), not_before=late),)


def _goes_by_itself(action: Action, via: Via) -> bool:
    """Whether nobody has asked for a play: the end of a step, or a last lot."""
    return via is Via.AUTO_END or (via is Via.AUTO_PASS and not isinstance(action, Pass))


def _round_posts(applied: Applied) -> list[NewPost]:
    """Posts for rounds that ended with a play; the end of the game has a post of its own."""
    if applied.position.over:
        return []
    ended = [e.name for e in applied.events if isinstance(e, RoundEnded)]
    return [
        NewPost(
            kind=PostKind.ROUND,
            content=RoundContent(
                round=name, ends_set=is_operating_round(name) and not is_operating_round(applied.position.round)
            ),
        )
        for name in ended
    ]


def _panel_post(
    store: Store, request: Request, before: Position, applied: Applied, deciders: Collection[str]
) -> NewPost:
    """The panel after a play: posted at once, but for a step of a player who goes on alone, which the panel that stands shows
    after a silence.

    Whoever must act anew is called, also where the bot has played in between.
    """
    after = applied.position
    if after.over:
        return NewPost(kind=PostKind.FINAL)
    by_itself = request.via in MADE_BY_BOT - {
        Via.AUTO_END
    }  # a step that ends by itself is part of a player's own chain
    if by_itself or not set(after.deciders) <= set(deciders):
        return NewPost(kind=PostKind.PANEL)
    # Each lot has its own post; of several who are asked at once nobody is called who has answered.
    announced = (
        len(before.deciders) > 1
        or _is_next_lot(before, after)
        or any(isinstance(e, AT_ONCE) or begins_company_turn(e, applied.game.state) for e in applied.events)
    )
    later = None if announced else store.clock.now() + POST_DEBOUNCE
    return NewPost(kind=PostKind.PANEL, content=PanelContent(silent=True), not_before=later)


def begins_company_turn(event: Event, state: State[Any]) -> bool:
    """Whether the turn of a company begins, which has a panel of its own, whoever runs it."""
    return isinstance(event, TurnBegan) and event.who in state.companies


def _is_next_lot(before: Position, after: Position) -> bool:
    """Whether something was sold and something else is sold next."""
    return before.auction is not None and after.auction is not None and before.auction.lot != after.auction.lot
