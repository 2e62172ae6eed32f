"""How high an answer is on a phone: question, picture and buttons stand on one screen, and words that have no room there wait."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from bot.views.console.layout import FACT, StepButtons, join_facts, join_paragraphs, row_lines
from bot.views.messages import Picture, Row
from render.drawing import fonts, phone

WORDS, LINE = 16, 22  # pixels of plain words and of a line of them
SMALL, SMALL_LINE = 14, 20  # the same of small ones
BUTTON, BETWEEN = 40, 2  # of a line of buttons, and what a row of them adds
ROUND_PICTURE = 12  # above and below one
MARK = "-# "
# What the question and the picture say: what is done, by whose power, in which hex, and what a price is for.
DONE = r"\b(?:Station in|Remove the marker|Double|Buy(?: an?)?) (\w)"
POWER = r",?(?: free,)? (?:by|using) \w+$"
HEX = r" \([A-Z]{1,2}\d{1,2}\)"
SHARE = r" a share$"


def words_height(text: str) -> int:
    """Pixels of words above a picture."""
    high = 0
    for line in filter(None, text.split("\n")):
        small, plain = line.startswith(MARK), line.removeprefix(MARK).replace("*", "")
        size, step = (SMALL, SMALL_LINE) if small else (WORDS, LINE)
        high += step * len(fonts.folded(plain, phone.WIDTH, size, bold="**" in line))
    return high


def rows_height(rows: Sequence[Row]) -> int:
    """Pixels of buttons and menus below it."""
    return sum(BUTTON * row_lines(row) + BETWEEN for row in rows)


def pictures_height(pictures: Sequence[Picture]) -> int:
    """Pixels of pictures as wide as a phone, by what their files say of themselves."""
    high = 0
    for picture in pictures:
        wide, tall = (int.from_bytes(picture.data[at : at + 4], "big") for at in (16, 20))
        high += round(tall * phone.WIDTH / wide) + ROUND_PICTURE if wide else 0
    return high


class Rank(IntEnum):
    """How much a fact is needed where not all of them have room."""

    FIRM = 0  # it stays in any case
    NEEDED = 1  # one decides by it
    USEFUL = 2


class StepFact(NamedTuple):
    """Something that helps to decide."""

    rank: Rank
    text: str


@dataclass(frozen=True)
class Content:
    """The words and buttons of a step: the facts by which one decides stand between words that stay. `colours`: what its buttons
    do; `stations`: what its picture shows, `brief` the same in a line; `last`: below all else; `labels`: the words of its
    options; `more`: with the button that shows all words.
    """

    title: str
    note: str
    above: str
    facts: Sequence[StepFact]
    colours: str
    below: str
    last: str
    labels: Sequence[str]
    buttons: StepButtons
    runs: str = ""
    stations: str = ""
    brief: str = ""
    more: bool = False

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The buttons and menus."""
        return self.buttons.make_rows(self.labels, more=self.more)

    @cached_property
    def body(self) -> str:
        """The words below the title, but for the last."""
        told = join_facts([*(fact.text for fact in self.facts), self.colours])
        return join_paragraphs(self.note, self.above, told, self.runs, self.stations, self.below)

    @cached_property
    def height(self) -> int:
        """Pixels of all words and buttons."""
        return words_height(f"**{self.title}**\n{self.body}\n{self.last}") + rows_height(self.rows)

    def tighten(self) -> Content:
        """The content with shorter words on its buttons."""
        return replace(self, labels=tighten_labels(self.labels))

    def fold(self, room: int) -> Content:
        """The content with as many facts as keep it to so many pixels, and the button that shows them all. Those with a line of
        their own go first, the last of them before the others; what the picture shows before all of them.
        """
        folded = replace(self, stations="", brief="", more=True)
        while folded.height > room and (loose := [f for f in folded.facts if f.rank is not Rank.FIRM]):
            dropped = ([f for f in loose if len(f.text) > FACT] or loose)[-1]
            folded = replace(folded, facts=[f for f in folded.facts if f is not dropped])
        return folded


def room_for_picture(content: Content) -> int:
    """Pixels of the height of a picture, drawn larger than it is shown, that fill the screen beside the least that is said."""
    needed = [fact for fact in content.facts if fact.rank is not Rank.USEFUL]
    least = replace(content, facts=needed, more=len(content.facts) > 1)
    return phone.SCALE * (phone.HEIGHT - least.height - ROUND_PICTURE)


def fit_screen(content: Content, picture_height: int) -> Content:
    """The content that leaves a picture of so many pixels on the same screen: with shorter words on its buttons where it is too
    high, then with fewer facts.
    """
    room = phone.HEIGHT - picture_height
    return phone.first_that_fits(_ways_to_tell(content, room), lambda way: way.height, room)


def _ways_to_tell(content: Content, room: int) -> Iterator[Content]:
    """The content in less and less room."""
    yield content
    yield content.tighten()
    if content.brief:
        yield replace(content.tighten(), stations=content.brief)
    yield content.tighten().fold(room)


def tighten_labels(labels: Sequence[str]) -> list[str]:
    """`1 · Marseille` for `1 · Station in Marseille (B19)`: the labels without where it is, and without what they do where all do
    such a thing, if they still differ.
    """
    tight = [*labels]
    alike = all(re.search(DONE, text) for text in tight)
    by_one = len({re.search(POWER, text) and text.rpartition(" ")[2] for text in tight}) == 1
    for pattern in (*[DONE] * alike, *[POWER] * by_one, HEX, SHARE):
        shorter = [re.sub(pattern, _begin, text) for text in tight]
        if len({re.sub(r"^\w+ · ", "", text) for text in shorter}) == len(tight) > 1:
            tight = shorter
    return tight


def _begin(left_out: re.Match[str]) -> str:
    """What stays of words that are left out: the first letter of what follows them, which begins the label."""
    return left_out[1].upper() if left_out.groups() else ""
