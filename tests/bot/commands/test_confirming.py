"""What is typed to agree, what a button says and what is picked by name: shown first, then committed by a word."""

from __future__ import annotations

import pytest

from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.turn_panel import compose_panel
from game.actions import Choose
from tests.support.typed_lines import typing_at


@pytest.mark.parametrize("typed", ["ok", "yes", "go", "Ja", "go ahead!"])
async def test_a_preview_that_waits_is_committed_by_a_word(tmp_path, typed):
    async with typing_at(tmp_path, "18GA-bank", 0) as typist:
        assert "Buy LTR for $20?" in (await typist.ask("LTR"))[0]
        made = await typist.play(typed)
        assert (made.item, made.amount) == ("LTR", 20)


async def test_a_word_commits_nothing_that_was_not_shown(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 0) as typist:
        for told in await typist.ask("ok", "yes", "go"):
            assert told.startswith("There is nothing to say yes to. Now: Buy LTR for $20, bid on MRC")
        asked, told = await typist.ask("bid 4", "go")
        assert "OSR: how much?" in asked
        assert "nothing to say yes to" in told


async def test_what_was_refused_is_not_confirmed(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 0) as typist:
        *_, told = await typist.ask("LTR", "bid 44 on MRC", "ok")
        assert "nothing to say yes to" in told


async def test_what_another_answer_followed_is_shown_again_before_it_is_done(tmp_path):
    async with typing_at(tmp_path, "18VA-bank", 430) as typist:
        for undo in ("undo", "take it back"):
            *_, told = await typist.ask("bankruptcy", undo, "ok")
            assert "You were asked this before. Do you still want it?" in told, undo
        await typist.ask("bankruptcy")
        await typist.actor.slash(typist.thread, "help")
        assert "You were asked this before. Do you still want it?" in (await typist.ask("ok"))[0]
        *_, told = await typist.ask("bankruptcy", "ok...")
        assert "You were asked this before. Do you still want it?" in told
        *_, told = await typist.ask("bankruptcy", "not bankrupt", "ok")
        assert "You were asked this before. Do you still want it?" in told
        await typist.play("ok")


@pytest.mark.parametrize(
    ("name", "number", "first", "refused"),
    [("18GA-bank", 275, "accept?", "20"), ("18EU-bank", 193, "merge 1 into gsr", "merge 2 into gsr")],
)
async def test_what_a_refused_line_shows_again_is_asked_again(tmp_path, name, number, first, refused):
    """One `ok` sold a private for $10 after `20`, and merged minor 1 after `merge 2`."""
    async with typing_at(tmp_path, name, number) as typist:
        *_, told = await typist.ask(first, refused, "ok")
        assert "You were asked this before. Do you still want it?" in told
        await typist.play("ok")


async def test_a_yes_takes_no_offer_back(tmp_path):
    """18VA: `ok` after an offer was made showed *Take the offer back*, and the next `ok` did that."""
    async with typing_at(tmp_path, "18VA-bank", 430) as typist:
        await typist.play("buy 1G for 1 from B&O")
        assert "There is nothing to say yes to." in (await typist.ask("ok"))[0]


async def test_the_only_thing_to_do_is_shown_to_whoever_agrees(tmp_path):
    async with typing_at(tmp_path, "18VA-bank", 327) as typist:
        assert "Convert to ten shares" in (await typist.ask("ok"))[0]
        assert isinstance(await typist.play("ok"), Choose)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("5 share", "Keep five shares?"),
        ("keep five", "Keep five shares?"),
        ("keep five shares?", "Keep five shares?"),
        ("don't convert", "Keep five shares?"),
        ("no conversion", "Keep five shares?"),
        ("keep", "Keep five shares?"),
        ("convert to 10", "Convert to ten shares"),
        ("ok convert please", "Convert to ten shares"),
        ("10 shares", "Convert to ten shares"),
    ],
)
async def test_an_answer_is_known_by_any_of_its_words(tmp_path, typed, shown):
    """18VA: “5 share” was said to be done in a stock round."""
    async with typing_at(tmp_path, "18VA-bank", 327) as typist:
        assert shown in (await typist.ask(typed))[0]


