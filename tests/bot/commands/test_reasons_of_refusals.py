"""What is not possible gets the reason that holds, in words that a player uses."""

from __future__ import annotations

import pytest

from tests.support.typed_lines import typing_at


@pytest.mark.parametrize(
    ("name", "number", "typed", "said_then"),
    [
        ("18GA-bank", 503, "half pay", "18GA knows no half pay: pay out or withhold"),
        ("18GA-bank", 502, "both trains", "GA · Run trains"),
        ("18GA-bank", 12, "sell M&BR to bob for 150", "Dora owns M&BR, not you"),
        ("18GA-bank", 16, "sell one of my shares", "no shares are sold in the first stock round"),
        ("18VA-bank", 242, "sell train", "a train is not sold: another company may buy it"),
        ("18VA-bank", 327, "convert to 10", "Convert to ten shares?"),
        ("18TN-bank", 838, "sell all", "you have no shares that you can sell"),
        ("18TN-bank", 45, "tile 7 F7 r9", "turns go from 0 to 5"),
        ("18EU-bank", 97, "start RPR at 85", "RPR can start at £70, £75, £82, £90 (18EU"),
        ("18EU-bank", 212, "buy 3", "“buy 3” can mean:"),
        ("18EU-bank", 749, "pullman", "it can only be 3 or 5 now"),
        ("18India-bank", 67, "bond", "you cannot buy a royal bond from the bank now"),
        ("18India-bank", 819, "swap bond", "Turn a royal bond into 10% of GIPR"),
        ("18India-bank", 1100, "buy 4E 450", "It is too late for that this turn."),
        ("18India-bank", 0, "keep all", "choose 5 of your 10 cards"),
    ],
)
async def test_a_refusal_has_the_reason_that_holds(tmp_path, name, number, typed, said_then):
    async with typing_at(tmp_path, name, number) as typist:
        (told,) = await typist.ask(typed)
        assert said_then in told


async def test_no_question_reads_like_a_list_of_keys(tmp_path):
    async with typing_at(tmp_path, "18EU-bank", 763) as typist:
        (told,) = await typist.ask("buy FS")
        assert "ipo, pool" not in told


@pytest.mark.parametrize(
    ("name", "number", "typed", "said_then"),
    [
        ("18GA-bank", 62, "auto pass", "`/auto pass` passes for you."),
        ("18GA-bank", 62, "pass for the rest of the round", "`/auto pass` passes for you."),
        ("18GA-bank", 700, "map", "`/view` shows the map"),
        ("18GA-bank", 700, "CoG?", "`/view company` tells about CoG."),
        ("18TN-bank", 368, "two 3 trains", "trains are bought one at a time"),
        ("18TN-bank", 45, "OWR tile 8 E16", "GMO does not own OWR"),
    ],
)
async def test_what_another_command_does_or_nobody_can_is_said(tmp_path, name, number, typed, said_then):
    async with typing_at(tmp_path, name, number) as typist:
        (told,) = await typist.ask(typed)
        assert said_then in told
