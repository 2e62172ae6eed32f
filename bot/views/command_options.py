"""Action classes as commands: which verbs there are, with which options, and what somebody meant by the options given.

Classes that share a verb make one command; what is legal then says which of them is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bot.core.discord_limits import OPTION_TEXT
from bot.core.text import quote_typed
from bot.model.action_form import Draft, Field, ask_next, describe_kind, fields_of, of_kind
from bot.views.custom_ids import base36
from game.actions import Action, Pass, Route
from game.choices import Choice
from game.notation import NO, YES

# What the player says, where that is not the field's own name.
OPTION_NAMES = {"item": "on", "amount": "price", "shares": "count", "buyer": "to", "city": "hex"}
SUBJECT = {"choose": "option"}  # name of the first option, where classes of one verb differ in it
LATER = {"rotation"}  # asked in the console if several are left
ANSWERS = dict.fromkeys(YES, True) | dict.fromkeys(NO, False)
PARTED = re.compile(r"(?:[\s(→–/]|,(?!\d{3}(?!\d)))+")  # between two words of a phrase, and of what is typed: `E3–C5`
GROUPS = {"play": "What you do yourself", "corp": "What your company does"}

# (choices, field, values, given) -> the words for each value
Labels = Callable[[Sequence[Choice], str, Iterable[Any], Mapping[str, Any]], list[str]]


IN_COMMON = {  # what a verb of many kinds does
    "buy": "Buy what is for sale: shares, private companies, cards of your hand or of a row, bonds",
}


@dataclass(frozen=True)
class VerbOption:
    """One option of a verb's command, and which field of each class it fills."""

    name: str
    text: str
    type: type
    required: bool
    fields: Mapping[str, str] = field(default_factory=dict)  # class name -> field name


@dataclass(frozen=True)
class Verb:
    group: str
    name: str
    kinds: tuple[type[Action], ...]
    options: tuple[VerbOption, ...]

    @property
    def text(self) -> str:
        """The command's description: what each kind of action does; of too many kinds to list, what they have in common."""
        listed = " · ".join(describe_kind(k) for k in self.kinds)
        return listed if len(listed) <= OPTION_TEXT else IN_COMMON.get(self.name, listed)


def verbs(kinds: Iterable[type[Action]]) -> list[Verb]:
    """The commands of these action classes, in the order of the classes."""
    by_verb: dict[tuple[str, str], list[type[Action]]] = {}
    for kind in kinds:
        by_verb.setdefault((kind.group, kind.verb), []).append(kind)
    return [Verb(group, name, tuple(same), _merge_options(name, same)) for (group, name), same in by_verb.items()]


def _shown_name(f: Field) -> str:
    """What users read a field as: its option's name in a command."""
    return OPTION_NAMES.get(f.name, f.name)


def _merge_options(verb: str, kinds: Sequence[type[Action]]) -> tuple[VerbOption, ...]:
    """The options of a verb's command: fields of its classes that users read by the same name are one option."""
    firsts = {_shown_name(fields_of(k)[0]) for k in kinds if fields_of(k)}
    subject = firsts.pop() if len(firsts) == 1 else SUBJECT.get(verb, "what")
    subjects: dict[str, list[tuple[type[Action], Field]]] = {}
    for kind in kinds:
        for n, f in enumerate(fields_of(kind)):
            subjects.setdefault(subject if n == 0 else _shown_name(f), []).append((kind, f))
    options = []
    for name, uses in subjects.items():
        types = {f.type for _, f in uses}
        required = name == subject or (len(kinds) == 1 and uses[0][1].required and name not in LATER)
        text = " / ".join(dict.fromkeys(f.text for _, f in uses))
        options.append(
            VerbOption(name, text, int if types == {int} else str, required, {k.__name__: f.name for k, f in uses})
        )
    return tuple(options)


def stamp(action_version: int, value: str) -> str:
    """A value for a list of choices that tells later whether the seat has acted since."""
    return f"{base36(action_version)}|{value}"


