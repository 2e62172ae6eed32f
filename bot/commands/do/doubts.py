"""What is unclear in a line that is not plain, or that is a question: said beside what is shown or asked instead of a move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from bot.model.words.loose_names import find_other_tile
from bot.model.words.plain_lines import REFUSALS, TRAILS_OFF
from bot.model.words.readings import Reading
from bot.model.words.shorthand import spell_out
from bot.model.words.typed_values import bare_train
from bot.model.words.unknown_words import DOING
from bot.model.words.vocabulary import COUNT, NUMBERS, Vocabulary
from bot.views.console.last_button import bare_words
from game.actions import Action, Bid, BuyTrain, Choose, Pass, PayDividend, SellShares
from game.choices import Choice

NEGATED = re.compile(
    r"\b(?:not|never|don[’']?t|nicht|kein\w*|except|other than|instead of)\b|^\s*(?:please )?no #?\d"
    r"|\b(?:all|any|anything|anyone|each|every|everything|alles|alle) (?:but|außer)\b",
    re.IGNORECASE,
)  # `no. 6` is number 6
WITHOUT = re.compile(
    r"\b(?:without|ohne)\s+(?!(?:(?:an?|any)\s+)?bid\b)\S", re.IGNORECASE
)  # a minor is put up without a bid
BUT_NOT = re.compile(r"^(?!\s*(?:no|not|don)\b)(.*\S)\s*,\s*(?:and |but )?not (?!me\b)[^,;]+$", re.IGNORECASE)
CORRECTED = re.compile(
    r"^\W*(?:(?:no|nope|nein|not that|wait|sorry|oops)\s*[,;:–-]\s*)(?:i mean(?:t)?\W+)?(?=\S)|^\W*i mean(?:t)?\W+(?=\S)",
    re.IGNORECASE,
)
FOR_ALL = re.compile(
    r"\b(?:for |at )?(?:m(?:ax|in)(?:imum)?|everything|all (?:it|i|we) (?:has|have)|all (?:its|my|the|our) (?:money|cash))\b",
    re.IGNORECASE,
)
PASSES = frozenset({"pass", "passe", "done", "skip", "end", "stop", "finish"})
OR, NO_OTHER = ("or", "oder"), ("more", "mehr", "less")  # `5 or more` is no other thing
KEPT = frozenset({"", "it", "them", "all", "everything", "on to it", "my shares", "shares"})
TRADES, NONE = ("buy", "sell", "kaufe", "verkaufe"), ("nothing", "none", "nichts")
REFUSALS_OF = frozenset(
    {"don't", "don’t", "dont", "not", "never", "no", "nicht"}
)  # before what is refused; `kein` has endings
FIRST = frozenset({"first", "1st", "both"})
GIVES = frozenset({"sell", "discard", "verkaufe"})
NOTHING = frozenset({"no", "nothing", "none", "nope", "not", "never", "zero"})
NEXT = r"\s*(?:,|&|\+|\band\b|\bund\b)?\s*(?:row )?"
ROWS = re.compile(rf"\brows\s+\d{NEXT}\d|\brow \d\s*(?:,|&|\+|\band\b|\bund\b)\s*(?:row )?\d", re.IGNORECASE)
NOT_THE_FIRST = re.compile(
    r"\b(?:second|2nd|third|3rd|last|bottom)\b(?! row\b)(?=.*\brow\b)|\brow \d (?:second|2nd|third|3rd|last|bottom)\b",
    re.IGNORECASE,
)  # `second row` is row 2
JOINED = frozenset({"and", "und", "&", "+"})
BEFORE_SUM = frozenset({"for", "at", "@", "für"})
SEVERAL_TRAINS = re.compile(
    r"\b(?:(?:two|three|both|[2-9]x?|zwei|drei) \S+[ -]?|(?:two|three|zwei|drei) )(trains|züge)\b", re.IGNORECASE
)
MORE = re.compile(r"(?:^|\s)\+\s?\d|\bby \D?\d|\b(?:more|mehr)\b", re.IGNORECASE)
WHOLE_SUM, WHOLE_PRICE = "say the whole sum of your bid", "say the whole price"
ONE_TRAIN = "you can buy only one train at a time"
ONE_ROW = "only one row at a time"
FROM_THE_FRONT = "the first card of a row is bought before the others"
BARE_PAIR = re.compile(r"^[\s#]*\d+(?:[\s,&+]+(?:(?:and|und)\s*)?\d+)+[\s,&+]*$|\brow \d+ \d+\b", re.IGNORECASE)

HINTS = ("hint", "help", "hilfe", "tipp", "turn", "my turn", "take my turn")
WHAT_NOW = re.compile(
    r"^(?:so |and |ok )?(?:(?:what|where|which|how|was|wie|wo)\b.*\b(?:i|we|me|you|now|next|ich|man|jetzt)\b|whose turn\b)",
    re.IGNORECASE,
)
TAG = re.compile(r"[\s,]+(?:ok|okay|right|yes|alright|ja)\s*\?+\s*$", re.IGNORECASE)  # behind what somebody asks about
MAY_I = re.compile(
    r"^\s*(?:(?:can|could|may|should|shall|must|do|kann|soll) (?:i|we|you|ich) (?!not\b)"
    r"|(?:what (?:if|about|happens if)|how about|suppose)(?: (?:i|we))? )(?=\S)",
    re.IGNORECASE,
)
BACK = ("back", "go back", "cancel", "abort", "never mind", "nevermind", "abbrechen")
LATER = frozenset({*BACK, "wait", "hold on", "warte", "stop"})
UNCHANGED = "Nothing has changed."
MARKS = '.,;:!?…"“”()'  # round a word


def asks(typed: str) -> bool:
    """Whether what was typed is a question."""
    return typed.rstrip().endswith("?") and bool(typed.strip(" ?"))


def is_sure(typed: str) -> bool:
    """Whether a line neither asks nor trails off: `accept?`, `pass...`."""
    return not asks(typed) and not TRAILS_OFF.search(typed)


def negates(typed: str, action: Action | None) -> bool:
    """Whether somebody says what is not to be done, anywhere in a line: `not ACL`, `no withhold`, `pay out not`, `no pass`, `all
    but one`. A bare answer says no itself.
    """
    if len(typed.split()) < 2:
        return False
    if NEGATED.search(typed):
        return True
    words = split_plainly(typed)
    if not isinstance(action, Choose | Pass | PayDividend):  # `buy no train from C&O`
        refusing = [b for b, word in pairwise(typed.casefold().split()[:-1]) if word == "no" and b[-1] not in MARKS]
        if refusing:
            return spell_out(refusing[0]) in DOING
    if isinstance(action, Pass):
        return "no" in words and not PASSES.isdisjoint(words)
    # `no bid 4` puts it up without one
    return spell_out(_name_refused(typed)) in DOING - {Bid.verb} and not isinstance(action, Choose)


def split_plainly(typed: str) -> list[str]:
    """The words of a line in small letters, without the marks round them."""
    return [w for word in typed.casefold().split() if (w := word.strip(MARKS))]


def _name_refused(typed: str) -> str:
    """What is refused first: `rome` of `no Rome`, which may be a button; "" of lines that begin otherwise."""
    words = typed.casefold().removeprefix("please ").split()
    return words[1].strip(MARKS) if len(words) > 1 and words[0] == "no" else ""


def refuses_step(typed: str, action: Action) -> bool:
    """Whether a bare no would give up what is asked: who says it may only mean what was shown before."""
    return isinstance(action, Pass) and spell_out(bare_words(typed)) in REFUSALS


def cut_contrary(typed: str) -> str:
    """What a line wants that says behind a comma what it does not: `buy ACL` of `buy ACL, not CoG`; "" of other lines."""
    wanted = BUT_NOT.match(typed)
    return wanted[1] if wanted is not None else ""


def cut_correction(typed: str) -> str:
    """What is wanted instead of what is shown: `5` of `no, 5`; "" of other lines."""
    rest = CORRECTED.sub("", typed)
    return "" if rest == typed else rest


def keeps_shares(typed: str, choices: Sequence[Choice]) -> bool:
    """Whether somebody only says that shares are not sold: `no, keep it`."""
    words = split_plainly(typed)
    words = words[1:] if words[:1] == ["no"] else words
    kept = words[:1] in (["keep"], ["hold"]) and " ".join(words[1:]) in KEPT
    return kept and any(c.kind is SellShares for c in choices)


def write_sum(typed: str, action: Action | None) -> str:
    """A line with the sum of its action in figures, where it says that all is paid."""
    price = getattr(action, "price", None)
    return FOR_ALL.sub(f"for {price}", typed) if price is not None else typed


def leaves_out(typed: str) -> bool:
    """Whether a line says without what something is done: `upgrade without 23`."""
    return bool(WITHOUT.search(typed)) and len(typed.split()) > 1


def names_either(typed: str) -> bool:
    """Whether two things are named of which one is meant: `row 1 or 3`."""
    words = typed.casefold().split()
    return any(w in OR and after.strip(MARKS) not in NO_OTHER for w, after in pairwise(words[1:]))


def buys_nothing(typed: str) -> bool:
    """Whether somebody says that they buy or sell nothing, who may still do the other."""
    words = split_plainly(typed)
    return len(words) == 2 and words[0] in TRADES and words[1] in NONE


def cut_refusal(typed: str) -> str:
    """What a line refuses: `convert` of `don't convert`; "" of other lines."""
    words = typed.split()
    words = words[1:] if [w.casefold() for w in words[:1]] == ["please"] else words
    first = words[0].casefold() if words else ""
    if [w.casefold() for w in words[:2]] == ["do", "not"]:
        words = words[1:]
    elif first not in REFUSALS_OF and not first.startswith("kein"):
        return ""
    return " ".join(words[1:])


def refuses_something(typed: str) -> bool:
    """Whether a line that is read as nothing begins with what is not wanted: `no Rome`."""
    return bool(_name_refused(typed))


def find_one_at_a_time(typed: str, choices: Sequence[Choice], known: Vocabulary) -> tuple[type[Action], str] | None:
    """What is bought by a line that names two rows, a card behind the first of a row, or two trains, and why not so; None
    of other lines.
    """
    rows = next((c.kind for c in choices if c.kind.word == "row"), None)
    if rows is not None and ROWS.search(typed):
        return rows, ONE_ROW
    if rows is not None and NOT_THE_FIRST.search(typed) and FIRST.isdisjoint(split_plainly(typed)):
        return rows, FROM_THE_FRONT
    return (BuyTrain, ONE_TRAIN) if names_several_trains(typed, known, choices) else None


def names_several_trains(typed: str, known: Vocabulary, choices: Sequence[Choice]) -> bool:
    """Whether a line buys several trains: counted, `two 3 trains`, `5-train x2`, joined, `buy 4 from ACL and 5`, or in a row."""
    if not GIVES.isdisjoint(split_plainly(typed)) or not any(c.kind is BuyTrain for c in choices):
        return False
    words = typed.casefold().replace(",", " and ").split()
    if COUNT.search(typed):
        return True
    plain = [w for w in words if w not in ("a", "an", "the", "another")]
    trains = [n for n, w in enumerate(plain) if bare_train(w) in known.train_names and plain[n - 1] not in BEFORE_SUM]
    counted = {w for w in NUMBERS if w != "one"} | {"both"}
    several = any(n and (plain[n - 1] in counted or (plain[n - 1] in JOINED and n > trains[0])) for n in trains)
    return several or bool(SEVERAL_TRAINS.search(typed)) or 1 < len(trains) == len(words)


def names_numbers_only(typed: str) -> bool:
    """Whether two numbers are typed of which nobody says what they count."""
    return " " in typed.strip() and bool(BARE_PAIR.search(typed))


def adds_to_bid(typed: str, choices: Sequence[Choice]) -> bool:
    """Whether a line says how much more is bid than before: `+5`, `raise by 5`, `5 more`."""
    said = {*split_plainly(typed)}
    raised = any(c.isdecimal() for c in typed) or not said.isdisjoint({Bid.verb, "raise", "offer"})
    return raised and any(c.kind is Bid for c in choices) and bool(MORE.search(typed))


def counts_trains(typed: str, action: Action | None) -> bool:
    """Whether a train is named by a word that says how many as well: `buy two`."""
    words = [spell_out(w) for w in typed.casefold().split()]
    return isinstance(action, BuyTrain) and any(w in NUMBERS for w in words) and not re.search(r"\d", typed)


def asks_for_help(typed: str) -> bool:
    """Whether somebody asks what there is to do: `help`, `what should I do?`."""
    asked = typed.strip(" ?.!").casefold()
    supposed = MAY_I.match(typed) is not None  # `what if I bid 100`
    return asked.removesuffix(" me").removesuffix(" please") in HINTS or bool(WHAT_NOW.match(asked) and not supposed)


def cut_question(typed: str) -> str:
    """What somebody asks about, with the sign of a question: `pass?` of `should I pass`; any other line as it is."""
    rest = TAG.sub("?", MAY_I.sub("", typed))
    return typed if rest == typed else f"{rest.rstrip(' ?')}?"


def wants_nothing_yet(typed: str, choices: Sequence[Choice]) -> bool:
    """Whether somebody only wants the question back: `cancel`, `wait`. An offer of one's own may be meant."""
    return typed.strip(" .!").casefold() in LATER and not any(c.withdraws for c in choices)


def name_doubt(words: str, reading: Reading) -> str:
    """What a line leaves open that says what is not wanted, names two things or a tile that is not laid, or adds to a bid; ""
    elsewhere.
    """
    if leaves_out(words):
        return "says what you do not want: say only what you want."
    if tile := find_other_tile(reading.several, words):
        return f"asks for tile {tile}, but you cannot lay it there now."
    if negates(words, reading.action):
        return "does not say what you want instead."
    if MORE.search(words) and any(isinstance(a, Bid) for a in (reading.action, *reading.several)):
        return "says how much more: say the whole sum of your bid."
    return "names two things: say which." if names_either(words) else ""
