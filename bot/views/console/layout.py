"""The buttons and menus of the private console, and what stands round every answer of it."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import render
from bot.core.discord_limits import BUTTONS as IN_ROW
from bot.core.discord_limits import EMBED_TEXT, OPTIONS, fit
from bot.views.console.last_button import last_labels
from bot.views.console.questions import question_text
from bot.views.console.state import ConsoleState
from bot.views.custom_ids import STEP, VIEW, Id
from bot.views.formatting import View
from bot.views.messages import PASSES, PLAYS, Button, Menu, Option, Row, Style, button, option, page_of, playing_words
from bot.views.options.card_picks import keep_words, picks_several_cards
from bot.views.options.ending import play_style
from bot.views.options.labels import WITHOUT_BID, cut_label, cut_labels, kind_words, make_distinct, option_hints
from bot.views.options.outcomes import OptionColours
from bot.views.options.powers import find_lay_power, lays_free
from bot.views.options.screen import Screen, ScreenOption, fit_as_buttons, plays_at_once
from bot.views.press_verbs import StepVerb, ViewVerb
from game.actions import LayTile, PlaceToken
from game.choices import Choice
from game.rules import Rules
from render.drawing import fonts, phone

ANYWAY, NEVER = "Go on without", "Go on, never ask again"
BANKRUPTCY = "Declare bankruptcy"
SMALL, NEWLINE = "-# ", "\n"
ROWS = 5  # of a message
FACT = 46  # characters of a fact that shares a line with others
MORE_WORDS = "Explain"  # of the button that shows all words, also those that have no room beside the picture
# Pixels on a phone: what a button has beside its words and to the next one, and the print of these words.
BESIDE = 24
APART = 8
PRINT = 14
CHOOSE, CHOOSE_PLACE = "Choose", "Choose a place"  # of a menu: what there is to choose from stands above


@dataclass(frozen=True)
class Frame:
    """What stands round every answer of the console: its title, what comes first, the last buttons."""

    ids: ConsoleIds
    title: str
    note: str
    last: tuple[Button, ...] = ()
    first: tuple[Button, ...] = ()  # above the options: what is done most but has a step of its own
    below: str = ""  # follows the words


@dataclass(frozen=True)
class StepButtons:
    """The buttons of a step but for the words of its options, of which only as much may be said as has room."""

    ids: ConsoleIds
    screen: Screen
    state: ConsoleState
    choices: Sequence[Choice]
    view: View
    rules: Rules
    colours: OptionColours
    first: tuple[Button, ...]  # above the options
    last: tuple[Button, ...]

    def make_rows(self, labels: Sequence[str], *, more: bool = False) -> tuple[Row, ...]:
        """The rows with these words of the options. `more`: with the button that shows all words above them."""
        if picks_several_cards(self.screen):
            rows = pick_rows(self.ids, self.screen, labels, self.state.picked)
        else:
            screen, labels = self._lead_with_advice(labels)
            rows = option_button_rows(self.ids, screen, labels, self.state.page, self.choices, self.view, self.rules)
        last = [*self.last, *([button(self.ids(StepVerb.WORDS), MORE_WORDS)] if more else [])]
        return self.colours.paint(join_rows((*split_into_rows(self.first), *rows), last))

    def _lead_with_advice(self, labels: Sequence[str]) -> tuple[Screen, Sequence[str]]:
        """The screen and the words of its options, what is advised first where they stand in a drop-down, without colours."""
        offers = self.screen.options
        if fit_as_buttons(offers):
            return self.screen, labels
        paired = sorted(zip(offers, labels, strict=True), key=lambda pair: not self.colours.is_advised(pair[0].value))
        return replace(self.screen, options=tuple(o for o, _ in paired)), [text for _, text in paired]


def option_button_rows(
    ids: ConsoleIds,
    screen: Screen,
    labels: Sequence[str],
    page_number: int,
    choices: Sequence[Choice],
    view: View,
    rules: Rules,
) -> tuple[Row, ...]:
    """A button for each option up to ten, with the number of its picture; a drop-down above that, or where several are picked."""
    offers = screen.options
    pick = screen.question.pick
    if fit_as_buttons(offers) and not (pick is not None and offers and not isinstance(offers[0].choice, tuple)):
        buttons = [
            button(ids(o.verb, o.value), text, _option_style(o, choices, rules))
            for o, text in zip(offers, cut_labels(labels), strict=True)
        ]
        return pack_rows(buttons)
    hint_lines = option_hints(offers, view, rules)
    options = tuple(
        option(o.value, text, hint_beside(o, hint, screen, view, rules))
        for o, text, hint in zip(offers, labels, hint_lines, strict=True)
    )
    verb = offers[0].verb
    asks = CHOOSE_PLACE if {o.field for o in offers} == {"hex"} else CHOOSE
    hint = (
        re.split(", such as |; |: ", question_text(screen.question, rules, view))[0] if screen.question.field else asks
    )
    if pick is not None:
        return (menu_row(ids(verb), options[:OPTIONS], hint, pick.low, pick.high),)
    return menu_rows(ids, verb, options, hint, page_number)


def pick_rows(ids: ConsoleIds, screen: Screen, labels: Sequence[str], picked: Sequence[str]) -> tuple[Row, ...]:
    """A button for each card of which several are picked: those that are picked stand out, and the last button keeps them."""
    pick = screen.question.pick
    assert pick is not None
    enough, full = tuple(picked) in pick, len(picked) >= pick.high
    made = []
    for offer, text in zip(screen.options, labels, strict=True):
        chosen = offer.choice in picked
        made.append(
            button(
                ids(StepVerb.TOGGLE, offer.value),
                text,
                "primary" if chosen else "secondary",
                disabled=full and not chosen,
            )
        )
    style: Style = "primary" if enough else "secondary"  # a preview follows
    keep = button(ids(StepVerb.TAKE), keep_words(screen.question, picked), style, disabled=not enough)
    return pack_rows([*made, keep])


def hint_beside(offer: ScreenOption, hint: str, screen: Screen, view: View, rules: Rules) -> str:
    """What helps to choose; of ground for a tile without the price that the label has, and that track there is upgraded."""
    if not issubclass(offer.kind, LayTile) or offer.field != "hex":
        return hint
    hex_id = str(offer.choice)
    power = find_lay_power(offer.question or screen.question, hex_id)
    priced = bool(power) and not lays_free(power, rules)
    return render.ground_words(view, rules, hex_id, builds=True, priced=priced)


def _option_style(offer: ScreenOption, choices: Sequence[Choice], rules: Rules) -> Style:
    """The colour of an option's button: green plays at once, red gives something up, grey leads on."""
    if offer.action is None or not plays_at_once(choices, offer):
        return "secondary"
    return play_style(offer.action, rules)


