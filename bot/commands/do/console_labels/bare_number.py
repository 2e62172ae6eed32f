"""A number typed alone: the option of the console that has it, shown before it is played."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from bot.commands.do.console_labels.button_words import find_shown_number, list_numbered_screens, list_priced
from bot.commands.do.console_labels.lettered_option import explain_lettered, find_by_end, find_lettered
from bot.core.text import escape_markup, quote_typed
from bot.model.action_form import Draft, action_digest, ask_next
from bot.model.models import Seat
from bot.model.words.reading.readings import Reading
from bot.model.words.reading.typed_values import read_number
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import MONEY, Vocabulary, names_kind
from bot.tables.service import Table
from bot.views.console.message import find_screen
from bot.views.console.route_step import choose_route, option_id, order_options
from bot.views.console.state import ConsoleState, with_value
from bot.views.formatting import View
from bot.views.options.labels import option_numbers
from bot.views.options.pictures import is_lettered
from bot.views.options.screen import Screen, ScreenOption, fit_as_buttons, open_draft
from bot.views.press_verbs import StepVerb
from bot.views.ways import ways
from game.actions import Action, BuyShare, LayTile, PlaceToken, RunTrains, SellShares
from game.choices import Choice
from game.rules import Rules
from render.data.names import listed

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SHORT_ORDINALS = ("1st", "2nd", "3rd", *(f"{n}th" for n in range(4, 11)))
DEEDS = frozenset({"run", "buy", "lay", "place", "discard"})  # say what is done with what is counted
CHOOSING = frozenset({"take", "choose", "pick"})
THINGS = frozenset(
    (
        *("best", "button", "choice", "company", "lot", "one", "option", "private", "route", "run", "share", "station"),
        *("tile", "train"),
    )
)
NUMBER_WORDS = frozenset({"number", "option", "way", "button", "choice", "nummer", "nr", "nr.", "no."})
TRADES = (BuyShare.verb, SellShares.verb, "redeem", "selltrain")
CARD_WORDS: tuple[list[str], ...] = (["card"], ["the", "card"], [])  # between `take` and the number of a card


async def find_numbered_state(
    table: Table, seat: Seat, state: ConsoleState, words: str, view: View, known: Vocabulary
) -> ConsoleState | None:
    """The console as it is once the option of that number or letter is chosen, or that amount where one is asked; None where
    the words are no such number, or may be that of a tile or a train.

    Looked for where the console stands, then on its first screen.
    """
    choices = table.choices(seat.name)
    question, amount = ask_next(choices, state.draft), read_number(words.strip().removeprefix("#"))
    if state.draft != Draft() and question.span is not None and amount is not None and amount in question.span:
        return with_value(state, question, amount)
    number = read_option_number(words, choices, known)
    if number is None and (number := read_ordinal(words, choices, known)) is not None:
        shown = await find_shown_number(table, seat, state, number)
        return shown[1] if shown is not None else None
    stations = any(c.kind is PlaceToken for c in choices)
    if state.routes is not None and (asked := await table.ask_train(seat.name, state.routes)) is not None:
        ways = order_options(asked)
        if number is None or not 0 < number <= len(ways):
            return None
        return await choose_route(table, seat, state, StepVerb.ROUTE, option_id(asked, ways[number - 1]))
    for stands in await list_numbered_screens(table, seat, state):
        screen = await find_screen(table, seat, stands, view)
        offer = None
        if number is not None and _names_two(screen, number, view, table.rules):
            return None
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
    meant = reading.action or (reading.several[0] if len(reading.several) == 1 else None)
    rows = {getattr(a, "row", None) for a in reading.several or filter(None, [reading.action])}
    row, deed = rows.pop() if len(rows) == 1 else None, _read_deed(words)
    of_row = deed is not None and deed[0] in ("buy", "take") and row == deed[1]
    number = row if of_row else read_number(words.strip().removeprefix("#"))
    if number is None or reading == Reading():
        return ""
    of_minor = getattr(meant, "minor", "") == str(number)
    if read_option_number(words, choices, known) is not None and not (of_minor or of_row):
        return ""
    shown = await find_shown_number(table, seat, state, number)
    if shown is None:
        return ""
    label, chosen = shown
    question = ask_next(choices, chosen.draft)
    if (question.action is not None and question.action == meant) or chosen.draft == reading.draft:
        return ""
    called = f"tile {number}" if any("tile" in c.kind.__struct_fields__ for c in choices) else f"{number}-train"
    called = f"minor {number}" if of_minor else f"row {number}" if of_row else called
    if re.search(rf"(?<![\w-]){re.escape(called)}(?!\w)", label):
        return ""
    return f"“{number}” can mean {escape_markup(label)} or {called}: say which."


async def explain_number_of_button(
    table: Table, seat: Seat, state: ConsoleState, number: int, hits: Sequence[Action]
) -> str:
    """That a number which is read as these actions is the one of a button that is shown too, which chooses something else; ""
    elsewhere.
    """
    shown, choices = await find_shown_number(table, seat, state, number, first=False), table.choices(seat.name)
    if shown is None:
        return ""
    label, chosen = shown
    question = ask_next(choices, chosen.draft)
    pressed = [question.action] if question.action is not None else [a for c in question.agreeing for a in c]
    meanings = _name_numbered_fields(number, hits, table.rules)
    if {*pressed} == {*hits} or not meanings:
        return ""
    told = listed([f"{escape_markup(label)} (button {number})", *meanings], "or")
    return f"“{number}” can mean {told}: say which."


def _name_numbered_fields(number: int, actions: Sequence[Action], rules: Rules) -> list[str]:
    """What has that number in actions: `row 1`, `1 card`."""
    several = "s" if number > 1 else ""
    named = {
        "row": f"row {number}",
        "count": f"{number} card{several}",
        "shares": f"{number} share{several}",
        "minor": f"minor {number}",
        "item": f"minor {number}",
        "seller": f"minor {number}",
        "tile": f"tile {number}",
        "train": f"a {number}-train",
        **dict.fromkeys(MONEY, rules.data.money(number)),
    }
    values = {(n, str(getattr(a, n))) for a in actions for n in a.__struct_fields__ if n in named}
    has = {n for n, v in values if v == str(number) or (n == "train" and v.startswith(f"{number}-"))}
    return list(dict.fromkeys(text for n, text in named.items() if n in has))


async def find_only_meaning(
    table: Table, seat: Seat, state: ConsoleState, words: str, known: Vocabulary
) -> tuple[ConsoleState, str] | None:
    """Of a number that names nothing else that can be done, such as a train that nobody sells: the console once the button of
    that number is chosen, or as it stands where none has it, and what to say; None of other words, and of a number behind a verb:
    `buy 5` names a train, `withhold 1` is not the button of paying out.
    """
    ordinal = read_ordinal(words, table.choices(seat.name), known)
    number = ordinal if ordinal is not None else read_number(words.strip().removeprefix("#"))
    number = number if number is not None else _read_way(words, table)
    if number is None:
        return None
    shown = await find_shown_number(table, seat, state, number)
    if shown is not None:
        return shown[1], f"Read as {ways().button} {number}."
    return (state, f"{quote_typed(words, 60)} is not possible: nothing here has that number.") if ordinal else None


def _read_way(words: str, table: Table) -> int | None:
    """The number behind a word for laying that no tile of the title has: `lay 1` is the first way that is shown."""
    deed = _read_deed(words)
    tiles = {tile.rstrip(ascii_lowercase) for tile in table.rules.data.tiles}
    lays = deed is not None and names_kind(spell_out(deed[0]), LayTile)
    return deed[1] if deed is not None and lays and str(deed[1]) not in tiles else None


async def find_dealt_state(
    table: Table, seat: Seat, state: ConsoleState, words: str
) -> tuple[ConsoleState, str] | None:
    """The console once the button is chosen that has the number behind `buy` or `sell` and does that, with what to say; None
    elsewhere.
    """
    deed = _read_deed(words)
    if deed is None or deed[0] == "take":
        return None
    shown = await find_shown_number(table, seat, state, deed[1])
    if shown is None or not _does(shown[1], spell_out(deed[0]), table.choices(seat.name)):
        return None
    return shown[1], f"Read as {ways().button} {deed[1]}."


def _does(state: ConsoleState, deed: str, choices: Sequence[Choice]) -> bool:
    """Whether a button buys or sells as a verb says. A number behind the purchase of a train is a train's."""
    question = ask_next(choices, state.draft)
    kind = type(question.action) if question.action is not None else question.choice.kind if question.choice else None
    return kind is not None and kind.verb in TRADES and names_kind(deed, kind)


