"""The game that a command line names: title, players, options, and a transcript to go on with."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.core.errors import UsageError
from bot.interchange.export_profiles import EXPORT_PROFILES
from bot.interchange.import_state import PRESET
from game import transcript
from game.actions import Action
from game.options import BadOption
from game.play import Game
from game.transcript import Broken, Entry, Transcript
from titles import TITLES, Title, find


@dataclass(frozen=True)
class CommandLine:
    """The command line of `trunkline play`."""

    title: str
    players: tuple[str, ...] = ()
    seed: str = ""
    random: int = 0
    script: Path | None = None
    shown: str = ""
    options: tuple[str, ...] = ()
    preset: str = ""
    pictures: Path | None = None
    transcript: Path | None = None
    export: Path | None = None  # as a file of 18xx.games


def prepare(setting: CommandLine) -> tuple[Game, Transcript, tuple[Entry, ...]]:
    """The game at its start and the lines to play first; raises UsageError."""
    script = _read_script(setting.script) if setting.script else None
    if script:
        _check_agreement(setting, script)
        head = script
    else:
        name, players = _title_and_players(setting)
        head = Transcript(name, players, setting.seed or secrets.token_hex(8), setting.options)
    try:
        title = find_title(head.title)
        asked = (*head.options, *filter(None, [setting.preset]))
        if setting.preset == PRESET and not script:
            head = replace(head, seed=EXPORT_PROFILES[title.name].convert_seed(head.seed))
        rules = title.rules(asked, len(head.players))
        g = Game.new(rules, head.players, head.seed, seated=head.seated)
    except (BadOption, ValueError) as error:
        raise UsageError(f"{error}") from error
    if setting.shown and setting.shown not in g.state.order:
        raise UsageError(f"--as: {setting.shown!r} does not play; there are {', '.join(g.state.order)}")
    header = Transcript(title.name, head.players, head.seed, rules.options, head.seated)
    return g, header, script.entries if script else ()


def _check_agreement(setting: CommandLine, script: Transcript) -> None:
    """Raises UsageError where what is said beside a transcript is not what it holds."""
    name, players = _split_words(setting)
    answer = (
        ("title", find_title(name).name if name else "", find_title(script.title).name),
        ("players", " ".join(players), " ".join(script.players)),
        ("seed", setting.seed, script.seed),
        ("options", " ".join(sorted(setting.options)), " ".join(sorted(script.options))),
    )
    for subject, here, there in answer:
        if here and here != there:
            raise UsageError(f"{setting.script} has the {subject} {there or 'none'}, not {here}; leave that out")


def _title_and_players(setting: CommandLine) -> tuple[str, tuple[str, ...]]:
    """Title and players that the command line names, or the transcript; raises UsageError."""
    name, players = _split_words(setting)
    find_title(name)
    if not players:
        raise UsageError("Name the players too: trunkline play 18GA ann bob cid")
    return name, players


def _split_words(setting: CommandLine) -> tuple[str, tuple[str, ...]]:
    """Title and players as they are meant: `18 India ann bob` is the title 18 India."""
    name, players = setting.title, setting.players
    if name == "18" and players:
        return name + players[0], players[1:]
    return name, players


def find_title(name: str) -> Title:
    """The title of that name; raises UsageError."""
    try:
        return find(name)
    except KeyError as error:
        raise UsageError(f"There is no title {name!r}; there are {', '.join(TITLES)}") from error


def _read_script(path: Path) -> Transcript:
    """The transcript in a file; raises UsageError."""
    try:
        return transcript.read(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    except (Broken, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not a transcript: {error}") from error


def perform(g: Game, entries: Sequence[Entry]) -> Iterator[Action]:
    """Play the lines of a transcript; raises UsageError."""
    try:
        yield from transcript.perform(g, entries)
    except Broken as error:
        raise UsageError(str(error)) from error
