"""All that is public about a player, as a card."""

from __future__ import annotations

from game.rules import Rules
from game.state import Player
from render.data import queries
from render.data.card_data import Card, Sign, Table
from render.data.company_card import train_words
from render.data.names import (
    cards_in_hand,
    role_of_leader,
)
from render.data.queries import View

PARTS = {"privates": "Privates", "assets": "Share of assets"}  # of a worth, beside cash and shares


def player_card(view: View, rules: Rules, player: Player, worth: int | None = None) -> Card:
    """All that is public about a player. `worth`: dollars by the title's own reckoning, where the caller has it."""
    data = rules.data
    count, limit = queries.certificate_count(view, rules, player), queries.certificate_limit(view, rules)
    total = worth if worth is not None else queries.worth(view, rules, player)
    rows, minors = [], []
    for company in queries.listed(view, rules):
        shares = queries.holdings(view, rules, company).get(player, 0)
        if shares and view.companies[company].size == 1:
            trains = train_words(view, rules, company)
            minors.append((Sign(company), f"minor {company}", data.money(view.cash.get(company, 0)), trains))
        elif shares:
            # A company that is not on the market yet counts at the price that is printed for it, if there is one.
            price = queries.price(view, rules, company) or data.companies[company].par
            role = role_of_leader(view, rules, company) if view.companies[company].president == player else ""
            part = f"{queries.percent(view, company, shares)}%"
            each, value = (data.money(n) if price else "–" for n in (price, shares * price))
            rows.append((Sign(company), company, part, each, value, role))
    parts = queries.parts_of_worth(view, rules, player)
    shares_value = parts["shares"]
    both = view.cash.get(player, 0) + shares_value
    privates = queries.privates(view, rules, player)
    facts = [
        ("Cash", data.money(view.cash.get(player, 0))),
        ("Certificates", f"{count} of {limit}"),
        ("Shares", data.money(shares_value)),
        *([] if total == both else [("Cash and shares", data.money(both))]),
        ("Worth", data.money(total)),
    ]
    facts += [
        (PARTS.get(part, part), data.money(n)) for part, n in parts.items() if n and part not in ("cash", "shares")
    ]
    bids = {item: b[player] for item, b in view.bids.items() if player in b}
    if bids:
        facts.append(("Bids", ", ".join(f"{item} {data.money(n)}" for item, n in bids.items())))
    held = cards_in_hand(view, rules, player)
    if held:
        facts.append(("Hand", held))
    tables = []
    if rows:
        tables.append(Table("Shares", ("", "", "", "price", "value", ""), tuple(rows)))
    if minors:
        tables.append(Table("Minors", ("", "", "treasury", "trains"), tuple(minors)))
    if privates:
        listed = ((p, data.money(data.privates[p].value), data.money(data.privates[p].revenue)) for p in privates)
        tables.append(Table("Privates", ("", "value", "each round"), tuple(listed)))
    role = "priority deal" if view.priority == player else ""
    return Card(
        rules.person(player), role, "", tuple(facts), tables=tuple(tables), order=tuple(map(rules.person, view.order))
    )
