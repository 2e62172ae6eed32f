"""Files that people give, read in a process of its own."""

from __future__ import annotations

from bot.core.errors import NotPossible
from bot.core.worker_process import apart
from bot.files import transcripts
from bot.model.imported_game import Incoming
from bot.tables.game_transfers import Cargo
from game.play import Game
from game.rules import Illegal
from titles import TITLES


async def read(data: bytes) -> Incoming:
    """The game in a file; raises NotPossible with one sentence about what is wrong with it."""
    late, broken = "That file takes too long to read", "That file cannot be read here"
    return await apart(_read, data, late=late, broken=broken)


def _read(data: bytes) -> Incoming:
    return transcripts.incoming(data, TITLES)


async def check(title: str, options: tuple[str, ...], held: Cargo) -> None:
    """Play a file's game under other options; raises NotPossible with the first action that these refuse."""
    late, broken = "That takes too long", "That cannot be tried here"
    await apart(
        _play,
        title,
        options,
        held.players,
        held.seed,
        held.seated,
        list(map(bytes, held.actions)),
        late=late,
        broken=broken,
    )


def _play(
    title: str, options: tuple[str, ...], players: tuple[str, ...], seed: str, seated: bool, actions: list[bytes]
) -> bool:
    try:
        game = Game.new(TITLES[title].rules(options, len(players)), players, seed, seated=seated)
    except ValueError as error:
        raise NotPossible(str(error)) from error
    for number, data in enumerate(actions, 1):
        action = game.codec.action(data)
        try:
            game.play(action)
        except Illegal as error:
            raise NotPossible(f"Action {number} ({action.by}: {action.verb}) is refused: {error.refusal}") from error
        game.past.clear()
    return True
