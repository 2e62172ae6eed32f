"""Names of players in the engine, made from display names: short words that can be typed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence

from bot.model.models import Seat
from game.names import reserved as reserved_words
from game.rules import Rules

MAX_NAME_LENGTH = 16
MAX_SHOWN_LENGTH = 20  # characters of a display name that lines and pictures have room for
MARKUP = str.maketrans("<>@[]", "‹›＠［］")  # of what Discord would take for a mention or a link
ADDRESS, NO_ADDRESS = "://", ": //"  # what makes a link of an address, and as it is shown: fonts have these letters
OTHERWISE = "player"  # for names without a letter that can be typed


def slug(shown: str) -> str:
    """The display name as a small word of letters and digits that begins with a letter."""
    plain = unicodedata.normalize("NFKD", shown).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]", "", plain).lstrip("0123456789")[:MAX_NAME_LENGTH]
    return word or OTHERWISE


def all_reserved_words(rules: Rules) -> set[str]:
    """Words, in small letters, that mean something else in the game."""
    return {w.lower() for w in (*reserved_words(rules), *rules.data.hexes)}


def make_unique(shown: str, taken: Collection[str]) -> str:
    """A name that is none of those taken: `ann`, then `ann2`, `ann3` ..."""
    word = slug(shown)
    names = (word if n == 1 else f"{word}{n}" for n in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def visible_text(text: str) -> str:
    """A text without line breaks and invisible characters, at most 100 long; "" if nothing is left."""
    kept = "".join(c for c in text if not unicodedata.category(c).startswith("C") or c == " ")
    return " ".join(kept.split())[:100]


def kept_name(shown: str) -> str:
    """A display name as it is kept."""
    return visible_text(shown) or OTHERWISE


def kept_table_name(name: str, host: str) -> str:
    """The name of a table as it is kept; that of its host where nothing visible was given."""
    return visible_text(name) or f"{kept_name(host)[:90]}'s game"


def shown_names(seats: Iterable[Seat]) -> dict[str, str]:
    """What each player is called in lines and pictures: the display name without markup, each name once."""
    called: dict[str, str] = {}
    for seat in seats:
        shown = visible_text(seat.shown).translate(MARKUP).replace(ADDRESS, NO_ADDRESS) or seat.name
        short = shown if len(shown) <= MAX_SHOWN_LENGTH else f"{shown[: MAX_SHOWN_LENGTH - 1].rstrip()}…"
        called[seat.name] = f"{short} ({seat.name})" if short in called.values() else short
    return called


def find_called(seats: Sequence[Seat], typed: str) -> Seat | None:
    """The seat of whoever is called so; else the one that has that name in the game. None where there is none.

    After a seat has changed hands its name in the game may be what somebody else is called.
    """
    said = typed.strip().casefold()
    called = [s for s in seats if s.shown.casefold() == said]
    return called[0] if len(called) == 1 else next((s for s in seats if s.name.casefold() == said), None)


def name_to_type(seat: Seat, seats: Sequence[Seat]) -> str:
    """What `find_called` finds a seat by: what its owner is called, or its name in the game where two are called so."""
    return seat.shown if find_called(seats, seat.shown) == seat else seat.name
