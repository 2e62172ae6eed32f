"""Paying out or withholding what the trains have earned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import money, places, shares, trains
from game.actions import Action, PayDividend
from game.choices import Choice, choice
from game.dividend_kinds import COMMON_KINDS, WITHHOLD, list_kinds
from game.events import Divided
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step

if TYPE_CHECKING:
    from game.play import Game


class Dividend(Step):
    """The president decides; without revenue nothing is asked and the marker moves all the same."""

    company: str
    done: bool = False

    key: ClassVar[str] = StepKey.DIVIDEND

    def choices(self, g: Game) -> Iterator[Choice]:
        if not self.done and g.company(self.company).earned:
            by = g.president(self.company)
            yield choice(*(PayDividend(kind.name, by=by) for kind in g.rules.dividends.kinds))

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, PayDividend)
        self.pay(g, action.kind)

    def resume(self, g: Game) -> bool:
        if not self.done:
            self.pay(g, WITHHOLD.name)
        return False

    def pay(self, g: Game, kind: str, each: int | None = None) -> None:
        """Everybody is paid by share, the company gets the rest and what is paid beside; the marker moves; obsolete trains have
        run. `kind`: its name. `each`: dollars of one share, where the title has another rule for this company than for the
        others.
        """
        self.done = True
        revenue = g.company(self.company).earned
        g.company(self.company).paid = kind if revenue else ""
        if each is None:
            each = g.rules.dividends.paid(kind, revenue) // g.company(self.company).size
        g.emit(Divided(self.company, kind, revenue, each))
        for who, amount in g.rules.dividends.owed(g, self.company, kind, revenue):
            money.pay(g, places.BANK, who, amount, "revenue" if kind == WITHHOLD.name else "dividend")
        for amount, why in g.rules.dividends.side_income(g, self.company):
            money.pay(g, places.BANK, self.company, amount, why)
        g.rules.market.dividend(g, self.company, kind, revenue)
        trains.retire(g, self.company)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if not isinstance(action, PayDividend):
            return None
        kinds = g.rules.dividends.kinds
        known = {kind.name for kind in kinds}
        missing = next((k.verb for k in COMMON_KINDS if k.name == action.kind and k.name not in known), "")
        unknown = f"no company can {missing} in {g.rules.data.file.name}: " if missing else ""
        return Refusal(f"{unknown}{list_kinds(kinds)}", g.rules.paragraph(g.rules.dividends.owed))


def per_share_pool_to_company(g: Game, company: str, kind: str, revenue: int) -> list[tuple[str, int]]:
    """Players are paid by share, the pool's shares pay into the treasury, the initial offering's nobody."""
    paid = g.rules.dividends.paid(kind, revenue)
    each = paid // g.company(company).size
    owners = [(p, shares.held(g, p, company) * each) for p in g.state.order]
    return [*owners, (company, revenue - paid + shares.held(g, places.POOL, company) * each)]
