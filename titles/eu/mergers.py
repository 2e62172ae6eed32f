"""18EU 4.1.2, 4.3: minors that are exchanged for shares: connection, what the corporation gets, the token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import structs

from game import actions as verbs
from game import cards, money, places, share_trading, shares, stations, trains
from game.actions import Action, Pass, spoken_form
from game.choices import Choice, choice
from game.events import CompanyClosed, Event
from game.memo import memoized
from game.routing import company_reach
from game.rules import PurchaseAlternative, Refusal
from game.steps import Step
from game.steps.token import as_listed
from titles.eu import depot, minors, pullman

if TYPE_CHECKING:
    from game.play import Game

MERGED = "merged"


class Exchange(Action, frozen=True):
    """Exchange a minor for a share."""

    verb: ClassVar[str] = "exchange"
    button: ClassVar[tuple[str, str]] = ("Exchange it", "")
    untimely: ClassVar[str] = "There is nothing that you can exchange now."
    when: ClassVar[str] = "Minors are exchanged in a stock round, or in the final exchange round."
    weighty: ClassVar[bool] = True
    minor: Annotated[str, spoken_form("Your minor")]
    company: Annotated[str, spoken_form("Corporation whose share you get; if left out: you give it up for nothing")] = (
        ""
    )


class Exchanged(Event, frozen=True):
    """A minor was disposed of. `source`: where the share came from, empty: there was none."""

    who: str
    minor: str
    company: str
    source: str
    dollars: int = 0  # that it had
    trains: tuple[str, ...] = ()  # that it had, by their types


def token_of(g: Game, company: str) -> str:
    """The slot of a minor's only token."""
    return next(slot for slot, owner in g.state.tokens.items() if owner == company)


@memoized()
def connected(g: Game, minor: str) -> list[str]:
    """18EU 4.2.2, 4.3: started corporations that have a token in the minor's hex, or on track that leads there from its token."""
    hex_id = token_of(g, minor).partition(".")[0]
    at: dict[str, set[str]] = {}
    for other, owner in g.state.tokens.items():
        at.setdefault(owner, set()).add(other.rpartition(".")[0])
    reach = company_reach.reach(g, minor).stops
    return [
        c
        for c, state in g.state.companies.items()
        if state.par
        if at.get(c, set()) & reach or any(stop.partition(".")[0] == hex_id for stop in at.get(c, ()))
    ]


def share_for(g: Game, company: str) -> tuple[str, str]:
    """18EU 4.2.2: the share that an owner gets and where it lies: the treasury before the pool, ("", "") if there is none."""
    for place in (places.TREASURY, places.POOL):
        certificates = cards.certificates(g, place, company)
        if certificates:
            return certificates[0], place
    return "", ""


def exchange(g: Game, player: str, minor: str, company: str) -> None:
    """18EU 4.2.2, 4.3: cash and trains follow a share from the treasury; otherwise they go to bank and pool."""
    card, place = share_for(g, company) if company else ("", "")
    g.emit(exchanged(g, player, minor, company, place))
    if card:
        cards.move(g, card, player, "exchanged")
    if place == places.TREASURY:
        merge(g, minor, company)
        g.push(ReplaceToken(company, minor))
        if g.rules.has("discard_at_merger") and not g.state.round.startswith("FER"):
            g.push(depot.asked_discards(g, company))
    else:
        dissolve(
            g, minor, places.GONE if company and not card and g.rules.has("shareless_trains_leave") else places.POOL
        )
    if card:
        share_trading.settle_control(g, company)
        shares.settle_float(g, company)


def exchanged(g: Game, player: str, minor: str, company: str, source: str) -> Exchanged:
    """What is told of an exchange, made before anything has moved."""
    owned = tuple(trains.face(g, t) for t in trains.owned(g, minor))
    return Exchanged(player, minor, company, source, g.state.cash[minor], owned)


def merge(g: Game, minor: str, company: str) -> None:
    """18EU 4.3: the corporation gets the minor's cash and trains, never a second Pullman."""
    money.pay(g, minor, company, g.state.cash[minor], MERGED)
    for train in trains.owned(g, minor):
        cards.move(g, train, company, MERGED)
    pullman.after_merger(g, company)


def dissolve(g: Game, minor: str, to: str = places.POOL) -> None:
    """18EU 4.2.2: its cash goes to the bank, its trains to the pool (or out of the game), its token off the map."""
    money.pay(g, minor, places.BANK, g.state.cash[minor], "closed")
    for train in trains.owned(g, minor):
        if to == places.POOL:
            trains.discard(g, minor, train)
        else:
            cards.move(g, train, to, "closed")
    close(g, minor)


