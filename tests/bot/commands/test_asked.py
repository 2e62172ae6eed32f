"""18EU's decisions of players who are not on turn: each reaches whoever must decide by one ping, and holds up nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from bot.client.table_thread import open_table_thread
from bot.model.kinds import Via
from bot.model.models import NewGame, NewMove, PlayWrite
from bot.model.replayed_game import PlayedActions
from game.actions import Answer, LayTile, Pass
from game.choices import Choice
from game.codec import encode
from game.notation import line
from game.play import Game
from game.transcript import perform, read
from tests.golden import GAMES, NAMES
from tests.support.discord_world import World, answer, commit_label, labels, pick, said, words, world
from tests.support.eu_positions import crowding
from tests.support.title_positions import is_trade, trades

SHOWN = ("Ann", "Bob", "Cid", "Dora", "Emil")


def until(name: str, reached: Callable[[Game, str], bool]) -> tuple[Game, tuple[str, ...], list[Any]]:
    """A golden game up to the first position that is asked for; `reached` is told who acted last."""
    golden = next(g for g in GAMES if g.name == name)
    kept = read(golden.path.read_text("utf-8"))
    g, played = golden.start(kept.seed), []
    for action in perform(g, kept.entries):
        played.append(action)
        if reached(g, action.by):
            return g, tuple(g.state.order), played
    raise AssertionError("that never happens there")


async def at_table(w: World, name: str, reached: Callable[[Game, str], bool]) -> tuple[Any, dict[str, Any]]:
    """A table at that position: its thread, and who sits where."""
    golden = next(g for g in GAMES if g.name == name)
    _, order, actions = until(name, reached)
    people = {seat: w[SHOWN[NAMES.index(seat)]] for seat in order}
    new = NewGame(
        guild=w.guild.id,
        host=w["Ann"].id,
        title="18EU",
        shown="Ann",
        options=golden.options,
        parent_channel=w.channel.id,
    )
    before = {t.id for t in w.channel.threads}
    with w.env.time_context():
        table = await w.bot.tables.import_game(
            new, [(s, p.id, p.user.name) for s, p in people.items()], PlayedActions(actions)
        )
        room: Any = w.bot.get_channel(w.channel.id)
        await open_table_thread(w.bot.services, table.row, room)
        await w.bot.sender.drain()
    await w.env.settle()
    return next(t for t in w.channel.threads if t.id not in before), people


def asks(key: str) -> Callable[[Game, str], bool]:
    """Somebody else than whoever acted last is asked that."""

    def asked(g: Game, by: str) -> bool:
        step = g.top_step()
        return step is not None and step.key == key and g.deciders() != [by]

    return asked


def pinged(w: World, since: int = 0) -> list[int]:
    sent = [r.json["allowed_mentions"] for r in w.sent("POST")[since:] if "allowed_mentions" in (r.json or {})]
    return [int(u) for m in sent for u in m.get("users", ())]


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, SHOWN) as made:
        yield made


async def placed(w: World, g: Game) -> tuple[Any, dict[str, Any]]:
    """A table with that position, made by hand: its thread, and who sits where."""
    people = {seat: w[SHOWN[n]] for n, seat in enumerate(g.state.order)}
    new = NewGame(guild=w.guild.id, host=w["Ann"].id, title="18EU", shown="Ann", parent_channel=w.channel.id)
    before = {t.id for t in w.channel.threads}
    with w.env.time_context():
        table = await w.bot.tables.import_game(
            new, [(s, p.id, p.user.name) for s, p in people.items()], PlayedActions([])
        )
        move = NewMove(
            seat=g.state.order[0],
            action=encode(Pass()),
            events=encode([]),
            state=g.snapshot(),
            fingerprint=g.fingerprint(),
            via=Via.COMMAND,
        )
        waits = tuple(g.deciders())
        await w.store.append_play(PlayWrite(game=table.id, parent=table.position.move, move=move, deciders=waits))
        w.bot.tables._memory._ready.clear()
        table = await w.bot.tables.get(table.id)
        room: Any = w.bot.get_channel(w.channel.id)
        await open_table_thread(w.bot.services, table.row, room)
        await w.bot.sender.drain()
    await w.env.settle()
    return next(t for t in w.channel.threads if t.id not in before), people


async def test_another_president_discards_before_the_buyer_goes_on(w):
    """4.4.3, 4.4.6: the first 5-train was bought, another corporation is over the limit."""
    thread, people = await placed(w, crowding())
    before = len(w.sent("POST"))
    shown = answer(await people["p1"].slash(thread, "corp train", train="5-1", price=500))
    assert "Phase 5" in words(shown)
    await people["p1"].click(shown, label=commit_label(shown))
    table = await w.game(thread)
    assert (table.position.step, table.position.deciders) == ("discard", ("p0",))
    assert pinged(w, before) == [people["p0"].id]
    assert table.choices("p1") == table.choices("p2") == ()
    assert "You get a ping" in said(await people["p1"].slash(thread, "corp train", train="5-2", price=500))
    before = len(w.sent("POST"))
    assert not [text for text in labels(await w.asking(thread)) if "4-train" in text], "a discard is shown first"
    shown = answer(await people["p0"].slash(thread, "turn"))
    shown = answer(await pick(people["p0"], shown, "Discard a 4-train"))
    await people["p0"].click(shown, label=commit_label(shown))
    assert (table.position.step, table.position.deciders) != ("discard", ("p0",))
    assert pinged(w, before) == [people["p1"].id], "and the buyer goes on"


async def test_another_president_decides_about_the_token(w):
    """4.3: whoever gave up the minor waits, and is not asked anything."""
    thread, people = await at_table(w, "18EU-bankruptcy", asks("replace"))
    table = await w.game(thread)
    (name,) = table.position.deciders
    assert pinged(w)[-1] == people[name].id
    others = [s for s in people if s != name]
    assert all(not table.choices(s) for s in others)
    assert "You get a ping" in said(await people[others[0]].slash(thread, "play pass"))
    shown = answer(await people[name].slash(thread, "turn"))
    assert any(label.startswith("No station: minor ") for label in labels(shown))
    seq = table.position.seq
    shown = answer(await people[name].click(await w.asking(thread), label=labels(await w.panel(thread))[1]))
    assert table.position.seq == seq, "a minor closes with it: that is shown first"
    await people[name].click(shown, label=commit_label(shown))
    assert table.position.seq == seq + 1
    assert table.position.step != "replace"


async def test_an_offer_for_a_train_asks_its_president_alone_and_may_be_withdrawn(w):
    """4.5: the buyer waits for the word and may take the offer back meanwhile; nobody else is asked anything."""

    def reached(g: Game, by: str) -> bool:
        step = g.top_step()
        mine = trades(g)
        return bool(step and step.key == "trains" and any(g.president(seller_of(c)) != c.by for c in mine))

    thread, people = await at_table(w, "18EU-bankruptcy", reached)
    table = await w.game(thread)
    (name,) = table.position.deciders
    game = Game.load(table.rules, table.position.state)
    offer = next(
        c.actions[0] for c in table.choices(name) if is_trade(c) and game.president(c.actions[0].seller) != name
    )
    seller = game.president(offer.seller)
    before = len(w.sent("POST"))
    await people[name].slash(thread, "do", action=line(structs.replace(offer, price=1)))
    assert table.position.deciders == (seller,)
    assert pinged(w, before) == [people[seller].id]
    assert {type(a) for c in table.choices(seller) for a in c} == {Answer}
    assert {type(a) for c in table.choices(name) for a in c} == {Answer}, "he may withdraw"
    others = [s for s in people if s not in {name, seller}]
    assert all(not table.choices(s) for s in others)
    assert "You get a ping" in said(await people[others[0]].slash(thread, "do", action="yes"))
    await people[seller].slash(thread, "do", action="no")
    assert table.position.deciders == (name,)


async def test_a_first_tile_in_a_guarded_hex_asks_the_owner_of_the_minor(w):
    """4.6."""
    found: list[LayTile] = []

    def reached(g: Game, by: str) -> bool:
        lays = [a for c in g.choices() for a in c if isinstance(a, LayTile)]
        found[:] = [a for a in lays if owner_of(g, a) not in {"", a.by}]
        return bool(found)

    thread, people = await at_table(w, "18EU-bankruptcy", reached)
    table = await w.game(thread)
    lay = found[0]
    before = len(w.sent("POST"))
    await people[lay.by].slash(thread, "do", action=f"tile {lay.hex} {lay.tile} {lay.rotation}")
    (owner,) = table.position.deciders
    assert owner != lay.by
    assert pinged(w, before) == [people[owner].id]
    assert lay.hex not in (await table.view(None)).tiles
    assert lay.hex in words(await w.panel(thread)) or "consent" in words(await w.panel(thread)).casefold()
    done = await people[owner].slash(thread, "do", action="yes")
    assert "refused" not in said(done)
    assert lay.hex in (await table.view(None)).tiles


def seller_of(found: Choice) -> str:
    return str(getattr(found.actions[0], "seller", ""))


GUARDED = {"C8": "2", "B11": "3", "I6": "7", "F19": "10", "F21": "10"}


def owner_of(g: Game, lay: LayTile) -> str:
    """Whose word that lay needs."""
    minor = GUARDED.get(lay.hex, "")
    return g.president(minor) if minor and lay.hex not in g.state.tiles else ""
