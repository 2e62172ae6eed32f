"""Taking moves back and playing them again: at once, or when those who must agree have agreed.

Functions on a table's session, each under its lock. Nothing is deleted: the head moves to a position that was there before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.core.errors import NO_QUESTION, NO_SEAT, NotPossible
from bot.model import undo_policy
from bot.model.kinds import FOLLOWING, PostKind, QuestionState, TableStatus, UndoKind
from bot.model.models import NewPost, Proposal, StoredMove
from bot.model.orders.auto_bid import find_sold_items
from bot.model.post_contents import PanelContent, UndoContent
from bot.model.results import MOVED_ON, ConsentRequest, Played, ProposalClosed, WhyClosed, events_seen_by
from bot.model.undo_policy import NeededConsent
from bot.storage.errors import ChannelTaken
from bot.storage.repositories.moves import load_line, load_undone_moves
from bot.storage.repositories.orders import load_proxy_bids
from bot.storage.repositories.questions import proposals
from bot.tables import order_runner
from bot.tables.session import TableSession
from game.codec import encode
from game.events import Revealed
from game.play import Game
from game.rules import Refusal

RECENT = 200  # moves that are looked at for the last one: between two of a person the bot makes fewer


@dataclass(frozen=True, slots=True)
class HeadMove:
    """Where somebody wants the game to stand. `seat` "": the host's wish, who has no seat."""

    kind: UndoKind
    seat: str
    target: int
    moves: Sequence[StoredMove]  # newest first for undo, oldest first for redo
    interaction: int = 0
    user: int = 0


async def undo(
    session: TableSession, seat: str, *, to: int = 0, reason: str = "", interaction: int = 0, user: int = 0
) -> Played | ConsentRequest:
    """Take the last move back, with passes that the bot made after it, or everything after move `to`; or ask who must agree.

    `seat` "" is the host who has no seat. Raises Busy; a refusal is in the answer.
    """
    async with session.locked():
        recorded = await session.store.recorded_result(interaction)
        if recorded is not None:
            return await _answer_repeated(session, recorded, seat)
        line = await load_line(session.store, session.id, session.position.move, limit=0 if to else RECENT)
        ids = [m.id for m in line]
        if len(line) < 2:
            return session.make_refusal(seat, None, Refusal("There is nothing to take back"))
        if to and to not in ids[:-1]:
            return session.make_refusal(seat, None, Refusal("That is not an earlier move"))
        target = to or _before_last_move(line)
        back = line[ids.index(target) + 1 :][::-1]
        return await _move_or_ask(session, HeadMove(UndoKind.UNDO, seat, target, back, interaction, user), reason)


async def consent_for_step(session: TableSession, seat: str) -> NeededConsent:
    """Whose consent `seat` ("" for the host) needs to take the last step back; nobody's where there is nothing to take back."""
    line = await load_line(session.store, session.id, session.position.move, limit=RECENT)
    if len(line) < 2:
        return NeededConsent()
    target = _before_last_move(line)
    back = line[[m.id for m in line].index(target) + 1 :]
    return await _find_needed_consent(session, HeadMove(UndoKind.UNDO, seat, target, back))


async def _find_needed_consent(session: TableSession, head_move: HeadMove) -> NeededConsent:
    """Whose consent it needs that the game stands there."""
    going_back = head_move.kind == UndoKind.UNDO
    return undo_policy.consent_needed(
        session.row,
        head_move.moves,
        head_move.seat,
        back=going_back,
        unanimous=await _needs_everybody(session, head_move.target)
        or (going_back and await _has_shown_maxima(session, head_move.target)),
    )


async def _needs_everybody(session: TableSession, target: int) -> bool:
    """Whether a game goes on that was ended by hand, or whose secrets everybody may look at since it is over."""
    if session.row.status != TableStatus.FINISHED:
        return False
    return not session.position.over or await _hides_something(session, target)


async def _has_shown_maxima(session: TableSession, target: int) -> bool:
    """Whether sealed maxima have come to light by the sale of what is on sale there."""
    bids = await load_proxy_bids(session.store, session.id)
    sold = find_sold_items(session.position, bids) if bids else set()
    if not sold:
        return False
    there = (await session.position_at(target)).auction
    return there is not None and not sold.isdisjoint(there.items)


async def _hides_something(session: TableSession, move: int) -> bool:
    """Whether players hold or have chosen something in secret after that move."""
    game = Game.load(session.rules, (await session.position_at(move)).state)
    game.state.over = ""
    view = game.view(None)
    return "hidden" in view.place.values() or encode(view.agenda) != encode(game.state.agenda)


