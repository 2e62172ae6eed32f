"""What changes hands when companies merge, are converted, exchanged or taken over: each party before and after."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import takewhile

from msgspec import structs

from game.events import CardMoved, CompanyClosed, Event, Paid, RoundBegan, TokenRemoved
from game.rules import Rules
from game.state import Company
from render.data import queries
from render.data.change_causes import Causes, find_causes
from render.data.names import leader_heading, train_list
from render.data.queries import View

NONE, CLOSED, ASKED = "–", "closed", "asked next"
UNPAID = "nothing for it"  # what the owner of a share gets when its company closes


@dataclass(frozen=True)
class Line:
    """One thing about a party that changes: its money, trains, stations or shares."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Party:
    """A company or a player with what changes for it. `company`: "" for a player."""

    name: str
    company: Company
    lines: tuple[Line, ...]


def reshapes(before: View, after: View) -> bool:
    """Whether a company closes or is merged, changes its number of shares, or gets another's station between these positions, or
    a private becomes a share.
    """
    if merging(after) - merging(before) or _becomes_share(before, after):
        return True
    for company, known in before.companies.items():
        changed = after.companies.get(company)
        closes = changed is not None and changed.closed and not known.closed and company not in merging(before)
        if changed is None or (known.president and closes) or changed.size != known.size:
            return True
    return any(c != after.tokens.get(slot, c) for slot, c in before.tokens.items())


def merging(view: View) -> set[Company]:
    """Companies that have given away all they had to another, and wait for a word about their stations only."""
    named = {getattr(step, "minor", "") for step in view.agenda if getattr(step, "company", "")}
    return {c for c in named if c in view.companies and not view.companies[c].closed}


def _becomes_share(before: View, after: View) -> bool:
    """Whether somebody's private has left the game and a certificate that nobody had has come to its owner."""
    moved = [
        (card, old, after.place.get(card, "")) for card, old in before.place.items() if old != after.place.get(card)
    ]
    gave = {old for card, old, new in moved if "." not in card and new == "gone"}
    got = {new for card, old, new in moved if "." in card and old == "aside"}
    return bool(gave & got)


def changed_parties(before: View, after: View, rules: Rules, events: Sequence[Event] = ()) -> list[Party]:
    """Everybody for whom something is another afterwards: companies in the order of the title, then players by seat.

    `events`: what happened between the positions, as far as the reader may know; they tell where money and trains went.
    """
    after = _before_next_round(after, events)
    running = [c for c in rules.data.companies if c in before.companies and not before.companies[c].closed]
    causes = find_causes(events, before, rules)
    parties = [Party(c, c, _company_lines(before, after, rules, c, causes)) for c in running]
    parties += [Party(rules.person(p), "", _player_lines(before, after, rules, p)) for p in before.order]
    return [party for party in parties if party.lines]


def _before_next_round(view: View, events: Sequence[Event]) -> View:
    """The view without what was paid as a round began by itself after the last of that: what privates earn there is for nothing
    that has changed.
    """
    since = [*takewhile(lambda e: not isinstance(e, RoundBegan), reversed(events))]
    if len(since) == len(events) or any(isinstance(e, CardMoved | CompanyClosed | TokenRemoved) for e in since):
        return view
    cash = dict(view.cash)
    for paid in (e for e in since if isinstance(e, Paid)):
        for place, dollars in ((paid.src, paid.amount), (paid.dst, -paid.amount)):
            if place in cash:
                cash[place] += dollars
    return structs.replace(view, cash=cash)


def _unsold_words(view: View, rules: Rules, company: Company) -> str:
    """What a company can still sell, and what that would bring at today's price: `7 shares, $280`."""
    shares = queries.holdings(view, rules, company).get("treasury", 0)
    price = queries.price(view, rules, company)
    worth = f", {rules.data.money(shares * price)}" if price and shares else ""
    return f"{shares} share{'' if shares == 1 else 's'}{worth}" if shares else NONE


def _differing(lines: list[tuple[str, str, str]]) -> tuple[Line, ...]:
    return tuple(Line(*line) for line in lines if line[1] != line[2])


