"""Where a game was decided: the turns that moved players away from each other, the best runs, and runs that fell short.

Read off the events of the record. A turn is held against the ordinary course of the game: what a company's shares have brought
once is expected of them, and what a round brings everybody is no turning point. All figures are dollars.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import sqrt

from bot.model.episodes import Episode, split_episodes
from bot.tables.worth_causes import Kind, WorthLedger
from game.events import CardMoved, CompanyClosed, Divided, Event, GameEnded, PriceMoved, Ran, RoundEnded, TurnEnded
from game.rules import Rules
from game.state import Company, Player

TURNS, RUNS = 5, 3  # how many of each are told
LEAD = 1.5  # so much more a turn counts in the round in which the winner took the lead for good
REGULAR = (Kind.PRIVATES, Kind.GUARANTIES)  # income that comes whatever anybody does


@dataclass
class Swing:
    """A company's turn, or what a player did in a stock round, with what it brought each player.

    `gains`: how their worth changed; `news`: what of that was not to be expected. `weakened`: companies whose trains rusted by it
    and which earned less in their next turn; `losses`: what that was to each player. `best`: the company's best run before, 0 for
    none. `weight`: how much it decided.
    """

    episode: Episode
    gains: Mapping[Player, int]
    news: Counter[Player]
    best: int = 0
    weakened: list[Company] = field(default_factory=list)
    losses: Counter[Player] = field(default_factory=Counter)
    weight: float = 0.0

    @property
    def moved(self) -> dict[Player, int]:
        """What it was to each player beyond what was expected, rusted trains included."""
        return {player: self.news[player] + self.losses[player] for player in self.gains}

    @property
    def whose(self) -> Player:
        """The player who had the turn; "" for a company's, and for what happened when nobody had one."""
        ended = (e.who for e in reversed(self.episode.events) if isinstance(e, TurnEnded))
        return "" if self.episode.company else next(ended, "")

    @property
    def by_rust(self) -> bool:
        """Whether the trains that it made rust moved the players more than all else that happened in it."""
        return max(map(abs, self.losses.values()), default=0) > max(map(abs, self.news.values()), default=0)


@dataclass(frozen=True, slots=True)
class Lead:
    """Since when the winner was ahead at the end of each round, and who led before, one after the other."""

    player: Player
    since: str
    before: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """What a company's trains earned in one turn. `best`: what they could have earned; 0: not known."""

    round: str
    company: Company
    revenue: int
    best: int


def split_turns(moves: Iterable[Sequence[Event]], rules: Rules) -> Iterator[Episode]:
    """The turns of a game: of companies, and in rounds of players of each of them."""
    for episode in split_episodes(moves, rules.data.companies):
        if episode.company:
            yield episode
            continue
        pending: list[Event] = []
        for event in episode.events:
            pending.append(event)
            if isinstance(event, TurnEnded):
                yield Episode(episode.round, "", tuple(pending), episode.last)
                pending = []
        if any(not isinstance(event, RoundEnded | GameEnded) for event in pending):
            yield Episode(episode.round, "", tuple(pending), episode.last)


