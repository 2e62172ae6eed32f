"""Why the bank sells a company no train, or no second one in the same turn."""

from __future__ import annotations

from bot.tables.service import Table
from bot.views.formatting import View
from game.actions import BuyTrain
from render.data import queries


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
    card = queries.next_card(view, rules)
    if not card or view.cash.get(company, 0) < price:
        return ""
    side = next((s.name for s in rules.data.trains[kind].sides), "")
    refusal = await table.find_refusal(BuyTrain(card, price, side=side, by=seat))
    train = queries.type_called(rules, kind)
    return f"No {rules.data.train_called(train)} from the bank: {refusal}." if refusal is not None else ""
