"""A conversion is told at the table with a card of who had what before and after it, not in the preview only."""

from __future__ import annotations

import pytest

from bot.model.kinds import PostLevel, Via
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.story.company_changes import company_change_pictures
from bot.views.turn_panel import compose_past_panel
from game.actions import PlaceToken
from tests.bot.commands.test_eu_decisions import market
from tests.bot.commands.test_va_decisions import growing
from tests.support.decisions import table_at
from tests.support.discord_world import answer, commit_label, world


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path) as made:
        yield made


async def test_a_merger_has_one_card_with_money_and_station(w):
    """Money, trains and the share stood on the card of the exchange, and the station on a second one that had nothing else."""
    thread = await table_at(w, market())
    actor, table = await w.actor(thread), await w.game(thread)
    table.row = await w.store.set_game(table.id, post_level=PostLevel.NORMAL)
    shown = answer(await actor.slash(thread, "do", action="exchange 12 BNR"))
    await actor.click(shown, label=commit_label(shown))
    seat = table.row.seat(table.position.deciders[0])
    asked = await compose_console(table, seat, ConsoleState(action_version=table.action_version(seat.name)))
    both = "BNR: money £100 → £130, trains – → 2T, stations Brussels → Brussels, Amsterdam"
    assert both in asked.pictures[0].alt
    placed = next(a for c in table.choices(seat.name) for a in c if isinstance(a, PlaceToken))
    await table.play(seat.name, placed, Via.COMMAND)
    (card,) = await company_change_pictures(table, (await table.history())[1:], await table.view(None))
    (later,) = await company_change_pictures(table, (await table.history())[-1:], await table.view(None))
    assert later.alt == card.alt
    assert both in card.alt


@pytest.mark.parametrize(("level", "cards"), [(PostLevel.NORMAL, 1), (PostLevel.QUIET, 0)])
async def test_a_conversion_is_shown_at_the_table(w, level, cards):
    thread = await table_at(w, growing())
    actor, table = await w.actor(thread), await w.game(thread)
    table.row = await w.store.set_game(table.id, post_level=level)
    shown_first = answer(await actor.slash(thread, "do", action="choose convert"))  # it is for good
    await actor.click(shown_first, label=commit_label(shown_first))
    moves = await table.history()
    told = await compose_past_panel(table, moves[-1:])
    shown = [p for p in told.pictures if p.name.startswith("change-")]
    assert len(shown) == cards
    assert all("made of 5 shares → 10 shares" in p.alt for p in shown)
    assert await company_change_pictures(table, moves[:1], await table.view(None)) == (), "the deal changes nothing"
