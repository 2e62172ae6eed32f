"""Runs as a table shows them: what became of the money, and what each train earned."""

from __future__ import annotations

import pytest

from bot.views import inspection
from bot.views.inspection import look_at
from bot.views.pages import routes_page
from bot.views.pages.routes_page import missed_words
from game.events import Divided, Ran
from tests.support.recorded_tables import recorded_table
from titles import TITLES


@pytest.fixture
async def table(shared):
    """A table of a recorded game up to operating round 4.1."""
    async with recorded_table(shared, 130) as found:
        yield found


def test_a_run_that_was_not_the_best_says_what_was_possible():
    """Only the end of a game told it."""
    rules = TITLES["18GA"].rules((), 3)
    assert missed_words(rules, Ran("CoG", (), 90, 100)) == "$100 was possible"
    assert missed_words(rules, Ran("CoG", (), 90, 90)) == missed_words(rules, Ran("CoG", (), 90)) == ""
    assert missed_words(rules, None) == ""


async def test_what_becomes_of_the_money_is_not_said_before_it_is_decided(table):
    """ "$470, paid out" was said of a run whose dividend was still to be chosen: so it was the round before."""
    moves = await table.history()
    runs = [(n, e.company) for n, m in enumerate(moves) for e in m.events if isinstance(e, Ran)]
    n, company = next((n, c) for n, c in runs[::-1] if not any(isinstance(e, Divided) for e in moves[n].events))
    assert any(isinstance(e, Divided) and e.company == company for m in moves[:n] for e in m.events)
    for moment, said in ((moves[n].id, "dividend to come"), (moves[n + 1].id, "paid out")):
        look = await look_at(table, None, moment)
        shown = [await routes_page.show_routes(look, company), await inspection.show_company(look, company)]
        assert said in shown[0].body.splitlines()[0]
        assert f", {said}" in (shown[1].pictures[0].alt or "")
