"""Why the bot would do something in a newcomer's place, and what else there is, for each kind of action.

What is said follows from the position alone: what is legal now, what it brings, what the others hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.core.text import begin_sentence
from bot.model.board.run_worth import find_best_run
from bot.model.computer_players.company_spending import revenue_with
from bot.model.computer_players.guided_player import (
    SECOND,
    can_float,
    cheapest_float,
    distance_to_city,
)
from bot.model.computer_players.track_advice import Foreseen, TrackJudge
from bot.views.formatting import View
from game.actions import Action, Bid, BuyShare, BuyTrain, LayTile, Par, Pass, PayDividend, PlaceToken, RunTrains
from game.dividend_kinds import PAY_OUT
from game.names import company_name
from game.round_names import is_auction, is_stock_round, round_number
from game.rules import Rules
from game.step_keys import StepKey
from render.data import queries, train_effects
from render.data.names import a_train, role_of_leader
from render.data.queries import place_name
from render.text.card_words import ability_words, capital_words

STATION_USE = "A train must pass a station of its company; a city full of others' stations stops it."
NO_TRAIN = "Without a train a company earns nothing"


def explain_action(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """Why the bot would do that, and what else a newcomer might do; "" where there is nothing else to say."""
    return REASONS.get(type(action), _explain_other)(action, view, rules)


def _explain_bid(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """Why the bot would bid so, and what else there is; so for each kind of action below."""
    assert isinstance(action, Bid)
    private = rules.data.privates.get(action.item)
    if private is None:
        return "At this price it is worth having.", "pass, and keep your money for shares."
    low, high = private.price
    sold = f" A company can buy {action.item} from you later, for up to {rules.data.money(high)}." if high > low else ""
    own = rules.words.get("advice: beaten bid")
    tied = own() if own is not None else "What you bid is tied up until that lot is sold"
    money, gifts = rules.data.money, [a for a in private.abilities if a.kind == "share"]
    more = action.amount - private.value
    above = f" Your bid is {money(more)} above its price of {money(private.value)}." if more > 0 else ""
    why = " ".join(
        [
            f"It pays {money(private.revenue)} each operating round.{above}",
            *(ability_words(rules, action.item, gift) for gift in gifts),
        ]
    )
    return why, f"{tied}; what you keep buys shares.{sold}"


def _explain_pass(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """Why it is time to pass, by the round."""
    if is_auction(view.round):
        return _explain_auction_pass(view, rules)
    if is_stock_round(view.round):
        return _explain_stock_pass(action.by, view, rules)
    step, company = queries.step_key(view), queries.acting_company(view)
    who = begin_sentence(company_name(rules, company))
    if step == StepKey.TRACK:
        costs = ", but hills and rivers cost money" * _ground_costs(rules)
        return f"No tile here helps its trains now. You can lay one anyway{costs}.", ""
    if step == StepKey.TOKEN and not any(
        place == company for card, place in view.place.items() if card in rules.data.train_set
    ):
        return (
            f"{who} has no train yet: keep its money for one.",
            f"place it. {STATION_USE}",
        )
    if step == StepKey.TOKEN:
        return (
            "No station here brings its trains more than it costs.",
            f"place it. {STATION_USE}",
        )
    if step == StepKey.TRAINS:
        return _why_no_train(company, view, rules), ""
    return "It is not worth its price now. You can do it anyway.", ""


def _explain_auction_pass(view: View, rules: Rules) -> tuple[str, str]:
    """Why nothing more is bid: what is raised now has become too dear, or so is all that is left."""
    item = getattr(view.agenda[-1], "item", "") if view.agenda else ""
    private = rules.data.privates.get(item)
    if private is None:
        why = "What is left costs more than it brings in. You will soon need your money to start a company."
    else:
        _, best = queries.high_bid(view, item)
        why = (
            f"{item} pays {rules.data.money(private.revenue)} a round: at more than {rules.data.money(best)} that takes too "
            "long to come back. Your money starts a company."
        )
    return why, "bid anyway if you like what it does: it is in the picture."


def _explain_stock_pass(player: str, view: View, rules: Rules) -> tuple[str, str]:
    """Why nothing more is bought in this turn, or in this round."""
    if queries.has_bought(view):
        return f"You buy one share a turn. You have {rules.data.money(view.cash.get(player, 0))} left.", ""
    cash, started = view.cash.get(player, 0), queries.started(view)
    buys = any(queries.price(view, rules, company) <= cash for company in started)
    ends = "" if _has_passed_before(view) else " The round ends when all have passed."
    return (
        f"{_why_money_is_kept(player, view, rules)}{ends}",
        "buy a share of a company that earns well." if buys else "",
    )


def _has_passed_before(view: View) -> bool:
    """Whether a stock round before this one has told how such rounds end."""
    return round_number(view.round) > 1


def _why_no_train(company: str, view: View, rules: Rules) -> str:
    """Why a company buys no train: the bank's next one is too dear, or would bring it nothing."""
    who, money = company_name(rules, company), rules.data.money
    kind, cash = next(iter(queries.depot(view, rules)), ""), view.cash.get(company, 0)
    price = rules.data.trains[kind].price if kind else 0
    if price > cash:
        train = begin_sentence(a_train(queries.type_called(rules, kind), rules))
        return f"{train} costs {money(price)}, {who} has {money(cash)}."
    card = queries.next_card(view, rules)
    if card and queries.trains(view, rules, company):
        now, then = revenue_with(BuyTrain(card, price), view, rules)
        if then <= now:
            keeps = f"it keeps its {money(cash)} for a better one"
            return f"{begin_sentence(who)} would earn no more with another train now: {keeps}."
    return f"{begin_sentence(who)} keeps its {money(cash)} for a better train."


