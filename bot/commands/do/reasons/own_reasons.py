"""Why the one thing that a line names cannot be had or sold: a share, a private of somebody else, a train, a company to start."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.commands.do.reasons.share_reasons import explain_no_private, explain_no_sale, explain_no_start, explain_share
from bot.commands.do.reasons.subjects import Subject
from bot.model.words.misfits.unfit_trains import TRAIN_NOUNS, name_train_elsewhere, name_unsold
from bot.model.words.misfits.unfit_words import name_not_yours
from bot.model.words.reading.readings import PURCHASES
from bot.model.words.reading.typed_values import read_number
from bot.model.words.reading.typed_words import PRIVATE_NOUNS, find_named_verbs
from bot.model.words.vocabulary import LITTLE_WORDS, split_words
from bot.views.timing_words import other_round_words
from game import places
from game.actions import Bankrupt, BuyPrivate, BuyTrain, Par, SellPrivate, SellShares, TakePrivate
from game.choices import Choice
from render.data.names import listed


async def find_own_reason(subject: Subject) -> str:
    """Why a share cannot be had or sold, a private that is another's not be sold, or no company be started; "" elsewhere."""
    line, words, vocabulary, choices, verbs = (
        subject.line,
        subject.words,
        subject.vocabulary,
        subject.choices,
        subject.verbs,
    )
    reason = _name_own_private(subject) or _name_no_deal(subject) or await explain_share(line.position, words, verbs)
    reason = reason or name_not_yours(words, line.by, vocabulary, verbs)
    if not reason and SellShares.verb in verbs:
        reason = await explain_no_sale(line.position, words)
    reason = reason or await explain_no_private(line.position, words, verbs)
    reason = (
        reason
        or _name_no_price(subject)
        or name_train_elsewhere(words, vocabulary, choices)
        or name_unsold(words, vocabulary, line.kinds)
        or _name_trainless(subject)
        or _name_nothing_to_sell(words, verbs, choices)
    )
    startable = any(c.kind is Par for c in choices) or Par.verb not in find_named_verbs(words, line.kinds)
    return reason or ("" if startable else await explain_no_start(line.table, words, vocabulary, subject.meant))


def _name_no_price(subject: Subject) -> str:
    """That no company starts at the price that is named, where somebody starts one, some are left, and none can be started now;
    "" elsewhere.
    """
    vocabulary, known = subject.vocabulary, subject.line.view.companies
    starts = [a for a in subject.meant if isinstance(a, Par) and a.company in known and not known[a.company].par]
    data, said = vocabulary.rules.data, {*map(read_number, split_words(subject.words, vocabulary))}
    odd = {a.price for a in starts if a.price in said and a.price not in data.pars}
    if len(odd) != 1 or not data.pars or Par.verb in subject.now or subject.verbs != {Par.verb}:
        return ""
    if Par.verb not in find_named_verbs(subject.words, subject.line.kinds) or str(*odd) in data.companies:
        return ""
    elsewhere = other_round_words({Par.verb}, subject.choices, subject.line.view, subject.line.rules).rstrip(".")
    told = f"no company starts at {data.money(odd.pop())}. The prices are {listed(map(data.money, sorted(data.pars)), 'and')}"
    return f"{elsewhere}, and {told}" if elsewhere else told


def _name_own_private(subject: Subject) -> str:
    """That a private is one's own already, or that nobody of that name sells one, where somebody buys it; "" elsewhere."""
    vocabulary, said = subject.vocabulary, {*split_words(subject.words, subject.vocabulary)}
    if TakePrivate.verb not in subject.verbs or SellPrivate.verb in said:
        return ""
    privates = subject.privates
    if len(privates) == 1 and vocabulary.places.get(privates[0]) == subject.line.by:
        return f"{privates[0]} is yours already"
    bought = {str(getattr(a, "private", "")) for c in subject.choices if c.kind in (BuyPrivate, TakePrivate) for a in c}
    people = [shown for shown, seat in vocabulary.names.items() if seat.casefold() in said and seat != subject.line.by]
    speaks = not privates and not PRIVATE_NOUNS.isdisjoint(subject.words.casefold().split())
    if (
        not bought
        or not speaks
        or len(people) != 1
        or vocabulary.names[people[0]] in {vocabulary.places.get(p) for p in bought}
    ):
        return ""
    return f"{people[0]} has no private that you can buy"


def _name_no_deal(subject: Subject) -> str:
    """That a private is out of the game, where somebody buys or sells it, or belongs to nobody yet, where it is bought from
    somebody; "" elsewhere.
    """
    vocabulary, said = subject.vocabulary, {*split_words(subject.words, subject.vocabulary)}
    privates = subject.privates
    if len(privates) != 1 or subject.names_company or subject.verbs.isdisjoint({BuyPrivate.verb, SellPrivate.verb}):
        return ""
    place, people = vocabulary.places.get(privates[0], ""), {seat.casefold() for seat in vocabulary.names.values()}
    if place == places.GONE:
        return f"{privates[0]} is out of the game"
    return f"{privates[0]} belongs to nobody yet" if place == places.BANK and said & people else ""


def _name_trainless(subject: Subject) -> str:
    """That no company of somebody's has a train to sell, where trains are bought and that person alone is named; "" elsewhere."""
    vocabulary, choices = subject.vocabulary, subject.choices
    said = [
        w
        for w in split_words(subject.words, vocabulary)
        if w not in LITTLE_WORDS and w not in PURCHASES and w not in TRAIN_NOUNS
    ]
    people = [shown for shown, seat in vocabulary.names.items() if said == [seat.casefold()]]
    trains = [a for c in choices if c.kind is BuyTrain for a in c if isinstance(a, BuyTrain)]
    if len(people) != 1 or not trains or any(c.kind in (BuyPrivate, TakePrivate) for c in choices):
        return ""
    seat = vocabulary.names[people[0]]
    if seat in {vocabulary.owners.get(a.seller) for a in trains}:
        return ""
    whose = "yours" if seat == subject.line.by else f"{people[0]}'s"
    return f"no company of {whose} has a train that {vocabulary.company} can buy"


def _name_nothing_to_sell(words: str, about: Collection[str], choices: Sequence[Choice]) -> str:
    """That a player has no private to sell, or no shares where a train is to be paid for; "" elsewhere."""
    private = not PRIVATE_NOUNS.isdisjoint(words.casefold().split())
    if private and SellShares.verb in about and not any(c.kind is SellPrivate for c in choices):
        return "you have no private that you can sell now"
    forced = any(c.kind is Bankrupt for c in choices)
    return "you have no shares that you can sell" if forced and about == {SellShares.verb} else ""
