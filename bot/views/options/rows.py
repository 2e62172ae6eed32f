"""Options that are no places as rows of a picture: companies, privates, trains, prices, answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bot.views.formatting import View
from bot.views.options.arrangement import trains_of_player
from bot.views.options.labels import have_own_numbers, option_numbers
from bot.views.options.outcomes import Outcome, Outcomes, sales_of
from bot.views.options.screen import ScreenOption
from bot.views.options.start_facts import least_start, par_row, start_facts
from bot.views.pictures import images
from bot.views.press_verbs import StepVerb
from game.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Par,
    PayDividend,
    SellPrivate,
    SellShares,
    TakePrivate,
)
from game.names import company_name
from game.rules import Rules
from render import Fact, Lot, auction_lots
from render.data import queries, train_effects
from render.data.choice_names import lot_numbers
from render.data.names import holder, listed, role_of_leader, train_in_table, train_list
from render.pictures.card_images import face
from render.pictures.choices.card_pick import home_words
from render.text.labels import dividend_price_words
from render.text.money_text import dividend_sums, find_unpaid, gain_words, unpaid_words
from render.text.questions import sale_effects

LYING = {"ipo": "on offer", "pool": "in the pool", "treasury": "on offer"}  # places of shares


def option_lots(
    offers: Sequence[ScreenOption], labels: Sequence[str], view: View, rules: Rules, after: Outcomes
) -> list[Lot]:
    """One row for each option, numbered where there are several. `labels`: their words; `after`: where they lead to.

    Minors for sale are told by their own numbers, and each has one row, with or without a bid.
    """
    rows = [
        option_row(o, text, n, view, rules, after)
        for o, text, n in zip(offers, labels, option_numbers(offers, rules), strict=True)
    ]
    if have_own_numbers(offers, rules):
        return list({row.key: row for row in rows}.values())
    told = [o.action in after for o in offers]  # what each brings about is told of each
    return _fold_facts(rows, told)


def _fold_facts(rows: Sequence[Lot], told: Sequence[bool]) -> list[Lot]:
    """What a row says of the same company as the row above it is said once, unless it is `told` what comes of it; what one says
    of a private that another row is about too, as well.
    """
    above = [None, *rows]
    folded = [
        replace(row, facts=()) if last and not kept and _tells_the_same(last, row) else row
        for last, row, kept in zip(above, rows, told, strict=False)
    ]
    seen = [
        {(other.key, other.facts) for other in rows[:n] if not other.company and other.key} for n in range(len(rows))
    ]
    return [
        replace(row, facts=()) if (row.key, row.facts) in before else row
        for row, before in zip(folded, seen, strict=True)
    ]


def _tells_the_same(one: Lot, other: Lot) -> bool:
    """Whether two rows say the same of the same company, or of one train that may have either side up."""
    if one.company or other.company:
        return (one.company, one.facts) == (other.company, other.facts)
    return (one.price, one.name, one.facts) == (other.price, other.name, other.facts)


def option_row(offer: ScreenOption, label: str, number: int, view: View, rules: Rules, after: Outcomes) -> Lot:
    """What people look up before they choose it."""

    def as_money(dollars: int) -> str:
        """Dollars as this game writes them."""
        return rules.data.money(dollars)

    match offer.action:
        case Bid(item=item, amount=amount) if offer.field != "amount":
            return _lot_row(item, amount, number, view, rules, bought=label.startswith("Buy"))
        case BuyShare(company=company, source=source):
            dollars = queries.asking(view, rules, company, source) * min(rules.data.companies[company].certificates)
            price = queries.price(view, rules, company)
            dearer = f", market {as_money(price)}" if 0 < price < queries.asking(view, rules, company, source) else ""
            where = {"ipo": f"at par{dearer}", "treasury": "on offer"}.get(source, f"from {holder(source, rules)}")
            return _company_row(company, f"{as_money(dollars)}\n{where}", number, view, rules)
        case SellShares(company=company, shares=shares):
            dollars = queries.asking(view, rules, company, "pool")
            row = _company_row(company, f"{shares} for {as_money(shares * dollars)}", number, view, rules)
            seen = after.get(offer.action)
            return (
                row
                if seen is None
                else replace(row, facts=tuple(map(Fact, sale_effects(company, view, seen.view, rules))))
            )
        case BuyPrivate(private=private) | TakePrivate(private=private) | SellPrivate(private=private):
            return _owned_row(private, number, view, rules)
        case BuyTrain(train=train, price=dollars, side=side):
            return _train_row(train, dollars, side, number, view, rules)
        case Par() if offer.field == "price" or not offer.field:
            return par_row(offer.action, number, view, rules, after)
        case PayDividend(kind=kind):
            company, seen = queries.acting_company(view), after.get(offer.action)
            named_owners = (offer.action.by, company)  # what they get stands in the row's name
            moves = ""
            if seen is not None:
                gains = dividend_sums(view, seen.view, seen.events, rules, but=named_owners)
                rest = unpaid_words(find_unpaid(seen.events), rules)
                moves = "; ".join([*gains, *rest, *dividend_price_words(offer.action, view, seen.view, rules)])
            earned = view.companies[company].earned if company else 0
            return Lot(
                rules.dividends.kind(kind).verb.capitalize(),
                as_money(earned),
                _gain_words(offer.action, view, seen, rules),
                (Fact(moves),),
                number=number,
            )
    if offer.action is not None and (company := rules.facts.subject(offer.action, view, rules)):
        row = _subject_row(company, label, number, view, rules)
        shares = getattr(offer.action, "count", 0) if offer.action.verb == "redeem" else 0
        paid = as_money(shares * queries.price(view, rules, company))
        return replace(row, note=f"{shares} for {paid}") if shares else row
    value = offer.choice if isinstance(offer.choice, str) else ""
    if issubclass(offer.kind, Bid) and offer.field == "item" and offer.question is not None:
        bids = [a for c in offer.question.agreeing for a in c.matching({"item": value})]
        least = min((a.amount for a in bids if isinstance(a, Bid) and a.amount), default=0)
        return _lot_row(value, least, number, view, rules)
    sales = [(sale, after[sale].view) for sale in sales_of(offer) if sale in after]
    if sales:
        row = _company_row(value, "", number, view, rules)
        return replace(row, facts=(Fact(_sales_words(sales, view, rules)),))
    if value in rules.data.companies:
        return _company_row(value, least_start(offer, value, view, rules), number, view, rules)
    if value in rules.data.privates:
        return _owned_row(value, number, view, rules)
    if offer.verb == StepVerb.PAGE and offer.question is not None:
        trains = trains_of_player(offer.question.values, view, value)
        many = f"{len(trains)} train{'s' if len(trains) > 1 else ''}"
        faces = Fact(", ".join(map(train_in_table, trains)))
        return Lot(many, "", label[:1].lower() + label[1:].rstrip("…"), (faces,), number=number)
    if offer.field == "train" and value in rules.data.train_set:
        return _train_row(value, _fixed_price(offer, value), "", number, view, rules)
    return _thing_row(offer, label, number, view, rules)


def _thing_row(offer: ScreenOption, label: str, number: int, view: View, rules: Rules) -> Lot:
    """What an option with no row of its own is about: privates, a train that its owner gives away, the bank's next train, a
    player; else its words alone.
    """
    things = _things(offer)
    privates = [thing for thing in things if thing in rules.data.privates]
    if len(privates) == 1:
        return _owned_row(privates[0], number, view, rules)
    if unnamed := _unnamed_private(offer, rules):
        return replace(_owned_row(unnamed, number, view, rules), note="")
    if privates:
        names = Fact(listed(rules.data.privates[p].name for p in privates))
        return Lot(" + ".join(privates), name=label, facts=(names,), number=number)
    train = next((thing for thing in things if thing in rules.data.train_cards), "")
    if train:
        return _train_given_row(train, label, number, view, rules)
    if offer.kind is BuyTrain and (row := _next_train_row(number, view, rules)) is not None:
        return row
    player = next((thing for thing in things if thing in view.order), "")
    if player and offer.field:
        held = queries.certificate_count(view, rules, player)
        certificates = Fact(f"owns {held} of {queries.certificate_limit(view, rules)} certificates")
        cash = f"{rules.data.money(view.cash.get(player, 0))} in cash"
        return Lot(rules.person(player), name=cash, facts=(certificates,), number=number)
    return Lot("", name=label, number=number)


def _unnamed_private(offer: ScreenOption, rules: Rules) -> str:
    """The private that an option is about though its action does not name it; "" where there is none."""
    return rules.facts.unnamed_private(offer.action) if offer.action is not None else ""


def _next_train_row(number: int, view: View, rules: Rules) -> Lot | None:
    """The train that the bank sells next, or, where it sells this company none any more, those of others; None where there is
    none.
    """
    company = queries.acting_company(view)
    if queries.bank_trains_bought(view) and queries.sells_one_train(view, rules, company):
        return _others_trains_row(company, number, view, rules)
    kind = next(iter(queries.depot(view, rules)), "")
    card = next(
        (t for t in rules.data.train_cards if kind == queries.train_type(t) and view.place.get(t) == "depot"), ""
    )
    return _train_row(card, rules.data.trains[kind].price, "", number, view, rules) if card else None


def _others_trains_row(company: str, number: int, view: View, rules: Rules) -> Lot | None:
    """The trains of all companies but one; None where they have none."""
    held = {c: train_list(view, rules, c) for c in view.companies if c != company}
    owned = [f"{company_name(rules, c)}: {trains}" for c, trains in held.items() if trains]
    facts = (Fact("; ".join(owned)),)
    return Lot("", name="a train of another company", facts=facts, number=number) if owned else None


def _things(offer: ScreenOption) -> list[str]:
    """The ids that an option names: its choice, else what its action is about."""
    named = [offer.choice] if offer.choice is not None else []
    if offer.choice is None and offer.action is not None:
        named = [getattr(offer.action, name) for name in offer.action.__struct_fields__ if name != "by"]
    return [
        thing
        for value in named
        for thing in (value if isinstance(value, tuple) else (value,))
        if isinstance(thing, str)
    ]


def _train_given_row(train: str, label: str, number: int, view: View, rules: Rules) -> Lot:
    """A train that its owner discards or sells, with what ends it."""
    face = queries.face(view, train)
    called = rules.data.train_called(face)
    ends = train_effects.rusted_by(rules, rules.data.trains[queries.train_type(train)])
    words = f"rusts with {ends}" if ends else "never rusts"
    short = train_in_table(face)
    if label.endswith(called):  # it says nothing but what stands before it and on the button
        return Lot(short, name=words, number=number)
    return Lot(short, name=label, facts=(Fact(words),), number=number)


def _sales_words(seen: Sequence[tuple[SellShares, View]], view: View, rules: Rules) -> str:
    """What sales of a company bring about: `1 for $60: price $60 → $55 · $307 still missing; 2 for $120: ...`."""
    each = []
    for sale, after in seen:
        dollars = rules.data.money(sale.shares * queries.asking(view, rules, sale.company, "pool"))
        each.append(f"{sale.shares} for {dollars}: {' · '.join(sale_effects(sale.company, view, after, rules))}")
    return "; ".join(each)


def _fixed_price(offer: ScreenOption, train: str) -> int:
    """Dollars that a train costs at least where its price is none to be named; else 0."""
    asked = offer.question
    fixed = [c for c in asked.agreeing if "price" not in c.ranges] if asked is not None else []
    buys = [a for c in fixed for a in c.matching({"train": train})]
    return min((a.price for a in buys if isinstance(a, BuyTrain)), default=0)


def thing_row(thing: str, view: View, rules: Rules, dollars: int = 0) -> Lot | None:
    """What people look up of a private, a minor, a card or a train before they name a price or answer an offer; None of anything
    else.

    `dollars`: the least that is bid on it, or what is asked for it.
    """
    if thing in rules.data.train_set:
        return _train_row(thing, dollars, "", 0, view, rules)
    if thing in rules.data.privates and view.place.get(thing) in (*view.order, *view.companies):
        row = _owned_row(thing, 0, view, rules)
        return replace(row, note=f"{row.note}\nfor {rules.data.money(dollars)}") if dollars else row
    if thing in rules.data.privates or thing in rules.data.companies or thing in rules.data.certificates:
        return _lot_row(thing, dollars, lot_numbers(rules).get(thing, 0), view, rules)
    return None


def offered_row(view: View, rules: Rules) -> Lot | None:
    """The private or train that somebody is asked about, with its price; None where no deal is asked about."""
    offer = queries.pending_offer(view)
    return thing_row(offer.what, view, rules, offer.price) if offer is not None else None


def _lot_row(item: str, dollars: int, number: int, view: View, rules: Rules, *, bought: bool = False) -> Lot:
    """A private, company or card that is bid for, or `bought` at its price."""
    (lot,) = auction_lots(
        view,
        rules,
        [item],
        {item: dollars} if dollars else {},
        words=images.lot_words(rules, [item]),
        numbers={item: number},
        bought=item if bought else "",
    )
    return _card_row(lot, item, view, rules) if item in rules.data.certificates else lot


def _card_row(lot: Lot, card: str, view: View, rules: Rules) -> Lot:
    """A card that is bid for, with its printed price, its company, where that starts, and whose the highest bid is."""
    (company, _), (_, _, cost) = rules.data.certificates[card], face(card, view, rules)
    row = replace(lot, price=cost, name=rules.data.companies[company].name, facts=(Fact(home_words(company, rules)),))
    bidder, amount = queries.high_bid(view, card)
    if not bidder or lot.led:
        return row
    asked = f"next {lot.note.removeprefix('from ')}" if lot.note else ""
    return replace(row, note=f"{rules.person(bidder)} {rules.data.money(amount)}", led=True, following=asked)


def _owned_row(private: str, number: int, view: View, rules: Rules) -> Lot:
    """A private, with its owner."""
    owner = view.place.get(private, "")
    note = f"{holder(owner, rules)}'s" if owner in view.order or owner in view.companies else ""
    row, name = _lot_row(private, 0, number, view, rules), rules.data.privates[private].name
    alike = queries.shares_name(private, rules)
    return replace(row, note=note, key=name.rpartition(" ")[2] if alike else row.key)


def _company_row(company: str, note: str, number: int, view: View, rules: Rules) -> Lot:
    """A company: price, where its shares lie, what it owns, who runs it."""
    data, state = rules.data.companies[company], view.companies[company]
    started = bool(state.par) or state.floated  # a minor has no par price
    held = queries.holdings(view, rules, company)
    places = Counter[str]()
    for place, n in held.items():
        places[LYING.get(place, "")] += queries.percent(view, company, n)
    lying = [f"{part}% {where}" for where, part in places.items() if where]
    players = [f"{rules.person(p)}'s {queries.percent(view, company, n)}%" for p, n in held.items() if p in view.order]
    trains = train_list(view, rules, company)
    floats = f"floats once {queries.percent(view, company, data.floats)}% is sold" if data.size > 1 else ""
    missing = queries.shares_to_float(view, rules, company)
    if state.par and not state.floated and missing > 0:
        floats = f"{queries.percent(view, company, missing)}% more floats it"
    told = [
        ", ".join([*lying, *(() if started else players)]) if started or set(held) - {"ipo", "treasury"} else "",
        floats if not state.floated else "",
        rules.data.money(view.cash.get(company, 0)) + " in cash" if state.floated or view.cash.get(company) else "",
        trains,
        f"{role_of_leader(view, rules, company)} {rules.person(state.president)}" if state.president else "",
    ]
    facts = (*(() if started else start_facts(company, view, rules)), *(Fact(text) for text in told if text))
    price = queries.price(view, rules, company)
    return Lot(company, rules.data.money(price) if price else "", data.name, facts, note, company, number)


def _subject_row(company: str, label: str, number: int, view: View, rules: Rules) -> Lot:
    """The label of an action with what people look up of its company. What the label has in brackets stands in these facts, or
    right of them where a semicolon follows it: what is got for the company.
    """
    name, _, bracketed = label.partition(" (")
    row = _company_row(company, bracketed.partition("; ")[0] if "; " in bracketed else "", number, view, rules)
    return replace(row, name=name, facts=(Fact(row.name), *row.facts))


def _train_row(train: str, dollars: int, side: str, number: int, view: View, rules: Rules) -> Lot:
    """A train: what it costs, where it is, what its sale brings about."""
    kind = queries.train_type(train) or train
    place, depot = view.place.get(train, ""), queries.depot(view, rules)
    effects = (
        ", ".join(train_effects.next_effects(rules, kind, depot[kind])) if place == "depot" and kind in depot else ""
    )
    president = view.companies[place].president if place in view.companies else ""
    source = f"from {holder(place, rules)}{f' ({rules.person(president)})' if president else ''}"
    if president and not dollars:
        acting = view.companies.get(queries.acting_company(view))
        asked = acting is not None and acting.president != president
        source += f", at your price if {rules.person(president)} agrees" if asked else ", at your price"
    if place == "depot" and not rules.data.trains[kind].endless:
        sides = [s.name for s in rules.data.trains[kind].sides]
        together = f", as {listed(map(train_in_table, sides), 'or')}" if len(sides) > 1 else ""
        source += f", {depot.get(kind, 0)} left{together}"
    face = side or queries.face(view, train)
    return Lot(
        train_in_table(face), rules.data.money(dollars) if dollars else "", source, (Fact(effects),), number=number
    )


def _gain_words(action: Action, view: View, seen: Outcome | None, rules: Rules) -> str:
    """What the player's own cash and that of the company gain, where it is known what comes of it."""
    if seen is None:
        return ""
    company = queries.acting_company(view)
    own, kept = (gain_words(who, view, seen.view, seen.events, rules) for who in (action.by, company))
    return ", ".join([f"you get {own}"] * bool(own) + [f"{company} keeps {kept}"] * bool(kept))
