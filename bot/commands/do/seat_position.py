"""Where a line is typed: the seat at its table, what can be done there, and what words may speak of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.model.models import Seat
from bot.model.words.vocabulary import Vocabulary, describe_position
from bot.tables.service import Table
from bot.views.formatting import View
from game.actions import ACTIONS, Action
from game.choices import Choice
from game.rules import Rules
from render.data import queries


@dataclass(frozen=True, eq=False)
class SeatPosition:
    """A seat in the present position of its table. `view`: what its player sees."""

    table: Table
    seat: Seat
    view: View

    @property
    def by(self) -> str:
        """Whose seat it is."""
        return self.seat.name

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @cached_property
    def choices(self) -> Sequence[Choice]:
        """What can be done now."""
        return self.table.choices(self.by)

    @cached_property
    def kinds(self) -> tuple[type[Action], ...]:
        """All kinds of action of the title."""
        return (*ACTIONS, *self.rules.actions)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """What words may speak of: the title's things, its players, and what is open for all to see."""
        names = {s.shown: s.name for s in self.table.seats}
        return describe_position(self.rules, self.view, names, queries.acting_company(self.view))


async def find_position(table: Table, seat: Seat) -> SeatPosition:
    """The present position of a seat."""
    return SeatPosition(table, seat, await table.view(seat.name))
