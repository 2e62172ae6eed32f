"""The public turn panel, one per hand-over: who must do what, one picture, at most five buttons; later a line of the log."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any

import render
from bot.core.discord_limits import BUTTONS, TEXTS, fit
from bot.core.text import begin_sentence, escape_markup
from bot.model.action_form import DEALS, action_digest, find_by_digest, leaves_open
from bot.model.kinds import TableStatus
from bot.model.orders import auto_pass
from bot.tables.service import Move, Position, Table, events_seen_by
from bot.views.console.hints import run_hints, station_supply_words
from bot.views.console.train_worth import sold_train_words
from bot.views.custom_ids import CONSOLE, SEAL, VIEW, Id, parse_id
from bot.views.discard_words import discards_with_yes
from bot.views.formatting import escape_line, event_lines, join_names, mention, question_words, timestamp
from bot.views.guide.first_game import (
    advice_button,
    compose_advice,
    find_advised,
    gives_advice,
    is_guided,
    preview_advised,
    says_end,
)
from bot.views.messages import PASSES, PLAYS, Button, Public, Row, button, playing_words
from bot.views.offer_words import offer_words
from bot.views.options.dividends import dividend_lines
from bot.views.options.ending import ending_label, has_bought_all, why_turn_ends
from bot.views.options.outcomes import OptionColours, asks_before_pass, building_end_words, hold_against_advice
from bot.views.options.pictures.asked_things import preview_asked_tile
from bot.views.options.rows import offered_row
from bot.views.options.shortcuts import share_reason, shortcut_buttons
from bot.views.pages.run_reasons import idle_reason
from bot.views.pictures import images, post_pictures
from bot.views.press_verbs import LEAVE_TO_BOT, MORE_LABEL, WAIT_LABEL, ConsoleVerb, SealVerb, ViewVerb
from bot.views.story.company_changes import company_change_pictures
from bot.views.story.move_lines import (
    LINE_ROOM,
    LINES,
    cut_after_round_ends,
    happened_lines,
    lines_of_bots,
    newest_words,
    recent_lines,
)
from bot.views.story.skipped_steps import skipped_line
from game.actions import Action, Bid, BuyTrain, Pass, PlaceToken, RunTrains, SellShares
from game.events import TurnEnded
from game.names import company_name
from game.round_names import is_operating_round, is_stock_round
from game.rules import Rules
from game.state import State
from game.step_keys import StepKey
from render.data import queries
from render.data.names import round_label

NOTHING: Mapping[Action, int] = {}
OPEN, MAP_LABEL = "Take my turn", "Map"
FULL_NAME = re.compile(r" \([^()\d]*\)")  # in a question, which the picture has too
QUESTION = 64  # characters of a question that stay on a line or two of a phone's screen
TRAINS = 4  # kinds of trains that are tried out
ADVICE = 120  # characters beside which what bots did is left to the post above: both would not fit a phone's screen
NEXT = 4  # who is named as next


async def compose_panel(table: Table, moves: Sequence[Move], *, first: bool = False) -> Public:
    """The panel of the present position: one question, one picture, at most five buttons.

    `moves`: what was played since the last panel, stressed in the picture. What happened is told by the panel before, which
    becomes a line of the log.
    """
    position, view = await load_consistent_view(table)
    events = [e for m in moves for e in events_seen_by(m.events, None)]
    # Whatever reads the table comes before anything is waited for: meanwhile somebody may play.
    acting = [s for s in table.seats if s.name in position.deciders]
    head = headline(table, view)
    paid = await dividend_lines(table, view)
    judged = await table.play_runs(acting[0].name) if len(acting) == 1 else {}
    earned = {action: ran.revenue for action, ran in judged.items()}
    advised = await find_advised(table, acting[0].name) if len(acting) == 1 else None
    guided = await compose_advice(table, acting[0].name, view, advised, brief=True) if len(acting) == 1 else ""
    asks = await asks_before_pass(table, acting[0], advised) if len(acting) == 1 else False
    rows = panel_button_rows(table, view, earned, await ending_name(table), advised)
    rows = add_advice_button(rows, table) if await says_end(table) else rows
    buttons, colour = await without_weighty(table, rows, advised), post_pictures.accent_colour(table, view)
    ending = await train_end_line(table, acting[0].name) if len(acting) == 1 else ""
    building = await building_end_words(table, acting[0], view) if len(acting) == 1 and not guided else ""
    ending = ending or (building and f"-# {building}")
    best = next(iter(judged.values()), None)  # what the button plays
    offered = offered_row(view, table.rules)
    tile = await preview_asked_tile(table, view)
    built_so = await preview_advised(table, advised)
    subject = post_pictures.Subject(best, offered, tile, built_so)
    shown = await post_pictures.panel_pictures(table, events, view, first=first, subject=subject)
    picture_words = "" if shown else picture_in_words(table, view)
    built = event_lines(*tile, table.rules)[0] if tile is not None else ""
    brings = (
        offer_words(view, table.rules),
        built,
        await sold_train_words(table, view),
        await discards_with_yes(table, view),
    )
    offer = " · ".join(filter(None, brings))
    why = share_reason(table, view, acting[0].name) if len(acting) == 1 and not guided else ""
    crowded = bool(guided) or len(paid.splitlines()) > 2  # with one line more it would not fit a phone's screen
    texts = (
        explain_colours(head, table, buttons, asks=asks),
        "" if len(guided) > ADVICE else newest_words(lines_of_bots(table, moves, view), LINE_ROOM),
        offer and f"-# {offer}",
        search_line(position, table),
        idle_train_line(next(iter(judged), None), view, table.rules),
        "" if crowded else last_station_line(table, view),
        "" if crowded or offer else await skipped_line(events, view, table.rules),
        picture_words,
        paid,
        why,
        ending,
        guided,
    )
    return Public(
        texts=tuple(t for t in texts if t),
        colour=colour,
        pictures=shown,
        picture_words=picture_words,
        rows=buttons,
        pings=tuple(s.user for s in acting if not s.by_bot),
    )


def idle_train_line(run: Action | None, view: State[Any], rules: Rules) -> str:
    """Why a train stays at home that has a route, in a small line; "" where none does."""
    told = run_hints([run], view, rules) if isinstance(run, RunTrains) and idle_reason(view, rules) else []
    return f"-# {told[0]}" if told else ""


def last_station_line(table: Table, view: State[Any]) -> str:
    """That a station that may be placed is the last, or that the next one is dearer, in a small line; "" elsewhere."""
    asked = {c.kind for p in table.position.deciders for c in table.choices(p)}
    told = (
        station_supply_words(view, table.rules)
        if PlaceToken in asked and queries.step_key(view) == StepKey.TOKEN
        else []
    )
    return f"-# {told[0]}" if told else ""


async def without_weighty(table: Table, rows: tuple[Row, ...], advised: Action | None) -> tuple[Row, ...]:
    """A panel's buttons, of which none is green that shows first what it does. `advised`: what a newcomer is told to do."""
    seat = table.row.seat(table.position.deciders[0]) if len(table.position.deciders) == 1 else None
    if seat is None:
        return rows
    coloured = [b for r in rows for b in r if isinstance(b, Button) and b.style in (PLAYS, PASSES)]
    known = [parse_id(b.id) for b in coloured]
    actions = [find_by_digest(table.choices(seat.name), id.arg) for id in known if id is not None]
    shown_first = await hold_against_advice(table, seat, [a for a in actions if not isinstance(a, Pass)], advised)
    blue = (f":{action_digest(advised)}",) if advised is not None else ()
    return OptionColours(tuple(f":{action_digest(a)}" for a in shown_first), blue).paint(rows)


