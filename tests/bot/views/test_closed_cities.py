"""Where others' stations stop a company's track, and which circles are kept for others, said where a hex or a city is asked."""

from __future__ import annotations

from types import SimpleNamespace

from msgspec import structs

from bot.views.console.station_worth import closed_city_words
from game.step_keys import StepKey
from tests.support.board_notation import board

BEHIND_COLUMBUS = "H4=57/2[G&F] G3=57/2[CoG]"  # track from Albany through Columbus to F2


def told(line: str, step: StepKey, company: str, title: str = "18GA") -> list[str]:
    """What is said of it at that question."""
    g = board(line, title=title)
    return closed_city_words(
        structs.replace(g.view("ann"), agenda=[SimpleNamespace(key=step, company=company)]), g.rules
    )


def test_a_station_that_stops_track_is_named():
    """18TN: L&N's own track ran through Nashville to F9, and only B15 was offered."""
    assert told(BEHIND_COLUMBUS, StepKey.TRACK, "G&F") == ["CoG's station in Columbus (G3) stops its track."]
    assert told(BEHIND_COLUMBUS.replace("[CoG]", ""), StepKey.TRACK, "G&F") == [], "nobody is there"
    assert told(BEHIND_COLUMBUS, StepKey.RUN, "G&F") == [], "nothing is built"


def test_a_circle_that_is_kept_for_another_company_is_named():
    """18TN: L&N could place a station in Murfreesboro, and not in Nashville, where its track ended."""
    kept = "The last free circle in Nashville (F11) is reserved for TC until its home station is placed."
    assert told("G12=57/2[L&N] F11=57/2", StepKey.TOKEN, "L&N", "18TN") == [kept]
    assert told("G12=57/2[L&N] F11=57/2", StepKey.TRACK, "L&N", "18TN") == [], "its track may go on there"
    assert told("G12=57/2[L&N] F11=57/2[TC]", StepKey.TOKEN, "L&N", "18TN") == [
        "TC's station in Nashville (F11) stops its track."
    ]
