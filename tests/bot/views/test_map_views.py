"""The whole map, and the parts of one that a phone shows too small to be read, each a press away."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.core.text import begin_sentence
from bot.model.kinds import Theme
from bot.views.inspection import show_bank, show_map, turn_map
from bot.views.messages import Button
from bot.views.pages.picture_pages import unpack_page
from bot.views.pictures.picture_stack import TALLEST, relative_height
from game.events import Passed, RoundBegan, TileLaid
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
    built = next(iter(played.state.tiles))
    events = (RoundBegan("OR 3.1"), TileLaid("CoG", built, "57", 0), RoundBegan("OR 3.2"), Passed("CoG", "track"))

    async def history(limit: int) -> list[Any]:
        return [SimpleNamespace(events=events)][-limit:]

    position = SimpleNamespace(seq=1, deciders=())
    table: Any = SimpleNamespace(id=1, rules=played.rules, row=row, position=position, history=history)
    view = played.view(None)
    look: Any = SimpleNamespace(table=table, seat=None, view=view, at=0, moment="0", title="a table", asked=())
    whole = await show_map(look)
    (picture,) = whole.pictures  # several would be shown as wide as half a phone
    assert picture.alt.startswith("Map of")
    assert whole.body == "-# Outlined: built in OR 3.1.", "nothing was built since"
    assert relative_height([picture]) <= TALLEST, "tables below it made it narrower than a panel's picture"
    labels = [b.label for row in whole.rows for b in row if isinstance(b, Button)]
    assert labels == [*map(begin_sentence, words), "Market", "Table", "Key"]
    for word in words:
        part = await turn_map(look, word)
        assert part.body == whole.body
        (picture,) = part.pictures
        assert picture.alt.partition(".")[0].partition(": the ")[2] == word
        assert len(picture.data) < 200_000
        assert relative_height([picture]) <= TALLEST
        others = [begin_sentence(w) for w in words if w != word]
        assert [b.label for b in part.rows[0] if isinstance(b, Button)] == ["Whole map", *others]
    assert len(map_parts(played.rules.data)) == len(words)


async def test_what_is_too_high_for_a_phone_turns_by_buttons() -> None:
    """The bank of an auction, with trains, privates and shares below each other, was as wide as three quarters of a phone."""
    played = golden_position("18TN-bank", 1)
    row = SimpleNamespace(theme=Theme.LIGHT, code="", id=1)
    table: Any = SimpleNamespace(id=1, rules=played.rules, row=row, position=SimpleNamespace(seq=1, deciders=()))
    look: Any = SimpleNamespace(table=table, view=played.view(None), moment="12:SR 1", title="a table")
    shown, number = await show_bank(look), ""
    for label in ("Privates and shares", "Bank"):
        (picture,) = shown.pictures
        assert relative_height([picture]) <= TALLEST
        ((button,),) = shown.rows
        assert isinstance(button, Button)
        assert button.label == label
        number, moment = unpack_page(button.id.split(":", 5)[5])
        assert moment == "12:SR 1", "a page of that moment, not of today"
        shown = await show_bank(look, number)
