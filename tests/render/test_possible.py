"""What has not happened or is to be chosen: it looks like neither what stands there nor what is kept free."""

from __future__ import annotations

import math

import pytest

from game.events import TokenPlaced, TokenRemoved
from render import Marks, draw_map, free_slot, marks_of
from render.drawing import style
from render.drawing.geometry import polar
from render.pictures.painter import Painter
from tests.render.test_render import alone, close, pixel
from tests.support.board_notation import board


def test_a_station_that_is_only_possible_is_pale_in_a_dashed_ring_and_a_tile_has_only_the_corners_of_its_outline():
    """Newcomers took them for done. Dashes along its sides looked like changes of gauge."""
    colour, shown = style.rgb("#1b7a3d"), {}
    for possible in (False, True):
        marks = Marks(hexes=("D10",), slots=("D10.a.0",), possible=possible)
        picture, apothem = alone("D10", "D10=57/1[GA]", marks)
        ring = [close(pixel(picture, apothem, *polar(3 * n, 0.47)), style.CHANGED) for n in range(120)]
        far = 0.86 if possible else 0.935
        side = [close(pixel(picture, apothem, *_on_side(n, far)), style.CHANGED) for n in range(-24, 25)]
        assert any(side[15:34]) != possible
        border = [close(pixel(picture, apothem, *_on_side(n, 0.96)), style.CHANGED) for n in range(-24, 25)]
        assert any(border) != possible, "what lies along the border is seen"
        shown[possible] = sum(ring), sum(side), pixel(picture, apothem, 0, -0.24)
    assert shown[False][0] > 100
    assert 40 < shown[True][0] < 80
    assert shown[False][1] > 45
    assert 10 < shown[True][1] < 32
    assert close(shown[False][2], colour)
    assert close(shown[True][2], style.mix(colour, style.WHITE, 0.62), 14)


def test_the_number_of_a_station_stands_on_no_home():
    """In Nashville it stood on the home of TC, and the free circle beside it looked like the one to be filled."""
    g = board("F11=TN2/0", title="18TN", phase="3")
    view = g.view(None)
    view.companies["TC"].tokens = list(g.rules.data.companies["TC"].tokens)
    slot = free_slot(view, g.rules, "F11.a")
    assert slot == "F11.a.0"
    homes = {}
    for choice in (False, True):
        painter = _stamped(view, g.rules, Marks(slots=(slot,), order=(slot,), choice=choice))
        homes[choice] = [s for s, company in painter if company == "TC"]
    assert homes == {False: ["F11.a.0"], True: ["F11.a.1"]}


def _on_side(degrees, far):
    """A place on an outline of a hex so many apothems off, so far from the middle of its upper right side."""
    x, y = polar(-60 + degrees, 1.0)
    scale = far / math.cos(math.radians(degrees))
    return x * scale, y * scale


def _stamped(view, rules, marks):
    """Which tokens a map shows, and where."""
    stamped = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Painter, "stamp", lambda _, slot, company, **_more: stamped.append((slot, company)))
        draw_map(view, rules, marks, focus=["F11"], canvas=(400, 400))
    return stamped


def test_a_station_that_is_replaced_is_not_crossed():
    """The cross stood on the station that had come in its place."""
    events = [TokenRemoved("SAL", "G13.a.0"), TokenPlaced("GA", "G13.a.0")]
    assert marks_of(events).removed == ()
