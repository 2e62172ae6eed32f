"""Words of yes and no: what agrees to what is shown or asked, and what only says that something is not wanted."""

from __future__ import annotations

import re

from bot.core.text import bare_words
from game.notation import NO, YES

YES_WORDS = (*YES, "ok", "okay")
CONSENT_WORDS = (*YES_WORDS, "agree", "agreed", "sure")  # words that answer a question with yes
DENIAL_WORDS = (*NO, "nope", "never", "refuse", "reject", "disagree")  # and with no
REFUSALS = frozenset({"no", "nope", "nothing", "none"})  # words that end what is asked
NEGATING_WORDS = frozenset({"no", "nothing", "none", "nope", "not", "never", "zero"})
# lead what is refused; `kein` has endings
REFUSING_WORDS = frozenset({"don't", "don’t", "dont", "not", "never", "no", "nicht"})
GO_AHEADS = frozenset(
    {
        *(w for w in YES if w != "accept"),
        *("ok", "okay", "sure", "go", "go ahead", "do it", "commit", "confirm", "ja", "yes please", "ok go", "yep"),
        *("go for it", "let's go", "lets go", "let's do it", "lets do it", "let's do that"),
    }
)
SHORT_NOES = REFUSALS | {"n", "nah", "nay", "nein", "nichts", "nix"}
# A bare no: to a preview it is *Back*, and to an open question too.
NO_LINES = SHORT_NOES | {
    *("no thanks", "no thank you", "no way", "no chance", "no thx", "no ty", "nein danke"),
    *("none of them", "not that", "not now", "not yet"),
    *("don't", "dont", "do not", "please don't", "no don't", "rather not", "better not", "i don't", "lieber nicht"),
}
# a preview
SHOWN_NOUNS = frozenset({"it", "that", "this", "do it", "do that", "do this", "want it", "want that", "want to"})
ANSWERS_BEFORE_MOVE = frozenset({"yes", "ok", "okay", "no", "nope", "nein", "ja", "sure", "please", "well", "so"})
LED_BY_YES = re.compile(rf"^(?:{'|'.join(sorted(GO_AHEADS, key=len, reverse=True))})[ ,]+(?=\S)")
POLITE_WORD = re.compile(r"^(?:please|pls|plz) | (?:please|pls|plz)$")
LED_BY_NO = re.compile(r"^\W*(?:no|nein)\b(?!\.)", re.IGNORECASE)  # `no. 6` is number 6
ACCEPTED_OFFER = (
    r"accept|accepted|agree|agreed|yes|ok|okay|deal|sure|sure why not|why not|fine|done deal|sold|sell|take|take it|sell it"
    r"|i accept|ja"
)


def is_consent(line: str) -> bool:
    """Whether a line agrees to what is shown, and says nothing else."""
    return bare_words(line) in GO_AHEADS


def agrees(line: str) -> bool:
    """Whether a line says yes, also twice: `yes, do it`."""
    return is_consent(line) or is_consent(cut_consent(line))


def cut_consent(line: str) -> str:
    """What stands behind a yes: `lay it` of `yes, lay it`; any other line as it is."""
    return LED_BY_YES.sub("", bare_words(line), count=1)


def is_short_no(line: str) -> bool:
    """Whether a line is one word that says no."""
    return line.strip(" .,;:!?…").casefold() in SHORT_NOES


def is_refusal(line: str) -> bool:
    """Whether a line only says no, or refuses what is shown without naming it: `don't`, `don't do it`."""
    words = POLITE_WORD.sub("", bare_words(line).replace("’", "'").replace(",", ""))
    return words in NO_LINES or cut_refusal(words) in SHOWN_NOUNS


def cut_refusal(line: str) -> str:
    """What a line refuses: `convert` of `don't convert`; "" of other lines."""
    words = line.split()
    words = words[1:] if [w.casefold() for w in words[:1]] == ["please"] else words
    first = words[0].casefold() if words else ""
    if [w.casefold() for w in words[:2]] == ["do", "not"]:
        words = words[1:]
    elif first not in REFUSING_WORDS and not first.startswith("kein"):
        return ""
    return " ".join(words[1:])
