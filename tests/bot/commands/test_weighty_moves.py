"""What is for good and easily overlooked is shown before a line, or an entry of the list, does it."""

from __future__ import annotations

import pytest

from tests.support.discord_world import answer, said
from tests.support.typed_lines import plain_words, typing_at


@pytest.mark.parametrize(
    ("name", "number", "typed", "comes_of_it"),
    [
        ("18VA-bank", 700, "sell n&w", "Dora is president of N&W in place of Bob"),
        ("18EU-bank", 380, "4 from rpr for 100", "RPR discards a Pullman"),
        ("18India-bank", 600, "buy 3x3", "Phase IV begins"),
        ("18TN-bank", 330, "run nothing", "L&N earns nothing; price $50 → $40"),
    ],
)
async def test_a_typed_line_shows_what_comes_of_it_first(tmp_path, name, number, typed, comes_of_it):
    async with typing_at(tmp_path, name, number) as typist:
        assert comes_of_it in (await typist.ask(typed))[0]
        await typist.play("ok")


@pytest.mark.parametrize(
    ("name", "number", "typed", "entry", "comes_of_it"),
    [
        ("18VA-bank", 279, "conv", "Convert to ten shares", "SR becomes a ten-share company for good"),
        ("18India-bank", 600, "buy 3x3", "Buy a 3x3-train for ₹900", "Phase IV begins"),
    ],
)
async def test_an_entry_of_the_list_shows_what_comes_of_it_first(tmp_path, name, number, typed, entry, comes_of_it):
    async with typing_at(tmp_path, name, number) as typist:
        listed = await typist.actor.autocomplete(typist.thread, "do", "action", typed)
        value = next(c["value"] for c in listed if c["name"] == entry)
        before = typist.table.position.move
        done = await typist.type_line(str(value))
        assert typist.table.position.move == before, said(done)
        assert comes_of_it in plain_words(answer(done))
