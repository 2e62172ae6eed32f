"""A typed line is never turned into the contrary of its first word, and a word that says two things is asked about."""

from __future__ import annotations

import pytest

from tests.support.decisions import table_at
from tests.support.discord_world import answer, labels, said
from tests.support.golden_positions import golden_position


async def answers(w, position: str, lines: dict[str, str]) -> dict[str, str]:
    """What is answered at a position to each of some lines, none of which plays anything: its text and its buttons."""
    name, _, number = position.rpartition("@")
    thread = await table_at(w, golden_position(name, int(number)))
    table = await w.game(thread)
    actor, before = w.actor_at(table), table.position.move
    told = {}
    for line in lines:
        done = await actor.slash(thread, "do", action=line)
        assert table.position.move == before, f"{line} was played"
        told[line] = "\n".join([said(done), *labels(answer(done))]).replace("\\", "")
        await actor.slash(thread, "turn")
    return told


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        (
            "18VA-bank@403",
            {"sell 2 B&O": "you own no share of B&O", "sell three C&O": "you own 1 share of C&O"},
        ),
        (
            "18TN-bank@20",
            {
                "sell 2 L&N, buy TC": "“sell 2 L&N” is not possible: no shares are sold in the first",
                "sell 2 L&N": "no shares are sold in the first",
            },
        ),
        ("18EU-bank@155", {"sell 2 AIRS": "AIRS has not operated yet", "8 -> AIRS": "", "exchange 8 for AIRS": ""}),
    ],
)
async def test_a_sale_or_a_merger_never_shows_a_purchase(full, position: str, lines: dict[str, str]):
    """`sell 2 B&O` showed “Buy 10% of B&O from the pool for $40?”, one press away."""
    for line, told in (await answers(full, position, lines)).items():
        assert lines[line] in told
        assert "Buy it" not in told
        assert "Buy 10%" not in told


async def test_a_count_is_no_train(full):
    """`buy two` bought a 2-train at once, with all that its phase brings."""
    told = await answers(full, "18GA-bank@104", {"buy two": "you can buy only one train at a time"})
    assert "you can buy only one train at a time" in told["buy two"]
    assert "Buy it" in told["buy two"]


@pytest.mark.parametrize(
    ("position", "line", "meant"),
    [
        ("18GA-bank@508", "3", "“3” can mean I5 or tile 3"),
        ("18GA-bank@508", "number 4", "Upgrade J8"),
        ("18TN-bank@368", "3", "“3” can mean 2-train from L&N or 3-train"),
        ("18VA-bank@740", "1", "Station in Roanoke"),
        ("18GA-bank@254", "the first", "Station in Atlanta"),
        ("18TN-bank@597", "second best", "Lebanon–Nashville–Murfreesboro"),
    ],
)
async def test_a_number_is_that_of_what_is_shown(full, position: str, line: str, meant: str):
    """Typed `3` went to tile 3 where the picture has a 3 on I5; of a drop-down nothing had its number."""
    assert meant in (await answers(full, position, {line: meant}))[line]


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        ("18VA-bank@12", ["P1 P2", "p3 80 p4 140"]),
        ("18TN-bank@0", ["owr 105 owr 110", "bid mcr 75 lnr 180"]),
    ],
)
async def test_two_bids_are_made_one_after_the_other(full, position: str, lines: list[str]):
    """They were not understood, though each of them is."""
    told = await answers(full, position, dict.fromkeys(lines, ""))
    assert all("say one bid at a time" in told[line] for line in lines)


