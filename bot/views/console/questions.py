"""What the private console asks, and what was chosen so far, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.core.text import begin_sentence
from bot.model.action_form import Question, describe_kind, pass_action
from bot.model.models import Seat
from bot.tables.service import Table
from bot.views.console.hints import step_words
from bot.views.formatting import View, number_words
from bot.views.options.labels import LABELS_OF_KINDS
from bot.views.options.pictures.step_pictures import find_only_hex, find_only_power
from bot.views.options.powers import powers_of, special_tile_words
from bot.views.options.screen import Screen, field_text
from bot.views.turn_panel import short_question
from game.actions import Action, Bid, LayTile, PlaceToken, RunTrains
from game.dividend_kinds import DividendKind
from game.names import company_name
from game.rules import Rules
from game.step_keys import StepKey
from render.data import queries
from render.data.names import card_name, holder, listed, lot_name
from render.text.labels import city_name
from render.text.questions import FIELDS

DONE: Mapping[type[Action], str] = {Bid: "Bid", RunTrains: "Run trains"}  # within the path


def question_text(question: Question, rules: Rules, view: View | None = None) -> str:
    """The question in words, with the range or the count where one is asked for.

    `view`: where it is given, a title's own words for what is asked at its step come first.
    """
    own = step_words(question.field, view, rules) if view is not None else ""
    own = (
        own
        or dividend_words([k for k in rules.dividends.kinds if k.name in question.values])
        or _side_words(question, rules)
    )
    text = own or asked_field(question)
    if question.span is not None:
        money = question.field in ("amount", "price") and question.span.step == 1
        any_amount = ("Any amount from " if text.endswith("?") else "any amount from ") if money else ""
        low, high, step = (
            number_words(rules, question.field, n) for n in (question.span.low, question.span.high, question.span.step)
        )
        return f"{text}{'' if text.endswith('?') else ':'} {any_amount}{low} to {high}" + (
            f", in steps of {step}" if question.span.step > 1 else ""
        )
    if question.pick is not None:
        many = (
            str(question.pick.low)
            if question.pick.low == question.pick.high
            else f"{question.pick.low} to {question.pick.high}"
        )
        return f"{text} Choose {many}" if text.endswith("?") else f"{text}: choose {many}"
    return text


def _side_words(question: Question, rules: Rules) -> str:
    """`Passengers (2) or freight (1G)?`: for what a train is bought that has two sides; "" where no such train is chosen."""
    kind = rules.data.trains.get(queries.train_type(str(question.draft.given.get("train", ""))))
    if question.field != "side" or kind is None:
        return ""
    plain = "passengers" if any("freight" in side.kinds for side in kind.sides) else "ordinary"
    told = [f"{' '.join(s.kinds) or plain} ({s.name})" for s in kind.sides if s.name in question.values]
    return f"{begin_sentence(listed(told, 'or'))}?" if told else ""


def asked_field(question: Question) -> str:
    """What is asked of a field: in its action's own words where these are a question already, else in those of all titles."""
    described = field_text(question)
    return f"{described}?" if re.fullmatch(r"Which \w+", described) else FIELDS.get(question.field) or described


def dividend_words(kinds: Sequence[DividendKind]) -> str:
    """`Pay out, or withhold?`: which kinds of dividends may be chosen; "" where none is asked."""
    return begin_sentence(f"{', '.join(k.verb for k in kinds[:-1])}, or {kinds[-1].verb}?") if len(kinds) > 1 else ""


def thing_words(value: str, view: View, rules: Rules) -> str:
    """A place, company or card by its name, as what was chosen."""
    data = rules.data
    if value in data.train_cards:
        special = view.trains.get(value)
        face = queries.face(view, value)
        return data.train_called(face if special and special.side else queries.type_called(rules, face))
    return card_name(value, view, rules) if value in data.certificates else queries.place_name(rules, value)


def path_words(screen: Screen, view: View, rules: Rules) -> str:
    """What was chosen so far, in one line: `CoG · lay a tile · Milledgeville (G7)`."""
    draft = screen.question.draft
    kind = next((c.kind for c in screen.question.agreeing), None) or (type(screen.action) if screen.action else None)
    company = company_name(rules, queries.acting_company(view))
    parts = [begin_sentence(company)]
    if draft.given == {"amount": 0}:
        parts.append("Put up without a bid")
    elif kind is not None:
        parts.append(DONE.get(kind) or (LABELS_OF_KINDS.get(kind) or describe_kind(kind)).rstrip("…"))
    for name, value in draft.given.items():
        words = thing_words(value, view, rules) if isinstance(value, str) else ""
        if name == "train":
            words += f" from {holder(view.place.get(str(value), ''), rules)}"
        elif name == "tile":
            words = f"tile {rules.data.tile_number(str(value))}"
        elif name == "city":
            words = city_name(str(value), view, rules)
        elif name == "buyer":
            words = f"to {rules.person(str(value))}"
        elif name == "item":
            words = lot_name(str(value), view, rules)
        elif name == "director" and value:
            words = "with director"
        elif value in rules.data.companies:
            words = company_name(rules, str(value))
        if name == "seller" and "train" in draft.given:  # the train says it
            continue
        parts.append(words or (rules.data.money(value) if value and name in {"price", "amount"} else ""))
    return " · ".join(dict.fromkeys(s for s in parts if s))


def first_question(table: Table, seat: Seat, screen: Screen, view: View) -> str:
    """What is asked at the beginning; of what is built, only where or which, since the panel above says what it is."""
    rules, ending = table.rules, pass_action(table.choices(seat.name))
    company = begin_sentence(company_name(rules, queries.acting_company(view)))
    power = special_tile_words(find_only_power(screen), rules)
    uses = powers_of(table.choices(seat.name)) if {o.kind for o in screen.options} == {PlaceToken} else ()
    step = queries.step_key(view)
    if only := find_only_hex(screen):
        return f"{company}{f', {power}' if power else ''}: which tile in {queries.place_name(rules, only)}?"
    if power:
        return f"{company}: lay {power}{', or done' if ending is not None else ''}"
    if uses:
        return f"{company}: station by {listed(uses, 'or')} only, where?"
    build = {LayTile: (StepKey.TRACK, "lay track"), PlaceToken: (StepKey.TOKEN, "place a station")}
    for kind, (key, words) in build.items():
        if step == key and len(screen.options) > 1 and {o.kind for o in screen.options} == {kind}:
            return f"{company}: {words} where?"
    return short_question(table, view, seat.name)


def next_question_words(table: Table, seat: Seat, screen: Screen, view: View) -> str:
    """What is asked after something was chosen, which stands before it: `CoG · lay a tile · Milledgeville (G7): which tile?`"""
    pending, rules = screen.question, table.rules
    asked = question_text(pending, rules, view) if pending.field else short_question(table, view, seat.name)
    if [o.kind for o in screen.options] == [RunTrains]:  # there is nothing to choose from
        asked = ""
    path = " · ".join(
        filter(None, [path_words(screen, view, rules), special_tile_words(find_only_power(screen), rules)])
    )
    if set(re.findall(r"\w+", asked.casefold())) <= set(re.findall(r"\w+", path.casefold())):  # what was chosen asks it
        asked = ""
    return ": ".join(filter(None, (path, asked[:1].lower() + asked[1:] if path and pending.field else asked)))
