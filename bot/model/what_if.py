"""A private copy of a position, to try things out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A private table on a copied position."""

    game: int
    user: int
    source: int  # the table that it was copied from
    move: int  # the move after which
    until: datetime
