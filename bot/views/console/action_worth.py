"""What an action is worth, beside its preview: best runs, track that ends, money for a train."""

from __future__ import annotations

import asyncio

from bot.model.board.run_worth import EFFORT, builds, find_best_run, give_train, run_change_words
from bot.model.board.track_end import find_awaited_colour
from bot.tables.service import Table
from bot.views.console.hints import run_hints, station_supply_words
from bot.views.console.station_worth import shut_out_words
from bot.views.console.train_limits import find_first_train
from bot.views.console.train_worth import compare_trains
from bot.views.formatting import View
from game.actions import Action, BuyTrain, LayTile, PlaceToken, RunTrains
from game.hexes import opposite
from game.names import company_name
from game.rules import Rules
from game.state import Hex
from game.step_keys import StepKey
from render.data import queries, train_effects
from render.data.names import a_train, listed
from render.data.run_paths import face_of
from render.text.directions import next_places_words


async def worth_facts(table: Table, action: Action, view: View, after: View) -> list[str]:
    """What an action does to the company's best run, then whether a tile leaves it nowhere to go on, or whom a station shuts
    out; of a run what holds of runs.
    """
    if isinstance(action, RunTrains):
        return ["", *run_hints([action], view, table.rules)]
    if isinstance(action, BuyTrain):
        return ["", await compare_trains(table, view, [action])]
    worth = run_change_words(*await table.find_run_change(action, view, after), table.rules)
    worth = worth or await worth_with_next_train(table, action, view, after)
    if isinstance(action, LayTile):
        changes, company = table.rules.words.get("lay changes"), queries.acting_company(view)
        told = changes(company, view, after, table.rules) if changes is not None and company else ""
        money, end = train_money_words(table.rules, view, after), await track_end_words(table.rules, view, after)
        unmet = unmet_words(table.rules, action.hex, view, after)
        leads = next_places_words(view, table.rules, action.hex, [face_of(after, table.rules, action.hex)])
        return [worth, told, money, unmet, leads, end]
    if isinstance(action, PlaceToken):
        shut_out = await shut_out_words(table, action, view, after)
        chosen = queries.step_key(view) == StepKey.TOKEN  # not where the city of a home is asked
        supply = station_supply_words(view, table.rules) if chosen else []
        return [worth, shut_out, *supply, train_money_words(table.rules, view, after)]
    return [worth]


def unmet_words(rules: Rules, hex_id: Hex, before: View, after: View) -> str:
    """To which places new track leads that have track, but none to that side: `No track of Chattanooga (H15) meets it yet.`; ""
    where there is none.
    """
    new = face_of(after, rules, hex_id).exits - face_of(before, rules, hex_id).exits
    across = {side: beside for side in new if (beside := rules.data.hexes[hex_id].sides[side])}
    exits = {side: face_of(after, rules, beside).exits for side, beside in across.items()}
    unmet = sorted(across[side] for side, led in exits.items() if led and opposite(side) not in led)
    places = [queries.place_name(rules, h) for h in unmet]
    return f"No track of {listed(places, 'or')} meets it yet." if places else ""


async def track_end_words(rules: Rules, before: View, after: View) -> str:
    """That a tile leaves its company no place to go on, which shows in its next turn only: `After this, GA finds no place for
    track until green tiles come, or others build to it.`; "" where it can go on, could not before, or chooses a city first.
    """
    company = queries.acting_company(before)
    if queries.step_key(after) == StepKey.CITY:  # what it reaches depends on the city that its station is in
        return ""
    colour = await asyncio.to_thread(find_awaited_colour, rules, after, company) if company else ""
    if colour and await asyncio.to_thread(find_awaited_colour, rules, before, company):
        return ""
    ends = f"{company_name(rules, company)} finds no place for track until {colour} tiles come, or others build to it"
    return f"**After this, {ends}.**" if colour else ""


def train_money_words(rules: Rules, before: View, after: View) -> str:
    """That a company without a train cannot pay for one of the bank any more: `After this, EIR has ₹170: too little for a
    2-train (₹180).`; "" where it has a train, still can, or could not before.
    """
    company = queries.acting_company(before)
    first = find_first_train(rules, before, company)
    if first is None or not after.cash.get(company, 0) < first[1] <= before.cash.get(company, 0):
        return ""
    has, price = rules.data.money(after.cash.get(company, 0)), rules.data.money(first[1])
    return f"**After this, {company_name(rules, company)} has {has}: too little for {first[0]} ({price}).**"


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
