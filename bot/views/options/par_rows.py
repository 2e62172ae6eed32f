"""Starts of companies as rows of a picture: what each price costs, and what the company has then."""

from __future__ import annotations

from bot.views.formatting import View
from bot.views.options.outcomes import Afters
from bot.views.options.screen import ScreenOption
from game.actions import Par
from game.rules import Rules
from render import Lot
from render.data import queries

AT_ONCE = "It floats at once."


def par_row(par: Par, number: int, view: View, rules: Rules, after: Afters) -> Lot:
    """A price at which a company may start: what its player pays and keeps, and what the company gets at once, else what is still
    to be sold until it floats.
    """
    company, price, money = par.company, par.price, rules.data.money
    shares = rules.data.companies[company].certificates[0]
    share, worth = queries.percent(view, company, shares), money(price * shares)
    seen = after.get(par)
    gets = seen.cash.get(company, 0) - view.cash.get(company, 0) if seen is not None else 0
    capital = f"{queries.called(rules, company)} gets {money(gets)}" if gets > 0 else ""
    if getattr(view.agenda[-1] if view.agenda else None, "key", "") == "par":  # it comes for nothing
        told = f", {capital}" if capital else ""
        return Lot(money(price), name=f"your {share}% is worth {worth}{told}", number=number)
    cash_left = view.cash.get(par.by, 0) - price * shares
    keeps = f"You keep {money(cash_left)}" if cash_left >= 0 else ""
    first = ", ".join(filter(None, (keeps, capital)))
    floats = floating_words(company, price, view, rules)
    words = " ".join(filter(None, (first and f"{first}.", "" if capital and floats == AT_ONCE else floats)))
    return Lot(money(price), name=f"{share}% for {worth}", words=words, number=number)


def least_start(offer: ScreenOption, company: str, view: View, rules: Rules) -> str:
    """`20% from $110`: the least that starts a company costs; "" where an option starts none."""
    if not issubclass(offer.kind, Par) or offer.asked is None:
        return ""
    prices = [a.price for c in offer.asked.agreeing for a in c.matching({"company": company}) if isinstance(a, Par)]
    shares = rules.data.companies[company].certificates[0]
    least = f"from {rules.data.money(min(prices) * shares)}" if prices else ""
    return f"{queries.percent(view, company, shares)}% {least}" if prices and shares > 1 else least


def floating_words(company: str, price: int, view: View, rules: Rules) -> str:
    """What must still be paid in at that price until the company floats: nothing where its president's certificate, with the
    shares that came with privates, is enough.
    """
    data = rules.data.companies[company]
    shares = queries.shares_to_float(view, rules, company) - data.certificates[0]
    missing = shares * price
    own = rules.words.get("floats")  # with what comes to its president as it starts
    if own is not None:
        return own(shares, price, view, rules)
    return f"It floats once {rules.data.money(missing)} more of it is sold." if missing > 0 else AT_ONCE
