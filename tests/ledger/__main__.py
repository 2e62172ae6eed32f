"""`python -m tests.ledger 200 --seed 5`: that many random games of each title against the ledger.

Every second one is played under the preset; a line for each game that breaks a rule.
"""

from __future__ import annotations

import argparse
import sys

from tests.ledger.book import Disagreement
from tests.ledger.ledger import TERMS
from tests.ledger.play import judge


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.ledger", description=__doc__)
    parser.add_argument("games", type=int, help="games of each title")
    parser.add_argument("--seed", type=int, default=0, help="number of the first game")
    parser.add_argument("--title", choices=list(TERMS), help="only that title")
    parser.add_argument("--short", action="store_true", help="end most games early by a bank that loses its money")
    asked = parser.parse_args(arguments)
    failed = 0
    for title in [asked.title] if asked.title else TERMS:
        plays = 0
        for number in range(asked.seed, asked.seed + asked.games):
            try:
                plays += judge(title, number, short=asked.short)
            except Disagreement as error:
                failed += 1
                say(f"{title} {number}: {error}")
        say(f"{title}: {asked.games} games, {plays} plays of those that agree")
    say(f"{failed or 'no'} disagreements")
    return 1 if failed else 0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
