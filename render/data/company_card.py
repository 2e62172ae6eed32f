"""All that is public about a company, as a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from game.rules import Rules
from game.state import Company
from render.data import queries, train_effects
from render.data.card_data import Card, Dividend, Table
from render.data.names import (
    owner_name,
    role_of_leader,
    train_in_table,
)
from render.data.queries import View
from render.data.run_values import PAID, earned_together, revenue_words, together_words

LATEST = 8  # runs of a company that its card lists


def company_card(
    view: View, rules: Rules, company: Company, history: Sequence[Dividend] = (), closing: Sequence[str] = ()
) -> Card:
    """All that is public about a company. `history`: its dividends so far, newest last; `closing`: in which round it closed, and
    what happened then.
    """
    data, known, shown = rules.data, view.companies[company], rules.data.companies[company]
    price = queries.price(view, rules, company)
    facts: list[tuple[str, str]] = []
    if known.closed and not closing and (left_out := _left_out_words(view, rules, company)):
        return Card(shown.name, company, company, (("State", left_out), *_home_facts(rules, company)))
    if known.closed:
        gone = _closed_facts(rules, company, closing)
        return Card(shown.name, "closed", company, gone, tables=_history(history, rules))
    if not known.president and not known.par:
        facts.append(("State", "not started" if known.size > 1 else "not sold"))
    elif not known.floated:
        facts.append(("State", f"not floated, {shown.floats} shares must be sold"))
    if known.president:
        role = role_of_leader(view, rules, company).capitalize() if known.size > 1 else "Owner"
        facts.append((role, rules.person(known.president)))
    if price:
        facts.append(("Price", data.money(price)))
        facts += [("Par", data.money(known.par))] if known.par else []
    sizes = {c.size for c in view.companies.values()} - {1}
    count = sum(queries.holdings(view, rules, company).values())  # more than its size once bonds have become shares
    if known.size > 1 and (
        len(sizes) > 1 or any(place == "aside" for _, _, place in queries.certificates(view, rules, company))
    ):
        facts.append(("Shares", f"{count} of {100 // known.size}%"))
    facts.append(("Treasury", data.money(view.cash.get(company, 0))))
    facts.append(("Trains", train_words(view, rules, company)))
    places = [queries.place_name(rules, s) for s, c in sorted(view.tokens.items()) if c == company]
    if places:
        facts.append(("Stations", ", ".join(places)))
    else:
        facts += _home_facts(rules, company)
    free = sum(not t for t in known.tokens)
    costs = [f"{free} free"] if free > 1 else ["free"] * free
    left = ", ".join(costs + [data.money(t) for t in known.tokens if t])
    if known.size > 1:
        facts.append(("Stations left", left or "none"))
    markers = rules.signs(view).get(company, ())
    if markers:
        facts.append(("Markers", ", ".join(markers)))
    own = queries.privates(view, rules, company)
    if own:
        facts.append(("Privates", ", ".join(own)))
    facts += [("Also", note) for note in rules.notes(view, company)]
    runs = known.earned
    if known.ran:
        each = ", ".join(f"{train_in_table(queries.face(view, r.train))} {data.money(r.revenue)}" for r in known.ran)
        beside = together_words(rules, earned_together(runs, known.ran))
        each += f", {beside}" if beside else ""
        facts.append(("Last run", f"{data.money(runs)}, {revenue_words(view, company)} ({each})"))
    owners = Counter[str]()
    for place, n in _by_size(queries.holdings(view, rules, company)) if known.size > 1 else ():
        owners[rules.person(owner_name(place))] += n
    return Card(
        shown.name,
        company,
        company,
        tuple(facts),
        tuple(owners.items()),
        _history(history, rules),
        whole=known.size,
        order=tuple(map(rules.person, view.order)),
    )


def _left_out_words(view: View, rules: Rules, company: Company) -> str:
    """That a company was not drawn for this game, where a title draws some of its companies; else ""."""
    own = rules.words.get("left out")
    return own(company, view) if own is not None else ""


def _home_facts(rules: Rules, company: Company) -> list[tuple[str, str]]:
    """Where a company has its home; nothing for one that chooses it later."""
    home = rules.data.companies[company].home
    return [("Home", ", ".join(queries.place_name(rules, h) for h in home))] if home else []


def _closed_facts(rules: Rules, company: Company, closing: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """What a company was that has closed, when it did, and who got what."""
    known = rules.data.companies[company]
    home = ", ".join(queries.place_name(rules, h) for h in known.home)
    was = [("Was", f"a minor at home in {home}" if known.kind == "minor" else f"at home in {home}")] if home else []
    when = ("Closed", closing[0]) if closing else ("State", "closed")
    return (*was, when, *((("" if n else "Then"), line) for n, line in enumerate(closing[1:])))


def _history(history: Sequence[Dividend], rules: Rules) -> tuple[Table, ...]:
    """What a company earned and paid in its latest rounds, the newest first; nothing where it has never run."""
    money, latest = rules.data.money, history[-LATEST:][::-1]
    priced = any(d.price for d in latest)
    rows = tuple(
        (
            d.round,
            money(d.earned),
            PAID.get(d.used, d.used),
            *((money(d.each) if d.each else "–", money(d.price) if d.price else "–") if priced else ()),
        )
        for d in latest
    )
    heads = ("", "earned", "", *(("a share", "price then") if priced else ()))
    heading = "Runs" if len(rows) == len(history) else f"The latest {LATEST} of {len(history)} runs"
    return (Table(heading, heads, rows),) if rows else ()


def _by_size(holdings: Mapping[str, int]) -> list[tuple[str, int]]:
    """Players first, then places of unsold shares."""
    return sorted(holdings.items(), key=lambda item: (item[0] in ("ipo", "pool", "treasury"), -item[1], item[0]))


def train_words(view: View, rules: Rules, company: Company) -> str:
    """`2T, 2T (rust with 4T), 3T (rusts with 6T)`: trains of one name are told together; without any, `none`."""
    counted = _counted_trains(view, rules, company).items()
    return ", ".join(", ".join([train_in_table(name)] * n) + _until(name, by, n) for (name, by), n in counted) or "none"


def _counted_trains(view: View, rules: Rules, company: Company) -> Counter[tuple[str, str]]:
    """How many trains of each name a company has, with the train that rusts them ("" for none)."""
    counted: Counter[tuple[str, str]] = Counter()
    for card, name in zip(queries.trains(view, rules, company), queries.train_names(view, rules, company), strict=True):
        kind = rules.data.trains[queries.train_type(card)]
        counted[name, train_effects.rusted_by(rules, kind)] += 1
    return counted


def _until(name: str, by: str, count: int) -> str:
    """` (rusts with 4T)`: how long so many trains of one name run, in brackets; "" for ever."""
    verb = "rusts" if count == 1 else "rust"
    return " (last run)" if name.endswith("*") else f" ({verb} with {by})" if by else ""
