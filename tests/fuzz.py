"""Recorded games with damage: what is read is either a whole game or one sentence.

`python -m tests.fuzz 2000` mutates games of all titles so many times and prints each reading that ends otherwise;
`python -m tests.fuzz 2000 1500` goes on from number 1500.
"""

from __future__ import annotations

import json
import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.core.errors import NotPossible
from bot.files.transcripts import read_incoming
from tests.conftest import shared_folder
from titles import TITLES

LONGEST = 60  # actions of a game that is damaged, and of the part where the damage is
FAR = 4  # every so many mutations are anywhere in a game, and so take longer
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 7, 2**70, 1.5, "", " ", "\n", "x", "0", "-1", "[]", [], {}, [[]], {"id": 1}),
    *("2-0", "57-0", "451a-0-0", "D4", "A3", "payout", "player", "company", "corporation", "minor", "MRC", "P5"),
    *("CoG", "CoG_0", "CoG_99", "NWR_1", "GIPR", "RB3", "100,2,4", "../../etc", "\u202e", "\x00", "a" * 5000),
)


def files(title: str) -> list[Path]:
    return sorted((shared_folder() / "recorded" / title).glob("*.json"))


def damaged(title: str, number: int, *, far: bool = False) -> bytes:
    """The mutation with that number: actions dropped, doubled, exchanged or with other fields, the head changed, bytes lost.

    `far`: the game has gone on for any time before.
    """
    rng = random.Random(f"{title}/{number}")
    whole = json.loads(rng.choice(files(title)).read_bytes())
    last = rng.randint(1, len(whole["actions"]) if far else LONGEST)
    game = whole | {"actions": whole["actions"][:last], "status": "active", "result": None}
    for _ in range(rng.randint(1, 3)):
        _spoil(rng, game)
    data = json.dumps(game).encode()
    return _scratched(rng, data) if rng.random() < 0.15 else data


def _spoil(rng: random.Random, game: dict[str, Any]) -> None:
    actions = game["actions"]
    way = rng.choice(["drop", "double", "exchange", "turn", "head", *["field"] * 6])
    if way == "head" or not isinstance(actions, list) or not actions:
        game[rng.choice(sorted({*game} - {"actions"}))] = rng.choice(VALUES)
        return
    first = max(0, len(actions) - LONGEST)
    at, other = rng.randrange(first, len(actions)), rng.randrange(first, len(actions))
    if way == "drop":
        del actions[at]
    elif way == "double":
        actions.insert(other, dict(actions[at]))
    elif way == "exchange":
        actions[at], actions[other] = actions[other], actions[at]
    elif way == "turn":
        actions[at]["type"] = actions[other]["type"]
    else:
        _field(rng, actions[at])


def _field(rng: random.Random, action: dict[str, Any]) -> None:
    """Another value in a field, or within it."""
    key = rng.choice(sorted(action))
    inner = action[key]
    if isinstance(inner, list) and inner and rng.random() < 0.6:
        at = rng.randrange(len(inner))
        if isinstance(inner[at], dict):
            _field(rng, inner[at])
        else:
            inner[at] = rng.choice(VALUES)
    else:
        action[key] = rng.choice(VALUES)


def _scratched(rng: random.Random, data: bytes) -> bytes:
    """Cut off, or with other bytes."""
    if rng.random() < 0.3:
        return data[: rng.randrange(len(data))]
    found = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        found[rng.randrange(len(found))] = rng.randrange(256)
    return bytes(found)


def wrong(data: bytes) -> str:
    """What is wrong with how a file is read, "" for nothing: it is a whole game or one sentence."""
    try:
        found = read_incoming(data, TITLES)
    except NotPossible as error:
        said = str(error)
        plain = "\n" not in said and said.isprintable() and len(said) < 700
        return "" if plain else f"not a sentence: {said[:200]!r}"
    except Exception:
        return traceback.format_exc()
    return "" if found.actions or not json.loads(data)["actions"] else "nothing has been played"


def all_of(count: int, first: int = 0) -> Iterator[tuple[str, int]]:
    """Titles in turn, with the numbers of their mutations."""
    titles = list(TITLES)
    for number in range(first, count):
        yield titles[number % len(titles)], number // len(titles)


def main(count: int, first: int = 0) -> int:
    """Print what goes wrong; the exit status is 1 when anything does."""
    found = Counter[str]()
    for title, number in all_of(count, first):
        fault = wrong(damaged(title, number, far=number % FAR == FAR - 1))
        found["wrong" if fault else "right"] += 1
        if fault:
            sys.stdout.write(f"{title} {number}: {fault}\n")
    sys.stdout.write(f"{found['right']} read as they should be, {found['wrong']} not\n")
    return 1 if found["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3] or ["2000"])))
