"""What players want the bot to do for them in a stock round: rows of `orders`, until the round is over or something stops them.

Nobody else is told of a wish; the record says of each play that it came about so.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, ClassVar, TypeVar

from sqlalchemy import delete, insert, select, update

from bot.rows import NotPossible
from bot.schema import orders
from bot.store import Store
from game.events import Event
from game.state import State

if TYPE_CHECKING:
    from bot.table import Table

STEPS = ("stock", "selling turn")  # in which the bot acts for players
OURS = ("id", "seat")  # columns of their own; all else of a wish is its rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish(ABC):
    """What the bot does for a seat in one round. `stopped`: what ended it before its round was over."""

    id: int = 0
    seat: str
    round: str
    stopped: str = ""
    kind: ClassVar[str]

    @abstractmethod
    def why_stopped(self, events: Sequence[Event], state: State[object]) -> str:
        """What of these events ends it; "" if nothing does."""

    def after(self, events: Sequence[Event], state: State[object]) -> Wish:
        """What these events have left of it."""
        return self if self.stopped else replace(self, stopped=self.why_stopped(events, state))

    def holds(self, seat: str, round_: str) -> bool:
        """Whether it is in force for that seat in that round."""
        return (self.seat, self.round) == (seat, round_) and not self.stopped

    @property
    def rule(self) -> dict[str, object]:
        return {"kind": self.kind} | {f.name: getattr(self, f.name) for f in fields(self) if f.name not in OURS}


W = TypeVar("W", bound=Wish)


async def load(store: Store, game: int, *sorts: type[W]) -> list[W]:
    """All of these sorts at a table, of rounds that are over as well."""
    named = {sort.kind: sort for sort in sorts}
    query = select(orders).where(orders.c.game == game).order_by(orders.c.id)
    async with store.reading() as conn:
        rows = (await conn.execute(query)).all()
    found = [(row, dict(row.rule)) for row in rows]
    return [
        named[kind](id=row.id, seat=row.seat, **rule) for row, rule in found if (kind := rule.pop("kind", "")) in named
    ]


async def ask(table: Table, wish: Wish) -> None:
    """Take in a wish for the present stock round, in place of that seat's last of its kind; acts at once if it can."""
    now = table.position
    if table.row.status != "running" or not now.round.startswith("SR"):
        raise NotPossible(f"I {wish.kind} for you in stock rounds only, and there is none now")
    await withdraw(table, wish.seat, type(wish))
    async with table.store.writing(quiet=True) as conn:
        await conn.execute(insert(orders).values(game=table.id, seat=wish.seat, rule=wish.rule))
    await table.play_standing()


async def withdraw(table: Table, seat: str, sort: type[Wish]) -> bool:
    """Do it no more; whether there was such a wish, in force or not."""
    mine = [w.id for w in await load(table.store, table.id, sort) if w.seat == seat]
    async with table.store.writing(quiet=True) as conn:
        await conn.execute(delete(orders).where(orders.c.id.in_(mine)))
    return bool(mine)


async def note(store: Store, before: Sequence[Wish], now: Sequence[Wish]) -> None:
    """Write down which were stopped."""
    fresh = [w for w, old in zip(now, before, strict=True) if w.stopped != old.stopped]
    if fresh:
        async with store.writing(quiet=True) as conn:
            for wish in fresh:
                await conn.execute(update(orders).where(orders.c.id == wish.id).values(rule=wish.rule))
