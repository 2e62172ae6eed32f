"""`/undo`, `/redo` and the votes about them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from bot.client.components import layout
from bot.client.interaction import Visit, attend
from bot.client.lookup import At, at, table_of
from bot.commands.common import Choices, complete_game, completes, names_game
from bot.commands.view import complete_at, move_at
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.model.short_codes import code
from bot.tables import end_votes
from bot.tables.service import AskOthers, Declined, Played, Table
from bot.views import inspection, vote_posts
from bot.views.custom_ids import VOTE, Id, number
from bot.views.formatting import move_words, names
from bot.views.messages import Private, Public, button

if TYPE_CHECKING:
    from bot.client.client import Bot

SHOWN = 8  # moves that an answer names
WHY = {
    "declined": "That question was answered with no.",
    "late": "Too late: silence was a no.",
    "moved": "The game has moved on since; that question is void.",
}


def add(bot: Bot) -> None:
    bot.presses[VOTE] = press

    @bot.tree.command(name="undo", description="Take back, or ask the table to take back")
    @app_commands.describe(
        to="Back to after this move; left out: the last one is taken back",
        reason="Why, for those who are asked",
        game=names_game,
    )
    async def undo(
        interaction: discord.Interaction[Any],
        to: str | None = None,
        reason: app_commands.Range[str, 1, 150] | None = None,
        game: str | None = None,
    ) -> None:
        async def work(visit: Visit) -> None:
            await visit.hold()
            found = await table_of(visit, game)
            target = await move_at(found, to)
            done = await found.table.undo(
                speaker(visit, found), to=target, reason=reason or "", interaction=visit.id, user=visit.user
            )
            await answer(visit, found.table, done)

        await attend(bot, interaction, work)

    games = bot.tree.get_command("game")
    assert isinstance(games, app_commands.Group)

    @games.command(name="end", description="Propose to end the game")
    @app_commands.describe(
        how="agreed: as it stands; abandoned: without a result; concede: you give up", game=names_game
    )
    async def end(
        interaction: discord.Interaction[Any],
        how: Literal["agreed", "abandoned", "concede"],
        game: str | None = None,
    ) -> None:
        await attend(bot, interaction, lambda visit: propose_end(visit, game, how))

    end.autocomplete("game")(completes(bot, complete_game))

    @bot.tree.command(name="redo", description="Do the undone moves again")
    @app_commands.describe(game=names_game)
    async def redo(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async def work(visit: Visit) -> None:
            await visit.hold()
            found = await table_of(visit, game)
            done = await found.table.redo(speaker(visit, found), interaction=visit.id, user=visit.user)
            await answer(visit, found.table, done)

        await attend(bot, interaction, work)

    undo.autocomplete("to")(completes(bot, complete_to))
    undo.autocomplete("game")(completes(bot, complete_game))
    redo.autocomplete("game")(completes(bot, complete_game))


async def complete_to(visit: Visit, current: str) -> Choices:
    """Earlier moves, newest first; the last one is where the game stands."""
    return [c for n, c in enumerate(await complete_at(visit, current)) if n or current]


def speaker(visit: Visit, found: At) -> str:
    """The asker's own seat; "" for a host without one. Raises NotPossible for others."""
    if found.own is not None:
        return found.own.name
    if found.table.row.host == visit.user:
        return ""
    raise NotPossible("You have no seat at this table.")


async def answer(visit: Visit, table: Table, done: Played | AskOthers | Declined) -> None:
    """Tell the one who asked; the table learns of it through the outbox."""
    if isinstance(done, Declined):
        await visit.tell(WHY.get(done.why, "No."))
    elif isinstance(done, AskOthers):
        who = [names(table.row, done.seats)] if done.seats else []
        who += [f"<@{table.row.host}> (host)"] if done.host else []
        await visit.tell(f"{' and '.join(who)} must agree; I have asked.")
    elif done.refused is not None:
        await visit.tell(f"{done.refused}.")
    else:
        count = len(done.took_back) or len(done.redone)
        what = "Taken back" if done.took_back else "Done again" if done.redone else "Done already"
        await visit.tell(f"{what}: {count} {'step' if count == 1 else 'steps'}." if count else f"{what}.")


