"""Options that are no places as rows of a picture: companies, privates, trains, prices, answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.views.formatting import View, money
from bot.views.options.screen import Offer
from game.actions import Action, Bid, BuyShare, BuyTrain, Par, PayDividend, SellShares
from game.rules import Rules
from render import Lot, auction_lots
from render.data import queries
from render.data.names import holder
from render.text.labels import KINDS, price_changes
from render.text.money_text import dividend_sums

Afters = Mapping[Action, View]


def rows(offers: Sequence[Offer], said: Sequence[str], view: View, rules: Rules, after: Afters) -> list[Lot]:
    """One row for each option, numbered where there are several. `said`: their labels; `after`: where they lead to."""
    many = len(offers) > 1
    return [
        row(o, text, n if many else 0, view, rules, after)
        for n, (o, text) in enumerate(zip(offers, said, strict=True), 1)
    ]


def row(offer: Offer, said: str, number: int, view: View, rules: Rules, after: Afters) -> Lot:
    """What people look up before they choose it."""

    def cash(dollars: int) -> str:
        return money(rules, dollars)

    match offer.action:
        case Bid(item=item, amount=amount) if offer.field != "amount":
            return _lot(item, amount, number, view, rules)
        case BuyShare(company=company, source=source):
            dollars = queries.asking(view, rules, company, source) * min(rules.data.companies[company].certificates)
            return _company(company, f"{cash(dollars)}\n{holder(source)}", number, view, rules)
        case SellShares(company=company, shares=shares):
            return _company(
                company, f"{shares} for {cash(shares * queries.price(view, rules, company))}", number, view, rules
            )
        case BuyTrain(train=train, price=dollars, side=side):
            return _train(train, dollars, side, number, view, rules)
        case Par(price=price, company=company) if offer.field == "price" or not offer.field:
            shares = rules.data.companies[company].certificates[0]
            words = f"{queries.percent(view, company, shares)}% for {cash(price * shares)}"
            left = view.cash.get(offer.action.by, 0) - price * shares
            keeps = f"You keep {cash(left)}." if left >= 0 else ""
            return Lot(
                cash(price), name=words, words=f"{keeps} {to_float(company, price, rules)}".strip(), number=number
            )
        case PayDividend(kind=kind):
            company, seen = queries.acting_company(view), after.get(offer.action)
            gains = dividend_sums(view, seen, rules, but=offer.action.by) if seen is not None else []
            moves = "; ".join([*gains, *price_changes(view, seen, rules)]) if seen is not None else ""
            earned = view.companies[company].earned if company else 0
            return Lot(
                KINDS.get(kind, kind).capitalize(),
                cash(earned),
                _gain(offer.action, view, after, rules),
                moves,
                number=number,
            )
    value = offer.choice if isinstance(offer.choice, str) else ""
    if value in rules.data.companies:
        return _company(value, "", number, view, rules)
    if value in rules.data.privates:
        return _lot(value, 0, number, view, rules)
    if offer.field == "train" and value in rules.data.train_set:
        return _train(value, 0, "", number, view, rules)
    return Lot("", name="", words=said, number=number)


def to_float(company: str, price: int, rules: Rules) -> str:
    """What others must still pay in at that price until the company floats; "" where its president's certificate is enough."""
    data = rules.data.companies[company]
    missing = (data.floats - data.certificates[0]) * price
    return f"{money(rules, missing)} more until it floats." if missing > 0 else ""


def _lot(item: str, dollars: int, number: int, view: View, rules: Rules) -> Lot:
    """A private or company that is sold or bid for."""
    (found,) = auction_lots(view, rules, [item], {item: dollars} if dollars else {}, numbers={item: number})
    return found


def _company(company: str, note: str, number: int, view: View, rules: Rules) -> Lot:
    """A company: price, where its shares lie, what it owns, who runs it."""
    data, known = rules.data.companies[company], view.companies[company]
    held = queries.holdings(view, rules, company)
    lying = [f"{queries.percent(view, company, n)}% {p}" for p, n in held.items() if p in ("ipo", "pool", "treasury")]
    trains = " ".join(queries.train_names(view, rules, company))
    facts = [
        ", ".join(lying),
        money(rules, view.cash.get(company, 0)) + " in its treasury" if known.par or view.cash.get(company) else "",
        f"trains {trains}" if trains else "",
        f"president {known.president}" if known.president else "",
    ]
    price = queries.price(view, rules, company)
    words = " · ".join(f for f in facts if f)
    return Lot(company, money(rules, price) if price else "", data.name, words, note, company, number)


def _train(train: str, dollars: int, side: str, number: int, view: View, rules: Rules) -> Lot:
    """A train: what it costs, where it is, what its sale brings about."""
    kind = queries.train_type(train) or train
    where, left = view.place.get(train, ""), queries.depot(view, rules)
    effects = ", ".join(queries.next_effects(rules, kind, left[kind])) if where == "depot" and kind in left else ""
    source = "bank" if where == "depot" else holder(where)
    many = queries.how_many(rules.data.trains[kind], left.get(kind, 0)) if where == "depot" else ""
    face = side or queries.face(view, train)
    return Lot(
        f"{face}-train", money(rules, dollars) if dollars else "", f"{source} {many}".strip(), effects, number=number
    )


def _gain(action: Action, view: View, after: Afters, rules: Rules) -> str:
    """What the player's own cash gains."""
    seen = after.get(action)
    gain = seen.cash.get(action.by, 0) - view.cash.get(action.by, 0) if seen is not None else 0
    return f"you get {money(rules, gain)}" if gain > 0 else ""
