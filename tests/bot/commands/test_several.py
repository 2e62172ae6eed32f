"""Several moves in one line: in order where they go together, asked before anything is played where two of them do not."""

from __future__ import annotations

import pytest

from game.actions import Pass, PayDividend
from tests.support.discord_world import answer
from tests.support.typed_lines import plain_words, typing_at

pytestmark = pytest.mark.usefixtures("undrawn")


APART = "{} do not go together, so nothing is done yet."


async def test_moves_that_do_not_go_together_are_asked_before_any_is_played(tmp_path):
    """`run; pay; hold` paid, and `pay; buy 5` paid too."""
    async with typing_at(tmp_path, "18GA-bank", 395) as typist:
        apart, late, unclear, rest = await typist.ask("hold; done; pay", "pay; buy 5", "pay; xyz", "pay?; done")
        assert "“hold” and “pay” do not go together, so nothing is done yet." in apart
        assert "“buy 5” is not possible after “pay”: it costs $450, CoG has $309" in late
        assert "I am not sure about “xyz”, so nothing is done yet." in unclear
        assert "Then type the rest: “done”." in rest
        (pressed,) = await typist.ask("2 · Withhold $30; pay")
        assert "Then type the rest: “pay”." in pressed


@pytest.mark.parametrize(
    ("name", "number", "typed", "verbs"),
    [
        ("18GA-bank", 257, "lay 57 d10; run best; pay; thanks", ["tile"]),  # it has no train
        ("18EU-bank", 739, "pay half and end the turn", ["dividend", "pass"]),
        ("18EU-bank", 97, "start bnr with minor 5 at 75", ["par", "token"]),
        ("18EU-bank", 97, "minor 1 bnr 75", ["par", "token"]),
    ],
)
async def test_moves_that_go_together_are_played_in_order(tmp_path, name, number, typed, verbs):
    async with typing_at(tmp_path, name, number) as typist:
        before, who = len(await typist.table.history()), typist.table.position.deciders[0]
        await typist.play(typed)
        made = [m.action for m in (await typist.table.history())[before:] if m.action is not None]
        assert [a.verb for a in made if a.by == who] == verbs


async def test_a_yes_to_what_is_shown_may_lead_a_line(tmp_path):
    """“There is nothing to say yes to”, though a preview stood there."""
    async with typing_at(tmp_path, "18GA-bank", 257) as typist:
        await typist.ask("no track")
        assert APART.format("“ok” and “lay 57 d10”") in (await typist.ask("ok; lay 57 d10"))[0]
        await typist.ask("lay 57 d10?")
        assert APART.format("“ok” and “no track”") in (await typist.ask("ok then no track"))[0]
        await typist.ask("lay 57 d10?")
        assert (await typist.play("ok; run best")).verb == "tile"


async def test_a_yes_may_stand_before_what_the_last_button_says(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 257) as typist:
        await typist.ask("lay 57 d10?")
        await typist.ask("yes, buy it")
        await typist.ask("lay 57 d10?")
        assert (await typist.play("yes, lay it")).verb == "tile"


async def test_the_same_answer_twice_is_asked_before_the_offer_is_answered(tmp_path):
    """The offer was answered, and the rest of the line ended in an internal error."""
    async with typing_at(tmp_path, "18EU-options", 518) as typist:
        for typed in ("yes; yes", "Decline then Decline"):
            assert "so nothing is done yet" in (await typist.ask(typed))[0]


async def test_what_stands_behind_an_offer_is_told_as_not_played(tmp_path):
    """It was dropped without a word, though the turn goes on after a no."""
    async with typing_at(tmp_path, "18India-bank", 786) as typist:
        done = await typist.type_line("buy 4 from EIR for 1; pass")
        assert "Not played: “pass”." in plain_words(answer(done))


async def test_a_turn_that_its_player_has_ended_is_not_told_as_ended_by_itself(tmp_path):
    """“It could only have bought another company's only train”, though the bank had one that it could pay for."""
    async with typing_at(tmp_path, "18EU-bank", 219) as typist:
        assert "turn is over" not in plain_words(answer(await typist.type_line("buy P; done")))


async def test_half_behind_another_move_is_asked_where_the_title_has_none(tmp_path):
    """It ended in an internal error."""
    async with typing_at(tmp_path, "18TN-bank", 832) as typist:
        assert "half" in (await typist.ask("pay out; half"))[0]


@pytest.mark.parametrize(
    ("name", "number", "typed", "verbs"),
    [
        ("18GA-bank", 257, "“57 on D10, run, pay”", ["tile"]),
        ("18TN-bank", 100, "Buy TC, done", ["buy", "pass"]),
        ("18India-bank", 80, "no train; end", ["pass", "pass"]),
    ],
)
async def test_moves_are_told_apart_by_commas(tmp_path, name, number, typed, verbs):
    async with typing_at(tmp_path, name, number) as typist:
        before = len(await typist.table.history())
        await typist.play(typed)
        assert [m.action.verb for m in (await typist.table.history())[before:]][: len(verbs)] == verbs


async def test_who_agrees_to_be_drafted_for_is_understood(tmp_path):
    """`ok` was told that there was nothing to say yes to."""
    async with typing_at(tmp_path, "18India-bank", 12) as typist:
        await typist.ask("draft for me", "row 1")
        assert "nothing to say yes to" in (await typist.ask("ok"))[0], "it was asked before something else"
        await typist.ask("draft for me")
        assert (await typist.play("ok")).verb == "pick"


async def test_moves_are_told_apart_by_and(tmp_path):
    async with typing_at(tmp_path, "18EU-bank", 600) as typist:
        assert await typist.play("half, and done") == PayDividend("half", by="bob")


async def test_a_run_that_went_by_itself_may_be_said(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 600) as typist:
        assert await typist.play("run and pay") == PayDividend("full", by="ann")


async def test_an_end_behind_another_move_ends_the_turn(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 395) as typist:
        assert await typist.suggest("pay and end") == ["One after the other: pay; end"]
        await typist.play("pay and end")
        assert [m.action for m in await typist.table.history()][-2:] == [PayDividend("full", by="ann"), Pass(by="ann")]
