"""Runs that a player puts together train by train: each train's routes as numbered pictures, with what all trains earn then."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence

from msgspec.structs import replace

import render
from bot.model.action_form import Draft
from bot.model.models import Seat
from bot.tables.lookahead.run_options import TrainQuestion
from bot.tables.service import Table
from bot.views.console.layout import ConsoleIds, Frame, join_headline, join_paragraphs, pack_rows, page_buttons
from bot.views.console.state import ConsoleState
from bot.views.custom_ids import parse_number
from bot.views.formatting import View
from bot.views.messages import Button, Private, button
from bot.views.options.labels import MAX_LABEL_LENGTH, cut_label, make_distinct, number_labels
from bot.views.options.run_labels import tell_runs_apart
from bot.views.options.screen import Screen
from bot.views.pictures import images
from bot.views.press_verbs import StepVerb
from bot.views.turn_panel import search_line
from game.actions import Route, RunTrains
from game.events import Ran
from game.routing import routes
from game.routing.train_by_train import TrainRun
from render.data import queries
from render.data.marks import marks_of
from render.text.labels import stop_names

IDLE = "stays idle"
NUMBER = len("1 · ")  # in front of each label


def train_by_train_buttons(ids: ConsoleIds, screen: Screen) -> list[Button]:
    """The button that asks for each train's route, where several sets with several trains are listed; else none."""
    sets = [o.action for o in screen.options if isinstance(o.action, RunTrains)]
    others = any(o.kind is RunTrains for o in screen.more)
    wanted = (len(sets) > 1 or (others and bool(sets))) and any(len(a.routes) > 1 for a in sets)
    return [button(ids(StepVerb.TRAINS), "Train by train…")] if wanted else []


async def choose_route(table: Table, seat: Seat, state: ConsoleState, verb: str, value: str) -> ConsoleState:
    """The console's state after a press while routes are chosen train by train; the state as it is for any other press.

    A train that has one thing to do left does it unasked. Once all have theirs, the runs are shown as any others.
    """
    chosen = state.routes or ()
    if verb == StepVerb.BACK:
        return replace(state, page=0, routes=await _without_last(table, seat, chosen))
    question = await table.ask_train(seat.name, chosen)
    if question is not None and verb == StepVerb.PAGE:
        return replace(state, page=parse_number(value) or 0)
    if question is not None and verb == StepVerb.ROUTE:
        picked = next((o for o in question.options if option_id(question, o) == value), None)
        if picked is None:
            return state
        chosen = (*chosen, _route_of(question, picked))
    elif verb != StepVerb.TRAINS:
        return state
    while (question := await table.ask_train(seat.name, chosen)) is not None and len(question.options) == 1:
        chosen = (*chosen, _route_of(question, question.options[0]))
    if question is not None:
        return ConsoleState(Draft(RunTrains.__name__), 0, state.action_version, chosen)
    running = tuple(r for r in chosen if r.stops)
    return ConsoleState(Draft(RunTrains.__name__, {"routes": running}), 0, state.action_version)


async def _without_last(table: Table, seat: Seat, chosen: Sequence[Route]) -> tuple[Route, ...] | None:
    """The routes before the last choice that was one; None where there was none."""
    left = tuple(chosen)
    while left:
        left = left[:-1]
        question = await table.ask_train(seat.name, left)
        if question is not None and len(question.options) > 1:
            return left
    return None


def option_id(question: TrainQuestion, option: TrainRun) -> str:
    """What a train may do, as a button carries it."""
    return Draft("", {"route": _route_of(question, option)}).digest()


def order_options(question: TrainQuestion) -> list[TrainRun]:
    """What a train may do in the order of its buttons: to stay idle, which has no picture, comes last."""
    return sorted(question.options, key=lambda o: o.run is None)


def _route_of(question: TrainQuestion, option: TrainRun) -> Route:
    """What a train is to do, as it is kept while others are asked."""
    return routes.written([option.run])[0] if option.run is not None else Route(question.train, ())


async def compose_route_question(
    table: Table, view: View, state: ConsoleState, question: TrainQuestion, frame: Frame, *, pictured: bool
) -> Private:
    """The message that asks for the route of one train: a picture of each, numbered, and a button with what it earns; of more
    than a phone's screen shows one page. All are shown on the same part of the map where they can be read so.
    """
    rules, company = table.rules, queries.acting_company(view)
    options = order_options(question)
    marks = [marks_of([Ran(company, (o.run,), o.run.revenue)]) for o in options if o.run is not None]
    pages, window = [range(len(options))], None
    if pictured and marks:
        window = await asyncio.to_thread(render.find_window, view, rules, marks)
        counts = await asyncio.to_thread(render.screens_of_runs, view, rules, marks, window)
        pages = _number_pages(counts, len(options))
    number = min(state.page, len(pages) - 1)
    page = pages[number]
    drawn = [marks[n] for n in page if n < len(marks)]
    pictures = (
        await images.draw_runs(table, view, drawn, first=page.start + 1, window=window) if pictured and drawn else ()
    )
    labels = number_labels(make_distinct(_option_labels(table, question, options)))
    sums = [f"{n + 1} {rules.data.money(options[n].together)}" for n in page]
    train = rules.data.train_called(queries.face(view, question.train))
    title, _ = join_headline(frame.title, f"Route of the {train} ({question.number} of {question.count})")
    body = join_paragraphs(
        frame.note,
        "\n".join(_chosen_lines(table, view, state.routes or ())),
        "\n".join([f"-# All trains then: {', '.join(sums)}.", search_line(table.position, table)]),
    )
    buttons = [button(frame.ids(StepVerb.ROUTE, option_id(question, options[n])), cut_label(labels[n])) for n in page]
    last = [*page_buttons(frame.ids, number, len(pages), "page"), button(frame.ids(StepVerb.BACK), "Back")]
    return Private(title=title, body=body, pictures=pictures, rows=pack_rows(buttons, last))


def _number_pages(counts: Sequence[int], options: int) -> list[range]:
    """The places of the options on each page, by how many runs it shows; to stay idle, which has no picture, is on the last."""
    starts = list(itertools.accumulate(counts, initial=0))
    ends = [*starts[1:-1], options]
    return [range(start, end) for start, end in zip(starts, ends, strict=False)]


def _option_labels(table: Table, question: TrainQuestion, options: Sequence[TrainRun]) -> list[str]:
    """What each option says, and of routes that would say the same what tells them apart."""
    runs = [RunTrains((_route_of(question, o),), by="") for o in options]
    return tell_runs_apart(runs, [_option_words(table, o) for o in options], table.rules, MAX_LABEL_LENGTH - NUMBER)


def _option_words(table: Table, option: TrainRun) -> str:
    """`$60 · Rome–Atlanta`, of a long route both ends; or that the train stays idle."""
    if option.run is None:
        return IDLE.capitalize()
    stops, dollars = option.run.stops, table.rules.data.money(option.run.revenue)
    whole = f"{dollars} · {stop_names(stops, table.rules)}"
    if len(whole) + NUMBER <= MAX_LABEL_LENGTH:
        return whole
    return f"{dollars} · {stop_names(stops[:1], table.rules)} … {stop_names(stops[-1:], table.rules)}"


def _chosen_lines(table: Table, view: View, chosen: Sequence[Route]) -> list[str]:
    """What was chosen for the trains before, a line each."""
    rules = table.rules
    return [
        f"{rules.data.train_called(queries.face(view, r.train))}: {stop_names(r.stops, rules) if r.stops else IDLE}"
        for r in chosen
    ]
