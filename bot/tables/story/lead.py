"""What everybody was worth at the end of each round, and who led by how much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from game.events import Event, GameEnded, Ran, RoundBegan, RoundEnded
from game.state import Player


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """What everybody was worth, in dollars, when a round of that name ended. `begun`: a company had earned something by then."""

    round: str
    worth: Mapping[Player, int]
    begun: bool

    @property
    def leader(self) -> Player:
        """Who was worth most; "" for several."""
        most = max(self.worth.values())
        first = [player for player, worth in self.worth.items() if worth == most]
        return first[0] if len(first) == 1 else ""

    @property
    def lead(self) -> int:
        """Dollars from the first to the second; 0 for one player alone."""
        first, *others = sorted(self.worth.values(), reverse=True)
        return first - others[0] if others else 0

    def ahead(self, player: Player) -> int:
        """Dollars from the best of the others to that player; less than nothing where one of them is worth more."""
        return self.worth[player] - max((n for p, n in self.worth.items() if p != player), default=0)

    def best_beside(self, player: Player) -> Player:
        """Who of the others is worth most."""
        return max((p for p in self.worth if p != player), key=lambda p: self.worth[p])


@dataclass(frozen=True, slots=True)
class Lead:
    """Since when the winner was ahead at the end of each round, and who led before, one after the other."""

    player: Player
    since: str
    before: tuple[Player, ...]


def list_round_ends(moves: Iterable[Sequence[Event]]) -> list[RoundEnd]:
    """The ends of all rounds; that of the game too, where it came within a round."""
    ends: list[RoundEnd] = []
    begun, name = False, ""
    for event in (event for events in moves for event in events):
        begun = begun or (isinstance(event, Ran) and event.revenue > 0)
        if isinstance(event, RoundBegan):
            name = event.name
        elif isinstance(event, RoundEnded | GameEnded) and event.worth:
            ended = event.name if isinstance(event, RoundEnded) else ""
            if ended or not ends or dict(ends[-1].worth) != dict(event.worth):
                ends.append(RoundEnd(ended or name or "the end", event.worth, begun))
    return ends


def find_lead(moves: Iterable[Sequence[Event]]) -> Lead | None:
    """Since when the winner led; None where nobody is ahead, or no company has earned anything yet."""
    ends = [end for end in list_round_ends(moves) if end.begun]
    if not ends or not ends[-1].leader:
        return None
    winner = ends[-1].leader
    others = [n for n, end in enumerate(ends) if end.leader != winner]
    since = others[-1] + 1 if others else 0
    before = tuple(player for player, _ in groupby(end.leader for end in ends[:since] if end.leader))
    return Lead(winner, ends[since].round, before)
