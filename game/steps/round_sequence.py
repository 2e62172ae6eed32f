"""The bottom of the agenda: which round follows which, until the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import ending, trains
from game.codec import encode, fingerprint
from game.end_causes import STANDSTILL
from game.events import RoundBegan, RoundEnded
from game.round_names import OPERATING, STOCK
from game.steps import Step
from game.steps.operate import OperatingRound
from game.steps.stock import StockRound

if TYPE_CHECKING:
    from game.play import Game


class RoundSequence(Step, tag="Course"):
    """Asks `rules.sequence` what comes next. The counters are the sequence's memory."""

    stage: str = ""  # kind of the round that just ended, such as SR; "" at the start
    stock: int = 0  # stock rounds so far
    set: int = 0  # sets of operating rounds so far
    done: int = 0  # operating rounds of this set so far
    planned: int = 0  # operating rounds of this set, fixed when the set begins
    extra: bool = False  # the round that plays off a tie has been given
    before: str = ""  # fingerprint of purses, prices and decisions when the last stock round began

    def resume(self, g: Game) -> bool:
        if self.stage:
            worth = {p: sum(g.rules.worth(g, p).values()) for p in g.state.order}
            g.emit(RoundEnded(g.state.round, worth))
        following = g.rules.sequence(g, self)
        if following is None:
            ending.finish(g, g.state.ending)
            return False
        g.push(following)
        g.emit(RoundBegan(g.state.round))
        return True


def rounds_after_stock(g: Game, sequence: RoundSequence) -> Step | None:
    """A stock round, a set of operating rounds, and so on, until the end that was triggered is due.

    Timing "round": the present operating round is the last; triggered in a stock round, one operating round follows.
    Timing "set": the present set is played to its end; triggered in a stock round, the set that follows is the last.
    """
    if sequence.stage == OPERATING and sequence.done < sequence.planned and ending.due(g) != "round":
        return operating_round(g, sequence)
    if sequence.stage == STOCK:
        sequence.set += 1
        sequence.done = 0
        sequence.planned = 1 if ending.due(g) == "round" else trains.phase(g).rounds
        return operating_round(g, sequence)
    if sequence.stage == OPERATING and g.state.ending:
        if g.rules.has("extra_or_on_tie") and not sequence.extra and ending.tied(g):
            sequence.extra = True
            sequence.planned += 1
            return operating_round(g, sequence)
        return None
    if stands_still(g, sequence):
        g.state.ending = STANDSTILL
        return None
    sequence.stage = STOCK
    sequence.stock += 1
    g.state.round = f"{STOCK} {sequence.stock}"
    return StockRound(g.state.priority)


def stands_still(g: Game, sequence: RoundSequence) -> bool:
    """Whether a whole cycle of rounds went by in which nobody could decide anything and no money or price moved.

    No rulebook ends a game for that, but nothing would ever happen again (all that is left are poor players without shares).
    """
    before, sequence.before = sequence.before, fingerprint(encode((g.state.seq, g.state.cash, g.state.market)))
    return before == sequence.before


def operating_round(g: Game, sequence: RoundSequence) -> Step:
    """The next operating round of the set; how many there are was fixed when the set began."""
    sequence.stage = OPERATING
    sequence.done += 1
    g.state.round = f"{OPERATING} {sequence.set}.{sequence.done}"
    return OperatingRound([])
