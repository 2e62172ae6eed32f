"""Who must sell shares for a train reads beforehand what each sale costs; everybody sees who holds what."""

from __future__ import annotations

import pytest

from bot.files.transcripts import read_incoming
from bot.model.action_form import Draft
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.tables.service import Tables
from bot.views.options.labels import option_labels
from bot.views.options.pictures import screen_pictures
from bot.views.options.screen import make_screen
from bot.views.turn_panel import compose_panel
from game.actions import SellShares
from render.text.questions import sale_effects
from tests.support.toy_tables import opened
from titles import TITLES


@pytest.fixture
async def table(shared):
    """A table of a recorded game at the last sale for a train."""
    found = read_incoming((shared / "recorded" / "18GA" / "18GA_game_end_bankrupt.json").read_bytes(), TITLES)
    store = await opened()
    new = NewGame(guild=1, channel=11, host=101, shown="Ann", title="18GA", options=found.options)
    people = [(p, 101 + n, p) for n, p in enumerate(found.players)]
    at = max(n for n, a in enumerate(found.actions) if isinstance(a, SellShares))
    while isinstance(found.actions[at - 1], SellShares):
        at -= 1
    yield await Tables(store, TITLES).import_game(new, people, PlayedActions(found.actions[:at]))
    await store.close()


async def test_each_sale_says_what_it_costs_and_what_is_missing_then(table):
    (seat,) = table.position.deciders
    view = await table.view(seat)
    screen = make_screen(table.choices(seat), Draft("SellShares"))
    labels = option_labels(screen, table.choices(seat), view, table.rules)
    assert [o.action for o in screen.offers if isinstance(o.action, SellShares)]
    (picture,) = await screen_pictures(table, view, screen, labels, {})
    assert [said.rpartition(", ")[0].rpartition(", ")[2] for said in picture.alt.rstrip(".").split(". ")] == [
        "price $60 → $55 · $307 still missing",
        "price $60 → $50 · $247 still missing",
        "price $60 → $55 · $307 still missing",
    ]
    sale = screen.offers[1].action
    _, after = await table.preview(sale, seat)
    after.companies["G&F"].president = next(p for p in view.order if p != seat)
    after.cash[seat] += 247
    said = sale_effects("G&F", view, after, table.rules)
    assert said == "price $60 → $50 · Player_1 becomes president · enough for the train"


async def test_the_panel_shows_who_holds_what(table):
    (picture,) = (await compose_panel(table, ())).pictures
    assert picture.name.startswith("holdings-")
