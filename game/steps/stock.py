"""Stock rounds: turns of buying and selling until everybody passes in a row."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from msgspec import field

from game import cards, deal_checks, places, privates, seating, share_checks, share_trading, shares
from game.actions import Action, BuyPrivate, BuyShare, Par, Pass, SellPrivate, SellShares
from game.checks import Offer
from game.choices import Choice, Span, choice
from game.events import Passed, TurnBegan, TurnEnded
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step
from game.steps.consent import Consent, ask
from game.steps.listing import listed_later

if TYPE_CHECKING:
    from game.play import Game

# where shares are bought
SOURCES = {places.IPO: "the initial offering", places.POOL: "the pool", places.TREASURY: "its treasury"}


class StockRound(Step):
    """Players act clockwise from the priority deal until all pass in a row."""

    player: str  # whose turn comes next
    passes: int = 0
    last: str = ""  # the last who did something
    # companies of which a player has sold shares in this round
    sold: dict[str, list[str]] = field(default_factory=dict)
    closed: bool = False  # all have passed; what the end of the round brings may still be asked

    key: ClassVar[str] = StepKey.STOCK_ROUND

    def resume(self, g: Game) -> bool:
        if self.closed:
            return False
        if self.passes >= len(g.state.order):
            return self.close(g)
        g.emit(TurnBegan(self.player))
        g.push(StockTurn(self.player))
        return True

    def after(self, g: Game, child: Step) -> bool:
        if not isinstance(child, StockTurn):
            return False
        if child.deeds:
            self.passes, self.last = 0, child.player
        else:
            self.passes += 1
            g.emit(Passed(child.player, self.key))
        g.emit(TurnEnded(child.player))
        self.player = seating.players_after(g, child.player)[0]
        return True

    def close(self, g: Game) -> bool:
        """The round is over: prices rise, the priority deal goes to the left of who acted last.

        True while steps that this has brought are to be taken.
        """
        self.closed = True
        for function in g.rules.stock.close:
            function(g)
        if self.last:
            g.state.priority = seating.players_after(g, self.last)[0]
        return g.state.agenda[-1] is not self


class Deed(StrEnum):
    """What is done in a stock turn, by its letter in `StockRules.shape` and in stored turns."""

    SALE = "s"
    PURCHASE = "b"


class StockTurn(Step):
    """One player's turn. `deeds`: the letters of what has been done, in order."""

    player: str
    deeds: str = field(default="", name="did")
    passed: bool = False
    blocks: list[str] = field(default_factory=list)  # companies of which shares have been sold in this turn

    key: ClassVar[str] = StepKey.STOCK

    @property
    def has_bought(self) -> bool:
        """Whether something has been bought in this turn."""
        return Deed.PURCHASE in self.deeds

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.passed:
            return
        must_sell = g.rules.stock.must_sell(g, self.player)
        able = sellable = False
        for offer in self._list_trades(g):
            able, sellable = True, sellable or offer.kind is SellShares
            yield offer
        if able and not (must_sell and sellable):
            yield choice(Pass(by=self.player))

    def choices_of(self, g: Game, kind: type[Action]) -> Iterable[Choice] | None:
        if kind is BuyShare and not self.passed:
            first = itertools.islice(self._list_purchases(g), 1)  # if there is any
            return () if self._must_sell_first(g) else first
        if kind is not Pass or self.passed or g.rules.stock.must_sell(g, self.player):
            return None
        return [choice(Pass(by=self.player))] if any(True for _ in self._list_trades(g)) else []

    def _list_trades(self, g: Game) -> Iterator[Choice]:
        """Sales and purchases, as far as the order of a turn allows them."""
        return itertools.chain(self._list_sales(g), () if self._must_sell_first(g) else self._list_purchases(g))

    def _must_sell_first(self, g: Game) -> bool:
        """Whether nothing is bought before something is sold; who can sell nothing need not."""
        if not g.rules.stock.must_sell(g, self.player):
            return False
        if not any(offer.kind is SellShares for offer in self._list_sales(g)):
            return False
        too_late = not self._fits_turn(g, Deed.PURCHASE, Deed.SALE)
        return g.rules.stock.sell_first(g, self.player) or bool(self.deeds) or too_late

    def _fits_turn(self, g: Game, *deeds: Deed) -> bool:
        """Whether these sales and purchases still fit the order of a turn, one after another."""
        return _fits_shape(g.rules.stock.shape, self.deeds + "".join(deeds))

    def _list_sales(self, g: Game) -> Iterator[Choice]:
        """The choice of shares to sell, found when somebody looks."""
        if not self._fits_turn(g, Deed.SALE):
            return
        sold = listed_later(g, lambda: self._list_shares_to_sell(g), test=lambda a: self._may_sell(g, a))
        if sold:
            yield sold
        if g.rules.stock.seller_deals:
            for private, buyer, cash in deal_checks.list_private_sales(g, self.player):
                yield choice(SellPrivate(private, buyer, 1, by=self.player), price=Span(1, cash))

    def _list_shares_to_sell(self, g: Game) -> Iterator[SellShares]:
        """Every block that no check forbids to sell."""
        held = shares.by_company(g, self.player)
        for company in g.state.companies:
            for n in range(1, held.get(company, 0) + 1):
                if not g.rules.forbids(g.rules.stock.sell, g, self.player, company, n):
                    yield SellShares(company, n, by=self.player)

    def _may_sell(self, g: Game, sale: SellShares) -> bool:
        """Whether that sale is among what is sellable."""
        held = shares.held(g, self.player, sale.company)
        return 0 < sale.shares <= held and not g.rules.forbids(
            g.rules.stock.sell, g, self.player, sale.company, sale.shares
        )

    def _list_purchases(self, g: Game) -> Iterator[Choice]:
        """The choice of shares to buy, found when somebody looks."""
        if not self._fits_turn(g, Deed.PURCHASE):
            return
        bought = listed_later(g, lambda: self._list_shares_to_buy(g), test=lambda a: self._may_buy(g, a))
        if bought:
            yield bought
        started = listed_later(g, lambda: self._list_starts(g), test=lambda a: self._may_start(g, a))
        if started:
            yield started
        for other in g.rules.stock.alternatives:
            yield from other.choices(g, self.player)
        if g.rules.stock.deals is not None:
            for owner in seating.players_after(g, self.player):
                for private in cards.privates(g, owner):
                    if g.state.cash[self.player] and not g.rules.forbids(
                        g.rules.stock.deals, g, self.player, private, 1
                    ):
                        deal = BuyPrivate(private, 1, by=self.player)
                        yield choice(deal, price=Span(1, g.state.cash[self.player]))

    def _list_shares_to_buy(self, g: Game) -> Iterator[BuyShare]:
        """Every purchase that no check forbids."""
        sold, checks = self._companies_sold(g), g.rules.stock.buy
        for o in self._list_offers(g):
            if o.company not in sold and not g.rules.forbids(checks, g, self.player, o):
                yield BuyShare(o.company, o.source, by=self.player)

    def _may_buy(self, g: Game, action: BuyShare) -> bool:
        """Whether that purchase is among what may be bought."""
        meant = (o for o in self._list_offers(g) if (o.company, o.source) == (action.company, action.source))
        return any(not self._why_not_offer(g, offer) for offer in meant)

    def _list_starts(self, g: Game) -> Iterator[Par]:
        """Every start of a company that no check forbids."""
        for company, state in g.state.companies.items():
            for price in g.rules.stock.pars(g, company) if not state.par else ():
                if not self._why_not_par(g, company, price):
                    yield Par(company, price, by=self.player)

    def _may_start(self, g: Game, action: Par) -> bool:
        """Whether that start is among what may be started."""
        known = action.company in g.state.companies and action.price in g.rules.stock.pars(g, action.company)
        return known and not self._why_not_par(g, action.company, action.price)

    def _list_offers(self, g: Game) -> Iterator[Offer]:
        """Everything that is for sale to this player, bar the checks."""
        for source in g.rules.stock.sources:
            yield from source(g, self.player)

    def _companies_sold(self, g: Game) -> list[str]:
        """Companies of which this player has sold shares in this round."""
        below = g.state.find_step(StockRound)
        return below.sold.get(self.player, []) if below else []

    def _why_not_offer(self, g: Game, offer: Offer) -> Refusal | None:
        """Why an offer may not be bought, None: it may."""
        if offer.company in self._companies_sold(g):
            reason = (
                f"{g.rules.person(self.player)} has sold {offer.company} in this stock round and cannot buy it back yet"
            )
            return Refusal(reason, g.rules.paragraph(sold_this_round))
        return g.rules.refusal(g.rules.stock.buy, g, self.player, offer)

    def _why_not_par(self, g: Game, company: str, price: int) -> Refusal | None:
        """Why a company may not be started at that price, None: it may."""
        card = f"{company}.0"
        if g.company(company).par:
            return Refusal(f"{company} has been started", g.rules.paragraph(share_trading.par))
        offer = Offer(company, g.state.place[card], card, price * shares.shares_on(g, card))
        return self._why_not_offer(g, offer) or g.rules.refusal(g.rules.stock.par, g, self.player, company, price)

    def apply(self, g: Game, action: Action) -> None:
        match action:
            case Pass():
                self.passed = True
            case SellShares():
                self.deeds += Deed.SALE
                self.blocks.append(action.company)
                below = g.state.find_step(StockRound)
                assert below
                below.sold.setdefault(self.player, []).append(action.company)
                share_trading.sell(g, self.player, action.company, action.shares)
            case BuyShare():
                self.deeds += Deed.PURCHASE
                offers = (o for o in self._list_offers(g) if (o.company, o.source) == (action.company, action.source))
                share_trading.buy(g, self.player, next(offers))
            case Par():
                self.deeds += Deed.PURCHASE
                share_trading.par(g, self.player, action.company, action.price)
            case SellPrivate():
                self._propose_deal(g, action.private, action.buyer, action.price)
            case BuyPrivate():
                self._propose_deal(g, action.private, self.player, action.price)
            case _:
                self.deeds += Deed.PURCHASE
                offered = (i for i in g.rules.stock.alternatives if any(action in c for c in i.choices(g, self.player)))
                next(offered).use(g, self.player, action)

    def _propose_deal(self, g: Game, private: str, buyer: str, price: int) -> None:
        """A private between players: the other side is asked."""
        seller = g.state.place[private]
        other = seller if buyer == self.player else buyer
        question = Consent(self.player, other, private, price, buyer, seller)
        if not ask(g, question):
            self._settle_deal(g, question)

    def after(self, g: Game, child: Step) -> bool:
        if isinstance(child, Consent) and child.yes:
            self._settle_deal(g, child)
        return isinstance(child, Consent)

    def _settle_deal(self, g: Game, deal: Consent) -> None:
        """Carry out a private deal to which the other side has agreed."""
        self.deeds += Deed.PURCHASE if deal.buyer == self.player else Deed.SALE
        privates.sell(g, deal.what, deal.buyer, deal.price)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if action.by != self.player:
            return None
        shape = g.rules.paragraph(turn_shape)
        must_sell = g.rules.stock.must_sell(g, self.player)
        first = Refusal(must_sell, g.rules.paragraph(g.rules.stock.must_sell)) if must_sell else None
        match action:
            case Pass():
                return first
            case SellShares() | SellPrivate() if not self._fits_turn(g, Deed.SALE):
                return Refusal("you cannot sell any more in this turn", shape)
            case SellShares():
                return unknown(g, action.company) or g.rules.refusal(
                    (share_checks.owns, *g.rules.stock.sell), g, self.player, action.company, action.shares
                )
            case BuyShare() | Par() | BuyPrivate() if self._must_sell_first(g):
                return first
            case BuyShare() | Par() | BuyPrivate() if not self._fits_turn(g, Deed.PURCHASE):
                return Refusal("you cannot buy any more in this turn", shape)
            case BuyShare():
                return unknown(g, action.company) or self._why_not_buy(g, action)
            case Par():
                return unknown(g, action.company) or self._why_not_price(g, action)
            case SellPrivate() | BuyPrivate():
                return self._why_no_deal(g, action)
        if not self._must_sell_first(g) and self._fits_turn(g, Deed.PURCHASE):
            return next(
                filter(None, (other.why_not(g, self.player, action) for other in g.rules.stock.alternatives)), None
            )
        return None

    def _why_not_buy(self, g: Game, action: BuyShare) -> Refusal | None:
        """Why a purchase is not among what is for sale, or may not be made."""
        for offer in self._list_offers(g):
            if (offer.company, offer.source) == (action.company, action.source):
                return self._why_not_offer(g, offer)
        if not g.company(action.company).par:
            return Refusal(f"{action.company} has not been started")
        return Refusal(f"no share of {action.company} is in {SOURCES.get(action.source, action.source)}")

    def _why_not_price(self, g: Game, action: Par) -> Refusal | None:
        """Why that is no par price of the company, or why it cannot start at any."""
        prices = sorted(g.rules.stock.pars(g, action.company))
        if action.price not in prices and not g.company(action.company).par:
            at_least = self._why_not_par(g, action.company, prices[0]) if prices else None
            if at_least is not None:  # then no price would do
                return at_least
            payable = [p for p in prices if self._why_not_par(g, action.company, p) is None]
            listed = ", ".join(map(g.rules.data.money, payable or prices))
            why = f"{action.company} can start at {listed}" if listed else f"{action.company} cannot start now"
            return Refusal(why, g.rules.paragraph(share_trading.par))
        return self._why_not_par(g, action.company, action.price)

    def _why_no_deal(self, g: Game, action: SellPrivate | BuyPrivate) -> Refusal | None:
        """Why a private may not be bought or sold so."""
        offers = isinstance(action, SellPrivate)
        if offers and g.rules.stock.deals is not None and not g.rules.stock.seller_deals:
            return Refusal("only the buyer can make an offer, in their own turn")
        buyer, seller = (action.buyer, self.player) if isinstance(action, SellPrivate) else (self.player, "")
        return deal_checks.why_no_deal(g, seller, buyer, action.private, action.price)


@lru_cache(maxsize=512)
def _fits_shape(shape: str, deeds: str) -> bool:
    """Whether these sales (s) and purchases (b) are in an order that a turn may have."""
    return re.fullmatch(shape, deeds) is not None


def unknown(g: Game, company: str) -> Refusal | None:
    """There must be such a company."""
    return None if company in g.state.companies else Refusal(f"there is no company {company!r} in this game")


def turn_shape() -> None:
    """Names the paragraph on the order of sales and purchases in a turn."""


def sold_this_round() -> None:
    """Names the paragraph that forbids buying back what one has sold."""


def one_block(g: Game, player: str, company: str, count: int) -> str | None:
    """Shares of a company are sold as one block in a stock turn."""
    turn = g.state.find_step(StockTurn)
    return (
        f"you have already sold {company} in this turn: you can sell each company only once"
        if turn and company in turn.blocks
        else None
    )