@pytest.mark.parametrize(
    ("name", "number", "typed", "reason"),
    [
        ("18TN-bank", 11, "par 100", "the prices are $65, $70, $75, $80, $90."),
        ("18TN-bank", 11, "par L&N", "L&N has been started (18TN 3.2(c)(1))"),
        ("18TN-bank", 12, "par 100 SR", "no company starts at $100. The prices are $65, $70, $75, $80 and $90."),
        ("18VA-bank", 145, "par", "a company costs $140, you have $0"),
        ("18VA-bank", 151, "par 100", "the only price is $70"),
    ],
)
async def test_why_a_company_cannot_start_so(tmp_path, name, number, typed, reason):
    """`par L&N` bought a share of it, since such a share is at par."""
    async with typing_at(tmp_path, name, number) as typist:
        told = (await typist.ask(typed))[0]
        assert reason in " / ".join(line for line in told.splitlines() if line)


@pytest.mark.parametrize("typed", ["L&N ipo", "L&N share", "offer L&N", "buy from ipo", "L&N par", "buy 1 OWR"])
async def test_what_costs_money_is_not_bought_by_a_loose_word(tmp_path, typed):
    """`offer L&N` bought a share of it, and `buy 1 OWR` offered $1."""
    async with typing_at(tmp_path, "18TN-bank", 11) as typist:
        await typist.ask(typed)


@pytest.mark.parametrize("typed", ["buy L&N", "get a share of L&N", "buy L&N from the ipo", "kaufe L&N"])
async def test_a_purchase_that_is_named_is_made_at_once(tmp_path, typed):
    async with typing_at(tmp_path, "18TN-bank", 11) as typist:
        assert (await typist.play(typed)).company == "L&N"


async def test_why_a_company_cannot_sell_its_shares_now(tmp_path):
    """“That is done in a stock round”, though it is done by companies too."""
    async with typing_at(tmp_path, "18EU-bank", 222) as typist:
        issued, redeemed = await typist.ask("issue", "redeem 2")
        assert "AIRS can sell no share now (18EU 4.4.8)" in issued
        assert "AIRS can buy back at most 1 share (18EU 4.4.8). Now: " in redeemed


async def test_cards_that_are_picked_are_listed_one_by_one(tmp_path):
    """18 India: the list was empty, or offered the pick without a card."""
    async with typing_at(tmp_path, "18India-bank", 0) as typist:
        after = await typist.suggest("pick GIPR GIPR")
        assert after[0] == "Keep GIPR, GIPR and P4 · choose 2 more"
        assert "Keep GIPR, GIPR and BR · choose 2 more" not in after, "of which the hand has none"
        assert await typist.suggest("pick GIPR GIPR BR") == after
        assert await typist.suggest("pick GIPR GIPR EIR M") == ["Keep GIPR, GIPR, EIR and MR · choose 1 more"]
        assert await typist.suggest("pick gipr gipr eir mr wr") == ["Keep GIPR, GIPR, EIR, MR and WR"]
        listed = await typist.actor.autocomplete(typist.thread, "do", "action", "pick gipr gipr eir eir p4")
        assert "Keep French East India Co., 2 × 10% of GIPR" in (await typist.ask(str(listed[0]["value"])))[0]
        assert (await typist.play("ok")).cards == ("P4", "GIPR.1", "GIPR.6", "EIR.3", "EIR.6")


async def test_a_train_that_makes_a_pullman_go_says_so_before(tmp_path):
    """18EU 4.4.9: neither the price, nor the preview, nor the question to the seller said so; it was read afterwards."""
    async with typing_at(tmp_path, "18EU-bank", 264) as typist:
        priced, own, bank, asked = await typist.ask(
            "buy 2 from 11", "buy 3 from AIRS for 50", "buy 3 from the bank", "buy 2 from 11 for 20"
        )
        assert "with it GSR discards a Pullman" in priced
        assert "• GSR discards a Pullman." in own
        assert "• GSR discards a Pullman." in bank
        assert "• If Bob agrees: GSR discards a Pullman." in asked
        await typist.play("ok")
        seller = next(s for s in typist.table.seats if s.name in typist.table.position.deciders)
        fresh = ConsoleState(action_version=typist.table.action_version(seller.name))
        assert "GSR then discards a Pullman" in (await compose_console(typist.table, seller, fresh)).body
        assert "GSR then discards a Pullman" in "".join((await compose_panel(typist.table, ())).texts)
