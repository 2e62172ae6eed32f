"""Whoever runs the next company too is asked for it by a new post: a company's turn has a panel of its own."""

from __future__ import annotations

from game.play import Game
from render.data import queries
from tests.console_report import walk
from tests.support.decisions import table_at
from tests.support.discord_world import answer, labels, said, words


def runs_the_next_too(g: Game) -> bool:
    """Whether a company is asked for trains and may pass, and the same player runs the next company."""
    view, step = g.view(None), g.top_step()
    following = queries.operate_next(view, g.rules)
    if step is None or step.key != "trains" or not following or all(c.kind.__name__ != "Pass" for c in g.choices()):
        return False
    return [view.companies[next(iter(following))].president] == [*g.deciders()]


async def test_the_next_company_of_the_same_player_has_a_new_post_at_once(w):
    position = next(g for g, _ in walk("18TN", 1) if runs_the_next_too(g))
    thread = await table_at(w, position)
    w.bot.sender.wake()
    await w.bot.sender.drain()
    table, before = await w.game(thread), await w.panel(thread)
    company, player = queries.acting_company(await table.view(None)), await w.actor(thread)
    shown = await player.slash(thread, "play pass")
    shown = (
        await player.click(answer(shown), label="Go on without") if "Go on without" in labels(answer(shown)) else shown
    )
    now = queries.acting_company(await table.view(None))
    assert now != company
    assert (await w.actor(thread)).id == player.id
    after = await w.panel(thread)
    assert after.id != before.id, "no waiting for a silence"
    assert now in words(after)
    assert "see the newest post below" in said(shown)
    assert not labels(answer(shown)), "it is asked in one place"