def previewed_labels(rules: Rules) -> frozenset[str]:
    """The labels of buttons that do what stands above them."""
    return last_labels(rules) | {ANYWAY, NEVER, BANKRUPTCY}


def colour_words(
    rows: Sequence[Row], rules: Rules, *, asks_first: bool = False, yes_or_no: bool = False, dividend: bool = False
) -> str:
    """Which buttons do something at once; "" where none does, or only those of a preview that was chosen do.

    `asks_first`: a pass is asked about. `yes_or_no`, `dividend`: as of `playing_words`.
    """
    buttons = [b for row in rows for b in row if isinstance(b, Button)]
    previewed = previewed_labels(rules)
    if all(b.label in previewed for b in buttons if b.style in (PLAYS, PASSES)):
        return ""
    return playing_words(buttons, asks=asks_first, yes_or_no=yes_or_no, dividend=dividend)


def more_buttons(ids: ConsoleIds, screen: Screen, choices: Sequence[Choice], view: View, rules: Rules) -> list[Button]:
    """Buttons for what else may be done, each by its kind."""
    labels = make_distinct([_more_words(o, choices, view, rules) for o in screen.more])
    return [
        button(ids(o.verb, o.value), cut_label(text), _option_style(o, choices, rules))
        for o, text in zip(screen.more, labels, strict=True)
    ]


