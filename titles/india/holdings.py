"""18 India 8.4.6: companies sell and buy certificates; the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import cards, market, shares, trains
from game.actions import Action, BuyShare, Pass
from game.choices import Choice, choice
from game.events import Passed
from game.rules import Refusal
from game.steps import Step
from titles.india import deals, gipr, powers, reasons, rows, setup
from titles.india.actions import BuyBond, BuyCard, BuyHand, BuyHandPrivates, BuyRow, ConvertBond
from titles.india.control import price
from titles.india.marks import IN_GAME

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Company


def count_certificates(g: Game, company: Company) -> int:
    """18 India 8.4.6.7: certificates of a company, own shares and privates included, bonds not."""
    free = {*setup.bonds(g), *g.rules.data.train_set}
    return sum(c not in free for c in cards.at(g, company))


def free_holdings(g: Game, company: Company) -> int:
    """18 India 8.4.6.7: certificates that the company may still take; below nought where it has too many."""
    return g.rules.data.file.numbers["holdings"] - count_certificates(g, company)


class TrackDone(Step):
    """Between track and station: privates that helped to lay track leave now."""

    company: str

    def resume(self, g: Game) -> bool:
        powers.close_waiting(g)
        return False


class SellHoldings(Step):
    """18 India 8.4.6.1: any number of certificates."""

    company: str
    done: bool = False

    key: ClassVar[str] = "sell holdings"

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.done:
            return
        by = g.president(self.company)
        sales = list(deals.sales(g, self.company, by))
        yield from sales
        if sales and free_holdings(g, self.company) >= 0:
            yield choice(Pass(by=by))

    def apply(self, g: Game, action: Action) -> None:
        if isinstance(action, Pass):
            self.done = True
            g.emit(Passed(self.company, "selling certificates"))
        else:
            deals.sell(g, self.company, action)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        return deals.why_no_sale(g, self.company, action) if action.by == g.president(self.company) else None


class BuyHolding(Step):
    """18 India 8.4.6.2 to 8.4.6.5: one certificate at most."""

    company: str
    done: bool = False

    key: ClassVar[str] = "buy holding"

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.done:
            return
        purchases = list(self.purchases(g))
        yield from purchases
        if purchases:
            yield choice(Pass(by=g.president(self.company)))

    def purchases(self, g: Game) -> Iterator[Choice]:
        """18 India 8.4.6.2 to 8.4.6.5: what the company may buy: a bond, the top of a row, from the market, a bond's share."""
        by, cash = g.president(self.company), g.state.cash[self.company]
        yield from deals.bond(g, self.company, by)
        if free_holdings(g, self.company) <= 0:
            return
        tops = [(n, rows.row(g, n)[0]) for n in (1, 2, 3) if rows.row(g, n)]
        row_purchases = tuple(
            BuyRow(n, 1, by=by)
            for n, card in tops
            if deals.printed(g, card) <= cash and not card.startswith(f"{self.company}.")
        )
        if row_purchases:
            yield choice(*row_purchases)
        yield from deals.from_market(g, self.company, by, self.company)
        if gipr.convertible(g, self.company):
            yield choice(ConvertBond(by=by))

    def apply(self, g: Game, action: Action) -> None:
        self.done = True
        match action:
            case Pass():
                g.emit(Passed(self.company, "buying a certificate"))
            case BuyRow():
                deals.buy(g, self.company, rows.row(g, action.row)[:1])
            case BuyShare() | BuyCard() | BuyBond():
                deals.buy_here(g, self.company, action)
            case ConvertBond():
                gipr.convert(g, self.company)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if action.by != g.president(self.company) or isinstance(action, BuyHand | BuyHandPrivates):
            return None
        buyer = reasons.Buyer(
            self.company, g.rules.data.file.numbers["holdings"], free_holdings(g, self.company), company=True
        )
        return reasons.why_not(g, buyer, action)


class TurnCheck(Step):
    """18 India 8.4.5.7: a company without a train falls by one, whatever else moved it."""

    company: str
    done: bool = False

    def resume(self, g: Game) -> bool:
        if not self.done:
            self.done = True
            if not trains.owned(g, self.company):
                market.move(g, self.company, "left", "no train")
        return False


def certificate_limit(g: Game) -> int:
    """18 India 7.3: the limit falls with the first and the second company that closes."""
    players = str(len(g.state.order))
    closed = min(2, sum(g.company(c).closed for c in IN_GAME.entries(g.state)))
    if closed:
        return g.rules.data.file.numbers[f"limit_{players}_{closed}"]
    return g.rules.data.file.certificates[players]


def counts(g: Game, card: str) -> bool:
    """18 India 7.3: everything but royal bonds."""
    return card in g.rules.data.certificates or (card in g.rules.data.privates and card not in setup.bonds(g))


def worth(g: Game, player: str) -> dict[str, int]:
    """18 India 9.2: cash, shares with a tenth of their company's assets each, bonds and privates at face value."""
    return {
        "cash": g.state.cash[player],
        "shares": sum(count * price(g, c) for c, count in owned(g, player)),
        "assets": sum(count * (assets(g, c) // 10) for c, count in owned(g, player)),
        "privates": sum(g.rules.data.privates[p].value for p in cards.privates(g, player)),
    }


def assets(g: Game, company: Company) -> int:
    """18 India 9.2.1: cash, trains at full price, bonds and privates at face value, owned shares at market price."""
    fleet = sum(trains.type_of(g, card).price for card in trains.owned(g, company))
    papers = sum(g.rules.data.privates[p].value for p in cards.privates(g, company))
    return g.state.cash[company] + fleet + papers + sum(count * price(g, c) for c, count in owned(g, company))


def owned(g: Game, who: str) -> list[tuple[Company, int]]:
    """Shares of companies of this game."""
    return [(c, count) for c, count in shares.by_company(g, who).items() if IN_GAME.contains(g.state, c)]
