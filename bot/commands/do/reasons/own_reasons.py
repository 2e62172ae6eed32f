"""Why the one thing that a line names cannot be had or sold: a share, a private of somebody else, a train, a company to start."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.commands.do.reasons.share_reasons import explain_no_private, explain_no_sale, explain_no_start, explain_share
from bot.commands.do.reasons.unread import Unread
from bot.model.words.typed_words import PRIVATES
from bot.model.words.unfit_trains import name_train_elsewhere, name_unsold
from bot.model.words.unfit_words import name_not_yours
from game.actions import Bankrupt, Par, SellPrivate, SellShares
from game.choices import Choice


async def find_own_reason(unread: Unread) -> str:
    """Why a share cannot be had or sold, a private that is another's not be sold, or no company be started; "" elsewhere."""
    line, words, known, choices, verbs = unread.line, unread.words, unread.known, unread.choices, unread.verbs
    reason = await explain_share(line.table, line.seat, words, known, verbs)
    reason = reason or name_not_yours(words, line.by, known, verbs)
    if not reason and SellShares.verb in verbs:
        reason = await explain_no_sale(line.table, line.seat, words, known)
    reason = reason or await explain_no_private(line.table, line.seat, words, known, verbs)
    reason = (
        reason
        or name_train_elsewhere(words, known, choices)
        or name_unsold(words, known, line.kinds)
        or _name_nothing_to_sell(words, verbs, choices)
    )
    startable = any(c.kind is Par for c in choices) or Par.verb not in verbs
    return reason or ("" if startable else await explain_no_start(line.table, words, known, unread.meant))


def _name_nothing_to_sell(words: str, about: Collection[str], choices: Sequence[Choice]) -> str:
    """That a player has no private to sell, or no shares where a train is to be paid for; "" elsewhere."""
    private = not PRIVATES.isdisjoint(words.casefold().split())
    if private and SellShares.verb in about and not any(c.kind is SellPrivate for c in choices):
        return "you have no private that you can sell now"
    forced = any(c.kind is Bankrupt for c in choices)
    return "you have no shares that you can sell" if forced and about == {SellShares.verb} else ""