class _Course:
    """The ordinary course of a game, followed turn by turn: what the shares of each company have brought so far."""

    def __init__(self, rules: Rules, players: Sequence[Player]) -> None:
        self._data = rules.data
        self._ledger = WorthLedger(rules, players)
        self._usual: Counter[Company] = Counter()  # the most that a share of it brought in one turn
        self._best: Counter[Company] = Counter()  # its best run
        self._rusted: dict[Company, Swing] = {}  # companies that lost a train since their last turn
        self._moved_on: Counter[Player] = (
            Counter()
        )  # what companies that closed brought: their successors are to bring it

    def follow(self, turn: Episode) -> Swing:
        """Take in a turn."""
        held = self._ledger.shares_of(turn.company)
        for closed in (e.company for e in turn.events if isinstance(e, CompanyClosed)):
            self._moved_on.update({p: n * self._usual[closed] for p, n in self._ledger.shares_of(closed).items()})
        for event in turn.events:
            self._ledger.note(event)
        changes = self._ledger.take_changes()
        gains = {player: causes.total() for player, causes in changes.items()}
        regular = {player: sum(n for c, n in causes.items() if c.kind in REGULAR) for player, causes in changes.items()}
        swing = Swing(turn, gains, Counter({p: n - regular[p] for p, n in gains.items()}), self._best[turn.company])
        if turn.company:
            self._expect(swing, held)
        for event in turn.events:
            if isinstance(event, CardMoved) and event.why == "rusted" and event.src in self._data.companies:
                self._rusted[event.src] = swing
        return swing

    def _expect(self, swing: Swing, held: Mapping[Player, int]) -> None:
        """Take off what shares of the company have brought before. Where it falls short after its trains rusted, that is told
        of the turn that made them rust.
        """
        company, events = swing.episode.company, swing.episode.events
        earned = max((e.revenue for e in events if isinstance(e, Ran) and e.company == company), default=0)
        divided = [e for e in events if isinstance(e, Divided) and e.company == company]
        each = sum(e.each for e in divided) + self._rise(company, events)
        rust = self._rusted.pop(company, None)
        if earned and divided and not divided[-1].each:  # kept for a train, say: that is no surprise
            return
        ran = earned or self._best[company]  # before its first train a company that falls is no surprise
        usual = self._usual[company] if ran else each
        short = usual - each
        for player, shares in held.items():
            swing.news[player] -= usual * shares
            if rust and short > 0:
                swing.news[player] += short * shares
                rust.losses[player] -= short * shares
        if rust and short > 0:
            rust.weakened.append(company)
        if earned and not self._best[company]:
            for player, news in swing.news.items():
                swing.news[player] -= (known := min(max(news, 0), self._moved_on[player]))
                self._moved_on[player] -= known
        if earned:
            self._usual[company] = max(self._usual[company], each)
            self._best[company] = max(self._best[company], earned)

    def _rise(self, company: Company, events: Sequence[Event]) -> int:
        """What a share of the company rose by; its first price is no rise."""
        moved = [e for e in events if isinstance(e, PriceMoved) and e.company == company and e.old and e.new]
        return self._data.cell(moved[-1].new).price - self._data.cell(moved[0].old).price if moved else 0


def weigh_turns(moves: Sequence[Sequence[Event]], rules: Rules, players: Sequence[Player]) -> list[Swing]:
    """All turns in order of play, each with how much it decided: the most that it moved a player apart from the others of its
    round, against the geometric mean of what players were worth then and at the end. In the round in which the winner took the
    lead for good that counts more, and before a company has run it counts nothing.
    """
    course = _Course(rules, players)
    swings = [course.follow(turn) for turn in split_turns(moves, rules)]
    worths = _mean_worths(moves)
    end = list(worths.values() or (1.0,))[-1]
    lead = find_lead(moves)
    taken = lead.since if lead and lead.before else ""
    weighed: list[Swing] = []
    begun = False
    for name, played in groupby(swings, key=lambda swing: swing.episode.round):
        turns = _join_turns(played)
        if begun:  # a sum decides more while all are poor, but the first dollars do not decide all
            _weigh_round(turns, sqrt(max(worths.get(name, end) * end, 1)) / (LEAD if name == taken else 1))
        begun = begun or any(isinstance(e, Ran) and e.revenue > 0 for swing in turns for e in swing.episode.events)
        weighed += turns
    return weighed


def _mean_worths(moves: Iterable[Sequence[Event]]) -> dict[str, float]:
    """What a player was worth on average at the end of each round, and of the game."""
    ends = [e for events in moves for e in events if isinstance(e, RoundEnded | GameEnded) and e.worth]
    return {e.name if isinstance(e, RoundEnded) else "": sum(e.worth.values()) / len(e.worth) for e in ends}


def _join_turns(swings: Iterable[Swing]) -> list[Swing]:
    """The turns of a round, all that one player did in a round of players as one."""
    joined: dict[str, Swing] = {}
    for number, swing in enumerate(swings):
        key = swing.whose or str(number)
        joined[key] = _joined(joined[key], swing) if key in joined else swing
    return list(joined.values())


