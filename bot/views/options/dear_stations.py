"""Stations that cost what the power of a private gives for nothing."""

from __future__ import annotations

from collections.abc import Sequence

from game.actions import Action, PlaceToken


def drop_dearer_stations(actions: Sequence[Action]) -> list[Action]:
    """The actions without a paid station where the power of a private places it in the same city for nothing, and nowhere else:
    a power that could be kept for another city is a choice.
    """
    powers: dict[str, set[str]] = {}
    for a in actions:
        if isinstance(a, PlaceToken) and a.using:
            powers.setdefault(a.using, set()).add(a.city)
    free = {city for cities in powers.values() if len(cities) == 1 for city in cities}
    return [a for a in actions if not (isinstance(a, PlaceToken) and not a.using and a.city in free)]
