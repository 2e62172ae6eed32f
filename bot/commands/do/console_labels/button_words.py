"""What a button or a menu of the console says, typed: it is chosen, and shown before it is played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from bot.commands.console_presses import apply_press
from bot.commands.do.seat_position import SeatPosition
from bot.model.action_form import DEALS, Draft, action_digest, leaves_open, listed_actions, pass_action
from bot.model.words.agreement import NEGATING_WORDS, YES_WORDS
from bot.model.words.reading.unknown_words import DEED_VERBS
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import LITTLE_WORDS, MOST_TYPED, NUMBER_WORDS
from bot.views.command_options import split_phrase
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.custom_ids import Id, parse_id
from bot.views.messages import Menu, Private
from bot.views.options.single_press import next_question
from bot.views.pictures.drawing import undrawn
from bot.views.press_verbs import StepVerb
from game.actions import Choose, Pass, RunTrains
from game.choices import Choice

CHOOSING_PRESSES = (
    StepVerb.ACT,
    StepVerb.KIND,
    StepVerb.FIELD,
    StepVerb.PASS,
    StepVerb.COMMIT,
)  # presses that a label may stand for
MAX_ANSWERS = 2  # of what counts as one question, beside those of a title
LEAST_PRICE = 20  # a number that is no count
IN_PICTURE = re.compile(r"^(\d+|[A-Z]) · ")  # the number or letter of an option in the picture
BUTTON_NUMBER = re.compile(r"^\s*(\d+|[a-z]) ?[·•.:)-] ?(?=\S)", re.IGNORECASE)  # before the words of a button
PAYOUT_WORD = re.compile(r"\bpay-?out\b", re.IGNORECASE)
WORDS_IN_LABELS = ("for", "at", "a", "an", "the", "of", "please")
MOST_NAMED = 4  # buttons that an answer names


class Label(NamedTuple):
    """What a button says, and what a press of it carries."""

    text: str
    id: Id
    value: str
    menu: bool = False

    @property
    def verb(self) -> str:
        """What a press asks for."""
        return self.id.verb


Kept = list[tuple[tuple[int, str, ConsoleState], list[Label]]]
# labels by the move, the seat and where the console stands
KEPT_LABELS: ContextVar[Kept | None] = ContextVar("KEPT", default=None)


async def find_labelled_state(
    position: SeatPosition, state: ConsoleState, words: str, *, partly: bool = False
) -> ConsoleState | None:
    """The console as it is once the one button is pressed that says these words; None where none does, or several do.

    Looked for where the console stands, then on its first screen. `partly`: a button may say more, which is enough where all
    that is asked can be answered by two buttons or so.
    """
    choices, said = position.choices, _say(PAYOUT_WORD.sub("pay out", IN_PICTURE.sub("", words.strip())))
    few = _asks_one_question(choices) or any(w.isdecimal() and int(w) >= LEAST_PRICE for w in said)
    counts = all(w.isdecimal() and int(w) < LEAST_PRICE for w in said) and not _asks_choice(choices)
    if not said or len(words) > MOST_TYPED or (partly and (counts or not few)):  # `3` is no `$3 a share`
        return None
    first = ConsoleState(action_version=state.action_version)
    for stands in (state, first) if state != first else (first,):
        chosen = (b for b in await compose_labels(position, stands) if b.verb in CHOOSING_PRESSES)
        labels = [b for b in chosen if _agrees(said, b.text, partly=partly)]
        if len({(b.verb, b.value) for b in labels}) == 1:
            return choose_labelled(choices, stands, labels[0])
    return None


async def find_other_button(position: SeatPosition, refused: str) -> ConsoleState | None:
    """The console with the other one of two answers to a question of the title, where one was refused; None elsewhere."""
    choices = position.choices
    answers = [a for a in listed_actions(choices) if not isinstance(a, DEALS)]
    fresh = ConsoleState(action_version=position.table.action_version(position.by))
    if not refused or not _asks_choice(choices) or len(answers) != 2:
        return None
    named = await find_labelled_state(position, fresh, refused, partly=True)
    if named is None or named.draft.act not in [action_digest(a) for a in answers]:
        return None
    other = next(a for a in answers if action_digest(a) != named.draft.act)
    return ConsoleState(Draft(act=action_digest(other)), 0, fresh.action_version)


async def find_state_by_part(position: SeatPosition, state: ConsoleState, words: str) -> ConsoleState | None:
    """The console as it is once the one button is pressed on which all words stand that say something: `from own`. None where
    there is none, or several, and of a pass.
    """
    telling = [w for w in _say(words) if w not in LITTLE_WORDS and w not in DEED_VERBS]
    if len(words) > MOST_TYPED or all(w.isdecimal() or w in NEGATING_WORDS for w in telling):
        return None
    may_be_meant = {*CHOOSING_PRESSES, StepVerb.PAGE} - {StepVerb.PASS}
    labels = [b for b in await compose_labels(position, state) if b.verb in may_be_meant]
    named = [b for b in labels if {*telling} <= {*_say(IN_PICTURE.sub("", b.text))}]
    return choose_labelled(position.choices, state, named[0]) if len({b.id for b in named}) == 1 else None


async def list_priced(position: SeatPosition, state: ConsoleState, sum_: int) -> list[str]:
    """What the buttons say that name this sum, where a few do; none elsewhere."""
    labels = [
        b for b in await compose_labels(position, state) if b.verb in CHOOSING_PRESSES and str(sum_) in _say(b.text)
    ]
    told = list({(b.verb, b.value): IN_PICTURE.sub("", b.text) for b in labels}.values())
    return told if sum_ >= LEAST_PRICE and 1 < len(told) <= MOST_NAMED else []


async def find_shown_number(
    position: SeatPosition, state: ConsoleState, number: int, *, first: bool = True
) -> tuple[str, ConsoleState] | None:
    """What a button or a menu's entry with that number says behind it, and the console as it is once that is chosen; None where
    nothing shown has that number. Looked for where the console stands, then, unless left out, on its `first` screen.
    """
    for stands in await list_numbered_screens(position, state) if first else (state,):
        for label in await compose_labels(position, stands):
            begun = IN_PICTURE.match(label.text)
            if label.verb in (*CHOOSING_PRESSES, StepVerb.PAGE) and begun is not None and begun[1] == str(number):
                return label.text[begun.end() :], choose_labelled(position.choices, stands, label)
    return None


async def list_numbered_screens(position: SeatPosition, state: ConsoleState) -> list[ConsoleState]:
    """Where the options of a number are looked for: where the console stands, and on its first screen where the options that it
    shows have no numbers, as in a preview; last among all runs, of which the first screen has the best alone.
    """
    fresh = ConsoleState(action_version=state.action_version)
    numbered = state != fresh and any(IN_PICTURE.match(b.text) for b in await compose_labels(position, state))
    every_run = ConsoleState(Draft(RunTrains.__name__), 0, state.action_version)
    runs = [every_run] if any(c.kind is RunTrains for c in position.choices) else []
    return [state, *runs] if numbered or state == fresh else [state, fresh, *runs]


def _asks_one_question(choices: Sequence[Choice]) -> bool:
    """Whether nothing is asked but a question of the title, which has a few answers, or what has two answers alone."""
    if not any(leaves_open(c) for c in choices) and len(listed_actions(choices)) <= MAX_ANSWERS:
        return True
    return _asks_choice(choices)


def _asks_choice(choices: Sequence[Choice]) -> bool:
    """Whether nothing is asked but a question of the title."""
    return any(issubclass(c.kind, Choose) for c in choices) and all(issubclass(c.kind, Choose | Pass) for c in choices)


def _agrees(said: Sequence[str], label: str, *, partly: bool) -> bool:
    """Whether a label is what was said; `partly`: or holds all of its words that say something."""
    has = _say(IN_PICTURE.sub("", label))
    if not partly:
        return has == said or _tell(has) == _tell(said) != []
    telling = [w for w in said if w not in LITTLE_WORDS and w not in YES_WORDS]
    if NEGATING_WORDS.issuperset(telling):  # `no` is not meant by `no track yet`
        return bool(telling) and has[:1] == telling
    return all(any(part in (w, f"{w}s") for part in has) for w in telling)


def _tell(said: Sequence[str]) -> list[str]:
    """Words without those that only stand between others."""
    return [w for w in said if w not in WORDS_IN_LABELS]


def _say(text: str) -> list[str]:
    """The words of a text, numbers as figures."""
    return [NUMBER_WORDS.get(w, w) for w in map(spell_out, split_phrase(text))]


@contextmanager
def keep_labels() -> Iterator[None]:
    """Compose each console once within, however often its labels are looked at: while one line is read."""
    token = KEPT_LABELS.set([])
    try:
        yield
    finally:
        KEPT_LABELS.reset(token)


async def compose_labels(position: SeatPosition, stands: ConsoleState) -> list[Label]:
    """What can be pressed in a console, or chosen in its menus, in the words beside its pictures and in those without them."""
    kept, key = KEPT_LABELS.get(), (position.table.position.move, position.by, stands)
    if (known := next((labels for before, labels in kept or () if before == key), None)) is not None:
        return known
    with undrawn():
        shown = await compose_console(position.table, position.seat, stands)
    plain = await compose_console(position.table, position.seat, stands, pictured=False)
    labels = list(dict.fromkeys([*_iterate_labels(shown), *_iterate_labels(plain)]))
    if kept is not None:
        kept.append((key, labels))
    return labels


def _iterate_labels(console: Private) -> Iterator[Label]:
    """What can be pressed in a console, or chosen in its menus."""
    for part in (part for row in console.rows for part in row):
        id = parse_id(part.id)
        if id is None:
            continue
        if isinstance(part, Menu):
            yield from (Label(o.label, id, o.value, menu=True) for o in part.options if part.high == 1)
        elif not part.disabled:
            yield Label(part.label, id, id.arg.partition(".")[2])


def choose_labelled(choices: Sequence[Choice], stands: ConsoleState, label: Label) -> ConsoleState:
    """The console once that is chosen; what its button would play is shown."""
    playing = next_question(choices, stands.draft).action if label.verb == StepVerb.COMMIT else None
    playing = pass_action(choices) if label.verb == StepVerb.PASS else playing
    if playing is not None:
        return ConsoleState(Draft(act=action_digest(playing)), 0, stands.action_version)
    return apply_press(choices, stands, label.verb, (label.value,))


def plain_label(text: str) -> str:
    """A button's text as it is compared: in small letters, with one sign of each sort, without what only ends it."""
    text = " ".join(BUTTON_NUMBER.sub(r"\1 · ", text.casefold()).replace("...", "…").replace("–", "-").split())
    return re.sub(r" ?… ?", "…", text).strip("…!? ").removesuffix(".")
