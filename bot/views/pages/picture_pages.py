"""Answers of several pictures that are too high to be shown as one: a picture at a time, the others a press away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Protocol

from bot.core.discord_limits import BUTTONS
from bot.core.text import begin_sentence
from bot.tables.service import Table
from bot.views.custom_ids import VIEW, Id, parse_number
from bot.views.messages import Private, Row, button
from bot.views.pictures.picture_stack import fit_pictures, group_pictures
from render.data.names import listed

APART = "/"  # between the page and what it is a page of


class Seen(Protocol):
    """A table at a moment, as somebody looks at it."""

    @property
    def table(self) -> Table:
        """The table; without a number for a title that is looked at as it starts."""

    @property
    def moment(self) -> str:
        """The move and the round whose end is meant, as buttons carry them."""


def pack_page(look: Seen, page: str) -> str:
    """What the button of a page carries: the page, and the moment; of a title without a table the title."""
    return f"{page}{APART}{look.moment if look.table.id else look.table.rules.name}"


def unpack_page(arg: str) -> tuple[str, str]:
    """The page, and the moment or the title, as a button carries them; whatever it says, it means something."""
    page, _, rest = arg.partition(APART)
    return page, rest


def turning_rows(look: Seen, verb: str, pages: Mapping[str, str], shown: str) -> tuple[Row, ...]:
    """Buttons that turn to the other `pages` of a view: their labels by what a button carries for them."""
    buttons = [
        button(Id(VIEW, look.table.id, 0, verb, pack_page(look, page)), label)
        for page, label in pages.items()
        if page != shown
    ]
    return tuple((*buttons[n : n + BUTTONS],) for n in range(0, len(buttons), BUTTONS))


async def show_page(look: Seen, verb: str, answer: Private, page: str = "", *, labels: Sequence[str] = ()) -> Private:
    """The answer with that one of its pictures, as few as these can be, and buttons for the others. `labels`: what each picture
    holds; if left out they are numbered.
    """
    groups = group_pictures(answer.pictures)
    if len(groups) < 2:
        return replace(answer, pictures=await fit_pictures(answer.pictures))
    number = min(parse_number(page) or 0, len(groups) - 1)
    named = iter(labels or [f"part {n}" for n, _ in enumerate(answer.pictures, 1)])
    pages = {str(n): begin_sentence(listed(islice(named, len(group)))) for n, group in enumerate(groups)}
    rows = (*turning_rows(look, verb, pages, str(number)), *answer.rows)
    return replace(answer, pictures=await fit_pictures(groups[number]), rows=rows)
