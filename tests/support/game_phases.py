"""Positions of whole games: each kind of question that somebody is asked, with the few moves that led there."""

from __future__ import annotations

import contextlib
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from bot.model.kinds import Via
from bot.model.models import NewGame, NewMove
from bot.model.replayed_game import Replayed
from bot.storage.repositories.new_games import write_game
from bot.tables.game_setup import make_move
from bot.tables.position_copies import as_first_move
from bot.tables.service import Tables
from game.actions import Action
from game.play import Game
from game.transcript import Broken, Entry, perform, read
from tests.golden import GAMES, Golden
from titles import find

EACH = 2  # positions of one kind of question that a game gives
BEFORE = 4  # moves that such a table has


@dataclass(frozen=True)
class Phase:
    """A position, and how the game got there."""

    golden: Golden
    step: str  # key of the question; "" at the end
    base: bytes  # before the moves
    moves: tuple[NewMove, ...]

    def game(self) -> Game:
        """As it stands."""
        rules = find(self.golden.title).rules(self.golden.options, self.golden.players)
        return Game.load(rules, self.moves[-1].state if self.moves else self.base)

    def replayed(self) -> Replayed:
        """As moves to be written."""
        rules = find(self.golden.title).rules(self.golden.options, self.golden.players)
        start = as_first_move(rules, self.base)
        if not self.moves:
            return start
        end = as_first_move(rules, self.moves[-1].state)
        return Replayed((*start.moves, *self.moves), start.order, end.deciders, end.over)

    async def table(
        self, tables: Tables, guild: int, channel: int, host: int, people: list[int], names: dict[int, str]
    ) -> int:
        """A table there; its number."""
        made = self.replayed()
        seats = [(seat, user, names[user]) for seat, user in zip(made.order, people, strict=False)]
        new = NewGame(
            guild=guild,
            host=host,
            title=self.golden.title,
            options=self.golden.options,
            shown=names[host],
            channel=channel,
        )
        return await write_game(tables.store, tables.with_defaults(new, len(seats)), seats, made, 0)


@cache
def phases(title: str, longest: int = 10_000) -> tuple[Phase, ...]:
    """Of all kept games of a title, looked at for so many moves."""
    found = (p for g in GAMES if g.title == title and g.path.exists() for p in _of(g, longest))
    return tuple(found)


def _of(golden: Golden, longest: int) -> Iterator[Phase]:
    kept = read(golden.path.read_text("utf-8"))
    g = golden.start(kept.seed)
    dice, seen = Random(golden.name), Counter[str]()
    last: deque[NewMove] = deque(
        [NewMove(seat="", action=b"", events=b"[]", state=g.snapshot(), fingerprint="", via=Via.COPY)], BEFORE + 1
    )
    # What is kept may be older than the rules by now: where a game has got to matters here, not whether it still gets there.
    entries = [replace(e, fingerprint="") for e in kept.entries[:longest]]
    for action in _as_far_as_it_goes(g, entries):
        last.append(make_move(g, action, g.events, Via.PANEL))
        g.past.clear()
        asked = g.top_step()
        step = asked.key if asked else ""
        seen[step] += 1
        if seen[step] <= EACH or dice.random() < 0.01:
            base, *moves = last
            yield Phase(golden, step, base.state, tuple(moves))


def _as_far_as_it_goes(g: Game, entries: Sequence[Entry]) -> Iterator[Action]:
    with contextlib.suppress(Broken):
        yield from perform(g, entries)
