"""What somebody means who types words: `57 on C12 rot 1`, `buy 3T from RFPR for 10`, `bid 120 on 1`, in any order.

Every word must say something: the kind of action, a value of one of its fields, or one of the little words that people use.
An action is meant only if no other legal one agrees with all the words; where a number or a card is still to be chosen, nothing
is: the console asks on from what is settled.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any, NamedTuple

from msgspec import structs

from bot.model.action_form import Draft, fields_of
from bot.model.words.readings import POWER, ActionMatch, Reading, keep_plainest, keep_purchases
from bot.model.words.shorthand import spell_out
from bot.model.words.typed_values import bare_train, ends_of, may_be_train, names_value, read_amount, says_what_is_known
from bot.model.words.vocabulary import (
    A_SHARE,
    CURRENCIES,
    FILLED_BY_WORD,
    LITTLE,
    LITTLE_BESIDE,
    LITTLE_BESIDE_WORD,
    LOOSE,
    MONEY,
    NUMBERS,
    PARTS,
    SHARES,
    SIDE_WORDS,
    VALUES,
    Vocabulary,
    find_kinds,
    is_value_word,
    names_kind,
    split_words,
    word_stems,
)
from game.actions import Action, Bid, BuyTrain, Choose, LayTile, Par, Pass, RunTrains, Use
from game.choices import Choice, Pick, Span
from game.notation import Unclear, line, parse

MOST_WORDS, MOST_TYPED = 24, 1000  # words and characters that are read
MOST_FITS = 3000  # that are followed, of all actions together
TURN = "rotation"  # the field of how a tile is turned: two tiles are not turned twice
LOT = "item"  # the field of what is auctioned
COMPANY, SOURCE = "company", "source"  # fields of a share
ROW = "row"  # the field of which row of cards
END = "to "  # before a place to which the track of a lay leads: that is said of it, but is no field of it
PRIVATES = frozenset({"private", "privates"})
OF_PRIVATES = frozenset({"card", "item", "private", "privates"})  # fields that say which
TRADES = ("buy", "sell")
TO = ("to", "toward", "towards")
ANSWERS = ("kind", "yes")  # fields whose values are no names: `half`, `yes`
USE = "use"  # before a private whose power is used
TRAIN_SALE = "selltrain"
RUNS = re.compile(
    r"(?=.*\b(runs?|routes?|auto)\b)((runs?|trains?|routes?|best|optim(al|um)|all|the|my|for|max(imum)?|auto|please)(\s+|$))+",
    re.IGNORECASE,
)
ALL_TRAINS = re.compile(r"(both|all)(\s(the|my|its))?\strains")
# alone: of runs, where these are asked
BEST = re.compile(r"(take\s)?(the\s)?(best|optim(al|um)|max(imum)?)(\sone)?(\splease)?")
BEST_RUNS = re.compile(r"\b(best|optim(al|um)|max(imum)?)\b")  # says which runs are wanted
TO_BE_SHOWN = re.compile(r"\b(routes?|auto)\b")  # may be a wish to see them first


SHARE_WORDS = frozenset({A_SHARE, "share", "shares", "cert", "certs", "certificate", "certificates"})
COUNTED = SHARE_WORDS | {"card", "cards"}  # behind how many


class Word(NamedTuple):
    """A typed word: how it is spelled, and as what it is meant."""

    text: str
    optional: bool = False  # has said the kind already, and may say a value too
    counts: bool = False  # says how many, not how much money


def read_words(text: str, by: str, choices: Sequence[Choice], known: Vocabulary) -> Reading:
    """The legal action that these words mean."""
    own_choices = [c for c in choices if c.by == by]
    exact = _action_of_line(text, by, own_choices, known)
    if exact is not None:
        return Reading(action=exact)
    words = split_words(text, known) if len(text) <= MOST_TYPED else []
    if not words or len(words) > MOST_WORDS:
        return Reading()
    words = _drop_use(words, own_choices)
    about_runs = " ".join(w for w in words if w != known.company.casefold())
    if RUNS.fullmatch(about_runs) or (
        ALL_TRAINS.fullmatch(about_runs) and any(c.kind is RunTrains for c in own_choices)
    ):
        return _read_runs(about_runs, own_choices)
    if BEST.fullmatch(about_runs) and (best := _read_runs("best", own_choices).action) is not None:
        return Reading(several=(best,))  # a bare word is shown before it is done
    if (runs := _read_runs_of_trains(words, own_choices, known)) is not None:
        return runs
    fits = (f for c in own_choices if c.kind is not RunTrains for f in _iterate_fits(c, words, known))
    followed = list(islice(fits, MOST_FITS + 1))
    if len(followed) > MOST_FITS:
        return Reading()
    return _settle_reading(keep_plainest(keep_purchases(followed, words, own_choices)), own_choices)


def _drop_use(words: list[str], choices: Sequence[Choice]) -> list[str]:
    """The words without `use`, where the power of the private that is named is part of something else: `use P3 in Norfolk`."""
    named = {w.casefold() for w in words}
    own = {a.private.casefold() for c in choices if c.kind is Use for a in c if isinstance(a, Use)}
    lent = {str(getattr(a, POWER)).casefold() for c in choices if POWER in c.kind.__struct_fields__ for a in c.actions}
    return [w for w in words if w != USE] if USE in named and named & lent and not named & own else words


def _read_runs(words: str, choices: Sequence[Choice]) -> Reading:
    """The runs that are wanted: the best where that is said, or where nothing else is listed and nobody asks to see them."""
    runs = tuple(a for c in choices if c.kind is RunTrains for a in c.actions)
    if runs and (BEST_RUNS.search(words) or (len(runs) == 1 and not TO_BE_SHOWN.search(words))):
        return Reading(action=runs[0])
    return Reading(several=runs, draft=Draft(RunTrains.__name__)) if runs else Reading()


def _read_runs_of_trains(words: Sequence[str], choices: Sequence[Choice], known: Vocabulary) -> Reading | None:
    """Where nothing but trains is named to run, what they may do: it is shown, since others run as well."""
    kinds = {w for side in known.train_kinds for w in SIDE_WORDS.get(side, ())}
    named = {w for w in words if bare_train(w) in known.train_names or w in kinds}
    rest = [w for w in words if w not in named and w != known.company.casefold()]
    if len(rest) == len(words) or not RUNS.fullmatch(" ".join(rest)):
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


def _action_of_line(text: str, by: str, choices: Sequence[Choice], known: Vocabulary) -> Action | None:
    """The legal action whose line this is, letter for letter but for case, with players as people call them."""
    try:
        action = parse(_key_people(text, known), by, choices)
    except Unclear:
        return None
    return action if is_written_out(action, text, known) and any(action in c for c in choices) else None


def is_written_out(action: Action, text: str, known: Vocabulary) -> bool:
    """Whether a text is the line of an action, letter for letter but for case, with players as people call them."""
    return _key_people(text, known).casefold() == line(action).casefold()


def _key_people(text: str, known: Vocabulary) -> str:
    """A text in which players are called by their seats, with single spaces."""
    people = {shown.casefold(): seat for shown, seat in known.names.items()}
    return " ".join(people.get(word.casefold(), word) for word in text.split())


def _iterate_fits(choice: Choice, words: Sequence[str], known: Vocabulary) -> Iterator[ActionMatch]:
    """The actions of a choice that agree with all words."""
    kind = choice.kind
    rest, named_kind = _sort_words(kind, choice.by, tuple(words), known.company, known.step, known.train_names)
    if not named_kind and (not rest or ("from" in words and kind.verb == TRAIN_SALE)):
        return  # `3T from the bank` is no sale
    if kind.verb == TRAIN_SALE and not SHARE_WORDS.isdisjoint(words):
        return  # `sell a certificate` sells no train
    if not named_kind and issubclass(kind, Pass) and {*TRADES} & {*words}:
        return  # `sell a share` passes nothing
    if not named_kind and words[0] == Par.verb and kind is not Par:
        return  # `par GA` starts a company, and buys no share at par of one that has started
    if PRIVATES & {*words} and kind.verb in TRADES and not OF_PRIVATES & {*kind.__struct_fields__}:
        return  # `sell a private` sells no share
    required = {f.name for f in fields_of(kind) if f.required}
    filled = {FILLED_BY_WORD[w] for w in words if w in FILLED_BY_WORD}
    cards = next(((n, r) for n, r in choice.ranges.items() if isinstance(r, Pick)), None)
    for action in choice.actions:
        if any(getattr(action, name, None) == "" for name in filled):
            continue
        said = _join_parts(action, rest)
        bound = _bind_cards(*cards, rest, known) if cards else _bind_words(action, choice, said, known)
        for values, said_of, idle in bound:
            named = frozenset(name for name in said_of if not name.startswith(END))
            if len(said_of - named) == 1 and "hex" not in named and not _says_where_to(words, said_of - named):
                continue  # a place alone is where to build, not where track leads
            if _leads_on(words, known) and said_of > named and "hex" not in named:
                continue  # `Kolkata, toward P15` says of Kolkata where it leads, not of a hex between both
            if "private" in required and named == {"price"} and "private" not in words:
                continue  # a number alone is no price for whichever private there is
            left = frozenset(n for n, r in choice.ranges.items() if n not in values and not _has_one_value(r))
            fit = ActionMatch(structs.replace(action, **values) if values else action, named, left, idle)
            yield fit._replace(complete=_says_enough(fit, named_kind, required, words))


def _leads_on(words: Sequence[str], known: Vocabulary) -> bool:
    """Whether it is said of a place that track leads on from there: `Kolkata, toward P15`, and not `5 toward C9`."""
    return any(word == "toward" and before in known.places_on_map for before, word in pairwise(words))


def _says_where_to(words: Sequence[str], ends: Collection[str]) -> bool:
    """Whether the place to which track leads stands behind a word that says so: `to Lille`."""
    return any(f"{END}{place}" in ends for before, place in pairwise(words) if before in TO)


def _says_enough(fit: ActionMatch, named_kind: bool, required: Collection[str], words: Sequence[str]) -> bool:
    """Whether enough was said to play an action: what is to be done, and to what; or else every field, in more than one word
    where it is the name of a thing. A bare name or a bare verb may be a question.
    """
    if isinstance(fit.action, Bid) and not fit.action.amount:  # what is put up without a bid is shown first
        return False
    if isinstance(fit.action, Par) and "price" not in fit.named:  # and at what price a company starts
        return False
    if (
        isinstance(fit.action, BuyTrain) and fit.action.seller and "seller" not in fit.named
    ):  # and to whom an offer goes
        return False
    if isinstance(fit.action, LayTile) and {"hex", "tile"} <= fit.named:  # `57 d10`, where one turn fits
        return True
    telling = [w for w in words if w not in LITTLE]
    if named_kind:
        if required:
            return not fit.named.isdisjoint(required)
        word = type(fit.action).word
        return isinstance(fit.action, Pass) or not word or (word in telling and telling != [word])
    bare_name = len(telling) == 1 and (fit.named.isdisjoint(ANSWERS) or telling[0].isdecimal())
    return fit.named.issuperset(required) and not _count_unnamed_fields(fit) and not bare_name


@lru_cache(maxsize=128)
def _sort_words(
    kind: type[Action], by: str, words: tuple[str, ...], company: str, step: str, trains: frozenset[str]
) -> tuple[tuple[Word, ...], bool]:
    """The words that say a value, if an action of this kind is meant, and whether one says that it is."""
    rest, named_kind = list[Word](), False
    field_names = frozenset(f.name for f in fields_of(kind))
    for n, word in enumerate(words):
        if issubclass(kind, Pass) and step == "trains" and word in trains:  # `p` is a Pullman there, and no pass
            rest.append(Word(word))
        elif names_kind(word, kind):
            named_kind = True
            rest += [Word(w, optional=w in LOOSE) for w in word_stems(word)[:2] if is_value_word(w, field_names)][:1]
        elif word == A_SHARE:
            named_kind = named_kind or f"{kind.verb} {kind.word}".strip() in SHARES
            rest.append(Word("1", optional=True, counts=True))
        elif word.isdecimal() and words[n + 1 : n + 2] and words[n + 1] in COUNTED:
            rest.append(Word(word, counts=True))
        elif word in NUMBERS:
            rest.append(Word(NUMBERS[word], optional=word == "one", counts=True))
        elif n and (words[n - 1], word) == ("from", by.casefold()):  # names an owner, who must be that
            rest.append(Word(word))
        elif word == by.casefold() or (_is_of_company(kind) and word == company.casefold()):
            rest.append(Word(word, optional=True))
        elif not _is_little(word, kind, step):
            rest.append(Word(word))
    return tuple(rest), named_kind


def _is_of_company(kind: type[Action]) -> bool:
    """Whether an action is one of the company on turn, or answers a question that is asked of it."""
    return kind.group == "corp" or issubclass(kind, Choose)


def _is_little(word: str, kind: type[Action], step: str) -> bool:
    """Whether a word says nothing beside this kind of action."""
    if word in LITTLE or word in LITTLE_BESIDE.get(kind.verb, ()) or word in LITTLE_BESIDE_WORD.get(kind.word, ()):
        return not is_value_word(word, frozenset(f.name for f in fields_of(kind)))
    return issubclass(kind, Pass) and word in PARTS.get(step, ())


def _join_parts(action: Action, words: Sequence[Word]) -> list[Word]:
    """The words, with those that name all parts of a value of several, such as two privates, as one."""
    joined = list(words)
    for name in (f.name for f in fields_of(type(action)) if f.type is tuple):
        parts = [str(part).casefold() for part in getattr(action, name)]
        if len(parts) > 1 and sorted(w.text for w in joined if w.text in parts) == sorted(parts):
            joined = [Word(",".join(parts)), *(w for w in joined if w.text not in parts)]
    return joined


Bound = tuple[dict[str, Any], frozenset[str], int]  # ranged fields, all fields named, words without a use


def _bind_words(action: Action, choice: Choice, words: Sequence[Word], known: Vocabulary) -> list[Bound]:
    """Every way in which the words speak of the action's fields, each of one of them.

    Ways that come to the same so far are followed once: otherwise each word that is repeated would double them.
    """
    ways: list[Bound] = [({}, frozenset(), 0)]
    for word in words:
        if says_what_is_known(word.text, action, known):
            continue
        further = [
            w for values, used, idle in ways for w in _bind_word(action, choice, word, known, (values, used, idle))
        ]
        ways = list(
            {(tuple(values.items()), used, idle): (values, used, idle) for values, used, idle in further}.values()
        )
    return ways


def _bind_word(action: Action, choice: Choice, word: Word, known: Vocabulary, way: Bound) -> Iterator[Bound]:
    """Every way in which one more word speaks of a field, after a way of those before."""
    values, used, idle = way
    if isinstance(action, LayTile) and word.text in ends_of(action, known):
        yield values, used | {f"{END}{word.text}"}, idle
    for name in (f.name for f in fields_of(type(action))):
        typed = word.text.removeprefix(f"{name}=")
        span = choice.ranges.get(name)
        if (word.counts and name in {*MONEY, LOT, TURN, ROW}) or (word.text[0] in CURRENCIES and name not in MONEY):
            continue
        if word.text == typed and may_be_train(name, typed, action, used, known):
            continue
        if name in used and (span is not None or typed not in VALUES.get((name, getattr(action, name)), ())):
            continue
        if not isinstance(span, Span):
            if names_value(name, getattr(action, name), typed, action, known):
                yield values, used | {name}, idle
        elif (number := read_amount(typed, span)) is not None and number in span:
            yield {**values, name: number}, used | {name}, idle
    if word.optional:
        yield values, used, idle + 1


def _bind_cards(name: str, among: Pick, words: Sequence[Word], known: Vocabulary) -> Iterator[Bound]:
    """Cards by their companies, as many times as they are wanted. Where it is not plain which are meant none are chosen."""
    asked = [part for w in words if not w.optional for part in w.text.split(",") if part]
    asked.sort(key=lambda part: part not in map(str.casefold, among.items))  # one that is named itself comes first
    chosen: list[str] = []
    for word in asked:
        fitting = [i for i in among.items if i not in chosen and _names_card(i, word)]
        if not fitting:
            return
        sizes = {known.rules.data.certificates.get(i, ("", 0))[1] for i in fitting}
        if len(sizes) > 1 and asked.count(word) < sum(_names_card(i, word) for i in among.items):
            chosen = []  # the director's certificate or an ordinary one?
            break
        chosen.append(fitting[0])
    value = tuple(i for i in among.items if i in chosen)
    if value in among:
        yield {name: value}, frozenset({name}), 0
    else:
        yield {}, frozenset(), 0


def _names_card(card: str, word: str) -> bool:
    """Whether a word names a card or its company."""
    low = card.casefold()
    return low == word or low.rpartition(".")[0] == word


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
    known = fit.named | ({SOURCE} if COMPANY in fit.named else set())
    unnamed = [f.name for f in fields_of(kind) if f.required and f.type is str and f.name not in known]
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
    first = min(
        sorted(map(order.index, f.named)) for f in fits
    )  # a number that may say two things says the first of them
    likely = [f for f in fits if sorted(map(order.index, f.named)) == first]
    for name in order:
        values = {getattr(f.action, name) for f in likely}
        if len(values) == 1 and not any(name in f.open for f in likely):
            common[name] = values.pop()
    return Reading(several=tuple(fit_by_action), draft=Draft(kind.__name__, common))


def fill_draft(action: Action) -> Draft:
    """An action as it is filled in, to be shown."""
    return Draft(type(action).__name__, {f.name: getattr(action, f.name) for f in fields_of(type(action))})
