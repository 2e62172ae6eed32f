"""Lines that are not plain: each is shown or asked, with what is unclear, and nothing is played, nor is the contrary offered."""

from __future__ import annotations

import pytest

from tests.support.typed_lines import typing_at

ANOTHER = "can mean something else"
NO_MORE = "If you mean *No more trains*, press it."
WHICH_TRAIN = "Discard a train: which train?"


pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.mark.parametrize(
    ("name", "number", "lines"),
    [
        (
            "18GA-bank",
            620,
            {
                "would buy 4 from ACL for 100": ANOTHER,
                "ACL buys 4 from CoG for 100": ANOTHER,
                "one more train": NO_MORE,
                "no": "Nothing has changed.",  # it answers which of two things is meant, and ends no train buying
                "pass my train": NO_MORE,
                "done building": "I cannot tell what “done building” means here.",
                "sell 6": "a company sells a train when another buys it in its own turn",
            },
        ),
        ("18VA-bank", 10, {"bid 140 on b&o": "Bid $140 on P4"}),
        ("18VA-bank", 242, {"no private": NO_MORE}),
        ("18VA-bank", 300, {"40": "“40” can mean Buy 10% of B&O $40 (pool) or Buy 20% of SR $40 (pool): say which."}),
        ("18VA-bank", 467, {"save 4": WHICH_TRAIN, "oldest": WHICH_TRAIN}),
        (
            "18EU-bank",
            5,
            {
                "bid 100 on 5": "you can bid at most £0",
                "put up berlin-stettiner-bahn": "Put up minor 9 (Berlin-Stettiner-Bahn) without a bid?",
                "Put up minor 3 (Paris-Lyon-Méditerranée) without a bid?": "Put up minor 3 (Paris-Lyon-Méditerranée)",
            },
        ),
        ("18EU-bank", 171, {"2 from bob": "Buy a 2-train from minor 2", "no": "Nothing has changed."}),
        (
            "18EU-bank",
            193,
            {"GSR merges 15": "Merge minor 15, Lyon**\nThis would happen:", "merge": "GSR: which of your"},
        ),
        (
            "18India-bank",
            0,
            {
                "drop 1 2 3 4 5": "say which cards stay, not which ones go",
                "not wr": "does not say what you want instead",
                "wr not": "does not say what you want instead",
                "keep not wr": "does not say what you want instead",
                "pick without wr": "says what you do not want: say only what you want",
            },
        ),
        ("18TN-bank", 45, {"8 z7": "Lay a tile: where?", "6 on h99": "Lay a tile: where?"}),
        ("18India-bank", 800, {"tile 9 d8": "There is no hex D8 on the map."}),
        ("18India-bank", 20, {"leave BR": "which card?", "avoid BR": "which card?"}),
        ("18India-bank", 60, {"lay 1": "Read as button 1."}),
        ("18India-bank", 101, {"sell royal bonds": "Sell a royal bond for ₹100?"}),
        ("18India-bank", 113, {"buy 3": "“3” can mean WR ₹56 or row 3: say which.", "no": "Nothing has changed."}),
        ("18India-bank", 139, {"sell 4": "Sell a 2-train for ₹180?"}),
    ],
)
async def test_a_line_that_is_not_plain_is_shown_or_asked(tmp_path, name, number, lines):
    async with typing_at(tmp_path, name, number) as typist:
        told = await typist.ask(*lines)
        assert not {typed: t for (typed, wanted), t in zip(lines.items(), told, strict=True) if wanted not in t}
