"""What a question is about has a picture, also where no option of it is drawn."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import update

import render
from bot.model.action_form import Draft, action_digest
from bot.model.kinds import PostLevel, Via, Visibility
from bot.model.results import examine_position
from bot.storage.schema import seats
from bot.views.console.effect_lines import doer_names, leave_out_repeated, unsaid_wish
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.formatting import event_lines
from bot.views.options.pictures.asked_things import private_cards
from bot.views.options.shortcuts import shortcut_buttons
from bot.views.turn_panel import compose_panel, short_question
from game.actions import Answer, LayTile, PayDividend, SellShares
from game.events import EndTriggered, GameEnded, SharesSold
from game.steps.operate import LastChance
from game.steps.track import LayTrack
from render.text.questions import sale_effects
from tests.bot.commands.test_eu_decisions import asked_for_tile, building, falling, market, up
from tests.bot.commands.test_tn_decisions import run
from tests.support import eu_positions
from tests.support.decisions import table_at
from tests.support.discord_world import answer, words
from tests.support.title_positions import operate, own
from tests.titles.test_tn import L_AND_N, board, phase
from titles.eu.treasury import IssueOrRedeem


async def test_privates_that_alone_can_be_bought_are_shown_with_their_prices(w):
    """“L&N: anything else before the turn ends?” stood above a button alone."""
    g = board(L_AND_N, owners={"TCC": "bob"})
    phase(g, "3")
    operate(g, "L&N", LastChance("L&N"))
    thread = await table_at(w, g)
    shown = answer(await w["Ann"].slash(thread, "turn"))
    assert "anything else before the turn ends?" in words(shown)
    assert shown.attachments[0].description.startswith("TCC")
    (card,) = private_cards((await w.game(thread)).choices("ann"), g.view("ann"), g.rules)
    assert card.note == "bob's\n$10 to $30"


async def test_a_company_that_can_only_buy_its_own_shares_back_sees_who_holds_what(w):
    g = eu_positions.game()
    eu_positions.corporation(g, "BNR", "p0", 3, 100, 300, tokens=("C8.a.0",), operated=True)
    own(g, "pool", "BNR", 2)
    operate(g, "BNR", IssueOrRedeem("BNR"))
    thread = await table_at(w, g)
    actor = await w.actor(thread)
    shown = answer(await actor.slash(thread, "turn"))
    assert "BNR" in shown.attachments[0].description


@pytest.mark.parametrize("kind", ["full", "none"])
async def test_the_preview_of_a_dividend_shows_where_the_price_goes(w, kind):
    thread = await table_at(w, run())
    table = await w.game(thread)
    (seat,) = (s for s in table.seats if s.name == table.position.deciders[0])
    action = next(a for c in table.choices(seat.name) for a in c if isinstance(a, PayDividend) and a.kind == kind)
    state = ConsoleState(Draft("PayDividend", {}, action_digest(action)), 0, table.action_version(seat.name))
    made = await compose_console(table, seat, state)
    assert "L&N" in made.pictures[0].alt


async def test_whoever_must_agree_to_a_tile_sees_which(w):
    """The map stood there as it was: “May minor 1 lay the first tile in Brussels?” was answered blindly."""
    thread = await table_at(w, asked_for_tile())
    shown = answer(await (await w.actor(thread)).slash(thread, "turn"))
    assert "May minor 1 lay the first tile in Brussels" in words(shown)
    assert "inor 1 lays tile 20" in words(shown)
    assert "tile 20" in shown.attachments[0].description


async def test_a_call_names_its_lot(w):
    """“Bid or pass” stood alone on a phone's screen, far below the post of the lot."""
    thread = await table_at(w, up(100))
    table = await w.game(thread)
    assert short_question(table, await table.view(None), table.position.deciders[0]).endswith("on minor 14, or pass")


