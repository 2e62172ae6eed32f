"""Cards that are picked by their companies, `pick GIPR GIPR BR`, with what may be typed next; or by their numbers in the menu."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bot.model.action_form import Draft
from bot.model.words.typed_words import MOST_TYPED
from bot.model.words.vocabulary import LITTLE, Vocabulary, names_kind, split_words
from game.actions import Action
from game.choices import Choice, Pick
from render.data.names import listed

BEHIND = r"(?<!\S)(?P<name>{names}) ?[x×*] ?(?P<count>[2-9])(?!\S)"  # how many, behind what is counted
BEFORE = r"(?<!\S)(?P<count>[2-9]|{counts}) ?(?:[x×*]|of|the|my)? ?(?P<name>{names})(?![\w.])"
COUNTS = {w: n for n, w in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine"), 2)} | {
    "both": 2
}
ADDING = frozenset({"add", "also", "plus", "too"})
ALL = "all"  # as many as the hand has


class Picked(NamedTuple):
    """Of typed words that pick cards: what the cards are called, what of the hand is left, and the start of one more name."""

    names: list[str]
    left: list[str]
    begun: str = ""


def list_picks(typed: str, choices: Sequence[Choice], known: Vocabulary) -> dict[str, str]:
    """Lines by what a list shows of them: the cards so far with each that may come next, or the whole pick once there are
    enough. Empty where no cards are picked, or where the words speak of none.
    """
    kinds = [(c.kind, r) for c in choices for r in c.ranges.values() if isinstance(r, Pick)]
    if len(kinds) != 1 or not typed.strip() or len(typed) > MOST_TYPED:
        return {}
    kind, among = kinds[0]
    words = split_words(typed, known)
    if (numbered := read_numbered_picks(typed, choices)) is not None:
        cards = next(iter(numbered.given.values()))
        return {f"Keep {listed([name_card(card) for card in cards])}": " ".join(typed.split())}
    picked = _read_cards(words, kind, among)
    if not picked.names and not any(names_kind(w, kind) for w in words):
        return {}
    if len(picked.names) >= among.high:
        names = picked.names[: among.high]
        return {f"Keep {listed(names)}": _write_line(kind, names)}
    further = dict.fromkeys(name_card(c) for c in picked.left)
    missing = among.low - len(picked.names) - 1
    more = f" · choose {missing} more" if missing > 0 else ""
    shown = [n for n in further if n.casefold().startswith(picked.begun)] or list(further)
    return {f"Keep {listed([*picked.names, name])}{more}": _write_line(kind, [*picked.names, name]) for name in shown}


def expand_counts(typed: str, choices: Sequence[Choice]) -> str:
    """A line in which cards that are wanted several times are named so often: `gipr gipr` for `gipr x2`, `2 gipr`
    or `both gipr`.
    """
    picks = [r for c in choices for r in c.ranges.values() if isinstance(r, Pick)]
    if len(picks) != 1 or len(typed) > MOST_TYPED:
        return typed
    held = Counter(name_card(c).casefold() for c in picks[0].items)
    names, counts = "|".join(map(re.escape, held)), "|".join((*COUNTS, ALL))

    def repeat_name(match: re.Match[str]) -> str:
        """The name, as often as its card is wanted."""
        name, count = match["name"], match["count"].casefold()
        wanted = held[name.casefold()] if count == ALL else COUNTS.get(count) or int(count)
        return " ".join([name] * wanted)

    for counted in (BEHIND, BEFORE):
        typed = re.sub(counted.format(names=names, counts=counts), repeat_name, typed, flags=re.IGNORECASE)
    return typed


def read_numbered_picks(typed: str, choices: Sequence[Choice]) -> Draft | None:
    """The cards that are picked by their numbers in the menu, `keep 1 2 3 4 5`, once there are as many as are asked for."""
    picks = [(c.kind, n, r) for c in choices for n, r in c.ranges.items() if isinstance(r, Pick)]
    words = [w.strip("#,.") for w in re.split(r"[\s,]+", typed.casefold()) if w.strip("#,.")]
    if len(picks) != 1 or len(typed) > MOST_TYPED:
        return None
    kind, field, among = picks[0]
    numbers = [int(w) for w in words if w.isdecimal() and len(w) < 3]
    told = [w for w in words if not w.isdecimal() and w not in LITTLE and not names_kind(w, kind)]
    fits = among.low <= len(numbers) <= among.high and all(0 < n <= len(among.items) for n in numbers)
    if told or not fits or len(set(numbers)) < len(numbers):
        return None
    return Draft(kind.__name__, {field: tuple(among.items[n - 1] for n in sorted(numbers))})


def read_picks(
    typed: str, choices: Sequence[Choice], known: Vocabulary, chosen: Sequence[str]
) -> tuple[Draft | None, tuple[str, ...]]:
    """The whole pick that a line makes; else the cards that are chosen with it, of which more are to be picked; (None, ()) of
    other lines. `chosen`: what the lines and presses before have chosen; the line adds to it where there is room for both.
    """
    if (numbered := read_numbered_picks(typed, choices)) is not None:
        return numbered, ()
    picks = [(c.kind, n, r) for c in choices for n, r in c.ranges.items() if isinstance(r, Pick)]
    typed = expand_counts(typed, choices)
    if len(picks) != 1 or len(typed) > MOST_TYPED:
        return None, ()
    kind, field, among = picks[0]
    words = [w for w in split_words(typed, known) if w not in LITTLE and w not in ADDING]
    named = [w for w in words if not names_kind(w, kind)]
    if chosen or all(w.isdecimal() for w in words):  # of buttons
        named = [among.items[int(w) - 1] if w.isdecimal() and 0 < int(w) <= len(among.items) else w for w in named]
    named = [w.casefold() for w in named]
    more = [w for w in named if w not in {c.casefold() for c in chosen}]
    added = _read_cards(more, kind, among, chosen)
    cards = {*chosen, *(i for i in among.items if i not in added.left)}
    if not (chosen and named and len(added.names) == len(more) and len(cards) <= among.high):
        first = _read_cards(named, kind, among)
        cards = {i for i in among.items if i not in first.left}
        if not 0 < len(first.names) == len(named) < among.low:
            return None, ()
    whole = tuple(i for i in among.items if i in cards)
    return (Draft(kind.__name__, {field: whole}), ()) if len(whole) == among.high else (None, whole)


def name_card(card: str) -> str:
    """What one types of a card: its company, or a private's own name."""
    return card.rpartition(".")[0] or card


def _read_cards(words: Sequence[str], kind: type[Action], among: Pick, chosen: Sequence[str] = ()) -> Picked:
    """The cards that are named beside those that are chosen, each as often as the hand has it."""
    names, left, begun = list[str](), [i for i in among.items if i not in chosen], ""
    for word in (w for w in words if not names_kind(w, kind)):
        card = next((c for c in left if word in (c.casefold(), name_card(c).casefold())), None)
        begun = "" if card is not None else word
        if card is not None:
            names.append(name_card(card))
            left.remove(card)
    return Picked(names, left, begun)


def _write_line(kind: type[Action], names: Sequence[str]) -> str:
    """The line that picks these cards."""
    return " ".join([kind.verb, *names])
