"""What the words of a log's filter find: what concerns a company, a private or a player of that name, else whole words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.text import find_named
from bot.model.player_names import find_called
from bot.tables.service import Move
from bot.views.inspection import SeenTable
from game.events import Event, PresidentChanged
from game.names import company_name
from game.rules import Rules

# Fields of events that name a company, a private or a player; others may bear a tile's number, which is a minor's as well.
CONCERNED = ("company", "companies", "who", "item", "private", "minor", "seller", "buyer", "by", "src", "dst")


@dataclass(frozen=True)
class LogSearch:
    """What is looked for: the id of a company or a private, the id of a player, and whole words in a line; "" for none."""

    item: str
    player: str
    words: str

    def concerns(self, event: Event, presidents: Mapping[str, str], move: Move) -> bool:
        """Whether an event is of that company or private, or of that player and the companies that the player runs."""
        if self.item:
            return self.item in _names(event)
        return bool(self.player) and _is_of(event, self.player, presidents, move)

    def is_in(self, line: str) -> bool:
        """Whether the words are whole words of a line: `DR` is none of `Dresden`."""
        return bool(self.words) and bool(re.search(rf"(?<!\w){re.escape(self.words)}(?!\w)", line, re.IGNORECASE))


def read_filter(typed: str, at: SeenTable) -> LogSearch:
    """What somebody means by the words of a filter at a table."""
    names = {name: item for item in _items(at.table.rules) for name in _names_of(item, at.table.rules)}
    item = names.get(find_named(names, typed), "")
    if item:
        return LogSearch(item, "", company_name(at.table.rules, item))
    typed = " ".join(typed.split())
    seat = find_called(at.table.seats, typed)
    return LogSearch("", seat.name if seat is not None else "", typed)


def _items(rules: Rules) -> tuple[str, ...]:
    """The ids of all companies and privates of a title."""
    return (*rules.data.companies, *rules.data.privates)


def _names_of(item: str, rules: Rules) -> tuple[str, ...]:
    """What somebody may call a company or a private: its id, as sentences call it, its whole name."""
    data = rules.data.companies.get(item) or rules.data.privates[item]
    return item, company_name(rules, item), data.name


def _names(event: Event) -> set[str]:
    """The companies, privates and players that an event names."""
    named: set[str] = set()
    for field in CONCERNED:
        value = getattr(event, field, "")
        named |= {value} if isinstance(value, str) else set(value)
    return named | ({event.old, event.new} if isinstance(event, PresidentChanged) else set())


def _is_of(event: Event, player: str, presidents: Mapping[str, str], move: Move) -> bool:
    """Whether the player did that, or a company that the player runs: one without a known president is run by who moved."""
    company = getattr(event, "company", "")
    who = getattr(event, "who", "") or presidents.get(company) or move.seat
    return presidents.get(who, who) == player
