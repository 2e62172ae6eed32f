"""`done` passes a step, or asks whether more is meant; `end` and `end turn` pass what is left of a turn, as the button does."""

from __future__ import annotations

from collections.abc import Sequence

from bot.client.interaction import InteractionContext
from bot.commands.action_commands import carry_out_typed, is_asked_about
from bot.commands.console_answers import pass_all, store_and_show
from bot.core.errors import NotPossible
from bot.core.text import quote_typed
from bot.model.action_form import pass_action
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.model.words.following_moves import ends_all
from bot.tables.service import Table
from bot.views.console.state import ConsoleState
from bot.views.formatting import question_sentence
from bot.views.options.ending import ending_label, pass_label
from bot.views.ways import ways
from game.actions import BuyShare, BuyTrain, LayTile, PlaceToken
from game.choices import Choice

DONE = (
    *("done", "fertig", "i am done", "i'm done", "finish", "all done", "we're done", "we are done"),
    *("that's all", "thats all", "i'm out", "im out", "i am out", "nothing else"),
)
END = ("end", "end it", "end this")  # the turn, where it can end with that
BUILT = ("done building", "done with building", "finish building", "i am done building", "i'm done building")
BOUGHT = tuple(words.replace("building", "buying") for words in BUILT)


def ends_part(typed: str, choices: Sequence[Choice]) -> bool:
    """Whether a line ends a step or a turn as a whole, of what may be done now: who buys is not done building."""
    said, kinds = _bare(typed), {c.kind for c in choices}
    about = BUILT if kinds & {LayTile, PlaceToken} else BOUGHT if kinds & {BuyShare, BuyTrain} else ()
    return bool(choices) and (said in (*DONE, *END, *about) or ends_all(said))


async def end_part(context: InteractionContext, table: Table, seat: Seat, typed: str) -> None:
    """Pass what is asked, or all that is left of building or of the turn where that is said. What is lost is asked first."""
    choices, said = table.choices(seat.name), _bare(typed)
    ending, view = pass_action(choices), await table.view(seat.name)
    if ending is None:
        raise NotPossible(f"You cannot end your turn yet. Now: {question_sentence(choices, view, table.rules)}")
    if await is_asked_about(table, seat, ending):
        await carry_out_typed(context, table, seat, ending, None)
        return
    plan, stands = await table.plan_ending(seat), ConsoleState(action_version=table.action_version(seat.name))
    if plan is not None and not plan.ends_turn and said in (*DONE, *END):
        own = pass_label(ending, choices, view, table.rules)
        note = f"{quote_typed(typed, 60)} can mean *{own}* or *{ending_label(plan)}*: {ways().press} one."
        await store_and_show(context, table, seat, stands, note)
    elif (
        said in (*DONE, *BOUGHT)
        or (plan is None and said in END)
        or (said in BUILT and (plan is None or plan.ends_turn))
    ):
        await carry_out_typed(context, table, seat, ending, None)
    else:
        await pass_all(context, table, seat, Via.COMMAND, None)


def _bare(typed: str) -> str:
    """A line as it is compared: in small letters, with single spaces and straight quotes, without a stop."""
    return " ".join(typed.split()).casefold().replace("’", "'").rstrip(".!")
