"""Text that people have written, made safe to show."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from bot.core.discord_limits import fit

JOINER = "\N{ZERO WIDTH JOINER}"  # makes one emoji of several


_MARKUP = re.compile(r"([\\*_~`|>\[\]()#<:@-])")


def escape_markup(text: str) -> str:
    """A user's text as Discord shows it as typed: no markup, mention or link, on one line, and no sign that turns it round."""
    kept = "".join(c for c in text if c.isspace() or c == JOINER or unicodedata.category(c) not in {"Cc", "Cf", "Cs"})
    return _MARKUP.sub(r"\\\1", " ".join(kept.split())).replace("\\@", "@\u200b")


def begin_sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def count_of(number: int, noun: str) -> str:
    """`3 games`, `1 pass`, `0 passes`: so many of something that has a regular plural."""
    ending = "es" if noun.endswith("s") else "s"
    return f"{number} {noun}{ending * (number != 1)}"


def find_named(names: Iterable[str], typed: str) -> str:
    """The one of these names that somebody typed, in any case; "" where it is none of them."""
    wanted = typed.strip().casefold()
    return next((name for name in names if name.casefold() == wanted), "")


def quote_typed(text: str, most: int = 30) -> str:
    """The first `most` characters of what somebody typed, escaped, between quotation marks."""
    return f"“{escape_markup(fit(text, most))}”"


def bare_words(typed: str) -> str:
    """A typed line in small letters, with single spaces and without the marks at its end, as it is compared with labels."""
    return " ".join(typed.split()).casefold().rstrip(".!")
