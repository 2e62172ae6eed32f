"""Positions of 18 India: a game past the draft, certificates given by hand, and turns with some steps still to come."""

from __future__ import annotations

from game import cards, market
from game.play import Game
from game.steps import Step
from game.steps.operate import CompanyTurn, OperatingRound
from game.steps.round_sequence import RoundSequence
from tests.support.title_positions import play, settle
from titles import find
from titles.india import control
from titles.india.stock import BuyingTurn, SellingTurn, Trading

SITE = "966963484 18xx.games"  # NWR, SIR, TR guaranteed; EIR, MR, BNR, PNS, WIP, WR beside them


def new(players: int = 4, *options: str, seed: str = SITE) -> Game:
    return Game.new(find("18India").rules(options, players), [f"p{i}" for i in range(players)], seed, seated=True)


def bare(players: int = 4, *options: str) -> Game:
    """A game past the draft: all cards are in the draft pile, nobody owns anything, the phase is I."""
    g = new(players, *options)
    for card, place in g.state.place.items():
        if place.startswith(("hand:", "row:")) or place == "pool":
            g.state.place[card] = "draft"
    for row in ("row:1", "row:2", "row:3"):
        g.state.marks[row] = []
    for company in g.state.companies:
        g.state.cash["bank"] += g.state.cash[company]
        g.state.cash[company] = 0
    g.changed()
    return g


def give(g: Game, place: str, company: str, count: int, *, director: bool = False) -> None:
    """So many ten per cent certificates, and the director's certificate."""
    free = [c for c in cards.certificates(g, "draft", company) if company == "GIPR" or not c.endswith(".0")]
    for card in free[:count]:
        g.state.place[card] = place
    if director:
        g.state.place[f"{company}.0"] = place
    g.changed()


def running(g: Game, company: str, president: str, price: int = 0, cash: int = 0) -> None:
    """A floated company with its home station, as far as that needs no choice."""
    state = g.company(company)
    state.president = president
    control.float_now(g, company)
    if price:
        market.put(g, company, next(at for at, c in g.rules.data.cells.items() if c.price == price), "test")
    g.state.cash["bank"] -= cash
    g.state.cash[company] += cash
    g.changed()


def buying(g: Game, player: str = "p0", round_: str = "SR 2") -> Game:
    g.state.round = round_
    at = g.state.order.index(player)
    g.state.agenda = [RoundSequence("SR", stock=2), Trading(at=at + 1, selling=False), BuyingTurn(player)]
    return settle(g)


def selling(g: Game, player: str = "p0") -> Game:
    g.state.round = "SR 2"
    g.state.agenda = [RoundSequence("SR", stock=2), Trading(at=g.state.order.index(player) + 1), SellingTurn(player)]
    return settle(g)


def operate(g: Game, company: str, *steps: Step) -> Game:
    """An operating turn of that company with these steps still to come; bonds stay in the bank."""
    g.state.round = "OR 2.1"
    sequence = RoundSequence("OR", stock=2, set=2, done=1, planned=1)
    g.state.agenda = [sequence, OperatingRound(list(g.state.companies), paid=True), CompanyTurn(company, 99)]
    g.push(*steps)
    return settle(g)


def price(g: Game, company: str) -> int:
    return market.price(g, company)


def keep_all(g: Game) -> None:
    """Everybody who has not chosen yet keeps the first cards of his hand."""
    for player in list(g.deciders()):
        play(g, g.choices(player)[0].actions[0])
