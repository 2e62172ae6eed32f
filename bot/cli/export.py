"""`trunkline export`: a file or a table of the database, written as another kind of file."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.cli.progress import progress_bar
from bot.core.errors import NotPossible, UsageError
from bot.core.worker_process import Report, ignore_progress
from bot.files.exporters import FORMATS, SITE, export_game
from bot.files.transcripts import MAX_FILE_BYTES, read_incoming
from bot.interchange.exporter import write_game
from bot.interchange.site.errors import Unwritable
from bot.model.imported_game import IncomingGame
from titles import TITLES


def main(file: str, format_: str, out: Path, config: Path | None, *, partial: bool = False) -> tuple[str, ...]:
    """Write a game to a file; returns warnings, raises UsageError with one sentence before anything is written.

    `partial`: what 18xx.games cannot play is left out with all that follows.
    """
    if format_ not in FORMATS:
        raise UsageError(f"There is no format {format_!r}; there are {', '.join(FORMATS)}")
    path = Path(file)
    try:
        if not path.exists() and file.lstrip("#").isdecimal():
            from bot.files.table_export import load_source  # with the database, which a file does not need

            source = load_source(int(file.lstrip("#")), config)
        else:
            with progress_bar("Reading") as report:
                source = read_game(path, report).as_source()
        with progress_bar("Writing"):
            written = write_game(source, partial=True) if partial and format_ == SITE else export_game(source, format_)
    except (NotPossible, Unwritable) as error:
        raise UsageError(f"{file}: {str(error).rstrip('.')}.") from error
    try:
        if str(out) == "-":
            sys.stdout.write(written.data.decode())
        else:
            out.write_bytes(written.data)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror or error}.") from error
    return written.warnings


def read_game(path: Path, report: Report = ignore_progress) -> IncomingGame:
    """The game in a transcript or a file of 18xx.games; raises UsageError or NotPossible. `report`: as for `read_incoming`."""
    try:
        with path.open("rb") as handle:
            data = handle.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be opened: {error.strerror or error}.") from error
    return read_incoming(data, TITLES, report)
