"""A look ahead: actions tried on a copy of a position. Slow: for worker threads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar

from cachetools import LRUCache, cached

from bot.model.action_form import DEALS, is_final, pass_action
from bot.model.orders import auto_end
from bot.model.results import Played, Position, events_seen_by, examine_position, reveals_card
from game.actions import Action, Answer, BuyTrain, Pass, PayDividend, Route, RunTrains
from game.choices import Choice
from game.dividend_kinds import PAY_OUT, WITHHOLD
from game.events import (
    Event,
    Proposed,
    Ran,
    Skipped,
    TrainDiscarded,
)
from game.play import Game
from game.routing import routes, validator
from game.routing.train_by_train import TrainRun, list_train_runs
from game.rules import Illegal, Refusal, Rules
from game.state import Card, Company, State
from render.data.queries import acting_company

BUILDING = ("track", "token")  # steps that stand before the run
# by the step's key
VERBS = {"track": "tile", "token": "token", "run": "run", "dividend": "dividend", "trains": "train"}
MAX_PASSES = 8  # passes in one turn; no title asks so often
KEPT = 32  # of each sort of look, with a position of 50 kB at most
P = ParamSpec("P")
T = TypeVar("T")


def keep_looks(look: Callable[Concatenate[Rules, Position, P], T]) -> Callable[Concatenate[Rules, Position, P], T]:
    """A decorator: what a look ahead from a position finds is kept for a moment, in which the press, its answer and the post ask
    for the same one. Others have it too. Safe to call from several threads.
    """
    return cached(LRUCache(KEPT), key=_look_key, lock=Lock())(look)


def _look_key(rules: Rules, position: Position, *args: object, **options: object) -> tuple[object, ...]:
    """What tells one look ahead from others of its sort."""
    return rules.name, rules.options, position.move, position.state, args, *options.items()


@dataclass(frozen=True)
class PassPlan:
    """Passes that follow one another. `count`: how many; `ends_turn`: else they end building only.

    `forgoes`: something is left that is seldom left on purpose; `first`: what is done in place of the first pass.
    """

    count: int
    forgoes: bool
    ends_turn: bool
    events: tuple[Event, ...]  # what they bring about, as far as the seat may know it
    after: State[Any]  # as the seat may know it
    first: Action | None = None


def find_refusal(rules: Rules, position: Position, action: Action) -> Refusal | None:
    """Why that action would be refused; None where it is legal."""
    return find_refusals(rules, position, [action])[0]


def find_refusals(rules: Rules, position: Position, actions: Sequence[Action]) -> list[Refusal | None]:
    """Why each of these actions would be refused; None where it is legal."""
    game = Game.load(rules, position.state)
    return [None if game.legal(action) else game.refusal(action) for action in actions]


def judge_runs(rules: Rules, position: Position, seat: str) -> dict[Action, Ran]:
    """What each of the runs listed for that seat would bring. Whether others earn more is not asked again."""
    runs: dict[Action, Ran] = {}
    game = Game.load(rules, position.state)
    company = getattr(game.asked(), "company", "")
    listed = [a for c in position.choices.get(seat, ()) for a in c.actions if isinstance(a, RunTrains)]
    for action in listed:
        judged = validator.judge(game, company, action.routes)
        if not isinstance(judged, Refusal):
            runs[action] = Ran(company, judged, validator.total(game, company, judged))
    return runs


@dataclass(frozen=True)
class TrainQuestion:
    """The train of a company whose route is asked next. `number`: its place among `count` trains, from 1."""

    train: Card
    number: int
    count: int
    options: tuple[TrainRun, ...]


def ask_train(rules: Rules, position: Position, seat: str, chosen: Sequence[Route]) -> TrainQuestion | None:
    """The next train that has no route yet, and what it may do; None once all have theirs.

    `chosen`: a route for each train before it, without stops where that stays idle.
    """
    game = Game.load(rules, position.state)
    company = getattr(game.asked(), "company", "")
    trains = routes.trains(game, company)
    if len(chosen) >= len(trains):
        return None
    known = [(ran.runs, ran.revenue) for ran in judge_runs(rules, position, seat).values()]
    train = trains[len(chosen)]
    options = list_train_runs(game, company, train, chosen, known)
    return TrainQuestion(train, len(chosen) + 1, len(trains), tuple(options))


@keep_looks
def preview_action(
    rules: Rules, position: Position, table: int, action: Action, seat: str
) -> tuple[Played, State[Any]]:
    """What the action would do, and the state after it as that seat may know it.

    Where it would bring to light what is hidden from that seat, a look ahead must not: only what is told to the seat alone
    is shown, with the state as it is.
    """
    game = Game.load(rules, position.state)
    before = game.view(seat)
    game.remarks = True
    try:
        events = tuple(game.play(action))
    except Illegal as error:
        return Played(
            table, position.move, seat, action, refused=error.refusal, deciders=position.deciders, over=position.over
        ), before
    after = game.view(seat)
    if reveals_card(before, after):
        private_events = tuple(e for e in events if e.to == (seat,))
        return Played(table, position.move, seat, action, private_events, deciders=position.deciders), before
    deciders, over = tuple(game.deciders()), game.state.over
    return Played(table, position.move, seat, action, events_seen_by(events, seat), deciders=deciders, over=over), after


@keep_looks
def find_discards(rules: Rules, position: Position, action: Action) -> list[TrainDiscarded]:
    """The trains that go with an action because of a limit or an end of their use, such as a Pullman; where somebody is asked
    about it, those that go once that player agrees. None where it is not legal.
    """
    try:
        events = play_agreed(Game.load(rules, position.state), action)
    except Illegal:
        return []
    return [e for e in events if isinstance(e, TrainDiscarded)]


@keep_looks
def foresee_purchase(rules: Rules, position: Position, action: BuyTrain, company: Company) -> State[Any] | None:
    """The position, as everybody may know it, once a company has a train for which it pays, and whoever is asked has agreed; None
    where that is not legal, leads elsewhere, or would bring to light what is hidden.
    """
    game = Game.load(rules, position.state)
    before = game.view(None)
    try:
        play_agreed(game, action)
    except Illegal:
        return None
    after = game.view(None)
    return after if after.place.get(action.train) == company and not reveals_card(before, after) else None


def play_agreed(game: Game, action: Action) -> list[Event]:
    """What an action brings about, with a yes where somebody is asked about it; raises Illegal."""
    events = [*game.play(action)]
    asked = game.state.agenda[-1] if game.state.agenda else None
    if getattr(asked, "key", "") == "consent" and any(isinstance(e, Proposed) for e in events):
        events += game.play(Answer(True, by=getattr(asked, "of", "")))
    return events


@dataclass(frozen=True)
class Following:
    """What follows an action by itself. `deciders`: who must act then; `events`: as far as whoever acts may know them."""

    deciders: tuple[str, ...]
    events: tuple[Event, ...] = ()


def find_following(rules: Rules, position: Position, action: Action, asking: Collection[str]) -> Following:
    """What the passes, and the sale of a last lot, bring about that are made after an action without being asked for. `asking`:
    seats that end turns themselves.
    """
    game = Game.load(rules, position.state)
    if not game.legal(action):  # somebody has played since it was tried
        return Following(tuple(game.deciders()))
    game.play(action)
    game.remarks = True
    events: list[Event] = []
    for _ in range(MAX_PASSES):
        now = examine_position(game, 0)
        ending = auto_end.forced_lot(now) or auto_end.wanted_pass(now, rules, action, asking)
        if ending is None or (isinstance(ending, Pass) and ending.by != action.by):
            break
        events += game.play(ending)
    return Following(tuple(game.deciders()), events_seen_by(events, action.by))


@keep_looks
def plan_passes(rules: Rules, position: Position, seat: str) -> PassPlan | None:
    """How a seat that must act would end building, or its company's turn, by more than one pass; None where one is enough."""
    game = Game.load(rules, position.state)
    before = game.view(seat)
    company, building = acting_company(before), position.step in BUILDING
    events: list[Event] = []
    forgoes = False
    asked = 0  # steps at which something else could be done; all others are passed by themselves
    for count in range(MAX_PASSES):
        now, choices = game.asked(), game.choices(seat)
        same_turn = tuple(game.deciders()) == (seat,) and acting_company(game.state) == company
        step = now.key if now is not None else ""
        if not same_turn or not company or (building and step not in BUILDING):
            after = game.view(seat)
            several = asked > 1 and not reveals_card(before, after) and (same_turn or not building)
            return PassPlan(count, forgoes, not building, events_seen_by(events, seat), after) if several else None
        ending = pass_action(choices)
        if ending is None or is_final(choices, ending):
            return None
        forgoes |= any(c.forgoes for c in choices if c.kind is Pass)
        asked += any(not issubclass(c.kind, (Pass, *DEALS) if building else Pass) for c in choices)
        events += game.play(ending)
    return None


