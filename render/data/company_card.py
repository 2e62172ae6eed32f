"""All that is public about a company, as a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from game.rules import Rules
from game.state import Company
from render.data import queries, train_effects
from render.data.card_data import Card, Dividend, Table
from render.data.names import owner_name, role_of_leader, train_in_table
from render.data.queries import View
from render.data.run_values import earned_together, revenue_words, together_words, used_words

Fact = tuple[str, str]  # what it is about, and what is so
MAX_RUNS = 8  # runs of a company that its card lists


def company_card(
    view: View, rules: Rules, company: Company, history: Sequence[Dividend] = (), closing: Sequence[str] = ()
) -> Card:
    """All that is public about a company. `history`: its dividends so far, newest last; `closing`: in which round it closed, and
    what happened then.
    """
    known, shown = view.companies[company], rules.data.companies[company]
    if known.closed and not closing and (left_out := _left_out_words(view, rules, company)):
        return Card(shown.name, company, company, (("State", left_out), *_home_facts(rules, company)))
    if known.closed:
        gone = _closed_facts(rules, company, closing)
        return Card(shown.name, "closed", company, gone, tables=_history(history, rules))
    facts = (
        *_state_facts(view, rules, company),
        *_value_facts(view, rules, company),
        ("Treasury", rules.data.money(view.cash.get(company, 0))),
        ("Trains", train_words(view, rules, company)),
        *_station_facts(view, rules, company),
        *_other_facts(view, rules, company),
        *_run_facts(view, rules, company),
    )
    return Card(
        shown.name,
        company,
        company,
        facts,
        _owners(view, rules, company),
        _history(history, rules),
        whole=known.size,
        order=tuple(map(rules.person, view.order)),
    )


def _state_facts(view: View, rules: Rules, company: Company) -> Iterator[Fact]:
    """How far it has come, and who runs it."""
    known = view.companies[company]
    if not known.president and not known.par:
        yield "State", "not started" if known.size > 1 else "not sold"
    elif not known.floated:
        yield "State", f"not floated, {rules.data.companies[company].floats} shares must be sold"
    if known.president:
        role = role_of_leader(view, rules, company).capitalize() if known.size > 1 else "Owner"
        yield role, rules.person(known.president)


def _value_facts(view: View, rules: Rules, company: Company) -> Iterator[Fact]:
    """What its shares cost; how many it has, where companies of a title differ in that or some lie aside."""
    known, money = view.companies[company], rules.data.money
    if price := queries.price(view, rules, company):
        yield "Price", money(price)
        if known.par:
            yield "Par", money(known.par)
    sizes = {c.size for c in view.companies.values()} - {1}
    aside = any(place == "aside" for _, _, place in queries.certificates(view, rules, company))
    if known.size > 1 and (len(sizes) > 1 or aside):
        count = sum(queries.holdings(view, rules, company).values())  # more than its size once bonds have become shares
        yield "Shares", f"{count} of {100 // known.size}%"


def _station_facts(view: View, rules: Rules, company: Company) -> Iterator[Fact]:
    """Where its stations stand, or its home; and what the others cost."""
    known = view.companies[company]
    places = [queries.place_name(rules, s) for s, c in sorted(view.tokens.items()) if c == company]
    yield from [("Stations", ", ".join(places))] if places else _home_facts(rules, company)
    free = sum(not t for t in known.tokens)
    costs = [f"{free} free"] if free > 1 else ["free"] * free
    left = ", ".join(costs + [rules.data.money(t) for t in known.tokens if t])
    if known.size > 1:
        yield "Stations left", left or "none"


def _other_facts(view: View, rules: Rules, company: Company) -> Iterator[Fact]:
    """Its markers and privates, and what else its title says of it."""
    if markers := rules.signs(view).get(company, ()):
        yield "Markers", ", ".join(markers)
    if own := queries.private_words(view, rules, company):
        yield "Privates", ", ".join(own)
    yield from (("Also", note) for note in rules.notes(view, company))


def _run_facts(view: View, rules: Rules, company: Company) -> Iterator[Fact]:
    """What its trains earned last, each and together; nothing before they have run."""
    known, money = view.companies[company], rules.data.money
    if known.ran:
        each = ", ".join(f"{train_in_table(queries.face(view, r.train))} {money(r.revenue)}" for r in known.ran)
        beside = together_words(rules, earned_together(known.earned, known.ran))
        each += f", {beside}" if beside else ""
        yield "Last run", f"{money(known.earned)}, {revenue_words(view, rules, company)} ({each})"


def _owners(view: View, rules: Rules, company: Company) -> tuple[tuple[str, int], ...]:
    """Who has how many of its shares, as its bar shows it; a minor has one owner."""
    owners = Counter[str]()
    for place, n in _by_size(queries.holdings(view, rules, company)) if view.companies[company].size > 1 else ():
        owners[rules.person(owner_name(place))] += n
    return tuple(owners.items())


def _left_out_words(view: View, rules: Rules, company: Company) -> str:
    """That a company was not drawn for this game, where a title draws some of its companies; else ""."""
    own = rules.words.get("left out")
    return own(company, view) if own is not None else ""


def _home_facts(rules: Rules, company: Company) -> list[Fact]:
    """Where a company has its home; nothing for one that chooses it later."""
    home = rules.data.companies[company].home
    return [("Home", ", ".join(queries.place_name(rules, h) for h in home))] if home else []


def _closed_facts(rules: Rules, company: Company, closing: Sequence[str]) -> tuple[Fact, ...]:
    """What a company was that has closed, when it did, and who got what."""
    known = rules.data.companies[company]
    home = ", ".join(queries.place_name(rules, h) for h in known.home)
    was = [("Was", f"a minor at home in {home}" if known.kind == "minor" else f"at home in {home}")] if home else []
    when = ("Closed", closing[0]) if closing else ("State", "closed")
    return (*was, when, *((("" if n else "Then"), line) for n, line in enumerate(closing[1:])))


def _history(history: Sequence[Dividend], rules: Rules) -> tuple[Table, ...]:
    """What a company earned and paid in its latest rounds, the newest first; nothing where it has never run."""
    money, latest = rules.data.money, history[-MAX_RUNS:][::-1]
    priced = any(d.price for d in latest)
    rows = tuple(
        (
            d.round,
            money(d.earned),
            used_words(d.used, rules),
            *((money(d.each) if d.each else "–", money(d.price) if d.price else "–") if priced else ()),
        )
        for d in latest
    )
    heads = ("", "earned", "", *(("a share", "price then") if priced else ()))
    heading = "Runs" if len(rows) == len(history) else f"The latest {MAX_RUNS} of {len(history)} runs"
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
