"""The text form of actions: the line that a player types.

`line` writes an action as it is typed: the verb, then the fields in order. `parse` reads such a line against what is legal: case
does not matter, a field with one possible value may be left out, a field may be named (`using=MRC`). What is typed in full but is
not legal is still read, so that the game can say which rule forbids it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from game.actions import ACTIONS, Action, Route, RunTrains
from game.choices import Choice, Pick, Span

MAX_LISTED = 8  # possibilities that a message lists
YES, NO = ("yes", "y", "accept", "true"), ("no", "n", "decline", "false")


class Unclear(ValueError):
    """A line that cannot be read as one action; `options` are lines or words that would be understood."""

    def __init__(self, reason: str, options: Iterable[str] = ()) -> None:
        self.options = tuple(dict.fromkeys(options))
        shown = ", ".join(self.options[:MAX_LISTED])
        more = f" and {len(self.options) - MAX_LISTED} more" if len(self.options) > MAX_LISTED else ""
        super().__init__(f"{reason}: {shown}{more}" if shown else reason)


class Misfit(Unclear):
    """A line whose words are too many, too few or in another order than those of its verb."""


class Ambiguous(Unclear):
    """A line that may be one action or another."""


class UnknownVerb(Unclear):
    """A line whose first word is no verb."""


class Trouble(NamedTuple):
    """Why a line is none of a choice's actions, and how many of its words agreed before."""

    agreed: int
    reason: str
    options: tuple[str, ...] = ()
    unfinished: bool = False  # all words agree, an amount is missing; the options are lines that have it


def line(action: Action) -> str:
    """The action as it is typed; `parse` makes the same action of it wherever that is legal."""
    if isinstance(action, RunTrains):
        return " ".join([action.verb, "; ".join(map(_typed_route, action.routes)) or "none"])
    words = [action.verb]
    skipped = False
    for field in _fields(type(action)):
        value = getattr(action, field.name)
        if not field.required and value == field.default:
            skipped = True
        else:
            words.append(f"{field.name}={_typed_value(value)}" if skipped else _typed_value(value))
    return " ".join([*words, *filter(None, [action.word])])


def _typed_route(route: Route) -> str:
    """A route as it is typed."""
    via = ["via", *route.sides] if route.sides else []
    return f"{route.train}: {' '.join([*route.stops, *via])}"


def _typed_value(value: object) -> str:
    """A value of a field as it is typed."""
    if isinstance(value, bool):
        return YES[0] if value else NO[0]
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or '""'
    text = str(value)
    return f'"{text}"' if not text or " " in text else text


def parse(text: str, by: str, choices: Sequence[Choice], classes: Sequence[type[Action]] = ACTIONS) -> Action:
    """The action that `by` means, given what is legal for that player; raises Unclear if it is not one action.

    `classes`: every action class of the title, for reading what is not legal now.
    """
    text = "".join(c if c.isprintable() else " " for c in text)
    words = re.findall(r'(?:[^\s"]|"[^"]*")+', text)
    if not words:
        raise Unclear("Type what you want to do", dict.fromkeys(c.kind.verb for c in choices))
    verb = words[0].lower()
    known = [k for k in classes if k.verb == verb]
    if not known:
        allowed = dict.fromkeys(c.kind.verb for c in choices) or dict.fromkeys(k.verb for k in classes)
        raise UnknownVerb(f"I do not know “{words[0]}”. You can type", allowed)
    own_choices = [c for c in choices if c.by == by and c.kind.verb == verb]
    if issubclass(known[0], RunTrains):
        return _run(text.split(None, 1)[1:], by, own_choices)
    troubles: list[Trouble] = []
    actions = list(dict.fromkeys(a for c in own_choices for a in _meant(c, words[1:], troubles)))
    if len(actions) > 1:
        actions = _plainest_of(actions, words[1:]) or actions
    unfinished = [o for t in troubles if t.unfinished for o in t.options]
    if len(actions) == 1 and not unfinished:
        return actions[0]
    if len(actions) + len(unfinished) > 1:
        raise Ambiguous("That can mean", [*map(line, actions), *unfinished])
    literal = [a for k in known for a in _literal(k, by, words[1:])]
    if literal:
        return literal[0]
    if troubles:
        furthest = max(t.agreed for t in troubles)
        last = [t for t in troubles if t.agreed == furthest]
        raise Unclear(last[0].reason, (o for t in last for o in t.options))
    raise Misfit("Type it as", map(usage, known))


