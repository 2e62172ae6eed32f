"""What people write in several words, or joined to a number, and as what it is read.

Phrases come first, the longest of those that begin at a word, then patterns in their order.
"""

from __future__ import annotations

import re

A_SHARE = "1share"  # `a share`: one, where the action has a number
ARROW_SIGNS = re.compile(r"\s*(?:[-=]*>|→)\s*")
# In place of what is read: `|` stands between words of which one is said, `?` behind what may be left out.
WRITTEN_PHRASES: dict[str, tuple[str, ...]] = {
    "ipo": ("initial public? offer|offering",),
    "pool": ("bank pool",),
    "market": ("open market",),
    "bond": ("royal bond|bonds",),
    "president": ("president's|presidents certificate|share|cert",),
    "director": ("director's|directors certificate|share|cert",),
    A_SHARE: ("a share|certificate|cert",),
    "redeem": ("buy back", "buyback|buy-back"),
    "max": ("for? all my|our|the|its money|cash", "for everything", "for all it|i|we has|have"),
    "remove": ("take off|away",),
    "": ("i'd|i’d like to?", "i would like to?"),
    "payout": ("payout|pay-out",),
    "giveup": ("give it? up",),
    "sell": ("raise some|the|more? money|cash|funds",),
    "half": ("pay out? half", "payout half", "half pay|payout out?"),
    "bid": ("place|put|make|enter a|my? bid",),
    "putup": ("with no bid", "without a|an|any bid", "put one|it? up", "put a minor up"),
    "takeover": ("take|takes it? over",),
    "from": ("out of",),
    "pass": ("drop out",),
    "discard": ("get rid of",),
    **{f"row row={n}": (f"{word} row",) for n, word in enumerate(("first", "second", "third"), 1)},
}
WRITTEN_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<=\w)@(?=\w)"), " @ "),
    (re.compile(r"^\s*(?:gimme|give me|(?:i['’]?ll|i will) have) "), "take "),
    (
        re.compile(
            r"^\s*(?:i|we)(?:['’]?ll| will|['’]m going to|['’]m gonna| wanna| want to) |^\s*(?:gonna|lemme|let me) "
        ),
        " ",
    ),
    (re.compile(r"^\s*(?:one |some )?more (?=(?:track|tiles?)\b)"), "lay "),
    (re.compile(r"^\s*become (?:the )?(?=(?:director|president)\b)"), "buy "),
    (re.compile(r"(?<=\d),(?=\d{3}(?!\d))"), ""),
    (re.compile(r"^\s*(?:no,? (?:way|thanks|thx|ty|chance)|nein,? danke)\W*$"), " no "),
    (re.compile(r"^\s*(?:minor )?(\d{1,2}|bond) to (?=[a-z]{2,5}\s*$)"), r"\1 into "),
    (re.compile(r"(?<=\d) for (?:an? |one )?(?:1?shares?|10%) (?:of|in) (?=[a-z])"), " into "),
    (re.compile(r"(?<!\S)([a-z]{1,2}\d{1,2})-(\d{1,3}[a-z]{0,3})-([0-5])(?!\S)"), r"\1 \2 rot \3"),
    (re.compile(r"\by(?= tile\b)"), "yellow"),
    (re.compile(r"(?<=\btrack )toward\b|(?<=\blay )toward\b|(?<=\bbuild )toward\b"), "towards"),
    (re.compile(r"^\s*(?:minor )?(\d{1,2}),? (?:for (?:nothing|free)|(?:no|without) ?bid|putup)\W*$"), r"putup \1"),
    (re.compile(r"\bboth (?=cards|certs|certificates)"), "two "),
    (re.compile(r"\bno bid (?:on )?(?:minor )?(?=\d)"), "putup "),
    (re.compile(r"\bpay (\S+) \$?(\d+) for (?:its|their|the|a|one) (\S+)"), r"buy \3 from \1 for \2"),
    (re.compile(r"(?:(?<=\bbid \d\d\d)|(?<=\bbid \W\d\d\d)) for (?=(?:minor )?\d{1,2}\W*$)"), " on "),
    (re.compile(r"\bnext (?=\d)"), "train "),  # bare `next` is no train: somebody may mean to go on
    (re.compile(r"(?<!\S)(?:for |at |@ ?)(\d+)(?!\S)"), r"$\1"),
    (re.compile(r"(?<!\S)row ?(\d)(?!\S)"), r"row row=\1"),
    (re.compile(r"(?<!\S)minor (\d{1,2})['’]s(?!\S)"), r"seller=\1"),
    # of minors, which have numbers as trains have
    (re.compile(r"(?<!\S)from (?:minor )?(\d{1,2})(?!\S)"), r"seller=\1"),
    (re.compile(r"(?<!\S)(?:(\d{1,2})x(?!\S)|x(\d{1,2})(?!\S)|(\d{1,2})x(?=[a-z]))"), r"\1\2\3 "),
)
PHRASES_LONGEST_FIRST = sorted(
    ((p, read) for read, every in WRITTEN_PHRASES.items() for p in every), key=lambda p: -len(p[0].split())
)


def _spell_pattern(phrase: str) -> str:
    """The regular expression of a phrase."""
    pattern = ""
    for word in phrase.split():
        ways = f"(?:{'|'.join(map(re.escape, word.removesuffix('?').split('|')))})"
        left_out = f"(?: {ways})?" if pattern else f"(?:{ways} )?"
        begun = pattern and not pattern.endswith(" )?")
        pattern += left_out if word.endswith("?") else f" {ways}" if begun else ways
    return pattern


WRITTEN_PHRASE = re.compile("|".join(rf"\b({_spell_pattern(p)})(?![\w-])" for p, _ in PHRASES_LONGEST_FIRST))


def rewrite_phrases(text: str) -> str:
    """A text in small letters, with what people write in several words as it is read."""
    text = WRITTEN_PHRASE.sub(lambda m: PHRASES_LONGEST_FIRST[(m.lastindex or 1) - 1][1], text)
    for pattern, instead in WRITTEN_PATTERNS:
        text = pattern.sub(instead, text)
    return text


def rewrite(text: str) -> str:
    """A text as it was typed, with what people write in several words as it is read."""
    return rewrite_phrases(ARROW_SIGNS.sub(" into ", text.casefold()))