def _joined(one: Swing, other: Swing) -> Swing:
    """Two turns of a player as one."""
    first, last = one.episode, other.episode
    both = Episode(first.round, "", (*first.events, *last.events), last.last)
    gains, news, losses = (
        _added(a, b) for a, b in ((one.gains, other.gains), (one.news, other.news), (one.losses, other.losses))
    )
    return Swing(both, gains, news, weakened=[*one.weakened, *other.weakened], losses=losses)


def _added(one: Mapping[Player, int], other: Mapping[Player, int]) -> Counter[Player]:
    """The sums of two, losses too."""
    return Counter({player: one.get(player, 0) + other.get(player, 0) for player in (*one, *other)})


def _weigh_round(swings: Sequence[Swing], scale: float) -> None:
    """Give the turns of a round their weights. What nobody did, such as a price that rises at its end, has none."""
    sums: Counter[Player] = Counter()
    same: Counter[tuple[Player, bool]] = Counter()  # all that went up for a player, and all that went down
    for swing in swings:
        sums.update(swing.moved)
        same.update({(player, n > 0): abs(n) for player, n in swing.moved.items()})
    mean = sums.total() / max(len(sums), 1)
    for swing in swings:
        if swing.episode.company or swing.whose:
            apart = {p: abs(sums[p] - mean) for p, n in swing.moved.items() if n * (sums[p] - mean) > 0}
            parts = (min(n := abs(swing.moved[p]), far * n / same[p, swing.moved[p] > 0]) for p, far in apart.items())
            swing.weight = max(parts, default=0) / scale


def turning_points(moves: Sequence[Sequence[Event]], rules: Rules, players: Sequence[Player]) -> list[Swing]:
    """The turns that decided most, at most `TURNS`, in order of play."""
    swings = weigh_turns(moves, rules, players)
    heaviest = sorted(range(len(swings)), key=lambda n: (-swings[n].weight, n))[:TURNS]
    return [swings[n] for n in sorted(heaviest) if swings[n].weight]


def find_lead(moves: Iterable[Sequence[Event]]) -> Lead | None:
    """Since when the winner led; None where nobody is ahead, or no company has earned anything yet."""
    ends: list[tuple[str, Player]] = []  # rounds since the first run, each with who led at its end, "" for several
    begun = False
    for event in (event for events in moves for event in events):
        begun = begun or (isinstance(event, Ran) and event.revenue > 0)
        if begun and isinstance(event, RoundEnded | GameEnded) and event.worth:
            most = max(event.worth.values())
            first = [player for player, worth in event.worth.items() if worth == most]
            ends.append(
                (event.name if isinstance(event, RoundEnded) else "the end", first[0] if len(first) == 1 else "")
            )
    if not ends or not ends[-1][1]:
        return None
    winner = ends[-1][1]
    others = [n for n, (_, player) in enumerate(ends) if player != winner]
    since = others[-1] + 1 if others else 0
    before = tuple(player for player, _ in groupby(player for _, player in ends[:since] if player))
    return Lead(winner, ends[since][0], before)


def list_runs(moves: Iterable[Sequence[Event]], rules: Rules) -> list[Run]:
    """All runs of a game that earned something, in order of play, with what was divided in the end."""
    found: list[Run] = []
    for episode in split_episodes(moves, rules.data.companies):
        for event in episode.events:
            if isinstance(event, Ran) and event.revenue:
                found.append(Run(episode.round, event.company, event.revenue, event.best))
            elif isinstance(event, Divided) and found and found[-1].company == event.company and event.revenue:
                found[-1] = replace(found[-1], revenue=event.revenue)
    return found


def best_runs(every: Sequence[Run]) -> list[Run]:
    """The dearest run of each company, the dearest first, at most `RUNS`."""
    dearest: dict[Company, Run] = {}
    for run in every:
        if run.company not in dearest or run.revenue > dearest[run.company].revenue:
            dearest[run.company] = run
    return sorted(dearest.values(), key=lambda run: -run.revenue)[:RUNS]


def missed_runs(every: Sequence[Run]) -> list[Run]:
    """The runs that earned least of what they could have, the largest difference first, at most `RUNS`."""
    short = [run for run in every if run.best > run.revenue]
    return sorted(short, key=lambda run: run.revenue - run.best)[:RUNS]