def _before_last_move(line: Sequence[StoredMove]) -> int:
    """The position to go back to by one step: the one before the last move that the bot did not make by itself."""
    moves = list(line)
    while len(moves) > 2 and moves[-1].via in FOLLOWING:
        moves.pop()
    return moves[-2].id


async def redo(
    session: TableSession, seat: str, *, steps: int = 1, interaction: int = 0, user: int = 0
) -> Played | ConsentRequest:
    """Play again what was taken back last: so many moves, 0 all of that line."""
    async with session.locked():
        recorded = await session.store.recorded_result(interaction)
        if recorded is not None:
            return await _answer_repeated(session, recorded, seat)
        forth = _moves_to_redo(await load_undone_moves(session.store, session.id, session.position.move, 0), steps)
        if not forth:
            return session.make_refusal(seat, None, Refusal("There is nothing to redo"))
        return await _move_or_ask(session, HeadMove(UndoKind.REDO, seat, forth[-1].id, forth, interaction, user), "")


def _moves_to_redo(line: Sequence[StoredMove], steps: int) -> Sequence[StoredMove]:
    """So many moves of a line that was taken back, 0 for all, with the passes that the bot made after the last of them."""
    end = steps or len(line)
    while end < len(line) and line[end].via in FOLLOWING:
        end += 1
    return line[:end]


async def _answer_repeated(session: TableSession, recorded: dict[str, Any], seat: str) -> Played | ConsentRequest:
    """What a repeated interaction did the first time; it may not ask again for what was answered meanwhile."""
    if "proposal" not in recorded:
        return await session.answer_repeated(recorded, seat, None)
    stored = await proposals.load_proposal(session.store, recorded["proposal"])
    if stored is not None and stored.state == QuestionState.OPEN and stored.head == session.position.move:
        return await _as_question(session, stored, await _moves_between(session, stored))
    return replace(session.make_refusal(seat, None, MOVED_ON, stale=True), repeated=True)


async def _move_or_ask(session: TableSession, head_move: HeadMove, reason: str) -> Played | ConsentRequest:
    """Move the head if nobody else must agree, else put the wish before the table."""
    row = session.row
    if row.seat(head_move.seat) is None and not (head_move.seat == "" and head_move.user == row.host):
        return session.make_refusal(head_move.seat, None, Refusal(NO_SEAT))
    needed = await _find_needed_consent(session, head_move)
    if needed.is_free:
        return await _move_head(session, head_move)
    proposal = await proposals.write_proposal(
        session.store,
        undo_policy.NewProposal(
            game=session.id,
            kind=head_move.kind,
            seat=head_move.seat,
            head=session.position.move,
            target=head_move.target,
            needed=needed,
            reason=reason,
        ),
        head_move.interaction,
    )
    return await _as_question(session, proposal, head_move.moves)


async def _as_question(session: TableSession, proposal: Proposal, stored: Sequence[StoredMove]) -> ConsentRequest:
    """A proposal as what others are asked, with the moves that it is about."""
    moves = await session.decode_moves(stored)
    return ConsentRequest(
        proposal=proposal.id,
        kind=proposal.kind,
        by=proposal.seat,
        seats=tuple(s for s in proposal.asked if s not in proposal.agreed),
        agreed=tuple(s for s in proposal.agreed if s),
        host=proposal.host and "" not in proposal.agreed,
        moves=tuple(moves),
        revealed=tuple(e.what for m in moves for e in events_seen_by(m.events, None) if isinstance(e, Revealed)),
        until=proposal.until,
        reason=proposal.reason,
    )


async def answer_proposal(
    session: TableSession, proposal: int, seat: str, *, yes: bool, interaction: int = 0, user: int = 0
) -> Played | ConsentRequest | ProposalClosed:
    """Take in a seat's word ("" for the host's) on a proposal. The one who proposed may say no: that withdraws it.

    Raises NotPossible for somebody who was not asked.
    """
    async with session.locked():
        recorded = await session.store.recorded_result(interaction)
        if recorded is not None:
            return await session.answer_repeated(recorded, seat, None)
        waiting = await proposals.load_proposal(session.store, proposal)
        if waiting is None or waiting.game != session.id:
            raise NotPossible(NO_QUESTION)
        if waiting.state != QuestionState.OPEN or waiting.head != session.position.move:
            return ProposalClosed(proposal, _why_closed(waiting))
        if session.store.clock.now() > waiting.until:
            await proposals.decline_proposal(session.store, proposal)
            return ProposalClosed(proposal, WhyClosed.LATE)
        voters = _find_voters(session, waiting, seat, user)
        if not voters and not (_is_proposer(session, waiting, seat, user) and not yes):
            raise NotPossible("You were not asked")
        if not yes:
            await proposals.decline_proposal(session.store, proposal)
            return ProposalClosed(proposal, WhyClosed.DECLINED, seat)
        moves = await _moves_between(session, waiting)
        head_move = HeadMove(waiting.kind, waiting.seat, waiting.target, moves, interaction, user)
        if not set((await _find_needed_consent(session, head_move)).seats) <= set(waiting.asked):
            await proposals.decline_proposal(session.store, proposal)
            return ProposalClosed(proposal, WhyClosed.MOVED_ON)
        agreed = (*waiting.agreed, *(v for v in voters if v not in waiting.agreed))
        if not _asked(waiting) <= set(agreed):
            waiting = await proposals.record_agreement(session.store, proposal, voters)
            agreed = waiting.agreed
            if not _asked(waiting) <= set(agreed):  # in another process somebody may have agreed meanwhile
                return await _as_question(session, waiting, moves)
        return await _move_head(session, head_move, (proposal, agreed))


