"""Entries of the list of `/do`: each is offered with its own value, or not at all."""

from __future__ import annotations

import pytest

from tests.support.discord_world import labels
from tests.support.typed_lines import plain_words, typing_at


@pytest.mark.parametrize(
    ("name", "number", "typed", "left_out"),
    [("18GA-bank", 5, "bid 410", "Buy MRC for $40"), ("18VA-bank", 450, "lay 9", "Lay tile 58")],
)
async def test_what_has_another_number_than_was_typed_is_not_offered(tmp_path, name, number, typed, left_out):
    """*Buy MRC for $40* was offered for `bid 410`, and did not do that."""
    async with typing_at(tmp_path, name, number) as typist:
        assert not [entry for entry in await typist.suggest(typed) if left_out in entry]


async def test_a_minor_is_found_by_what_is_done_with_it(tmp_path):
    async with typing_at(tmp_path, "18EU-bank", 193) as typist:
        for typed in ("merge 1", "exchange 1"):
            assert any(entry.startswith("Minor 1 ") for entry in await typist.suggest(typed))


async def test_the_button_that_ends_a_turn_is_offered_and_pressed(tmp_path):
    async with typing_at(tmp_path, "18EU-bank", 380) as typist:
        assert (await typist.suggest("end t"))[0] == "End the turn"
        await typist.play("End the turn")


async def test_the_first_card_that_is_kept_is_marked_and_the_others_are_asked(tmp_path):
    """*Keep P4 · choose 4 more* was told that five cards must be named."""
    async with typing_at(tmp_path, "18India-bank", 0) as typist:
        listed = await typist.actor.autocomplete(typist.thread, "do", "action", "keep")
        value = next(c["value"] for c in listed if c["name"] == "Keep P4 · choose 4 more")
        shown = await typist.show(str(value))
        assert "not possible" not in plain_words(shown)
        assert "1 of 5 chosen" in labels(shown)
