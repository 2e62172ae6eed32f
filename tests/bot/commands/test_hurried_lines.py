"""Lines of somebody in a hurry: what says one thing is done at once, and what the list offers is what is done."""

from __future__ import annotations

import pytest

from game.actions import BuyShare, Pass, PayDividend
from tests.support.typed_lines import typing_at


@pytest.mark.parametrize(
    ("name", "number", "typed", "source"),
    [
        ("18GA-bank", 290, "buy acl", "pool"),
        ("18EU-bank", 290, "buy rpr", "treasury"),
        ("18GA-bank", 62, "Buy GA", "ipo"),
    ],
)
async def test_a_share_that_lies_in_one_place_is_bought_without_its_name(tmp_path, name, number, typed, source):
    """It was shown first where shares of other companies lay in other places too."""
    async with typing_at(tmp_path, name, number) as typist:
        action = await typist.play(typed)
    assert isinstance(action, BuyShare)
    assert action.source == source


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


@pytest.mark.parametrize(
    ("name", "number", "lines"),
    [
        (
            "18EU-bank",
            0,
            {
                "sell minor 4": "a minor cannot be sold",
                "1 for nothing": "Put up minor 1 (Chemin de Fer du Nord) without a bid?",
                "put one up without a bid": "Put up without a bid: which minor?",
            },
        ),
        ("18EU-bank", 0, {"0": "Put up without a bid: which minor?"}),
        (
            "18GA-bank",
            30,
            {
                "sell osr to bob for 50 ok?": "the price can be $1 to $3",
                "sell osr bob 50": "the price must be from $1 to the $3 that Bob has.",
            },
        ),
        (
            "18VA-bank",
            430,
            {"ruin": "I do not understand “ruin”", "raise money": "you have no shares that you can sell"},
        ),
        (
            "18TN-bank",
            400,
            {
                "full price": "I cannot tell what “full price” means here",
                "buy two trains": "you can buy only one train at a time",
                "buy 3 from ic for everything": "Buy a 3-train from IC for $222?",
            },
        ),
        ("18TN-bank", 650, {"Payout $26": "Pay out $260: $26 a share"}),
        ("18VA-bank", 500, {"no, keep it": "That does not answer the question. Now: Sell shares, or pass."}),
        (
            "18GA-bank",
            290,
            {
                "take acl": "Buy 10% of ACL from the pool",
                "sell": "nobody else owns enough of G&F to become its president",
                "buy acl, not cog": "Buy 10% of ACL from the pool for $50?",
            },
        ),
        ("18TN-bank", 160, {"sell": "you have no shares"}),
        ("18EU-bank", 345, {"sell 2": "That comes later. First: FS: buy trains"}),
        ("18VA-bank", 279, {"convert SR": "SR becomes a ten-share company for good"}),
        ("18EU-bank", 193, {"15": "Merge minor 15", "no, 5": "Merge minor 5"}),
        ("18TN-bank", 40, {"8 f9 to memphis": "8 on F9 would add no track that a station of L&N reaches"}),
        ("18India-bank", 266, {"P6 in delhi": "Delhi is not one of the 127 places for that"}),
    ],
)
async def test_what_is_said_of_a_line_is_so(tmp_path, name, number, lines):
    """The reason came from a word that was read wrongly: “too late” for `ruin`, “no share of ACL” for `sell`."""
    async with typing_at(tmp_path, name, number) as typist:
        for typed, told in lines.items():
            assert told in (await typist.ask(typed))[0]


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


@pytest.mark.parametrize("typed", ["acl's 2-train for 5 please", "buy ACL’s 2-train for 5", "2-train from acl for 5"])
async def test_a_train_is_bought_by_whose_it_is(tmp_path, typed):
    """It could “mean something else”."""
    async with typing_at(tmp_path, "18GA-bank", 255) as typist:
        bought = await typist.play(typed)
    assert (bought.seller, bought.price) == ("ACL", 5)
