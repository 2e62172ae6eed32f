"""A player in a hurry, and games that such players have brought to an interesting point."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from bot.client.table_thread import open_table_thread
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from game.actions import Action, Answer, Bid, BuyShare, BuyTrain, LayTile, Par, Pass, PayDividend, RunTrains
from game.play import Game
from tests.support.discord_world import World
from titles import TITLES

SHORT = ("end_price=230",)


def liking(action: Action) -> int:
    """What a hasty player does first."""
    match action:
        case RunTrains():
            return 9
        case PayDividend(kind=kind) | Answer(yes=kind):
            return 8 if kind in {"full", False} else 1
        case BuyTrain(seller=seller):
            return 0 if seller else 7
        case Bid() | Par():
            return 6
        case BuyShare():
            return 5
        case LayTile():
            return 4
        case Pass():
            return 3
        case _:
            return 0


def favourite(legal: Sequence[Action], dice: random.Random) -> Action:
    best = max(map(liking, legal))
    return dice.choice([a for a in legal if liking(a) == best])


def until(reached: Callable[[Game], bool], seed: int = 2) -> tuple[tuple[str, ...], list[Action]]:
    """The seats and the actions that lead to the first such position."""
    dice = random.Random(seed)
    g = Game.new(TITLES["18GA"].rules(SHORT, 3), ["ann", "bob", "cid"], str(seed))
    order, played = tuple(g.state.order), []
    while not reached(g):
        wanted = favourite([a for c in g.choices(g.deciders()[0]) for a in c], dice)
        g.play(wanted)
        played.append(wanted)
        assert len(played) < 600, "no such position"
    return order, played


def asks(kind: type[Action], least: int = 1) -> Callable[[Game], bool]:
    """Whether somebody must decide with at least so many actions of a kind."""
    return lambda g: sum(isinstance(a, kind) for p in g.deciders() for c in g.choices(p) for a in c) >= least


async def midgame(w: World, reached: Callable[[Game], bool]) -> Any:
    """A table of Ann, Bob and Cid at such a position; its thread."""
    order, actions = until(reached)
    before = {t.id for t in w.channel.threads}
    people = [(name, w[name.title()].id, name.title()) for name in order]
    new = NewGame(
        guild=w.guild.id, host=w["Ann"].id, title="18GA", shown="Ann", options=SHORT, parent_channel=w.channel.id
    )
    with w.env.time_context():
        table = await w.bot.tables.import_game(new, people, PlayedActions(actions))
        room: Any = w.bot.get_channel(w.channel.id)
        await open_table_thread(w.bot.services, table.row, room)
        await w.bot.sender.drain()
    await w.env.settle()
    return next(t for t in w.channel.threads if t.id not in before)
