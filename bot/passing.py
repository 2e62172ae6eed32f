"""Passes in a stock round that the bot makes for a player, until the round ends or something happens that the player named.

Nobody else is told that somebody lets the bot pass; the record says of each such pass that it was made so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, update

from bot.played import Position
from bot.rows import NotPossible
from bot.schema import orders
from bot.store import Store
from game.actions import Action, Pass
from game.events import Event, ParSet, SharesSold
from game.state import State

if TYPE_CHECKING:
    from bot.table import Table

KIND = "pass"
VIA = "auto"  # how the record says that such a pass came about
STEPS = ("stock", "selling turn")  # that may be passed
UNTIL = {
    "sale": "until the round ends, or somebody sells shares of a company that you own shares of",
    "start": "until the round ends, or somebody starts a company or sells shares that you own too",
    "round": "until the round ends, whatever happens",
}


@dataclass(frozen=True, slots=True)
class Passing:
    """A wish to pass. `stopped`: what ended it before its round was over."""

    id: int
    seat: str
    round: str
    until: str
    stopped: str = ""


async def load(store: Store, game: int) -> list[Passing]:
    """All at a table, of rounds that are over as well."""
    query = select(orders).where(orders.c.game == game).order_by(orders.c.id)
    async with store.reading() as conn:
        rows = (await conn.execute(query)).all()
    return [Passing(row.id, row.seat, **_of(row.rule)) for row in rows if row.rule.get("kind") == KIND]


def _of(rule: dict[str, Any]) -> dict[str, Any]:
    return {name: rule[name] for name in ("round", "until", "stopped")}


async def ask(table: Table, seat: str, until: str) -> None:
    """Let the bot pass for a seat in the present stock round, at once if it is its turn. Raises NotPossible."""
    now = table.position
    if table.row.status != "running" or not now.round.startswith("SR"):
        raise NotPossible("I pass for you in stock rounds only, and there is none now")
    rule = {"kind": KIND, "round": now.round, "until": until, "stopped": ""}
    await withdraw(table, seat)
    async with table.store.writing(quiet=True) as conn:
        await conn.execute(insert(orders).values(game=table.id, seat=seat, rule=rule))
    await table.play_standing()


async def withdraw(table: Table, seat: str) -> bool:
    """Pass no more; whether there was such a wish, in force or not."""
    mine = [p.id for p in await load(table.store, table.id) if p.seat == seat]
    async with table.store.writing(quiet=True) as conn:
        await conn.execute(delete(orders).where(orders.c.id.in_(mine)))
    return bool(mine)


def wanted(now: Position, found: Sequence[Passing]) -> Action | None:
    """The pass of whoever must act, if that player wants it made."""
    if len(now.deciders) != 1 or now.step not in STEPS:
        return None
    seat = now.deciders[0]
    if not any(p.seat == seat and p.round == now.round and not p.stopped for p in found):
        return None
    return next((a for c in now.choices[seat] for a in c.actions if isinstance(a, Pass)), None)


def after(found: Sequence[Passing], events: Sequence[Event], state: State[Any]) -> list[Passing]:
    """What these events have left in force, or stopped."""
    return [replace(p, stopped=p.stopped or _why_stopped(p, events, state)) for p in found]


def _why_stopped(p: Passing, events: Sequence[Event], state: State[Any]) -> str:
    for e in events:
        match e:
            case SharesSold(who=who, company=company) if who != p.seat and p.until != "round":
                if any(place == p.seat and card.partition(".")[0] == company for card, place in state.place.items()):
                    return f"{who} sold shares of {company}"
            case ParSet(who=who, company=company) if who != p.seat and p.until == "start":
                return f"{who} started {company}"
    return ""


async def note(store: Store, before: Sequence[Passing], now: Sequence[Passing]) -> None:
    """Write down which were stopped."""
    fresh = [p for p, old in zip(now, before, strict=True) if p.stopped != old.stopped]
    if fresh:
        async with store.writing(quiet=True) as conn:
            for p in fresh:
                rule = {"kind": KIND, "round": p.round, "until": p.until, "stopped": p.stopped}
                await conn.execute(update(orders).where(orders.c.id == p.id).values(rule=rule))