def test_the_preview_of_an_upgrade_does_not_tell_it_twice():
    wish = "Upgrade Augusta (D10) to tile 453a, city 20 → 40, to E9, D8 and C9"
    line = "GA upgrades Augusta (D10) to tile 453a, to E9, D8 and C9; the city there is worth $40 now, $20 before."
    assert leave_out_repeated([line, "More"], wish, "Ann GA") == ["More"]


def test_a_minor_s_tile_is_not_told_again_below_itself():
    """“Minor 11 lays tile 8 in J17, to I16 and K16.” stood below “Lay tile 8 in J17, to I16 and K16 (Semmering)”."""
    g = eu_positions.game()
    eu_positions.give(g, "p0", "1")
    operate(g, "1", LayTrack(company="1"))
    table: Any = SimpleNamespace(rules=g.rules)
    seat: Any = SimpleNamespace(name="p0", shown="Ann")
    doer = doer_names(table, seat, g.state)
    assert leave_out_repeated(["Minor 1 lays tile 8 in J17."], "Lay tile 8 in J17", doer) == []


def test_that_the_end_is_near_is_not_told_where_it_has_come():
    """“The game ends now: a player went bankrupt.” stood above “The game is over: a player went bankrupt.”"""
    g = eu_positions.game()
    near, over = EndTriggered("bankruptcy"), GameEnded("bankruptcy", {"p0": 7})
    assert len(event_lines([near, over], g.state, g.rules)) == 1
    assert len(event_lines([near], g.state, g.rules)) == 1


def test_a_first_bid_is_not_told_again_below_itself():
    lines = ["Bob puts up minor 1 (Nord) and bids £100."]
    assert leave_out_repeated(lines, "Bid £100 on minor 1", "Bob") == []


def test_the_button_of_a_minor_says_what_it_is():
    """“Buy 12 for £90” read as buying twelve of something."""
    g = falling()
    choices = tuple(g.choices(g.deciders()[0]))
    position = examine_position(g, 1)
    table: Any = SimpleNamespace(rules=g.rules, id=1, position=position, choices=lambda _: choices)
    pressed = shortcut_buttons(table, g.view(g.deciders()[0]), g.deciders()[0], 1, {}, "")
    assert "Buy minor 14 for £90" in [b.label for b in pressed]


def test_the_only_option_is_told_once():
    """“Possible: Lay tile 57 …” stood above “If you do: Minor 13 lays tile 57 …” and its button."""
    wish = "Lay tile 57 in Dortmund (F5), to G6"
    assert unsaid_wish(wish, "Tile 57 in Dortmund (F5)", ["Minor 13 lays tile 57 in Dortmund (F5), to G6."]) == ""
    assert unsaid_wish(wish, "Tile 57 in Dortmund (F5)", []) == f"Possible: {wish}"


def test_a_sale_that_moves_no_price_says_so():
    """Its preview was silent below “Each share you sell lowers the price by a step”"""
    g = eu_positions.game()
    eu_positions.corporation(g, "BNR", "p0", 3, 100, 300, tokens=("C8.a.0",), operated=True)
    view = g.state
    sold = [render.tell([SharesSold("p1", company, 1, 90)], view, g.rules)[0] for company in ("BNR", "GSR")]
    assert sold[0].endswith("for £90; price stays £100.")
    assert sold[1].endswith("for £90."), "it has no price yet: “The price stays £0”"
    assert sale_effects("GSR", view, view, g.rules) == []


async def test_the_rows_of_a_sale_have_the_price_after_it(w):
    """They repeated the company's price today."""
    g = market()
    thread = await table_at(w, g)
    table = await w.game(thread)
    (seat,) = (s for s in table.seats if s.name == table.position.deciders[0])
    sales = [a for c in table.choices(seat.name) for a in c if isinstance(a, SellShares)]
    state = ConsoleState(Draft("SellShares", {"company": sales[0].company}), 0, table.action_version(seat.name))
    made = await compose_console(table, seat, state)
    assert "price" in made.pictures[0].alt


