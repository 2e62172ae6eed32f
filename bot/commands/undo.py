"""`/undo`, `/redo` and the votes about them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from itertools import groupby, islice

from discord import app_commands

from bot.client.components import post_layout
from bot.client.discord_errors import REFUSED_OR_LOST
from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess, find_table, load_access
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import CommandGroup, OptionDetails
from bot.commands.completion import Choices
from bot.commands.game.ending import answer_end_vote
from bot.commands.moment import complete_moment, find_move
from bot.commands.standing_orders import close_ended_answers
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NO_SEAT, NotPossible
from bot.model.kinds import FOLLOWING, Via
from bot.model.results import WhyClosed
from bot.model.undo_policy import NeededConsent
from bot.tables.service import ConsentRequest, Move, Played, ProposalClosed, Table
from bot.views import inspection
from bot.views.custom_ids import VOTE, Id, parse_number
from bot.views.formatting import join_names
from bot.views.messages import Private, Public, button
from bot.views.order_words import order_names
from bot.views.press_verbs import VoteVerb
from bot.views.story.named_moves import followed_words, move_words, name_steps
from bot.views.vote_posts import WISH_REPLACED
from bot.views.ways import ways
from game.actions import Pass
from render.data.names import listed

MAX_NAMED_MOVES = 8  # moves that an answer names
WHY = {
    WhyClosed.DECLINED: "Somebody has already said no.",
    WhyClosed.LATE: "Too late: no answer counts as no.",
    WhyClosed.AGREED: "All have agreed already.",
    WhyClosed.MOVED_ON: "The game has moved on since, so there is nothing to decide.",
}


undo = CommandGroup()


def setup(registry: Registry, services: Services) -> None:
    """Register `/undo`, `/redo` and the buttons of votes, `/game end`'s too."""
    undo.add_to(registry, services)
    registry.button_handlers[VOTE] = handle_press


async def complete_move(context: InteractionContext, current: str) -> Choices:
    """A list while somebody types: earlier moves, newest first; the last one is where the game stands."""
    return [c for n, c in enumerate(await complete_moment(context, current)) if n or current]


@undo.command(
    "undo",
    "Take a move back; if others have acted since, I ask them",
    to=OptionDetails("Go back to just after this move; if left out: take back only the last step", complete_move),
    reason="Why; those who are asked see it",
)
async def undo_moves(
    context: InteractionContext,
    to: str | None = None,
    reason: app_commands.Range[str, 1, 150] | None = None,
    game: str | None = None,
) -> None:
    """Take moves back at the table that is meant."""
    await context.defer()
    access = await find_table(context, game)
    await take_back(context, access, await find_move(access, to), reason or "")


@undo.command("redo", "Play again what was taken back")
async def redo_moves(context: InteractionContext, game: str | None = None) -> None:
    """Play again, at the table that is meant, what was taken back last."""
    await context.defer()
    await redo_last(context, await find_table(context, game))


async def take_back(context: InteractionContext, access: TableAccess, to: int = 0, reason: str = "") -> None:
    """Take the last step back, or all after that move, and say what came of it; others who have acted since are asked.

    Without a move and a reason nobody is asked yet: the answer says who would be, with a button that asks.
    """
    seat = require_voting_seat(context, access)
    if not to and not reason and not (await access.table.consent_for_undo(seat)).is_free:
        await _offer_undo(context, access)
        return
    result = await access.table.undo(seat, to=to, reason=reason, interaction=context.id, user=context.user)
    await report_head_move(context, access.table, result, reader=seat)


async def redo_last(context: InteractionContext, access: TableAccess) -> None:
    """Play again what was taken back last, and say what came of it."""
    seat = require_voting_seat(context, access)
    result = await access.table.redo(seat, interaction=context.id, user=context.user)
    await report_head_move(context, access.table, result, reader=seat)


def require_voting_seat(context: InteractionContext, access: TableAccess) -> str:
    """The asker's own seat; "" for a host without one. Raises NotPossible for others."""
    if access.own is not None:
        return access.own.name
    if access.table.row.host == context.user:
        return ""
    raise NotPossible(NO_SEAT)


async def report_head_move(
    context: InteractionContext,
    table: Table,
    result: Played | ConsentRequest | ProposalClosed,
    *,
    reader: str,
    agreed: int = 0,
) -> None:
    """Tell whoever pressed or typed what became of an undo or redo, in place of the question whose button was pressed; the table
    learns of it through the outbox. `reader`: their seat, "" for none; orders of another seat, whose undo they agreed to, are
    secret from them. `agreed`: the proposal to which the last of those who were asked
    has said yes.
    """
    if isinstance(result, ProposalClosed):
        await context.reply(Private(WHY[result.why]))
    elif isinstance(result, ConsentRequest):
        people = [join_names(table.row, result.seats)] if result.seats else []
        people += [f"<@{table.row.host}> (host)"] if result.host else []
        await context.services.open_answers.settle_other_wishes(table.id, result.proposal, WISH_REPLACED)
        sent = await context.reply(Private(f"{' and '.join(people)} must agree; I have asked them."))
        if sent is not None:
            await context.services.open_answers.note_wish(
                sent, context.user, table.id, reader, table.position.move, result.proposal
            )
    elif result.refused is not None:
        await context.reply(Private(f"{result.refused}."))
    else:
        moved = result.took_back or result.redone
        view = await table.view(reader or None)
        named = name_steps(moved, view, table.rules, table.row)
        own = [o for o in result.withdrawn if reader == o.seat == result.seat]
        stopped = f" I have stopped {listed(order_names(table, view, own))} too." if own else ""
        said = f"Taken back: {named}. {ways().redo}{stopped}" if result.took_back else f"Done again: {named}."
        answers = context.services.open_answers
        if agreed:  # before others close what they find outdated
            theirs = [o for o in result.withdrawn if o.seat == result.seat]
            also = f" I have stopped {listed(order_names(table, view, theirs))} too." if theirs else ""
            done = "taken back" if result.took_back else "done again"
            await answers.settle_wish(table.id, agreed, f"All agreed: {done}.{also}")
            await _close_question(context, "Agreed.")
        await context.reply(Private(said if moved else "Done already."))
        await answers.close_outdated(table.id, {s.name: s.action_version for s in table.row.seats}, table.position.move)
        await close_ended_answers(answers, table, result)


