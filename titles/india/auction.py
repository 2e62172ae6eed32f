"""18 India 6.6: the variant in which the certificates of the draft are auctioned one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import field

from game import money, places, seating
from game.actions import Action, Bid, Pass
from game.choices import Auction, Choice, Span, choice
from game.events import AuctionWon, BidMade, Passed
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step
from titles.india import card_names, hands

if TYPE_CHECKING:
    from game.play import Game


class CertificateAuction(Step):
    """In turn order each player puts a certificate up and bids for it; who drops out stays out until the next one."""

    opener: str
    item: str = ""
    high: str = ""  # the highest bidder
    amount: int = 0  # rupees
    waiting: list[str] = field(default_factory=list)  # players who may still raise, the next one first

    key: ClassVar[str] = StepKey.AUCTION

    def choices(self, g: Game) -> Iterator[Choice]:
        if not self.item:
            by = self.opener
            for card in hands.pool(g):
                yield choice(Bid(card, 0, by=by), amount=Span(0, g.state.cash[by]))
        elif self.waiting:
            by, low = self.waiting[0], self.amount + 1
            yield choice(Bid(self.item, low, by=by), amount=Span(low, g.state.cash[by]))
            yield choice(Pass(by=by))

    def auction(self, g: Game) -> Auction:
        left, now = hands.pool(g), (self.item,) if self.item else ()
        lots, bound = (*now, *(c for c in left if c != self.item)), {self.high: self.amount} if self.high else {}
        return Auction(f"{len(left)} left", lots, now, alone=bool(now), bound=bound)

    def apply(self, g: Game, action: Action) -> None:
        if isinstance(action, Bid):
            self.item, self.high, self.amount = action.item, action.by, action.amount
            g.emit(BidMade(action.by, action.item, action.amount))
            others = self.waiting[1:] if self.waiting else seating.players_after(g, action.by)
            self.waiting = [*others, action.by]
        else:
            self.waiting.pop(0)
            g.emit(Passed(action.by, self.key))
        self.waiting = [p for p in self.waiting if p == self.high or g.state.cash[p] > self.amount]
        if self.waiting in ([], [self.high]):
            self.sell(g)

    def sell(self, g: Game) -> None:
        """The winner pays the bank; the next player puts a certificate up."""
        money.pay(g, self.high, places.BANK, self.amount, "auction")
        g.emit(AuctionWon(self.high, self.item, self.amount))
        hands.take(g, self.high, self.item)
        self.item, self.high, self.amount, self.waiting = "", "", 0, []
        self.opener = seating.players_after(g, self.opener)[0]

    def resume(self, g: Game) -> bool:
        hands.first_is(g, self.opener)  # who would have opened next
        return False

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if not isinstance(action, Bid):
            least = g.rules.data.money(0)
            return None if self.item else Refusal(f"put up a certificate and bid {least} or more", "18 India 6.6")
        if self.item and action.item != self.item:
            return Refusal(f"{card_names.lot(self.item, g.rules)} is up for auction", "18 India 6.6")
        return Refusal(f"bid more than {g.rules.data.money(self.amount)}, but not more than you have", "18 India 6.6")
