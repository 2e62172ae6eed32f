"""Bidders whom our auctions pass by without a word, since they cannot raise: the site demands a pass of each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.actions import Pass
from game.events import AuctionWon, BidMade, Passed
from game.step_keys import StepKey

if TYPE_CHECKING:
    from collections.abc import Sequence

    from game.actions import Action
    from game.events import Event
    from game.play import Game


class DroppedBidders:
    """Who has to pass at the site after each play, in its order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._bids: dict[str, dict[str, int]] = {}  # by item, as the site sees them
        self._out: set[str] = set()  # of the present duel, for good

    def passes_due(self, action: Action, events: Sequence[Event]) -> list[str]:
        """The players who must pass there now and were passed by here."""
        dropped: list[str] = []
        written = type(action) is Pass  # the first pass is the one that has been played
        for event in events:
            if type(event) is BidMade:
                self._bids.setdefault(event.item, {})[event.who] = event.amount
            elif type(event) is AuctionWon:
                dropped += self._lower_bidders(self._bids.pop(event.item, {}), event.who)
                self._out.clear()
            elif type(event) is Passed and event.who in self.game.state.order:
                if event.what == StepKey.DUEL:
                    self._out.add(event.who)
                elif event.what == StepKey.AUCTION and not written:
                    dropped.append(event.who)
                written = False
        step = self.game.top_step()
        if step is not None and step.key == StepKey.DUEL:
            item, (player,) = str(getattr(step, "item", "")), self.game.deciders()
            below = self._lower_bidders(self.game.state.bids[item], player)
            self._out |= {*below}
            dropped += below
        return dropped

    def _lower_bidders(self, bids: dict[str, int], player: str) -> list[str]:
        """The players still in a duel who have bid less than `player`, the lowest first: the site always asks the lowest."""
        if not self.game.rules.has("duel_lowest_bid"):
            return []
        lower = [p for p, amount in bids.items() if p not in self._out and amount < bids.get(player, 0)]
        return sorted(lower, key=lambda p: bids[p])
