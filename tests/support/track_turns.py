"""What tests of track and stations ask and do, on ann's behalf."""

from __future__ import annotations

from typing import Any

from game.actions import LayTile, PlaceToken
from game.play import Game
from game.steps import token
from game.steps.track import LayTrack
from tests.support.board_notation import board

COLUMBUS = "F6=57/1[CoG] F4=8/4 G3=57/0"  # Macon's track leads to Columbus


def track(text: str, company: str = "CoG", **kwargs: Any) -> Game:
    return board(text, LayTrack(company), **kwargs)


def station(text: str, company: str = "CoG", **kwargs: Any) -> Game:
    return board(text, token.PlaceToken(company), **kwargs)


def lay(hex: str, tile: str, rotation: int = 0, using: str = "") -> LayTile:
    return LayTile(hex, tile, rotation, using, by="ann")


def place(city: str, using: str = "") -> PlaceToken:
    return PlaceToken(city, using, by="ann")


def legal(g: Game, hex: str = "", tile: str = "") -> list[str]:
    """Legal lays as "D10 57/2"."""
    return [
        f"{a.hex} {a.tile}/{a.rotation}"
        for c in g.choices("ann")
        for a in c
        if isinstance(a, LayTile) and hex in ("", a.hex) and tile in ("", a.tile)
    ]


def cities(g: Game) -> list[str]:
    return [a.city for c in g.choices("ann") for a in c if isinstance(a, PlaceToken)]
