"""What is not possible gets the reason that holds, in words that a player uses; what goes for good is shown first."""

from __future__ import annotations

import pytest

from bot.views.console.effect_lines import explained_lines
from bot.views.console.layout import join_facts
from bot.views.formatting import event_lines
from game.actions import BuyShare
from game.events import TrainDiscarded
from game.play import Game
from tests.console_report import seated, walk
from tests.support.decisions import table_at
from tests.support.discord_world import answer, commit_label, labels, said
from tests.support.golden_positions import golden_position
from titles import TITLES


async def typed(w, name: str, number: int, line: str) -> tuple[str, bool]:
    """What is answered to a typed line at that position ("": to `/turn`), with its buttons, and whether something was played."""
    thread = await table_at(w, golden_position(name, number))
    table = await w.game(thread)
    actor, before = w.actor_at(table), table.position.move
    done = await (actor.slash(thread, "do", action=line) if line else actor.slash(thread, "turn"))
    played, told = table.position.move != before, [said(done), *labels(answer(done))]
    if not line and "Explain" in told:  # lines without room on a phone
        told.append(said(await actor.click(answer(done), label="Explain")))
    return "\n".join(told), played


@pytest.mark.parametrize(
    ("name", "number", "line", "reason"),
    [
        ("18TN-bank", 160, "buy back ic", "no company buys back shares in this game"),
        ("18EU-bank", 760, "give up berlin", "you have no such minor, yours are 2, 8, 11, 14"),
        ("18VA-bank", 470, "4/3G", "it costs $300, B&O has $163 and its president $31; $106 is missing"),
        ("18VA-preset", 531, "buy 5", "it costs $500, WMR has $402; first sell shares for $92"),
        ("18EU-preset", 801, "5-train", "it costs £500, BNR has £416; first sell shares for £29"),
        ("18EU-bankruptcy", 831, "buy 6", "first sell shares for £338"),
        ("18EU-bank", 345, "P", "it costs £100, FS has £78; its president can only help when it must buy a train"),
        ("18EU-bank", 336, "buy back 2", "only one at a time now"),
        ("18EU-bank", 336, "sell 2", "GSR can sell at most 1 share"),
        ("18EU-bank", 22, "buy 9 for 10", "minor 9 is offered for £20, no more and no less"),
        ("18India-bank", 855, "WIP", "WIP has closed"),
        ("18VA-options", 77, "use P3", "P3 is used as you place a station"),
        ("18India-bank", 300, "from emil", "no company of Emil's has a train that GIPR can buy"),
        ("18India-bank", 93, "buy eir", "That comes later in this round. First: Sell what you like"),
        ("18India-options", 40, "bond", "no royal bond is for sale now"),
        ("18VA-bank", 40, "upgrade norfolk", "there are no green tiles before phase 3"),
    ],
)
async def test_the_reason_is_the_one_that_holds(full, name: str, number: int, line: str, reason: str):
    """“Its president can only help with the bank's cheapest train” was said where he could, “count can be 1 to 1” of shares."""
    told, played = await typed(full, name, number, line)
    assert reason in told.replace("\\", "")
    assert not played


@pytest.mark.parametrize(
    ("name", "number", "line", "shown"),
    [
        ("18VA-options", 78, "use P3", "P3: which city?"),
        ("18VA-options", 78, "power P3 Norfolk", "The private company P3 closes"),
        ("18India-bank", 855, "exchange bond", "turns a royal bond into 10% of GIPR"),
        ("18India-bank", 858, "convert bond", "turns a royal bond into 10% of GIPR"),
        ("18VA-bank", 467, "2G", "Discard a 2G-train?"),
        ("18EU-bank", 98, "minor 3", "into AIRS for a share from its treasury"),
        ("18EU-preset", 677, "bankrupt", "BNR can still buy the 3-train from minor 10"),
        ("18EU-bank", 765, "vienna", "Vienna (K14), circle 2"),
        ("18India-bank", 1150, "royal", "royal bond"),
    ],
)
async def test_what_cannot_be_had_back_is_shown_whole(full, name: str, number: int, line: str, shown: str):
    """A private closed, and a bond was gone, by a typed line without a preview; of two trains one was named."""
    told, played = await typed(full, name, number, line)
    assert shown in told.replace("\\", "")
    assert not played or line == "royal"


