"""The message of a console that asks something: words, one picture, a button for each option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

import render
from bot.core.text import begin_sentence
from bot.model.action_form import Draft, pass_action
from bot.model.models import Seat
from bot.model.orders.standing_order import STEPS_OF_BUYERS
from bot.tables.service import Table
from bot.views.console.hints import hints
from bot.views.console.layout import (
    ConsoleIds,
    Frame,
    button_rows,
    colour_words,
    join_facts,
    join_headline,
    join_paragraphs,
    join_rows,
    option_rows,
    pick_rows,
)
from bot.views.console.phone_screen import StepWords, fit_screen, room_for_picture
from bot.views.console.question_facts import (
    cash_words,
    dear_share_words,
    lost_train_words,
    special_tile_words,
    station_words,
)
from bot.views.console.questions import path_words, question_text, step_words
from bot.views.console.route_step import train_by_train_buttons
from bot.views.console.state import ConsoleState
from bot.views.console.station_worth import station_worth_words
from bot.views.console.train_limits import explain_withheld_train
from bot.views.console.train_worth import train_worth_words
from bot.views.console.withheld_shares import explain_withheld_shares
from bot.views.custom_ids import VIEW, Id
from bot.views.discard_words import discards_with_yes
from bot.views.formatting import View
from bot.views.guide.first_game import compose_advice
from bot.views.messages import (
    Button,
    Picture,
    Private,
    Row,
    button,
)
from bot.views.offer_words import CONSENT, next_train_words, offer_words
from bot.views.options.asked_things import asked_pictures, asked_tile_words
from bot.views.options.card_picks import card_pick_pictures, cost_words, pick_labels, picks_several_cards
from bot.views.options.card_sales import card_sale_pictures, leaves_players_out, sells_cards, shorten_purchases
from bot.views.options.labels import (
    option_labels,
    picture_labels,
)
from bot.views.options.named_things import named_pictures
from bot.views.options.outcomes import asks_before_pass, find_colours
from bot.views.options.pictures import (
    asks_par,
    find_only_hex,
    find_only_power,
    is_lettered,
    route_words,
    screen_pictures,
    stock_pictures,
)
from bot.views.options.powers import named_powers, powers_of, told_powers
from bot.views.options.screen import Screen, ScreenOption, fit_as_buttons, picks_cards, priced_company
from bot.views.options.start_facts import start_facts
from bot.views.options.tight_labels import tighten_labels
from bot.views.options.train_sales import asks_for_train, train_sale_pictures
from bot.views.pictures import images
from bot.views.press_verbs import TYPE_ROUTE, StepVerb, ViewVerb
from bot.views.turn_panel import search_line, short_question
from game.actions import Action, Answer, Bid, BuyTrain, Choose, LayTile, Pass, PlaceToken, RunTrains
from game.choices import Choice
from game.events import Ran
from game.rules import Rules
from render.data import queries
from render.data.names import listed
from render.text.card_words import capital_words

MORE_WORDS = "More"  # of the button that shows all words, also those that have no room beside the picture


async def compose_question(
    table: Table,
    seat: Seat,
    state: ConsoleState,
    screen: Screen,
    frame: Frame,
    *,
    pictured: bool,
) -> Private:
    """The message of a console that asks something: one picture, one button for each option."""
    rules = table.rules
    view = await table.view(seat.name)
    ran = await table.play_runs(seat.name) if any(o.kind is RunTrains for o in screen.offers) else {}
    sums = {action: run.revenue for action, run in ran.items()} or await find_earnings(table, seat, view, screen)
    labels = [
        with_revenue(rules, sums.get(o.action) if o.action is not None else None, label)
        for o, label in zip(screen.offers, option_labels(screen, table.choices(seat.name), view, rules), strict=True)
    ]
    asked, advice, needed, useful = await _question_lines(table, seat, state, screen, view)
    title, rest = join_headline(frame.title, asked)
    needed += [f"Without it the trains earn {rules.data.money(n)}." for a, n in sums.items() if isinstance(a, Pass)]
    facts = list(dict.fromkeys(filter(None, (*needed, *useful))))
    subject = _find_subject(table, seat, state, screen, view) if pictured else Subject.NOTHING
    step = _Step(table, seat, state, screen, view, subject)
    labels = _shorten_labels(labels, subject, screen, view, rules)
    if table.position.step in STEPS_OF_BUYERS and subject not in (Subject.CARDS, Subject.SHARES):
        frame.last.append(holdings_button(frame.ids))
    asks = state.draft == Draft() and await asks_before_pass(table, seat)

    colours_of = await find_colours(table, seat, (*screen.offers, *screen.more), state.draft)

    def make_rows(labels: Sequence[str], more: bool) -> tuple[Row, ...]:
        """The buttons with these words; `more`: with the one that shows all words above them."""
        rows = (
            pick_rows(frame.ids, screen, labels, state.picked)
            if picks_several_cards(screen)
            else option_rows(frame.ids, screen, labels, state.page, table.choices(seat.name), view, rules)
        )
        others = [*train_by_train_buttons(frame.ids, screen), *_form_buttons(frame.ids, screen, state), *frame.last]
        others += [button(frame.ids(StepVerb.WORDS), MORE_WORDS)] if more else []
        return colours_of.paint(join_rows((*button_rows(frame.first), *rows), others))

    numbered = _number_labels(labels, step, ran)
    rows = make_rows(numbered, False)
    colours = colour_words(rows, asks_first=asks, yes_or_no=table.position.step == CONSENT)
    above = "\n".join(filter(None, (rest, advice)))
    below = search_line(table.position, table) if ran else ""
    least = join_paragraphs(frame.note, above, join_facts([*filter(None, needed), colours]), below, frame.below)
    shortest = tighten_labels(numbered) if subject is Subject.OTHERS else numbered
    room = room_for_picture(title, least, make_rows(shortest, len(facts) > 1))
    if _lacks_players(step, labels, room):
        frame.last.append(holdings_button(frame.ids))
        room = room_for_picture(title, least, make_rows(numbered, len(facts) > 1))
    pictures = await _draw(step, labels, ran, room)
    if not pictures:
        numbered = numbered if ran else labels  # runs have their numbers in words too
        rows = make_rows(numbered, False)
    pictures = await _add_pictures(step, pictures) if pictured else ()
    stations = station_words(screen, labels, view, rules) if numbered is not labels and pictures else ""
    runs = route_words(ran, screen, labels) if not pictures else ""  # else the pictures say it
    words = StepWords(title, frame.note, above, facts, colours, runs, stations, below, frame.below)
    if not pictures or state.whole:
        return Private(title=title, body=words.body(facts, stations=stations), pictures=pictures, rows=rows)
    body, rows = fit_screen(words, pictures, numbered, make_rows)
    return Private(title=title, body=body, pictures=pictures, rows=rows)


def _number_labels(labels: Sequence[str], step: _Step, ran: dict[Action, Ran]) -> Sequence[str]:
    """The words of the options with the numbers of the picture; what the best run earns where it is the only one; else as they
    are: not in a menu either.
    """
    if ran and len(labels) == 1:
        return [f"Run for {labels[0].partition(' · ')[0]}"]
    screen = step.screen
    if has_numbers(screen) and not (step.subject is Subject.SHARES and not fit_as_buttons(screen.offers)):
        return picture_labels(labels, screen, step.table.rules, lettered=is_lettered(screen, step.view))
    return labels


class Subject(Enum):
    """What the picture of a step shows."""

    NOTHING = auto()
    CARDS = auto()  # for sale, with everybody's holdings
    PICKS = auto()  # cards of which some are kept
    SHARES = auto()  # for sale, with everybody's holdings
    TRAINS = auto()
    OTHERS = auto()


def _find_subject(table: Table, seat: Seat, state: ConsoleState, screen: Screen, view: View) -> Subject:
    """What the picture of a step shows."""
    in_stock_turn = table.position.step in STEPS_OF_BUYERS
    if in_stock_turn and not only_sells(table.choices(seat.name)) and sells_cards(view, table.rules, seat.name):
        return Subject.CARDS
    if picks_cards(screen.offers):
        return Subject.PICKS
    if in_stock_turn and (state.draft == Draft() or asks_par(screen)):
        return Subject.SHARES
    return Subject.TRAINS if asks_for_train(screen, view) else Subject.OTHERS


def _listed(screen: Screen) -> Sequence[ScreenOption]:
    """The options that have a button each, with a number in the picture."""
    return screen.offers if fit_as_buttons(screen.offers) and screen.asked.span is None else ()


def _shorten_labels(labels: list[str], subject: Subject, screen: Screen, view: View, rules: Rules) -> list[str]:
    """The words of the options without what the picture says."""
    if subject is Subject.CARDS and _listed(screen):
        return shorten_purchases(labels, screen.offers, view, rules)
    if subject is Subject.PICKS and (_listed(screen) or screen.asked.pick is not None):
        return pick_labels(screen, view, rules)
    return labels


@dataclass(frozen=True)
class _Step:
    """What is asked of whom, and what its picture shows."""

    table: Table
    seat: Seat
    state: ConsoleState
    screen: Screen
    view: View
    subject: Subject


def _lacks_players(step: _Step, labels: Sequence[str], room: int) -> bool:
    """Whether the picture of cards for sale has no room, in so many pixels, for what players hold."""
    listed = _listed(step.screen)
    given = step.view, step.table.rules, step.seat.name, listed, labels[: len(listed)]
    return step.subject is Subject.CARDS and leaves_players_out(*given, room)


async def _draw(step: _Step, labels: Sequence[str], ran: dict[Action, Ran], room: int) -> tuple[Picture, ...]:
    """The picture of what may be chosen. `room`: pixels of its height that leave words and buttons on the screen."""
    table, view, screen, listed = step.table, step.view, step.screen, _listed(step.screen)
    match step.subject:
        case Subject.NOTHING:
            return ()
        case Subject.CARDS:
            return await card_sale_pictures(table, view, step.seat.name, listed, labels[: len(listed)], room)
        case Subject.PICKS:
            return await card_pick_pictures(table, view, step.seat.name, screen, step.state.picked, room)
        case Subject.SHARES:
            return await stock_pictures(table, view, screen, labels, room)
        case Subject.TRAINS:
            return await train_sale_pictures(table, view, listed, labels[: len(listed)], room)
        case Subject.OTHERS:
            return await screen_pictures(table, view, screen, labels, ran, room)


async def _add_pictures(step: _Step, pictures: tuple[Picture, ...]) -> tuple[Picture, ...]:
    """The same with cards that are looked at meanwhile; where there is none, with what the question is about."""
    table, view, first = step.table, step.view, step.state.draft == Draft()
    if step.subject not in (Subject.CARDS, Subject.PICKS) and (first or step.screen.asked.pick):
        pictures = (*await _card_pictures(table, step.seat, view, listed=bool(pictures)), *pictures)
    if not pictures and first:
        pictures = await asked_pictures(table, view, table.choices(step.seat.name))
    return pictures or await named_pictures(table, view, step.screen)


async def find_earnings(table: Table, seat: Seat, view: View, screen: Screen) -> dict[Action, int]:
    """What a company's trains earn together with each answer to a question of its title, and with none; empty where they earn
    the same with all of them.
    """
    company, ending = queries.acting_company(view), pass_action(table.choices(seat.name))
    answers: list[Action] = [o.action for o in screen.offers if isinstance(o.action, Choose)]
    if company not in view.companies or ending is None or not 0 < len(answers) == len(screen.offers):
        return {}
    earned = {a: (await table.preview(a, a.by))[1].companies[company].earned for a in (*answers, ending)}
    return earned if len({*earned.values()}) > 1 else {}


def holdings_button(ids: ConsoleIds) -> Button:
    """The button that shows who holds what, where the picture of a stock round has no room for it."""
    return button(Id(VIEW, ids.table, 0, ViewVerb.HOLDINGS), "Holdings")


def has_numbers(screen: Screen) -> bool:
    """Whether the picture of a step has numbers for its options: not that of a thing for which a price or an answer is asked."""
    return screen.asked.span is None and not all(isinstance(o.action, Answer) for o in screen.offers)


def _form_buttons(ids: ConsoleIds, screen: Screen, state: ConsoleState) -> list[Button]:
    """The button that opens a form, where something may be typed that no option is; else none. Routes, which few people type,
    stand beside other runs alone.
    """
    if _takes_other_amounts(screen):
        return [button(ids(StepVerb.FORM), "Another amount…")]
    choice = screen.asked.choice
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
    sold = any(not pile.closed for pile in render.offers(view, table.rules))
    offered = await images.draw_offers(table, view) if sold else ()
    return (*offered, *(held + drafted if asked == "draft" else drafted + held))


async def _question_lines(
    table: Table, seat: Seat, state: ConsoleState, screen: Screen, view: View
) -> tuple[str, str, list[str], list[str]]:
    """What is asked now, after what was chosen so far; advice for a newcomer; the facts by which one decides, first what can be
    spent; and others.
    """
    pending, rules = screen.asked, table.rules
    advice = await compose_advice(table, seat.name, view, offers=screen.offers, draft=state.draft)
    asked = (
        first_question(table, seat, screen, view)
        if state.draft == Draft()
        else _next_question(table, seat, screen, view)
    )
    counted = pending.pick is not None and f" {pending.pick.low} " in asked  # it is said how many
    if state.draft == Draft() and (pending.span is not None or pending.pick is not None) and not counted:
        advice = "\n".join(filter(None, (question_text(pending, rules), advice)))
    facts = [cash_words(rules, view, seat.name, bidding=table.position.auction is not None and seat.name in view.order)]
    if priced := priced_company(screen):
        started = " · ".join(map(str, start_facts(priced, view, rules)))
        facts += [begin_sentence(started)] if started and state.draft != Draft() else []
        facts.append(f"{capital_words(rules, priced)} {next_train_words(view, rules)}".rstrip())
    draft = state.draft if state.draft != Draft() else Draft(next((o.kind.__name__ for o in screen.offers), ""))
    facts += told_powers(named_powers(table.choices(seat.name), draft), view, rules)
    if (power := draft.given.get("using")) and draft.kind == LayTile.__name__:
        facts += told_powers([str(power)], view, rules)
    facts += [await station_worth_words(table, screen, view), await train_worth_words(table, screen, view)]
    facts += [*dear_share_words(screen, view, rules), await discards_with_yes(table, view)]
    facts.append(await lost_train_words(table, screen, view))
    if state.draft.given == {"amount": 0} or all(
        isinstance(o.action, Bid) and not o.action.amount for o in screen.offers
    ):
        facts.append(step_words("unpaid", view, rules))
    facts.append(step_words("raised", view, rules))
    facts += [cost_words(state.picked, rules), offer_words(view, rules), await asked_tile_words(table, view)]
    others: list[str] = []
    if any(o.kind is BuyTrain for o in screen.offers):
        others.append(await explain_withheld_train(table, seat.name, view))
    forced = not any(c.kind is Pass for c in table.choices(seat.name))
    others += hints(screen, view, rules, forced=forced)
    if state.draft == Draft():
        others += await explain_withheld_shares(table, seat.name, view)
    return asked, advice, facts, others


def first_question(table: Table, seat: Seat, screen: Screen, view: View) -> str:
    """What is asked at the beginning; of what is built, only where or which, since the panel above says what it is."""
    rules, ending = table.rules, pass_action(table.choices(seat.name))
    company = begin_sentence(queries.called(rules, queries.acting_company(view)))
    power = special_tile_words(find_only_power(screen), rules)
    uses = powers_of(table.choices(seat.name)) if {o.kind for o in screen.offers} == {PlaceToken} else ()
    step = queries.step_key(view)
    if only := find_only_hex(screen):
        return f"{company}{f', {power}' if power else ''}: which tile in {queries.place_name(rules, only)}?"
    if power:
        return f"{company}: lay {power}{', or done' if ending is not None else ''}"
    if uses:
        return f"{company}: use {listed(uses, 'or')} to place a station where?"
    build = {LayTile: ("track", "lay track"), PlaceToken: ("token", "place a station")}
    for kind, (key, words) in build.items():
        if step == key and len(screen.offers) > 1 and {o.kind for o in screen.offers} == {kind}:
            return f"{company}: {words} where?"
    return short_question(table, view, seat.name)


def _next_question(table: Table, seat: Seat, screen: Screen, view: View) -> str:
    """What is asked after something was chosen, which stands before it: `CoG · lay a tile · Milledgeville (G7): which tile?`"""
    pending, rules = screen.asked, table.rules
    asked = question_text(pending, rules, view) if pending.field else short_question(table, view, seat.name)
    if [o.kind for o in screen.offers] == [RunTrains]:  # there is nothing to choose from
        asked = ""
    path = " · ".join(
        filter(None, [path_words(screen, view, rules), special_tile_words(find_only_power(screen), rules)])
    )
    if set(re.findall(r"\w+", asked.casefold())) <= set(re.findall(r"\w+", path.casefold())):  # what was chosen asks it
        asked = ""
    return ": ".join(filter(None, (path, asked[:1].lower() + asked[1:] if path and pending.field else asked)))


def only_sells(choices: Sequence[Choice]) -> bool:
    """Whether somebody who is asked can only sell: cards of a hand and of rows do not matter then."""
    return all(c.kind.verb in ("sell", Pass.verb) for c in choices)


def _takes_other_amounts(screen: Screen) -> bool:
    """Whether a number may be given that none of the options is."""
    span = screen.asked.span
    return span is not None and len(span.values()) > sum(o.choice in span for o in screen.offers)


def with_revenue(rules: Rules, dollars: int | None, label: str) -> str:
    """The label of runs with the dollars that they bring in front; None: as it is."""
    return label if dollars is None else f"{rules.data.money(dollars)} · {label}"
