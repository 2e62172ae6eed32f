"""Questions to the table, as posts with buttons: to take back or do again, to end the game, to take over a seat."""

from __future__ import annotations

from dataclasses import replace

from bot.core.text import plain
from bot.model.kinds import QuestionState, UndoKind
from bot.storage.repositories.handovers import Offer
from bot.tables import end_votes, seat_handover
from bot.tables.service import Table
from bot.views.custom_ids import SEAT, VOTE, Id
from bot.views.formatting import move_words, name, names
from bot.views.messages import Public, button


async def back(table: Table, number: int) -> Public | None:
    """A wish to take back that needs the word of others."""
    asked = await table.proposal()
    if asked is None:
        return None
    seats = [s for s in table.seats if s.name in asked.seats]
    users = dict.fromkeys([s.user for s in seats] + ([table.row.host] if asked.host else []))
    what = "take back" if asked.kind == UndoKind.UNDO else "do again"
    view = await table.view(None)
    moves = "\n".join(f"• {move_words(m, view, table.rules, table.row)}" for m in asked.moves[:8])
    reason = f"\nReason: {plain(asked.reason)}" if asked.reason else ""
    known = f"\nWhat was revealed stays known: {', '.join(map(plain, asked.revealed))}" if asked.revealed else ""
    head = f"### {names(table.row, [asked.by])} asks to {what} {len(asked.moves)} step{'s' * (len(asked.moves) != 1)}"
    who = " ".join(f"<@{u}>" for u in users)
    buttons = (
        button(Id(VOTE, table.id, 0, "yes", str(asked.proposal)), "Agree", "success"),
        button(Id(VOTE, table.id, 0, "no", str(asked.proposal)), "Decline", "danger"),
    )
    until = f"No answer by <t:{int(asked.until.timestamp())}:f> counts as no."
    return Public((f"{head}\n{who}", f"{moves}{reason}{known}\n{until}"), rows=(buttons,), pings=tuple(users))


async def end(table: Table, number: int) -> Public | None:
    """A wish to end the game."""
    q = await end_votes.load_question(table, number)
    if q.state != QuestionState.OPEN or table.row.status != "running":
        return None
    users = tuple(dict.fromkeys(s.user for s in table.seats if s.name in q.asked))
    return replace(ending(table, q), pings=users)


def ending(table: Table, question: end_votes.EndQuestion) -> Public:
    """The wish, who must still agree, and how it was settled."""
    who = names(table.row, [question.by]) if question.by else "The host"
    wish = {"agreed": "to end the game as it stands", "abandoned": "to abandon the game", "concede": "to concede"}[
        question.how
    ]
    head = f"### {who} wants {wish}"
    if question.state != QuestionState.OPEN:
        return Public(
            (
                head,
                "Everybody has agreed."
                if question.state == QuestionState.DONE
                else "Somebody declined: the game goes on.",
            )
        )
    asked = dict.fromkeys(f"<@{s.user}>" for s in table.seats if s.name in question.asked)
    buttons = (
        button(Id(VOTE, table.id, 0, "endyes", str(question.proposal)), "Agree", "success"),
        button(Id(VOTE, table.id, 0, "endno", str(question.proposal)), "Decline", "danger"),
    )
    until = int(question.until.timestamp())
    foot = f"No answer by <t:{until}:f> counts as no. Players who have kept the table waiting for three days are not asked."
    return Public((f"{head}\n{' '.join(asked)}", "The game may go on meanwhile."), foot=foot, rows=(buttons,))


async def seat(table: Table, number: int) -> Public | None:
    """A seat is offered to somebody; who has it hears of it."""
    asked = await seat_handover.load_offer(table, number)
    if asked.state != QuestionState.OPEN or table.row.status != "running":
        return None
    own_seat = table.row.seat(asked.seat)
    assert own_seat is not None, "seats stay as long as their table"
    return replace(offered(table, asked), pings=tuple(dict.fromkeys((asked.user, own_seat.user))))


def offered(table: Table, asked: Offer) -> Public:
    """Who is asked to take which seat, and how it was settled."""
    seat = table.row.seat(asked.seat)
    assert seat is not None, "seats stay as long as their table"
    if asked.state != QuestionState.OPEN:
        taken = f"<@{asked.user}> plays it now." if asked.state == QuestionState.DONE else "Nobody takes it over."
        return Public((f"The seat of {asked.seat} was offered. {taken}",))
    head = f"### <@{asked.user}>, will you take over the seat of {name(seat)}?"
    whose = "who has it" if asked.by == seat.user else f"the host: <@{seat.user}> has kept the table waiting"
    text = f"Asked by <@{asked.by}>, {whose}. You play on with its money, cards and companies, as they are."
    buttons = (
        button(Id(SEAT, table.id, 0, "yes", str(asked.proposal)), "Take the seat", "success"),
        button(Id(SEAT, table.id, 0, "no", str(asked.proposal)), "No", "secondary"),
    )
    foot = (
        f"No answer by <t:{int(asked.until.timestamp())}:f> counts as no. The player who has the seat may also say no."
    )
    return Public((head, text), foot=foot, rows=(buttons,))
