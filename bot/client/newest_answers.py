"""What each person was answered last in a channel: a bare `ok` agrees to that, and to nothing that was shown before it."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

MOST_KEPT = 5_000  # people in channels; the oldest goes first, and is asked once more
Place = tuple[int, int]  # a person and a channel


@dataclass(frozen=True)
class NewestAnswer:
    """The newest answer. `interaction`: what it answers; `asks`: the table and the seat whose console it shows, else None."""

    interaction: int
    asks: tuple[int, str] | None = None


class NewestAnswers:
    """The newest private answer to each person in each channel, in memory: after a restart nothing is known to be shown."""

    def __init__(self) -> None:
        self._answers: OrderedDict[Place, NewestAnswer] = OrderedDict()

    def note(self, place: Place, answered: NewestAnswer) -> None:
        """Keep what was answered, unless something that was sent later has been answered already."""
        before = self._answers.get(place)
        if before is not None and before.interaction > answered.interaction:
            return
        self._answers[place] = answered
        self._answers.move_to_end(place)
        if len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)

    def asks(self, place: Place, table: int, seat: str) -> bool:
        """Whether the newest answer there shows what the console of this seat asks, and no other channel has shown it since."""
        answered = self._answers.get(place)
        if answered is None or answered.asks != (table, seat):
            return False
        person = place[0]
        return not any(
            user == person and other.asks == answered.asks and other.interaction > answered.interaction
            for (user, _), other in self._answers.items()
        )
