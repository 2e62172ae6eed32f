"""The legal actions of one kind for one player: listed in full, with numbers as ranges.

A `Choice` is at once the validator, the menu, the completion and the source of random play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from game.actions import Action
from game.state import Company, Player


@dataclass(frozen=True)
class Span:
    """Whole numbers from `low` to `high`, by `step`."""

    low: int
    high: int
    step: int = 1

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high and (value - self.low) % self.step == 0

    def values(self) -> range:
        """The numbers as a range."""
        return range(self.low, self.high + 1, self.step)


@dataclass(frozen=True)
class Pick:
    """Any `low` to `high` of these items, as a tuple in the order of `items`."""

    items: tuple[str, ...]
    low: int
    high: int

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or not self.low <= len(value) <= self.high:
            return False
        return value == tuple(i for i in self.items if i in value)


Range = Span | Pick


class Choice(msgspec.Struct, frozen=True, dict=True):
    """Legal actions of one class for one player.

    `actions` are listed in full; fields named in `ranges` hold their lowest value there and may take any value of the range.
    Where not all can be listed (routes are too many), `judge` decides alone: "" accepts, a sentence refuses.

    What is listed may take long to find: it is found when somebody looks at it, while the position lasts. Until then `test`
    answers for the list, where it can be told sooner of one action whether it is in there.

    `forgoes` says what else is still legal and is seldom left undone on purpose: "GFR may still lay a tile". It changes nothing
    about what is legal; whoever takes an action from a player may ask once more. What is `final` is lost for good with that:
    everybody is asked once more.
    """

    kind: type[Action]
    by: Player
    find: Callable[[], tuple[Action, ...]]
    ranges: Mapping[str, Range] = {}
    judge: Callable[[Any], str] | None = None
    test: Callable[[Any], bool] | None = None
    forgoes: str = ""
    final: bool = False
    withdraws: bool = False  # it takes back what the same player has offered
    for_good: bool = False  # it changes a company, which may stay as it is
    about: Company = ""  # whose station is placed, where that is not the company on turn

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The actions as they are listed; a ranged field has its lowest value."""
        return self.find()

    def template(self, action: Action) -> Action:
        """The action with every ranged field set as in `actions`, for looking it up there."""
        if not self.ranges:
            return action
        first = self.actions[0]
        return msgspec.structs.replace(action, **{name: getattr(first, name) for name in self.ranges})

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, self.kind) or action.by != self.by:
            return False
        if any(getattr(action, name) not in span for name, span in self.ranges.items()):
            return False
        if self.judge is not None:
            return not self.judge(action)
        if self.test is not None and "actions" not in self.__dict__:
            return self.test(action)
        return self.template(action) in self.actions

    def __iter__(self) -> Iterator[Action]:
        """The listed actions; a ranged one appears with its lowest values."""
        return iter(self.actions)

    def matching(self, given: Mapping[str, object]) -> Sequence[Action]:
        """The listed actions that agree with the fields given (ranged fields: with the range)."""
        return [a for a in self.actions if all(self._agrees(a, name, value) for name, value in given.items())]

    def _agrees(self, action: Action, name: str, value: object) -> bool:
        """Whether the action's field has that value, or a range of it has."""
        span = self.ranges.get(name)
        return value in span if span is not None else getattr(action, name, None) == value

    def options(self, name: str, given: Mapping[str, object] | None = None) -> list[object]:
        """The distinct values that field may still take, in order; of a ranged field its lowest and highest."""
        span = self.ranges.get(name)
        if isinstance(span, Span):
            return [span.low] if span.low == span.high else [span.low, span.high]
        if span is not None:
            return list(span.items)
        return list(dict.fromkeys(getattr(a, name) for a in self.matching(given or {})))

    def complete(self, given: Mapping[str, object]) -> Action | None:
        """The one action meant, once what is given settles it; a ranged field must be given or have one value."""
        agreeing = self.matching(given)
        if len(agreeing) != 1:
            return None
        values = {}
        for name, span in self.ranges.items():
            if name in given:
                values[name] = given[name]
            elif not isinstance(span, Span) or span.low != span.high:
                return None
        return msgspec.structs.replace(agreeing[0], **values)


def choice(
    *actions: Action,
    judge: Callable[[Any], str] | None = None,
    forgoes: str = "",
    final: bool = False,
    withdraws: bool = False,
    **ranges: Range,
) -> Choice:
    """A `Choice` written like a call: `choice(Bid("LTR", 20, by=p), amount=Span(20, 80))`."""
    made = Choice(
        type(actions[0]),
        actions[0].by,
        lambda: actions,
        ranges,
        judge,
        forgoes=forgoes,
        final=final,
        withdraws=withdraws,
    )
    vars(made)["actions"] = actions  # they are known already
    return made


@dataclass(frozen=True)
class Auction:
    """What is being auctioned: for the post that tells of it, and for bids that are handed in beforehand."""

    lot: str  # the same from the moment something is put up until it is sold
    items: tuple[str, ...]  # what is bid for now or later in this auction
    now: tuple[str, ...] = ()  # what is bid for now
    alone: bool = False  # there is one thing to bid for: who will not go on passes
    bidders: tuple[str, ...] = ()  # who is asked for a bid, in order, and at the end who leads; none: everybody
    leads: Mapping[str, str] = field(default_factory=dict)
    """Who has the high bid, of those who may be asked to raise it."""
    bound: Mapping[str, int] = field(default_factory=dict)
    """Dollars that players have bid for what is sold now, beside the bids that stand in the state."""
