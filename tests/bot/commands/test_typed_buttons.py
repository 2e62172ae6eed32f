"""What stands on a button, or is one's number, is that button when it is typed; what could be two things is asked."""

from __future__ import annotations

import pytest

from bot.views.messages import Picture
from bot.views.pictures import drawing
from game.actions import PayDividend
from tests.support.discord_world import NAMES, world
from tests.support.golden_positions import golden_position
from tests.support.typed_lines import typing_at, typist_at


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Nothing is drawn: only words are read here."""

    async def name_only(kind, about, make, alts, **details):
        return tuple(Picture(f"{kind}{n}.png", b"x", alt) for n, alt in enumerate(alts))

    monkeypatch.setattr(drawing, "draw_files", name_only)


@pytest.mark.parametrize(
    ("name", "number", "lines"),
    [
        (
            "18GA-bank",
            395,
            {
                "3": "nothing here has that number",
                "pay out end": "Press *Pay out and end the turn* for all of this.",
                "2 · Withhold $30": "CoG keeps $30",
                "1. pay out $30: $3 a share": "CoG pays $30",
            },
        ),
        (
            "18TN-bank",
            376,
            {
                "run without Lebanon": "3-train Bowling Green–Clarksville–Nashville $60",
                "run best without Jackson": "L&N runs for $210 (best $230)",
                "run not via Nashville": "no run that you can choose leaves out Nashville",
                "Train by train": "Route of the 2-train (1 of 4)",
            },
        ),
        (
            "18TN-bank",
            549,
            {"run without Nashville": "SR runs for $90", "run second": "nothing here has that number"},
        ),
        (
            "18VA-bank",
            535,
            {
                "2nd": "4-train from the pool",
                "6": "Read as button 6.",
                "1 · 4/3G-train from the bank for $300": "from the bank",
                "3": "can mean",
            },
        ),
        ("18EU-bank", 749, {"2": "Discard a 5-train?", "3": "Discard a 3-train?"}),
        ("18EU-bank", 193, {"no": "You cannot pass here"}),
    ],
)
async def test_a_button_is_typed_by_its_text_or_its_number(tmp_path, name, number, lines):
    async with typing_at(tmp_path, name, number) as typist:
        answers = dict(zip(lines, await typist.ask(*lines), strict=True))
    assert {typed: told for typed, told in answers.items() if lines[typed] not in told} == {}


async def test_the_text_of_a_button_that_ends_the_turn_does_what_it_says(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 395) as typist:
        assert await typist.play("Pay out and end the turn") == PayDividend("full", by="ann")


@pytest.mark.parametrize(
    "told_at",
    [
        {
            ("18GA-bank", 259): {
                "buy no": "No more trains?",
                "buy done": "No more trains?",
                "pass buy": "No more trains?",
            },
            ("18GA-bank", 254): {"token C3": "the station of W&A goes to D4 ("},
            ("18GA-bank", 257): {"upgrade macon": "there are no green tiles in phase 2"},
        },
        {
            ("18TN-bank", 40): {
                "buy ETWCR 40": "L&N has already bought a private company",
                "buy a private": "L&N has already bought a private company",
            },
            ("18VA-bank", 140): {
                "buy treasury": "there is no share that you can buy from a treasury",
                "buy pool": "there is no share that you can buy from the pool",
            },
            ("18VA-bank", 475): {"buy freight": "Buy a 2G-train from WMR"},
        },
        {
            ("18EU-bank", 222): {"issue 2": "AIRS can sell no share now"},
            ("18EU-bank", 291): {
                "sell minor 2": "minor 2 has no shares",
                "buy minor 2": "minor 2 has no shares",
                "sell 2": "only one at a time now",
            },
            ("18EU-bank", 296): {"buy DR 100": "DR costs £200"},
            ("18EU-bank", 82): {"3-train": "minor 3 has £50"},
        },
        {
            ("18India-bank", 417): {
                "buy first two of row 1": "only one at a time now",
                "buy P1 25": "There is no private that you can buy now.",
                "sell P4": "MR cannot sell P4 now",
            },
        },
    ],
)
async def test_a_line_gets_the_reason_that_is_its_own(tmp_path, told_at):
    """`sell minor 2` offered shares of others, `buy ETWCR 40` came “later”, `buy P1 25` named no company P1."""
    async with world(tmp_path, NAMES) as w:
        for (name, number), lines in told_at.items():
            typist = await typist_at(w, golden_position(name, number))
            answers = dict(zip(lines, await typist.ask(*lines), strict=True))
            assert {typed: told for typed, told in answers.items() if lines[typed] not in told} == {}
