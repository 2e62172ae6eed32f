"""The opening auction: privates in order of face value, bids set aside on the later ones.

The cheapest unsold private may be bought at its price, on any other one may bid. When the cheapest has bids it is sold at once:
to the one bidder, or by a duel between several.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import cards, money, places, privates, seating
from game.actions import Action, Bid, Pass
from game.choices import Auction, Choice, Span, choice
from game.events import AuctionWon, BidMade, Passed, PriceCut
from game.round_names import AUCTION
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step
from game.steps.round_sequence import RoundSequence, rounds_after_stock

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules

STEP = 5  # dollars by which a bid must beat the last, and by which the first private gets cheaper


def tell_turn(rules: Rules) -> str:
    """What a player does in the auction, in sentences for players."""
    return (
        "The private companies are sold, the cheapest first. In your turn buy the cheapest at its price, bid at least"
        f" {rules.data.money(STEP)} more than its price on another, or pass."
    )


class Waterfall(Step):
    """Players act clockwise: buy the cheapest, bid on another, or pass."""

    player: str  # whose turn it is
    passes: int = 0
    cut: int = 0  # dollars by which the first private got cheaper

    key: ClassVar[str] = StepKey.AUCTION

    def choices(self, g: Game) -> Iterator[Choice]:
        unsold = cards.privates(g, places.BANK)
        if not unsold or _bidders(g, unsold[0]):
            return
        cheapest, price = unsold[0], self.price_of(g, unsold[0])
        if money.free(g, self.player) >= price:
            yield choice(Bid(cheapest, price, by=self.player))
        for item in unsold[1:]:
            low, high = lowest_bid(g, item), money.free(g, self.player, except_on=item)
            if low <= high:
                yield choice(Bid(item, low, by=self.player), amount=Span(low, high))
        yield choice(Pass(by=self.player))

    def auction(self, g: Game) -> Auction | None:
        """What is auctioned, and who leads."""
        unsold = tuple(cards.privates(g, places.BANK))
        leads = {item: _highest(g, item) for item in unsold}
        return Auction(unsold[0], unsold, unsold, leads=leads) if unsold else None

    def price_of(self, g: Game, item: str) -> int:
        """Dollars asked for the cheapest private; only the first of all gets cheaper."""
        data = g.rules.data.privates
        return data[item].value - (self.cut if item == next(iter(data)) else 0)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if not isinstance(action, Bid) or action.by != self.player:
            return None
        paragraph, cash = g.rules.paragraph(lowest_bid), g.rules.data.money
        unsold = cards.privates(g, places.BANK)
        if action.item not in unsold:
            return Refusal(f"{action.item} is not for sale", paragraph)
        if action.item == unsold[0]:
            price = self.price_of(g, action.item)
            if action.amount != price:
                return Refusal(
                    f"{action.item} is the cheapest left: you can only buy it, for {g.rules.data.money(price)}",
                    paragraph,
                )
            return Refusal(
                f"{action.item} costs {cash(price)}, you can spend {cash(money.free(g, self.player))}", paragraph
            )
        low, high = lowest_bid(g, action.item), money.free(g, self.player, except_on=action.item)
        if action.amount < low:
            return Refusal(f"a bid on {action.item} must be at least {cash(low)}", paragraph)
        if action.amount > high:
            return Refusal(money.at_most(g, self.player, action.item, high), paragraph)
        return None

    def apply(self, g: Game, action: Action) -> None:
        if isinstance(action, Pass):
            g.emit(Passed(self.player, self.key))
            self.passes += 1
            self.player = seating.players_after(g, self.player)[0]
            if self.passes == len(g.state.order):
                self._end_lap(g)
            return
        assert isinstance(action, Bid)
        self.passes = 0
        buyer, self.player = self.player, seating.players_after(g, self.player)[0]
        if action.item == cards.privates(g, places.BANK)[0]:
            award(g, action.item, buyer, action.amount)
        else:
            g.state.bids.setdefault(action.item, {})[buyer] = action.amount
            g.emit(BidMade(buyer, action.item, action.amount))

    def _end_lap(self, g: Game) -> None:
        """Everybody passed: the first private gets cheaper, or, once it is sold, privates pay."""
        self.passes = 0
        g.state.used["auction.laps"] = g.state.used.get("auction.laps", 0) + 1
        first = next(iter(g.rules.data.privates))
        if g.state.place[first] != places.BANK:
            privates.pay_revenue(g)
            return
        self.cut += STEP
        g.emit(PriceCut(first, self.price_of(g, first)))
        if self.price_of(g, first) <= 0:  # the next player must take it for nothing
            taker, self.player = self.player, seating.players_after(g, self.player)[0]
            award(g, first, taker, 0)

    def resume(self, g: Game) -> bool:
        """Sell what has bids: to its one bidder, or by a duel."""
        unsold = cards.privates(g, places.BANK)
        if not unsold:
            g.state.priority = self.player  # the stock round goes on after who bought last
            return False
        bidders = _bidders(g, unsold[0])
        if len(bidders) == 1:
            award(g, unsold[0], bidders[0], g.state.bids[unsold[0]][bidders[0]], unopposed=True)
        else:
            g.push(Duel(unsold[0], passed=[]))
        return True

    def after(self, g: Game, child: Step) -> bool:
        if not isinstance(child, Duel):
            return False
        winner = child.highest_bidder(g)
        award(g, child.item, winner, g.state.bids[child.item][winner])
        return True


class Duel(Step):
    """An auction between those who have bid on one private.

    Rulebook order: clockwise from the highest bidder, and who passed may come back while the turn goes round. With
    `duel_lowest_bid`: always the lowest bidder, and a pass is final.
    """

    item: str
    passed: list[str]  # since the last raise; with `duel_lowest_bid`: for good

    key: ClassVar[str] = StepKey.DUEL

    def highest_bidder(self, g: Game) -> str:
        """Who has bid most, "" if nobody has."""
        return _highest(g, self.item)

    def auction(self, g: Game) -> Auction:
        """What is auctioned, and who leads."""
        rest = (p for p in cards.privates(g, places.BANK) if p != self.item)
        return Auction(
            self.item,
            (self.item, *rest),
            (self.item,),
            alone=True,
            bidders=(*self._left_to_ask(g), self.highest_bidder(g)),
        )

    def _next_player(self, g: Game) -> str:
        """Who is asked next, "" when the duel is over."""
        return next(iter(self._left_to_ask(g)), "")

    def _left_to_ask(self, g: Game) -> list[str]:
        """Who may outbid the highest bidder, in the order in which they are asked."""
        bids = g.state.bids[self.item]
        waiting = [
            p
            for p in seating.players_after(g, self.highest_bidder(g))
            if p in bids and p not in self.passed and money.free(g, p, except_on=self.item) >= lowest_bid(g, self.item)
        ]
        if g.rules.has("duel_lowest_bid"):
            waiting.sort(key=lambda p: bids[p])
        return waiting

    def choices(self, g: Game) -> Iterator[Choice]:
        player = self._next_player(g)
        if player:
            low, high = lowest_bid(g, self.item), money.free(g, player, except_on=self.item)
            yield choice(Bid(self.item, low, by=player), amount=Span(low, high))
            yield choice(Pass(by=player))

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        player = self._next_player(g)
        if not isinstance(action, Bid) or action.by != player:
            return None
        if action.item != self.item:
            return Refusal(f"only {self.item} is being auctioned now", g.rules.paragraph(lowest_bid))
        low, high = lowest_bid(g, self.item), money.free(g, player, except_on=self.item)
        return Refusal(
            f"a bid on {self.item} is now from {g.rules.data.money(low)} to {g.rules.data.money(high)}",
            g.rules.paragraph(lowest_bid),
        )

    def apply(self, g: Game, action: Action) -> None:
        if isinstance(action, Pass):
            self.passed.append(action.by)
            g.emit(Passed(action.by, self.key))
            return
        assert isinstance(action, Bid)
        if not g.rules.has("duel_lowest_bid"):
            self.passed = []
        g.state.bids[self.item][action.by] = action.amount
        g.emit(BidMade(action.by, self.item, action.amount))


def _bidders(g: Game, item: str) -> list[str]:
    """Who has bid on it, in playing order."""
    return [p for p in g.state.order if p in g.state.bids.get(item, {})]


def _highest(g: Game, item: str) -> str:
    """Who has bid most on it, "" if nobody has."""
    bids = g.state.bids.get(item, {})
    return max(bids, key=lambda p: bids[p], default="")


def lowest_bid(g: Game, item: str) -> int:
    """The lowest bid in dollars: five more than the highest so far, or than the face value."""
    bids = g.state.bids.get(item, {})
    return max(bids.values(), default=g.rules.data.privates[item].value) + STEP


def award(g: Game, item: str, player: str, amount: int, *, unopposed: bool = False) -> None:
    """A private is sold by the bank; other bids on it are free again."""
    g.state.bids.pop(item, None)
    money.pay(g, player, places.BANK, amount, "private bought")
    cards.move(g, item, player, "bought")
    g.emit(AuctionWon(player, item, amount, unopposed))


def auction_first(g: Game, sequence: RoundSequence) -> Step | None:
    """The privates' auction, then stock rounds and sets of operating rounds in turn."""
    if not sequence.stage:
        sequence.stage = "auction"
        g.state.round = AUCTION
        return Waterfall(g.state.priority)
    return rounds_after_stock(g, sequence)
