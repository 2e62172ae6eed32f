"""A game is carried over from a file: the host names the players, each of them accepts, nobody else is heard."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from msgspec import structs

from bot.commands.game import transfer as transfer_commands
from bot.core import worker_process
from bot.core.errors import NotPossible
from bot.files.exporters import export_game
from bot.interchange.export_state import Source
from bot.model.game_transfer import ImportedGame, TransferSeat
from bot.model.replayed_game import PlayedActions
from bot.reminders import scheduler
from bot.storage.repositories import reminders, transfers
from bot.tables import game_transfers
from bot.views.formatting import event_lines
from bot.views.transfer_card import standing_words
from game.actions import LayTile
from tests.support.discord_world import answer, custom_id, labels, parts, press, said, words, world
from tests.support.prepared_games import SHORT, asks, until
from tests.support.worker_threads import start_in_thread
from titles import TITLES

if TYPE_CHECKING:
    from bot.model.game_transfer import Transfer


@pytest.fixture
async def w(tmp_path, monkeypatch):
    """Work on whole games is done in a thread: to start a process for each file takes seconds."""
    monkeypatch.setattr(worker_process, "start_process", start_in_thread)
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Dora")) as made:
        yield made


@pytest.fixture(scope="module")
def game():
    """A game as the bot writes it."""
    order, actions = until(asks(LayTile))
    return export_game(Source("18GA", SHORT, order, "2", seated=True, actions=tuple(actions)), "transcript").data


@pytest.fixture(scope="module")
def begun():
    """The beginning of a game of 18xx.games, at which its rules and ours differ: two bid, and the lower bidder speaks."""
    preset = TITLES["18GA"].options(("18xx.games",))
    lines = b"title 18GA\nplayers ann bob cid\nseed 1\nseated\n" + b"".join(b"option %s\n" % o.encode() for o in preset)
    return lines + b"\nann bid LTR 20\nbob bid MRC 40\n"


async def name(w, shown, member):
    """Choose a member in the menu of members; the next player of the file is asked for then."""
    people = next(p for p in parts(answer(shown)) if p["type"] == 5)
    return await w["Ann"].select(answer(shown), [w[member]], custom_id=people["custom_id"])


async def bring(w, data, *members):
    """The host's summary after these members were named in the order of the file."""
    shown = await w["Ann"].slash(w.channel, "game import", file=("game.txt", data))
    for member in members:
        shown = await name(w, shown, member)
    return shown


def card(w):
    return w.last(w.channel)


def test_who_must_act_is_named_as_the_file_writes_it():
    """ "Player_3 to act" stood beside "3. Player 3"."""
    held = ImportedGame(("Player_2", "Player_3"), "1", True, [], (), round="OR 2.1", deciders=("Player_3",))
    seats = (TransferSeat("Player_2", "Player 2"), TransferSeat("Player_3", "Player 3"))
    transfer = cast("Transfer", SimpleNamespace(seats=seats))
    assert standing_words(held, transfer) == "0 actions; it stands at OR 2.1, Player 3 to act"
    ended = "0 actions, and it is over: a share price reached the end of the market"
    assert standing_words(structs.replace(held, over="price"), transfer) == ended, "it said “price”"


async def test_all_accept_and_the_game_goes_on(w, game, monkeypatch):
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(transfer_commands, "_readers", {w["Ann"].id})
        assert (
            said(await bring(w, game))
            == "Your last file is still being read. Please wait for it, then give me the next one."
        )
    shown = await bring(w, game)
    assert "actions; it stands at OR" in said(shown)
    assert "nobody yet" in said(shown)
    assert "reaches $230 instead of 300" in said(shown)
    assert "Ask the players" in labels(answer(shown))
    assert [b for b in labels(answer(shown)) if "nobody yet" in b] == [
        "cid · nobody yet",
        "bob · nobody yet",
        "ann · nobody yet",
    ]
    for member in ("Ann", "Bob", "Cid"):
        shown = await name(w, shown, member)
    assert not w.channel.threads
    await w["Ann"].click(answer(shown), label="Ask the players")
    asked = card(w)
    assert "has accepted" in words(asked), "the host has named herself"
    assert "Dora" not in words(asked)
    assert "Only those who are named" in said(await w["Dora"].click(asked, label="Accept"))
    assert "Not accepted yet" in said(await w["Bob"].click(asked, label="Accept"))
    assert not w.channel.threads
    assert "a table in" in said(await w["Cid"].click(asked, label="Accept"))
    (thread,) = w.channel.threads
    table = await w.game(thread)
    order, actions = until(asks(LayTile))
    assert table.position.seq == len(actions)
    assert order != ("ann", "bob", "cid"), "who plays whom is not told by the names in the file"
    assert [(s.name, s.user) for s in table.seats] == [(m.lower(), w[m].id) for m in ("Ann", "Bob", "Cid")]
    assert table.position.deciders == (("ann", "bob", "cid")[order.index(actions[-1].by)],)
    assert not table.row.practice
    assert table.row.options == SHORT
    assert labels(await w.panel(thread))[0] == "Take my turn"
    assert labels(w.channel.history()[-1]) == [], "the card asks nothing any more"
    actor = await w.actor(thread)
    assert "may still lay a tile. Go on without?" in said(await actor.slash(thread, "play pass"))