async def explain_price(table: Table, seat: Seat, state: ConsoleState, number: int) -> str:
    """Which of a few things that cost so much may be meant by a number; "" elsewhere."""
    told = await list_priced(table, seat, state, number)
    return f"“{number}” can mean {escape_markup(listed(told, 'or'))}: say which." if told else ""


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
    numbered = read_option_number(words, choices, known) is not None or read_ordinal(words, choices, known) is not None
    return numbered or any(c.kind is PlaceToken for c in choices)


def read_ordinal(words: str, choices: Sequence[Choice], known: Vocabulary) -> int | None:
    """The number of an option that is named by its place: `number 4`, `the first`, `second best`, `run 1`; None of other words,
    and where something else is asked than what the line does: `run first` while track is laid.
    """
    before, number = _split_number(words)
    if number is None:
        return _read_place(words, choices)
    picks, runs = all(c.kind.verb == "pick" for c in choices), any(c.kind is RunTrains for c in choices)
    first, rest = before[:1], before[1:]
    if before[-1:] and before[-1] in NUMBER_WORDS and (DEEDS | CHOOSING).issuperset(before[:-1]):
        return number
    if picks and first and first[0] in CHOOSING | {"draft", "card"} and rest in CARD_WORDS:
        return number
    # What a run earns has more figures.
    ran = runs and before in (["run"], ["take"]) and 0 < number < 10 and str(number) not in known.train_names
    return number if ran else None


