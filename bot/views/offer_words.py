"""What an offer that somebody is asked about comes to: the money of both sides, what trains are left, what a private pays."""

from __future__ import annotations

from collections.abc import Collection

from bot.core.text import begin_sentence
from bot.tables.answered_offers import list_answered_offers
from bot.tables.service import Table
from bot.views.formatting import View, action_words, escape_line
from game.actions import LayTile
from game.names import company_name
from game.rules import Rules
from game.state import Hex
from render.data import queries
from render.data.names import a_train, card_name, count_trains, holder


def offer_words(view: View, rules: Rules) -> str:
    """`TC $670 → $750, no train left; a 2-train costs $80 now · L&N $545 → $465`; "" where no deal is asked about."""
    offer = queries.pending_offer(view)
    if offer is None or (offer.what not in rules.data.train_set and offer.what not in rules.data.privates):
        return ""
    loss = _loss_words(offer.seller, offer.what, view, rules)
    sold = ", ".join(filter(None, [_purse_words(offer.seller, offer.price, view, rules), loss]))
    return f"{begin_sentence(sold)} · {_purse_words(offer.buyer, -offer.price, view, rules)}"


def own_offer_words(view: View, rules: Rules, seat: str) -> str:
    """What a seat has offered and waits for: `You have offered Bob $50 for MRC (Midland Railroad Co.).`; "" of any other seat."""
    offer = queries.pending_offer(view)
    if offer is None or offer.by != seat:
        return ""
    dollars, asked = rules.data.money(offer.price), rules.person(offer.of)
    if offer.what in rules.data.hexes:
        place = queries.place_name(rules, offer.what)
        return f"You have asked {asked} whether {holder(offer.buyer, rules)} may lay a tile in {place}."
    thing = card_name(offer.what, view, rules)
    if seat in (offer.seller, view.place.get(offer.what, "")):
        return f"You have offered {thing} to {asked} for {dollars}."
    whom = asked if offer.seller == offer.of else f"{asked} (for {holder(offer.seller, rules)})"
    whose = "" if seat == offer.buyer else f" {company_name(rules, offer.buyer)} would buy it."
    return f"You have offered {whom} {dollars} for {thing}.{whose}"


async def asked_owner_words(table: Table, hexes: Collection[Hex], view: View) -> list[str]:
    """Where the company on turn may lay no tile unless somebody else agrees, why, and what was declined there in this turn."""
    company, why = queries.acting_company(view), table.rules.words.get("lay asks: why")
    told = [text for h in hexes if (text := why(company, h, view, table.rules))] if why is not None and company else []
    if not told:
        return []
    declined = [lay for lay in await find_declined_lays(table) if lay.hex in hexes]
    return [*map(escape_line, told), *(declined_words(lay, view, table.rules) for lay in declined)]


async def find_declined_lays(table: Table) -> list[LayTile]:
    """The tiles to which whoever was asked has said no in the turn that is played."""
    answered = await list_answered_offers(table)
    return [lay for lay, a in answered if isinstance(lay, LayTile) and not a.yes and not a.withdrawn]


def declined_words(lay: LayTile, view: View, rules: Rules) -> str:
    """`Bob has said no in this turn: tile 201 in Brussels (C8), to B9 and Lille.`"""
    asks = rules.words.get("lay asks")
    who = asks(queries.acting_company(view), lay.hex, view, rules) if asks is not None else "Its owner"
    where = action_words(lay, view, rules).partition(" ")[2]
    return escape_line(f"{who} has said no in this turn: {where}.")


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
