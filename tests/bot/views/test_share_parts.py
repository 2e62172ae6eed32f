"""Shares say how much of a company they are where that differs, and a start what the company gets."""

from __future__ import annotations

from tests.support.discord_world import labels
from tests.support.typed_lines import plain_words, typing_at


async def test_shares_of_different_parts_say_theirs(tmp_path):
    """“Buy B&O $100” was a tenth, “Buy C&O $75” a fifth."""
    async with typing_at(tmp_path, "18VA-options", 10) as at:
        shown = await at.show("turn")
        assert labels(shown)[:2] == ["1 · Buy 10% of B&O $70", "2 · Start C&O"]
        assert "Money for shares on offer goes to the company, for shares from the pool to the bank." in plain_words(
            shown
        )
        assert "Each, 40% from $140" in shown.attachments[0].description


async def test_shares_that_are_all_alike_stay_short(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 13) as at:
        assert labels(await at.show("turn"))[0] == "1 · Buy ACL $90"


async def test_each_price_says_what_the_company_gets(tmp_path):
    async with typing_at(tmp_path, "18VA-bank", 35) as at:
        shown = await at.show("turn")
        assert "5: $100, your 20% is worth $200, B&O gets $200." in shown.attachments[0].description


async def test_a_start_says_what_its_player_keeps_and_the_company_gets(tmp_path):
    async with typing_at(tmp_path, "18VA-bank", 79) as at:
        shown = await at.show("start sr")
        assert "40% for $150, You keep $20, SR gets $150." in shown.attachments[0].description
