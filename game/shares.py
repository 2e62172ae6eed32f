"""Certificates: holdings, limits, buying, selling, control, floating. Shares are counted, not percentages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game import cards, market, money
from game.events import Floated, ParSet, PresidentChanged, SharesBought, SharesSold
from game.rules import Offer

if TYPE_CHECKING:
    from game.play import Game

IPO, POOL, TREASURY = "ipo", "pool", "treasury"


# ---------------------------------------------------------------------- holdings


def on(g: Game, card: str) -> int:
    """Shares on a certificate."""
    return g.rules.data.certificates[card][1]


def held(g: Game, place: str, company: str) -> int:
    """Shares of a company in a place."""
    counts: dict[tuple[str, str], int] = g.memo("held", lambda: _count_shares(g), "place")
    return counts.get((place, company), 0)


def by_company(g: Game, place: str) -> dict[str, int]:
    """Shares in a place by company, of those that have any there."""
    shares_by_place: dict[str, dict[str, int]] = g.memo("by company", lambda: _shares_by_place(g), "place")
    return shares_by_place.get(place, {})


def _shares_by_place(g: Game) -> dict[str, dict[str, int]]:
    """By place the shares of each company."""
    counts: dict[str, dict[str, int]] = {}
    for (place, company), count in _count_shares(g).items():
        counts.setdefault(place, {})[company] = count
    return counts


def _count_shares(g: Game) -> dict[tuple[str, str], int]:
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


def mandate(g: Game, company: str) -> int:
    """Shares on the president's certificate."""
    return g.rules.data.companies[company].certificates[0]


def counted(g: Game, player: str) -> int:
    """Cards of a player that count for the certificate limit."""
    return g.memo(("counted", player), lambda: sum(1 for card in cards.at(g, player) if g.rules.shares.counts(g, card)))


def after(g: Game, player: str) -> list[str]:
    """All other players, clockwise from the next."""
    order = g.state.order
    at = order.index(player)
    return order[at + 1 :] + order[:at]


# ---------------------------------------------------------------------- sources: what can be bought


def from_ipo(g: Game, player: str) -> Iterator[Offer]:
    """One share of each started company at par."""
    for name, company in g.state.companies.items():
        if company.par and not company.closed:
            certificates = cards.certificates(g, IPO, name)
            if certificates:
                yield Offer(name, IPO, certificates[0], company.par * on(g, certificates[0]))


def from_pool(g: Game, player: str) -> Iterator[Offer]:
    """One share of each company at market price."""
    yield from _at_market_price(g, POOL)


def from_treasury(g: Game, player: str) -> Iterator[Offer]:
    """One share of each started company from its own treasury at market price."""
    yield from _at_market_price(g, TREASURY)


def _at_market_price(g: Game, place: str) -> Iterator[Offer]:
    """One certificate of each started company that has any in a place."""
    stock = cards.certificates_by_place(g)
    for name in g.state.companies:
        certificates = stock.get((place, name))
        if certificates and market.where(g, name):
            yield Offer(name, place, certificates[0], market.price(g, name) * on(g, certificates[0]))


# ---------------------------------------------------------------------- checks of purchases and sales


def affordable(g: Game, player: str, offer: Offer) -> str | None:
    """The buyer must have the money."""
    cash, words = g.state.cash[player], g.rules.data.money
    if offer.price <= cash:
        return None
    return f"{offer.company} costs {words(offer.price)}, {g.rules.person(player)} has {words(cash)}"


def ownership_limit(g: Game, player: str, offer: Offer) -> str | None:
    """Nobody may come to own more than the limit."""
    most = g.rules.shares.most(g, offer.company)
    if held(g, player, offer.company) + on(g, offer.card) <= most:
        return None
    return f"{g.rules.person(player)} may own at most {most * 100 // g.company(offer.company).size}% of {offer.company}"


def certificate_limit(g: Game, player: str, offer: Offer) -> str | None:
    """A player at the certificate limit buys only what does not count."""
    limit = g.rules.shares.limit(g)
    if counted(g, player) < limit or not g.rules.shares.counts(g, offer.card):
        return None
    return f"{g.rules.person(player)} holds {counted(g, player)} certificates, the limit is {limit}"


def has_price(g: Game, player: str, company: str, shares: int) -> str | None:
    """Only shares of started companies have a price."""
    return None if market.where(g, company) else f"{company} has not been started: its shares have no price"


def owns(g: Game, player: str, company: str, shares: int) -> str | None:
    """Nobody sells what he does not own."""
    has = held(g, player, company)
    return None if 0 < shares <= has else f"{g.rules.person(player)} owns {has} shares of {company}"


def pool_limit(g: Game, player: str, company: str, shares: int) -> str | None:
    """The pool must not come to hold more than its limit."""
    most = g.rules.shares.pool(g, company)
    if held(g, POOL, company) + shares <= most:
        return None
    return f"the pool may hold at most {most * 100 // g.company(company).size}% of {company}"


def successor_exists(g: Game, player: str, company: str, shares: int) -> str | None:
    """The president's certificate is given up only to a player who can take it over."""
    if g.president(company) != player or held(g, player, company) - shares >= mandate(g, company):
        return None
    if any(held(g, p, company) >= mandate(g, company) for p in after(g, player)):
        return None
    return f"nobody else owns enough of {company} to become its president"


