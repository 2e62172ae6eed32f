"""How far long work is, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.core.worker_process import Report


@contextmanager
def progress_bar(description: str) -> Iterator[Report]:
    """A bar on the error output, gone when the work is done; nothing where that is not a terminal.

    Lines printed meanwhile stand above it where the output is that terminal; into a file or a pipe they go as they are.
    """
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    shown, terminal = console.is_terminal, sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, disable=not shown, redirect_stdout=terminal) as progress:
        task = progress.add_task(description, total=None)

        def report(done: int, of: int) -> None:
            """Move the bar to that many steps of the whole."""
            progress.update(task, completed=done, total=of)

        yield report
