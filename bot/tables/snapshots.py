"""The state after a move: as it was stored, or played again from the nearest one before.

Snapshots of games that are long over are thinned out, and one may be damaged on the disk. What takes the place of a damaged one
must be the same to the byte; otherwise the table is frozen, and its host and all others know why.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from bot.core.errors import NotPossible
from bot.model.models import Damaged, StoredMove
from bot.model.results import Move
from bot.storage.repositories.moves import load_move, load_packed_snapshots, rewrite_snapshot
from bot.storage.snapshot_packing import unpack_snapshot
from bot.storage.store import Store
from game.actions import Action
from game.codec import encode, fingerprint
from game.events import Event, RoundEnded
from game.play import Game
from game.rules import Reaction, Rules
from game.state import State

log = logging.getLogger(__name__)


async def state_after(store: Store, rules: Rules, game: int, move: int) -> bytes:
    """The snapshot after a move of that table. Raises NotPossible where it has no such move, Damaged where it is lost."""
    later: list[StoredMove] = []
    stored = await load_move(store, move)
    while stored is not None and stored.game == game and stored.state is None:
        later.append(stored)
        stored = await load_move(store, stored.parent)
    if stored is None or stored.game != game or stored.state is None:
        if any(m.damaged for m in later):
            raise Damaged("Its stored positions are damaged, from the first on")
        raise NotPossible("There is no such move at this table")
    if not later:
        return stored.state
    replayed = await asyncio.to_thread(_replay_actions, rules, stored.state, [m.action for m in reversed(later)])
    if any(m.damaged for m in later) and fingerprint(replayed) != later[0].fingerprint:
        raise Damaged("Its stored position is damaged, and its moves lead to another one")
    return replayed


async def follow_moves(
    store: Store, rules: Rules, game: int, moves: Sequence[Move], seat: str | None, wanted: Collection[int] = ()
) -> Iterator[tuple[Move, State[Any]]]:
    """Each of these moves of a table, which follow each other, with the state after it as that seat (None: the public) may know
    it; of the `wanted` ones alone if any are named. To be read in a worker thread, one state at a time.

    Raises NotPossible and Damaged as `state_after` does.
    """
    packed = await load_packed_snapshots(store, list(wanted) or [m.id for m in moves])
    if len(packed) < len(wanted):  # some were thinned out, and are played to from others
        packed = await load_packed_snapshots(store, [m.id for m in moves])
    start = await state_after(store, rules, game, moves[0].id) if moves else b""

    def read(place: int, known: dict[int, bytes]) -> bytes:
        """The state after the move at that place in the line, played to from the nearest one before that can be read."""
        later = list[Action]()
        for n in range(place, -1, -1):
            stored = packed.get(moves[n].id)
            state = known.get(n) or (unpack_snapshot(stored, moves[n].fingerprint) if stored else None)
            if state is not None:
                break
            if (action := moves[n].action) is not None:
                later.append(action)
        if not later:
            return state or start
        at = Game.load(rules, state or start)
        for again in reversed(later):
            _play_again(at, again)
        return at.snapshot()

    def follow() -> Iterator[tuple[Move, State[Any]]]:
        """The states that are wanted, one after the other; the others are not looked at."""
        known = {0: start}
        for n, move in enumerate(moves):
            if not wanted or move.id in wanted:
                known = {0: start, n: read(n, known)}
                yield move, Game.load(rules, known[n]).view(seat)

    return follow()


async def view_of_round_end(
    store: Store, rules: Rules, game: int, move: int, seat: str | None, name: str
) -> State[Any] | None:
    """The state as that seat (None: the public) may know it when a move of that table has ended a round, before the next one
    begins; None where it has not.
    """
    stored = await load_move(store, move)
    if stored is None or stored.game != game or not stored.parent:
        return None
    before, action = await state_after(store, rules, game, stored.parent), stored.action

    def read_end() -> State[Any] | None:
        """The view of that moment, read in a worker thread."""
        state = _find_round_end(rules, before, action, name)
        return Game.load(rules, state).view(seat) if state else None

    return await asyncio.to_thread(read_end)


def _find_round_end(rules: Rules, before: bytes, action: bytes, name: str) -> bytes:
    """The state at the moment at which an action has ended that round, b"" where it does not. `before`: the state before it."""
    found: list[bytes] = []

    def keep(game: Game, event: Event) -> None:
        """Keep the state if that round is over."""
        if isinstance(event, RoundEnded) and event.name == name:
            found.append(encode(game.state))

    reactions: dict[type[Event], tuple[Reaction, ...]] = {**rules.reactions}
    reactions[RoundEnded] = (*reactions.get(RoundEnded, ()), keep)
    _replay_actions(replace(rules, reactions=reactions), before, [action])
    return found[0] if found else b""


def _play_again(game: Game, action: Action) -> None:
    """Play a recorded action; raises Damaged."""
    try:
        game.play(action)
    except Exception as error:  # whatever becomes of damaged bytes
        raise Damaged(f"Its stored position is damaged, and its moves cannot be played again: {error}") from error


def _replay_actions(rules: Rules, start: bytes, actions: list[bytes]) -> bytes:
    """The snapshot after these actions were played from another one; raises Damaged."""
    codec, game = Game.codec_of(rules), Game.load(rules, start)
    try:
        for action in actions:
            game.play(codec.action(action))
    except Exception as error:  # whatever becomes of damaged bytes
        raise Damaged(f"Its stored position is damaged, and its moves cannot be played again: {error}") from error
    return game.snapshot()


async def load_last_snapshot(store: Store, rules: Rules, game: int, head: int) -> tuple[bytes, bool]:
    """The snapshot after the last move of a table, and whether it had to be played again. Raises Damaged."""
    stored = await load_move(store, head)
    if stored is None:
        raise Damaged("Its last move is gone")
    again = stored.state is None
    try:
        state = stored.state or await state_after(store, rules, game, head)
        await asyncio.to_thread(Game.codec_of(rules).state, state)
    except Damaged:
        raise
    except (NotPossible, msgspec.ValidationError) as error:
        raise Damaged(f"Its last position cannot be read: {error}") from error
    return state, again


async def load_or_repair_snapshot(store: Store, rules: Rules, game: int, head: int) -> bytes:
    """The snapshot after the last move of a table. A damaged one is played again and written. Raises Damaged."""
    state, again = await load_last_snapshot(store, rules, game, head)
    if again:
        await rewrite_snapshot(store, head, state)
        log.warning("table %d: the position after move %d was damaged and has been played again", game, head)
    return state
