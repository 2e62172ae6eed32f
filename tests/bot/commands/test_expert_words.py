"""What an expert types without looking it up: each example is offered while it is typed, and does what it says."""

from __future__ import annotations

import random

import pytest

from bot.model.kinds import Via
from game.actions import Bid, BuyTrain, LayTile, RunTrains
from game.codec import encode
from game.play import Game
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from tests.console_report import walk
from tests.support.board_notation import board
from tests.support.decisions import table_at
from tests.support.discord_world import answer, commit_label, labels, said, words
from tests.support.prepared_games import asks, midgame
from titles import find
from titles.eu.mergers import Exchange
from titles.india.actions import Keep


def building() -> Game:
    """18VA, Lynchburg."""
    return board("C12[VR]", LayTrack("VR"), title="18VA")


def buying() -> Game:
    """18VA: the RFPR has a 3-train."""
    g = board("C12[VR] F11[RFPR]", BuyTrains("VR"), title="18VA", phase="3")
    g.state.place["3-1"] = "RFPR"
    return Game.load(g.rules, encode(g.state))


def selling() -> Game:
    return Game.new(find("18EU").rules((), 3), ("ann", "bob", "cid"), "words", seated=True)


def merging() -> Game:
    """18EU: a minor may merge into a corporation."""
    for seed in range(3):
        for g, legal in walk("18EU", seed):
            if any(isinstance(a, Exchange) and a.company for _, a in legal):
                return g
    raise AssertionError("no such position")


EXAMPLES = {
    "57 on C12 rot 1": (building, LayTile("C12", "57", 1, by="ann")),
    "lay 57 C12 rotation 1": (building, LayTile("C12", "57", 1, by="ann")),
    "rot 1 on Lynchburg 57": (building, LayTile("C12", "57", 1, by="ann")),
    "bid 120 on 1": (selling, Bid("1", 120, by="ann")),
    "120 on 1": (selling, Bid("1", 120, by="ann")),
    "train 3 RFPR 10": (buying, BuyTrain("3-1", 10, "RFPR", by="ann")),
    "buy 3T from RFPR for 10": (buying, BuyTrain("3-1", 10, "RFPR", by="ann")),
    "10 for the 3-train of RFPR": (buying, BuyTrain("3-1", 10, "RFPR", by="ann")),
}


async def check(w, g, typed, wanted):
    """Offered first, whatever number it holds; played as it is offered, and as it is typed."""
    for way in ("typed", "offered"):
        thread = await table_at(w, g)
        table, actor = await w.game(thread), w["Ann"]
        offers = await actor.autocomplete(thread, "do", "action", typed)
        assert offers, f"{typed}: nothing is offered"
        done = await actor.slash(thread, "do", action=typed if way == "typed" else offers[0]["value"])
        if commit_label(answer(done)):
            done = await actor.click(answer(done), label=commit_label(answer(done)))
        made = [m for m in await table.history() if m.via in {Via.COMMAND, Via.PANEL}]
        assert [m.action for m in made] == [wanted], f"{typed}, {way}: {said(done)}"


@pytest.mark.parametrize("typed", EXAMPLES)
async def test_each_example_is_offered_and_done(w, typed):
    make, wanted = EXAMPLES[typed]
    await check(w, make(), typed, wanted)


async def test_lay_57_c12_asks_how_it_lies(w):
    thread = await table_at(w, building())
    table = await w.game(thread)
    before = table.position.move
    shown = await w["Ann"].slash(thread, "do", action="lay 57 C12")
    ways = [a for c in table.choices("ann") for a in c if isinstance(a, LayTile) and (a.hex, a.tile) == ("C12", "57")]
    assert table.position.move == before
    assert "tile 57" in said(shown)
    assert len([label for label in labels(answer(shown)) if " · to " in label]) == len(ways) > 1


async def test_run_best(w):
    thread = await midgame(w, asks(RunTrains))
    assert "runs for" in said(await (await w.actor(thread)).slash(thread, "do", action="run best"))


async def test_merge_1_into_gsr(w):
    g = merging()
    wanted = next(a for c in g.choices() for a in c if isinstance(a, Exchange) and a.company)
    thread = await table_at(w, g)
    table = await w.game(thread)
    actor = w.actor_at(table, wanted.by)
    for typed in (f"merge {wanted.minor} into {wanted.company}", f"minor {wanted.minor} to {wanted.company}"):
        offers = await actor.autocomplete(thread, "do", "action", typed)
        assert any(o["name"].startswith(f"Minor {wanted.minor} → {wanted.company}") for o in offers), typed
    done = await actor.slash(thread, "do", action=typed)
    if commit_label(answer(done)):
        assert wanted.minor in words(answer(done))
        await actor.click(answer(done), label=commit_label(answer(done)))
    assert (await table.history())[1].action == wanted


@pytest.mark.parametrize("word", ["pick", "keep"])
async def test_pick_gipr_gipr_br_and_keep(w, word):
    """Cards by their companies in any order; what is secret is shown before it is handed in."""
    thread = await w.table(title="18India")
    table = await w.game(thread)
    before = table.position.move
    seat = table.row.seats_of(w["Ann"].id)[0].name
    cards = next(c for c in table.choices(seat) if c.kind is Keep).ranges["cards"]
    plain = [c for c in cards.items if not c.endswith(".0") or "." not in c][: cards.low]
    typed = [c.rpartition(".")[0] or c for c in plain]
    random.Random(1).shuffle(typed)
    shown = await w["Ann"].slash(thread, "do", action=f"{word} {' '.join(typed)}")
    assert table.position.move == before
    await w["Ann"].click(answer(shown), label=commit_label(answer(shown)))
    (made,) = [m.action for m in await table.history() if m.seat == seat]
    assert sorted(c.rpartition(".")[0] or c for c in made.cards) == sorted(typed)


async def test_undo(w):
    thread = await w.table()
    actor = await w.actor(thread)
    await actor.slash(thread, "do", action="buy LTR for 20")
    assert "Taken back" in said(await actor.slash(thread, "do", action="undo"))
    assert await w.actor(thread) is actor


async def test_what_is_too_early_says_what_comes_first(w):
    thread = await midgame(w, asks(RunTrains))
    actor = await w.actor(thread)
    for typed in ("pay out", "withhold", "buy a 3-train", "train 3"):
        told = said(await actor.slash(thread, "do", action=typed))
        assert "That comes later. First: " in told, typed
        assert "run trains" in told
    thread = await table_at(w, building())
    for typed in ("run best", "run", "pay out"):
        told = said(await w["Ann"].slash(thread, "do", action=typed))
        assert "That comes later. First: VR: lay track" in told, typed
