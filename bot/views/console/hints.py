"""What newcomers do not see in the options of a screen, in short lines above its buttons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.core.text import begin_sentence
from bot.model.board.lay_cost import has_free_ground
from bot.views.console.train_limits import short_of_train_words
from bot.views.formatting import View
from bot.views.lay_costs import list_lays
from bot.views.options.pictures.step_pictures import find_only_hex, find_only_power
from bot.views.options.screen import Screen, ScreenOption
from bot.views.pages.run_reasons import idle_reason
from game import market, tile_checks
from game.actions import Action, BuyShare, BuyTrain, LayTile, PlaceToken, Route, RunTrains, SellShares
from game.names import company_name
from game.rules import Rules
from game.step_keys import STEPS_BEFORE_RUN, StepKey
from game.tiles import COLOURS
from render.data import queries
from render.data.names import a_train, count_trains, listed
from render.data.run_paths import face_of
from render.data.train_effects import effects_of

BANKS = ("depot", "pool")  # where trains lie that the bank sells
MORE_STATIONS = "More stations open more routes and block others' trains."


def hints(screen: Screen, view: View, rules: Rules, *, forced: bool = False) -> list[str]:
    """What newcomers do not see in the options of a screen: which tiles a turn has, what a sale does to a price, how many trains
    the bank sells, and what a title adds to that. `forced`: as of `step_hints`.
    """
    kinds = {o.kind for o in (*screen.options, *screen.more)}
    own = rules.words.get("hints")
    told = kinds if _concerns_bank_train(screen, view) else kinds - {BuyTrain}
    said = own(told, view, rules).splitlines() if own is not None else []
    company = queries.acting_company(view)
    if (
        LayTile in kinds
        and company in view.companies
        and getattr(view.agenda[-1], "key", "") == StepKey.TRACK  # a private may lay later, by its own rule
        and not queries.tiles_laid(view)
        and "hex" not in screen.question.draft.given  # it was said where the hex was asked
        and "lays" in rules.words
    ):
        said.append(rules.words["lays"](company, view, rules))
    if LayTile in kinds and (ground := building_cost_words(screen, view, rules)):
        said.append(ground)
    if LayTile in kinds and (letters := letter_words(screen, rules)):
        said.append(letters)
    laid = getattr(view.agenda[-1], "laid", ()) if view.agenda and LayTile in kinds else ()
    if laid:
        counted = rules.words["tiles laid"](laid, rules) if "tiles laid" in rules.words else ""
        said.append(counted or f"{len(laid)} {'tile' if len(laid) == 1 else 'tiles'} laid in this turn.")
    if any(isinstance(o.action, BuyShare) and o.action.source == "treasury" for o in screen.options):
        said.append("Money for shares on offer goes to the company, for shares from the pool to the bank.")
    if SellShares in kinds and rules.market.sale is market.down_per_share:
        said.append("After a sale the price falls a step for each share, to the bottom at most.")
    runs = [o.action for o in screen.options if isinstance(o.action, RunTrains)]
    cheaper = _cheapest_by_power(screen)
    said += step_hints(kinds, view, rules, forced=forced, cheaper=cheaper)
    said += [_power_price_words(cheaper, rules)] if cheaper is not None else []
    if trade := _trade_words(screen, view, rules):
        said.append(trade)
    return said + run_hints(runs, view, rules) + train_effects(screen, view, rules)


def _trade_words(screen: Screen, view: View, rules: Rules) -> str:
    """That a company can buy nothing but trains of other companies, and who must agree; "" where the bank sells it one."""
    offers = [o for o in screen.options if issubclass(o.kind, BuyTrain)]
    named = _trains_of(offers)
    if not named or not all(named) or any(view.place.get(t) in BANKS for t in named) or screen.question.draft.given:
        return ""
    company, fleets = queries.acting_company(view), {view.place.get(t, "") for t in rules.data.train_cards}
    owners = {known.president for c, known in view.companies.items() if c in fleets - {company} and known.president}
    own = view.companies[company].president
    if owners == {own}:
        return "It can only buy trains of your other companies, at any price."
    whose = "other companies" if own not in owners else "your other companies, and of others'"
    agree = ", if their owner agrees" if own not in owners else ", who must agree"
    return f"It can only buy trains of {whose}{agree if rules.consent else ''}."


def _trains_of(offers: Sequence[ScreenOption]) -> list[str]:
    """The trains that options name."""
    return [str(getattr(o.action, "train", "") or o.choice or "") for o in offers]


def _cheapest_by_power(screen: Screen) -> BuyTrain | None:
    """The purchase for which the power of a private asks least; None where no power is used for one."""
    questions = [screen.question, *(o.question for o in screen.options if o.question is not None)]
    buys = [a for q in questions for c in q.agreeing for a in c if isinstance(a, BuyTrain) and a.using]
    return min(buys, key=lambda a: a.price, default=None)


def _power_price_words(buy: BuyTrain, rules: Rules) -> str:
    """What a train of the bank costs by the power of a private: `With P2 a 3/2G-train costs $0, else $200.`"""
    kind, money = queries.train_type(buy.train), rules.data.money
    train = a_train(queries.type_called(rules, kind), rules)
    return f"With {buy.using} {train} costs {money(buy.price)}, else {money(rules.data.trains[kind].price)}."


def _concerns_bank_train(screen: Screen, view: View) -> bool:
    """Whether a train of the bank may be bought now, or shares are sold for one: else nobody needs to know what it is."""
    trains = _trains_of([o for o in screen.options if issubclass(o.kind, BuyTrain)])
    return any(view.place.get(t) == "depot" for t in trains) or any(o.kind is SellShares for o in screen.options)


def building_cost_words(screen: Screen, view: View, rules: Rules) -> str:
    """What the one hex on which a tile may be laid costs, `Building in B15 costs $60.`; "" for nothing, and where a power may
    save it.
    """
    only = find_only_hex(screen)
    cost = rules.data.hexes[only].cost if only and only not in view.tiles else 0
    power = screen.question.draft.given.get("using") or find_only_power(screen)
    saved = power or any(isinstance(o.action, LayTile) and o.action.using for o in screen.options)
    lays = [lay for o in screen.options[:1] for lay in list_lays(o, screen)[:1]] if cost and not saved else []
    saved = saved or any(has_free_ground(lay, view, rules) for lay in lays)
    place = queries.place_name(rules, only) if only else ""
    return f"Building in {place} costs {rules.data.money(cost)}." if cost and not saved else ""


def letter_words(screen: Screen, rules: Rules) -> str:
    """What letters on the one hex on offer mean: `P on the map: in brown and gray only tiles with P go there.`; "" without
    any, and where no colour is bound to letters.
    """
    data, only = rules.data, find_only_hex(screen)
    letters = data.printed_label(data.hexes[only].label) if only else ""
    bound: dict[str, list[str]] = {}  # letters of the tiles that go there -> their colours
    for colour in COLOURS if letters else ():
        found = {data.printed_label(data.tiles[t].label) for t in tile_checks.tiles_allowed(data, only, colour) or ()}
        if len(found) == 1 and "" not in found:
            bound.setdefault(found.pop(), []).append(colour)
    if not bound:
        return ""
    if [*bound] == [letters] and {*bound[letters]} == {data.tiles[t].colour for t, n in data.map.tiles.items() if n}:
        return f"{letters} on the map: only tiles with {letters} go there."
    (first, colours), *others = bound.items()
    parts = [f"in {listed(colours)} only tiles with {first} go there"]
    parts += [f"in {listed(colours)} only tiles with {other}" for other, colours in others]
    return f"{letters} on the map: {', '.join(parts)}."


def run_hints(runs: Sequence[RunTrains], view: View, rules: Rules) -> list[str]:
    """Of the only proposed run, or where all have the same, which trains stay at home, and why; and that towns are free, where
    a train of any has more stops than that.

    What has no route of its own, since it adds to those of others, stays nowhere.
    """
    said = list(dict.fromkeys(_home_words(run, view, rules) for run in runs))
    said = (
        said
        if len(said) == 1
        else [f"{begin_sentence(reason)}."]
        if all(said) and (reason := idle_reason(view, rules))
        else []
    )
    said = [text for text in said if text]
    free = dict.fromkeys(name for run in runs for r in run.routes for name in _free_stops(r, view, rules))
    if free:
        said.append(f"{begin_sentence(listed(free))} do not count for a train's number.")
    return said


def _home_words(run: RunTrains, view: View, rules: Rules) -> str:
    """`A 3-train stays at home: no route is left for it.`; "" where all trains of a run have a route, or none has."""
    company, running = queries.acting_company(view), {r.train for r in run.routes}
    owned = [t for t in rules.data.train_cards if view.place.get(t) == company]
    home = [t for t in owned if t not in running and queries.runs_alone(rules, t)]
    if not home or not running:
        return ""
    why = idle_reason(view, rules)
    trains = count_trains((queries.face(view, t) for t in home), rules)
    stays, left = ("stays", "it") if len(home) == 1 else ("stay", "them")
    return f"{begin_sentence(trains)} {stays} at home: {why or f'no route is left for {left}'}."


def _free_stops(route: Route, view: View, rules: Rules) -> list[str]:
    """What a route passes for nothing, where it has more stops than its train's number: `towns`, `ports`; else nothing."""
    towns = []
    for stop in route.stops:
        hex_id, _, name = stop.partition(".")
        if any(s.name == name and s.kind == "town" for s in face_of(view, rules, hex_id).tile.stops):
            towns.append("ports" if queries.stop_symbol(rules, hex_id) == "port" else "towns")
    reach = rules.data.trains[queries.train_type(route.train)].reach
    return sorted(towns, reverse=True) if len(route.stops) - len(towns) <= reach < len(route.stops) else []


