"""Proposals to undo or to redo that wait for others, in the database: they outlive a restart."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Row, insert, select, update

from bot.core.errors import AskedTooOftenHere, QuestionOpen
from bot.model.kinds import PostKind, QuestionState
from bot.model.models import NewPost, Proposal
from bot.model.post_contents import QuestionContent
from bot.model.undo_policy import NewProposal
from bot.storage import row_mapping
from bot.storage.repositories.interactions import answered_once
from bot.storage.schema import proposals
from bot.storage.store import Store
from bot.storage.work import AsyncConnection

PROPOSAL_TIME = timedelta(hours=24)  # silence after that is a no
PROPOSALS_PER_MOVE = 3  # of one seat: each calls those who are asked


async def write_proposal(store: Store, new: NewProposal, interaction: int) -> Proposal:
    """Put a proposal before the table; an earlier one that still waits gives way to it.

    Raises NotPossible for a seat that has asked the same and waits for the answer, or has asked too often since the last move.
    """
    now = store.clock.now()
    p = proposals.c
    async with store.writing(new.game) as conn, answered_once(conn, interaction, now, new.game) as answer:
        if not answer.repeated:
            await _check_frequency(conn, new, now)
            answer.result["proposal"] = await _insert_proposal(conn, new, now)
        return _as_proposal((await conn.execute(select(proposals).where(p.id == answer.result["proposal"]))).one())


async def _check_frequency(conn: AsyncConnection, new: NewProposal, now: datetime) -> None:
    """Raises QuestionOpen, AskedTooOftenHere: each proposal calls those who are asked."""
    p = proposals.c
    asked_here = (p.game == new.game, p.seat == new.seat, p.head == new.head, p.until > now)
    rows = (await conn.execute(select(p.kind, p.target, p.state).where(*asked_here))).all()
    if any((r.kind, r.target, r.state) == (new.kind, new.target, QuestionState.OPEN) for r in rows):
        raise QuestionOpen
    if len(rows) >= PROPOSALS_PER_MOVE:
        raise AskedTooOftenHere(len(rows))


async def _insert_proposal(conn: AsyncConnection, new: NewProposal, now: datetime) -> int:
    """Write a proposal and its post within the transaction, and void the one that still waits; returns its number."""
    p = proposals.c
    await conn.execute(
        update(proposals).where(p.game == new.game, p.state == QuestionState.OPEN).values(state=QuestionState.VOID)
    )
    values = {"game": new.game, "kind": new.kind, "seat": new.seat, "head": new.head, "target": new.target}
    values |= {"asked": list(new.needed.seats), "host": new.needed.host, "agreed": [], "reason": new.reason[:200]}
    values |= {"state": QuestionState.OPEN}
    number = row_mapping.new_id(await conn.execute(insert(proposals).values(**values, until=now + PROPOSAL_TIME)))
    post = NewPost(kind=PostKind.UNDO_PROPOSAL, game=new.game, move=new.head, content=QuestionContent(proposal=number))
    await row_mapping.enqueue(conn, post, now)
    return number


async def load_proposal(store: Store, number: int) -> Proposal | None:
    """The proposal of that number; None if there is none."""
    async with store.reading() as conn:
        row = (await conn.execute(select(proposals).where(proposals.c.id == number))).one_or_none()
    return _as_proposal(row) if row else None


async def find_open_proposal(store: Store, game: int) -> Proposal | None:
    """The proposal of a table that is still open."""
    p = proposals.c
    query = select(proposals).where(p.game == game, p.state == QuestionState.OPEN, p.until > store.clock.now())
    async with store.reading() as conn:
        row = (await conn.execute(query.order_by(p.id.desc()).limit(1))).one_or_none()
    return _as_proposal(row) if row else None


async def record_agreement(store: Store, number: int, words: list[str]) -> Proposal:
    """Note that a seat ("" is the host) has said yes; the proposal as it is then."""
    p = proposals.c
    async with store.writing() as conn:
        row = (await conn.execute(select(proposals).where(p.id == number))).one()
        agreed = [*row.agreed, *(w for w in words if w not in row.agreed)]
        await conn.execute(update(proposals).where(p.id == number).values(agreed=agreed))
        return _as_proposal((await conn.execute(select(proposals).where(p.id == number))).one())


async def decline_proposal(store: Store, number: int) -> None:
    """Close a proposal as declined."""
    async with store.writing() as conn:
        await conn.execute(update(proposals).where(proposals.c.id == number).values(state=QuestionState.DECLINED))


def _as_proposal(row: Row[tuple[object, ...]]) -> Proposal:
    """A row of the database as a value."""
    values = dict(row._mapping)
    return Proposal(**values | {"asked": tuple(values["asked"]), "agreed": tuple(values["agreed"])})
