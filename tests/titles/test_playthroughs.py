"""Golden games say what a change of the code changes in play; every title, way to end and option has one."""

from __future__ import annotations

import pytest

from tests.golden import GAMES, Golden
from titles import TITLES


@pytest.mark.parametrize("golden", GAMES, ids=lambda g: g.name)
def test_the_game_goes_as_it_went(golden: Golden) -> None:
    kept = golden.path.read_text("utf-8")
    assert golden.retold().splitlines() == kept.splitlines()
    assert kept.endswith(f"# end: {golden.end}\n")


@pytest.mark.parametrize("title", TITLES)
def test_every_end_and_option_has_a_game(title: str) -> None:
    mine = [g for g in GAMES if g.title == title]
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    assert {g.end for g in mine} >= set(rules.ends)
    played = {o.partition("=")[0] for g in mine for o in TITLES[title].options(g.options)}
    assert played >= set(TITLES[title].file.option)
