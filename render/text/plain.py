"""Cards and tables as text in a fixed pitch, for who reads no pictures: at most 40 columns where asked, 2,000 characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from game.rules import Rules
from game.state import Company, Player
from render.data.bank_card import bank_card
from render.data.card_data import Card, Dividend, Table
from render.data.company_card import company_card
from render.data.overview import everything
from render.data.player_card import player_card
from render.data.queries import View

EMPTY = {"", "–"}
NARROW = 40  # columns that a phone shows
LONGEST = 2000  # characters of a message


def company_text(
    view: View, rules: Rules, company: Company, history: Sequence[Dividend] = (), width: int = NARROW
) -> str:
    return card_text(company_card(view, rules, company, history), width)


def player_text(view: View, rules: Rules, player: Player, worth: int | None = None, width: int = NARROW) -> str:
    return card_text(player_card(view, rules, player, worth), width)


def bank_text(view: View, rules: Rules, width: int = NARROW) -> str:
    return card_text(bank_card(view, rules), width)


def table_text(
    view: View,
    rules: Rules,
    worth: Mapping[Player, int] | None = None,
    before: Mapping[Player, int] | None = None,
    width: int = NARROW,
) -> str:
    """The table of everything. `width`: columns, 40 for phones."""
    return _short("\n\n".join(lines_of(t, width) for t in everything(view, rules, worth, before)))


def card_text(card: Card, width: int = NARROW) -> str:
    """A card as lines."""
    lines = [card.title + (f" ({card.under})" if card.under else "")]
    for name, value in card.facts:
        lines += wrap(f"{name}: {value}", width, subsequent_indent="  ")
    if card.bar:
        parts = ", ".join(f"{who} {percent}%" for who, _, percent in card.split)
        lines += wrap(f"Shares: {parts}", width, subsequent_indent="  ")
    for table in card.tables:
        lines += ["", lines_of(table, width)]
    return _short("\n".join(lines))


def lines_of(table: Table, width: int = NARROW) -> str:
    """A table in columns; what is too wide goes on in a further block under the same first column. A column in which nothing
    stands, or the same as in the first, is left out.
    """
    first, *others = [[str(head), *(str(row[i]) for row in table.rows)] for i, head in enumerate(table.heads)]
    columns = [first, *(c for c in others if c[1:] != first[1:] and not set(c[1:]) <= EMPTY)]
    sizes = [max(len(cell) for cell in column) for column in columns]
    blocks: list[list[int]] = [[]]
    used = sizes[0]
    for i in range(1, len(columns)):
        if used + 1 + sizes[i] > width and blocks[-1]:
            blocks.append([])
            used = sizes[0]
        blocks[-1].append(i)
        used += 1 + sizes[i]
    out = wrap(table.title, width)
    for n, block in enumerate(blocks):
        if n:
            out.append("")
        for row in range(len(table.rows) + 1):
            cells = [columns[0][row].ljust(sizes[0])]
            for i in block:
                number = all(c == "" or c[0] in "$£₹-+−×–" or c[0].isdigit() for c in columns[i][1:])
                cells.append(columns[i][row].rjust(sizes[i]) if number else columns[i][row].ljust(sizes[i]))
            line = " ".join(cells).rstrip()
            if len(line) > width:
                out += wrap(line, width, subsequent_indent="  ")
            else:
                out.append(line)
    return "\n".join(out)


def _short(text: str) -> str:
    """At most as long as a message may be, cut at a line."""
    if len(text) <= LONGEST:
        return text
    return text[: text.rindex("\n", 0, LONGEST - 2)] + "\n…"
