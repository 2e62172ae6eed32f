"""How far a player has come in the private console, as the draft of the seat keeps it."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.model.action_form import Draft, Question, find_by_digest
from bot.model.models import Seat
from bot.storage.repositories.drafts import load_draft, save_draft
from bot.storage.store import Store
from bot.tables.service import Table
from bot.views.command_options import restore_fields
from game.actions import ACTIONS, Route


class ConsoleState(msgspec.Struct, frozen=True):
    """How far a player has come in the console, as it is stored in the draft of the seat."""

    draft: Draft = msgspec.field(default_factory=Draft)
    page: int = 0
    action_version: int = msgspec.field(default=0, name="turn")  # stored drafts call it so
    routes: tuple[Route, ...] | None = None
    """What was chosen train by train; a route without stops is that of a train that stays idle. None: nothing is chosen so."""
    before: ConsoleState | None = None
    """Where the console stood before words that were refused asked something: *Back* and *Take my turn* lead there."""

    picked: tuple[str, ...] = ()
    """Of what several are picked one by one: what is picked so far."""

    said: tuple[str, ...] = ()
    """The lines that led to a question which is still open: an answer in words chooses among what these speak of."""

    meant: tuple[str, ...] = ()
    """The listed actions, by their digests, that a line may mean, which alone are offered; none of them: all are."""

    typed: str = ""
    """What was typed into the form of the step and was not possible: the form has it when it is opened again."""

    whole: bool = False
    """All words of the step are shown, also those that have no room beside its picture."""

    def digest(self) -> str:
        """What tells this console's buttons from those of another step."""
        return (self.draft if self.routes is None else Draft(self.draft.kind, {"chosen": self.routes})).digest()

    @property
    def is_guessed(self) -> bool:
        """Whether no more is chosen than a kind of action that a refused line came close to."""
        return self.before is not None and not (self.said or self.draft.given or self.draft.act)

    def ask_beside(self, draft: Draft) -> ConsoleState:
        """The state in which another question is asked for a moment."""
        return ConsoleState(draft, 0, self.action_version, before=self.before or self, picked=self.picked)

    def ask_again(self) -> ConsoleState:
        """The screen, where it is asked which of two things a line means: a bare no answers that, and ends nothing."""
        return msgspec.structs.replace(self, before=self.before or self)


async def load_state(store: Store, table: Table, seat: Seat) -> ConsoleState:
    """The seat's console; a fresh one if the seat has acted since, or if what is kept cannot be read any more; without an
    action that was chosen but can be done no more, as to take back an offer that was answered.
    """
    raw = await load_draft(store, table.id, _draft_key(seat))
    try:
        state = msgspec.convert(raw, ConsoleState)
    except msgspec.ValidationError:
        return ConsoleState(action_version=table.action_version(seat.name))
    if state.action_version != table.action_version(seat.name):
        return ConsoleState(action_version=table.action_version(seat.name))
    return _restore(table, seat, state)


def _restore(table: Table, seat: Seat, state: ConsoleState) -> ConsoleState:
    """A stored state with the types of its fields back, without what can be done no more."""
    kind = next((k for k in (*ACTIONS, *table.rules.actions) if k.__name__ == state.draft.kind), None)
    fields = restore_fields(kind, state.draft.given) if kind is not None else {}
    act = state.draft.act
    if act and find_by_digest(table.choices(seat.name), act) is None:
        act = ""
    before = _restore(table, seat, state.before) if state.before is not None else None
    return ConsoleState(
        Draft(state.draft.kind if kind else "", fields, act),
        state.page,
        state.action_version,
        state.routes,
        before,
        state.picked,
        state.said,
        state.meant,
        state.typed,
        state.whole,
    )


async def load_withdrawn(store: Store, table: Table, seat: Seat) -> ConsoleState | None:
    """What a seat chose before that was withdrawn, as it would be now; None where nothing was."""
    raw = await load_draft(store, table.id, _draft_key(seat))
    try:
        state = msgspec.convert(raw, ConsoleState)
    except msgspec.ValidationError:
        return None
    current = table.action_version(seat.name)
    if state.action_version == current or state.routes is not None:
        return None
    return msgspec.structs.replace(_restore(table, seat, state), page=0, action_version=current, before=None)


async def save_state(store: Store, table: Table, seat: Seat, state: ConsoleState) -> None:
    """Store the state of a seat's console, which is shown now."""
    await save_draft(store, table.id, _draft_key(seat), msgspec.to_builtins(state))


def _draft_key(seat: Seat) -> str:
    """The name under which a console is stored: who acts for another player has one apart, and leaves that player's alone."""
    return f"{seat.name}/{seat.stand_in}" if seat.stand_in else seat.name


def with_value(state: ConsoleState, question: Question, value: Any) -> ConsoleState:
    """The console's state after the question's field was answered with that value."""
    return ConsoleState(
        Draft(question.draft.kind, {**state.draft.given, question.field: value}), 0, state.action_version
    )
