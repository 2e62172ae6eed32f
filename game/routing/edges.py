"""Steps of a train from stop to stop, in the ints of a route graph.

A step is a segment at first. Where no route may begin or end (a town of 18 India) and two segments meet, there is nothing to
decide: they become one leg, and the stop is no step of its own any more. A search then has fewer states, and the fewer stops are
left the sooner it is known what lies ahead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from typing import NamedTuple

MAX_JOINED_LEGS = 2  # legs at a stop that are joined; with more, one stop would lie on several legs


@dataclass(slots=True, eq=False)  # not frozen: that would take three times as long to make
class DirectedLeg:
    """A leg taken from one node to another. Never changed."""

    index: int  # of the leg
    to: int
    used: int  # track mask
    visits: int  # visit mask: the nodes, their groups, and groups of the hexes passed
    gain: int  # key: what its stops pay, less its hexsides
    cost: int  # of the cap
    count: int  # for the least number of stops
    free: int  # key of stops that cost nothing
    begins: bool  # a route may only begin with it
    goes_on: bool  # the train may run through `to`
    nodes: tuple[int, ...]  # the stops on the way, `to` last
    path: tuple[int, ...]  # numbers of the segments


class Leg(NamedTuple):
    """A way between two nodes as steps there and back."""

    a: int
    b: int
    there: DirectedLeg
    back: DirectedLeg

    def other(self, node: int) -> int:
        """The other end of the leg."""
        return self.b if node == self.a else self.a

    def step(self, here: int) -> DirectedLeg:
        """The leg as a step from that end."""
        return self.there if here == self.a else self.back


def join_legs(legs: Sequence[Leg], visit_masks: Sequence[int], between: Iterable[int]) -> list[Leg]:
    """The legs without these nodes, as far as few enough meet there. `visit_masks`: what each node uses up of `visits`."""
    numbers = count(1 + max((leg.there.index for leg in legs), default=0))
    at: dict[int, list[Leg]] = {}
    for leg in legs:
        at.setdefault(leg.a, []).append(leg)
        at.setdefault(leg.b, []).append(leg)
    todo = {n for n in between if n in at}
    while few := [n for n in todo if len(at[n]) <= MAX_JOINED_LEGS]:
        node = min(few, key=lambda n: (len(at[n]), n))
        todo.discard(node)
        here = at.pop(node)
        for leg in here:
            at[leg.other(node)].remove(leg)
        for one, other in combinations(here, 2):
            both = _joined_leg(one, other, node, visit_masks, next(numbers))
            if both is not None:
                at[both.a].append(both)
                at[both.b].append(both)
    left = {leg.there.index: leg for known in at.values() for leg in known}
    return [left[index] for index in sorted(left)]


def _joined_leg(one: Leg, other: Leg, node: int, visit_masks: Sequence[int], index: int) -> Leg | None:
    """Both legs as one that runs through the node, if a route may take them one after the other."""
    a, b = one.other(node), other.other(node)
    if a == b or not (one.step(a).goes_on and other.step(b).goes_on):
        return None
    there, back = _joined_step(index, one.step(a), other.step(node)), _joined_step(index, other.step(b), one.step(node))
    if there is None or back is None or there.visits & visit_masks[a] or back.visits & visit_masks[b]:
        return None
    return Leg(a, b, there, back)


def _joined_step(index: int, first: DirectedLeg, then: DirectedLeg) -> DirectedLeg | None:
    """Two steps as one; None where both use the same."""
    if first.used & then.used or first.visits & then.visits:
        return None
    return DirectedLeg(
        index,
        then.to,
        first.used | then.used,
        first.visits | then.visits,
        first.gain + then.gain,
        first.cost + then.cost,
        first.count + then.count,
        first.free + then.free,
        first.begins,
        then.goes_on,
        first.nodes + then.nodes,
        first.path + then.path,
    )
