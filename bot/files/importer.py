"""Files that people give, read in a process of its own."""

from __future__ import annotations

from bot.core.errors import NotPossible
from bot.core.worker_process import OnProgress, Report, run_in_process
from bot.files import transcripts
from bot.model.game_transfer import ImportedGame
from bot.model.imported_game import IncomingGame
from game.play import Game
from game.rules import Illegal
from titles import TITLES


async def read_file(data: bytes, on_progress: OnProgress) -> IncomingGame:
    """The game in a file; raises NotPossible with one sentence about what is wrong with it.

    `on_progress` hears how many of its actions are played.
    """
    return await run_in_process(
        _read_in_process,
        data,
        timeout_message="That file takes too long to read",
        crash_message="That file cannot be read here",
        on_progress=on_progress,
    )


def _read_in_process(data: bytes, report: Report) -> IncomingGame:
    """What `read_file` does, in the process that does it."""
    return transcripts.read_incoming(data, TITLES, report)


async def check_options(title: str, options: tuple[str, ...], held: ImportedGame) -> None:
    """Play a file's game under other options; raises NotPossible with the first action that these refuse."""
    await run_in_process(
        _play_in_process,
        title,
        options,
        held.players,
        held.seed,
        held.seated,
        list(map(bytes, held.actions)),
        timeout_message="That takes too long",
        crash_message="That cannot be tried here",
    )


def _play_in_process(
    title: str, options: tuple[str, ...], players: tuple[str, ...], seed: str, seated: bool, actions: list[bytes]
) -> bool:
    """Play actions under other options; raises NotPossible with the first that is refused."""
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