def search_line(position: Position, table: Table) -> str:
    """How sure the best runs are: `$330 is the best possible.`, `Best found; others at most $40 more.`; "" without runs."""
    if not position.unproven:
        return f"-# {table.rules.data.money(position.revenue)} is the best possible." if position.revenue else ""
    heading, rest = ("Best found so far", " Still looking.") if position.searching else ("Best found", "")
    return f"-# {heading}; other runs earn at most {table.rules.data.money(position.unproven)} more.{rest}"


async def train_end_line(table: Table, seat: str) -> str:
    """Whether the turn ends by itself with a train from the bank, as long as few are for sale, and why; "" where it goes on."""
    position = table.position
    closed = [c for c in position.choices.get(seat, ()) if issubclass(c.kind, BuyTrain) and not leaves_open(c)]
    trains = [a for c in closed for a in c if isinstance(a, BuyTrain) and not a.seller][:TRAINS]
    if position.step != StepKey.TRAINS or not trains:
        return ""
    view, reasons = await table.view(seat), set[str]()
    for action in trains:
        played, after = await table.preview(action, seat)
        following = await table.find_following(played, action)
        if not any(isinstance(e, TurnEnded) for e in (*played.events, *following.events)):
            return ""
        reasons.add(why_turn_ends(queries.acting_company(view), view, after, table.rules))
    reason = reasons.pop() if len(reasons) == 1 else ""
    which = "Any of these trains" if len(trains) > 1 else "This train"
    return f"-# {which} ends the turn{f': {reason}' if reason else ''}."


