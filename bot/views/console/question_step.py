"""The message of a console that asks something: words, one picture, a button for each option."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

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
from bot.views.console.questions import path_words, question_text, step_words
from bot.views.console.route_step import train_by_train_buttons
from bot.views.console.state import ConsoleState
from bot.views.console.station_worth import station_worth_words
from bot.views.console.train_limits import explain_withheld_train
from bot.views.console.train_worth import train_worth_words
from bot.views.console.withheld_shares import explain_withheld_shares
from bot.views.custom_ids import VIEW, Id
from bot.views.discard_words import discards_with, discards_with_yes
from bot.views.formatting import View, escape_line
from bot.views.guide.first_game import compose_advice
from bot.views.messages import (
    Button,
    Picture,
    Private,
    button,
)
from bot.views.offer_words import CONSENT, next_train_words, offer_words
from bot.views.options.asked_things import asked_pictures, asked_tile_words
from bot.views.options.card_picks import card_pick_pictures, cost_words, pick_labels, picks_several_cards
from bot.views.options.card_sales import card_sale_pictures, sells_cards, shorten_purchases
from bot.views.options.labels import (
    option_labels,
    picture_labels,
)
from bot.views.options.named_things import named_pictures
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
from bot.views.options.screen import Screen, fit_as_buttons, picks_cards, priced_company
from bot.views.options.start_facts import start_facts
from bot.views.options.train_sales import asks_for_train, train_sale_pictures
from bot.views.pictures import images
from bot.views.press_verbs import StepVerb, ViewVerb
from bot.views.turn_panel import search_line, short_question
from game.actions import Action, Answer, Bid, BuyShare, BuyTrain, Choose, LayTile, Pass, PlaceToken, RunTrains
from game.choices import Choice
from game.rules import Rules
from render.data import queries
from render.data.choice_names import choice_name
from render.data.names import listed
from render.text.card_words import capital_words

# Pixels on a phone: what is looked at without getting lost, what is left free of it, a line of so many letters at least, and a
# button, two or so of which share a line.
SCREEN_AND_A_HALF, SPARE, LINE, LETTERS, BUTTON = 900, 30, 20, 50, 22
WHOSE = re.compile(r"(?<=\()[^(),]+, [^(),]+, ")  # name and owner of a minor, before what it has


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
    in_stock_turn = table.position.step in STEPS_OF_BUYERS
    trades = in_stock_turn and (state.draft == Draft() or asks_par(screen))
    pictures: tuple[Picture, ...] = ()
    cards = in_stock_turn and not only_sells(table.choices(seat.name)) and sells_cards(view, rules, seat.name)
    listed = screen.offers if fit_as_buttons(screen.offers) and screen.asked.span is None else ()
    asked, advice, facts = await _question_lines(table, seat, state, screen, view)
    room = picture_room([f"{frame.title} · {asked}", advice, *facts], len(listed) + len(frame.last))
    if pictured and cards:
        labels = shorten_purchases(labels, screen.offers, view, rules) if listed else labels
        pictures = await card_sale_pictures(table, view, seat.name, listed, labels[: len(listed)], room)
    elif pictured and picks_cards(screen.offers):
        labels = pick_labels(screen, view, rules) if listed or screen.asked.pick is not None else labels
        pictures = await card_pick_pictures(table, view, seat.name, screen, state.picked)
    elif pictured and trades:
        pictures = await stock_pictures(table, view, screen, labels, room)
    elif pictured and asks_for_train(screen, view):
        pictures = await train_sale_pictures(table, view, listed, labels[: len(listed)])
    elif pictured:
        pictures = await screen_pictures(table, view, screen, labels, ran)
    if in_stock_turn and not (pictured and (trades or cards)):
        frame.last.append(holdings_button(frame.ids))
    button_labels = labels
    if ran and len(labels) == 1:  # the best run
        button_labels = [f"Run for {labels[0].partition(' · ')[0]}"]
    elif pictures and has_numbers(screen) and not (trades and not fit_as_buttons(screen.offers)):  # nor in a menu
        button_labels = picture_labels(labels, screen, rules, lettered=is_lettered(screen, view))
    rows = (
        pick_rows(frame.ids, screen, button_labels, state.picked)
        if picks_several_cards(screen)
        else option_rows(frame.ids, screen, button_labels, state.page, table.choices(seat.name), view, rules)
    )
    if pictured and not (cards or picks_cards(screen.offers)) and (state.draft == Draft() or screen.asked.pick):
        pictures = (*await _card_pictures(table, seat, view, listed=bool(pictures)), *pictures)
    if pictured and not pictures:
        asked_of = await asked_pictures(table, view, table.choices(seat.name)) if state.draft == Draft() else ()
        pictures = asked_of or await named_pictures(table, view, screen)
    title, rest = join_headline(frame.title, asked)
    without = next((dollars for action, dollars in sums.items() if isinstance(action, Pass)), None)
    if without is not None:
        facts.append(f"Without it the trains earn {rules.data.money(without)}.")
    buttons = [*train_by_train_buttons(frame.ids, screen), *_form_buttons(frame.ids, screen, state), *frame.last]
    rows = join_rows((*button_rows(frame.first), *rows), buttons)
    asks = state.draft == Draft() and await table.asks_before_pass(seat)
    colours = colour_words(rows, asks_first=asks, yes_or_no=table.position.step == CONSENT)
    body = join_paragraphs(
        frame.note,
        "\n".join(filter(None, (rest, advice))),
        join_facts([*facts, colours]),
        route_words(ran, screen, labels) if not pictures else "",  # else the pictures say it
        station_words(screen, labels, view, rules) if pictures else "",
        search_line(table.position, table) if ran else "",
    )
    return Private(title=title, body=body, pictures=pictures, rows=rows)


def picture_room(words: Sequence[str], buttons: int) -> int:
    """Pixels of a picture's height, a third of them on a phone, that with these words and so many buttons make a screen and a
    half at most.
    """
    lines = sum(math.ceil(len(text) / LETTERS) for text in words)
    return 3 * (SCREEN_AND_A_HALF - SPARE - lines * LINE - buttons * BUTTON)


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
        return [button(ids(StepVerb.FORM), "Type a route…")]
    return []


def station_words(screen: Screen, labels: Sequence[str], view: View, rules: Rules) -> str:
    """Whose stations the picture shows, where the title says it, and below it what has no room on the buttons, but not whose each
    is: all are one's own; else "".
    """
    stations = screen.offers and all(issubclass(o.kind, PlaceToken) for o in screen.offers)
    said = step_words("picture", view, rules) if stations else ""
    if not said:
        return ""
    lines = labels if fit_as_buttons(screen.offers) else ()
    lettered = is_lettered(screen, view)
    listed = (f"{choice_name(n, lettered=lettered)} · {WHOSE.sub('', text)}" for n, text in enumerate(lines, 1))
    return "\n".join(f"-# {line}" for line in (said, *listed))


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
) -> tuple[str, str, list[str]]:
    """What is asked now, after what was chosen so far; advice for a newcomer; and the facts, first what can be spent."""
    pending, rules = screen.asked, table.rules
    advice = await compose_advice(table, seat.name, view) if state.draft == Draft() else ""
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
        started = " · ".join(filter(None, start_facts(priced, view, rules)))
        facts += [begin_sentence(started)] if started and state.draft != Draft() else []
        facts.append(f"{capital_words(rules, priced)} {next_train_words(view, rules)}".rstrip())
    draft = state.draft if state.draft != Draft() else Draft(next((o.kind.__name__ for o in screen.offers), ""))
    facts += told_powers(named_powers(table.choices(seat.name), draft), view, rules)
    if (power := draft.given.get("using")) and draft.kind == LayTile.__name__:
        facts += told_powers([str(power)], view, rules)
    facts += [await station_worth_words(table, screen, view), await train_worth_words(table, screen, view)]
    if any(o.kind is BuyTrain for o in screen.offers):
        facts.append(await explain_withheld_train(table, seat.name, view))
    forced = not any(c.kind is Pass for c in table.choices(seat.name))
    facts += hints(screen, view, rules, forced=forced) + dear_share_words(screen, view, rules)
    facts += [await discards_with_yes(table, view), await _lost_trains(table, screen, view)]
    if state.draft.given == {"amount": 0} or all(
        isinstance(o.action, Bid) and not o.action.amount for o in screen.offers
    ):
        facts.append(step_words("unpaid", view, rules))
    if state.draft == Draft():
        facts += await explain_withheld_shares(table, seat.name, view)
    return (
        asked,
        advice,
        [*facts, cost_words(state.picked, rules), offer_words(view, rules), await asked_tile_words(table, view)],
    )


async def _lost_trains(table: Table, screen: Screen, view: View) -> str:
    """What goes with a train for which a price is asked (`With it minor 13 discards a Pullman.`), or with one of the bank's; ""
    where nothing does.
    """
    given, kind = screen.asked.draft.given, screen.asked.draft.kind
    if kind == BuyTrain.__name__ and screen.asked.span is not None:
        priced = [a for c in screen.asked.agreeing for a in c.matching(given)]
        return await discards_with(table, next(iter(priced), None), view)
    sold = [o.action for o in screen.offers if isinstance(o.action, BuyTrain) and not o.action.seller]  # by one press
    return await discards_with(table, next(iter(sold), None), view, what="a train of the bank")


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


def special_tile_words(private: str, rules: Rules) -> str:
    """What a tile is that the power of a private company allows: `the free tile of ETWCR`; "" where there is no such power."""
    ability = next((a for a in rules.data.privates[private].abilities if a.kind == "lay"), None) if private else None
    if ability is None:
        return ""
    return f"the {'free ' if ability.free else 'extra ' if ability.extra else ''}tile of {private}"


def cash_words(rules: Rules, view: View, seat: str, *, bidding: bool = False) -> str:
    """What can be spent now: by the company whose turn it is and by oneself; while lots are sold (`bidding`), what everybody
    has free, since that is what others can bid.
    """
    company, own = queries.acting_company(view), rules.data.money(view.cash.get(seat, 0))
    if bidding:
        bound = {p: sum(bids.get(p, 0) for bids in view.bids.values()) for p in view.order}
        free = {p: rules.data.money(view.cash.get(p, 0) - bound[p]) for p in view.order}
        yours = f"you {free[seat]}{f' (of {own})' if bound[seat] else ''}"
        others = [f"{rules.person(p)} {free[p]}" for p in view.order if p != seat]
        return escape_line(f"Free cash: {' · '.join((yours, *others))}")
    if not company:
        return f"You have {own}"
    return f"{begin_sentence(queries.called(rules, company))} {rules.data.money(view.cash.get(company, 0))} · you {own}"


def dear_share_words(screen: Screen, view: View, rules: Rules) -> list[str]:
    """Which shares that are offered cost more than the market gives for them: `GMO $75 costs more than its market price, $65`;
    of several one line with all of them.
    """
    money, shares = rules.data.money, (o.action for o in screen.offers if isinstance(o.action, BuyShare))
    dear = {
        f"{a.company} {money(queries.asking(view, rules, a.company, a.source))}": money(
            queries.price(view, rules, a.company)
        )
        for a in shares
        if queries.costs_too_much(view, rules, a.company, a.source)
    }
    if len(dear) < 2:
        return [f"{asked} costs more than its market price, {price}" for asked, price in dear.items()]
    return [f"Above their market price: {', '.join(f'{asked} (market {price})' for asked, price in dear.items())}"]


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
