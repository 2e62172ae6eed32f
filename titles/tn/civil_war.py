"""18TN 5.1: the Civil War. Corporations that have a marker lose the income of one train in their next operating turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from game import limits, market, trains
from game.events import Event, PhaseBegan
from game.route_rules import CrossTrainRule, Trip, Variant
from game.routing import company_reach
from titles.tn.marks import AT_WAR, WAR_ROUND

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules
    from game.state import State


class WarBrokeOut(Event, frozen=True):
    companies: tuple[str, ...]  # that have got a marker


class WarEnded(Event, frozen=True):
    """A corporation has had its turn under the war."""

    company: str


def outbreak(g: Game, event: PhaseBegan) -> None:
    """18TN 5.1: floated corporations with a train and a route get a marker (18xx.games: even without a route)."""
    if "war" not in trains.phase(g).flags:
        return
    met = [
        c
        for c in g.rules.data.companies
        if g.company(c).floated and trains.owned(g, c)
        if g.rules.has("civil_war_without_route") or company_reach.has_route(g, c)
    ]
    AT_WAR.set(g.state, met)
    WAR_ROUND.set(g.state, g.state.round)
    g.emit(WarBrokeOut(tuple(met)))


def at_war(g: Game, company: str) -> bool:
    """Whether a corporation feels the war now: from the outbreak on, or as an option from the next round on."""
    spared = g.rules.has("civil_war_next_round") and WAR_ROUND.value(g.state) == g.state.round
    return AT_WAR.contains(g.state, company) and not spared


def one_idle(g: Game, company: str, crew: tuple[str, ...]) -> Iterator[Variant]:
    """18TN 5.1: at war the best runs are those of all trains but one; a single train earns nothing."""
    if not at_war(g, company):
        yield Variant(crew)
        return
    for idle in crew:
        yield Variant(tuple(t for t in crew if t != idle))


def allows_suboptimal_run(g: Game, company: str) -> bool:
    """18TN 4.2.3.1, 5.1: shareholders insist on the greatest revenue, which is what is left beside the train that stays idle.

    That train is the president's choice. But choices within the running of trains are those that 4.2.3.1 restricts, and it
    says that it restricts them there alone; so the president is bound in this one as in that of routes. As an option that choice
    is free.
    """
    return limits.nobody_insists(g, company) or (g.rules.has("civil_war_free_choice") and at_war(g, company))


def lost(g: Game, company: str, trips: Sequence[tuple[Trip, int]]) -> int:
    """18TN 5.1: the president has left a train idle; if all have run, the lowest run is lost."""
    all_ran = len(trips) == len(trains.owned(g, company))
    return -min((dollars for _, dollars in trips), default=0) if all_ran and at_war(g, company) else 0


def dividend(g: Game, company: str, kind: str, revenue: int) -> None:
    """18TN 4.2.4, 5.1: right when paid, else left; the price stays when the war has taken the run of the only train."""
    if not at_war(g, company):
        market.pay_right_else_left(g, company, kind, revenue)
        return
    AT_WAR.remove(g.state, company)
    if not AT_WAR.entries(g.state):
        AT_WAR.clear(g.state)
        WAR_ROUND.clear(g.state)
    g.emit(WarEnded(company))
    if len(trains.owned(g, company)) != 1:
        market.pay_right_else_left(g, company, kind, revenue)


def notes(view: State[Any], company: str) -> Iterator[str]:
    """18TN 5.1: the marker on a charter."""
    if AT_WAR.contains(view, company):
        yield "Civil War: loses one train's run in its next operating turn"


CROSS_TRAIN_RULE = CrossTrainRule(variants=one_idle, value=lost)


def broke_out_in_words(event: WarBrokeOut, _view: object, _rules: Rules) -> str:
    met = ", ".join(event.companies)
    if not met:
        return "The Civil War breaks out. No company loses a run."
    return f"The Civil War breaks out. In their next operating turn these lose one train's run each: {met}."


def ended_in_words(event: WarEnded, _view: object, _rules: Rules) -> str:
    return f"The Civil War is over for {event.company}: it has lost one train's run."


def why_idle(company: str, view: State[Any], rules: Rules) -> str:
    """Why a train of the company whose trains run stays at home, where it is for the war; else ""."""
    spared = rules.has("civil_war_next_round") and WAR_ROUND.value(view) == view.round
    return "the Civil War takes the run of one train" if AT_WAR.contains(view, company) and not spared else ""