@pytest.mark.parametrize(
    ("name", "number", "asked"),
    [
        ("18VA-bank", 278, "B&O: use a private, or done"),
        ("18India-bank", 200, "EIR: sell a train to the bank, or done"),
        ("18GA-bank", 768, "You have sold CoG and GA in this stock round"),
        ("18TN-options", 72, "Start IC at $65"),
        ("18EU-preset", 593, " at £70"),
        ("18TN-bankruptcy", 107, "Buy SR $75"),
        ("18TN-bankruptcy", 107, "Buy GMO…"),
    ],
)
async def test_questions_and_buttons_say_what_can_be_done_and_of_whom(full, name: str, number: int, asked: str):
    """“Place a station, or no station” had the one button “Done”; “$65 a share” did not say of which company."""
    told, _ = await typed(full, name, number, "")
    assert asked in told.replace("\\", "")


async def test_who_declines_a_private_is_not_told_to_be_done_with_track(full):
    """Of track nobody was asked."""
    told, played = await typed(full, "18TN-bank", 305, "pass")
    assert played
    assert "laying track" not in told


@pytest.mark.parametrize(
    ("name", "number", "line", "named"),
    [
        ("18India-bank", 736, "Pune", "take"),
    ],
)
async def test_undo_names_the_action_and_a_station_that_is_taken_over_is_told_once(full, name, number, line, named):
    """“Bob takes back 1 step: BR's station in Pune is removed”."""
    thread = await table_at(full, golden_position(name, number))
    actor = full.actor_at(await full.game(thread))
    shown = await actor.slash(thread, "do", action=line)
    if commit_label(answer(shown)):
        shown = await actor.click(answer(shown), label=commit_label(answer(shown)))
    assert said(shown).count("Pune") == (line == "Pune")
    await actor.slash(thread, "undo")
    full.bot.sender.wake()
    await full.bot.sender.drain()
    told = next(post for post in full.posts(thread) if "takes back 1 step" in post)
    assert named in told
    assert "is removed" not in told


@pytest.mark.parametrize(("name", "number", "item"), [("18EU-bank", 10, "minor 7"), ("18India-options", 40, "EIR 20%")])
async def test_a_maximum_is_taken_for_what_buttons_call_a_lot(full, name: str, number: int, item: str):
    """“minor 7” was not for sale in this auction."""
    thread = await table_at(full, golden_position(name, number))
    actor = full.actor_at(await full.game(thread))
    told = said(await actor.slash(thread, "auto bid", on=item, maximum=205))
    assert "bid up to" in told
    assert "You can name" not in told


def test_a_discard_that_follows_by_itself_says_why():
    """“W&A discards a 3-train.” stood below the discard of ACL without a word why."""
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ("a", "b", "c"), "x").state
    events = [TrainDiscarded("ACL", "3-1"), TrainDiscarded("W&A", "3-2")]
    assert explained_lines(event_lines(events, view, rules), events, view, rules) == [
        "ACL discards a 3-train.",
        "W&A also has too many trains: a 3-train goes too.",
    ]


def test_a_fact_is_told_once():
    """“In this operating round a company may buy one private …” stood twice, one line under the other."""
    assert join_facts(["You have $5", "A sale lowers the price.", "A sale lowers the price."]) == (
        "-# You have $5 · a sale lowers the price"
    )


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


def at_the_limit(title: str, seed: int) -> tuple[Game, str]:
    """A position in which somebody may buy shares, but none of a company of which that player has 60%."""
    for g, legal in walk(title, seed):
        buys = [a for _, a in legal if isinstance(a, BuyShare)]
        for company in g.rules.data.companies if buys else ():
            tried = [BuyShare(company, a.source, by=a.by) for a in buys]
            if company not in {a.company for a in buys} and any("at most 60%" in g.refusal(a).reason for a in tried):
                return Game.load(g.rules, g.snapshot()), company
    raise AssertionError("nobody comes to the limit")


@pytest.mark.parametrize(("title", "seed"), [("18GA", 0), ("18TN", 1), ("18EU", 1)])
async def test_a_share_above_the_limit_is_refused_by_its_name(w, title, seed):
    """It said “CoG is not possible” and which companies may be typed."""
    g, company = at_the_limit(title, seed)
    thread = await seated(w, g)
    actor = w.actor_at(await w.game(thread), g.deciders()[0])
    told = said(await actor.slash(thread, "do", action=f"buy {company}")).replace("\\", "")
    assert f"is not possible: you may own at most 60% of {company} ({title} " in told
