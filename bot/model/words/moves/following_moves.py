"""Moves that a line names behind its first: each must be plain in itself, since what it says may be about the first as well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.model.words.agreement import is_short_no
from bot.model.words.misfits.intended_actions import read_intended_actions
from bot.model.words.reading.plain_lines import (
    BUILDING_WORDS,
    PASSING_VERBS,
    PLAIN_RUNS,
    TRAILS_OFF,
    VERBS_OF_NOUNS,
    is_plain,
    says_dividend,
)
from bot.model.words.reading.typed_words import read_words
from bot.model.words.vocabulary import MOST_TYPED, NOUNS_OF_STEPS, Vocabulary, split_words
from game.actions import Action, Answer, Pass
from game.choices import Choice
from game.step_keys import StepKey

ENDS_ALL = re.compile(
    r"(?:end|finish) (?:(?:the|my) )?turn|(?:pass|skip) (?:all|everything|(?:the )?rest)", re.IGNORECASE
)
DONE_WITH = re.compile(rf"no (?:more )?({'|'.join(VERBS_OF_NOUNS)})s?")
PASSING_LINE = re.compile(
    rf"(?:(?:{'|'.join(PASSING_VERBS)})(?: (?:with |the )?({'|'.join((*VERBS_OF_NOUNS, *BUILDING_WORDS))})s?)?"
    rf"(?: (?:the |my )?turn)?|(?:no (?:more )?({'|'.join(VERBS_OF_NOUNS)})s?))"
)
# The step of a company's turn in which something is done.
STEPS_OF_NOUNS = {
    **dict.fromkeys(("building", "laying", "tile", "track"), StepKey.TRACK),
    **dict.fromkeys(("station", "token"), StepKey.TOKEN),
    "train": StepKey.TRAINS,
}


def may_follow(text: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> bool:
    """Whether a line is a plain move of some kind of this title, now or later: what is legal then is not known yet."""
    if is_short_no(text) or len(text) > MOST_TYPED or "?" in text or TRAILS_OFF.search(text):
        return False
    said = " ".join(split_words(text, vocabulary))
    if (
        ends_all(text)
        or PLAIN_RUNS.fullmatch(said)
        or DONE_WITH.fullmatch(said)
        or any(says_dividend(said, kind) for kind in vocabulary.dividend_kinds)
    ):
        return True
    if any(
        is_plain(Pass(by=by), text, choices, replace(vocabulary, step=step))
        for step in (vocabulary.step, *NOUNS_OF_STEPS)
    ):
        return True
    now = read_words(text, by, choices, vocabulary).action
    meant: list[Action] = [now] if now is not None else read_intended_actions(text, by, vocabulary, choices)
    return any(not isinstance(a, Answer) and is_plain(a, text, choices, vocabulary) for a in meant)


def ends_all(text: str) -> bool:
    """Whether a line passes all that is left of a turn."""
    return ENDS_ALL.fullmatch(" ".join(text.split())) is not None


def refuses_thing(text: str, made: Action, vocabulary: Vocabulary) -> bool:
    """Whether a line wants none of what a move before it has brought: `no train` behind `buy 3`."""
    refused = DONE_WITH.fullmatch(" ".join(split_words(text, vocabulary)))
    return refused is not None and " more " not in refused[0] and made.verb in VERBS_OF_NOUNS[refused[1]]


def says_what_goes_by(text: str, vocabulary: Vocabulary) -> str:
    """The step of a company's turn that a line answers and that goes by itself where its company has no train: its run, or what
    comes of that; "" of other lines.
    """
    said = " ".join(split_words(text, vocabulary))
    if PLAIN_RUNS.fullmatch(said):
        return StepKey.RUN
    return StepKey.DIVIDEND if any(says_dividend(said, kind) for kind in vocabulary.dividend_kinds) else ""


def steps_passed(text: str, vocabulary: Vocabulary) -> tuple[str, ...] | None:
    """The steps that a pass names: none where it is bare; None of other lines."""
    passed = PASSING_LINE.fullmatch(" ".join(split_words(text, vocabulary)))
    if passed is None:
        return None
    thing = passed[1] or passed[2]
    return () if thing is None else tuple(filter(None, [STEPS_OF_NOUNS.get(thing, "")])) or None
