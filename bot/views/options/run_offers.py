"""Which of many runs stand on a screen: each way once, on the first screen those that earn most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.views.options.screen import Screen, ScreenOption
from bot.views.press_verbs import StepVerb
from game.actions import Action, RunTrains
from game.events import Ran
from game.state import Run


def keep_best_run(screen: Screen, ran: Mapping[Action, Ran]) -> Screen:
    """Of the runs on a first screen the best one alone, of equal ones the first: others stand behind *Other runs…*, since who
    earns the same has nothing to choose.

    `ran`: what each would bring, and where it goes.
    """
    best = max(ran, key=lambda run: ran[run].revenue, default=None)
    offers = [o for o in screen.options if o.action not in ran or o.action == best]
    others = ScreenOption(StepVerb.KIND, RunTrains.__name__, RunTrains)
    more = [o for o in screen.more if o.kind is not RunTrains]
    hidden = len(_distinct_runs(ran)) > 1
    return replace(screen, options=tuple(offers), more=(*([others] if hidden else []), *more))


def list_runs_once(screen: Screen, ran: Mapping[Action, Ran]) -> Screen:
    """The runs of a screen, each way once, whichever train takes it."""
    ways = _distinct_runs(ran)
    return replace(screen, options=tuple(o for o in screen.options if o.action not in ran or o.action in ways))


def _distinct_runs(ran: Mapping[Action, Ran]) -> set[Action]:
    """Of runs that go the same ways and earn the same together the first."""
    first: dict[object, Action] = {}
    for action, brought in ran.items():
        first.setdefault((run_ways(brought.runs), brought.revenue), action)
    return set(first.values())


def run_ways(runs: Iterable[Run]) -> frozenset[tuple[frozenset[str], frozenset[str], int]]:
    """Where trains run and what each run earns, whichever train it is and from whichever end."""
    return frozenset((frozenset(run.stops), frozenset(run.sides), run.revenue) for run in runs)
