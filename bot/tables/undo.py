"""Taking moves back and playing them again: at once, or when those who must agree have agreed.

Functions on a table, under its lock. Nothing is deleted: the head moves to a position that was there before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import IntegrityError

from bot.core.errors import NotPossible
from bot.model import undo_policy
from bot.model.auto_pass import VIA
from bot.model.models import Advance, NewPost, Proposal, StoredMove
from bot.model.results import MOVED_ON, AskOthers, Declined, Played, position, seen
from bot.storage import proposals
from bot.storage.schema import BACK
from game.events import Revealed
from game.play import Game
from game.rules import Refusal

if TYPE_CHECKING:
    from bot.tables.table import Table

LAST = 20  # moves that are looked at for the last one: no table has so many who let the bot pass


async def undo(
    table: Table, seat: str, *, to: int = 0, reason: str = "", interaction: int = 0, user: int = 0
) -> Played | AskOthers:
    """Take the last move back, with passes that the bot made after it, or everything after move `to`; or ask who must agree.

    `seat` "" is the host who has no seat. Raises Busy; a refusal is in the answer.
    """
    async with table._turn():
        told = await table.store.told(interaction) if interaction else None
        if told is not None:
            return await _again(table, told, seat)
        line = await table.store.line(table.id, table.position.move, limit=0 if to else LAST)
        ids = [m.id for m in line]
        if len(line) < 2:
            return table._refused(seat, None, Refusal("There is nothing to take back"))
        if to and to not in ids[:-1]:
            return table._refused(seat, None, Refusal("That point does not lie before the present one"))
        target = to or _before_the_last(line)
        back = line[ids.index(target) + 1 :][::-1]
        return await _wish(table, "undo", seat, target, back, reason, interaction, user)


def _before_the_last(line: Sequence[StoredMove]) -> int:
    """Where the last move was made that the bot did not make by itself."""
    moves = list(line)
    while len(moves) > 2 and moves[-1].via == VIA:
        moves.pop()
    return moves[-2].id


async def redo(table: Table, seat: str, *, steps: int = 1, interaction: int = 0, user: int = 0) -> Played | AskOthers:
    """Play again what was taken back last: so many moves, 0 all of that line."""
    async with table._turn():
        told = await table.store.told(interaction) if interaction else None
        if told is not None:
            return await _again(table, told, seat)
        forth = await table.store.ahead(table.id, table.position.move, steps)
        if not forth:
            return table._refused(seat, None, Refusal("There is nothing to do again"))
        return await _wish(table, "redo", seat, forth[-1].id, forth, "", interaction, user)


async def _again(table: Table, told: dict[str, Any], seat: str) -> Played | AskOthers:
    """What a repeated interaction did the first time; it may not ask again for what was answered meanwhile."""
    if "proposal" not in told:
        return await table._again(told, seat, None)
    found = await proposals.load(table.store, told["proposal"])
    if found is not None and found[1] == "open" and found[0].head == table.position.move:
        return await _asking(table, found[0], await _between(table, found[0]))
    return replace(table._refused(seat, None, MOVED_ON, stale=True), repeated=True)


async def _wish(
    table: Table,
    kind: str,
    seat: str,
    target: int,
    moves: Sequence[StoredMove],
    reason: str,
    interaction: int,
    user: int,
) -> Played | AskOthers:
    if table.row.seat(seat) is None and not (seat == "" and user == table.row.host):
        return table._refused(seat, None, Refusal("You have no seat at this table"))
    needed = undo_policy.needed(table.row, moves, seat, back=kind == "undo")
    if needed.free:
        return await _go(table, kind, seat, target, moves, interaction, user)
    asked = await proposals.write(
        table.store,
        game=table.id,
        kind=kind,
        seat=seat,
        head=table.position.move,
        target=target,
        needed=needed,
        reason=reason,
        interaction=interaction,
    )
    return await _asking(table, asked, moves)


async def _asking(table: Table, p: Proposal, moves: Sequence[StoredMove]) -> AskOthers:
    found = await table._decode(moves)
    return AskOthers(
        proposal=p.id,
        kind=p.kind,
        by=p.seat,
        seats=tuple(s for s in p.asked if s not in p.agreed),
        agreed=tuple(s for s in p.agreed if s),
        host=p.host and "" not in p.agreed,
        moves=tuple(found),
        revealed=tuple(e.what for m in found for e in seen(m.events, None) if isinstance(e, Revealed)),
        until=p.until,
        reason=p.reason,
    )


async def answer(
    table: Table, proposal: int, seat: str, *, yes: bool, interaction: int = 0, user: int = 0
) -> Played | AskOthers | Declined:
    """A seat's word ("" for the host's) on a proposal. The one who proposed may say no: that withdraws it.

    Raises NotPossible for somebody who was not asked.
    """
    async with table._turn():
        told = await table.store.told(interaction) if interaction else None
        if told is not None:
            return await table._again(told, seat, None)
        found = await proposals.load(table.store, proposal)
        if found is None or found[0].game != table.id or found[0].kind not in BACK:
            raise NotPossible("There is no such question")
        p, state = found
        if state != "open" or p.head != table.position.move:
            return Declined(proposal, "declined" if state == "declined" else "moved")
        if table.store.clock.now() > p.until:
            await proposals.decline(table.store, proposal)
            return Declined(proposal, "late")
        words = _words(table, p, seat, user)
        if not words and not (seat == p.seat and not yes):
            raise NotPossible("You were not asked")
        if not yes:
            await proposals.decline(table.store, proposal)
            return Declined(proposal, "declined", seat)
        p = await proposals.agree(table.store, proposal, words)
        moves = await _between(table, p)
        asked = await _asking(table, p, moves)
        if asked.seats or asked.host:
            return asked
        return await _go(table, p.kind, p.seat, p.target, moves, interaction, user)


def _words(table: Table, p: Proposal, seat: str, user: int) -> list[str]:
    """Whose yes this is: all seats of one user speak together, the host for the host."""
    mine = table.row.seat(seat)
    who = mine.user if mine else user
    words = [s.name for s in table.row.seats if s.user == who and s.name in p.asked]
    return [*words, ""] if p.host and who == table.row.host else words


async def waiting(table: Table) -> AskOthers | None:
    """The proposal that waits, if there is one."""
    p = await proposals.waiting(table.store, table.id)
    return await _asking(table, p, await _between(table, p)) if p and p.head == table.position.move else None


async def _between(table: Table, p: Proposal) -> list[StoredMove]:
    """The moves that a proposal is about: newest first for undo, oldest first for redo."""
    below, above = (p.target, p.head) if p.kind == "undo" else (p.head, p.target)
    line = await table.store.line(table.id, above)
    moves = line[[m.id for m in line].index(below) + 1 :]
    return moves[::-1] if p.kind == "undo" else moves


async def _go(
    table: Table, kind: str, seat: str, target: int, moves: Sequence[StoredMove], interaction: int, user: int
) -> Played:
    """Move the head to a position that was there before."""
    state = await table.state_at(target)
    table._game = None
    after = await asyncio.to_thread(lambda: position(Game.load(table.rules, state), target))
    found = tuple(await table._decode(moves))
    posts = [NewPost(kind=kind, payload={"seat": seat, "moves": [m.id for m in found]})]
    posts.append(
        NewPost(kind="final") if after.over else NewPost(kind="panel", payload={"seats": list(after.deciders)})
    )
    try:
        written = await table._write(
            Advance(
                game=table.id,
                parent=table.position.move,
                target=target,
                interaction=interaction,
                result={"kind": kind},
                deciders=after.deciders,
                anew=True,
                posts=tuple(posts),
                over=after.over,
            )
        )
    except IntegrityError as error:  # the channel has another live table by now
        raise NotPossible("Another game is being played in this channel by now") from error
    if written is None:
        return table._refused(seat, None, MOVED_ON, stale=True)
    table.position = after
    done = Played(table.id, target, seat, deciders=after.deciders, over=after.over)
    return replace(done, took_back=found) if kind == "undo" else replace(done, redone=found)
