"""What a typed line comes to, as a value: something to show, to play, to say, or to have done elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.commands.action_commands import carry_out_typed
from bot.commands.console_answers import store_and_show
from bot.commands.do.typed_line import TypedLine
from bot.core.errors import NotPossible
from bot.views.console.state import ConsoleState
from game.actions import Action


@dataclass(frozen=True)
class Show:
    """The console as it stands then, with a note above it. `asks_anew`: a bare `ok` agrees to it, whatever the note."""

    state: ConsoleState
    note: str = ""
    asks_anew: bool = False


@dataclass(frozen=True)
class Play:
    """An action, which is shown first where a press would show it. `version`: the seat's counter of the list that it was chosen
    from.
    """

    action: Action
    version: int | None = None


@dataclass(frozen=True)
class Refuse:
    """A sentence for whoever typed the line; nothing is done. An open question, or a preview, stands below it as it stood, with
    its own heading.
    `then`: elsewhere it is said beside what is asked now. `alone`: no open question stands below it, which is about something
    else.
    """

    sentence: str
    then: bool = True
    alone: bool = False


@dataclass(frozen=True)
class Do:
    """What another part of the bot does and answers. `told`: what that is, for a list; "" where the line says it."""

    work: Callable[[], Awaitable[object]]
    told: str = ""


Reply = Show | Play | Refuse | Do
Answerer = Callable[[TypedLine], Awaitable[Reply | None]]
"""Replies to the lines that are its own, and is silent at all others."""


async def find_reply(line: TypedLine, answerers: tuple[Answerer, ...]) -> Reply | None:
    """What the first of these says that does not keep silent."""
    for answerer in answerers:
        if (reply := await answerer(line)) is not None:
            return reply
    return None


async def give_reply(line: TypedLine, reply: Reply) -> None:
    """Do what a line has come to; raises NotPossible for what is refused."""
    context, table, seat = line.context, line.table, line.seat
    context.unanswered = line.rest
    match reply:
        case Show(state=state, note=note, asks_anew=anew):
            await store_and_show(context, table, seat, state, note, asks_anew=anew)
        case Play(action=action, version=version):
            await carry_out_typed(context, table, seat, action, version, lone=True)
        case Do(work=work):
            await work()
        case Refuse(sentence=sentence, alone=False) if line.is_begun:
            await store_and_show(context, table, seat, line.state, sentence, apart=True)
        case Refuse():
            raise NotPossible(say_refusal(line, reply))


def say_refusal(line: TypedLine, refusal: Refuse) -> str:
    """A refusal with what is asked now."""
    return f"{refusal.sentence} Now: {line.question}" if refusal.then else refusal.sentence