async def test_whoever_reads_a_reason_is_not_named_in_it(full):
    """“Cid has sold ACL in this stock round and cannot buy it back yet” was said to Cid."""
    told = await answers(full, "18GA-bank@62", {"buy ACL": "", "sell 3 W&A": ""})
    assert "you have sold ACL in this stock round and cannot buy it back yet" in told["buy ACL"]
    assert "you own 1 share of W&A" in told["sell 3 W&A"]


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        ("18EU-bank@155", {"8 -> AIRS": "you have no minor 8", "merge minor 8": "you have no minor 8"}),
        ("18EU-bank@97", {"1 into AIRS": "AIRS has not been started"}),
        ("18EU-bank@98", {"merge 3 into AIRS": "Ann merges minor 3", "merge 2 into AIRS": "minor 2 is not yours"}),
        ("18EU-bank@292", {"minor 5 for AIRS": "minor 5 is neither connected to a station of AIRS"}),
        ("18EU-bank@5", {"minor 6": "minor 6 belongs to Bob", "7 without a bid": "Put up minor 7"}),
        ("18EU-bank@22", {"bid 25": "minor 9 is offered for £20, no more and no less", "25": "the only price is £20"}),
        ("18EU-bank@1", {"chemin de fer du nord 105": "minor 1 is not for sale now"}),
        ("18EU-bank@0", {"bid on paris": "Paris is the home of minors 1 and 3"}),
        ("18VA-bank@0", {"b&o 145": "Bid $145 on P4?", "railway express 50": "Bid $50 on P1"}),
        ("18EU-preset@506", {"give up pullman?": "Discard a Pullman?", "keep": "Keep the Pullman?"}),
        ("18TN-bank@594", {"half": "no company can pay half in 18TN", "div 230": "how much is not yours to say"}),
        ("18VA-bank@467", {"keep 4": "say which train goes"}),
        ("18EU-bank@755", {"nothing": "You cannot pass here"}),
        ("18India-bank@736", {"take it": "GIPR takes over Pune"}),
        ("18India-bank@0", {"show my cards": "`/view hand` shows your cards"}),
        ("18VA-bank@470", {"sell VR": "the pool may hold at most 50% of VR"}),
        ("18GA-bank@0", {"57 on C12": "nothing here is called C12", "bid on everything": "say one bid at a time"}),
        ("18EU-bank@345", {"5": "the bank is not selling 5-trains now"}),
        ("18EU-bank@194", {"1 to gsr": "you have no minor 1"}),
        ("18GA-bank@259", {"MRC from bob 40": "MRC is yours"}),
        ("18GA-bank@508", {"I7 valdosta tile 14": "14 has a city, but Valdosta (I7) has none"}),
        ("18TN-bank@305", {"buy all": "you can buy only one private at a time"}),
        ("18TN-bank@368", {"buy 2 3-trains": "you can buy only one train at a time"}),
        (
            "18India-bank@110",
            {"buy 2 BNR": "you can buy only one certificate of BNR at a time now", "start BNR": "Buy BNR as director"},
        ),
        ("18India-bank@194", {"K14": "the GIPR's home is a city with a free circle"}),
        ("18India-bank@60", {"use P1": "It has no power to use now"}),
        ("18VA-bank@57", {"token philly": "I do not know the word “philly”. Now:"}),
        ("18GA-bank@250", {"withold": "Withhold $50", "why does it earn nothing": "`/view routes` shows"}),
    ],
)
async def test_what_is_not_asked_now_has_its_true_reason(full, position: str, lines: dict[str, str]):
    """“You cannot do that now. You can: …” and “You do that in a stock round” were said of what has a reason of its own."""
    for line, told in (await answers(full, position, lines)).items():
        assert lines[line] in told


@pytest.mark.parametrize(
    ("position", "line", "told"),
    [
        ("18GA-bank@0", "57 on C12", "nothing here is called C12"),
        ("18GA-bank@0", "buy W&SR", "W&SR has no fixed price: you can bid on it, from $75"),
        ("18GA-bank@62", "start GA", "GA has been started"),
        ("18VA-bank@470", "sell VR", "the pool may hold at most 50% of VR"),
    ],
)
async def test_why_gives_the_same_reason(full, position: str, line: str, told: str):
    """`/rules why` made a bid of a tile, and named a round in which shares are sold where none of these can be."""
    name, _, number = position.rpartition("@")
    thread = await table_at(full, golden_position(name, int(number)))
    answered = said(await full.actor_at(await full.game(thread)).slash(thread, "rules why", action=line))
    assert told in answered.replace("\\", "")


