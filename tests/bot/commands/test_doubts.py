"""Lines that can be read in one way and hold a choice all the same: nothing is played before it is made."""

from __future__ import annotations

import pytest

from bot.views.console.layout import ANYWAY
from game.actions import Pass, RemoveToken
from tests.support.discord_world import answer, commit_label, labels, said
from tests.support.typed_lines import typing_at

TWO_ROWS = "only one row at a time"


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


async def test_nothing_is_played_of_a_line_that_takes_its_first_move_back(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 424) as typist:
        lines = ("sell 1 GA; stop", "sell 1 GA\nwait", "pass; actually no", "pass; wait", "sell 1 GA; if ann sells")
        told = await typist.ask(*lines)
        assert not [line for line, t in zip(lines, told, strict=True) if "so nothing is done yet." not in t]


async def test_an_answer_to_an_offer_is_the_only_move_of_a_line(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 275) as typist:
        told = await typist.ask("ok then no", "yes; but only for 20", "accept then pass")
        assert all("so nothing is done yet." in t for t in told)
