"""The question before a step is ended with something left: shown, not shown, never again, and not binding once it is stale."""

from __future__ import annotations

import pytest

from bot.model.action_form import left_undone
from bot.model.kinds import Via
from bot.views.console.layout import ANYWAY, NEVER
from bot.views.options.ending import pass_label
from game.actions import LayTile, Pass
from game.play import Game
from game.steps.token import PlaceToken
from game.steps.track import LayTrack
from game.steps.trains import BuyTrains
from game.tile_lays import Built
from game.trains import bank_trains
from tests.support.board_notation import board
from tests.support.decisions import listed, table_at
from tests.support.discord_world import answer, custom_id, labels, offered, press, said, world
from tests.support.golden_positions import golden_position
from tests.support.track_turns import COLUMBUS

LEFT = "CoG may still lay a tile. Go on without?"
DONE = Pass(by="ann")


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path) as made:
        yield made


def building() -> Game:
    """A company that may lay one tile, with track to go on from."""
    return board(COLUMBUS, LayTrack("CoG"))


def left(g: Game) -> str:
    return left_undone(g.choices("ann"), DONE)


def test_what_is_seldom_left_on_purpose():
    g = building()
    assert (left(g), label(g)) == ("CoG may still lay a tile", "No track")
    assert left_undone(g.choices("ann"), listed(LayTile)(g)) == ""
    assert left(board("", BuyTrains("CoG"))) == "CoG has no train and can still buy one"


def label(g: Game) -> str:
    """What the button of a pass says."""
    return pass_label(DONE, g.choices("ann"), g.view("ann"), g.rules)


def test_what_is_left_on_purpose():
    """A second lay, a second train, a train that cannot be paid, a station."""
    g = board("G6[GMO]", LayTrack("GMO"), title="18TN")
    assert left(g)
    g.play(listed(LayTile)(g))
    asked = g.top_step()
    assert asked is not None
    assert (asked.key, left(g), label(g)) == ("track", "", "No more track"), "*No track* alone asks"
    trained = board("", BuyTrains("CoG"))
    trained.state.place[bank_trains(trained)[0]] = "CoG"
    trained.changed()
    assert left(trained) == ""
    assert left(board("", BuyTrains("CoG"), cash=50)) == ""
    assert left(board(COLUMBUS, PlaceToken("CoG"))) == ""
    free = board("", LayTrack("GMO"), title="18TN", phase="3", owners={"OWR": "GMO"})
    assert listed(LayTile)(free)
    assert label(free) == "No tile by OWR now"
    second = board(
        "G6[GMO]", LayTrack("GMO", laid=[Built("H7", "8"), Built("H5", "8")]), title="18TN", owners={"OWR": "GMO"}
    )
    assert label(second) == "No tile by OWR now", "“No more track”: is OWR's tile lost?"
    assert left(free) == "", "a tile by the power of a private is kept for later turns"


async def test_a_shortcut_asks_once_more_and_end_anyway_ends(w):
    thread = await table_at(w, building())
    table = await w.game(thread)
    w.bot.sender.wake()
    await w.bot.sender.drain()
    posts = len(w.posts(thread))
    shown = await w["Ann"].click(await w.asking(thread), label="No track")
    assert LEFT in said(shown)
    assert labels(answer(shown)) == [ANYWAY, "Back", NEVER]
    assert "map" in answer(shown).attachments[0].description, "it showed who holds which shares"
    assert (table.position.step, len(w.posts(thread))) == ("track", posts)
    await w["Ann"].click(answer(shown), label=ANYWAY)
    assert table.position.step != "track"


async def test_one_press_in_the_console_ends_a_step(w):
    """As by the shortcut: asked once more where something is left, at once where nothing is."""
    thread = await table_at(w, board(COLUMBUS, PlaceToken("CoG")))
    shown = answer(await w["Ann"].slash(thread, "turn"))
    assert labels(shown)[-1] == "No station"
    await w["Ann"].click(shown, label="No station")
    assert (await w.game(thread)).position.step != "token"
    thread = await table_at(w, building())
    asked = await w["Ann"].click(answer(await w["Ann"].slash(thread, "turn")), label="No track")
    assert LEFT in said(asked)
    await w["Ann"].click(answer(asked), label=ANYWAY)
    assert (await w.game(thread)).position.step != "track"


async def test_commands_ask_too_and_back_leads_to_the_lays(w):
    thread = await table_at(w, building())
    table = await w.game(thread)
    for command, given in (("play pass", {}), ("do", {"action": "pass"})):
        shown = await w["Ann"].slash(thread, command, **given)
        assert LEFT in said(shown)
        assert table.position.step == "track"
    back = answer(await w["Ann"].click(answer(shown), label="Back"))
    assert labels(back)[-1] == "No track"
    assert offered(back)
    assert LEFT in said(await w["Ann"].slash(thread, "do", action="skip track"))
    assert labels(answer(await w["Ann"].slash(thread, "turn"))) == labels(back), "it was asked again"


async def test_never_ask_me(w):
    """The press ends the step as well, and no later one is asked about."""
    thread = await table_at(w, building())
    table = await w.game(thread)
    shown = answer(await w["Ann"].slash(thread, "play pass"))
    shown = await w["Ann"].click(shown, label=NEVER)
    assert "/me confirm" in said(shown)
    assert table.position.step != "track"
    thread = await table_at(w, building())
    table = await w.game(thread)
    assert "I do not ask" in said(await w["Ann"].slash(thread, "me settings"))
    await w["Ann"].slash(thread, "play pass")
    assert table.position.step != "track"
    assert "I ask you first" in said(await w["Ann"].slash(thread, "me confirm", ask="ask"))


async def test_what_no_more_track_brings_about_is_said_before(full):
    """It dropped the price at once and without a word; *No track* had asked."""
    thread = await table_at(full, golden_position("18India-preset", 94))
    full.bot.sender.wake()
    await full.bot.sender.drain()
    falls = "-# Whether you lay track or not: NSR earns nothing, since it has no train with a route; price ₹58 → ₹56."
    assert falls in full.posts(thread)[-1]
    shown = said(await full["Bob"].slash(thread, "turn"))
    assert falls in shown
    assert "a 2-train costs ₹180, NSR has ₹0" in shown


async def test_a_company_that_closes_with_its_price_is_said_to(full):
    """18 India: its price was ₹0 then, and that it closes was hidden with the cards that come to light."""
    thread = await table_at(full, golden_position("18India-bank", 152))
    full.bot.sender.wake()
    await full.bot.sender.drain()
    assert "WR's price ₹56 → ₹0. **WR closes.**" in full.posts(thread)[-1]


async def test_a_stale_question_ends_nothing(w):
    g = building()
    thread = await table_at(w, g)
    table = await w.game(thread)
    shown = answer(await w["Ann"].slash(thread, "play pass"))
    old = custom_id(shown, ANYWAY)
    await table.play("ann", listed(LayTile)(g), Via.COMMAND, 0, user=w["Ann"].id)
    move = table.position.move
    assert "button did nothing" in said(await press(w, w["Ann"], shown, old))
    assert table.position.move == move
