"""What is not possible gets the reason that holds, in words that a player uses."""

from __future__ import annotations

import pytest

from tests.support.typed_lines import typing_at


@pytest.mark.parametrize(
    ("name", "number", "typed", "said_then"),
    [
        ("18GA-bank", 503, "half pay", "no company can pay half in 18GA: pay out or withhold"),
        ("18GA-bank", 502, "both trains", "GA · Run trains"),
        ("18GA-bank", 12, "sell M&BR to bob for 150", "Dora owns M&BR, not you"),
        ("18GA-bank", 16, "sell one of my shares", "no shares are sold in the first stock round"),
        ("18VA-bank", 242, "sell train", "a company cannot sell a train: another company may buy it"),
        ("18VA-bank", 327, "convert to 10", "Convert to ten shares"),
        ("18TN-bank", 838, "sell all", "you have no shares that you can sell"),
        ("18TN-bank", 45, "tile 7 F7 r9", "a tile can be turned by 0 to 5"),
        ("18EU-bank", 97, "start RPR at 85", "RPR can start at £70, £75, £82, £90 (18EU"),
        ("18EU-bank", 212, "buy 3", "“buy 3” can mean:"),
        ("18EU-bank", 749, "pullman", "it can only be 3 or 5 now"),
        ("18India-bank", 67, "bond", "you cannot buy a royal bond from the bank now"),
        ("18India-bank", 819, "swap bond", "Turn a royal bond into 10% of GIPR"),
        ("18India-bank", 1100, "buy 4E 450", "It is too late for that this turn."),
        ("18India-bank", 1100, "buy 4e", "It is too late for that this turn."),
        ("18India-bank", 0, "keep all", "choose 5 of your 10 cards"),
        ("18India-bank", 0, "keep 1 2 3 4", "choose 5 cards; you named 4"),
        ("18India-bank", 0, "keep 2 gipr 2 eir 1 wr", "2 × 10% of GIPR, 2 × 10% of EIR, 10% of WR"),
        ("18India-bank", 200, "buy bond", "There is nothing that you can buy now."),
        ("18TN-bank", 12, "buy mcr", "MCR is yours already"),
        ("18EU-bank", 97, "sell", "you have no shares"),
        ("18GA-bank", 62, "all in on sal", "I cannot tell what “all in on sal” means here"),
        ("18GA-bank", 62, "buy everything", "you can buy only one certificate at a time"),
    ],
)
async def test_a_refusal_has_the_reason_that_holds(tmp_path, name, number, typed, said_then):
    async with typing_at(tmp_path, name, number) as typist:
        (told,) = await typist.ask(typed)
        assert said_then in told


async def test_no_question_reads_like_a_list_of_keys(tmp_path):
    async with typing_at(tmp_path, "18EU-bank", 763) as typist:
        (told,) = await typist.ask("buy FS")
        assert "ipo, pool" not in told


@pytest.mark.parametrize(
    ("name", "number", "typed", "said_then"),
    [
        ("18GA-bank", 62, "auto pass", "`/auto pass` passes for you."),
        ("18GA-bank", 62, "pass for the rest of the round", "`/auto pass` passes for you."),
        ("18GA-bank", 700, "map", "18GA #1 · OR 10.1"),
        ("18GA-bank", 700, "show me the map", "`/view` shows the map"),
        ("18VA-bank", 430, "buy the cheapest train", "costs what you and its owner agree on"),
        ("18GA-bank", 700, "CoG?", "`/view company` tells about CoG."),
        ("18TN-bank", 368, "two 3 trains", "you can buy only one train at a time"),
        ("18TN-bank", 45, "OWR tile 8 E16", "GMO does not own OWR"),
    ],
)
async def test_what_another_command_does_or_nobody_can_is_said(tmp_path, name, number, typed, said_then):
    async with typing_at(tmp_path, name, number) as typist:
        (told,) = await typist.ask(typed)
        assert said_then in told


