"""What track and stations are worth to a company: its best run before and after, as far as a short search proves it.

It is worked out from what a seat may see, so it tells nothing that is hidden from that seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from game.actions import Action
from game.play import Game
from game.routing import company_reach, routes
from game.rules import Rules
from game.state import Card, Company, Run, State, TrainState
from render.data import run_values

# States: at most some 0.1 s of one core, 0.2 s on the hardest boards known; a few milliseconds on nearly all.
EFFORT = 40_000
MOST_BONUSES = 2  # that are named as the reason of a better run
BUILDS = ("tile", "token", "untoken", "border", "power")  # verbs


@dataclass(frozen=True, slots=True)
class BestRun:
    """Dollars that a company's trains would earn on a board; `proven`: and never more. `income`: for its treasury beside;
    `bonuses`: what rules of the title pay in it beside the plain worth of its stops, in words.
    """

    revenue: int
    proven: bool
    income: int = 0
    bonuses: tuple[str, ...] = field(default=(), compare=False)


def find_best_run(rules: Rules, view: State[Any], company: Company, effort: int = EFFORT) -> BestRun | None:
    """The best run of a company on a board as somebody may see it; None where it has no train with a route of its own.

    `effort`: states that are looked at.
    """
    game = Game(rules, view)
    if company not in view.companies or not routes.trains(game, company):
        return None
    found = routes.best(game, company, 1, effort)
    if not found:
        return BestRun(0, proven=True)
    best = found[0]
    return BestRun(best.revenue, best.proven, best.tie, _bonus_words(best.runs, rules, view, company))


def _bonus_words(runs: Sequence[Run], rules: Rules, view: State[Any], company: Company) -> tuple[str, ...]:
    """What rules pay these runs, each once: `Philadelphia: own station ×2`, `stations from red to red`."""
    paid = (b for run in runs for b in run_values.bonuses(view, rules, run, company) if b.dollars > 0)
    return tuple(
        dict.fromkeys(
            f"{run_values.stop_name(rules, b.stop.partition('.')[0])}: {b.told or b.name}" if b.stop else b.name
            for b in paid
        )
    )


def give_train(view: State[Any], company: Company, train: Card, side: str = "") -> State[Any]:
    """The position if a company had that train too, nothing else changed. `side`: which is up, of those that have two."""
    sides = {**view.trains, train: TrainState(side=side)} if side else view.trains
    return replace(view, place={**view.place, train: company}, trains=sides)


def builds(action: Action, before: State[Any], after: State[Any]) -> bool:
    """Whether an action changes what may be run on, or what it earns: tiles, stations, what stands between hexes, a power."""
    return action.verb in BUILDS or before.tiles != after.tiles or before.tokens != after.tokens


def run_change_words(before: BestRun | None, after: BestRun | None, rules: Rules) -> str:
    """`Best run $60 → $80`; where what its treasury gets beside changes: `Best run stays $60, and its treasury gets $20 for
    coal`.
    """
    words = _revenue_words(before, after, rules)
    if before is None or after is None or before.income == after.income or not (before.proven and after.proven):
        return words
    was = f" instead of {rules.data.money(before.income)}" if before.income else ""
    return f"{words}, and its treasury gets {income_words(after, rules)}{was}" if words else ""


def income_words(run: BestRun, rules: Rules) -> str:
    """`$20 for coal`: what a run brings the treasury beside its revenue, as the title calls it."""
    reasons = (own() for key, own in rules.words.items() if isinstance(key, str) and key.startswith("paid: "))
    return f"{rules.data.money(run.income)} {next(reasons, 'beside')}"


def _revenue_words(before: BestRun | None, after: BestRun | None, rules: Rules) -> str:
    """`Best run $60 → $80`, `Best run $60 → at least $80`, `Best run stays $60`; "" where nothing can be said. Behind it what
    rules pay that they did not before: `Best run $60 → $100 (Philadelphia: own station ×2)`.

    Where the run after it is not proven, it is told only if it is better than what was proven before.
    """
    if before is None or after is None or (not before.revenue and not after.revenue):
        return ""
    old, new = (rules.data.money(run.revenue) for run in (before, after))
    if not before.proven:
        return f"Best run then {'' if after.proven else 'at least '}{new}"
    if not after.proven:
        return f"Best run {old} → at least {new}" if after.revenue > before.revenue else ""
    if old == new:
        return f"Best run stays {old}"
    gained = [words for words in after.bonuses if words not in before.bonuses][:MOST_BONUSES]
    reason = f" ({', '.join(gained)})" if gained and after.revenue > before.revenue else ""
    return f"Best run {old} → {new}{reason}"


def find_shut_out(rules: Rules, before: State[Any], after: State[Any], city: str) -> list[Company]:
    """The companies whose trains could pass a city that they reach, and cannot once another company's station stands there; none
    that closes with it.
    """
    old, new = Game(rules, before), Game(rules, after)
    return [
        company
        for company in dict.fromkeys(before.tokens.values())
        if not after.companies[company].closed
        and city in company_reach.passable(old, company) - company_reach.passable(new, company)
        and city in company_reach.reach(old, company).stops
    ]
