"""Many places for a station have a picture each."""

from __future__ import annotations

from game.play import Game
from render.pictures.choices import places
from render.pictures.choices.places import MANY_SLOTS, draw_places
from titles import TITLES


def test_more_than_ten_stations_have_a_picture_each_on_a_map_of_any_size(monkeypatch):
    """18VA's fourteen stood on the whole map: numbers of six pixels, names with lines across track."""
    rules = TITLES["18VA"].rules((), 2)
    view = Game.new(rules, ("ann", "bob"), "1").view(None)
    slots = [f"{h.id}.{c.name}.0" for h in rules.data.hexes.values() for c in h.print.cities][: MANY_SLOTS + 1]
    shown = []
    monkeypatch.setattr(
        places, "_station_panels", lambda _view, _rules, all_slots, _room: shown.append(list(all_slots))
    )
    draw_places(view, rules, (), slots, slots)
    assert shown == [slots]
    assert len(slots) > MANY_SLOTS
