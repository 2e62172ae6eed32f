"""What people write in several words, or joined to a number, and as what it is read."""

from __future__ import annotations

import re

A_SHARE = "1share"  # `a share`: one, where the action has a number
ARROWS = re.compile(r"\s*(?:[-=]*>|→)\s*")
# What people write in several words, or joined to a number.
REWRITES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^\s*(?:gimme|give me|(?:i['’]?ll|i will) have) "), "take "),
    (
        re.compile(
            r"^\s*(?:i|we)(?:['’]?ll| will|['’]m going to|['’]m gonna| wanna| want to) |^\s*(?:gonna|lemme|let me) "
        ),
        " ",
    ),
    (re.compile(r"(?<=\d),(?=\d{3}(?!\d))"), ""),
    (re.compile(r"\binitial (?:public )?offer(?:ing)?\b"), "ipo"),
    (re.compile(r"\bbank pool\b"), "pool"),
    (re.compile(r"\bopen market\b"), "market"),
    (re.compile(r"\broyal bonds?\b"), "bond"),
    (re.compile(r"\bpresident'?s (?:certificate|share|cert)\b"), "president"),
    (re.compile(r"\bdirector'?s (?:certificate|share|cert)\b"), "director"),
    (re.compile(r"\ba (?:share|certificate|cert)(?!\S)"), A_SHARE),
    (re.compile(r"\bbuy back\b"), "redeem"),
    (re.compile(r"^\s*(?:no,? (?:way|thanks|thx|ty|chance)|nein,? danke)\W*$"), " no "),
    (re.compile(r"^\s*(?:minor )?(\d{1,2}) to (?=[a-z]{2,5}\s*$)"), r"\1 into "),
    (re.compile(r"\b(?:go )?all in(?: on)?\b"), "bid max"),
    (re.compile(r"\ball (?:my|our|the|its) (?:money|cash)\b"), "max"),
    (re.compile(r"\by(?= tile\b)"), "yellow"),
    (re.compile(r"\btake (?:off|away)\b"), "remove"),
    (re.compile(r"\b(?:i['’]d|i would) like\b"), " "),
    (re.compile(r"(?<=\btrack )toward\b|(?<=\blay )toward\b|(?<=\bbuild )toward\b"), "towards"),
    (re.compile(r"\bpay-?out\b"), "payout"),
    (re.compile(r"\bgive (?:it )?up\b"), "giveup"),
    (re.compile(r"\braise (?:some |the |more )?(?:money|cash|funds)\b"), "sell"),
    (re.compile(r"\bfor (?:everything|all (?:it|i|we) (?:has|have)|all (?:its|my|the|our) (?:money|cash))\b"), "max"),
    (re.compile(r"^\s*(?:minor )?(\d{1,2}),? (?:for (?:nothing|free)|(?:no|without (?:a )?) ?bid)\W*$"), r"putup \1"),
    (re.compile(r"\bno bid (?:on )?(?:minor )?(?=\d)"), "putup "),
    (re.compile(r"\bpay(?: ?out)? half\b|\bhalf pay(?:out| out)?\b"), "half"),
    (re.compile(r"\bpay (\S+) \$?(\d+) for (?:its|their|the|a|one) (\S+)"), r"buy \3 from \1 for \2"),
    (re.compile(r"\bboth (?=cards|certs|certificates)"), "two "),
    (re.compile(r"\b(?:place|put|make|enter) (?:a |my )?(?=bid\b)"), ""),
    (re.compile(r"\b(?:with no|without an?|without any) bid\b"), "putup"),
    (re.compile(r"\bput (?:(?:one|it|a minor) )?up\b"), "putup"),
    (re.compile(r"\btakes? (?:it )?over\b"), "takeover"),
    (re.compile(r"\bout of\b"), "from"),
    (re.compile(r"\bnext (?=\d)"), "train "),  # bare `next` is no train: somebody may mean to go on
    (re.compile(r"(?<!\S)(?:for |at |@ ?)(\d+)(?!\S)"), r"$\1"),
    (re.compile(r"(?<!\S)row (\d)(?!\S)"), r"row row=\1"),
    (re.compile(r"(?<!\S)minor (\d{1,2})['’]s(?!\S)"), r"seller=\1"),
    (
        re.compile(r"(?<!\S)from (?:minor )?(\d{1,2})(?!\S)"),
        r"seller=\1",
    ),  # of minors, which have numbers as trains have
    (re.compile(r"(?<!\S)(\d{1,2})x(?!\S)"), r"\1"),
    (re.compile(r"(?<!\S)(\d{1,2})x(?=[a-z])"), r"\1 "),
    (re.compile(r"(?<!\S)x(\d{1,2})(?!\S)"), r"\1"),
)


def rewrite(text: str) -> str:
    """A text in small letters, with what people write in several words as it is read."""
    text = ARROWS.sub(" into ", text.casefold())
    for pattern, instead in REWRITES:
        text = pattern.sub(instead, text)
    return text
