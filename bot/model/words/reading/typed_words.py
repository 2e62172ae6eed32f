"""What somebody means who types words: `57 on C12 rot 1`, `buy 3T from RFPR for 10`, `bid 120 on 1`, in any order.

Every word must say something: the kind of action, a value of one of its fields, or one of the little words that people use.
An action is meant only if no other legal one agrees with all the words; where a number or a card is still to be chosen, nothing
is: the console asks on from what is settled.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Any

from msgspec import structs

from bot.model.action_form import Draft, fields_of
from bot.model.words.reading.bound_words import (
    END_PREFIX,
    SHARE_NOUNS,
    SHARE_WORDS,
    bind_cards,
    bind_words,
    join_parts,
    sort_words,
)
from bot.model.words.reading.readings import POWER_FIELD, ActionMatch, Reading, keep_plainest, keep_purchases
from bot.model.words.reading.typed_values import bare_train
from bot.model.words.shorthand import spell_out
from bot.model.words.vocabulary import (
    FILLED_BY_WORD,
    LITTLE_WORDS,
    MOST_TYPED,
    MOST_WORDS,
    SIDE_WORDS,
    Vocabulary,
    find_kinds,
    names_kind,
    split_words,
)
from game.actions import Action, Bid, BuyTrain, LayTile, Par, Pass, RunTrains, TakePrivate, Use
from game.choices import Choice, Pick, Span
from game.notation import Unclear, line, parse

MOST_FITS = 3000  # that are followed, of all actions together
COMPANY_FIELD, SOURCE_FIELD = "company", "source"  # fields of a share
PRIVATE_NOUNS = frozenset({"private", "privates"})
OF_PRIVATES = frozenset({"card", "item", "private", "privates"})  # fields that say which
TRADING_VERBS = ("buy", "sell")
TOWARDS_WORDS = ("to", "toward", "towards")
FIELDS_OF_ANSWERS = ("kind", "yes")  # fields whose values are no names: `half`, `yes`
USE_WORD = "use"  # before a private whose power is used
TRAIN_SALE = "selltrain"
WORDS_OF_RUNS = re.compile(
    r"(?=.*\b(runs?|routes?|auto)\b)((runs?|trains?|routes?|best|most|optim(al|um)|all|the|my|for|max(imum)?|auto|please)(\s+|$))+",
    re.IGNORECASE,
)
ALL_TRAINS = re.compile(r"(both|all)(\s(the|my|its))?\strains")
# alone: of runs, where these are asked
BARE_BEST = re.compile(r"(take\s)?(the\s)?(best|optim(al|um)|max(imum)?)(\sone)?(\splease)?")
BEST_RUNS = re.compile(r"\b(best|most|optim(al|um)|max(imum)?)\b")  # says which runs are wanted
TO_BE_SHOWN = re.compile(r"\b(routes?|auto)\b")  # may be a wish to see them first


def read_words(text: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> Reading:
    """The legal action that these words mean."""
    own_choices = [c for c in choices if c.by == by]
    exact = _action_of_line(text, by, own_choices, vocabulary)
    if exact is not None:
        return Reading(action=exact)
    words = split_words(text, vocabulary) if len(text) <= MOST_TYPED else []
    if not words or len(words) > MOST_WORDS:
        return Reading()
    words = _drop_use(words, own_choices)
    about_runs = " ".join(w for w in words if w != vocabulary.company.casefold())
    if WORDS_OF_RUNS.fullmatch(about_runs) or (
        ALL_TRAINS.fullmatch(about_runs) and any(c.kind is RunTrains for c in own_choices)
    ):
        return _read_runs(about_runs, own_choices)
    if BARE_BEST.fullmatch(about_runs) and (best := _read_runs("best", own_choices).action) is not None:
        return Reading(several=(best,))  # a bare word is shown before it is done
    if (runs := _read_runs_of_trains(words, own_choices, vocabulary)) is not None:
        return runs
    fits = (f for c in own_choices if c.kind is not RunTrains for f in _iterate_fits(c, words, vocabulary))
    followed = list(islice(fits, MOST_FITS + 1))
    if len(followed) > MOST_FITS:
        return Reading()
    return _settle_reading(keep_plainest(keep_purchases(followed, words, own_choices)), own_choices)


def _drop_use(words: list[str], choices: Sequence[Choice]) -> list[str]:
    """The words without `use`, where the power of the private that is named is part of something else: `use P3 in Norfolk`."""
    named = {w.casefold() for w in words}
    own = {a.private.casefold() for c in choices if c.kind is Use for a in c if isinstance(a, Use)}
    lent = {
        str(getattr(a, POWER_FIELD)).casefold()
        for c in choices
        if POWER_FIELD in c.kind.__struct_fields__
        for a in c.actions
    }
    return [w for w in words if w != USE_WORD] if USE_WORD in named and named & lent and not named & own else words


def _read_runs(words: str, choices: Sequence[Choice]) -> Reading:
    """The runs that are wanted: the best where that is said, or where nothing else is listed and nobody asks to see them."""
    runs = tuple(a for c in choices if c.kind is RunTrains for a in c.actions)
    if runs and (BEST_RUNS.search(words) or (len(runs) == 1 and not TO_BE_SHOWN.search(words))):
        return Reading(action=runs[0])
    return Reading(several=runs, draft=Draft(RunTrains.__name__)) if runs else Reading()


def _read_runs_of_trains(words: Sequence[str], choices: Sequence[Choice], vocabulary: Vocabulary) -> Reading | None:
    """Where nothing but trains is named to run, what they may do: it is shown, since others run as well."""
    kinds = {w for side in vocabulary.train_kinds for w in SIDE_WORDS.get(side, ())}
    named = {w for w in words if bare_train(w) in vocabulary.train_names or w in kinds}
    rest = [w for w in words if w not in named and w != vocabulary.company.casefold()]
    if len(rest) == len(words) or not WORDS_OF_RUNS.fullmatch(" ".join(rest)):
        return None
    runs = tuple(a for c in choices if c.kind is RunTrains for a in c.actions)
    return Reading(several=runs, draft=Draft(RunTrains.__name__)) if runs else None


def find_named_verbs(text: str, classes: Iterable[type[Action]]) -> frozenset[str]:
    """The verbs that the first word with a verb in it may stand for; empty where no word has one."""
    every, words = tuple(classes), text.casefold().split(None, MOST_WORDS)[:MOST_WORDS]
    verbs_by_word = (frozenset(k.verb for k in every if _is_verb(spell_out(w), k)) for w in words)
    return next(filter(None, verbs_by_word), frozenset())


def _is_verb(word: str, kind: type[Action]) -> bool:
    """Whether a word is the verb of a kind, or one that people use for it."""
    return names_kind(word, kind) and (word != kind.word or f"{kind.verb} {kind.word}" in find_kinds(word))


def _action_of_line(text: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> Action | None:
    """The legal action whose line this is, letter for letter but for case, with players as people call them."""
    try:
        action = parse(_key_people(text, vocabulary), by, choices)
    except Unclear:
        return None
    return action if is_written_out(action, text, vocabulary) and any(action in c for c in choices) else None


def is_written_out(action: Action, text: str, vocabulary: Vocabulary) -> bool:
    """Whether a text is the line of an action, letter for letter but for case, with players as people call them."""
    return _key_people(text, vocabulary).casefold() == line(action).casefold()


def _key_people(text: str, vocabulary: Vocabulary) -> str:
    """A text in which players are called by their seats, with single spaces."""
    people = {shown.casefold(): seat for shown, seat in vocabulary.names.items()}
    return " ".join(people.get(word.casefold(), word) for word in text.split())


def _iterate_fits(choice: Choice, words: Sequence[str], vocabulary: Vocabulary) -> Iterator[ActionMatch]:
    """The actions of a choice that agree with all words."""
    kind = choice.kind
    rest, named_kind = sort_words(
        kind, choice.by, tuple(words), vocabulary.company, vocabulary.step, vocabulary.train_names
    )
    if not named_kind and (not rest or ("from" in words and kind.verb == TRAIN_SALE)):
        return  # `3T from the bank` is no sale
    if kind.verb == TRAIN_SALE and not SHARE_WORDS.isdisjoint(words):
        return  # `sell a certificate` sells no train
    if issubclass(kind, BuyTrain | TakePrivate) and not SHARE_NOUNS.isdisjoint(words):
        return  # `buy a share` buys no train
    if not named_kind and issubclass(kind, Pass) and {*TRADING_VERBS} & {*words}:
        return  # `sell a share` passes nothing
    if not named_kind and words[0] == Par.verb and kind is not Par:
        return  # `par GA` starts a company, and buys no share at par of one that has started
    if PRIVATE_NOUNS & {*words} and kind.verb in TRADING_VERBS and not OF_PRIVATES & {*kind.__struct_fields__}:
        return  # `sell a private` sells no share
    required = {f.name for f in fields_of(kind) if f.required}
    filled = {FILLED_BY_WORD[w] for w in words if w in FILLED_BY_WORD}
    cards = next(((n, r) for n, r in choice.ranges.items() if isinstance(r, Pick)), None)
    for action in choice.actions:
        if any(getattr(action, name, None) == "" for name in filled):
            continue
        said = join_parts(action, rest)
        bound = bind_cards(*cards, rest, vocabulary) if cards else bind_words(action, choice, said, vocabulary)
        for values, said_of, idle in bound:
            named = frozenset(name for name in said_of if not name.startswith(END_PREFIX))
            if len(said_of - named) == 1 and "hex" not in named and not _says_where_to(words, said_of - named):
                continue  # a place alone is where to build, not where track leads
            if _leads_on(words, vocabulary) and said_of > named and "hex" not in named:
                continue  # `Kolkata, toward P15` says of Kolkata where it leads, not of a hex between both
            if "private" in required and named == {"price"} and "private" not in words:
                continue  # a number alone is no price for whichever private there is
            left = frozenset(n for n, r in choice.ranges.items() if n not in values and not _has_one_value(r))
            fit = ActionMatch(structs.replace(action, **values) if values else action, named, left, idle)
            yield fit._replace(complete=_says_enough(fit, named_kind, required, words))


def _leads_on(words: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Whether it is said of a place that track leads on from there: `Kolkata, toward P15`, and not `5 toward C9`."""
    return any(word == "toward" and before in vocabulary.places_on_map for before, word in pairwise(words))