async def test_whatever_is_read_names_the_members_and_not_the_players_of_the_file(w, game):
    """Panel, log, holdings, history and transcript: the file's names are gone with it."""
    order, actions = until(asks(LayTile))
    members = ("Dora", *(name.title() for name in order[1:]))
    shown = await bring(w, game, *members)
    await w["Ann"].click(answer(shown), label="Ask the players")
    for member in {*members} - {"Ann"}:
        await w[member].click(card(w), label="Accept")
    (thread,) = w.channel.threads
    table = await w.game(thread)
    view, moves = await table.view(None), await table.history()
    read = [*w.posts(thread), *(line for m in moves for line in event_lines(m.events, view, table.rules))]
    commands = ("view holdings", "view log", "view describe", "history browse")
    read += [said(await w["Bob"].slash(thread, command)) for command in commands]
    assert "Dora" in " ".join(read)
    assert not re.search(rf"\b{order[0]}\b", " ".join(read))
    assert len(moves) == len(actions) + 1


async def test_a_card_outlives_a_restart_and_a_stop_before_the_thread(w, game):
    shown = await bring(w, game, "Ann", "Bob", "Cid")
    await w["Ann"].click(answer(shown), label="Ask the players")
    await w["Bob"].click(card(w), label="Accept")
    await w.restart()
    t = await game_transfers.answer_transfer(w.store, 1, w["Cid"].id, yes=True)
    held = await transfers.load_imported_game(w.store, 1)
    new, people = game_transfers.describe_table(t, held)
    played = held.decode_actions(w.bot.tables.codec_of(t.title, t.options, 3))
    hook = transfers.make_finishing_hook(replace(t, options=("another",)))
    with pytest.raises(NotPossible, match="changed the rules or an answer"):
        await w.bot.tables.import_game(new, people, PlayedActions(played), hook=hook)
    await w.bot.tables.import_game(new, people, PlayedActions(played), hook=transfers.make_finishing_hook(t))
    await w.restart()
    await w.env.settle()
    (thread,) = w.channel.threads
    assert labels(await w.panel(thread))[0] == "Take my turn"
    with pytest.raises(NotPossible, match="already"):
        await w.bot.tables.import_game(new, people, PlayedActions(played), hook=transfers.make_finishing_hook(t))


async def killed(*_args, **_options):
    """Nothing is done any more, and nothing is caught."""
    raise asyncio.CancelledError


async def test_a_card_that_arrived_before_a_kill_is_not_posted_again(w, game, monkeypatch):
    shown = await bring(w, game, "Ann", "Bob", "Cid")
    with monkeypatch.context() as dying:
        dying.setattr(transfers, "record_card", killed)
        await w["Ann"].click(answer(shown), label="Ask the players")
    await w.restart()
    (posted,) = w.channel.history()
    await w["Ann"].click(answer(shown), label="Ask the players")
    assert [m.id for m in w.channel.history()] == [posted.id]
    await w["Bob"].click(posted, label="Accept")
    assert "a table in" in said(await w["Cid"].click(posted, label="Accept"))
    assert "Accept" not in labels(w.channel.history()[0]), "it is the card that is kept up to date"


