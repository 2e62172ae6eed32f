"""Buying trains, from the bank or another company, and discarding those over the limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec import field

from game import bankruptcy, emergency, market, money, privates, train_checks, trains
from game.ability_kinds import DISCOUNT
from game.actions import Action, Bankrupt, BuyTrain, DiscardTrain, Pass, SellPrivate, SellShares
from game.checks import Purchase
from game.choices import Choice, Span, choice
from game.deal_checks import list_private_sales
from game.events import Passed, Skipped
from game.lazy_list import LazyList
from game.memo import memoized
from game.names import company_name
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step
from game.steps.consent import Consent, ask
from game.steps.operate import abilities_on_offer, powers_wait
from game.steps.train_refusals import refuse_private_sale, refuse_purchase

if TYPE_CHECKING:
    from game.play import Game


class BuyTrains(Step):
    """Any number of purchases under the checks. A company that must own a train may not pass without one.

    When its treasury cannot pay any train of the bank, the president helps with the cheapest one: from their cash, and from
    sales (`emergency`).
    """

    company: str
    bank: int = 0  # trains bought from the bank this turn
    done: bool = False
    raised: list[int] = field(default_factory=list)  # dollars for one share (or a private) of each sale made to help

    key: ClassVar[str] = StepKey.TRAINS

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.done:
            return
        yield from self._list_free_choices(g) if not self.must_buy(g) else self._list_forced_choices(g)

    def choices_of(self, g: Game, kind: type[Action]) -> Iterator[Choice] | None:
        """The pass alone where only that is asked for."""
        return self._list_passes(g) if kind is Pass and not self.done else None

    def _list_free_choices(self, g: Game) -> Iterator[Choice]:
        """What may be bought, and the pass."""
        by = g.president(self.company)
        yield from self._list_from_bank(g, by)
        yield from self._list_from_companies(g, by)
        yield from self._list_passes(g)

    def _list_passes(self, g: Game) -> Iterator[Choice]:
        """The pass, where it is allowed: it is asked for while something may be bought, by powers of privates as well."""
        if self.must_buy(g):
            return
        by = g.president(self.company)
        bank = any(True for _ in self._list_from_bank(g, by))
        others = bank or any(True for _ in self._list_from_companies(g, by))
        if others or powers_wait(g) or any(abilities_on_offer(g)):
            bare = bank and not trains.owned(g, self.company)
            yield choice(Pass(by=by), forgoes=f"{self.company} has no train and can still buy one" if bare else "")

    def _list_forced_choices(self, g: Game) -> Iterator[Choice]:
        """What a company may buy that must, and what its president may do for it."""
        by = g.president(self.company)
        purchases = [*self._list_from_bank(g, by), *self._list_from_companies(g, by)]
        if not any(self._treasury_pays(g, p) for p in self.bank_purchases(g) if not p.using):
            purchases += self.list_presidents_help(g, by, purchases)
        elif g.rules.trains.help_dearer:
            purchases += self._list_helped_purchases(g, by, self.bank_purchases(g))
        yield from purchases

    def must_buy(self, g: Game) -> bool:
        """Whether the company must own a train and has none."""
        must_own = g.rules.trains.must_own
        if must_own is None or trains.owned(g, self.company) or not trains.bank_trains(g):
            return False
        return must_own(g, self.company)

    def bank_purchases(self, g: Game) -> list[Purchase]:
        """Each train the bank sells, on each of its sides and at each price, that no check forbids."""
        return _list_bank_purchases(g, self.company, self.bank)

    def _treasury_pays(self, g: Game, purchase: Purchase) -> bool:
        """Whether the treasury pays for it alone."""
        return purchase.price <= g.state.cash[self.company]

    def _list_from_bank(self, g: Game, by: str) -> Iterator[Choice]:
        """The choice of trains from the bank."""
        bought = tuple(_purchase_action(p, by) for p in self.bank_purchases(g) if self._treasury_pays(g, p))
        if bought:
            yield choice(*bought)

    def _list_from_companies(self, g: Game, by: str) -> Iterator[Choice]:
        """The choice of trains of other companies, with a range of prices."""
        offers: LazyList[Choice] = g.memo(
            ("trades", self.company, self.bank, *self.raised), lambda: LazyList(self._find_trades(g, by))
        )
        return iter(offers)

    def _find_trades(self, g: Game, by: str) -> Iterator[Choice]:
        """Each train of another company with the range of its price."""
        if not g.rules.trains.trade:
            return
        helped = self.president_may_add(g)
        for seller, card in train_checks.others_trains(g, self.company):
            low, high = emergency.prices(g, self.company, card, self.raised, helped=helped)
            purchase = Purchase(self.company, card, seller, low, self.bank)
            if low <= high and not g.rules.forbids(g.rules.trains.checks, g, purchase):
                yield choice(BuyTrain(card, low, seller, by=by), price=Span(low, high))

    def president_may_add(self, g: Game) -> bool:
        """Whether the president may add cash for another company's train."""
        rules = g.rules.trains
        return rules.trade_help and self.must_buy(g) and rules.trade_help_when(g, self.company, self.raised)

    def list_presidents_help(self, g: Game, by: str, unaided: Sequence[Choice]) -> Iterator[Choice]:
        """The president's help: the cheapest train, or sales, or bankruptcy. `unaided`: what the company can buy without."""
        least: dict[str, int] = {}  # dollars of the cheapest train, by the private whose power is used
        for p in self.bank_purchases(g):
            least[p.using] = min(p.price, least.get(p.using, p.price))
        if "" not in least:
            return
        cheapest = (p for p in self.bank_purchases(g) if p.price == least[p.using] or g.rules.trains.help_dearer)
        reached = [*self._list_helped_purchases(g, by, cheapest)]
        yield from reached
        need = self.missing_dollars(g, by)
        if need <= 0:
            return
        sales = tuple(emergency.sales(g, by, self.company, need, self.raised))
        deals = [*self._list_private_sales(g, by, need)]
        yield from deals
        if sales:
            yield choice(*sales)
        else:
            yield choice(Bankrupt(by=by), forgoes=self._name_ways_out(g, [*unaided, *reached, *deals]))

    def _name_ways_out(self, g: Game, choices: Iterable[Choice]) -> str:
        """What would save a president from bankruptcy, in words; "" if nothing would."""
        for action in (a for c in choices for a in c):
            if isinstance(action, BuyTrain):
                seller = company_name(g.rules, action.seller)
                using = f" with {action.using}" if action.using else f" from {seller}" if seller else ""
                return f"{self.company} can still buy the {trains.train_name(g, action.train)}{using}"
            if isinstance(action, SellPrivate):
                return f"{action.private} can still be sold"
        return ""

    def _list_private_sales(self, g: Game, by: str, need: int) -> Iterator[Choice]:
        """Privates that the president may offer to other players while so many dollars are missing."""
        if g.rules.trains.private_sales:
            for private, buyer, cash in list_private_sales(g, by):
                most = min(cash, need + min(self.raised) - 1) if self.raised else cash
                yield choice(SellPrivate(private, buyer, 1, by=by), price=Span(1, most))

    def _list_helped_purchases(self, g: Game, by: str, wanted: Iterable[Purchase]) -> Iterator[Choice]:
        """Those of these trains that the president's cash brings within reach."""
        treasury, all_money = g.state.cash[self.company], g.state.cash[self.company] + g.state.cash[by]
        reached = [p for p in wanted if treasury < p.price <= all_money]
        if reached:
            yield choice(*(_purchase_action(p, by) for p in reached))

    def apply(self, g: Game, action: Action) -> None:
        match action:
            case Pass():
                self.done = True
                g.emit(Passed(self.company, self.key))
            case BuyTrain():
                self._carry_out(g, action)
            case SellShares():
                self.raised.append(market.price(g, action.company))
                emergency.sell(g, action)
            case SellPrivate():
                question = Consent(action.by, action.buyer, action.private, action.price, action.buyer, action.by)
                if not ask(g, question):
                    self._settle_private_sale(g, question)
            case Bankrupt():
                self.raised = []
                (g.rules.trains.bankrupt or bankruptcy.go_bankrupt)(g, action.by, self.company)

    def _carry_out(self, g: Game, action: BuyTrain) -> None:
        """From the bank at once; another president is asked first."""
        if not action.seller:
            place = g.state.place[action.train]
            purchase = Purchase(self.company, action.train, place, action.price, self.bank, action.side, action.using)
            self.bank += 1
            self._pay_and_take(g, purchase)
            return
        president = g.president(action.seller)
        question = Consent(action.by, president, action.train, action.price, self.company, action.seller)
        if not ask(g, question):
            self._pay_and_take(g, Purchase(self.company, action.train, action.seller, action.price))

    def after(self, g: Game, child: Step) -> bool:
        if not isinstance(child, Consent):
            return False
        bought, sold = child.what in g.rules.data.train_set, child.buyer in g.state.order
        if child.yes and bought:
            self._pay_and_take(g, Purchase(self.company, child.what, child.seller, child.price))
        elif child.yes and sold:
            self._settle_private_sale(g, child)
        return bought or sold

    def _settle_private_sale(self, g: Game, deal: Consent) -> None:
        """A private has gone to another player."""
        self.raised.append(deal.price)
        privates.sell(g, deal.what, deal.buyer, deal.price)

    def _pay_and_take(self, g: Game, purchase: Purchase) -> None:
        """Pay, with the president's help if the treasury is short, then discards where limits have fallen."""
        short = purchase.price - g.state.cash[self.company]
        if short > 0:
            money.pay(g, g.president(self.company), self.company, short, "help")
        if purchase.using:
            privates.use(g, purchase.using, DISCOUNT)
        trains.buy(g, purchase)
        g.push(*(DiscardTrains(c) for c in (g.rules.trains.crowded or buyer_first)(g, self.company)))

    def resume(self, g: Game) -> bool:
        if not self.done and not self.bank:
            g.emit(Skipped(self.company, self.key, self._obstacle(g)))
        return False

    def _obstacle(self, g: Game) -> str:
        """Why the company can buy no train."""
        has = trains.count_for_limit(g, self.company)
        if has >= g.rules.trains.limit(g, self.company):
            return f"it has as many trains as it may, {has}"
        return f"no train can be bought with its {g.rules.data.money(g.state.cash[self.company])}"

    def declined(self) -> bool:
        """Whether the turn is over without a purchase."""
        return self.done

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        match action:
            case Pass() if self.must_buy(g):
                assert g.rules.trains.must_own
                return Refusal(f"{self.company} must own a train", g.rules.paragraph(g.rules.trains.must_own))
            case BuyTrain():
                return refuse_purchase(g, self, action)
            case SellShares() if self.must_buy(g):
                return emergency.refusal(g, action, self.company, self.missing_dollars(g, action.by), self.raised)
            case SellPrivate() if self.must_buy(g) and g.rules.trains.private_sales:
                return refuse_private_sale(g, self, action)
            case Bankrupt():
                short = self.must_buy(g) and self.missing_dollars(g, action.by) > 0
                reason = (
                    "you can still sell shares to pay for a train"
                    if short
                    else "you can only go bankrupt when you must buy a train and cannot pay for it"
                )
                return Refusal(reason, g.rules.paragraph(bankruptcy.go_bankrupt))
        return None

    def missing_dollars(self, g: Game, by: str) -> int:
        """Dollars that are missing for the cheapest train of the bank, without powers of privates."""
        return self.cheapest_price(g) - g.state.cash[self.company] - g.state.cash[by]

    def cheapest_price(self, g: Game) -> int:
        """Dollars of the cheapest train of the bank, without powers of privates; 0 for none."""
        return min((p.price for p in self.bank_purchases(g) if not p.using), default=0)


