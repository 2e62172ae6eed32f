"""Answers of the chat on a terminal: its markup as plain or stressed text, its buttons and lists as numbered lines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TextIO

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from bot.views.custom_ids import STEP, Id, parse_id
from bot.views.messages import PASSES, PLAYS, Button, Private
from bot.views.press_verbs import StepVerb
from bot.views.ways import ALL_YOURSELF, Ways
from render import Lot

PIPE, WIDEST = 80, 100  # columns: of what is no terminal, and of one that has more
AT_ONCE = "*"  # behind the number of what is done at once
MANY, NARROW = 8, 30  # options, and characters of their labels, from which and up to which they stand side by side
MARKUP = re.compile(
    r"\\(?P<plain>[^A-Za-z0-9\s])|\*\*(?P<bold>.+?)\*\*|\*(?P<italic>.+?)\*|`(?P<code>[^`]*)`"
    r"|\[(?P<link>[^\]]+)\]\((?P<address>[^)]+)\)"
)
DOES = "What it does"
COLOURS: dict[str, str] = {PLAYS: "green", PASSES: "red"}
STYLES = {"bold": "bold", "italic": "italic", "code": "cyan"}
ON_TERMINAL = Ways(
    press="type",
    button="number",
    pressed=(STEP,),
    at_once=r"lines with a \* are done at once",
    ping="",
    fill_form="Type the number, or the places of a route.",
    never_again="",
    confirm="",
    runs="`map` and a company's name shows where its trains can run.",
    hand="`hand` shows your cards.",
    board="`map`, `market`, `table` and `bank` show what there is, `help` lists the rest.",
    words="`term` says what a word or a card means, `map`, `market`, `table` and `bank` what there is.",
    rules="`rules` sums the game up in ten lines, `term` says what a word means.",
    company="`company {company}` tells about it.",
    orders=ALL_YOURSELF,
    maxima=ALL_YOURSELF,
    maximum=ALL_YOURSELF,
)


@dataclass(frozen=True)
class Entry:
    """A numbered line: what it says, and what a press of it is. `values`: of a list's entry."""

    number: int
    label: str
    id: Id
    values: tuple[str, ...] = ()
    style: str = ""
    hint: str = ""
    at_once: bool = False


@dataclass(frozen=True)
class Marks:
    """What stands before the options of an answer: the numbers of those that have one of their own, by their ids; and whether a
    pass `asks` first, so that it is not done at once.
    """

    numbers: Mapping[str, int]
    asks: bool = False


UNMARKED = Marks({})


