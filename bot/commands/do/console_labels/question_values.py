"""Values that a line gives to what the console asks: `express`, `from the pool`, `cheapest`, `make it 50`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from msgspec import structs

from bot.commands.do.console_labels.button_words import choose_labelled, find_state_by_part
from bot.commands.do.console_labels.priced_options import (
    choose_by_price,
    read_sum,
    sums_on_buttons,
)
from bot.commands.do.refusals import outside_words
from bot.commands.do.seat_position import SeatPosition
from bot.model.action_form import Draft, Question, ask_next
from bot.model.words.agreement import ACCEPTED_OFFER, CONSENT_WORDS
from bot.model.words.doubts.counts import WHOLE_PRICE, WHOLE_SUM
from bot.model.words.extremes import LITTLE_MONEY, MUCH_MONEY
from bot.model.words.plain_words import split_plainly
from bot.model.words.reading.typed_values import names_value, read_number
from bot.model.words.reading.typed_words import fill_draft
from bot.model.words.reading.unknown_words import DEED_VERBS
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import CURRENCIES, FIELDS_OF_MONEY, LITTLE_WORDS, MOST_TYPED, Vocabulary
from bot.views.command_options import split_phrase
from bot.views.console.state import ConsoleState, with_value
from game.actions import Action, Answer, BuyTrain
from game.choices import Choice, Span
from game.rules import Rules
from render.data import queries

ALL_MONEY = frozenset({"all", "everything", "alles"})
# Where a share that the company itself sells lies.
WORDS_OF_ISSUER = frozenset({"treasury", "company", "itself", "own", "its", "ipo", "issuer"})
SOURCE_FIELD, POOL_WORD, PRIVATE_FIELD = "source", "pool", "private"
LEAST_SUM = 20  # dollars; a number below may be that of a button, a train or a lot
BOTH_WORD, FIELDS_OF_COUNTS = "both", ("count", "shares")
ACCEPTING_LINE = re.compile(
    rf"^\W*((?:{ACCEPTED_OFFER})(?: it| them)?)(?:\W+(?:for|at|with))?(?:\W+([{CURRENCIES}]?\d[\d,]*))?\W*$",
    re.IGNORECASE,
)
RAISING_WORDS = frozenset(
    {"add", "bit", "higher", "increase", "less", "little", "lower", "mehr", "more", "raise", "weniger"}
)
# what stands round a sum and is said of a train as well
ROUND_SUM = frozenset(
    {"actually", "better", "bitte", "instead", "make", "no", "ok", "okay", "please", "rather", "then"}
)
WORDS_BESIDE_VALUE = frozenset(
    {"the", "a", "an", "as", "one", "please", "possible", "that", "it", "of", "from", "for", "at"}
)


async def find_answered(position: SeatPosition, state: ConsoleState, words: str) -> ConsoleState | None:
    """The console once a line has answered the question in which it stands, or has named another sum than a preview has; None of
    lines that are no answer to that, of a button's number, and where nothing was chosen before.
    """
    choices = position.choices
    if state.draft == Draft() or state.routes is not None or len(words) > MOST_TYPED:
        return None
    question, number = ask_next(choices, state.draft), read_number(words)
    field, span = _find_span(choices, question)
    fits = number is not None and field in FIELDS_OF_MONEY and span is not None and number in span
    if find_train_or_sum(choices, state, words, position.vocabulary) is not None:
        return None
    if number is not None and not fits and (question.action is None or number < LEAST_SUM):
        return await _find_priced(position, state, words)
    if question.draft.kind != state.draft.kind and not state.draft.act:
        return None
    if question.action is not None:
        return _change_sum(choices, state, question.action, words)
    if not question.field or question.pick is not None:
        return None
    said = [w for w in map(spell_out, split_phrase(words)) if w not in WORDS_BESIDE_VALUE]
    if question.span is not None and (amount := _read_amount(words, said, question.span)) is not None:
        return with_value(state, question, amount) if amount in question.span else None
    if not said or question.span is not None or any(w in DEED_VERBS for w in said):
        return None
    said = ["2" if w == BOTH_WORD and question.field in FIELDS_OF_COUNTS else w for w in said]
    people = {shown.casefold(): player.casefold() for shown, player in position.vocabulary.names.items()}
    said = [people.get(w, w) for w in said]
    values = _find_values(question, said, position.vocabulary)
    if len(values) == 1:
        return with_value(state, question, values[0])
    priced = await _find_priced(position, state, words, question)
    return priced or await find_state_by_part(position, state, words)


def explain_sum(rules: Rules, choices: Sequence[Choice], state: ConsoleState, words: str) -> str:
    """What a sum may be that the console asks for, or shows as chosen, where a line names one that is too small or too large for
    that: it is never one for something else; "" of other lines.
    """
    if state.draft == Draft() or state.routes is not None or len(words) > MOST_TYPED:
        return ""
    question, amount = ask_next(choices, state.draft), read_sum(words)
    gone = question.draft.kind != state.draft.kind and not state.draft.act
    if amount is None or gone or (question.action is not None and amount < LEAST_SUM):
        return ""
    field, span = _find_span(choices, question)
    # or a button's number
    if span is None or amount in span or (field not in FIELDS_OF_MONEY and read_number(words) is not None):
        return ""
    possible = any(c.matching({**state.draft.given, field: amount}) for c in question.agreeing)  # such as no bid at all
    return "" if possible else outside_words(rules, field, span)


def find_train_or_sum(choices: Sequence[Choice], state: ConsoleState, words: str, vocabulary: Vocabulary) -> int | None:
    """The number alone that is a sum for the train whose price is asked or shown, and may name a train too; None elsewhere."""
    question, said = ask_next(choices, state.draft), [w for w in split_plainly(words) if w not in ROUND_SUM]
    field, span = _find_span(choices, question)
    train = "train" in question.draft.given or isinstance(question.action, BuyTrain)
    named = train and field in FIELDS_OF_MONEY and len(said) == 1 and said[0] in vocabulary.train_names
    number = read_number(said[0]) if named else None
    return number if number is not None and span is not None and number in span else None


def explain_added(choices: Sequence[Choice], state: ConsoleState, words: str) -> str:
    """What to say instead of how much more or less the sum is that the console asks for or shows: `+10`, `10 more`, `less`; "" of
    other lines.
    """
    field, span = _find_span(choices, ask_next(choices, state.draft)) if state.draft != Draft() else ("", None)
    said = split_plainly(words)
    adds = any(w in RAISING_WORDS or w[0] == "+" for w in said)
    told = all(
        w in RAISING_WORDS or w in LITTLE_WORDS or w in ROUND_SUM or read_number(w.lstrip("+")) is not None
        for w in said
    )
    whole = WHOLE_SUM if field == "amount" else WHOLE_PRICE
    return whole if span is not None and field in FIELDS_OF_MONEY and adds and told else ""


async def find_accepted(position: SeatPosition, words: str) -> ConsoleState | None:
    """The console with *Accept*, of a line that agrees to an offer in other words, or with the price that it names: `deal`,
    `ok 20`; None of other lines, and where no offer is to be answered.
    """
    choices = position.choices
    answers = [a for c in choices if not c.withdraws for a in c if isinstance(a, Answer)]
    agreed = ACCEPTING_LINE.match(words)
    if not answers or not all(issubclass(c.kind, Answer) for c in choices):
        return None
    offer = queries.pending_offer(position.view)
    named = agreed[2] if agreed is not None else words  # the price alone
    said = read_number(named.strip()) if named else None
    if said is None and (agreed is None or agreed[1].casefold() in (*CONSENT_WORDS, "ja", "accept it")):
        return None
    if said is not None and (offer is None or offer.price != said):
        return None
    accepted = next((a for a in answers if a.yes), None)
    return (
        ConsoleState(fill_draft(accepted), 0, position.table.action_version(position.by))
        if accepted is not None
        else None
    )


def _change_sum(choices: Sequence[Choice], state: ConsoleState, action: Action, words: str) -> ConsoleState | None:
    """The preview with another sum in place of its own: `make it 50`, `82`."""
    amount = read_sum(words)
    if amount is None or not any(action in c for c in choices):
        return None
    spans = list(_list_spans(choices, action))
    sums = spans if len(spans) == 1 else [n for n in action.__struct_fields__ if n in FIELDS_OF_MONEY]
    others = [structs.replace(action, **{name: amount}) for name in sums]
    other = next((a for a in others if any(a in c for c in choices)), None)
    if other is None:
        return None
    return ConsoleState(fill_draft(other), 0, state.action_version, before=state.before, said=state.said)


def _find_span(choices: Sequence[Choice], question: Question) -> tuple[str, Span | None]:
    """The field of the number that is asked, or of the one number of the action that is shown, and what it may be."""
    if question.action is None:
        return question.field, question.span
    spans = _list_spans(choices, question.action)
    return next(iter(spans.items())) if len(spans) == 1 else ("", None)


def _list_spans(choices: Sequence[Choice], action: Action) -> dict[str, Span]:
    """The ranges of numbers that an action's fields may have."""
    holds = next((c for c in choices if action in c), None)
    return {n: r for n, r in holds.ranges.items() if isinstance(r, Span)} if holds is not None else {}


