"""What players say about a game that is over: the button below its result, and the form that it opens."""

from __future__ import annotations

from bot.client.interaction import InteractionContext
from bot.core.errors import NotPossible
from bot.model.kinds import TableStatus
from bot.storage.repositories.remarks import MAX_REMARK, add_remark
from bot.views.custom_ids import Id
from bot.views.messages import Form, Input


async def ask_for_words(context: InteractionContext, id: Id) -> None:
    """Open the form; raises NotPossible for anybody but a player of that game, or before it is over."""
    await _find_seat(context, id.table)
    hint = "They go below the result with your name; you cannot change them later"
    words = Input("words", "Your words", hint, most=MAX_REMARK, long=True)
    await context.send_modal(Form(str(id), "About this game", (words,)))


async def handle_form(context: InteractionContext, id: Id, inputs: dict[str, str]) -> None:
    """Keep a player's words: the post of the result is edited. Raises NotPossible as `ask_for_words`, and the second time."""
    await context.defer()
    seat = await _find_seat(context, id.table)
    await add_remark(context.services.store, id.table, seat, inputs.get("words", ""))
    await context.notify("Your words are below the result now.")


async def _find_seat(context: InteractionContext, game: int) -> str:
    """The seat of whoever asks, at a game that is over. Raises NotPossible."""
    row = await context.services.store.load_table(game)
    if row is None or row.guild != context.guild or row.status != TableStatus.FINISHED:
        raise NotPossible("That game is not over")
    seats = row.seats_of(context.user)
    if not seats:
        raise NotPossible("Only those who played can say something here")
    return seats[0].name
