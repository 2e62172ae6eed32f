"""Who must sell shares for a train reads beforehand what each sale costs; everybody sees who holds what."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.model.action_form import Draft, Question
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.tables.service import Tables
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.messages import Private
from bot.views.options.labels import option_labels
from bot.views.options.outcomes import foresee_offers, sales_of
from bot.views.options.pictures.step_pictures import screen_pictures
from bot.views.options.rows import option_row
from bot.views.options.screen import ScreenOption, make_screen
from bot.views.press_verbs import StepVerb
from bot.views.turn_panel import compose_panel
from game.actions import BuyTrain, SellShares
from render.text.questions import sale_effects
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, world
from tests.support.golden_positions import golden_position
from tests.support.recorded_tables import recorded_game
from tests.support.toy_tables import opened
from titles import TITLES


@pytest.fixture
async def table(shared):
    """A table of a recorded game at the last sale for a train."""
    found = recorded_game(shared, "18GA/18GA_game_end_bankrupt")
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
    assert [o.action for o in screen.options if isinstance(o.action, SellShares)]
    (picture,) = await screen_pictures(table, view, screen, labels, {})
    assert [said.rpartition(", ")[0].rpartition(", ")[2] for said in picture.alt.rstrip(".").split(". ")] == [
        "price $60 → $55 · $307 still missing",
        "price $60 → $50 · $247 still missing",
        "price $60 → $55 · $307 still missing",
    ]
    sale = screen.options[1].action
    _, after = await table.preview(sale, seat)
    after.companies["G&F"].president = next(p for p in view.order if p != seat)
    after.cash[seat] += 247
    said = sale_effects("G&F", view, after, table.rules)
    assert said == ["price $60 → $50", "Player_1 becomes president", "enough for the train"]


async def test_the_step_that_asks_for_the_company_says_so_too(table):
    """Price, presidency and what is missing were told only after the company had been chosen."""
    (seat,) = table.position.deciders
    view = await table.view(seat)
    choices = table.choices(seat)
    pending = Question(Draft("SellShares"), agreeing=tuple(c for c in choices if c.kind is SellShares))
    offer = ScreenOption(StepVerb.FIELD, "G&F", SellShares, field="company", choice="G&F", question=pending)
    sales = sales_of(offer)
    assert [s.shares for s in sales] == [1, 2]
    row = option_row(offer, "G&F", 1, view, table.rules, await foresee_offers(table, [offer]))
    assert row.words == (
        "1 for $60: price $60 → $55 · $307 still missing; 2 for $120: price $60 → $50 · $247 still missing"
    )


async def test_the_panel_shows_who_holds_what(table):
    (picture,) = (await compose_panel(table, ())).pictures
    assert picture.name.startswith("holdings-")


def test_who_must_buy_a_train_sees_trains_and_sales_on_the_first_screen():
    """“Buy a train…” led to a list of trains of other companies, and what a sale brings stood a press further too."""
    g = golden_position("18TN-bankruptcy", 346)
    shown = make_screen(g.choices(g.deciders()[0]), Draft())
    assert [o.kind for o in shown.options] == [BuyTrain] * 4 + [SellShares]
    assert not shown.more


async def test_sales_beside_trains_say_what_they_bring_too(tmp_path):
    """ "$220 in cash · three 1G-trains and a 2-train · president Ann" stood beside a sale of B&O, and no word on the train."""
    shown = await console_at(tmp_path, "18VA-preset", 656)
    (told,) = [picture.alt for picture in shown.pictures]
    assert "price $50 → $40 · enough for the train" in told
    assert "price stays $40 · enough for the train" in told


async def test_each_number_of_shares_says_what_becomes_of_the_price(tmp_path):
    """Rows for two shares and more were empty."""
    shown = await console_at(tmp_path, "18EU-bank", 238)
    (told,) = [picture.alt for picture in shown.pictures]
    assert [*re.findall(r"price £82 → £(\d+)", told)] == ["75", "70", "65", "65", "65"]


async def console_at(folder: Path, name: str, number: int) -> Private:
    """The console of whoever must act at that position."""
    async with world(folder, NAMES) as w:
        g = golden_position(name, number)
        table = await w.game(await table_at(w, g))
        seat = table.row.seat(g.deciders()[0])
        return await compose_console(table, seat, ConsoleState(action_version=table.action_version(seat.name)))