def _why_money_is_kept(player: str, view: View, rules: Rules) -> str:
    """Why a player had better buy nothing: no cash is left that floats what has been started, or a company of one's own."""
    cash, money = view.cash.get(player, 0), rules.data.money
    prices = [
        queries.asking(view, rules, company, place)
        for company in queries.started(view)
        for place in queries.holdings(view, rules, company)
        if place in ("ipo", "pool", company)
    ]
    if prices and cash < min(prices):
        return f"The cheapest share costs {money(min(prices))}, you have {money(cash)}."
    for company in queries.started(view):
        known = view.companies[company]
        if known.par and not known.floated and not can_float(company, view, rules, player):
            return f"{company} might not float: keep your money."  # what it needs stands in the picture
    least = cheapest_float(rules)
    if cash < least:
        return f"To float a new company costs {money(least)} or more; you have {money(cash)}: keep it."
    return "Nothing here is worth more to you than cash."


def _missing_words(company: str, price: int, player: str, view: View, rules: Rules) -> str:
    """`GA floats once 3 more shares are sold, for $165 together; you have $220`; in later rounds how many alone, as there is much
    else to look at.
    """
    shares, money = queries.shares_to_float(view, rules, company), rules.data.money
    more = f"{shares} more shares are" if shares != 1 else "1 more share is"
    together = " together" if shares != 1 else ""
    cost = f", for {money(shares * price)}{together}; you have {money(view.cash.get(player, 0))}"
    return f"{company} floats once {more} sold{'' if _has_passed_before(view) else cost}"


