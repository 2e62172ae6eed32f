"""18EU 4.4.6, 4.5: buying trains beside the Pullman, discards after a change of phase, the president's help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from game import cards, emergency, market, places, shares, trains
from game.actions import SellShares
from game.events import SharesSold, TrainBought, TurnBegan
from game.round_names import is_operating_round
from game.routing import company_reach, network
from game.steps import Step
from game.steps.trains import DiscardTrains
from titles.eu import minors
from titles.eu.marks import BLOCKS_SOLD, FINAL_EXCHANGE, ExchangeMark

if TYPE_CHECKING:
    from game.play import Game


def must_own(g: Game, company: str) -> bool:
    """18EU 4.5: a corporation must own a train at the end of its turn, with a route or without; a minor never need."""
    if minors.is_minor(g, company):
        return False
    return not g.rules.has("train_only_with_route") or _has_route_beyond_ports(g, company)


def _has_route_beyond_ports(g: Game, company: str) -> bool:
    """18xx.games: a way from a station to a port alone is no route for which a train must be owned."""
    own, _ = company_reach.stations_of(g, company)
    net = network.of(g)
    stops = (net.stops[s.b] for stop in own if stop in net.stops for s in net.leading_from(stop) if s.b != stop)
    return any(not (stop.end and stop.kind == "town") for stop in stops)


def note_first_five(g: Game, event: TrainBought) -> None:
    """18EU 4.2.2: who owns the company that buys the first 5-train begins the final exchange round."""
    if cards.kind(event.train) == "5" and event.seller == places.DEPOT and not FINAL_EXCHANGE.is_set(g.state):
        FINAL_EXCHANGE.set(g.state, ExchangeMark(g.president(event.company)))


def operating(g: Game) -> list[str]:
    """18EU 4.4: minors by number, then corporations by price, those last that have not floated."""
    order = [c for c in g.rules.order(g) if c in g.state.companies]
    return order + [c for c in market.operating_order(g) if c not in order]


def crowded(g: Game, buyer: str) -> list[str]:
    """18EU 4.4.3, 4.4.6: the buyer discards first, then the others after it in operating order, from the top again at the end."""
    if g.rules.has("discard_after_turn"):
        return []
    order = operating(g)
    at = order.index(buyer)
    return [c for c in order[at:] + order[:at] if trains.count_for_limit(g, c) > g.rules.trains.limit(g, c)]


def discard_excess(g: Game) -> None:
    """18EU 4.1.4, 4.2.2, 4.3: when a round of mergers is over, corporations over the limit discard in operating order."""
    g.push(*(asked_discards(g, c) for c in operating(g) if trains.count_for_limit(g, c) > g.rules.trains.limit(g, c)))


def asked_discards(g: Game, company: str) -> DiscardTrains:
    """18EU 4.3: what a merger has brought over the limit is discarded (18xx.games asks where all trains are alike, too)."""
    return (AskedDiscards if g.rules.has("forced_exchange_asked") else DiscardTrains)(company)


class AskedDiscards(DiscardTrains):
    """18xx.games: asks even where all trains are alike."""

    auto: ClassVar[bool] = False


class LateDiscards(Step):
    """18xx.games: the turn of the buyer is over; now companies discard, in the order of the table."""

    company: str
    done: bool = False

    key: ClassVar[str] = "discards"

    def resume(self, g: Game) -> bool:
        if self.done:
            return False
        self.done = True
        g.push(*(AskedDiscards(c) for c in trains.crowded(g)))
        return True


def help_for_others_train(g: Game, company: str, raised: Sequence[int]) -> bool:
    """18EU 4.5.2: for another company's train only with an empty treasury, and not after a sale of shares.

    18xx.games: whatever the treasury has, and after a sale only if it has something.
    """
    empty = not g.state.cash[company]
    return not (empty and raised) and (empty or g.rules.has("help_foreign_train"))


def note_block(g: Game, event: SharesSold) -> None:
    """18EU 4.5.1: one block of each corporation."""
    if is_operating_round(g.state.round) and event.who in g.state.order:
        BLOCKS_SOLD.add(g.state, event.company)


def forget_blocks(g: Game, event: TurnBegan) -> None:
    """18EU 4.5.1: another turn begins, and with it the blocks that may be sold."""
    BLOCKS_SOLD.clear(g.state)


def one_block_each(g: Game, sale: SellShares, company: str, need: int, raised: Sequence[int]) -> str | None:
    """18EU 4.5.1: shares of a corporation are sold as one block."""
    return (
        f"you have already sold {sale.company} for this train: you can sell each company only once"
        if BLOCKS_SOLD.contains(g.state, sale.company)
        else None
    )


def keeps_it_payable(g: Game, sale: SellShares, company: str, need: int, raised: Sequence[int]) -> str | None:
    """18EU 4.5.1: a sale closes a corporation for further ones: none that leaves the president short where another would not.

    Where nothing is enough nothing need be sold one by one: bankruptcy sells all that is legal.
    """
    best = {c: best_block(g, sale.by, c, company) for c in g.state.companies}
    others = sum(dollars for c, dollars in best.items() if c != sale.company)
    this = market.price(g, sale.company) * sale.shares
    if this + others >= need:
        return None
    money = g.rules.data.money
    if others + best[sale.company] >= need:
        return f"you need {money(need)} more, and after this sale you could only raise {money(this + others)}"
    return f"whatever you sell, you cannot raise the {money(need)} that you need"


def best_block(g: Game, player: str, company: str, operating: str) -> int:
    """Dollars of the largest block of a corporation that may be sold while another (or the same) must buy a train."""
    held = shares.held(g, player, company)
    counts = (n for n in range(held, 0, -1) if not block_refused(g, player, company, n, operating))
    return market.price(g, company) * next(counts, 0)


def block_refused(g: Game, player: str, company: str, count: int, operating: str) -> bool:
    """Whether the rules of sales, apart from how much is needed, are against this block."""
    sale = SellShares(company, count, by=player)
    return BLOCKS_SOLD.contains(g.state, company) or emergency.barred(g, sale, operating) is not None
