"""Lines of somebody in a hurry: what says one thing is done at once, and what the list offers is what is done."""

from __future__ import annotations

import pytest

from game.actions import BuyShare
from tests.support.typed_lines import typing_at


@pytest.mark.parametrize(
    ("name", "number", "typed", "source"),
    [
        ("18GA-bank", 290, "buy acl", "pool"),
        ("18EU-bank", 290, "buy rpr", "treasury"),
        ("18GA-bank", 62, "Buy GA", "ipo"),
    ],
)
async def test_a_share_that_lies_in_one_place_is_bought_without_its_name(tmp_path, name, number, typed, source):
    """It was shown first where shares of other companies lay in other places too."""
    async with typing_at(tmp_path, name, number) as typist:
        action = await typist.play(typed)
    assert isinstance(action, BuyShare)
    assert action.source == source


@pytest.mark.parametrize(
    ("name", "number", "lines"),
    [
        (
            "18India-bank",
            0,
            {
                "keep 1 2 3 4 5": "Keep P4, GIPR, GIPR, EIR and EIR",
                "keep p4, 2x gipr, eir and mr": "Keep P4, GIPR, GIPR, EIR and MR",
            },
        ),
        ("18TN-bank", 15, {"deal": "Accept", "accept 121": "Accept"}),
        (
            "18EU-bank",
            193,
            {
                "start with 15": "Minor 15 (Grand Central, Ann, £49 and two 2-trains), Lyon (B17)",
                "c": "Minor 5 (Ferrovia Adriatica, Ann, a 2-train), Venice (H19)",
            },
        ),
        ("18GA-bank", 190, {"sell all w&a": "Sell 1 W&A for $40"}),
        ("18GA-bank", 395, {"pay and end": "Show me · pay and end"}),
    ],
)
async def test_what_is_understood_is_offered(tmp_path, name, number, lines):
    """Nothing stood in the list, or another thing than the line does."""
    async with typing_at(tmp_path, name, number) as typist:
        for typed, told in lines.items():
            assert await typist.suggest(typed) == [told]
            chosen = await typist.actor.autocomplete(typist.thread, "do", "action", typed)
            assert "not possible" not in (await typist.ask(chosen[0]["value"]))[0]


async def test_an_end_behind_another_move_ends_the_turn(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 395) as typist:
        await typist.play("pay; end")
        assert typist.table.position.deciders != ("ann",) or typist.table.position.step != "trains"