async def handle_press(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """Do what a button of a vote stands for, or of the question whether to take back."""
    if id.verb in {VoteVerb.END_YES, VoteVerb.END_NO}:
        await answer_end_vote(context, id)
    elif id.verb == VoteVerb.ASK:
        await context.defer()
        await _offer_undo(context, await load_access(context, id.table))
    elif id.verb == VoteVerb.BACK:
        await context.defer_update()
        access = await load_access(context, id.table)
        if str(access.table.position.move) != id.arg:
            await context.reply(Private("The game has moved on since; nothing was taken back."))
            return
        seat = require_voting_seat(context, access)
        result = await access.table.undo(seat, interaction=context.id, user=context.user)
        await report_head_move(context, access.table, result, reader=seat)
    else:
        await _take_vote(context, id)


async def _offer_undo(context: InteractionContext, access: TableAccess) -> None:
    """Answer with what one step back would be, and the button that does it."""
    seat = require_voting_seat(context, access)
    line = await access.table.history()
    if len(line) < 2:
        raise NotPossible("There is nothing to take back.")
    look = await inspection.look_at(access.table, access.own)
    shown = [m for m in line[:0:-1] if not _follows_by_itself(m)] or line[:0:-1]
    said = (move_words(m, look.view, access.table.rules, access.table.row) for m in shown[_last_step(shown) :])
    named = [words for words, _ in islice(groupby(said), MAX_NAMED_MOVES)]
    needed = await access.table.consent_for_undo(seat)
    back = line[: -2 - _last_step(line[:0:-1]) : -1]
    step = f"The last step: **{named[0]}**{followed_words(back)}.\n{_consent_words(access.table, needed)}"
    earlier = "\n".join(["Before it, newest first:", *(f"• {words}" for words in named[1:])]) if named[1:] else ""
    text = "\n\n".join(part for part in (step, earlier, ways().further) if part)
    label = "Take the last step back" if needed.is_free else f"Ask {_asked_people(access.table, needed)} to agree"
    last = button(Id(VOTE, access.table.id, 0, VoteVerb.BACK, str(line[-1].id)), label, "danger")
    await context.reply(Private(title=look.title, body=fit(text, EMBED_TEXT), rows=((last,),)))


def _follows_by_itself(move: Move) -> bool:
    """Whether a move is a pass that nobody has thought of: nothing could be done, or one press made it with the one before."""
    return move.via == Via.AUTO_END or (move.via == Via.SAME_PRESS and isinstance(move.action, Pass))


def _last_step(moves: Sequence[Move]) -> int:
    """The place of the move that is taken back in moves that begin with the newest: what follows from one goes with it."""
    return next((n for n, move in enumerate(moves) if move.via not in FOLLOWING), 0)


def _consent_words(table: Table, needed: NeededConsent) -> str:
    """Who is asked before the last step is taken back, in a sentence."""
    if needed.is_free:
        return "Nobody else has to agree: it goes back at once."
    people = [join_names(table.row, needed.seats)] if needed.seats else []
    people += [f"<@{table.row.host}> (host)"] if needed.host else []
    return f"To take it back {' and '.join(people)} must agree; I have not asked yet."


def _asked_people(table: Table, needed: NeededConsent) -> str:
    """Who is asked, as a button names them: `Bob and the host`."""
    seats = [s.shown or s.name for s in table.row.seats if s.name in needed.seats]
    return " and ".join(seats + ["the host"] * needed.host)


async def _take_vote(context: InteractionContext, id: Id) -> None:
    """Take in a yes or no to a proposal; the question loses its buttons once it is settled."""
    await context.defer()
    access = await load_access(context, id.table)
    seat = access.own.name if access.own else ""
    number = parse_number(id.arg) or 0
    result = await access.table.answer_proposal(
        number, seat, yes=id.verb == VoteVerb.YES, interaction=context.id, user=context.user
    )
    if isinstance(result, ConsentRequest):
        await context.notify(
            "Noted. " + (f"{join_names(access.table.row, result.seats)} must still agree." if result.seats else "")
        )
        return
    if isinstance(result, ProposalClosed):
        if result.why == WhyClosed.AGREED:  # its post says so
            raise NotPossible(WHY[result.why])
        declined = result.why == WhyClosed.DECLINED and result.by
        outcome = f"{join_names(access.table.row, [result.by])} declined." if declined else WHY[result.why]
        await context.services.open_answers.settle_wish(id.table, number, outcome)
        await _close_question(context, outcome)
        await context.notify("You declined." if result.by == seat and id.verb == VoteVerb.NO else WHY[result.why])
        return
    await report_head_move(context, access.table, result, reader=seat, agreed=number)


async def _close_question(context: InteractionContext, text: str) -> None:
    """Show the question's post as it ended; if it cannot be edited, the buttons are dead anyway."""
    message = context.interaction.message
    if message is not None:
        with contextlib.suppress(*REFUSED_OR_LOST):
            await message.edit(view=post_layout(Public((f"Somebody wants to take back moves. {text}",))))
