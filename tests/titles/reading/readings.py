"""Readings of a rulebook: the answer is written down from its sentence first, the position that asks for it below.

`@GA.says("4.2.4", "already at the lower left corner: it does not move", 30)` stands over a function that makes the position and
returns what the program does with it. Every reading is a test of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from game.actions import Action, Pass
from game.market import price
from game.play import Game
from game.routing import routes
from tests.support.title_positions import own, start

YES, NO = True, False
FINE = "allowed"


class Reading(NamedTuple):
    paragraph: str
    sentence: str
    expected: Any
    position: Callable[[], Any]


class Readings(list[Reading]):
    """What the sentences of one rulebook say."""

    def says(self, paragraph: str, sentence: str, expected: Any) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
        def add(position: Callable[[], Any]) -> Callable[[], Any]:
            self.append(Reading(paragraph, sentence, expected, position))
            return position

        return add

    def each(self) -> pytest.MarkDecorator:
        rows = [pytest.param(r, id=f"{r.paragraph}: {r.sentence}".replace(" ", "-")) for r in self]
        return pytest.mark.parametrize("reading", rows)


def check(reading: Reading) -> None:
    answer = reading.position()
    assert answer == reading.expected, f"{reading.paragraph}: {reading.sentence}: {answer!r}, not {reading.expected!r}"


def corp(
    g: Game, name: str, par: int = 70, /, cell: str = "", cash: int = 0, floated: bool = True, **held: int
) -> None:
    """A started corporation; the first who is named presides. `pool`: shares in the market."""
    start(g, name, par, cell, floated=floated, cash=cash)
    for at, (who, count) in enumerate(held.items()):
        own(g, who, name, count, president=at == 0)


def why(g: Game, action: Action) -> str:
    """`allowed`, or the paragraph with which the action is refused."""
    return FINE if g.legal(action) else g.refusal(action).paragraph


def purse(g: Game, **cash: int) -> None:
    """Money of players and companies; what changes comes from or goes to the bank."""
    for who, amount in cash.items():
        g.state.cash["bank"] += g.state.cash[who] - amount
        g.state.cash[who] = amount
    g.changed()


def lies(g: Game, place: str, *cards: str) -> None:
    for card in cards:
        g.state.place[card] = place
    g.changed()


def cards_in(g: Game, place: str) -> list[str]:
    """Trains that lie there."""
    return [c for c in g.rules.data.train_cards if g.state.place[c] == place]


def passes(g: Game, until: str, most: int = 60) -> list[str]:
    """Everybody passes until that round begins or the game is over; the rounds that were seen."""
    seen: list[str] = []
    for _ in range(most):
        if g.state.over or g.state.round == until:
            break
        if g.state.round not in seen:
            seen.append(g.state.round)
        g.play(Pass(by=g.deciders()[0]))
    return seen


def best(g: Game, company: str) -> int:
    """Dollars of the best runs."""
    found = routes.best(g, company, keep=1)
    return found[0].revenue if found else 0


def prices(g: Game, *companies: str) -> list[int]:
    return [price(g, c) for c in companies]
