"""18 India 7: stock rounds. One selling turn each, then turns of buying until all pass in a row; prices stand still."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import field

from game import cards, shares
from game.actions import Action, BuyShare, Pass, SellShares
from game.choices import Choice, choice
from game.events import Passed, TurnBegan, TurnEnded
from game.round_names import FIRST_STOCK_ROUND
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step
from titles.india import deals, gipr, hands, reasons, rows
from titles.india.actions import BuyBond, BuyCard, BuyHand, BuyHandPrivates, BuyRow, ConvertBond, SellCard
from titles.india.events import Reordered
from titles.india.setup import GIPR

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Player


class Trading(Step):
    """The round. The order in which players pass is the turn order of the next round."""

    at: int = 0  # turns so far in this part
    selling: bool = True
    passes: int = 0  # in a row
    listed: list[str] = field(default_factory=list)  # players who have passed, first to last

    key: ClassVar[str] = StepKey.STOCK_ROUND

    def resume(self, g: Game) -> bool:
        order = g.state.order
        if self.selling and (g.state.round == FIRST_STOCK_ROUND or self.at >= len(order)):
            self.selling, self.at = False, 0
        if self.selling:
            g.push(SellingTurn(order[self.at]))
        elif self.passes >= len(order):
            g.state.order = list(self.listed)
            g.state.priority = self.listed[0]
            g.emit(Reordered(tuple(self.listed)))
            return False
        else:
            player = order[self.at % len(order)]
            g.emit(TurnBegan(player))
            g.push(BuyingTurn(player))
        self.at += 1
        return True

    def after(self, g: Game, child: Step) -> bool:
        if isinstance(child, SellingTurn):
            if g.rules.has("early_pass_order") and not child.sold:
                self.listed.append(child.player)
        elif isinstance(child, BuyingTurn):
            self.note(g, child.player, passed=not child.bought)
            g.emit(TurnEnded(child.player))
        else:
            return False
        return True

    def note(self, g: Game, player: Player, *, passed: bool) -> None:
        """18 India 7.5: a purchase takes a player off the list, a pass puts one on it."""
        if passed:
            self.passes += 1
            g.emit(Passed(player, StepKey.STOCK_ROUND))
            if player not in self.listed:
                self.listed.append(player)
        else:
            self.passes = 0
            if player in self.listed:
                self.listed.remove(player)


class SellingTurn(Step):
    """18 India 7.1: any number of certificates, once a round. Who is over the limit sells down to it."""

    player: str
    sold: bool = False
    done: bool = False

    key: ClassVar[str] = "selling turn"

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.done:
            return
        sales = list(deals.sales(g, self.player, self.player))
        yield from sales
        if sales and self.excess(g) <= 0:
            yield choice(Pass(by=self.player))

    def excess(self, g: Game) -> int:
        """18 India 7.3: certificates above the limit; below nought where there is room."""
        return shares.count_for_limit(g, self.player) - g.rules.shares.limit(g)

    def apply(self, g: Game, action: Action) -> None:
        if isinstance(action, Pass):
            self.done = True
            if not self.sold:
                g.emit(Passed(self.player, "selling"))
        else:
            self.sold = True
            deals.sell(g, self.player, action)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if action.by != self.player:
            return None
        if isinstance(action, Pass) and self.excess(g) > 0:
            return Refusal(
                f"you own {self.excess(g)} certificate{'s' * (self.excess(g) != 1)} too many: sell first",
                "18 India 7.3",
            )
        return deals.why_no_sale(g, self.player, action)


class BuyingTurn(Step):
    """18 India 7.2: one purchase, or a pass."""

    player: str
    bought: bool = False
    done: bool = False

    key: ClassVar[str] = StepKey.STOCK

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.done:
            return
        purchases = list(self.purchases(g))
        yield from purchases
        if purchases or self.keeps_silent(g):
            yield choice(Pass(by=self.player))

    def keeps_silent(self, g: Game) -> bool:
        """Whether the player might have something to buy for all that others know: then nothing is passed automatically.

        A pass that comes by itself would tell that none of the cards kept in secret can be bought.
        """
        unseen = hands.covered(g)
        own = any(g.state.place[card] == f"hand:{self.player}" for card in unseen)
        room = g.rules.shares.limit(g) - shares.count_for_limit(g, self.player)
        return own and room > 0 and min(deals.printed(g, c) for c in unseen) <= g.state.cash[self.player]

    def purchases(self, g: Game) -> Iterator[Choice]:
        """18 India 7.2: what may be bought: from hand, rows and market, a bond, or a bond's share."""
        room = g.rules.shares.limit(g) - shares.count_for_limit(g, self.player)
        yield from self.from_hand(g, room)
        if g.state.round != FIRST_STOCK_ROUND or g.rules.has("sr1_ipo_open"):
            offers = (BuyRow(n, count, by=self.player) for n in (1, 2, 3) for count in (1, 2))
            row_purchases = tuple(o for o in offers if self.row_open(g, o, room))
            if row_purchases:
                yield choice(*row_purchases)
        if room > 0:
            yield from deals.from_market(g, self.player, self.player, "")
        yield from deals.bond(g, self.player, self.player)
        if room > 0 and gipr.convertible(g, self.player):
            yield choice(ConvertBond(by=self.player))

    def row_open(self, g: Game, offer: BuyRow, room: int) -> bool:
        """18 India 7.2.2: whether so many cards of the row are there, paid for and within the limit."""
        pile = rows.row(g, offer.row)[: offer.count]
        price = sum(deals.printed(g, card) for card in pile)
        return offer.count == len(pile) <= room and price <= g.state.cash[self.player]

    def from_hand(self, g: Game, room: int) -> Iterator[Choice]:
        """18 India 7.2.1: shares of one company, with or without its director's certificate, or privates, as many as one likes.

        `room`: certificates that may be added.
        """
        cash = g.state.cash[self.player]
        purchases = []
        for company, state in g.state.companies.items():
            if state.closed:
                continue
            price = g.rules.data.companies[company].par
            ordinary = len(hands.of_company(g, self.player, company))
            head = g.state.place.get(f"{company}.0") == f"hand:{self.player}" and company != GIPR
            for director in (False, True) if head else (False,):
                for count in range(ordinary + 1):
                    cost = (count + 2 * director) * price
                    if 0 < count + director <= room and cost <= cash:
                        purchases.append(BuyHand(company, count, director, by=self.player))
        if purchases:
            yield choice(*purchases)
        sets = [s for s in subsets(cards.privates(g, f"hand:{self.player}")) if 0 < len(s) <= room]
        paid = [s for s in sets if sum(deals.printed(g, p) for p in s) <= cash]
        if paid:
            yield choice(*(BuyHandPrivates(s, by=self.player) for s in paid))

    def normal(self, g: Game, action: Action) -> Action:
        """Private companies are named in any order."""
        if not isinstance(action, BuyHandPrivates):
            return action
        own_privates = cards.privates(g, f"hand:{self.player}")
        if len({*action.privates}) < len(action.privates) or not {*action.privates} <= {*own_privates}:
            return action
        return g.with_fields(action, privates=tuple(p for p in own_privates if p in action.privates))

    def apply(self, g: Game, action: Action) -> None:
        self.done = True
        self.bought = not isinstance(action, Pass)
        match action:
            case BuyHand():
                taken = hands.of_company(g, self.player, action.company)[: action.shares]
                if action.director:
                    taken.insert(0, f"{action.company}.0")
                deals.buy(g, self.player, taken)
            case BuyHandPrivates():
                deals.buy(g, self.player, list(action.privates))
            case BuyRow():
                deals.buy(g, self.player, rows.row(g, action.row)[: action.count])
            case BuyShare() | BuyCard() | BuyBond():
                deals.buy_here(g, self.player, action)
            case ConvertBond():
                gipr.convert(g, self.player)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        if action.by != self.player:
            return None
        match action:
            case SellShares() | SellCard():
                return Refusal("you can only sell certificates in the selling turn", "18 India 7.1")
            case BuyRow() if g.state.round == FIRST_STOCK_ROUND and not g.rules.has("sr1_ipo_open"):
                return Refusal("the rows are closed to players in the first stock round", "18 India 7.2.2, errata")
        return reasons.why_not(g, reasons.player(g, self.player), action)


def subsets(items: list[str]) -> list[tuple[str, ...]]:
    """All sets of these items, each in their order."""
    chosen: list[tuple[str, ...]] = [()]
    for item in items:
        chosen += [(*s, item) for s in chosen]
    return chosen
