"""Setting the par price of a company whose president's certificate came with something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import cards, privates, share_trading, shares
from game.actions import Action, Par
from game.choices import Choice, choice
from game.events import AuctionWon
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step

if TYPE_CHECKING:
    from game.play import Game


class SetPar(Step):
    """Before anything else happens a player chooses the par price and takes the president's certificate; it costs nothing."""

    player: str
    company: str

    key: ClassVar[str] = StepKey.PAR
    modal: ClassVar[bool] = True

    def choices(self, g: Game) -> Iterator[Choice]:
        if not g.company(self.company).par:
            prices = sorted(g.rules.stock.pars(g, self.company))
            yield choice(*(Par(self.company, price, by=self.player) for price in prices))

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, Par)
        share_trading.start(g, self.player, self.company, action.price)
        cards.move(g, f"{self.company}.0", self.player, "power")
        shares.settle_float(g, self.company)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if action.by != self.player:
            return None
        prices = ", ".join(g.rules.data.money(p) for p in sorted(g.rules.stock.pars(g, self.company)))
        return Refusal(
            f"choose the par price of {self.company} first: {prices}", g.rules.paragraph(share_trading.start)
        )


def par_with_private(g: Game, event: AuctionWon) -> None:
    """Reaction: whose private brings a president's certificate sets the par price of that company."""
    for card in privates.certificates_with(g, event.item):
        company, _, index = card.rpartition(".")
        if index == "0" and not g.company(company).par:
            g.push(SetPar(event.who, company))
