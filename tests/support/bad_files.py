"""Files that must not be read, with the sentence that each is answered by."""

from __future__ import annotations

import json
from typing import NamedTuple

from tests.conftest import shared_folder


class Bad(NamedTuple):
    name: str
    data: bytes
    sentence: str  # what is said, apart from the name of the file


def bad_files() -> list[Bad]:
    """Damaged, hostile and foreign relatives of a game of 18GA; none without the recorded games."""
    path = shared_folder() / "recorded" / "18GA" / "18GA_game_end_bank.json"
    return _relatives(path.read_bytes()) if path.exists() else []


def _relatives(whole: bytes) -> list[Bad]:
    game = json.loads(whole)
    first = game["actions"][:12]

    def but(**changes: object) -> bytes:
        return json.dumps({**game, "actions": first, **changes}).encode()

    def then(**action: object) -> bytes:
        return but(actions=[*first, {"entity": first[0]["entity"], "entity_type": "player", "id": 13, **action}])

    nested = b'"deep":' + b"[" * 500 + b"]" * 500
    settings = game["settings"]
    return [
        Bad(
            "truncated",
            but()[:-40],
            _read("This is not a game of 18xx.games: Input data was truncated, after action 12."),
        ),
        Bad("huge", b" " * 4_000_001 + whole, "The file is larger than 4 MB: no game is that long."),
        Bad(
            "deep",
            b'{"title":"18GA","players":[],"actions":' + b"[" * 100_000,
            _read("This is not a game of 18xx.games: it is nested too deeply."),
        ),
        Bad(
            "deep-action",
            then(type="pass").replace(b'"id": 13', b'"id": 13,' + nested),
            _read("This is not a game of 18xx.games: it is nested too deeply, after action 13."),
        ),
        Bad(
            "hostile",
            then(type="__import__('os').system('true')\n"),
            _read(
                """Action 13 cannot be read: "__import__('os').system('true')\\n" is not an action of these games."""
            ),
        ),
        Bad(
            "hostile-fields",
            then(type="bid", company="../../etc/passwd\x00<@1>", price=10**4000),
            _read("Action 13 (bid by 4477) is not legal here: "),
        ),
        Bad(
            "future",
            then(type="hyper_loop"),
            _read("Action 13 cannot be read: 'hyper_loop' is not an action of these games."),
        ),
        Bad(
            "future-option",
            but(settings={**settings, "optional_rules": ["second_edition"]}),
            _read("The option second_edition of 18GA is not known here."),
        ),
        Bad(
            "wrong-mapping",
            but(players=[{**p, "id": p["id"] + 1000} for p in game["players"]]),
            _read("Action 1 (bid by 4477): Nobody with the number 4477 plays in this game."),
        ),
        Bad(
            "one-number-twice",
            but(players=[{**p, "id": 1} for p in game["players"]]),
            _read("Two players have the same number."),
        ),
        Bad(
            "too-few",
            but(players=game["players"][:1]),
            _read("18GA is played by 3 to 5, not by 1."),
        ),
        Bad(
            "foreign",
            but(title="1889"),
            _read("1889 is not played here; read are games of 18 India, 18EU, 18GA, 18TN, 18VA."),
        ),
        Bad(
            "another-title",
            but(title="18TN"),
            _read("Action 1 (bid by 4477) is not legal here: OSR is not for sale (18TN 3.1(b))."),
        ),
        Bad(
            "unknown-option",
            but(settings={**settings, "optional_rules": ["moon_base"]}),
            _read("The option moon_base of 18GA is not known here."),
        ),
        Bad(
            "not-legal",
            then(type="bid", company="LTR", price=3),
            _read("Action 13 (bid by 4477) is not legal here: "),
        ),
    ]


def _read(why: str) -> str:
    return f"The file cannot be read: {why}"
