"""Positions for rule tests: a game is set up and then bent by hand to the point where a rule bites."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from game.actions import Action, BuyTrain
from game.choices import Choice
from game.play import Game
from game.rules import Illegal
from game.steps import Step
from game.steps.operate import CompanyTurn, OperatingRound
from game.steps.round_sequence import RoundSequence
from game.steps.stock import StockRound, StockTurn
from titles import find


def new(title: str, players: int = 3, *options: str) -> Game:
    """A game at its very start, p0 first."""
    return Game.new(find(title).rules(options, players), [f"p{i}" for i in range(players)], "7", seated=True)


def trades(g: Game, player: str | None = None) -> list[Choice]:
    """The trains of other companies that may be bought, each with its range of prices."""
    return [c for c in g.choices(player) if is_trade(c)]


def is_trade(choice: Choice) -> bool:
    """Whether a choice is of trains of other companies."""
    return choice.kind is BuyTrain and bool(choice.ranges)


def settle(g: Game) -> Game:
    """Let the position come to rest, as after a play."""
    g.settle()
    g._keep()
    return g


def own(g: Game, player: str, company: str, shares: int, president: bool = False) -> None:
    """Give a player shares that are not sold yet, the president's certificate among them if he is president."""
    left = shares
    if president:
        g.state.place[f"{company}.0"] = player
        g.company(company).president = player
        left -= g.rules.data.companies[company].certificates[0]
    for card in free(g, company)[:left]:
        g.state.place[card] = player
    g.changed()


def free(g: Game, company: str) -> list[str]:
    """Ordinary certificates that are not sold yet."""
    unsold = ("ipo", "treasury")
    return [c for c, p in g.state.place.items() if c.startswith(f"{company}.") and p in unsold and not c.endswith(".0")]


def start(g: Game, company: str, par: int, cell: str = "", floated: bool = True, cash: int = 0) -> None:
    """A started company with its marker in the par cell or another one."""
    state = g.company(company)
    state.par, state.floated = par, floated
    g.state.market.setdefault(cell or g.rules.data.pars[par], []).append(company)
    g.state.cash[company] = cash
    g.changed()


def stock(g: Game, player: str = "p0", round_: str = "SR 2") -> Game:
    """A stock round with that player on turn; unsold privates are out of the way."""
    for private in g.rules.data.privates:
        if g.state.place[private] == "bank":
            g.state.place[private] = "gone"
    g.state.round = round_
    number = int(round_.split()[1])
    g.state.agenda = [RoundSequence("SR", stock=number), StockRound(player), StockTurn(player)]
    return settle(g)


def operate(g: Game, company: str, *steps: Step, at: int = 99) -> Game:
    """An operating turn of that company, with these steps still to come (all others of the turn are done)."""
    for private in g.rules.data.privates:
        if g.state.place[private] == "bank":
            g.state.place[private] = "gone"
    g.state.round = "OR 2.1"
    sequence = RoundSequence("OR", stock=2, set=2, done=1, planned=1)
    g.state.agenda = [sequence, OperatingRound(list(g.state.companies), paid=True), CompanyTurn(company, at)]
    g.push(*steps)
    return settle(g)


def play(g: Game, *actions: Action) -> None:
    for action in actions:
        g.play(action)


def refused(g: Game, action: Action, *words: str) -> str:
    """The action is refused, the sentence holds these words, and nothing has changed."""
    before = g.fingerprint()
    with pytest.raises(Illegal) as caught:
        g.play(action)
    assert g.fingerprint() == before
    for word in words:
        assert word in str(caught.value), str(caught.value)
    return str(caught.value)


def verbs(g: Game, player: str) -> set[str]:
    return {c.kind.__name__ for c in g.choices(player)}


def spans(g: Game, player: str, item: str) -> tuple[int, int]:
    """Lowest and highest bid on an item."""
    for c in g.choices(player):
        span = c.ranges.get("amount")
        if getattr(c.actions[0], "item", "") == item and span is not None:
            return span.low, span.high
    return (0, 0)


def names(values: Iterable[object]) -> list[str]:
    return [type(v).__name__ for v in values]
