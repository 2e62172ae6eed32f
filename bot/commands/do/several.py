"""Several moves in one line of `/do`: `57 on E6; run best; pay`.

They are played one after the other, each as if it had been typed alone, up to the first that has to be asked about. Where one of
them is not plain, `pass; wait`, nothing is played: it may take back what stands before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.client.interaction import InteractionContext
from bot.commands.action_commands import is_asked_about
from bot.commands.console_answers import leaves_doubt, report_play, store_and_show
from bot.commands.do.asking import show_reading
from bot.commands.do.listing import collect_vocabulary
from bot.core.text import quote_typed
from bot.model.action_form import Draft
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.model.words.following_moves import may_follow
from bot.model.words.plain_lines import is_plain
from bot.model.words.typed_words import read_words
from bot.tables.service import Played, Table
from bot.views.console.state import ConsoleState
from game.actions import Action, Answer, Pass, PayDividend


async def play_in_order(context: InteractionContext, table: Table, seat: Seat, parts: Sequence[str]) -> bool:
    """Play moves one after the other, and answer with what came of them and what was not played.

    False, and no answer, where already the first cannot be played at once.
    """
    done, left = None, list(parts)
    while left and (action := await _read_plain_move(table, seat, left[0])) is not None:
        played = await _play_next(context, table, seat, action, done)
        if done is not None and played.refused is not None:
            break
        done = replace(played, events=(*(done.events if done else ()), *played.events))
        del left[0]
        if played.refused is not None or played.repeated:
            break
    if done is None:
        return False
    await report_play(context, table, seat, done, f"Not played: {quote_typed('; '.join(left), 60)}." if left else "")
    return True


async def ask_unclear_part(context: InteractionContext, table: Table, seat: Seat, parts: Sequence[str]) -> bool:
    """Ask about a line where not each part is a plain move, or whose first is an answer to an offer: the rest may say the
    contrary of it. False, and no answer, of other lines.
    """
    choices = table.choices(seat.name)
    known = collect_vocabulary(table, await table.view(seat.name))
    first = read_words(parts[0], seat.name, choices, known)
    answers = any(c.kind is Answer for c in choices)
    unclear = next((p for p in parts[1:] if answers or not may_follow(p, seat.name, choices, known)), None)
    if unclear is None:
        return False
    note = f"I am not sure about {quote_typed(unclear, 60)}, so nothing is done yet."
    if first.action is None or isinstance(first.action, (Answer, Pass, PayDividend)):
        stands = ConsoleState(first.draft or Draft(), 0, table.action_version(seat.name))
        await store_and_show(context, table, seat, stands, note)
    else:
        await show_reading(context, table, seat, first.action, note)
    return True


async def _play_next(
    context: InteractionContext, table: Table, seat: Seat, action: Action, done: Played | None
) -> Played:
    """Play one of the moves. The first bears the number of what was typed, by which it is known when it comes twice."""
    number, version = (context.id, None) if done is None else (0, table.action_version(seat.name))
    return await table.play(seat.name, action, Via.COMMAND, number, user=context.user, action_version=version)


async def _read_plain_move(table: Table, seat: Seat, words: str) -> Action | None:
    """The move that words mean; None where they leave something open, or it would be shown or asked before it is played."""
    choices = table.choices(seat.name)
    known = collect_vocabulary(table, await table.view(seat.name))
    action = read_words(words, seat.name, choices, known).action
    if (
        action is None
        or not is_plain(action, words, choices, known)
        or is_asked_about(action)
        or await leaves_doubt(table, seat, action)
    ):
        return None
    return action
