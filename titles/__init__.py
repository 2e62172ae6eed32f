"""The titles that can be played. Everything else of a title is reached through `TITLES`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from game.actions import ACTIONS
from game.load import load
from game.options import settle
from game.rules import Rules
from game.steps.registry import STEPS
from game.title_data import TitleFile
from game.word_keys import unread_keys
from titles import eu, ga, india, tn, va


@dataclass(frozen=True)
class Title:
    """One title: its name, its folder in `data/`, and the rules it makes of options and number of players."""

    name: str
    folder: str
    make: Callable[[tuple[str, ...], int], Rules]

    @property
    def file(self) -> TitleFile:
        """Players, options, credits, as data."""
        return load(self.folder).file

    def options(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Options as they are kept: presets spelled out, values filled in; raises BadOption with a sentence."""
        return settle(self.file, wanted)

    def rules(self, options: Iterable[str], players: int) -> Rules:
        """The rules under these options; raises BadOption."""
        return _rules(self.name, self.options(options), players)


TITLES: dict[str, Title] = {
    t.name: t
    for t in (
        Title("18GA", "18ga", ga.rules),
        Title("18TN", "18tn", tn.rules),
        Title("18VA", "18va", va.rules),
        Title("18EU", "18eu", eu.rules),
        Title("18India", "18india", india.rules),
    )
}


@lru_cache(maxsize=128)
def _rules(name: str, options: tuple[str, ...], players: int) -> Rules:
    rules = TITLES[name].make(options, players)
    fields = {field for kind in (*ACTIONS, *rules.actions) for field in kind.__struct_fields__}
    if unread := unread_keys(rules.words, {step.key for step in (*STEPS, *rules.steps)}, fields):
        raise TypeError(
            f"{name} has words for what nobody asks: {', '.join(unread)}; game/word_keys.py lists what is asked"
        )
    return rules


def find(name: str) -> Title:
    """A title as players write it: 18GA, 18ga, 18 India; raises KeyError with the names there are."""
    wanted = re.sub(r"[^a-z0-9]", "", name.lower())
    for title in TITLES.values():
        if re.sub(r"[^a-z0-9]", "", title.name.lower()) == wanted:
            return title
    raise KeyError(f"there is no title {name!r}; there are {', '.join(TITLES)}")
