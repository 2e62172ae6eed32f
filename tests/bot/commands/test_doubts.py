"""Lines that can be read in one way and hold a choice all the same: nothing is played before it is made."""

from __future__ import annotations

import pytest

from bot.views.console.layout import ANYWAY
from game.actions import Pass, RemoveToken
from tests.support.discord_world import answer, commit_label, labels, said
from tests.support.typed_lines import typing_at

TWO_ROWS = "only one row at a time"


@pytest.mark.parametrize(
    ("name", "number", "typed", "said_then"),
    [
        ("18India-bank", 67, "rows 1 2", TWO_ROWS),
        ("18India-bank", 67, "rows 1 and 3", TWO_ROWS),
        ("18India-bank", 417, "buy second of row 2", "the first card of a row is bought before the others"),
        ("18India-bank", 67, "1 2", "Row 2: 10% of MR, ₹90?"),
        ("18India-bank", 110, "row 1 2", "Row 1: 10% of GIPR, 10% of BR"),
        ("18GA-bank", 0, "buy LTR?", "Buy LTR for $20?"),
        ("18GA-bank", 502, "run best?", "Run the 3-train"),
        ("18EU-bank", 194, "sell AIRS?", "Sell 1 AIRS for £60"),
        ("18EU-bank", 214, "yes?", "Accept: may GSR buy a 2-train"),
        ("18GA-bank", 250, "no withhold", "does not say what you want instead. Now: ACL: pay out or withhold"),
        ("18EU-bank", 194, "don't merge 3", "does not say what you want instead"),
        ("18EU-bank", 0, "no bid 4", "Put up minor 4"),
        ("18GA-bank", 17, "not ACL", "does not say what you want instead"),
        ("18GA-bank", 824, "not ok", "does not say what you want instead"),
        ("18GA-bank", 254, "not Rome", "does not say what you want instead"),
        ("18GA-bank", 328, "no rome", "does not say what you want instead"),
        ("18GA-bank", 3, "no pass", "does not say what you want instead"),
        ("18GA-bank", 250, "withhold, not pay out", "does not say what you want instead"),
        ("18India-bank", 67, "don't close P1", "does not say what you want instead"),
        ("18VA-bank", 537, "do not convert", "Keep five shares"),
        ("18EU-bank", 193, "no token", "does not say what you want instead"),
        ("18VA-bank", 1057, "buy no train from C&O", "does not say what you want instead"),
        ("18GA-bank", 508, "upgrade without 23", "say only what you want"),
        ("18TN-bank", 669, "no 6", "does not say what you want instead"),
        ("18TN-bank", 128, "buy two 2", "you can buy only one train at a time"),
        ("18GA-bank", 620, "buy 4 from ACL and a 5", "you can buy only one train at a time"),
        ("18GA-bank", 620, "buy a 4 for 100", "Buy a 4-train from W&A for $100: `buy 4 from W&A for 100`"),
        ("18VA-options", 78, "station Norfolk without P3", "say only what you want"),
        ("18India-bank", 67, "row 1 or 3", "names two things: say which"),
        ("18India-bank", 92, "sell 1 or 2", "names two things: say which"),
        ("18GA-bank", 3, "bid MRC 50 55", "MRC: how much?"),
        ("18GA-bank", 424, "buy nothing", "Pass this turn?"),
        ("18GA-bank", 424, "sell one of each", "Sell 1 GA for $30"),
        ("18GA-bank", 508, "I7 valdosta tile 14", "Valdosta (I7): which tile?"),
        ("18GA-bank", 261, "buy OSR from ann for 100", "OSR belongs to Cid"),
        ("18EU-bank", 755, "2", "“2” can mean Give up minor 6 for nothing or minor 2"),
        ("18India-bank", 0, "keep 1 2 3 4 5", "Keep French East India Co., 2 × 10% of GIPR, 2 × 10% of EIR"),
        ("18India-bank", 736, "keep Pune", "GIPR takes over Pune (E24)"),
        ("18India-bank", 736, "take over Pune", "GIPR takes over Pune (E24)"),
        ("18VA-options", 78, "power P3 Norfolk", "Station in Norfolk (H15) free, using P3"),
        ("18VA-options", 78, "station Norfolk", "The private company P3 closes"),
        ("18VA-options", 78, "use P3 in Norfolk", "The private company P3 closes"),
        ("18VA-options", 78, "use P3", "Place a station · P3: which city?"),
        ("18India-bank", 736, "GIPR Pune", "GIPR takes over Pune (E24)"),
        ("18GA-bank", 424, "no buy", "can mean two things. If you mean *Pass this turn*, press it."),
        ("18GA-bank", 424, "stop", "Nothing has changed."),
        ("18GA-preset", 525, "buy 5-train x2 from G&F", "you can buy only one train at a time"),
        ("18GA-preset", 71, "buy M&BR x2", "can mean"),
        ("18GA-bank", 424, "stop now", "can mean two things."),
        ("18India-bank", 61, "no", "You cannot pass here"),
        ("18EU-bank", 98, "no", "You cannot pass here"),
    ],
)
async def test_what_holds_a_choice_is_asked_or_shown_first(tmp_path, name, number, typed, said_then):
    async with typing_at(tmp_path, name, number) as typist:
        (told,) = await typist.ask(typed)
        assert said_then in told


