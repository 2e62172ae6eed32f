"""A typed line, with where it is typed: what all who answer it read, each thing found out once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.client.interaction import InteractionContext
from bot.commands.do.seat_position import SeatPosition, find_position
from bot.commands.do.spoken_actions import names_merger
from bot.model.action_form import Draft, ask_next
from bot.model.models import Seat
from bot.model.words.agreement import is_short_no
from bot.model.words.doubts.corrections import cut_contrary, cut_correction
from bot.model.words.moves.move_parts import has_run_already, split_moves
from bot.model.words.number_words import write_figures
from bot.model.words.reading.line_spelling import spell_line
from bot.model.words.reading.loose_names import Spelled, correct_spelling, find_other_tile, spell_ends, spell_parts
from bot.model.words.reading.plain_lines import COURTESY, is_plain
from bot.model.words.reading.questions import asks_for_help, cut_question, is_sure
from bot.model.words.reading.readings import Reading
from bot.model.words.reading.typed_values import read_number
from bot.model.words.reading.typed_words import read_words
from bot.model.words.shorthand import spell_refusal
from bot.model.words.vocabulary import Vocabulary
from bot.tables.service import Table
from bot.views.console.state import ConsoleState, load_state
from bot.views.formatting import View, question_sentence
from game.actions import Action, Pass, PayDividend
from game.choices import Choice
from game.rules import Rules

AND_THEN = (["then"], ["and"])  # begin what comes after something
LONG_NUMBER = re.compile(r"(\d{50})\d+")  # of digits enough to be no sum of a game
SAID_OTHERWISE = ("hold", "don't", "dont", "do not")  # with a please
WHICH_SIGN = "?"  # before words: which action they mean is asked, and none is played


@dataclass(frozen=True, eq=False)
class TypedLine:
    """What somebody has typed, and the position in which it is read.

    `state`: the seat's console as it was left. `number`: what was given beside an entry of a list; `listed`: the line is such an
    entry, of this very turn. `wants_list`: which action it means is asked, and none is played. `rest`: a sentence about what
    stands behind it and is still to be typed. `follows`: it begins with `then`. `question_typed`: the question of what there
    is to do, where the line is one.
    """

    context: InteractionContext
    position: SeatPosition
    state: ConsoleState
    typed: str
    number: int | None = None
    listed: bool = False
    wants_list: bool = False
    rest: str = ""
    follows: bool = False
    question_typed: str = ""

    @property
    def table(self) -> Table:
        """The table at which it is typed."""
        return self.position.table

    @property
    def seat(self) -> Seat:
        """The seat for which it is typed."""
        return self.position.seat

    @property
    def view(self) -> View:
        """What its player sees."""
        return self.position.view

    @property
    def by(self) -> str:
        """Whose seat it is."""
        return self.position.by

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.position.rules

    @property
    def choices(self) -> Sequence[Choice]:
        """What can be done now."""
        return self.position.choices

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """All kinds of action of the title."""
        return self.position.kinds

    @property
    def vocabulary(self) -> Vocabulary:
        """What words may speak of."""
        return self.position.vocabulary

    @property
    def fresh(self) -> ConsoleState:
        """The console on its first screen."""
        return ConsoleState(action_version=self.table.action_version(self.by))

    @property
    def stands(self) -> ConsoleState:
        """Where the console stands, or stood before it asked something beside."""
        return self.state.before or self.state

    @property
    def is_open(self) -> bool:
        """Whether the console asks something of which a part is settled."""
        return bool(self.choices) and asks_part(self.choices, self.state)

    @property
    def is_begun(self) -> bool:
        """Whether something is chosen: the console asks on, or shows what it comes to."""
        state = self.state
        chosen = state.draft != Draft() or state.routes is not None or state.picked or state.said
        return bool(self.choices) and bool(chosen)

    @cached_property
    def question(self) -> str:
        """What must be decided now, as the end of a sentence."""
        return question_sentence(self.choices, self.view, self.rules)

    @cached_property
    def parts(self) -> Sequence[str]:
        """The moves that are named, in their order."""
        return split_moves(self.typed)

    @cached_property
    def _wish(self) -> str:
        """What is wanted, where the line also says what is not, `buy ACL, not CoG`, or corrects what was typed before, `no, 5`;
        "" elsewhere.
        """
        rest = cut_contrary(self.typed) or cut_correction(self.typed)
        return rest if rest and self._means(rest) else ""

    def _means(self, words: str) -> bool:
        """Whether words mean something that can be done now, or are the number of a button. A pass and a dividend may be the
        contrary of what is meant.
        """
        reading = read_words(spell_ends(words, self.choices, self.vocabulary), self.by, self.choices, self.vocabulary)
        meant = reading != Reading() and not isinstance(reading.action, Pass | PayDividend)
        return read_number(words) is not None or meant

    @cached_property
    def answer(self) -> str:
        """What the line says to what is asked: `40` of `what if 40`. It is shown, whether somebody asks about it or not."""
        asked = cut_question(self.typed)
        return self.typed if asked == self.typed else asked.rstrip(" ?")

    @property
    def wanted(self) -> str:
        """The words that say what is wanted."""
        return self._wish or self.typed

    @property
    def only_asks(self) -> bool:
        """Whether nothing is played at once: the line asks what it means, or says something beside."""
        return self.wants_list or bool(self._wish)

    @cached_property
    def spelled(self) -> Spelled:
        """What is wanted with keys for parts of names, and with words in place of what is read as them here."""
        text, corrected = correct_spelling(cut_question(self.wanted), self.vocabulary, self.kinds, self.choices)
        spelled = spell_parts(
            spell_line(text, self.choices, self.vocabulary), self.vocabulary, self.kinds, self.choices
        )
        return spelled._replace(parts=spelled.parts + corrected)

    @property
    def words(self) -> str:
        """The words that are read."""
        return self.spelled.text

    @cached_property
    def reading(self) -> Reading:
        """What the words mean."""
        reading = read_words(self.words, self.by, self.choices, self.vocabulary)
        turned = find_other_tile(reading.several, f"tile {self.wanted}")  # a number alone, read as a turn
        return Reading() if turned else reading

    @property
    def says_all(self) -> bool:
        """Whether the words are all that the line says, and say it for sure: what stands behind them may be the contrary."""
        return is_sure(self.wanted) and not self.rest

    @property
    def says_plainly(self) -> bool:
        """Whether the words as they were typed say one action, and nothing else."""
        return self.plain and not self.spelled.parts

    @cached_property
    def plain(self) -> bool:
        """Whether the words say the action that they mean, and nothing else."""
        action = self.reading.action
        return action is not None and is_plain(action, self.words, self.choices, self.vocabulary)

    def first_of(self, rest: str) -> TypedLine:
        """The first of several moves as a line of its own. `rest`: what to say of the others."""
        return replace(self, typed=self.parts[0], rest=rest)


def asks_part(choices: Sequence[Choice], stands: ConsoleState) -> bool:
    """Whether something is asked of which a part is settled, by lines or by presses: no preview, no cards, no routes."""
    if stands.routes is not None or stands.picked or (stands.draft == Draft() and not stands.said):
        return False
    question = ask_next(choices, stands.draft)
    gone = question.draft.kind != stands.draft.kind and stands.draft != Draft()
    return question.action is None and question.pick is None and not gone


async def read_line(
    context: InteractionContext, table: Table, seat: Seat, typed: str, *, listed: bool, number: int | None
) -> TypedLine:
    """A line as it was typed, without what says nothing: thanks, a run that went by itself. A `number` beside words stands
    behind them.
    """
    typed = write_figures(LONG_NUMBER.sub(r"\1", typed))
    position, state = await find_position(table, seat), await load_state(context.services.store, table, seat)
    question = typed if asks_for_help(typed) else ""
    if question or names_merger(position, typed):
        typed = WHICH_SIGN
    asked, typed = typed.startswith(WHICH_SIGN), typed.removeprefix(WHICH_SIGN)
    bare = COURTESY.sub("", typed).strip(" ,.!")
    polite = is_sure(typed) and bare and bare.casefold() not in SAID_OTHERWISE and not is_short_no(bare)
    if (polite and COURTESY.search(typed)) or read_number(
        bare.removeprefix("#")
    ) is not None:  # `run trains pls`, `2 please`
        typed = bare
    if number is not None and not typed.startswith("#"):
        typed, number = f"{typed} {number}", None
    follows = typed.split(None, 1)[:1] in AND_THEN
    typed = typed.split(None, 1)[-1] if follows else typed
    parts = split_moves(typed)
    if has_run_already(parts, position.choices):
        parts = parts[1:]
        typed = "; ".join(parts)
    typed = spell_refusal(parts[0] if len(parts) == 1 else typed)
    return TypedLine(context, position, state, typed, number, listed, asked, follows=follows, question_typed=question)