def close(g: Game, minor: str) -> None:
    """A minor is no more."""
    stations.take_off(g, token_of(g, minor))
    state = g.company(minor)
    state.closed, state.president, state.floated, state.tokens = True, "", False, [0]
    cards.move(g, f"{minor}.0", places.GONE, "exchanged")
    g.emit(CompanyClosed(minor))


def targets(g: Game, minor: str) -> list[str]:
    """18EU 4.1.2: corporations for whose shares a minor may be exchanged in a stock round: none that has operated."""
    return [c for c in connected(g, minor) if not g.company(c).operated and share_for(g, c)[0]]


def exchanges(g: Game, player: str) -> Iterator[Choice]:
    """18EU 4.1.2: instead of a purchase; the certificate limit and the 60% do not matter."""
    actions = [Exchange(m, c, by=player) for m in minors.owned(g, player) for c in targets(g, m)]
    if actions:
        yield choice(*actions)


def use(g: Game, player: str, action: Exchange) -> None:
    """18EU 4.1.2: the exchange in place of a purchase."""
    exchange(g, player, action.minor, action.company)


def why_not(g: Game, player: str, action: Action) -> Refusal | None:
    """18EU 4.1.2: why a minor may not be exchanged for that share now."""
    if not isinstance(action, Exchange):
        return None
    why = why_not_exchangeable(g, player, action)
    if not why and g.company(action.company).operated:
        why = f"{action.company} has operated: you can only buy its shares now"
    if not why and not share_for(g, action.company)[0]:
        why = f"{action.company} has no share left"
    return Refusal(why, "18EU 4.1.2") if why else None


def why_not_exchangeable(g: Game, player: str, action: Exchange) -> str:
    """What is wrong with a minor and the corporation named."""
    own = minors.owned(g, player)
    if action.minor not in own:
        known = g.rules.data.companies.get(action.minor)
        if known is None or known.kind != minors.MINOR:
            return f"you have no such minor, yours are {', '.join(own)}" if own else "you have no minor"
        return f"you have no minor {action.minor}"
    if action.company in g.rules.data.companies and g.rules.data.companies[action.company].kind == minors.MINOR:
        return f"{action.company} is a minor too: exchange one minor at a time, for a share of a corporation"
    if not action.company:
        started = any(c.par for c in g.state.companies.values())
        return "name the corporation whose share you want" if started else "no corporation has been started"
    if action.company not in g.state.companies or not g.company(action.company).par:
        return f"{action.company} has not been started"
    if action.company not in connected(g, action.minor):
        return f"minor {action.minor} is neither connected to a station of {action.company} nor in a hex with one"
    return ""


ALTERNATIVE = PurchaseAlternative(exchanges, use, why_not)


class ReplaceToken(Step):
    """18EU 4.3: the corporation's president decides whether one of its tokens takes the place of the minor's."""

    company: str
    minor: str

    key: ClassVar[str] = "replace"
    modal: ClassVar[bool] = True

    def choices(self, g: Game) -> Iterator[Choice]:
        if self.possible(g):
            by = g.president(self.company)
            placed = choice(verbs.PlaceToken(stations.city_of_slot(g, token_of(g, self.minor)), by=by))
            yield structs.replace(placed, about=self.minor)
            yield choice(Pass(by=by))
        elif self.asked_in_vain(g):
            yield choice(Pass(by=g.president(self.company)))

    def asked_in_vain(self, g: Game) -> bool:
        """18xx.games: who has no token left is asked as well, and can only decline."""
        bare = not g.company(self.minor).closed and not g.company(self.company).tokens
        return g.rules.has("forced_exchange_asked") and bare and not self.stands_there(g)

    def possible(self, g: Game) -> bool:
        """18EU 4.3: with a spare token, and none in that very city."""
        spare = not g.company(self.minor).closed and bool(g.company(self.company).tokens)
        return spare and not self.stands_there(g)

    def stands_there(self, g: Game) -> bool:
        """Whether the corporation has a token in the minor's city already."""
        city = token_of(g, self.minor).rpartition(".")[0]
        return any(owner == self.company and s.rpartition(".")[0] == city for s, owner in g.state.tokens.items())

    def apply(self, g: Game, action: Action) -> None:
        slot = token_of(g, self.minor)
        close(g, self.minor)
        if isinstance(action, verbs.PlaceToken):
            stations.station(g, self.company, slot, 0)

    def resume(self, g: Game) -> bool:
        if not g.company(self.minor).closed:
            close(g, self.minor)
        return False

    def refuse(self, g: Game, action: Action) -> Refusal | None:
        where = g.rules.data.hexes[token_of(g, self.minor).partition(".")[0]].spot
        return Refusal(
            f"{self.company} can put a station in {where} in place of minor {self.minor}'s, or pass", "18EU 4.3"
        )

    def normal(self, g: Game, action: Action) -> Action:
        return as_listed(g, action)
