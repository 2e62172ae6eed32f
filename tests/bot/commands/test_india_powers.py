"""What powers, bonds and the closing of a company do in 18 India is said before it is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.play import Game
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, labels, said, world
from tests.support.golden_positions import golden_positions

HELP, JEWELRY, CLOSING, MARKERS = 195, 297, 736, 799  # moves before which a power, a closing, a marker is decided


@pytest.fixture(scope="module")
def games() -> dict[int, Game]:
    numbers = (HELP, JEWELRY, CLOSING, MARKERS)
    found = zip(numbers, golden_positions("18India-bank", numbers), strict=True)
    return {n: Game.load(g.rules, g.snapshot()) for n, g in found}


async def seen(folder: Path, g: Game, typed: str = "") -> tuple[str, list[str]]:
    """What whoever must decide is told, and the labels of the buttons: by `/turn`, or by a typed line, which may play nothing."""
    async with world(folder, NAMES) as w:
        thread = await table_at(w, g)
        table = await w.game(thread)
        before = table.position.move
        person = w[NAMES[list(g.state.order).index(g.deciders()[0])]]
        shown = await (person.slash(thread, "do", action=typed) if typed else person.slash(thread, "turn"))
        assert table.position.move == before, typed
        return said(shown).replace("\\", ""), labels(answer(shown))


async def test_the_jewelry_token_tells_what_it_brings(tmp_path, games):
    """The preview told of the price alone, as if it were an income."""
    text, _ = await seen(tmp_path, games[JEWELRY], "P6 B9")
    assert "GIPR has the concession for jewelry in B9: ₹20 wherever another good is delivered." in text
    assert "GIPR gets ₹150, its face value, from the bank." in text
    assert "Privates pay" not in text


async def test_help_with_terrain_tells_how_much(tmp_path, games):
    text, _ = await seen(tmp_path, games[HELP], "use P4")
    assert "pays up to ₹40 for terrain in this turn" in text


async def test_a_closing_company_asks_whether_its_station_is_taken_over(tmp_path, games):
    """Green said *Remove the station*, where it is what keeps one there."""
    text, buttons = await seen(tmp_path, games[CLOSING])
    assert "BR closes: should the GIPR take over its station?" in text
    assert buttons == ["GIPR takes over Pune (E24)", "BR's station is lost"]


async def test_a_marker_is_called_by_the_hexes_beside_it(tmp_path, games):
    """`b … J19 and J21` on a button, and a question for a hexside such as R13/0."""
    text, buttons = await seen(tmp_path, games[MARKERS], "gauge")
    assert ": which marker" in text
    assert buttons[:2] == ["1 · Remove the marker J19–J21", "2 · Remove the marker G20–H21"]


async def test_a_station_is_not_given_up_for_good_by_one_press(tmp_path, games):
    """The red button closed the company and lost the station at once."""
    g = games[CLOSING]
    async with world(tmp_path, NAMES) as w:
        thread = await table_at(w, g)
        table = await w.game(thread)
        before = table.position.move
        person = w[NAMES[list(g.state.order).index(g.deciders()[0])]]
        shown = await person.slash(thread, "turn")
        pressed = await person.click(answer(shown), label="BR's station is lost")
        assert table.position.move == before
        assert "BR's station is lost for good. Go on without?" in said(pressed)
