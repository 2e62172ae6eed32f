"""The question that a player is asked, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.actions import (
    Action,
    Answer,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    SellPrivate,
    SellShares,
    TakePrivate,
    Use,
)
from game.choices import Choice, Span
from game.dividend_kinds import list_kinds
from game.names import company_name
from game.rules import Rules
from game.state import Company
from game.step_keys import StepKey
from render.data import queries
from render.data.names import card_name, holder, listed, lot_name, role_of_leader
from render.data.queries import PendingOffer, View, place_name
from render.data.run_paths import has_track

QUESTIONS: Mapping[str, str] = {
    StepKey.AUCTION: "buy the cheapest private, bid on another, or pass",
    StepKey.DUEL: "raise the bid or pass",
    StepKey.TRACK: "lay track",
    StepKey.TOKEN: "place a station",
    StepKey.HOME: "choose the home station",
    StepKey.CITY: "choose the city for the station",
    StepKey.RUN: "run trains",
    StepKey.DIVIDEND: "pay out or withhold",
    StepKey.TRAINS: "buy trains",
    StepKey.DISCARD: "discard a train",
    StepKey.CONSENT: "accept or decline",
    StepKey.LAST_CHANCE: "anything else before the turn ends?",
}

FEW = 2  # sellers of trains that are named
SEVERAL = 3  # kinds of actions, with passing: more are not named one by one
# What a step is for
BUILDING: Mapping[str, type[Action]] = {StepKey.TRACK: LayTile, StepKey.TOKEN: PlaceToken, StepKey.TRAINS: BuyTrain}

FIELDS = {
    "amount": "How much?",
    "buyer": "Who buys it?",
    "card": "Which card?",
    "cards": "Which cards?",
    "city": "Which city?",
    "company": "Which company?",
    "count": "How many?",
    "director": "With the director's certificate?",
    "hex": "Where?",
    "item": "On which one?",
    "kind": "Pay out, half or withhold?",
    "minor": "Which of your minors?",
    "option": "Which one?",
    "price": "At what price?",
    "private": "Which private company?",
    "privates": "Which privates?",
    "rotation": "Which way round?",
    "routes": "Which route?",
    "row": "From which row?",
    "seller": "From whom?",
    "shares": "How many shares?",
    "side": "Which side?",
    "source": "From where?",
    "target": "Where?",
    "tile": "Which tile?",
    "train": "Which train?",
    "using": "With the power of a private company?",
    "yes": "Yes or no?",
}  # what is asked of an action once it is known what it is


def ask(choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """What the player of these choices must decide now, in one line; "" where nothing is to be decided."""
    if not choices:
        return ""
    step = view.agenda[-1] if view.agenda else None
    own = rules.words.get(step.key) if step is not None else None
    if own is not None:
        return own(step, view, rules)
    company = queries.acting_company(view)
    offer = queries.pending_offer(view)  # meanwhile the turn stays that of the company that wants to buy
    who = f"{company_name(rules, company)}: " if company and offer is None else ""
    if offer is not None and any(c.kind is Answer for c in choices):
        return _offer_words(offer, choices, view, rules)
    return who + _question(choices, view, rules)


def _offer_words(offer: PendingOffer, choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """What is asked of whoever may answer an offer, or take it back."""
    lays, what = offer.what in rules.data.hexes, card_name(offer.what, view, rules)
    dollars = rules.data.money(offer.price)
    if all(a == Answer(False, by=a.by) for c in choices if c.kind is Answer for a in c):
        wish = "the request to lay there" if lays else f"the offer of {dollars} for {what}"
        return f"take back {wish}, or wait"
    buyer, seller = (company_name(rules, rules.person(side)) for side in (offer.buyer, offer.seller))
    if lays:
        return f"may {buyer} lay the first tile in {place_name(rules, offer.what)}?"
    return _deal(rules.person(offer.of), what, buyer, seller, dollars)


def _question(choices: Sequence[Choice], view: View, rules: Rules) -> str:
    key = queries.step_key(view)
    if key == StepKey.AUCTION:
        return auction_words(choices, view, rules)
    if key == StepKey.DUEL:
        item = getattr(view.agenda[-1], "item", "")
        leader, best = queries.high_bid(view, item)
        whose = f"{rules.person(leader)}'s bid" if leader else "the bid"
        return f"raise {whose} of {rules.data.money(best)} on {item}, or pass"
    if key == StepKey.DIVIDEND:
        company = queries.acting_company(view)
        revenue = view.companies[company].earned if company else 0
        return f"{list_kinds(rules.dividends.kinds)} {rules.data.money(revenue)}"
    forced = not any(c.kind is Pass for c in choices)
    if key == StepKey.TRAINS and forced:
        return _forced_purchase(choices, view, rules)
    if key == StepKey.PAR:
        return "set its par price"
    if _has_others_alone(key, choices):
        many = len({c.kind for c in choices}) > SEVERAL
        return "anything else, or done" if many else f"{_other_deals(choices)}, or done"
    if key == StepKey.TRAINS:
        return _train_words(choices, view, rules)
    if key == StepKey.STOCK:
        return stock_words(choices, view)
    question = QUESTIONS.get(key)
    if question is None:
        verbs = dict.fromkeys(c.kind.verb for c in choices)
        return listed(list(verbs)) if len(verbs) < 2 else f"{', '.join(list(verbs)[:-1])} or {list(verbs)[-1]}"
    if key in (StepKey.TRACK, StepKey.TOKEN) and not forced:
        if key == StepKey.TRACK:
            more = queries.tiles_laid(view) > 0
            return f"{_track_words(choices, view, rules, more=more)}, or {'no more' if more else 'no track'}"
        return f"{question}, or no station"
    return _track_words(choices, view, rules) if key == StepKey.TRACK else question


def _train_words(choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """What ends buying, as its button says it: `buy trains, or no more`, `buy a train, or no train` for a company without any.
    Where the bank sells it none: `buy a train of SAL or GA, or no more`.
    """
    company = queries.acting_company(view)
    owned = queries.trains(view, rules, company) if company else ()
    buys = [a for c in choices if c.kind is BuyTrain for a in c if isinstance(a, BuyTrain)]
    end = "no more" if owned else "no train"
    if any(not a.seller for a in buys):
        return f"buy {'trains' if owned else 'a train'}, or {end}"
    sellers = dict.fromkeys(holder(a.seller, rules) for a in buys)
    if len(sellers) <= FEW:
        return f"buy a train of {listed(sellers, 'or')}, or {end}"
    return f"buy {'trains of other companies' if owned else 'a train of another company'}, or {end}"


def _track_words(choices: Sequence[Choice], view: View, rules: Rules, *, more: bool = False) -> str:
    """`lay or upgrade track`, or the one of the two that can be done; `more` of it."""
    upgrades = {
        has_track(view, rules, a.hex) for c in choices if c.kind is LayTile for a in c if isinstance(a, LayTile)
    }
    does = " or ".join(word for word, is_upgrade in (("lay", False), ("upgrade", True)) if is_upgrade in upgrades)
    return f"{does or 'lay'} {'more ' if more else ''}track"


def _has_others_alone(key: str, choices: Sequence[Choice]) -> bool:
    """Whether nothing is left of building or buying trains but deals and powers that stand beside it."""
    kinds = {c.kind for c in choices}
    return key in BUILDING and Pass in kinds and len(kinds) > 1 and BUILDING[key] not in kinds


def stock_words(choices: Sequence[Choice], view: View) -> str:
    """What may still be done in a turn of a stock round: `buy or sell shares, or pass`; `sell shares, or done`; after a
    purchase that nothing more must be done.

    All that may be done beside deals in privates is told: `buy shares, start a company, exchange a minor, or pass`.
    """
    kinds = {c.kind for c in choices}
    if SellShares in kinds and not kinds & {BuyShare, Par} and queries.has_bought(view):
        return "choose Done, unless you want to sell shares too"
    verbs = ["buy"] * (BuyShare in kinds) + ["sell"] * (SellShares in kinds)
    shares = " or ".join(verbs) + " shares" if verbs else ""
    exchanges = ["exchange a minor"] * any("minor" in kind.__struct_fields__ for kind in kinds)
    does = [*filter(None, [shares]), *["start a company"] * (Par in kinds), *exchanges * bool(verbs)]
    shares = ", ".join(does)
    end = ("or done" if queries.has_traded(view) else "or pass") if Pass in kinds else ""
    if not shares and len(kinds) > 1:
        shares = f"no shares to buy or sell: {_other_deals(choices)}"
    return ", ".join(part for part in (shares, end) if part).removeprefix("or ") or "choose"


def _other_deals(choices: Sequence[Choice]) -> str:
    """What a turn of a stock round offers beside shares: `buy or sell a private`, `exchange a minor for a share`."""
    kinds = [kind for kind in dict.fromkeys(c.kind for c in choices) if kind is not Pass]
    if set(kinds) <= {BuyPrivate, SellPrivate, TakePrivate, Use}:
        verbs = ["buy"] * bool({BuyPrivate, TakePrivate} & {*kinds}) + ["sell"] * (SellPrivate in kinds)
        return f"{' or '.join([*verbs, *['use'] * (Use in kinds)])} a private"
    texts = [(kind.__doc__ or kind.verb).strip().rstrip(".") for kind in kinds]
    return " or ".join(text[:1].lower() + text[1:] for text in texts)


def _deal(of: str, what: str, buyer: str, seller: str, dollars: str) -> str:
    """What somebody is asked to agree to: as a deal of one's own, or of the companies one speaks for."""
    if of == buyer:
        return f"buy {what} from {seller} for {dollars}?"
    if of == seller:
        return f"sell {what} to {buyer} for {dollars}?"
    return f"may {buyer} buy {what} from {seller} for {dollars}?"


