"""Which borders a train could cross from its stations: walks over directed borders, none of them crossed twice.

A border between two hexes is two *crossings*, `2 * bit` and `2 * bit + 1`, one for each direction; `crossing ^ 1` goes back.
`onward(c)` gives the crossings that may follow `c`; it must be symmetric: where d may follow c, c back may follow d back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

Onward = Callable[[int], Iterable[int]]


def crossable(first: Sequence[int], onward: Onward, count: int) -> set[int]:
    """The crossings that lie on some walk from `first` which crosses no border twice; `count`: crossings on the map.

    A flood keeps one such walk to each crossing. Where it refused a crossing because that walk had already used the border
    (a balloon: back over the own stem) and met it on no other walk, walks are followed back from there: mostly they cannot
    leave the balloon, or come to a station another way. Only where that leaves a doubt the exact search must tell.
    """
    walks = {c: 1 << (c >> 1) for c in first}
    refused = _flood(walks, onward)
    while refused:
        c = refused.pop()
        if c in walks:
            continue
        used = _walk_back(c, walks, first, onward)
        if used is None:
            return exact(first, onward, count)
        if used:
            walks[c] = used
            refused |= _flood(walks, onward, c)
    return set(walks)


def _flood(walks: dict[int, int], onward: Onward, start: int | None = None) -> set[int]:
    """Extend walks (crossing: the borders of a walk to it, as bits) as far as they go, all of them or the one to `start`.

    Gives the crossings that were refused since the walk had used their border.
    """
    refused = set()
    queue = deque(walks if start is None else (start,))
    while queue:
        c = queue.popleft()
        used = walks[c]
        for d in onward(c):
            if d in walks:
                continue
            border = 1 << (d >> 1)
            if used & border:
                refused.add(d)
            else:
                walks[d] = used | border
                queue.append(d)
    return refused


def _walk_back(c: int, walks: Mapping[int, int], first: Sequence[int], onward: Onward) -> int | None:
    """The borders of a walk to a crossing, as bits; 0: there is none, None: this does not tell.

    No walk crosses the border of `c` before it comes to it. Walks are followed from `c` back over other borders: to a crossing
    that `first` has, or to one whose known walk uses none of theirs. Where that fails and no step was refused, there is none.
    """
    starts, doubt = set(first), False
    back = {c ^ 1: 1 << (c >> 1)}
    queue = deque(back)
    while queue:
        at = queue.popleft()
        used = back[at]
        for d in onward(at):
            if d in back:
                continue
            border = 1 << (d >> 1)
            if used & border:
                doubt = doubt or d != c
                continue
            known = walks.get(d ^ 1, used)
            if d ^ 1 in starts:
                return used | border
            if not known & used:
                return used | known
            back[d] = used | border
            queue.append(d)
    return None if doubt else 0


def exact(first: Sequence[int], onward: Onward, count: int) -> set[int]:
    """The crossings that walks come to, by Edmonds' blossom algorithm (1965): polynomial, however tangled the track.

    Let each crossing c stand for the end of its border in the hex that c leaves. The two ends of a border (c and c ^ 1) are
    matched; ends within a hex are adjacent where track joins them. A walk that crosses no border twice is then an alternating
    path from the root, and the ends at an even distance from the root are the far ends of what can be crossed.
    """
    root = count
    starts = set(first)

    def beside(end: int) -> Iterable[int]:
        if end == root:
            return first
        joined = list(onward(end ^ 1))
        return [*joined, root] if end in starts else joined

    def mate(end: int) -> int:
        return end ^ 1

    base = list(range(count + 1))
    parent: dict[int, int] = {}  # of ends at an odd distance
    even = {root}
    grown = [root]  # ends at any distance
    queue = deque([root])

    def stem(end: int) -> list[int]:
        """The bases from here to the root."""
        cycle = [base[end]]
        while cycle[-1] != root:
            cycle.append(base[parent[mate(cycle[-1])]])
        return cycle

    def shrink(end: int, other: int, top: int, within: set[int]) -> None:
        """Mark one side of a blossom and let its odd ends know their way round."""
        while base[end] != top:
            within |= {base[end], base[mate(end)]}
            parent[end] = other
            other = mate(end)
            end = parent[other]

    while queue:
        v = queue.popleft()
        for w in beside(v):
            if base[v] == base[w] or (v != root and w == mate(v)):
                continue
            if w in even:
                known = set(stem(v))
                top = next(b for b in stem(w) if b in known)
                within: set[int] = set()
                shrink(v, w, top, within)
                shrink(w, v, top, within)
                for end in grown:
                    if base[end] in within:
                        base[end] = top
                        if end not in even:
                            even.add(end)
                            queue.append(end)
            elif w not in parent:
                parent[w] = v
                grown += (w, mate(w))
                even.add(mate(w))
                queue.append(mate(w))
    even.discard(root)
    return {mate(end) for end in even}
