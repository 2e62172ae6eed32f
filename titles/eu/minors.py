"""18EU 4.2: the minors: how the table is laid out, and their sale one by one before the first operating round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import field

from game import cards, money, places, seating, stations
from game.actions import Action, Bid, Pass
from game.choices import Auction, Choice, Span, choice
from game.events import AuctionWon, BidMade, Event, Passed, PriceCut
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step

if TYPE_CHECKING:
    from game.play import Game

STEP = 5  # dollars: bids are multiples of it and beat the last one by as much at least
OPENING = 100  # dollars of the lowest opening bid
FALL = 10  # dollars by which a minor without a bid gets cheaper, from OPENING down

MINOR = "minor"


class PutUp(Event, frozen=True):
    """The auctioneer has chosen a minor."""

    who: str
    minor: str


def is_minor(g: Game, company: str) -> bool:
    """Whether a company is a minor."""
    return g.rules.data.companies[company].kind == MINOR


def owned(g: Game, player: str) -> list[str]:
    """The minors of a player that have not been disposed of, in the order of their numbers."""
    return [c.rpartition(".")[0] for c in cards.at(g, player) if c in g.rules.data.certificates and _of_minor(g, c)]


def _of_minor(g: Game, card: str) -> bool:
    return is_minor(g, g.rules.data.certificates[card][0])


def lay_out(g: Game) -> None:
    """18EU 1.2: corporations hold their own shares, each minor has a 2-train, the Pullman cars lie in the pool."""
    number = 0
    for company, data in g.rules.data.companies.items():
        place = places.BANK if data.kind == MINOR else places.TREASURY
        g.state.place |= {f"{company}.{i}": place for i in range(len(data.certificates))}
        if data.kind == MINOR:
            number += 1
            g.state.place[f"2-{number}"] = company
    for card in g.rules.data.train_cards:
        if "pullman" in g.rules.data.trains[cards.kind(card)].kinds:
            g.state.place[card] = places.POOL


class MinorSale(Step):
    """The auctioneer chooses a minor. Each may open with a bid; if nobody does, it gets cheaper until somebody takes it.

    `todo`: who is asked, the first of them now. Who cannot pay is not asked.
    """

    auctioneer: str
    todo: list[str] = field(default_factory=list)
    mode: Literal["select", "open", "auction", "falling"] = "select"
    minor: str = ""  # put up
    price: int = 0  # dollars: the high bid, or what is asked while it gets cheaper
    bidder: str = ""  # has the high bid

    key: ClassVar[str] = StepKey.AUCTION

    @property
    def player(self) -> str:
        return self.todo[0] if self.todo else ""

    def choices(self, g: Game) -> Iterator[Choice]:
        unsold = self.unsold(g)
        if not unsold or not self.todo:
            return
        by, most = self.player, self.most(g, self.player)
        match self.mode:
            case "select":
                yield choice(*(Bid(m, 0, by=by) for m in unsold))
                if most >= OPENING:
                    bids = (Bid(m, OPENING, by=by) for m in unsold)
                    yield choice(*bids, amount=Span(OPENING, most, STEP))
            case "open" | "auction":
                yield choice(Bid(self.minor, self.low, by=by), amount=Span(self.low, most, STEP))
                yield choice(Pass(by=by))
            case "falling":
                yield choice(Bid(self.minor, self.price, by=by))
                yield choice(Pass(by=by))

    def unsold(self, g: Game) -> list[str]:
        """The minors that nobody has bought."""
        return [c.rpartition(".")[0] for c in cards.at(g, places.BANK) if c in g.rules.data.certificates]

    @staticmethod
    def most(g: Game, player: str) -> int:
        """The highest bid in dollars that a player can pay."""
        return g.state.cash[player] - g.state.cash[player] % STEP

    @property
    def low(self) -> int:
        """The lowest bid in dollars."""
        return self.price + STEP if self.mode == "auction" else OPENING

    def auction(self, g: Game) -> Auction:
        unsold = self.unsold(g)
        now = (self.minor,) if self.minor else ()
        lots, bound = (*now, *(m for m in unsold if m != self.minor)), {self.bidder: self.price} if self.bidder else {}
        return Auction(f"{len(unsold)} left", lots, now, alone=bool(now), bound=bound)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        """18EU 4.2.1: why a bid is not taken."""
        if not isinstance(action, Bid | Pass) or action.by != self.player:
            return None
        paragraph = "18EU 4.2.1"
        if isinstance(action, Pass):
            return Refusal("you cannot pass when it is your turn to put up a minor", paragraph)
        if action.item not in self.unsold(g) or (self.minor and action.item != self.minor):
            return Refusal(f"minor {action.item} is not for sale now", paragraph)
        if self.mode == "falling":
            return Refusal(
                f"minor {self.minor} is offered for {g.rules.data.money(self.price)}, no more and no less", paragraph
            )
        if action.amount % STEP:
            return Refusal(f"bid a multiple of {g.rules.data.money(STEP)}", paragraph)
        if action.amount < self.low:
            return Refusal(f"a bid must be at least {g.rules.data.money(self.low)}", paragraph)
        return Refusal(f"you can bid at most {g.rules.data.money(self.most(g, self.player))}", paragraph)

    def apply(self, g: Game, action: Action) -> None:
        if isinstance(action, Pass):
            g.emit(Passed(self.player, self.key))
            self.todo.pop(0)
        else:
            assert isinstance(action, Bid)
            self.bid(g, action)
        self.advance(g)

    def bid(self, g: Game, action: Bid) -> None:
        """18EU 4.2.1: after any bid all others may raise, those who did not want to open as well."""
        if self.mode == "select":
            self.minor = action.item
            g.emit(PutUp(action.by, action.item))
            if not action.amount:
                self.mode, self.todo = "open", seating.players_after(g, action.by)
                return
        if self.mode == "falling":
            self.sell(g, action.by, action.amount)
            return
        others = seating.players_after(g, action.by)
        self.todo = [p for p in others if p in self.todo or self.mode != "auction" or p == self.bidder]
        self.mode, self.price, self.bidder = "auction", action.amount, action.by
        g.emit(BidMade(action.by, action.item, action.amount))

    def advance(self, g: Game) -> None:
        """Leave out who cannot pay; when nobody is left the minor is sold, or gets cheaper."""
        while self.minor:
            need = self.low if self.mode in ("open", "auction") else self.price
            self.todo = [p for p in self.todo if g.state.cash[p] >= need]
            if self.todo:
                return
            if self.mode == "auction":
                self.sell(g, self.bidder, self.price)
            elif self.mode == "open":
                self.mode = "falling"
                self.cut(g, OPENING - FALL)
            elif self.price > FALL:
                self.cut(g, self.price - FALL)
            else:
                self.sell(g, self.auctioneer, 0)

    def cut(self, g: Game, price: int) -> None:
        """18EU 4.2.1: cheaper, and everybody is asked again, the auctioneer first."""
        self.price, self.todo = price, [self.auctioneer, *seating.players_after(g, self.auctioneer)]
        g.emit(PriceCut(self.minor, price))

    def sell(self, g: Game, buyer: str, price: int) -> None:
        """18EU 4.2.1: the token comes onto the map; the next auctioneer is the one after the last auctioneer."""
        minor = self.minor
        money.pay(g, buyer, places.BANK, price, "minor")
        cards.move(g, f"{minor}.0", buyer, "bought")
        g.company(minor).president = buyer
        g.company(minor).floated = True
        g.emit(AuctionWon(buyer, minor, price))
        stations.station(g, minor, stations.home_slots(g, minor)[0], 0)
        following = seating.players_after(g, self.auctioneer)[0]
        if self.unsold(g):
            self.auctioneer, self.todo = following, [following]
        elif g.rules.has("priority_after_auctioneer"):
            g.state.priority = following
        self.mode, self.minor, self.price, self.bidder = "select", "", 0, ""
