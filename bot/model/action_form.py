"""From legal actions to questions: which field to ask next, with which options. Nothing of Discord in here.

A `Draft` is an action half filled in. `ask_next` says what is missing; slash commands, the console and `/do` all read it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct, field

from game.actions import Action, BuyPrivate, Pass, SellPrivate, TakePrivate
from game.choices import Choice, Pick, Span

DEALS = (BuyPrivate, SellPrivate, TakePrivate)  # seldom meant: below all else, and no turn waits for them
MAX_LISTED_VALUES = 25  # values of a range that are offered one by one


@dataclass(frozen=True)
class Field:
    """One field of an action class, as a player sees it."""

    name: str
    text: str  # description
    type: type
    required: bool


class Draft(Struct, frozen=True):
    """An action half filled in: the name of its class and the fields given. Stored as JSON."""

    kind: str = ""
    given: dict[str, Any] = field(default_factory=dict)
    act: str = ""  # digest of a listed action, chosen as a whole

    def digest(self) -> str:
        """Six characters that tell two drafts apart."""
        raw = msgspec.json.encode([self.kind, self.given, self.act], order="deterministic")
        return blake2b(raw, digest_size=3).hexdigest()

    def without_last(self) -> Draft:
        """The draft without what was given last."""
        if self.act:
            return Draft(self.kind, self.given)
        if not self.given:
            return Draft()
        return Draft(self.kind, dict(list(self.given.items())[:-1]))


@dataclass(frozen=True)
class Question:
    """What is asked next. Exactly one of `action` (nothing is missing), `kinds`, `field` is set."""

    draft: Draft
    kinds: tuple[type[Action], ...] = ()
    choice: Choice | None = None
    agreeing: tuple[Choice, ...] = ()  # all that agree with what was given, `choice` among them
    field: str = ""
    values: tuple[Any, ...] = ()  # to choose from; of a range of numbers the suggestions
    span: Span | None = None  # any number of it may be given
    pick: Pick | None = None
    action: Action | None = None


@lru_cache(maxsize=256)
def fields_of(kind: type[Action]) -> tuple[Field, ...]:
    """The fields that a player gives, in order."""
    names = []
    info: Any = msgspec.inspect.type_info(kind)
    for f in info.fields:
        if f.name == "by":
            continue
        text, inner = "", f.type
        if isinstance(inner, msgspec.inspect.Metadata):
            text, inner = str((inner.extra_json_schema or {}).get("description", "")), inner.type
        kinds: dict[type, type] = {
            msgspec.inspect.IntType: int,
            msgspec.inspect.BoolType: bool,
            msgspec.inspect.StrType: str,
        }
        names.append(Field(f.name, text, kinds.get(type(inner), tuple), f.default is NODEFAULT))
    return tuple(names)


def describe_kind(kind: type[Action]) -> str:
    """What an action does: the first line of its docstring, without the full stop."""
    return (kind.__doc__ or kind.__name__).strip().splitlines()[0].rstrip(".")


def of_kind(choices: Iterable[Choice], name: str) -> list[Choice]:
    """The choices of one class of actions, by its name."""
    return [c for c in choices if c.kind.__name__ == name]


def action_digest(action: Action) -> str:
    """Ten characters that name an action among the legal ones, whatever its length."""
    return blake2b(msgspec.json.encode(action, order="deterministic"), digest_size=5).hexdigest()


def find_by_digest(choices: Iterable[Choice], name: str) -> Action | None:
    """The listed action of that digest."""
    return next((a for c in choices for a in c if action_digest(a) == name), None)


def listed_actions(choices: Iterable[Choice]) -> list[Action]:
    """Every listed action, those with an open range at their lowest."""
    return [a for c in choices for a in c]


def leaves_open(choice: Choice) -> bool:
    """Whether something is left to choose after the listed action: a number, or some of several."""
    return any(not isinstance(r, Span) or r.low != r.high for r in choice.ranges.values())


def ask_next(choices: Sequence[Choice], draft: Draft) -> Question:
    """What to ask next of somebody who has given that much. Fields that leave no choice are filled in."""
    if draft.act:
        chosen = find_by_digest(choices, draft.act)
        holds = next((c for c in choices if chosen in c), None)
        return Question(draft, choice=holds, action=chosen) if chosen is not None else ask_next(choices, Draft())
    if not draft.kind:
        kinds = tuple(dict.fromkeys(c.kind for c in choices))
        return ask_next(choices, Draft(kinds[0].__name__)) if len(kinds) == 1 else Question(draft, kinds=kinds)
    of_this_kind = of_kind(choices, draft.kind)
    if not of_this_kind:
        return ask_next(choices, Draft())
    order = [f.name for f in fields_of(of_this_kind[0].kind)]
    given = {name: draft.given[name] for name in order if name in draft.given}
    while True:
        agreeing = [c for c in of_this_kind if c.matching(given)]
        if not agreeing:
            unlisted = _ask_judged(of_this_kind, given)
            return unlisted or ask_next(choices, Draft(draft.kind) if draft.given else Draft())
        missing = _next_field(of_this_kind[0].kind, order, given)
        if missing is None:
            break
        values = _values_of(agreeing, missing, given)
        open_range = any(not isinstance(c.ranges.get(missing, Span(0, 0)), Span) for c in agreeing)
        settled = not open_range and not any(_is_open_range(c, missing) or c.judge is not None for c in agreeing)
        if len(values) == 1 and settled:
            given[missing] = values[0]
            continue
        return _make_question(Draft(draft.kind, given), agreeing, missing, values)
    whole = Draft(draft.kind, given)
    action = next((a for c in agreeing if (a := c.complete(given)) is not None), None)
    return Question(whole, choice=agreeing[0], action=action)


def _next_field(kind: type[Action], order: Sequence[str], given: Mapping[str, Any]) -> str | None:
    """The field that is asked next: the first one, but for one of which the others are said to depend once its own are known."""
    left = [name for name in order if name not in given]
    begun = bool(given) or order[:1] == [kind.asked_first]
    return kind.asked_first if kind.asked_first in left and begun else next(iter(left), None)


def _ask_judged(choices: Sequence[Choice], given: Mapping[str, Any]) -> Question | None:
    """An action that is not listed but passes its choice's judge, such as routes that somebody typed."""
    for c in choices:
        if c.judge is not None and all(f.name in given or not f.required for f in fields_of(c.kind)):
            action = c.kind(by=c.by, **given)
            if action in c:
                return Question(Draft(c.kind.__name__, dict(given)), choice=c, action=action)
    return None


