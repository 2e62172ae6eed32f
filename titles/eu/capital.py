"""18EU 3.1, 4.1, 4.3: starting corporations, their capital before and after phase 5, limits of what players hold and sell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from game import actions as verbs
from game import cards, market, money, places, share_checks, shares, stations, trains
from game.actions import Action
from game.choices import Choice, choice
from game.events import ParSet, SharesBought
from game.market import par_prices
from game.memo import memoized
from game.round_names import is_stock_round
from game.rules import Refusal
from game.step_keys import StepKey
from game.steps import Step
from game.steps.stock import one_block
from game.steps.token import HomeToken, as_listed
from titles.eu import mergers, minors
from titles.eu.marks import CHARTER_OWING

if TYPE_CHECKING:
    from game.play import Game


def late(g: Game) -> bool:
    """Whether corporations start without a minor and are underwritten (phase 5 on)."""
    return "underwritten" in trains.phase(g).flags


def pars(g: Game, company: str) -> list[int]:
    """18EU 4.3: the marked prices, for corporations."""
    return [] if minors.is_minor(g, company) else par_prices(g, company)


def gives_a_minor(g: Game, player: str, company: str, price: int) -> str | None:
    """18EU 4.1.3, 4.3: before phase 5 a corporation is started with one of the player's minors."""
    return (
        None
        if late(g) or minors.owned(g, player)
        else "before phase 5 you need a minor of your own to start a corporation"
    )


def has_a_city(g: Game, player: str, company: str, price: int) -> str | None:
    """18EU 4.3: from phase 5 on the home goes to any free circle; without one no corporation can start."""
    return "no city has a free circle for its home" if late(g) and not next(circles(g), "") else None


def open_circles(g: Game, company: str) -> list[str]:
    """18EU 4.3: a free circle of each city, built or not."""
    return [*circles(g)]


def circles(g: Game) -> Iterator[str]:
    """18EU 4.3: the free circles, as far as somebody looks."""
    cities = (f"{h}.{stop.name}" for h in g.rules.data.hexes for stop in stations.tile_in(g, h).places)
    return (slot for city in cities if (slot := stations.find_free_circle(g, city)))


def ask_for_home(g: Game, event: ParSet) -> None:
    """18EU 4.3: the home takes the place of a minor's token, from phase 5 on any free circle."""
    g.push(HomeToken(event.company) if late(g) else FirstMinor(event.company))


def pay_for_tokens(g: Game, event: SharesBought) -> None:
    """18EU 4.3: as soon as a corporation is started it pays for its four further tokens."""
    if event.shares == shares.president_shares(g, event.company) and event.who in g.state.order:
        if late(g) and g.rules.has("charter_when_floated"):
            CHARTER_OWING.set(g.state, sorted({*CHARTER_OWING.entries(g.state), event.company}))
        else:
            pay_charter(g, event.company)


def pay_charter(g: Game, company: str) -> None:
    """18EU 4.3: what its four further tokens cost a corporation."""
    money.pay(g, company, places.BANK, g.rules.data.file.numbers["charter"], "station")


class FirstMinor(Step):
    """18EU 4.3: which minor the corporation starts with; its token becomes the home, its owner gets a share for it."""

    company: str

    key: ClassVar[str] = StepKey.HOME
    modal: ClassVar[bool] = True

    def choices(self, g: Game) -> Iterator[Choice]:
        if not stations.homeless(g, self.company):
            return
        by = g.president(self.company)
        if len(minors.owned(g, by)) > 1 or g.rules.has("forced_exchange_asked"):
            yield choice(*(verbs.PlaceToken(city, by=by) for city in self.homes(g)))

    def homes(self, g: Game) -> dict[str, str]:
        """The cities of the president's minors, with these."""
        own_minors = minors.owned(g, g.president(self.company))
        return {stations.city_of_slot(g, mergers.token_of(g, m)): m for m in own_minors}

    def apply(self, g: Game, action: Action) -> None:
        assert isinstance(action, verbs.PlaceToken)
        self.merge(g, self.homes(g)[action.city])

    def merge(self, g: Game, minor: str) -> None:
        """18EU 4.3: the minor becomes a share of its owner's, its token the corporation's first."""
        by, slot = g.president(self.company), mergers.token_of(g, minor)
        card, place = mergers.share_for(g, self.company)
        g.emit(mergers.exchanged(g, by, minor, self.company, place))
        cards.move(g, card, by, "exchanged")
        mergers.merge(g, minor, self.company)
        mergers.close(g, minor)
        stations.station(g, self.company, slot, 0)
        shares.settle_float(g, self.company)

    def resume(self, g: Game) -> bool:
        if stations.homeless(g, self.company):
            self.merge(g, minors.owned(g, g.president(self.company))[0])
        return False

    def normal(self, g: Game, action: Action) -> Action:
        return as_listed(g, action)

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        hexes = g.rules.data.hexes
        where = ", ".join(f"{m} ({hexes[city.partition('.')[0]].name})" for city, m in self.homes(g).items())
        return Refusal(f"{self.company} starts with one of your minors: {where}", "18EU 4.3")


