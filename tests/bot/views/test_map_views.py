"""The whole map, and below it the parts of one that a phone shows too small to be read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.model.kinds import Theme
from bot.views.inspection import show_boards, show_map
from render import map_parts
from tests.support.golden_positions import golden_position


@pytest.mark.parametrize(
    ("game", "number", "words"),
    [
        ("18India-bank", 700, ["north-west", "north-east", "south-west", "south-east"]),
        ("18TN-bank", 500, ["west", "east"]),
        ("18GA-bank", 500, []),
    ],
)
async def test_a_map_too_small_for_a_phone_is_followed_by_its_parts(game: str, number: int, words: list[str]) -> None:
    """The largest map had stations of 7 to 10 pixels there, and nothing but a zoom to read it by."""
    played = golden_position(game, number)
    row = SimpleNamespace(theme=Theme.LIGHT, code="", id=1)
    table: Any = SimpleNamespace(id=1, rules=played.rules, row=row, position=SimpleNamespace(seq=1, deciders=()))
    look: Any = SimpleNamespace(table=table, seat=None, view=played.view(None), at=0, title="a table", asked=())
    alone, tables = await show_boards(look), await show_map(look)
    for shown in (alone, tables):
        first, *parts = shown.pictures
        assert first.alt.startswith("Map of")
        assert [part.alt.partition(".")[0].partition(": the ")[2] for part in parts] == words
        assert len({part.name for part in shown.pictures}) == len(shown.pictures)
        assert sum(len(part.data) for part in shown.pictures) < 800_000
    assert alone.pictures[1:] == tables.pictures[1:]
    assert len(map_parts(played.rules.data)) == len(words)
