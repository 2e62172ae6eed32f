"""Whoever keeps a company at five shares is asked once, if they like, and not in each operating round."""

from __future__ import annotations

import pytest

from bot.core.errors import NotPossible
from bot.model.kinds import Via
from bot.model.orders.auto_keep import KeepOrder, wanted_pass
from bot.model.results import examine_position
from bot.tables.standing_orders import place_order
from game.actions import Pass
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, labels, said
from tests.support.golden_positions import golden_position
from titles import TITLES

KEEP = "Keep five shares until I say"


async def test_a_company_is_kept_small_until_its_player_says_otherwise(full):
    """“Convert, or keep five” was asked of each small company in every operating round."""
    g = golden_position("18VA-bank", 279)
    thread = await table_at(full, g)
    actor = full[NAMES[g.state.order.index(g.deciders()[0])]]
    console = answer(await actor.slash(thread, "turn"))
    assert labels(console) == ["Convert to ten shares", "Keep five shares", KEEP]
    done = await actor.click(console, label=KEEP)
    assert "I keep your companies small when they could grow, until you stop it." in said(done)
    assert (await full.game(thread)).position.step != "convert"
    assert "I keep your companies" in said(await actor.slash(thread, "auto show"))
    assert "keeping companies small" in said(await actor.click(answer(done), label="Stop"))
    assert "I keep" not in said(await actor.slash(thread, "auto show"))
    table = await full.game(thread)
    own = next(s.name for s in table.seats if s.user == actor.id)
    with pytest.raises(NotPossible, match="None of your companies can grow now"):
        await place_order(table, KeepOrder(seat=own, round=table.position.round), Via.PANEL, actor.id)


def test_it_holds_in_later_rounds_and_for_its_own_seat_alone():
    g = golden_position("18VA-bank", 279)
    position, seat = examine_position(g, 279), g.deciders()[0]
    order = KeepOrder(seat=seat, round="OR 3.1")
    assert wanted_pass(position, [order]) == Pass(by=seat)
    assert wanted_pass(position, [KeepOrder(seat="nobody", round=position.round)]) is None
    asking = [title for title in TITLES if any(s.recurs for s in TITLES[title].rules((), 3).steps)]
    assert asking == ["18VA"], "nowhere else are orders read in operating rounds"
