"""A number typed alone: the option of the console that has it, shown before it is played."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from bot.commands.do.buttons.button_words import find_shown_number
from bot.commands.do.buttons.lettered_option import explain_lettered, find_by_end, find_lettered
from bot.core.text import escape_markup, quote_typed
from bot.model.action_form import Draft, action_digest, ask_next, find_by_digest
from bot.model.models import Seat
from bot.model.words.readings import Reading
from bot.model.words.shorthand import spell_out
from bot.model.words.typed_values import read_number
from bot.model.words.vocabulary import Vocabulary, names_kind
from bot.tables.service import Table
from bot.views.console.message import find_screen
from bot.views.console.route_step import choose_route, option_id, order_options
from bot.views.console.state import ConsoleState, with_value
from bot.views.formatting import View
from bot.views.options.labels import option_numbers
from bot.views.options.pictures import is_lettered
from bot.views.options.screen import Screen, ScreenOption, fit_as_buttons, open_draft
from bot.views.press_verbs import StepVerb
from game.actions import PlaceToken
from game.choices import Choice
from game.rules import Rules

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SHORT_ORDINALS = ("1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 11)))
THINGS = "one|option|choice|best|button|run|route|train|tile|station|company|share|private|lot"
PLACED = re.compile(
    rf"^\s*(?:(?:the|take|choose|pick|run|buy|lay|place|discard) )*({'|'.join((*ORDINALS, *SHORT_ORDINALS))})"
    rf"(?: (?:{THINGS}))?[\s.!?]*$",
    re.IGNORECASE,
)
DONE_WITH = re.compile(r"^\s*([a-zäöü]{3,}) (?:the )?#?(\d{1,2})[\s.!?]*$", re.IGNORECASE)
COUNTED = ("sell", "dump", "redeem", "issue")  # whose number says how many
NUMBERED = re.compile(
    r"^\s*(?:number|option|way|button|choice|nummer|nr\.?|no\.?) ?#?(\d{1,2})[\s.!?]*$", re.IGNORECASE
)


async def find_numbered_state(
    table: Table, seat: Seat, state: ConsoleState, words: str, view: View, known: Vocabulary
) -> ConsoleState | None:
    """The console as it is once the option of that number or letter is chosen, or that amount where one is asked; None where
    the words are no such number, or may be that of a tile or a train.

    Looked for where the console stands, then on its first screen.
    """
    choices = table.choices(seat.name)
    number = read_option_number(words, choices, known)
    if number is None and (number := read_ordinal(words)) is not None:
        shown = await find_shown_number(table, seat, state, number)
        return shown[1] if shown is not None else None
    stations = any(c.kind is PlaceToken for c in choices)
    if state.routes is not None and (asked := await table.ask_train(seat.name, state.routes)) is not None:
        ways = order_options(asked)
        if number is None or not 0 < number <= len(ways):
            return None
        return await choose_route(table, seat, state, StepVerb.ROUTE, option_id(asked, ways[number - 1]))
    question = ask_next(choices, state.draft)
    if state.draft != Draft() and question.span is not None and number is not None and number in question.span:
        return with_value(state, question, number)
    for stands in (state, ConsoleState(action_version=state.action_version)):
        screen = await find_screen(table, seat, stands, view)
        offer = None
        if stations:
            offer = find_lettered(screen, words, view, known) or find_by_end(screen, words, view, table.rules)
        if offer is None and number is not None:
            offer = find_numbered(screen, number, view, table.rules)
        draft = draft_of(offer, choices, stands.draft) if offer is not None else None
        if draft is not None:
            return ConsoleState(draft, 0, state.action_version)
    shown = await find_shown_number(table, seat, state, number) if number is not None else None
    return shown[1] if shown is not None else None


async def explain_two_meanings(
    table: Table, seat: Seat, state: ConsoleState, words: str, reading: Reading, known: Vocabulary
) -> str:
    """That a number alone is that of something shown, and that of a tile or a train as well; "" where it says one thing."""
    choices = table.choices(seat.name)
    number = read_number(words.strip().removeprefix("#"))
    if number is None or reading == Reading() or read_option_number(words, choices, known) is not None:
        return ""
    shown = await find_shown_number(table, seat, state, number)
    if shown is None:
        return ""
    label, chosen = shown
    question = ask_next(choices, chosen.draft)
    meant = reading.action or (reading.several[0] if len(reading.several) == 1 else None)
    if (question.action is not None and question.action == meant) or chosen.draft == reading.draft:
        return ""
    called = f"tile {number}" if any("tile" in c.kind.__struct_fields__ for c in choices) else f"{number}-train"
    if re.search(rf"(?<![\w-]){re.escape(called)}(?!\w)", label):
        return ""
    return f"“{number}” can mean {escape_markup(label)} or {called}: say which."


async def find_only_meaning(
    table: Table, seat: Seat, state: ConsoleState, words: str, known: Vocabulary
) -> tuple[ConsoleState, str] | None:
    """Of a number that names nothing else that can be done, such as a train that nobody sells: the console once the button of
    that number is chosen, or as it stands where none has it, and what to say; None of other words, and of `buy 5` where some
    trains are 5-trains.
    """
    ordinal, deed = read_ordinal(words), DONE_WITH.match(words)
    number = ordinal if ordinal is not None else read_number(deed[2] if deed else words.strip().removeprefix("#"))
    if number is None:
        return None
    shown = await find_shown_number(table, seat, state, number)
    verb = spell_out(deed[1].casefold()) if deed else ""
    if verb and str(number) in known.train_names:
        return None
    if shown is not None and (not verb or _is_done(shown[1].draft, verb, table.choices(seat.name))):
        return shown[1], f"Read as button {number}."
    return (state, f"{quote_typed(words, 60)} is not possible: nothing here has that number.") if ordinal else None


def _is_done(draft: Draft, verb: str, choices: Sequence[Choice]) -> bool:
    """Whether what a verb says is what is chosen."""
    action = find_by_digest(choices, draft.act) if draft.act else None
    kinds = {type(action)} if action is not None else {c.kind for c in choices if c.kind.__name__ == draft.kind}
    return verb not in COUNTED and any(names_kind(verb, kind) for kind in kinds)


async def explain_number(
    table: Table, seat: Seat, state: ConsoleState, words: str, view: View, known: Vocabulary
) -> str:
    """What can be named instead of a number, or a minor, that nothing has; "" where nothing is called so."""
    if not any(c.kind is PlaceToken for c in table.choices(seat.name)):
        return ""
    for stands in (state, ConsoleState(action_version=state.action_version)):
        if reason := explain_lettered(await find_screen(table, seat, stands, view), words, view, known):
            return reason
    return ""


def may_name_option(words: str, choices: Sequence[Choice], known: Vocabulary) -> bool:
    """Whether words may be the number of an option, or name a place for a station, which has a letter."""
    numbered = read_option_number(words, choices, known) is not None or read_ordinal(words) is not None
    return numbered or any(c.kind is PlaceToken for c in choices)


def read_ordinal(words: str) -> int | None:
    """The number of an option that is named by its place: `number 4`, `the first`, `second best`; None of other words."""
    named = NUMBERED.match(words)
    if named is not None:
        return int(named[1])
    placed = PLACED.match(words)
    if placed is None:
        return None
    said = placed[1].casefold()
    return (ORDINALS if said in ORDINALS else SHORT_ORDINALS).index(said) + 1


def read_option_number(words: str, choices: Sequence[Choice], known: Vocabulary) -> int | None:
    """The number that words are, which may be an option's; None where they are none, or it is that of a train or a tile of the
    title and such can be chosen.
    """
    number = read_number(words.strip().removeprefix("#"))
    fields = {name for c in choices for name in c.kind.__struct_fields__}
    names = known.train_names if "train" in fields else frozenset[str]()
    tiles = {t.rstrip(ascii_lowercase) for t in known.rules.data.tiles} if "tile" in fields else set[str]()
    return None if str(number) in names | tiles else number


def find_numbered(screen: Screen, number: int, view: View, rules: Rules) -> ScreenOption | None:
    """The option of a screen whose button has that number."""
    if screen.asked.span is not None or not fit_as_buttons(screen.offers) or is_lettered(screen, view):
        return None
    numbers = option_numbers(screen.offers, rules)
    minors = [str(getattr(o.action, "minor", "")) for o in screen.offers]
    if all(minors) and minors.count(str(number)) == 1:  # minors are called by numbers of their own
        return screen.offers[minors.index(str(number))]
    return next((o for o, n in zip(screen.offers, numbers, strict=True) if n == number), None)


def draft_of(offer: ScreenOption, choices: Sequence[Choice], before: Draft) -> Draft | None:
    """What is chosen once an option is, as its button would have it; None of what a button turns over, such as a page."""
    if offer.verb == StepVerb.KIND:
        return open_draft(choices, offer.value)
    if offer.verb == StepVerb.ACT and offer.action is not None:
        return Draft(before.kind, before.given, action_digest(offer.action))
    question = ask_next(choices, before)
    if offer.verb == StepVerb.FIELD and question.field:
        return Draft(question.draft.kind, {**before.given, question.field: offer.choice})
    return None
