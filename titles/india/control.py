"""18 India 2.1, 2.2, 7.6, 7.7: directors, managers, and when a company floats.

A company whose director's certificate a player holds is directed; any other is managed by the player with the most shares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import cards, market, places, seating, shares
from game.events import Floated, PresidentChanged
from game.places import POOL
from titles.india.events import Managed, Unmanaged
from titles.india.marks import IN_GAME
from titles.india.setup import GIPR

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Company, Player

IN_PLAY = 3  # shares that float a company without director


def directed(g: Game, company: Company) -> bool:
    """Whether a player holds the director's certificate."""
    return company != GIPR and g.state.place[f"{company}.0"] in g.state.order


def price(g: Game, company: Company) -> int:
    """What one share is worth now: the market price, before there is one the printed price."""
    where = market.cell(g, company)
    return where.price if where else g.rules.data.companies[company].par


def singles(g: Game, place: str, company: Company) -> list[str]:
    """Ordinary certificates of a company in a place."""
    return [c for c in cards.certificates(g, place, company) if company == GIPR or not c.endswith(".0")]


def converted(g: Game) -> int:
    """Shares of the GIPR that were bonds."""
    return sum(g.state.place[f"{GIPR}.{n}"] not in (places.ASIDE, places.GONE) for n in range(10, 20))


def in_play(g: Game, company: Company) -> int:
    """18 India 2.2.1: shares held by players and companies or lying in the Open Market."""
    places = (*g.state.order, *g.state.companies, POOL)
    count = sum(shares.held(g, place, company) for place in places)
    return count - converted(g) if company == GIPR and g.rules.has("bonds_do_not_float") else count


def most(g: Game, company: Company) -> Player:
    """18 India 7.6, 7.7: the present holder on ties, else who has most; of several the nearest after the holder."""
    holder = g.president(company)
    others = seating.players_after(g, holder) if holder else list(g.state.order)
    best = max(others, key=lambda p: shares.held(g, p, company))
    return best if shares.held(g, best, company) > (shares.held(g, holder, company) if holder else 0) else holder


def settle(g: Game, company: Company, buyer: Player = "") -> None:
    """After each transaction: who is in charge, and whether the company floats. `buyer`: who bought the certificates."""
    state = g.company(company)
    if directed(g, company):
        owner = g.state.place[f"{company}.0"]
        if not state.floated or not state.president:
            appoint(g, company, owner)
        due = most(g, company)
        if due != owner:
            swap(g, company, owner, due)
        if due != state.president:
            appoint(g, company, due)
    else:
        due = most(g, company)
        if due and due != state.president:
            appoint(g, company, due)
    if not state.floated and (directed(g, company) or in_play(g, company) >= IN_PLAY):
        if not g.rules.has("manager_before_floating"):
            leave_unmanaged(g, company)
        float_now(g, company)


def leave_unmanaged(g: Game, company: Company) -> None:
    """18 India 2.2.1: a company of which no player owns a share floats without a manager and does not operate.

    That a manager who sells everything stays in charge (7.7) holds for companies that have floated.
    """
    old = g.president(company)
    if old and not any(shares.held(g, player, company) for player in g.state.order):
        g.company(company).president = ""
        g.emit(Unmanaged(company, old))


def appoint(g: Game, company: Company, new: Player) -> None:
    """A new director or manager."""
    state = g.company(company)
    old = state.president
    if old == new:
        return
    state.president = new
    if old:
        g.emit(PresidentChanged(company, old, new))
    else:
        g.emit(Managed(company, new))


def swap(g: Game, company: Company, old: Player, new: Player) -> None:
    """18 India 7.6: the new director gives two shares for the director's certificate."""
    for card in singles(g, new, company)[:2]:
        cards.move(g, card, old, "president")
    cards.move(g, f"{company}.0", new, "president")


def float_now(g: Game, company: Company) -> None:
    """18 India 2.1.1, 2.2.1: home station and a marker at the printed price, at once."""
    state = g.company(company)
    state.floated = True
    state.par = g.rules.data.companies[company].par
    market.put(g, company, g.rules.data.pars[state.par], "par")
    g.emit(Floated(company))


def float_at_setup(g: Game) -> None:
    """18 India 2.2.1: companies of which three shares lie in the Open Market from the start."""
    for company in IN_GAME.entries(g.state):
        settle(g, company)