def _forced_purchase(choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """`must buy a train. The cheapest costs $800: it has $115, Ann pays $140, sell shares for $545`."""
    question = "must buy a train"
    company, least = queries.acting_company(view), _least_train(view, rules)
    president = view.companies[company].president if company else ""
    treasury, purse = view.cash.get(company, 0), view.cash.get(president, 0)
    short = least - treasury
    if short <= 0 or not president:
        return question if queries.trains(view, rules, company) else f"{question}: it has none"
    parts = [
        f"{question}. The cheapest costs {rules.data.money(least)}: it has {rules.data.money(treasury)}",
        f"{rules.person(president)} pays {rules.data.money(min(short, purse))}",
    ]
    if short > purse:
        missing = rules.data.money(short - purse)
        sells = any(c.kind is SellShares for c in choices)
        parts.append(f"sell shares for {missing}" if sells else f"{missing} is missing")
    return ", ".join(parts)


def _least_train(view: View, rules: Rules) -> int:
    """What the cheapest train of bank and pool costs; 0 where there is none."""
    types = [*queries.depot(view, rules)][:1] + [queries.train_type(t) for t in queries.trains(view, rules, "pool")]
    prices = [
        kind.price for name in types if (kind := rules.data.trains[name]).reach or kind.sides
    ]  # no car without a train
    return min(prices, default=0)


def sale_effects(company: Company, view: View, after: View, rules: Rules) -> list[str]:
    """What a sale brings about: `price $120 → $110`, `Bob becomes president`, for a forced purchase `$187 still missing`."""
    money, buyer = rules.data.money, queries.acting_company(view)
    old, new = queries.price(view, rules, company), queries.price(after, rules, company)
    was, becomes = view.companies[company].president, after.companies[company].president
    purse = after.cash.get(view.companies[buyer].president, 0) if buyer else 0
    missing = _least_train(view, rules) - after.cash.get(buyer, 0) - purse
    head = role_of_leader(view, rules, company)
    parts = [
        f"price {money(old)} → {money(new)}" if old != new else f"price stays {money(old)}" if old else "",
        f"{rules.person(becomes)} becomes {head}" if becomes and becomes != was else "",
        f"no {head} any more" if was and not becomes else "",
    ]
    if queries.step_key(view) == StepKey.TRAINS:  # where shares are sold for a forced purchase alone
        parts.append(f"{money(missing)} still missing" if missing > 0 else "enough for the train")
    return [part for part in parts if part]


def auction_words(choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """`buy LTR for $20, bid on MRC (from $45) or W&SR (from $75), or pass`."""
    bought = [a for c in choices if c.kind is Bid and not c.ranges for a in c]
    bids = [(a, c.ranges["amount"]) for c in choices if c.kind is Bid and c.ranges for a in c]
    parts = [
        f"buy {lot_name(a.item, view, rules)} for {rules.data.money(a.amount)}" for a in bought if isinstance(a, Bid)
    ]
    each = [
        f"{lot_name(a.item, view, rules)} (from {rules.data.money(span.low)})"
        for a, span in bids
        if isinstance(a, Bid) and isinstance(span, Span)
    ]
    if each:
        parts.append(f"bid on {', '.join(each[:-1])} or {each[-1]}" if len(each) > 1 else f"bid on {each[0]}")
    may_pass = ["or pass"] if any(c.kind is Pass for c in choices) else []
    return ", ".join([*parts, *may_pass]) if parts else "pass"
