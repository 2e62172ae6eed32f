"""18VA 4.1: the lots of the initial stock round are bid on in the open, all at the same time; then the seats are changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import cards, money, places, seating, trains
from game.actions import Action, Bid, Pass
from game.choices import Auction, Choice, Span, choice
from game.events import AuctionWon, BidMade, Event, Passed, PriceCut
from game.round_names import AUCTION, OPERATING, is_auction
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step
from game.steps.round_sequence import RoundSequence, rounds_after_stock

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules

STEP = 5  # dollars: bids are multiples of it and beat the last one by as much at least
CUT = 10  # dollars by which lots without a bid get cheaper when all have passed


class Reseated(Event, frozen=True):
    order: tuple[str, ...]  # players in their new order, first the one who has the priority deal


class OpenBidding(Step):
    """Players bid on any lot in turn until all pass in a row and no lot is without a bid."""

    player: str  # whose turn it is
    passes: int = 0
    cut: int = 0  # dollars by which lots that never had a bid are cheaper
    sold: bool = False

    key: ClassVar[str] = StepKey.AUCTION

    def minimum(self, g: Game, lot: str) -> int:
        """18VA 4.1: at least the face value, less 10 for each lap of passes without a bid; else 5 more than the last bid."""
        bids = g.state.bids.get(lot, {})
        return max(bids.values()) + STEP if bids else g.rules.data.privates[lot].value - self.cut

    def maximum(self, g: Game, lot: str) -> int:
        """18VA 4.1: never more than what is left beside one's high bids on other lots."""
        free = money.free(g, self.player, except_on=lot)
        return free - free % STEP

    def free_lot(self, g: Game) -> str:
        """18VA 4.1: a lot that has become free must be bid on by the holder of the priority deal."""
        free_lots = [lot for lot in cards.privates(g, places.BANK) if self.minimum(g, lot) <= 0]
        return free_lots[0] if free_lots else ""

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.sold:
            return
        forced = self.free_lot(g)
        lots = [forced] if forced else cards.privates(g, places.BANK)
        spans = {lot: (self.minimum(g, lot), self.maximum(g, lot)) for lot in lots}
        if forced and self._asks_nothing(g, forced):
            return
        open_ = {lot: span for lot, span in spans.items() if span[0] <= span[1]}
        for lot, (low, high) in open_.items():
            yield choice(Bid(lot, low, by=self.player), amount=Span(low, high, STEP))
        if open_ and not forced:
            yield choice(Pass(by=self.player))

    def _asks_nothing(self, g: Game, lot: str) -> bool:
        """Whether the bid on a free lot is made by itself: nothing but 0 is possible, or as an option always."""
        return self.maximum(g, lot) < STEP or g.rules.has("forced_zero_bid_auto")

    def auction(self, g: Game) -> Auction | None:
        """All lots are one: they are sold together."""
        lots = tuple(cards.privates(g, places.BANK))
        leads = {lot: next(iter(g.state.bids.get(lot, {})), "") for lot in lots}
        return Auction(self.key, lots, lots, leads=leads) if lots else None

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if action.by != self.player or not isinstance(action, Bid | Pass):
            return None
        paragraph = "18VA 4.1"
        forced = self.free_lot(g)
        if forced and (isinstance(action, Pass) or action.item != forced):
            return Refusal(f"nobody has bid on {forced}: you must bid {g.rules.data.money(0)} or more on it", paragraph)
        if isinstance(action, Pass):
            return None
        if action.item not in cards.privates(g, places.BANK):
            return Refusal(f"{action.item} is not for sale", paragraph)
        low, high = self.minimum(g, action.item), self.maximum(g, action.item)
        if action.amount % STEP:
            return Refusal(f"bid a multiple of {g.rules.data.money(STEP)}", paragraph)
        if action.amount < low:
            return Refusal(f"a bid on {action.item} must be at least {g.rules.data.money(low)}", paragraph)
        return Refusal(money.at_most(g, self.player, action.item, high), paragraph)

    def apply(self, g: Game, action: Action) -> None:
        if isinstance(action, Bid):
            self.bid(g, action.item, action.amount)
        else:
            self.skip(g)

    def bid(self, g: Game, lot: str, amount: int) -> None:
        """The earlier high bidder may use that money again."""
        g.state.bids[lot] = {self.player: amount}
        g.emit(BidMade(self.player, lot, amount))
        self.passes = 0
        self.player = seating.players_after(g, self.player)[0]

    def skip(self, g: Game) -> None:
        """18VA 4.1: a pass, after which the next player is asked."""
        g.emit(Passed(self.player, self.key))
        self.passes += 1
        self.player = seating.players_after(g, self.player)[0]
        if self.passes == len(g.state.order):
            self.lap(g)

    def lap(self, g: Game) -> None:
        """All have passed: everything is sold, or what nobody wants gets cheaper."""
        self.passes = 0
        g.state.priority = self.player
        lots = cards.privates(g, places.BANK)
        unwanted = [lot for lot in lots if lot not in g.state.bids]
        if not unwanted:
            self.sell(g, lots)
            return
        self.cut += CUT
        for lot in unwanted:
            g.emit(PriceCut(lot, self.minimum(g, lot)))

    def sell(self, g: Game, lots: list[str]) -> None:
        """18VA 4.1: each lot goes to its high bidder, whose bid is paid to the bank."""
        self.sold = True
        for lot in lots:
            ((buyer, amount),) = g.state.bids.pop(lot).items()
            money.pay(g, buyer, places.BANK, amount, "private bought")
            cards.move(g, lot, buyer, "bought")
            g.emit(AuctionWon(buyer, lot, amount))

    def resume(self, g: Game) -> bool:
        if self.sold:  # the presidency's price has been set meanwhile
            reseat(g)
            return False
        forced = self.free_lot(g)
        if forced:
            self.bid(g, forced, 0)
        else:
            self.skip(g)  # nothing can be bid
        return True


def reseat(g: Game) -> None:
    """18VA 4.1: once, the players are seated by the cash they have left; equal ones keep their order."""
    g.state.order = sorted(g.state.order, key=lambda p: -g.state.cash[p])
    g.state.priority = g.state.order[0]
    g.emit(Reseated(tuple(g.state.order)))


def reseated_in_words(event: Reseated, _view: object, _rules: Rules) -> str:
    return f"The players are seated by their cash: {', '.join(event.order)}."


def bidding_first(g: Game, sequence: RoundSequence) -> Step | None:
    """The opening, then stock rounds and sets of operating rounds in turn."""
    if not sequence.stage:
        sequence.stage = "auction"
        g.state.round = AUCTION
        return OpenBidding(g.state.priority)
    if sequence.stage == OPERATING and g.rules.has("rounds_follow_phase") and not sequence.extra:
        sequence.planned = trains.phase(g).rounds
    return rounds_after_stock(g, sequence)


def bank_pays_presidency(g: Game, company: str) -> None:
    """18VA 4.3.3: the company whose presidency was a lot gets twice its par price from the bank, whatever was bid."""
    if is_auction(g.state.round):
        money.pay(g, places.BANK, company, 2 * g.company(company).par, "capital")
