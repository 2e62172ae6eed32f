"""The table of the chat behind the terminal: what is typed and pressed goes where it goes in chat, and is answered the same.

The game of the session is the one that counts. This table is made anew, in memory, whenever that game stands elsewhere, and tells
what was played at it, so that the session plays the same.
"""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

from bot.cli.terminal_text import ON_TERMINAL, UNMARKED, Marks
from bot.client.interaction import InteractionContext, as_sentence
from bot.client.newest_answers import NewestAnswer
from bot.client.services import Services, make_services
from bot.commands.console_presses import press_console
from bot.commands.do.carry_out import carry_out_words
from bot.commands.do.listing import find_way_of_record
from bot.commands.do.other_commands import asks_for_order
from bot.core.clock import SystemClock
from bot.core.errors import NotPossible
from bot.model.kinds import UndoKind
from bot.model.models import NewGame, Seat
from bot.model.replayed_game import Replayed
from bot.storage.repositories.new_games import write_game
from bot.storage.store import MEMORY, Store
from bot.tables import game_setup
from bot.tables.service import Table
from bot.views.console.layout import ConsoleIds
from bot.views.console.message import compose_console, find_screen
from bot.views.console.state import load_state
from bot.views.custom_ids import Id
from bot.views.error_words import error_words
from bot.views.messages import Form, Private
from bot.views.options.labels import lot_of, option_numbers
from bot.views.press_verbs import StepVerb
from bot.views.ways import read_with, ways
from game.actions import Action
from game.names import company_name
from game.play import Game
from titles import TITLES

SERVER = 1  # where all tables of a terminal are
_interactions = itertools.count(1)


class TerminalContext(InteractionContext):
    """What was typed or pressed on the terminal. Answers are kept, to be printed."""

    pictured = beside_posts = False

    def __init__(self, services: Services, user: int) -> None:
        self.services = services
        self.user, self.guild, self.channel, self.id = user, SERVER, 0, next(_interactions)
        self.unanswered = ""
        self.answers: list[Private] = []

    async def defer(self) -> None:
        """Nobody waits for an acknowledgement."""

    async def defer_update(self) -> None:
        """Nobody waits for an acknowledgement."""

    async def reply(self, answer: Private) -> None:
        """Keep an answer."""
        self.services.newest_answers.note(self.place, NewestAnswer(self.id))
        self.answers.append(answer)

    async def notify(self, text: str) -> None:
        """Keep a sentence."""
        await self.reply(Private(text))

    async def send_modal(self, form: Form) -> None:
        """Say what a form would ask: here it is typed."""
        asked = form.inputs[0]
        await self.notify(f"{asked.label}: type it{f', such as {asked.hint}' if asked.hint else ''}.")


@dataclass(frozen=True)
class Asked:
    """A console as it stands: the answer, and how its options are marked."""

    answer: Private
    marks: Marks


@dataclass(frozen=True)
class Done:
    """What came of a line: what was played, oldest first; what was answered, and how its options are marked; and which way the
    line goes in the record of moves, which is the session's.
    """

    actions: tuple[Action, ...] = ()
    answers: tuple[Private, ...] = ()
    marks: Marks = UNMARKED
    way: UndoKind | None = None


Work = Callable[[TerminalContext, Table, Seat], Awaitable[None]]


class ChatTable:
    """A table in memory that follows a game."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._services: Services | None = None
        self._table: Table | None = None

    def close(self) -> None:
        """Let the table go."""
        if self._services is not None:
            self._runner.run(self._services.store.close())
        self._runner.close()

    def ask(self, g: Game, player: str) -> Asked:
        """What that player's console asks, as far as it was answered."""
        return self._runner.run(self._ask(g, player))

    def type(self, g: Game, player: str, text: str) -> Done:
        """Do what a typed line says, as `/do` does; what goes back, or forth again, is left to the session."""
        if (way := find_way_of_record(text)) is not None:
            return Done(way=way)

        async def work(context: TerminalContext, table: Table, _seat: Seat) -> None:
            if asks_for_order(text):
                raise NotPossible(ways().orders)
            await carry_out_words(context, text, game=str(table.id))

        return self._runner.run(self._do(g, player, work))

    def press(self, g: Game, player: str, id: Id, values: tuple[str, ...]) -> Done:
        """Do what a press of a button does, or of entries of a list."""

        async def work(context: TerminalContext, _table: Table, _seat: Seat) -> None:
            await press_console(context, id, values)

        return self._runner.run(self._do(g, player, work))

    async def _do(self, g: Game, player: str, work: Work) -> Done:
        """Do the work at a table that stands where the game does."""
        table, seat = await self._find(g, player)
        assert self._services is not None
        context, before = TerminalContext(self._services, seat.user), table.position.move
        with read_with(ON_TERMINAL):
            try:
                await work(context, table, seat)
            except NotPossible as error:
                await context.notify(as_sentence(error_words(error)))
        assert table.position.move >= before, "nothing is taken back here that the session's game would keep"
        moves = await table.history(after=before) if table.position.move != before else []
        marks = UNMARKED if moves else await self._mark(table, seat)
        return Done(tuple(m.action for m in moves if m.action is not None), tuple(context.answers), marks)

    async def _ask(self, g: Game, player: str) -> Asked:
        """What the console of a player asks."""
        table, seat = await self._find(g, player)
        state = await load_state(table.store, table, seat)
        with read_with(ON_TERMINAL):
            answer = await compose_console(table, seat, state, pictured=False)
        return Asked(answer, await self._mark(table, seat))

    async def _mark(self, table: Table, seat: Seat) -> Marks:
        """How the options of a console are marked: their numbers are those by which typed lines call them."""
        state = await load_state(table.store, table, seat)
        view = await table.view(seat.name)
        screen = await find_screen(table, seat, state, view, pictured=False)
        ids = ConsoleIds(table.id, table.action_version(seat.name), state.digest())
        own = [int(re.sub(r"\D", "", company_name(table.rules, lot_of(o))) or 0) for o in screen.options]
        places = option_numbers(screen.options, table.rules)
        numbers = [place or number or n for n, (place, number) in enumerate(zip(places, own, strict=True), 1)]
        numbers = numbers if len(numbers) > 1 else [1]
        by_id = {
            str(ids(verb, o.value)): n
            for o, n in zip(screen.options, numbers, strict=False)
            for verb in (o.verb, StepVerb.TOGGLE)  # a card of which several are picked
        }
        return Marks(by_id, await table.asks_before_pass(seat))

    async def _find(self, g: Game, player: str) -> tuple[Table, Seat]:
        """The table, made anew where it does not stand where the game does; and a player's seat."""
        if self._services is None:
            self._services = make_services(Store(MEMORY, SystemClock()), TITLES, cast("Any", None))
            await self._services.store.open_unkept()
        state = g.snapshot()
        if self._table is None or self._table.position.state != state:
            self._table = await self._services.tables.get(await self._write(g))
        seat = self._table.row.seat(player)
        assert seat is not None, "a player of the game"
        return self._table, seat

    async def _write(self, g: Game) -> int:
        """Write a table that begins where the game stands; its number."""
        assert self._services is not None
        order = tuple(g.state.order)
        people = [(player, n, player) for n, player in enumerate(order, 1)]
        new = NewGame(guild=SERVER, host=1, title=g.rules.name, shown=order[0], options=g.rules.options)
        dealt = Replayed((game_setup.make_move(g),), order, tuple(g.deciders()), g.state.over)
        return await write_game(self._services.store, new, people, dealt, 0)
