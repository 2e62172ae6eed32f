"""Lines that put something else in the place of what they name, or of what is shown."""

from __future__ import annotations

import re

BUT_NOT = re.compile(r"^(?!\s*(?:no|not|don)\b)(.*\S)\s*,\s*(?:and |but )?not (?!me\b)[^,;]+$", re.IGNORECASE)
CORRECTED = re.compile(
    r"^\W*(?:(?:no|nope|nein|not that|wait|sorry|oops)\s*[,;:–-]\s*)(?:i mean(?:t)?\W+)?(?=\S)|^\W*i mean(?:t)?\W+(?=\S)",
    re.IGNORECASE,
)


def cut_contrary(typed: str) -> str:
    """What a line wants that says behind a comma what it does not: `buy ACL` of `buy ACL, not CoG`; "" of other lines."""
    wanted = BUT_NOT.match(typed)
    return wanted[1] if wanted is not None else ""


def cut_correction(typed: str) -> str:
    """What is wanted instead of what is shown: `5` of `no, 5`; "" of other lines."""
    rest = CORRECTED.sub("", typed)
    return "" if rest == typed else rest