@pytest.mark.parametrize(
    ("name", "number", "typed", "reason"),
    [
        ("18GA-bank", 824, "accept for 5", "an offer can only be accepted or declined"),
        ("18GA-bank", 824, "counter 5", "an offer can only be accepted or declined"),
        ("18GA-bank", 714, "declare bankruptcy", "when you must buy a train and cannot pay for it (18GA 4.2.5.1)"),
        ("18GA-bank", 261, "buy all privates", "you can buy only one private at a time"),
        ("18GA-bank", 170, "buy two 2-trains", "you can buy only one train at a time"),
        ("18GA-bank", 254, "station D4 toward macon", "nothing there leads to Macon"),
        ("18GA-bank", 62, "done, no OSR", "I cannot tell what “done, no OSR” means here"),
        ("18EU-bank", 212, "3 P", "you can buy only one train at a time"),
        ("18EU-bank", 34, "Y tile Berlin", "Berlin (J5) has a yellow tile"),
        ("18EU-bank", 34, "two tiles", "one tile at a time"),
        ("18EU-bank", 97, "AIRS 90 minor 6", "Minor 6 is Bob's."),
        ("18EU-bank", 755, "give up 2 6", "one minor at a time"),
        ("18EU-bank", 763, "buy 4", "trains are bought in operating rounds; of a share say its company"),
        ("18India-bank", 0, "P1", "there is no card of P1 left to pick"),
        ("18India-bank", 297, "use P6 on Kochi", "Kochi is not one of the 127 places for that"),
    ],
)
async def test_what_cannot_be_is_told_with_its_reason(tmp_path, name, number, typed, reason):
    """“That cannot be done now”, “it can only be “Done” now”, “nothing here is called counter”."""
    async with typing_at(tmp_path, name, number) as typist:
        assert reason in (await typist.ask(typed))[0]


@pytest.mark.parametrize(
    ("name", "number", "typed", "shown"),
    [
        ("18GA-bank", 62, "buy", "Buy M&BR from Dora (from $1)"),
        ("18GA-bank", 714, "buy 8", "Buy an 8-train from ACL (from $1): `buy 8 from ACL`"),
        ("18TN-bank", 12, "buy private from dora", "TCC: at what price?"),
        ("18TN-bank", 61, "buy L&N for 90", "Buy 10% of L&N from the initial offering for $90?"),
        ("18EU-bank", 804, "DR 100", "Buy 10% of DR from the company for £100?"),
        ("18India-bank", 195, "J29 to J27", "Lay tile 8 in J29, to J27"),
        (
            "18EU-bank",
            343,
            "run 3 Milan Genoa Venice",
            "Run the 2-train port E22–Genoa; the 3-train Milan–Genoa–Venice",
        ),
        ("18EU-bank", 775, "£210 · 3-train Paris … Marseille?", "3-train Paris–Dijon–Lyon–Marseille"),
        ("18TN-bank", 0, "bid a little more on MCR", "say the whole sum of your bid"),
        ("18TN-bank", 400, "3 all", "Buy a 3-train from IC for $222: `buy 3 from IC for 222`"),
        ("18TN-bank", 404, "4 cheapest", "Buy a 4-train from SR (from $1)"),
        ("18TN-bank", 150, "token in nashville", "Stations are placed in an operating round"),
        ("18TN-bank", 260, "sell 1 of each", "the pool may hold at most 50% of GMO"),
        ("18India-bank", 5, "BR 10", "Take 10% of BR?"),
        ("18India-bank", 799, "take off the gauge at J19", "Remove the marker J19–J21"),
    ],
)
async def test_what_can_be_is_shown(tmp_path, name, number, typed, shown):
    """An offer said $1 as if that were the price; others were refused without a reason."""
    async with typing_at(tmp_path, name, number) as typist:
        assert shown in (await typist.ask(typed))[0]


async def test_a_short_no_turns_an_offer_down(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 824) as typist:
        assert (await typist.play("no way")).yes is False
