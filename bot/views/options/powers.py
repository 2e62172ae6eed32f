"""Actions that need the power of a private company, which is mostly used up by that: whose power, and what it does."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.action_form import Draft, Question, ask_next, describe_kind
from bot.views.formatting import View
from game.actions import Action, LayTile, PlaceToken, Use
from game.choices import Choice
from game.rules import Rules
from render import power_words
from render.data.names import listed


def powers_of(choices: Sequence[Choice]) -> tuple[str, ...]:
    """The private companies without whose powers nothing of this can be done; none where something needs none."""
    powers = [_power(a) for c in choices if issubclass(c.kind, (LayTile, PlaceToken, Use)) for a in c.actions]
    return tuple(sorted({*powers})) if powers and all(powers) else ()


def _power(action: Action) -> str:
    """The private company whose power an action uses; "" for none."""
    return action.private if isinstance(action, Use) else str(getattr(action, "using", ""))


def ask_without_power(choices: Sequence[Choice], draft: Draft) -> Question:
    """What to ask next; where tiles can be laid in a hex, or stations placed, with and without the power of a private, about
    those that need none: the power has a button of its own, else each way to lay a tile would stand there twice.
    """
    pending = ask_next(choices, draft)
    if not powers_beside(choices, draft):
        return pending
    return ask_next(choices, Draft(pending.draft.kind, {**pending.draft.given, "using": ""}))


def powers_beside(choices: Sequence[Choice], draft: Draft) -> tuple[str, ...]:
    """The private companies by whose powers tiles can be laid in the hex that is chosen, beside tiles that need none, or a
    station placed in one of several cities, beside stations that need none.
    """
    if draft == Draft(PlaceToken.__name__):
        return _powers_of_stations(choices)
    pending = ask_next(choices, draft)
    given = pending.draft.given
    if pending.draft.kind != LayTile.__name__ or "hex" not in given or "using" in given or draft.act:
        return ()
    lays = (a for c in pending.agreeing for a in c.matching({"hex": given["hex"]}) if isinstance(a, LayTile))
    used = {a.using for a in lays}
    return tuple(sorted(used - {""})) if "" in used else ()


def _powers_of_stations(choices: Sequence[Choice]) -> tuple[str, ...]:
    """The private companies that open several cities to a station, where others are open without them."""
    cities: dict[str, set[str]] = {}
    for action in (a for c in choices if c.kind is PlaceToken for a in c):
        if isinstance(action, PlaceToken):
            cities.setdefault(action.using, set()).add(action.city)
    return tuple(sorted(p for p, reached in cities.items() if p and len(reached) > 1)) if "" in cities else ()


def use_words(kind: type[Action], powers: Sequence[str]) -> str:
    """`Use P6…`, `Use P3: place a station…`: a button of what needs powers."""
    does = describe_kind(kind)
    return f"Use {listed(powers, 'or')}{'' if kind is Use else f': {does[:1].lower()}{does[1:]}'}…"


def named_powers(choices: Sequence[Choice], draft: Draft) -> list[str]:
    """The private companies whose powers are asked about: the one that is chosen, or those without which nothing else can be
    done.
    """
    chosen = draft.given.get("private") if draft.kind == Use.__name__ else None
    if chosen:
        return [str(chosen)]
    return [*powers_of([c for c in choices if c.kind.__name__ == draft.kind])] if draft.kind else []


def told_powers(powers: Sequence[str], view: View, rules: Rules) -> list[str]:
    """What these private companies do, a line each: `P5 (Danish East India Co.): …`."""
    return [f"{p} ({rules.data.privates[p].name}): {power_words(rules, p, view)}" for p in powers]


def special_tile_words(private: str, rules: Rules) -> str:
    """What a tile is that the power of a private company allows: `the free tile of ETWCR`; "" where there is no such power."""
    ability = next((a for a in rules.data.privates[private].abilities if a.kind == "lay"), None) if private else None
    if ability is None:
        return ""
    return f"the {'free ' if ability.free else 'extra ' if ability.extra else ''}tile of {private}"


def find_lay_power(question: Question, hex_id: str) -> str:
    """The private by whose power alone a tile may be laid in a hex, with what is chosen so far; "" where none is needed."""
    lays = [a for c in question.agreeing for a in c.matching({**question.draft.given, "hex": hex_id})]
    powers = {a.using if isinstance(a, LayTile) else "" for a in lays}
    return powers.pop() if len(powers) == 1 else ""


def lays_free(private: str, rules: Rules) -> bool:
    """Whether the power of a private lays a tile for nothing."""
    return any(a.kind == "lay" and a.free for a in rules.data.privates[private].abilities)


def drop_dearer_stations(actions: Sequence[Action]) -> list[Action]:
    """The actions without a paid station where the power of a private places it in the same city for nothing, and nowhere else:
    a power that could be kept for another city is a choice.
    """
    powers: dict[str, set[str]] = {}
    for a in actions:
        if isinstance(a, PlaceToken) and a.using:
            powers.setdefault(a.using, set()).add(a.city)
    free = {city for cities in powers.values() if len(cities) == 1 for city in cities}
    return [a for a in actions if not (isinstance(a, PlaceToken) and not a.using and a.city in free)]
