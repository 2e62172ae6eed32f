"""Copies of positions: practice tables and what-ifs. They touch no game, know no secret, and what-ifs lapse after a day."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select

from bot.core.errors import NotPossible
from bot.model.kinds import Via
from bot.reminders import scheduler
from bot.storage.repositories import reminders as stored_reminders
from bot.storage.schema import moves, outbox, reminders
from bot.tables import position_copies
from game.actions import LayTile
from game.codec import encode
from game.play import Game
from tests.support.decisions import table_at
from tests.support.discord_world import answer, custom_id, labels, parts, press, said, words, world
from tests.support.golden_positions import golden_position
from tests.support.prepared_games import asks, midgame
from titles import TITLES


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Dora")) as made:
        yield made


async def count(w, table):
    async with w.store.reading() as conn:
        return await conn.scalar(select(func.count()).select_from(table))


async def state_of(w, thread):
    """All that a copy might touch of the game."""
    row = await w.row(thread)
    table = await w.game(thread)
    async with w.store.reading() as conn:
        due = (await conn.execute(select(reminders).where(reminders.c.game == row.id))).all()
        posts = (await conn.execute(select(outbox).where(outbox.c.game == row.id))).all()
    return row, table.position.move, await table.snapshot(), due, posts, w.posts(thread)


async def test_a_what_if_is_played_and_touches_nothing(w):
    thread = await midgame(w, asks(LayTile))
    before = await state_of(w, thread)
    shown = await w["Dora"].slash(thread, "whatif open")
    assert "A what-if of 18GA #1" in said(shown)
    assert "dealt again" not in said(shown)
    shown = await w["Dora"].slash(thread, "whatif try", action="pass")
    assert "is done with track" in said(shown)
    assert "Pass" not in said(await w["Dora"].slash(thread, "play pass")), "she has no seat at the table itself"
    found = await position_copies.require_what_if(w.store, w["Dora"].id)
    table = await w.bot.tables.get(found.game)
    while table.position.round == "OR 1.1" and len(await table.history()) < 12:
        options = await w["Dora"].autocomplete(thread, "whatif try", "action", "pass")
        text = options[0].value if options else "pass"
        assert "Something" not in said(await w["Dora"].slash(thread, "whatif try", action=text))
    shown = await w["Dora"].slash(thread, "whatif show")
    assert answer(shown).attachments
    assert labels(answer(shown)) == ["Go on", "Undo…", "Market, more"]
    undo = await w["Dora"].click(answer(shown), label="Undo…")
    await w["Dora"].click(answer(undo), label="Take the last step back")
    assert await state_of(w, thread) == before
    assert "have no what-if" in said(await w["Ann"].slash(thread, "whatif show"))
    assert "There is no table" in said(await w["Ann"].slash(thread, "turn", game=str(found.game)))
    stolen = press(w, w["Ann"], answer(shown), custom_id(answer(shown), "Go on"))
    assert "not known" in said(await stolen)
    assert f"#{found.game}" not in said(await w["Dora"].slash(thread, "me games"))
    assert f"#{found.game}" not in said(await w["Dora"].slash(thread, "game list", show="running"))


async def test_what_was_tried_is_shown_to_the_table_by_an_explicit_command(w):
    thread = await midgame(w, asks(LayTile))
    await w["Bob"].slash(thread, "whatif open")
    assert "Nothing has been tried" in said(await w["Bob"].slash(thread, "whatif share"))
    table = await w.bot.tables.get((await position_copies.require_what_if(w.store, w["Bob"].id)).game)
    lay = next(a for c in table.choices(table.position.deciders[0]) for a in c if isinstance(a, LayTile))
    await w["Bob"].slash(thread, "whatif try", action=f"tile {lay.hex} {lay.tile} {lay.rotation}")
    await w["Bob"].slash(thread, "whatif share", comment="look @everyone")
    (post,) = [m for m in thread.history() if "what if?" in words(m)]
    assert "None of this has happened at 18GA #1" in words(post)
    assert lay.hex in words(post)
    assert any(p["type"] == 12 for p in parts(post)), "with the map"
    for line in ("open", "try", "share"):
        told = await w["Dora"].slash(thread, f"whatif {line}", **({"action": "pass"} if line == "try" else {}))
    assert "You have no seat" in said(told), "who watches does not post at the table"


async def test_a_what_if_outlives_a_restart_and_lapses_after_a_day(w):
    thread = await midgame(w, asks(LayTile))
    await w["Ann"].slash(thread, "whatif open")
    shown = answer(await w["Ann"].slash(thread, "whatif show"))
    await w.restart()
    await w["Ann"].slash(thread, "whatif try", action="pass")
    assert "Lay" in said(await w["Ann"].click(shown, label="Go on")) or "Take" not in words(shown)
    kept = await count(w, moves)
    w.clock.advance(hours=23, minutes=59)
    await scheduler.send_due_reminders(w.store)
    assert await count(w, moves) == kept
    due = await stored_reminders.first_due(w.store)
    w.clock.advance(minutes=1)
    assert due is not None
    assert due <= w.clock.now()
    await scheduler.send_due_reminders(w.store)
    assert await count(w, moves) == kept - 2
    assert "have no what-if" in said(await w["Ann"].slash(thread, "whatif show"))
    assert "closed" in said(await w["Ann"].click(shown, label="Go on")), "an old button means no other table"
    await w["Ann"].slash(thread, "whatif open")
    await w["Ann"].slash(thread, "whatif open", at="0")
    assert await count(w, moves) == kept - 2 + 1, "one at a time"
    assert "gone" in said(await w["Ann"].slash(thread, "whatif close"))
    assert await count(w, moves) == kept - 2


async def test_a_what_if_of_a_what_if_is_one_of_the_game(w):
    """The one before is dropped, so the new one shows where both began, and can be shown to the table."""
    thread = await midgame(w, asks(LayTile))
    await w["Ann"].slash(thread, "whatif open", at="7")
    first = await position_copies.require_what_if(w.store, w["Ann"].id)
    await w["Ann"].slash(thread, "whatif try", action="pass")
    assert "A what-if of 18GA #1" in said(await w["Ann"].slash(thread, "whatif open", game=str(first.game)))
    second = await position_copies.require_what_if(w.store, w["Ann"].id)
    assert second.game != first.game
    assert (second.source, second.move) == (first.source, first.move)
    assert "A what-if of 18GA #1" in said(await w["Ann"].slash(thread, "whatif show"))
    await w["Ann"].slash(thread, "whatif try", action="pass")
    assert "18GA #1 can see it" in said(await w["Ann"].slash(thread, "whatif share"))


async def test_a_practice_table_begins_at_any_position(w):
    thread = await midgame(w, asks(LayTile))
    before = await state_of(w, thread)
    made = await w["Bob"].slash(thread, "game clone", at="7")
    assert "practice table" in said(made)
    copy = await w.game(next(t for t in w.channel.threads if t.id != thread.id))
    original = await w.game(thread)
    line = await original.history()
    assert (await copy.view(None)).place == (await original.view(None, line[7].id)).place
    assert {s.user for s in copy.seats} == {w["Bob"].id}
    assert [m.via for m in await copy.history()] == [Via.COPY]
    room = next(t for t in w.channel.threads if t.id != thread.id)
    assert labels(await w.panel(room))[0] == "Take my turn"
    await w["Bob"].slash(room, "play pass")
    assert len(await copy.history()) == 2
    for form in ("transcript", "json"):
        assert "no beginning" in said(await w["Bob"].slash(room, "game export", format=form))
    assert await state_of(w, thread) == before


async def test_others_are_asked_before_they_sit_at_a_practice_table(w):
    thread = await midgame(w, asks(LayTile))
    shown = await w["Bob"].slash(thread, "game clone", **{"with": "others"})
    assert "a copied position" in said(shown)
    for member in ("Bob", "Bob", "Dora"):
        people = next(p for p in parts(answer(shown)) if p["type"] == 5)
        shown = await w["Bob"].select(answer(shown), [w[member]], custom_id=people["custom_id"])
    await w["Bob"].click(answer(shown), label="Ask the players")
    assert "a position to play on from" in words(w.last(w.channel))
    assert "practice table" in said(await w["Dora"].click(w.last(w.channel), label="Accept"))
    (room,) = [t for t in w.channel.threads if t.id != thread.id]
    assert [s.user for s in (await w.game(room)).seats] == [w[n].id for n in ("Bob", "Bob", "Dora")]


# ---------------------------------------------------------------------- secrets


def hands(seed="5"):
    """A game in which everybody has kept cards in secret."""
    g = Game.new(TITLES["18India"].rules((), 3), ["ann", "bob", "cid"], seed, seated=True)
    for player in g.state.order:
        g.play(g.choices(player)[0].actions[0])
    return g


def held(g, player):
    return {c for c, place in g.state.place.items() if place == f"hand:{player}"}


def test_a_copy_tells_nothing_that_its_maker_does_not_know():
    """Two games that look alike to somebody give the same copy, whatever the others hold."""
    g = hands()
    rules = g.rules
    theirs, ours = min(held(g, "bob")), min(held(g, "cid"))
    twin = Game.load(rules, g.snapshot())
    twin.state.place |= {theirs: "hand:cid", ours: "hand:bob"}
    twin.state.seed = "another"
    other = encode(twin.state)
    assert other != g.snapshot()
    for seats in (["ann"], []):
        copied, anew = position_copies.redeal_unknown(rules, g.snapshot(), seats, "dice")
        assert (copied, anew) == position_copies.redeal_unknown(rules, other, seats, "dice")
        assert anew == sum(len(held(g, p)) for p in ("ann", "bob", "cid") if p not in seats)
    mine, _ = position_copies.redeal_unknown(rules, g.snapshot(), ["ann"], "dice")
    copy = Game.load(rules, mine)
    assert held(copy, "ann") == held(g, "ann")
    assert [len(held(copy, p)) for p in ("bob", "cid")] == [len(held(g, p)) for p in ("bob", "cid")]
    assert copy.view("ann").place == g.view("ann").place
    assert len({position_copies.redeal_unknown(rules, g.snapshot(), ["ann"], str(n))[0] for n in range(5)}) == 5
    assert copy.state.seed != g.state.seed
    whole, anew = position_copies.redeal_unknown(rules, g.snapshot(), ["ann", "bob", "cid"], "dice")
    assert (anew, Game.load(rules, whole).state.place) == (0, g.state.place)


def test_no_position_is_copied_while_somebody_chooses_in_secret():
    g = Game.new(TITLES["18India"].rules((), 3), ["ann", "bob", "cid"], "5", seated=True)
    g.play(next(c for c in g.choices("bob")).actions[0])
    with pytest.raises(NotPossible, match="chosen in secret"):
        position_copies.redeal_unknown(g.rules, g.snapshot(), ["ann"], "dice")
    assert position_copies.redeal_unknown(g.rules, g.snapshot(), ["bob"], "dice")


async def test_a_what_if_names_no_command_that_plays_at_the_table(w):
    """A maximum handed in as the what-if said, or `/redo`, played at the table itself."""
    thread = await table_at(w, golden_position("18EU-bank", 2))
    person = w.actor_at(await w.game(thread))
    opened = await person.slash(thread, "whatif open")
    told = [said(opened)]
    assert "Pass for me…" not in labels(answer(opened)), "whoever plays all seats passes for all"
    typed = ("bid 12 up to 150", "max 70", "proxy", "pass for me", "pass", "undo", "redo", "undo", "hand", "map")
    told += [said(await person.slash(thread, "whatif try", action=line)) for line in typed]
    assert "`/whatif try redo` plays it again." in told[6]
    more = await person.click(answer(await person.slash(thread, "whatif show")), label="Market, more")
    told += [said(more), said(await person.click(answer(more), label="Undo…"))]
    assert not {"Bid for me…", "Pass for me…"} & {*labels(answer(more))}
    assert {c for text in told for c in re.findall(r"`/(\w+)", text)} == {"whatif"}
    assert "`/turn`" in said(await person.click(await w.asking(thread), label="Market, more")), "at the table itself"