def _is_open_range(choice: Choice, name: str) -> bool:
    """Whether that field of a choice is a range with more than one number."""
    span = choice.ranges.get(name)
    return isinstance(span, Span) and span.low != span.high


def _values_of(choices: Sequence[Choice], name: str, given: Mapping[str, object]) -> list[Any]:
    """The values that a field may still have, given some others, each once."""
    return list(dict.fromkeys(v for c in choices for v in c.options(name, given)))


def _make_question(draft: Draft, choices: Sequence[Choice], name: str, values: list[Any]) -> Question:
    """The question for a field that is left: of choices that agree so far the first one's range, preceded by what others
    allow.
    """
    ranged, agreeing = next((c for c in choices if name in c.ranges), choices[0]), tuple(choices)
    span = ranged.ranges.get(name)
    if isinstance(span, Span):
        shown = (*(v for v in values if v not in span), *_suggest_values(span))
        return Question(draft, choice=ranged, agreeing=agreeing, field=name, values=shown, span=span)
    if span is not None:
        return Question(draft, choice=ranged, agreeing=agreeing, field=name, values=span.items, pick=span)
    return Question(draft, choice=ranged, agreeing=agreeing, field=name, values=tuple(values))


def left_undone(choices: Iterable[Choice], action: Action) -> str:
    """What the action leaves undone, without a full stop; empty where nothing is worth a question. The engine says it."""
    return next((c.forgoes for c in choices if c.forgoes and action in c), "")


def is_final(choices: Iterable[Choice], action: Action) -> bool:
    """Whether what the action leaves undone is lost for good: everybody sees that first."""
    return any(c.final and action in c for c in choices)


def pass_action(choices: Iterable[Choice]) -> Action | None:
    """How to pass, or to end one's turn, if that is possible."""
    return next((a for c in choices if issubclass(c.kind, Pass) for a in c.actions), None)


def _suggest_values(span: Span) -> Iterator[int]:
    """Values worth a place in a menu: all of a short range, else the first ones and the last, or round sums where any will do."""
    every = span.values()
    if len(every) <= MAX_LISTED_VALUES - 1:
        yield from every
    elif span.step > 1:
        yield from every[: MAX_LISTED_VALUES - 3]
        yield every[-1]
    else:
        yield from next(
            numbers for steps in (5, 4, 3, 2, 1) if len(numbers := _round_sums(span, steps)) < MAX_LISTED_VALUES
        )


def _round_sums(span: Span, steps: int) -> list[int]:
    """The lowest value, sums that are the rounder the further they lie above it, and the highest value."""
    numbers, at = [span.low], span.low
    while True:
        gap = next(n for n in _round_numbers() if n * steps >= at - span.low)
        at = (at // gap + 1) * gap
        if at >= span.high:
            return [*numbers, span.high]
        numbers.append(at)


def _round_numbers() -> Iterator[int]:
    """The round numbers that people name, without end: 5, 10, 20, 50, 100 ..."""
    return (n * 10**power for power in itertools.count() for n in ((5,) if not power else (1, 2, 5)))
