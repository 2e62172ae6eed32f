"""What 18 India's cards are called in the files of 18xx.games, and here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.play import Game

GIPR = "GIPR"  # the company that takes over what others leave


def our_name(name: str) -> str:
    """The "NWR_0" of the file is our "NWR.0"; privates and bonds are called alike."""
    return name.replace("_", ".")


def their_name(card: str) -> str:
    """Our "NWR.0" is the "NWR_0" of the file; privates and bonds are called alike."""
    return card.replace(".", "_")


def list_bonds(g: Game) -> list[str]:
    """The royal bonds."""
    return [p for p in g.rules.data.privates if p.startswith("RB")]


def shorten_bond_name(private: str) -> str:
    """One name for all bonds, since who has which makes no difference; a private keeps its own."""
    return "RB" if private.startswith("RB") else private
