"""Games as files: a table's transcript to download, and transcripts or 18xx.games files read for a new table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.core.errors import NotPossible
from bot.core.worker_process import Report, ignore_progress
from bot.interchange.site.decoding import LARGEST
from bot.interchange.site.records import Damaged
from bot.model.imported_game import HIDDEN, IncomingGame
from bot.model.results import Record
from bot.tables.service import HasRules
from game import transcript
from game.actions import Action, disclosed
from game.notation import line
from game.play import Game
from game.transcript import DIGITS, Broken, Entry, Transcript

if TYPE_CHECKING:
    from bot.interchange.importer import Importer

MAX_FILE_BYTES = LARGEST  # of a file that is read, of whichever kind
TOO_LARGE = f"The file is larger than {MAX_FILE_BYTES // 1_000_000} MB: no game is that long"
MAX_SEED, MAX_NAME, MAX_SHOWN = 64, 40, 100  # characters that a table keeps of a seed, of a seat, of a player's name
# how files begin that pack others: zip, also an empty one, gzip, 7-Zip, RAR, xz, bzip2
PACKED = (b"PK\3\4", b"PK\5\6", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"\xfd7zXZ", b"BZh")
NO_GAME = "This is neither a transcript nor a game of 18xx.games"
CUT = "This table began in the middle of a game, so there is no beginning to write"


def transcript_of(record: Record) -> str:
    """A game as text that `trunkline play` and the import read again. The seed of a running game stays secret."""
    if not record.whole:
        raise NotPossible(CUT)
    whole = bool(record.seed)
    entries = tuple(
        Entry(m.seat, line(m.action if whole else disclosed(m.action)), m.fingerprint[:DIGITS] if whole else "")
        for m in record.moves
        if m.action
    )
    seed = record.seed or HIDDEN
    return transcript.write(
        Transcript(record.title, record.players, seed, record.options, seated=True, entries=entries)
    )


def read_incoming(data: bytes, titles: Mapping[str, HasRules], report: Report = ignore_progress) -> IncomingGame:
    """Read a file of either kind and play it once; raises NotPossible with one sentence. Slow: up to seconds.

    `report` hears how many recorded actions are played, and of how many.
    """
    if len(data) > MAX_FILE_BYTES:
        raise NotPossible(TOO_LARGE)
    if data.lstrip()[:1] in {b"{", b"["}:
        incoming = _read_json(data, report)
        _check_lengths(incoming.seed, incoming.players, incoming.shown)
        return incoming
    if data.startswith(PACKED):
        raise NotPossible("This is a packed file. Unpack it, and give me the game in it")
    if not data.strip():
        raise NotPossible("The file is empty")
    if b"\0" in data:
        raise NotPossible(NO_GAME)
    try:
        text = data.decode("utf-8-sig")
        file = transcript.read(text)
        _check_lengths(file.seed, file.players, file.players)
        return _read_transcript(file, titles, report)
    except UnicodeDecodeError as error:
        raise NotPossible(NO_GAME) from error
    except Broken as error:
        raise NotPossible(f"The transcript cannot be read: {error}") from error


def _check_lengths(seed: str, seats: Sequence[str], shown: Sequence[str]) -> None:
    """Raise NotPossible where a file holds a seed or a name that is longer than a table can keep: each move writes them."""
    if len(seed) > MAX_SEED:
        raise NotPossible(
            f"The file cannot be read: its seed has {len(seed)} characters, at most {MAX_SEED} are possible"
        )
    for name, most in (*((x, MAX_NAME) for x in seats), *((x, MAX_SHOWN) for x in shown)):
        if len(name) > most:
            raise NotPossible(
                f"The file cannot be read: the name {name[:20]}… has {len(name)} characters, at most {most} are possible"
            )


def _read_json(data: bytes, report: Report) -> IncomingGame:
    """A file of 18xx.games as a game; raises NotPossible."""
    from bot.interchange.importer import Importer  # takes some memory, and few files are read

    try:
        importer = Importer(data)
        count = sum(unit.last for unit in importer.units)
        for done, _ in enumerate(importer.play_all(), 1):
            report(done, count)
    except (Damaged, json.JSONDecodeError, RecursionError) as error:
        raise NotPossible(f"The file cannot be read: {error}") from error
    return convert_recorded_game(importer)


def convert_recorded_game(importer: Importer) -> IncomingGame:
    """The game that was read from a file of 18xx.games, to its end."""
    imported = importer.imported
    actions = tuple(action for _, action in imported.plays)
    return IncomingGame(
        imported.title,
        imported.options,
        imported.players,
        imported.names,
        actions,
        imported.game.state.seed,
        seated=True,
        keys=tuple(importer.seats),
        ended=importer.ended_by_hand,
        implied=frozenset(imported.implied),
        round=imported.game.state.round,
        deciders=tuple(imported.game.deciders()),
        over=imported.game.state.over,
        reveals_hands=_hides_something(imported.game),
        counts=importer.counts,
    )


def _hides_something(g: Game) -> bool:
    """Whether anything lies where not everybody may look. Its seed, which every file holds, tells what it is."""
    return not g.state.over and "hidden" in g.view(None).place.values()


def _read_transcript(file: Transcript, titles: Mapping[str, HasRules], report: Report) -> IncomingGame:
    """A transcript as a game; raises NotPossible for an unknown title or options that do not go together."""
    title = titles.get(file.title)
    if title is None:
        raise NotPossible(f"I do not know the title {file.title[:40]!r}. There are: {', '.join(titles)}")
    try:
        options = title.options(file.options)
        game = Game.new(title.rules(options, len(file.players)), file.players, file.seed, seated=file.seated)
    except ValueError as error:
        raise NotPossible(f"The transcript cannot be read: {error}") from error
    actions: list[Action] = []
    for action in transcript.perform(game, file.entries):
        actions.append(action)
        report(len(actions), len(file.entries))
    return IncomingGame(
        file.title,
        options,
        file.players,
        file.players,
        tuple(actions),
        file.seed,
        seated=file.seated,
        round=game.state.round,
        deciders=tuple(game.deciders()),
        over=game.state.over,
        reveals_hands=file.seed != HIDDEN and _hides_something(game),
    )
