"""Which lines are played at once: those that are plain, since every word has its place in a sentence about that very action.

Any other word, and any other place of a word, may change the sense of a line that can be read as an action: such a line is shown
before anything is played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.model.action_form import DEALS
from bot.model.words.agreement import CONSENT_WORDS, DENIAL_WORDS, REFUSALS
from bot.model.words.reading.plain_sentences import is_deed, is_plain_sentence
from bot.model.words.reading.typed_words import is_written_out
from bot.model.words.vocabulary import COUNT_WORD, FIELDS_OF_MONEY, NOUNS_OF_STEPS, Vocabulary, names_kind, split_words
from game.actions import (
    Action,
    Answer,
    Bid,
    LayTile,
    Par,
    Pass,
    PayDividend,
    PlaceToken,
    RunTrains,
    SellShares,
)
from game.choices import Choice
from game.dividend_kinds import PAY_HALF, PAY_OUT, WITHHOLD, DividendKind

COURTESY = re.compile(
    r"^\W*(?:please|pls|plz|bitte)\b|\b(?:please|pls|plz|bitte|thanks|thank you|thx|ty|danke)\W*$", re.IGNORECASE
)
SUBJECTS = frozenset({"i", "we", "ich", "wir", "let's", "lets"})
# in a sentence that says what is done: bonds go one by one
UNPLAIN_WORDS = re.compile(r"\?|\bno\b|\bbonds\b|\ball (?:in|my|our)\b", re.IGNORECASE)
TRAILS_OFF = re.compile(r"(?:\.\.|…)\s*$")  # somebody hesitates
INFINITIVE = re.compile(r"[a-zäöü]{3,}en\W*$", re.IGNORECASE)  # a German line ends on its verb: `CoG kaufen`
# How people tell what somebody does with the money or the trains of a company.
TOLD_VERBS = {
    "pays": "pay",
    "withholds": "withhold",
    "holds": "hold",
    "keeps": "keep",
    "retains": "retain",
    "runs": "run",
}
PASSING_VERBS = frozenset({"pass", "p", "done", "skip", "end", "finish", "finished", "enough"})
NO_MORE = "more"  # behind a refusal alone: no more trains
# What somebody may be done with, and the kinds of action that are asked then.
BUILDING_WORDS: dict[str, tuple[type[Action], ...]] = {
    "building": (LayTile, PlaceToken),
    "laying": (LayTile,),
}
# What somebody may want none of, and the verbs of what is asked then.
VERBS_OF_NOUNS: dict[str, tuple[str, ...]] = {
    "bid": ("bid",),
    "exchange": ("exchange",),
    "share": ("buy", "sell"),
    "station": ("token",),
    "tile": ("tile",),
    "token": ("token",),
    "track": ("tile",),
    "train": ("train",),
}
MONEY_NOUNS = r"(?: (?:the )?(?:dividends?|money|revenue|earnings))?"
PAYEE_NOUNS = r"(?: (?:to )?(?:the |all )?(?:shareholders?|stockholders|holders|owners|investors))?"
PAYING_WORDS = r"(?:pay|payout|distribute)(?: it)?(?: out)?(?: (?:full|all|everything|it))?|full|100%"
WITHHOLDING_WORDS = r"hold|(?:withhold|keep|retain)(?: it)?(?: all| everything)?"
# by the kind of dividend; of others by their names alone
DIVIDENDS = {
    PAY_OUT.name: re.compile(rf"(?:dividend )?(?:{PAYING_WORDS}){MONEY_NOUNS}{PAYEE_NOUNS}"),
    PAY_HALF.name: re.compile(rf"(?:dividend )?(?:(?:pay )?(?:half|50%|50/50)|split)(?: it)?{MONEY_NOUNS}"),
    WITHHOLD.name: re.compile(
        rf"(?:dividend )?(?:{WITHHOLDING_WORDS}){MONEY_NOUNS}|pay (?:out )?(?:nothing|none|0)|(?:pay )?no dividends?"
    ),
}
BEST_WORDS = "(?:best|optimal|optimum|maximum|max)"
ROUTE_NOUNS = "(?:routes?|trains?|runs?)"
PLAIN_RUNS = re.compile(
    rf"run(?: (?:my|the|all|all the|all my|its))?(?: {BEST_WORDS})?(?: {ROUTE_NOUNS})?|run {ROUTE_NOUNS} {BEST_WORDS}"
    rf"|{BEST_WORDS} {ROUTE_NOUNS}"
)
OFFER_NOUNS = r"(?: (?:it|(?:(?:the|this) )?(?:offer|deal|proposal)))?"
ANSWERS_TO_OFFER = {
    True: re.compile(rf"(?:yes |ok )?(?:{'|'.join(CONSENT_WORDS)}){OFFER_NOUNS}"),
    False: re.compile(rf"(?:no |nope )?(?:{'|'.join(DENIAL_WORDS)}){OFFER_NOUNS}"),
}


def is_plain(action: Action, text: str, choices: Sequence[Choice], vocabulary: Vocabulary) -> bool:
    """Whether a line that is read as this action says that, and can say nothing else."""
    if is_written_out(action, text, vocabulary):
        return True
    words = _cut_subject(split_words(COURTESY.sub(" ", text), vocabulary), action, vocabulary)
    said = " ".join(words)
    slip = len(text.strip()) == 1 and text.strip() not in "pP"
    if "?" in text or TRAILS_OFF.search(text) or slip:
        return False
    match action:
        case Pass():
            return _is_plain_pass(words, choices, vocabulary)
        case PayDividend(kind=kind):
            waits = said == "hold" and COURTESY.search(text) is not None  # `hold please`
            return any(says_dividend(said, k) for k in vocabulary.dividend_kinds if k.name == kind) and not waits
        case Bid(amount=amount) if amount and "putup" in words and str(amount) not in words:
            return False  # what is offered for a price is bought
        case RunTrains():
            return PLAIN_RUNS.fullmatch(said) is not None
        case Answer(yes=yes):
            return ANSWERS_TO_OFFER[yes].fullmatch(said) is not None
        case _:
            if UNPLAIN_WORDS.search(text) or (
                isinstance(action, Par) and not _names_whole(action.company, text, vocabulary)
            ):
                return False
            if COUNT_WORD.search(text) and not FIELDS_OF_MONEY.isdisjoint(action.__struct_fields__):
                return False
            last = INFINITIVE.search(COURTESY.sub(" ", text)) is not None
            return is_plain_sentence(action, words, vocabulary, ends_on_verb=last)


def says_dividend(said: str, kind: DividendKind) -> bool:
    """Whether words mean that kind of dividend and nothing else."""
    pattern = DIVIDENDS.get(kind.name)
    return said in (kind.name, kind.verb) if pattern is None else pattern.fullmatch(said) is not None


def _names_whole(company: str, text: str, vocabulary: Vocabulary) -> bool:
    """Whether a company is called by its key or its whole name, as it must be where one is started."""
    names = (company, vocabulary.rules.data.companies[company].name)
    return any(re.search(rf"(?<![\w&]){re.escape(n)}(?![\w&])", text, re.IGNORECASE) for n in names)


def _cut_subject(words: list[str], action: Action, vocabulary: Vocabulary) -> list[str]:
    """The words without who does it, before the verb: `I buy`, `Ann passes`, `CoG pays`."""
    subjects = {*SUBJECTS, action.by.casefold()}
    if action.group == "corp" or isinstance(action, Pass):
        subjects.add(vocabulary.company.casefold())
    led = len(words) > 1 and words[0] in subjects and (is_deed(words[1], action) or words[1] in PASSING_VERBS)
    return [TOLD_VERBS.get(words[1], words[1]), *words[2:]] if led else words


def _is_plain_pass(words: Sequence[str], choices: Sequence[Choice], vocabulary: Vocabulary) -> bool:
    """Whether words end what is asked and say nothing else: `pass`, `skip track`, `no more trains`."""
    own = _list_asked(choices)
    if own and len(words) > 2 and words[1] == "no" and all(names_kind(words[0], kind) for kind in own):
        words = words[1:]  # `buy no train`
    first, rest = words[0] if words else "", list(words[1:])
    if first in REFUSALS:
        if rest[:1] == [NO_MORE]:
            del rest[0]
        nouns = (
            () if own else NOUNS_OF_STEPS.get(vocabulary.step, ())
        )  # `no train` where one can only be sold to the bank
        named = len(rest) == 1 and first in ("no", "nope")
        return not rest or (named and (rest[0] in nouns or _is_asked(rest[0], choices)))
    # a company's turn has many steps
    parts = (
        *(deed for deed, kinds in BUILDING_WORDS.items() if any(issubclass(c.kind, kinds) for c in choices)),
        *NOUNS_OF_STEPS.get(vocabulary.step, ()),
        *(("sell",) if {kind.verb for kind in own} == {SellShares.verb} else ()),
        *(() if vocabulary.company else ("turn",)),
    )
    # `pass a train` may mean to give it away
    if len(rest) > 1 and (rest[0] in ("the", "with") or rest == ["my", "turn"]):
        del rest[0]
    return first in (*PASSING_VERBS, "passes") and (not rest or (len(rest) == 1 and rest[0] in parts))


def _is_asked(thing: str, choices: Sequence[Choice]) -> bool:
    """Whether nothing else is asked than what is done with such a thing, apart from what is seldom done."""
    verbs, own = VERBS_OF_NOUNS.get(thing.removesuffix("s"), ()), _list_asked(choices)
    return bool(own) and all(kind.verb in verbs for kind in own)


def _list_asked(choices: Sequence[Choice]) -> list[type[Action]]:
    """The kinds of what is asked beside a pass, without deals and what is seldom done."""
    kinds = (c.kind for c in choices if not issubclass(c.kind, (Pass, *DEALS)))
    return [kind for kind in kinds if kind.proposed and not kind.weighty]
