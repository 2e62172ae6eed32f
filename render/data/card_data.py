"""The forms of cards and tables, as data: painted as pictures and written in words, so that both say the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from game.state import Company, Player


class Sign(str):
    """The id of a company in a table, shown as its token. (A train may go by the same name as a minor.)"""

    __slots__ = ()


class Signs(str):
    """Ids of companies, a space between them, shown as their tokens beside each other."""

    __slots__ = ()


@dataclass(frozen=True)
class Table:
    """Rows under headings. A `Sign` is shown as the company's token, `Signs` as several. The first column names the row."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Card:
    """A card: a title, facts with labels, parts of a whole, tables."""

    title: str
    under: str = ""
    company: Company = ""
    facts: tuple[tuple[str, str], ...] = ()
    bar: tuple[tuple[str, int], ...] = ()  # owner and shares
    tables: tuple[Table, ...] = field(default=())
    notes: tuple[str, ...] = ()
    whole: int = 0  # shares that are 100%: there may be more in the bar
    order: tuple[Player, ...] = ()  # seats: each has its colour

    @property
    def split(self) -> list[tuple[str, int, int]]:
        """The parts of the bar: owner, shares, percent."""
        whole = self.whole or sum(n for _, n in self.bar) or 1
        return [(who, n, round(n * 100 / whole)) for who, n in self.bar]


class Dividend(NamedTuple):
    """What a company earned in a round and how that was used (full, half, none), in dollars. `each`: paid on a share; `price`: of
    one after that, 0 where it has none.
    """

    round: str
    earned: int
    used: str
    each: int = 0
    price: int = 0