def _company_lines(before: View, after: View, rules: Rules, company: Company, causes: Causes) -> tuple[Line, ...]:
    known, changed = before.companies[company], after.companies.get(company)
    sums = [rules.data.money(v.cash.get(company, 0)) for v in (before, after)]
    trains = [train_list(v, rules, company) or NONE for v in (before, after)]
    stations = [_stations(v, rules, company) for v in (before, after)]
    if company in merging(before):  # money and trains are gone already
        return _differing([("stations", stations[0], stations[1])])
    if company in merging(after) or changed is None or changed.closed:
        money = causes.money.get(company, CLOSED) if before.cash.get(company, 0) else CLOSED
        left = ASKED if company in merging(after) else NONE
        sent = NONE if trains[0] == NONE else causes.trains.get(company, NONE)
        return _differing([("money", sums[0], money), ("trains", trains[0], sent), ("stations", stations[0], left)])
    if company in causes.discarded:
        trains[1] += f"; {causes.discarded[company]} discarded, over the limit"
    limits = [str(queries.train_limit(v, rules, company)) for v in (before, after)]
    tokens = [_tokens_left(v, rules, company) for v in (before, after)]
    held = _held_words(before, after, rules, company)
    presidents = [rules.person(known.president) or NONE, rules.person(changed.president) or NONE]
    sizes = [f"{known.size} shares", f"{changed.size} shares"]
    parts = (
        ("money", sums),
        ("trains", trains),
        ("train limit", limits),
        ("stations", stations),
        ("stations left", tokens),
        ("made of", sizes),
        (
            "it can sell",
            [_unsold_words(v, rules, company) for v in (before, after)] if known.size != changed.size else ["", ""],
        ),
        ("holds", held),
        (leader_heading(rules), presidents),
    )
    return _differing([(what, old, new) for what, (old, new) in parts])


def _stations(view: View, rules: Rules, company: Company) -> str:
    """Where a company's stations stand, by name or hex."""
    hexes = [slot.partition(".")[0] for slot, c in sorted(view.tokens.items()) if c == company]
    names = [rules.data.hexes[h].name or h if h in rules.data.hexes else h for h in hexes]
    return ", ".join(names) or NONE


def _player_lines(before: View, after: View, rules: Rules, player: str) -> tuple[Line, ...]:
    sums = [rules.data.money(v.cash.get(player, 0)) for v in (before, after)]
    return _differing([("money", sums[0], sums[1]), ("holds", *_held_words(before, after, rules, player))])


def _held_words(before: View, after: View, rules: Rules, owner: str) -> tuple[str, str]:
    """What an owner holds, as far as that changes, before and after."""
    resized = {
        c for c in before.companies if c in after.companies and before.companies[c].size != after.companies[c].size
    }
    held = [_holding(v, rules, owner, resized) for v in (before, after)]
    changed = [c for c in held[0] | held[1] if held[0].get(c) != held[1].get(c)]
    old, new = (", ".join(f"{c} {h[c]}".strip() for c in changed if c in h) or NONE for h in held)
    closing = all(c in after.companies and after.companies[c].closed for c in changed)
    unpaid = closing and new == NONE and before.cash.get(owner, 0) == after.cash.get(owner, 0)
    return old, UNPAID if changed and unpaid else new


def _tokens_left(view: View, rules: Rules, company: Company) -> str:
    """How many tokens a company has on its charter, and what they cost: `2 ($40, $60)`."""
    left = view.companies[company].tokens
    return f"{len(left)} ({', '.join(rules.data.money(n) for n in left)})" if any(left) else str(len(left) or NONE)


def _holding(view: View, rules: Rules, player: str, counted: Collection[Company]) -> dict[str, str]:
    """What an owner holds of each company: percent, or "" for a minor, which is one certificate; and the privates.

    `counted`: companies whose number of shares changes, of which the shares are told too: they stay, the percents do not.
    """
    shares_text: dict[str, str] = {}
    shares_text |= dict.fromkeys(queries.private_words(view, rules, player), "")
    for company in queries.listed(view, rules):
        shares = queries.holdings(view, rules, company).get(player, 0)
        if shares and not view.companies[company].closed and company not in merging(view):
            size, part = view.companies[company].size, f"{queries.percent(view, company, shares)}%"
            shares_text[company] = f"{part} ({shares} of {size} shares)" if company in counted else part
            if size == 1:
                shares_text[company] = ""
    return shares_text
