"""Why words mean no legal action: the rule that forbids what they speak of, or the word that fits nothing here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bot.commands.do.reasons.rules import find_common_reason, find_reason, find_rule_of_lay
from bot.commands.do.reasons.subjects import Subject
from bot.commands.do.refusals import ONE_SHARE, misfit_words, name_numbers, outside_words
from bot.core.text import begin_sentence
from bot.model.action_form import Draft, ask_next, fields_of
from bot.model.words.misfits import intended_actions, unfit_trains, unfit_words
from bot.model.words.reading.superlatives import name_agreed_prices
from bot.model.words.reading.typed_values import read_number
from bot.model.words.reading.typed_words import read_words
from bot.model.words.reading.unknown_words import name_unknown
from bot.model.words.vocabulary import CURRENCIES, FILLED_BY_WORD, split_words
from game.actions import Action, Bid, BuyShare, BuyTrain, LayTile, Par, PayDividend, SellShares
from game.choices import Choice
from game.notation import Unclear, parse
from render.data import queries

OFFER_PREFIX = "offer "  # begins what is no purchase
LEADS_ON = re.compile(r"\b(?:to|towards?|nach|from|von)\b", re.IGNORECASE)
TO_PLACE = re.compile(r"\s(?:to|towards?|nach)\s.*$", re.IGNORECASE)


async def find_forbidding_rule(subject: Subject) -> str:
    """The rule or the limit that forbids what the words mean; "" where it is not plain what that is."""
    akin = [c for c in subject.choices if c.kind in subject.akin]
    return (
        await _find_own_sale(subject)
        or _name_outside(subject)
        or _name_two_minors(subject)
        or _name_cards(subject, akin)
        or (unfit_trains.name_missing_train(subject.words, subject.vocabulary) if BuyTrain in subject.akin else "")
        or _name_prices(subject)
        or await _find_rule(subject)
    )


def name_what_fits(subject: Subject) -> str:
    """What of the words fits nothing here, or what would; "" where that is not plain either."""
    words, vocabulary, choices = subject.words, subject.vocabulary, subject.choices
    akin = [c for c in choices if c.kind in subject.akin]
    return (
        name_unknown(words, vocabulary, subject.line.kinds, choices)
        or name_agreed_prices(words, akin)
        or unfit_words.name_odd_number(words, vocabulary, akin)
        or unfit_words.name_foreign_power(words, vocabulary, akin)
        or unfit_words.name_missing_lot(words, vocabulary, akin)
        or unfit_words.name_all_or_nothing(words, vocabulary, akin)
        or unfit_words.name_wrong_owner(words, vocabulary)
        or unfit_words.name_wrong_number(words, subject.line.by, vocabulary, akin)
        or unfit_trains.name_unfit_train(words, vocabulary, akin)
        or unfit_words.name_untimely_kind(
            words, vocabulary, [k for k in subject.line.kinds if k.verb in subject.about], choices
        )
        or unfit_words.name_unfit(words, vocabulary, akin)
        or _name_not_offered(subject, akin)
    )


def _name_not_offered(subject: Subject, akin: Sequence[Choice]) -> str:
    """That no certificate of the one company that is named is for sale, where certificates are; "" elsewhere."""
    said = split_words(subject.words, subject.vocabulary)
    named = [c for c in subject.vocabulary.rules.data.companies if c.casefold() in said and not c.isdecimal()]
    bought = sum(len(c.actions) for c in akin) > 1 and all(c.kind.verb == BuyShare.verb for c in akin)
    offered = {str(getattr(a, "company", "")) for c in akin for a in c}
    return (
        f"no certificate of {named[0]} is for sale now"
        if bought and len(named) == 1 and named[0] not in offered
        else ""
    )


def _name_prices(subject: Subject) -> str:
    """At what prices a company can start, where a price is named and no company; "" elsewhere."""
    starts = [a for a in subject.meant if isinstance(a, Par)]
    if list(subject.akin) != [Par] or len({a.company for a in starts}) < 2:
        return ""
    return name_numbers(subject.vocabulary.rules, [c for c in subject.choices if c.kind is Par])


def _name_two_minors(subject: Subject) -> str:
    """That minors go one by one, where two of them are named, or all; "" elsewhere."""
    words = split_words(subject.words, subject.vocabulary)
    minors = [w for w in words if w.isdecimal() and w in subject.vocabulary.rules.data.companies]
    goes = len(subject.akin) == 1 and "minor" in subject.akin[0].__struct_fields__
    return (
        "one minor at a time" if goes and (len(set(minors)) > 1 or not unfit_words.ALL_WORDS.isdisjoint(words)) else ""
    )


def _name_outside(subject: Subject) -> str:
    """What a number may be, where the words would be right but for it, and whose bid leads where it is the own one; ""
    elsewhere.
    """
    rules = subject.vocabulary.rules
    outside = intended_actions.find_outside_range(subject.words, subject.line.by, subject.vocabulary, subject.choices)
    if outside is None:
        return ""
    told, bid = outside_words(rules, outside.field, outside.span), outside.action
    if not isinstance(bid, Bid) or bid.amount >= outside.span.low:
        return told
    leader, most = queries.high_bid(subject.line.view, bid.item)
    own = f". Your bid of {rules.data.money(most)} leads" if leader == bid.by else ""
    return f"that is too little. {begin_sentence(told)}{own}"


def list_counted(subject: Subject, kinds: Sequence[type[Action]]) -> list[Action]:
    """What words speak of that has nothing but a number: `redeem 2`, which may be left out."""
    numbers = [int(w) for w in split_words(subject.words, subject.vocabulary) if w.isdecimal() and len(w) < 3]
    if subject.about == {SellShares.verb} and subject.vocabulary.company:  # which sells its own
        return [SellShares(subject.vocabulary.company, next(iter(numbers), 1), by=subject.line.by)]
    counted = [k for k in kinds if k.verb in subject.about and [f.type for f in fields_of(k)] == [int]]
    return [k(by=subject.line.by, **{fields_of(k)[0].name: next(iter(numbers), 1)}) for k in counted]


def keep_what_fits(subject: Subject) -> Draft:
    """What of refused words can stand, as the start of what is asked instead: their kind, and the fields that all they may mean
    have in common, as long as something is left to choose.
    """
    kind = subject.akin[0]
    choices = [c for c in subject.choices if c.kind is kind]
    outside = intended_actions.find_outside_range(subject.words, subject.line.by, subject.vocabulary, choices)
    meant = [outside.action] if outside is not None else [a for a in subject.meant if type(a) is kind]
    given: dict[str, Any] = {}
    for field in fields_of(kind) if meant else ():
        values = {getattr(a, field.name) for a in meant}
        wanted = {**given, field.name: next(iter(values))}
        ranged = any(field.name in c.ranges for c in choices)
        if field.name == "rotation" and not {"hex", "tile"} <= given.keys():
            continue  # which way round is not said of what is not laid
        if kind is BuyTrain and field.name != "side":
            continue  # see below: no other train is meant than that of the seller that is named
        if len(values) == 1 and not ranged and any(c.matching(wanted) for c in choices):
            given = wanted
    if kind is BuyTrain and meant and outside is None:
        given |= _keep_purchase(subject, [a for a in meant if isinstance(a, BuyTrain)], choices)
    settled = bool(given)
    while given and ask_next(choices, Draft(kind.__name__, given)).action is not None:
        given.popitem()
    only = kind is Bid and settled and not given  # its button is on the first screen alone
    return Draft() if only else Draft(kind.__name__, given)


def _keep_purchase(subject: Subject, meant: Sequence[BuyTrain], choices: Sequence[Choice]) -> dict[str, Any]:
    """Of a purchase of a train that is refused: the train with its seller where both are right, and the price that was said."""
    given: dict[str, Any] = {}
    both = {(a.train, a.seller) for a in meant}
    train, seller = next(iter(both))
    if len(both) == 1 and any(c.matching({"train": train, "seller": seller}) for c in choices):
        given = {"train": train, "seller": seller}
    prices = {a.price for a in meant}
    said = {read_number(w) for w in split_words(subject.words, subject.vocabulary) if w[0] in CURRENCIES}
    if len(prices) == 1 and prices <= said and any(c.matching({**given, "price": min(prices)}) for c in choices):
        given["price"] = min(prices)
    return given


def _name_cards(subject: Subject, akin: Sequence[Choice]) -> str:
    """Why cards that are named cannot be picked, or so many shares not be bought; "" elsewhere."""
    if (misfit := intended_actions.find_misfit_cards(subject.words, subject.vocabulary, akin)) is not None:
        return misfit_words(misfit)
    if not intended_actions.wants_several_shares(
        subject.words, subject.vocabulary
    ) or subject.words.casefold().startswith(OFFER_PREFIX):
        return ""
    offers_several = any("shares" in c.kind.__struct_fields__ and c.kind.verb == BuyShare.verb for c in akin)
    if BuyShare in subject.akin and not offers_several:
        return ONE_SHARE
    words = split_words(subject.words, subject.vocabulary)
    named = next(c for c in subject.vocabulary.rules.data.companies if c.casefold() in words and not c.isdecimal())
    own = [a for c in akin for a in c if getattr(a, "company", "") == named and a.verb == BuyShare.verb]
    one = bool(own) and all(getattr(a, "shares", 1) <= 1 for a in own)
    return f"you can buy only one certificate of {named} at a time now" if one else ""


async def _find_own_sale(subject: Subject) -> str:
    """Why a company that may sell its own shares cannot sell so many, where no company is named; "" elsewhere."""
    words = {*split_words(subject.words, subject.vocabulary)}
    named = any(c.casefold() in words and not c.isdigit() for c in subject.vocabulary.rules.data.companies)
    if named or SellShares not in subject.akin or subject.about != {SellShares.verb}:
        return ""
    refusal = await find_reason(subject.line.table, list_counted(subject, ()))
    return str(refusal) if refusal is not None and refusal.paragraph else ""


def list_lot_bids(subject: Subject) -> list[Action]:
    """The bid that words such as `buy 9 for 10` speak of, where one thing is for sale alone and they name it."""
    items = {a.item for c in subject.choices for a in c.actions if c.kind is Bid and isinstance(a, Bid)}
    words = split_words(subject.words, subject.vocabulary)
    if len(items) != 1 or (item := items.pop()).casefold() not in words:
        return []
    words.remove(item.casefold())
    sums = [n for w in words if (n := read_number(w)) is not None]
    return [Bid(item, sums[0], by=subject.line.by)] if len(sums) == 1 else []


async def _find_rule(subject: Subject) -> str:
    """The rule that forbids the action that the words mean; "" where it is not plain which that is."""
    words = split_words(subject.words, subject.vocabulary)
    meant = [
        a
        for a in subject.meant
        if type(a) in subject.akin and intended_actions.speaks_of_all(a, subject.words, subject.vocabulary)
    ]
    meant = [a for a in meant if not isinstance(a, BuyShare | SellShares) or a.company.casefold() in words]
    if not meant and len(subject.akin) == 1 and issubclass(subject.akin[0], subject.line.rules.actions):
        meant = _read_own_action(subject)
        fields = {FILLED_BY_WORD[w] for w in words if w in FILLED_BY_WORD}
        if len(meant) == 1 and (empty := [f for f in fields if getattr(meant[0], f, None) == ""]):
            return await find_common_reason(subject.line.table, meant[0], empty[0])
    beyond = TO_PLACE.sub("", subject.words) if len(LEADS_ON.findall(subject.words)) == 1 else subject.words
    if not meant and LayTile in subject.akin and beyond != subject.words:  # where it leads matters once it can be laid
        meant = intended_actions.read_intended_actions(beyond, subject.line.by, subject.vocabulary, subject.choices)
    if LayTile in subject.akin and (no_way := _name_no_way(subject, beyond)):
        return no_way
    lays = [a for a in meant if isinstance(a, LayTile)]
    if lays:
        return await find_rule_of_lay(subject.line.table, lays, subject.choices)
    refusal = await find_reason(subject.line.table, meant)
    told = refusal is not None and (refusal.paragraph or (subject.akin == [PayDividend] and refusal.tells))
    return str(refusal) if told else ""


def _name_no_way(subject: Subject, beyond: str) -> str:
    """That no track of a lay leads to the place behind `to`, where the line is right `beyond` that, or names
    neither place nor tile; "" elsewhere.
    """
    hexes, reading = (
        subject.vocabulary.rules.data.hexes,
        read_words(beyond, subject.line.by, subject.choices, subject.vocabulary),
    )
    lays = [a for a in (reading.action, *reading.several) if isinstance(a, LayTile)]
    laid = {a.hex for a in lays}
    before = split_words(beyond, subject.vocabulary)
    ends = [
        h
        for h in hexes
        if h.casefold() in split_words(subject.words, subject.vocabulary) and h.casefold() not in before
    ]
    if beyond == subject.words or len(ends) != 1:
        return ""
    if subject.vocabulary.places_on_map.isdisjoint(before) and not any(a.tile in before for a in lays):
        possible = {a.hex for c in subject.choices for a in c if isinstance(a, LayTile)}
        near = any(ends[0] == h or ends[0] in hexes[h].sides for h in possible)
        return "" if near else f"no tile that you can lay now reaches {hexes[ends[0]].name or ends[0]}"
    if len(laid) != 1:
        return ""
    here, there = (hexes[h].name or h for h in (*laid, *ends))
    near = ends[0] in hexes[next(iter(laid))].sides
    return f"no such tile leads from {here} to {there}" if near else f"{there} is not beside {here}"


def _read_own_action(subject: Subject) -> list[Action]:
    """The title's own action that words speak of, legal or not: `8 → FS`; none where they do not say one."""
    try:
        line_ = intended_actions.spell_as_line(subject.words, subject.akin[0], subject.vocabulary)
        action = parse(line_, subject.line.by, subject.choices, subject.line.kinds)
    except Unclear:
        return []
    return [action] if type(action) is subject.akin[0] else []