def _explain_par(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """Why this company at this price, what that brings and costs."""
    assert isinstance(action, Par)
    leads = any(known.president == action.by for known in view.companies.values())
    told = leads or _has_passed_before(view)  # what a president does
    why = [
        _home_words(action.company, view, rules),
        "" if told else "As president you build and run for it; without a train its price falls a step.",
        _par_price_words(action, view, rules),
        capital_words(rules, action.company),
    ]
    return " ".join(filter(None, why)), "At a lower price it floats sooner, but gets less money."


def _home_words(company: str, view: View, rules: Rules) -> str:
    """That a company has another city near its home, where no company that may still be started has a nearer one; else ""."""
    home, far = rules.data.companies[company].home, distance_to_city(company, rules)
    others = [distance_to_city(c, rules) for c, known in view.companies.items() if not known.par]
    if not far or any(0 < other < far for other in others):
        return ""
    base = home[0].partition(".")[0]
    where = f"its home, {rules.data.hexes[base].name or base}"
    return f"Another city is beside {where}." if far == 1 else f"The next city is {far} hexes from {where}."


def _par_price_words(action: Par, view: View, rules: Rules) -> str:
    """How much is sold until a company floats, what that costs, and whether any higher price is more than the player can pay
    alone.
    """
    data, money, cash = rules.data.companies[action.company], rules.data.money, view.cash.get(action.by, 0)
    floats, cost = 100 * data.floats // data.size, data.floats * action.price
    higher = min((price for price in rules.data.pars if price > action.price), default=0)
    if cost <= cash < data.floats * higher:
        most = f"{money(action.price)} is the most at which you alone can pay for"
        return f"{most} the {floats}% that float it ({money(cost)})."
    return f"It floats once {floats}% is sold, for {money(cost)}; you have {money(cash)}."


def _explain_share(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """Why this company's share: what is missing until it floats, or what it earned."""
    assert isinstance(action, BuyShare)
    company, data = view.companies[action.company], rules.data.companies[action.company]
    sold = sum(n for place, n in queries.holdings(view, rules, action.company).items() if place != "ipo")
    own = queries.holdings(view, rules, action.company).get(action.by, 0)
    lead = _takeover_words(action, view, rules)
    if not company.floated:
        percent, needed = queries.percent(view, action.company, sold), 100 * data.floats // data.size
        missing = _missing_words(action.company, company.par, action.by, view, rules)
        runs = f"; at {needed}% it begins to run"
        runs += "" if _has_passed_before(view) else ", and then pays everybody who owns a share"
        sold_part = f"{percent}% of {action.company} is sold{runs}."
        known = lead or _has_passed_before(view)  # who leads it learns that soon enough
        waits = "" if known else " Until then it brings you nothing."
        why = f"{missing}.{waits}" if own else f"{sold_part} {missing}."
    elif company.earned:
        why = f"{action.company} earned {rules.data.money(company.earned)} last time; each share gets its part of that."
    else:
        why = f"{action.company} has earned nothing yet; if you own a share before it does, you are paid from its first run on."
    return f"{lead}{why}", "" if own else "You may sell too, but that makes the price fall."


def _takeover_words(action: BuyShare, view: View, rules: Rules) -> str:
    """That a player who buys a share will own more of its company than its president, and run it; "" where that stays."""
    led, held = view.companies[action.company].president, queries.holdings(view, rules, action.company)
    if led not in view.order or led == action.by or held.get(action.by, 0) + 1 <= held.get(led, 0):
        return ""
    who = f"You then own more of {action.company} than {rules.person(led)}"
    return f"{who}: you become its {role_of_leader(view, rules, action.company)}, and run it. "


def _explain_tile(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """Why track goes there, and what else there is."""
    assert isinstance(action, LayTile)
    known = TrackJudge((), view, rules).foresee(action)
    why = _gain_words(known, view, rules)
    if not why and known.goal:
        who = company_name(rules, known.company)
        trains = queries.trains(view, rules, known.company)
        later = f"where {who} will earn more{' with one more train or a longer one' if trains else ''}"
        why = f"It leads towards {place_name(rules, known.goal)}, {later}."
    why = why or "It gives your trains another way."
    begins = not known.now and not queries.trains(view, rules, known.company)
    first = " Trains earn what the cities on their way are worth, so track goes from city to city." * begins
    costs = " Hills and rivers cost money." * (_ground_costs(rules) and begins)
    return f"{why}{first}", f"another hex or tile: the picture shows where you may build.{costs}" * begins


def _ground_costs(rules: Rules) -> bool:
    """Whether building costs money anywhere on the map."""
    return any(known.cost for known in rules.data.hexes.values())


def _explain_station(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """What a station brings: more revenue now or with the next train, else that nobody can shut the company out of its city."""
    assert isinstance(action, PlaceToken)
    known, company, money = TrackJudge((), view, rules).foresee(action), queries.acting_company(view), rules.data.money
    who = company_name(rules, company)
    more = _gain_words(known, view, rules)
    safe = f"{f'Best run stays {money(known.now)}, but n' if known.now else 'N'}obody can shut {who} out of this city then."
    first = sum(1 for owner in view.tokens.values() if owner == company) < SECOND
    return more or safe, f"keep the money for a train, and go on.{f' {STATION_USE}' if first else ''}"


def _gain_words(known: Foreseen, view: View, rules: Rules) -> str:
    """What trains earn more after a lay, or a station: at once, else with the bank's next one; "" where they do not."""
    who, money = company_name(rules, known.company), rules.data.money
    if known.later > known.now:
        came = f", and {money(known.now)} without" if known.now else ""
        return f"With it {who}'s trains earn {money(known.later)} at best{came}."
    if known.later_with_next > known.now_with_next:
        train = "one more train" if queries.trains(view, rules, known.company) else "a train"
        return f"With {train} {who} then earns {money(known.later_with_next)} instead of {money(known.now_with_next)}."
    return ""


def _explain_run(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """What these routes bring, and that no others bring more."""
    company = queries.acting_company(view)
    best, last = find_best_run(rules, view, company), view.companies[company].earned if company in view.companies else 0
    if best is None or not best.proven:
        return "It is the best that these trains can do.", ""
    before = f" ({rules.data.money(last)} last time)" if last and last != best.revenue else ""
    return f"That brings {rules.data.money(best.revenue)}{before}: no other routes bring more.", ""


def _explain_dividend(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """What paying out brings the player, and what else there is."""
    company = queries.acting_company(view)
    rises = _rise_words(company, view, rules)
    held = queries.holdings(view, rules, company).get(action.by, 0) if company in view.companies else 0
    kept = view.cash.get(company, 0) + (view.companies[company].earned if company in view.companies else 0)
    withhold = f"withhold: {company} then has {rules.data.money(kept)}, for a train perhaps, and its price falls."
    if not held:
        return f"All owners get their part, and the price {rises}.", withhold
    known, part = view.companies[company], queries.percent(view, company, held)
    yours = rules.data.money(PAY_OUT.paid(known.earned) // known.size * held)
    return f"You own {part}%: {yours} is yours, and the price {rises}.", withhold


def _rise_words(company: str, view: View, rules: Rules) -> str:
    """What the price does when the company pays all that it has earned: `rises`, or `stays $82`."""
    price = queries.price(view, rules, company)
    if company in view.companies and view.companies[company].earned < rules.market.rises_from(price, rules):
        return f"stays {rules.data.money(price)}"
    return "rises"


def _explain_train(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """What a train is good for, and what its purchase brings about."""
    assert isinstance(action, BuyTrain)
    kind = queries.train_type(action.train) or action.train
    effects = train_effects.next_effects(rules, kind, queries.depot(view, rules).get(kind, 0))
    count = queries.depot(view, rules).get(kind, 0)
    left = f"only {count} are" if count > 1 else "this is the last one"
    consequences = f" Then: {'; '.join(effects)}." if effects else ""
    return (
        f"{_why_train(action, view, rules)}.{consequences}",
        f"wait, but {left} left at this price, and old trains leave the game when much better ones come.",
    )


def _why_train(action: BuyTrain, view: View, rules: Rules) -> str:
    """What a train brings its company: a first one, more at once, or a train for later."""
    company, money = queries.acting_company(view), rules.data.money
    if not queries.trains(view, rules, company):
        return NO_TRAIN
    now, then = revenue_with(action, view, rules)
    if then > now:
        return f"With it {company_name(rules, company)} earns {money(then)} at best, and {money(now)} without"
    return f"It earns no more yet, but stays longer in the game than the trains that {company_name(rules, company)} has"


def _explain_other(action: Action, view: View, rules: Rules) -> tuple[str, str]:
    """Why, for actions that have no explanation of their own."""
    return "That keeps your company going.", ""


REASONS: Mapping[type[Action], Callable[[Any, View, Rules], tuple[str, str]]] = {
    Bid: _explain_bid,
    BuyShare: _explain_share,
    BuyTrain: _explain_train,
    LayTile: _explain_tile,
    Par: _explain_par,
    Pass: _explain_pass,
    PayDividend: _explain_dividend,
    PlaceToken: _explain_station,
    RunTrains: _explain_run,
}
