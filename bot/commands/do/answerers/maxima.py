"""Lines that say the most that somebody would bid, `bid MRC up to 120`: they are never read as an open bid."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.commands.do.other_commands import PASSING_ORDER
from bot.commands.do.reasons.subjects import Subject
from bot.commands.do.reply import Refuse, Reply
from bot.commands.do.typed_line import TypedLine
from bot.core.text import quote_typed
from bot.model.words.misfits.intended_actions import speaks_of_trains
from bot.model.words.reading.typed_values import read_number
from bot.model.words.reading.typed_words import find_named_verbs
from bot.model.words.vocabulary import CURRENCIES, LITTLE_WORDS, MOST_WORDS
from bot.tables.standing_orders import call_item, list_called
from bot.views.ways import ways
from game.actions import Bid
from game.choices import Auction
from render.data.names import listed, lot_name

BY_THE_BOT = re.compile(
    r"\b(?:proxy|auto[- ]?bid|(?:sealed|secret|maximum|proxy) bid)\b|\bbid\b.*\bfor me\b|\bfor me\b.*\bbid\b",
    re.IGNORECASE,
)
MAXIMUM_WORD = re.compile(
    r"\bmax(?:imum|imal|imally)?\b|\bup ?to\b|\bat (?:the )?most\b|\b(?:no|not) more than\b|\bno higher than\b"
    r"|\b(?:sealed|secret|secretly|limit|höchstens|bis(?: zu)?|tops|until|till)\b|≤|<=",
    re.IGNORECASE,
)
WHOLE_AMOUNT = re.compile(r"\D?(?:\d{1,3}(?:,\d{3})+|\d+)")  # `1,000`, not `4,60`
BID_AMOUNT = re.compile(rf"(?<![\w.%])[{CURRENCIES}]?\d[\d,]*(?![\w.%])")
ON_LOT = re.compile(r"(?:#|\b(?:on|lot|minor) )\s*$", re.IGNORECASE)  # before the number of what is for sale
# words for nothing that is for sale
BIDDING_WORDS = frozenset({"auto", "autobid", "bid", "bids", "buy", "go", "lot", "me", "proxy"})


async def name_maximum(line: TypedLine) -> Reply | None:
    """Answers the most that somebody would bid by the words that hand in a maximum, or by what the name may mean: no open
    question and no preview of a bid stands beside it. Silent where nothing is auctioned, and at `max` without a sum, which is all
    that somebody has.
    """
    sale, words = line.table.position.auction, line.wanted
    said = BY_THE_BOT.search(words) or (_says_maximum(words, line) and not PASSING_ORDER.search(words))
    if sale is None or line.listed or not said or len(words.split()) > MOST_WORDS:
        return None
    numbers = BID_AMOUNT.finditer(words)
    sums = [n for n in numbers if not ON_LOT.search(words[: n.start()]) or not _list_lots(n[0], line, sale)]
    meant = [(_read_sum(s[0]), f"{words[: s.start()]} {words[s.end() :]}") for s in sums]
    found = [(most, _list_lots(rest, line, sale)) for most, rest in meant]
    if not found and not BY_THE_BOT.search(words):
        return None
    most, named = max(found, key=lambda lot: (len(lot[1]) == 1, len(lot[1]), lot[0]), default=(0, ()))
    then = bool(line.choices)  # whoever waits is asked nothing
    if len(named) == 1 and 0 < most <= line.view.cash[line.by]:
        called = call_item(named[0], line.view, line.rules)
        return Refuse(ways().maximum.format(money=line.rules.data.money(most), lot=called, most=most), then, alone=True)
    lots = [lot_name(lot, line.view, line.rules) for lot in named]
    several = f"{quote_typed(words, 60)} can mean {listed(lots, 'or')}: say which. " if len(lots) > 1 else ""
    return Refuse(f"{several}{ways().maxima}", then, alone=True)


async def refuse_maximum(subject: Subject) -> Reply | None:
    """Answers the most that somebody would bid where nothing is auctioned. Silent where something else is done, and at trains."""
    if subject.line.table.position.auction is not None or not _says_maximum(subject.typed, subject.line):
        return None
    bids = find_named_verbs(subject.words, subject.line.kinds) <= {Bid.verb}
    other = not bids or speaks_of_trains(subject.words, subject.vocabulary)
    return None if other else Refuse(subject.say_when(frozenset({Bid.verb})), then=False)


def _says_maximum(words: str, line: TypedLine) -> bool:
    """Whether words say the most that a sum may be. Another player may be called Max."""
    others = {name.casefold() for name, seat in line.vocabulary.names.items() if seat != line.by}
    said = any(word[0].casefold() not in others for word in MAXIMUM_WORD.finditer(words))
    return said and BID_AMOUNT.search(words) is not None


def _read_sum(typed: str) -> int:
    """The sum that is typed; 0 where it is none, as `4,60` is."""
    return (read_number(typed) or 0) if WHOLE_AMOUNT.fullmatch(typed) else 0


def _list_lots(words: str, line: TypedLine, sale: Auction) -> Sequence[str]:
    """What of all that is for sale may be named by the rest of a line, else what the console or the auction speaks of."""
    rest = " ".join(
        w
        for w in re.findall(r"[\w&.%]+", MAXIMUM_WORD.sub(" ", words))
        if w.casefold() not in BIDDING_WORDS | LITTLE_WORDS
    )
    if rest:
        return list_called(sale.items, rest, line.view, line.rules)
    begun = str(line.stands.draft.given.get("item", ""))
    return [begun] if begun else sale.now if sale.alone and len(sale.now) == 1 else []
