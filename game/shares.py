"""Certificates: who holds how many shares, which are for sale, and when a company floats. Shares are counted, not percentages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game import cards, market, money, places
from game.checks import Offer
from game.events import Floated
from game.memo import memoized

if TYPE_CHECKING:
    from game.play import Game


def shares_on(g: Game, card: str) -> int:
    """Shares on a certificate."""
    return g.rules.data.certificates[card][1]


def held(g: Game, place: str, company: str) -> int:
    """Shares of a company in a place."""
    return _counted_shares(g).get((place, company), 0)


def by_company(g: Game, place: str) -> dict[str, int]:
    """Shares in a place by company, of those that have any there."""
    return _shares_by_place(g).get(place, {})


@memoized("place")
def _shares_by_place(g: Game) -> dict[str, dict[str, int]]:
    """By place the shares of each company."""
    counts: dict[str, dict[str, int]] = {}
    for (place, company), count in _counted_shares(g).items():
        counts.setdefault(place, {})[company] = count
    return counts


@memoized("place")
def _counted_shares(g: Game) -> dict[tuple[str, str], int]:
    """By place and company the shares there."""
    counts: dict[tuple[str, str], int] = {}
    place = g.state.place
    for card, (company, size) in g.rules.data.certificates.items():
        where = (place[card], company)
        counts[where] = counts.get(where, 0) + size
    return counts


def percent(g: Game, place: str, company: str) -> int:
    """Shares of a company in a place as a percentage."""
    return held(g, place, company) * 100 // g.company(company).size


def president_shares(g: Game, company: str) -> int:
    """Shares on the president's certificate."""
    return g.rules.data.companies[company].certificates[0]


@memoized()
def count_for_limit(g: Game, player: str) -> int:
    """Cards of a player that count for the certificate limit."""
    return sum(1 for card in cards.at(g, player) if g.rules.shares.counts(g, card))


def from_ipo(g: Game, player: str) -> Iterator[Offer]:
    """One share of each started company at par."""
    for name, company in g.state.companies.items():
        if company.par and not company.closed:
            certificates = cards.certificates(g, places.IPO, name)
            if certificates:
                yield Offer(name, places.IPO, certificates[0], company.par * shares_on(g, certificates[0]))


def from_pool(g: Game, player: str) -> Iterator[Offer]:
    """One share of each company at market price."""
    yield from _at_market_price(g, places.POOL)


def from_treasury(g: Game, player: str) -> Iterator[Offer]:
    """One share of each started company from its own treasury at market price."""
    yield from _at_market_price(g, places.TREASURY)


def _at_market_price(g: Game, place: str) -> Iterator[Offer]:
    """One certificate of each started company that has any in a place."""
    stock = cards.certificates_by_place(g)
    for name in g.state.companies:
        certificates = stock.get((place, name))
        if certificates and market.where(g, name):
            yield Offer(name, place, certificates[0], market.price(g, name) * shares_on(g, certificates[0]))


def tell_unsold() -> str:
    """Where shares lie that companies sell themselves, in sentences for players."""
    return "Shares that nobody has bought yet lie in the company's treasury. Tables show them as offer."


def tell_treasury() -> str:
    """What a treasury is where such shares lie in it."""
    return (
        "A company's own money, and the shares of it that nobody has bought yet. Neither counts for anybody at the end."
    )


def settle_float(g: Game, company: str) -> None:
    """Float a started company whose time has come."""
    state = g.company(company)
    if state.par and not state.floated and g.rules.shares.floats(g, company):
        state.floated = True
        g.emit(Floated(company))
        g.rules.shares.capitalise(g, company)


def enough_sold(g: Game, company: str) -> bool:
    """Floats when so many shares have left the initial offering."""
    return g.company(company).size - held(g, places.IPO, company) >= g.rules.data.companies[company].floats


def full_capital(g: Game, company: str) -> None:
    """The bank pays the par price for every share at once."""
    state = g.company(company)
    money.pay(g, places.BANK, company, state.par * state.size, "capital")


def sold_out_rise(g: Game) -> None:
    """At the end of a stock round companies wholly in players' hands rise, in operating order."""
    for company in market.operating_order(g):
        if sum(held(g, p, company) for p in g.state.order) == g.company(company).size:
            market.move(g, company, "up", "sold out")


def treasury_or_bank(g: Game, company: str, source: str) -> str:
    """Money for shares from its treasury goes to the company, other money to the bank."""
    return company if source == places.TREASURY else places.BANK


def everywhere_the_bank(g: Game, company: str, source: str) -> str:
    """All money for shares goes to the bank."""
    return places.BANK
