"""Why no company can be started, where no company is named."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from bot.model.words.vocabulary import Vocabulary, split_words
from bot.tables.service import Table
from game.actions import Action, Par


async def explain_no_start(table: Table, words: str, known: Vocabulary, meant: Sequence[Action]) -> str:
    """The one reason that holds for every company that could still be started, at the price that is named or at any; "" where a
    company is named, or where there is no such reason.
    """
    view = await table.view(None)
    starts = [a for a in meant if isinstance(a, Par) and not a.company.isdigit()]
    if not starts or any(a.company.casefold() in split_words(words, known) for a in starts):
        return ""
    left = [a for a in starts if a.company in view.companies and not view.companies[a.company].par]
    if not left:
        return "every company has been started"
    refusals = await table.find_refusals([structs.replace(a, price=max(1, a.price)) for a in left])
    reasons = {str(r).replace(a.company, "a company") for a, r in zip(left, refusals, strict=True) if r is not None}
    return reasons.pop() if len(reasons) == 1 and None not in refusals else ""
