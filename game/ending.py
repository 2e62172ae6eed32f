"""Ways to end, and what a player is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from game import cards, market
from game.end_causes import BANK_BROKE, PRICE_REACHED
from game.events import EndTriggered, GameEnded
from game.marks import BANKRUPT, DUE
from game.round_names import is_operating_round
from game.rules import When

if TYPE_CHECKING:
    from game.events import BankBroke, PriceMoved
    from game.play import Game
    from game.state import Player


def trigger(g: Game, why: str) -> None:
    """The game will end as soon as `rules.ends` says of that cause; KeyError where it does not.

    Where another end is certain already the sooner one counts, and of two that come together the first.
    """
    if g.state.over:
        return
    end = g.rules.ends[why]
    when = end.operating if is_operating_round(g.state.round) else end.stock
    soonest = get_args(When)
    if g.state.ending and soonest.index(when) >= soonest.index(due(g)):
        return
    g.state.ending = why
    DUE.set(g.state, when)
    g.emit(EndTriggered(why))
    if when == "now":
        finish(g, why)


def due(g: Game) -> str:
    """How soon the game ends: "round" or "set", "" while nothing is certain."""
    return DUE.value(g.state)


def finish(g: Game, why: str) -> None:
    """The game is over."""
    g.state.over = why
    g.emit(GameEnded(why, {p: total(g, p) for p in g.state.order}))


def total(g: Game, player: str) -> int:
    """Dollars that a player is worth now."""
    return sum(g.rules.worth(g, player).values())


def cash_shares_privates(g: Game, player: str) -> dict[str, int]:
    """Worth in dollars: cash, shares at market price, privates at face value."""
    data = g.rules.data
    shares = sum(
        data.companies[company].certificates[int(index)] * market.price(g, company)
        for company, _, index in (card.rpartition(".") for card in cards.at(g, player))
        if company
    )
    return {
        "cash": g.state.cash[player],
        "shares": shares,
        "privates": sum(data.privates[p].value for p in cards.privates(g, player)),
    }


def tied(g: Game) -> bool:
    """Whether two or more players lead together."""
    worth = sorted((total(g, p) for p in g.state.order), reverse=True)
    return worth[0] == worth[1]


def bank_broke(g: Game, event: BankBroke) -> None:
    """Reaction: the bank could not pay in full."""
    trigger(g, BANK_BROKE)


def end_cell(g: Game, event: PriceMoved) -> None:
    """Reaction: a marker reached a cell that ends the game."""
    if "e" in g.rules.data.cell(event.new).codes:
        trigger(g, PRICE_REACHED)


def rank_players(g: Game) -> dict[Player, int]:
    """Everybody's rank by worth, from 1; who is out of the game comes after all who are left, however little they have."""
    out = BANKRUPT.entries(g.state)
    order = {p: (p not in out, total(g, p)) for p in g.state.order}
    return {p: 1 + sum(other > own for other in order.values()) for p, own in order.items()}