def step_words(part: str, view: View, rules: Rules) -> str:
    """What a title says of a part of the present step: of a field that is asked, or of the `picture`; "" for nothing."""
    step = view.agenda[-1] if view.agenda else None
    own = rules.words.get(f"{getattr(step, 'key', '')}: {part}")
    return own(step, view, rules) if own is not None else ""


def step_hints(
    kinds: Collection[type[Action]],
    view: View,
    rules: Rules,
    *,
    forced: bool = False,
    cheaper: BuyTrain | None = None,
) -> list[str]:
    """What a station is good for, where one may be placed, and why the bank sells no train, or one alone. `forced`: a train
    must be bought, and the question says what it costs. `cheaper`: what a power lets a company buy, which is told apart.
    """
    key, bought = queries.step_key(view), queries.bank_trains_bought(view)
    if key == StepKey.TOKEN and PlaceToken in kinds:
        # Nothing of money for a train: that was told where tiles were laid.
        return [MORE_STATIONS, *station_supply_words(view, rules)]
    said = [] if BuyTrain not in kinds else _one_train_hint(bought, view, rules)
    company, name = queries.acting_company(view), next(iter(queries.depot(view, rules)), "")
    if key in STEPS_BEFORE_RUN and company:
        short = short_of_train_words(rules, view, company, company_name(rules, company))
        return [f"{begin_sentence(short)}."] if short else []
    if key != StepKey.TRAINS or (said and bought):
        return said
    cash, price = view.cash.get(company, 0), rules.data.trains[name].price if name else 0
    told = forced or (cheaper is not None and queries.train_type(cheaper.train) == name)
    if price > cash and not told:
        train, who = a_train(queries.type_called(rules, name), rules), company_name(rules, company)
        said.append(f"{begin_sentence(train)} costs {rules.data.money(price)}, {who} has {rules.data.money(cash)}.")
    return said


