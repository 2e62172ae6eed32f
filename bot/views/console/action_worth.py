"""What an action is worth, beside its preview and where trains are for sale: best runs, track that ends."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping

from bot.model.run_worth import EFFORT, BestRun, builds, find_best_run, give_train, run_change_words
from bot.model.track_end import find_awaited_colour
from bot.tables.service import Table
from bot.views.console.hints import run_hints
from bot.views.formatting import View
from bot.views.options.arrangement import company_owner
from bot.views.options.screen import Screen, ScreenOption
from bot.views.press_verbs import StepVerb
from game.actions import Action, BuyTrain, LayTile, RunTrains
from game.rules import Rules
from game.state import Company, Place
from render.data import queries, train_effects
from render.data.names import a_train, holder, listed

MOST_TRAINS = 6  # that are compared: each is a search of its own, and all together have the effort of one


async def worth_facts(table: Table, action: Action, view: View, after: View) -> list[str]:
    """What an action does to the company's best run, then whether a tile leaves it nowhere to go on; of a run what holds of
    runs.
    """
    if isinstance(action, RunTrains):
        return ["", *run_hints([action], view, table.rules)]
    if isinstance(action, BuyTrain):
        return ["", await compare_trains(table, view, [action])]
    worth = run_change_words(*await table.find_run_change(action, view, after), table.rules)
    worth = worth or await worth_with_next_train(table, action, view, after)
    if isinstance(action, LayTile):
        return [worth, await track_end_words(table.rules, view, after)]
    return [worth]


async def track_end_words(rules: Rules, before: View, after: View) -> str:
    """That a tile leaves its company no place to go on, which shows in its next turn only: `After this GA has nowhere to lay
    track before green tiles.`; "" where it can go on.
    """
    company = queries.acting_company(before)
    colour = await asyncio.to_thread(find_awaited_colour, rules, after, company) if company else ""
    return (
        f"**After this {queries.called(rules, company)} has nowhere to lay track before {colour} tiles.**"
        if colour
        else ""
    )


async def train_worth_words(table: Table, screen: Screen, view: View) -> str:
    """`Best run: $60 now, $90 with a 3-train, no more with a 2-train.`; "" where no train is offered."""
    return await compare_trains(table, view, [buy for o in screen.offers for buy in _purchases(o, view)])


async def compare_trains(table: Table, view: View, purchases: Iterable[BuyTrain]) -> str:
    """The same of these purchases, of trains that are alike once; "" where there are none. With a company's train goes what
    belongs to it, so two that show the same may bring different runs: then it is said whose each is.
    """
    company, rules = queries.acting_company(view), table.rules
    offered = dict[tuple[str, Place], BuyTrain]()
    for buy in purchases:
        offered.setdefault((buy.side or queries.face(view, buy.train), view.place[buy.train]), buy)
    if company not in view.companies or not offered:
        return ""
    foreseen = {lot: await _foresee_train(table, view, company, buy) for lot, buy in offered.items()}
    fleets = {lot: _fleet(after, rules, company) for lot, after in foreseen.items()}
    compared = [*dict.fromkeys(fleets.values())][:MOST_TRAINS]
    runs = dict[tuple[str, Place], BestRun]()
    for lot, fleet in fleets.items():
        if fleet in compared:
            found = await table.find_best_run(foreseen[lot], company, fleet, EFFORT // len(compared))
            runs[lot] = found or BestRun(0, proven=True)
    now = await table.find_best_run(view, company)
    return worth_words(now or BestRun(0, proven=True), _name_trains(runs, rules), rules)


def _fleet(view: View, rules: Rules, company: Company) -> str:
    """The phase and a company's trains, on which its best run hangs as long as the board is the same."""
    trains = queries.trains(view, rules, company)
    return f"{view.phase} {sorted((queries.face(view, t), repr(view.trains.get(t))) for t in trains)}"


def _name_trains(runs: Mapping[tuple[str, Place], BestRun], rules: Rules) -> dict[str, BestRun]:
    """Best runs by what brings them: `a 3-train`, and where others of that type bring another, `a 3-train from the bank`."""
    named, of_face = dict[str, BestRun](), dict[str, set[BestRun]]()
    for (face, _), run in runs.items():
        of_face.setdefault(face, set()).add(run)
    for (face, place), run in runs.items():
        train = a_train(face, rules)
        named[train if len(of_face[face]) == 1 else f"{train} from {holder(place, rules)}"] = run
    return named


async def worth_with_next_train(table: Table, action: Action, view: View, after: View) -> str:
    """What track or a station is worth to a company without a train once it has the bank's next one: `With a 2-train: best run
    $60 → $90`; "" where it has a train, and where the first of that type brings changes of its own.
    """
    company, rules = queries.acting_company(view), table.rules
    depot = queries.depot(view, rules)
    kind = next(iter(depot), "")
    if (
        not kind
        or company not in view.companies
        or queries.trains(view, rules, company)
        or not builds(action, view, after)
    ):
        return ""
    card = queries.next_card(view, rules)
    if not queries.runs_alone(rules, card) or train_effects.next_effects(rules, kind, depot[kind]):
        return ""
    sides, best, said = [s.name for s in rules.data.trains[kind].sides] or [""], -1, ""
    for side in sides:
        before = await table.find_best_run(
            give_train(view, company, card, side), company, side or kind, EFFORT // len(sides)
        )
        then = await asyncio.to_thread(
            find_best_run, rules, give_train(after, company, card, side), company, EFFORT // len(sides)
        )
        if then is not None and then.revenue > best and (words := run_change_words(before, then, rules)):
            best, said = then.revenue, f"With {a_train(side or kind, rules)}: {words[:1].lower()}{words[1:]}"
    return said


async def _foresee_train(table: Table, view: View, company: Company, buy: BuyTrain) -> View:
    """The position with a train bought: others may rust, places earn more, and what cannot stay with it goes."""
    after = await table.foresee_purchase(buy, company)
    return after if after is not None else give_train(view, company, buy.train, buy.side)


def worth_words(now: BestRun, runs: dict[str, BestRun], rules: Rules) -> str:
    """What a company earns now and with each of these trains, as sentences call them, in place or beside its own."""
    money, trains_by_worth = rules.data.money, dict[str, list[str]]()
    for train, run in runs.items():
        least = "" if run.proven else "at least "
        more = run.revenue != now.revenue or not (run.proven and now.proven)
        nothing = "none yet" if not run.revenue else ""
        worth = nothing or (f"{least}{money(run.revenue)}" if more else "no more")
        trains_by_worth.setdefault(worth, []).append(train)
    told = [f"{worth} with {listed(trains, 'or')}" for worth, trains in trains_by_worth.items()]
    first = f"{'' if now.proven else 'at least '}{money(now.revenue)} now" if now.revenue else ""
    return f"Best run: {', '.join(filter(None, [first, *told]))}."


def _purchases(offer: ScreenOption, view: View) -> Iterator[BuyTrain]:
    """The purchases that an option makes, or leads to: of one train, or of all that a group of owners has."""
    if offer.kind is not BuyTrain:
        return
    if isinstance(offer.action, BuyTrain):
        yield offer.action
    elif offer.asked is not None:
        grouped = offer.verb == StepVerb.PAGE
        for action in (a for c in offer.asked.agreeing for a in c.matching(offer.asked.draft.given)):
            if isinstance(action, BuyTrain) and (
                company_owner(action.train, view) == offer.choice if grouped else action.train == offer.choice
            ):
                yield action
