"""Lines that say the most that somebody would bid, `bid MRC up to 120`: they are never read as an open bid."""

from __future__ import annotations

import re

from bot.commands.do.reply import Refuse, Reply
from bot.commands.do.typed_line import TypedLine
from bot.core.errors import NotPossible
from bot.model.words.reading.typed_values import read_number
from bot.model.words.vocabulary import CURRENCIES, LITTLE
from bot.tables.standing_orders import call_item, find_item
from bot.views.ways import ways
from game.choices import Auction

BY_THE_BOT = re.compile(
    r"\b(?:proxy|auto[- ]?bid|(?:sealed|secret|maximum|proxy) bid)\b|\bbid\b.*\bfor me\b|\bfor me\b.*\bbid\b",
    re.IGNORECASE,
)
MAXIMUM = re.compile(
    r"\bmax(?:imum|imal|imally)?\b|\bup ?to\b|\bat (?:the )?most\b|\b(?:no|not) more than\b|\bno higher than\b"
    r"|\b(?:sealed|secret|secretly|limit|höchstens|bis(?: zu)?)\b",
    re.IGNORECASE,
)
AMOUNT = re.compile(rf"(?<![\w.%])[{CURRENCIES}]?\d[\d,]*(?![\w.%])")
ON_LOT = re.compile(r"(?:#|\b(?:on|lot|minor) )\s*$", re.IGNORECASE)  # before the number of what is for sale
NAMELESS = frozenset(
    {"auto", "autobid", "bid", "bids", "buy", "go", "lot", "me", "proxy"}
)  # words for nothing that is for sale


async def name_maximum(line: TypedLine) -> Reply | None:
    """Answers the most that somebody would bid by the words that hand in a maximum. Silent where nothing is auctioned, and at
    `max` without a sum, which is all that somebody has.
    """
    sale, words = line.table.position.auction, line.wanted
    ordered = bool(BY_THE_BOT.search(words))
    if sale is None or line.listed or not (ordered or MAXIMUM.search(words)):
        return None
    numbers = AMOUNT.finditer(words)
    sums = [n for n in numbers if not ON_LOT.search(words[: n.start()]) or not _find_lot(n[0], line, sale)]
    meant = [(read_number(s[0]) or 0, _find_lot(f"{words[: s.start()]} {words[s.end() :]}", line, sale)) for s in sums]
    if named := [(most, lot) for most, lot in meant if lot]:
        most, lot = max(named)
        called = call_item(lot, line.view, line.rules)
        return Refuse(ways().maximum.format(money=line.rules.data.money(most), lot=called, most=most))
    return Refuse(ways().maxima) if ordered or sums else None


def _find_lot(words: str, line: TypedLine, sale: Auction) -> str:
    """What of all that is for sale is named by the rest of a line, else what the console or the auction speaks of; "" if nothing
    is.
    """
    rest = " ".join(
        w for w in re.findall(r"[\w&.%]+", MAXIMUM.sub(" ", words)) if w.casefold() not in NAMELESS | LITTLE
    )
    if not rest:
        begun = str(line.stands.draft.given.get("item", ""))
        return begun or (sale.now[0] if sale.alone and len(sale.now) == 1 else "")
    try:
        return find_item(sale.items, rest, line.view, line.rules)
    except NotPossible:
        return ""