def half_with_players(g: Game, company: str) -> bool:
    """18EU 4.3: it floats when players hold half of it."""
    return sum(shares.held(g, p, company) for p in g.state.order) >= g.rules.data.companies[company].floats


def underwrite(g: Game, company: str) -> None:
    """18EU 4.3: from phase 5 on the bank takes what is left in the treasury for the pool and pays for it."""
    rest = cards.certificates(g, places.TREASURY, company)
    if late(g) and rest:
        for card in rest:
            cards.move(g, card, places.POOL, "underwritten")
        money.pay(g, places.BANK, company, len(rest) * market.price(g, company), "capital")
    if CHARTER_OWING.contains(g.state, company):
        CHARTER_OWING.remove(g.state, company)
        pay_charter(g, company)


def sold_out(g: Game) -> None:
    """18EU 3.2, 4.1.4: floated corporations without a share in treasury or pool rise, in operating order."""
    for company in market.floated(g):
        if not shares.held(g, places.TREASURY, company) and not shares.held(g, places.POOL, company):
            market.move(g, company, "up", "sold out")


def counts(g: Game, card: str) -> bool:
    """18EU 3.1: every certificate counts, a minor as well (18xx.games: minors do not)."""
    company, dot, _ = card.rpartition(".")
    return bool(dot) and not (g.rules.has("minors_not_counted") and minors.is_minor(g, company))


def has_operated(g: Game, player: str, company: str, count: int) -> str | None:
    """18EU 4.1.1: only shares of corporations that have operated are sold; 18xx.games: for its train of one that operates now."""
    first = g.rules.has("own_shares_in_first_turn") and _buys(g, company)
    return None if g.company(company).operated or first else f"{company} has not operated yet"


def _buys(g: Game, company: str) -> bool:
    """Whether the corporation is at the purchase of trains in its turn."""
    asked = g.top_step()
    return asked is not None and asked.key == StepKey.TRAINS and getattr(asked, "company", "") == company


SALES = (share_checks.has_price, has_operated, one_block, share_checks.pool_limit, share_checks.successor_exists)


def largest(g: Game, player: str, company: str) -> int:
    """The largest block of a corporation that a player may sell now, whatever else must be sold first."""
    held = shares.held(g, player, company)
    return next((n for n in range(held, 0, -1) if not g.rules.forbids(SALES, g, player, company, n)), 0)


@memoized()
def excess(g: Game, player: str) -> dict[str, int]:
    """Shares that a player must sell who owns too much of a corporation and can sell, at most one block each."""
    has = shares.by_company(g, player)
    over = {c: has[c] - g.rules.shares.most(g, c) for c in g.state.companies if c in has}
    return {c: min(n, block) for c, n in over.items() if n > 0 and (block := largest(g, player, c))}


@memoized()
def too_many(g: Game, player: str) -> int:
    """Certificates over the limit, if the player can sell any share."""
    over = shares.count_for_limit(g, player) - g.rules.shares.limit(g)
    return over if over > 0 and any(largest(g, player, c) for c in g.state.companies) else 0


def must_sell(g: Game, player: str) -> str | None:
    """18EU 3.1: who is over a limit sells first, as far as possible; what cannot be sold is no obstacle."""
    exceeded = excess(g, player)
    if exceeded:
        return f"you own more than 60% of {' and '.join(exceeded)}: sell some first"
    if too_many(g, player):
        return f"you own {shares.count_for_limit(g, player)} certificates, the limit is {g.rules.shares.limit(g)}: sell first"
    return None


def cures(g: Game, player: str, company: str, count: int) -> str | None:
    """18EU 3.1: one block of each corporation, so a forced one must be large enough, or the largest possible."""
    if not is_stock_round(g.state.round):
        return None
    exceeded = excess(g, player)
    if exceeded:
        need = exceeded.get(company, 0)
        return (
            None
            if 0 < need <= count
            else f"you must first sell {', '.join(f'{n} of {c}' for c, n in exceeded.items())}"
        )
    need = min(too_many(g, player), largest(g, player, company))
    return f"you must sell at least {need} of {company} to come down to the certificate limit" if count < need else None
