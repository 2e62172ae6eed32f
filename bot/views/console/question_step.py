"""The message of a console that asks something: words, one picture, a button for each option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

import render
from bot.model.action_form import Draft
from bot.model.models import Seat
from bot.model.orders.standing_order import STEPS_OF_BUYERS
from bot.tables.service import Table
from bot.views.console.layout import ConsoleIds, Frame, StepButtons, colour_words, holdings_button, join_headline
from bot.views.console.phone_screen import Content, fit_screen, pictures_height, room_for_picture
from bot.views.console.question_facts import brief_station_words, find_earnings, list_facts, station_words
from bot.views.console.questions import first_question, next_question_words, question_text
from bot.views.console.route_step import train_by_train_buttons
from bot.views.console.state import ConsoleState
from bot.views.formatting import View
from bot.views.guide.first_game import compose_advice
from bot.views.messages import Button, Picture, Private, button
from bot.views.options.card_picks import auctions_cards, card_pick_pictures, pick_labels
from bot.views.options.card_sales import (
    asks_how_many,
    card_sale_pictures,
    leaves_players_out,
    sells_cards,
    shorten_purchases,
)
from bot.views.options.labels import option_labels, picture_labels
from bot.views.options.outcomes import asks_before_pass, find_colours
from bot.views.options.pictures.asked_things import asked_pictures
from bot.views.options.pictures.named_things import named_pictures
from bot.views.options.pictures.step_pictures import is_lettered, route_words, screen_pictures
from bot.views.options.pictures.stock_pictures import stock_pictures
from bot.views.options.pictures.train_sales import asks_for_train, train_sale_pictures
from bot.views.options.screen import Screen, ScreenOption, fit_as_buttons, picks_cards
from bot.views.options.start_facts import asks_par
from bot.views.pictures import images
from bot.views.press_verbs import TYPE_ROUTE, StepVerb
from bot.views.turn_panel import search_line
from game.actions import Action, Answer, Pass, RunTrains
from game.choices import Choice
from game.events import Ran
from game.rules import Rules
from game.step_keys import StepKey
from render.data import queries


async def compose_question(
    table: Table,
    seat: Seat,
    state: ConsoleState,
    screen: Screen,
    frame: Frame,
    advised: Action | None,
    *,
    pictured: bool,
) -> Private:
    """The message of a console that asks something: one picture, one button for each option. `advised`: what a newcomer is told
    to do.
    """
    step = await _look_at(table, seat, state, screen, pictured=pictured)
    labels = _label_options(step)
    content = await _compose_content(step, labels, frame, advised)
    tight = step.subject is Subject.OTHERS or asks_par(screen)
    room = room_for_picture(content.tighten() if tight else content)
    if _lacks_players(step, labels, room):
        content = _with_holdings(content)
        room = room_for_picture(content)
    drawn = await _draw(step, labels, room)
    pictures = await _add_pictures(step, drawn) if pictured else ()
    content = _fit_to_pictures(content, step, labels, drawn, pictures)
    return Private(title=content.title, body=content.body, pictures=pictures, rows=content.rows)


class Subject(Enum):
    """What the picture of a step shows."""

    NOTHING = auto()
    CARDS = auto()  # for sale, with everybody's holdings
    PICKS = auto()  # cards of which some are kept
    LOTS = auto()  # cards of which one is put up for auction
    SHARES = auto()  # for sale, with everybody's holdings
    TRAINS = auto()
    OTHERS = auto()


def _find_subject(table: Table, seat: Seat, state: ConsoleState, screen: Screen, view: View) -> Subject:
    """What the picture of a step shows."""
    in_stock_turn = table.position.step in STEPS_OF_BUYERS
    if in_stock_turn and not only_sells(table.choices(seat.name)) and sells_cards(view, table.rules, seat.name):
        return Subject.CARDS
    if picks_cards(screen.options):
        return Subject.PICKS
    if auctions_cards(screen, view, table.rules):
        return Subject.LOTS
    if in_stock_turn and (state.draft == Draft() or asks_par(screen)):
        return Subject.SHARES
    return Subject.TRAINS if asks_for_train(screen, view) else Subject.OTHERS


def _listed(screen: Screen) -> Sequence[ScreenOption]:
    """The options that have a button each, with a number in the picture."""
    return screen.options if fit_as_buttons(screen.options) and screen.question.span is None else ()


@dataclass(frozen=True)
class Step:
    """What is asked of whom. `subject`: of its picture; `ran`: what the runs on offer would bring; `earned`: what trains earn
    with each of the options, where they differ by that.
    """

    table: Table
    seat: Seat
    state: ConsoleState
    screen: Screen
    view: View
    subject: Subject
    ran: Mapping[Action, Ran]
    earned: Mapping[Action, int]


async def _look_at(table: Table, seat: Seat, state: ConsoleState, screen: Screen, *, pictured: bool) -> Step:
    """What a console asks as it stands."""
    view = await table.view(seat.name)
    ran = await table.play_runs(seat.name) if any(o.kind is RunTrains for o in screen.options) else {}
    earned = {action: run.revenue for action, run in ran.items()} or await find_earnings(table, seat, view, screen)
    subject = _find_subject(table, seat, state, screen, view) if pictured else Subject.NOTHING
    return Step(table, seat, state, screen, view, subject, ran, earned)


async def _compose_content(step: Step, labels: Sequence[str], frame: Frame, advised: Action | None) -> Content:
    """All words and buttons of a step, those of its options with the numbers of its picture."""
    table, seat, state, screen, view = step.table, step.seat, step.state, step.screen, step.view
    first = state.draft == Draft()
    advice = await compose_advice(table, seat.name, view, advised, offers=screen.options, draft=state.draft)
    asked = (first_question if first else next_question_words)(table, seat, screen, view)
    title, rest = join_headline(frame.title, asked)
    numbered, buttons = _number_labels(labels, step), await _find_buttons(step, frame, advised)
    asks = first and await asks_before_pass(table, seat, advised)
    return Content(
        title=title,
        note=frame.note,
        above="\n".join(filter(None, (rest, _asked_number(step, asked) if first else "", advice))),
        facts=await list_facts(table, seat, state, screen, view, step.earned),
        colours=colour_words(
            buttons.make_rows(numbered),
            table.rules,
            asks_first=asks,
            yes_or_no=table.position.step == StepKey.CONSENT,
            dividend=table.position.step == StepKey.DIVIDEND,
        ),
        below=search_line(table.position, table) if step.ran else "",
        last=frame.below,
        labels=numbered,
        buttons=buttons,
    )


async def _find_buttons(step: Step, frame: Frame, advised: Action | None) -> StepButtons:
    """The buttons of a step, of which the options have no words yet."""
    table, state, screen, ids = step.table, step.state, step.screen, frame.ids
    holdings = table.position.step in STEPS_OF_BUYERS and step.subject not in (Subject.CARDS, Subject.SHARES)
    last = (
        *train_by_train_buttons(ids, screen),
        *_form_buttons(ids, screen, state),
        *frame.last,
        *([holdings_button(ids)] if holdings else []),
    )
    colours = await find_colours(table, step.seat, (*screen.options, *screen.more), state.draft, advised)
    choices = table.choices(step.seat.name)
    return StepButtons(ids, screen, state, choices, step.view, table.rules, colours, frame.first, last)


def _asked_number(step: Step, asked: str) -> str:
    """Which number, or how many things, are asked for, where the question does not say it."""
    pending = step.screen.question
    counted = pending.pick is not None and f" {pending.pick.low} " in asked
    asks = (pending.span is not None or pending.pick is not None) and not counted
    return question_text(pending, step.table.rules) if asks else ""


def _fit_to_pictures(
    content: Content, step: Step, labels: Sequence[str], drawn: Sequence[Picture], pictures: Sequence[Picture]
) -> Content:
    """The content beside its pictures: no more of it than has room on their screen, unless all words are asked for. `drawn`:
    those that have the numbers of the options; without them runs alone have some, with the routes in words.
    """
    numbered = content.labels is not labels
    if not drawn and not step.ran:
        content = replace(content, labels=labels)
    if not pictures:
        return replace(content, runs=route_words(step.ran, step.screen, labels))
    if numbered and content.labels is not labels:
        stations = station_words(step.screen, labels, step.view, step.table.rules)
        content = replace(content, stations=stations, brief=stations and brief_station_words(step.screen, labels))
    return content if step.state.whole else fit_screen(content, pictures_height(pictures))


def _with_holdings(content: Content) -> Content:
    """The content with the button that shows who holds what."""
    buttons = content.buttons
    return replace(content, buttons=replace(buttons, last=(*buttons.last, holdings_button(buttons.ids))))


def _label_options(step: Step) -> list[str]:
    """The words of the options, without what the picture says; of runs and answers with what they bring in front."""
    screen, view, rules = step.screen, step.view, step.table.rules
    plain = option_labels(screen, step.table.choices(step.seat.name), view, rules)
    labels = [
        with_revenue(rules, step.earned.get(o.action) if o.action is not None else None, label)
        for o, label in zip(screen.options, plain, strict=True)
    ]
    if step.subject is Subject.CARDS and _listed(screen):
        return shorten_purchases(labels, screen.options, view, rules)
    if step.subject is Subject.PICKS and (_listed(screen) or screen.question.pick is not None):
        return pick_labels(screen, view, rules)
    if step.subject is Subject.LOTS and not _listed(screen):
        return pick_labels(screen, view, rules)
    return labels


def _number_labels(labels: Sequence[str], step: Step) -> Sequence[str]:
    """The words of the options with the numbers of the picture; what the best run earns where it is the only one; else as they
    are: not in a menu either.
    """
    screen = step.screen
    runs = [step.ran[o.action] for o in screen.options if o.action is not None and o.action in step.ran]
    if len(runs) == len(labels) == 1:
        return [f"Run for {step.table.rules.data.money(runs[0].revenue)}"]
    counted = step.subject is Subject.CARDS and asks_how_many(screen.options)
    listed_below = step.subject is Subject.SHARES and not fit_as_buttons(screen.options)
    if has_numbers(screen) and not counted and not listed_below:
        return picture_labels(labels, screen, step.table.rules, lettered=is_lettered(screen, step.view))
    return labels


def _lacks_players(step: Step, labels: Sequence[str], room: int) -> bool:
    """Whether the picture of cards for sale has no room, in so many pixels, for what players hold."""
    listed = _listed(step.screen)
    given = step.view, step.table.rules, step.seat.name, listed, labels[: len(listed)]
    return step.subject is Subject.CARDS and leaves_players_out(*given, room)


async def _draw(step: Step, labels: Sequence[str], room: int) -> tuple[Picture, ...]:
    """The picture of what may be chosen. `room`: pixels of its height that leave words and buttons on the screen."""
    table, view, screen, listed = step.table, step.view, step.screen, _listed(step.screen)
    match step.subject:
        case Subject.NOTHING:
            return ()
        case Subject.CARDS:
            return await card_sale_pictures(table, view, step.seat.name, listed, labels[: len(listed)], room)
        case Subject.PICKS | Subject.LOTS:
            return await card_pick_pictures(table, view, step.seat.name, screen, step.state.picked, room)
        case Subject.SHARES:
            return await stock_pictures(table, view, screen, labels, room)
        case Subject.TRAINS:
            return await train_sale_pictures(table, view, listed, labels[: len(listed)], room)
        case Subject.OTHERS:
            return await screen_pictures(table, view, screen, labels, step.ran, room)


async def _add_pictures(step: Step, pictures: tuple[Picture, ...]) -> tuple[Picture, ...]:
    """The pictures with cards that are looked at meanwhile; where there is none, with what the question is about."""
    table, view, first = step.table, step.view, step.state.draft == Draft()
    shown = step.subject in (Subject.CARDS, Subject.PICKS) or table.position.auction is not None
    if not shown and (first or step.screen.question.pick):
        pictures = (*await _card_pictures(table, step.seat, view, listed=bool(pictures)), *pictures)
    if not pictures and first:
        pictures = await asked_pictures(table, view, table.choices(step.seat.name))
    return pictures or await named_pictures(table, view, step.screen)


def has_numbers(screen: Screen) -> bool:
    """Whether the picture of a step has numbers for its options: not that of a thing for which a price or an answer is asked."""
    return screen.question.span is None and not all(isinstance(o.action, Answer) for o in screen.options)


def _form_buttons(ids: ConsoleIds, screen: Screen, state: ConsoleState) -> list[Button]:
    """The button that opens a form, where something may be typed that no option is; else none. Routes, which few people type,
    stand beside other runs alone.
    """
    if _takes_other_amounts(screen):
        return [button(ids(StepVerb.FORM), "Another amount…")]
    choice = screen.question.choice
    if state.draft != Draft() and choice is not None and choice.judge is not None and len(choice.actions) > 1:
        return [button(ids(StepVerb.FORM), TYPE_ROUTE)]
    return []


async def _card_pictures(table: Table, seat: Seat, view: View, *, listed: bool) -> tuple[Picture, ...]:
    """The cards of a player's hand and of a draft, those from which one is asked to take last, next to their list, and of rows as
    soon as any of them may be for sale; none where a company is on turn or only a sale is possible. `listed`: another picture
    has what may be taken, so no draft.
    """
    if queries.acting_company(view) or only_sells(table.choices(seat.name)):
        return ()
    asked = queries.step_key(view)
    drafted = () if listed and asked == "draft" else await images.draw_draft(table, view)
    held = await images.draw_hand(table, view, seat.name)
    for_sale = any(not pile.closed for pile in render.offers(view, table.rules))
    offered = await images.draw_offers(table, view) if for_sale else ()
    return (*offered, *(held + drafted if asked == "draft" else drafted + held))


def only_sells(choices: Sequence[Choice]) -> bool:
    """Whether somebody who is asked can only sell: cards of a hand and of rows do not matter then."""
    return all(c.kind.verb in ("sell", Pass.verb) for c in choices)


def _takes_other_amounts(screen: Screen) -> bool:
    """Whether a number may be given that none of the options is."""
    span = screen.question.span
    return span is not None and len(span.values()) > sum(o.choice in span for o in screen.options)


def with_revenue(rules: Rules, dollars: int | None, label: str) -> str:
    """The label of runs with the dollars that they bring in front; None: as it is."""
    return label if dollars is None else f"{rules.data.money(dollars)} · {label}"