def usage(kind: type[Action]) -> str:
    """How a line of that class is typed: `tile HEX TILE ROTATION [USING]`."""
    fields = [f.name.upper() if f.required else f"[{f.name.upper()}]" for f in _fields(kind)]
    return " ".join([kind.verb, *fields, *filter(None, [kind.word])])


@lru_cache(maxsize=256)
def _fields(kind: type[Action]) -> list[msgspec.structs.FieldInfo]:
    """The fields of an action that are typed: all but the player."""
    return [f for f in msgspec.structs.fields(kind) if f.name != "by"]


def _bind(kind: type[Action], words: Sequence[str]) -> dict[str, str] | None:
    """The words by field, or None if they do not fit the class."""
    if kind.word:
        if not words or words[-1].lower() != kind.word:
            return None
        words = words[:-1]
    names = [f.name for f in _fields(kind)]
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name.lower() not in names:
            name, value = next((n for n in names if n not in given), ""), word
        if not name or name.lower() in given:
            return None
        given[name.lower()] = value.replace('"', "").removeprefix("#" if name.lower() == "tile" else "")
    return given


def _meant(choice: Choice, words: Sequence[str], troubles: list[Trouble]) -> list[Action]:
    """The legal actions of a choice that agree with the words; why there is none goes to `troubles`."""
    given = _bind(choice.kind, words)
    if given is None:
        return []
    actions: Sequence[Action] = choice.actions
    values: dict[str, object] = {}
    for agreed, (name, typed) in enumerate(given.items()):
        span = choice.ranges.get(name)
        if span is None:
            agreeing = _agreeing(actions, name, typed)
            if not agreeing:
                listed = tuple(_short_value(name, getattr(a, name)) for a in actions)
                troubles.append(
                    Trouble(
                        agreed,
                        f"no {name} here is called {typed}. It may be" if typed else f"{name} is missing. It may be",
                        listed,
                    )
                )
                return []
            actions = agreeing
            continue
        value = _ranged_value(span, typed)
        if value is None:
            said = (
                f"not {typed or 'nothing'}" if _value(int, typed) is not None or not typed else f"and {typed} is none"
            )
            troubles.append(Trouble(agreed, f"{name} may be {_range_in_words(span)}, {said}"))
            return []
        values[name] = value
    missing = [n for n, span in choice.ranges.items() if n not in given and not _has_one_value(span)]
    if missing:
        reason = f"{missing[0]} is missing, {_range_in_words(choice.ranges[missing[0]])}; such as"
        troubles.append(Trouble(len(given), reason, tuple(map(line, actions)), unfinished=True))
        return []
    return [msgspec.structs.replace(a, **values) for a in actions] if values else list(actions)


def _short_value(name: str, value: object) -> str:
    """A value as it may be typed at the shortest: a train by its type, without the number of its card."""
    return re.sub(r"-\d+$", "", _typed_value(value)) if name == "train" else _typed_value(value)


def _agreeing(actions: Sequence[Action], name: str, typed: str) -> list[Action]:
    """Actions whose field is what was typed: exactly; but for case; as the beginning before a dot or hyphen; as a number.

    A train may also be named by the side that its buyer chooses, a tile by its published number (170 for 170ric).
    """
    low = typed.casefold()
    sided = [a for a in actions if name == "train" and getattr(a, "side", "").casefold() == low] if low else []
    if sided:  # a train by the side that is chosen; of trains without a choice those of that type
        return sided + [
            a for a in actions if not getattr(a, "side", "") and str(getattr(a, name)).startswith(f"{low}-")
        ]
    readings: tuple[Callable[[object], bool], ...] = (
        lambda v: _typed_value(v).replace('"', "") == typed,
        lambda v: str(v).casefold() == low,
        lambda v: bool(low) and str(v).casefold().startswith((f"{low}.", f"{low}-")),
        lambda v: name == "tile" and str(v).rstrip(ascii_lowercase) == typed,
        lambda v: isinstance(v, int) and _value(type(v), typed) == v,
    )
    for agrees in readings:
        agreeing = [a for a in actions if agrees(getattr(a, name))]
        if agreeing:
            return agreeing
    return []


