"""All that is public about a player, as a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.rules import Rules
from game.state import Company, Player
from render.data import queries
from render.data.card_data import Card, Sign, Table
from render.data.company_card import train_words
from render.data.names import cards_in_hand, role_of_leader
from render.data.queries import View

Row = tuple[str, ...]
PARTS = {"privates": "Privates", "assets": "Share of assets"}  # of a worth, beside cash and shares


def player_card(view: View, rules: Rules, player: Player, worth: int | None = None) -> Card:
    """All that is public about a player. `worth`: dollars by the title's own reckoning, where the caller has it."""
    shares, minors = _holdings(view, rules, player)
    tables = [
        Table("Shares", ("", "", "", "price", "value", ""), tuple(shares)),
        Table("Minors", ("", "", "treasury", "trains"), tuple(minors)),
        Table("Privates", ("", "value", "each round"), tuple(_private_rows(view, rules, player))),
    ]
    role = "priority deal" if view.priority == player else ""
    return Card(
        rules.person(player),
        role,
        "",
        (*_worth_facts(view, rules, player, worth), *_offer_facts(view, rules, player)),
        tables=tuple(table for table in tables if table.rows),
        order=tuple(map(rules.person, view.order)),
    )


def _holdings(view: View, rules: Rules, player: Player) -> tuple[list[Row], list[Row]]:
    """A player's shares, and minors: a row for each company."""
    shares, minors = list[Row](), list[Row]()
    for company in queries.listed(view, rules):
        if held := queries.holdings(view, rules, company).get(player, 0):
            minor = view.companies[company].size == 1
            (minors if minor else shares).append(
                _minor_row(view, rules, company) if minor else _share_row(view, rules, player, company, held)
            )
    return shares, minors


def _minor_row(view: View, rules: Rules, company: Company) -> Row:
    """A minor with its money and trains."""
    trains = train_words(view, rules, company)
    return Sign(company), f"minor {company}", rules.data.money(view.cash.get(company, 0)), trains


def _share_row(view: View, rules: Rules, player: Player, company: Company, shares: int) -> Row:
    """A player's part of a company and what it is worth. One that is not on the market yet counts at the price that is printed
    for it, if there is one.
    """
    price = queries.price(view, rules, company) or rules.data.companies[company].par
    role = role_of_leader(view, rules, company) if view.companies[company].president == player else ""
    each, value = (rules.data.money(n) if price else "–" for n in (price, shares * price))
    return Sign(company), company, f"{queries.percent(view, company, shares)}%", each, value, role


def _private_rows(view: View, rules: Rules, player: Player) -> Iterator[Row]:
    """A player's privates, with value and revenue; those that share a name together."""
    own = queries.privates(view, rules, player)
    names = {p: rules.data.privates[p].name.capitalize() if queries.shares_name(p, rules) else p for p in own}
    for name, count in Counter(names.values()).items():
        known = next(rules.data.privates[p] for p in own if names[p] == name)
        several = f" × {count}" if count > 1 else ""
        yield f"{name}{several}", rules.data.money(count * known.value), rules.data.money(count * known.revenue)


def _worth_facts(view: View, rules: Rules, player: Player, worth: int | None) -> Iterator[tuple[str, str]]:
    """Cash, certificates, and what the worth is made of. `worth`: as of `player_card`."""
    money, parts = rules.data.money, queries.parts_of_worth(view, rules, player)
    count, limit = queries.certificate_count(view, rules, player), queries.certificate_limit(view, rules)
    total = worth if worth is not None else queries.worth(view, rules, player)
    both = view.cash.get(player, 0) + parts["shares"]
    yield "Cash", money(view.cash.get(player, 0))
    yield "Certificates", f"{count} of {limit}"
    yield "Shares", money(parts["shares"])
    if total != both:
        yield "Cash and shares", money(both)
    yield "Worth", money(total)
    yield from ((PARTS.get(part, part), money(n)) for part, n in parts.items() if n and part not in ("cash", "shares"))


def _offer_facts(view: View, rules: Rules, player: Player) -> Iterator[tuple[str, str]]:
    """Bids, and cards in hand as far as the view shows them."""
    if bids := {item: b[player] for item, b in view.bids.items() if player in b}:
        yield "Bids", ", ".join(f"{item} {rules.data.money(n)}" for item, n in bids.items())
    if held := cards_in_hand(view, rules, player):
        yield "Hand", held