def _says_where_to(words: Sequence[str], ends: Collection[str]) -> bool:
    """Whether the place to which track leads stands behind a word that says so: `to Lille`."""
    return any(f"{END_PREFIX}{place}" in ends for before, place in pairwise(words) if before in TOWARDS_WORDS)


def _says_enough(fit: ActionMatch, named_kind: bool, required: Collection[str], words: Sequence[str]) -> bool:
    """Whether enough was said to play an action: what is to be done, and to what; or else every field, in more than one word
    where it is the name of a thing. A bare name or a bare verb may be a question.
    """
    if isinstance(fit.action, Bid) and not fit.action.amount:  # what is put up without a bid is shown first
        return False
    if isinstance(fit.action, Par) and "price" not in fit.named:  # and at what price a company starts
        return False
    # and to whom an offer goes
    if isinstance(fit.action, BuyTrain) and fit.action.seller and "seller" not in fit.named:
        return False
    if isinstance(fit.action, LayTile) and {"hex", "tile"} <= fit.named:  # `57 d10`, where one turn fits
        return True
    telling = [w for w in words if w not in LITTLE_WORDS]
    if named_kind:
        if required:
            return not fit.named.isdisjoint(required)
        word = type(fit.action).word
        return isinstance(fit.action, Pass) or not word or (word in telling and telling != [word])
    bare_name = len(telling) == 1 and (fit.named.isdisjoint(FIELDS_OF_ANSWERS) or telling[0].isdecimal())
    return fit.named.issuperset(required) and not _count_unnamed_fields(fit) and not bare_name


