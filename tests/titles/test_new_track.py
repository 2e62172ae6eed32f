"""New track must be joined to a station, but no train of the company need be able to run over it: it may close a loop."""

from __future__ import annotations

import pytest

from game.actions import LayTile
from game.steps.track import LayTrack
from tests.support.board_notation import board
from tests.support.title_positions import refused

# A city with two tracks that lead to two neighbours; the second tile there joins them, so that all of it is a loop.
LOOPS = {
    "18GA 4.2.1(j)": ("CoG", "F6=5/0[CoG] F4=7/4", LayTile("G5", "7", 2, by="ann")),
    "18TN 4.2.1(j)": ("IC", "D7=5/5[IC] E6=7/3", LayTile("E8", "7", 1, by="ann")),
    "18VA 4.5.2.1": ("VR", "C12=5/4[VR] D13=7/2", LayTile("D11", "7", 0, by="ann")),
    "18EU 4.6": ("13", "G12=201/4[13] H13=7/2", LayTile("H11", "7", 0, by="ann")),
}


@pytest.mark.parametrize("paragraph", LOOPS)
def test_new_track_may_close_a_loop_that_no_train_can_use(paragraph: str) -> None:
    company, line, lay = LOOPS[paragraph]
    g = board(line, LayTrack(company), title=paragraph.split(maxsplit=1)[0])
    assert g.legal(lay)


@pytest.mark.parametrize("paragraph", LOOPS)
def test_new_track_that_is_joined_to_no_station_is_refused(paragraph: str) -> None:
    """The same, with the city turned away from the loop."""
    company, line, lay = LOOPS[paragraph]
    home, _, rest = line.partition("[")
    away = (int(home[-1]) + 3) % 6
    g = board(f"{home[:-1]}{away}[{rest}", LayTrack(company), title=paragraph.split(maxsplit=1)[0])
    refused(g, lay, "would add no track that a station of", paragraph)
