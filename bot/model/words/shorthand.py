"""Single words that players of other sites and of German tables type, and the word that is read in their place."""

from __future__ import annotations

import re

SHORTHAND: dict[str, str] = {
    "b": "buy",
    "s": "sell",
    "w": "withhold",
    "n": "no",
    "div": "dividend",
    "conversion": "convert",
    "buying": "buy",
    "bidding": "bid",
    "selling": "sell",
    "running": "run",
    "passing": "pass",
    "starting": "start",
    # German
    "abgeben": "discard",
    "abwerfen": "discard",
    "ablehnen": "decline",
    "annehmen": "accept",
    "auf": "on",
    "aus": "out",
    "ausschütten": "payout",
    "auszahlen": "payout",
    "behalten": "keep",
    "bahnhof": "station",
    "bauen": "build",
    "baue": "build",
    "biete": "bid",
    "bieten": "bid",
    "dividende": "dividend",
    "ein": "one",
    "eine": "one",
    "einen": "one",
    "einbehalten": "withhold",
    "beste": "best",
    "besten": "best",
    "braun": "brown",
    "das": "the",
    "den": "the",
    "der": "the",
    "die": "the",
    "drei": "three",
    "fahr": "run",
    "fahre": "run",
    "fahren": "run",
    "fertig": "done",
    "für": "for",
    "gebot": "bid",
    "gründe": "start",
    "gründen": "start",
    "gelb": "yellow",
    "gerne": "yes",
    "grün": "green",
    "halb": "half",
    "halbe": "half",
    "ja": "yes",
    "jo": "yes",
    "kauf": "buy",
    "klar": "yes",
    "kaufe": "buy",
    "kaufen": "buy",
    "laufen": "run",
    "leg": "lay",
    "lege": "lay",
    "legen": "lay",
    "mit": "with",
    "nach": "to",
    "nah": "no",
    "nay": "no",
    "yeah": "yes",
    "yep": "yes",
    "nein": "no",
    "nichts": "nothing",
    "nimm": "take",
    "nix": "nothing",
    "dir": "director",
    "pres": "president",
    "passe": "pass",
    "passen": "pass",
    "strecke": "track",
    "tausche": "exchange",
    "tauschen": "exchange",
    "verbinde": "connect",
    "verbinden": "connect",
    "verkauf": "sell",
    "verkaufe": "sell",
    "verkaufen": "sell",
    "von": "from",
    "weiter": "skip",
    "zahle": "pay",
    "zahlen": "pay",
    "zwei": "two",
    "zug": "train",
    "züge": "trains",
}


def spell_out(word: str) -> str:
    """The word that is read in place of one that was typed."""
    return SHORTHAND.get(word, word)


# What German tables want none of.
THINGS: dict[str, str] = {
    "aktie": "share",
    "aktien": "shares",
    "bahnhof": "station",
    "dividende": "dividend",
    "gebot": "bid",
    "gleis": "track",
    "station": "station",
    "strecke": "track",
    "zug": "train",
    "züge": "trains",
}
NONE_OF = re.compile(rf"\W*kein(?:e|en)? (?:weiter(?:e|en|er|es) )?({'|'.join(THINGS)})[\s.!]*", re.IGNORECASE)


def spell_refusal(text: str) -> str:
    """`no train` of `kein Zug`; any other line as it is."""
    refused = NONE_OF.fullmatch(text)
    return f"no {THINGS[refused[1].casefold()]}" if refused is not None else text
