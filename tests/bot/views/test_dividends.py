"""Where a dividend can be pressed each player's sum and the new price stand beside it: in the panel and in the console."""

from __future__ import annotations

from typing import Any

import pytest

from bot.model.board.run_worth import find_best_run
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.model.results import examine_position
from bot.tables.lookahead.previews import preview_action
from bot.tables.service import Tables
from bot.views.console.effect_lines import cash_change_words
from bot.views.options.dividends import dividend_lines, run_income_words, run_price_words
from bot.views.options.outcomes import foresee
from bot.views.options.rows import option_row
from bot.views.options.screen import ScreenOption
from bot.views.press_verbs import StepVerb
from bot.views.turn_panel import compose_panel
from game.actions import PayDividend, RunTrains
from game.state import TrainState
from game.steps.dividend import Dividend
from game.steps.run import RunRoutes
from render.text.event_text import tell
from render.text.labels import dividend_words
from tests.support import eu_positions
from tests.support.board_notation import board
from tests.support.recorded_tables import recorded_game
from tests.support.title_positions import operate
from tests.support.toy_tables import opened
from titles import TITLES


@pytest.fixture
async def table(shared):
    """A table of a recorded game at its first dividend that goes to several."""
    found = recorded_game(shared, "18GA/18GA_game_end_bank")
    store = await opened()
    tables = Tables(store, TITLES)
    new = NewGame(guild=1, channel=11, host=101, shown="Ann", title="18GA", options=found.options)
    people = [(p, 101 + n, p) for n, p in enumerate(found.players)]
    at = next(n for n, a in enumerate(found.actions) if isinstance(a, PayDividend) and n > 119)
    yield await tables.import_game(new, people, PlayedActions(found.actions[:at]))
    await store.close()


async def test_the_panel_says_what_each_choice_brings(table):
    view = await table.view(None)
    assert await dividend_lines(table, view) == (
        "-# Pay out: Player\\_1 $36, Player\\_2 $12, Player\\_3 $12, price $90 → $100\n"
        "-# Withhold: W&A $60, price $90 → $80"
    )
    made = await compose_panel(table, ())
    assert any("Pay out: " in text for text in made.texts)


async def test_the_console_s_rows_and_preview_say_it_too(table):
    (seat,) = table.position.deciders
    view = await table.view(seat)
    action = PayDividend("full", by=seat)
    seen = await foresee(table, action)
    shown = option_row(
        ScreenOption(StepVerb.ACT, "full", PayDividend, action), "Pay out", 1, view, table.rules, {action: seen}
    )
    assert shown.name == "you get $36"
    assert shown.words == "Player_2 $12; Player_3 $12; share price $90 → $100"
    said = cash_change_words(table, view, seen.view, ("Player_1",), "Player_2")
    assert "Player\\_1 $" in said
    assert said.endswith("then Player\\_1")
    assert cash_change_words(table, view, seen.view, ("Player_1",), "Player_1").endswith("then you again")


class TriedTable:
    """Of a table what dividends are told by: the position of a game, and what an action would do in it."""

    def __init__(self, game):
        self.rules, self.position = game.rules, examine_position(game, 0)

    async def preview(self, action, seat):
        """What the action would do, and the view after it."""
        return preview_action(self.rules, self.position, 1, action, seat)

    async def find_best_run(self, view, company):
        """What the company's trains would earn at best."""
        return find_best_run(self.rules, view, company)


async def test_what_a_company_gets_beside_its_dividend_is_told_by_its_name():
    """“Withhold: VR $70” stood below “pay out or withhold $50”: the rest was for coal."""
    g = board("A12[VR] C12=5/1[VR] B13=58/2", title="18VA")
    g.state.place["2-1"], g.state.trains["2-1"] = "VR", TrainState(side="1G")
    g.state.market, g.state.place["VR.1"] = {"4,3": ["VR"]}, "pool"
    operate(g, "VR", RunRoutes("VR"), Dividend("VR"))
    running: Any = TriedTable(g)
    assert await run_income_words(running, g.view("ann")) == "VR also gets $20 for coal", "before it runs, too"
    g.play(next(a for c in g.choices("ann") for a in c if isinstance(a, RunTrains)))
    table: Any = TriedTable(g)
    view = g.view("ann")
    assert await dividend_lines(table, view) == (
        "-# Pay out: ann $20, VR $10 and $20 for coal, $20 stays in the bank, "
        "price stays $75; $75 or more raises it\n"
        "-# Withhold: VR $50 and $20 for coal, price $75 → $70"
    )
    action = PayDividend("none", by="ann")
    offer = ScreenOption(StepVerb.ACT, "none", PayDividend, action)
    shown = option_row(offer, "Withhold", 1, view, g.rules, {action: await foresee(table, action)})
    assert shown.name == "VR keeps $50 and $20 for coal"
    paying = PayDividend("full", by="ann")
    row = option_row(
        ScreenOption(StepVerb.ACT, "full", PayDividend, paying),
        "Pay out",
        1,
        view,
        g.rules,
        {paying: await foresee(table, paying)},
    )
    assert row.words.endswith("share price stays $75; $75 or more raises it")
    assert run_price_words([50, 40], view, g.rules) == (
        "Paid out, $50 leaves the share price at $75; $75 or more raises it."
    )
    assert run_price_words([75, 40], view, g.rules) == ""
    g.play(paying)
    told = tell(g.events, g.view("ann"), g.rules)[0]
    assert told == "VR pays $50: $10 a share (ann $20, VR $10, $20 stays in the bank); price stays $75."


@pytest.mark.parametrize(
    ("title", "options", "least"),
    [
        ("18GA", (), 1),
        ("18TN", (), 1),
        ("18VA", (), 82),
        ("18EU", (), 82),
        ("18India", (), 41),
        ("18India", ("half_price_stays",), 42),
    ],
)
def test_each_title_says_what_sum_raises_a_price(title, options, least):
    """“Pay out $80” at a price of $82 did not say that the price stays, nor that two dollars more had raised it."""
    rules = TITLES[title].rules(options, 3)
    assert rules.market.rises_from(82, rules) == least


def test_a_half_that_is_none_says_that_it_is_rounded():
    """“Pay half £60” of £110."""
    g = eu_positions.game()
    eu_positions.corporation(g, "BNR", "p0", 3, 100, 300, tokens=("C8.a.0",), operated=True)
    g.company("BNR").earned = 110
    operate(g, "BNR", Dividend("BNR"))
    for earned, said in ((110, "pay half (rounded up) £60: £6 a share"), (100, "pay half £50: £5 a share")):
        g.company("BNR").earned = earned
        assert dividend_words("half", g.state, g.rules) == said
