"""What is typed while the console asks something: read as an answer to that before it is read from scratch."""

from __future__ import annotations

import pytest

from tests.support.discord_world import labels
from tests.support.typed_lines import plain_words, typing_at


@pytest.mark.parametrize(
    ("name", "number", "asked", "answers"),
    [
        (
            "18India-bank",
            600,
            "buy 4x2/4Ex2",
            {"express": "Buy a 4Ex2-train for ₹800", "ordinary": "Buy a 4x2-train for ₹800"},
        ),
        (
            "18TN-bank",
            400,
            "3 from ic",
            {
                "cheapest": "Buy a 3-train from IC for $1?",
                "all": "Buy a 3-train from IC for $222?",
                "make it 50": "Buy a 3-train from IC for $50?",
                "rather 60": "Buy a 3-train from IC for $60?",
                "-60": "“-60” does not answer this question.",
                "make it -60": "at what price?",
                "50%": "“50%” does not answer this question.",
                "–60": "“–60” does not answer this question.",  # as a phone writes `--60`
                "60％": "“60％” does not answer this question.",
            },
        ),
        (
            "18GA-bank",
            290,
            "buy cog",
            {
                "pool": "from the pool for $30",
                "from the company": "for $55",
                "cheapest": "from the pool for $30",
                "initial offering": "from the initial offering for $55",
                "buy from the pool": "from the pool for $30",
                "from the bank": "“from the bank” does not say which.",
                "hello": "“hello” does not answer this question.",
                "acl": "Buy 10% of ACL",
            },
        ),
        ("18EU-bank", 480, "buy gsr", {"treasury": "from the company", "the market": "from the pool"}),
        (
            "18India-bank",
            300,
            "close a private",
            {"p6": "Close P6 for good", "the cheapest": "Close P1 for good", "2": "Close P6 for good"},
        ),
        (
            "18India-bank",
            120,
            "buy wip",
            {"the pool one": "from the pool for ₹61", "hand": "for ₹152 (hand)", "director": "for ₹152 (hand)"},
        ),
        (
            "18EU-bank",
            290,
            "start bnr",
            {
                "82": "Start BNR at £82",
                "£82": "Start BNR at £82",
                "2": "Start BNR at £75",
                "none": "Nothing has changed",
            },
        ),
    ],
)
async def test_an_answer_is_read_against_what_is_asked(tmp_path, name, number, asked, answers):
    async with typing_at(tmp_path, name, number) as typist:
        for typed, told in answers.items():
            if not typed.startswith("rather"):  # which names another price than the preview has
                await typist.ask(asked)
            assert told in (await typist.ask(typed))[0]


async def test_a_sum_out_of_range_is_told_its_range(tmp_path):
    async with typing_at(tmp_path, "18TN-bank", 400) as typist:
        *_, told = await typist.ask("3 from ic", "make it 500")
        assert "$1 to $222" in told


async def test_a_refused_answer_leaves_the_question_with_its_buttons(tmp_path):
    """The line stood alone, “Now: Start a company, or pass.”, and the prices were gone."""
    async with typing_at(tmp_path, "18GA-bank", 12) as typist:
        for typed in ("not 90", "20 or 30", "face value", "everything i have", "second cheapest", "from ic"):
            await typist.ask("start acl")
            shown = await typist.show(typed)
            assert "ACL: at what price?" in plain_words(shown), typed
            assert any("$90" in label for label in labels(shown)), typed


@pytest.mark.parametrize("typed", ["50", "$50", "3", "make it 50"])
async def test_a_sum_is_never_bid_on_another_lot(tmp_path, typed):
    """`bid osr`, then `50` asked whether to bid that on the MRC."""
    async with typing_at(tmp_path, "18GA-bank", 0) as typist:
        *_, told = await typist.ask("bid osr", typed)
        assert "OSR: how much?" in told
        assert f"“{typed}” is not possible: you can bid $105 to $450" in told


async def test_another_sum_for_what_is_shown_is_one_for_the_same_lot(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 0) as typist:
        *_, told = await typist.ask("bid osr", "110", "50")
        assert "Bid $110 on OSR?" in told
        assert "you can bid $105 to $450" in told


async def test_nothing_is_bid_by_naught(tmp_path):
    async with typing_at(tmp_path, "18EU-bank", 0) as typist:
        *_, told = await typist.ask("bid 4", "0")
        assert "without a bid?" in told


