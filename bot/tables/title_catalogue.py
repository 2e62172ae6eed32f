"""The titles that tables may be opened of, and what they allow: options, seats, names."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.core.errors import NotPossible
from bot.core.text import begin_sentence
from bot.model import player_names
from bot.model.models import NewGame
from bot.storage.repositories import reminder_rows
from bot.storage.repositories.seats import Namer
from game.rules import Rules
from game.title_data import TitleFile


class HasRules(Protocol):
    """What a table needs of a title."""

    @property
    def file(self) -> TitleFile:
        """The title's facts: names, numbers of players, options."""

    def options(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Options as they are kept; raises ValueError, with a sentence, for those that do not go together."""
        ...

    def rules(self, options: Iterable[str], players: int) -> Rules:
        """The rules under these options for so many players; raises BadOption where they do not go together."""


@dataclass(frozen=True)
class Catalogue:
    """Titles by name. Every method raises NotPossible, with a sentence, for what a title does not allow."""

    titles: Mapping[str, HasRules]

    def rules(self, title: str, options: Sequence[str], players: int) -> Rules:
        """A title's rules under these options."""
        try:
            return self.title(title).rules(options, players)
        except (ValueError, KeyError) as error:
            raise NotPossible(str(error.args[0] if error.args else error)) from error

    def title(self, name: str) -> HasRules:
        """A title by its name; raises NotPossible with the names that there are."""
        title = self.titles.get(name)
        if title is None:
            raise NotPossible(f"I do not know that title. There are: {', '.join(self.titles)}")
        return title

    def make_namer(self, title: str, options: Sequence[str]) -> Namer:
        """What makes names of players that mean nothing else in that title."""
        words = player_names.all_reserved_words(self.rules(title, options, self.title(title).file.players[0]))
        return lambda shown, taken: player_names.make_unique(shown, {*words, *taken})

    def with_defaults(self, new: NewGame) -> NewGame:
        """A new table with what was left open filled in."""
        low, high = self.check_seats(new.title, new.min_players, new.max_players)
        return replace(
            new,
            min_players=low,
            max_players=high,
            options=self.check_options(new.title, new.options),
            name=player_names.kept_table_name(new.name, new.shown),
            nudge_minutes=new.nudge_minutes or reminder_rows.INTERVAL[new.pace],
            seed=new.seed or secrets.token_hex(16),
        )

    def check_options(self, title: str, wanted: Iterable[str]) -> tuple[str, ...]:
        """Options as they are kept; raises NotPossible for those that do not go together."""
        known = self.title(title)
        try:
            return known.options(wanted)
        except ValueError as error:
            raise NotPossible(_spell_out_options(str(error), known.file)) from error

    def check_seats(self, title: str, low: int, high: int) -> tuple[int, int]:
        """Fewest and most seats of a table; 0: as the title says. Raises NotPossible for what the title does not allow."""
        fewest, most = self.title(title).file.players
        low, high = low or fewest, high or most
        if not fewest <= low <= high <= most:
            raise NotPossible(f"{title} is played by {fewest} to {most}")
        return low, high


def _spell_out_options(text: str, file: TitleFile) -> str:
    """What is wrong with options, with the text of each in place of its name."""
    sentence = re.sub(r"\w+", lambda m: f"“{file.option[m[0]].text}”" if m[0] in file.option else m[0], text)
    return begin_sentence(sentence)
