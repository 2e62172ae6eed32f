"""Why the bank sells a company no train, or no second one in the same turn."""

from __future__ import annotations

from bot.tables.service import Table
from bot.views.formatting import View
from game.actions import BuyTrain
from game.rules import Rules
from game.state import Company
from render.data import queries
from render.data.names import a_train

ONE_OF_TYPE = "one_of_type"  # flag of a phase


async def explain_withheld_train(table: Table, seat: str, view: View) -> str:
    """Why the bank's next train is not for sale to a company that could pay for it: the rule that forbids it; else "".

    That the bank sells one train alone in a turn is said elsewhere.
    """
    company, rules = queries.acting_company(view), table.rules
    kind = next(iter(queries.depot(view, rules)), "")
    bought = (a for c in table.choices(seat) if c.kind is BuyTrain for a in c)
    if not kind or queries.sells_one_train(view, rules, company):
        return ""
    if any(isinstance(a, BuyTrain) and view.place.get(a.train) == "depot" for a in bought):
        return ""
    price = rules.data.trains[kind].price
    card = next((t for t in rules.data.train_cards if queries.train_type(t) == kind and view.place[t] == "depot"), "")
    if not card or view.cash.get(company, 0) < price:
        return ""
    side = next((s.name for s in rules.data.trains[kind].sides), "")
    refusal = await table.find_refusal(BuyTrain(card, price, side=side, by=seat))
    train = queries.type_called(rules, kind)
    return f"No {rules.data.train_called(train)} from the bank: {refusal}." if refusal is not None else ""


def why_turn_ends(company: Company, before: View, after: View, rules: Rules) -> str:
    """Why a turn ends with a purchase from the bank: `it then has all the trains it may have`; "" where it is not known.

    `before`, `after`: the positions round the purchase.
    """
    who, money = queries.called(rules, company), rules.data.money
    limit, cash = queries.train_limit(after, rules, company), after.cash.get(company, 0)
    if queries.counted_trains(after, rules, company) >= limit:
        return f"{who} then has all the trains it may have"
    kind = next(iter(queries.depot(after, rules)), "")
    price = rules.data.trains[kind].price if kind else 0
    if price > cash:
        train = a_train(queries.type_called(rules, kind), rules)
        return f"{who} then has {money(cash)}, and {train} costs {money(price)}"
    if queries.sells_one_train(before, rules, company):
        return "a company may buy one train a turn from the bank"
    flags = rules.data.phases[before.phase].flags if before.phase in rules.data.phases else ()
    return "a company may buy one new train of a type a turn" if ONE_OF_TYPE in flags else ""
