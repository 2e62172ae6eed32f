"""The private console: choose, see the consequences, commit.

Every message says in its ids, and the draft's row keeps, where it stands: it goes on after a restart, in another client,
hours later.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.discord_limits import OPTIONS
from bot.model.action_form import Draft, ask_next, listed_actions, pass_action
from bot.model.models import Seat
from bot.model.orders import auto_draft
from bot.tables.service import Table
from bot.views.console.layout import (
    ConsoleIds,
    Frame,
    colour_words,
    join_facts,
    join_paragraphs,
    more_buttons,
    option_rows,
)
from bot.views.console.preview_step import compose_preview
from bot.views.console.question_step import compose_question
from bot.views.console.route_step import compose_route_question
from bot.views.console.state import ConsoleState
from bot.views.custom_ids import SEAL, Id
from bot.views.formatting import (
    View,
    escape_line,
    join_names,
    purse_words,
)
from bot.views.guide.first_game import is_guided
from bot.views.messages import (
    PASSES,
    PLAYS,
    Button,
    Private,
    button,
)
from bot.views.offer_words import own_offer_words
from bot.views.options.arrangement import arrange_offers, page_places, page_runs, put_visited_first
from bot.views.options.ending import ending_label, ending_words, has_bought_all, pass_label, pass_style
from bot.views.options.labels import (
    cut_label,
    option_labels,
)
from bot.views.options.run_offers import keep_best_runs, list_runs_once
from bot.views.options.screen import (
    Screen,
    action_offers,
    asks_price,
    lists_many_trains,
    make_screen,
    put_behind_kinds,
)
from bot.views.pictures.picture_stack import join_pictures
from bot.views.press_verbs import DRAFT_FOR_ME, LEAVE_TO_BOT, SealVerb, StepVerb
from bot.views.turn_panel import can_only_wait
from bot.views.ways import ways
from game.actions import RunTrains, Use
from render.data.names import round_label

MOVED_ON = "The game has moved on. What comes next is below."


def whose_turn_words(table: Table) -> str:
    """Who must act, in a sentence."""
    if table.position.over:
        return "The game is over."
    return f"It is {join_names(table.row, table.position.deciders)}'s turn."


async def find_screen(table: Table, seat: Seat, state: ConsoleState, view: View, *, pictured: bool = True) -> Screen:
    """What a console offers as it stands, in the order of its buttons. Of runs that are `pictured` one screen's, else all."""
    choices = table.choices(seat.name)
    screen = make_screen(choices, state.draft)
    first = state.draft == Draft()
    if first and has_bought_all(choices, view):
        screen = put_behind_kinds(choices)
    if any(o.kind is RunTrains for o in screen.offers):
        only, ran = keep_best_runs if first else list_runs_once, await table.play_runs(seat.name)
        screen = only(screen, ran)
        screen = await page_runs(screen, ran, view, table.rules, state.page) if pictured else screen
    if any(o.kind is Use for o in screen.offers):
        screen = put_visited_first(screen, view, table.rules)
    if asks_price(screen) or lists_many_trains(screen):
        screen = arrange_offers(screen, view, table.rules, seat.name, state.page)
    return page_places(screen, view, table.rules, state.page)