def _read_place(words: str, choices: Sequence[Choice]) -> int | None:
    """The number of an option that is named by its place in the order: `the first`, `run second best`."""
    said = words.casefold().strip(" .!?").split()
    led = next((n for n, w in enumerate(said) if w not in DEEDS | CHOOSING | {"the"}), len(said))
    place, things = said[led : led + 1], said[led + 1 :]
    if not place or place[0] not in (*ORDINALS, *SHORT_ORDINALS) or len(things) > 1 or not THINGS.issuperset(things):
        return None
    if said[0] in DEEDS and not any(names_kind(said[0], c.kind) for c in choices):
        return None
    return (ORDINALS if place[0] in ORDINALS else SHORT_ORDINALS).index(place[0]) + 1


def _split_number(words: str) -> tuple[list[str], int | None]:
    """The words before a number of one or two figures that ends a line, and that number; None of other lines."""
    said = words.casefold().strip(" .!?").split()
    last = said[-1].removeprefix("#") if said else ""
    return (said[:-1], int(last)) if last.isdecimal() and len(last) < 3 else (said, None)


def _read_deed(words: str) -> tuple[str, int] | None:
    """The verb and the number of a line that has nothing else: `sell 3`; None of other lines."""
    before, number = _split_number(words)
    return (before[0], number) if number is not None and len(before) == 1 and before[0].isalpha() else None


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
    if not number or screen.asked.span is not None or not fit_as_buttons(screen.offers) or is_lettered(screen, view):
        return None
    numbers = option_numbers(screen.offers, rules)
    minors = [str(getattr(o.action, "minor", "")) for o in screen.offers]
    by_place = next((o for o, n in zip(screen.offers, numbers, strict=True) if n == number), None)
    if all(minors) and minors.count(str(number)) == 1:  # minors are called by numbers of their own
        by_name = screen.offers[minors.index(str(number))]
        return by_name if by_place in (None, by_name) else None
    return by_place


def _names_two(screen: Screen, number: int, view: View, rules: Rules) -> bool:
    """Whether one option has that number on its button, and another one is a minor that is called so."""
    if screen.asked.span is not None or not fit_as_buttons(screen.offers) or is_lettered(screen, view):
        return False
    numbered = zip(screen.offers, option_numbers(screen.offers, rules), strict=True)
    by_place = [o for o, n in numbered if n == number]
    by_name = [o for o in screen.offers if getattr(o.action, "minor", "") == str(number)]
    return len(by_place) == 1 == len(by_name) and by_place != by_name


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
