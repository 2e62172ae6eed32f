"""Lines of which some words fit nothing: these are named, and what was understood stays in the question that follows."""

from __future__ import annotations

import pytest

from tests.support.discord_world import labels
from tests.support.typed_lines import plain_words, typing_at

GA_SHARES = "you can buy 10% of GA from the initial offering for $55"


@pytest.mark.parametrize(
    ("name", "number", "typed", "said_then"),
    [
        ("18GA-bank", 0, "bid 155 dollars on Macon", "Bid $155 on M&BR?"),
        ("18GA-bank", 0, "bid 75 on waycross", "Bid $75 on W&SR?"),
        ("18EU-bank", 0, "bid 100 on the one in milan", "Bid £100 on minor 10"),
        ("18GA-bank", 0, "bidd MRC 50", "Bid $50 on MRC?"),
        ("18GA-bank", 0, "bid MRC 45 and OSR 105", "One thing at a time: “OSR 105” has to wait."),
        ("18GA-bank", 250, "pay out $100", "how much is not yours to say: pay out or withhold"),
        (
            "18GA-bank",
            62,
            "buy ocilla from myself for 150",
            "I do not know the word “myself”. The price can be $1 to $95.",
        ),
        ("18GA-bank", 62, "buy ocilla from myself for 150", "Buy a private · OSR"),
        ("18GA-bank", 62, "buy GA 70", GA_SHARES),
        ("18GA-bank", 278, "buy 3 from GA for 1", "GA cannot buy from itself"),
        ("18GA-bank", 278, "buy 3-train and pass", "a company can buy only one train a turn"),
        ("18EU-bank", 43, "buy minor 9's train for 20", "Buy a 2-train from minor 9 for £20"),
        ("18EU-bank", 97, "start SNCF with 1 at 82", "Start SNCF at £82 a share"),
        ("18EU-bank", 97, "start SNCF with 1 at 80", "Start a company · SNCF"),
        ("18EU-bank", 97, "AIRS 90 minor 6", "Start AIRS at £90 a share"),
        ("18India-bank", 67, "buy NSR", "Row 3: 10% of NSR"),
        ("18India-bank", 5, "draft EIR", "Take the director's certificate of EIR"),
        ("18EU-bank", 0, "1 2", "Say what the numbers in “1 2” mean."),
    ],
)
async def test_what_is_understood_stays_and_the_rest_is_named(tmp_path, name, number, typed, said_then):
    async with typing_at(tmp_path, name, number) as typist:
        (told,) = await typist.ask(typed)
        assert said_then in told


async def test_the_price_stays_where_a_company_is_called_by_its_colour(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 10) as typist:
        shown = await typist.show("start the blue one at 70")
        assert "by their letters, not by colours" in plain_words(shown)
        assert "1 · Start ACL at $70" in labels(shown)


@pytest.mark.parametrize(
    ("name", "number", "typed"),
    [
        ("18GA-bank", 0, "50MRC"),
        ("18EU-bank", 0, "put up 3 100"),
        ("18EU-bank", 0, "open 4 at 100"),
        ("18EU-bank", 189, "pay out half"),
        ("18GA-bank", 395, "keine Dividende"),
    ],
)
async def test_what_was_refused_though_possible_is_played(tmp_path, name, number, typed):
    async with typing_at(tmp_path, name, number) as typist:
        await typist.play(typed)