# ---------------------------------------------------------------------- buying and selling


def buy(g: Game, player: str, offer: Offer) -> None:
    """Buy a certificate; control and floating follow."""
    money.pay(g, player, g.rules.shares.payee(g, offer.company, offer.source), offer.price, "share")
    cards.move(g, offer.card, player, "bought")
    g.emit(SharesBought(player, offer.company, on(g, offer.card), offer.source, offer.price))
    settle_control(g, offer.company)
    settle_float(g, offer.company)


def start(g: Game, player: str, company: str, price: int) -> None:
    """A company gets its president, its par price and a marker on the market."""
    g.company(company).par = price
    g.company(company).president = player
    g.emit(ParSet(player, company, price))
    market.put(g, company, g.rules.data.pars[price], "par")


def par(g: Game, player: str, company: str, price: int) -> None:
    """Start a company: the president's certificate for its shares times the par price."""
    card = f"{company}.0"
    source = g.state.place[card]
    start(g, player, company, price)
    money.pay(g, player, g.rules.shares.payee(g, company, source), price * on(g, card), "share")
    cards.move(g, card, player, "bought")
    g.emit(SharesBought(player, company, on(g, card), source, price * on(g, card)))
    settle_control(g, company)
    settle_float(g, company)


def sell(g: Game, player: str, company: str, shares: int) -> None:
    """Sell shares to the pool at the present price, then the marker moves.

    A sale that breaks into the president's certificate first swaps it with the successor's shares, so that the seller
    keeps single shares of what is left.
    """
    single = [c for c in cards.certificates(g, player, company) if not c.endswith(".0")]
    if shares > sum(on(g, c) for c in single):
        hand_over(g, company, successor(g, company, held(g, player, company) - shares))
    for card in _worth_of(g, player, company, shares):
        cards.move(g, card, POOL, "sold")
    price = market.price(g, company) * shares
    money.pay(g, money.BANK, player, price, "sale")
    g.emit(SharesSold(player, company, shares, price))
    settle_control(g, company)
    g.rules.market.sale(g, company, shares, player)


def _worth_of(g: Game, place: str, company: str, shares: int) -> list[str]:
    """Certificates in a place that together are so many shares, the largest first, never the president's."""
    certificates, left = [], shares
    ordinary = [c for c in cards.certificates(g, place, company) if not c.endswith(".0")]
    for card in sorted(ordinary, key=lambda c: -on(g, c)):
        if on(g, card) <= left:
            certificates.append(card)
            left -= on(g, card)
    assert left == 0, f"{place} has no {shares} shares of {company}"
    return certificates


# ---------------------------------------------------------------------- control


def most_shares(g: Game, company: str) -> str:
    """President by holdings: changes only to somebody with more; ties go clockwise from the president."""
    president = g.president(company)
    return successor(g, company, held(g, president, company)) or president


def successor(g: Game, company: str, remaining: int) -> str:
    """Who becomes president when the present one holds so many shares; "" when he stays."""
    others = [p for p in after(g, g.president(company)) if held(g, p, company) >= mandate(g, company)]
    best = max(others, key=lambda p: held(g, p, company), default="")  # of equal ones the first, clockwise
    return best if best and held(g, best, company) > remaining else ""


def settle_control(g: Game, company: str) -> None:
    """Hand the presidency over if it is due."""
    if not g.president(company):
        return
    due = g.rules.shares.control(g, company)
    if due != g.president(company):
        hand_over(g, company, due)


def hand_over(g: Game, company: str, new: str) -> None:
    """Swap the president's certificate for as many shares of the new president."""
    old = g.president(company)
    card = f"{company}.0"
    for given in _worth_of(g, new, company, on(g, card)):
        cards.move(g, given, old, "president")
    cards.move(g, card, new, "president")
    g.company(company).president = new
    g.emit(PresidentChanged(company, old, new))


# ---------------------------------------------------------------------- floating


def settle_float(g: Game, company: str) -> None:
    """Float a started company whose time has come."""
    state = g.company(company)
    if state.par and not state.floated and g.rules.shares.floats(g, company):
        state.floated = True
        g.emit(Floated(company))
        g.rules.shares.capitalise(g, company)


def enough_sold(g: Game, company: str) -> bool:
    """Floats when so many shares have left the initial offering."""
    return g.company(company).size - held(g, IPO, company) >= g.rules.data.companies[company].floats


def full_capital(g: Game, company: str) -> None:
    """The bank pays the par price for every share at once."""
    state = g.company(company)
    money.pay(g, money.BANK, company, state.par * state.size, "capital")


def sold_out_rise(g: Game) -> None:
    """At the end of a stock round companies wholly in players' hands rise, in operating order."""
    for company in market.operating_order(g):
        if sum(held(g, p, company) for p in g.state.order) == g.company(company).size:
            market.move(g, company, "up", "sold out")


def treasury_or_bank(g: Game, company: str, source: str) -> str:
    """Money for shares from its treasury goes to the company, other money to the bank."""
    return company if source == TREASURY else money.BANK


def everywhere_the_bank(g: Game, company: str, source: str) -> str:
    """All money for shares goes to the bank."""
    return money.BANK
