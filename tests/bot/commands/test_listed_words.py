"""What `/do` lists while somebody types: words, without the notation that the bot keeps for itself."""

from __future__ import annotations

import re

import pytest

from tests.support.typed_lines import typing_at

KEYS = re.compile(r"\d-\d|=|\b(yes|no) (hand|pool)\b|· (train|buy|bid|pick|par|border|pass)\b")


@pytest.mark.parametrize(
    ("name", "number", "typed"),
    [
        ("18VA-bank", 38, ""),
        ("18India-bank", 38, ""),
        ("18India-bank", 799, ""),
        ("18EU-bank", 0, "put up"),
    ],
)
async def test_no_line_of_the_list_ends_in_keys(tmp_path, name, number, typed):
    async with typing_at(tmp_path, name, number) as typist:
        listed = await typist.suggest(typed)
        assert listed
        assert [text for text in listed if KEYS.search(text)] == []


@pytest.mark.parametrize(
    ("name", "number", "typed", "listed"),
    [
        ("18GA-bank", 12, "", "Start a company at a par price … (24 ways)"),
        ("18GA-bank", 0, "lex", "Buy LTR for $20"),
        ("18GA-bank", 508, "skip", "No track"),
        ("18GA-bank", 278, "done", "No more trains"),
        ("18India-bank", 38, "buy mr", "Buy MR as director, 20% for ₹180 (hand)"),
    ],
)
async def test_the_list_says_what_buttons_say_and_knows_names(tmp_path, name, number, typed, listed):
    async with typing_at(tmp_path, name, number) as typist:
        assert listed in await typist.suggest(typed)


async def test_what_words_can_mean_is_told_without_keys(tmp_path):
    async with typing_at(tmp_path, "18India-bank", 80) as typist:
        (told,) = await typist.ask("2")
        assert "Sell a 2-train for ₹180" in told
        assert "selltrain" not in told
        assert "2-2" not in told
