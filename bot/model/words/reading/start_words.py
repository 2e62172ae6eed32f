"""A company that is started with a minor in one line, `start SNCF at 90 with minor 2`; sellers and offers in few words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.model.action_form import Draft, action_digest
from bot.model.words.extremes import EXTREME_PRICES
from bot.model.words.reading.typed_values import bare_train
from bot.model.words.reading.typed_words import read_words
from bot.model.words.vocabulary import Vocabulary
from game.actions import Bid, BuyTrain, Par, PlaceToken, SellPrivate
from game.choices import Choice

WITH_A_MINOR = re.compile(
    r"(?:^|\s+)(?:(?:with|using|from|mit)\s+(?:my\s+)?(?:minor\s+)?|minor\s+)(\d{1,2})(?![\w%])", re.IGNORECASE
)
MERGING_LINE = re.compile(
    r"\s*(?:merge|exchange|fold|swap|trade|give up|(?:minor )?\d+ (?:for|(?:in)?to))\b", re.IGNORECASE
)
SHORT_MINOR = re.compile(r"(?<!\w)m(\d{1,2})(?!\w)", re.IGNORECASE)
STARTING_VERB = re.compile(r"^\s*(?:start|found|open|float|launch|par)\s+(?=\S)", re.IGNORECASE)
STARTS_WITH = re.compile(r"^\s*start with (?:the )?(?:one )?", re.IGNORECASE)
MINOR_NAMED = re.compile(r"(?<!from )\bminor (\d{1,2})(?!\S)", re.IGNORECASE)
THING_OF_OWNER = re.compile(r"(?<!\S)([\w&.]+)['’]s ([\w/+-]+)(?!\S)")
OFFERING_LINE = re.compile(r"^\s*(?:(?:offer|give) )?(([\w&.]+) to \S.*)$", re.IGNORECASE)
ALL_IN = re.compile(r"\b(?:go )?all in(?: on)?\b", re.IGNORECASE)
MINOR_ASKED_LATER = "Once it has started, I ask which minor it starts with."


def cut_minor(words: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> str:
    """The line without the minor with which a company is to start; any other line as it is."""
    starts = (
        find_first_minor(words, vocabulary) and not MERGING_LINE.match(words) and any(c.kind is Par for c in choices)
    )
    return (WITH_A_MINOR.sub("", words, count=1).strip() or words) if starts else words


def find_first_minor(words: str, vocabulary: Vocabulary) -> str:
    """The minor with which a line starts a company; "" where it names none."""
    named = WITH_A_MINOR.search(words)
    return named[1] if named is not None and named[1] in vocabulary.rules.data.companies else ""


def spell_minor(words: str, _choices: Sequence[Choice], vocabulary: Vocabulary) -> str:
    """The line with `minor 5` for `m5`, where there is such a minor, and no hex of that name."""
    data = vocabulary.rules.data
    named = {n for n in SHORT_MINOR.findall(words) if n in data.companies and f"M{n}" not in data.hexes}
    return SHORT_MINOR.sub(lambda found: f"minor {found[1]}" if found[1] in named else found[0], words)


def spell_lead(words: str, choices: Sequence[Choice]) -> str:
    """The line with `buy director` for `start`, where a company begins with the purchase of its director's certificate, and
    without `start with` where it is asked with which minor one starts; any other line as it is.
    """
    if any(c.kind is PlaceToken for c in choices):
        return STARTS_WITH.sub("", words)
    led = any("director" in c.kind.__struct_fields__ for c in choices) and not any(c.kind is Par for c in choices)
    return STARTING_VERB.sub("buy director ", words) if led else words


def spell_stake(words: str, choices: Sequence[Choice]) -> str:
    """The line with `bid max` for `all in` where something is bid on; any other line as it is."""
    return ALL_IN.sub("bid max", words) if any(c.kind is Bid for c in choices) else words


def spell_seller(words: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> str:
    """The line with `from minor 9` for `minor 9` where trains are bought, which minors sell, with `2-train from ACL` for
    `ACL's 2-train`, and with `for max` for `all` and `for min` for `cheapest` behind a train or its seller; others as they are.
    """
    if MERGING_LINE.match(words) or not any(c.kind is BuyTrain for c in choices):
        return words
    said = [w.strip(".!") for w in words.casefold().split()]
    thing = next((w for w in reversed(said[:-1]) if w not in ("for", "the")), "")
    if (
        said[-1:]
        and said[-1] in EXTREME_PRICES
        and ("for" in said or "from" in said or bare_train(thing) in vocabulary.train_names)
    ):
        rest = words.split()[:-1]
        words = f"{' '.join(rest[:-1] if said[-2] == 'for' else rest)} for {EXTREME_PRICES[said[-1]]}"
    return MINOR_NAMED.sub(r"from minor \1", THING_OF_OWNER.sub(lambda found: _name_seller(found, vocabulary), words))


def _name_seller(owned: re.Match[str], vocabulary: Vocabulary) -> str:
    """`2-train from ACL` for `ACL's 2-train`; anything else that is somebody's as it was typed."""
    sells = owned[1].casefold() in {c.casefold() for c in vocabulary.rules.data.companies if c != vocabulary.company}
    return (
        f"{owned[2]} from {owned[1]}"
        if sells and bare_train(owned[2].casefold()) in vocabulary.train_names
        else owned[0]
    )


def spell_offer(words: str, choices: Sequence[Choice]) -> str:
    """The line with `sell` where a private of one's own goes to somebody: `tcc to bob for 30`, `offer tcc to bob`; any other line
    as it is.
    """
    own = {a.private for c in choices if c.kind is SellPrivate for a in c if isinstance(a, SellPrivate)}
    called = {name.casefold() for private in own for name in (private, private.replace("&", ""))}
    offered = OFFERING_LINE.match(words)
    return f"sell {offered[1]}" if offered is not None and offered[2].casefold() in called else words


def read_start(words: str, by: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> Draft | None:
    """What of such a line is settled now; None of any other line."""
    begun = cut_minor(words, choices, vocabulary)
    if begun == words:
        return None
    reading = read_words(begun, by, choices, vocabulary)
    if isinstance(reading.action, Par):
        return Draft(act=action_digest(reading.action))
    return reading.draft if reading.draft is not None and reading.draft.kind == Par.__name__ else None


def name_foreign_minor(number: str, by: str, vocabulary: Vocabulary) -> str:
    """Whose the minor is that a line names for a start, where it is another's; "" elsewhere."""
    owner = vocabulary.owners.get(number, by)
    return "" if owner == by else f"Minor {number} is {vocabulary.shown_names.get(owner, owner)}'s."