def _more_words(offer: ScreenOption, choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """What else may be done: another kind of action, a minor put up without a bid, a tile by the power of a private."""
    if offer.field == "using":
        return f"Use {offer.choice}…" if issubclass(offer.kind, PlaceToken) else f"Lay it by {offer.choice}…"
    if offer.field == "amount":
        return WITHOUT_BID
    short, kind = rules.words.get("short label"), rules.words.get("short kind")
    said = short(offer.action, view, rules) if short is not None and offer.action is not None else ""
    return said or (kind(offer.kind) if kind is not None else "") or kind_words(choices, offer.kind, view, rules)


def split_into_rows(buttons: Sequence[Button], wide: int = IN_ROW) -> tuple[Row, ...]:
    """Buttons in rows of at most `wide`, as many as Discord allows if nothing is said."""
    return tuple(tuple(buttons[i : i + wide]) for i in range(0, len(buttons), wide))


def pack_rows(*groups: Sequence[Button], most: int = ROWS) -> tuple[Row, ...]:
    """Buttons in their order in the rows that take the fewest lines of a phone, which breaks a row that is wider than itself; of
    these rows the one in which each of the `groups` begins a row of its own, where that costs no line. `most`:
    rows.
    """
    buttons = [b for group in groups for b in group]
    ends = tuple(itertools.accumulate(len(group) for group in groups))
    lengths = _find_lengths(tuple(map(_measure_part, buttons)), ends, most)
    if not lengths:
        return split_into_rows(buttons)
    left = iter(buttons)
    return tuple(tuple(itertools.islice(left, length)) for length in lengths)


@lru_cache(maxsize=512)
def _find_lengths(widths: tuple[int, ...], ends: tuple[int, ...], most: int) -> tuple[int, ...]:
    """How many buttons stand in each of these rows; none for none, or where so many rows do not hold all. A console is laid out
    several times until words and picture fit together. `widths`: pixels of the buttons; `ends`: how many there are up to the end
    of each group.
    """
    number, firsts = len(widths), {*ends}
    best: dict[tuple[int, int], tuple[tuple[int, int, int], tuple[int, ...]]] = {
        (number, left): ((0, 0, 0), ()) for left in range(most + 1)
    }
    for first in range(number - 1, -1, -1):
        begun = range(first + 1, min(first + IN_ROW, number) + 1)
        costs = [(end, _count_lines(widths[first:end]), sum(first < n < end for n in firsts)) for end in begun]
        for left in range(
            max(1, most - first), most - math.ceil(first / IN_ROW) + 1
        ):  # above are one row to one of each button
            ways = []
            for end, taken, crossed in costs:
                if (after := best.get((end, left - 1))) is not None:
                    (lines, mixed, rows), below = after
                    ways.append(((lines + taken, mixed + crossed, rows + 1), (end - first, *below)))
            if ways:
                best[first, left] = min(ways, key=lambda way: way[0])
    return best[0, most][1] if (0, most) in best else ()


def row_lines(row: Row) -> int:
    """Lines of a phone that a row takes."""
    return _count_lines([*map(_measure_part, row)])


def _measure_part(part: Button | Menu) -> int:
    """Pixels of the width of a phone that a button or a menu takes."""
    return min(fonts.width(part.label, PRINT) + BESIDE, phone.WIDTH) if isinstance(part, Button) else phone.WIDTH


def _count_lines(widths: Sequence[int]) -> int:
    """Lines of a phone for parts of a row so wide."""
    lines, x = 1, 0
    for wide in widths:
        if x and x + wide > phone.WIDTH:
            lines, x = lines + 1, 0
        x += wide + APART
    return lines


def join_rows(rows: Sequence[Row], buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Rows with more buttons below them, in as few lines of a phone as they need. What is no button keeps its row."""
    menus = [n for n, row in enumerate(rows, 1) if not all(isinstance(part, Button) for part in row)]
    above, below = rows[: max(menus, default=0)], rows[max(menus, default=0) :]
    listed = [part for row in below for part in row if isinstance(part, Button)]
    return (*above, *pack_rows(listed, buttons, most=ROWS - len(above)))


class ConsoleIds:
    """Makes the ids of one console's buttons: each carries table, counter and the draft's digest."""

    def __init__(self, table: int, action_version: int, draft: str) -> None:
        self.table, self.action_version, self.draft = table, action_version, draft

    def __call__(self, verb: str, suffix: str = "") -> Id:
        return Id(STEP, self.table, self.action_version, verb, self.draft + (f".{suffix}" if suffix else ""))


def holdings_button(ids: ConsoleIds) -> Button:
    """The button that shows who holds what, where the picture of a stock round has no room for it."""
    return button(Id(VIEW, ids.table, 0, ViewVerb.HOLDINGS), "Holdings")


def join_paragraphs(*parts: str) -> str:
    """The paragraphs that are not empty as the text of an embed, cut to what Discord takes. Small lines have no empty one above
    them: each would take a line of the picture below.
    """
    text = ""
    for part in filter(None, parts):
        text += f"{'' if not text else NEWLINE if part.startswith(SMALL) else NEWLINE * 2}{part}"
    return fit(text, EMBED_TEXT)


def join_facts(facts: Sequence[str]) -> str:
    """Short facts in one small line; what is too long for that has a line of its own below it."""
    facts = list(dict.fromkeys(facts))
    short = [f for f in facts if 0 < len(f) <= FACT]
    short = [f.removesuffix(".") for f in short] if len(short) > 1 else short
    line = " · ".join([*short[:1], *map(_go_on, short[1:])])
    return NEWLINE.join(f"{SMALL}{text}" for text in (line, *(f for f in facts if len(f) > FACT)) if text)


def _go_on(fact: str) -> str:
    """A fact as it goes on in a line; one that begins with a company's letters, `CoG` too, stays as it is."""
    return fact[:1].lower() + fact[1:] if re.match(r"[A-Z][a-z]*(?![A-Za-z&])", fact) else fact


def join_headline(where: str, asked: str) -> tuple[str, str]:
    """The headline of an answer, where we are and the question, and what follows the question, which has a line of its own."""
    question, mark, rest = asked.partition("? ")
    return " · ".join(filter(None, (where, question + mark.strip()))), rest


def menu_row(id: Id, options: tuple[Option, ...], hint: str, low: int = 1, high: int = 1) -> Row:
    """A row with one menu, of which `low` to `high` options are picked."""
    return (Menu(str(id), options, hint, low, high),)


def menu_rows(ids: ConsoleIds, verb: str, options: tuple[Option, ...], hint: str, number: int) -> tuple[Row, ...]:
    """A menu, with buttons to turn its pages where one does not hold all."""
    page_options, count = page_of(options, number)
    if count == 1:
        return (menu_row(ids(verb), page_options, hint),)
    number = min(number, count - 1)
    back = button(ids(StepVerb.PAGE, str((number - 1) % count)), "◀ Previous")
    onward = button(ids(StepVerb.PAGE, str((number + 1) % count)), f"Next ▶ (page {number + 1} of {count})")
    # Of two pages both lead to the same one, and ids must differ.
    return (menu_row(ids(verb), page_options, hint), (onward,) if count == 2 else (back, onward))


def page_buttons(ids: ConsoleIds, number: int, pages: int, part: str) -> list[Button]:
    """The button that turns from the page of that number, from 0, to the next one, which is called `part`; none where all is on
    one page.
    """
    if pages < 2:
        return []
    following = (number + 1) % pages
    return [button(ids(StepVerb.PAGE, str(following)), f"Next ▶ ({part} {following + 1} of {pages})")]
