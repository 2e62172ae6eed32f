"""What the bot plays for people who asked it to: sealed maximum bids in auctions, purchases and passes in stock rounds.

The engine has no notion of them: they are played as ordinary actions, one after the other, under the table's lock. The table is
told of all of them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bot.model import auto_buy, auto_pass, proxy_bid
from bot.model.auto_buy import Buying
from bot.model.auto_pass import Passing
from bot.model.proxy_bid import Sealed
from bot.model.results import Played, Position
from bot.model.standing_order import Wish
from bot.storage import orders as storage_orders
from bot.storage import proxy_bids
from bot.storage.schema import games, orders
from bot.storage.store import Store
from bot.tables import proxy_bidding
from game.actions import Action
from game.events import Event
from game.rules import Rules
from game.state import State

if TYPE_CHECKING:
    from bot.tables.table import Table

BURST = 500  # plays in a row that the bot makes; two players with all the money there is bid less often


@dataclass(frozen=True, slots=True)
class Orders:
    """All that people at a table have asked for, as far as it may matter now."""

    sealed: Sequence[Sealed] = ()
    wishes: Sequence[Wish] = ()

    def __bool__(self) -> bool:
        return bool(self.sealed or self.wishes)

    def wanted(self, now: Position, rules: Rules) -> tuple[Action, str] | None:
        """What is to be played next for whoever must act, and how the record calls it; None: the player decides."""
        found = (
            (proxy_bidding.wanted(now, self.sealed), proxy_bid.VIA),
            (auto_buy.wanted(now, rules, self.wishes), auto_buy.VIA),
            (auto_pass.wanted(now, self.wishes), auto_pass.VIA),
        )
        return next(((action, via) for action, via in found if action is not None), None)

    def after(self, events: Sequence[Event], state: State[Any]) -> Orders:
        """What these events have left in force."""
        return replace(self, wishes=[w.after(events, state) for w in self.wishes]) if self.wishes else self


NONE = Orders()


async def load(store: Store, game: int, now: Position) -> Orders:
    """Nothing is read where nothing can matter."""
    if now.auction is not None:
        return Orders(sealed=await proxy_bids.load(store, game))
    return (
        Orders(wishes=await storage_orders.load(store, game, Buying, Passing)) if now.round.startswith("SR") else NONE
    )


async def every(store: Store, game: int) -> Orders:
    """All that was asked for, also of lots and rounds that are over."""
    return Orders(await proxy_bids.load(store, game), await storage_orders.load(store, game, Buying, Passing))


async def waiting(store: Store) -> list[int]:
    """Running tables at which something was asked for: a stop may have come between two plays."""
    query = select(orders.c.game).join(games, games.c.id == orders.c.game).where(games.c.status == "running").distinct()
    async with store.reading() as conn:
        return list((await conn.execute(query)).scalars())


async def follow(table: Table, played: Played | None, found: Orders, asked: set[str]) -> Played | None:
    """Play what was asked for, one play after the other, under the table's lock; what is over ends.

    `played`: what they follow, which is told together with them. `asked`: who had to act at the beginning.
    """
    now = found.after(played.events, table.live) if played else found
    for _ in range(BURST if not table.row.paused else 0):
        following = now.wanted(table.position, table.rules)
        if following is None:
            break
        action, via = following
        done = await table._one(action.by, action, via, 0, 0, now, asked)
        if done.refused is not None:
            break
        now = now.after(done.events, table.live)
        first = played or done
        events = (*first.events, *done.events) if played else done.events
        played = replace(done, seat=first.seat, action=first.action, events=events)
    await storage_orders.note(table.store, found.wishes, now.wishes)
    ended = proxy_bidding.over(table.position, found.sealed)
    if ended:
        await proxy_bids.close(table.store, table.id, ended)
    return played
