"""Which option of the console has the number that was typed."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from bot.commands.do.console_labels.button_words import find_shown_number, list_numbered_screens
from bot.commands.do.console_labels.lettered_option import find_by_end, find_lettered
from bot.commands.do.seat_position import SeatPosition
from bot.core.text import quote_typed
from bot.model.action_form import Draft, action_digest, ask_next
from bot.model.words.reading.option_numbers import read_deed, read_option_number, read_ordinal
from bot.model.words.reading.typed_values import read_number
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import names_kind
from bot.tables.service import Table
from bot.views.console.message import find_screen
from bot.views.console.route_step import choose_route, option_id, order_options
from bot.views.console.state import ConsoleState, with_value
from bot.views.formatting import View
from bot.views.options.labels import option_numbers
from bot.views.options.pictures.step_pictures import is_lettered
from bot.views.options.screen import Screen, ScreenOption, fit_as_buttons, open_draft
from bot.views.press_verbs import StepVerb
from bot.views.ways import ways
from game.actions import BuyShare, LayTile, PlaceToken, SellShares
from game.choices import Choice
from game.rules import Rules

TRADING_VERBS = (BuyShare.verb, SellShares.verb, "redeem", "selltrain")


async def find_numbered_state(position: SeatPosition, state: ConsoleState, words: str) -> ConsoleState | None:
    """The console as it is once the option of that number or letter is chosen, or that amount where one is asked; None where
    the words are no such number, or may be that of a tile or a train.

    Looked for where the console stands, then on its first screen.
    """
    choices = position.choices
    question, amount = ask_next(choices, state.draft), read_number(words.strip().removeprefix("#"))
    if state.draft != Draft() and question.span is not None and amount is not None and amount in question.span:
        return with_value(state, question, amount)
    number = read_option_number(words, choices, position.vocabulary)
    if number is None and (number := read_ordinal(words, choices, position.vocabulary)) is not None:
        shown = await find_shown_number(position, state, number)
        return shown[1] if shown is not None else None
    stations = any(c.kind is PlaceToken for c in choices)
    if state.routes is not None and (asked := await position.table.ask_train(position.by, state.routes)) is not None:
        routes = order_options(asked)
        if number is None or not 0 < number <= len(routes):
            return None
        return await choose_route(
            position.table, position.seat, state, StepVerb.ROUTE, option_id(asked, routes[number - 1])
        )
    for stands in await list_numbered_screens(position, state):
        screen = await find_screen(position.table, position.seat, stands, position.view)
        offer = None
        if number is not None and names_two_options(screen, number, position.view, position.rules):
            return None
        if stations:
            offer = find_lettered(screen, words, position.view, position.vocabulary) or find_by_end(
                screen, words, position.view, position.rules
            )
        if offer is None and number is not None:
            offer = find_numbered(screen, number, position.view, position.rules)
        draft = draft_of_option(offer, choices, stands.draft) if offer is not None else None
        if draft is not None:
            return ConsoleState(draft, 0, state.action_version)
    shown = await find_shown_number(position, state, number) if number is not None else None
    return shown[1] if shown is not None else None


async def find_only_meaning(position: SeatPosition, state: ConsoleState, words: str) -> tuple[ConsoleState, str] | None:
    """Of a number that names nothing else that can be done, such as a train that nobody sells: the console once the button of
    that number is chosen, or as it stands where none has it, and what to say; None of other words, and of a number behind a verb:
    `buy 5` names a train, `withhold 1` is not the button of paying out.
    """
    ordinal = read_ordinal(words, position.choices, position.vocabulary)
    number = ordinal if ordinal is not None else read_number(words.strip().removeprefix("#"))
    number = number if number is not None else _read_way(words, position.table)
    if number is None:
        return None
    shown = await find_shown_number(position, state, number)
    if shown is not None:
        return shown[1], f"Read as {ways().button} {number}."
    return (state, f"{quote_typed(words, 60)} is not possible: nothing here has that number.") if ordinal else None


def _read_way(words: str, table: Table) -> int | None:
    """The number behind a word for laying that no tile of the title has: `lay 1` is the first way that is shown."""
    deed = read_deed(words)
    tiles = {tile.rstrip(ascii_lowercase) for tile in table.rules.data.tiles}
    lays = deed is not None and names_kind(spell_out(deed[0]), LayTile)
    return deed[1] if deed is not None and lays and str(deed[1]) not in tiles else None


async def find_dealt_state(position: SeatPosition, state: ConsoleState, words: str) -> tuple[ConsoleState, str] | None:
    """The console once the button is chosen that has the number behind `buy` or `sell` and does that, with what to say; None
    elsewhere.
    """
    deed = read_deed(words)
    if deed is None or deed[0] == "take":
        return None
    shown = await find_shown_number(position, state, deed[1])
    if shown is None or not _does(shown[1], spell_out(deed[0]), position.choices):
        return None
    return shown[1], f"Read as {ways().button} {deed[1]}."


def _does(state: ConsoleState, deed: str, choices: Sequence[Choice]) -> bool:
    """Whether a button buys or sells as a verb says. A number behind the purchase of a train is a train's."""
    question = ask_next(choices, state.draft)
    kind = type(question.action) if question.action is not None else question.choice.kind if question.choice else None
    return kind is not None and kind.verb in TRADING_VERBS and names_kind(deed, kind)


def find_numbered(screen: Screen, number: int, view: View, rules: Rules) -> ScreenOption | None:
    """The option of a screen whose button has that number."""
    if (
        not number
        or screen.question.span is not None
        or not fit_as_buttons(screen.options)
        or is_lettered(screen, view)
    ):
        return None
    numbers = option_numbers(screen.options, rules)
    minors = [str(getattr(o.action, "minor", "")) for o in screen.options]
    by_place = next((o for o, n in zip(screen.options, numbers, strict=True) if n == number), None)
    if all(minors) and minors.count(str(number)) == 1:  # minors are called by numbers of their own
        by_name = screen.options[minors.index(str(number))]
        return by_name if by_place in (None, by_name) else None
    return by_place


def names_two_options(screen: Screen, number: int, view: View, rules: Rules) -> bool:
    """Whether one option has that number on its button, and another one is a minor that is called so."""
    if screen.question.span is not None or not fit_as_buttons(screen.options) or is_lettered(screen, view):
        return False
    numbered = zip(screen.options, option_numbers(screen.options, rules), strict=True)
    by_place = [o for o, n in numbered if n == number]
    by_name = [o for o in screen.options if getattr(o.action, "minor", "") == str(number)]
    return len(by_place) == 1 == len(by_name) and by_place != by_name


def draft_of_option(offer: ScreenOption, choices: Sequence[Choice], before: Draft) -> Draft | None:
    """What is chosen once an option is, as its button would have it; None of what a button turns over, such as a page."""
    if offer.verb == StepVerb.KIND:
        return open_draft(choices, offer.value)
    if offer.verb == StepVerb.ACT and offer.action is not None:
        return Draft(before.kind, before.given, action_digest(offer.action))
    question = ask_next(choices, before)
    if offer.verb == StepVerb.FIELD and question.field:
        return Draft(question.draft.kind, {**before.given, question.field: offer.choice})
    return None
