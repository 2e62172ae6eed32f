"""The turns of a game, with what each brought to everybody and how much of that was not to be expected.

What a company's shares have brought once is expected of them. All figures are dollars.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.model.episodes import Episode, split_episodes
from bot.tables.story.worth_causes import Kind, WorthLedger
from game.events import CardMoved, CompanyClosed, Divided, Event, GameEnded, PriceMoved, Ran, RoundEnded, TurnEnded
from game.rules import Rules
from game.state import Company, Player

REGULAR = (Kind.PRIVATES, Kind.GUARANTIES)  # income that comes whatever anybody does


@dataclass
class Turn:
    """A company's turn, or all that a player did in a round of players, with what it brought everybody.

    `gains`: how their worth changed; `news`: what of that was not to be expected. `best`: the company's best run before, 0 for
    none. `rusted_by`: the company whose train made trains of this one rust since its last turn, "" for none.
    """

    episode: Episode
    gains: Counter[Player]
    news: Counter[Player]
    best: int = 0
    rusted_by: Company = ""

    @property
    def whose(self) -> Player:
        """The player who had the turn; "" for a company's, and for what happened when nobody had one."""
        ended = (e.who for e in reversed(self.episode.events) if isinstance(e, TurnEnded))
        return "" if self.episode.company else next(ended, "")


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


def follow_turns(moves: Iterable[Sequence[Event]], rules: Rules, players: Sequence[Player]) -> dict[str, list[Turn]]:
    """All turns in order of play by the name of their round, all that one player did in a round of players as one."""
    course = _Course(rules, players)
    turns = [course.follow(turn) for turn in split_turns(moves, rules)]
    return {name: _join_turns(played) for name, played in groupby(turns, key=lambda turn: turn.episode.round)}


def _join_turns(turns: Iterable[Turn]) -> list[Turn]:
    """The turns of a round, those of one player joined."""
    joined: dict[str, Turn] = {}
    for number, turn in enumerate(turns):
        key = turn.whose or str(number)
        joined[key] = _joined(joined[key], turn) if key in joined else turn
    return list(joined.values())


def _joined(one: Turn, other: Turn) -> Turn:
    """Two turns of a player as one."""
    first, last = one.episode, other.episode
    both = Episode(first.round, "", (*first.events, *last.events), last.last)
    return Turn(both, _added(one.gains, other.gains), _added(one.news, other.news))


def _added(one: Mapping[Player, int], other: Mapping[Player, int]) -> Counter[Player]:
    """The sums of two, losses too."""
    return Counter({player: one.get(player, 0) + other.get(player, 0) for player in (*one, *other)})


class _Course:
    """The ordinary course of a game, followed turn by turn: what the shares of each company have brought so far."""

    def __init__(self, rules: Rules, players: Sequence[Player]) -> None:
        self._data = rules.data
        self._ledger = WorthLedger(rules, players)
        self._usual: Counter[Company] = Counter()  # the most that a share of it brought in one turn
        self._best: Counter[Company] = Counter()  # its best run
        self._rusted: dict[Company, Company] = {}  # companies that lost a train since their last turn, by whom
        self._moved_on: Counter[Player] = (
            Counter()
        )  # what companies that closed brought: their successors are to bring it

    def follow(self, episode: Episode) -> Turn:
        """Take in a turn."""
        company = episode.company
        held = self._ledger.shares_of(company)
        for closed in (e.company for e in episode.events if isinstance(e, CompanyClosed)):
            self._moved_on.update({p: n * self._usual[closed] for p, n in self._ledger.shares_of(closed).items()})
        for event in episode.events:
            self._ledger.note(event)
        changes = self._ledger.take_changes()
        gains = Counter({player: causes.total() for player, causes in changes.items()})
        regular = {player: sum(n for c, n in causes.items() if c.kind in REGULAR) for player, causes in changes.items()}
        turn = Turn(episode, gains, Counter({p: n - regular[p] for p, n in gains.items()}), self._best[company])
        if company:
            turn.rusted_by = self._rusted.pop(company, "")
            self._expect(turn, held)
        for event in episode.events:
            if isinstance(event, CardMoved) and event.why == "rusted" and event.src in self._data.companies:
                self._rusted[event.src] = company
        return turn

    def _expect(self, turn: Turn, held: Mapping[Player, int]) -> None:
        """Take off what shares of the company have brought before."""
        company, events = turn.episode.company, turn.episode.events
        earned = max((e.revenue for e in events if isinstance(e, Ran) and e.company == company), default=0)
        divided = [e for e in events if isinstance(e, Divided) and e.company == company]
        each = sum(e.each for e in divided) + self._rise(company, events)
        ran = earned or self._best[company]  # before its first train a company that falls is no surprise
        usual = self._usual[company] if ran else each
        for player, shares in held.items():
            turn.news[player] -= usual * shares
        if earned and not self._best[company]:
            for player, news in turn.news.items():
                turn.news[player] -= (known := min(max(news, 0), self._moved_on[player]))
                self._moved_on[player] -= known
        if earned:
            self._usual[company] = max(self._usual[company], each)
            self._best[company] = max(self._best[company], earned)

    def _rise(self, company: Company, events: Sequence[Event]) -> int:
        """What a share of the company rose by; its first price is no rise."""
        moved = [e for e in events if isinstance(e, PriceMoved) and e.company == company and e.old and e.new]
        return self._data.cell(moved[-1].new).price - self._data.cell(moved[0].old).price if moved else 0
