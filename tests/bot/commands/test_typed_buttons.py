"""What stands on a button, or is one's number, is that button when it is typed; what could be two things is asked."""

from __future__ import annotations

import pytest

from game.actions import Pass, PayDividend
from tests.support.discord_world import NAMES, labels, world
from tests.support.golden_positions import golden_position
from tests.support.typed_lines import typing_at, typist_at

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.mark.parametrize(
    ("name", "number", "lines"),
    [
        (
            "18GA-bank",
            395,
            {
                "3": "nothing here has that number",
                "Pay out and end the turn?": "Press *Pay out and end the turn* for all of this.",
                "pay out end": "Press *Pay out and end the turn* for all of this.",
                "2 · Withhold $30?": "CoG keeps $30",
                "1. pay out $30: $3 a share...": "CoG pays $30",
            },
        ),
        (
            "18TN-bank",
            376,
            {
                "run without Lebanon": "3-train Bowling Green–Clarksville–Nashville $60",
                "run best without Jackson": "L&N runs for $210 (best $230)",
                "run not via Nashville": "none of the runs listed leaves out Nashville",
                "Train by train": "Route of the 2-train (1 of 4)",
            },
        ),
        (
            "18TN-bank",
            330,
            {
                "3-train Jackson–Bowling Green–Louisville; 3-train Lexington–Louisville": "L&N runs for $120 (best $190)",
                "3 lexington louisville; 3 louisville lexington": "is not possible",
            },
        ),
        ("18India-bank", 0, {"More": "Choose 5 cards to keep", "Explain": "Several cards of one company help you"}),
        ("18EU-bank", 281, {"2: London, Paris; 2: Lyon, Dijon, A10.b": "name one of A10.a, A10.b"}),
        ("18EU-preset", 833, {"run 5: Budapest, Pressburg, Vienna": "K14 has several stops: name one of K14.a, K14.b"}),
        ("18India-bank", 300, {"p6": "Use a private · P6: where?"}),
        (
            "18TN-bank",
            126,
            {
                "run second": "L&N runs for $50 (best $70)",
                "run without Cincinnati": "2-train Lexington–Louisville",
                "run 80": "none of the runs listed earns $80",
                "nimm die beste": "L&N runs for $70",
            },
        ),
        (
            "18GA-bank",
            259,
            {
                "4": "Read as button 4.",
                "2nd": "2-train from CoG",
                "3 · 2-train from SAL": "2-train from SAL",
                "2": "“2” can mean $2 or a train: type `$2` for the price",
                "buy no": "If you mean *No more trains*, press it.",
                "buy done": "If you mean *No more trains*, press it.",
                "no private": "If you mean *No more trains*, press it.",
                "buy nothing": "No more trains?",
                "one more": "If you mean *No more trains*, press it.",
                "SAL buys 2 from me for 5": "can mean something else",
                "buy 2 for SAL for 5": "can mean something else",
                "pass buy": "If you mean *No more trains*, press it.",
            },
        ),
        (
            "18EU-bank",
            193,
            {"no": "You cannot pass here", "minor 3 then pass": "merges minor 3 (Paris-Lyon-Méditerranée) into"},
        ),
        ("18EU-bank", 664, {"run without the pullman": "none of the runs listed leaves out the Pullman"}),
        (
            "18GA-bank",
            257,
            {
                "Market, more": "choose below what else to look at",
                "take my turn": "which tile in Augusta (D10)?",
                "what changed": "since your last turn",
                "reminders": "Quiet hours",
                "Undo…": "There is nothing to take back.",
                "Last runs": "a 2-train, $50",
            },
        ),
        ("18GA-bank", 66, {"pass for me": "Until others trade", "go back": "Nothing has changed"}),
        ("18GA-bank", 0, {"Bid for me…": "`/auto bid` bids for you"}),
        ("18TN-bank", 376, {"type a route": "`/do` and the number, or the places of a route"}),
        ("18GA-bank", 943, {"run savannah without macon": "Albany–Savannah earns $100, the best run $260"}),
        ("18GA-bank", 508, {"run first": "That comes later"}),
        ("18EU-bank", 755, {"7": "Give up minor 14", "8": "Give up minor 8"}),
        ("18EU-bank", 321, {"4": "Read as button 4.", "3": "can mean"}),
        (
            "18EU-bank",
            739,
            {"withhold 1": "how much is not yours to say: pay out, pay half or withhold", "pay 3": "not yours to say"},
        ),
        (
            "18India-bank",
            60,
            {"3": "to O16?", "tile 3": "tile 3 cannot be laid anywhere now", "build 3": "tile 3"},
        ),
        ("18TN-bank", 47, {"4": "tile 4 cannot be laid anywhere now", "lay 4": "tile 4 cannot be laid anywhere now"}),
        ("18India-bank", 417, {"buy 3": "or row 3"}),
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


@pytest.mark.parametrize(
    "told_at",
    [
        {
            ("18GA-bank", 254): {"token C3": "the station of W&A goes to D4 ("},
            ("18GA-bank", 257): {
                "upgrade macon": "there are no green tiles before phase 3",
                "5 toward c9": "Lay tile 5 in Augusta (D10), to D8 and C9?",
                "augusta to e9": "Lay tile 5 in Augusta (D10), to E9 and E11",
            },
            ("18GA-bank", 103): {"lay tile in f4": "F4 is closed while"},
            ("18GA-bank", 62): {"buy anything but GA": "does not say what you want instead"},
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
            ("18GA-bank", 290): {
                "buy cheapest cog": "Buy 10% of CoG from the pool for $30?",
                "undo everything": "`undo` takes back one move. Type it again to go further.",
            },
            ("18VA-bank", 475): {"buy freight": "Buy a 2G-train from WMR"},
            ("18VA-bank", 171): {"buy cheapest": "$100: passengers (2) or freight (1G)?"},
            ("18VA-bank", 35): {"max": "Start B&O at $100"},
            ("18VA-bank", 0): {"b&o 145": "Bid $145 on P4?"},
            ("18TN-bank", 126): {
                "run 80": "none of the runs listed earns $80",
                "nimm die beste": "L&N runs for $70",
            },
        },
        {
            ("18EU-bank", 222): {"issue 2": "AIRS can sell no share now"},
            ("18EU-bank", 291): {
                "sell minor 2": "minor 2 has no shares",
                "buy minor 2": "minor 2 has no shares",
                "sell 2": "only one at a time now",
            },
            ("18EU-bank", 290): {
                "exchange minor 5": "minor 5 is neither connected to a station of any corporation nor in a hex with one"
            },
            ("18EU-bank", 296): {"buy DR 100": "DR costs £200"},
            ("18EU-bank", 82): {"3-train": "minor 3 has £50"},
            ("18EU-bank", 171): {
                "3-train from bank for 100": "“100” is not its price.",
                "take the 3": "Buy a 3-train for £200",
            },
            ("18EU-bank", 345): {"buy 4": "it costs £300, FS has £78"},
        },
        {
            ("18India-bank", 417): {
                "buy first two of row 1": "only one at a time now",
                "buy P1 25": "There is no private that you can buy now.",
                "sell P4": "P4 is out of the game",
            },
            ("18India-bank", 12): {"take 3": "Take 10% of GIPR?", "pick 99": "nothing here has that number"},
            ("18India-bank", 300): {"convert a bond": "you cannot turn a royal bond into a share now"},
            ("18India-bank", 500): {
                "sell a certificate": "That comes later",
                "sell a train": "Sell a 2-train for ₹180?",
            },
            ("18India-bank", 67): {"sell P1": "you cannot sell P1 now"},
            ("18India-bank", 255): {
                "buy 9": "There is no company that you can start now",
                "gauge": "There is no gauge marker that you can remove now.",
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


async def test_a_list_offers_the_sum_that_was_typed_and_no_purchase_for_another(tmp_path):
    """`bid 170 on macon` listed “Bid $155 or more”, which threw the sum away, and `bid 50 on LTR` was a purchase for $20."""
    async with typing_at(tmp_path, "18GA-bank", 3) as typist:
        assert await typist.suggest("bid 410 on macon") == ["Bid $410 on M&BR"]
        listed = await typist.actor.autocomplete(typist.thread, "do", "action", "bid 50 on LTR")
        assert [c["value"].partition("|")[2] for c in listed] == [], "what does not do what it says is not offered"
