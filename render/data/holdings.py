"""Who holds what, as one screen shows it: a line per company, per minor and per player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from game.names import company_name
from game.rules import Rules
from game.state import Company, Place, Player
from render.data import queries
from render.data.queries import View

UNSOLD = frozenset({"ipo", "treasury"})  # places of shares that nobody has bought, beside ordered rows


@dataclass(frozen=True)
class CompanyLine:
    """A company. `price` 0: not on the market; `offered`, `pool`: percent for sale; `treasury`: its money, floated or not;
    `missing`: percent to be sold until it floats, 0 where that is not known; `at_par`: what a share on offer costs where that is
    not the price, else 0; `in_pool`: what a share of the pool costs as long as there is no price, else 0.
    """

    company: Company
    price: int
    offered: int
    pool: int
    treasury: int
    trains: tuple[str, ...]
    president: Player
    floated: bool
    missing: int = 0
    at_par: int = 0
    in_pool: int = 0
    privates: tuple[str, ...] = ()

    @property
    def started(self) -> bool:
        """Whether somebody has started it: shares can be given away before."""
        return bool(self.price or self.president or self.floated)


@dataclass(frozen=True)
class MinorLine:
    """A company of one certificate, with its owner."""

    company: Company
    owner: Player
    treasury: int
    trains: tuple[str, ...]


@dataclass(frozen=True)
class PlayerLine:
    """A player. `shares`: percent by company, the largest first; `worth`: by the title's own reckoning."""

    player: Player
    cash: int
    shares: tuple[tuple[Company, int], ...]
    privates: tuple[str, ...]
    certificates: int
    limit: int
    worth: int
    priority: bool


@dataclass(frozen=True)
class Holdings:
    """Everything on one screen. `idle`: companies that have no price, no president and no money; `uncounted`: those whose shares
    players have, and do not count against the certificate limit.
    """

    companies: tuple[CompanyLine, ...]
    minors: tuple[MinorLine, ...]
    players: tuple[PlayerLine, ...]
    idle: tuple[Company, ...]
    uncounted: tuple[Company, ...] = ()


def cards_in_words(view: View, rules: Rules, player: Player) -> tuple[str, ...]:
    """What a player holds for all to see, short: `CoG 60`, the most valuable first, then `minor 5`, then privates."""
    held = [(c, queries.holdings(view, rules, c).get(player, 0)) for c in queries.listed(view, rules)]
    shared = [(c, n) for c, n in held if n and view.companies[c].size > 1]
    shared.sort(key=lambda s: -s[1] * queries.price(view, rules, s[0]))
    single = [company_name(rules, c) for c, n in held if n and view.companies[c].size == 1]
    privates = Counter(
        rules.data.privates[p].name if p[-1:].isdigit() else p for p in queries.privates(view, rules, player)
    )
    papers = (f"{p} ×{n}" if n > 1 else p for p, n in privates.items())
    return (*(f"{c} {queries.percent(view, c, n)}" for c, n in shared), *single, *papers)


def everyone(view: View, rules: Rules) -> Holdings:
    """What everybody may know of who holds what, companies in the order in which they operate, then those without a price."""
    held = {c: queries.holdings(view, rules, c) for c in queries.listed(view, rules)}
    single = [c for c in held if view.companies[c].size == 1]
    shared = [c for c in held if c not in single and not view.companies[c].closed]
    ordered = [c for c in queries.operating_order(view, rules) if c in shared]
    rest = [c for c in shared if c not in ordered]
    begun = [c for c in rest if _begun(view, c, held[c])]
    free = [c for c in queries.free_of_limit(view, rules) if c in shared]
    return Holdings(
        tuple(_company(view, rules, c, held[c]) for c in (*ordered, *begun)),
        tuple(_minor(view, rules, c) for c in single if view.companies[c].president and not view.companies[c].closed),
        tuple(_player(view, rules, p, held) for p in view.order),
        tuple(c for c in rest if c not in begun),
        tuple(c for c in free if set(held[c]) & set(view.order)),
    )


def _begun(view: View, company: Company, held: Mapping[Place, int]) -> bool:
    """Whether there is anything to tell of a company without a price. `held`: its shares by place."""
    known = view.companies[company]
    sold = any(place in view.order or place == "pool" for place in held)
    return bool(known.president or known.par or view.cash.get(company, 0) or sold)


def _company(view: View, rules: Rules, company: Company, held: Mapping[Place, int]) -> CompanyLine:
    known = view.companies[company]
    offered = sum(n for place, n in held.items() if place in UNSOLD or place.startswith("row:"))
    return CompanyLine(
        company,
        queries.price(view, rules, company),
        queries.percent(view, company, offered),
        queries.percent(view, company, held.get("pool", 0)),
        view.cash.get(company, 0),
        tuple(queries.train_names(view, rules, company)),
        known.president,
        known.floated,
        queries.percent(view, company, queries.shares_to_float(view, rules, company))
        if known.par and not known.floated
        else 0,
        _par_on_offer(view, rules, company) if held.get("ipo") else 0,
        queries.asking(view, rules, company, "pool")
        if held.get("pool") and not queries.price(view, rules, company)
        else 0,
        tuple(queries.private_words(view, rules, company)),
    )


def _par_on_offer(view: View, rules: Rules, company: Company) -> int:
    """The par price of a company's shares on offer, where its price is another; else 0."""
    par, now = queries.asking(view, rules, company, "ipo"), queries.price(view, rules, company)
    return par if now and par != now else 0


def _minor(view: View, rules: Rules, company: Company) -> MinorLine:
    trains = tuple(queries.train_names(view, rules, company))
    return MinorLine(company, view.companies[company].president, view.cash.get(company, 0), trains)


def _player(view: View, rules: Rules, player: Player, held: Mapping[Company, Mapping[Place, int]]) -> PlayerLine:
    own = ((c, places.get(player, 0)) for c, places in held.items())
    shares = [(c, queries.percent(view, c, n)) for c, n in own if n and view.companies[c].size > 1]
    return PlayerLine(
        player,
        view.cash.get(player, 0),
        tuple(sorted(shares, key=lambda s: -s[1])),
        tuple(queries.private_words(view, rules, player)),
        queries.certificate_count(view, rules, player),
        queries.certificate_limit(view, rules),
        queries.worth(view, rules, player),
        player == view.priority,
    )
