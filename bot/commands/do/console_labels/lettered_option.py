"""A place for a station, named by its letter in the picture, by the minor whose station it is, or by where its track leads."""

from __future__ import annotations

import re

from bot.model.words.agreement import NEGATING_WORDS
from bot.model.words.vocabulary import LITTLE_WORDS, MOST_TYPED, Vocabulary, split_words, word_stems
from bot.views.command_options import split_phrase
from bot.views.formatting import View, action_words
from bot.views.options.pictures.step_pictures import is_lettered
from bot.views.options.screen import Screen, ScreenOption
from game.actions import PlaceToken
from game.rules import Rules
from render.data.choice_names import choice_name
from render.data.names import listed

MINOR_IN_TEXT = re.compile(r"minor (\d+)\b", re.IGNORECASE)
CHOOSING = {
    *("start", "starts", "begin", "choose", "take", "pick", "minor", "place", "home", "station", "token", "city"),
    *("merge", "fold", "swap", "exchange", "into", "with"),
}


def find_lettered(screen: Screen, words: str, view: View, vocabulary: Vocabulary) -> ScreenOption | None:
    """The option of a screen whose letter was typed, or whose minor: `A`, `minor 5`, `Ferrovia Adriatica`."""
    if not is_lettered(screen, view) or len(words) > MOST_TYPED:
        return None
    letters = [choice_name(n, lettered=True) for n, _ in enumerate(screen.options, 1)]
    typed = words.strip(" .:·").upper()
    if len(letters) > 1 and typed in letters:
        return screen.options[letters.index(typed)]
    said = _say_what(words, vocabulary)
    for minor, offer in _offers_by_minor(screen, view, vocabulary.rules).items():
        assert isinstance(offer.action, PlaceToken)
        if minor in said and said <= {minor, offer.action.city.partition(".")[0].casefold()}:
            return offer
    return None


def find_by_end(screen: Screen, words: str, view: View, rules: Rules) -> ScreenOption | None:
    """Of the circles of one city, that whose track leads to the place that is named: `toward Rome`, `D6`."""
    stations = [(o, o.action) for o in screen.options if isinstance(o.action, PlaceToken)]
    if len({a.city.partition(".")[0] for _, a in stations}) != 1 or len(words) > MOST_TYPED:
        return None
    told = [(o, split_phrase(action_words(a, view, rules))) for o, a in stations]
    common = set.intersection(*(set(text) for _, text in told)) | {"towards", "token", "place", "the", "to", "at", "on"}
    said = [w for w in split_phrase(words) if w not in common]
    fitting = [o for o, text in told if not NEGATING_WORDS.issuperset(said) and all(w in text for w in said)]
    return fitting[0] if len(fitting) == 1 else None


def explain_lettered(screen: Screen, words: str, view: View, vocabulary: Vocabulary) -> str:
    """Which minors can be named, where the words name another, or a number that is none; "" elsewhere."""
    offers = _offers_by_minor(screen, view, vocabulary.rules) if is_lettered(screen, view) else {}
    said = _say_what(words, vocabulary) if len(words) <= MOST_TYPED else set()
    places = {hex_.casefold() for hex_ in vocabulary.rules.data.hexes}
    if not offers or not any(w.isdecimal() for w in said) or not all(w.isdecimal() or w in places for w in said):
        return ""
    named = [w for w in said if w.isdecimal() and w not in offers]
    subject = (
        f"minor {named[0]} is not yours to start with" if named and named[0] in vocabulary.rules.data.companies else ""
    )
    could = f"you can say minor {listed(list(offers), 'or')}"
    return f"{subject}; {could}" if subject else could


def _say_what(words: str, vocabulary: Vocabulary) -> set[str]:
    """What the words name, without those that only say that something is chosen."""
    return {
        w
        for w in split_words(words, vocabulary)
        if w not in LITTLE_WORDS and CHOOSING.isdisjoint(word_stems(w)) and w != vocabulary.company.casefold()
    }


def _offers_by_minor(screen: Screen, view: View, rules: Rules) -> dict[str, ScreenOption]:
    """The options that are the station of a minor, by its number."""
    told = [(action_words(o.action, view, rules), o) for o in screen.options if isinstance(o.action, PlaceToken)]
    return {m[1]: o for text, o in told if (m := MINOR_IN_TEXT.match(text))}
