"""A line is played at once only where every word has its place in it: one word more that changes the sense is enough to ask."""

from __future__ import annotations

import pytest

from bot.model.words.reading.plain_lines import is_plain
from bot.model.words.reading.typed_words import read_words
from bot.model.words.vocabulary import Vocabulary, describe_position
from game.play import Game
from render.data import queries
from tests.support.discord_world import NAMES
from tests.support.golden_positions import golden_position

# Words that change what a line says, wherever they stand.
CHANGING = (
    *("not", "never", "no", "don't", "nicht", "kein", "without", "except", "instead", "but", "than", "or", "oder"),
    *("would", "could", "should", "might", "will", "won't", "if", "wenn", "unless", "maybe", "vielleicht"),
    *("when", "then", "before", "after", "later", "almost", "only", "another", "more", "mehr", "noch", "less", "else"),
    *(
        "both",
        "each",
        "every",
        "two",
        "half",
        "second",
        "last",
        "me",
        "him",
        "you",
        "my",
        "his",
        "?",
        "to",
        "into",
        "by",
    ),
    *(
        "leave",
        "avoid",
        "save",
        "skip",
        "keep",
        "stop",
        "wait",
        "want",
        "done",
        "pass",
        "0",
        "17",
        "$17",
        "45%",
        "treasury",
    ),
)
# Lines by game and number of moves; each is played as it stands.
PLAIN: dict[tuple[str, int], tuple[str, ...]] = {
    ("18GA-bank", 0): ("buy LTR", "bid 50 on MRC", "no bid"),
    ("18GA-bank", 395): ("pay out", "withhold", "pay nothing"),
    ("18GA-bank", 424): ("sell 1 GA", "pass"),
    ("18GA-bank", 502): ("run best",),
    ("18GA-bank", 620): ("buy 4 from ACL for 100", "no more trains"),
    ("18TN-bank", 26): ("buy L&N",),
    ("18TN-bank", 51): ("7 on F7 rot 0",),
    ("18TN-bank", 304): ("buy TCC for 10",),
    ("18VA-bank", 400): ("train 3 VR 5",),
    ("18EU-bank", 0): ("120 on 1",),
    ("18EU-bank", 97): ("par AIRS 70",),
    ("18EU-bank", 189): ("half",),
    ("18EU-bank", 214): ("yes", "decline"),
    ("18India-bank", 67): ("row 1",),
    ("18India-bank", 196): ("no track",),
}
# Lines with a word more that still say what they are read as.
SAME = {
    "no more bid": "who passes makes no more bids",
    "no more track": "nor lays more track",
    "run my best": "whose runs they are is known",
    "pay 0": "withholds, as “pay nothing” does",
    "no decline": "says no twice",
}


def describe(g: Game) -> Vocabulary:
    people = dict(zip(NAMES, g.state.order, strict=False))
    return describe_position(g.rules, g.state, people, queries.acting_company(g.state))


def insert(line: str, word: str) -> list[str]:
    words = line.split()
    return [" ".join([*words[:n], word, *words[n:]]) for n in range(len(words) + 1)]


def list_others(known: Vocabulary, by: str) -> list[str]:
    """Somebody else at the table, and companies and privates that are not on turn."""
    data = known.rules.data
    people = [n for n, seat in known.names.items() if seat != by]
    companies = [c for c in data.companies if c not in (known.company, "GA", "ACL", "L&N", "VR")]
    return (
        [people[0], companies[0], companies[-1], list(data.privates)[-1]]
        if data.privates
        else [people[0], *companies[:2]]
    )


@pytest.mark.parametrize(("name", "number"), PLAIN)
def test_one_word_more_is_enough_to_ask(name, number):
    g = golden_position(name, number)
    by, known = g.deciders()[0], describe(g)
    choices = g.choices(by)
    for line in PLAIN[name, number]:
        action = read_words(line, by, choices, known).action
        assert action is not None, line
        assert is_plain(action, line, choices, known), line
        for n, word in enumerate((*CHANGING, *list_others(known, by))):
            places = [typed for typed in insert(line, word) if typed not in SAME]
            assert not [typed for typed in places if is_plain(action, typed, choices, known)]
            for typed in places[n % len(places) :][: n % 2]:  # what else it may be read as
                other = read_words(typed, by, choices, known).action
                assert other is None or not is_plain(other, typed, choices, known), f"{typed}: {other}"


@pytest.mark.parametrize(
    ("name", "number", "lines"),
    [
        ("18TN-bank", 26, ("buy NC&StL 70", "buy L&N par 70", "offer L&N")),
        ("18GA-bank", 0, ("minor LTR", "buy on LTR", "offer LTR")),
        ("18GA-bank", 395, ("hold it", "hold please", "pay CoG", "w", "no")),
        ("18VA-bank", 400, ("VR 3 for 5", "buy VR 3 for 5", "C&O to VR 3 for 5", "take 3")),
    ],
)
def test_what_may_say_another_thing_is_not_plain(name, number, lines):
    g = golden_position(name, number)
    by, known = g.deciders()[0], describe(g)
    for line in lines:
        read = read_words(line, by, g.choices(by), known)
        found = read.several or tuple(filter(None, [read.action]))
        assert not any(is_plain(a, line, g.choices(by), known) for a in found), line
