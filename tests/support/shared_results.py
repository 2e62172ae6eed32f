"""What tests have worked out once: kept for all tests of a process, and in files for the other processes of the same run."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

_known: dict[str, Any] = {}
_folder: Path | None = None  # where the processes of one run of the tests keep results for each other


def share_results(folder: Path) -> None:
    """Keep results in this folder too, and look for them there."""
    global _folder
    _folder = folder
    _folder.mkdir(exist_ok=True)


def worked_out(name: str, work_out: Callable[[], T]) -> T:
    """The result of that name, worked out by the first who asks for it. It is pickled, and nobody may change it."""
    if name not in _known:
        file = _folder / name if _folder else None
        if file and file.exists():
            _known[name] = pickle.loads(file.read_bytes())
        else:
            _known[name] = work_out()
            if file:
                part = file.with_name(f"{name}-{os.getpid()}")
                part.write_bytes(pickle.dumps(_known[name]))
                part.replace(file)
    found: T = _known[name]
    return found
