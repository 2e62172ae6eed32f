"""Lines and branches of the titles that no random game under the preset of 18xx.games ever reaches.

    python -m tests.title_coverage --games 300 --titles 18VA 18EU --beside DATA

plays so many games of each title, by the players of `tests.second_engine`, and prints where they never come: lines, then
branches between lines that they reach (`12->15`; `12->exit` leaves the function). `--beside` is a data file of what is reached
otherwise, as `coverage run --data-file DATA -m pytest tests/titles -n 0` writes it: in brackets is what only that reaches.
`--keep FOLDER` keeps the data of the games as TITLE.data; with `--games 0` those that lie there are printed again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path

from coverage import Coverage

from tests.characters import CHARACTERS
from tests.second_engine import EVEN, played, setups
from titles import TITLES

Place = tuple[int, ...]  # a line, or both ends of a branch: the second is negative where it leaves the function


def play_part(title: str, games: int, seed: int, part: int, parts: int) -> None:
    """One in so many of the games. One that ends in an error is told, and counts as far as it came."""
    for setup in islice(setups(title, games, [], seed, [EVEN, *CHARACTERS]), part, None, parts):
        try:
            played(setup)
        except Exception as error:  # a fault of ours; the other games count all the same
            sys.stdout.write(f"  {setup}: {type(error).__name__}: {error}\n")


def measure(title: str, asked: argparse.Namespace, folder: Path) -> None:
    """Play a title's games, each worker a process with a data file of its own, and join these."""
    parts = [folder / f"{title}.{n}" for n in range(asked.workers)]
    games = ["-m", "tests.title_coverage", "--titles", title, f"--games={asked.games}", f"--seed={asked.seed}"]
    runs = [
        [sys.executable, "-m", "coverage", "run", f"--data-file={data}", *games, "--part", str(n), str(len(parts))]
        for n, data in enumerate(parts)
    ]
    workers = [subprocess.Popen(run) for run in runs]
    ended = [worker.wait() for worker in workers]
    if any(ended):
        raise SystemExit(f"{title}: a worker failed")
    joined = Coverage(data_file=folder / f"{title}.data")
    joined.combine([str(part) for part in parts])
    joined.save()


def missing(data: Path, package: str) -> dict[str, set[Place]]:
    """Lines of a package that the data do not reach, and branches that they do not take, by file."""
    measured = Coverage(data_file=data)
    measured.load()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        measured.json_report(outfile=str(report), include=f"{package}/*")
        files = json.loads(report.read_bytes())["files"]
    return {
        name: {(line,) for line in told["missing_lines"]} | {tuple(ends) for ends in told["missing_branches"]}
        for name, told in files.items()
    }


def apart(places: set[Place]) -> set[Place]:
    """Without branches to or from a line that is missing itself."""
    return {place for place in places if len(place) == 1 or not {(end,) for end in place} & places}


def spans(places: Iterable[Place]) -> Iterator[str]:
    """Lines in runs, then branches: `12-14 20 31->33`."""
    ordered = sorted(places, key=lambda place: (len(place), place))
    lines = [place[0] for place in ordered if len(place) == 1]
    for _, run in groupby(enumerate(lines), lambda pair: pair[1] - pair[0]):
        found = [line for _, line in run]
        yield str(found[0]) if len(found) == 1 else f"{found[0]}-{found[-1]}"
    for line, end in (place for place in ordered if len(place) > 1):
        yield f"{line}->{end if end > 0 else 'exit'}"


def tell(title: str, data: Path, beside: Path | None) -> None:
    """Print what a title's games never reached, by file."""
    package = f"titles/{TITLES[title].make.__module__.rpartition('.')[2]}"
    unreached = {name: apart(places) for name, places in missing(data, package).items()}
    otherwise = missing(beside, package) if beside else unreached
    lines = sum(len(place) == 1 for places in unreached.values() for place in places)
    branches = sum(map(len, unreached.values())) - lines
    sys.stdout.write(f"{title}: {lines} lines and {branches} branches never reached\n")
    for name, places in sorted(unreached.items()):
        nowhere = places & otherwise.get(name, set())
        elsewhere = [f"({span})" for span in spans(places - nowhere)]
        if places:
            sys.stdout.write(f"  {name}: {' '.join([*spans(nowhere), *elsewhere])}\n")
    sys.stdout.flush()


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.title_coverage", description=__doc__)
    parser.add_argument("--titles", nargs="+", default=[*TITLES], choices=[*TITLES])
    parser.add_argument("--games", type=int, default=300, help="of each title")
    parser.add_argument("--seed", type=int, default=95_000, help="of the first game; the others follow")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--beside", type=Path, help="data of what is reached otherwise")
    parser.add_argument("--keep", type=Path, help="folder for the data of the games")
    parser.add_argument("--part", type=int, nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args(words)
    if asked.part:
        play_part(asked.titles[0], asked.games, asked.seed, *asked.part)
        return 0
    with tempfile.TemporaryDirectory() as passing:
        folder = asked.keep or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        for title in asked.titles:
            if asked.games:
                measure(title, asked, folder)
            tell(title, folder / f"{title}.data", asked.beside)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
