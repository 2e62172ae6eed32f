"""What sentences say of doing something that is not done alike everywhere: by buttons in chat, by typing on a terminal, in a
what-if by commands of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

from bot.views.custom_ids import SEAL, STEP, VIEW, IdKind

ALL_YOURSELF = "Here you play every move yourself."


@dataclass(frozen=True)
class Ways:
    """The words for it, as they are in chat. A sentence that is "" is left out."""

    press: str = "press"  # what one does with what is offered
    button: str = "button"  # what bears the number of an option
    pressed: tuple[IdKind, ...] = (STEP, VIEW, SEAL)  # kinds of buttons that a typed line can press
    at_once: str = (
        ""  # tells which options are done at once, passes too; "": of others their colour, place or name does
    )
    ping: str = "You get a ping when it is your turn."
    fill_form: str = "Type it here instead: `/do` and the number, or the places of a route."
    # what a button does that ends a question for good; "": there is none
    never_again: str = "stops this question at all your tables. `/me confirm` brings it back."
    confirm: str = "`/me confirm` says whether I ask before you end a step."
    runs: str = "`/view routes` shows what a company's trains earn, `/view network` where they can run."
    hand: str = "`/view hand` shows your cards."
    board: str = "`/view` shows the map, the market, companies and more."
    words: str = "`/rules term` says what a word or a card means, `/view` what is on the table."
    rules: str = "`/rules title` sums the game up in ten lines, `/rules term` says what a word means."
    company: str = "`/view company` tells about {company}."
    orders: str = "`/auto pass` passes for you."  # of what somebody wants the bot to play
    maxima: str = "`/auto bid` bids for you, up to a maximum that nobody else sees."
    # of one thing that is for sale, in the very words
    maximum: str = "To have me bid up to {money} on {lot}, unseen by others, type `/auto bid on:{lot} maximum:{most}`."
    redo: str = "`/redo` plays it again."  # of what was taken back
    further: str = "To go back further, type `/undo` and choose a move; I ask everyone who has acted since."
    go_on: str = "`/turn` opens your turn, `/do` plays what you type, `/help` explains the rest."


IN_CHAT = Ways()
# names no command that acts at the real table, or that shows it
IN_WHAT_IF = replace(
    IN_CHAT,
    ping="",
    fill_form="Type it here instead: `/whatif try` and the number, or the places of a route.",
    runs="`/whatif show`, then *Market, more*, shows what trains have earned.",
    hand="`/whatif show`, then *Market, more*, shows your cards.",
    board="`/whatif show` shows the map, and *Market, more* below it the rest.",
    words="`/rules term` says what a word or a card means, `/whatif show` what is on the table.",
    company="`/whatif show`, then *Market, more*, tells about {company}.",
    orders=ALL_YOURSELF,
    maxima=ALL_YOURSELF,
    maximum=ALL_YOURSELF,
    redo="`/whatif try redo` plays it again.",
    further="To go back further, type `/whatif try undo`, once for each step.",
    go_on="`/whatif try` plays what you type, `/whatif show` shows what was tried.",
)
_ways: ContextVar[Ways] = ContextVar("ways", default=IN_CHAT)


def ways() -> Ways:
    """How things are done where the sentence is read that is made now."""
    return _ways.get()


def read_what_if() -> None:
    """All that this task makes from now on is read in a what-if."""
    _ways.set(IN_WHAT_IF)


@contextmanager
def read_with(found: Ways) -> Iterator[None]:
    """What is made within is read where things are done in these ways."""
    before = _ways.set(found)
    try:
        yield
    finally:
        _ways.reset(before)
