"""Cards that are picked by their companies, `pick GIPR GIPR BR`, with what may be typed next; or by their numbers in the menu."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from bot.commands.do.reply import Reply, Show
from bot.commands.do.typed_line import TypedLine
from bot.core.text import bare_words
from bot.model.action_form import Draft
from bot.model.words.agreement import is_consent
from bot.model.words.doubts.negations import NEGATING_PHRASE
from bot.model.words.reading.picked_counts import expand_counts, name_card
from bot.model.words.reading.unknown_words import list_unknown
from bot.model.words.vocabulary import LITTLE_WORDS, MOST_TYPED, Vocabulary, names_kind, split_words
from bot.views.console.state import ConsoleState
from game.actions import Action
from game.choices import Choice, Pick
from render.data.names import listed

ADDING_WORDS = frozenset({"add", "also", "plus", "too"})
# before cards that are not kept
DROPPING_WORDS = frozenset({"drop", "remove", "without", "not", "minus", "discard", "skip", "leave", "out"})


class Picked(NamedTuple):
    """Of typed words that pick cards: what the cards are called, what of the hand is left, and the start of one more name."""

    names: list[str]
    left: list[str]
    begun: str = ""


class Selection(NamedTuple):
    """The cards that are picked so far; once there are enough what they come to; what to say of it."""

    picked: tuple[str, ...]
    draft: Draft | None = None
    note: str = ""


async def choose_cards(line: TypedLine) -> Reply | None:
    """Answers a line that picks cards or drops some: what is picked, or what is kept once there is enough; *Back* leads to the
    same cards.
    """
    selection = read_picks(line.wanted, line.choices, line.vocabulary, line.stands.picked)
    if selection is None:
        return None
    picking = ConsoleState(action_version=line.fresh.action_version, picked=selection.picked)
    kept = ConsoleState(selection.draft or Draft(), 0, picking.action_version, before=picking)
    return Show(picking if selection.draft is None else kept, selection.note)


def list_picks(typed: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> dict[str, str]:
    """Lines by what a list shows of them: the cards so far with each that may come next, or the whole pick once there are
    enough. Empty where no cards are picked, or where the words speak of none, or of some that are not kept.
    """
    kinds = [(c.kind, r) for c in choices for r in c.ranges.values() if isinstance(r, Pick)]
    if len(kinds) != 1 or not typed.strip() or len(typed) > MOST_TYPED:
        return {}
    kind, among = kinds[0]
    words = split_words(typed, vocabulary)
    if NEGATING_PHRASE.search(typed) or not (DROPPING_WORDS | {"no", "but", "except"}).isdisjoint(words):
        return {}  # `not WR` chooses nothing
    if (numbered := read_numbered_picks(typed, choices)) is not None:
        cards = next(iter(numbered.given.values()))
        return {f"Keep {listed([name_card(card) for card in cards])}": " ".join(typed.split())}
    picked = _read_cards(_name_numbers(words, among), kind, among)
    if {*list_unknown(typed, vocabulary, [kind], choices)} - {picked.begun}:
        return {}  # `avoid WR`, which is not read when it is typed either
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


def read_numbered_picks(typed: str, choices: Sequence[Choice]) -> Draft | None:
    """The cards that are picked by their numbers in the menu, `keep 1 2 3 4 5`, once there are as many as are asked for."""
    picks = [(c.kind, n, r) for c in choices for n, r in c.ranges.items() if isinstance(r, Pick)]
    typed = expand_counts(typed, choices)
    words = [w.strip("#,.") for w in re.split(r"[\s,]+", typed.casefold()) if w.strip("#,.")]
    if len(picks) != 1 or len(typed) > MOST_TYPED:
        return None
    kind, field, among = picks[0]
    numbers = [int(w) for w in words if w.isdecimal() and len(w) < 3]
    told = [w for w in words if not w.isdecimal() and w not in LITTLE_WORDS and not names_kind(w, kind)]
    fits = among.low <= len(numbers) <= among.high and all(0 < n <= len(among.items) for n in numbers)
    if told or not fits or len(set(numbers)) < len(numbers):
        return None
    return Draft(kind.__name__, {field: tuple(among.items[n - 1] for n in sorted(numbers))})


def read_picks(
    typed: str, choices: Sequence[Choice], vocabulary: Vocabulary, chosen: Sequence[str]
) -> Selection | None:
    """What a line makes of the cards that are picked: it adds to the `chosen` ones where there is room for both, or drops some;
    None of other lines. Of too many none is taken.
    """
    typed = expand_counts(typed, choices)
    if (numbered := read_numbered_picks(typed, choices)) is not None:
        return Selection(next(iter(numbered.given.values())), numbered)
    picks = [(c.kind, n, r) for c in choices for n, r in c.ranges.items() if isinstance(r, Pick)]
    if len(picks) != 1 or len(typed) > MOST_TYPED:
        return None
    kind, field, among = picks[0]
    if chosen and _is_consent(typed):
        return Selection(tuple(chosen), note=f"{_count_chosen(chosen, among)}.")
    words = [w for w in split_words(typed, vocabulary) if w not in LITTLE_WORDS and w not in ADDING_WORDS]
    words = [w for n, w in enumerate(words) if not w.isdecimal() or w not in words[:n]]
    named = [w for w in words if not names_kind(w, kind) and w not in DROPPING_WORDS]
    named = _name_numbers(named, among) if chosen or all(w.isdecimal() for w in words) else named
    if chosen and named and words[:1] != named[:1] and words[0] in DROPPING_WORDS:
        return _drop_cards(named, kind, among, chosen)
    if named and (NEGATING_PHRASE.search(typed) or not DROPPING_WORDS.isdisjoint(words)):
        return None  # `not WR` chooses nothing
    more = [w for w in named if w not in {c.casefold() for c in chosen}]
    added, first = _read_cards(more, kind, among, chosen), _read_cards(named, kind, among)
    cards = {*chosen, *(i for i in among.items if i not in added.left)}
    if not (chosen and named and len(added.names) == len(more) and len(cards) <= among.high):
        whole, several = len(first.names) == len(named), len(cards) if chosen else len(named)
        if whole and named and several > among.high and len(named) != among.high:
            return Selection(tuple(chosen), note=_name_too_many(several, chosen, among))
        if not (whole and 0 < len(named) < among.low):
            return None
        cards = {i for i in among.items if i not in first.left}
    picked = tuple(i for i in among.items if i in cards)
    return Selection(picked, Draft(kind.__name__, {field: picked}) if len(picked) == among.high else None)


def _name_numbers(words: Sequence[str], among: Pick) -> list[str]:
    """The words, in small letters, with the card for the number of a button."""
    fits = {str(n): card.casefold() for n, card in enumerate(among.items, 1)}
    return [fits.get(w, w.casefold()) for w in words]


def _drop_cards(named: Sequence[str], kind: type[Action], among: Pick, chosen: Sequence[str]) -> Selection | None:
    """The chosen cards without those that are named; None where one of these is no card of the hand."""
    others = [i for i in among.items if i not in chosen]
    dropped = _read_cards(named, kind, among, others)
    if len(dropped.names) < len(named):
        held = len(_read_cards(named, kind, among).names) == len(named)
        return (
            Selection(tuple(chosen), note=f"You have not chosen that. {_count_chosen(chosen, among)}.")
            if held
            else None
        )
    picked = tuple(i for i in dropped.left if i in chosen)
    return Selection(picked, note=f"{_count_chosen(picked, among)}.")


def _is_consent(typed: str) -> bool:
    """Whether a line says that all is chosen: `ok`, `take them`."""
    return is_consent(typed) or bare_words(typed) in ("take them", "keep them", "keep these")


def _count_chosen(chosen: Sequence[str], among: Pick) -> str:
    """How many cards are chosen, and how many more are to be."""
    missing = among.low - len(chosen)
    return f"You have chosen {len(chosen)} of {among.high} cards{f': choose {missing} more' if missing > 0 else ''}"


def _name_too_many(several: int, chosen: Sequence[str], among: Pick) -> str:
    """That a line names more cards than are picked, and what to do."""
    swap = f" Drop one first, such as `drop {among.items.index(chosen[0]) + 1}`." if chosen else ""
    return f"That would be {several} cards: choose {among.high}.{swap}"


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