async def test_a_wrong_mapping_is_refused_and_mended(w, game):
    shown = await bring(w, game, "Ann", "Ann")
    assert "one player cannot have two seats" in said(shown)
    stranger = press(w, w["Bob"], answer(shown), custom_id(answer(shown), "Throw away"))
    assert "Only" in said(await stranger)
    for member in ("Bob", "Cid"):
        shown = await name(w, shown, member)
    await w["Ann"].click(answer(shown), label="Ask the players")
    await w["Bob"].click(card(w), label="Accept")
    assert "You declined" in said(await w["Cid"].click(card(w), label="Decline"))
    assert "has declined" in words(card(w))
    assert "Only" in said(await w["Bob"].click(card(w), label="Change…"))
    shown = await w["Ann"].click(card(w), label="Change…")
    shown = await w["Ann"].click(answer(shown), label=[b for b in labels(answer(shown)) if " · " in b][2])
    shown = await name(w, shown, "Dora")
    assert f"<@{w['Dora'].id}>, who is asked" in words(card(w))
    await w["Ann"].click(answer(shown), label="Ask the players")
    assert sum("a game to carry over" in p for p in w.posts(w.channel)) == 1, (
        "a new card takes the place of the old one"
    )
    assert "Only those" in said(await w["Cid"].click(card(w), label="Accept"))
    await w["Dora"].click(card(w), label="Accept")
    (thread,) = w.channel.threads
    assert {s.user for s in (await w.game(thread)).seats} == {w[n].id for n in ("Ann", "Bob", "Dora")}


async def test_the_preset_is_proposed_and_our_rules_are_tried_on_the_whole_game(w, begun):
    shown = await bring(w, begun)
    assert "Rules as on 18xx.games" in said(shown)
    assert "the lowest bidder" in said(shown), "what is different is listed"
    shown = await w["Ann"].click(answer(shown), label="Our default rules")
    assert "Our default rules, not those of 18xx.games" in said(shown)
    shown = await w["Ann"].click(answer(shown), label="Rules as on 18xx.games")
    shown = await w["Ann"].click(answer(shown), label="Practice: I play all")
    (thread,) = w.channel.threads
    assert (await w.row(thread)).options == TITLES["18GA"].options(("18xx.games",))


async def test_our_rules_may_refuse_what_was_played(w, shared):
    data = (shared / "recorded" / "18GA" / "18GA_game_end_bankrupt.json").read_bytes()
    shown = await bring(w, data)
    shown = await w["Ann"].click(answer(shown), label="Our default rules")
    assert "By our default rules this game cannot go on. Action" in said(shown).replace("**", "")
    assert "Rules as on 18xx.games" in said(shown)
    gone = custom_id(answer(shown), "Our default rules")
    assert "Thrown away" in said(await w["Ann"].click(answer(shown), label="Throw away"))
    assert "has ended" in said(await press(w, w["Ann"], answer(shown), gone))
    assert not w.channel.threads


async def test_whoever_accepts_knows_that_a_file_gives_the_hands_away(w, shared, game):
    """18 India's hands follow from the seed, which every file of 18xx.games holds."""
    assert "No hand is secret" not in said(await bring(w, game))
    data = (shared / "recorded" / "18India" / "OO-Fix.json").read_bytes()
    shown = await bring(w, data, "Ann", "Bob")
    assert "No hand is secret in this game" in said(shown)
    await w["Ann"].click(answer(shown), label="Ask the players")
    assert "No hand is secret in this game" in words(card(w))
    await w["Bob"].click(card(w), label="Accept")
    (thread,) = w.channel.threads
    assert (await w.row(thread)).name == "hands known from a file"
    assert "hands known from a file" in words(card(w)), "the table says it as long as it is there"
    table = await w.game(thread)
    assert "hidden" in (await table.view(table.seats[0].name)).place.values()


async def test_silence_for_a_week_is_a_no(w, game):
    shown = await bring(w, game, "Ann", "Bob", "Cid")
    await w["Ann"].click(answer(shown), label="Ask the players")
    w.clock.advance(days=6, hours=23)
    assert (await reminders.first_due(w.store)) == w.clock.now() + timedelta(hours=1)
    w.clock.advance(hours=1)
    await scheduler.send_due_reminders(w.store)
    assert (await transfers.load_transfer(w.store, 1)).state == "void"
    with pytest.raises(NotPossible, match="no longer kept"):
        await transfers.load_imported_game(w.store, 1)
    assert "has ended" in said(await w["Bob"].click(card(w), label="Accept"))
