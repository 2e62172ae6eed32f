"""Boards of players who build whatever they can: positions out of random games, before a company runs, for measurements.

`data/boards` keeps some two hundred for each title, one in a line: what routes depend on, and the company that is to run;
of 18EU also those that took longest of a thousand.
`python -m tests.dense --keep TITLE` makes such a file anew.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import msgspec

from game.play import Game
from titles import TITLES

FOLDER = Path(str(files("data"))) / "boards"


def hardest_files() -> list[str]:
    """Names of the files with positions whose search takes long."""
    return sorted(path.name.partition(".")[0] for path in FOLDER.glob("*-hardest.jsonl.xz"))


def files_of(title: str) -> list[str]:
    """Names of the files of a title: that of its boards, then those with positions whose search takes long."""
    return [title, *(name for name in hardest_files() if name.startswith(f"{title}-"))]


def count_positions(name: str) -> int:
    """How many positions a file has."""
    return len(_read_lines(name))


def load_positions(name: str) -> Iterator[tuple[Game, str]]:
    """The positions of a file (the name of a title, or one of `hardest`), each with the company that is to run."""
    title = name.partition("-")[0]
    for line in _read_lines(name):
        kept = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        state = bytes(kept["state"])
        players = len(msgspec.json.decode(state)["order"])
        company = msgspec.json.decode(kept["company"], type=str)
        yield Game.load(TITLES[title].rules((), players), state), company


def _read_lines(name: str) -> list[bytes]:
    """The lines of a file, one for each position."""
    return lzma.decompress((FOLDER / f"{name}.jsonl.xz").read_bytes()).splitlines()
