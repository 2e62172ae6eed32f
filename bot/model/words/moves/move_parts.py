"""The moves that one line names, told apart: `57 on E6; run best; pay`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.model.words.agreement import ANSWERS_BEFORE_MOVE
from bot.model.words.reading.plain_lines import PLAIN_RUNS, VERBS_OF_NOUNS
from bot.model.words.shorthand import spell_out
from game.actions import PayDividend
from game.choices import Choice

MOVES_APART = re.compile(
    r";|\n|\b(?:and\s+)?then\b|,?\s*\band\s+(?=(?:end(?: (?:the |my )?turn)?|done)\W*$)"
    r"|(?:(?<=\brun)|(?<=\bbest))\s+and\s+(?=(?:pay|withhold|half|split)\b)",
    re.IGNORECASE,
)

# what a move begins with that stands behind a comma
NEXT_MOVES = frozenset(
    {"run", "pay", "payout", "withhold", "half", "split", "buy", "sell", "lay", "done", "pass", "end", "skip"}
    | {"hold", "place", "start", "station", "token"}
)
# behind an `and`: of two purchases one may be a slip
ENDING_MOVES = NEXT_MOVES - {"half", "split", "buy", "sell", "lay", "place", "start", "station", "token"}
# between moves
NEXT_APART = re.compile(rf",|\s(?:and|und|&)\s+(?=(?:{'|'.join(sorted(ENDING_MOVES))})\b)", re.IGNORECASE)
THANKING_WORDS = re.compile(r"(?:(?:many )?thanks|thank you|thx|ty|danke|please|bitte)\W*", re.IGNORECASE)


def split_moves(typed: str) -> list[str]:
    """The moves of words that name several: `57 on E6; run best; pay`. Routes have a `;` too, and are one move."""
    if ":" in typed:
        return [typed]
    parts = [p for part in MOVES_APART.split(typed) for p in _split_at_commas(part.strip(" \t,"))]
    return [p for p in parts if not THANKING_WORDS.fullmatch(p)] or parts


def _split_at_commas(typed: str) -> list[str]:
    """The moves that stand behind commas or an `and`, `57 D10, run and pay`: each but the first begins with what is done."""
    parts = [p for part in NEXT_APART.split(typed) if (p := part.strip())]
    moves = len(parts) > 1 and all(map(_begins_move, parts[1:]))
    moves = moves and not ANSWERS_BEFORE_MOVE.issuperset(parts[0].casefold().split())
    return parts if moves else [typed] if typed else []


def _begins_move(part: str) -> bool:
    """Whether words begin with what is done, or refuse a thing by its name: `run best`, `no train`."""
    first, *rest = (spell_out(w.strip(".!")) for w in part.casefold().split())
    return first in NEXT_MOVES or (first == "no" and rest[-1:] != [] and rest[-1].removesuffix("s") in VERBS_OF_NOUNS)


def has_run_already(parts: Sequence[str], choices: Sequence[Choice]) -> bool:
    """Whether a line begins with a run that went by itself, and a dividend is asked now: `run; pay`."""
    paid = any(c.kind is PayDividend for c in choices)
    return len(parts) > 1 and paid and PLAIN_RUNS.fullmatch(parts[0].casefold().strip()) is not None