async def look_at_lay(w, thread, *, chosen: bool):
    """The console of whoever acts, with a tile in Brussels chosen or only the place."""
    table = await w.game(thread)
    seat = table.row.seat(table.position.deciders[0])
    (lay, *_) = (a for c in table.choices(seat.name) for a in c if isinstance(a, LayTile) and a.hex == "C8")
    draft = Draft("LayTile", {}, action_digest(lay)) if chosen else Draft("LayTile", {"hex": "C8"})
    return await compose_console(table, seat, ConsoleState(draft, 0, table.action_version(seat.name)))


async def test_a_tile_that_needs_a_word_is_reckoned_and_drawn_as_it_will_lie(w):
    """“Best run stays £40” stood there, and the bare hex; after the yes the same minor ran for £80."""
    g = building()
    g.state.place["2-1"] = "1"
    made = await look_at_lay(w, await table_at(w, g), chosen=True)
    assert "→ £70 if Bob agrees" in made.body
    assert "shows it once Bob agrees" in made.body
    assert "tile 20" in made.pictures[0].alt


async def test_the_public_question_says_which_tile_and_draws_it(w):
    """It had the first tile of the turn in its picture, and not a word of the second."""
    thread = await table_at(w, asked_for_tile())
    table = await w.game(thread)
    table.row = await w.store.set_game(table.id, post_level=PostLevel.NORMAL)
    post = await compose_panel(table, [])
    assert "inor 1 lays tile 20" in "".join(post.texts)
    assert "tile 20" in post.pictures[0].alt


async def test_a_no_is_told_where_the_tile_is_chosen_again(w):
    """The list was the same as before, and the same question could be put again unknowingly."""
    thread = await table_at(w, building())
    before = (await look_at_lay(w, thread, chosen=False)).body
    assert "The first tile in Brussels (C8) needs Bob's yes while minor 2 is open." in before
    assert "has said no" not in before
    for who, told in (("p0", False), ("p1", True)):
        table = await w.game(thread)
        (lay, *_) = (a for c in table.choices("p0") for a in c if isinstance(a, LayTile) and a.hex == "C8")
        await table.play("p0", lay, Via.PANEL)
        await table.play(who, Answer(False, by=who), Via.PANEL)
        listed = (await look_at_lay(w, thread, chosen=False)).body
        assert ("Bob has said no in this turn: tile 20" in listed) is told
    assert "Bob has said no in this turn: tile 20" in (await look_at_lay(w, thread, chosen=True)).body
    refused = (await table.play("p0", lay, Via.PANEL)).refused
    assert str(refused) == "You have asked Bob that twice in this turn; Bob can still take the last no back"
    table.row = replace(table.row, visibility=Visibility.PRIVATE)  # a what-if, in which one plays all seats
    assert (await table.play("p0", lay, Via.PANEL)).refused is None
    await table.play("p1", Answer(False, by="p1"), Via.PANEL)
    await table.undo("p1", user=w["Bob"].id)
    await table.play("p1", Answer(True, by="p1"), Via.PANEL)
    assert (await table.view(None)).tiles["C8"]


async def test_a_name_is_read_as_it_is_where_it_is_asked_and_where_it_has_said_no(w):
    """`_Bob_` was italic where he had said no, and of `**B**` the stars were taken for stress."""
    thread = await table_at(w, building())
    table = await w.game(thread)
    for evil, shown in (("**B**", r"\*\*B\*\*"), ("_Bob_", r"\_Bob\_")):
        async with w.store.writing(table.id) as conn:
            await conn.execute(update(seats).where(seats.c.place == 1).values(shown=evil))
        await table.write_row(partial(w.store.load_table, table.id))
        assert f"→ £70 if {shown} agrees" in (await look_at_lay(w, thread, chosen=True)).body
    (lay, *_) = (a for c in table.choices("p0") for a in c if isinstance(a, LayTile) and a.hex == "C8")
    await table.play("p0", lay, Via.PANEL)
    await table.play("p1", Answer(False, by="p1"), Via.PANEL)
    assert r"\_Bob\_ has said no in this turn" in (await look_at_lay(w, thread, chosen=False)).body