async def compose_console(
    table: Table, seat: Seat, state: ConsoleState, note: str = "", *, pictured: bool = True
) -> Private:
    """The private message of a console as it stands now. Reads memory and, for a preview, plays in a worker thread; changes
    nothing.

    Unless it is `pictured`, nothing is drawn, and no number points into a picture.
    """
    choices = table.choices(seat.name)
    title = round_label(table.position.round) or "Start"
    if not choices:
        return Private(
            title=title, body=join_paragraphs(note, whose_turn_words(table) if table.position.over else ways().ping)
        )
    view = await table.view(seat.name)
    ids = ConsoleIds(table.id, table.action_version(seat.name), state.digest())
    if seat.name not in table.position.deciders and state.draft == Draft():  # nothing is asked of this seat
        meanwhile = Screen(ask_next(choices, Draft()), action_offers(listed_actions(choices)[:OPTIONS]))
        rows = option_rows(
            ids, meanwhile, option_labels(meanwhile, choices, view, table.rules), state.page, choices, view, table.rules
        )
        return Private(
            title=title,
            body=join_paragraphs(
                note,
                "" if note else escape_line(own_offer_words(view, table.rules, seat.name)),
                purse_words(table.rules, view, seat.name),
                whose_turn_words(table),
                join_facts([colour_words(rows)]),
            ),
            rows=rows,
        )
    if state.routes is not None and (question := await table.ask_train(seat.name, state.routes)) is not None:
        frame = Frame(ids, title, note, [])
        asked = await compose_route_question(table, view, state, question, frame, pictured=pictured)
        return await _with_one_picture(asked)
    screen = await find_screen(table, seat, state, view, pictured=pictured)
    ending = pass_action(choices) if state.draft == Draft() else None
    hidden = tuple(o for o in screen.more if o.kind.covert)  # what one holds in secret, and alone can use: done most
    first = more_buttons(ids, replace(screen, more=hidden), choices, view, table.rules) if screen.offers else []
    shown = replace(screen, more=tuple(o for o in screen.more if not first or o not in hidden))
    beside: list[Button] = more_buttons(ids, shown, choices, view, table.rules)
    if screen.pages > 1:
        following = (min(state.page, screen.pages - 1) + 1) % screen.pages
        part = "page" if screen.offers[0].kind is RunTrains else "part"
        turned = f"Next ▶ ({part} {following + 1} of {screen.pages})"
        beside.insert(0, button(ids(StepVerb.PAGE, str(following)), turned))
    plan = await table.plan_ending(seat) if state.draft == Draft() and not is_guided(table, seat.name) else None
    if any(o.field == "train" and state.page for o in screen.offers):  # one of several groups of trains is open
        beside = [button(ids(StepVerb.PAGE, "0"), "Back")]
    elif state.draft != Draft():
        beside.append(button(ids(StepVerb.BACK), "Back"))
    elif ending is not None and screen.action != ending:  # the most frequent press of all
        passing = cut_label(pass_label(ending, choices, view, table.rules))
        style = pass_style(choices, view)
        beside.insert(0 if style == PLAYS else len(beside), button(ids(StepVerb.PASS), passing, style))
        auction = table.position.auction
        if can_only_wait(table, seat.name, view) or (auction is not None and auction.now):
            beside.append(button(Id(SEAL, table.id, 0, SealVerb.PASSES), LEAVE_TO_BOT))
        if plan is not None:
            beside.append(button(ids(StepVerb.END), ending_label(plan), PASSES))
    elif plan is not None:
        beside.append(button(ids(StepVerb.END), ending_label(plan), PLAYS))
    if table.position.recurs and ending is not None:
        kept = pass_label(ending, choices, view, table.rules)
        beside.append(button(Id(SEAL, table.id, 0, SealVerb.KEEP), f"{kept} until I say", PASSES))
    if table.position.step == auto_draft.STEP and state.draft == Draft():
        beside.append(button(Id(SEAL, table.id, 0, SealVerb.ASK_DRAFT), DRAFT_FOR_ME))
    below = f"-# {ending_words(plan, table.rules)}" if plan is not None else ""
    frame = Frame(ids, title, note, beside, tuple(first), below)
    if screen.action is not None:
        made = await compose_preview(table, seat, screen, frame, asked=state.draft == Draft(), pictured=pictured)
    else:
        made = await compose_question(table, seat, state, screen, frame, pictured=pictured)
    return await _with_one_picture(replace(made, body=join_paragraphs(made.body, below)))


async def _with_one_picture(made: Private) -> Private:
    """The message with its pictures as one."""
    return made if len(made.pictures) < 2 else replace(made, pictures=await join_pictures(made.pictures))
