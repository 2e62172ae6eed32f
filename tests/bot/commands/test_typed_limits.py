"""What is typed of a company, and what a limit of the rules forbids, is answered by that limit."""

from __future__ import annotations

import pytest

from game.actions import BuyShare
from game.play import Game
from tests.console_report import seated, walk
from tests.support.discord_world import said


def at_the_limit(title: str, seed: int) -> tuple[Game, str]:
    """A position in which somebody may buy shares, but none of a company of which that player has 60%."""
    for g, legal in walk(title, seed):
        buys = [a for _, a in legal if isinstance(a, BuyShare)]
        for company in g.rules.data.companies if buys else ():
            tried = [BuyShare(company, a.source, by=a.by) for a in buys]
            if company not in {a.company for a in buys} and any("at most 60%" in g.refusal(a).reason for a in tried):
                return Game.load(g.rules, g.snapshot()), company
    raise AssertionError("nobody comes to the limit")


@pytest.mark.parametrize(("title", "seed"), [("18GA", 0), ("18TN", 1), ("18EU", 1)])
async def test_a_share_above_the_limit_is_refused_by_its_name(w, title, seed):
    """It said “CoG is not possible” and which companies may be typed."""
    g, company = at_the_limit(title, seed)
    thread = await seated(w, g)
    actor = w.actor_at(await w.game(thread), g.deciders()[0])
    told = said(await actor.slash(thread, "do", action=f"buy {company}")).replace("\\", "")
    assert f"is not possible: you may own at most 60% of {company} ({title} " in told
