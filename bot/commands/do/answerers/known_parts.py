"""What is asked where some words of a line are understood: the odd one is named, and the others stay."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.commands.do.asking import ask_beside
from bot.commands.do.reasons.subjects import Subject
from bot.commands.do.refusals import outside_words
from bot.commands.do.reply import Reply
from bot.core.text import begin_sentence, quote_typed
from bot.model.action_form import Draft, ask_next, fields_of
from bot.model.words.agreement import YES_WORDS
from bot.model.words.misfits.intended_actions import find_outside_range
from bot.model.words.reading.partial_readings import PartialReading, read_part
from bot.model.words.reading.typed_values import read_number
from bot.model.words.reading.unknown_words import HEX_NAME, list_unknown
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import LITTLE_WORDS, NUMBER_WORDS, find_kinds, names_kind
from bot.views.command_options import split_phrase
from game.actions import Action, Bid, BuyShare, LayTile, PlaceToken, SellShares
from game.choices import Choice

MOST_JOINED = 5  # words between two that are not understood
WORDS_OF_SALE = ("share", "shares", "treasury")  # of what a company sells
HEX_FIELD = "hex"  # where track is laid


def ask_part(subject: Subject, reason: str) -> Reply | None:
    """What the line says without the words that fit nothing, shown or asked. None where there is a reason that is no unknown
    word, or where the rest says too little.
    """
    line, choices, vocabulary = subject.line, subject.choices, subject.vocabulary
    unknown = list_unknown(subject.words, vocabulary, line.kinds, choices)
    built = any(c.kind in (LayTile, PlaceToken) for c in choices)
    if (reason and not unknown) or (not built and any(HEX_NAME.fullmatch(w) for w in unknown)):
        return None  # a place that is nowhere is not left out where no place is asked for
    known_part = " ".join(w for w in subject.words.split() if w.casefold().strip(",;.!?") not in unknown)
    if unknown and (outside := find_outside_range(known_part, line.by, vocabulary, choices)) is not None:
        action, name, span = outside
        given = {f.name: getattr(action, f.name) for f in fields_of(type(action)) if f.name != name}
        note = f"{name_odd(unknown[0])} {begin_sentence(outside_words(line.rules, name, span))}."
        return ask_beside(line, Draft(type(action).__name__, given), note)
    rest = read_part(known_part, line.by, choices, vocabulary, every_word=True) if unknown else None
    rest = rest or read_part(subject.words, line.by, choices, vocabulary)
    return _ask_rest(subject, rest, unknown, reason) if rest is not None else None


def _ask_rest(subject: Subject, rest: PartialReading, unknown: Sequence[str], reason: str) -> Reply:
    """The question of what is left of a line; who names no deed may not want what is named."""
    odd = next((w for w in rest.odd.split() if w.casefold() in unknown), rest.odd) or unknown[0]
    several = _join_unknown(subject.typed, unknown)
    note = _name_unknown(subject, odd, reason) if odd.casefold() in unknown else _name_unfit(subject.words, rest)
    note = f"I do not know {quote_typed(several, 40)}." if several else note
    led = any(names_kind(spell_out(w), c.kind) for w in _first_word(subject.typed) for c in subject.choices)
    draft = rest.draft if led else leave_open(rest.draft, subject.choices)
    if any(HEX_NAME.fullmatch(w) for w in unknown):
        draft = _ask_where(draft, subject.choices)
    return ask_beside(subject.line, draft, note)


def leave_open(draft: Draft, choices: Sequence[Choice]) -> Draft:
    """As much of a draft as leaves something to be chosen: who types `leave BR` may not want to take it."""
    # what has a price is on the first screen alone
    of_kind = () if draft.kind == Bid.__name__ else (Draft(draft.kind),)
    steps = (draft, draft.without_last(), *of_kind, Draft())
    return next((d for d in steps if ask_next(choices, d).action is None), Draft())


def _ask_where(draft: Draft, choices: Sequence[Choice]) -> Draft:
    """As much of a draft as leaves several hexes: of a hex that is not on the map no other one is made."""
    kept = Draft(draft.kind, {n: v for n, v in draft.given.items() if n != HEX_FIELD})
    places = {getattr(a, HEX_FIELD, None) for c in ask_next(choices, kept).agreeing for a in c.matching(kept.given)}
    return kept if len(places) > 1 else leave_open(Draft(draft.kind), choices)


def _first_word(typed: str) -> list[str]:
    """The first word of a line, in small letters."""
    return typed.casefold().split()[:1]


def _join_unknown(typed: str, unknown: Sequence[str]) -> str:
    """The part of a line from its first word that is not understood to its last, where there are several; "" elsewhere."""
    words = typed.split()
    odd = [n for n, w in enumerate(words) if w.casefold().strip(",;.!?") in unknown]
    return (
        " ".join(words[odd[0] : odd[-1] + 1]).strip(",;.!?") if len(odd) > 1 and odd[-1] - odd[0] <= MOST_JOINED else ""
    )


def _name_unfit(words: str, rest: PartialReading) -> str:
    """That words do not fit the others, or wait where they are said behind an `and`."""
    odd = quote_typed(rest.odd, 40)
    if not rest.odd.endswith("%") and re.search(
        rf"(?:\b(?:and|und)|[&,+])\s+{re.escape(rest.odd)}\s*$", words, re.IGNORECASE
    ):
        return f"One thing at a time: {odd} has to wait."
    if rest.draft.kind == BuyShare.__name__ and read_number(rest.odd) is not None:
        return f"{odd} is not its price."
    return f"{odd} does not fit here."


def _name_unknown(subject: Subject, odd: str, reason: str) -> str:
    """That a word is not understood, as it was typed; what else is known of it, such as a hex off the map."""
    spelled = re.search(rf"(?<!\w){re.escape(odd)}(?!\w)", subject.words, re.IGNORECASE)
    if HEX_NAME.fullmatch(odd) and reason.startswith("there is no hex"):
        return f"{begin_sentence(reason)}."
    return name_odd(spelled[0] if spelled else odd)


def name_odd(odd: str) -> str:
    """That a word is not understood."""
    return f"I do not know the word {quote_typed(odd, 40)}."


def says_nothing_else(words: str, action: Action, told: str) -> bool:
    """Whether typed words hold nothing but what the action's words say, and what names its kind."""
    sources = WORDS_OF_SALE if action.verb == SellShares.verb else ()
    has = {*LITTLE_WORDS, *YES_WORDS, *sources, *(NUMBER_WORDS.get(w, w) for w in split_phrase(told))}
    typed = [NUMBER_WORDS.get(w, w) for w in map(spell_out, split_phrase(words))]
    return all(w in has or _says_verb(w, action.verb) for w in typed)


def _says_verb(word: str, verb: str) -> bool:
    """Whether a word says a verb, of whichever kind that has it."""
    return verb in {kind.partition(" ")[0] for kind in (word, *find_kinds(word))}
