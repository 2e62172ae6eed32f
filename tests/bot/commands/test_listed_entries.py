"""Entries of the list of `/do`: each is offered with its own value, or not at all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.discord_world import labels, world
from tests.support.typed_lines import plain_words, typing_at


@pytest.mark.parametrize(
    ("name", "number", "typed", "left_out"),
    [
        ("18GA-bank", 5, "bid 410", "Buy MRC for $40"),
        ("18VA-bank", 450, "lay 9", "Lay tile 58"),
        ("18India-bank", 62, "more track", "No more track"),
        ("18TN-bank", 45, "no", "Buy ETWCR"),  # of North Carolina
        ("18TN-bank", 24, "go on", "Buy"),
        ("18EU-bank", 0, "no bid", "Bid £100 or more on minor 1"),
    ],
)
async def test_what_was_not_typed_is_not_offered(tmp_path, name, number, typed, left_out):
    """*Buy MRC for $40* was offered for `bid 410`, and did not do that."""
    async with typing_at(tmp_path, name, number) as typist:
        assert not [entry for entry in await typist.suggest(typed) if left_out in entry]


async def test_a_minor_is_found_by_what_is_done_with_it(tmp_path):
    async with typing_at(tmp_path, "18EU-bank", 193) as typist:
        for typed in ("merge 1", "exchange 1"):
            assert any(entry.startswith("Minor 1 ") for entry in await typist.suggest(typed))


async def test_the_button_that_ends_a_turn_is_offered_and_pressed(tmp_path):
    async with typing_at(tmp_path, "18EU-bank", 380) as typist:
        assert (await typist.suggest("end t"))[0] == "End the turn"
        await typist.play("End the turn")


async def test_the_first_card_that_is_kept_is_marked_and_the_others_are_asked(tmp_path):
    """*Keep P4 · choose 4 more* was told that five cards must be named."""
    async with typing_at(tmp_path, "18India-bank", 0) as typist:
        listed = await typist.actor.autocomplete(typist.thread, "do", "action", "keep")
        value = next(c["value"] for c in listed if c["name"] == "Keep P4 · choose 4 more")
        shown = await typist.show(str(value))
        assert "not possible" not in plain_words(shown)
        assert "1 of 5 chosen" in labels(shown)


@pytest.mark.parametrize(
    ("name", "number", "lines", "listed"),
    [
        (
            "18TN-bank",
            404,
            [],
            {
                "4 from ic for all": "Buy a 4-train from IC for $125",
                "3 all": "Show me · GMO · Buy a train · $125: which train?",
                "buy 4 for 40": "Show me (2 ways) · buy 4 for 40",
            },
        ),
        (
            "18TN-bank",
            404,
            ["4 from ic"],
            {
                "40": "Buy a 4-train from IC for $40 · buy 4 from IC for 40",
                "all": "Buy a 4-train from IC for $125",
                "no": "Show me · GMO: buy trains of other companies, or no more",
            },
        ),
        (
            "18TN-bank",
            404,
            ["4 from ic", "40"],
            {
                "ok": "Buy a 4-train from IC for $40",
                "make it 50": "Buy a 4-train from IC for $50",
                "back": "Show me · GMO · Buy a train · 4-train from IC: at what price?",
            },
        ),
        ("18GA-bank", 0, [], {"2": "Bid $45 on MRC", "pass": "Pass", "ltr": "Buy LTR for $20"}),
        ("18EU-bank", 0, [], {"bid 137 on 5": "Bid £100 or more on minor 5"}),
        ("18GA-bank", 12, [], {"1": "Show me · Start a company · ACL: at what price?", "pass": "Pass this turn"}),
        ("18GA-bank", 257, [], {"what is par": "what is par", "5": "Show me (4 ways) · 5"}),
        (
            "18India-bank",
            0,
            [],
            {"1 2": "Keep P4, GIPR and GIPR · choose 2 more", "1 to 5": "Keep P4, GIPR, GIPR, EIR and EIR"},
        ),
    ],
)
async def test_what_a_line_comes_to_is_offered_first(tmp_path, name, number, lines, listed):
    """The list knew nothing of the question that was open, nor of lines that name no action word by word."""
    async with typing_at(tmp_path, name, number) as typist:
        await typist.ask(*lines)
        assert {typed: (await typist.suggest(typed))[0] for typed in listed} == listed


async def test_what_has_the_sum_that_was_typed_is_offered_alone(tmp_path):
    """*Bid $105 or more on OSR* was offered for `bid 85`."""
    async with typing_at(tmp_path, "18GA-bank", 0) as typist:
        assert (await typist.suggest("bid 85"))[1:] == ["Bid $85 on MRC", "Bid $85 on W&SR"]
        assert await typist.suggest("run best") == []


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
    ],
)
async def test_what_is_understood_is_offered(tmp_path, name, number, lines):
    """Nothing stood in the list, or another thing than the line does."""
    async with typing_at(tmp_path, name, number) as typist:
        for typed, told in lines.items():
            assert (await typist.suggest(typed))[0] == told
            chosen = await typist.actor.autocomplete(typist.thread, "do", "action", typed)
            assert "not possible" not in (await typist.ask(chosen[0]["value"]))[0]


async def test_undo_and_redo_are_offered_while_they_are_typed(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        thread = await w.table()
        actor = await w.actor(thread)
        assert [o["value"] for o in await actor.autocomplete(thread, "do", "action", "und")] == ["undo"]
        assert [o["value"] for o in await actor.autocomplete(thread, "do", "action", "redo")] == ["redo"]


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


async def test_no_question_reads_like_a_list_of_keys(tmp_path):
    async with typing_at(tmp_path, "18EU-bank", 763) as typist:
        (told,) = await typist.ask("buy FS")
        assert "ipo, pool" not in told


async def test_cards_that_are_not_wanted_are_not_listed_as_kept(tmp_path):
    async with typing_at(tmp_path, "18India-bank", 0) as typist:
        assert await typist.suggest("wr")
        for typed in (
            "not wr",
            "no wr",
            "all but wr",
            "gipr gipr not wr",
            "skip wr",
            "never wr",
            "wr out",
            "eir instead of wr",
        ):
            assert [entry for entry in await typist.suggest(typed) if "Keep" in entry] == [], typed


async def test_who_bids_on_the_cheapest_lot_finds_its_price_on_a_button(tmp_path):
    async with typing_at(tmp_path, "18TN-bank", 4) as typist:
        shown = await typist.show("bid 75 on etwcr")
    assert "you can only buy it, for $40" in plain_words(shown)
    assert labels(shown)[0] == "2 · Buy ETWCR $40"
