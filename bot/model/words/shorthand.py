"""Single words that players of other sites and of German tables type, and the word that is read in their place."""

from __future__ import annotations

import re

SHORTHAND: dict[str, str] = (
    {
        **dict.fromkeys(("b", "buying", "kauf", "kaufe", "kaufen"), "buy"),
        **dict.fromkeys(("s", "selling", "verkauf", "verkaufe", "verkaufen"), "sell"),
        **dict.fromkeys(("w", "wh", "withholding", "witholding", "einbehalten"), "withhold"),
        **dict.fromkeys(("n", "nah", "nay", "nein"), "no"),
        **dict.fromkeys(("div", "dividende"), "dividend"),
        **dict.fromkeys(("bidding", "bet", "outbid", "biete", "bieten", "gebot"), "bid"),
        **dict.fromkeys(("running", "fahr", "fahre", "fahren", "laufen"), "run"),
        **dict.fromkeys(("passing", "passe", "passen"), "pass"),
        **dict.fromkeys(("starting", "gründe", "gründen"), "start"),
        **dict.fromkeys(("abgeben", "abwerfen"), "discard"),
        **dict.fromkeys(("po", "ausschütten", "auszahlen"), "payout"),
        **dict.fromkeys(("bauen", "baue"), "build"),
        **dict.fromkeys(("ein", "eine", "einen"), "one"),
        **dict.fromkeys(("beste", "besten"), "best"),
        **dict.fromkeys(("das", "den", "der", "die"), "the"),
        **dict.fromkeys(("gerne", "ja", "jo", "klar", "yeah", "yep"), "yes"),
        **dict.fromkeys(("halb", "halbe"), "half"),
        **dict.fromkeys(("leg", "lege", "legen"), "lay"),
        **dict.fromkeys(("nichts", "nix"), "nothing"),
        **dict.fromkeys(("tausche", "tauschen"), "exchange"),
        **dict.fromkeys(("verbinde", "verbinden"), "connect"),
        **dict.fromkeys(("zahle", "zahlen"), "pay"),
    }
    | {"bump": "raise", "conversion": "convert", "ablehnen": "decline", "annehmen": "accept", "auf": "on", "aus": "out"}
    | {"behalten": "keep", "behalte": "keep", "bahnhof": "station", "braun": "brown", "drei": "three", "fertig": "done"}
    | {"für": "for", "gelb": "yellow", "grün": "green", "mit": "with", "nach": "to", "nimm": "take"}
    | {"dir": "director", "pres": "president", "strecke": "track", "von": "from", "weiter": "skip"}
    | {"zwei": "two", "zug": "train", "züge": "trains"}
    | {"aktie": "share", "aktien": "shares", "gleis": "track", "@": "at"}
)
# What German tables want none of.
NOUNS_REFUSED = ("aktie", "aktien", "bahnhof", "dividende", "gebot", "gleis", "station", "strecke", "zug", "züge")
NONE_OF = re.compile(rf"\W*kein(?:e|en)? (?:weiter(?:e|en|er|es) )?({'|'.join(NOUNS_REFUSED)})[\s.!]*", re.IGNORECASE)


def spell_out(word: str) -> str:
    """The word that is read in place of one that was typed."""
    return SHORTHAND.get(word, word)


def spell_refusal(text: str) -> str:
    """`no train` of `kein Zug`; any other line as it is."""
    refused = NONE_OF.fullmatch(text)
    return f"no {spell_out(refused[1].casefold())}" if refused is not None else text
