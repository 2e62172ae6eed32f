"""`/do` as people type: what says one thing is played, what holds a choice is asked, what is secret is shown first."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.commands.do.seat_position import find_position
from bot.commands.do.spoken_actions import list_phrases
from bot.model.kinds import Via
from bot.views.console.state import load_state
from bot.views.options.single_press import next_question
from game.actions import BuyTrain, LayTile, RunTrains
from game.notation import line
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, commit_label, said, world
from tests.support.golden_positions import golden_positions
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
            answers = ("Choose", "can mean", "do not know", "not possible", "cannot do that now")
            assert any(words in told for words in answers), f"{text} {number}: {told}"
            assert "went wrong" not in told
    assert table.position.move == before
    keep = next(c for c in table.choices(table.row.seats_of(ann.id)[0].name))
    cards = keep.ranges["cards"]
    shown = await ann.slash(thread, "do", action=f"pick {' '.join(cards.items[: cards.low])}")
    assert "This would happen" in said(shown)
    assert table.position.move == before
    await ann.click(answer(shown), label=commit_label(answer(shown)))
    assert table.position.move != before


async def test_bids_are_offered_and_played_as_typed(w):
    thread = await w.table()
    actor = await w.actor(thread)
    offered = await actor.autocomplete(thread, "do", "action", "bid 60 on mrc")
    assert offered[0]["name"] == "Bid $60 on MRC"
    assert "bids $60 on MRC" in said(await actor.slash(thread, "do", action=offered[0]["value"]))
    actor = await w.actor(thread)
    offered = await actor.autocomplete(thread, "do", "action", "W&SR")
    assert offered[0]["name"] == "Bid $75 or more on W&SR"
    assert "$75 to" in said(await actor.slash(thread, "do", action=offered[0]["value"]))
    assert "bids $80" in said(await actor.slash(thread, "do", action=offered[0]["value"], number=80))
    assert "$75 to" in said(await (await w.actor(thread)).slash(thread, "do", action="osr bid")).replace("$105", "$75")


LEAST_VERBS = 3  # of which labels are tried
LABELS = ("18GA-bank", "18TN-bank", "18VA-bank", "18EU-bank", "18India-bank")


@pytest.mark.parametrize("name", LABELS)
async def test_labels_are_read_back(name: str, pictures_off: None, tmp_path: Path) -> None:
    """What a list says may be typed as it stands: it is shown, unless it says one thing, and nothing else is ever played."""
    dice, tried = random.Random(5), set[str]()
    async with world(tmp_path, NAMES) as w:
        for g in golden_positions(name, range(10, 700, 110)):
            thread = await table_at(w, g)
            table = await w.game(thread)
            actor, seat, before = w.actor_at(table), table.row.seat(g.deciders()[0]), table.position.move
            phrases = list_phrases(await find_position(table, seat))
            decisions = [(p, a) for p, a in phrases if not isinstance(a, RunTrains)]
            if not decisions:
                continue
            label, wanted = dice.choice(decisions)
            shown = await actor.slash(thread, "do", action=label.partition(" · ")[0])
            if table.position.move == before:
                state = await load_state(table.store, table, seat)
                asked = next_question(table.choices(seat.name), state.draft)
                assert (asked.action or asked.choice) is not None, f"{label}: {said(shown)}"
                assert asked.action in (None, wanted), f"{label}: {said(shown)}"
                assert "not possible" not in said(shown), f"{label}: {said(shown)}"
            else:
                made = [m.action for m in await table.history() if m.action is not None]
                assert made[0] == wanted, label
            tried.add(wanted.verb)
    assert len(tried) >= LEAST_VERBS


async def test_undo_is_a_word_too(w):
    thread = await w.table()
    table, actor = await w.game(thread), await w.actor(thread)
    await actor.slash(thread, "do", action="buy LTR for 20")
    assert len(await table.history()) == 2
    assert "Taken back" in said(await actor.slash(thread, "do", action="undo"))
    assert any("takes back 1 step: " in post and "gets LTR for $20" in post for post in w.posts(thread))
    assert len(await table.history()) == 1
    assert "Done again" in said(await actor.slash(thread, "do", action="redo"))
    assert any("does again 1 step: " in post and "gets LTR for $20" in post for post in w.posts(thread))


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


async def test_the_first_entry_plays_none_of_several_that_fit(w):
    """Enter takes it, in Discord too: `lay H5` and Enter twice laid the first of five tiles."""
    thread = await midgame(w, asks(LayTile))
    table, who = await w.game(thread), await w.actor(thread)
    before = table.position.move
    for typed in ("", "lay", "lay h", "j"):
        first, *others = await who.autocomplete(thread, "do", "action", typed)
        assert first["name"].startswith(f"Show me ({len(others)} ways)"), typed
        shown = await who.slash(thread, "do", action=first["value"])
        assert table.position.move == before, typed
        told = said(shown).casefold()
        assert "can mean" in told or "where?" in told or "which tile?" in told or "lay track, or no track" in told, (
            f"{typed}: {told}"
        )
    lay = next(c for c in table.choices(table.position.deciders[0]) if c.kind is LayTile).actions[0]
    (only,) = await who.autocomplete(thread, "do", "action", line(lay))
    assert "Then the turn goes on by itself" in said(await who.slash(thread, "do", action=only["value"]))
    await who.slash(thread, "do", action="ok")
    assert table.position.move != before, "what means one thing is played"


async def test_several_moves_in_a_line_are_played_one_after_the_other(w):
    thread = await midgame(w, asks(LayTile))
    table, who = await w.game(thread), await w.actor(thread)
    before = len(await table.history())
    lay = next(c for c in table.choices(table.position.deciders[0]) if c.kind is LayTile).actions[0]
    (listed,) = await who.autocomplete(thread, "do", "action", f"{line(lay)}; buy a 2-train; frobnicate")
    assert listed["name"].startswith("One after the other: ")
    unclear = said(await who.slash(thread, "do", action=f"{line(lay)} then buy a 2-train; frobnicate"))
    assert "I am not sure about “frobnicate”, so nothing is done yet." in unclear
    assert len(await table.history()) == before
    misfit = said(await who.slash(thread, "do", action=f"{line(lay)} then buy a 2-train; {line(lay)}"))
    assert f"You can do “{line(lay)}” only once now, so nothing is done yet." in misfit
    contrary = said(await who.slash(thread, "do", action=f"{line(lay)}; buy a 2-train; no train"))
    assert "and “no train” do not go together, so nothing is done yet." in contrary
    assert len(await table.history()) == before
    await who.slash(thread, "do", action=f"{line(lay)} then buy a 2-train; thanks")
    made = [type(m.action) for m in (await table.history())[before:] if m.via == Via.COMMAND]
    assert made == [LayTile, BuyTrain]


async def test_of_several_moves_the_first_is_asked_where_it_leaves_something_open(w):
    thread = await midgame(w, asks(LayTile))
    table, who = await w.game(thread), await w.actor(thread)
    before = table.position.move
    told = said(await who.slash(thread, "do", action="lay I11; run best"))
    assert ": which tile?" in told
    assert table.position.move == before
