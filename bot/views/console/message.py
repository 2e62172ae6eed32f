"""The private console: choose, see the consequences, commit.

Every message says in its ids, and the draft's row keeps, where it stands: it goes on after a restart, in another client,
hours later.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.discord_limits import OPTIONS
from bot.model.action_form import Draft, ask_next, find_by_digest, listed_actions, pass_action
from bot.model.models import Seat
from bot.model.orders import auto_draft
from bot.tables.lookahead.pass_plans import PassPlan
from bot.tables.service import Table
from bot.views.console.layout import (
    ConsoleIds,
    Frame,
    colour_words,
    join_facts,
    join_paragraphs,
    more_buttons,
    option_button_rows,
    page_buttons,
)
from bot.views.console.preview_step import compose_preview
from bot.views.console.question_step import compose_question
from bot.views.console.route_step import compose_route_question
from bot.views.console.state import ConsoleState
from bot.views.custom_ids import SEAL, Id
from bot.views.formatting import View, escape_line, join_names, purse_words
from bot.views.guide.first_game import departs_from, find_advised, is_guided
from bot.views.messages import PASSES, PLAYS, Button, Private, Style, button
from bot.views.offer_words import own_offer_words
from bot.views.options.arrangement import arrange_offers, page_places, page_runs, put_visited_first
from bot.views.options.ending import ending_label, ending_style, has_bought_all, pass_label, pass_style, plan_words
from bot.views.options.labels import cut_label, option_labels
from bot.views.options.outcomes import building_end_words
from bot.views.options.run_offers import keep_best_run, list_runs_once
from bot.views.options.screen import (
    Screen,
    action_options,
    asks_price,
    lists_many_trains,
    make_screen,
    name_sides,
    put_behind_kinds,
)
from bot.views.pictures.picture_stack import join_pictures
from bot.views.press_verbs import DRAFT_FOR_ME, LEAVE_TO_BOT, SealVerb, StepVerb
from bot.views.turn_panel import can_only_wait, wait_button
from bot.views.ways import ways
from game.actions import Action, ClosePrivate, Pass, RunTrains, Use
from render.data.names import round_label

MOVED_ON = "The game has moved on. What comes next is below."


def whose_turn_words(table: Table) -> str:
    """Who must act, in a sentence."""
    if table.position.over:
        return "The game is over."
    return f"It is {join_names(table.row, table.position.deciders)}'s turn."


async def find_screen(table: Table, seat: Seat, state: ConsoleState, view: View, *, pictured: bool = True) -> Screen:
    """What a console offers as it stands, in the order of its buttons. Of runs that are `pictured` one screen's, else all. What
    stands alone beside a pass is shown at once, but where a newcomer is advised something else it is an option.
    """
    choices = table.choices(seat.name)
    screen, first = make_screen(choices, state.draft), state.draft == Draft()
    meant = [action for name in state.meant if (action := find_by_digest(choices, name)) is not None]
    if meant and screen.action is None:
        return replace(screen, options=action_options(meant, screen.question), more=())
    if first and screen.action is not None and departs_from(await find_advised(table, seat.name), screen.action):
        screen = make_screen(choices, state.draft, asks=True)
    if first and has_bought_all(choices, view):
        screen = put_behind_kinds(choices)
    if any(o.kind is RunTrains for o in screen.options):
        only, ran = keep_best_run if first else list_runs_once, await table.play_runs(seat.name)
        screen = only(screen, ran)
        screen = await page_runs(screen, ran, view, table.rules, state.page) if pictured else screen
    if any(o.kind is Use for o in screen.options):
        screen = put_visited_first(screen, view, table.rules)
    if asks_price(screen) or lists_many_trains(screen):
        screen = arrange_offers(screen, view, table.rules, seat.name, state.page)
    screen = name_sides(screen)
    return page_places(screen, view, table.rules, state.page)


async def compose_console(
    table: Table, seat: Seat, state: ConsoleState, note: str = "", *, pictured: bool = True
) -> Private:
    """The private message of a console as it stands now. Reads memory and, for a preview, plays in a worker thread; changes
    nothing. It is of one position, whoever plays meanwhile.

    Unless it is `pictured`, nothing is drawn, and no number points into a picture.
    """
    table = table.copy_as_it_is()
    title = place_title(table)
    if not table.choices(seat.name):
        told = whose_turn_words(table) if table.position.over else ways().ping
        return Private(title=title, body=join_paragraphs(note, told))
    view = await table.view(seat.name)
    ids = ConsoleIds(table.id, table.action_version(seat.name), state.digest())
    if seat.name not in table.position.deciders and state.draft == Draft():
        return _compose_meanwhile(table, seat, ids, view, note)
    if state.routes is not None and (question := await table.ask_train(seat.name, state.routes)) is not None:
        frame = Frame(ids, title, note)
        made = await compose_route_question(table, view, state, question, frame, pictured=pictured)
        return await _with_one_picture(made)
    screen, advised = (
        await find_screen(table, seat, state, view, pictured=pictured),
        await find_advised(table, seat.name),
    )
    frame = await _complete_frame(Frame(ids, title, note), table, seat, state, screen, view, advised)
    if screen.action is not None:
        asked = state.draft == Draft()
        made = await compose_preview(table, seat, screen, frame, advised, asked=asked, pictured=pictured)
    else:
        made = await compose_question(table, seat, state, screen, frame, advised, pictured=pictured)
    return await _with_one_picture(replace(made, body=join_paragraphs(made.body, frame.below)))


def _compose_meanwhile(table: Table, seat: Seat, ids: ConsoleIds, view: View, note: str) -> Private:
    """What a seat of which nothing is asked now has to know, and may do."""
    choices, rules = table.choices(seat.name), table.rules
    screen = Screen(ask_next(choices, Draft()), action_options(listed_actions(choices)[:OPTIONS]))
    rows = option_button_rows(ids, screen, option_labels(screen, choices, view, rules), 0, choices, view, rules)
    body = join_paragraphs(
        note,
        "" if note else escape_line(own_offer_words(view, rules, seat.name)),
        purse_words(rules, view, seat.name),
        whose_turn_words(table),
        join_facts([colour_words(rows, table.rules)]),
    )
    return Private(title=place_title(table), body=body, rows=rows)


async def _complete_frame(
    frame: Frame, table: Table, seat: Seat, state: ConsoleState, screen: Screen, view: View, advised: Action | None
) -> Frame:
    """What stands round what a console asks, with its last and first buttons. `advised`: what a newcomer is told to do."""
    choices, rules, begun, ids = table.choices(seat.name), table.rules, state.draft != Draft(), frame.ids
    plan = await table.plan_ending(seat) if not begun and not is_guided(table, seat.name) else None
    # What one holds in secret, and alone can use, is done most.
    hidden = tuple(o for o in screen.more if o.kind.covert and screen.options)
    seldom = tuple(o for o in screen.more if o.kind is ClosePrivate)  # below what ends a step
    first, others, lowest = (
        more_buttons(ids, replace(screen, more=more), choices, view, rules)
        for more in (hidden, tuple(o for o in screen.more if o not in (*hidden, *seldom)), seldom)
    )
    part = "page" if any(o.kind is RunTrains for o in screen.options) else "part"
    beside = [*page_buttons(ids, min(state.page, screen.pages - 1), screen.pages, part), *others]
    grouped = any(o.field == "train" and state.page for o in screen.options)  # one of several groups of trains is open
    if grouped:
        beside = [button(ids(StepVerb.PAGE, "0"), "Back")]
    elif begun:
        beside.append(button(ids(StepVerb.BACK), "Back"))
    ending = [] if begun or grouped else _ending_buttons(table, seat, screen, view, ids, plan)
    # A pass that is the thing to do comes first.
    leads = int(bool(ending) and ending[0].style == PLAYS and ending[0].id == str(ids(StepVerb.PASS)))
    if ending and isinstance(advised, Pass) and screen.action != advised:
        style: Style = "primary" if await table.asks_before_pass(seat) else PLAYS
        first, ending, leads = [replace(ending[0], style=style), *first], ending[1:], 0
    below = (
        plan_words(plan, rules) if plan is not None else "" if begun else await building_end_words(table, seat, view)
    )
    below = f"-# {below}" if below else ""
    last = (*ending[:leads], *beside, *ending[leads:], *lowest)
    return replace(frame, last=last, first=tuple(first), below=below)


def place_title(table: Table) -> str:
    """The round, as the title of an answer."""
    return round_label(table.position.round) or "Start"


def _ending_buttons(
    table: Table, seat: Seat, screen: Screen, view: View, ids: ConsoleIds, plan: PassPlan | None
) -> list[Button]:
    """What ends a step: the pass, which is pressed most of all; what lets the bot pass, but in a what-if, whose player plays all
    seats; all passes of the `plan`.
    """
    choices, auction, made = table.choices(seat.name), table.position.auction, list[Button]()
    has_orders = not table.row.private
    ending = pass_action(choices)
    named = pass_label(ending, choices, view, table.rules) if ending is not None else ""
    if ending is not None and screen.action != ending:
        made.append(button(ids(StepVerb.PASS), cut_label(named), pass_style(choices, view)))
        if has_orders and can_only_wait(table, seat.name, view):
            made.append(wait_button(table))
        elif has_orders and auction is not None and auction.now:
            made.append(button(Id(SEAL, table.id, 0, SealVerb.PASSES), LEAVE_TO_BOT))
    if plan is not None:
        label = ending_label(plan)
        made.append(button(ids(StepVerb.END), label, PASSES if made else ending_style(label)))
    if has_orders and table.position.recurs and ending is not None:
        made.append(button(Id(SEAL, table.id, 0, SealVerb.KEEP), f"{named} until I say", PASSES))
    if has_orders and table.position.step == auto_draft.STEP:
        made.append(button(Id(SEAL, table.id, 0, SealVerb.ASK_DRAFT), DRAFT_FOR_ME))
    return made


async def _with_one_picture(made: Private) -> Private:
    """The message with its pictures as one."""
    return made if len(made.pictures) < 2 else replace(made, pictures=await join_pictures(made.pictures))
