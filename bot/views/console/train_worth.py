"""What each train for sale is worth to a company: its best run now and with one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from bot.model.board.run_worth import EFFORT, BestRun, give_train, run_change_words
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.options.arrangement import company_owner
from bot.views.options.screen import Screen, ScreenOption
from bot.views.press_verbs import StepVerb
from game.actions import BuyTrain
from game.names import company_name
from game.rules import Rules
from game.state import Company, Place
from render.data import queries
from render.data.names import a_train, holder, listed

MOST_TRAINS = 6  # that are compared: each is a search of its own, and all together have the effort of one


async def train_worth_words(table: Table, screen: Screen, view: View) -> str:
    """`Best run: $60 now, $90 with a 3-train, the same with a 2-train.`; "" where no train is offered."""
    return await compare_trains(table, view, [buy for o in screen.options for buy in _purchases(o, view)])


async def compare_trains(table: Table, view: View, purchases: Iterable[BuyTrain]) -> str:
    """What the best run would be with each of these purchases, of trains that are alike once; "" where there are none. With a
    company's train goes what belongs to it, so two that show the same may bring different runs: then it is said whose each is.
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


def _purchases(offer: ScreenOption, view: View) -> Iterator[BuyTrain]:
    """The purchases that an option makes, or leads to: of one train, or of all that a group of owners has."""
    if offer.kind is not BuyTrain:
        return
    if isinstance(offer.action, BuyTrain):
        yield offer.action
    elif offer.question is not None:
        grouped = offer.verb == StepVerb.PAGE
        for action in (a for c in offer.question.agreeing for a in c.matching(offer.question.draft.given)):
            if isinstance(action, BuyTrain) and (
                company_owner(action.train, view) == offer.choice if grouped else action.train == offer.choice
            ):
                yield action


async def sold_train_words(table: Table, view: View) -> str:
    """What the best run of a company becomes whose train somebody is asked to sell: `TC's best run $100 → $60`; "" where no train
    is asked for.
    """
    offer = queries.pending_offer(view)
    if offer is None or offer.what not in table.rules.data.train_set:
        return ""
    seller = view.place.get(offer.what, "")
    if seller not in view.companies:
        return ""
    sold = replace(view, place={**view.place, offer.what: offer.buyer})
    now = await table.find_best_run(view, seller)
    then = await table.find_best_run(sold, seller, f"-{offer.what}")
    words = run_change_words(now, then or BestRun(0, proven=True), table.rules)
    return f"{company_name(table.rules, seller)}'s {words[:1].lower()}{words[1:]}" if words else ""


async def _foresee_train(table: Table, view: View, company: Company, buy: BuyTrain) -> View:
    """The position with a train bought: others may rust, places earn more, and what cannot stay with it goes."""
    after = await table.foresee_purchase(buy, company)
    return after if after is not None else give_train(view, company, buy.train, buy.side)


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


def worth_words(now: BestRun, runs: dict[str, BestRun], rules: Rules) -> str:
    """What a company earns now and with each of these trains, as sentences call them, in place or beside its own."""
    money, trains_by_worth = rules.data.money, dict[str, list[str]]()
    for train, run in runs.items():
        least = "" if run.proven else "at least "
        more = run.revenue != now.revenue or not (run.proven and now.proven)
        nothing = "none yet" if not run.revenue else ""
        worth = nothing or (f"{least}{money(run.revenue)}" if more else "the same")
        trains_by_worth.setdefault(worth, []).append(train)
    told = [f"{worth} with {listed(trains, 'or')}" for worth, trains in trains_by_worth.items()]
    first = f"{'' if now.proven else 'at least '}{money(now.revenue)} now" if now.revenue else ""
    return f"Best run: {', '.join(filter(None, [first, *told]))}."