def station_supply_words(view: View, rules: Rules) -> list[str]:
    """That a company places its last station, or that the next one is dearer: what is to be known before; else nothing."""
    company = queries.acting_company(view)
    prices = view.companies[company].tokens if company in view.companies else []
    if len(prices) == 1:
        return [f"This is {company_name(rules, company)}'s last station."]
    return [f"The next one costs {rules.data.money(prices[1])}."] if len(prices) > 1 and prices[1] > prices[0] else []


def _one_train_hint(bought: int, view: View, rules: Rules) -> list[str]:
    """That a company may buy one train a turn from the bank, where that holds. `bought`: how many it has bought in this one."""
    if not queries.sells_one_train(view, rules, queries.acting_company(view)):
        return []
    return [
        "It has bought its one train from the bank."
        if bought
        else "In this phase a company may buy only one train a turn from the bank."
    ]


def train_effects(screen: Screen, view: View, rules: Rules) -> list[str]:
    """What each of the bank's trains that one press buys would begin and end: `Buying a 4-train: 2-trains rust, limit 3.`"""
    bought = [o.action for o in screen.options if isinstance(o.action, BuyTrain) and not o.action.seller]
    names = {a.side or queries.train_type(a.train): a.train for a in reversed(bought)}
    left, told = queries.depot(view, rules), dict[str, list[str]]()
    for name, card in reversed(names.items()):
        kind = queries.train_type(card)
        first = left.get(kind) == rules.data.trains[kind].count
        sold = (kind, card) if first else (card,)
        brings = [effect for train in sold for effect in effects_of(rules, train)]
        if brings:
            told.setdefault(", ".join(brings), []).append(name)
    # A card that is bought for one of two uses is called by both where both bring the same.
    trains = {
        ends: dict.fromkeys(a_train(queries.type_called(rules, n), rules) for n in _types(names, like))
        for ends, like in told.items()
    }
    return [f"Buying {listed(which, 'or')}: {ends}." for ends, which in trains.items()]


def _types(cards: Mapping[str, str], names: Sequence[str]) -> list[str]:
    """The names of trains, with one type in place of the sides of its card where all of them are named. `cards`: by name."""
    types = {name: queries.train_type(cards[name]) for name in names}
    return [t if len(names) > 1 and [*types.values()].count(t) > 1 else n for n, t in types.items()]
