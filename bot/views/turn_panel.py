"""The public turn panel, one per hand-over: who must do what, one picture, at most five buttons; later a line of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import render
from bot.core.discord_limits import BUTTONS, TEXTS, fit
from bot.core.text import escape_markup
from bot.model.action_form import action_digest, leaves_open
from bot.model.kinds import MADE_BY_BOT, Via
from bot.model.models import GameRow
from bot.tables.service import Move, Position, Table, events_seen_by
from bot.views import images
from bot.views.custom_ids import ACT, CONSOLE, END_ALL, VIEW, Id
from bot.views.formatting import (
    action_words,
    escape_line,
    event_lines,
    join_names,
    mention,
    money,
    question_words,
    safe_name,
    timestamp,
)
from bot.views.guide.first_game import compose_advice
from bot.views.messages import Button, Public, Row, button
from bot.views.options.dividends import dividend_lines
from bot.views.options.ending import ending_label, pass_label
from bot.views.press_verbs import ConsoleVerb, ViewVerb
from bot.views.story.company_changes import company_change_pictures
from game.actions import (
    Action,
    Bid,
    BuyShare,
    BuyTrain,
    LayTile,
    Par,
    Pass,
    PayDividend,
    RunTrains,
    SellShares,
    TakePrivate,
)
from game.choices import Choice
from game.events import Event, Passed, RoundEnded
from game.round_names import is_operating_round
from game.state import State
from render.data import queries
from render.data.names import holder

NOTHING: Mapping[Action, int] = {}
LINES = 8  # of what happened since the post before
OPEN = "Take my turn"
MARKED = MADE_BY_BOT - {Via.PROXY_BID, Via.BOT}  # made for a player: the line says so
MORE = "More"
LIKELY = 2  # actions that have a button of their own
BUTTON = 32  # characters of a button: five fit in two rows on a phone
QUESTION = 64  # characters of a question that stay on a line or two of a phone's screen
NEXT = 4  # who is named as next
MAX_LIKELY_BUTTONS = 4  # plain actions of one of the first kinds, each of which may be one press
SELF_ENDED = {  # steps that end by themselves, by the key of the step: what is said of the company
    "track": "has no track to lay now",
    "token": "has no station to place now",
    "trains": "has no train to buy now",
}
FIRST = (RunTrains, PayDividend, Bid, BuyTrain, BuyShare)  # what is done rather than anything else


async def compose_panel(table: Table, moves: Sequence[Move], *, first: bool = False) -> Public:
    """The panel of the present position: one question, one picture, at most five buttons.

    `moves`: what was played since the last panel, stressed in the picture. What happened is told by the panel before, which
    becomes a line of the log.
    """
    position, view = await load_consistent_view(table)
    events = [e for m in moves for e in events_seen_by(m.events, None)]
    # Whatever reads the table comes before the pictures: while they are drawn somebody may play.
    acting = [s for s in table.seats if s.name in position.deciders]
    guided = await advice_of(table, view)
    head, paid = headline(table, view), await dividend_lines(table, view)
    earned = await table.earnings(acting[0].name) if len(acting) == 1 else {}
    buttons, colour = button_rows(table, view, earned, await ending_name(table)), images.accent_colour(table, view)
    shown = await images.panel_pictures(table, events, view, first=first)
    texts = (head, search_line(position, table), "" if shown else picture_in_words(table, view), paid, guided)
    return Public(
        texts=tuple(t for t in texts if t),
        colour=colour,
        pictures=shown,
        rows=buttons,
        pings=tuple(s.user for s in acting if not s.by_bot),
    )


def search_line(position: Position, table: Table) -> str:
    """How sure the best runs are: "-# Best runs, proven: $330.", "-# Best runs found; at most $40 more."; "" without runs."""
    if not position.unproven:
        return f"-# Best runs, proven: {money(table.rules, position.revenue)}." if position.revenue else ""
    heading, rest = ("Best runs found so far", " Still looking.") if position.searching else ("Best runs found", "")
    return f"-# {heading}; at most {money(table.rules, position.unproven)} more.{rest}"


async def advice_of(table: Table, view: State[Any]) -> str:
    """What whoever must act is told at a guided table; "" at others."""
    acting = table.position.deciders
    return await compose_advice(table, acting[0], view, brief=True) if len(acting) == 1 else ""


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
    text = fit(recent_lines(lines, LINES), TEXTS // 2) if lines else "-# Asked again below."
    changed = await company_change_pictures(table, shown_moves, view)
    return Public((text,), pictures=(*await images.built_pictures(table, events, view), *changed))


def cut_after_round_ends(moves: Sequence[Move]) -> list[Move]:
    """The moves without what the ends of rounds among them brought about by themselves."""
    shown_moves, ended = [], False
    for move in moves:
        if ended and move.via in MADE_BY_BOT:
            continue
        ends = [n for n, e in enumerate(move.events) if isinstance(e, RoundEnded)]
        shown_moves.append(replace(move, events=move.events[: ends[0] + 1]) if ends else move)
        ended = bool(ends)
    return shown_moves


def opening_lines(table: Table, moves: Sequence[Move], name: str, view: State[Any]) -> list[str]:
    """What the end of the newest round of that name brought about by itself, line by line, until the next round ends."""
    ends = [n for n, m in enumerate(moves) if any(isinstance(e, RoundEnded) and e.name == name for e in m.events)]
    lines: list[str] = []
    for n, move in enumerate(moves[ends[-1] :] if ends else ()):
        if n and move.via not in MADE_BY_BOT:
            break
        events = [*move.events]
        if not n:
            events = events[max(i for i, e in enumerate(events) if isinstance(e, RoundEnded) and e.name == name) + 1 :]
        ended = next((i for i, e in enumerate(events) if isinstance(e, RoundEnded)), None)
        lines += happened_lines(table, [replace(move, events=tuple(events[:ended]))], view) if events[:ended] else []
        if ended is not None:
            break
    return lines


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
    parts = [view.round or "Start", _next_players_line(table, view)]
    if is_operating_round(view.round):
        parts.insert(1, f"phase {view.phase}")
    if table.row.paused:
        parts.append(f"paused {timestamp(table.row.paused)}: nobody is reminded")
    return f"### {deciders_line(table, view)}\n-# {' · '.join(p for p in parts if p)}"


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
    if getattr(step, "key", "") == "par":  # it interrupts a turn that goes on elsewhere
        return ""
    waiting = getattr(step, "todo", None) or getattr(step, "waiting", None)
    index = view.order.index(player)
    after = [*view.order[index + 1 :], *view.order[:index]]
    return _first_names([join_names(table.row, [p]) for p in (after if waiting is None else waiting) if p != player])


def _first_names(lines: Sequence[str]) -> str:
    """The first of those who come next, in one phrase; "" for nobody."""
    return f"then {', '.join(lines[:NEXT])}{' …' if len(lines) > NEXT else ''}" if lines else ""


def happened_lines(table: Table, moves: Sequence[Move], view: State[Any]) -> list[str]:
    """What happened in these moves, as everybody may know it, line by line."""
    lines: list[str] = []
    for n, move in enumerate(moves):
        before = moves[n - 1].action if n else None
        lines += [*_move_lines(move, table, view, before), *_stand_in_line(table.row, move)]
    return lines


def _move_lines(move: Move, table: Table, view: State[Any], before: Action | None = None) -> list[str]:
    """The move in words; what the bot did for somebody is marked. `before`: the action before it, where it is at hand."""
    if move.via == Via.AUTO_END:
        return _self_ended_lines(move, table, view, before)
    lines = event_lines(_public_events(move), view, table.rules)
    return [f"{line.removesuffix('.')} (auto)." for line in lines] if move.via in MARKED else lines


def _self_ended_lines(move: Move, table: Table, view: State[Any], before: Action | None) -> list[str]:
    """Why a step or a turn ended without being asked about, and what followed."""
    events = _public_events(move)
    passed = next((e for e in events if isinstance(e, Passed)), None)
    if passed is None:
        seat = table.row.seat(move.seat)
        whose = f"{safe_name(seat)}'s" if seat is not None else "The"
        bought = isinstance(before, (BuyShare, Par))
        why = "one purchase a turn, and nothing can be sold now" if bought else "nothing else can be done now"
        return [f"{whose} turn is over: {why}.", *event_lines(events, view, table.rules)]
    who = queries.called(table.rules, passed.who)
    who = who[:1].upper() + who[1:]
    from_bank = isinstance(before, BuyTrain) and not before.seller
    if passed.what == "trains" and from_bank and "one_train" in table.rules.data.phases[view.phase].flags:
        why = f"{who}'s turn is over: it has bought its one train from the bank this turn."
    elif passed.what in SELF_ENDED:
        why = f"{who} {SELF_ENDED[passed.what]}."
    else:
        return [f"{line.removesuffix('.')} (auto)." for line in event_lines(events, view, table.rules)]
    return [escape_line(why), *event_lines([e for e in events if e is not passed], view, table.rules)]


def _public_events(move: Move) -> list[Event]:
    """The events that the lines tell: those that everybody may know, but for rounds that end, which have a text of their
    own.
    """
    return [e for e in events_seen_by(move.events, None) if not isinstance(e, RoundEnded)]


def _stand_in_line(row: GameRow, move: Move) -> list[str]:
    """Who acted for a seat, where that was not its own player: one line or none."""
    seat = row.seat(move.seat)
    if seat is None or not move.user or move.user == seat.user:
        return []
    host = ["The host"] if move.user == row.host else []  # else it was who had the seat before
    return [
        f"({other} acted for {safe_name(seat)}.)"
        for other in [*(safe_name(s) for s in row.seats_of(move.user)), *host][:1]
    ]


def deciders_line(table: Table, view: State[Any]) -> str:
    """Everybody who must act, mentioned, with what they are asked."""
    mentions = ", ".join(dict.fromkeys(mention(s) for s in table.seats if s.name in table.position.deciders))
    questions = dict.fromkeys(short_question(table, view, s) for s in table.position.deciders)
    return f"{mentions}: {' / '.join(questions)}"


def short_question(table: Table, view: State[Any], seat: str) -> str:
    """What a seat is asked; in an auction in a few words, since the picture or the buttons name the lots and their prices."""
    choices = table.choices(seat)
    question = question_words(choices, view, table.rules)
    if table.position.auction is None or len(question) <= QUESTION:
        return question
    bids = [c for c in choices if issubclass(c.kind, Bid)]
    does = ["buy"] * any(not c.ranges for c in bids) + ["bid"] * any(bool(c.ranges) for c in bids)
    does += ["pass"] * any(issubclass(c.kind, Pass) for c in choices)
    question = f"{', '.join(does[:-1])} or {does[-1]}" if len(does) > 1 else "".join(does)
    return question[:1].upper() + question[1:]


def recent_lines(lines: Sequence[str], limit: int = LINES) -> str:
    """The newest lines; older ones are counted."""
    hidden = len(lines) - limit
    head = [f"… {hidden + 1} more before this: see `/view log`"] if hidden > 0 else []
    return "\n".join([*head, *(f"• {text}" for text in lines[-limit + len(head) :])])


async def ending_name(table: Table) -> str:
    """The name of the button by which whoever must act ends building, or the turn, by several passes; "" where there is none."""
    acting = table.position.deciders
    plan = await table.plan_passes(acting[0]) if len(acting) == 1 else None
    return ending_label(plan) if plan is not None and not plan.forgoes else ""


def button_rows(
    table: Table, view: State[Any], earned: Mapping[Action, int] = NOTHING, ending: str = ""
) -> tuple[Row, ...]:
    """The buttons: to act, what is done most likely, the map, and all the rest.

    `earned`: what runs would bring; `ending`: the name of the button that passes more than once.
    """
    position = table.position
    if position.over:
        return ()
    action_version = table.action_version(position.deciders[0]) if len(position.deciders) == 1 else 0
    # The move tells this panel from all others: after a crash it is looked for by that.
    buttons: list[Button] = [
        button(Id(CONSOLE, table.id, action_version, ConsoleVerb.OPEN, str(position.move)), OPEN, "primary")
    ]
    if len(position.deciders) == 1:
        buttons += _likely_buttons(table, view, position.deciders[0], action_version, earned, ending)
    looks = [button(Id(VIEW, table.id, 0, ViewVerb.MAP), "Map"), button(Id(VIEW, table.id, 0, ViewVerb.MORE), MORE)]
    return ((*buttons, *looks)[:BUTTONS],)


def _likely_buttons(
    table: Table, view: State[Any], seat: str, action_version: int, earned: Mapping[Action, int], ending: str
) -> list[Button]:
    """Buttons for what is done most likely and needs no detail, and to pass.

    Everybody sees them: what only the seat may know stays in the console.
    """
    choices = [c for c in table.choices(seat) if not c.kind.covert]
    plays = [a for c in choices for a in _one_press_actions(c, view)]
    passes = [c.actions[0] for c in choices if issubclass(c.kind, Pass)]
    actions = [*_likeliest_first(plays)[: LIKELY - min(len(passes), 1)], *passes][:LIKELY]
    says: dict[str, str] = {}
    for action in actions:
        label = fit(_button_text(table, action, view, earned), BUTTON)
        if label not in says.values():
            says[f"{action.verb} {action_digest(action)}"] = label
    made = [button(Id(ACT, table.id, action_version, *key.split(" ")), label) for key, label in says.items()]
    return [*made[:-1], button(Id(ACT, table.id, action_version, END_ALL), ending)] if ending and passes else made


def _one_press_actions(choice: Choice, view: State[Any]) -> list[Action]:
    """The actions of a choice that may be one press: the least bid, the best runs, any that are few."""
    if issubclass(choice.kind, Pass):
        return []
    if issubclass(choice.kind, Bid):
        offers = [a for a in choice.actions if isinstance(a, Bid) and a.amount]
        return [*offers] if len(offers) <= MAX_LIKELY_BUTTONS else []
    if leaves_open(choice) or issubclass(choice.kind, SellShares):
        return []
    if issubclass(choice.kind, RunTrains):
        return list(choice.actions[:1])
    if issubclass(choice.kind, BuyShare):
        return sorted(choice.actions, key=lambda a: _share_appeal(a, view), reverse=True)[:1]
    few = len(choice.actions) <= (MAX_LIKELY_BUTTONS if issubclass(choice.kind, FIRST) else LIKELY)
    return list(choice.actions) if few and not choice.judge else []


def _likeliest_first(plays: Sequence[Action]) -> list[Action]:
    """The actions in order: by kind, and a thing that is bought at its price before one that is bid for."""
    ranks: dict[type, int] = {kind: n for n, kind in enumerate(FIRST)}
    return sorted(plays, key=lambda a: ranks.get(type(a), len(ranks)))


def _share_appeal(action: Action, view: State[Any]) -> tuple[bool, bool, int, int]:
    """By what shares are compared, the likelier the higher: of a company that is about to float and of which the player holds
    shares, else of one that the player presides, else of one that earns most.
    """
    company = getattr(action, "company", "")
    state = view.companies.get(company)
    if state is None:
        return False, False, 0, 0
    held = sum(1 for card, place in view.place.items() if card.startswith(f"{company}.") and place == action.by)
    return not state.floated and held > 0, state.president == action.by, held if not state.floated else 0, state.earned


def _button_text(table: Table, action: Action, view: State[Any], earned: Mapping[Action, int]) -> str:
    """What a button says, as short as it can: of runs what they bring, of a dividend what is paid, of a share its price."""
    rules, sale = table.rules, table.position.auction
    match action:
        case Pass():
            return pass_label(action, table.choices(action.by), view, rules)
        case RunTrains(routes=routes) if routes:
            return f"Run for {money(rules, earned.get(action, 0))}"
        case PayDividend(kind="full" | "none" as kind):
            company = queries.acting_company(view)
            sum_ = money(rules, view.companies[company].earned) if company else ""
            return f"Pay out {sum_}" if kind == "full" else "Withhold"
        case BuyShare(company=company, source=source) if queries.asking(view, rules, company, source):
            return f"Buy {company} for {money(rules, queries.asking(view, rules, company, source))}"
        case TakePrivate(private=private, price=dollars):
            company, owner = queries.acting_company(view), view.place.get(private, "")
            deal = f"{company} buys {private} for {money(rules, dollars)}"
            whole = f"{deal} from {holder(owner, rules)}"
            return deal if owner == action.by or len(whole) > BUTTON else whole
        case LayTile(hex=where, tile=tile):
            return f"Lay {tile} in {rules.data.hexes[where].name or where}"
        case Bid(item=item, amount=amount) if sale is not None and amount:
            if images.lots_for_sale(table.position).bought == item:
                return f"Buy {item} for {money(rules, amount)}"
            return f"Bid {money(rules, amount)}{'' if sale.alone else f' on {item}'}"
    return action_words(action, view, rules)