# ---------------------------------------------------------------------- buttons


async def press(visit: Visit, id: Id, values: tuple[str, ...]) -> None:
    if id.verb in {"endyes", "endno"}:
        await _end_vote(visit, id)
    elif id.verb == "ask":
        await visit.hold()
        await _offer(visit, await at(visit, id.table))
    elif id.verb == "back":
        await visit.stay()
        found = await at(visit, id.table)
        if str(found.table.position.move) != id.arg:
            raise NotPossible("The game has moved on since; nothing was taken back.")
        done = await found.table.undo(speaker(visit, found), interaction=visit.id, user=visit.user)
        await answer(visit, found.table, done)
    else:
        await _vote(visit, id)


async def _offer(visit: Visit, found: At) -> None:
    """What one step back would be, and the button that does it."""
    speaker(visit, found)
    line = await found.table.history()
    if len(line) < 2:
        raise NotPossible("There is nothing to take back.")
    x = await inspection.look(found.table, found.own)
    moves = "\n".join(f"• {move_words(m, x.view, found.table.rules, found.table.row)}" for m in line[:0:-1][:SHOWN])
    text = f"The last moves, newest first:\n{moves}\n\n`/undo to:` goes back further; others who have acted since are asked."
    last = button(Id(VOTE, found.table.id, 0, "back", str(line[-1].id)), "Take the last step back", "danger")
    await visit.show(Private(title=x.title, body=fit(text, EMBED_TEXT), rows=((last,),)))


async def _vote(visit: Visit, id: Id) -> None:
    """A yes or no to a proposal; the question loses its buttons once it is settled."""
    await visit.hold()
    found = await at(visit, id.table)
    seat = found.own.name if found.own else ""
    done = await found.table.answer(
        number(id.arg) or 0, seat, yes=id.verb == "yes", interaction=visit.id, user=visit.user
    )
    if isinstance(done, AskOthers):
        await visit.tell("Noted. " + (f"{names(found.table.row, done.seats)} must still agree." if done.seats else ""))
        return
    if isinstance(done, Declined):
        who = names(found.table.row, [done.by]) if done.by else "Nobody"
        await _settle(visit, f"{who} declined." if done.why == "declined" and done.by else WHY.get(done.why, ""))
        await visit.tell("You declined." if done.by == seat and id.verb == "no" else WHY.get(done.why, "No."))
        return
    await _settle(visit, "Agreed.")
    await answer(visit, found.table, done)


async def propose_end(visit: Visit, game: str | None, how: str) -> None:
    """A wish to end the game; the table learns of it through the outbox."""
    await visit.hold()
    found = await table_of(visit, game)
    q = await end_votes.propose_end(visit.bot.tables, found.table, visit.user, how)
    if q.state == "done":
        await visit.tell(f"{code(found.table.row)} is over.")
    else:
        await visit.tell(f"{names(found.table.row, q.asked)} must agree; I have asked.")


async def _end_vote(visit: Visit, id: Id) -> None:
    await visit.hold()
    found = await at(visit, id.table)
    q = await end_votes.answer_end(
        visit.bot.tables, found.table, number(id.arg) or 0, visit.user, yes=id.verb == "endyes"
    )
    message = visit.interaction.message
    if message is not None:
        with contextlib.suppress(discord.HTTPException):
            await message.edit(view=layout(vote_posts.ending(found.table, q)))
    if q.state == "declined":
        await visit.tell("You declined: the game goes on.")
    elif q.state == "done":
        await visit.tell(f"{code(found.table.row)} is over.")
    else:
        await visit.tell(f"Noted. {names(found.table.row, q.asked)} must still agree.")


async def _settle(visit: Visit, text: str) -> None:
    """The question's post as it ended; if it cannot be edited, the buttons are dead anyway."""
    message = visit.interaction.message
    if message is not None:
        with contextlib.suppress(discord.HTTPException):
            await message.edit(view=layout(Public((f"A wish to take back was put to the table. {text}",))))
