"""What stands on a button, or is one's number, is that button when it is typed; what could be two things is asked."""

from __future__ import annotations

import pytest

from game.actions import Pass, PayDividend
from tests.support.discord_world import labels
from tests.support.typed_lines import typing_at

pytestmark = pytest.mark.usefixtures("undrawn")


async def test_the_text_of_a_button_that_ends_the_turn_does_what_it_says(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 395) as typist:
        assert await typist.play("Pay out and end the turn") == PayDividend("full", by="ann")


@pytest.mark.parametrize(
    ("name", "number", "typed", "verb"),
    [
        ("18TN-bank", 420, "Buy TC $50 (pool)", "buy"),
        ("18TN-bank", 420, "Buy 10% of TC from the pool for $50", "buy"),  # of the list
        ("18GA-bank", 283, "Buy a 3-train for $180", "train"),  # of the panel
        ("18GA-bank", 395, "2 · Withhold $30", "dividend"),
        ("18VA-bank", 279, "Keep five shares", "pass"),
    ],
)
async def test_the_whole_text_of_a_button_does_what_a_press_of_it_does(tmp_path, name, number, typed, verb):
    """It was shown once more, and `Buy a 3-train for $180` “can mean” another company's too."""
    async with typing_at(tmp_path, name, number) as typist:
        assert (await typist.play(typed)).verb == verb


@pytest.mark.parametrize("typed", ["go on", "Go on without", "go on without."])
async def test_the_last_button_is_typed_as_it_stands(tmp_path, typed):
    """`go on` was `go`, with `on` behind it."""
    async with typing_at(tmp_path, "18GA-bank", 257) as typist:
        await typist.show("no track")
        assert isinstance(await typist.play(typed), Pass)


async def test_a_part_of_what_one_button_says_alone_is_that_button(tmp_path):
    """`from own` was an unknown word beside the button “From your own companies…”."""
    async with typing_at(tmp_path, "18EU-bank", 171) as typist:
        assert labels(await typist.show("from own"))[0] == "1 · 2-train from minor 1"


async def test_a_list_offers_the_sum_that_was_typed_and_no_purchase_for_another(tmp_path):
    """`bid 170 on macon` listed “Bid $155 or more”, which threw the sum away, and `bid 50 on LTR` was a purchase for $20."""
    async with typing_at(tmp_path, "18GA-bank", 3) as typist:
        assert await typist.suggest("bid 410 on macon") == ["Bid $410 on M&BR"]
        listed = await typist.actor.autocomplete(typist.thread, "do", "action", "bid 50 on LTR")
        assert [c["value"].partition("|")[2] for c in listed] == [], "what does not do what it says is not offered"
