"""One button for all that is left of building, or of a company's turn: what it says, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.text import begin_sentence
from bot.model.action_form import DEALS
from bot.tables.lookahead.pass_plans import PassPlan
from bot.views.formatting import View, action_words, escape_line, event_lines
from bot.views.messages import PASSES, PLAYS, Style
from bot.views.options.powers import powers_of
from game.actions import Action, Answer, LayTile, Pass, PayDividend, RunTrains, SellShares
from game.choices import Choice
from game.events import Passed, RoundBegan, RoundEnded
from game.names import company_name
from game.rules import Rules
from game.state import Company
from game.step_keys import StepKey
from render.data import queries
from render.data.names import a_train, listed
from render.text.questions import BUILDING

BUILT, END_TURN = "Done building", "End the turn"
PAY_AND_END, RUN_AND_END = "Pay out and end the turn", "Run and end the turn"
# by the step after building
SKIPPED_TO: Mapping[str, str] = {
    StepKey.RUN: "Skip to the run",
    StepKey.DIVIDEND: "Skip to the dividend",
    StepKey.TRAINS: "Skip to trains",
}
GIVE_UP_TURN = "Pass this turn"  # of a stock round: who passes is asked again in it, while others go on
# of what one does as much as one likes, by its step
FINISHED: Mapping[str, str] = {StepKey.TRACK: "No more track", StepKey.TRAINS: "No more trains"}
STEP_WORDS: Mapping[str, str] = {
    StepKey.TRACK: "track",
    StepKey.TOKEN: "a station",
    StepKey.TRAINS: "buying trains",
    "deals": "deals in privates",
    StepKey.RUN: "running trains",
    StepKey.DIVIDEND: "the dividend",
}
ONE_OF_TYPE = "one_of_type"  # a flag of a phase
DEALS_LEFT = "deals with others, such as for a company's only train"  # where a private may be for sale as well
ANY_REVENUE = 100  # dollars of which any use but to withhold pays some
LAST_CHANCE = "deals and powers of privates"  # all that is left at the end of a turn, where no step is passed


def pass_label(action: Action, choices: Sequence[Choice], view: View, rules: Rules) -> str:
    """What the button of a pass says: what it ends, where that is a part of a turn in which more could be done of that part."""
    step = queries.step_key(view)
    if step in BUILDING and not any(issubclass(c.kind, BUILDING[step]) for c in choices):
        return "Done"
    words = action_words(action, view, rules)
    if step == StepKey.TRACK and words == "Done":
        if powers := powers_of([c for c in choices if c.kind is LayTile]):  # each keeps till later
            return f"No tile by {listed(powers)} now"
        if not queries.tiles_laid(view):
            return "No track"
    if step == StepKey.STOCK and words == "Pass":
        return GIVE_UP_TURN
    if step == StepKey.TRAINS and words == "Done" and _owns_no_train(view, rules):
        return "No train"
    return FINISHED[step] if words == "Done" and step in FINISHED else words


def _owns_no_train(view: View, rules: Rules) -> bool:
    """Whether the company whose turn it is has no train yet."""
    company = queries.acting_company(view)
    return bool(company) and not queries.trains(view, rules, company)


def has_bought_all(choices: Sequence[Choice], view: View) -> bool:
    """Whether a player in a stock round has bought what can be bought: nothing is left but sales and deals, and to go on."""
    kinds = {c.kind for c in choices}
    return queries.has_bought(view) and Pass in kinds and kinds <= {Pass, SellShares, *DEALS}


def pass_style(choices: Sequence[Choice], view: View, advised: Action | None = None) -> Style:
    """The colour of a pass: red, but where all is bought it gives nothing up and is what comes next, and where a newcomer is
    `advised` to pass it is what stands out.
    """
    return PLAYS if has_bought_all(choices, view) or isinstance(advised, Pass) else PASSES


def play_style(action: Action, rules: Rules) -> Style:
    """The colour of what plays at once: red of what turns an offer down or keeps a dividend from everybody."""
    keeps = isinstance(action, PayDividend) and not rules.dividends.kind(action.kind).paid(ANY_REVENUE)
    return PASSES if keeps or (isinstance(action, Answer) and not action.yes) else PLAYS


def ending_label(plan: PassPlan) -> str:
    """The label of the button that passes all of a plan at once."""
    if plan.first is not None:
        return RUN_AND_END if isinstance(plan.first, RunTrains) else PAY_AND_END
    step = queries.step_key(plan.after)
    return END_TURN if plan.ends_turn else SKIPPED_TO.get(step, BUILT)


def ending_style(label: str) -> Style:
    """The colour of that button, alone: red where it gives up the train that could be bought after a dividend."""
    return PASSES if label == PAY_AND_END else PLAYS


def plan_words(plan: PassPlan, rules: Rules) -> str:
    """What it skips and what comes of that, in a line."""
    passed = [e for e in plan.events if isinstance(e, Passed) and e.who in rules.data.companies]
    skipped = dict.fromkeys(_step_words(e.what, rules) for e in passed)
    follows = [e for e in plan.events if not isinstance(e, Passed | RoundBegan | RoundEnded) and plan.first is None]
    lines = [
        f"{ending_label(plan)}: skips {listed(skipped or [LAST_CHANCE])}.",
        *event_lines(follows, plan.after, rules),
    ]
    return " ".join(lines)


def _step_words(what: str, rules: Rules) -> str:
    """What a pass leaves: `a station`, or what the title calls a step of its own."""
    own = rules.words.get(f"skipped: {what}")
    return own() if own is not None else STEP_WORDS.get(what, what)


def why_turn_ends(company: Company, before: View, after: View, rules: Rules) -> str:
    """Why a turn ends with a purchase from the bank: `it is then at its train limit`; "" where it is not known.

    `before`, `after`: the positions round the purchase.
    """
    who, money = company_name(rules, company), rules.data.money
    limit, cash = queries.train_limit(after, rules, company), after.cash.get(company, 0)
    if queries.counted_trains(after, rules, company) >= limit:
        return f"{who} is then at its train limit"
    kind = next(iter(queries.depot(after, rules)), "")
    price = rules.data.trains[kind].price if kind else 0
    if price > cash:
        train = a_train(queries.type_called(rules, kind), rules)
        return f"{who} then has {money(cash)}, and {train} costs {money(price)}"
    if queries.sells_one_train(before, rules, company):
        return "a company may buy only one train a turn from the bank"
    flags = rules.data.phases[before.phase].flags if before.phase in rules.data.phases else ()
    if ONE_OF_TYPE in flags:  # both sides of a card are one type
        sold = next(iter(queries.depot(before, rules)), kind)
        return f"a company may buy only one new {rules.data.train_called(queries.type_called(rules, sold))} a turn"
    return f"{who} could then only make {DEALS_LEFT}" if has_sole_trains(company, after, rules) else ""


def has_sole_trains(company: Company, view: View, rules: Rules) -> bool:
    """Whether a company that another player runs has a single train, which it could sell."""
    by = view.companies[company].president if company in view.companies else ""
    others = (c for c, s in view.companies.items() if c != company and s.president != by)
    return rules.trains.trade and any(len(queries.trains(view, rules, c)) == 1 for c in others)


def sole_train_words(company: Company, view: View, rules: Rules) -> str:
    """That a turn has ended by itself, as nothing but deals was left that nobody makes; "" where no train is among these."""
    if not has_sole_trains(company, view, rules):
        return ""
    who = escape_line(begin_sentence(company_name(rules, company)))
    return f"{who} buys no more trains: only deals with others were left."
