"""Messages as plain values: texts, pictures, buttons, menus, forms. `components.py` makes discord.py's of them.

The colour of a button is what a press comes to, and the same button has the same colour wherever it stands:
- green does what it says, at once, or says yes;
- red passes, gives something up, or says no; where something is left that is seldom left on purpose, it asks first. To be
  done after a purchase in a stock round gives nothing up and is green;
- grey leads on, or only shows something; or buys a share for more than the market gives for it, which loses money at once;
- blue begins: one's turn, or what a card or an answer is for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.core.discord_limits import ALT, BUTTONS, CONTENT, EMBED_TEXT, LABEL, OPTION_TEXT, OPTIONS, fit
from bot.model.models import Sent
from bot.views.custom_ids import Id
from bot.views.ways import ways

Style = Literal["primary", "secondary", "success", "danger"]
PLAYS: Style = "success"
PASSES: Style = "danger"
NAMED = 34  # characters of a button that is called by its name
BOTH = "Green and red do it at once"


@dataclass(frozen=True)
class Button:
    """`id` is a custom id; with `url` it is a link."""

    id: str
    label: str
    style: Style = "secondary"
    disabled: bool = False
    url: str = ""


@dataclass(frozen=True)
class Option:
    """One entry of a menu. `value`: what a press carries; `hint`: the line below the label."""

    value: str
    label: str
    hint: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Menu:
    """A select of at most 25 options; with `people` of the server's members instead."""

    id: str
    options: tuple[Option, ...]
    hint: str = ""
    low: int = 1
    high: int = 1
    people: bool = False


@dataclass(frozen=True)
class Input:
    """One line (or several) of a form."""

    name: str
    label: str
    hint: str = ""
    value: str = ""
    required: bool = True
    long: bool = False
    most: int = 100


@dataclass(frozen=True)
class Form:
    """A modal."""

    id: str
    title: str
    inputs: tuple[Input, ...]


@dataclass(frozen=True)
class Picture:
    """A file that is shown. `name` holds no player's name and no secret; `alt` says in words what it shows."""

    name: str
    data: bytes = field(repr=False)
    alt: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "alt", fit(self.alt, ALT))


@dataclass(frozen=True)
class File:
    """A file to download."""

    name: str
    data: bytes = field(repr=False)


Row = tuple[Button | Menu, ...]


@dataclass(frozen=True)
class Private:
    """An answer that only one user sees: a classic message, since its pictures are changed by editing it."""

    text: str = ""
    title: str = ""
    body: str = ""  # of the embed
    colour: str = ""
    pictures: tuple[Picture, ...] = ()
    files: tuple[File, ...] = ()
    rows: tuple[Row, ...] = ()


def add_line(answer: Private, line: str) -> Private:
    """The answer with one more line below its words, which are cut where there is no room for it; "": as it is."""
    if not line:
        return answer
    if answer.title or answer.body:
        return replace(answer, body="\n".join(filter(None, [fit(answer.body, EMBED_TEXT - len(line) - 1), line])))
    return replace(answer, text="\n".join(filter(None, [fit(answer.text, CONTENT - len(line) - 1), line])))


@dataclass(frozen=True)
class Public:
    """A post at a table: a components V2 message. `pings`: the only users that it may mention."""

    texts: tuple[str, ...]
    foot: str = ""
    colour: str = ""
    pictures: tuple[Picture, ...] = ()
    files: tuple[File, ...] = ()
    rows: tuple[Row, ...] = ()
    pings: tuple[int, ...] = ()
    silent: bool = False
    picture_words: str = ""  # which of the texts stands in the place of a picture

    def with_pictures(self, pictures: tuple[Picture, ...]) -> Public:
        """The post with pictures, which take the place of their words."""
        texts = tuple(t for t in self.texts if t != self.picture_words)
        return replace(self, texts=texts, pictures=pictures, picture_words="")