async def test_a_player_whose_name_is_the_key_of_another_is_named_once(full):
    """`buy OSR 100 from dora` was played as an offer to Cid: Dora's key is the name of somebody else."""
    told = await answers(full, "18GA-bank@261", {"buy OSR 100 from dora": "OSR belongs to Cid"})
    assert "OSR belongs to Cid" in told["buy OSR 100 from dora"]


async def test_cards_are_counted_and_ends_of_track_are_named(full):
    """`gipr x2` was read as one card, `to lille` as a tile in Lille."""
    told = await answers(full, "18India-bank@0", {"keep gipr x2 eir x2 ncr": ""})
    assert "Keep 2 × 10% of GIPR, 2 × 10% of EIR, 10% of NCR" in told["keep gipr x2 eir x2 ncr"]
    told = await answers(full, "18India-bank@0", {"keep both gipr, all EIR and ncr": "", "keep two of EIR": ""})
    assert "Keep 2 × 10% of GIPR, 2 × 10% of EIR, 10% of NCR" in told["keep both gipr, all EIR and ncr"]
    assert "2 of 5 chosen" in told["keep two of EIR"], "what was named is chosen, the rest is asked"
    told = await answers(full, "18EU-bank@29", {"to lille": "", "lille": "", "lay munich": ""})
    assert "Lay tile 8 in B9, to A10 (Paris) and B7 (Lille)" in told["to lille"]
    assert told["lille"] == told["to lille"], "tiles can be laid in B9 alone, so its track leads to Lille"
    assert "a station of minor 1 reaches" in told["lay munich"]


async def test_what_is_accepted_is_listed_while_it_is_typed(full):
    """“No options match” was shown for `buy 20% of BNR`, which does what it says."""
    thread = await table_at(full, golden_position("18India-bank", 110))
    actor = full.actor_at(await full.game(thread))
    listed = [str(c["name"]) for c in await actor.autocomplete(thread, "do", "action", "buy 20% of BNR")]
    assert listed == ["Buy BNR as director, 20% for ₹164 (hand)"]


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        ("18TN-bank@10", {"the lowest": "Start L&N at $65 a share"}),
        ("18GA-bank@12", {"GA at top price": "Start GA at $110 a share"}),
        ("18GA-bank@0", {"buy the cheapest": "Buy LTR for $20?"}),
        ("18TN-bank@368", {"cheapest": "Buy a 3-train for $180"}),
        ("18TN-bank@20", {"20% IC": "IC costs $195, you have $134", "buy IC": "IC costs $195, you have $134"}),
        ("18India-bank@5", {"MR 90": "Take 10% of MR", "nsr pres": "Take the director's certificate of NSR?"}),
        ("18India-bank@38", {"P3": "P3 is still hidden", "P5": "the rows are closed to players"}),
    ],
)
async def test_the_cheapest_is_shown_and_what_is_not_for_sale_says_where_it_is(
    full, position: str, lines: dict[str, str]
):
    """`cheapest` was not understood, `20% IC` read as a sale, and of `P3` nothing was said but what else there is."""
    for line, told in (await answers(full, position, lines)).items():
        assert lines[line] in told


@pytest.mark.parametrize(
    ("position", "line", "told"),
    [
        ("18GA-bank@62", "sell a private", "you have no private that you can sell now"),
        ("18EU-bank@804", "sell GSR 90", "the pool may hold at most 50% of GSR"),
        ("18India-bank@74", "bnr", "no certificate of BNR is for sale now"),
        ("18GA-bank@249", "no station thanks", "It is too late for that this turn."),
    ],
)
async def test_what_is_named_is_what_is_answered(full, position: str, line: str, told: str):
    """`sell a private` showed the sale of a share, `sell GSR 90` said “you own 4 shares of GSR”."""
    assert told in (await answers(full, position, {line: told}))[line]