def _why_closed(proposal: Proposal) -> WhyClosed:
    """Why nobody may answer a proposal that is not open, or from whose move the game has gone on."""
    if proposal.state == QuestionState.DECLINED:
        return WhyClosed.DECLINED
    return WhyClosed.AGREED if _asked(proposal) <= set(proposal.agreed) else WhyClosed.MOVED_ON


def _asked(proposal: Proposal) -> set[str]:
    """The seats that must agree; "" is the host."""
    return {*proposal.asked, *([""] if proposal.host else [])}


def _is_proposer(session: TableSession, proposal: Proposal, seat: str, user: int) -> bool:
    """Whether that seat, or that user where the host without a seat asked, made the proposal."""
    return seat == proposal.seat and (bool(seat) or user == session.row.host)


def _find_voters(session: TableSession, proposal: Proposal, seat: str, user: int) -> list[str]:
    """The seats for which an answer by `seat` (or `user`) counts: all seats of one user speak together; "" is the host."""
    own_seat = session.row.seat(seat)
    asker = own_seat.user if own_seat else user
    voters = [s.name for s in session.row.seats if s.user == asker and s.name in proposal.asked]
    return [*voters, ""] if proposal.host and asker == session.row.host else voters


async def open_proposal(session: TableSession) -> ConsentRequest | None:
    """The proposal that waits, if there is one."""
    proposal = await proposals.find_open_proposal(session.store, session.id)
    if proposal is None or proposal.head != session.position.move:
        return None
    return await _as_question(session, proposal, await _moves_between(session, proposal))


async def _moves_between(session: TableSession, proposal: Proposal) -> list[StoredMove]:
    """The moves that a proposal is about: newest first for undo, oldest first for redo."""
    below, above = (
        (proposal.target, proposal.head) if proposal.kind == UndoKind.UNDO else (proposal.head, proposal.target)
    )
    line = await load_line(session.store, session.id, above)
    moves = line[[m.id for m in line].index(below) + 1 :]
    return moves[::-1] if proposal.kind == UndoKind.UNDO else moves


async def _move_head(
    session: TableSession, head_move: HeadMove, agreement: tuple[int, tuple[str, ...]] | None = None
) -> Played:
    """Move the head to a position that was there before, and tell the table. `agreement`: the proposal that says so, and all who
    have agreed; the last of them in the transaction of the move.
    """
    after = await session.position_at(head_move.target)
    lapsed = await order_runner.find_lapsing_orders(session, after)
    moves = tuple(await session.decode_moves(head_move.moves))
    panel = (
        NewPost(kind=PostKind.FINAL) if after.over else NewPost(kind=PostKind.PANEL, content=PanelContent(again=True))
    )
    content = UndoContent(seat=head_move.seat, moves=tuple(m.id for m in moves))
    posts = [NewPost(kind=PostKind(head_move.kind), content=content), panel]
    try:
        moved = await session.move_head(
            after,
            result={"kind": head_move.kind},
            posts=posts,
            interaction=head_move.interaction,
            agreement=agreement,
            lapsed=tuple(o.id for o in lapsed),
        )
    except ChannelTaken as error:
        raise NotPossible("Another game is being played in this channel now") from error
    if not moved:
        return session.make_refusal(head_move.seat, None, MOVED_ON, stale=True)
    result = Played(session.id, head_move.target, head_move.seat, deciders=after.deciders, over=after.over)
    if head_move.kind == UndoKind.REDO:
        return replace(result, redone=moves, withdrawn=lapsed)
    withdrawn = await order_runner.withdraw_acting_orders(session, head_move.seat) if head_move.seat else ()
    return replace(result, took_back=moves, withdrawn=(*lapsed, *withdrawn))
