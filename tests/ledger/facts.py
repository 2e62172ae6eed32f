"""What the ledger knows of a title before a game begins: its data files, read on their own."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from tests.conftest import ROOT

Cell = tuple[int, int]  # row from the top and column of the market
FOLDERS = {"18GA": "18ga", "18TN": "18tn", "18VA": "18va", "18EU": "18eu", "18India": "18india"}
NINE = (2, 1, 1, 1, 1, 1, 1, 1, 1)  # shares on the certificates of most companies


@dataclass(frozen=True, eq=False)
class Facts:
    """One title under some options."""

    title: str
    options: frozenset[str]
    game: Mapping[str, Any]  # title.toml
    map: Mapping[str, Any]
    papers: Mapping[str, Any]  # companies.toml

    @property
    def privates(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.papers.get("private", {})
        return found

    @property
    def companies(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.papers["company"]
        return found

    @property
    def trains(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.game["train"]
        return found

    @property
    def phases(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.game["phase"]
        return found

    @cached_property
    def cells(self) -> dict[Cell, tuple[int, str]]:
        """Price and letters of each cell of the market."""
        found = {}
        for row, line in enumerate(self.game["market"].strip().splitlines()):
            for column, word in enumerate(line.split()):
                digits = word.rstrip("abcdefghijklmnopqrstuvwxyz")
                if digits.isdigit():
                    found[row, column] = int(digits), word[len(digits) :]
        return found

    @cached_property
    def pars(self) -> dict[int, Cell]:
        return {price: cell for cell, (price, letters) in self.cells.items() if "p" in letters}

    @cached_property
    def certificates(self) -> dict[str, tuple[str, int]]:
        """Company and shares of each certificate; the president's is number 0."""
        return {
            f"{name}.{i}": (name, n)
            for name, data in self.companies.items()
            for i, n in enumerate(data.get("certificates", NINE))
        }

    @cached_property
    def train_cards(self) -> tuple[str, ...]:
        """Trains in order of sale."""
        return tuple(
            f"{kind}-{i + 1}" for kind, data in self.trains.items() for i in range(data["count"] + data.get("extra", 0))
        )

    @cached_property
    def tiles(self) -> dict[str, str]:
        """What the data files say of each tile of all titles."""
        return tomllib.loads((ROOT / "data" / "tiles.toml").read_text("utf-8"))

    @cached_property
    def colours(self) -> dict[str, str]:
        """Of each tile of all titles."""
        return {name: line.split(";")[0].strip() for name, line in self.tiles.items()}

    def flags(self, phase: str) -> tuple[str, ...]:
        return tuple(self.phases[phase].get("flags", ()))

    def terrain(self, hex_id: str) -> int:
        """Dollars for the first tile in a hex."""
        costs = (int(words.split()[0]) for words, hexes in self.map.get("cost", {}).items() if hex_id in hexes.split())
        return next(costs, 0)


def overlaid(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(base)
    for key, value in over.items():
        old = found.get(key)
        found[key] = overlaid(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return found


@lru_cache(maxsize=16)
def _facts(title: str, options: frozenset[str]) -> Facts:
    folder = ROOT / "data" / FOLDERS[title]
    raw: dict[str, Any] = {
        name: tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for name in ("title", "map", "companies")
    }
    for name in sorted(options):
        raw = overlaid(raw, raw["title"]["option"][name].get("set", {}))
    return Facts(title, options, raw["title"], raw["map"], raw["companies"])


def facts(title: str, options: Iterable[str]) -> Facts:
    return _facts(title, frozenset(options))
