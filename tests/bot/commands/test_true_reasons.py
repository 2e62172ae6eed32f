"""A refusal gives the reason that holds, in words of the table, and what closes or goes for good is shown first."""

from __future__ import annotations

import pytest

from bot.views.console.effect_lines import explained_lines
from bot.views.console.layout import join_facts
from bot.views.formatting import event_lines
from game.events import TrainDiscarded
from game.play import Game
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
