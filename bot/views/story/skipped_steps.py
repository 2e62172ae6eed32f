"""Steps of a company's turn that ended by themselves since nothing could be done: which, and why."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from bot.core.text import begin_sentence
from bot.model.board.track_end import explain_no_track
from bot.views.console.train_limits import short_of_train_words
from bot.views.formatting import View
from game.events import Event, Paid, Skipped
from game.rules import Rules
from game.step_keys import StepKey
from render.data import queries


async def skipped_line(events: Sequence[Event], view: View, rules: Rules) -> str:
    """`-# No track can be laid: it has no station on the map; no further station: it has none left.` of the company whose turn
    it is; "" for nothing.
    """
    company = queries.acting_company(view)
    steps = {e.what: n for n, e in enumerate(events) if isinstance(e, Skipped) and e.who == company and company}
    boards = {step: _return_money(view, company, events[n + 1 :]) for step, n in steps.items()}
    said = [words for step, board in boards.items() if (words := await _step_words(step, company, board, rules))]
    return f"-# {begin_sentence('; '.join(said))}." if said else ""


def _return_money(view: View, company: str, later: Sequence[Event]) -> View:
    """The position with the money that a company had before these payments, such as those of a run."""
    paid = [e for e in later if isinstance(e, Paid) and company in (e.src, e.dst)]
    gained = sum(e.amount if e.dst == company else -e.amount for e in paid)
    return replace(view, cash={**view.cash, company: view.cash.get(company, 0) - gained}) if gained else view


async def _step_words(step: str, company: str, view: View, rules: Rules) -> str:
    """Why nothing could be done in a step; "" of steps that the question tells of."""
    if step == StepKey.TRACK:
        reason = await asyncio.to_thread(explain_no_track, rules, view, company)
        return f"no track can be laid{f': {reason}' if reason else ''}"
    if step == StepKey.TRAINS:
        short = short_of_train_words(rules, view, company, "it")
        return f"no train: {short}" if short else ""
    return f"no further station: {_station_reason(company, view, rules)}" if step == StepKey.TOKEN else ""


def _station_reason(company: str, view: View, rules: Rules) -> str:
    """Why a company places no station, as far as its own card shows it."""
    prices, cash = view.companies[company].tokens, view.cash.get(company, 0)
    if not prices:
        return "it has none left"
    if prices[0] > cash:
        return f"one costs {rules.data.money(prices[0])}, it has {rules.data.money(cash)}"
    return "no free city within its reach"