@memoized()
def _list_bank_purchases(g: Game, company: str, bought: int) -> list[Purchase]:
    """What the bank may sell a company that has bought so many trains from it in this turn."""
    checks = g.rules.trains.checks
    return [p for p in trains.bank_offers(g, company, bought) if not g.rules.forbids(checks, g, p)]


def _purchase_action(purchase: Purchase, by: str) -> BuyTrain:
    """A purchase from the bank as a player says it."""
    return BuyTrain(purchase.train, purchase.price, side=purchase.side, using=purchase.using, by=by)


def buyer_first(g: Game, buyer: str) -> list[str]:
    """Companies over their train limit: the one on turn, then the others in the order of the table."""
    return sorted(trains.crowded(g), key=lambda company: company != buyer)


class DiscardTrains(Step):
    """A company over the limit discards, one train after another; trains of one face are not told apart."""

    company: str

    key: ClassVar[str] = StepKey.DISCARD
    modal: ClassVar[bool] = True
    auto: ClassVar[bool] = True

    def choices(self, g: Game) -> Iterator[Choice]:
        if trains.count_for_limit(g, self.company) <= g.rules.trains.limit(g, self.company):
            return
        kinds: dict[str, str] = {}
        for card in (g.rules.trains.discards or trains.owned)(g, self.company):
            kinds.setdefault(trains.face(g, card), card)
        by = g.president(self.company)
        yield choice(*(DiscardTrain(card, by=by) for card in kinds.values()))

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, DiscardTrain)
        trains.discard(g, self.company, action.train)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if not isinstance(action, DiscardTrain):
            limit = g.rules.paragraph(g.rules.trains.limit)
            return Refusal(f"{self.company} is over the train limit and must discard first", limit)
        return Refusal(f"{self.company} has no {trains.train_name(g, action.train)}")