def option(value: str, label: str, hint: str = "") -> Option:
    """An option whose texts are cut to what a menu shows."""
    return Option(value, fit(label, OPTION_TEXT) or value, fit(hint, OPTION_TEXT))


def button(id: object, label: str, style: Style = "secondary", *, disabled: bool = False) -> Button:
    """A button whose label is cut to what Discord shows."""
    return Button(str(id), fit(label, LABEL), style, disabled)


def playing_words(
    buttons: Iterable[Button], *, asks: bool = False, yes_or_no: bool = False, dividend: bool = False
) -> str:
    """Which of these buttons do something at once, by its place or its name where it is one: `*Pay out* is done at once`,
    `Green does it at once, *No track* asks you first`; "" where only a pass does, which says what it is.

    `asks`: something is left, so that a pass is asked about first. `yes_or_no`: an offer is answered, so that nothing is a pass.
    `dividend`: one is decided, of which no button asks anything.
    """
    row = [*buttons]
    does, passes = ([f"*{_called(b.label)}*" for b in row if b.style == style] for style in (PLAYS, PASSES))
    if yes_or_no and passes:
        return f"{' and '.join((*does, *passes))} {'are' if does else 'is'} done at once"
    plays = does if asks or not ways().at_once else [*does, *passes]
    # Of several red ones the others may ask.
    done = ways().at_once or (
        BOTH if passes and not asks and (dividend or len(passes) == 1) else _done_words(row, does)
    )
    return ", ".join([done] * bool(plays) + [f"{p} asks you first" for p in passes if asks])


def _done_words(row: Sequence[Button], does: Sequence[str]) -> str:
    """What tells which buttons of a row do it at once. `does`: their names."""
    if len(does) == 1 and row[0].style == PLAYS:
        return "The first button does it at once"
    return f"{does[0]} is done at once" if len(does) == 1 and len(does[0]) <= NAMED else "Green does it at once"


def _called(label: str) -> str:
    """A button by its number, where it has one: `10` of `10 · Royal bond`."""
    number, dot, _ = label.partition(" · ")
    return number if dot and number.isdigit() else label


def answer_row(id: Id, options: tuple[Option, ...], hint: str) -> Row:
    """What can be answered: a button each for up to five options (what is chosen stands out), a menu for more of them.

    A press of either is read by `Id.answers`. `hint`: what the menu asks; buttons need labels that say it themselves.
    """
    if len(options) > BUTTONS:
        return (Menu(str(id), options, hint),)
    return tuple(button(id._replace(arg=o.value), o.label, "primary" if o.chosen else "secondary") for o in options)


def page_of(options: tuple[Option, ...], number: int) -> tuple[tuple[Option, ...], int]:
    """That page of a long list, from 0, and how many pages there are."""
    count = max(1, -(-len(options) // OPTIONS))
    number = min(max(number, 0), count - 1)
    return options[number * OPTIONS : (number + 1) * OPTIONS], count


@dataclass(frozen=True)
class FollowUp:
    """Pictures of a post that is sent without them."""

    draw: Callable[[], Awaitable[tuple[Picture, ...]]]  # raises Overtaken
    stands: Callable[[], Awaitable[bool]]  # whether the position that the post shows is that of the table still


@dataclass(frozen=True)
class ComposedPost:
    """A post that is ready to be sent, and the move that it shows."""

    public: Public
    move: int = 0
    edits: Sent | None = None  # the post that is edited instead
    call: Public | None = None  # what is said below it
    lot: int | None = None  # the move after which the story of a lot begins, where the post begins one
    before: Public | None = None  # what stays of the panel before
    follow_up: FollowUp | None = None  # pictures that are to be edited into the post

    def as_new_post(self) -> Public:
        """The post where the one to be edited is no more: with whom its call pings, the call's words and its buttons."""
        if self.call is None:
            return self.public
        joined = (*(part for row in (*self.call.rows, *self.public.rows) for part in row),)
        texts = (*self.call.texts, *self.public.texts)
        return replace(self.public, texts=texts, pings=self.call.pings, rows=(joined,))
