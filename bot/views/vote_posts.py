"""Questions to the table, as posts with buttons: to take back or do again, to end the game, to take over a seat."""

from __future__ import annotations

from dataclasses import replace

from bot.core.text import escape_markup
from bot.model.kinds import Ending, QuestionState, TableStatus, UndoKind
from bot.storage.repositories.questions.handovers import SeatOffer
from bot.tables import end_votes, seat_handover
from bot.tables.service import Table
from bot.views.custom_ids import SEAT, VOTE, Id
from bot.views.formatting import datestamp, join_names, safe_name
from bot.views.messages import Public, button
from bot.views.press_verbs import SeatVerb, VoteVerb
from bot.views.story.named_moves import count_steps, find_steps, move_words

WISHES = {
    Ending.AGREED: "to end the game as it stands",
    Ending.ABANDONED: "to abandon the game",
    Ending.CONCEDED: "to concede",
}
WISH_REPLACED = "A newer question has taken the place of this one."  # to whoever had asked
WISH_VOID = "The game has moved on since, so nothing is taken back."  # to whoever had asked


async def undo_question(table: Table, number: int) -> Public | None:
    """The post that asks whether to take back or redo, by the number of its proposal; None where it is no more."""
    proposal = await table.open_proposal()
    if proposal is None or proposal.proposal != number:
        return None
    seats = [s for s in table.seats if s.name in proposal.seats]
    users = dict.fromkeys([s.user for s in seats] + ([table.row.host] if proposal.host else []))
    verb = "take back" if proposal.kind == UndoKind.UNDO else "do again"
    view = await table.view(None)
    moves = "\n".join(f"• {move_words(m, view, table.rules, table.row)}" for m in find_steps(proposal.moves)[:8])
    reason = f"\nReason: {escape_markup(proposal.reason)}" if proposal.reason else ""
    revealed = (
        f"\nWhat everybody has seen stays known: {', '.join(map(escape_markup, proposal.revealed))}"
        if proposal.revealed
        else ""
    )
    proposer = join_names(table.row, [proposal.by]) if proposal.by else "The host"
    head = f"### {proposer} asks to {verb} {count_steps(proposal.moves)}"
    mentions = " ".join(f"<@{u}>" for u in users)
    buttons = (
        button(Id(VOTE, table.id, 0, VoteVerb.YES, str(proposal.proposal)), "Agree", "success"),
        button(Id(VOTE, table.id, 0, VoteVerb.NO, str(proposal.proposal)), "Decline", "danger"),
    )
    until = f"No answer by {datestamp(proposal.until)} counts as no."
    return Public((f"{head}\n{mentions}", f"{moves}{reason}{revealed}\n{until}"), rows=(buttons,), pings=tuple(users))


async def end_question(table: Table, number: int) -> Public | None:
    """The post that asks whether to end the game, by the number of its vote; None where it is no more."""
    question = await end_votes.load_end_question(table, number)
    if question.state != QuestionState.OPEN or table.row.status != TableStatus.RUNNING:
        return None
    users = tuple(dict.fromkeys(s.user for s in table.seats if s.name in question.asked))
    return replace(end_question_post(table, question), pings=users)


def end_question_post(table: Table, question: end_votes.EndQuestion) -> Public:
    """The wish, who must still agree, and how it was settled."""
    proposer = join_names(table.row, [question.by]) if question.by else "The host"
    wish = WISHES[question.how]
    head = f"### {proposer} wants {wish}"
    if question.state != QuestionState.OPEN:
        return Public(
            (
                head,
                "Everybody has agreed."
                if question.state == QuestionState.DONE
                else "Somebody declined: the game goes on.",
            )
        )
    voters = dict.fromkeys(f"<@{s.user}>" for s in table.seats if s.name in question.asked)
    buttons = (
        button(Id(VOTE, table.id, 0, VoteVerb.END_YES, str(question.proposal)), "Agree", "success"),
        button(Id(VOTE, table.id, 0, VoteVerb.END_NO, str(question.proposal)), "Decline", "danger"),
    )
    foot = f"No answer by {datestamp(question.until)} counts as no. "
    foot += "Players who have kept the table waiting for three days are not asked."
    return Public((f"{head}\n{' '.join(voters)}", "The game may go on meanwhile."), foot=foot, rows=(buttons,))


async def seat_question(table: Table, number: int) -> Public | None:
    """The post that asks somebody to take over a seat, by the number of the offer; who has the seat hears of it."""
    offer = await seat_handover.load_seat_offer(table, number)
    if offer.state != QuestionState.OPEN or table.row.status != TableStatus.RUNNING:
        return None
    own_seat = table.row.seat(offer.seat)
    assert own_seat is not None, "seats stay as long as their table"
    return replace(seat_offer_post(table, offer), pings=tuple(dict.fromkeys((offer.user, own_seat.user))))


def seat_offer_post(table: Table, offer: SeatOffer) -> Public:
    """Who is asked to take which seat, and how it was settled."""
    seat = table.row.seat(offer.seat)
    assert seat is not None, "seats stay as long as their table"
    if offer.state != QuestionState.OPEN:
        taken = f"<@{offer.user}> plays it now." if offer.state == QuestionState.DONE else "Nobody takes it over."
        return Public((f"The seat of {safe_name(seat)} was offered. {taken}",))
    head = f"### <@{offer.user}>, will you take over the seat of {safe_name(seat)}?"
    whose = "who has it" if offer.by == seat.user else f"the host: <@{seat.user}> has kept the table waiting"
    text = f"Asked by <@{offer.by}>, {whose}. You take over the money, cards and companies as they are."
    buttons = (
        button(Id(SEAT, table.id, 0, SeatVerb.YES, str(offer.proposal)), "Take the seat", "success"),
        button(Id(SEAT, table.id, 0, SeatVerb.NO, str(offer.proposal)), "No", "secondary"),
    )
    foot = f"No answer by {datestamp(offer.until)} counts as no. The player who has the seat may also say no."
    return Public((head, text), foot=foot, rows=(buttons,))
