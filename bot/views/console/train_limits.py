"""Why the bank sells a company no train, or no second one in the same turn; what a company without one cannot pay."""

from __future__ import annotations

from bot.tables.service import Table
from bot.views.formatting import View
from game import cards
from game.actions import BuyTrain
from game.play import Game
from game.rules import Rules
from game.state import Company
from game.trains import bank_offers
from render.data import queries
from render.data.names import a_train


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


def find_first_train(rules: Rules, view: View, company: Company) -> tuple[str, int] | None:
    """The cheapest train of the bank that could be the first one of a company, and its price: `a 2-train`; None where it has
    one, and where the bank has none.
    """
    if company not in view.companies or queries.trains(view, rules, company):
        return None
    offers = [o for o in bank_offers(Game(rules, view), company, 0) if queries.runs_alone(rules, o.train)]
    cheapest = min(offers, key=lambda offer: offer.price, default=None)
    if cheapest is None:
        return None
    return a_train(cheapest.side or cards.kind(cheapest.train), rules), cheapest.price


def short_of_train_words(rules: Rules, view: View, company: Company, who: str) -> str:
    """That a company without a train cannot pay for one: `a 2-train costs ₹180, EIR has ₹170`; "" where it can. `who`: what it is
    called.
    """
    first, cash = find_first_train(rules, view, company), view.cash.get(company, 0)
    if first is None or first[1] <= cash:
        return ""
    return f"{first[0]} costs {rules.data.money(first[1])}, {who} has {rules.data.money(cash)}"
