"""Where a game turned: the rounds that moved the lead most, those that moved players furthest apart, and the turns behind them.

What a round changed is told by what everybody was worth at its end and at the end of the round before, as the chart of worth
shows it. All figures are dollars.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from bot.tables.story.lead import RoundEnd, find_lead, list_round_ends
from bot.tables.story.turns import Turn, follow_turns
from game.events import Event
from game.rules import Rules
from game.state import Player

POINTS = 5  # rounds that are told
LEADS = 3  # of these at most so many by what they did to the lead, beside the one in which the winner took it for good
PART = 1 / 4  # of what came between two players: a turn that did less is not behind it
MOST = 0.6  # of the same: a turn that did as much is all that is told
LITTLE = 0.1  # of what came between all players: a lead that moved less is not what a round is told by
FURTHER = 2  # so many times what moved the lead: what came between others is told too


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A round between two ends. `winner`: who was first in the end; `taken`: whether the winner took the lead for good in it.

    `turns`: those behind it, the one that did most first; without any, `assets`: what everybody's part of what companies own has
    changed by.
    """

    before: RoundEnd
    after: RoundEnd
    winner: Player
    taken: bool = False
    turns: tuple[Turn, ...] = ()
    assets: Mapping[Player, int] = field(default_factory=dict)

    @property
    def changes(self) -> Mapping[Player, int]:
        """How much everybody's worth changed."""
        return {player: worth - self.before.worth.get(player, 0) for player, worth in self.after.worth.items()}

    @property
    def lead(self) -> int:
        """What the winner gained on the best of the others; less than nothing where the winner lost."""
        return self.after.ahead(self.winner) - self.before.ahead(self.winner)

    @property
    def apart(self) -> int:
        """From the player who gained least to the one who gained most."""
        return max(self.changes.values()) - min(self.changes.values())

    @property
    def moves_lead(self) -> bool:
        """Whether what it did to the lead tells what it did, beside what came between all players."""
        return self.taken or abs(self.lead) >= LITTLE * self.apart

    def between(self, *, of_lead: bool) -> tuple[Player, Player]:
        """Who gained on whom: of all players the most and the least, or of the winner and the best of the others."""
        changes = self.changes
        if not of_lead:
            return max(changes, key=lambda p: changes[p]), min(changes, key=lambda p: changes[p])
        if self.lead > 0:
            return self.winner, self.before.best_beside(self.winner)
        return self.after.best_beside(self.winner), self.winner


def find_turning_points(
    moves: Sequence[Sequence[Event]], rules: Rules, players: Sequence[Player]
) -> list[TurningPoint]:
    """The rounds in which the game turned, at most `POINTS`, in order of play; none before a company has earned anything."""
    rounds = list(_follow_rounds(moves))
    by_lead = sorted((r for r in rounds if r.lead), key=lambda r: -abs(r.lead))
    chosen = [r for r in rounds if r.taken]
    chosen += [r for r in by_lead if r not in chosen][:LEADS]
    of_lead = list(chosen)
    by_apart = sorted((r for r in rounds if r.apart), key=lambda r: -r.apart)
    chosen += [r for r in by_apart if r not in chosen][: POINTS - len(chosen)]
    turns = follow_turns(moves, rules, players)
    return [_explained(r, turns.get(r.after.round, ()), of_lead=r in of_lead) for r in rounds if r in chosen]


def deciding_point(points: Sequence[TurningPoint]) -> TurningPoint | None:
    """The one that moved the winner's lead most, up or down; of a game that had none, nothing."""
    return max((p for p in points if p.lead), key=lambda p: (abs(p.lead), p.taken), default=None)


def _follow_rounds(moves: Sequence[Sequence[Event]]) -> Iterator[TurningPoint]:
    """All rounds since a company has earned something, as if each was a turning point."""
    ends = list_round_ends(moves)
    if not ends or len(ends[-1].worth) < 2:
        return
    last = ends[-1]
    winner = last.leader or max(last.worth, key=lambda p: last.worth[p])
    lead = find_lead(moves)
    since = lead.since if lead is not None and lead.before else ""
    for before, after in pairwise(ends):
        if after.begun:
            yield TurningPoint(before, after, winner, taken=after.round == since)


def _explained(point: TurningPoint, turns: Sequence[Turn], *, of_lead: bool) -> TurningPoint:
    """A turning point with the turns behind it; where there are none, with what everybody's part of the companies' assets did.

    Where the lead moved, but others came much further apart, what drove these apart is told too.
    """
    up, down = point.between(of_lead=of_lead)
    behind = _behind(point, turns, up, down)
    if of_lead and point.apart >= FURTHER * (point.changes[up] - point.changes[down]):
        others = _behind(point, turns, *point.between(of_lead=False))[:1]
        behind = [*behind[:1], *(turn for turn in others if turn not in behind[:1])]
    if behind:
        return replace(point, turns=tuple(behind))
    rest = {player: change - sum(turn.gains[player] for turn in turns) for player, change in point.changes.items()}
    return (
        replace(point, assets=rest)
        if rest[up] - rest[down] >= PART * (point.changes[up] - point.changes[down])
        else point
    )


def _behind(point: TurningPoint, turns: Sequence[Turn], up: Player, down: Player) -> list[Turn]:
    """The one or two turns that brought one of these players more than the other, beyond what was expected; where nothing was
    unexpected, those that did it all the same.
    """
    swing = point.changes[up] - point.changes[down]
    paid = [turn.gains[up] - turn.gains[down] for turn in turns]
    news = [
        turn.news[up] - turn.news[down] if turn.rusted_by or paid[n] >= PART * swing else 0
        for n, turn in enumerate(turns)
    ]
    for weights in (news, paid):
        order = sorted(range(len(turns)), key=lambda n: -weights[n])
        found = [n for n in order if weights[n] >= max(PART * swing, 1)][:2]
        if found:
            return [turns[n] for n in (found[:1] if weights[found[0]] >= MOST * swing else found)]
    return []
