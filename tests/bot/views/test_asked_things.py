"""What a question is about has a picture, also where no option of it is drawn."""

from __future__ import annotations

import pytest

from bot.model.action_form import Draft, action_digest
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.options.asked_things import private_cards
from game.actions import PayDividend
from game.steps.operate import LastChance
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
