"""Names that are typed in part: `Oneida` for the Oneida & Western RR, where nothing else begins so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from bot.model.words.reading.readings import Reading
from bot.model.words.reading.typed_values import ends_of
from bot.model.words.reading.typed_words import find_named_verbs, read_words
from bot.model.words.reading.unknown_words import DEED_VERBS, TILE_COLOURS, list_unknown
from bot.model.words.vocabulary import MOST_TYPED, Vocabulary, names_kind, split_words, without_accents
from game.actions import Action, Bid, LayTile
from game.choices import Choice
from render.data.names import listed

FIELDS_OF_MAP = frozenset({"hex", "city", "side", "routes", "target"})  # fields that are about the map
MOST_OF_NAME = 4  # words of a part of a name
LEAST_LETTERS = 4  # letters of a part of a name
DISC_COLOURS = TILE_COLOURS | {"blue", "orange", "purple", "pink", "black", "white"}  # of companies in pictures
# words that are mistyped
WORDS_MISTYPED = sorted(
    w
    for w in {*DEED_VERBS, "dividend", "payout", "share", "station", "token", "track", "train", "trains"}
    if len(w) > 2
)
BESIDE_ENDS = frozenset({"tile", "track", "lay", "and", "build"})  # words beside the places to which track leads
LEAST_LIKENESS = 0.85  # how much of a word must be right
# in many names, and in none by itself
COMMON_NAMES = frozenset({"company", "railroad", "railway", "rail", "line", "lines"})
NAME_SIGNS = re.compile(r"[-&,]")  # in names of several places
BETWEEN_WORDS = r"[-\s,.]+"  # what parts the words of a name
TILE_NUMBER = re.compile(r"\b(?:tile|lay|build) #?(\d+)\b", re.IGNORECASE)  # which of them is laid


class Spelled(NamedTuple):
    """A text in which parts of names are replaced by the keys of what they name; `parts`: how many; `unclear`: what to say of a
    part that may be several things, "" where there is none.
    """

    text: str
    parts: int = 0
    unclear: str = ""


def spell_parts(text: str, vocabulary: Vocabulary, kinds: Sequence[type[Action]], choices: Sequence[Choice]) -> Spelled:
    """The text with keys for words that have no meaning but begin a word of one name; what can be chosen now comes first."""
    text, whole = _spell_whole_names(text, vocabulary)
    text, corrected = correct_spelling(text, vocabulary, kinds, choices)
    text, joined = _spell_runs(text, vocabulary, list_unknown(text, vocabulary, kinds, choices))
    text, lots = _spell_lots(text, vocabulary, choices)
    parts, places = corrected + whole + joined + lots, any(FIELDS_OF_MAP & {*c.kind.__struct_fields__} for c in choices)
    for word in dict.fromkeys(list_unknown(text, vocabulary, kinds, choices)):
        keys = [k for k in _find_keys(word, vocabulary) if places or k not in vocabulary.rules.data.hexes]
        now = [k for k in keys if _is_offered(k, choices)] if len(keys) > 1 else keys
        found = now or keys
        if len(found) > 1 and len({_full_names(vocabulary)[k] for k in found}) == 1:  # cards that are alike
            called = _full_names(vocabulary)[found[0]].casefold().split()
            found = [next((c.kind.word for c in choices if c.kind.word in called), found[0])]
        if len(found) > 1:
            names = listed([f"{_full_names(vocabulary)[k]} ({k})" for k in found], "or")
            return Spelled(text, parts, f"{word} can be {names}: type the letters in brackets")
        if found:
            behind = rf"(?: (?:{'|'.join(COMMON_NAMES)}))?" if found[0] in vocabulary.rules.data.companies else ""
            text = re.sub(rf"(?<![\w&]){re.escape(word)}{behind}(?![\w&])", found[0], text, flags=re.IGNORECASE)
            text = re.sub(rf"(?<!\S)({re.escape(found[0])})(?: {re.escape(found[0])})+(?!\S)", r"\1", text)
            parts += 1
    if places:
        return Spelled(text, parts)
    named = find_named_verbs(text, kinds)
    later = bool(named) and named.isdisjoint(c.kind.verb for c in choices)  # `token in Nashville` in a stock round
    return Spelled(text, parts) if later else _spell_places(text, parts, vocabulary, choices)


def read_with_names(
    text: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary, kinds: Sequence[type[Action]]
) -> Reading:
    """What words mean among these choices, also where a part of a name stands for it: `bid 170 on macon`."""
    if (reading := read_words(text, by, choices, vocabulary)) != Reading():
        return reading
    spelled = spell_parts(text, vocabulary, kinds, choices)
    return read_words(spelled.text, by, choices, vocabulary) if spelled.parts and not spelled.unclear else reading


def spell_ends(text: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> str:
    """The line with `to` before the places that it names, where tiles can be laid in one other hex alone, and track of one leads
    to them: `58 L11`, `O16`; any other line as it is, in which a place is one to build in.
    """
    lays = [a for c in choices if c.kind is LayTile for a in c if isinstance(a, LayTile)]
    words = split_words(text, vocabulary) if lays and len(text) <= MOST_TYPED else []
    named = [n for n, w in enumerate(words) if w in vocabulary.places_on_map]
    others = {w for w in words if w not in vocabulary.places_on_map and not w.removeprefix("#").isdecimal()}
    places = {words[n] for n in named}
    hexes = {a.hex.casefold() for a in lays}
    if not named or not others <= BESIDE_ENDS or len(hexes) != 1 or not places.isdisjoint(hexes):
        return text
    leads = any(places <= ends_of(a, vocabulary) for a in lays)
    return " ".join([*words[: named[0]], "to", *words[named[0] :]]) if leads else text


def correct_spelling(
    text: str, vocabulary: Vocabulary, kinds: Sequence[type[Action]], choices: Sequence[Choice]
) -> tuple[str, int]:
    """The text with the right word for each that has nearly every letter of one, and how many there were: `trakc`, `nashvile`. Of
    words for what is done those of what can be done now: `ruin` runs nothing where no train runs.
    """
    deeds = [w for w in WORDS_MISTYPED if w not in DEED_VERBS or any(names_kind(w, c.kind) for c in choices)]
    data = vocabulary.rules.data
    called = " ".join((*_full_names(vocabulary).values(), *(t.called for t in data.trains.values())))
    names = sorted({*re.findall(r"[^\W\d_]+", called.casefold())} - COMMON_NAMES)
    keys = [k.casefold() for k in (*data.companies, *data.privates) if k.isalpha()]
    wrong = {}
    for word in list_unknown(text, vocabulary, kinds, choices):
        if not word.isalpha() or len(word) < LEAST_LETTERS - 1 or _find_keys(word, vocabulary):
            continue
        swapped = [w for w in (*deeds, *names, *keys) if w[0] == word[0] and sorted(w) == sorted(word)]  # `byu`
        close = swapped[:1] or get_close_matches(word, deeds, 1, LEAST_LIKENESS)
        if close := close or (get_close_matches(word, names, 1, LEAST_LIKENESS) if len(word) > LEAST_LETTERS else []):
            wrong[word] = close[0]
    for word, right in wrong.items():
        text = re.sub(rf"(?<![\w&]){re.escape(word)}(?![\w&])", right, text, flags=re.IGNORECASE)
    return text, len(wrong)


def _spell_whole_names(text: str, vocabulary: Vocabulary) -> tuple[str, int]:
    """The text with the key of what has a whole name with signs or a place in it, of which each part may be a place, or has a
    number as its key: `minor 9` for `Berlin Stettiner Bahn`, `L&N` for `Louisville and Nashville`; nothing where the key stands
    beside it; and how many.
    """
    found, data = 0, vocabulary.rules.data
    places = {h.name.casefold() for h in data.hexes.values()}
    whole = [(n, k) for k, n in _full_names(vocabulary).items() if k not in data.hexes]
    short = [(n.rpartition(" ")[0], k) for n, k in whole if n.split()[-1].casefold() in COMMON_NAMES]
    plain = without_accents(text)
    for name, key in sorted([*whole, *short], key=lambda known: -len(known[0])):
        parts = re.split(BETWEEN_WORDS, without_accents(name).removesuffix("."))
        if parts[0].casefold() not in plain.casefold():
            continue
        signs = NAME_SIGNS.search(name) or key.isdecimal()
        if not signs and (len(parts) == 1 or places.isdisjoint(name.casefold().split())):
            continue
        parts = ["(?:&|and)" if part == "&" else re.escape(part) for part in parts]
        called = re.compile(rf"\(?(?<!\w){BETWEEN_WORDS.join(parts)}(?!\w)\.?\)?", re.IGNORECASE)
        if not called.search(plain):
            continue
        said, spelled = key.casefold() in plain.casefold().split(), key
        if (
            key.isdecimal()
        ):  # a number elsewhere in the line is a price or a train, and alone it may be that of a button
            said, spelled = bool(re.search(rf"\b{key}\s+{called.pattern}", plain, re.IGNORECASE)), f"minor {key}"
        text = plain = " ".join(called.sub("" if said else spelled, plain).split())
        found += not said
    return text, found


def _spell_lots(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> tuple[str, int]:
    """The text with the key of the one lot that has a company's name, for the company, where no lot is the company's own; and how
    many there were.
    """
    lots = {a.item for c in choices for a in c if isinstance(a, Bid)}
    words, data = text.casefold().split(), vocabulary.rules.data
    if not lots or any(lot.partition(".")[0].casefold() in words for lot in lots):
        return text, 0
    for company in (c for c in data.companies if c.casefold() in words and not c.isdecimal()):
        name = data.companies[company].name.rpartition(" ")[0]
        called = [lot for lot in lots if name and lot in data.privates and data.privates[lot].name.startswith(name)]
        if len(called) == 1:
            spelled = re.compile(rf"(?<!\S){re.escape(company)}(?!\S)", re.IGNORECASE)
            return spelled.sub(called[0], text), 1
    return text, 0


def _spell_runs(text: str, vocabulary: Vocabulary, unknown: Sequence[str]) -> tuple[str, int]:
    """The text with keys for two words or more that stand beside each other in one name alone, and how many there were: `railway
    express` for the Railway Express Agency. One of the words at least has no meaning of its own.
    """
    words, found = text.casefold().split(), 0
    for size in range(MOST_OF_NAME, 1, -1):
        for n in range(len(words) - size + 1):
            run = " ".join(words[n : n + size])
            if {*words[n : n + size]}.isdisjoint(unknown) or not all(w.isalpha() for w in words[n : n + size]):
                continue
            spelled = re.compile(rf"(?<![\w&]){re.escape(run)}(?![\w&])", re.IGNORECASE)
            keys = [k for k, full in _full_names(vocabulary).items() if spelled.search(full)]
            if len(keys) == 1 and spelled.search(text) and keys[0] not in vocabulary.rules.data.hexes:
                text, found = spelled.sub(keys[0], text), found + 1
    return text, found


def _spell_places(text: str, parts: int, vocabulary: Vocabulary, choices: Sequence[Choice]) -> Spelled:
    """The text with the key of what is offered and is called after a place, or has its home there: where nothing is asked about
    the map `Macon` is the Macon & Birmingham.
    """
    data = vocabulary.rules.data
    verbs = find_named_verbs(text, {c.kind for c in choices})
    choices = [c for c in choices if c.kind.verb in verbs] or choices
    for name in sorted({h.name.casefold() for h in data.hexes.values() if h.name}):
        spelled = re.compile(rf"(?<![\w&]){re.escape(name)}(?![\w&])", re.IGNORECASE)
        if not spelled.search(text):
            continue
        homes = {h for h, d in data.hexes.items() if d.name.casefold() == name}
        called = [k for k, full in _full_names(vocabulary).items() if k not in data.hexes and spelled.search(full)]
        called += [k for k, d in data.companies.items() if homes & {h.partition(".")[0] for h in d.home}]
        if {k.casefold() for k in called} & {*text.casefold().split()}:  # `Nashville Chattanooga`
            text, parts = " ".join(spelled.sub("", text).split()), parts + 1
            continue
        found = [
            k for k in dict.fromkeys(called) if _is_offered(k, choices) and k.casefold() not in text.casefold().split()
        ]
        if len(found) == 1:
            text, parts = spelled.sub(found[0], text), parts + 1
        letters = [k for k in found if not k.isdecimal()]
        if len(letters) > 1 and letters == found:
            names = listed([f"{_full_names(vocabulary)[k]} ({k})" for k in found], "or")
            return Spelled(text, parts, f"{data.hexes[min(homes)].name} can be {names}: type the letters in brackets")
        minors = [k for k in found if k.isdecimal()]
        if len(minors) > 1 and minors == found and any(c.kind is Bid for c in choices):
            return Spelled(
                text,
                parts,
                f"{data.hexes[min(homes)].name} is the home of minors {listed(sorted(minors, key=int))}: type the number",
            )
    return Spelled(text, parts)


def _find_keys(word: str, vocabulary: Vocabulary) -> list[str]:
    """What has a name in which a word begins with this one: companies, privates, places; a company that people call so."""
    if len(word) < LEAST_LETTERS or not word.isalpha():
        return []
    if called := [k for k, c in vocabulary.rules.data.companies.items() if word in map(str.casefold, c.also)]:
        return called
    names = _full_names(vocabulary)
    spelled = {key: [w for w in re.findall(r"\w+", n.casefold()) if w not in COMMON_NAMES] for key, n in names.items()}
    whole = [key for key, words in spelled.items() if word in words]
    return whole or [key for key, words in spelled.items() if any(w.startswith(word) for w in words)]


def _full_names(vocabulary: Vocabulary) -> dict[str, str]:
    """What companies, privates and places are called, by their keys."""
    data = vocabulary.rules.data
    return {
        **{key: c.name for key, c in data.companies.items()},
        **{key: p.name for key, p in data.privates.items()},
        **{key: h.name for key, h in data.hexes.items()},
    }


def _is_offered(key: str, choices: Sequence[Choice]) -> bool:
    """Whether something that can be done now is about that."""
    return any(key == str(getattr(a, f)).partition(".")[0] for c in choices for a in c for f in a.__struct_fields__)


def find_other_tile(actions: Sequence[Action], text: str) -> str:
    """The number of a tile that is typed as such, `lay 3`, where all that is read from the words lays another one: the number was
    taken for a turn; "" elsewhere.
    """
    named = TILE_NUMBER.search(text)
    laid = [a.tile for a in actions if isinstance(a, LayTile)]
    if named is None or not laid or len(laid) < len(actions):
        return ""
    return "" if any(re.sub(r"\D", "", tile) == named[1] for tile in laid) else named[1]


def name_colour(text: str, vocabulary: Vocabulary, choices: Sequence[Choice]) -> str:
    """That nothing is called by its colour, where one is typed and no track is laid; "" elsewhere."""
    colours = [w for w in text.casefold().split() if w in DISC_COLOURS]
    if not colours or any(c.kind is LayTile for c in choices):
        return ""
    offered = [c for c in vocabulary.rules.data.companies if _is_offered(c, choices)]
    return f"companies are typed by their letters, not by colours: {listed(offered, 'or')}" if offered else ""


def cut_colours(text: str) -> str:
    """The text without colours and what stands for a thing of that colour: `start at 70` for `start the blue one at 70`."""
    return " ".join(
        re.sub(rf"\b(?:the )?(?:{'|'.join(DISC_COLOURS)})(?: ones?\b)?", " ", text, flags=re.IGNORECASE).split()
    )