@dataclass(frozen=True)
class LaterStep:
    """A later step of the same turn, reached by doing as little as may be: its position, and what a seat may know of it."""

    position: Position
    view: State[Any]


def find_later_step(rules: Rules, position: Position, seat: str, verbs: Collection[str]) -> LaterStep | str:
    """Where a seat may do one of these things later in its company's turn, if it passes until then, runs for the most and
    withholds; else why its company is not asked for that, "" where that is not known.
    """
    game = Game.load(rules, position.state)
    game.remarks = True
    before, company = game.view(seat), acting_company(game.state)
    for _ in range(MAX_PASSES):
        choices = game.choices(seat)
        if any(c.kind.verb in verbs for c in choices):
            return LaterStep(examine_position(game, 0), game.view(seat))
        idle = pass_action(choices) or _do_least(choices)
        if idle is None:
            return ""
        skipped = [e for e in game.play(idle) if isinstance(e, Skipped) and VERBS.get(e.what) in verbs]
        if skipped:
            return skipped[0].why
        same_turn = tuple(game.deciders()) == (seat,) and acting_company(game.state) == company
        if not same_turn or reveals_card(before, game.view(seat)):
            return ""
    return ""


def _do_least(choices: Sequence[Choice]) -> Action | None:
    """What of a step that cannot be passed leaves a company the most: the best runs, a dividend withheld."""
    every = [a for c in choices if c.kind in (RunTrains, PayDividend) for a in c]
    return next((a for a in every if getattr(a, "kind", "") == WITHHOLD.name), next(iter(every), None))


def plan_paying(rules: Rules, position: Position, seat: str) -> PassPlan | None:
    """How a seat would pay out and end its company's turn by passes alone; None where the turn ends by itself, where something
    else must be decided, or where a train is left that is seldom left on purpose.
    """
    paid = [
        a for c in position.choices.get(seat, ()) for a in c if isinstance(a, PayDividend) and a.kind == PAY_OUT.name
    ]
    game = Game.load(rules, position.state)
    before = game.view(seat)
    company = acting_company(before)
    if position.step != "dividend" or len(paid) != 1 or not company:
        return None
    events = list(game.play(paid[0]))
    for count in range(1, MAX_PASSES):
        if tuple(game.deciders()) != (seat,) or acting_company(game.state) != company:
            after = game.view(seat)
            asked = count > 1 and not reveals_card(before, after)
            return PassPlan(count, False, True, events_seen_by(events, seat), after, paid[0]) if asked else None
        choices = game.choices(seat)
        ending = pass_action(choices)
        if ending is None or any(c.forgoes for c in choices if c.kind is Pass):
            return None
        events += game.play(ending)
    return None