def _has_one_value(span: Span | Pick) -> bool:
    """Whether a range has one number only."""
    return isinstance(span, Span) and span.low == span.high


def _count_unnamed_fields(fit: ActionMatch) -> int:
    """How many optional fields of an action have a value that no word has named."""
    rest = [f for f in fields_of(type(fit.action)) if not f.required and f.name not in fit.named and f.name != "side"]
    return sum(bool(getattr(fit.action, f.name)) for f in rest)


def _leaves_thing_unnamed(fit: ActionMatch, choices: Sequence[Choice]) -> bool:
    """Whether no word has named a thing of which there are several: for $60 only one private may be left to bid on. Where a share
    lies of the company that is named need not be said, if it lies in one place alone.
    """
    kind = type(fit.action)
    named = fit.named | ({SOURCE_FIELD} if COMPANY_FIELD in fit.named else set())
    unnamed = [f.name for f in fields_of(kind) if f.required and f.type is str and f.name not in named]
    every = [a for c in choices if c.kind is kind for a in c] if unnamed else []
    return any(len({getattr(a, name) for a in every}) > 1 for name in unnamed)


def _settle_reading(fits: Sequence[ActionMatch], choices: Sequence[Choice]) -> Reading:
    """What the actions that fit come to: one to play, or several with what they have in common."""
    fit_by_action = {f.action: f for f in fits}
    if len(fit_by_action) == 1 and all(f.complete and not f.open for f in fits):
        action = fits[0].action
        shown_first = all(_leaves_thing_unnamed(f, choices) for f in fits)
        return Reading(
            action=None if shown_first else action, several=(action,), draft=fill_draft(action) if shown_first else None
        )
    kinds = {type(a) for a in fit_by_action}
    if len(kinds) != 1:
        return Reading(several=tuple(fit_by_action))
    kind, common = kinds.pop(), dict[str, Any]()
    order = [f.name for f in fields_of(kind)]
    # a number that may say two things says the first of them
    first = min(sorted(map(order.index, f.named)) for f in fits)
    likely = [f for f in fits if sorted(map(order.index, f.named)) == first]
    for name in order:
        values = {getattr(f.action, name) for f in likely}
        if len(values) == 1 and not any(name in f.open for f in likely):
            common[name] = values.pop()
    return Reading(several=tuple(fit_by_action), draft=Draft(kind.__name__, common))


def fill_draft(action: Action) -> Draft:
    """An action as it is filled in, to be shown."""
    return Draft(type(action).__name__, {f.name: getattr(action, f.name) for f in fields_of(type(action))})
