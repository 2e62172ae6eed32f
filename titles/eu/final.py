"""18EU 4.2.2: the Final Exchange Round before the first stock round after the first 5-train; the sequence of rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from game import places, seating
from game.actions import Action, Pass
from game.choices import Choice, choice
from game.events import RoundBegan
from game.round_names import AUCTION, OPERATING, STOCK, is_stock_round
from game.rules import Refusal
from game.steps import Step
from game.steps.round_sequence import rounds_after_stock
from titles.eu import bankruptcy, depot, mergers, minors
from titles.eu.marks import FINAL_EXCHANGE
from titles.eu.mergers import Exchange

if TYPE_CHECKING:
    from game.play import Game
    from game.steps.round_sequence import RoundSequence

ROUND = "FER"


class FinalExchange(Step):
    """In turn each player disposes of one minor, until none is left. Connections are tested anew each time."""

    player: str  # whose turn it is
    discarded: bool = False

    key: ClassVar[str] = "exchange"

    def choices(self, g: Game) -> Iterator[Choice]:
        exchanges, may_pass = self.exchanges(g), self.may_pass(g)
        if len(exchanges) == 1 and not g.rules.has("forced_exchange_asked"):
            return
        if exchanges:
            yield choice(*exchanges)
        if may_pass:
            yield choice(Pass(by=self.player), forgoes=self.given_up(g), final=True)

    def exchanges(self, g: Game) -> list[Exchange]:
        """18EU 4.2.2: the owner chooses minor and corporation; a minor that is connected to none is given up for nothing.

        18xx.games: minors are exchanged for shares only, and given up by a pass.
        """
        pairs = [(m, c) for m in minors.owned(g, self.player) for c in mergers.connected(g, m) or [""]]
        if g.rules.has("exchange_ends_round"):
            pairs = [(m, c) for m, c in pairs if c and mergers.share_for(g, c)[0]]
        return [Exchange(m, c, by=self.player) for m, c in pairs]

    def may_pass(self, g: Game) -> bool:
        """18xx.games: who has only minors that are worth nothing somewhere may give up all of them at once."""
        owned = minors.owned(g, self.player) if g.rules.has("exchange_ends_round") else []
        worthless = (
            not companies or any(not mergers.share_for(g, c)[0] for c in companies)
            for companies in (self.joined_to(g, m) for m in owned)
        )
        return bool(owned) and all(worthless)

    def given_up(self, g: Game) -> str:
        """What a pass costs, in words."""
        return f"you get nothing for {listed_minors(minors.owned(g, self.player))}"

    def joined_to(self, g: Game, minor: str) -> list[str]:
        """The corporations that a minor is connected to."""
        return mergers.connected(g, minor)

    def apply(self, g: Game, action: Action) -> None:
        if isinstance(action, Exchange):
            pooled = bool(action.company) and mergers.share_for(g, action.company)[1] == places.POOL
            mergers.exchange(g, action.by, action.minor, action.company)
            if pooled and g.rules.has("pool_exchange_keeps_turn"):
                return
        else:
            for minor in minors.owned(g, action.by):
                mergers.exchange(g, action.by, minor, "")
        self.player = seating.players_after(g, self.player)[0]

    def resume(self, g: Game) -> bool:
        left = [p for p in (self.player, *seating.players_after(g, self.player)) if minors.owned(g, p)]
        if left and left[0] != self.player:
            self.player = left[0]
            return True
        if left:
            self.apply(g, self.exchanges(g)[0])
            return True
        if not self.discarded and not g.rules.has("discard_at_merger"):
            self.discarded = True
            depot.discard_excess(g)
            return True
        return False

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        paragraph = "18EU 4.2.2"
        if not isinstance(action, Exchange) or action.by != self.player:
            return Refusal("in the final exchange round you can only exchange minors", paragraph)
        is_own = action.minor in minors.owned(g, self.player)
        if is_own and not action.company and mergers.connected(g, action.minor):
            return Refusal(f"minor {action.minor} is connected to a corporation: name one", paragraph)
        why = mergers.why_not_exchangeable(g, self.player, action)
        return Refusal(why, paragraph) if why else None


def listed_minors(names: Sequence[str]) -> str:
    """`minor 2`, `minors 2, 5 and 9`."""
    if len(names) == 1:
        return f"minor {names[0]}"
    return f"minors {', '.join(names[:-1])} and {names[-1]}"


def sale_first(g: Game, sequence: RoundSequence) -> Step | None:
    """18EU 4, 4.2: the sale of the minors, a set of two operating rounds, then stock rounds and sets in turn.

    The first stock round has number 2, so that each stands before the operating rounds of its own number.
    """
    if not sequence.stage:
        sequence.stage, sequence.stock = STOCK, 1
        g.state.round = AUCTION
        return minors.MinorSale(g.state.priority, [g.state.priority])
    if due(g, sequence):
        sequence.stage = ROUND
        g.state.round = f"{ROUND} {sequence.stock + 1}"
        exchange = FINAL_EXCHANGE.record(g.state)
        assert exchange is not None
        FINAL_EXCHANGE.set(g.state, exchange._replace(stage="done"))
        return FinalExchange(bankruptcy.solvent(g, exchange.first))
    bankruptcy.solvent_priority(g)
    return rounds_after_stock(g, sequence)


def due(g: Game, sequence: RoundSequence) -> bool:
    """18EU 4.2.2: a set is over, a 5-train was sold, and the game goes on."""
    set_over = sequence.stage == OPERATING and sequence.done >= sequence.planned and not g.state.ending
    exchange = FINAL_EXCHANGE.record(g.state)
    return set_over and exchange is not None and not exchange.done


def late_discards(g: Game, event: RoundBegan) -> None:
    """18xx.games: what the final exchange took over the limit is discarded as the stock round begins."""
    if g.rules.has("discard_at_merger") and is_stock_round(event.name):
        depot.discard_excess(g)