def unstamp(text: str) -> tuple[int | None, str]:
    """The counter (None: typed by hand) and the value."""
    match = re.fullmatch(r"([0-9a-z]{1,8})\|(.*)", text, re.DOTALL)
    return (int(match[1], 36), match[2]) if match else (None, text)


def format_value(value: Any) -> str:
    """A field's value as the short text that an option carries and `match_value` reads."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int):
        return str(value)
    if value and isinstance(value[0], Route):
        return "; ".join(f"{r.train}: {' '.join(r.stops)}" for r in value)
    return " ".join(str(v) for v in value)


def match_value(typed: str, field: str, choices: Sequence[Choice], filled_in: Mapping[str, Any], labels: Labels) -> Any:
    """The value of the field that is meant by its short text or by its words, of those still legal; None if none is."""
    words = typed.strip().casefold()
    values = list(dict.fromkeys(v for c in choices for v in c.options(field, filled_in)))
    for value in values:
        if ANSWERS.get(words) is value if isinstance(value, bool) else format_value(value).casefold() == words:
            return value
    shown = labels(choices, field, values, filled_in)
    return next((v for v, label in zip(values, shown, strict=True) if label.casefold() == words), None)


@dataclass(frozen=True)
class Interpretation:
    """What the options of a command mean: an action (legal or not), a draft that lacks something, or why they mean nothing."""

    action: Action | None = None
    draft: Draft | None = None
    problem: str = ""


def interpret_options(
    verb: Verb, filled_in: Mapping[str, str | int], choices: Sequence[Choice], by: str, labels: Labels
) -> Interpretation:
    """The action or draft that the options of a command mean.

    Legal readings come first; a complete one that is illegal is returned too, and the engine refuses it.
    """
    complete: Action | None = None
    draft: Draft | None = None
    problem = ""
    for kind in sorted(verb.kinds, key=lambda k: not of_kind(choices, k.__name__)):
        mapping = {o.name: o.fields.get(kind.__name__) for o in verb.options}
        legal = {c.kind for c in choices if c.kind in verb.kinds}
        fitting = _options_of_class(kind, verb, filled_in, needed=legal != {kind})
        if fitting is None or any(mapping.get(name) is None for name in fitting):
            continue
        offered = of_kind(choices, kind.__name__)
        read: dict[str, Any] = {}
        for f in fields_of(kind):
            name = next((n for n, target in mapping.items() if target == f.name), "")
            if name in fitting:
                read[f.name] = _read_value(f, fitting[name], offered, read, labels)
        if any(v is None for v in read.values()):
            bad = next(n for n, v in read.items() if v is None)
            typed = quote_typed(str(filled_in[_option_for_field(mapping, bad)]))
            problem = problem or f"I do not understand the {OPTION_NAMES.get(bad, bad)} {typed}."
            continue
        question = ask_next(offered, Draft(kind.__name__, read)) if offered and _any_fits(offered, read) else None
        if question is not None and question.action is not None:
            return Interpretation(action=question.action)
        if question is not None and question.field:
            draft = draft or question.draft
        missing = {f.name for f in fields_of(kind) if f.required and f.name not in read}
        if complete is None and (not missing or (question is None and missing <= LATER)):
            complete = kind(by=by, **read, **dict.fromkeys(missing, 0))
    if draft is not None and complete is None:
        return Interpretation(draft=draft)
    if complete is not None:
        return Interpretation(action=complete)
    return Interpretation(problem=problem or _refusal_words(verb, choices))


def _options_of_class(
    kind: type[Action], verb: Verb, filled_in: Mapping[str, str | int], *, needed: bool
) -> Mapping[str, str | int] | None:
    """The options given, without the word that tells classes of one verb apart; None if another class is meant.

    The word may be left out where it is not `needed`: nothing else of that verb can be done now.
    """
    words = {k.word for k in verb.kinds if k.word}
    entered = {name: str(v).casefold() for name, v in filled_in.items() if str(v).casefold() in words}
    if not entered:
        return None if kind.word and needed else filled_in
    subject = next((name for name, v in entered.items() if v == kind.word), None)
    return None if subject is None else {name: v for name, v in filled_in.items() if name != subject}


def _option_for_field(mapping: Mapping[str, str | None], target: str) -> str:
    """The option by which a verb's command fills that field."""
    return next(name for name, value in mapping.items() if value == target)