async def compose_past_panel(table: Table, moves: Sequence[Move]) -> Public:
    """A panel's last text, put in its place once a newer one stands: what was done when it asked, with the board as it was left.

    `moves`: what was played since. What follows the end of a round by itself is told by the post of that round.
    """
    _, view = await load_consistent_view(table)
    shown_moves = moves if table.position.over else cut_after_round_ends(moves)
    lines, events = (
        happened_lines(table, shown_moves, view),
        [e for m in shown_moves for e in events_seen_by(m.events, None)],
    )
    nothing = (
        "Nothing was played here. The same is asked below."
        if table.row.status == TableStatus.RUNNING
        else "The game was ended here."
    )
    text = fit(recent_lines(lines, LINES), TEXTS // 2) if lines else f"-# {nothing}"
    changed = await company_change_pictures(table, shown_moves, view)
    return Public((text,), pictures=(*await post_pictures.built_pictures(table, events, view), *changed))


def picture_in_words(table: Table, view: State[Any]) -> str:
    """What the picture of a panel would show, for a quiet table: lots and bids, whose turn it is, or who holds what."""
    company = queries.acting_company(view)
    if table.position.auction is not None:
        text = "\n".join(render.bids_words(view, table.rules, images.lots_for_sale(table.position)))
    elif company:
        text = render.company_text(view, table.rules, company)
    else:
        text = "\n".join(render.holdings_words(view, table.rules))
    return fit("\n".join(escape_line(line.strip()) for line in text.split("\n")), TEXTS // 2)


async def load_consistent_view(table: Table) -> tuple[Position, State[Any]]:
    """The position and what everybody sees of it, of the same moment: read again where a move was played in between."""
    while True:
        position = table.position
        view = await table.view(None)
        if position is table.position:
            return position, view


def headline(table: Table, view: State[Any]) -> str:
    """Who must do what; where we are, and who comes next."""
    return f"### {deciders_line(table, view)}\n{place_line(table, view)}"


def place_line(table: Table, view: State[Any]) -> str:
    """Where we are, and who comes next, or, where all are asked at once, how many have answered."""
    told = table.rules.words.get(f"{queries.step_key(view)}: done")
    follow = told(view.agenda[-1], view, table.rules) if told is not None else _next_players_line(table, view)
    parts = [round_label(view.round) or "Start", follow]
    if is_operating_round(view.round):
        parts.insert(1, f"phase {view.phase}")
    if table.row.paused:
        parts.append(f"paused {timestamp(table.row.paused)}: no reminders")
    return f"-# {' · '.join(p for p in parts if p)}"


def explain_colours(head: str, table: Table, rows: Sequence[Row], *, asks: bool = False) -> str:
    """The head of a post, with a line below that says which buttons do something at once; without it where none does, and while
    advice is given, which says it at the start. `asks`: a pass is asked about first.
    """
    buttons = (b for row in rows for b in row if isinstance(b, Button))
    step = table.position.step
    words = playing_words(buttons, asks=asks, yes_or_no=step == StepKey.CONSENT, dividend=step == StepKey.DIVIDEND)
    return f"{head}\n-# {words}. Undo: *{MORE_LABEL}*." if words and not gives_advice(table) else head


def _next_players_line(table: Table, view: State[Any]) -> str:
    """`then SAL (Cid), GA (Ann)`, or the players who come next; nothing where several are asked at once."""
    if len(table.position.deciders) != 1:
        return ""
    companies = queries.operate_next(view, table.rules)
    if companies is not None:
        parts = [f"{escape_markup(c)} ({join_names(table.row, [view.companies[c].president])})" for c in companies]
        return _first_names(parts) or "the last company of this round"
    player = table.position.deciders[0]
    step = view.agenda[-1] if view.agenda else None
    if getattr(step, "key", "") == StepKey.PAR:  # it interrupts a turn that goes on elsewhere
        return ""
    if (following := step.next_players(view) if step is not None else None) is not None:
        runs = [(join_names(table.row, [p]), len([*alike])) for p, alike in itertools.groupby(following)]
        return _first_names([name if times == 1 else f"{name} twice" for name, times in runs])
    auction = table.position.auction
    bidders = auction.bidders if auction is not None else ()
    waiting = getattr(step, "todo", None) or getattr(step, "waiting", None) or bidders or None
    index = view.order.index(player)
    after = [*view.order[index + 1 :], *view.order[:index]]
    return _first_names([join_names(table.row, [p]) for p in (after if waiting is None else waiting) if p != player])


def _first_names(lines: Sequence[str]) -> str:
    """The first of those who come next, in one phrase; "" for nobody."""
    return f"then {', '.join(lines[:NEXT])}{' …' if len(lines) > NEXT else ''}" if lines else ""


def deciders_line(table: Table, view: State[Any]) -> str:
    """Everybody who must act, mentioned, with what they are asked."""
    mentions = ", ".join(dict.fromkeys(mention(s) for s in table.seats if s.name in table.position.deciders))
    questions = dict.fromkeys(short_question(table, view, s) for s in table.position.deciders)
    return f"{mentions}: {' / '.join(questions)}"


def short_question(table: Table, view: State[Any], seat: str) -> str:
    """What a seat is asked; in an auction in a few words, since the picture or the buttons name the lots and their prices."""
    choices = table.choices(seat)
    question = question_words(choices, view, table.rules)
    if table.position.auction is None:
        return question
    question = FULL_NAME.sub("", question)
    if len(question) <= QUESTION:
        return question
    bids = [c for c in choices if issubclass(c.kind, Bid)]
    lots = {a.item for c in bids for a in c if isinstance(a, Bid)}
    if len(lots) > 1 and not table.position.auction.now and all(issubclass(c.kind, Bid) and c.ranges for c in choices):
        return "Put one of these up for auction, with a bid"
    on = f" on {company_name(table.rules, lots.pop())}" if len(lots) == 1 else ""  # its picture may stand far above
    does = ["buy"] * any(not c.ranges for c in bids) + [f"bid{on}"] * any(bool(c.ranges) for c in bids)
    does += ["pass"] * any(issubclass(c.kind, Pass) for c in choices)
    comma = "," if on else ""
    question = f"{', '.join(does[:-1])}{comma} or {does[-1]}" if len(does) > 1 else "".join(does)
    return begin_sentence(question)


async def ending_name(table: Table) -> str:
    """The name of the button by which whoever must act ends building, or the turn, by several passes, or runs before it; "" where
    there is none.
    """
    acting = table.position.deciders
    if len(acting) != 1 or is_guided(table, acting[0]):
        return ""
    runs, seat = table.position.step == StepKey.RUN, table.row.seat(acting[0])
    plan = await table.plan_ending(seat) if runs and seat is not None else await table.plan_passes(acting[0])
    return ending_label(plan) if plan is not None and not plan.forgoes else ""


def may_pass_on(table: Table, seat: str) -> bool:
    """Whether a player may pass on the one thing that is sold now, which is mostly asked again and again."""
    auction = table.position.auction
    alone = auction is not None and auction.alone and auction.now
    return bool(alone) and any(c.kind is Pass for c in table.choices(seat))


def can_only_wait(table: Table, seat: str, view: State[Any]) -> bool:
    """Whether a player in a stock round can buy nothing: mostly the same each time until it ends.

    Never where players hold cards in secret: whether one can buy would show what is in a hand.
    """
    if any(kind.covert for kind in table.rules.actions):
        return False
    kinds = {c.kind for c in table.choices(seat)}
    if has_bought_all(table.choices(seat), view):
        return False
    return is_stock_round(table.position.round) and Pass in kinds and kinds <= {Pass, SellShares, *DEALS}


def wait_button(table: Table) -> Button:
    """The button by which somebody who can buy nothing passes until others sell or start something."""
    return button(Id(SEAL, table.id, 0, SealVerb.WAIT, auto_pass.moment_key(table.position)), WAIT_LABEL)


def panel_button_rows(
    table: Table,
    view: State[Any],
    earned: Mapping[Action, int] = NOTHING,
    ending: str = "",
    advised: Action | None = None,
) -> tuple[Row, ...]:
    """The buttons: to act, what is done most likely, the map, and the market with all the rest.

    `earned`: what runs would bring; `ending`: the name of the button that passes more than once; `advised`: what a newcomer is
    told to do.
    """
    position = table.position
    if position.over:
        return ()
    action_version = table.action_version(position.deciders[0]) if len(position.deciders) == 1 else 0
    shortcuts: list[Button] = []
    if len(position.deciders) == 1:
        shortcuts = shortcut_buttons(table, view, position.deciders[0], action_version, earned, ending, advised)
    # The move tells this panel from all others: after a crash it is looked for by that.
    buttons: list[Button] = [
        button(Id(CONSOLE, table.id, action_version, ConsoleVerb.OPEN, str(position.move)), OPEN, "primary"),
        *shortcuts,
    ]
    alone = position.deciders[0] if len(position.deciders) == 1 else ""
    waits = bool(alone) and can_only_wait(table, alone, view)
    if waits and not gives_advice(table):  # beside advice a row of buttons more has no room
        buttons.append(wait_button(table))
    room = BUTTONS - 2  # for the map, and all the rest
    if alone and may_pass_on(table, alone) and not waits and len(buttons) < room:  # else behind *Market, more*
        buttons.append(button(Id(SEAL, table.id, 0, SealVerb.PASSES), LEAVE_TO_BOT))
    return ((*buttons[:room], map_button(table), button(Id(VIEW, table.id, 0, ViewVerb.MORE), MORE_LABEL)),)


def map_button(table: Table) -> Button:
    """The button that shows the map."""
    return button(Id(VIEW, table.id, 0, ViewVerb.MAP), MAP_LABEL)


def add_advice_button(rows: Sequence[Row], table: Table) -> tuple[Row, ...]:
    """A panel's buttons with the one that asks for more advice, which takes the place of the one that waits for others. None is
    green, which was the colour of advice until now.
    """
    (buttons,) = rows
    left_out = (WAIT_LABEL, MAP_LABEL)  # the first is not for who has just begun, the second follows
    acting = [b for b in buttons[:-1] if not (isinstance(b, Button) and (b.style == PLAYS or b.label in left_out))]
    acting, looks = [*acting, map_button(table)], buttons[-1:]
    return ((*acting[: BUTTONS - len(looks) - 1], advice_button(table), *looks),)