async def test_what_is_lost_for_good_is_shown_to_everybody(tmp_path):
    """Whoever is asked nothing before a step ends was told of no station that goes: typed lines knew it, buttons did not."""
    async with typing_at(tmp_path, "18India-bank", 736) as typist:
        await typist.actor.slash(typist.thread, "me confirm", ask="never")
        console, before = await typist.show("turn"), typist.table.position.move
        refusing = labels(console)[-1]
        for way in (typist.actor.click(console, label=refusing), typist.type_line("no")):
            shown = await way
            assert typist.table.position.move == before
            assert "is lost for good. Go on without?" in said(shown)
            assert labels(answer(shown)) == [ANYWAY, "Back"]
            (told,) = await typist.ask("no")
            assert "Nothing has changed." in told


async def test_two_words_against_each_other_about_a_dividend_are_asked(tmp_path):
    """`withhold nothing` and `no, pay` withheld at once."""
    lines = (
        "withhold nothing",
        "keep nothing",
        "withhold 0",
        "hold nothing",
        "withhold no",
        "no, pay",
        "pay, no withhold",
    )
    async with typing_at(tmp_path, "18GA-bank", 395) as typist:
        for told in await typist.ask(*lines):
            assert "can mean two things. Press what you mean." in told


@pytest.mark.parametrize(
    ("name", "number", "typed", "asked_then"),
    [
        ("18GA-bank", 620, "1", "CoG: buy trains, or no more"),
        ("18GA-bank", 424, "pass?", "Buy or sell shares, or pass"),
        ("18VA-bank", 279, "keep", "SR: convert to ten shares, or keep five"),
        ("18EU-bank", 196, "exchange", "exchange a minor for a share, or pass"),
        ("18EU-bank", 214, "yes?", "Accept or decline a proposal"),
        ("18India-bank", 139, "1", "EIR: buy trains, or no more"),
    ],
)
async def test_no_to_a_preview_leads_back(tmp_path, name, number, typed, asked_then):
    """`no` to “Buy a 6-train?” ended the purchase of trains."""
    async with typing_at(tmp_path, name, number) as typist:
        _, told = await typist.ask(typed, "no")
        assert asked_then in told
        assert "Nothing has changed." in told


@pytest.mark.parametrize("typed", ["no", "skip", "none", "done"])
async def test_a_station_is_not_lost_for_good_by_a_bare_word(tmp_path, typed):
    """`no` gave up a station of 18 India that could have been taken over, at once and without a preview."""
    async with typing_at(tmp_path, "18India-bank", 736) as typist:
        assert any(c.kind is RemoveToken for c in typist.table.choices(typist.table.position.deciders[0]))
        shown = await typist.show(typed)
        before = typist.table.position.move
        await typist.actor.click(shown, label=commit_label(shown))
        assert isinstance((await typist.table.history())[before].action, Pass)


@pytest.mark.parametrize(
    ("name", "number", "typed"),
    [
        ("18GA-bank", 259, "no private"),
        ("18VA-bank", 535, "no power"),
        ("18EU-bank", 222, "buy P"),
        ("18GA-bank", 395, "no"),
        ("18GA-bank", 395, "nothing"),
        ("18GA-bank", 0, "no"),
        ("18TN-bank", 54, "none"),
        ("18VA-bank", 37, "no"),
        ("18EU-bank", 197, "no"),
    ],
)
async def test_what_says_another_thing_than_a_pass_is_shown_first(tmp_path, name, number, typed):
    """`no private` ended the purchase of trains, `buy P` the trade in shares, `no` withheld a dividend or passed, all at once."""
    async with typing_at(tmp_path, name, number) as typist:
        before = typist.table.position.move
        await typist.show(typed)
        assert typist.table.position.move == before


@pytest.mark.parametrize(
    ("name", "number", "typed"),
    [
        ("18India-bank", 67, "row 1"),
        ("18India-bank", 110, "row 1 two"),
        ("18GA-bank", 0, "no bid"),
        ("18GA-bank", 395, "pay nothing"),
        ("18GA-bank", 620, "done buying"),
    ],
)
async def test_what_leaves_nothing_open_is_played(tmp_path, name, number, typed):
    async with typing_at(tmp_path, name, number) as typist:
        await typist.play(typed)


async def test_nothing_is_played_of_a_line_that_takes_its_first_move_back(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 424) as typist:
        lines = ("sell 1 GA; stop", "sell 1 GA\nwait", "pass; actually no", "pass; wait", "sell 1 GA; if ann sells")
        told = await typist.ask(*lines)
        assert not [line for line, t in zip(lines, told, strict=True) if "so nothing is done yet." not in t]


async def test_an_answer_to_an_offer_is_the_only_move_of_a_line(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 275) as typist:
        told = await typist.ask("ok then no", "yes; but only for 20", "accept then pass")
        assert all("so nothing is done yet." in t for t in told)
