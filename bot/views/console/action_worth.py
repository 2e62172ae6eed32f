"""What an action is worth, beside its preview: best runs, prices that stay, track that ends."""

from __future__ import annotations

import asyncio

from bot.model.run_worth import run_change_words
from bot.model.track_end import find_awaited_colour
from bot.tables.service import Table
from bot.views.console.hints import run_hints
from bot.views.console.train_worth import compare_trains, worth_with_next_train
from bot.views.formatting import View
from game.actions import Action, BuyTrain, LayTile, RunTrains, SellShares
from game.rules import Rules
from render.data import queries

KEPT = "price stays"  # what is said of a sale that moves none


async def worth_facts(table: Table, action: Action, view: View, after: View) -> list[str]:
    """What an action does to the company's best run, then whether a tile leaves it nowhere to go on, or that a sale leaves
    a price as it is; of a run what holds of runs.
    """
    if isinstance(action, RunTrains):
        return ["", *run_hints([action], view, table.rules)]
    if isinstance(action, BuyTrain):
        return ["", await compare_trains(table, view, [action])]
    worth = run_change_words(*await table.find_run_change(action, view, after), table.rules)
    worth = worth or await worth_with_next_train(table, action, view, after)
    if isinstance(action, LayTile):
        return [worth, await track_end_words(table.rules, view, after)]
    return [worth, kept_price(action.company, view, after, table.rules) if isinstance(action, SellShares) else ""]


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


def kept_price(company: str, before: View, after: View, rules: Rules) -> str:
    """That a sale leaves a price as it is, which the hint about sales does not say; "" where it moves or there is none."""
    old, new = (queries.price(v, rules, company) for v in (before, after))
    return f"The {KEPT} {rules.data.money(old)}." if old == new and old else ""
