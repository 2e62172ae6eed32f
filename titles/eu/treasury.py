"""18EU 4.4.8: at the end of its turn a corporation may sell shares of its treasury to the pool, or buy its own from there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from game import cards, market, money, places, shares
from game.actions import Action, Pass, SellShares, spoken_form
from game.choices import Choice, Span, choice
from game.events import Passed, SharesBought, SharesSold, Skipped
from game.rules import Refusal
from game.steps import Step

if TYPE_CHECKING:
    from game.play import Game

PARAGRAPH = "18EU 4.4.8"


class Redeem(Action, frozen=True):
    """Buy shares back from the pool.

    The corporation pays.
    """

    group: ClassVar[str] = "corp"
    verb: ClassVar[str] = "redeem"
    button: ClassVar[tuple[str, str]] = ("Buy it back", "Buy them back")
    untimely: ClassVar[str] = "There are no shares to buy back now."
    when: ClassVar[str] = "Shares are bought back from the pool at the end of a company's turn."
    count: Annotated[int, spoken_form("How many shares")]


class IssueOrRedeem(Step):
    """One sale or one purchase at the market price; only a sale moves the price."""

    company: str
    done: bool = False

    key: ClassVar[str] = "treasury"

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.done:
            return
        by, issued, redeemed = g.president(self.company), self.issuable(g), self.redeemable(g)
        if issued:
            yield choice(*(SellShares(self.company, n, by=by) for n in range(1, issued + 1)))
        if redeemed:
            yield choice(Redeem(1, by=by), count=Span(1, redeemed))
        if issued or redeemed:
            yield choice(Pass(by=by))

    def issuable(self, g: Game) -> int:
        """18EU 4.4.8: not in its first operation; the pool holds half of it at most."""
        room = g.rules.shares.pool(g, self.company) - shares.held(g, places.POOL, self.company)
        held = shares.held(g, places.TREASURY, self.company)
        return max(0, min(room, held)) if g.company(self.company).operated else 0

    def redeemable(self, g: Game) -> int:
        """18EU 4.4.8: as many as it can pay, in its first operation as well (18xx.games: not then)."""
        if g.rules.has("no_first_redemption") and not g.company(self.company).operated:
            return 0
        return min(
            shares.held(g, places.POOL, self.company), g.state.cash[self.company] // market.price(g, self.company)
        )

    def apply(self, g: Game, action: Action) -> None:
        self.done = True
        match action:
            case SellShares():
                self.issue(g, action.shares)
            case Redeem():
                self.redeem(g, action.count)
            case _:
                g.emit(Passed(self.company, self.key))

    def issue(self, g: Game, count: int) -> None:
        """18EU 4.4.8: shares from the treasury go to the pool at the present price, then the marker moves."""
        dollars = market.price(g, self.company) * count
        for card in cards.certificates(g, places.TREASURY, self.company)[:count]:
            cards.move(g, card, places.POOL, "sold")
        money.pay(g, places.BANK, self.company, dollars, "sale")
        g.emit(SharesSold(self.company, self.company, count, dollars))
        g.rules.market.sale(g, self.company, count, self.company)

    def redeem(self, g: Game, count: int) -> None:
        """18EU 4.4.8: shares from the pool come to the treasury at the present price; the marker stays."""
        dollars = market.price(g, self.company) * count
        for card in cards.certificates(g, places.POOL, self.company)[:count]:
            cards.move(g, card, places.TREASURY, "bought")
        money.pay(g, self.company, places.BANK, dollars, "share")
        g.emit(SharesBought(self.company, self.company, count, places.POOL, dollars))

    def resume(self, g: Game) -> bool:
        if not self.done:
            g.emit(Skipped(self.company, self.key, "nothing to sell or to buy back"))
        return False

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if action.by != g.president(self.company) or self.done:
            return None
        if isinstance(action, SellShares) and action.company != self.company:
            return Refusal(f"{self.company} can only sell shares of its own", PARAGRAPH)
        if isinstance(action, SellShares):
            why = (
                "a corporation cannot sell shares before it has operated once"
                if not g.company(self.company).operated
                else ""
            )
            return Refusal(why or f"{self.company} can sell {count_shares(self.issuable(g))}", PARAGRAPH)
        if isinstance(action, Redeem):
            return Refusal(f"{self.company} can buy back {count_shares(self.redeemable(g))}", PARAGRAPH)
        return None


def count_shares(most: int) -> str:
    """How many shares there may be, in words: `at most 2 shares`, `at most 1 share`, `no share now`."""
    return f"at most {most} share{'' if most == 1 else 's'}" if most else "no share now"
