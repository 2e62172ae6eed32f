"""Bare words of yes and no: what agrees to what is shown, and what only says that it is not meant."""

from __future__ import annotations

import re

from bot.core.text import bare_words
from bot.model.words.doubts.negations import cut_refusal
from bot.model.words.reading.plain_lines import REFUSALS
from bot.views.console.last_button import says_last_label
from game.notation import YES
from game.rules import Rules

CONSENT = frozenset(
    {
        *(w for w in YES if w != "accept"),
        *("ok", "okay", "sure", "go", "go ahead", "do it", "commit", "confirm", "ja", "yes please", "ok go", "yep"),
        *("go for it", "let's go", "lets go", "let's do it", "lets do it", "let's do that"),
    }
)
LED_BY_YES = re.compile(rf"^(?:{'|'.join(sorted(CONSENT, key=len, reverse=True))})[ ,]+(?=\S)")
# A bare no: to a preview it is *Back*, and to an open question too.
REFUSAL = REFUSALS | {
    *("n", "nein", "nah", "nichts", "no thanks", "no thank you", "no thx", "no ty", "nein danke", "none of them"),
    *("not that", "not now", "not yet"),
    *("don't", "dont", "do not", "please don't", "no don't", "rather not", "better not", "i don't", "lieber nicht"),
}
IT = frozenset(
    {"it", "that", "this", "do it", "do that", "do this", "want it", "want that", "want to"}
)  # what a preview shows


def says_yes(typed: str) -> bool:
    """Whether somebody agrees to what is shown, and says nothing else."""
    return bare_words(typed) in CONSENT


def agrees(typed: str) -> bool:
    """Whether somebody says yes, also twice: `yes, do it`."""
    return says_yes(typed) or says_yes(cut_yes(typed))


def cut_yes(typed: str) -> str:
    """What stands behind a yes: `lay it` of `yes, lay it`; any other line as it is."""
    return LED_BY_YES.sub("", bare_words(typed), count=1)


def refuses(typed: str, rules: Rules) -> bool:
    """Whether somebody only says no: `don't`, `don't do it`, `do not close it`."""
    said = bare_words(typed).replace("’", "'").replace(",", "")
    refused = cut_refusal(said)
    return said in REFUSAL or refused in IT or (bool(refused) and says_last_label(refused, rules))
