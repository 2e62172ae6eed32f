"""A game as a row of episodes: the turns of companies, and the rounds (or parts of them) in which no company has a turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from game.events import (
    Event,
    GameEnded,
    PriceMoved,
    Ran,
    RoundBegan,
    RoundEnded,
    TileLaid,
    TokenPlaced,
    TrainBought,
    TurnBegan,
    TurnEnded,
)
from game.state import Company


@dataclass(frozen=True, slots=True)
class Episode:
    """What belongs together. `company`: whose turn it was, "" for a round of players; `last`: index of its last move."""

    round: str
    company: Company
    events: tuple[Event, ...]
    last: int


def split_episodes(
    moves: Iterable[Sequence[Event]], companies: Collection[Company], begun: str = ""
) -> Iterator[Episode]:
    """The episodes of a game whose moves had these events. `begun`: the round in which the first of them began.

    What happens between two turns of companies, such as the income of privates, belongs to the turn that follows.
    """
    round_name, company = begun, ""
    pending: list[Event] = []
    index = -1
    for index, events in enumerate(moves):
        for event in events:
            pending.append(event)
            match event:
                case RoundBegan(name=name):
                    round_name = name
                case TurnBegan(who=who) if who in companies:
                    company = who
                case TurnEnded(who=who) if who and who == company:
                    yield Episode(round_name, company, tuple(pending), index)
                    company, pending = "", []
                case RoundEnded(name=name) | GameEnded(why=name):
                    if any(not isinstance(e, (RoundEnded, GameEnded)) for e in pending):
                        yield Episode(round_name, company, tuple(pending), index)
                    company, pending = "", []
                case _:
                    pass
    if pending:
        yield Episode(round_name, company, tuple(pending), index)


def join_idle(every: Iterable[Episode]) -> list[Episode]:
    """The episodes without turns in which a company did nothing: what else happened then is told with the next episode.

    Such turns at the end belong to the last episode in which something was done, whose last move is then theirs.
    """
    kept: list[Episode] = []
    idle: list[Episode] = []
    for episode in every:
        idle.append(episode)
        if not episode.company or any(_is_deed(e, episode.company) for e in episode.events):
            kept.append(replace(episode, events=_all_events(idle)))
            idle = []
    if idle and kept:
        kept[-1] = replace(kept[-1], events=_all_events([kept[-1], *idle]), last=idle[-1].last)
        idle = []
    return kept + idle


def _all_events(episodes: Iterable[Episode]) -> tuple[Event, ...]:
    return tuple(event for episode in episodes for event in episode.events)


def _is_deed(event: Event, company: Company) -> bool:
    """Whether an event is something that the company did, or that its price did, in its turn."""
    match event:
        case Ran(company=who, revenue=revenue):
            return who == company and revenue > 0
        case TileLaid(company=who) | TokenPlaced(company=who) | TrainBought(company=who) | PriceMoved(company=who):
            return who == company
        case _:
            return False
