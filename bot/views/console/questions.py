"""What the private console asks, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.text import begin_sentence
from bot.model.action_form import Question
from bot.views.formatting import View, number_words
from bot.views.options.screen import field_text
from game.rules import Rules
from render.text.questions import FIELDS

DIVIDENDS = {"full": "pay out", "half": "pay half", "none": "withhold"}


def question_text(question: Question, rules: Rules, view: View | None = None) -> str:
    """The question in words, with the range or the count where one is asked for.

    `view`: where it is given, a title's own words for what is asked at its step come first.
    """
    own = step_words(question.field, view, rules) if view is not None else ""
    own = own or dividend_words([v for v in question.values if v in DIVIDENDS])
    text = own or FIELDS.get(question.field) or field_text(question)
    if question.span is not None:
        low, high, step = (
            number_words(rules, question.field, n) for n in (question.span.low, question.span.high, question.span.step)
        )
        return f"{text}{'' if text.endswith('?') else ':'} {low} to {high}" + (
            f", in steps of {step}" if question.span.step > 1 else ""
        )
    if question.pick is not None:
        many = (
            str(question.pick.low)
            if question.pick.low == question.pick.high
            else f"{question.pick.low} to {question.pick.high}"
        )
        return f"{text}: choose {many}"
    return text


def dividend_words(kinds: Sequence[str]) -> str:
    """`Pay out, or withhold?`: which kinds of dividends may be chosen; "" where none is asked."""
    return (
        begin_sentence(f"{', '.join(DIVIDENDS[k] for k in kinds[:-1])}, or {DIVIDENDS[kinds[-1]]}?")
        if len(kinds) > 1
        else ""
    )


def step_words(part: str, view: View, rules: Rules) -> str:
    """What a title says of a part of the present step: of a field that is asked, or of the `picture`; "" for nothing."""
    step = view.agenda[-1] if view.agenda else None
    own = rules.words.get(f"{getattr(step, 'key', '')}: {part}")
    return own(step, view, rules) if own is not None else ""
