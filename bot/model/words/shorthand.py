"""Single words that players of other sites and of German tables type, and the word that is read in their place."""

from __future__ import annotations

SHORTHAND: dict[str, str] = {
    "b": "buy",
    "s": "sell",
    "w": "withhold",
    "n": "no",
    "div": "dividend",
    # German
    "abgeben": "discard",
    "abwerfen": "discard",
    "ablehnen": "decline",
    "annehmen": "accept",
    "auf": "on",
    "ausschütten": "payout",
    "auszahlen": "payout",
    "bahnhof": "station",
    "bauen": "build",
    "baue": "build",
    "biete": "bid",
    "bieten": "bid",
    "dividende": "dividend",
    "einbehalten": "withhold",
    "fahre": "run",
    "fahren": "run",
    "fertig": "done",
    "für": "for",
    "gründe": "start",
    "gründen": "start",
    "halb": "half",
    "halbe": "half",
    "ja": "yes",
    "kauf": "buy",
    "kaufe": "buy",
    "kaufen": "buy",
    "lege": "lay",
    "legen": "lay",
    "nach": "to",
    "nein": "no",
    "nichts": "nothing",
    "passe": "pass",
    "passen": "pass",
    "verkauf": "sell",
    "verkaufe": "sell",
    "verkaufen": "sell",
    "von": "from",
    "weiter": "skip",
    "zahlen": "pay",
    "zug": "train",
    "züge": "trains",
}


def spell_out(word: str) -> str:
    """The word that is read in place of one that was typed."""
    return SHORTHAND.get(word, word)
