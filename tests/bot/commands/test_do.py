"""`/do` as people type: what says one thing is played, what holds a choice is asked, what is secret is shown first."""

from __future__ import annotations

import pytest

from game.actions import LayTile, RunTrains
from tests.support.discord_world import answer, said
from tests.support.prepared_games import asks, midgame


async def test_cards_are_never_chosen_for_somebody(w):
    thread = await w.table(title="18India")
    table, ann = await w.game(thread), w["Ann"]
    before = table.position.move
    texts = ["pick", "EIR", "pick EIR", "keep", "pick 10"]
    offered = await ann.autocomplete(thread, "do", "action", "")
    for text in [*texts, *(o["value"] for o in offered)]:
        for number in ({}, {"number": 10}):
            told = said(await ann.slash(thread, "do", action=text, **number))
            answers = ("Choose", "can mean", "do not know", "not possible", "cannot be done now")
            assert any(words in told for words in answers), f"{text} {number}: {told}"
            assert "went wrong" not in told
    assert table.position.move == before
    keep = next(c for c in table.choices(table.row.seats_of(ann.id)[0].name))
    cards = keep.ranges["cards"]
    shown = await ann.slash(thread, "do", action=f"pick {' '.join(cards.items[: cards.low])}")
    assert "This would happen" in said(shown)
    assert table.position.move == before
    await ann.click(answer(shown), label="Commit")
    assert table.position.move != before


async def test_bids_are_offered_and_played_as_typed(w):
    thread = await w.table()
    actor = await w.actor(thread)
    offered = await actor.autocomplete(thread, "do", "action", "bid 60 on mrc")
    assert offered[0]["name"] == "Bid $60 on MRC · bid MRC 60"
    assert "bids $60 on MRC" in said(await actor.slash(thread, "do", action=offered[0]["value"]))
    actor = await w.actor(thread)
    offered = await actor.autocomplete(thread, "do", "action", "W&SR")
    assert offered[0]["name"] == "Bid $75 or more on W&SR · bid W&SR"
    assert "$75 to" in said(await actor.slash(thread, "do", action=offered[0]["value"]))
    assert "bids $80" in said(await actor.slash(thread, "do", action=offered[0]["value"], number=80))
    assert "$75 to" in said(await (await w.actor(thread)).slash(thread, "do", action="osr bid")).replace("$105", "$75")


async def test_undo_is_a_word_too(w):
    thread = await w.table()
    table, actor = await w.game(thread), await w.actor(thread)
    await actor.slash(thread, "do", action="buy LTR for 20")
    assert len(await table.history()) == 2
    assert f"Taken back: {actor.name} gets LTR for $20." in said(await actor.slash(thread, "do", action="undo"))
    assert len(await table.history()) == 1
    assert f"Done again: {actor.name} gets LTR for $20." in said(await actor.slash(thread, "do", action="redo"))


@pytest.mark.parametrize("way", ["do", "corp train"])
async def test_what_comes_later_says_what_comes_first(w, way):
    thread = await midgame(w, asks(RunTrains))
    who = await w.actor(thread)
    given = {"action": "train 3"} if way == "do" else {"train": "3", "price": 180}
    told = said(await who.slash(thread, way, **given))
    assert "That comes later. First:" in told
    assert "run trains" in told
    if way == "do":
        assert "too late" in said(await who.slash(thread, "do", action="lay 57 on D10"))
        before = (await w.game(thread)).position.move
        assert "is the best possible" in said(await who.slash(thread, "do", action="routes"))
        assert (await w.game(thread)).position.move == before, "shown first"
        assert "runs for" in said(await who.slash(thread, "do", action="run best"))


async def test_words_in_any_order_and_what_is_missing_is_asked(w):
    thread = await midgame(w, asks(LayTile))
    table, who = await w.game(thread), await w.actor(thread)
    seat = table.position.deciders[0]
    choice = next(c for c in table.choices(seat) if c.kind is LayTile)
    several = next(a for a in choice.actions if sum((b.hex, b.tile) == (a.hex, a.tile) for b in choice.actions) > 1)
    before = table.position.move
    told = said(await who.slash(thread, "do", action=f"{several.tile} on {several.hex}"))
    assert table.position.move == before
    assert "lay" in told.casefold() or "choose" in told.casefold()
    await who.slash(thread, "do", action=f"{several.tile} on {several.hex} rot {several.rotation}")
    assert table.position.move != before
    last = (await table.history())[-1].action
    assert (last.hex, last.tile, last.rotation) == (several.hex, several.tile, several.rotation)


async def test_a_loose_match_is_shown_before_it_is_played(w):
    thread = await w.table()
    table, actor = await w.game(thread), await w.actor(thread)
    before = table.position.move
    assert "Buy LTR for $20?" in said(await actor.slash(thread, "do", action="ltr"))
    assert table.position.move == before