class Printer:
    """Prints answers; without colours where the output is no terminal."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        console = Console(file=out, highlight=False, emoji=False, markup=False)
        width = min(console.width, WIDEST) if console.is_terminal else PIPE
        self.console = Console(file=out, highlight=False, emoji=False, markup=False, width=width)

    def print_markup(self, text: str) -> None:
        """Print text that is marked up as in chat."""
        for line in text.split("\n"):
            bullet = "  " if line.startswith("• ") else ""
            self.print_text(read_markup(line), bullet)

    def print_text(self, text: Text | str, indent: str = "") -> None:
        """Print a line, and what it is too long for further in."""
        whole = Text(text) if isinstance(text, str) else text
        for n, part in enumerate(whole.wrap(self.console, self.console.width - len(indent))):
            part.rstrip()
            self._print_block(Text(indent * (n > 0)) + part)

    def print_answer(self, answer: Private, marks: Marks) -> tuple[Entry, ...]:
        """Print an answer and its options; returns these."""
        if answer.title:
            self.print_text(Text(answer.title, "bold"))
        for part in filter(None, (answer.text, answer.body)):
            self.print_markup(part)
        entries = list_entries(answer, marks)
        lines = [self._entry_text(entry, max(e.number for e in entries)) for entry in entries]
        if len(lines) > MANY and all(
            line.cell_len <= NARROW and not e.hint for line, e in zip(lines, entries, strict=True)
        ):
            self._print_block(Columns(lines, padding=(0, 2), column_first=True))
        else:
            for line in lines:
                self.print_text(line, "      ")
        return entries

    def _entry_text(self, entry: Entry, most: int) -> Text:
        """`  1* Buy LTR $20`."""
        mark = AT_ONCE if entry.at_once else " "
        text = Text(f"  {entry.number:>{len(str(most))}}{mark} ")
        text.append(entry.label, COLOURS.get(entry.style, ""))
        return text.append(f"  ({entry.hint})" if entry.hint else "", "dim")

    def print_lots(self, lots: Sequence[Lot], *, told: bool) -> None:
        """Print what is for sale as a table: value, income, bids; what each does, if that is to be `told`."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
        columns = {
            "": [lot.key for lot in lots],
            "Price, income": [lot.price.replace("\n", ", ") for lot in lots],
            "Bids": [", ".join(lot.end) for lot in lots],
            DOES: [f"{lot.name.rstrip('.')}. {lot.words}".removeprefix(". ") for lot in lots] if told else [],
        }
        shown = {head: cells for head, cells in columns.items() if any(cells)}
        for head in shown:
            table.add_column(head, ratio=1 if head == DOES else None)
        for cells in zip(*shown.values(), strict=True):
            table.add_row(*cells)
        self._print_block(table)

    def _print_block(self, block: RenderableType) -> None:
        """Print a table or a line without the spaces at the ends of its lines. A bar that stands below may have taken the
        output over, so that nothing is written past it.
        """
        with self.console.capture() as printed:
            self.console.print(block, soft_wrap=isinstance(block, Text))
        for line in printed.get().splitlines():
            print(line.rstrip(), file=self.out)

    def clear(self) -> None:
        """Take away what stands on a terminal."""
        if self.console.is_terminal:
            self.console.clear()


def list_entries(answer: Private, marks: Marks) -> tuple[Entry, ...]:
    """The options of an answer with their numbers; those without one of their own go on counting."""
    pressed: list[Entry] = []
    numbers = marks.numbers
    for part in (part for row in answer.rows for part in row):
        id = parse_id(part.id)
        if id is None or id.kind != STEP:
            continue
        if not isinstance(part, Button):
            own = [numbers.get(f"{part.id}.{o.value}", 0) for o in part.options]
            pressed += [Entry(n, o.label, id, (o.value,), hint=o.hint) for n, o in zip(own, part.options, strict=True)]
        elif not part.disabled:
            chosen = "✓ " if part.style == "primary" else ""
            passes = part.style == PASSES and not (marks.asks and id.verb == StepVerb.PASS)
            at_once = part.style == PLAYS or passes
            label = f"{chosen}{part.label}"
            pressed.append(Entry(numbers.get(part.id, 0), label, id, style=part.style, at_once=at_once))
    following = itertools.count(max(numbers.values(), default=0) + 1)
    entries = [entry if entry.number else replace(entry, number=next(following)) for entry in pressed]
    return tuple(sorted(entries, key=lambda entry: entry.number))


def read_markup(line: str) -> Text:
    r"""A line of the chat's markup as text.

    >>> read_markup(r"-# **Sold**: *no* `ok` Ann\_1\: 2").plain
    'Sold: no ok Ann_1: 2'
    """
    small, heading = line.startswith("-# "), re.match(r"#{1,3} ", line)
    rest = line.removeprefix("-# ") if small else line[heading.end() :] if heading else line
    text, at = Text(style="dim" if small else "bold" if heading else ""), 0
    for found in MARKUP.finditer(rest):
        text.append(rest[at : found.start()])
        at = found.end()
        kind = str(found.lastgroup)
        if kind == "address":
            text.append(f"{found['link']} ({found['address']})")
        elif kind == "plain":
            text.append(found["plain"])
        else:
            inner = read_markup(found[kind]) if kind != "code" else Text(found[kind])
            inner.stylize(STYLES[kind])
            text.append_text(inner)
    return text.append(rest[at:])
