"""Moves that a line names behind its first: each must be plain in itself, since what it says may be about the first as well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.model.words.intended_actions import read_intended_actions
from bot.model.words.plain_lines import DIVIDENDS, RUNS, THINGS, is_plain
from bot.model.words.typed_words import MOST_TYPED, read_words
from bot.model.words.vocabulary import PARTS, Vocabulary, split_words
from game.actions import Action, Answer, Pass
from game.choices import Choice

BARE_NO = re.compile(r"\W*(?:no|n|nope|nah|nay|nein|none|nothing|nichts|nix)\W*", re.IGNORECASE)  # of the move before
DONE_WITH = re.compile(rf"no (?:more )?(?:{'|'.join(THINGS)})s?")


def may_follow(text: str, by: str, choices: Sequence[Choice], known: Vocabulary) -> bool:
    """Whether a line is a plain move of some kind of this title, now or later: what is legal then is not known yet."""
    if BARE_NO.fullmatch(text) or len(text) > MOST_TYPED:
        return False
    said = " ".join(split_words(text, known))
    if RUNS.fullmatch(said) or DONE_WITH.fullmatch(said) or any(d.fullmatch(said) for d in DIVIDENDS.values()):
        return True
    if any(is_plain(Pass(by=by), text, choices, replace(known, step=step)) for step in (known.step, *PARTS)):
        return True
    now = read_words(text, by, choices, known).action
    meant: list[Action] = [now] if now is not None else read_intended_actions(text, by, known, choices)
    return any(not isinstance(a, Answer) and is_plain(a, text, choices, known) for a in meant)