@pytest.mark.parametrize("typed", ["don't", "don’t close it", "not yet"])
async def test_who_refuses_a_preview_goes_back(tmp_path, typed):
    """`don't` was read as `no more trains`, which the next `ok` would have done."""
    async with typing_at(tmp_path, "18India-bank", 80) as typist:
        *_, told = await typist.ask("close p1", typed)
        assert "Nothing has changed" in told
        assert "buy trains, or no more" in told


async def test_a_number_that_is_a_button_and_a_minor_is_asked_about(tmp_path):
    """`2` was read as the second button, minor 8."""
    async with typing_at(tmp_path, "18EU-bank", 760) as typist:
        told, minor = await typist.ask("2", "minor 2")
        assert "“2” can mean Give up minor 8 for nothing or minor 2: say which." in told
        assert "Give up minor 2" in minor


async def test_an_offer_is_accepted_in_other_words_once_that_is_shown(tmp_path):
    async with typing_at(tmp_path, "18VA-bank", 275) as typist:
        for typed in ("yes for 20", "ok 20", "deal", "sell it"):
            assert "Accept: sell P1 (Railway Express Agency) to B&O for $20?" in (await typist.ask(typed))[0]
        assert "for another price, decline and say which" in (await typist.ask("accept 15"))[0]


async def test_a_name_is_that_of_who_is_called_so(tmp_path):
    """`bob` offered to Dora, whose key in the game is the name of somebody else."""
    async with typing_at(tmp_path, "18GA-bank", 30) as typist:
        *_, told = await typist.ask("sell osr", "bob")
        assert "to Bob · OSR: at what price?" in told


async def test_cards_are_added_to_those_that_are_chosen(tmp_path):
    """`p4` alone was left of five cards that were named in two lines."""
    async with typing_at(tmp_path, "18India-bank", 0) as typist:
        told = await typist.ask("1", "add gipr", "3 eir", "also gipr", "9, 10")
        assert "2 × 10% of GIPR" in told[-1]
        assert "French East India Co.," in told[-1]


async def test_cards_that_are_chosen_stay_whatever_is_typed(tmp_path):
    """A card too many began anew, and `ok` showed no card as chosen."""
    async with typing_at(tmp_path, "18India-bank", 0) as typist:
        for typed, told, chosen in (
            ("1 2 3 4 5 6", "That would be 6 cards: choose 5.", "0 of 5 chosen"),
            ("1 2 3 4", "to buy all 4 costs", "4 of 5 chosen"),
            ("ok", "You have chosen 4 of 5 cards: choose 1 more.", "4 of 5 chosen"),
            ("5 6", "That would be 6 cards: choose 5. Drop one first, such as `drop 1`.", "4 of 5 chosen"),
            ("drop 9", "You have not chosen that.", "4 of 5 chosen"),
            ("cancel", "Nothing has changed.", "4 of 5 chosen"),
            ("drop 2", "You have chosen 3 of 5 cards: choose 2 more.", "3 of 5 chosen"),
            ("5 6", "Ann has chosen 5 cards.", "Back"),
            ("2", "That would be 6 cards", "Keep these 5"),
        ):
            shown = await typist.show(typed)
            assert told in plain_words(shown), typed
            assert labels(shown)[-1] == chosen, typed


async def test_back_goes_back_one_step(tmp_path):
    """`back` led to the first screen, from wherever."""
    async with typing_at(tmp_path, "18GA-bank", 66) as typist:
        told = await typist.ask("sell ltr", "back")
        assert "which private company?" in told[-1]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["buy 4", "ic", "10"], "Buy a 4-train from IC for $10?"),
        (["buy 3 for 10", "ic"], "Buy a 3-train from IC for $10?"),
        (["buy 4", "10"], "Buy a 4-train from IC for $10: `buy 4 from IC for 10`"),
    ],
)
async def test_a_price_is_one_for_the_train_that_was_named(tmp_path, lines, told):
    """The price that was typed last asked for trains of all kinds and sellers."""
    async with typing_at(tmp_path, "18TN-bank", 400) as typist:
        *_, last = await typist.ask(*lines)
        assert told in last
        assert "5-train from NC&StL for" not in last


async def test_a_refused_line_shows_where_the_player_stands(tmp_path):
    """“Give me a loan of 100” had the heading “Buy a private: which?”, and so had the next line, whatever it was about."""
    async with typing_at(tmp_path, "18GA-bank", 48) as at:
        loan, gizmo, winning = await at.ask("give me a loan of 100", "buy a gizmo", "who is winning?")
    assert "Stock round 2 · Sell shares, or pass" in loan
    assert "I do not know the word “loan”" in loan
    assert "Buy a private: which private company?" in gizmo
    assert "Stock round 2 · Sell shares, or pass" in winning
