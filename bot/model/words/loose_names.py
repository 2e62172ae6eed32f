"""Names that are typed in part: `Oneida` for the Oneida & Western RR, where nothing else begins so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.model.words.unfit_words import COLOURS, list_unknown
from bot.model.words.vocabulary import Vocabulary
from game.actions import Action, LayTile, Par
from game.choices import Choice
from render.data.names import listed

LEAST = 4  # letters of a part of a name
COMMON = frozenset({"company", "railroad", "railway", "rail", "line", "lines"})  # in many names, and in none by itself


class Spelled(NamedTuple):
    """A text in which parts of names are replaced by the keys of what they name; `parts`: how many; `unclear`: what to say of a
    part that may be several things, "" where there is none.
    """

    text: str
    parts: int = 0
    unclear: str = ""


def spell_parts(text: str, known: Vocabulary, kinds: Iterable[type[Action]], choices: Sequence[Choice]) -> Spelled:
    """The text with keys for words that have no meaning but begin a word of one name; what can be chosen now comes first."""
    parts = 0
    for word in dict.fromkeys(list_unknown(text, known, kinds, choices)):
        keys = _find_keys(word, known)
        now = [k for k in keys if _is_offered(k, choices)] if len(keys) > 1 else keys
        found = now or keys
        if len(found) > 1:
            names = listed([f"{_full_name(k, known)} ({k})" for k in found], "or")
            return Spelled(text, parts, f"{word} can be {names}: type the letters in brackets")
        if found:
            text = re.sub(rf"(?<![\w&]){re.escape(word)}(?![\w&])", found[0], text, flags=re.IGNORECASE)
            text = re.sub(rf"(?<!\S)({re.escape(found[0])})(?: {re.escape(found[0])})+(?!\S)", r"\1", text)
            parts += 1
    return Spelled(text, parts)


def _find_keys(word: str, known: Vocabulary) -> list[str]:
    """What has a name in which a word begins with this one: companies, privates, places."""
    if len(word) < LEAST or not word.isalpha():
        return []
    data = known.rules.data
    named = [
        *((key, company.name) for key, company in data.companies.items()),
        *((key, private.name) for key, private in data.privates.items()),
        *((key, place.name) for key, place in data.hexes.items()),
    ]
    spelled = {key: [w for w in re.findall(r"\w+", name.casefold()) if w not in COMMON] for key, name in named}
    whole = [key for key, words in spelled.items() if word in words]
    return whole or [key for key, words in spelled.items() if any(w.startswith(word) for w in words)]


def _full_name(key: str, known: Vocabulary) -> str:
    """What a company, a private or a place is called."""
    data = known.rules.data
    if key in data.companies:
        return data.companies[key].name
    return data.privates[key].name if key in data.privates else data.hexes[key].name


def _is_offered(key: str, choices: Sequence[Choice]) -> bool:
    """Whether something that can be done now is about that."""
    return any(key == str(getattr(a, f)).partition(".")[0] for c in choices for a in c for f in a.__struct_fields__)


def is_loose(action: Action, text: str, known: Vocabulary) -> bool:
    """Whether what is costly and cannot be undone alone, the start of a company, is typed without its key and its whole name.

    Such a line is shown first. With either of them, `par SR 90`, it is played at once.
    """
    if not isinstance(action, Par):
        return False
    names = (action.company, known.rules.data.companies[action.company].name)
    return not any(re.search(rf"(?<![\w&]){re.escape(n)}(?![\w&])", text, re.IGNORECASE) for n in names)


def name_colour(text: str, known: Vocabulary, choices: Sequence[Choice]) -> str:
    """That nothing is called by its colour, where one is typed and no track is laid; "" elsewhere."""
    colours = [w for w in text.casefold().split() if w in COLOURS]
    if not colours or any(c.kind is LayTile for c in choices):
        return ""
    offered = [c for c in known.rules.data.companies if _is_offered(c, choices)]
    return f"companies are typed by their letters, not by colours: {listed(offered, 'or')}" if offered else ""
