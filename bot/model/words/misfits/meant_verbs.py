"""The verbs that typed words are about, of what can be done now or at another moment."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.action_form import DEALS
from bot.model.words.misfits.intended_actions import find_meant_verbs, speaks_of_trains
from bot.model.words.misfits.unfit_trains import name_missing_train, names_train_plainly
from bot.model.words.reading.bound_words import SHARE_NOUNS
from bot.model.words.reading.typed_words import find_named_verbs
from bot.model.words.vocabulary import Vocabulary
from game.actions import Action, BuyShare, BuyTrain, DiscardTrain, LayTile, Pass, TakePrivate, Use
from game.choices import Choice, Pick

# words that say what is meant rather than what is done with it
NOUNS_OF_THINGS = frozenset(
    (
        *("bond", "cards", "company", "director", "gauge", "ipo", "marker", "minor", "no", "none", "nothing", "p"),
        *("president", "route", "share", "shares", "station", "track", "train", "trains"),
    )
)


def find_verbs(
    words: str, named: frozenset[str], meant: Sequence[Action], vocabulary: Vocabulary, choices: Sequence[Choice]
) -> frozenset[str]:
    """The verbs that words are about: those that they name, else those of what they speak of.

    What can be done now comes first: for `CoG ipo` no company can be started, but its shares may be bought.
    """
    now = {c.kind.verb for c in choices}
    lays = any(isinstance(a, LayTile) for a in meant)
    if now and not named and not lays and all(any(isinstance(r, Pick) for r in c.ranges.values()) for c in choices):
        return frozenset(now)
    used = {a.private.casefold() for c in choices if c.kind is Use for a in c if isinstance(a, Use)}
    if not named and not used.isdisjoint(words.split()):
        return frozenset({Use.verb})
    kinds = {c.kind for c in choices if not issubclass(c.kind, (Pass, *DEALS))}
    later = BuyTrain.verb in named - now and named.isdisjoint(k.verb for k in kinds)
    shares = BuyShare.verb in named and not any(k.group == "corp" for k in kinds)  # `buy 2 GA` of who only sells now
    if later and not shares and speaks_of_trains(words, vocabulary):
        return frozenset({BuyTrain.verb})
    if BuyShare.verb in named and BuyTrain.verb not in now and names_train_plainly(words, vocabulary):
        return frozenset({BuyTrain.verb})
    if (
        BuyShare.verb in named
        and named & now <= {BuyTrain.verb, TakePrivate.verb}
        and not SHARE_NOUNS.isdisjoint(words.split())
    ):
        return frozenset({BuyShare.verb})
    if not named.isdisjoint(now - {Pass.verb}):
        return named
    if DiscardTrain.verb in now and not named and speaks_of_trains(words, vocabulary):
        return frozenset({DiscardTrain.verb})
    spoken = frozenset(a.verb for a in meant if a.verb in now)
    own = frozenset(c.kind.verb for c in choices if c.kind.word and c.kind.word in words.split())
    lacking = frozenset({BuyTrain.verb} if BuyTrain.verb in now and name_missing_train(words, vocabulary) else ())
    return spoken or named or own or find_meant_verbs(words, meant, vocabulary, now) or lacking


def names_deed(words: str, kinds: Sequence[type[Action]]) -> bool:
    """Whether words say what is done: by a verb, and not by a thing alone that is bought or led."""
    return bool(find_named_verbs(" ".join(w for w in words.split() if w not in NOUNS_OF_THINGS), kinds))