def _read_amount(words: str, said: Collection[str], span: Span) -> int | None:
    """The number that a line names: `make it 50`, or the least or the most of a range."""
    if (amount := read_sum(words)) is not None:
        return amount
    if said and LITTLE_MONEY.issuperset(said):
        return span.low
    return span.high if said and (MUCH_MONEY | ALL_MONEY).issuperset(said) else None


def _find_values(question: Question, said: Sequence[str], vocabulary: Vocabulary) -> list[object]:
    """The values of the field that is asked of which every word speaks."""
    return [v for v in question.values if all(_names_value(question, v, w, vocabulary) for w in said)]


def _names_value(question: Question, value: object, word: str, vocabulary: Vocabulary) -> bool:
    """Whether a word names that value of the field that is asked."""
    if question.field == SOURCE_FIELD and word in WORDS_OF_ISSUER:
        return value != POOL_WORD
    given = question.draft.given | {question.field: value}
    sample = next((a for c in question.agreeing for a in c.matching(given)), None)
    return (
        sample is not None and word not in LITTLE_WORDS and names_value(question.field, value, word, sample, vocabulary)
    )


async def _find_priced(
    position: SeatPosition, state: ConsoleState, words: str, question: Question | None = None
) -> ConsoleState | None:
    """The console once the one button is pressed that costs as much as a line says, the least or the most; of privates, which the
    `question` asks for, what they are worth where no button has a price. None of other lines, where several do, and of the number
    of a button.
    """
    sums = await sums_on_buttons(position, state)
    if question is not None and question.field == PRIVATE_FIELD and not sums:
        worth = {v: position.rules.data.privates[v].value for v in question.values}
        named = choose_by_price(worth, words) if read_sum(words) is None else []
        return with_value(state, question, named[0]) if len(named) == 1 else None
    pressed = {
        (b.verb, b.value): b for b in choose_by_price(sums, words, buttons=len({(b.verb, b.value) for b in sums}))
    }
    return choose_labelled(position.choices, state, next(iter(pressed.values()))) if len(pressed) == 1 else None
