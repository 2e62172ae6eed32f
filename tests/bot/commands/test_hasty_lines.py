"""Lines that somebody in haste types: slang, a slip in a verb, two wishes in one line, a price in words, a button's number."""

from __future__ import annotations

import pytest

from game.actions import Bid, BuyShare, Pass, PayDividend
from tests.support.discord_world import NAMES, world
from tests.support.golden_positions import golden_position
from tests.support.typed_lines import typist_at

pytestmark = pytest.mark.usefixtures("undrawn")

TOLD_AT = {
    ("18GA-bank", 0): {
        "byu ltr": "Buy LTR for $20?",
        "leave ltr": "I do not know the word “leave”.",
        "all in on m&br": "Bid $450 on M&BR?",
        "bid all my money on macon": "Bid $450 on M&BR?",
        "bid 50 more on mrc": "say the whole sum of your bid",
    },
    ("18GA-bank", 20): {
        "start wa at max": "Start W&A at $90 a share",
        "start w&a at min": "Start W&A at $55 a share",
        "sell macon for 200": "Sell M&BR to Ann for $200",
        "offer mbr to ann": "M&BR · to Ann: at what price?",
    },
    ("18GA-bank", 66): {
        "osr 50": "the price can be $1 to $33",
        "pass until someone sells": "`/auto pass` passes for you.",
        "help me": "buy or sell a private, or pass",
        "go back": "Nothing has changed.",
        "undo my last move": "There is nothing to take back.",
        "undo the last": "There is nothing to take back.",
        "redo it": "There is nothing to redo",
    },
    ("18TN-bank", 140): {"buy nashville": "Nashville can be Louisville & Nashville Railroad (L&N), "},
    ("18TN-bank", 500): {
        "run 1": "the 5-train Louisville–Bowling Green",
        "run number 2": "the 5-train Jackson–Bowling Green",
        "run 2": "NC&StL has no 2-train.",
    },
    ("18EU-bank", 171): {"buy from own": "AIRS: must buy a train"},
    ("18EU-bank", 160): {"l13": "to K14 (Vienna) and L13?", "58 prague": "to K14 (Vienna) and J11 (Prague)?"},
    ("18EU-bank", 300): {"201 to prague": "Prague is not beside Dresden"},
    ("18India-bank", 60): {"o16": "Lay tile 235 in Kolkata (P17), to O16?", "k14": "would add no track"},
    ("18VA-bank", 275): {
        "20": "Accept: sell P1",
        "sure why not": "Accept: sell P1",
        "15": "for another price, decline and say which",
    },
    ("18India-bank", 420): {"buy mr": "That comes later."},
}


@pytest.mark.parametrize("title", ["18GA", "18TN", "18VA", "18EU", "18India"])
async def test_haste_is_understood_or_told_the_truth(tmp_path, title):
    async with world(tmp_path, NAMES) as w:
        for (name, number), lines in TOLD_AT.items():
            if not name.startswith(title):
                continue
            typist = await typist_at(w, golden_position(name, number))
            answers = dict(zip(lines, await typist.ask(*lines), strict=True))
            assert {typed: told for typed, told in answers.items() if lines[typed] not in told} == {}


async def test_what_is_plain_is_played_in_whatever_words(tmp_path):
    """“Bid: on which one?” without the LTR, and “I am not sure about end turn”."""
    async with world(tmp_path, NAMES) as w:
        for name, number, typed, played in (
            ("18GA-bank", 0, "I'll take the LTR", Bid("LTR", 20, by="dee")),
            ("18GA-bank", 20, "buy acl and pass", BuyShare("ACL", "ipo", by="bob")),
            ("18GA-bank", 259, "That’s all.", Pass(by="dee")),
            ("18GA-bank", 510, "pay and end turn", PayDividend("full", by="ann")),
        ):
            typist = await typist_at(w, golden_position(name, number))
            await typist.type_line(typed)
            assert played in [m.action for m in await typist.table.history()], typed
