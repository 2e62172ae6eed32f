"""The form in which a number or a text is typed that the private console asks for, and what was typed there."""

from __future__ import annotations

from typing import Any

from bot.core.text import escape_markup, quote_typed
from bot.model.action_form import Question, ask_next, describe_kind
from bot.model.models import Seat
from bot.tables.service import Table
from bot.views.console.layout import ConsoleIds
from bot.views.console.questions import question_text
from bot.views.console.state import ConsoleState
from bot.views.console.typed_routes import example_routes, give_cards, spell_routes
from bot.views.custom_ids import parse_number
from bot.views.formatting import View
from bot.views.messages import Form, Input
from bot.views.press_verbs import StepVerb
from game.actions import Bid, RunTrains
from game.names import company_name
from game.notation import Unclear, parse
from game.rules import Rules


def make_value_form(table: Table, seat: Seat, state: ConsoleState) -> Form | None:
    """The modal for a number or a text that the console asks for, with what was not possible when it was sent last; from memory
    only. None: nothing of that sort is asked.
    """
    question = ask_next(table.choices(seat.name), state.draft)
    if question.choice is None or not question.field:
        return None
    ids = ConsoleIds(table.id, table.action_version(seat.name), state.digest())
    return Form(
        str(ids(StepVerb.FORM)),
        _form_title(question, table.rules),
        (
            Input(
                "value",
                question.field.capitalize(),
                _form_hint(question, table.rules),
                state.typed,
                most=300,
                long=question.span is None,
            ),
        ),
    )


def _form_hint(question: Question, rules: Rules) -> str:
    """What may be typed: of routes an example of this position."""
    runs = [a for c in question.agreeing for a in c if isinstance(a, RunTrains)]
    return f"Such as {example_routes(runs, rules)}" if runs else question_text(question, rules)


def _form_title(question: Question, rules: Rules) -> str:
    """What the form is about: `Bid on M&BR`, else what is done."""
    item, kind = question.draft.given.get("item"), question.choice.kind if question.choice is not None else Bid
    return f"Bid on {company_name(rules, str(item))}" if item and issubclass(kind, Bid) else describe_kind(kind)


def read_value(table: Table, seat: Seat, question: Question, text: str, view: View) -> tuple[Any, str]:
    """The value that was typed for the question's field and "", or None and a sentence on why it is no such value."""
    if question.choice is None or not question.field:
        return None, "The question has changed."
    if question.span is not None:
        digits = text.strip().lstrip("$£₹").replace(",", "").strip()
        value = parse_number(digits)
        if value in question.values or value in question.span:
            return value, ""
        return None, f"{quote_typed(text)} is not possible."  # the question is asked anew below
    if question.choice.kind is RunTrains:
        text, trouble = spell_routes(text, [a for a in question.choice if isinstance(a, RunTrains)], table.rules)
        if trouble:
            return None, trouble
    try:
        action = parse(
            f"{question.choice.kind.verb} {text}", seat.name, table.choices(seat.name), (question.choice.kind,)
        )
    except Unclear as error:
        return None, f"{escape_markup(str(error))}."
    action = give_cards(action, view, table.rules) if isinstance(action, RunTrains) else action
    refusal = (
        question.choice.judge(action) if question.choice.judge is not None and action not in question.choice else ""
    )
    return getattr(action, question.field, None), refusal
