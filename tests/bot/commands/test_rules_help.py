"""What `/rules title` says of what players ask about most, and what `/rules why` answers."""

from __future__ import annotations

import pytest

from tests.bot.commands.test_expert_words import building, buying
from tests.support.decisions import table_at
from tests.support.discord_world import said
from tests.support.typed_lines import typing_at

LINE = "up to 4 of them in a turn if they lie along one line"


@pytest.mark.parametrize(("title", "told"), [("18India", True), ("18TN", False)])
async def test_8_4_1_1_the_help_of_18_india_says_what_a_line_of_yellow_tiles_is(w, title: str, told: bool) -> None:
    thread = await w.table()
    actor = await w.actor(thread)
    shown = said(await actor.slash(thread, "rules term", term="yellow tiles", title=title))
    assert (LINE in shown) is told
    assert ("Older and printed track may lie between them." in shown) is told
    train = said(await actor.slash(thread, "rules term", term="8" if title == "18TN" else "4", title=title))
    assert "-train" in train.splitlines()[1]


async def test_why_answers_with_the_rule_or_with_what_comes_first(w) -> None:
    """However it is typed: no list of verbs, no card's name of the program's own."""
    cases = [
        (buying(), "buy a 3-train from the bank", "the bank is not selling 3-trains now"),
        (buying(), "why can't I buy a 4T", "the bank is not selling 4-trains now"),
        (buying(), "put 57 on C12", "It is too late for that this turn. Now: VR: must buy a train"),
        (building(), "buy a train from the bank", "That comes later. First: VR: lay track"),
        (building(), "sell two VR", "You do that in a stock round. Now: VR: lay track"),
    ]
    for game, typed, told in cases:
        thread = await table_at(w, game)
        shown = said(await w["Ann"].slash(thread, "rules why", action=typed)).replace("\\", "")
        assert told in shown, f"{typed}: {shown}"
        assert "You may:" not in shown


async def test_what_is_typed_and_forbidden_says_why(w) -> None:
    thread = await table_at(w, buying())
    shown = said(await w["Ann"].slash(thread, "do", action="buy a 3-train from the bank"))
    assert "is not possible: the bank is not selling 3-trains now" in shown.replace("\\", "")


@pytest.mark.parametrize(
    ("name", "number", "typed", "told"),
    [
        ("18GA-bank", 508, "57 on C12", "there is no hex C12 on the map"),
        ("18EU-bank", 763, "buy 4", "trains are bought in operating rounds"),
        ("18GA-bank", 508, "No track", "That is allowed now."),
        (
            "18GA-bank",
            508,
            "run Atlanta Macon",
            "You could not do it then either: No track leads from a station of ACL",
        ),
        ("18GA-bank", 508, "run I9 J12", "As things stand, you can do it then."),
        ("18GA-bank", 508, "token I9", "You will not get to that this turn: no city is free for a station"),
        ("18GA-bank", 508, "buy 8", "You will not get to that this turn: it has as many trains as it may, 2."),
        ("18TN-bank", 45, "buy a 3-train", "You could not do it then either: the bank is not selling 3-trains now"),
    ],
)
async def test_why_reads_what_do_reads_and_looks_ahead(tmp_path, name, number, typed, told):
    """“I cannot tell what you mean”, and of what comes later neither whether nor why it would be refused."""
    async with typing_at(tmp_path, name, number) as typist:
        before = typist.table.position.move
        shown = said(await typist.actor.slash(typist.thread, "rules why", action=typed)).replace("\\", "")
        assert told in shown
        assert typist.table.position.move == before