def _any_fits(choices: Sequence[Choice], filled_in: Mapping[str, Any]) -> bool:
    """Whether an action is legal that has these values."""
    return any(c.matching(filled_in) for c in choices)


def _refusal_words(verb: Verb, choices: Sequence[Choice]) -> str:
    """The sentence for a verb that is not possible now, with those that are."""
    may = ", ".join(dict.fromkeys(f"/{c.kind.group} {c.kind.verb}" for c in choices))
    return f"/{verb.group} {verb.name} is not possible now." + (f" You can: {may}." if may else "")


def _read_value(
    f: Field, typed: str | int, choices: Sequence[Choice], filled_in: Mapping[str, Any], labels: Labels
) -> Any:
    """The field's value that typed text stands for, legal or not; None if it is no such value at all."""
    if isinstance(typed, str):
        meant = match_value(typed, f.name, choices, filled_in, labels)
        if meant is not None:
            return meant
        matching = {v for c in choices for v in c.options(f.name, filled_in) if str(v).startswith(f"{typed}.")}
        if len(matching) == 1:  # the only city of a hex
            return matching.pop()
    return parse_value(f, typed)


def parse_value(f: Field, typed: str | int) -> Any:
    """A typed text as a value of that field's type, legal or not; None if it is none."""
    if f.type is int:
        text = str(typed).strip().lstrip("$").replace(",", "")
        return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None
    if f.type is bool:
        return ANSWERS.get(str(typed).strip().casefold())
    if f.type is tuple:
        return tuple(str(typed).replace(",", " ").split())
    return str(typed).strip()


def restore_fields(kind: type[Action], given: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a stored draft with their types back; what no longer fits is left out."""
    kinds = {f.name: f.type for f in msgspec.structs.fields(kind)}
    converted = {}
    for name, value in given.items():
        if name in kinds:
            try:
                converted[name] = msgspec.convert(value, kinds[name])
            except msgspec.ValidationError:
                continue
    return converted


def rank_matches(text: str, phrases: Sequence[tuple[str, Any]]) -> list[Any]:
    """The values in whose phrase every word that was typed begins a word, the closest first; for lists while somebody types."""
    start = text.casefold().strip()
    words = list(dict.fromkeys(stripped for w in PARTED.split(start) if (stripped := w.strip(",;()"))))
    ranked = []
    for n, (phrase, value) in enumerate(phrases):
        low = phrase.casefold()
        parts = PARTED.split(low)
        if all(any(part.startswith((w, *(f"{sign}{w}" for sign in "$£₹#"))) for part in parts) for w in words):
            ranked.append((not low.startswith(start), n, value))
    return [value for *_, value in sorted(ranked, key=lambda f: f[:2])]


def find_worded_actions(words: str, phrases: Sequence[tuple[str, Action]]) -> list[Action]:
    """The actions in whose phrase every word begins a word, a number or an answer being one, the closest first."""
    asked = split_phrase(words)

    def has(phrase: str, action: Action) -> bool:
        """Whether the phrase has all the words; one letter is that of the verb, and of nothing weighty."""
        if len(asked) == 1 and len(asked[0]) == 1 and not asked[0].isdigit():
            return action.verb.startswith(asked[0]) and not action.weighty and not isinstance(action, Pass)
        parts = split_phrase(phrase)
        return all(any(p == w if w.isdigit() or w in ANSWERS else p.startswith(w) for p in parts) for w in asked)

    return rank_matches(" ".join(asked), [(p, a) for p, a in phrases if has(p, a)])


def split_phrase(phrase: str) -> list[str]:
    """The words and numbers of a phrase in small letters, without what stands between them."""
    return [part for part in re.split(r"[^\w&+%.-]+", phrase.casefold()) if part.strip(".-")]