def _ranged_value(span: Span | Pick, typed: str) -> object | None:
    """The value that was typed for a ranged field, None if it is not in the range."""
    value: object = _value(int, typed)
    if isinstance(span, Pick):
        asked = [t.casefold() for t in typed.split(",") if t]
        value = tuple(i for i in span.items if i.casefold() in asked)
        if len(value) != len(asked):
            return None
    return value if value in span else None


def _range_in_words(span: Span | Pick) -> str:
    """A range in words."""
    if isinstance(span, Pick):
        return f"{span.low} to {span.high} of {','.join(span.items)}"
    return f"{span.low} to {span.high}" + (f" in steps of {span.step}" if span.step > 1 else "")


def _has_one_value(span: Span | Pick) -> bool:
    """Whether a range leaves no choice."""
    return isinstance(span, Span) and span.low == span.high


def _plainest_of(actions: Sequence[Action], words: Sequence[str]) -> list[Action]:
    """Of several meanings those whose optional fields are at their defaults unless typed (a side in place of its train)."""
    plain = []
    for action in actions:
        given = _bind(type(action), words) or {}
        rest = [f for f in _fields(type(action)) if f.name not in given and not f.required]
        named = given.get("train", "").casefold()
        if all(getattr(action, f.name) == f.default or str(getattr(action, f.name)).casefold() == named for f in rest):
            plain.append(action)
    return plain


def _literal(kind: type[Action], by: str, words: Sequence[str]) -> Iterator[Action]:
    """The action as typed, legal or not, if every field that must be there is there and of its type."""
    given = _bind(kind, words)
    if given is None or any(f.required and f.name not in given for f in _fields(kind)):
        return
    types = get_type_hints(kind)
    values = {name: _value(types[name], typed) for name, typed in given.items()}
    if None not in values.values():
        yield kind(by=by, **values)


def _value(type_: Any, typed: str) -> Any:
    """What was typed as a value of a field's type, or None."""
    if type_ is bool:
        return True if typed.lower() in YES else False if typed.lower() in NO else None
    if type_ is int:
        digits = typed.lstrip("$£₹").replace(",", "")
        return int(digits) if re.fullmatch(r"-?[0-9]{1,9}", digits) else None
    if get_origin(type_) is tuple:
        return tuple(_value(get_args(type_)[0], part) for part in typed.split(",") if part)
    return typed


def _run(rest: Sequence[str], by: str, choices: Sequence[Choice]) -> Action:
    """`run` alone is the best run listed; `run none` runs nothing; otherwise train: stops, parted by semicolons."""
    listed = [a for c in choices for a in c.actions if isinstance(a, RunTrains)]
    if not rest:
        if not listed:
            return RunTrains(routes=(), by=by)
        return listed[0]
    if rest[0].strip().lower() in {"none", "nothing"}:
        return RunTrains(routes=(), by=by)
    routes = tuple(map(_read_route, filter(str.strip, rest[0].split(";"))))
    wanted = RunTrains(routes=routes, by=by)
    if wanted in listed or any(r.sides for r in routes):
        return wanted
    same = [a for a in listed if _course(a.routes) == _course(routes)]
    return same[0] if same else wanted


def _course(routes: Iterable[Route]) -> list[tuple[str, tuple[str, ...]]]:
    """What tells runs apart for a reader: the trains and their stops, in either direction, in any order."""
    return sorted((r.train, min(r.stops, r.stops[::-1])) for r in routes)


def _read_route(text: str) -> Route:
    """The route that was typed; raises Unclear if it is none."""
    train, colon, stops = text.partition(":")
    if not colon or not train.strip() or not stops.strip():
        raise Misfit(f"{text.strip()!r} is not a route; type train: stops, such as", ["run 3: D4.b E7 F6"])
    before, _, after = f" {stops} ".partition(" via ")
    return Route(train.strip(), tuple(map(_place, before.replace("–", " ").split())), tuple(map(_place, after.split())))


def _place(text: str) -> str:
    """A place as it is written: the hex in capitals, the stop in small letters."""
    hex, dot, stop = text.partition(".")
    return hex.upper() + dot + stop.lower()
