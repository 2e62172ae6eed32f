"""What an offer that somebody is asked about comes to: the money of both sides, what trains are left, what a private pays."""

from __future__ import annotations

from bot.core.text import begin_sentence
from bot.views.formatting import View
from game.rules import Rules
from render.data import queries
from render.data.names import a_train, card_name, count_trains, holder

CONSENT = "consent"  # key of the step in which an offer is answered


def offer_words(view: View, rules: Rules) -> str:
    """`TC $670 → $750, no train left; a 2-train costs $80 now · L&N $545 → $465`; "" where no deal is asked about."""
    step = view.agenda[-1] if view.agenda else None
    what = getattr(step, "what", "") if getattr(step, "key", "") == CONSENT else ""
    if what not in rules.data.train_set and what not in rules.data.privates:
        return ""
    seller, buyer, dollars = getattr(step, "seller", ""), getattr(step, "buyer", ""), getattr(step, "price", 0)
    sold = ", ".join(filter(None, [_purse_words(seller, dollars, view, rules), _loss_words(seller, what, view, rules)]))
    return f"{begin_sentence(sold)} · {_purse_words(buyer, -dollars, view, rules)}"


def own_offer_words(view: View, rules: Rules, seat: str) -> str:
    """What a seat has offered and waits for: `You have offered Bob $50 for MRC (Midland Railroad Co.).`; "" of any other seat."""
    step = view.agenda[-1] if view.agenda else None
    if getattr(step, "key", "") != CONSENT or getattr(step, "by", "") != seat:
        return ""
    what, of, buyer, seller = (str(getattr(step, name, "")) for name in ("what", "of", "buyer", "seller"))
    dollars, asked = rules.data.money(getattr(step, "price", 0)), rules.person(of)
    if what in rules.data.hexes:
        return f"You have asked {asked} whether {holder(buyer, rules)} may lay a tile in {queries.place_name(rules, what)}."
    if seat == seller or view.place.get(what, "") == seat:
        return f"You have offered {card_name(what, view, rules)} to {asked} for {dollars}."
    whom = asked if seller == of else f"{asked} (for {holder(seller, rules)})"
    whose = "" if seat == buyer else f" {queries.called(rules, buyer)} would buy it."
    return f"You have offered {whom} {dollars} for {card_name(what, view, rules)}.{whose}"


def _purse_words(who: str, change: int, view: View, rules: Rules) -> str:
    """`TC $670 → $750`: what a side has, and would have."""
    cash = view.cash.get(who, 0)
    return f"{holder(who, rules)} {rules.data.money(cash)} → {rules.data.money(cash + change)}"


def _loss_words(seller: str, what: str, view: View, rules: Rules) -> str:
    """What the seller has left of its trains, or what the private pays no longer to it."""
    if what in rules.data.privates:
        revenue = rules.data.privates[what].revenue
        return f"without {what}'s {rules.data.money(revenue)} per OR" if revenue else ""
    left = [t for t in rules.data.train_cards if view.place.get(t) == seller and t != what]
    if left:
        return f"keeps {count_trains((queries.face(view, t) for t in left), rules)}"
    after = next_train_words(view, rules).rstrip(".")
    return f"no train left{f'; {after[:1].lower()}{after[1:]}' if after else ''}"


def next_train_words(view: View, rules: Rules) -> str:
    """What the bank asks for its next train: `A 2-train costs $100 now.`; "" where it has none left."""
    name = next(iter(queries.depot(view, rules)), "")
    if not name:
        return ""
    train = a_train(queries.type_called(rules, name), rules)
    return f"{begin_sentence(train)} costs {rules.data.money(rules.data.trains[name].price)} now."
