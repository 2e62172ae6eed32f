"""Games that end early because their bank holds little, and somebody who does a bit of everything in them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from game.actions import Action, Bid, BuyShare, BuyTrain, LayTile, Par, Pass, PlaceToken, SellShares
from game.play import Game
from game.rules import Rules
from game.title_data import TitleFile
from tests.support.random_games import pick
from titles import TITLES, Title

# How much each kind of action is liked: towards the end, and not past anything that a title asks.
EAGER: dict[type[Action], float] = {
    Pass: 0.3, Par: 8, BuyShare: 8, SellShares: 0.1, LayTile: 6, PlaceToken: 3, BuyTrain: 30, Bid: 0.4
}  # fmt: skip


@dataclass(frozen=True)
class Brief:
    """A title whose bank holds so many dollars."""

    title: Title
    bank: int

    @property
    def file(self) -> TitleFile:
        return self.title.file

    def options(self, wanted: Iterable[str]) -> tuple[str, ...]:
        return self.title.options(wanted)

    def rules(self, options: Iterable[str], players: int) -> Rules:
        whole = self.title.rules(options, players)
        data = structs.replace(whole.data, file=structs.replace(whole.data.file, bank=self.bank))
        return replace(whole, data=data)


def brief(name: str, bank: int) -> dict[str, Any]:
    """All titles, that one with such a bank."""
    return {**TITLES, name: Brief(TITLES[name], bank)}


def eager(table: Any, dice: random.Random) -> Action:
    """One of the legal actions: any kind may come."""
    return pick(Game.load(table.rules, table.position.state), dice, EAGER)
