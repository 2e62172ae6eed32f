"""What stands on cards and in tables, as data: painted by `sheets`, written by `plain`, so that both say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game.rules import Rules
from game.state import Company, Player
from render.data import queries, train_effects
from render.data.names import cards_in_hand, owner_name, role_of_leader, train_in_table
from render.data.queries import View
from render.data.run_values import PAID, earned_together, revenue_words, together_words


class Sign(str):
    """The id of a company in a table, shown as its token. (A train may go by the same name as a minor.)"""

    __slots__ = ()


class Signs(str):
    """Ids of companies, a space between them, shown as their tokens beside each other."""

    __slots__ = ()


@dataclass(frozen=True)
class Table:
    """Rows under headings. A `Sign` is shown as the company's token, `Signs` as several. The first column names the row."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    strong: frozenset[int] = frozenset()  # rows to stress


@dataclass(frozen=True)
class Card:
    """A card: a title, facts with labels, parts of a whole, tables."""

    title: str
    under: str = ""
    company: Company = ""
    facts: tuple[tuple[str, str], ...] = ()
    bar: tuple[tuple[str, int], ...] = ()  # owner and shares
    tables: tuple[Table, ...] = field(default=())
    notes: tuple[str, ...] = ()
    whole: int = 0  # shares that are 100%: there may be more in the bar
    order: tuple[Player, ...] = ()  # seats: each has its colour

    @property
    def split(self) -> list[tuple[str, int, int]]:
        """The parts of the bar: owner, shares, percent."""
        whole = self.whole or sum(n for _, n in self.bar) or 1
        return [(who, n, round(n * 100 / whole)) for who, n in self.bar]


class Dividend(NamedTuple):
    """What a company earned in a round and how that was used (full, half, none), in dollars. `each`: paid on a share; `price`: of
    one after that, 0 where it has none.
    """

    round: str
    earned: int
    used: str
    each: int = 0
    price: int = 0


LATEST = 8  # runs of a company that its card lists
PARTS = {"privates": "Privates", "assets": "Share of assets"}  # of a worth, beside cash and shares


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
