"""What `/rules title` says: the rules of a title that players ask about most."""

from __future__ import annotations

import pytest

from tests.support.discord_world import said

LINE = "The yellow tiles of a turn lie along one line"


@pytest.mark.parametrize(("title", "told"), [("18India", True), ("18GA", False)])
async def test_8_4_1_1_the_help_of_18_india_says_what_a_line_of_yellow_tiles_is(w, title: str, told: bool) -> None:
    thread = await w.table()
    actor = await w.actor(thread)
    shown = said(await actor.slash(thread, "rules title", title=title))
    assert (LINE in shown) is told
    assert ("Older and printed track may lie between them." in shown) is told
