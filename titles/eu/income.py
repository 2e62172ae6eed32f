"""18EU 4.4.4, 4.4.5: half, full and no dividend, and how they move the price."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from game import market, places, shares
from game.dividend_kinds import PAY_HALF, PAY_OUT, WITHHOLD
from game.rules import DividendRules
from game.step_keys import StepKey
from game.steps import Step
from game.steps.dividend import Dividend
from titles.eu import minors

if TYPE_CHECKING:
    from game.play import Game


def greater_half(revenue: int) -> int:
    """18EU 4.4.5: of a half dividend the company keeps the lesser part, in whole tens."""
    return revenue - revenue // 2 // 10 * 10


def owed(g: Game, company: str, kind: str, revenue: int) -> list[tuple[str, int]]:
    """18EU 4.4.4, 4.4.5: players by share, the treasury's shares pay the corporation, those in the pool nobody.

    A minor always keeps one half and pays its owner the other.
    """
    if minors.is_minor(g, company):
        return [(g.president(company), revenue // 2), (company, revenue - revenue // 2)]
    paid = g.rules.dividends.paid(kind, revenue)
    each = paid // g.company(company).size
    owners = [(p, shares.held(g, p, company) * each) for p in g.state.order]
    own = shares.held(g, places.TREASURY, company) * each
    return [*owners, (company, revenue - paid + own)]


def price(g: Game, company: str, kind: str, revenue: int) -> None:
    """18EU 3.2: left when nothing is paid, right when all that is paid reaches the price of a share."""
    if minors.is_minor(g, company):
        return
    paid = g.rules.dividends.paid(kind, revenue)
    if not paid:
        market.move(g, company, "left", "withheld")
    elif paid >= g.rules.market.rises_from(market.price(g, company), g.rules):
        market.move(g, company, "right", "dividend")


class MinorIncome(Step):
    """18EU 4.4.4: a minor's half dividend, which is nobody's choice."""

    company: str

    key: ClassVar[str] = StepKey.DIVIDEND

    def resume(self, g: Game) -> bool:
        Dividend(self.company).pay(g, PAY_HALF.name, each=g.company(self.company).earned // 2)
        return False


DIVIDENDS = DividendRules(kinds=(PAY_OUT, PAY_HALF._replace(paid=greater_half), WITHHOLD), owed=owed)
