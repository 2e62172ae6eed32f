"""How many lays, hexes to build in and cities for a station there are in fixed positions: any slip in a rule moves a number.

The first position was counted by hand; the others, late in a recorded game, agree with asking the checks about every face of
every tile in every hex.
"""

from __future__ import annotations

import pytest

from game import legal_lays, stations
from game import tile_lays as tiles
from game.checks import LayPermit, StationPermit
from tests.support.board_notation import board, line

EARLY = "B4=8/0 C3=57/0 D2=9/0 D4=451a/0[W&A.a.0 CoG.c.0] D6=8/5 E3=8/1 E7=58/0 F6=57/0[CoG.a.0] G5=8/1 I11=6/3 J12[ACL.a.0]"
MIDDLE = (
    "B4=8/0 C3=15/3[W&A.a.0 CoG.a.1] C9=8/3 D10=453a/0[GA.a.0 SAL.a.1] D2=9/0 D4=452a/0[W&A.a.0 CoG.c.0] D6=8/5 E11=9/2"
    " E3=8/1 E5=9/2 E7=58/0 F12=9/2 F2=9/2 F6=15/0[CoG.a.0] G13=459a/1[ACL.a.0 SAL.a.1] G3=15/1 G5=23/3 H12=9/0"
    " H4=14/2[G&F.a.0] I11=14/2[GA.a.0 ACL.a.1] I5=8/0 J10=8/1 J12[ACL.a.0]"
)
LATE = (
    "B4=8/0 C3=63/0[W&A.a.0 CoG.a.1] C5=39/5 C9=8/3 D10=456a/0[GA.a.0 SAL.a.1] D2=23/0 D4=455a/0[W&A.a.0 CoG.c.0] D6=24/5"
    " D8=8/2 E11=9/2 E3=17/0 E5=46/2 E7=143/0 F12=26/2 F2=27/2 F4=20/0 F6=458a/1[CoG.a.0 G&F.a.1] G11=141/3"
    " G13=459a/1[ACL.a.0 SAL.a.1] G3=63/0[CoG.a.0 ACL.a.1] G5=23/3 G7=24/2 H10=24/3 H12=9/0 H2=29/3 H4=63/0[G&F.a.0 SAL.a.1]"
    " H8=9/2 I11=457a/1[GA.a.0 ACL.a.1] I3=9/2 I5=8/0 I7=141/4 I9=63/0[GA.a.0] J10=24/1 J12[ACL.a.0] J6=9/1 J8=43/1"
)


@pytest.mark.parametrize(
    ("text", "phase", "company", "lays", "hexes", "cities"),
    [
        ("D10[GA]", "2", "GA", 6, 1, 0),
        (EARLY, "2", "ACL", 6, 2, 1),
        (EARLY, "2", "CoG", 5, 1, 0),
        (EARLY, "2", "W&A", 4, 1, 1),
        (MIDDLE, "5", "ACL", 26, 9, 0),
        (MIDDLE, "5", "CoG", 72, 19, 2),
        (MIDDLE, "5", "G&F", 36, 13, 2),
        (MIDDLE, "5", "GA", 29, 11, 0),
        (MIDDLE, "5", "SAL", 29, 9, 0),
        (MIDDLE, "5", "W&A", 75, 19, 0),
        (LATE, "8", "ACL", 32, 15, 0),
        (LATE, "8", "CoG", 49, 19, 0),
        (LATE, "8", "G&F", 37, 12, 0),
        (LATE, "8", "GA", 40, 14, 0),
        (LATE, "8", "SAL", 52, 18, 0),
        (LATE, "8", "W&A", 17, 7, 0),
    ],
)
def test_counts(text, phase, company, lays, hexes, cities):
    g = board(text, phase=phase)
    found = list(legal_lays.lays(g, company, LayPermit(), g.rules.track.checks))
    names = {str(lay) for lay in found}
    assert len(found) == len(names) == lays
    assert len({lay.hex for lay in found}) == hexes
    assert len(list(stations.slots(g, company, StationPermit(0)))) == cities
    asked = {
        str(lay)
        for h in g.rules.data.hexes
        for name, tile in g.rules.data.tiles.items()
        for r in tile.rotations
        for lay in (tiles.propose(g, company, h, name, r, LayPermit()),)
        if legal_lays.refuse(g, lay, g.rules.track.checks) is None
    }
    assert asked == names


@pytest.mark.parametrize("text", [EARLY, MIDDLE, LATE])
def test_a_position_is_a_line_and_back(text):
    g = board(text)
    assert line(g) == text
    for name, count in g.rules.data.map.tiles.items():
        lying = sum(laid.tile == name for laid in g.state.tiles.values())
        assert g.state.supply[name] + lying == count
