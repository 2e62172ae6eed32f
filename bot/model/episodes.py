"""A game as a row of episodes: the turns of companies, and the rounds (or parts of them) in which no company has a turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.events import Event, GameEnded, RoundBegan, RoundEnded, TurnBegan, TurnEnded
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
